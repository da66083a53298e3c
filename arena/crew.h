/*
 * arena/crew.h - threads that play games and do nothing else. Whoever has a crew gives it games and
 * collects what is finished.
 */
#ifndef REDOUBT_ARENA_CREW_H
#define REDOUBT_ARENA_CREW_H

#include "arena/tournament.h"

struct crew;

struct crew_plan {
    const struct tournament *tournament;
    bool sandboxed;
    uint32_t threads;       /* 0 = one for each core */
    const char *replays;    /* a folder, or NULL */
    uint32_t replays_every; /* keep those of every n-th group */
};

/* NULL with a problem: not one thread can be started. */
struct crew *crew_open(const struct crew_plan *plan, struct rd_problem *problem);
uint32_t crew_threads(const struct crew *crew);

/* How many more games it would take now: none until half of what it can hold is done. */
uint32_t crew_room(struct crew *crew);
/* At most as many as there is room for. */
void crew_give(struct crew *crew, const struct game *game, uint32_t count);
/* Finished games, at most `room`; returns how many. */
uint32_t crew_collect(struct crew *crew, struct game *game, uint32_t room);
/* How many it has been given that were not collected; fills in the ids of the first `room`. */
uint32_t crew_holds(struct crew *crew, uint32_t *id, uint32_t room);
/* Until something is finished and little is left to play, or for so long. False with a problem: a
 * game could not be played. */
bool crew_wait(struct crew *crew, uint32_t for_ms, struct rd_problem *problem);

/* Games that are on are played to their end, or broken off, which are never collected; no more are
 * begun. What was finished can still be collected. */
void crew_stop(struct crew *crew, bool break_off);
void crew_close(struct crew *crew); /* after crew_stop */

/* Where the replay of a game lies. */
void crew_replay_path(const char *folder, const struct game *game, char *out, size_t size);
uint32_t crew_cores(void);

#endif
