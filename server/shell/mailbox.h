/*
 * server/shell/mailbox.h - what other threads tell the one that has the core: batches that are
 * stored, answers of bots.
 */
#ifndef REDOUBT_SERVER_MAILBOX_H
#define REDOUBT_SERVER_MAILBOX_H

#include <pthread.h>

#include "server/core/core.h"

struct mailbox {
    pthread_mutex_t lock;
    struct core_event *event;
    uint32_t first, count, room; /* those before first were taken */
    void (*wake)(void *context); /* called by other threads */
    void *context;
};

void mailbox_open(struct mailbox *mailbox, void (*wake)(void *context), void *context);
void mailbox_close(struct mailbox *mailbox);
void mailbox_put(struct mailbox *mailbox, struct core_event event);
/* Frees what came with an event. */
void mailbox_drop(struct core_event *event);
/* False: it is empty. */
bool mailbox_take(struct mailbox *mailbox, struct core_event *event);

#endif
