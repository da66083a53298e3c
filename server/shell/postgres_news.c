/* What other servers have stored, and matches whose server is gone. Asked again and again by the
 * thread that writes, over a connection of its own. Rows carry the number of the lease and of the
 * batch that wrote them; batches of one lease come one after the other, so what is new of it is
 * what has a greater number than was heard. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/shell/postgres.h"

enum { LIST_ROOM = POSTGRES_CURSORS * POSTGRES_NUMBER };

static bool open_hearer(struct postgres *pg, struct rd_problem *problem)
{
    if (pq_is_alive(&pg->hearer)) {
        return true;
    }
    pq_close(&pg->hearer);
    return pq_open(&pg->hearer, pg->address, problem);
}

/* ---- how far each lease was heard ---- */

static void forget_cursor(struct postgres *pg, uint32_t index)
{
    pg->cursors--;
    memmove(pg->cursor + index, pg->cursor + index + 1, (pg->cursors - index) * sizeof *pg->cursor);
}

static void add_cursor(struct postgres *pg, int64_t fence)
{
    if (fence == pg->fence) {
        return;
    }
    if (pg->cursors == POSTGRES_CURSORS) { /* the oldest number that never wrote */
        forget_cursor(pg, 0);
    }
    pg->cursor[pg->cursors++] = (struct postgres_cursor){ .fence = fence, .batch = -1 };
}

/* Numbers are given out before they are seen in the table of leases; some never are. */
static void add_cursors_to(struct postgres *pg, int64_t last_fence)
{
    int64_t first = last_fence - POSTGRES_CURSORS;
    pg->last_fence = pg->last_fence < first ? first : pg->last_fence;
    while (pg->last_fence < last_fence) {
        add_cursor(pg, ++pg->last_fence);
    }
}

/* What the table of leases says. */
struct leases {
    bool news;    /* something was stored, perhaps */
    bool expired; /* a lease of another server is over */
    struct postgres_cursor now[POSTGRES_CURSORS];
    uint32_t count;
};

static bool ask_leases(struct postgres *pg, struct leases *leases, struct rd_problem *problem)
{
    const struct libpq *lib = pg->hearer.lib;
    pq_rows rows = pq_ask(&pg->hearer,
                          "SELECT fence, batch, (until <= clock_timestamp())::int,"
                          " (SELECT last_value FROM fence) FROM owner",
                          NULL, 0, problem);
    leases->count = 0;
    leases->news = leases->expired = false;
    for (int i = 0; rows != NULL && i < lib->rows(rows); i++) {
        struct postgres_cursor now = { .fence = strtoll(lib->value(rows, i, 0), NULL, 10),
                                       .batch = strtoll(lib->value(rows, i, 1), NULL, 10) };
        add_cursors_to(pg, strtoll(lib->value(rows, i, 3), NULL, 10));
        if (now.fence != pg->fence && leases->count < POSTGRES_CURSORS) {
            leases->now[leases->count++] = now;
            leases->expired = leases->expired || lib->value(rows, i, 2)[0] == '1';
        }
    }
    pq_clear(&pg->hearer, rows);
    return rows != NULL;
}

static const struct postgres_cursor *lease_of(const struct leases *leases, int64_t fence)
{
    for (uint32_t i = 0; i < leases->count; i++) {
        if (leases->now[i].fence == fence) {
            return &leases->now[i];
        }
    }
    return NULL;
}

/* One that is gone, or was not seen yet, may have stored anything. */
static void compare(struct postgres *pg, struct leases *leases)
{
    for (uint32_t i = 0; i < pg->cursors; i++) {
        const struct postgres_cursor *now = lease_of(leases, pg->cursor[i].fence);
        leases->news = leases->news || now == NULL || now->batch > pg->cursor[i].batch;
    }
}

/* All that the leases had stored was heard. Numbers are given out and seen in their sequence: one
 * that is missing below another will not come any more. */
static void move_cursors(struct postgres *pg, const struct leases *leases)
{
    int64_t greatest = pg->fence;
    for (uint32_t i = 0; i < leases->count; i++) {
        greatest = leases->now[i].fence > greatest ? leases->now[i].fence : greatest;
    }
    for (uint32_t i = pg->cursors; i > 0; i--) {
        struct postgres_cursor *cursor = &pg->cursor[i - 1];
        const struct postgres_cursor *now = lease_of(leases, cursor->fence);
        if (now != NULL) {
            cursor->batch = now->batch;
        } else if (cursor->fence < greatest) { /* it is over, and nothing can come any more */
            forget_cursor(pg, i - 1);
        }
    }
}

/* ---- parts ---- */

static bool ask_parts(struct postgres *pg, struct rd_problem *problem)
{
    char fence[POSTGRES_NUMBER];
    const char *const value[] = { postgres_number(pg->fence, fence) };
    pq_rows rows =
        pq_ask(&pg->hearer, "SELECT coalesce(array_agg(id), '{}') FROM part WHERE fence = $1",
               value, 1, problem);
    if (rows != NULL) {
        snprintf(pg->parts, sizeof pg->parts, "%s", pg->hearer.lib->value(rows, 0, 0));
    }
    pq_clear(&pg->hearer, rows);
    return rows != NULL;
}

bool postgres_begin_news(struct postgres *pg, struct rd_problem *problem)
{
    static struct leases leases;
    pg->cursors = 0;
    pg->gained = false;
    pg->last_fence = 0;
    bool fine =
        open_hearer(pg, problem) && ask_leases(pg, &leases, problem) && ask_parts(pg, problem);
    if (fine) { /* what was stored until now is read next */
        move_cursors(pg, &leases);
    }
    return fine;
}

