#include "server/shell/threads.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "host/list.h"
#include "server/shell/apart.h"
#include "server/shell/log.h"

enum {
    SHARES = 1024 /* few meet in one */,
    THINKERS_MAX = 16,
    THINKERS_NICE = 19,
    RENEWALS = 3,
    HEAR_MS = 50
};

struct threads {
    struct storage *storage;
    char owner[STORAGE_OWNER_ROOM];
    struct storage_claim lease;
    int64_t renew_ms; /* when it is renewed next */
    int64_t hear_ms;  /* when others are listened to next; INT64_MAX: there are none */
    uint64_t asked;   /* the latest question for news */
    bool others;      /* other servers play: as it was told last */
    struct mailbox *mailbox;
    struct apart *apart; /* NULL: all bots think here */
    pthread_mutex_t lock;
    pthread_cond_t more_to_write, more_to_think, more_to_carry;
    struct core_batch *batch;
    struct core_question **question; /* the oldest first */
    uint64_t spent_us[SHARES]; /* of thinking, by share; those who come late begin with least */
    uint64_t least_us;
    uint32_t questions, question_room;
    bool carry, stop;
    pthread_t writer, carrier, thinker[THINKERS_MAX];
    uint32_t thinkers;
    struct thread_counts counts;
};

static uint64_t now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static int64_t steady_ms(void)
{
    return (int64_t)(now_us() / 1000);
}

struct thread_counts threads_count(struct threads *threads)
{
    pthread_mutex_lock(&threads->lock);
    struct thread_counts counts = threads->counts;
    counts.questions = threads->questions;
    pthread_mutex_unlock(&threads->lock);
    if (threads->apart != NULL) {
        struct apart_counts apart = apart_count(threads->apart);
        counts.answers_apart = apart.answers;
        counts.given_back = apart.given_back;
        counts.wrong = apart.wrong;
        counts.apart = apart.out;
        counts.room = apart.room;
    }
    return counts;
}

/* ---- writing ---- */

/* False: it is time to stop. NULL in *batch: it is time to renew the lease. */
static bool next_batch(struct threads *threads, struct core_batch **batch)
{
    int64_t next_ms = threads->renew_ms < threads->hear_ms ? threads->renew_ms : threads->hear_ms;
    const struct timespec until = { .tv_sec = next_ms / 1000, .tv_nsec = next_ms % 1000 * 1000000 };
    int waited = 0;
    pthread_mutex_lock(&threads->lock);
    while (threads->batch == NULL && threads->asked == 0 && !threads->stop && waited != ETIMEDOUT) {
        waited = pthread_cond_timedwait(&threads->more_to_write, &threads->lock, &until);
    }
    *batch = threads->batch;
    threads->batch = NULL;
    bool go_on = *batch != NULL || !threads->stop;
    pthread_mutex_unlock(&threads->lock);
    return go_on;
}

static void renew(struct threads *threads)
{
    struct rd_problem problem = { "" };
    threads->renew_ms = steady_ms() + threads->lease.lease_ms / RENEWALS;
    if (!storage_lost(threads->storage) &&
        !storage_claim(threads->storage, &threads->lease, NULL, &problem)) {
        server_log("lease_failed", "why=\"%s\"", problem.text);
        threads->mailbox->wake(threads->mailbox->context); /* it may have to stop */
    }
}

/* What other servers have stored, and matches of those that are gone. */
static void hear(struct threads *threads)
{
    struct rd_problem ignored = { "" }; /* the database may be away for a while */
    struct core_news *news = calloc(1, sizeof *news);
    RD_ASSERT(news != NULL);
    pthread_mutex_lock(&threads->lock);
    uint64_t asked = threads->asked;
    pthread_mutex_unlock(&threads->lock);
    threads->hear_ms = steady_ms() + HEAR_MS;
    if (!storage_hear(threads->storage, news, &ignored)) {
        core_news_free(news);
        return;
    }
    pthread_mutex_lock(&threads->lock);
    threads->asked = threads->asked == asked ? 0 : threads->asked;
    pthread_mutex_unlock(&threads->lock);
    news->asked = asked;
    if (news->heard.count == 0 && news->taken.count == 0 && asked == 0 &&
        news->others == threads->others) {
        core_news_free(news);
        return;
    }
    threads->others = news->others;
    if (news->taken.count > 0) {
        server_log("taken_over", "records=%u", news->taken.count);
    }
    mailbox_put(threads->mailbox, (struct core_event){ .kind = CORE_NEWS, .news = news });
}

void threads_ask_news(struct threads *threads, uint64_t asked)
{
    pthread_mutex_lock(&threads->lock);
    threads->asked = asked;
    pthread_cond_signal(&threads->more_to_write);
    pthread_mutex_unlock(&threads->lock);
}

static void count_commit(struct threads *threads, uint64_t us, uint32_t records, bool ok)
{
    uint32_t class = 0;
    while (class + 1 < COMMIT_CLASSES && us >= (uint64_t)1000 << class) {
        class ++;
    }
    pthread_mutex_lock(&threads->lock);
    threads->counts.commits[class]++;
    threads->counts.commit_us += us;
    threads->counts.records += ok ? records : 0;
    threads->counts.failures += !ok;
    pthread_mutex_unlock(&threads->lock);
}

