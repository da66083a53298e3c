/*
 * host/match.h - one game between bots, headless.
 *
 * Every bot is given its own view, the orders that are legal for it, and luck of its own that
 * follows from the match key: the same plan plays the same game. No bot sees the state or the key.
 */
#ifndef REDOUBT_HOST_MATCH_H
#define REDOUBT_HOST_MATCH_H

#include "bots/bot.h"
#include "host/problem.h"
#include "host/replay.h"

/* Orders of one seat within a turn before the turn is ended for it. Seven seats at the most
 * still fit into a turn of a replay. */
enum { RD_MATCH_ORDERS_PRESET = 1000, RD_MATCH_ORDERS_MAX = 8000 };

struct rd_match_plan {
    const struct rd_replay_start *start;
    const struct rd_bot *bot[RD_SEATS_MAX];
    uint32_t orders_cap;             /* 0 = RD_MATCH_ORDERS_PRESET */
    struct rd_replay_writer *writer; /* NULL: no replay */
    /* After every turn; NULL: nobody watches. Returning false breaks the game off. */
    bool (*on_turn)(void *context, const void *state);
    void *context;
};

struct rd_match_result {
    struct rd_outcome outcome;  /* not over: broken off */
    uint32_t turns;             /* turns completed */
    uint32_t orders;            /* orders given by all seats */
    uint32_t cut[RD_SEATS_MAX]; /* turns that were ended for a seat at the cap */
    uint32_t
        stuck[RD_SEATS_MAX]; /* 1: the seat could not even be made to end its turn: it resigned */
    uint64_t hash;           /* of the last state */
};

/* False with a problem if memory or the replay file gave out; a bot can't make it fail. */
bool rd_match_play(const struct rd_match_plan *plan, struct rd_match_result *result,
                   struct rd_problem *problem);

/* The luck of a seat's bot in a match with this key. */
struct rd_luck rd_match_bot_luck(const uint64_t key[2], rd_seat seat);

#endif
