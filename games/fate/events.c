/* Writing the log, and who may read which line. R11.3 */
#include "events.h"

#include <string.h>

#include "board.h"
#include "frames.h"
#include "mirror.h"
#include "rules.h"

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

/* R23.1: does it name units that were met on their cells? The others name Pell, wherever he is. */
static uint32_t tells_of_meeting(uint32_t kind)
{
    return kind == FATE_E_ROLLED || kind == FATE_E_TIE || kind == FATE_E_DOUBLE ||
           kind == FATE_E_MISSED || kind == FATE_E_AREA_MISSED || kind == FATE_E_STOPPED ||
           kind == FATE_E_SUMMONED;
}

/* Who can't be told from Pell has his HP. */
static void show_hp(const struct fate_state *s, uint32_t viewer, struct rd_event *event)
{
    uint32_t place = event->kind == FATE_E_MISSED ? 5 : event->kind == FATE_E_AREA_MISSED ? 4 : 0;
    uint32_t target = (uint32_t)event->arg[1];
    if (place != 0 && fate_seat_of(target) != viewer) {
        event->arg[place] = s->unit[fate_passes_for(s, target)].hp;
    }
}

/* The event in the words of one viewer. */
static struct rd_event as_shown(const struct fate_state *s, uint32_t viewer, struct rd_event event)
{
    RD_ASSERT(event.kind < FATE_EVENTS);
    show_hp(s, viewer, &event);
    for (uint32_t i = 0; i < RD_EVENT_ARGS_MAX; i++) {
        if (fate_events[event.kind].arg[i].choices == fate_unit_names) {
            event.arg[i] = (int32_t)fate_shown(s, viewer, (uint32_t)event.arg[i]);
        }
    }
    return event;
}

/* One event for all who are told the same. Returns the id of the first. */
static uint32_t add_as_shown(struct fate_run *run, struct rd_event event)
{
    uint32_t first = 0;
    for (rd_seats left = event.seen_by; left != 0;) {
        uint32_t viewer = fate_lowest(left);
        struct rd_event told = as_shown(run->s, viewer, event);
        told.seen_by = 0;
        for (uint32_t other = viewer; left >> other != 0; other++) {
            struct rd_event its = as_shown(run->s, other, event);
            uint32_t same = memcmp(its.arg, told.arg, sizeof told.arg) == 0;
            told.seen_by = (rd_seats)(told.seen_by | (same ? left & RD_SEAT_BIT(other) : 0));
        }
        uint32_t id = rd_event_add(run->log, &told);
        first = first == 0 ? id : first;
        left = (rd_seats)(left & ~told.seen_by);
    }
    return first;
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
    uint32_t pairs = run->s->mirror[0] | run->s->mirror[1];
    uint32_t id = pairs != 0 && tells_of_meeting(kind) ? add_as_shown(run, event)
                                                       : rd_event_add(run->log, &event);
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
