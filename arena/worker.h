/*
 * arena/worker.h - plays games of a tournament that another machine hands out (hub.h). It needs no
 * database, and no plan: it asks for that. It keeps results until they are taken, and goes on when
 * whoever hands out games has been away for a while.
 */
#ifndef REDOUBT_ARENA_WORKER_H
#define REDOUBT_ARENA_WORKER_H

#include <signal.h>

#include "arena/tournament.h"

struct worker_plan {
    const char *url, *secret; /* "http://HOST:PORT"; NULL: no secret */
    const char *version;      /* of this program */
    uint32_t threads;         /* 0 = one for each core */
    enum sandbox_wish sandbox;
    const char *const *files; /* "NAME=FOLDER": where the files of a program lie here */
    uint32_t file_count;
    uint32_t patience_s; /* how long nobody may answer */
    void (*on_word)(void *context, const char *sentence);
    void *context;
    const volatile sig_atomic_t *stop; /* not 0: give back what is not played, and end */
};

struct worker_figures {
    uint32_t played; /* and taken */
};

/* Until the tournament is over. False with a problem: nobody answers, or the bots are not the same
 * here. */
bool worker_run(const struct worker_plan *plan, struct worker_figures *figures,
                struct rd_problem *problem);

#endif
