/*
 * host/play.h - the one place in the host where orders meet a state.
 *
 * Every change is judged first, and audited afterwards as a check on ourselves: a state that
 * fails its audit stops the program with a message, since nothing after it could be trusted.
 */
#ifndef REDOUBT_HOST_PLAY_H
#define REDOUBT_HOST_PLAY_H

#include <stdbool.h>

#include "host/codec.h"
#include "host/setup.h"
#include "redoubt/game.h"

/* A game under way, with the events of the latest order. */
struct rd_play {
    const struct rd_game *game;
    void *state, *spare; /* rd_game.state_size bytes each, owned */
    struct rd_luck luck; /* the script, if any, is the caller's and must outlive this */
    struct rd_event_log log;
    /* After rd_play_ask_frames(): the steps of the latest order, and the state before it. */
    struct rd_frames frames;
    void *before; /* owned; NULL: nobody has asked yet */
    bool asks;
};

/* A new game of a checked setup. */
void rd_play_begin(struct rd_play *play, const struct rd_chosen *chosen, struct rd_luck luck);
/* From a copy of a state; whoever lets dice be rolled sets the luck first. Orders will have at most
 * so many actions each. */
void rd_play_from(struct rd_play *play, const struct rd_game *game, const void *state,
                  uint32_t actions);
/* From a position in JSON; on false nothing is left to close. */
bool rd_play_import(struct rd_play *play, const struct rd_chosen *chosen, struct rd_luck luck,
                    const json_t *position, struct rd_problem *problem);
void rd_play_end(struct rd_play *play);

/* From now on the frames of every order are kept until the next one: host/frames.h shows them. */
void rd_play_ask_frames(struct rd_play *play);
/* From now on they aren't. Those of the latest order stay until the next one. */
void rd_play_skip_frames(struct rd_play *play);

/* One action, RD_VERB_RESIGN included: judge, apply, audit. The log is emptied first. Refused:
 * nothing changed, luck included. seat need not exist. */
struct rd_verdict rd_play_action(struct rd_play *play, rd_seat seat, struct rd_action action);

/* The actions of an order, all or none of them: the first refusal undoes those before it, and
 * *refused (may be NULL) is its index. A refused order->verdict is returned as it is. */
struct rd_verdict rd_play_order(struct rd_play *play, rd_seat seat, const struct rd_order *order,
                                uint32_t *refused);

/* The index of the first legal action that ends the turn of its seat; count: there is none. */
uint32_t rd_order_that_ends(const struct rd_game *game, const struct rd_action *legal,
                            uint32_t count);

/* judge() for any action, RD_VERB_RESIGN included. */
struct rd_verdict rd_judge(const struct rd_game *game, const void *state, rd_seat seat,
                           struct rd_action action);

/* Stops the program with a message if the state is broken. */
void rd_audit_or_stop(const struct rd_game *game, const void *state);

#endif
