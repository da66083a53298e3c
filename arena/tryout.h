/*
 * arena/tryout.h - before a tournament: does a program start, say its name, and give an order?
 */
#ifndef REDOUBT_ARENA_TRYOUT_H
#define REDOUBT_ARENA_TRYOUT_H

#include "arena/game_run.h"

enum { TRYOUT_MS = 20000 };

/* The entrant plays the first turn of a game with this setup against `random`, in seat 0; or a game
 * as far as it gets within TRYOUT_MS. Luck is the same each time. False: memory gave out. */
enum tryout_kind { TRYOUT_TURN, TRYOUT_GAME };
struct tryout_plan {
    const struct rd_chosen *chosen;
    const struct limits *limits;
    bool sandboxed;
    enum tryout_kind kind;
    const char *replay; /* a file to make, or NULL */
};
bool tryout_run(const struct entrant *entrant, const struct tryout_plan *what,
                struct game_run_result *result, struct rd_problem *problem);

/* Did it do nothing wrong? */
bool tryout_passed(const struct game_run_result *result);

/* A line, and what went wrong in some more. */
void tryout_tell(const struct entrant *entrant, const struct game_run_result *result, FILE *out);
json_t *tryout_json(const struct entrant *entrant, const struct game_run_result *result);

#endif
