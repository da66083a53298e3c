/* Records in PostgreSQL: the lease, and writing. A batch is one transaction in one pipeline. See
 * docs/decisions/0077-several-servers-on-postgresql.md. */
#include "server/shell/postgres.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "server/shell/log.h"

enum {
    SINGLES = 7,
    AGAIN_US = 50000 /* a server that can't be reached is tried so often */
};

struct postgres *postgres_of(struct storage *storage)
{
    return (struct postgres *)storage;
}

int64_t postgres_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

const char *postgres_number(int64_t value, char out[POSTGRES_NUMBER])
{
    snprintf(out, POSTGRES_NUMBER, "%lld", (long long)value);
    return out;
}

/* ---- opening ---- */

/* All of them are given as many: id, at_ms, body, version, fence, batch. */
#define ANY " AND $4::bigint IS NOT NULL AND $5::bigint IS NOT NULL AND $6::bigint IS NOT NULL"

/* What belongs to no log: the kind of the record, and how it is written. */
static const struct {
    const char *kind, *sql;
} singles[SINGLES] = {
    { "player", "SELECT put_player($1, $2, $3, $4, $5, $6)" },
    { "gone",
      "SELECT forget_guest($1, $5) WHERE $2::bigint IS NOT NULL AND $3::text IS NOT NULL" ANY },
    { "time", "WITH kept AS (INSERT INTO fact (id, at_ms, body) VALUES ($1, $2, $3)"
              " ON CONFLICT (id) DO UPDATE SET at_ms = excluded.at_ms, body = excluded.body)"
              " UPDATE game_time SET at = clock_timestamp(), ms = greatest(ms + ms_since(at,"
              " clock_timestamp()), said($3, 'time')::bigint) WHERE true" ANY },
    { "report", "INSERT INTO report (id, at_ms, body, fence, batch)"
                " SELECT $1, $2::bigint, $3, $5::bigint, $6::bigint WHERE $4::bigint IS NOT NULL"
                " ON CONFLICT (id) DO NOTHING" },
    { "wrong", "WITH old AS (DELETE FROM wrong WHERE at_ms < $2::bigint - 3600000)"
               " INSERT INTO wrong (id, at_ms, body, fence, batch)"
               " SELECT $1, $2::bigint, $3, $5::bigint, $6::bigint WHERE $4::bigint IS NOT NULL"
               " ON CONFLICT (id) DO NOTHING" },
    { "notice", "INSERT INTO notice (id, at_ms, body, fence, batch)"
                " SELECT $1, $2::bigint, $3, $5::bigint, $6::bigint WHERE $4::bigint IS NOT NULL"
                " ON CONFLICT (id) DO UPDATE SET at_ms = excluded.at_ms, body = excluded.body,"
                " fence = excluded.fence, batch = excluded.batch" },
    { "stub", "INSERT INTO stub (id, at_ms, body) SELECT $1, $2::bigint, $3 WHERE true" ANY
              " ON CONFLICT (id) DO UPDATE SET at_ms = excluded.at_ms, body = excluded.body" },
};

/* A record without a fence is refused by the table. */
static const struct {
    const char *name, *sql;
} statements[] = {
    { "begin_batch", "SELECT begin_batch($1, $2, $3)" },
    { "add_match", "INSERT INTO match (id, at_ms, part)"
                   " VALUES ($1, $2, (SELECT min(id) FROM part WHERE fence = $3))" },
    { "add_record",
      "WITH woken AS (DELETE FROM stub WHERE id = $1)"
      " INSERT INTO record (match, n, at_ms, kind, body, chain, fence)"
      " VALUES ($1, $2, $3, $4, $5, $6, (SELECT part.fence FROM match"
      " JOIN part ON part.id = match.part WHERE match.id = $1 AND part.fence = $7))" },
};

static bool prepare(struct pq *pq, struct rd_problem *problem)
{
    bool fine = true;
    for (uint32_t i = 0; fine && i < SINGLES; i++) {
        fine = pq_prepare(pq, singles[i].kind, singles[i].sql, problem);
    }
    for (uint32_t i = 0; fine && i < sizeof statements / sizeof statements[0]; i++) {
        fine = pq_prepare(pq, statements[i].name, statements[i].sql, problem);
    }
    return fine;
}

/* An acknowledged order is on the disk: whoever has set this database up otherwise did not think of
 * us. */
