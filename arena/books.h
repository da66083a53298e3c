/*
 * arena/books.h - the books of a tournament that is being played, by threads of this machine or by
 * workers anywhere: all games, what is done, the next round, and when it is over. One thread.
 */
#ifndef REDOUBT_ARENA_BOOKS_H
#define REDOUBT_ARENA_BOOKS_H

#include "arena/store.h"

/* How far it is, for whoever wants to show it. */
struct progress {
    uint32_t done, planned; /* games; planned 0 = not known */
    uint32_t before;        /* of those done, by earlier runs */
    uint32_t round;         /* from 1 */
    double seconds;         /* since the start of this run */
    double games_per_s;
};

struct books {
    const struct tournament *tournament;
    struct store *store;
    struct games *games;
    uint32_t stored; /* of the games: the others wait to be stored */
    uint32_t done, before;
    uint64_t engine_us, programs_us; /* CPU time within games, and of programs, in this run */
    double began;
};

/* Reads the games into `games`, which is empty. */
bool books_open(struct books *books, const struct tournament *t, struct store *store,
                struct games *games, struct rd_problem *problem);
/* A result that is stored; the first one of a game counts. */
void books_note(struct books *books, const struct game *game);
/* Begins the next round when all games are done. False with a problem: the store gave out, and it
 * may be tried again. */
bool books_go_on(struct books *books, bool *over, struct rd_problem *problem);
void books_progress(const struct books *books, struct progress *progress);

double books_seconds(void); /* of a steady clock */

#endif
