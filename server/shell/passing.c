#include "server/shell/passing.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "host/list.h"
#include "server/core/core.h"
#include "server/shell/log.h"
#include "server/shell/relay.h"
#include "server/shell/storage.h"
#include "storage/pq.h"

enum { ROUND_MS = 10, ADDRESS_ROOM = 1024 };

/* A visitor who has not been brought on his way yet. */
struct visitor {
    int fd;
    char match[CORE_ID_MAX];
    char *bytes; /* owned */
    size_t size;
};

struct passing {
    char db[ADDRESS_ROOM], self[STORAGE_OWNER_ROOM];
    struct pq pq;
    struct relay *relay;
    pthread_mutex_t lock;
    pthread_cond_t more;
    struct visitor *visitor;
    uint32_t visitors, room;
    bool stop;
    pthread_t thread;
};

/* NULL: the database does not answer. */
static pq_rows ask(struct passing *passing, const char *sql, const char *value)
{
    struct rd_problem ignored = { "" };
    pq_rows rows =
        pq_is_alive(&passing->pq) ? pq_ask(&passing->pq, sql, &value, 1, &ignored) : NULL;
    if (rows == NULL) { /* the connection may have broken since the last time */
        pq_close(&passing->pq);
        rows = pq_open(&passing->pq, passing->db, &ignored)
                   ? pq_ask(&passing->pq, sql, &value, 1, &ignored)
                   : NULL;
    }
    return rows;
}

/* The server that has the match, as the database knows it. False: nobody, or this one itself. */
static bool find_owner(struct passing *passing, const char *match, char out[STORAGE_OWNER_ROOM])
{
    pq_rows rows = ask(passing,
                       "SELECT owner.id FROM match JOIN part ON part.id = match.part"
                       " JOIN owner ON owner.fence = part.fence WHERE match.id = $1",
                       match);
    bool found = rows != NULL && passing->pq.lib->rows(rows) == 1;
    snprintf(out, STORAGE_OWNER_ROOM, "%s", found ? passing->pq.lib->value(rows, 0, 0) : "");
    pq_clear(&passing->pq, rows);
    return found && strcmp(out, passing->self) != 0;
}

/* A server whose door is shut, and which has no connection to the database any more, has died: the
 * rest of its lease need not be waited for. One that lives after all finds its lease lost. */
static void end_lease(void *context, const char *owner)
{
    struct passing *passing = context;
    pq_rows rows = ask(passing,
                       "UPDATE owner SET until = clock_timestamp() WHERE id = $1"
                       " AND until > clock_timestamp() AND NOT EXISTS (SELECT FROM pg_stat_activity"
                       " WHERE pid = backend AND backend_start = since) RETURNING id",
                       owner);
    if (rows != NULL && passing->pq.lib->rows(rows) == 1) {
        server_log("found_dead", "server=%s", owner);
    }
    pq_clear(&passing->pq, rows);
}

/* Whoever can't be brought on comes again, and perhaps somebody has taken the match over by then.
 */
static void bring_on(struct passing *passing, struct visitor *visitor)
{
    char owner[STORAGE_OWNER_ROOM];
    if (find_owner(passing, visitor->match, owner)) {
        relay_adopt(passing->relay, visitor->fd, owner, visitor->bytes, visitor->size);
    } else {
        close(visitor->fd);
    }
    free(visitor->bytes);
}

/* Somebody waits, or is on the way. False: the server stops. */
static bool wait_for_somebody(struct passing *passing, struct visitor *visitor, bool *some)
{
    pthread_mutex_lock(&passing->lock);
    while (passing->visitors == 0 && relay_count(passing->relay) == 0 && !passing->stop) {
        pthread_cond_wait(&passing->more, &passing->lock);
    }
    *some = passing->visitors > 0;
    if (*some) {
        *visitor = passing->visitor[0];
        passing->visitors--;
        memmove(passing->visitor, passing->visitor + 1,
                passing->visitors * sizeof *passing->visitor);
    }
    bool go_on = !passing->stop;
    pthread_mutex_unlock(&passing->lock);
    return go_on;
}

static void *pass_on(void *context)
{
    struct passing *passing = context;
    struct visitor visitor;
    bool some = false;
    while (wait_for_somebody(passing, &visitor, &some)) {
        if (some) {
            bring_on(passing, &visitor);
        }
        relay_work(passing->relay, some ? 1 : ROUND_MS);
        some = false;
    }
    if (some) {
        close(visitor.fd);
        free(visitor.bytes);
    }
    return NULL;
}

struct passing *passing_open(const char *db, const char *self, uint32_t connections_max,
                             uint32_t handshake_s, const char *proxies)
{
    struct passing *passing = calloc(1, sizeof *passing);
    RD_ASSERT(passing != NULL);
    snprintf(passing->db, sizeof passing->db, "%s", db);
    snprintf(passing->self, sizeof passing->self, "%s", self);
    const struct relay_hooks hooks = { passing, end_lease };
    passing->relay = relay_open(&hooks, connections_max, handshake_s, proxies);
    pthread_mutex_init(&passing->lock, NULL);
    pthread_cond_init(&passing->more, NULL);
    int failed = pthread_create(&passing->thread, NULL, pass_on, passing);
    RD_ASSERT(failed == 0);
    return passing;
}

void passing_close(struct passing *passing)
{
    if (passing == NULL) {
        return;
    }
    pthread_mutex_lock(&passing->lock);
    passing->stop = true;
    pthread_cond_signal(&passing->more);
    pthread_mutex_unlock(&passing->lock);
    pthread_join(passing->thread, NULL);
    for (uint32_t i = 0; i < passing->visitors; i++) {
        close(passing->visitor[i].fd);
        free(passing->visitor[i].bytes);
    }
    free(passing->visitor);
    relay_close(passing->relay);
    pq_close(&passing->pq);
    pthread_mutex_destroy(&passing->lock);
    pthread_cond_destroy(&passing->more);
    free(passing);
}

void passing_take(struct passing *passing, int fd, const char *match, const char *bytes,
                  size_t size)
{
    struct visitor visitor = { .fd = fd, .bytes = malloc(size), .size = size };
    RD_ASSERT(visitor.bytes != NULL);
    memcpy(visitor.bytes, bytes, size);
    snprintf(visitor.match, sizeof visitor.match, "%s", match);
    pthread_mutex_lock(&passing->lock);
    passing->visitor =
        rd_grown(passing->visitor, passing->visitors, &passing->room, sizeof *passing->visitor);
    passing->visitor[passing->visitors++] = visitor;
    pthread_cond_signal(&passing->more);
    pthread_mutex_unlock(&passing->lock);
}