static bool wait_for_disk(struct pq *pq, struct rd_problem *problem)
{
    pq_rows rows = pq_ask(pq,
                          "SELECT set_config('synchronous_commit', 'on', false)"
                          " WHERE current_setting('synchronous_commit') = 'off'",
                          NULL, 0, problem);
    pq_clear(pq, rows);
    return rows != NULL;
}

/* Whoever changes the same row at the same time may stand still in the middle of it: its lease
 * ends, and ours must not end with it. */
static bool limit_waits(struct postgres *pg, struct rd_problem *problem)
{
    char sql[64];
    snprintf(sql, sizeof sql, "SET lock_timeout = '%lldms'", (long long)(pg->lease_ms / 4));
    return pq_run(&pg->writer, sql, problem);
}

static bool open_writer(struct postgres *pg, struct rd_problem *problem)
{
    return pq_open(&pg->writer, pg->address, problem) &&
           postgres_is_good_place(&pg->writer, problem) &&
           postgres_has_session(&pg->writer, pg->address, problem) &&
           postgres_lock_tables(&pg->writer, pg->alone, problem) &&
           postgres_is_up_to_date(&pg->writer, problem) && wait_for_disk(&pg->writer, problem) &&
           prepare(&pg->writer, problem) && limit_waits(pg, problem);
}

/* The other servers need not wait for the end of the lease. */
static void release(struct postgres *pg)
{
    char fence[POSTGRES_NUMBER];
    const char *const value[] = { postgres_number(pg->fence, fence) };
    struct rd_problem ignored = { "" };
    if (pg->fence > 0 && !pg->lost && pq_is_alive(&pg->writer)) {
        pq_clear(&pg->writer,
                 pq_ask(&pg->writer, "UPDATE owner SET until = clock_timestamp() WHERE fence = $1",
                        value, 1, &ignored));
    }
}

static void close_postgres(struct storage *storage)
{
    struct postgres *pg = postgres_of(storage);
    release(pg);
    pq_close(&pg->writer);
    pq_close(&pg->reader);
    pq_close(&pg->hearer);
    postgres_forget_links(pg);
    free(pg);
}

struct storage *postgres_open(const char *path, bool alone, struct rd_problem *problem)
{
    struct postgres *pg = calloc(1, sizeof *pg);
    RD_ASSERT(pg != NULL);
    pg->base.back = &storage_postgres;
    pg->alone = alone;
    pg->until_ms = INT64_MAX; /* no lease is claimed yet */
    pg->secret[0] = (uint64_t)(uintptr_t)pg;
    pg->secret[1] = (uint64_t)postgres_now_ms();
    if (snprintf(pg->address, sizeof pg->address, "%s", path) >= (int)sizeof pg->address) {
        rd_problem_at(problem, "db", "the address is too long");
    } else if (open_writer(pg, problem)) {
        return &pg->base;
    }
    close_postgres(&pg->base);
    return NULL;
}

static const char *address(const struct storage *storage)
{
    return ((const struct postgres *)storage)->address;
}

/* ---- the lease ---- */

static int64_t until_ms(const struct storage *storage)
{
    return ((const struct postgres *)storage)->until_ms;
}

static bool lost(const struct storage *storage)
{
    return ((const struct postgres *)storage)->lost;
}

static void give_up(struct storage *storage)
{
    postgres_of(storage)->stop = true;
}

static const char lost_lease[] = "RD001"; /* as claim and begin_batch say it */

/* The lease lasts from when it was asked for, or longer. */
bool postgres_claim(struct postgres *pg, uint32_t *taken, struct rd_problem *problem)
{
    struct pq *pq = &pg->writer;
    char fence[POSTGRES_NUMBER], lease[POSTGRES_NUMBER];
    const char *const value[] = { pg->owner, postgres_number(pg->fence, fence),
                                  postgres_number(pg->lease_ms, lease) };
    int64_t asked_ms = postgres_now_ms();
    pq_rows rows =
        pq->lib->execute_with(pq->connection, "SELECT number, taken FROM claim($1, $2, $3)", 3,
                              NULL, value, NULL, NULL, 0);
    bool fine = pq->lib->result_status(rows) == PQ_TUPLES_OK;
    if (!fine) {
        pg->lost = pg->lost || strcmp(pq_code(pq, rows), lost_lease) == 0;
        pq_problem(pq, rows, problem);
    } else {
        pg->fence = strtoll(pq->lib->value(rows, 0, 0), NULL, 10);
        *taken = (uint32_t)strtoul(pq->lib->value(rows, 0, 1), NULL, 10);
        pg->until_ms = asked_ms + pg->lease_ms;
        pg->gained = pg->gained || *taken > 0;
    }
    pq_clear(pq, rows);
    return fine;
}

