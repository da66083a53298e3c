/*
 * server/shell/threads.h - the kinds of work that must not hold up the network: writing to the
 * disk (one thread, one batch at a time; another that tidies up behind it) and thinking (a few
 * threads for all bots).
 */
#ifndef REDOUBT_SERVER_THREADS_H
#define REDOUBT_SERVER_THREADS_H

#include "server/shell/mailbox.h"
#include "server/shell/storage.h"

enum { COMMIT_CLASSES = 12 }; /* below 1, 2, 4, ... ms; the last has the rest */

struct thread_counts {
    uint64_t commits[COMMIT_CLASSES], commit_us, records, failures;
    uint64_t answers, thought_us;
    uint32_t questions; /* that wait */
    /* On machines of their own: answers, questions that came back without one, answers that were
     * none; questions that are there now, and that could be begun besides. */
    uint64_t answers_apart, given_back, wrong;
    uint32_t apart, room;
};

struct threads;

/* Where the storage is PostgreSQL, bots may think on other machines, too (apart.h).
 * The writer renews the lease from time to time: three times while it lasts. */
struct threads *threads_open(struct storage *storage, const struct storage_claim *lease,
                             struct mailbox *mailbox, uint32_t thinkers);
/* Finishes the batch that is being written; questions that wait are dropped. NULL is fine. */
void threads_close(struct threads *threads);

void threads_write(struct threads *threads, struct core_batch *batch); /* takes it over */
/* What other servers have stored until now is wanted soon. */
void threads_ask_news(struct threads *threads, uint64_t asked);
void threads_ask(struct threads *threads, struct core_question *question); /* takes it over */

struct thread_counts threads_count(struct threads *threads);

#endif
