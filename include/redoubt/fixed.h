/*
 * redoubt/fixed.h - powers without floating point, the same bits on every target.
 *
 * Results are unsigned numbers in units of 2^-32: 1.0 is RD_FIXED_ONE.
 */
#ifndef REDOUBT_FIXED_H
#define REDOUBT_FIXED_H

#include "redoubt/base.h"

RD_PUBLIC_BEGIN

#define RD_FIXED_ONE (UINT64_C(1) << 32)

/* A base, given by its logarithm: 32 whole bits (two's complement) and 128 of fraction, the most
 * significant word first. `tools/make-power-table --log2 1.041 400` prints one. */
struct rd_fixed_base {
    uint32_t log2[5];
};

extern const struct rd_fixed_base rd_fixed_1041_400;  /* 1.041 ^ (1 / 400) */
extern const struct rd_fixed_base rd_fixed_e_5120000; /* e ^ (1 / 5120000) */

/*
 * scale * base^n, for a base between 1/2 and 2, scale <= 65536 and a result below 2^32 (as a
 * number, not in units).
 *
 * The error is below 1/2 + 2^-28 units. For these it is at most 1/2, that is, the result is the
 * exact value rounded to the nearest unit; tests/unit checks every single one:
 *     30 * rd_fixed_1041_400  ^ n    |n| <= 40000
 *     30 * rd_fixed_e_5120000 ^ n    |n| <= 10000000
 */
uint64_t rd_fixed_power(const struct rd_fixed_base *base, uint32_t scale, int32_t n);

/* e^(x / 2^32), for x <= 22 * 2^32; 0 where that is nearest, below about -22.9 * 2^32. The error
 * is below 1/2 + 2^-28 units. */
uint64_t rd_fixed_exp(int64_t x);

RD_PUBLIC_END

#endif