static bool reach(struct postgres *pg, struct rd_problem *problem);

static bool claim(struct storage *storage, const struct storage_claim *claim, uint32_t *taken,
                  struct rd_problem *problem)
{
    struct postgres *pg = postgres_of(storage);
    if (strcmp(pg->owner, claim->owner) != 0) { /* another server, as far as leases go */
        snprintf(pg->owner, sizeof pg->owner, "%s", claim->owner);
        pg->fence = pg->batch = 0;
    }
    if (pg->lost) {
        return rd_problem_at(problem, "db", "this server has lost its lease");
    }
    struct rd_problem why = { "" };
    bool waits = pg->lease_ms == claim->lease_ms; /* already as long as that asks for */
    pg->lease_ms = claim->lease_ms;
    if (pq_is_alive(&pg->writer) && postgres_claim(pg, taken, &why) &&
        (waits || limit_waits(pg, &why))) {
        return true;
    }
    if (pq_is_alive(&pg->writer)) {
        return rd_problem_at(problem, NULL, "%s", why.text);
    }
    return reach(pg, problem) && /* which renews what there is */
           (pg->fence > 0 || postgres_claim(pg, taken, problem));
}

/* ---- a connection that broke ---- */

static bool open_again(struct postgres *pg, struct rd_problem *problem)
{
    pq_close(&pg->writer);
    if (!open_writer(pg, problem)) {
        pq_close(&pg->writer);
        return false;
    }
    return true;
}

/* Until there is a connection and the lease is renewed over it. False: the lease is lost, there is
 * none to be renewed, or the server stops. */
static bool reach(struct postgres *pg, struct rd_problem *problem)
{
    uint32_t taken;
    bool told = false;
    while (!pg->stop && !pg->lost) {
        struct rd_problem why = { "" };
        if (open_again(pg, &why) && (pg->fence == 0 || postgres_claim(pg, &taken, &why))) {
            if (told) {
                server_log("storage_reached", "after=break");
            }
            return true;
        }
        if (pg->fence == 0) {
            *problem = why;
            return false;
        }
        if (!told && !pg->lost) {
            server_log("storage_unreachable", "why=\"%s\"", why.text);
            told = true;
        }
        usleep(AGAIN_US);
    }
    return rd_problem_at(problem, "db",
                         pg->lost ? "this server has lost its lease" : "the server stops");
}

/* ---- writing ---- */

enum outcome {
    STORED,
    REFUSED,
    STALE, /* something in it: see refused */
    BROKEN /* the connection is: nobody knows yet */
};

static bool send_statement(struct pq *pq, const char *name, int count, const char *const *value)
{
    return pq->lib->send_prepared(pq->connection, name, count, value, NULL, NULL, 0) == 1;
}

/* Another server was faster, or has it at hand: a row that was changed before, a name or a command
 * that is taken, a lock that does not come. */
static bool is_too_late(const char *code)
{
    static const char *const codes[] = { "RD002", "23505", "40P01", "55P03" };
    bool found = false;
    for (uint32_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        found = found || strcmp(code, codes[i]) == 0;
    }
    return found;
}

/* What was sent, to the end of the pipeline. The first problem is kept; statement: which one had
 * it, the first is 0. */
static enum outcome read_pipeline(struct postgres *pg, uint32_t *statement,
                                  struct rd_problem *problem)
{
    struct pq *pq = &pg->writer;
    enum outcome outcome = STORED;
    uint32_t done = 0;
    for (uint32_t nothing = 0; nothing < 2;) { /* one ends each result; two: no more come */
        pq_rows rows = pq->lib->result(pq->connection);
        int status = rows == NULL ? -1 : pq->lib->result_status(rows);
        nothing = rows == NULL ? nothing + 1 : 0;
        done += nothing == 1;
        if (status == PQ_PIPELINE_SYNC) {
            pq_clear(pq, rows);
            return outcome;
        }
        if (rows != NULL && status != PQ_COMMAND_OK && status != PQ_TUPLES_OK) {
            if (outcome == STORED) { /* the others are refused because of the first */
                const char *code = pq_code(pq, rows);
                pg->lost = pg->lost || strcmp(code, lost_lease) == 0;
                *statement = done;
                outcome = is_too_late(code) ? STALE : REFUSED;
                pq_problem(pq, rows, problem);
            }
        }
        pq_clear(pq, rows);
    }
    return BROKEN;
}

/* ---- groups of records ---- */

