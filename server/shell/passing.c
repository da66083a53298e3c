#include "server/shell/passing.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "host/list.h"
#include "server/core/core.h"
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
    struct standby *standby;
    pthread_mutex_t lock;
    pthread_cond_t more;
    struct visitor *visitor;
    uint32_t visitors, room;
    bool stop;
    pthread_t thread;
};

static pq_rows ask_owner(struct passing *passing, const char *match)
{
    struct rd_problem ignored = { "" };
    return pq_ask(&passing->pq,
                  "SELECT owner.id FROM match JOIN part ON part.id = match.part"
                  " JOIN owner ON owner.fence = part.fence WHERE match.id = $1",
                  &match, 1, &ignored);
}

/* The server that has the match, as the database knows it. False: nobody, or this one itself. */
static bool find_owner(struct passing *passing, const char *match, char out[STORAGE_OWNER_ROOM])
{
    struct rd_problem ignored = { "" };
    pq_rows rows = pq_is_alive(&passing->pq) ? ask_owner(passing, match) : NULL;
    if (rows == NULL) { /* the connection may have broken since the last time */
        pq_close(&passing->pq);
        rows = pq_open(&passing->pq, passing->db, &ignored) ? ask_owner(passing, match) : NULL;
    }
    bool found = rows != NULL && passing->pq.lib->rows(rows) == 1;
    snprintf(out, STORAGE_OWNER_ROOM, "%s", found ? passing->pq.lib->value(rows, 0, 0) : "");
    pq_clear(&passing->pq, rows);
    return found && strcmp(out, passing->self) != 0;
}

/* Whoever can't be brought on comes again, and perhaps somebody has taken the match over by then.
 */
static void bring_on(struct passing *passing, struct visitor *visitor)
{
    char owner[STORAGE_OWNER_ROOM];
    if (find_owner(passing, visitor->match, owner)) {
        standby_adopt(passing->standby, visitor->fd, owner, visitor->bytes, visitor->size);
    } else {
        close(visitor->fd);
    }
    free(visitor->bytes);
}

/* Somebody waits, or is on the way. False: the server stops. */
static bool wait_for_somebody(struct passing *passing, struct visitor *visitor, bool *some)
{
    pthread_mutex_lock(&passing->lock);
    while (passing->visitors == 0 && standby_count(passing->standby) == 0 && !passing->stop) {
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
        standby_pass_on(passing->standby, NULL, some ? 1 : ROUND_MS);
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
    passing->standby = standby_open(-1, connections_max, handshake_s, proxies);
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
    standby_close(passing->standby);
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
