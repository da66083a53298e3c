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

/* Somebody who plays and is no pure function: a program, say. It is given what a bot is given. */
enum {
    RD_MATCH_PASS =
        -1, /* end the turn of this seat; where nothing ends it, the first legal order */
    RD_MATCH_RESIGN = -2 /* the seat is given up */
};

struct rd_match_player {
    void *context;
    /* Once, before the first order, seat after seat; NULL: no need. */
    void (*meet)(void *context, const void *view);
    /* The index of the chosen action in question->legal, RD_MATCH_PASS or RD_MATCH_RESIGN. */
    int32_t (*choose)(void *context, const struct rd_bot_question *question);
    /* After every order of any seat: the events of all seats, to be filtered; NULL: no need. */
    void (*told)(void *context, const struct rd_event_log *log);
};

struct rd_match_plan {
    const struct rd_replay_start *start;
    const struct rd_bot *bot[RD_SEATS_MAX];
    const struct rd_match_player *player[RD_SEATS_MAX]; /* instead of a bot; NULL: the bot */
    uint32_t orders_cap;                                /* 0 = RD_MATCH_ORDERS_PRESET */
    struct rd_replay_writer *writer;                    /* NULL: no replay */
    /* After every turn; NULL: nobody watches. Returning false breaks the game off. */
    bool (*on_turn)(void *context, const void *state);
    /* Milliseconds of the processor that a bot may think about an order, turned into nodes by what
     * its nodes have cost so far; 0: the bot's own budget. Games are then not repeatable. */
    uint32_t think_ms;
    /* After every answer of a bot, with question->report; NULL: nobody asks why. */
    void (*on_reasons)(void *context, const struct rd_bot_question *question, uint32_t choice);
    void *context;
};

struct rd_match_result {
    struct rd_outcome outcome;  /* not over: broken off */
    uint32_t turns;             /* turns completed */
    uint32_t orders;            /* orders given by all seats */
    uint32_t cut[RD_SEATS_MAX]; /* turns that were ended for a seat at the cap */
    /* 1: the seat could not even be made to end its turn: it resigned */
    uint32_t stuck[RD_SEATS_MAX];
    uint64_t hash; /* of the last state */
};

/* False with a problem if memory or the replay file gave out; a bot can't make it fail. */
bool rd_match_play(const struct rd_match_plan *plan, struct rd_match_result *result,
                   struct rd_problem *problem);

/* One question outside a match, on memory of its own: the index of the answer. */
uint32_t rd_match_ask(const struct rd_bot *bot, const struct rd_bot_question *question);

/* The luck of a seat's bot in a match with this key. */
struct rd_luck rd_match_bot_luck(const uint64_t key[2], rd_seat seat);

#endif
