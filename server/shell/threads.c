#include "server/shell/threads.h"

#include <stdlib.h>
#include <string.h>

#include "host/list.h"
#include "server/shell/log.h"

enum { THINKERS_MAX = 16 };

struct threads {
    struct storage *storage;
    struct mailbox *mailbox;
    pthread_mutex_t lock;
    pthread_cond_t more_to_write, more_to_think;
    struct core_batch *batch;
    struct core_question **question; /* the oldest first */
    uint32_t questions, question_room;
    bool stop;
    pthread_t writer, thinker[THINKERS_MAX];
    uint32_t thinkers;
};

/* ---- writing
 * --------------------------------------------------------------------------------------- */

static struct core_batch *next_batch(struct threads *threads)
{
    pthread_mutex_lock(&threads->lock);
    while (threads->batch == NULL && !threads->stop) {
        pthread_cond_wait(&threads->more_to_write, &threads->lock);
    }
    struct core_batch *batch = threads->batch;
    threads->batch = NULL;
    pthread_mutex_unlock(&threads->lock);
    return batch;
}

static void *write_batches(void *context)
{
    struct threads *threads = context;
    struct core_batch *batch;
    while ((batch = next_batch(threads)) != NULL) {
        struct rd_problem problem = { "" };
        struct core_event event = { .kind = CORE_STORED, .batch = batch->id };
        event.ok = storage_write(threads->storage, batch, &problem);
        if (!event.ok) {
            server_log("storage_failed", "why=\"%s\"", problem.text);
        }
        core_batch_free(batch);
        mailbox_put(threads->mailbox, event);
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

/* ---- thinking
 * -------------------------------------------------------------------------------------- */

static struct core_question *next_question(struct threads *threads)
{
    struct core_question *question = NULL;
    pthread_mutex_lock(&threads->lock);
    while (threads->questions == 0 && !threads->stop) {
        pthread_cond_wait(&threads->more_to_think, &threads->lock);
    }
    if (!threads->stop) {
        question = threads->question[0];
        threads->questions--;
        memmove(threads->question, threads->question + 1,
                threads->questions * sizeof(struct core_question *));
    }
    pthread_mutex_unlock(&threads->lock);
    return question;
}

static void *think(void *context)
{
    struct threads *threads = context;
    struct core_question *question;
    while ((question = next_question(threads)) != NULL) {
        struct core_event event = { .kind = CORE_BOT_ANSWERED, .ticket = question->ticket };
        event.action = core_question_answer(question);
        core_question_free(question);
        mailbox_put(threads->mailbox, event);
    }
    return NULL;
}

void threads_ask(struct threads *threads, struct core_question *question)
{
    pthread_mutex_lock(&threads->lock);
    threads->question = rd_grown(threads->question, threads->questions, &threads->question_room,
                                 sizeof(struct core_question *));
    threads->question[threads->questions++] = question;
    pthread_cond_signal(&threads->more_to_think);
    pthread_mutex_unlock(&threads->lock);
}

/* ---- beginning and end
 * ------------------------------------------------------------------------------ */

struct threads *threads_open(struct storage *storage, struct mailbox *mailbox, uint32_t thinkers)
{
    struct threads *threads = calloc(1, sizeof *threads);
    RD_ASSERT(threads != NULL);
    threads->storage = storage;
    threads->mailbox = mailbox;
    threads->thinkers = thinkers < THINKERS_MAX ? thinkers : THINKERS_MAX;
    pthread_mutex_init(&threads->lock, NULL);
    pthread_cond_init(&threads->more_to_write, NULL);
    pthread_cond_init(&threads->more_to_think, NULL);
    RD_ASSERT(pthread_create(&threads->writer, NULL, write_batches, threads) == 0);
    for (uint32_t i = 0; i < threads->thinkers; i++) {
        RD_ASSERT(pthread_create(&threads->thinker[i], NULL, think, threads) == 0);
    }
    return threads;
}

void threads_close(struct threads *threads)
{
    if (threads == NULL) {
        return;
    }
    pthread_mutex_lock(&threads->lock);
    threads->stop = true;
    pthread_cond_broadcast(&threads->more_to_write);
    pthread_cond_broadcast(&threads->more_to_think);
    pthread_mutex_unlock(&threads->lock);
    pthread_join(threads->writer, NULL);
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
    free(threads);
}
