/*
 * fog - a test double for hidden facts that an order of one's own brings to light. Not a registered
 * game.
 *
 * Two seats walk along cellars of their own, gold lies in some of the rooms, and a seat knows only
 * the rooms it has been in. In a turn each may walk a room further, note a number, or dig for gold,
 * which takes dice; when both have said done, the next turn begins. Nobody sees what the other one
 * does.
 */
#ifndef REDOUBT_TESTS_FOG_H
#define REDOUBT_TESTS_FOG_H

#include "redoubt/game.h"

enum { FOG_SEATS = 2, FOG_ROOMS = 64, FOG_NUMBERS = 4 };
/* Listening changes nothing that a view shows: only an event tells what is heard. */
enum fog_verb { FOG_WALK, FOG_NOTE, FOG_LISTEN, FOG_DIG, FOG_DONE };
enum fog_event { FOG_HEARD };

struct fog_own {
    uint64_t gold; /* a bit for each room; in views only those before `room` */
    uint8_t room, number, dug, done;
    uint8_t zero[4];
};

struct fog_state {
    struct fog_own seat[FOG_SEATS];
    uint32_t turn;
    uint32_t over;
};

struct fog_view {
    struct fog_own own;
    uint32_t turn;
    uint8_t over, seat;
    uint8_t zero[2];
};
RD_STATIC_ASSERT(sizeof(struct fog_state) == 40, "flat, without padding");
RD_STATIC_ASSERT(sizeof(struct fog_view) == 24, "flat, without padding");

extern const struct rd_game fog_game;

#endif
