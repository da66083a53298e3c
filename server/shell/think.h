/*
 * server/shell/think.h - bots that think for servers on other machines: takes questions out of
 * their database and gives answers. See docs/decisions/0120-thinkers-apart.md.
 */
#ifndef REDOUBT_SERVER_THINK_H
#define REDOUBT_SERVER_THINK_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "host/problem.h"

enum { THINK_THREADS_MAX = 256 };

struct think_plan {
    const char *address; /* of PostgreSQL */
    uint32_t threads;    /* 0: as many as there are cores */
    /* Ends the work when a signal handler sets it; what is being thought then is left to others. */
    const volatile sig_atomic_t *stop;
    void (*on_word)(const char *sentence); /* what whoever runs it may want to know */
};

/* Until it is told to stop; while the database is away it waits. False with a problem: it could not
 * begin. answers: how many it gave. */
bool think_run(const struct think_plan *plan, uint64_t *answers, struct rd_problem *problem);

#endif
