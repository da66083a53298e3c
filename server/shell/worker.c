#include "server/shell/worker.h"

#include <stdlib.h>
#include <string.h>

#include "host/list.h"
#include "server/shell/log.h"

/* All but one are NULL. */
struct job {
    struct core_hash *hash;
    struct core_fetch *fetch;
    struct core_replay_file *replay;
};

struct worker {
    struct storage *storage;
    struct mailbox *mailbox;
    pthread_mutex_t lock;
    pthread_cond_t more;
    struct job *job; /* the oldest first */
    uint32_t jobs, room;
    bool stop;
    pthread_t thread;
};

static void free_job(struct job job)
{
    core_hash_free(job.hash);
    core_fetch_free(job.fetch);
    core_replay_file_free(job.replay);
}

/* Logs first: the others take long, and whoever waits for a match shall not wait for them. */
static uint32_t most_urgent(const struct worker *worker)
{
    uint32_t at = 0;
    while (at < worker->jobs && worker->job[at].fetch == NULL) {
        at++;
    }
    return at < worker->jobs ? at : 0;
}

static bool next_job(struct worker *worker, struct job *job)
{
    pthread_mutex_lock(&worker->lock);
    while (worker->jobs == 0 && !worker->stop) {
        pthread_cond_wait(&worker->more, &worker->lock);
    }
    bool some = !worker->stop;
    if (some) {
        uint32_t at = most_urgent(worker);
        *job = worker->job[at];
        worker->jobs--;
        memmove(worker->job + at, worker->job + at + 1, (worker->jobs - at) * sizeof *worker->job);
    }
    pthread_mutex_unlock(&worker->lock);
    return some;
}

static void add_record(void *context, const struct core_record *record)
{
    core_fetch_add(context, record);
}

static void fetch_log(struct storage *storage, struct core_fetch *fetch)
{
    struct rd_problem problem = { "" };
    fetch->ok = storage_fetch(storage, fetch->match, add_record, fetch, &problem);
    if (!fetch->ok) {
        server_log("fetch_failed", "match=%s why=\"%s\"", fetch->match, problem.text);
    }
}

static struct core_event do_job(struct worker *worker, struct job job)
{
    struct core_event event = {
        .kind = CORE_FETCHED, .hash = job.hash, .fetch = job.fetch, .replay = job.replay
    };
    if (job.hash != NULL) {
        event.kind = CORE_HASHED;
        core_hash_work(job.hash);
    } else if (job.replay != NULL) {
        event.kind = CORE_REPLAY_MADE;
        core_replay_file_make(job.replay);
    } else {
        fetch_log(worker->storage, job.fetch);
    }
    return event;
}

static void *work(void *context)
{
    struct worker *worker = context;
    struct job job;
    while (next_job(worker, &job)) {
        mailbox_put(worker->mailbox, do_job(worker, job));
    }
    return NULL;
}

static void add_job(struct worker *worker, struct job job)
{
    pthread_mutex_lock(&worker->lock);
    worker->job = rd_grown(worker->job, worker->jobs, &worker->room, sizeof *worker->job);
    worker->job[worker->jobs++] = job;
    pthread_cond_signal(&worker->more);
    pthread_mutex_unlock(&worker->lock);
}

void worker_hash(struct worker *worker, struct core_hash *hash)
{
    struct job job = { .hash = hash };
    add_job(worker, job);
}

void worker_fetch(struct worker *worker, struct core_fetch *fetch)
{
    struct job job = { .fetch = fetch };
    add_job(worker, job);
}

void worker_make_replay(struct worker *worker, struct core_replay_file *replay)
{
    struct job job = { .replay = replay };
    add_job(worker, job);
}

struct worker *worker_open(struct storage *storage, struct mailbox *mailbox)
{
    struct worker *worker = calloc(1, sizeof *worker);
    RD_ASSERT(worker != NULL);
    worker->storage = storage;
    worker->mailbox = mailbox;
    pthread_mutex_init(&worker->lock, NULL);
    pthread_cond_init(&worker->more, NULL);
    int failed = pthread_create(&worker->thread, NULL, work, worker);
    RD_ASSERT(failed == 0);
    return worker;
}

/* Begins and ends like threads.c: a lock, a condition, threads that are told to stop and joined. */
void worker_close(struct worker *worker)
{
    if (worker == NULL) {
        return;
    }
    pthread_mutex_lock(&worker->lock);
    worker->stop = true;
    pthread_cond_signal(&worker->more);
    pthread_mutex_unlock(&worker->lock);
    pthread_join(worker->thread, NULL);
    for (uint32_t i = 0; i < worker->jobs; i++) {
        free_job(worker->job[i]);
    }
    free(worker->job);
    pthread_mutex_destroy(&worker->lock);
    pthread_cond_destroy(&worker->more);
    free(worker);
}
