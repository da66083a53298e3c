/* Kinds by their traits and numbers. */
#include "bots/classic_kinds.h"

#include "bots/kinds.h"

uint32_t classic_next_scout(void)
{
    uint32_t best = CLASSIC_MOBILE_TYPES;
    for (uint32_t type = 0; type < CLASSIC_MOBILE_TYPES; type++) {
        if (classic_is(type, CLASSIC_T_SCOUT) &&
            (best == CLASSIC_MOBILE_TYPES || classic_kinds[type].cost < classic_kinds[best].cost)) {
            best = type;
        }
    }
    RD_ASSERT(best < CLASSIC_MOBILE_TYPES);
    return best;
}

uint32_t classic_next_fighter(const uint32_t count[CLASSIC_TYPES], int32_t shoots)
{
    uint32_t value[CLASSIC_MOBILE_TYPES];
    for (uint32_t type = 0; type < CLASSIC_MOBILE_TYPES; type++) {
        const struct classic_kind *kind = &classic_kinds[type];
        int32_t fits =
            classic_is(type, CLASSIC_T_FIGHTER) && classic_is(type, CLASSIC_T_SHOOTS) == shoots;
        value[type] = fits ? rd_bot_value(shoots ? kind->ranged : kind->melee, kind->cost) : 0;
    }
    return rd_bot_next_kind(value, count, CLASSIC_MOBILE_TYPES);
}
