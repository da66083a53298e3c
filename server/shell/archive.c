/* Matches that have been over for long go from the database into another one beside it, with those
 * who played them, but without anything by which somebody could log in. It is a database like any:
 * a server that is given it shows the matches and their replays. */
#include "server/shell/archive.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "storage/sql.h"

enum { PATH_ROOM = 4096 };

/* Of those the server knows without their logs that they are over. */
static const char find[] =
    "CREATE TEMP TABLE gone AS SELECT s.id AS id, s.body AS body FROM main.stub AS s"
    " WHERE instr(s.body, '\"over\":true') > 0"
    " AND (SELECT max(r.at_ms) FROM main.record AS r WHERE r.match = s.id) < ?1";

static const char copy[] =
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

/* A name, and nothing that opens anything. */
static bool copy_player(sqlite3_stmt *ask, sqlite3_stmt *add, const char *id)
{
    sql_bind_text(ask, 1, id);
    bool fine = true;
    if (sqlite3_step(ask) == SQLITE_ROW) {
        json_t *body = json_loads((const char *)sqlite3_column_text(ask, 1), 0, NULL);
        json_t *name = json_object_get(body, "name");
        json_t *kept =
            json_pack("{s:O, s:[]}", "name", name == NULL ? json_null() : name, "tokens");
        char *text = json_dumps(kept, JSON_COMPACT);
        sql_bind_text(add, 1, id);
        sqlite3_bind_int64(add, 2, sqlite3_column_int64(ask, 0));
        sql_bind_text(add, 3, text);
        fine = text != NULL && sqlite3_step(add) == SQLITE_DONE;
        sqlite3_reset(add);
        free(text);
        json_decref(kept);
        json_decref(body);
    }
    sqlite3_reset(ask);
    return fine;
}

/* Everybody whom the logs know stands in the stubs. */
static bool copy_players(sqlite3 *db, uint32_t *matches, struct rd_problem *problem)
{
    sqlite3_stmt *each = NULL, *ask = NULL, *add = NULL;
    bool fine =
        sql_prepare(db, "SELECT body FROM gone", &each, problem) &&
        sql_prepare(db, "SELECT at_ms, body FROM main.player WHERE id = ?1", &ask, problem) &&
        sql_prepare(db, "INSERT OR IGNORE INTO old.player (id, at_ms, body) VALUES (?1, ?2, ?3)",
                    &add, problem);
    while (fine && sqlite3_step(each) == SQLITE_ROW) {
        json_t *body = json_loads((const char *)sqlite3_column_text(each, 0), 0, NULL);
        const json_t *known = json_object_get(body, "known");
        ++*matches;
        for (size_t i = 0; fine && i < json_array_size(known); i++) {
            const char *id = json_string_value(json_array_get(known, i));
            fine = id == NULL || copy_player(ask, add, id) || sql_problem(db, "player", problem);
        }
        json_decref(body);
    }
    sqlite3_finalize(each);
    sqlite3_finalize(ask);
    sqlite3_finalize(add);
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
    fine = fine && sql_execute(db, "BEGIN IMMEDIATE", problem);
    bool copied = fine && copy_players(db, matches, problem) && sql_execute(db, copy, problem);
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
