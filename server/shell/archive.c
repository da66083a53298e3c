/* Matches that have been over for long go from the database into another one beside it, with those
 * who played them, but without anything by which somebody could log in. It is a database like any:
 * a server that is given it shows the matches and their replays. */
#include "server/shell/archive.h"

#include <stdio.h>

#include "storage/sql.h"

enum { PATH_ROOM = 4096 };

/* Of those the server knows without their logs that they are over. */
static const char find[] =
    "CREATE TEMP TABLE gone AS SELECT s.id AS id, s.body AS body FROM main.stub AS s"
    " WHERE instr(s.body, '\"over\":true') > 0"
    " AND (SELECT max(r.at_ms) FROM main.record AS r WHERE r.match = s.id) < ?1";

/* Of everybody whom the logs know a name, and nothing that opens anything. */
static const char copy[] =
    "INSERT OR IGNORE INTO old.player (id, at_ms, body) SELECT p.id, p.at_ms,"
    " json_object('name', json_extract(p.body, '$.name'), 'tokens', json_array())"
    " FROM main.player AS p WHERE p.id IN"
    " (SELECT k.value FROM gone, json_each(gone.body, '$.known') AS k);"
    "INSERT OR IGNORE INTO old.owner (id, until_ms) SELECT id, 0 FROM main.owner;"
    "INSERT OR IGNORE INTO old.match SELECT * FROM main.match WHERE id IN (SELECT id FROM gone);"
    "INSERT OR IGNORE INTO old.record SELECT * FROM main.record"
    " WHERE match IN (SELECT id FROM gone);"
    "INSERT OR IGNORE INTO old.stub SELECT * FROM main.stub WHERE id IN (SELECT id FROM gone)";

static const char drop[] = "BEGIN IMMEDIATE;"
                           "DELETE FROM main.stub WHERE id IN (SELECT id FROM gone);"
                           "DELETE FROM main.record WHERE match IN (SELECT id FROM gone);"
                           "DELETE FROM main.match WHERE id IN (SELECT id FROM gone);"
                           "COMMIT";

static bool count_gone(sqlite3 *db, uint32_t *matches, struct rd_problem *problem)
{
    sqlite3_stmt *ask = NULL;
    bool fine = sql_prepare(db, "SELECT count(*) FROM gone", &ask, problem) &&
                sqlite3_step(ask) == SQLITE_ROW;
    *matches = fine ? (uint32_t)sqlite3_column_int64(ask, 0) : 0;
    sqlite3_finalize(ask);
    return fine;
}

/* First they are safe in the archive, then they go: after a power failure some may be in both. */
static bool carry_over(sqlite3 *db, int64_t before_ms, uint32_t *matches,
                       struct rd_problem *problem)
{
    sqlite3_stmt *look = NULL;
    if (!sql_prepare(db, find, &look, problem)) {
        return false;
    }
    sqlite3_bind_int64(look, 1, before_ms);
    bool fine = sql_run(db, look, problem);
    sqlite3_finalize(look);
    fine = fine && count_gone(db, matches, problem) && sql_execute(db, "BEGIN IMMEDIATE", problem);
    bool copied = fine && sql_execute(db, copy, problem);
    return fine && sql_end(db, copied, problem) &&
           (*matches == 0 || (sql_execute(db, "PRAGMA old.wal_checkpoint(FULL)", problem) &&
                              sql_execute(db, drop, problem)));
}

bool archive_finished(const char *path, int64_t before_ms, uint32_t *matches,
                      struct rd_problem *problem)
{
    char name[PATH_ROOM];
    sqlite3 *db = NULL;
    sqlite3_stmt *attach = NULL;
    *matches = 0;
    snprintf(name, sizeof name, "%s.archive", path);
    struct storage *made = storage_open(name, problem); /* with its tables */
    storage_close(made);
    bool fine =
        made != NULL && (sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK ||
                         sql_problem(db, path, problem));
    fine = fine && sql_execute(db, "PRAGMA synchronous = FULL", problem) &&
           sql_prepare(db, "ATTACH ?1 AS old", &attach, problem);
    if (fine) {
        sql_bind_text(attach, 1, name);
        fine = sql_run(db, attach, problem) &&
               sql_execute(db, "PRAGMA old.synchronous = FULL", problem);
    }
    sqlite3_finalize(attach);
    fine = fine && carry_over(db, before_ms, matches, problem);
    sqlite3_close(db);
    return fine;
}
