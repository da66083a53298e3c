/* Writing the log, and who may read what of it. */
#include "civ_internal.h"

#include <string.h>

void civ_deed_begin(struct civ_deed *deed, struct civ_state *state, uint32_t seat,
                    struct rd_event_log *log)
{
    deed->state = state;
    deed->seat = seat;
    deed->log = log;
    civ_look(deed);
}

void civ_look(struct civ_deed *deed)
{
    if (deed->log == NULL) {
        return;
    }
    for (uint32_t seat = 0; seat < CIV_SEATS; seat++) {
        civ_sight(&deed->state->table, &deed->state->side[seat], &deed->saw[seat]);
    }
}

rd_seats civ_only(uint32_t seat)
{
    return (rd_seats)(RD_SEAT_BIT(seat) | RD_SEAT_BIT(RD_SPECTATOR));
}

rd_seats civ_witnesses(const struct civ_deed *deed, uint32_t cell)
{
    uint32_t seats = RD_SEAT_BIT(RD_SPECTATOR);
    for (uint32_t seat = 0; seat < CIV_SEATS; seat++) {
        seats |= (uint32_t)civ_set_has(&deed->saw[seat], cell) << seat;
    }
    return (rd_seats)seats;
}

uint32_t civ_tell_because(struct civ_deed *deed, uint32_t kind, rd_seats seen_by, uint32_t cause,
                          const int32_t arg[RD_EVENT_ARGS_MAX])
{
    struct rd_event event = { .kind = (uint16_t)kind, .seen_by = seen_by, .cause = cause };
    memcpy(event.arg, arg, sizeof event.arg);
    return rd_event_add(deed->log, &event);
}

uint32_t civ_tell(struct civ_deed *deed, uint32_t kind, rd_seats seen_by,
                  const int32_t arg[RD_EVENT_ARGS_MAX])
{
    return civ_tell_because(deed, kind, seen_by, 0, arg);
}

static void tell_place(struct civ_deed *deed, uint32_t kind, uint32_t what, uint32_t cell,
                       rd_seats seen_by)
{
    const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)deed->seat, (int32_t)what, (int32_t)cell };
    if (seen_by != 0) {
        civ_tell(deed, kind, seen_by, arg);
    }
}

/* The actor sees where its units go, even if it could not see that far before. */
static rd_seats watch(const struct civ_deed *deed, uint32_t cell)
{
    return (rd_seats)(civ_witnesses(deed, cell) | RD_SEAT_BIT(deed->seat));
}

/* Who sees only one end of a move hears only of that, R14.1. */
void civ_tell_moved(struct civ_deed *deed, uint32_t what, uint32_t from, uint32_t to)
{
    if (deed->log == NULL) {
        return;
    }
    rd_seats source = watch(deed, from);
    rd_seats target = watch(deed, to);
    const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)deed->seat, (int32_t)what, (int32_t)from,
                                             (int32_t)to };
    civ_tell(deed, CIV_E_MOVED, source & target, arg);
    tell_place(deed, CIV_E_ARRIVED, what, to, (rd_seats)(target & ~source));
    tell_place(deed, CIV_E_LEFT, what, from, (rd_seats)(source & ~target));
}

rd_seats civ_tell_fallen(struct civ_deed *deed, uint32_t what, uint32_t from, uint32_t to,
                         uint32_t count)
{
    rd_seats source = watch(deed, from);
    rd_seats target = watch(deed, to);
    for (uint32_t i = 0; i < count; i++) {
        tell_place(deed, CIV_E_LEFT, what, from, (rd_seats)(source & ~target));
    }
    return source & target;
}