/* ---- listening ---- */

static void add_heard(void *context, const struct core_record *record)
{
    core_batch_add(context, record);
}

/* "{1,2}" for arrays of PostgreSQL. */
static void write_list(const struct postgres *pg, bool batches, char out[LIST_ROOM])
{
    size_t used = 0;
    for (uint32_t i = 0; i < pg->cursors; i++) {
        used += (size_t)snprintf(out + used, LIST_ROOM - used, "%s%lld", i == 0 ? "{" : ",",
                                 (long long)(batches ? pg->cursor[i].batch : pg->cursor[i].fence));
    }
    snprintf(out + used, LIST_ROOM - used, "%s", pg->cursors == 0 ? "{}" : "}");
}

#define NEW_ROWS(table, version)                                                             \
    "SELECT new.id, 0, new.at_ms, '" table "', new.body, " version                           \
    " FROM k CROSS JOIN LATERAL (SELECT * FROM " table " WHERE fence = k.f AND batch > k.b)" \
    " AS new"
#define AND_ROWS(table) " UNION ALL " NEW_ROWS(table, "NULL")

static const char new_rows[] =
    "WITH k AS (SELECT * FROM unnest(split_part($1, ' ', 1)::bigint[],"
    " split_part($1, ' ', 2)::bigint[]) AS k (f, b)) " NEW_ROWS("player", "new.version")
        AND_ROWS("notice") AND_ROWS("report") AND_ROWS("wrong");

static bool hear_rows(struct postgres *pg, struct core_batch *heard, struct rd_problem *problem)
{
    char fences[LIST_ROOM], batches[LIST_ROOM], both[2 * LIST_ROOM + 2];
    write_list(pg, false, fences);
    write_list(pg, true, batches);
    snprintf(both, sizeof both, "%s %s", fences, batches);
    return postgres_rows(pg, new_rows, both, add_heard, heard, problem);
}

/* Of the parts that it did not have before: stubs of those that sleep, and logs of the others. */
static bool hear_taken(struct postgres *pg, struct core_batch *taken, struct rd_problem *problem)
{
    static const char *const questions[] = {
        "SELECT s.id, 0, s.at_ms, 'stub', s.body, NULL FROM stub AS s JOIN match AS m ON m.id = "
        "s.id"
        " JOIN part AS p ON p.id = m.part WHERE p.fence = split_part($1, ' ', 1)::bigint"
        " AND p.id <> ALL (split_part($1, ' ', 2)::bigint[])",
        "SELECT r.match, r.n, r.at_ms, r.kind, r.body, encode(r.chain, 'hex') FROM match AS m"
        " JOIN part AS p ON p.id = m.part JOIN record AS r ON r.match = m.id"
        " WHERE p.fence = split_part($1, ' ', 1)::bigint"
        " AND p.id <> ALL (split_part($1, ' ', 2)::bigint[])"
        " AND NOT EXISTS (SELECT FROM stub WHERE stub.id = m.id) ORDER BY m.at_ms, m.id, r.n",
    };
    char both[POSTGRES_PARTS + POSTGRES_NUMBER + 2];
    bool fine = true;
    snprintf(both, sizeof both, "%lld %s", (long long)pg->fence, pg->parts);
    for (uint32_t i = 0; fine && i < sizeof questions / sizeof questions[0]; i++) {
        fine = postgres_rows(pg, questions[i], both, add_heard, taken, problem);
    }
    return fine && ask_parts(pg, problem);
}

/* Of one moment: matches name players. */
static bool hear_moment(struct postgres *pg, struct core_news *news, struct rd_problem *problem)
{
    static struct leases leases; /* one thread hears */
    char parts[POSTGRES_PARTS];
    bool gained = pg->gained; /* what is gained from now on is not in this moment */
    pg->gained = false;
    memcpy(parts, pg->parts, sizeof parts);
    bool fine = pq_run(&pg->hearer, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", problem) &&
                ask_leases(pg, &leases, problem);
    if (fine) {
        compare(pg, &leases);
    }
    fine = fine && (!leases.news || hear_rows(pg, &news->heard, problem)) &&
           (!gained || hear_taken(pg, &news->taken, problem));
    fine = fine && pq_run(&pg->hearer, "COMMIT", problem);
    if (fine) {
        move_cursors(pg, &leases);
    } else { /* all of it again */
        pg->gained = pg->gained || gained;
        memcpy(pg->parts, parts, sizeof parts);
    }
    return fine;
}

bool postgres_hear(struct storage *storage, struct core_news *news, struct rd_problem *problem)
{
    static struct leases leases;
    struct postgres *pg = postgres_of(storage);
    uint32_t taken;
    if (pg->lost || pg->fence == 0) {
        return true;
    }
    bool fine = open_hearer(pg, problem) && ask_leases(pg, &leases, problem);
    if (fine && leases.expired && pq_is_alive(&pg->writer)) {
        fine = postgres_claim(pg, &taken, problem); /* it takes over what they had */
    }
    news->others = leases.count > 0;
    compare(pg, &leases);
    if (fine && (leases.news || pg->gained)) {
        fine = hear_moment(pg, news, problem);
    }
    if (!fine) {
        pq_close(&pg->hearer); /* whatever was under way in it */
    }
    return fine;
}
