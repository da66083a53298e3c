/* SipHash-2-4 and unbiased draws from it. */
#include "redoubt/luck.h"

#include "bits.h"

struct sip {
    uint64_t v0, v1, v2, v3;
};

static inline void sip_round(struct sip *s)
{
    s->v0 += s->v1;
    s->v1 = rotate_left(s->v1, 13) ^ s->v0;
    s->v0 = rotate_left(s->v0, 32);
    s->v2 += s->v3;
    s->v3 = rotate_left(s->v3, 16) ^ s->v2;
    s->v0 += s->v3;
    s->v3 = rotate_left(s->v3, 21) ^ s->v0;
    s->v2 += s->v1;
    s->v1 = rotate_left(s->v1, 17) ^ s->v2;
    s->v2 = rotate_left(s->v2, 32);
}

static inline void sip_absorb(struct sip *s, uint64_t word)
{
    s->v3 ^= word;
    sip_round(s);
    sip_round(s);
    s->v0 ^= word;
}

static uint64_t load_little(const uint8_t *byte, size_t count)
{
    uint64_t word = 0;
    for (size_t i = 0; i < count; i++) {
        word |= (uint64_t)byte[i] << (8 * i);
    }
    return word;
}

static struct sip sip_begin(const uint64_t key[2])
{
    struct sip s = { key[0] ^ UINT64_C(0x736f6d6570736575), key[1] ^ UINT64_C(0x646f72616e646f6d),
                     key[0] ^ UINT64_C(0x6c7967656e657261), key[1] ^ UINT64_C(0x7465646279746573) };
    return s;
}

/* The last word holds the length modulo 256 in its top byte, and the odd bytes below it. */
static uint64_t sip_end(struct sip *s, uint64_t last_word)
{
    sip_absorb(s, last_word);
    s->v2 ^= 0xff;
    for (uint32_t i = 0; i < 4; i++) {
        sip_round(s);
    }
    return s->v0 ^ s->v1 ^ s->v2 ^ s->v3;
}

uint64_t rd_siphash(const uint64_t key[2], const void *bytes, size_t size)
{
    const uint8_t *byte = (const uint8_t *)bytes;
    struct sip s = sip_begin(key);
    size_t whole = size - size % 8;
    for (size_t i = 0; i < whole; i += 8) {
        sip_absorb(&s, load_little(byte + i, 8));
    }
    return sip_end(&s, load_little(byte + whole, size % 8) | (uint64_t)(size & 0xff) << 56);
}

struct rd_luck rd_luck_from_key(uint64_t key0, uint64_t key1)
{
    struct rd_luck luck = { { key0, key1 }, 0, NULL, 0, 0, 0, 0 };
    return luck;
}

struct rd_luck rd_luck_from_seed(uint64_t seed)
{
    return rd_luck_from_key(seed, 0);
}

/* rd_siphash of the counter's eight bytes, without the way through memory. */
static uint64_t next_block(struct rd_luck *luck)
{
    struct sip s = sip_begin(luck->key);
    sip_absorb(&s, luck->drawn);
    luck->drawn++;
    return sip_end(&s, (uint64_t)sizeof luck->drawn << 56);
}

static int32_t next_scripted(struct rd_luck *luck, int32_t lo, int32_t hi)
{
    uint32_t index = luck->script_next;
    int32_t value = luck->script[index];
    luck->script_next++;
    if (value >= lo && value <= hi) {
        return value;
    }
    if (luck->script_bad == 0) {
        luck->script_bad = index + 1;
    }
    return value < lo ? lo : hi;
}

int32_t rd_luck_range(struct rd_luck *luck, int32_t lo, int32_t hi)
{
    RD_ASSERT(luck != NULL);
    RD_ASSERT(lo <= hi);
    RD_ASSERT(luck->script_next <= luck->script_count);
    if (luck->script_next < luck->script_count) {
        return next_scripted(luck, lo, hi);
    }
    uint64_t span = (uint64_t)((int64_t)hi - lo) + 1;
    uint64_t block = next_block(luck);
    /* The lowest 2^64 mod span blocks would make small values likelier: draw again. They are
     * below span, so that the second division is hardly ever made. */
    while (block < span && block < (UINT64_C(0) - span) % span) {
        block = next_block(luck);
    }
    return (int32_t)(lo + (int64_t)(block % span));
}
