/* What is read from PostgreSQL. */
#include <poll.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/shell/postgres.h"
#include "server/shell/rows.h"

/* ---- links ---- */

void postgres_forget_links(struct postgres *pg)
{
    for (size_t i = 0; i < pg->links.room; i++) {
        free(pg->links.slot[i].value);
    }
    hash_map_free(&pg->links);
    memset(&pg->links, 0, sizeof pg->links);
}

struct link *postgres_link(struct postgres *pg, const char *match)
{
    uint64_t key = hash_map_key(pg->secret, match);
    struct link *link = hash_map_get(&pg->links, key);
    if (link == NULL) {
        link = calloc(1, sizeof *link);
        RD_ASSERT(link != NULL);
        hash_map_put(&pg->links, key, link);
    }
    if (strcmp(link->match, match) != 0) {
        memset(link, 0, sizeof *link);
        snprintf(link->match, sizeof link->match, "%s", match);
    }
    return link;
}

bool postgres_read_link(const char *hex, struct chain *chain)
{
    size_t size = 0;
    return sodium_hex2bin(chain->link, CHAIN_SIZE, hex, strlen(hex), NULL, &size, NULL) == 0 &&
           size == CHAIN_SIZE;
}

/* ---- reading ---- */

/* Reading may take longer than the lease lasts. What is lost shows at the first batch. */
static void keep_lease(struct postgres *pg)
{
    uint32_t taken;
    struct rd_problem ignored = { "" };
    if (postgres_now_ms() > pg->until_ms - pg->lease_ms * 2 / 3) {
        postgres_claim(pg, &taken, &ignored);
    }
}

/* Who is given what is read. */
struct reader {
    storage_each_record each;
    void *context;
    struct postgres *pg; /* who will write on in these matches, or NULL */
    struct chain chain;
};

static void give_row(struct reader *to, const struct pq *pq, const struct pg_result *rows)
{
    struct core_record record = { .n = (uint32_t)strtoul(pq->lib->value(rows, 0, 1), NULL, 10),
                                  .at_ms = strtoll(pq->lib->value(rows, 0, 2), NULL, 10),
                                  .body = pq->lib->value(rows, 0, 4) };
    struct chain link;
    bool sixth = !pq->lib->is_null(rows, 0, 5);
    bool linked = record.n > 0 && sixth && postgres_read_link(pq->lib->value(rows, 0, 5), &link);
    record.version = record.n == 0 && sixth ? strtoull(pq->lib->value(rows, 0, 5), NULL, 10) : 0;
    snprintf(record.id, sizeof record.id, "%s", pq->lib->value(rows, 0, 0));
    snprintf(record.kind, sizeof record.kind, "%s", pq->lib->value(rows, 0, 3));
    if (!chain_follows(&to->chain, &record, linked ? link.link : NULL)) {
        snprintf(record.kind, sizeof record.kind, "%s", CORE_DAMAGED);
    }
    if (to->pg != NULL && record.n > 0 && to->pg->links.count < POSTGRES_LINKS) {
        struct link *known =
            postgres_link(to->pg, record.id); /* the next record will be written soon */
        known->n = record.n;
        known->chain = to->chain;
        keep_lease(to->pg);
    }
    to->each(to->context, &record);
}

/* The next row, or what ends them. pg: whose lease is kept meanwhile, or NULL. */
static pq_rows next_row(struct postgres *pg, struct pq *pq)
{
    struct pollfd door = { .fd = pq->lib->socket(pq->connection), .events = POLLIN };
    while (pg != NULL && pq->lib->is_busy(pq->connection)) {
        poll(&door, 1, (int)(pg->lease_ms / 4));
        keep_lease(pg);
        if (pq->lib->consume(pq->connection) != 1) {
            break;
        }
    }
    return pq->lib->result(pq->connection);
}

/* Every row of a query: id, n, at_ms, kind, body, link. One at a time: all of them may be much.
 * value: of $1, or NULL. */
static bool each_row(struct reader *to, struct pq *pq, const char *sql, const char *value,
                     struct rd_problem *problem)
{
    bool fine =
        pq_is_alive(pq) &&
        pq->lib->send(pq->connection, sql, value != NULL, NULL, &value, NULL, NULL, 0) == 1 &&
        pq->lib->single_rows(pq->connection) == 1;
    if (!fine) {
        return pq_problem(pq, NULL, problem);
    }
    memset(&to->chain, 0, sizeof to->chain);
    for (pq_rows rows; (rows = next_row(to->pg, pq)) != NULL; pq_clear(pq, rows)) {
        int status = pq->lib->result_status(rows);
        if (status == PQ_SINGLE_TUPLE) {
            give_row(to, pq, rows);
        } else if (status != PQ_TUPLES_OK) {
            fine = pq_problem(pq, rows, problem);
        }
    }
    return fine;
}

/* It may have been idle for long, and have broken meanwhile. */
static bool open_reader(struct postgres *pg, struct rd_problem *problem)
{
    struct rd_problem ignored = { "" };
    if (pq_is_alive(&pg->reader) && pq_run(&pg->reader, "SELECT 1", &ignored)) {
        return true;
    }
    pq_close(&pg->reader);
    return pq_open(&pg->reader, pg->address, problem);
}

bool postgres_rows(struct postgres *pg, const char *sql, const char *value,
                   storage_each_record each, void *context, struct rd_problem *problem)
{
    struct reader to = { .each = each, .context = context, .pg = pg };
    return each_row(&to, &pg->hearer, sql, value, problem);
}

