/*
 * server/shell/apart.h - questions to bots that machines of their own think about: a thread that
 * writes them into the database for `redoubt think`, and reads the answers. What nobody takes or
 * answers in time comes back, to be thought here: thinkers that die, lie or are slow cost a
 * moment and nothing else. See docs/decisions/0120-thinkers-apart.md.
 */
#ifndef REDOUBT_SERVER_APART_H
#define REDOUBT_SERVER_APART_H

#include "server/core/question.h"

/* Called by its thread. */
struct apart_hooks {
    void *context;
    /* One that waits and is worth the way, or NULL: there is none. */
    struct core_question *(*take)(void *context);
    void (*give_back)(void *context, struct core_question *question);
    /* choice is in the range of the legal orders. The question goes with it. */
    void (*answered)(void *context, struct core_question *question, uint32_t choice, uint64_t us);
};

struct apart;

/* address: of PostgreSQL. It is fine if that can't be reached: then nothing is sent. */
struct apart *apart_open(const char *address, const struct apart_hooks *hooks);
/* Questions that are out are dropped. NULL is fine. */
void apart_close(struct apart *apart);
/* Takes the question over, unless every thinker has enough to do. For any thread. */
bool apart_offer(struct apart *apart, struct core_question *question);

struct apart_counts {
    uint64_t answers, given_back, wrong; /* wrong: answers that were none */
    uint32_t out, room;                  /* questions that thinkers have, and could begin besides */
};
struct apart_counts apart_count(struct apart *apart);

#endif
