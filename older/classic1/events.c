/* Writing the log. */
#include "classic_internal.h"

#include <string.h>

static uint32_t tell(struct rd_event_log *log, uint32_t kind, rd_seats seen_by, uint32_t cause,
                     const int32_t arg[RD_EVENT_ARGS_MAX])
{
    struct rd_event event = { .kind = (uint16_t)kind, .seen_by = seen_by, .cause = cause };
    memcpy(event.arg, arg, sizeof event.arg);
    return rd_event_add(log, &event);
}

uint32_t classic1_tell(struct rd_event_log *log, uint32_t kind, uint32_t cause,
                       const int32_t arg[RD_EVENT_ARGS_MAX])
{
    return tell(log, kind, RD_ALL_SEATS, cause, arg);
}

uint32_t classic1_tell_seat(struct rd_event_log *log, uint32_t kind, uint32_t seat,
                            const int32_t arg[RD_EVENT_ARGS_MAX])
{
    return tell(log, kind, RD_SEAT_BIT(seat), 0, arg);
}

void classic1_tell_move(struct classic1_turn *turn, uint32_t kind, uint32_t who, uint32_t from,
                        uint32_t to)
{
    if (turn->log != NULL) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { turn->unit[who].id, (int32_t)from, (int32_t)to };
        classic1_tell(turn->log, kind, 0, arg);
    }
}

/* By unit: the order in which they happened would tell the other player's priorities. */
void classic1_tell_notes(struct classic1_turn *turn)
{
    if (turn->log == NULL) {
        return;
    }
    for (uint32_t who = 0; who < CLASSIC_WHO_MAX; who++) {
        struct classic1_note *note = &turn->note[who];
        if (note->kind != 0) {
            const int32_t arg[RD_EVENT_ARGS_MAX] = { turn->unit[who].id, note->cell };
            classic1_tell_seat(turn->log, note->kind, classic1_seat_of(who), arg);
            note->kind = 0;
        }
    }
}
