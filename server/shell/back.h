/*
 * server/shell/back.h - what a place for records has to do: a file of SQLite, or PostgreSQL. Each
 * function is described where it is called by everybody else, in storage.h.
 */
#ifndef REDOUBT_SERVER_BACK_H
#define REDOUBT_SERVER_BACK_H

#include "server/shell/storage.h"

struct storage_back {
    struct storage *(*open)(const char *path, bool alone, struct rd_problem *problem);
    void (*close)(struct storage *storage);
    const char *(*address)(const struct storage *storage); /* NULL: it has none */
    uint64_t (*loss)(const struct storage *storage, const char **names);
    int64_t (*until_ms)(const struct storage *storage);
    bool (*lost)(const struct storage *storage);
    void (*give_up)(struct storage *storage);
    bool (*claim)(struct storage *storage, const struct storage_claim *claim, uint32_t *taken,
                  struct rd_problem *problem);
    bool (*load)(struct storage *storage, storage_each_record each, void *context,
                 struct rd_problem *problem);
    bool (*fetch)(struct storage *storage, const char *match, storage_each_record each,
                  void *context, struct rd_problem *problem);
    bool (*everything)(struct storage *storage, storage_each_record each, void *context,
                       struct rd_problem *problem);
    bool (*write)(struct storage *storage, const struct core_batch *batch,
                  struct rd_problem *problem);
    const uint32_t *(*refused)(const struct storage *storage, uint32_t *count);
    bool (*hear)(struct storage *storage, struct core_news *news, struct rd_problem *problem);
    /* NULL: it keeps them. */
    bool (*retire)(struct storage *storage, const char *path, int64_t before_ms, uint32_t *matches,
                   struct rd_problem *problem);
    void (*set_log)(struct storage *storage, uint32_t pages);
    bool (*tidy)(struct storage *storage);
    bool (*idle)(struct storage *storage);
    void (*carry)(struct storage *storage);
    /* By their path. */
    bool (*migrate)(const char *path, struct rd_problem *problem);
    bool (*backup)(const char *path, const char *to, struct rd_problem *problem);
    bool (*changed)(const char *path, int64_t *when, struct rd_problem *problem);
    /* The records that a question asks for, beside a server. */
    bool (*look)(const char *path, const char *question, storage_each_record each, void *context,
                 struct rd_problem *problem);
};

/* Every place's own struct begins with it. */
struct storage {
    const struct storage_back *back;
};

extern const struct storage_back storage_sqlite, storage_postgres;

/* move.c: everything, into a place that is empty. */
bool storage_copy(struct storage *from, struct storage *to, struct storage_moved *moved,
                  struct rd_problem *problem);

#endif
