/*
 * server/shell/postgres.h - the parts of records in PostgreSQL: its tables (postgres_tables.c),
 * leases and writing (storage_postgres.c), reading (postgres_read.c). Private to them.
 */
#ifndef REDOUBT_SERVER_POSTGRES_H
#define REDOUBT_SERVER_POSTGRES_H

#include <stdatomic.h>

#include "server/core/hash_map.h"
#include "server/shell/back.h"
#include "server/shell/chain.h"
#include "storage/pq.h"

enum { POSTGRES_REFUSED = 256, POSTGRES_CURSORS = 256, POSTGRES_PARTS = 4096 };
enum { POSTGRES_ADDRESS = 1024, POSTGRES_LINKS = 262144, POSTGRES_NUMBER = 24 };

/* Of the latest record of a match: what the next one is linked to. */
struct link {
    char match[CORE_ID_MAX];
    uint32_t n; /* 0: not known */
    struct chain chain;
};

struct postgres {
    struct storage base;
    char address[POSTGRES_ADDRESS], owner[STORAGE_OWNER_ROOM];
    struct pq writer, reader; /* the reader is for other threads than the one that writes */
    struct pq hearer;         /* what other servers store: for the one that writes */
    bool alone;
    int64_t lease_ms;
    int64_t fence, batch;  /* 0: no lease yet; the number of the latest batch under it */
    struct hash_map links; /* of the matches that were written last */
    uint64_t secret[2];
    uint32_t refused[POSTGRES_REFUSED]; /* groups that the batch at hand goes without */
    uint32_t refused_count;
    struct postgres_cursor {
        int64_t fence, batch; /* all of it up to there was heard */
    } cursor[POSTGRES_CURSORS];
    uint32_t cursors;
    int64_t last_fence;         /* numbers up to there were given out */
    char parts[POSTGRES_PARTS]; /* those that were read, "{1,2}" */
    bool gained;                /* perhaps there are more */
    _Atomic int64_t until_ms;   /* see storage_until_ms */
    atomic_bool lost, stop;
};

struct postgres *postgres_of(struct storage *storage);
int64_t postgres_now_ms(void); /* CLOCK_MONOTONIC */
const char *postgres_number(int64_t value, char out[POSTGRES_NUMBER]);

/* ---- postgres_tables.c ---- */

/* One number. -1 with a problem. */
int64_t postgres_ask_number(struct pq *pq, const char *sql, struct rd_problem *problem);
/* Can it be written, and would it keep what we write? */
/* Is every statement carried out by the same process? */
bool postgres_has_session(struct pq *pq, const char *address, struct rd_problem *problem);
bool postgres_is_good_place(struct pq *pq, struct rd_problem *problem);
bool postgres_is_up_to_date(struct pq *pq, struct rd_problem *problem);
/* Servers share the tables; who changes them, or moves all of them, has them alone. The lock ends
 * with the connection. */
bool postgres_lock_tables(struct pq *pq, bool alone, struct rd_problem *problem);
bool postgres_migrate(const char *path, struct rd_problem *problem);

/* ---- storage_postgres.c ---- */

struct storage *postgres_open(const char *path, bool alone, struct rd_problem *problem);
/* Claims, or renews, over a connection that is there. The lease lasts from when it was asked for,
 * or longer. */
bool postgres_claim(struct postgres *pg, uint32_t *taken, struct rd_problem *problem);

/* ---- postgres_read.c ---- */

struct link *postgres_link(struct postgres *pg, const char *match);
void postgres_forget_links(struct postgres *pg);
bool postgres_read_link(const char *hex, struct chain *chain);
bool postgres_load(struct storage *storage, storage_each_record each, void *context,
                   struct rd_problem *problem);
bool postgres_everything(struct storage *storage, storage_each_record each, void *context,
                         struct rd_problem *problem);
/* The rows of a query over the connection for news: id, n, at_ms, kind, body, link (or version, of
 * what belongs to no log). */
bool postgres_rows(struct postgres *pg, const char *sql, const char *value,
                   storage_each_record each, void *context, struct rd_problem *problem);
bool postgres_fetch(struct storage *storage, const char *match, storage_each_record each,
                    void *context, struct rd_problem *problem);
/* ---- postgres_news.c ---- */

/* Before anything is read at the start: later is news. */
bool postgres_begin_news(struct postgres *pg, struct rd_problem *problem);
bool postgres_hear(struct storage *storage, struct core_news *news, struct rd_problem *problem);

/* ---- postgres_read.c ---- */

/* Beside a server, by its address. */
bool postgres_look(const char *path, const char *question, storage_each_record each, void *context,
                   struct rd_problem *problem);
bool postgres_changed(const char *path, int64_t *when, struct rd_problem *problem);
bool postgres_backup(const char *path, const char *to, struct rd_problem *problem);

#endif
