/*
 * arena/growth.h - a tournament that is asked for again. What is in the file goes on if it is the
 * same; a round robin and a gauntlet can grow by entrants, versions of entrants, and pairs.
 */
#ifndef REDOUBT_ARENA_GROWTH_H
#define REDOUBT_ARENA_GROWTH_H

#include "arena/store.h"

struct growth {
    /* Sentences for people, a line each: who is new, who has changed. */
    char told[4096];
    uint32_t first_new; /* entrants from here on have never played; those before it have */
};

/* Makes `t`, as it is asked for, what is to be played: with the entrants of the file, who keep
 * their numbers and their results. The file is changed accordingly. The problem of a false says
 * what is different. `seeded`: the seed was asked for, otherwise it is the file's. */
bool growth_agree(struct tournament *t, bool seeded, struct store *store, struct growth *growth,
                  struct rd_problem *problem);

#endif
