#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "arena/game_text.h"
#include "arena/schema.h"
#include "arena/store_back.h"
#include "storage/sql.h"

struct file {
    struct store store;
    sqlite3 *db;
    int lock;       /* held as long as games are played: no second arena */
    uint32_t depth; /* of changes that become one */
    sqlite3_stmt *add, *take, *hold, *finish;
};

static struct file *file_of(struct store *store)
{
    return (struct file *)store;
}

/* ---- opening ---- */

/* A process that is killed loses nothing that was committed; only a power cut may. */
static bool prepare_writing(struct file *file, struct rd_problem *problem)
{
    return sql_execute(file->db, "PRAGMA journal_mode = WAL", problem) &&
           sql_execute(file->db, "PRAGMA synchronous = NORMAL", problem) &&
           sql_migrate(file->db, arena_schema, problem) &&
           sql_execute(file->db,
                       "UPDATE game SET owner = NULL, lease_until_ms = 0 WHERE result IS NULL "
                       "AND owner = '" STORE_OWN "'",
                       problem) &&
           sql_prepare(file->db,
                       "INSERT INTO game (id, round, tbl, grp, rotation, setup, seats) "
                       "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                       &file->add, problem) &&
           sql_prepare(
               file->db,
               "UPDATE game SET owner = ?1, lease_until_ms = ?2 WHERE id IN (SELECT id FROM "
               "game WHERE result IS NULL AND (owner IS NULL OR lease_until_ms < ?4) ORDER BY id "
               "LIMIT ?3) RETURNING id",
               &file->take, problem) &&
           sql_prepare(file->db, "UPDATE game SET result = ?2 WHERE id = ?1 AND result IS NULL",
                       &file->finish, problem) &&
           sql_prepare(file->db,
                       "UPDATE game SET owner = CASE WHEN id IN (SELECT value FROM "
                       "json_each(?3)) THEN ?1 END, lease_until_ms = ?2 WHERE owner = ?1 AND "
                       "result IS NULL",
                       &file->hold, problem);
}

static void file_close(struct store *store)
{
    struct file *file = file_of(store);
    sqlite3_finalize(file->add);
    sqlite3_finalize(file->take);
    sqlite3_finalize(file->hold);
    sqlite3_finalize(file->finish);
    sqlite3_close(file->db);
    if (file->lock >= 0) {
        close(file->lock);
    }
    free(file);
}

static struct store *file_open(const char *path, bool reading, struct rd_problem *problem)
{
    struct file *file = calloc(1, sizeof *file);
    RD_ASSERT(file != NULL);
    file->store.back = &store_sqlite;
    file->lock = -1;
    int flags = reading ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    bool fine = reading || (file->lock = sql_lock(path, "arena", problem)) >= 0;
    if (fine && sqlite3_open_v2(path, &file->db, flags, NULL) != SQLITE_OK) {
        fine = sql_problem(file->db, path, problem);
    }
    if (fine) {
        sqlite3_busy_timeout(file->db, 5000); /* somebody may be reading */
        fine = reading || prepare_writing(file, problem);
    }
    if (!fine) {
        file_close(&file->store);
        return NULL;
    }
    return &file->store;
}

static bool file_is_away(const struct store *store)
{
    (void)store;
    return false;
}

static bool file_begin(struct store *store, struct rd_problem *problem)
{
    struct file *file = file_of(store);
    return file->depth++ > 0 || sql_execute(file->db, "BEGIN IMMEDIATE", problem);
}

static bool file_end(struct store *store, bool fine, struct rd_problem *problem)
{
    struct file *file = file_of(store);
    return --file->depth > 0 ? fine : sql_end(file->db, fine, problem);
}

/* ---- the plan ---- */

static char *file_plan(struct store *store)
{
    sqlite3_stmt *ask = NULL;
    char *plan = NULL;
    if (sqlite3_prepare_v2(file_of(store)->db, "SELECT plan FROM tournament", -1, &ask, NULL) ==
            SQLITE_OK &&
        sqlite3_step(ask) == SQLITE_ROW) {
        plan = strdup((const char *)sqlite3_column_text(ask, 0));
    }
    sqlite3_finalize(ask);
    return plan;
}

/* A statement with one text. */
static bool run_with(struct store *store, const char *sql, const char *text,
                     struct rd_problem *problem)
{
    sqlite3_stmt *add = NULL;
    bool fine = sql_prepare(file_of(store)->db, sql, &add, problem);
    if (fine) {
        sqlite3_bind_text(add, 1, text, -1, SQLITE_STATIC);
        fine = sqlite3_step(add) == SQLITE_DONE ||
               sql_problem(file_of(store)->db, "the plan", problem);
    }
    sqlite3_finalize(add);
    return fine;
}

static bool file_set_plan(struct store *store, const char *plan, struct rd_problem *problem)
{
    return run_with(store, "INSERT OR REPLACE INTO tournament (id, plan) VALUES (1, ?1)", plan,
                    problem);
}

static bool file_note_run(struct store *store, const char *in_force, struct rd_problem *problem)
{
    return run_with(store, "INSERT INTO run (in_force) VALUES (?1)", in_force, problem);
}

static char *file_last_run(struct store *store)
{
    sqlite3_stmt *ask = NULL;
    char *text = NULL;
    if (sqlite3_prepare_v2(file_of(store)->db, "SELECT in_force FROM run ORDER BY id DESC LIMIT 1",
                           -1, &ask, NULL) == SQLITE_OK &&
        sqlite3_step(ask) == SQLITE_ROW) {
        text = strdup((const char *)sqlite3_column_text(ask, 0));
    }
    sqlite3_finalize(ask);
    return text;
}

static bool file_drop(struct store *store, uint32_t id, bool dropped, struct rd_problem *problem)
{
    sqlite3_stmt *change = NULL;
    bool fine = sql_prepare(file_of(store)->db,
                            "UPDATE game SET result = ?2 WHERE id = ?1 AND (result IS NULL OR "
                            "result = ?3)",
                            &change, problem);
    if (fine) {
        sqlite3_bind_int64(change, 1, id);
        sqlite3_bind_text(change, 2, dropped ? STORE_DROPPED : NULL, -1, SQLITE_STATIC);
        sqlite3_bind_text(change, 3, STORE_DROPPED, -1, SQLITE_STATIC);
        fine = sqlite3_step(change) == SQLITE_DONE ||
               sql_problem(file_of(store)->db, "a game", problem);
    }
    sqlite3_finalize(change);
    return fine;
}

static bool file_again(struct store *store, int64_t by, uint32_t id, struct rd_problem *problem)
{
    static const char *const steps[] = {
        "UPDATE game SET result = NULL, owner = NULL WHERE id = ?2 AND NOT EXISTS (SELECT 1 FROM "
        "again WHERE by = ?1)",
        "INSERT OR IGNORE INTO again (by, game) VALUES (?1, ?2)",
    };
    bool fine = file_begin(store, problem);
    for (size_t i = 0; fine && i < sizeof steps / sizeof steps[0]; i++) {
        sqlite3_stmt *step = NULL;
        fine = sql_prepare(file_of(store)->db, steps[i], &step, problem);
        if (fine) {
            sqlite3_bind_int64(step, 1, by);
            sqlite3_bind_int64(step, 2, id);
            fine = sql_run(file_of(store)->db, step, problem);
        }
        sqlite3_finalize(step);
    }
    return file_end(store, fine, problem);
}

/* ---- writing ---- */

static bool add_game(struct store *store, const struct game *game, struct rd_problem *problem)
{
    char seats[GAME_SEATS_TEXT];
    struct file *file = file_of(store);
    const uint32_t numbers[] = { game->id,    game->round,    game->table,
                                 game->group, game->rotation, game->setup };
    for (int i = 0; i < (int)(sizeof numbers / sizeof numbers[0]); i++) {
        sqlite3_bind_int64(file->add, i + 1, numbers[i]);
    }
    sqlite3_bind_text(file->add, 7, game_seats_print(game, seats), -1, SQLITE_TRANSIENT);
    return sql_run(file->db, file->add, problem);
}

static bool file_add(struct store *store, const struct game *game, uint32_t count,
                     struct rd_problem *problem)
{
    bool fine = file_begin(store, problem);
    for (uint32_t i = 0; fine && i < count; i++) {
        fine = add_game(store, &game[i], problem);
    }
    return file_end(store, fine, problem);
}

static int64_t now_ms(void)
{
    return (int64_t)time(NULL) * 1000;
}

static bool take_one(struct file *file, struct taking *taking, struct rd_problem *problem)
{
    int row;
    sqlite3_bind_text(file->take, 1, taking->lease.owner, -1, SQLITE_STATIC);
    sqlite3_bind_int64(file->take, 2, now_ms() + taking->lease.for_ms);
    sqlite3_bind_int64(file->take, 3, taking->want);
    sqlite3_bind_int64(file->take, 4, now_ms());
    taking->taken = 0;
    while ((row = sqlite3_step(file->take)) == SQLITE_ROW) {
        taking->id[taking->taken++] = (uint32_t)sqlite3_column_int64(file->take, 0);
    }
    bool fine = row == SQLITE_DONE || sql_problem(file->db, "the queue", problem);
    sqlite3_reset(file->take);
    return fine;
}

static bool file_take(struct store *store, struct taking *taking, uint32_t count,
                      struct rd_problem *problem)
{
    bool fine = file_begin(store, problem);
    for (uint32_t i = 0; fine && i < count; i++) {
        fine = take_one(file_of(store), &taking[i], problem);
    }
    return file_end(store, fine, problem);
}

static bool file_hold(struct store *store, const struct lease *lease, const uint32_t *id,
                      uint32_t count, struct rd_problem *problem)
{
    struct file *file = file_of(store);
    char *list = store_list(id, count);
    sqlite3_bind_text(file->hold, 1, lease->owner, -1, SQLITE_STATIC);
    sqlite3_bind_int64(file->hold, 2, now_ms() + lease->for_ms);
    sqlite3_bind_text(file->hold, 3, list, -1, SQLITE_STATIC);
    bool fine = sql_run(file->db, file->hold, problem);
    sqlite3_clear_bindings(file->hold);
    free(list);
    return fine;
}

static bool file_finish(struct store *store, const struct game *const *game, uint32_t count,
                        struct rd_problem *problem)
{
    struct file *file = file_of(store);
    bool fine = file_begin(store, problem);
    for (uint32_t i = 0; fine && i < count; i++) {
        json_t *json = game_result_json(game[i]);
        char *text = json_dumps(json, JSON_COMPACT);
        RD_ASSERT(text != NULL);
        sqlite3_bind_int64(file->finish, 1, game[i]->id);
        sqlite3_bind_text(file->finish, 2, text, -1, SQLITE_TRANSIENT);
        fine = sql_run(file->db, file->finish, problem);
        free(text);
        json_decref(json);
    }
    return file_end(store, fine, problem);
}

/* ---- reading ---- */

static bool read_row(sqlite3_stmt *row, struct game *game)
{
    game->id = (uint32_t)sqlite3_column_int64(row, 0);
    game->round = (uint32_t)sqlite3_column_int64(row, 1);
    game->table = (uint32_t)sqlite3_column_int64(row, 2);
    game->group = (uint32_t)sqlite3_column_int64(row, 3);
    game->rotation = (uint32_t)sqlite3_column_int64(row, 4);
    game->setup = (uint16_t)sqlite3_column_int64(row, 5);
    const char *seats = (const char *)sqlite3_column_text(row, 6);
    return seats != NULL && game_seats_read(game, seats) &&
           store_read_result(game, (const char *)sqlite3_column_text(row, 7));
}

static bool file_load(struct store *store, struct games *games, struct rd_problem *problem)
{
    sqlite3_stmt *ask = NULL;
    int row = SQLITE_ERROR;
    bool fine = true;
    if (sqlite3_prepare_v2(file_of(store)->db,
                           "SELECT id, round, tbl, grp, rotation, setup, seats, result FROM game "
                           "ORDER BY id",
                           -1, &ask, NULL) == SQLITE_OK) {
        while (fine && (row = sqlite3_step(ask)) == SQLITE_ROW) {
            struct game game = { 0 };
            fine = read_row(ask, &game) && game.id == games->count + 1;
            games_add(games, &game);
        }
    }
    sqlite3_finalize(ask);
    if (!fine) {
        return rd_problem_at(problem, NULL, "game %u of the tournament can't be read",
                             games->count);
    }
    return row == SQLITE_DONE ||
           sql_problem(file_of(store)->db, "the games can't be read", problem);
}

const struct store_back store_sqlite = { .open = file_open,
#define X(result, name, arguments) .name = file_##name,
                                         STORE_FUNCTIONS(X)
#undef X
};
