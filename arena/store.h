/*
 * arena/store.h - where a tournament is kept: its plan, the queue of its games, their results.
 *
 * Workers take games from the queue and hand in results; a game that was taken and never handed in
 * goes back when its lease ends, or when the next arena opens it for its own threads. A result is
 * kept once: what is handed in for a game that has one changes nothing. A file of SQLite, or a
 * database of PostgreSQL (store_sqlite.c, store_postgres.c, arena/schema). One thread at a time.
 */
#ifndef REDOUBT_ARENA_STORE_H
#define REDOUBT_ARENA_STORE_H

#include "arena/schedule.h"

struct store;

/* A file, or postgresql://... NULL with a problem: it can't be opened, is no tournament, or another
 * arena is using it. With `reading` nothing is made, locked or changed. */
struct store *store_open(const char *path, bool reading, struct rd_problem *problem);
void store_close(struct store *store); /* NULL is fine */

/* The plan as it was begun; NULL: there is none yet. The caller frees it.
 * A tournament that grows has a new one. */
char *store_plan(struct store *store);
bool store_set_plan(struct store *store, const char *plan, struct rd_problem *problem);
/* What was in force when somebody played on: a sentence that is kept with the results. */
bool store_note_run(struct store *store, const char *in_force, struct rd_problem *problem);
char *store_last_run(struct store *store); /* NULL: nobody has; the caller frees it */

/* Several changes become one: all of them or none, at store_end. Where a connection breaks, all of
 * them may be done again: none counts twice. */
bool store_begin(struct store *store, struct rd_problem *problem);
bool store_end(struct store *store, bool fine, struct rd_problem *problem);
/* After a failure: the database can't be reached, and the same may be tried again. */
bool store_is_away(const struct store *store);

/* Games join the queue, all or none. */
bool store_add(struct store *store, const struct game *game, uint32_t count,
               struct rd_problem *problem);
/* Who takes games, and for how long they are its own. */
struct lease {
    const char *owner;
    int32_t for_ms;
};
#define STORE_OWN "only" /* the owner whose games are free when the next arena opens */
/* Somebody takes up to `want` games. */
struct taking {
    struct lease lease;
    uint32_t want;
    uint32_t *id;   /* room for so many; filled in no sequence */
    uint32_t taken; /* how many there were */
};
/* The first games that nobody has, for all who take at this moment. */
bool store_take(struct store *store, struct taking *taking, uint32_t count,
                struct rd_problem *problem);
/* Of what it has taken and not handed in, these games stay its own; the others go back. */
bool store_hold(struct store *store, const struct lease *lease, const uint32_t *id, uint32_t count,
                struct rd_problem *problem);
/* Results, all or none. */
bool store_finish(struct store *store, const struct game *const *game, uint32_t count,
                  struct rd_problem *problem);

/* A game without a result is never to be played, or is to be played after all. */
bool store_drop(struct store *store, uint32_t id, bool dropped, struct rd_problem *problem);

/* A game that was played is to be played again: its result is gone. Once for each number of an
 * order, however often it is told. */
bool store_again(struct store *store, int64_t by, uint32_t id, struct rd_problem *problem);

/* All games in their sequence, played or not. */
bool store_load(struct store *store, struct games *games, struct rd_problem *problem);

#endif
