/*
 * host/reveal.h - may an order be taken back? The one answer for server, terminal and page.
 *
 * Not when dice were rolled for it, when its turn is over, or when others noticed it: then it is
 * final, and so are all orders before it. And not when its seat has learned something from it.
 *
 * An order that moves a scout shows what stands behind the hill; whoever could take it back would
 * have looked for nothing. No rulebook marks such orders: the same order is given in worlds that
 * the seat could not tell from the true one, and if it goes differently there, then hidden facts
 * had a hand in what the seat saw. See docs/decisions/0014-undo-asks-the-guess.md.
 */
#ifndef REDOUBT_HOST_REVEAL_H
#define REDOUBT_HOST_REVEAL_H

#include <stdbool.h>

#include "host/codec.h"
#include "redoubt/game.h"

enum { RD_REVEAL_GUESSES = 4 };

/* The luck of the question about order number `number` of a match: always the same, so that asking
 * again or after a restart gives the same answer. One-way: it tells nothing of the key. */
struct rd_luck rd_reveal_luck(const uint64_t key[2], uint32_t number);

/* Did this order, which the rules took in the state before, show its seat something that the seat
 * could not know, or roll dice? A false may be wrong: all the guesses may happen to agree with the
 * truth. */
bool rd_order_reveals(const struct rd_game *game, const void *before, rd_seat seat,
                      const struct rd_order *order, struct rd_luck luck);

/* An order that was given, and what came of it. */
struct rd_given {
    const struct rd_game *game;
    rd_seat seat;
    const void *before, *now; /* the state in which it was given, and the state of today */
    bool dice;                /* were rolled for it */
    /* Viewers who saw its events, or whose view it changed; 0 where nobody else looks on. */
    rd_seats noticed;
};

/* All viewers but the seat who could mind: spectators who see everything are let in at the end. */
rd_seats rd_others(const struct rd_game *game, rd_seat seat);
bool rd_order_is_final(const struct rd_given *given);

enum rd_undo {
    RD_UNDO_FINE,
    RD_UNDO_FINAL,   /* dice, the turn, others */
    RD_UNDO_REVEALED /* the order may have shown its seat what had been hidden */
};
/* luck: rd_reveal_luck() */
enum rd_undo rd_may_undo(const struct rd_given *given, const struct rd_order *order,
                         struct rd_luck luck);

#endif
