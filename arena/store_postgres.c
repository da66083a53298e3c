/* A tournament on PostgreSQL. A connection that breaks is opened again by the next call; what had
 * been begun on it is done again by the caller, and counts once. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/game_text.h"
#include "arena/schema.h"
#include "arena/store_back.h"
#include "storage/pq.h"

enum { VERSION = 1, NUMBER_ROOM = 24 };

struct base {
    struct store store;
    struct pq pq;
    char *address;
    bool reading;
    bool away;      /* the last failure was the connection's */
    uint32_t depth; /* of changes that become one */
};

static struct base *base_of(struct store *store)
{
    return (struct base *)store;
}

/* ---- statements ---- */

/* PostgreSQL itself has gone, or has no room for the moment: later it may do. */
static bool is_passing(const struct base *base, const struct pg_result *rows)
{
    const char *code = pq_code(&base->pq, rows);
    return strncmp(code, "53", 2) == 0 || strncmp(code, "57", 2) == 0 ||
           strncmp(code, "40", 2) == 0 || strncmp(code, "08", 2) == 0;
}

static bool take_lock(struct base *base, struct rd_problem *problem)
{
    static const char ask[] =
        "SELECT pg_try_advisory_lock(hashtext('redoubt arena ' || current_schema()))";
    pq_rows rows = pq_ask(&base->pq, ask, NULL, 0, problem);
    bool mine = rows != NULL && base->pq.lib->value(rows, 0, 0)[0] == 't';
    if (rows != NULL && !mine) {
        rd_problem_at(problem, "--db", "another arena is using it");
    }
    pq_clear(&base->pq, rows);
    return mine;
}

/* After a break the lock may be held by what is left of the old connection, for a moment. */
static bool is_connected(struct base *base, struct rd_problem *problem)
{
    if (pq_is_alive(&base->pq)) {
        return true;
    }
    pq_close(&base->pq);
    base->away = true;
    if (pq_open(&base->pq, base->address, problem) && (base->reading || take_lock(base, problem))) {
        base->away = false;
        return true;
    }
    pq_close(&base->pq);
    return false;
}

/* NULL with a problem. Within changes that become one nothing goes on over a new connection. */
static pq_rows ask(struct base *base, const char *sql, const char *const *value, int count,
                   struct rd_problem *problem)
{
    if (base->depth == 0 && !is_connected(base, problem)) {
        return NULL;
    }
    if (!pq_is_alive(&base->pq)) {
        base->away = true;
        rd_problem_at(problem, "--db", "the connection to PostgreSQL is broken");
        return NULL;
    }
    const struct libpq *lib = base->pq.lib;
    RD_ASSERT(lib != NULL); /* it is connected */
    pq_rows rows = lib->execute_with(base->pq.connection, sql, count, NULL, value, NULL, NULL, 0);
    int status = lib->result_status(rows);
    if (status == PQ_COMMAND_OK || status == PQ_TUPLES_OK) {
        return rows;
    }
    base->away = !pq_is_alive(&base->pq) || is_passing(base, rows);
    pq_problem(&base->pq, rows, problem);
    pq_clear(&base->pq, rows);
    return NULL;
}

static bool run(struct base *base, const char *sql, const char *const *value, int count,
                struct rd_problem *problem)
{
    pq_rows rows = ask(base, sql, value, count, problem);
    pq_clear(&base->pq, rows);
    return rows != NULL;
}

static const char *number_text(int64_t value, char out[NUMBER_ROOM])
{
    snprintf(out, NUMBER_ROOM, "%lld", (long long)value);
    return out;
}

/* The first value; NULL: there is none. The caller frees it. */
static char *text_of(struct store *store, const char *sql)
{
    struct base *base = base_of(store);
    struct rd_problem ignored = { "" };
    pq_rows rows = ask(base, sql, NULL, 0, &ignored);
    char *text = rows != NULL && base->pq.lib->rows(rows) > 0
                     ? strdup(base->pq.lib->value(rows, 0, 0))
                     : NULL;
    pq_clear(&base->pq, rows);
    return text;
}

/* ---- changes that become one ---- */

static bool base_begin(struct store *store, struct rd_problem *problem)
{
    struct base *base = base_of(store);
    bool fine = base->depth > 0 || run(base, "BEGIN", NULL, 0, problem);
    base->depth++;
    return fine;
}

static bool base_end(struct store *store, bool fine, struct rd_problem *problem)
{
    struct base *base = base_of(store);
    if (base->depth == 1) {
        struct rd_problem ignored = { "" }; /* the first one counts */
        bool away = base->away;
        bool ended = run(base, fine ? "COMMIT" : "ROLLBACK", NULL, 0, fine ? problem : &ignored);
        base->away = fine ? base->away : away || base->away;
        fine = fine && ended;
    }
    base->depth--;
    return fine;
}

static bool base_is_away(const struct store *store)
{
    return ((const struct base *)store)->away;
}

/* ---- opening ---- */

static bool is_there(struct base *base, bool *there, struct rd_problem *problem)
{
    pq_rows rows = ask(base, "SELECT to_regclass('arena_version') IS NOT NULL", NULL, 0, problem);
    *there = rows != NULL && base->pq.lib->value(rows, 0, 0)[0] == 't';
    pq_clear(&base->pq, rows);
    return rows != NULL;
}

