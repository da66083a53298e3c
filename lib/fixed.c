/*
 * Powers in fixed point: base^n = 2^(n log2 base). The whole part of that exponent is a shift. Of
 * its fraction, three digits of five bits are looked up, and a short series does the rest.
 *
 * The error, relative to the result, is below 2^-92: the logarithm adds at most 2^-96, three
 * products and the end of the series 2^-95 each by cutting off, table entries 2^-96 each, the
 * terms left out of the series 2^-102. Results are below 2^64 units, so it is below 2^-28 units.
 */
#include "redoubt/fixed.h"

/* One whole bit and 95 of fraction, the most significant word first: 0 <= factor < 2. */
struct factor {
    uint32_t word[3];
};

#include "power_table.h"

/* 32 whole bits in two's complement and 128 of fraction, as in struct rd_fixed_base. */
struct exponent {
    uint32_t word[5];
};

static struct exponent times(const struct rd_fixed_base *base, uint32_t n)
{
    struct exponent product;
    uint64_t carry = 0;
    for (uint32_t i = 5; i-- > 0;) {
        carry += (uint64_t)base->log2[i] * n;
        product.word[i] = (uint32_t)carry;
        carry >>= 32;
    }
    return product;
}

/* Like add() below, for five words; a loop over a length that varies would cost time. */
static struct exponent sum(struct exponent a, struct exponent b)
{
    struct exponent total;
    uint64_t carry = 0;
    for (uint32_t i = 5; i-- > 0;) {
        carry += (uint64_t)a.word[i] + b.word[i];
        total.word[i] = (uint32_t)carry;
        carry >>= 32;
    }
    return total;
}

static struct exponent negative(struct exponent a)
{
    const struct exponent last_bit = { { 0, 0, 0, 0, 1 } };
    for (uint32_t i = 0; i < 5; i++) {
        a.word[i] = ~a.word[i];
    }
    return sum(a, last_bit);
}

static struct exponent times_signed(const struct rd_fixed_base *base, int32_t n)
{
    return n < 0 ? negative(times(base, 0u - (uint32_t)n)) : times(base, (uint32_t)n);
}

static uint64_t low_half(uint64_t word)
{
    return word & UINT32_MAX;
}

/* The product must be below 2. Written out by columns, because this is where the time goes. */
static inline struct factor multiply(struct factor a, struct factor b)
{
    uint64_t a0 = a.word[0], a1 = a.word[1], a2 = a.word[2];
    uint64_t b0 = b.word[0], b1 = b.word[1], b2 = b.word[2];
    uint64_t p01 = a0 * b1, p10 = a1 * b0, p02 = a0 * b2, p11 = a1 * b1, p20 = a2 * b0;
    uint64_t p12 = a1 * b2, p21 = a2 * b1;
    uint64_t column4 = low_half(p12) + low_half(p21) + (a2 * b2 >> 32);
    uint64_t column3 =
        low_half(p02) + low_half(p11) + low_half(p20) + (p12 >> 32) + (p21 >> 32) + (column4 >> 32);
    uint64_t column2 =
        low_half(p01) + low_half(p10) + (p02 >> 32) + (p11 >> 32) + (p20 >> 32) + (column3 >> 32);
    uint64_t column01 = a0 * b0 + (p01 >> 32) + (p10 >> 32) + (column2 >> 32);
    RD_ASSERT(column01 >> 63 == 0);
    /* 190 bits of fraction become 95: one bit up, then the upper three words. */
    uint64_t high = column01 << 1 | low_half(column2) >> 31;
    struct factor result = { { (uint32_t)(high >> 32), (uint32_t)high,
                               (uint32_t)(column2 << 1 | low_half(column3) >> 31) } };
    return result;
}

static struct factor add(struct factor a, struct factor b)
{
    struct factor total;
    uint64_t carry = 0;
    for (uint32_t i = 3; i-- > 0;) {
        carry += (uint64_t)a.word[i] + b.word[i];
        total.word[i] = (uint32_t)carry;
        carry >>= 32;
    }
    RD_ASSERT(carry == 0);
    return total;
}

/* 2^x for 0 <= x < 2^-15. */
static struct factor power_by_series(struct factor x)
{
    struct factor power = series[DEGREE];
    for (uint32_t k = DEGREE; k-- > 0;) {
        power = add(multiply(power, x), series[k]);
    }
    return power;
}

/* 2 to the fraction of the exponent: from 1 to below 2. */
static struct factor power_of_fraction(const struct exponent *exponent)
{
    enum { LOOKED_UP = DIGIT_BITS * LEVELS };
    const uint32_t *fraction = &exponent->word[1]; /* its fourth word is too small to matter */
    uint32_t rest = fraction[0] << LOOKED_UP >> LOOKED_UP;
    struct factor x = { { rest >> 1, rest << 31 | fraction[1] >> 1,
                          fraction[1] << 31 | fraction[2] >> 1 } };
    struct factor power = power_by_series(x);
    for (uint32_t level = LEVELS; level-- > 0;) {
        uint32_t digit = fraction[0] << DIGIT_BITS * level >> (32 - DIGIT_BITS);
        power = multiply(power, power_of_digit[level][digit]);
    }
    return power;
}

/* scale * 2^exponent in units of 2^-32, to the nearest. */
static uint64_t power_of_two(const struct exponent *exponent, uint32_t scale)
{
    int32_t whole = (int32_t)exponent->word[0];
    if (whole < -64) { /* scale is at most 2^16: less than half a unit */
        return 0;
    }
    RD_ASSERT(whole < 32);
    struct factor power = power_of_fraction(exponent);
    uint32_t shift = (uint32_t)(63 - whole); /* from 95 bits of fraction to 32 */
    uint64_t low = (uint64_t)power.word[2] * scale;
    uint64_t high = (uint64_t)power.word[1] * scale + (low >> 32);
    low = (low & UINT32_MAX) | high << 32;
    high = (high >> 32) + (uint64_t)power.word[0] * scale;
    uint64_t half_low = shift <= 64 ? UINT64_C(1) << (shift - 1) : 0;
    uint64_t half_high = shift > 64 ? UINT64_C(1) << (shift - 65) : 0;
    low += half_low;
    high += half_high + (low < half_low);
    if (shift >= 64) {
        return high >> (shift - 64);
    }
    RD_ASSERT(high >> shift == 0);
    return high << (64 - shift) | low >> shift;
}

uint64_t rd_fixed_power(const struct rd_fixed_base *base, uint32_t scale, int32_t n)
{
    RD_ASSERT(base->log2[0] + 1 <= 1); /* 0 or -1: the base is between 1/2 and 2 */
    RD_ASSERT(scale <= 65536);
    struct exponent exponent = times_signed(base, n);
    return power_of_two(&exponent, scale);
}

uint64_t rd_fixed_exp(int64_t x)
{
    RD_ASSERT(x <= 22 * (int64_t)RD_FIXED_ONE);
    if (x < -23 * (int64_t)RD_FIXED_ONE) {
        return 0;
    }
    int32_t whole = (int32_t)(uint32_t)((uint64_t)x >> 32);
    struct exponent exponent =
        sum(times_signed(&whole_e, whole), times(&unit_e, (uint32_t)(uint64_t)x));
    return power_of_two(&exponent, 1);
}
