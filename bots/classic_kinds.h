/*
 * classic_kinds.h - which kinds the bots of Fortress Frontiers Classic buy, by traits: a new kind
 * needs no line here.
 */
#ifndef REDOUBT_BOTS_CLASSIC_KINDS_H
#define REDOUBT_BOTS_CLASSIC_KINDS_H

#include "games/classic/classic.h"

/* The cheapest scout. */
uint32_t classic_next_scout(void);
/* A fighter that shoots, or one that does not: rd_bot_next_kind() of them. */
uint32_t classic_next_fighter(const uint32_t count[CLASSIC_TYPES], int32_t shoots);

/* Does it strike, and nothing else? */
static inline int32_t classic_is_blade(uint32_t type)
{
    return classic_is(type, CLASSIC_T_FIGHTER) && !classic_is(type, CLASSIC_T_SHOOTS);
}

#endif
