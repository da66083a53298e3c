#include "storage/pq.h"

#include <poll.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include "redoubt/base.h"

enum { CONNECT_MS = 5000, CODE = 5 };

/* The code of SQL, and what whoever runs the server does about it. */
static const struct {
    const char *code, *advice;
} advices[] = {
    { "28P01", "put the right user and password into db (postgresql://USER:PASSWORD@HOST/NAME) or "
               "into ~/.pgpass" },
    { "28000", "let this user in by a line of pg_hba.conf; where that takes TLS only, put "
               "?sslmode=require behind the address" },
    { "3D000", "make the database: createdb --encoding=UTF8 --template=template0 NAME" },
    { "3F000", "make the schema, or name another one as search_path" },
    { "25006", "this database can only be read: give the address of the primary one" },
    { "42501", "GRANT this user what is missing, or use the owner of the tables" },
    { "42883", "the tables are missing, or older than this program: redoubt admin --db ADDRESS "
               "migrate" },
    { "53100", "make room on the disk of PostgreSQL" },
    { "53300", "raise max_connections of PostgreSQL: a server needs four" },
    { "57P03", "wait until PostgreSQL has started" },
    { "55P03", "another program is at work on these tables: wait until it has ended" },
};

bool pq_is_address(const char *text)
{
    return strncmp(text, "postgresql://", 13) == 0 || strncmp(text, "postgres://", 11) == 0;
}

static const char *advice_for(const char *code)
{
    for (size_t i = 0; i < sizeof advices / sizeof advices[0]; i++) {
        if (strncmp(advices[i].code, code, CODE) == 0) {
            return advices[i].advice;
        }
    }
    return NULL;
}

static bool tell(struct rd_problem *problem, const char *code, const char *text, size_t length)
{
    const char *advice = advice_for(code);
    while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == ' ')) {
        length--;
    }
    return rd_problem_at(problem, "db", "PostgreSQL says: %.*s%s%s", (int)length, text,
                         advice == NULL ? "" : "; ", advice == NULL ? "" : advice);
}

/* ---- connecting ---- */

/* libpq gives no code for a refusal at the door, but writes it: "... FATAL:  28P01: password ...".
 */
static bool connect_problem(const struct pq *pq, struct rd_problem *problem)
{
    const char *text = pq->lib->error(pq->connection), *fatal = strstr(text, "FATAL:  ");
    if (fatal != NULL && strlen(fatal) > 15 && fatal[13] == ':') {
        return tell(problem, fatal + 8, fatal + 15, strcspn(fatal + 15, "\n"));
    }
    return rd_problem_at(problem, "db",
                         "PostgreSQL can't be reached: %.*s; is it running, and are host, port and "
                         "sslmode right?",
                         (int)strcspn(text, "\n"), text);
}

static int64_t steady_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* False: it takes too long. */
static bool wait_for(const struct pq *pq, int wanted, int64_t until_ms)
{
    struct pollfd door = { .fd = pq->lib->socket(pq->connection),
                           .events = wanted == PQ_POLLING_READING ? POLLIN : POLLOUT };
    int64_t left = until_ms - steady_ms();
    return left > 0 && poll(&door, 1, (int)left) > 0;
}

static void say_nothing(void *context, const char *notice)
{
    (void)context;
    (void)notice;
}

/* A machine that vanishes is noticed after some seconds. The address may say otherwise. */
static pq_handle begin(const struct libpq *lib, const char *address)
{
    static const char *const names[] = { "keepalives_idle",  "keepalives_interval",
                                         "keepalives_count", "tcp_user_timeout",
                                         "application_name", "dbname",
                                         "client_encoding",  NULL };
    const char *const values[] = { "5", "2", "3", "10000", "redoubt", address, "UTF8", NULL };
    return lib->connect_start(names, values, 1);
}

bool pq_open(struct pq *pq, const char *address, struct rd_problem *problem)
{
    int64_t until_ms = steady_ms() + CONNECT_MS;
    int wanted = PQ_POLLING_WRITING;
    memset(pq, 0, sizeof *pq);
    pq->lib = libpq_open(problem);
    if (pq->lib == NULL) {
        return false;
    }
    pq->connection = begin(pq->lib, address);
    RD_ASSERT(pq->connection != NULL);
    pq->lib->verbosity(pq->connection, PQ_ERRORS_VERBOSE);
    pq->lib->notices(pq->connection, say_nothing, NULL);
    if (pq->lib->status(pq->connection) == PQ_CONNECTION_BAD) {
        wanted = PQ_POLLING_FAILED;
    }
    while (wanted == PQ_POLLING_READING || wanted == PQ_POLLING_WRITING) {
        if (!wait_for(pq, wanted, until_ms)) {
            pq_close(pq);
            return rd_problem_at(problem, "db",
                                 "PostgreSQL does not answer; is it running, and are host and port "
                                 "right?");
        }
        wanted = pq->lib->connect_poll(pq->connection);
    }
    if (wanted != PQ_POLLING_OK) {
        connect_problem(pq, problem);
        pq_close(pq);
        return false;
    }
    pq->lib->verbosity(pq->connection, PQ_ERRORS_DEFAULT);
    return true;
}

void pq_close(struct pq *pq)
{
    if (pq->connection != NULL) {
        pq->lib->finish(pq->connection);
        pq->connection = NULL;
    }
}

bool pq_is_alive(const struct pq *pq)
{
    return pq->connection != NULL && pq->lib->status(pq->connection) == PQ_CONNECTION_OK;
}

/* ---- statements ---- */

const char *pq_code(const struct pq *pq, const struct pg_result *rows)
{
    const char *code = rows == NULL ? NULL : pq->lib->result_field(rows, PQ_DIAG_SQLSTATE);
    return code == NULL ? "" : code;
}

bool pq_problem(const struct pq *pq, const struct pg_result *rows, struct rd_problem *problem)
{
    const char *text = rows == NULL ? NULL : pq->lib->result_field(rows, 'M');
    if (text == NULL) {
        text = pq->connection == NULL ? "there is no connection" : pq->lib->error(pq->connection);
    }
    return tell(problem, pq_code(pq, rows), text, strcspn(text, "\n"));
}

static bool is_fine(const struct pq *pq, const struct pg_result *rows)
{
    int status = pq->lib->result_status(rows);
    return status == PQ_COMMAND_OK || status == PQ_TUPLES_OK;
}

pq_rows pq_ask(struct pq *pq, const char *sql, const char *const *value, int count,
               struct rd_problem *problem)
{
    if (pq->connection == NULL) {
        pq_problem(pq, NULL, problem);
        return NULL;
    }
    pq_rows rows = pq->lib->execute_with(pq->connection, sql, count, NULL, value, NULL, NULL, 0);
    if (!is_fine(pq, rows)) {
        pq_problem(pq, rows, problem);
        pq_clear(pq, rows);
        return NULL;
    }
    return rows;
}

void pq_clear(struct pq *pq, pq_rows rows)
{
    if (rows != NULL) {
        pq->lib->clear(rows);
    }
}

static bool no_rows(struct pq *pq, pq_rows rows, struct rd_problem *problem)
{
    bool fine = is_fine(pq, rows) || pq_problem(pq, rows, problem);
    pq_clear(pq, rows);
    return fine;
}

bool pq_run(struct pq *pq, const char *sql, struct rd_problem *problem)
{
    return no_rows(pq, pq->lib->execute(pq->connection, sql), problem);
}

bool pq_prepare(struct pq *pq, const char *name, const char *sql, struct rd_problem *problem)
{
    return no_rows(pq, pq->lib->prepare(pq->connection, name, sql, 0, NULL), problem);
}
