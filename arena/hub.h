/*
 * arena/hub.h - a tournament whose games are played by workers anywhere: it hands them out, takes
 * results, and plays nothing itself. docs/arena.md describes the calls.
 *
 * All calls that wait are carried out in one change of the store, and are answered when it is kept.
 * What a worker has been given is its own by a lease; whoever is not heard of loses it.
 */
#ifndef REDOUBT_ARENA_HUB_H
#define REDOUBT_ARENA_HUB_H

#include <signal.h>

#include "arena/books.h"

struct hub_plan {
    const struct tournament *tournament;
    struct store *store;
    const char *version;         /* of this program; workers must have the same */
    const char *listen, *secret; /* see reception.h */
    const char *replays;         /* a folder, or NULL */
    uint32_t replays_every;      /* keep those of every n-th group */
    uint32_t lease_ms;           /* who is not heard of for so long gives its games back */
    void (*on_open)(void *context, const char *address);
    void (*on_progress)(void *context, const struct progress *progress, const struct games *games);
    void (*on_word)(void *context, const char *sentence); /* what people should know */
    void *context;
    const volatile sig_atomic_t *stop; /* not 0: end */
};

struct hub_figures {
    uint32_t played, workers, calls; /* in this run */
    double seconds;
};

/* Fills games with all of them. False with a problem: the store or a file gave out. */
bool hub_run(const struct hub_plan *plan, struct games *games, struct hub_figures *figures,
             struct rd_problem *problem);

#endif
