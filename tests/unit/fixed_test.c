/* Powers against values made with a hundred digits by tools/make-power-table: all of them. */
#include "check.h"
#include "power_values.h"
#include "redoubt/fixed.h"

static uint64_t sum_of(const struct rd_fixed_base *base, const struct sum *block)
{
    uint64_t total = 0;
    for (int32_t i = 0; i < block->count; i++) {
        uint64_t power = rd_fixed_power(base, 30, block->first + i);
        total = total * UINT64_C(0x9e3779b97f4a7c15) + power;
    }
    return total;
}

static void powers_of_1041_are_the_nearest(void)
{
    int32_t next = -40000;
    for (size_t i = 0; i < sizeof sums_1041_400 / sizeof sums_1041_400[0]; i++) {
        CHECK_EQ(sums_1041_400[i].first, next);
        CHECK_HEX(sum_of(&rd_fixed_1041_400, &sums_1041_400[i]), sums_1041_400[i].sum);
        next += sums_1041_400[i].count;
    }
    CHECK_EQ(next, 40001);
}

static void powers_of_e_are_the_nearest(void)
{
    size_t count = sizeof sums_e_5120000 / sizeof sums_e_5120000[0];
    CHECK_EQ(sums_e_5120000[0].first, -10000000);
    CHECK_EQ(sums_e_5120000[count - 1].first + sums_e_5120000[count - 1].count, 10000001);
    for (size_t i = 0; i < count; i++) {
        CHECK_HEX(sum_of(&rd_fixed_e_5120000, &sums_e_5120000[i]), sums_e_5120000[i].sum);
    }
}

/* Figures a person can check: 30 * 1.041^10 = 44.8367..., 30 * e = 81.5484... */
static void some_powers_are_as_printed(void)
{
    CHECK_EQ(rd_fixed_power(&rd_fixed_1041_400, 30, 0), 30 * RD_FIXED_ONE);
    CHECK_EQ(rd_fixed_power(&rd_fixed_1041_400, 30, 400), 134131828654); /* 31.23 */
    CHECK_EQ(rd_fixed_power(&rd_fixed_e_5120000, 30, 5120000) * 10000 / RD_FIXED_ONE, 815484);
    CHECK_EQ(rd_fixed_power(&rd_fixed_1041_400, 1, 0), RD_FIXED_ONE);
    CHECK_EQ(rd_fixed_power(&rd_fixed_1041_400, 0, 12345), 0);
}

static void powers_grow_with_the_exponent(void)
{
    uint64_t before = rd_fixed_power(&rd_fixed_1041_400, 30, -40000);
    CHECK(before > 0);
    for (int32_t n = -39999; n <= 40000; n++) {
        uint64_t power = rd_fixed_power(&rd_fixed_1041_400, 30, n);
        CHECK(power > before);
        before = power;
    }
}

static void tiny_powers_are_nothing(void)
{
    CHECK_EQ(rd_fixed_power(&rd_fixed_1041_400, 65536, -100000000), 0);
    CHECK_EQ(rd_fixed_power(&rd_fixed_1041_400, 65536, INT32_MIN), 0);
}

static void exp_matches_the_table(void)
{
    for (size_t i = 0; i < sizeof exp_samples / sizeof exp_samples[0]; i++) {
        CHECK_HEX(rd_fixed_exp(exp_samples[i].x), exp_samples[i].result);
    }
}

static void exp_of_very_little_is_nothing(void)
{
    CHECK_EQ(rd_fixed_exp(-23 * (int64_t)RD_FIXED_ONE), 0);
    CHECK_EQ(rd_fixed_exp(-24 * (int64_t)RD_FIXED_ONE), 0);
    CHECK_EQ(rd_fixed_exp(INT64_MIN), 0);
    CHECK_EQ(rd_fixed_exp(-22 * (int64_t)RD_FIXED_ONE), 1);
}

/* e^a * e^b = e^(a+b), within what rounding allows. */
static void exp_turns_sums_into_products(void)
{
    for (int64_t a = -3; a <= 3; a++) {
        for (int64_t b = 0; b <= 4; b++) {
            uint64_t x = rd_fixed_exp(a * (int64_t)RD_FIXED_ONE / 3);
            uint64_t y = rd_fixed_exp(b * (int64_t)RD_FIXED_ONE);
            uint64_t both = rd_fixed_exp(a * (int64_t)RD_FIXED_ONE / 3 + b * (int64_t)RD_FIXED_ONE);
            double error = (double)x * (double)y / (double)RD_FIXED_ONE - (double)both;
            CHECK(error < 64 && error > -64);
        }
    }
}

int main(void)
{
    RUN(powers_of_1041_are_the_nearest);
    RUN(powers_of_e_are_the_nearest);
    RUN(some_powers_are_as_printed);
    RUN(powers_grow_with_the_exponent);
    RUN(tiny_powers_are_nothing);
    RUN(exp_matches_the_table);
    RUN(exp_of_very_little_is_nothing);
    RUN(exp_turns_sums_into_products);
    return check_end();
}
