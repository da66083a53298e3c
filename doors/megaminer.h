/*
 * doors/megaminer.h - programs of the MegaMiner 2025 tournament, as they are.
 *
 * The host sends the position as one line of JSON and a line that ends the message; the program
 * answers with one line for the whole turn. Its first two lines are its name and its action for
 * turn 0, which nobody asks for. docs/doors.md has the details, and what we do better than the
 * program that these were written for.
 */
#ifndef REDOUBT_DOORS_MEGAMINER_H
#define REDOUBT_DOORS_MEGAMINER_H

#include <stdio.h>

#include "arena/entrant.h"
#include "host/codec.h"

extern const struct door door_megaminer;

/* A turn that was said in one line, while its orders are given one after the other. */
struct megaminer_turn {
    struct rd_order order; /* its note tells what came to nothing */
    uint32_t next;
};

/* Any bytes will do: what is no action is a turn without orders. */
void megaminer_turn_read(struct megaminer_turn *turn, const struct rd_bot_question *question,
                         const char *line, size_t length);
bool megaminer_turn_over(const struct megaminer_turn *turn);
/* The next order that is legal, as an index of the question, or RD_MATCH_PASS. */
int32_t megaminer_turn_next(struct megaminer_turn *turn, const struct rd_bot_question *question);

/* ---- the stand-in for the tournament's own backend (megaminer_backend.c) ---- */

struct megaminer_backend {
    const struct rd_chosen *chosen;
    const char *agent[2]; /* files for python3; NULL = a person at standard input */
    bool visualizer;      /* wait for --NEXT TURN-- after each turn */
    const struct limits *limits;
    bool sandboxed;
    FILE *in, *out, *log;
};

/* Plays one game with the backend's words on `out`. False with a problem: memory gave out, or an
 * agent never gave an answer; then nobody has won. */
bool megaminer_backend_run(const struct megaminer_backend *backend, struct rd_problem *problem);

#endif
