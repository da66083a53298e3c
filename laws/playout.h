/*
 * laws/playout.h - random games that are the same on every target.
 *
 * Pure like the rules: it is compiled with them for each target, by each compiler. Everything about
 * a game (options, seats, dice, orders) follows from the game and one seed. The laws, the parity
 * test, the golden games and the fuzzers all draw from here.
 */
#ifndef REDOUBT_LAWS_PLAYOUT_H
#define REDOUBT_LAWS_PLAYOUT_H

#include "redoubt/game.h"

/* Every option at its least, its preset, its most or anything between, any number of seats: the
 * first of many tries that check_setup accepts. 0: none was. */
int playout_setup(const struct rd_game *game, struct rd_luck *luck, struct rd_setup *setup);

/* Mostly a seat that is to act; now and then any seat, which may have an order for any time. */
rd_seat playout_seat(rd_seats to_act, uint32_t seats, struct rd_luck *luck);

/* Any of count > 0 legal actions, every verb with the same chance. */
struct rd_action playout_action(const struct rd_game *game, const struct rd_action *legal,
                                uint32_t count, struct rd_luck *luck);

/* ---- a whole game in memory of fixed size -------------------------------------------------- */

enum {
    PLAYOUT_STATE_MAX = 32768,
    PLAYOUT_LEGAL_MAX = 1600000,
    PLAYOUT_EVENTS_MAX = 1 << 17,
    PLAYOUT_TENSOR_MAX = 1 << 19
};

struct playout {
    const struct rd_game *game;
    struct rd_setup setup;
    struct rd_luck luck, chooser;
    uint32_t steps;

    /* The last order. */
    rd_seat seat;
    struct rd_action action;
    struct rd_event_log log;

    uint64_t state[PLAYOUT_STATE_MAX / 8];
    uint64_t view[PLAYOUT_STATE_MAX / 8];
    uint64_t guess[PLAYOUT_STATE_MAX / 8];
    uint64_t tensor[PLAYOUT_TENSOR_MAX / 8];
    struct rd_action legal[PLAYOUT_LEGAL_MAX];
    struct rd_event event[PLAYOUT_EVENTS_MAX];
    struct rd_scene scene;
};

/* The game of a seed. setup may be NULL: then it is drawn too. */
void playout_begin(struct playout *playout, const struct rd_game *game, uint64_t seed,
                   const struct rd_setup *setup);

/* One more order; 0 when the game was over already. */
int playout_step(struct playout *playout);

uint64_t playout_state_hash(const struct playout *playout);

/* Of all that can be asked about the position: views, tensors, scenes, legal actions, guesses, the
 * events of the last order, outcome and turns. */
uint64_t playout_answers_hash(struct playout *playout);

#endif
