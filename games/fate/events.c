/* Writing the log, and who may read which line. R11.3 */
#include "fate_internal.h"

#include <string.h>

uint32_t fate_tell(struct fate_run *run, uint32_t kind, rd_seats seen_by,
                   const int32_t arg[RD_EVENT_ARGS_MAX])
{
    struct rd_event event = { .kind = (uint16_t)kind, .seen_by = seen_by };
    memcpy(event.arg, arg, sizeof event.arg);
    return rd_event_add(run->log, &event);
}

rd_seats fate_witnesses(const struct fate_state *s, uint32_t unit)
{
    if (!s->unit[unit].hidden) {
        return RD_ALL_SEATS;
    }
    uint32_t other = 1 - fate_seat_of(unit);
    return (rd_seats)(fate_owner(unit) | (fate_sees(s, other, unit) ? RD_SEAT_BIT(other) : 0));
}
