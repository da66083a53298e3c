/* Which kind to buy next, for the bots of games that have several of one sort. */
#ifndef REDOUBT_BOTS_KINDS_H
#define REDOUBT_BOTS_KINDS_H

#include "redoubt/base.h"

/* What a strength is worth for its price, in thousandths; it may cost nothing. */
static inline uint32_t rd_bot_value(uint32_t strength, uint32_t price)
{
    return 1000u * strength / (price > 0 ? price : 1);
}

/* Of the kinds that bring at least three quarters of the best value for their price, the one of
 * which there are fewest; of those the first. A value of 0: not of this sort; where there is none
 * of it, the first kind. */
static inline uint32_t rd_bot_next_kind(const uint32_t *value, const uint32_t *count,
                                        uint32_t kinds)
{
    uint32_t most = 0, best = kinds;
    RD_ASSERT(kinds > 0);
    for (uint32_t kind = 0; kind < kinds; kind++) {
        most = value[kind] > most ? value[kind] : most;
    }
    for (uint32_t kind = 0; kind < kinds; kind++) {
        if (value[kind] > 0 && 4 * value[kind] >= 3 * most &&
            (best == kinds || count[kind] < count[best])) {
            best = kind;
        }
    }
    return best < kinds ? best : 0;
}

#endif
