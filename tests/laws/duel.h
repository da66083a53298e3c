/*
 * duel - a test double with everything that null lacks: secrets, sealed orders, dice, an order for
 * any time, and two to four seats. Not a registered game.
 *
 * Each seat has a hidden purse. In every round all seats seal a bid at the same time (a second one
 * replaces the first) and say done; done may be taken back while others think. Then the highest bid
 * is paid and scores a point; dice decide between equal bids. What was bid stays hidden. Paying and
 * scoring are steps.
 */
#ifndef REDOUBT_TESTS_DUEL_H
#define REDOUBT_TESTS_DUEL_H

#include "redoubt/game.h"

enum { DUEL_SEATS_MAX = 4, DUEL_PURSE_MAX = 9, DUEL_ROUNDS_MAX = 12 };
enum duel_option { DUEL_ROUNDS };
enum duel_verb { DUEL_BID, DUEL_DONE, DUEL_TAKE_BACK };
enum duel_event { DUEL_SEALED, DUEL_PAID, DUEL_SCORED, DUEL_GAVE_UP };
enum duel_refusal { DUEL_TOO_POOR = 1, DUEL_NOT_DONE, DUEL_ALREADY_DONE };
enum duel_step { DUEL_PAYING = 1, DUEL_SCORING };
enum duel_ending { DUEL_ROUNDS_OVER = 1, DUEL_RESIGNED };

struct duel_secret {
    uint8_t purse;
    uint8_t bid; /* 1 + coins, 0 = none */
    uint8_t done;
    uint8_t zero;
};

struct duel_open {
    uint8_t seats, ending, quitter; /* quitter: 1 + seat that resigned */
    uint8_t rounds, round;          /* round: how many are over */
    uint8_t points[DUEL_SEATS_MAX];
    uint8_t zero[7];
};

struct duel_state {
    struct duel_open open;
    struct duel_secret secret[DUEL_SEATS_MAX];
};

struct duel_view {
    struct duel_open open;
    struct duel_secret own;
    uint8_t seat;
    uint8_t zero[3];
};
RD_STATIC_ASSERT(sizeof(struct duel_state) == 32, "flat, without padding");
RD_STATIC_ASSERT(sizeof(struct duel_view) == 24, "flat, without padding");

extern const struct rd_game duel_game;

#endif
