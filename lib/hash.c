/* A word at a time, with the multipliers of MurmurHash3 (public domain), which are well studied. */
#include "redoubt/hash.h"

#include "bits.h"

#include <string.h>

/* Every bit of the result depends on every bit of the word. */
static uint64_t spread_bits(uint64_t word)
{
    word = (word ^ (word >> 33)) * UINT64_C(0xff51afd7ed558ccd);
    word = (word ^ (word >> 33)) * UINT64_C(0xc4ceb9fe1a85ec53);
    return word ^ (word >> 33);
}

uint64_t rd_hash(const void *bytes, uint32_t size)
{
    const uint8_t *byte = (const uint8_t *)bytes;
    uint64_t hash = UINT64_C(0x9e3779b97f4a7c15) ^ size;
    RD_ASSERT(size % 8 == 0);
    for (uint32_t i = 0; i < size; i += 8) {
        uint64_t word;
        memcpy(&word, byte + i, sizeof word);
        /* Two multiplications with a turn between them: a change in the top bit of one word would
         * pass a single one unspread, and the next word could cancel it. */
        word = rotate_left(word * UINT64_C(0x87c37b91114253d5), 31) * UINT64_C(0x4cf5ad432745937f);
        hash = rotate_left(hash ^ word, 27) * 5 + 0x52dce729;
    }
    return spread_bits(hash);
}
