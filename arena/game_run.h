/*
 * arena/game_run.h - one game between entrants, built in or programs, from beginning to end.
 */
#ifndef REDOUBT_ARENA_GAME_RUN_H
#define REDOUBT_ARENA_GAME_RUN_H

#include <stdio.h>

#include "arena/entrant.h"

struct game_run_plan {
    const struct rd_chosen *chosen;
    uint64_t key[2];
    const struct entrant *entrant[RD_SEATS_MAX]; /* by seat */
    const struct limits *limits;
    bool sandboxed;
    const char *replay; /* a file to make, NULL = none. Logs of programs lie beside it */
    bool (*on_turn)(void *context, const void *state); /* see rd_match_plan */
    void (*on_reasons)(void *context, const struct rd_bot_question *question, uint32_t choice);
    uint32_t think_ms;
    void *context;
};

/* How a seat fared. */
struct game_run_seat {
    char name[ENTRANT_NAME_MAX]; /* as the program calls itself, or the entrant's */
    enum seat_end end;
    uint32_t faults;
    int64_t used_ms, ready_ms, first_ms;
    uint32_t cpu_ms, memory_kb;    /* of the whole program */
    char why[PROGRAM_WHY_MAX];     /* "" if nothing was wrong */
    char how[PROGRAM_HOW_MAX];     /* the program ended */
    char words[PROGRAM_WORDS_MAX]; /* the last lines of its standard error */
    bool never_played;
};

struct game_run_result {
    struct rd_match_result match;
    struct game_run_seat seat[RD_SEATS_MAX];
};

/* What a seat's program did wrong, how it ended, and its last words: some lines for people, each
 * after the indent. Nothing if nothing was wrong. */
void game_run_tell(const struct game_run_seat *seat, const char *indent, FILE *out);

/* False with a problem if memory or a file gave out; no program can make it fail. */
bool game_run(const struct game_run_plan *plan, struct game_run_result *result,
              struct rd_problem *problem);

#endif
