/* Bits of a word, for the generator and the hash. */
#ifndef REDOUBT_LIB_BITS_H
#define REDOUBT_LIB_BITS_H

#include <stdint.h>

static inline uint64_t rotate_left(uint64_t word, uint32_t bits)
{
    return (word << bits) | (word >> (64 - bits));
}

#endif
