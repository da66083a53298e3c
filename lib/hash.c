#include "redoubt/hash.h"

uint64_t rd_hash(const void *bytes, uint32_t size)
{
    const uint8_t *byte = (const uint8_t *)bytes;
    uint64_t hash = UINT64_C(0x9e3779b97f4a7c15) ^ size;
    RD_ASSERT(size % 8 == 0);
    for (uint32_t i = 0; i < size; i += 8) {
        uint64_t word = 0;
        for (uint32_t k = 0; k < 8; k++) {
            word |= (uint64_t)byte[i + k] << (8 * k);
        }
        hash = (hash ^ word) * UINT64_C(0xff51afd7ed558ccd);
        hash ^= hash >> 32;
    }
    return hash;
}
