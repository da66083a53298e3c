/* Writing the log. */
#include "apoca_internal.h"

#include <string.h>

uint32_t apoca_tell_seats(struct rd_event_log *log, uint32_t kind, rd_seats seen_by,
                          const int32_t arg[RD_EVENT_ARGS_MAX])
{
    struct rd_event event = { .kind = (uint16_t)kind, .seen_by = seen_by };
    memcpy(event.arg, arg, sizeof event.arg);
    return rd_event_add(log, &event);
}

uint32_t apoca_tell(const struct apoca_turn *turn, uint32_t kind, uint32_t cause,
                    const int32_t arg[RD_EVENT_ARGS_MAX])
{
    struct rd_event event = { .kind = (uint16_t)kind, .seen_by = RD_ALL_SEATS, .cause = cause };
    memcpy(event.arg, arg, sizeof event.arg);
    return rd_event_add(turn->log, &event);
}

int32_t apoca_unit_name(const struct apoca_unit *unit)
{
    return (int32_t)(apoca_unit_kind(unit) << 16 | unit->number);
}

int32_t apoca_tower_name(const struct apoca_tower *tower)
{
    return (int32_t)((uint32_t)APOCA_PREFIX_TOWER << 16 | tower->number);
}