static bool is_known(struct base *base, struct rd_problem *problem)
{
    char *text = text_of(&base->store, "SELECT max(version) FROM arena_version");
    int64_t version = text == NULL ? 0 : strtoll(text, NULL, 10);
    free(text);
    return version == VERSION ||
           rd_problem_at(problem, "--db",
                         "its tables are of version %lld, and this program knows %d: use the "
                         "program that made them",
                         (long long)version, VERSION);
}

static bool make_tables(struct base *base, struct rd_problem *problem)
{
    bool fine = base_begin(&base->store, problem) &&
                pq_run(&base->pq, (const char *)arena_postgres[0].text, problem);
    return base_end(&base->store, fine, problem);
}

static bool prepare(struct base *base, struct rd_problem *problem)
{
    bool there = false;
    if (!is_there(base, &there, problem) ||
        (!there && !base->reading && !make_tables(base, problem))) {
        return false;
    }
    if (!there && base->reading) {
        return rd_problem_at(problem, "--db", "there is no tournament in it");
    }
    return is_known(base, problem) &&
           (base->reading || run(base,
                                 "UPDATE arena_game SET owner = NULL, lease_until = NULL WHERE "
                                 "result IS NULL AND owner = '" STORE_OWN "'",
                                 NULL, 0, problem));
}

static void base_close(struct store *store)
{
    struct base *base = base_of(store);
    pq_close(&base->pq);
    free(base->address);
    free(base);
}

static struct store *base_open(const char *path, bool reading, struct rd_problem *problem)
{
    struct base *base = calloc(1, sizeof *base);
    RD_ASSERT(base != NULL);
    base->store.back = &store_postgres;
    base->address = strdup(path);
    base->reading = reading;
    if (is_connected(base, problem) && prepare(base, problem)) {
        return &base->store;
    }
    base_close(&base->store);
    return NULL;
}

/* ---- the plan ---- */

static char *base_plan(struct store *store)
{
    return text_of(store, "SELECT plan FROM arena_tournament");
}

static bool base_set_plan(struct store *store, const char *plan, struct rd_problem *problem)
{
    return run(base_of(store),
               "INSERT INTO arena_tournament (id, plan) VALUES (1, $1) "
               "ON CONFLICT (id) DO UPDATE SET plan = $1",
               &plan, 1, problem);
}

static bool base_note_run(struct store *store, const char *in_force, struct rd_problem *problem)
{
    return run(base_of(store), "INSERT INTO arena_run (in_force) VALUES ($1)", &in_force, 1,
               problem);
}

static char *base_last_run(struct store *store)
{
    return text_of(store, "SELECT in_force FROM arena_run ORDER BY id DESC LIMIT 1");
}

/* ---- games ---- */

static pq_rows ask_json(struct base *base, const char *sql, json_t *json,
                        struct rd_problem *problem)
{
    char *text = json_dumps(json, JSON_COMPACT);
    RD_ASSERT(text != NULL);
    const char *value = text;
    pq_rows rows = ask(base, sql, &value, 1, problem);
    free(text);
    json_decref(json);
    return rows;
}

static bool run_json(struct base *base, const char *sql, json_t *json, struct rd_problem *problem)
{
    pq_rows rows = ask_json(base, sql, json, problem);
    pq_clear(&base->pq, rows);
    return rows != NULL;
}

static bool base_add(struct store *store, const struct game *game, uint32_t count,
                     struct rd_problem *problem)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < count; i++) {
        json_array_append_new(list, game_task_json(&game[i]));
    }
    return run_json(base_of(store),
                    "INSERT INTO arena_game (id, round, tbl, grp, rotation, setup, seats) "
                    "SELECT id, round, \"table\", \"group\", rotation, setup, seats FROM "
                    "json_to_recordset($1::json) AS one (id int, round int, \"table\" int, "
                    "\"group\" int, rotation int, setup int, seats text) ON CONFLICT DO NOTHING",
                    list, problem);
}

/* What another connection is at work on, which may be a broken one of our own, is left alone. The
 * games are dealt out in one statement: each who takes has a stretch of them. */
static const char take_sql[] =
    "WITH who AS (SELECT n, owner, for_ms, want, sum(want) OVER (ORDER BY n) AS stop FROM "
    "json_to_recordset($1::json) AS one (n int, owner text, for_ms int, want int)), free AS "
    "MATERIALIZED (SELECT id FROM arena_game WHERE result IS NULL AND (owner IS NULL OR "
    "lease_until < clock_timestamp()) ORDER BY id LIMIT (SELECT max(stop) FROM who) FOR UPDATE "
    "SKIP LOCKED), dealt AS (SELECT id, row_number() OVER (ORDER BY id) AS place FROM free) UPDATE "
    "arena_game SET owner = who.owner, lease_until = clock_timestamp() + who.for_ms * interval '1 "
    "millisecond' FROM dealt JOIN who ON place > stop - want AND place <= stop WHERE arena_game.id "
    "= dealt.id RETURNING arena_game.id, who.n";

