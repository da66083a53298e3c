/* What must be so before records go into PostgreSQL, and the tables themselves. */
#include <stdio.h>
#include <stdlib.h>

#include "server/shell/postgres.h"
#include "server/shell/schema.h"

enum { LOCK_WAIT_S = 5 };

/* Each with what to do about it. The query gives true where it is so. */
static const struct {
    const char *asks, *then;
} bad_places[] = {
    { "getdatabaseencoding() <> 'UTF8'",
      "is not in UTF-8; make one that is: createdb --encoding=UTF8 --template=template0 NAME" },
    { "pg_is_in_recovery()",
      "is a replica that can only be read; give the address of the primary, or several hosts and "
      "target_session_attrs=read-write" },
    { "current_setting('transaction_read_only') = 'on'",
      "lets only read by default; ALTER DATABASE NAME RESET default_transaction_read_only, and "
      "likewise for the user (ALTER ROLE)" },
    { "current_schema() IS NULL",
      "has no schema in which tables could be: make the one that search_path names" },
};

bool postgres_is_good_place(struct pq *pq, struct rd_problem *problem)
{
    for (uint32_t i = 0; i < sizeof bad_places / sizeof bad_places[0]; i++) {
        char sql[128];
        snprintf(sql, sizeof sql, "SELECT %s", bad_places[i].asks);
        pq_rows rows = pq_ask(pq, sql, NULL, 0, problem);
        bool bad = rows != NULL && pq->lib->value(rows, 0, 0)[0] == 't';
        bool asked = rows != NULL;
        pq_clear(pq, rows);
        if (!asked || bad) {
            return bad ? rd_problem_at(problem, "db", "this database %s", bad_places[i].then)
                       : false;
        }
    }
    return true;
}

/* One number. -1 with a problem. */
int64_t postgres_ask_number(struct pq *pq, const char *sql, struct rd_problem *problem)
{
    pq_rows rows = pq_ask(pq, sql, NULL, 0, problem);
    int64_t value = rows == NULL ? -1 : strtoll(pq->lib->value(rows, 0, 0), NULL, 10);
    pq_clear(pq, rows);
    return value;
}

/* A pooler of transactions gives each of them to whatever process is free: the one that we had is
 * taken by a second connection, and we look whether it is still ours. */
bool postgres_has_session(struct pq *pq, const char *address, struct rd_problem *problem)
{
    static const char whose[] = "SELECT pg_backend_pid()";
    struct pq other = { NULL, NULL };
    int64_t before = postgres_ask_number(pq, whose, problem), after = -1;
    if (before >= 0 && pq_open(&other, address, problem) && pq_run(&other, "BEGIN", problem) &&
        postgres_ask_number(&other, whose, problem) >= 0) {
        after = postgres_ask_number(pq, whose, problem);
    }
    pq_close(&other);
    return after == before ||
           (after >= 0 &&
            rd_problem_at(problem, "db",
                          "a pooler gives every transaction another process of PostgreSQL, and a "
                          "server needs its own: set pool_mode = session, or go around it"));
}

static int newest_version(void)
{
    int newest = 0;
    while (postgres_texts[newest].name != NULL) {
        newest++;
    }
    return newest;
}

/* Of the tables; 0: there are none. -1 with a problem. */
static int64_t version_of(struct pq *pq, struct rd_problem *problem)
{
    int64_t there = postgres_ask_number(
        pq, "SELECT (to_regclass('redoubt_version') IS NOT NULL)::int", problem);
    int64_t version =
        there <= 0 ? there
                   : postgres_ask_number(
                         pq, "SELECT coalesce(max(version), -1) FROM redoubt_version", problem);
    if (version < 0) { /* unless the question failed, which was told already */
        rd_problem_at(problem, "db", "the tables have no version; restore a backup");
    }
    return version;
}

bool postgres_is_up_to_date(struct pq *pq, struct rd_problem *problem)
{
    int64_t version = version_of(pq, problem);
    if (version < 0 || version == newest_version()) {
        return version > 0;
    }
    if (version == 0) {
        return rd_problem_at(problem, "db",
                             "this database has no tables of Redoubt yet; make them: redoubt admin "
                             "--db ADDRESS migrate");
    }
    return version < newest_version()
               ? rd_problem_at(problem, "db",
                               "the tables are of version %lld and this program needs %d; stop "
                               "all servers, then: redoubt admin --db ADDRESS migrate",
                               (long long)version, newest_version())
               : rd_problem_at(problem, "db",
                               "the tables are of version %lld, and this program knows %d: they "
                               "are of a newer version of it; install that one",
                               (long long)version, newest_version());
}

/* Servers share the tables; who changes them, or moves all of them, has them alone. The lock ends
 * with the connection. */
bool postgres_lock_tables(struct pq *pq, bool alone, struct rd_problem *problem)
{
    char sql[256];
    struct rd_problem refused = { "" };
    snprintf(sql, sizeof sql,
             "SET lock_timeout = '%ds'; SELECT pg_advisory_lock%s(hashtext('redoubt tables ' || "
             "current_schema())); RESET lock_timeout",
             LOCK_WAIT_S, alone ? "" : "_shared");
    return pq_run(pq, sql, &refused) ||
           rd_problem_at(problem, "db",
                         alone ? "a server is using this database; stop it first (%s)"
                               : "redoubt admin is at work on this database; wait for it (%s)",
                         refused.text);
}

static bool step_up(struct pq *pq, int version, struct rd_problem *problem)
{
    char note[128];
    snprintf(note, sizeof note,
             "DELETE FROM redoubt_version; INSERT INTO redoubt_version VALUES (%d); COMMIT",
             version + 1);
    return pq_run(pq, "BEGIN", problem) &&
           pq_run(pq, (const char *)postgres_texts[version].text, problem) &&
           pq_run(pq, note, problem);
}

/* Servers hold the same lock shared, so none of them is at work meanwhile; nor is another of these.
 */
bool postgres_migrate(const char *path, struct rd_problem *problem)
{
    struct pq pq = { NULL, NULL };
    int64_t version = -1;
    bool fine = pq_open(&pq, path, problem) && postgres_is_good_place(&pq, problem) &&
                postgres_lock_tables(&pq, true, problem) &&
                (version = version_of(&pq, problem)) >= 0;
    for (; fine && version < newest_version(); version++) {
        fine = step_up(&pq, (int)version, problem);
    }
    fine = fine && postgres_is_up_to_date(&pq, problem); /* it may be newer than we know */
    pq_close(&pq);
    return fine;
}
