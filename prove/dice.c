#include "prove/dice.h"

#include <string.h>

/* Plays the order with count values, and then with the lowest of each draw. Returns the number of
 * draws, or with a value outside its range 1 + its place, negated. */
static int32_t play(struct prove_dice *dice, uint32_t count)
{
    struct rd_luck luck = rd_luck_from_seed(0);
    luck.script = dice->script;
    luck.script_count = count;
    dice->luck = luck;
    memcpy(dice->after, dice->before, dice->game->state_size);
    if (dice->log != NULL) {
        dice->log->count = 0;
    }
    dice->game->apply(dice->after, dice->seat, dice->action, &luck, dice->log);
    if (luck.script_bad != 0) {
        return -(int32_t)luck.script_bad;
    }
    return (int32_t)(luck.script_next + (luck.drawn > 0));
}

/* Is value within the range of the draw number place, whose predecessors are in the script? */
static bool fits(struct prove_dice *dice, uint32_t place, int64_t value)
{
    if (value < INT32_MIN || value > INT32_MAX) {
        return false;
    }
    dice->script[place] = (int32_t)value;
    return play(dice, place + 1) >= 0;
}

/* From a value inside, in one direction, to the last one inside. */
static int32_t last_inside(struct prove_dice *dice, uint32_t place, int32_t inside, int32_t way)
{
    int64_t near = inside, step = way;
    while (fits(dice, place, near + step)) {
        near += step;
        step *= 2;
    }
    while (step != way) {
        step /= 2;
        if (fits(dice, place, near + step)) {
            near += step;
        }
    }
    return (int32_t)near;
}

/* Any value inside: the rules draw from 0, 1 or near it. */
static bool any_inside(struct prove_dice *dice, uint32_t place, int32_t *out)
{
    for (int32_t value = 0; value <= PROVE_VALUES_MAX; value++) {
        for (int32_t sign = 1; sign >= -1; sign -= 2) {
            if (fits(dice, place, value * sign)) {
                *out = value * sign;
                return true;
            }
        }
    }
    return false;
}

static bool is_known(struct prove_dice *dice, uint32_t place)
{
    const struct prove_range *known = &dice->range[place];
    return known->high > known->low && fits(dice, place, known->low) &&
           fits(dice, place, known->high) && !fits(dice, place, (int64_t)known->low - 1) &&
           !fits(dice, place, (int64_t)known->high + 1);
}

static bool find_range(struct prove_dice *dice, uint32_t place)
{
    int32_t inside = 0;
    if (is_known(dice, place)) {
        return true;
    }
    if (!any_inside(dice, place, &inside)) {
        return false;
    }
    struct prove_range *range = &dice->range[place];
    range->low = last_inside(dice, place, inside, -1);
    range->high = last_inside(dice, place, inside, 1);
    return (int64_t)range->high - range->low < PROVE_VALUES_MAX;
}

void prove_dice_begin(struct prove_dice *dice)
{
    dice->draws = 0;
    dice->begun = false;
    dice->too_wide = false;
    dice->too_long = 0;
}

/* The last draw that can go up does; those after it are forgotten. False: none can. */
static bool turn_up(struct prove_dice *dice)
{
    while (dice->draws > 0) {
        uint32_t last = dice->draws - 1;
        if (dice->script[last] < dice->range[last].high) {
            dice->script[last]++;
            return true;
        }
        dice->draws = last;
    }
    return false;
}

/* The lowest value for each further draw, until there is none. */
static enum way { WHOLE, LONG, WIDE } complete(struct prove_dice *dice)
{
    while (play(dice, dice->draws) > (int32_t)dice->draws) {
        if (dice->draws == PROVE_DRAWS_MAX) {
            return LONG;
        }
        if (!find_range(dice, dice->draws)) {
            return WIDE;
        }
        dice->script[dice->draws] = dice->range[dice->draws].low;
        dice->draws++;
    }
    return WHOLE;
}

bool prove_dice_next(struct prove_dice *dice)
{
    RD_ASSERT(dice->before != dice->after);
    while (!dice->too_wide && (!dice->begun || turn_up(dice))) {
        dice->begun = true;
        switch (complete(dice)) {
        case WHOLE:
            return true;
        case LONG:
            dice->too_long++;
            break;
        case WIDE:
            dice->too_wide = true;
            break;
        }
    }
    return false;
}
