/* Writing the log, and who may read which line. R11.3 */
#include "events.h"

#include <string.h>

#include "board.h"
#include "frames.h"

/* What others come from: an action, or the roll that begins an attack. */
static uint32_t is_root_event(uint32_t kind)
{
    return kind == FATE_E_TURN || kind == FATE_E_USED || kind == FATE_E_MOVED ||
           kind == FATE_E_SEARCHED || kind == FATE_E_TRIES;
}

static uint32_t is_blow(uint32_t kind, const int32_t arg[RD_EVENT_ARGS_MAX])
{
    return kind == FATE_E_ROLLED && (arg[1] == FATE_WHY_ATTACK || arg[1] == FATE_WHY_AREA);
}

uint32_t fate_tell(struct fate_run *run, uint32_t kind, rd_seats seen_by,
                   const int32_t arg[RD_EVENT_ARGS_MAX])
{
    RD_ASSERT(kind < FATE_EVENTS && run->log != NULL);
    struct rd_event event = { .kind = (uint16_t)kind, .seen_by = seen_by };
    uint32_t root_event = is_root_event(kind);
    uint32_t blow = is_blow(kind, arg);
    event.cause = root_event ? 0 : blow || run->blow == 0 ? run->root_event : run->blow;
    memcpy(event.arg, arg, sizeof event.arg);
    uint32_t id = rd_event_add(run->log, &event);
    run->root_event = root_event ? id : run->root_event;
    run->blow = root_event ? 0 : blow ? id : run->blow;
    return id;
}

rd_seats fate_witnesses(const struct fate_state *s, uint32_t unit)
{
    RD_ASSERT(unit < FATE_UNITS);
    if (!s->unit[unit].hidden) {
        return RD_ALL_SEATS;
    }
    uint32_t other = 1 - fate_seat_of(unit);
    return (rd_seats)(fate_owner(unit) | (fate_sees(s, other, unit) ? RD_SEAT_BIT(other) : 0));
}
