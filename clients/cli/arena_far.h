/*
 * clients/cli/arena_far.h - redoubt arena serve and redoubt arena work: tournaments on many
 * machines.
 */
#ifndef REDOUBT_CLI_ARENA_FAR_H
#define REDOUBT_CLI_ARENA_FAR_H

#include "arena/hub.h"
#include "arena/worker.h"

struct arena_far {
    const char *listen, *secret_file;
    uint32_t lease_s, patience_s;
};

/* Fills in what the plan lacks. */
bool arena_far_serve(const struct arena_far *far, struct hub_plan *plan, struct games *games,
                     struct rd_problem *problem);
/* The exit status. */
int arena_far_work(const struct arena_far *far, struct worker_plan *plan);

#endif
