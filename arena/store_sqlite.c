#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/schema.h"
#include "arena/store.h"
#include "host/json_read.h"
#include "host/text.h"
#include "storage/sql.h"

enum { LIST_ROOM = 128 };

/* What stands instead of the result of a game that is never to be played. */
static const char dropped_text[] = "dropped";

struct store {
    sqlite3 *db;
    int lock; /* held as long as games are played: no second arena */
    sqlite3_stmt *add, *take, *finish;
};

/* ---- opening ---- */

/* A process that is killed loses nothing that was committed; only a power cut may. */
static bool prepare_writing(struct store *store, struct rd_problem *problem)
{
    return sql_execute(store->db, "PRAGMA journal_mode = WAL", problem) &&
           sql_execute(store->db, "PRAGMA synchronous = NORMAL", problem) &&
           sql_migrate(store->db, arena_schema, problem) &&
           sql_execute(store->db,
                       "UPDATE game SET owner = NULL, lease_until_ms = 0 WHERE result IS NULL",
                       problem) &&
           sql_prepare(store->db,
                       "INSERT INTO game (id, round, tbl, grp, rotation, setup, seats) "
                       "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                       &store->add, problem) &&
           sql_prepare(
               store->db,
               "UPDATE game SET owner = ?1, lease_until_ms = ?2 WHERE id IN (SELECT id FROM "
               "game WHERE result IS NULL AND (owner IS NULL OR lease_until_ms < ?4) ORDER BY id "
               "LIMIT ?3) RETURNING id",
               &store->take, problem) &&
           sql_prepare(store->db, "UPDATE game SET result = ?2 WHERE id = ?1 AND result IS NULL",
                       &store->finish, problem);
}

struct store *store_open(const char *path, bool reading, struct rd_problem *problem)
{
    struct store *store = calloc(1, sizeof *store);
    RD_ASSERT(store != NULL);
    store->lock = -1;
    int flags = reading ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    bool fine = reading || (store->lock = sql_lock(path, "arena", problem)) >= 0;
    if (fine && sqlite3_open_v2(path, &store->db, flags, NULL) != SQLITE_OK) {
        fine = sql_problem(store->db, path, problem);
    }
    if (fine) {
        sqlite3_busy_timeout(store->db, 5000); /* somebody may be reading */
        fine = reading || prepare_writing(store, problem);
    }
    if (!fine) {
        store_close(store);
        return NULL;
    }
    return store;
}

void store_close(struct store *store)
{
    if (store == NULL) {
        return;
    }
    sqlite3_finalize(store->add);
    sqlite3_finalize(store->take);
    sqlite3_finalize(store->finish);
    sqlite3_close(store->db);
    if (store->lock >= 0) {
        close(store->lock);
    }
    free(store);
}

/* ---- the plan ---- */

char *store_plan(struct store *store)
{
    sqlite3_stmt *ask = NULL;
    char *plan = NULL;
    if (sqlite3_prepare_v2(store->db, "SELECT plan FROM tournament", -1, &ask, NULL) == SQLITE_OK &&
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
    bool fine = sql_prepare(store->db, sql, &add, problem);
    if (fine) {
        sqlite3_bind_text(add, 1, text, -1, SQLITE_STATIC);
        fine = sqlite3_step(add) == SQLITE_DONE || sql_problem(store->db, "the plan", problem);
    }
    sqlite3_finalize(add);
    return fine;
}

bool store_set_plan(struct store *store, const char *plan, struct rd_problem *problem)
{
    return run_with(store, "INSERT OR REPLACE INTO tournament (id, plan) VALUES (1, ?1)", plan,
                    problem);
}

bool store_note_run(struct store *store, const char *in_force, struct rd_problem *problem)
{
    return run_with(store, "INSERT INTO run (in_force) VALUES (?1)", in_force, problem);
}

char *store_last_run(struct store *store)
{
    sqlite3_stmt *ask = NULL;
    char *text = NULL;
    if (sqlite3_prepare_v2(store->db, "SELECT in_force FROM run ORDER BY id DESC LIMIT 1", -1, &ask,
                           NULL) == SQLITE_OK &&
        sqlite3_step(ask) == SQLITE_ROW) {
        text = strdup((const char *)sqlite3_column_text(ask, 0));
    }
    sqlite3_finalize(ask);
    return text;
}

bool store_drop(struct store *store, uint32_t id, bool dropped, struct rd_problem *problem)
{
    sqlite3_stmt *change = NULL;
    bool fine = sql_prepare(store->db,
                            "UPDATE game SET result = ?2 WHERE id = ?1 AND (result IS NULL OR "
                            "result = ?3)",
                            &change, problem);
    if (fine) {
        sqlite3_bind_int64(change, 1, id);
        sqlite3_bind_text(change, 2, dropped ? dropped_text : NULL, -1, SQLITE_STATIC);
        sqlite3_bind_text(change, 3, dropped_text, -1, SQLITE_STATIC);
        fine = sqlite3_step(change) == SQLITE_DONE || sql_problem(store->db, "a game", problem);
    }
    sqlite3_finalize(change);
    return fine;
}

bool store_again(struct store *store, int64_t by, uint32_t id, struct rd_problem *problem)
{
    static const char *const steps[] = {
        "UPDATE game SET result = NULL, owner = NULL WHERE id = ?2 AND NOT EXISTS (SELECT 1 FROM "
        "again WHERE by = ?1)",
        "INSERT OR IGNORE INTO again (by, game) VALUES (?1, ?2)",
    };
    bool fine = sql_execute(store->db, "BEGIN IMMEDIATE", problem);
    for (size_t i = 0; fine && i < sizeof steps / sizeof steps[0]; i++) {
        sqlite3_stmt *step = NULL;
        fine = sql_prepare(store->db, steps[i], &step, problem);
        if (fine) {
            sqlite3_bind_int64(step, 1, by);
            sqlite3_bind_int64(step, 2, id);
            fine = sql_run(store->db, step, problem);
        }
        sqlite3_finalize(step);
    }
    return sql_end(store->db, fine, problem);
}

/* ---- writing ---- */

static bool add_game(struct store *store, const struct game *game, struct rd_problem *problem)
{
    char seats[LIST_ROOM];
    struct rd_text text = rd_text_into(seats, sizeof seats);
    const uint32_t numbers[] = { game->id,    game->round,    game->table,
                                 game->group, game->rotation, game->setup };
    for (uint32_t i = 0; i < game->seats; i++) {
        rd_text_add(&text, "%s%u", i == 0 ? "" : ",", game->entrant[i]);
    }
    for (int i = 0; i < (int)(sizeof numbers / sizeof numbers[0]); i++) {
        sqlite3_bind_int64(store->add, i + 1, numbers[i]);
    }
    sqlite3_bind_text(store->add, 7, seats, -1, SQLITE_TRANSIENT);
    return sql_run(store->db, store->add, problem);
}

bool store_add(struct store *store, const struct game *game, uint32_t count,
               struct rd_problem *problem)
{
    bool fine = sql_execute(store->db, "BEGIN IMMEDIATE", problem);
    for (uint32_t i = 0; fine && i < count; i++) {
        fine = add_game(store, &game[i], problem);
    }
    return sql_end(store->db, fine, problem);
}

int32_t store_take(struct store *store, const struct lease *lease, uint32_t *id, uint32_t count,
                   struct rd_problem *problem)
{
    int32_t taken = 0;
    int row;
    sqlite3_bind_text(store->take, 1, lease->owner, -1, SQLITE_STATIC);
    sqlite3_bind_int64(store->take, 2, lease->until_ms);
    sqlite3_bind_int64(store->take, 3, count);
    sqlite3_bind_int64(store->take, 4, lease->now_ms);
    while ((row = sqlite3_step(store->take)) == SQLITE_ROW) {
        id[taken++] = (uint32_t)sqlite3_column_int64(store->take, 0);
    }
    if (row != SQLITE_DONE) {
        sql_problem(store->db, "the queue", problem);
        taken = -1;
    }
    sqlite3_reset(store->take);
    return taken;
}

static char *result_text(const struct game *game)
{
    char hash[RD_HEX64_TEXT];
    json_t *rank = json_array(), *end = json_array(), *faults = json_array();
    json_t *silent = json_array(), *used = json_array(), *cpu = json_array();
    json_t *memory = json_array();
    for (uint32_t i = 0; i < game->seats; i++) {
        json_array_append_new(rank, json_integer(game->rank[i]));
        json_array_append_new(end, json_integer(game->end[i]));
        json_array_append_new(faults, json_integer(game->faults[i]));
        json_array_append_new(silent, json_integer(game->silent[i]));
        json_array_append_new(used, json_integer(game->used_ms[i]));
        json_array_append_new(cpu, json_integer(game->cpu_ms[i]));
        json_array_append_new(memory, json_integer(game->memory_kb[i]));
    }
    json_t *json =
        json_pack("{s:o, s:o, s:o, s:i, s:I, s:I, s:s, s:I, s:b}", "rank", rank, "fate", end,
                  "faults", faults, "ending", (int)game->ending, "turns", (json_int_t)game->turns,
                  "orders", (json_int_t)game->orders, "hash", rd_hex64_print(game->hash, hash),
                  "cpu_us", (json_int_t)game->cpu_us, "replay", (int)game->has_replay);
    json_object_set_new(json, "silent", silent);
    json_object_set_new(json, "used_ms", used);
    json_object_set_new(json, "cpu_ms", cpu);
    json_object_set_new(json, "memory_kb", memory);
    char *text = json_dumps(json, JSON_COMPACT);
    RD_ASSERT(text != NULL);
    json_decref(json);
    return text;
}

bool store_finish(struct store *store, const struct game *const *game, uint32_t count,
                  struct rd_problem *problem)
{
    bool fine = sql_execute(store->db, "BEGIN IMMEDIATE", problem);
    for (uint32_t i = 0; fine && i < count; i++) {
        char *text = result_text(game[i]);
        sqlite3_bind_int64(store->finish, 1, game[i]->id);
        sqlite3_bind_text(store->finish, 2, text, -1, SQLITE_TRANSIENT);
        fine = sql_run(store->db, store->finish, problem);
        free(text);
    }
    return sql_end(store->db, fine, problem);
}

/* ---- reading ---- */

static bool read_seats(struct game *game, const char *text)
{
    for (char *end = NULL; game->seats < RD_SEATS_MAX; text = end + 1) {
        uint64_t number = strtoul(text, &end, 10);
        if (end == text || number >= ENTRANTS_MAX) {
            return false;
        }
        game->entrant[game->seats++] = (uint16_t)number;
        if (*end != ',') {
            return *end == '\0';
        }
    }
    return false;
}

static uint32_t number_of(const json_t *json, const char *key)
{
    return (uint32_t)json_integer_value(json_object_get(json, key));
}

static uint32_t entry_of(const json_t *json, const char *key, uint32_t index)
{
    return (uint32_t)json_integer_value(json_array_get(json_object_get(json, key), index));
}

static bool read_result(struct game *game, const char *text)
{
    struct rd_problem problem = { "" };
    if (strcmp(text, dropped_text) == 0) {
        game->dropped = true;
        return true;
    }
    json_t *json = rd_json_parse(text, strlen(text), &problem);
    const char *hash = json_string_value(json_object_get(json, "hash"));
    bool fine = rd_hex64_parse(hash, &game->hash);
    for (uint32_t i = 0; fine && i < game->seats; i++) {
        game->rank[i] = (uint8_t)entry_of(json, "rank", i);
        game->end[i] = (uint8_t)entry_of(json, "fate", i);
        game->faults[i] = (uint16_t)entry_of(json, "faults", i);
        game->silent[i] = entry_of(json, "silent", i) != 0;
        game->used_ms[i] = entry_of(json, "used_ms", i);
        game->cpu_ms[i] = entry_of(json, "cpu_ms", i);
        game->memory_kb[i] = entry_of(json, "memory_kb", i);
        fine = game->rank[i] >= 1 && game->rank[i] <= game->seats && game->end[i] < SEAT_ENDS;
    }
    game->ending = (uint16_t)number_of(json, "ending");
    game->turns = number_of(json, "turns");
    game->orders = number_of(json, "orders");
    game->cpu_us = number_of(json, "cpu_us");
    game->has_replay = json_is_true(json_object_get(json, "replay"));
    game->done = true;
    json_decref(json);
    return fine;
}

static bool read_row(sqlite3_stmt *row, struct game *game)
{
    game->id = (uint32_t)sqlite3_column_int64(row, 0);
    game->round = (uint32_t)sqlite3_column_int64(row, 1);
    game->table = (uint32_t)sqlite3_column_int64(row, 2);
    game->group = (uint32_t)sqlite3_column_int64(row, 3);
    game->rotation = (uint32_t)sqlite3_column_int64(row, 4);
    game->setup = (uint16_t)sqlite3_column_int64(row, 5);
    const unsigned char *seats = sqlite3_column_text(row, 6), *result = sqlite3_column_text(row, 7);
    return seats != NULL && read_seats(game, (const char *)seats) &&
           (result == NULL || read_result(game, (const char *)result));
}

bool store_load(struct store *store, struct games *games, struct rd_problem *problem)
{
    sqlite3_stmt *ask = NULL;
    int row = SQLITE_ERROR;
    bool fine = true;
    if (sqlite3_prepare_v2(store->db,
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
    return row == SQLITE_DONE || sql_problem(store->db, "the games can't be read", problem);
}