/* NULL: none. */
static uint32_t *copy_refused(const struct storage *storage, uint32_t *count)
{
    const uint32_t *refused = storage_refused(storage, count);
    uint32_t *copy = *count == 0 ? NULL : malloc(*count * sizeof *copy);
    RD_ASSERT(*count == 0 || copy != NULL);
    if (copy != NULL) {
        memcpy(copy, refused, *count * sizeof *copy);
    }
    return copy;
}

static void write_batch(struct threads *threads, struct core_batch *batch)
{
    struct rd_problem problem = { "" };
    struct core_event event = { .kind = CORE_STORED, .batch = batch->id };
    uint64_t begun = now_us();
    event.ok = storage_write(threads->storage, batch, &problem);
    count_commit(threads, now_us() - begun, batch->count, event.ok);
    uint32_t *refused = copy_refused(threads->storage, &event.refused_count);
    event.refused = refused;
    if (!event.ok) {
        server_log("storage_failed", "why=\"%s\"", problem.text);
    }
    core_batch_free(batch);
    mailbox_put(threads->mailbox, event);
}

static void carry(struct threads *threads, bool now)
{
    if (now) {
        pthread_mutex_lock(&threads->lock);
        threads->carry = true;
        pthread_cond_signal(&threads->more_to_carry);
        pthread_mutex_unlock(&threads->lock);
    }
}

static bool wait_to_carry(struct threads *threads)
{
    pthread_mutex_lock(&threads->lock);
    while (!threads->carry && !threads->stop) {
        pthread_cond_wait(&threads->more_to_carry, &threads->lock);
    }
    bool go_on = !threads->stop;
    threads->carry = false;
    pthread_mutex_unlock(&threads->lock);
    return go_on;
}

static void *carry_logs(void *context)
{
    struct threads *threads = context;
    while (wait_to_carry(threads)) {
        storage_carry(threads->storage);
    }
    return NULL;
}

static void *write_batches(void *context)
{
    struct threads *threads = context;
    struct core_batch *batch;
    while (next_batch(threads, &batch)) {
        if (batch != NULL) {
            write_batch(threads, batch);
            carry(threads, storage_tidy(threads->storage));
        }
        if (steady_ms() >= threads->renew_ms) {
            renew(threads);
            carry(threads, storage_idle(threads->storage));
        }
        if (threads->hear_ms != INT64_MAX && (batch == NULL || steady_ms() >= threads->hear_ms)) {
            hear(threads);
        }
    }
    return NULL;
}

void threads_write(struct threads *threads, struct core_batch *batch)
{
    pthread_mutex_lock(&threads->lock);
    RD_ASSERT(threads->batch == NULL); /* the core has one under way at a time */
    threads->batch = batch;
    pthread_cond_signal(&threads->more_to_write);
    pthread_mutex_unlock(&threads->lock);
}

/* ---- thinking ---- */

static uint64_t spent(const struct threads *threads, uint64_t share)
{
    uint64_t us = threads->spent_us[share % SHARES];
    return us > threads->least_us ? us : threads->least_us;
}

/* May it be sent to another machine? */
static bool may_leave(const struct core_question *question)
{
    return !question->at_home && core_question_is_long(question);
}

/* Of those for whom was thought least; of several the oldest. leaving: only of those that may.
 * The number of questions: there is none. */
static uint32_t fairest(const struct threads *threads, bool leaving)
{
    uint32_t best = threads->questions;
    for (uint32_t i = 0; i < threads->questions; i++) {
        const struct core_question *question = threads->question[i];
        if ((!leaving || may_leave(question)) &&
            (best == threads->questions ||
             spent(threads, question->share) < spent(threads, threads->question[best]->share))) {
            best = i;
        }
    }
    return best;
}

static struct core_question *take_question(struct threads *threads, uint32_t at)
{
    RD_ASSERT(at < threads->questions);
    struct core_question *question = threads->question[at];
    threads->least_us = spent(threads, question->share);
    threads->questions--;
    memmove(threads->question + at, threads->question + at + 1,
            (threads->questions - at) * sizeof(struct core_question *));
    return question;
}

static struct core_question *next_question(struct threads *threads)
{
    struct core_question *question = NULL;
    pthread_mutex_lock(&threads->lock);
    while (threads->questions == 0 && !threads->stop) {
        pthread_cond_wait(&threads->more_to_think, &threads->lock);
    }
    if (!threads->stop) {
        question = take_question(threads, fairest(threads, false));
    }
    pthread_mutex_unlock(&threads->lock);
    return question;
}

/* A thinking bot must not take the processor from those who serve people: a low priority is not
 * enough where the machine is busy, since it uses up what the server as a whole is given. */
static void stand_back(void)
{
    const struct sched_param none = { .sched_priority = 0 };
    if (sched_setscheduler(0, SCHED_IDLE, &none) != 0) {
        setpriority(PRIO_PROCESS, (id_t)gettid(), THINKERS_NICE);
    }
}