static bool is_refused(const struct postgres *pg, const struct core_record *record)
{
    for (uint32_t i = 0; i < pg->refused_count; i++) {
        if (pg->refused[i] == record->group) {
            return true;
        }
    }
    return false;
}

/* The group of the statement that came too late goes no further; the batch goes on without it. */
static enum outcome leave_out(struct postgres *pg, const struct core_batch *batch,
                              uint32_t statement)
{
    uint32_t last = 0; /* begin_batch */
    for (uint32_t i = 0; i < batch->count; i++) {
        const struct core_record *record = &batch->record[i];
        last += is_refused(pg, record) ? 0 : record->n == 1 ? 2 : 1;
        if (last >= statement && statement > 0) {
            if (record->group == 0 || pg->refused_count == POSTGRES_REFUSED) {
                return REFUSED;
            }
            pg->refused[pg->refused_count++] = record->group;
            return STALE;
        }
    }
    return statement == 0 ? STALE : REFUSED; /* it waited for a lock of its own row: once more */
}

/* The link of the record before this one, if it has one. False: the connection broke. */
static bool ask_link(struct postgres *pg, struct link *link, uint32_t n)
{
    char before[POSTGRES_NUMBER];
    const char *const value[] = { link->match, postgres_number((int64_t)n - 1, before) };
    struct pq *pq = &pg->writer;
    struct rd_problem ignored = { "" };
    pq_rows rows = pq_ask(pq, "SELECT encode(chain, 'hex') FROM record WHERE match = $1 AND n = $2",
                          value, 2, &ignored);
    memset(&link->chain, 0, sizeof link->chain);
    if (rows != NULL && pq->lib->rows(rows) == 1 && !pq->lib->is_null(rows, 0, 0)) {
        postgres_read_link(pq->lib->value(rows, 0, 0), &link->chain);
    }
    link->n = n - 1;
    pq_clear(pq, rows);
    return rows != NULL;
}

/* Before the pipeline begins, so that it needs no answer on the way. */
static bool know_links(struct postgres *pg, const struct core_batch *batch)
{
    bool fine = true;
    if (pg->links.count > POSTGRES_LINKS) {
        postgres_forget_links(pg);
    }
    for (uint32_t i = 0; fine && i < batch->count; i++) {
        const struct core_record *record = &batch->record[i];
        bool wanted = record->n > 0 && !is_refused(pg, record);
        struct link *link = wanted ? postgres_link(pg, record->id) : NULL;
        if (link != NULL && record->n > 1 && link->n != record->n - 1) {
            fine = ask_link(pg, link, record->n);
        }
        if (link != NULL) {
            link->n = record->n; /* as it will be when the next record of this batch comes */
        }
    }
    for (uint32_t i = batch->count; i-- > 0;) { /* and back to before the batch */
        if (batch->record[i].n > 0 && !is_refused(pg, &batch->record[i])) {
            postgres_link(pg, batch->record[i].id)->n = batch->record[i].n - 1;
        }
    }
    return fine;
}

static bool send_single(struct postgres *pg, const struct core_record *record)
{
    char at[POSTGRES_NUMBER];
    char version[POSTGRES_NUMBER], fence[POSTGRES_NUMBER], batch[POSTGRES_NUMBER];
    const char *const value[] = { record->id,
                                  postgres_number(record->at_ms, at),
                                  record->body,
                                  postgres_number((int64_t)record->version, version),
                                  postgres_number(pg->fence, fence),
                                  postgres_number(pg->batch + 1, batch) };
    return send_statement(&pg->writer, record->kind, 6, value);
}

static bool send_record(struct postgres *pg, const struct core_record *record)
{
    char n[POSTGRES_NUMBER], at[POSTGRES_NUMBER], fence[POSTGRES_NUMBER];
    struct link *link = postgres_link(pg, record->id);
    if (record->n == 1) {
        memset(&link->chain, 0, sizeof link->chain);
    }
    chain_add(&link->chain, record);
    link->n = record->n;
    const char *const match[] = { record->id, postgres_number(record->at_ms, at),
                                  postgres_number(pg->fence, fence) };
    const char *const value[] = { record->id,   postgres_number(record->n, n),  at,   record->kind,
                                  record->body, (const char *)link->chain.link, fence };
    static const int length[] = { 0, 0, 0, 0, 0, CHAIN_SIZE, 0 };
    static const int is_binary[] = { 0, 0, 0, 0, 0, 1, 0 };
    struct pq *pq = &pg->writer;
    return (record->n > 1 || send_statement(pq, "add_match", 3, match)) &&
           pq->lib->send_prepared(pq->connection, "add_record", 7, value, length, is_binary, 0) ==
               1;
}

