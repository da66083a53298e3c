/*
 * arena/runner.h - plays a tournament on all cores, and goes on where it was broken off.
 *
 * One thread, the caller's, keeps the books: it takes games from the store, hands in results in
 * batches and makes the next round. The others only play.
 */
#ifndef REDOUBT_ARENA_RUNNER_H
#define REDOUBT_ARENA_RUNNER_H

#include <signal.h>

#include "arena/books.h"

struct run_figures {
    uint32_t played; /* in this run */
    double seconds;
    double games_per_s;
    double cpu_s;      /* of all threads of this process */
    double engine_s;   /* of these, within games */
    double programs_s; /* CPU time of programs */
    double cpu_use;    /* 1 = all threads always busy */
    uint32_t threads;
};

struct run_plan {
    const struct tournament *tournament;
    struct store *store;
    bool sandboxed;
    uint32_t threads;       /* 0 = one for each core */
    const char *replays;    /* a folder, or NULL */
    uint32_t replays_every; /* keep those of every n-th group */
    void (*on_progress)(void *context, const struct progress *progress, const struct games *games);
    void *context;
    const volatile sig_atomic_t *stop; /* not 0: games that are played are ended, no more begun */
};

/* Fills games with all of them. False with a problem: the store or a file gave out. */
bool runner_run(const struct run_plan *plan, struct games *games, struct run_figures *figures,
                struct rd_problem *problem);

#endif
