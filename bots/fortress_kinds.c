/* Kinds by their traits and numbers. */
#include "bots/fortress_kinds.h"

#include "bots/kinds.h"

uint32_t fortress_count_with(const uint32_t count[FORTRESS_BOUGHT_TYPES], uint32_t traits)
{
    uint32_t sum = 0;
    for (uint32_t type = 0; type < FORTRESS_BOUGHT_TYPES; type++) {
        sum += fortress_is(type, traits) ? count[type] : 0;
    }
    return sum;
}

uint32_t fortress_cheapest_with(uint32_t traits)
{
    uint32_t best = FORTRESS_BOUGHT_TYPES;
    for (uint32_t type = 0; type < FORTRESS_BOUGHT_TYPES; type++) {
        if (fortress_is(type, traits) && (best == FORTRESS_BOUGHT_TYPES ||
                                          fortress_kinds[type].cost < fortress_kinds[best].cost)) {
            best = type;
        }
    }
    RD_ASSERT(best < FORTRESS_BOUGHT_TYPES);
    return best;
}

/* Strength in thousandths for a piece of gold; 0 for those of the other sort. */
static uint32_t value_of(uint32_t type, int32_t shoots)
{
    const struct fortress_kind *kind = &fortress_kinds[type];
    if (!fortress_is(type, FORTRESS_T_FIGHTER) || fortress_is(type, FORTRESS_T_SHOOTS) != shoots) {
        return 0;
    }
    return rd_bot_value(shoots ? kind->ranged : kind->melee, kind->cost);
}

uint32_t fortress_next_fighter(const uint32_t count[FORTRESS_BOUGHT_TYPES], int32_t shoots)
{
    uint32_t value[FORTRESS_BOUGHT_TYPES];
    for (uint32_t type = 0; type < FORTRESS_BOUGHT_TYPES; type++) {
        value[type] = value_of(type, shoots);
    }
    return rd_bot_next_kind(value, count, FORTRESS_BOUGHT_TYPES);
}
