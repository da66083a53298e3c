/*
 * bots/blow.h - what a blow of the Fortress games costs, near enough for bots: 30 * exp(difference
 * / 25) in whole numbers.
 */
#ifndef REDOUBT_BOTS_BLOW_H
#define REDOUBT_BOTS_BLOW_H

#include <stdint.h>

static inline int32_t rd_bot_blow(int32_t attack, int32_t defence)
{
    int32_t damage = 30 * 1000;
    for (int32_t i = attack; i < defence; i++) {
        damage = damage * 1000 / 1041;
    }
    for (int32_t i = defence; i < attack; i++) {
        damage = damage * 1041 / 1000;
    }
    return damage / 1000;
}

#endif
