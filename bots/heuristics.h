/*
 * bots/heuristics.h - what a search has to be told about a game by somebody who understands it.
 *
 * The engines know rules only through struct rd_game. A game's heuristics add three things: what
 * a position is worth, which orders are worth a look, and a few playbooks: ways to play a
 * whole turn that are good enough to imagine both sides' future with.
 */
#ifndef REDOUBT_BOTS_HEURISTICS_H
#define REDOUBT_BOTS_HEURISTICS_H

#include "bots/bot.h"

enum { RD_PLAYBOOKS_MAX = 32 };

/* A position that a search thinks about: always one that was guessed from a view. */
struct rd_search_position {
    const struct rd_game *game;
    const void *state;
    const void *notes; /* what prepare() wrote down */
    rd_seat seat;      /* whose orders are wanted */
    struct rd_luck *luck;
};

struct rd_heuristics {
    const char *game; /* id */
    uint32_t notes_size;
    /* Write down what stays true while thinking about a question. May be NULL. */
    void (*prepare)(const struct rd_search_position *position, void *notes);

    /* The orders of a playbook, as far as this turn still lacks them, in sequence; returns how
     * many, at most cap. Those that are refused when their turn comes are passed over. */
    uint32_t (*orders)(const struct rd_search_position *position, uint32_t playbook,
                       struct rd_action *out, uint32_t cap);
    const uint8_t *own_playbooks;   /* to go on by; own_count of them, the most useful first */
    const uint8_t *other_playbooks; /* to expect of others */
    uint32_t own_count, other_count;

    /* Indices of the orders worth trying first in this position; returns how many. NULL: only
     * what the playbooks order is compared. */
    uint32_t (*candidates)(const struct rd_search_position *position, const struct rd_action *legal,
                           uint32_t legal_count, uint32_t *out, uint32_t cap);

    /* How far the seat is ahead, in the game's own measure; scale is a lead that makes victory
     * three times as likely as defeat. Not asked when the game is over. */
    int32_t (*evaluate)(const void *state, rd_seat seat);
    int32_t scale;
    uint32_t horizon; /* turns to look ahead */

    /* Put into a guessed position what the rules of guessing leave out and a player expects. May be
     * NULL. */
    void (*expect)(void *state, rd_seat seat, struct rd_luck *luck);
    /* Take out of a position what an inattentive player does not see. May be NULL. */
    void (*blunder_filter)(void *state, rd_seat seat);
};

/* bots/levels.c. NULL: nobody has written any for this game. */
const struct rd_heuristics *rd_heuristics_of(const struct rd_game *game);

/* The four members that tell of a game's playbooks: two arrays of uint8_t, and their lengths. */
#define RD_PLAYBOOK_LISTS(OWN, OTHER)                                             \
    .own_playbooks = (OWN), .other_playbooks = (OTHER), .own_count = sizeof(OWN), \
    .other_count = sizeof(OTHER)

#endif
