/*
 * arena/store_back.h - a place where tournaments are kept, for store.c. See store.h for what the
 * functions promise.
 */
#ifndef REDOUBT_ARENA_STORE_BACK_H
#define REDOUBT_ARENA_STORE_BACK_H

#include "arena/store.h"

/* X(result, name, arguments) */
#define STORE_FUNCTIONS(X)                                                                       \
    X(void, close, (struct store *))                                                             \
    X(char *, plan, (struct store *))                                                            \
    X(bool, set_plan, (struct store *, const char *, struct rd_problem *))                       \
    X(bool, note_run, (struct store *, const char *, struct rd_problem *))                       \
    X(char *, last_run, (struct store *))                                                        \
    X(bool, begin, (struct store *, struct rd_problem *))                                        \
    X(bool, end, (struct store *, bool, struct rd_problem *))                                    \
    X(bool, is_away, (const struct store *))                                                     \
    X(bool, add, (struct store *, const struct game *, uint32_t, struct rd_problem *))           \
    X(bool, take, (struct store *, struct taking *, uint32_t, struct rd_problem *))              \
    X(bool, hold,                                                                                \
      (struct store *, const struct lease *, const uint32_t *, uint32_t, struct rd_problem *))   \
    X(bool, finish, (struct store *, const struct game *const *, uint32_t, struct rd_problem *)) \
    X(bool, drop, (struct store *, uint32_t, bool, struct rd_problem *))                         \
    X(bool, again, (struct store *, int64_t, uint32_t, struct rd_problem *))                     \
    X(bool, load, (struct store *, struct games *, struct rd_problem *))

struct store_back {
    struct store *(*open)(const char *path, bool reading, struct rd_problem *problem);
#define X(result, name, arguments) result(*name) arguments;
    STORE_FUNCTIONS(X)
#undef X
};

/* The first member of what a place keeps. */
struct store {
    const struct store_back *back;
};

extern const struct store_back store_sqlite, store_postgres;

/* What stands instead of the result of a game that is never to be played. */
#define STORE_DROPPED "dropped"

/* Numbers as a JSON list; the caller frees it. */
char *store_list(const uint32_t *id, uint32_t count);

/* A row of the games: a result that is NULL, dropped, or JSON. */
bool store_read_result(struct game *game, const char *text);

#endif
