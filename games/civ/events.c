/* Writing the log, and who may read what of it. */
#include "civ_internal.h"

#include <string.h>

void civ_context_begin(struct civ_context *context, struct civ_state *state, uint32_t seat,
                       struct rd_event_log *log)
{
    context->state = state;
    context->seat = seat;
    context->log = log;
    context->frames = NULL;
    civ_look(context);
}

void civ_look(struct civ_context *context)
{
    if (context->log == NULL) {
        return;
    }
    for (uint32_t seat = 0; seat < CIV_SEATS; seat++) {
        civ_sight(&context->state->common, &context->state->side[seat], &context->saw[seat]);
    }
}

rd_seats civ_only(uint32_t seat)
{
    return (rd_seats)(RD_SEAT_BIT(seat) | RD_SEAT_BIT(RD_SPECTATOR));
}

rd_seats civ_witnesses(const struct civ_context *context, uint32_t cell)
{
    uint32_t seats = RD_SEAT_BIT(RD_SPECTATOR);
    for (uint32_t seat = 0; seat < CIV_SEATS; seat++) {
        seats |= (uint32_t)civ_set_has(&context->saw[seat], cell) << seat;
    }
    return (rd_seats)seats;
}

uint32_t civ_tell_because(struct civ_context *context, uint32_t kind, rd_seats seen_by,
                          uint32_t cause, const int32_t arg[RD_EVENT_ARGS_MAX])
{
    struct rd_event event = { .kind = (uint16_t)kind, .seen_by = seen_by, .cause = cause };
    memcpy(event.arg, arg, sizeof event.arg);
    return rd_event_add(context->log, &event);
}

uint32_t civ_tell(struct civ_context *context, uint32_t kind, rd_seats seen_by,
                  const int32_t arg[RD_EVENT_ARGS_MAX])
{
    return civ_tell_because(context, kind, seen_by, 0, arg);
}

static void tell_place(struct civ_context *context, uint32_t kind, uint32_t what, uint32_t cell,
                       rd_seats seen_by)
{
    const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)context->seat, (int32_t)what, (int32_t)cell };
    if (seen_by != 0) {
        civ_tell(context, kind, seen_by, arg);
    }
}

/* The actor sees where its units go, even if it could not see that far before. */
static rd_seats watch(const struct civ_context *context, uint32_t cell)
{
    return (rd_seats)(civ_witnesses(context, cell) | RD_SEAT_BIT(context->seat));
}

/* Who sees only one end of a move hears only of that, R14.1. */
void civ_tell_moved(struct civ_context *context, uint32_t what, uint32_t from, uint32_t to)
{
    if (context->log == NULL) {
        return;
    }
    rd_seats source = watch(context, from);
    rd_seats target = watch(context, to);
    const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)context->seat, (int32_t)what, (int32_t)from,
                                             (int32_t)to };
    civ_tell(context, CIV_E_MOVED, source & target, arg);
    tell_place(context, CIV_E_ARRIVED, what, to, (rd_seats)(target & ~source));
    tell_place(context, CIV_E_LEFT, what, from, (rd_seats)(source & ~target));
}

rd_seats civ_tell_fallen(struct civ_context *context, uint32_t what, uint32_t from, uint32_t to,
                         uint32_t count)
{
    rd_seats source = watch(context, from);
    rd_seats target = watch(context, to);
    for (uint32_t i = 0; i < count; i++) {
        tell_place(context, CIV_E_LEFT, what, from, (rd_seats)(source & ~target));
    }
    return source & target;
}
