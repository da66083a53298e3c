#include "redoubt/game.h"

uint32_t rd_event_add(struct rd_event_log *log, const struct rd_event *event)
{
    RD_ASSERT(event != NULL);
    if (log == NULL) {
        return 0;
    }
    RD_ASSERT(event->cause <= log->count);
    if (log->count < log->cap) {
        log->event[log->count] = *event;
    }
    log->count++;
    return log->count;
}
