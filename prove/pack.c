#include "prove/pack.h"

#include <string.h>

#include "redoubt/luck.h"

enum { WORD = 8, HEAD = 3 };

uint32_t prove_pack_most(uint32_t size)
{
    return size / WORD * (HEAD + WORD);
}

static uint32_t pack_word(uint32_t index, const uint8_t *was, const uint8_t *is, uint8_t *out)
{
    uint32_t mask = 0, written = HEAD;
    for (uint32_t i = 0; i < WORD; i++) {
        if (was[i] != is[i]) {
            mask |= 1u << i;
            out[written++] = is[i];
        }
    }
    out[0] = (uint8_t)index;
    out[1] = (uint8_t)(index >> 8);
    out[2] = (uint8_t)mask;
    return written;
}

uint32_t prove_pack(const void *opening, const void *position, uint32_t size, uint8_t *out)
{
    const uint8_t *was = opening, *is = position;
    uint32_t written = 0;
    RD_ASSERT(size % WORD == 0 && size / WORD <= 0xffff);
    for (uint32_t at = 0; at < size; at += WORD) {
        uint64_t a, b;
        memcpy(&a, was + at, WORD);
        memcpy(&b, is + at, WORD);
        if (a != b) {
            written += pack_word(at / WORD, was + at, is + at, out + written);
        }
    }
    return written;
}

bool prove_unpack(const uint8_t *bytes, uint32_t count, void *position, uint32_t size)
{
    uint8_t *out = position;
    uint32_t at = 0;
    while (at + HEAD <= count) {
        uint32_t word = bytes[at] | (uint32_t)bytes[at + 1] << 8, mask = bytes[at + 2];
        at += HEAD;
        if (word >= size / WORD || at + (uint32_t)__builtin_popcount(mask) > count) {
            return false;
        }
        for (uint32_t i = 0; i < WORD; i++) {
            if ((mask & 1u << i) != 0) {
                out[word * WORD + i] = bytes[at++];
            }
        }
    }
    return at == count;
}

uint64_t prove_print(const uint8_t *bytes, uint32_t count)
{
    static const uint64_t key[2] = { 0, 0 };
    return rd_siphash(key, bytes, count);
}
