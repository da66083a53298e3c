/*
 * prove/dice.h - one order with every way the dice may fall.
 *
 * The rules draw from a script. What they draw is not known before: so the range of each further
 * draw is found by values outside it, which the luck marks.
 */
#ifndef REDOUBT_PROVE_DICE_H
#define REDOUBT_PROVE_DICE_H

#include <stdbool.h>

#include "redoubt/game.h"

enum {
    PROVE_DRAWS_MAX = 6,       /* of one order; dice that are thrown again have no end */
    PROVE_VALUES_MAX = 1 << 12 /* of one draw; a wider one is a trouble of its opening */
};

struct prove_range {
    int32_t low, high;
};

struct prove_dice {
    const struct rd_game *game;
    const void *before; /* the position that the order is given in */
    void *after;        /* what it leads to, state_size bytes */
    rd_seat seat;
    struct rd_action action;
    struct rd_event_log *log; /* of the last try; NULL: not wanted */

    int32_t script[PROVE_DRAWS_MAX + 1];
    struct prove_range range[PROVE_DRAWS_MAX]; /* the last one found at each place: a good guess */
    uint32_t draws;                            /* how many the order has drawn this time */
    struct rd_luck luck;                       /* as it was before the order */
    bool begun;
    bool too_wide;     /* a draw with more values than PROVE_VALUES_MAX: the rest is left out */
    uint32_t too_long; /* ways with more draws than PROVE_DRAWS_MAX, left out */
};

/* For a new order: seat, action and before are set. */
void prove_dice_begin(struct prove_dice *dice);
/* The next way: after, log, script and draws tell of it. False: there is none left. */
bool prove_dice_next(struct prove_dice *dice);

#endif