static bool base_take(struct store *store, struct taking *taking, uint32_t count,
                      struct rd_problem *problem)
{
    struct base *base = base_of(store);
    json_t *list = json_array();
    for (uint32_t i = 0; i < count; i++) {
        taking[i].taken = 0;
        json_array_append_new(
            list, json_pack("{s:i, s:s, s:i, s:i}", "n", (int)i, "owner", taking[i].lease.owner,
                            "for_ms", (int)taking[i].lease.for_ms, "want", (int)taking[i].want));
    }
    pq_rows rows = ask_json(base, take_sql, list, problem);
    for (int32_t i = 0; rows != NULL && i < base->pq.lib->rows(rows); i++) {
        uint32_t who = (uint32_t)strtoul(base->pq.lib->value(rows, i, 1), NULL, 10);
        RD_ASSERT(who < count && taking[who].taken < taking[who].want);
        taking[who].id[taking[who].taken++] =
            (uint32_t)strtoul(base->pq.lib->value(rows, i, 0), NULL, 10);
    }
    pq_clear(&base->pq, rows);
    return rows != NULL;
}

static bool base_hold(struct store *store, const struct lease *lease, const uint32_t *id,
                      uint32_t count, struct rd_problem *problem)
{
    char for_ms[NUMBER_ROOM], *list = store_list(id, count);
    const char *const value[] = { lease->owner, number_text(lease->for_ms, for_ms), list };
    bool fine =
        run(base_of(store),
            "UPDATE arena_game SET owner = CASE WHEN id IN (SELECT "
            "json_array_elements_text($3::json)::int) THEN $1 END, lease_until = clock_timestamp() "
            "+ $2::int * interval '1 millisecond' WHERE owner = $1 AND result IS NULL",
            value, 3, problem);
    free(list);
    return fine;
}

static bool base_finish(struct store *store, const struct game *const *game, uint32_t count,
                        struct rd_problem *problem)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < count; i++) {
        json_array_append_new(list, json_pack("{s:I, s:o}", "id", (json_int_t)game[i]->id, "result",
                                              game_result_json(game[i])));
    }
    return run_json(base_of(store),
                    "UPDATE arena_game SET result = one.result FROM json_to_recordset($1::json) "
                    "AS one (id int, result text) WHERE arena_game.id = one.id AND "
                    "arena_game.result IS NULL",
                    list, problem);
}

static bool base_drop(struct store *store, uint32_t id, bool dropped, struct rd_problem *problem)
{
    char number[NUMBER_ROOM];
    const char *const value[] = { number_text(id, number), dropped ? STORE_DROPPED : NULL };
    return run(base_of(store),
               "UPDATE arena_game SET result = $2::text WHERE id = $1::int AND (result IS NULL OR "
               "result = '" STORE_DROPPED "')",
               value, 2, problem);
}

static bool base_again(struct store *store, int64_t by, uint32_t id, struct rd_problem *problem)
{
    char order[NUMBER_ROOM], number[NUMBER_ROOM];
    const char *const value[] = { number_text(by, order), number_text(id, number) };
    return run(base_of(store),
               "WITH order_once AS (INSERT INTO arena_again (by, game) VALUES ($1::bigint, "
               "$2::int) ON CONFLICT DO NOTHING RETURNING game) UPDATE arena_game SET result = "
               "NULL, owner = NULL FROM order_once WHERE id = order_once.game",
               value, 2, problem);
}

static bool read_row(const struct base *base, const struct pg_result *rows, int32_t row,
                     struct game *game)
{
    const struct libpq *lib = base->pq.lib;
    uint32_t number[6];
    for (int32_t i = 0; i < 6; i++) {
        number[i] = (uint32_t)strtoul(lib->value(rows, row, i), NULL, 10);
    }
    *game = (struct game){ .id = number[0],
                           .round = number[1],
                           .table = number[2],
                           .group = number[3],
                           .rotation = number[4],
                           .setup = (uint16_t)number[5] };
    const char *result = lib->is_null(rows, row, 7) ? NULL : lib->value(rows, row, 7);
    return game_seats_read(game, lib->value(rows, row, 6)) && store_read_result(game, result);
}

static bool base_load(struct store *store, struct games *games, struct rd_problem *problem)
{
    struct base *base = base_of(store);
    pq_rows rows = ask(base,
                       "SELECT id, round, tbl, grp, rotation, setup, seats, result FROM "
                       "arena_game ORDER BY id",
                       NULL, 0, problem);
    bool fine = rows != NULL;
    for (int32_t i = 0; fine && i < base->pq.lib->rows(rows); i++) {
        struct game game;
        fine = read_row(base, rows, i, &game) && game.id == games->count + 1;
        games_add(games, &game);
        if (!fine) {
            rd_problem_at(problem, NULL, "game %u of the tournament can't be read", games->count);
        }
    }
    pq_clear(&base->pq, rows);
    return fine;
}

const struct store_back store_postgres = { .open = base_open,
#define X(result, name, arguments) .name = base_##name,
                                           STORE_FUNCTIONS(X)
#undef X
};