static enum outcome try_batch(struct postgres *pg, const struct core_batch *batch,
                              struct rd_problem *problem)
{
    char fence[POSTGRES_NUMBER], id[POSTGRES_NUMBER], lease[POSTGRES_NUMBER];
    const char *const value[] = { postgres_number(pg->fence, fence),
                                  postgres_number(pg->batch + 1, id),
                                  postgres_number(pg->lease_ms, lease) };
    struct pq *pq = &pg->writer;
    int64_t asked_ms = postgres_now_ms();
    if (!pq_is_alive(pq) || !know_links(pg, batch)) {
        return BROKEN;
    }
    bool sent =
        pq->lib->enter_pipeline(pq->connection) == 1 && send_statement(pq, "begin_batch", 3, value);
    for (uint32_t i = 0; sent && i < batch->count; i++) {
        const struct core_record *record = &batch->record[i];
        sent = is_refused(pg, record) ||
               (record->n == 0 ? send_single(pg, record) : send_record(pg, record));
    }
    sent = sent && pq->lib->end_pipeline(pq->connection) == 1;
    uint32_t statement = 0;
    enum outcome outcome = sent ? read_pipeline(pg, &statement, problem) : BROKEN;
    if (outcome != BROKEN && pq->lib->leave_pipeline(pq->connection) != 1) {
        pq_close(pq); /* what came is sure all the same */
    }
    if (outcome == STORED) {
        pg->batch++;
        pg->until_ms = asked_ms + pg->lease_ms;
    } else {
        postgres_forget_links(pg);
    }
    return outcome == STALE ? leave_out(pg, batch, statement) : outcome;
}

/* The connection broke, perhaps behind the commit. It is there again, and its claim has waited for
 * the end of the old one: the number of the latest batch tells. */
static enum outcome was_stored(struct postgres *pg, struct rd_problem *problem)
{
    char sql[128];
    snprintf(sql, sizeof sql, "SELECT batch FROM owner WHERE fence = %lld", (long long)pg->fence);
    int64_t latest = postgres_ask_number(&pg->writer, sql, problem);
    if (latest == pg->batch + 1) {
        pg->batch = latest;
        return STORED;
    }
    return BROKEN;
}

static bool is_known(const struct core_record *record, struct rd_problem *problem)
{
    for (uint32_t i = 0; record->n == 0 && i < SINGLES; i++) {
        if (strcmp(singles[i].kind, record->kind) == 0) {
            return true;
        }
    }
    return record->n > 0 ||
           rd_problem_at(problem, record->id, "there is no place for records of this kind");
}

static bool write_batch(struct storage *storage, const struct core_batch *batch,
                        struct rd_problem *problem)
{
    struct postgres *pg = postgres_of(storage);
    for (uint32_t i = 0; i < batch->count; i++) {
        if (!is_known(&batch->record[i], problem)) {
            return false;
        }
    }
    if (pg->lost || pg->fence == 0) {
        return rd_problem_at(problem, "db", "this server has no lease");
    }
    struct rd_problem why = { "" };
    pg->refused_count = 0;
    enum outcome outcome = try_batch(pg, batch, &why);
    while (outcome == BROKEN || outcome == STALE) {
        memset(&why, 0, sizeof why);
        if (outcome == BROKEN) {
            if (!reach(pg, &why)) {
                break;
            }
            outcome = was_stored(pg, &why);
        }
        if (outcome != STORED) {
            memset(&why, 0, sizeof why);
            outcome = try_batch(pg, batch, &why);
        }
    }
    return outcome == STORED || rd_problem_at(problem, NULL, "%s", why.text);
}

static const uint32_t *refused(const struct storage *storage, uint32_t *count)
{
    const struct postgres *pg = (const struct postgres *)storage;
    *count = pg->refused_count;
    return pg->refused;
}

const struct storage_back storage_postgres = {
    .open = postgres_open,
    .close = close_postgres,
    .address = address,
    .until_ms = until_ms,
    .lost = lost,
    .give_up = give_up,
    .claim = claim,
    .load = postgres_load,
    .fetch = postgres_fetch,
    .everything = postgres_everything,
    .write = write_batch,
    .refused = refused,
    .hear = postgres_hear,
    .migrate = postgres_migrate,
    .backup = postgres_backup,
    .changed = postgres_changed,
    .look = postgres_look,
};
