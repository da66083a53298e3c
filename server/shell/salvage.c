/* What is whole in a damaged database, copied into a new one. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/list.h"
#include "server/shell/chain.h"
#include "server/shell/storage.h"
#include "storage/sql.h"

struct salvage {
    sqlite3 *from, *to;
    void (*tell)(const char *match);
    struct storage_saved *saved;
};

/* Whatever can be read is fine: a page that can't be ends one question, not all. */
static void each_id(struct salvage *salvage, const char *sql, const char *low, const char *high)
{
    sqlite3_stmt *ask = NULL, *keep = NULL;
    bool fine = sqlite3_prepare_v2(salvage->from, sql, -1, &ask, NULL) == SQLITE_OK &&
                sqlite3_prepare_v2(salvage->to, "INSERT OR IGNORE INTO temp.known VALUES (?1)", -1,
                                   &keep, NULL) == SQLITE_OK;
    if (fine) {
        sql_bind_text(ask, 1, low);
        sql_bind_text(ask, 2, high);
    }
    while (fine && sqlite3_step(ask) == SQLITE_ROW) {
        sqlite3_bind_text(keep, 1, (const char *)sqlite3_column_text(ask, 0), -1, SQLITE_TRANSIENT);
        sqlite3_step(keep);
        sqlite3_reset(keep);
    }
    sqlite3_finalize(ask);
    sqlite3_finalize(keep);
}

/* From both ends, through every index, and in small parts: what one of them can't reach, another
 * may. */
static void find_matches(struct salvage *salvage)
{
    static const char signs[] = "abcdefghijkmnpqrstuvwxyz23456789";
    static const char *const whole[] = {
        "SELECT id FROM match WHERE id >= ?1 AND id < ?2 ORDER BY id",
        "SELECT id FROM match WHERE id >= ?1 AND id < ?2 ORDER BY id DESC",
        "SELECT id FROM match INDEXED BY match_by_owner WHERE owner >= '' AND id >= ?1 AND id < ?2",
        "SELECT id FROM stub WHERE id >= ?1 AND id < ?2 ORDER BY id",
        "SELECT DISTINCT match FROM record WHERE match >= ?1 AND match < ?2 ORDER BY match",
        "SELECT DISTINCT match FROM record WHERE match >= ?1 AND match < ?2 ORDER BY match DESC"
    };
    for (uint32_t i = 0; i < sizeof whole / sizeof whole[0]; i++) {
        each_id(salvage, whole[i], "", "~");
    }
    for (uint32_t i = 0; i < 32 * 32; i++) {
        char low[4] = { 'm', signs[i / 32], signs[i % 32], '\0' };
        char high[5] = { 'm', signs[i / 32], signs[i % 32], '~', '\0' };
        each_id(salvage, whole[0], low, high);
        each_id(salvage, whole[4], low, high);
    }
}

/* ---- one match ---- */

static bool copy_record(sqlite3_stmt *add, sqlite3_stmt *ask, const char *id, uint32_t n,
                        struct chain *chain)
{
    const char *kind = (const char *)sqlite3_column_text(ask, 2);
    const char *body = (const char *)sqlite3_column_text(ask, 3);
    struct core_record record = { .n = n, .at_ms = sqlite3_column_int64(ask, 1) };
    if (kind == NULL || body == NULL || sqlite3_column_int64(ask, 0) != n) {
        return false;
    }
    snprintf(record.id, sizeof record.id, "%s", id);
    snprintf(record.kind, sizeof record.kind, "%s", kind);
    record.body = strdup(body);
    RD_ASSERT(record.body != NULL);
    chain_add(chain, &record);
    bool linked = sqlite3_column_bytes(ask, 4) == CHAIN_SIZE;
    bool same = !linked || memcmp(chain->link, sqlite3_column_blob(ask, 4), CHAIN_SIZE) == 0;
    if (!linked) {
        memset(chain, 0, sizeof *chain);
    }
    sql_bind_text(add, 1, id);
    sqlite3_bind_int64(add, 2, n);
    sqlite3_bind_int64(add, 3, record.at_ms);
    sql_bind_text(add, 4, record.kind);
    sql_bind_text(add, 5, record.body);
    if (linked) {
        sqlite3_bind_blob(add, 6, chain->link, CHAIN_SIZE, SQLITE_TRANSIENT);
    } else {
        sqlite3_bind_null(add, 6);
    }
    bool fine = same && sqlite3_step(add) == SQLITE_DONE;
    sqlite3_reset(add);
    free(record.body);
    return fine;
}

