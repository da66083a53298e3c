/* Legal actions step by step, out of factors. */
#include "redoubt/steps.h"

#include <string.h>

static uint32_t limit_of(const struct rd_arg *arg)
{
    return arg->type == RD_ARG_NONE ? 1 : arg->limit;
}

/* The stems that a verb can have, and the words of one factor of it. */
static uint64_t stems_of(const struct rd_verb *verb, uint32_t *words)
{
    uint64_t stems = 1;
    uint32_t last = 1;
    for (uint32_t i = 0; i < RD_ARGS_MAX && verb->arg[i].type != RD_ARG_NONE; i++) {
        stems *= last;
        last = limit_of(&verb->arg[i]);
    }
    *words = (last + 63) / 64;
    return stems;
}

struct rd_factors_room rd_factors_room(const struct rd_game *game)
{
    uint64_t factors = 0, words = 0;
    for (const struct rd_verb *verb = game->verbs; verb->name != NULL; verb++) {
        uint32_t each = 1;
        uint64_t stems = stems_of(verb, &each);
        stems = stems < game->legal_max ? stems : game->legal_max;
        factors += stems;
        words += stems * each;
    }
    RD_ASSERT(words <= UINT32_MAX);
    struct rd_factors_room room = { (uint32_t)factors, (uint32_t)words };
    room.factors = room.factors < game->legal_max ? room.factors : game->legal_max;
    return room;
}

uint32_t rd_step_width(const struct rd_verb *verbs, uint32_t step)
{
    RD_ASSERT(step < RD_STEPS);
    uint32_t width = 1;
    for (uint32_t v = 0; verbs[v].name != NULL; v++) {
        uint32_t values = step == 0 ? v + 1 : limit_of(&verbs[v].arg[step - 1]);
        width = values > width ? values : width;
    }
    return width;
}

static int32_t has(const struct rd_factors *factors, const struct rd_factor *factor, uint32_t value)
{
    return value / 64 < factor->words &&
           (factors->word[factor->first + value / 64] >> value % 64 & 1) != 0;
}

/* Can this factor go on from what was chosen before the step? */
static int32_t is_continued_by(const struct rd_factors *factors, const struct rd_factor *factor,
                               uint32_t step, struct rd_action chosen)
{
    if (step > 0 && factor->stem.verb != chosen.verb) {
        return 0;
    }
    for (uint32_t i = 0; i + 1 < step; i++) {
        int32_t fits = i == factor->open ? has(factors, factor, chosen.arg[i])
                                         : factor->stem.arg[i] == chosen.arg[i];
        if (!fits) {
            return 0;
        }
    }
    return 1;
}

static void mark_set(const uint64_t *word, uint32_t words, uint8_t *mask, uint32_t width)
{
    for (uint32_t w = 0; w < words; w++) {
        for (uint64_t left = word[w]; left != 0; left &= left - 1) {
            uint32_t value = 64 * w + (uint32_t)__builtin_ctzll(left);
            RD_ASSERT(value < width);
            mask[value] = 1;
        }
    }
}

void rd_step_mask(const struct rd_factors *factors, uint32_t step, struct rd_action chosen,
                  uint8_t *mask, uint32_t width)
{
    RD_ASSERT(step < RD_STEPS);
    memset(mask, 0, width);
    for (uint32_t i = 0; i < factors->factor_count; i++) {
        const struct rd_factor *factor = &factors->factor[i];
        if (!is_continued_by(factors, factor, step, chosen)) {
            continue;
        }
        if (step == factor->open + 1u) {
            mark_set(&factors->word[factor->first], factor->words, mask, width);
        } else {
            uint32_t value = step == 0 ? factor->stem.verb : factor->stem.arg[step - 1];
            RD_ASSERT(value < width);
            mask[value] = 1;
        }
    }
}

/* Without the compiler's own, which calls a library where the machine has no such instruction. */
static uint32_t bits_of(uint64_t word)
{
    word -= word >> 1 & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + (word >> 2 & UINT64_C(0x3333333333333333));
    word = (word + (word >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (uint32_t)(word * UINT64_C(0x0101010101010101) >> 56);
}

static uint32_t count_bits(const uint64_t *word, uint32_t words)
{
    uint32_t count = 0;
    for (uint32_t w = 0; w < words; w++) {
        count += bits_of(word[w]);
    }
    return count;
}

uint32_t rd_factor_total(const struct rd_factors *factors)
{
    uint32_t total = 0;
    for (uint32_t i = 0; i < factors->factor_count; i++) {
        total += count_bits(&factors->word[factors->factor[i].first], factors->factor[i].words);
    }
    return total;
}

/* The member of this number, ascending. */
static uint32_t nth_member(const uint64_t *word, uint32_t index)
{
    uint32_t w = 0;
    for (uint32_t here = 0; index >= (here = count_bits(&word[w], 1)); w++) {
        index -= here;
    }
    uint64_t left = word[w];
    for (; index > 0; index--) {
        left &= left - 1;
    }
    return 64 * w + (uint32_t)__builtin_ctzll(left);
}

struct rd_action rd_factor_at(const struct rd_factors *factors, uint32_t index)
{
    for (uint32_t i = 0; i < factors->factor_count; i++) {
        const struct rd_factor *factor = &factors->factor[i];
        uint32_t here = count_bits(&factors->word[factor->first], factor->words);
        if (index < here) {
            struct rd_action action = factor->stem;
            action.arg[factor->open] = (uint16_t)nth_member(&factors->word[factor->first], index);
            return action;
        }
        index -= here;
    }
    RD_ASSERT(!"an index below the total");
    return factors->factor[0].stem;
}