/* The question goes with its answer. */
static void answer(void *context, struct core_question *question, uint32_t choice, uint64_t us)
{
    struct threads *threads = context;
    struct core_event event = { .kind = CORE_BOT_ANSWERED,
                                .ticket = question->ticket,
                                .action = question->legal[choice] };
    uint64_t share = question->share;
    core_question_free(question);
    pthread_mutex_lock(&threads->lock);
    threads->spent_us[share % SHARES] = spent(threads, share) + us;
    threads->counts.answers++;
    threads->counts.thought_us += us;
    pthread_mutex_unlock(&threads->lock);
    mailbox_put(threads->mailbox, event);
}

static void *think(void *context)
{
    struct threads *threads = context;
    struct core_question *question;
    stand_back();
    while ((question = next_question(threads)) != NULL) {
        uint64_t begun = now_us();
        uint32_t choice = core_question_choose(question);
        answer(threads, question, choice, now_us() - begun);
    }
    return NULL;
}

static void ask_here(void *context, struct core_question *question)
{
    struct threads *threads = context;
    pthread_mutex_lock(&threads->lock);
    threads->question = rd_grown(threads->question, threads->questions, &threads->question_room,
                                 sizeof(struct core_question *));
    threads->question[threads->questions++] = question;
    pthread_cond_signal(&threads->more_to_think);
    pthread_mutex_unlock(&threads->lock);
}

static struct core_question *take_leaving(void *context)
{
    struct threads *threads = context;
    pthread_mutex_lock(&threads->lock);
    uint32_t at = fairest(threads, true);
    struct core_question *question = at < threads->questions ? take_question(threads, at) : NULL;
    pthread_mutex_unlock(&threads->lock);
    return question;
}

void threads_ask(struct threads *threads, struct core_question *question)
{
    if (threads->apart == NULL || !apart_offer(threads->apart, question)) {
        ask_here(threads, question);
    }
}

/* ---- beginning and end ---- */

/* One core is left to those who serve people, where there are two: the scheduler of the kernel lets
 * a thread wait for tens of milliseconds that wakes up where only threads of low priority run. */
static uint32_t as_many_as_fit(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 2 ? (uint32_t)cores - 1 : 1;
}

static void start(pthread_t *thread, void *(*work)(void *), struct threads *threads)
{
    int failed = pthread_create(thread, NULL, work, threads);
    RD_ASSERT(failed == 0);
}

struct threads *threads_open(struct storage *storage, const struct storage_claim *lease,
                             struct mailbox *mailbox, uint32_t thinkers)
{
    struct threads *threads = calloc(1, sizeof *threads);
    RD_ASSERT(threads != NULL);
    threads->storage = storage;
    snprintf(threads->owner, sizeof threads->owner, "%s", lease->owner);
    threads->lease = *lease;
    threads->lease.owner = threads->owner;
    threads->others = true; /* perhaps */
    threads->hear_ms = storage_address(storage) == NULL ? INT64_MAX : steady_ms();
    threads->renew_ms = steady_ms() + lease->lease_ms / RENEWALS;
    threads->mailbox = mailbox;
    thinkers = thinkers == 0 ? as_many_as_fit() : thinkers;
    threads->thinkers = thinkers < THINKERS_MAX ? thinkers : THINKERS_MAX;
    pthread_mutex_init(&threads->lock, NULL);
    pthread_condattr_t steady; /* nobody sets it */
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&threads->more_to_write, &steady);
    pthread_condattr_destroy(&steady);
    pthread_cond_init(&threads->more_to_think, NULL);
    pthread_cond_init(&threads->more_to_carry, NULL);
    start(&threads->writer, write_batches, threads);
    start(&threads->carrier, carry_logs, threads);
    for (uint32_t i = 0; i < threads->thinkers; i++) {
        start(&threads->thinker[i], think, threads);
    }
    if (storage_address(storage) != NULL) {
        const struct apart_hooks hooks = { threads, take_leaving, ask_here, answer };
        threads->apart = apart_open(storage_address(storage), &hooks);
    }
    return threads;
}

void threads_close(struct threads *threads)
{
    if (threads == NULL) {
        return;
    }
    apart_close(threads->apart);
    pthread_mutex_lock(&threads->lock);
    threads->stop = true;
    pthread_cond_broadcast(&threads->more_to_write);
    pthread_cond_broadcast(&threads->more_to_think);
    pthread_cond_broadcast(&threads->more_to_carry);
    pthread_mutex_unlock(&threads->lock);
    pthread_join(threads->writer, NULL);
    pthread_join(threads->carrier, NULL);
    for (uint32_t i = 0; i < threads->thinkers; i++) {
        pthread_join(threads->thinker[i], NULL);
    }
    for (uint32_t i = 0; i < threads->questions; i++) {
        core_question_free(threads->question[i]);
    }
    core_batch_free(threads->batch);
    free(threads->question);
    pthread_mutex_destroy(&threads->lock);
    pthread_cond_destroy(&threads->more_to_write);
    pthread_cond_destroy(&threads->more_to_think);
    pthread_cond_destroy(&threads->more_to_carry);
    free(threads);
}
