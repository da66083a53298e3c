/*
 * storage/pq.h - a connection to PostgreSQL, and messages that say what to do when it refuses.
 */
#ifndef REDOUBT_STORAGE_PQ_H
#define REDOUBT_STORAGE_PQ_H

#include "storage/libpq.h"

struct pq {
    const struct libpq *lib;
    pq_handle connection; /* NULL: none */
};

/* postgresql://... or postgres://... */
bool pq_is_address(const char *text);

/* False with a problem: it can't be reached, or lets us not in. */
bool pq_open(struct pq *pq, const char *address, struct rd_problem *problem);
void pq_close(struct pq *pq); /* also of one that is not open */
bool pq_is_alive(const struct pq *pq);

/* A statement with texts in place of $1, $2, ... NULL with a problem; else pq_clear them. */
pq_rows pq_ask(struct pq *pq, const char *sql, const char *const *value, int count,
               struct rd_problem *problem);
void pq_clear(struct pq *pq, pq_rows rows); /* NULL is fine */
/* Several statements, whose rows nobody wants. */
bool pq_run(struct pq *pq, const char *sql, struct rd_problem *problem);
bool pq_prepare(struct pq *pq, const char *name, const char *sql, struct rd_problem *problem);

/* What a statement was refused for, "23502"; "": it wasn't, or the connection broke. */
const char *pq_code(const struct pq *pq, const struct pg_result *rows);
/* Always false: says what PostgreSQL says, and what to do. */
bool pq_problem(const struct pq *pq, const struct pg_result *rows, struct rd_problem *problem);

#endif