static bool copy_records(struct salvage *salvage, const char *id)
{
    sqlite3_stmt *ask = NULL, *add = NULL;
    struct chain chain = { { 0 } };
    uint32_t n = 0;
    int step = SQLITE_ERROR;
    bool fine = sqlite3_prepare_v2(
                    salvage->from,
                    "SELECT n, at_ms, kind, body, chain FROM record WHERE match = ?1 ORDER BY n",
                    -1, &ask, NULL) == SQLITE_OK &&
                sqlite3_prepare_v2(salvage->to,
                                   "INSERT INTO record (match, n, at_ms, kind, body, chain)"
                                   " VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                                   -1, &add, NULL) == SQLITE_OK;
    if (fine) {
        sql_bind_text(ask, 1, id);
    }
    while (fine && (step = sqlite3_step(ask)) == SQLITE_ROW) {
        fine = copy_record(add, ask, id, ++n, &chain);
    }
    sqlite3_finalize(ask);
    sqlite3_finalize(add);
    return fine && step == SQLITE_DONE && n > 0;
}

static bool copy_match(struct salvage *salvage, const char *id)
{
    sqlite3_stmt *add = NULL;
    struct rd_problem ignored = { "" };
    bool fine =
        sql_execute(salvage->to, "SAVEPOINT one", &ignored) &&
        sql_prepare(salvage->to, "INSERT INTO match (id, at_ms, owner) VALUES (?1, 0, 'salvage')",
                    &add, &ignored);
    if (fine) {
        sql_bind_text(add, 1, id);
        fine = sql_run(salvage->to, add, &ignored) && copy_records(salvage, id);
    }
    sqlite3_finalize(add);
    if (!fine) {
        sql_execute(salvage->to, "ROLLBACK TO one", &ignored);
    }
    return sql_execute(salvage->to, "RELEASE one", &ignored) && fine;
}

static void copy_matches(struct salvage *salvage)
{
    sqlite3_stmt *known = NULL;
    if (sqlite3_prepare_v2(salvage->to, "SELECT id FROM temp.known ORDER BY id", -1, &known,
                           NULL) != SQLITE_OK) {
        return;
    }
    while (sqlite3_step(known) == SQLITE_ROW) {
        const char *id = (const char *)sqlite3_column_text(known, 0);
        bool fine = copy_match(salvage, id);
        salvage->saved->matches += fine;
        salvage->saved->lost += !fine;
        if (!fine) {
            salvage->tell(id);
        }
    }
    sqlite3_finalize(known);
}

/* ---- what belongs to no match ---- */

static uint32_t copy_rows(struct salvage *salvage, const char *table)
{
    uint32_t count = 0;
    for (uint32_t round = 0; round < 2; round++) { /* from both ends */
        char sql[160];
        sqlite3_stmt *ask = NULL, *add = NULL;
        snprintf(sql, sizeof sql, "SELECT id, at_ms, body FROM %s ORDER BY id %s", table,
                 round == 0 ? "" : "DESC");
        bool fine = sqlite3_prepare_v2(salvage->from, sql, -1, &ask, NULL) == SQLITE_OK;
        snprintf(sql, sizeof sql, "INSERT OR IGNORE INTO %s (id, at_ms, body) VALUES (?1, ?2, ?3)",
                 table);
        fine = fine && sqlite3_prepare_v2(salvage->to, sql, -1, &add, NULL) == SQLITE_OK;
        while (fine && sqlite3_step(ask) == SQLITE_ROW) {
            for (int column = 0; column < 3; column++) {
                sqlite3_bind_value(add, column + 1, sqlite3_column_value(ask, column));
            }
            sqlite3_step(add);
            sqlite3_reset(add);
            count += (uint32_t)sqlite3_changes(salvage->to);
        }
        sqlite3_finalize(ask);
        sqlite3_finalize(add);
    }
    return count;
}

static bool open_from(struct salvage *salvage, const char *path, struct rd_problem *problem)
{
    if (access(path, R_OK) != 0) {
        return rd_problem_at(problem, path, "can't be read: %s", strerror(errno));
    }
    if (sqlite3_open_v2(path, &salvage->from, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK) {
        return sql_problem(salvage->from, path, problem);
    }
    /* It stays as it is: nothing is carried over from its log of writes. */
    sqlite3_db_config(salvage->from, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    return true;
}

bool storage_salvage(const char *path, const char *to, void (*tell)(const char *match),
                     struct storage_saved *saved, struct rd_problem *problem)
{
    struct salvage salvage = { .tell = tell, .saved = saved };
    memset(saved, 0, sizeof *saved);
    if (access(to, F_OK) == 0) {
        return rd_problem_at(problem, to, "is there already");
    }
    int lock = sql_lock(path, "server", problem);
    struct storage *made = lock < 0 ? NULL : storage_open(to, problem); /* with its tables */
    storage_close(made);
    bool fine =
        made != NULL && open_from(&salvage, path, problem) &&
        (sqlite3_open_v2(to, &salvage.to, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK ||
         sql_problem(salvage.to, to, problem)) &&
        sql_execute(salvage.to, "CREATE TEMP TABLE known (id TEXT PRIMARY KEY); BEGIN IMMEDIATE",
                    problem);
    if (fine) {
        saved->players = copy_rows(&salvage, "player");
        copy_rows(&salvage, "fact");
        copy_rows(&salvage, "report");
        find_matches(&salvage);
        copy_matches(&salvage);
        fine =
            sql_execute(salvage.to,
                        "UPDATE match SET at_ms = (SELECT at_ms FROM record WHERE match = match.id"
                        " AND n = 1); COMMIT",
                        problem);
    }
    sqlite3_close(salvage.from);
    sqlite3_close(salvage.to);
    if (lock >= 0) {
        close(lock);
    }
    return fine;
}
