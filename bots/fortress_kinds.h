/*
 * fortress_kinds.h - which kinds the bots of Fortress Frontiers buy and how many they have, by
 * traits: a new kind needs no line here.
 */
#ifndef REDOUBT_BOTS_FORTRESS_KINDS_H
#define REDOUBT_BOTS_FORTRESS_KINDS_H

#include "games/fortress/fortress.h"

/* How many there are with one of these traits. */
uint32_t fortress_count_with(const uint32_t count[FORTRESS_BOUGHT_TYPES], uint32_t traits);
/* The cheapest kind that can be bought with one of these traits. */
uint32_t fortress_cheapest_with(uint32_t traits);
/* A fighter that shoots, or one that does not: rd_bot_next_kind() of them. */
uint32_t fortress_next_fighter(const uint32_t count[FORTRESS_BOUGHT_TYPES], int32_t shoots);

#endif