/* Notices of the matches that others have, and the time, at last, since
 * it goes on meanwhile. */
static bool load_shared(struct reader *to, const char *fence, struct rd_problem *problem)
{
    return each_row(to, &to->pg->reader,
                    "SELECT n.id, 0, n.at_ms, 'notice', n.body, NULL FROM notice AS n"
                    " JOIN match AS m ON m.id = n.id JOIN part AS p ON p.id = m.part"
                    " WHERE p.fence <> $1",
                    fence, problem) &&
           each_row(to, &to->pg->reader,
                    "SELECT 'server', 0, 0, 'time', json_build_object('time', ms + ms_since(at,"
                    " clock_timestamp()))::text, NULL FROM game_time",
                    NULL, problem);
}

bool postgres_load(struct storage *storage, storage_each_record each, void *context,
                   struct rd_problem *problem)
{
    static const char *const shared[] = {
        "SELECT id, 0, at_ms, 'player', body, version FROM player", ROWS_BESIDE_PLAYERS
    };
    static const char *const owned[] = {
        /* $1 is the fence */
        "SELECT s.id, 0, s.at_ms, 'stub', s.body, NULL FROM stub AS s JOIN match AS m ON m.id = "
        "s.id JOIN part AS p ON p.id = m.part WHERE p.fence = $1",
        ROWS_OF_LOGS(
            "encode(r.chain, 'hex')") " JOIN part AS p ON p.id = m.part"
                                      " JOIN record AS r ON r.match = m.id WHERE p.fence = $1"
                                      " AND NOT EXISTS (SELECT FROM stub WHERE stub.id = "
                                      "m.id)" ROWS_IN_SEQUENCE,
    };
    struct postgres *pg = postgres_of(storage);
    char fence[POSTGRES_NUMBER];
    struct reader to = { .each = each, .context = context, .pg = pg };
    postgres_number(pg->fence, fence);
    bool fine = open_reader(pg, problem) && postgres_begin_news(pg, problem);
    for (uint32_t i = 0; fine && i < sizeof shared / sizeof shared[0]; i++) {
        fine = each_row(&to, &pg->reader, shared[i], NULL, problem);
    }
    for (uint32_t i = 0; fine && i < sizeof owned / sizeof owned[0]; i++) {
        fine = each_row(&to, &pg->reader, owned[i], fence, problem);
    }
    return fine && load_shared(&to, fence, problem);
}

/* Of one moment, while servers go on. */
static bool everything_in(struct pq *pq, storage_each_record each, void *context,
                          struct rd_problem *problem)
{
    static const char *const queries[] = { ROWS_OF_EVERYTHING("encode(r.chain, 'hex')") };
    struct reader to = { .each = each, .context = context };
    bool fine = pq_run(pq, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", problem);
    for (uint32_t i = 0; fine && i < sizeof queries / sizeof queries[0]; i++) {
        fine = each_row(&to, pq, queries[i], NULL, problem);
    }
    return fine && pq_run(pq, "COMMIT", problem);
}

bool postgres_everything(struct storage *storage, storage_each_record each, void *context,
                         struct rd_problem *problem)
{
    return everything_in(&postgres_of(storage)->writer, each, context, problem);
}

bool postgres_fetch(struct storage *storage, const char *match, storage_each_record each,
                    void *context, struct rd_problem *problem)
{
    struct postgres *pg = postgres_of(storage);
    struct reader to = { .each = each, .context = context };
    return open_reader(pg, problem) &&
           each_row(&to, &pg->reader,
                    "SELECT match, n, at_ms, kind, body, encode(chain, 'hex') FROM record"
                    " WHERE match = $1 ORDER BY n",
                    match, problem);
}

/* ---- beside a server ---- */

static bool open_beside(struct pq *pq, const char *path, struct rd_problem *problem)
{
    return pq_open(pq, path, problem) && postgres_is_up_to_date(pq, problem);
}

bool postgres_look(const char *path, const char *question, storage_each_record each, void *context,
                   struct rd_problem *problem)
{
    struct reader to = { .each = each, .context = context };
    struct pq pq = { NULL, NULL };
    bool fine = open_beside(&pq, path, problem) && each_row(&to, &pq, question, NULL, problem);
    pq_close(&pq);
    return fine;
}

/* Batches are numbered under each lease anew. */
bool postgres_changed(const char *path, int64_t *when, struct rd_problem *problem)
{
    struct pq pq = { NULL, NULL };
    *when = -1;
    if (open_beside(&pq, path, problem)) {
        *when = postgres_ask_number(
            &pq, "SELECT coalesce(sum(fence * 1000000000 + batch), 0)::bigint FROM owner", problem);
    }
    pq_close(&pq);
    return *when >= 0;
}

/* Into a file of SQLite: a database that any server can be given. */
bool postgres_backup(const char *path, const char *to, struct rd_problem *problem)
{
    struct storage *from = postgres_open(path, false, problem);
    bool fine =
        from != NULL && (access(to, F_OK) != 0 || rd_problem_at(problem, to, "is there already"));
    if (fine) {
        struct storage_moved moved;
        struct storage *copy = storage_open_alone(to, problem);
        fine = copy != NULL && storage_copy(from, copy, &moved, problem);
        storage_close(copy);
    }
    storage_close(from);
    return fine;
}
