#include "server/shell/mailbox.h"

#include <stdlib.h>
#include <string.h>

#include "host/list.h"

void mailbox_open(struct mailbox *mailbox, void (*wake)(void *context), void *context)
{
    memset(mailbox, 0, sizeof *mailbox);
    pthread_mutex_init(&mailbox->lock, NULL);
    mailbox->wake = wake;
    mailbox->context = context;
}

void mailbox_close(struct mailbox *mailbox)
{
    struct core_event event;
    while (mailbox_take(mailbox, &event)) {
        mailbox_drop(&event);
    }
    pthread_mutex_destroy(&mailbox->lock);
    free(mailbox->event);
}

void mailbox_drop(struct core_event *event)
{
    core_hash_free(event->hash);
    core_fetch_free(event->fetch);
    core_replay_file_free(event->replay);
    core_news_free(event->news);
    free((void *)(uintptr_t)event->refused);
}

void mailbox_put(struct mailbox *mailbox, struct core_event event)
{
    pthread_mutex_lock(&mailbox->lock);
    mailbox->event = rd_grown(mailbox->event, mailbox->count, &mailbox->room, sizeof event);
    mailbox->event[mailbox->count++] = event;
    pthread_mutex_unlock(&mailbox->lock);
    mailbox->wake(mailbox->context);
}

bool mailbox_take(struct mailbox *mailbox, struct core_event *event)
{
    pthread_mutex_lock(&mailbox->lock);
    bool some = mailbox->first < mailbox->count;
    if (some) {
        *event = mailbox->event[mailbox->first++];
    }
    if (mailbox->first == mailbox->count) {
        mailbox->first = mailbox->count = 0;
    }
    pthread_mutex_unlock(&mailbox->lock);
    return some;
}
