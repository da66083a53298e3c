/* Telling what happens to those who may know (R14.7). */
#include "fortress_internal.h"

#include <string.h>

uint32_t fortress_tell(struct fortress_turn *turn, const struct fortress_report *report)
{
    if (turn->log == NULL) {
        return 0;
    }
    struct rd_event event = { .kind = (uint16_t)report->kind,
                              .seen_by = (rd_seats)(report->seats | RD_SEAT_BIT(RD_SPECTATOR)),
                              .cause = report->cause };
    memcpy(event.arg, report->arg, sizeof event.arg);
    return rd_event_add(turn->log, &event);
}

void fortress_tell_late(struct fortress_turn *turn, uint32_t kind, uint32_t seat, int32_t a,
                        int32_t b)
{
    struct rd_event event = { .kind = (uint16_t)kind,
                              .seen_by = RD_SEAT_BIT(seat),
                              .arg = { a, b } };
    rd_event_add(turn->log, &event);
}

rd_seats fortress_witnesses(const struct fortress_turn *turn, uint32_t who, uint32_t cell)
{
    rd_seats seats = 0;
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        if (fortress_owner(who) == seat || fortress_sees(turn->s, seat, cell)) {
            seats = (rd_seats)(seats | RD_SEAT_BIT(seat));
        }
    }
    return seats;
}

uint32_t fortress_tell_about(struct fortress_turn *turn, uint32_t kind, uint32_t who,
                             const int32_t arg[RD_EVENT_ARGS_MAX])
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    struct fortress_report report = {
        kind, turn->cause[who], fortress_witnesses(turn, who, turn->s->piece[who].cell), { 0 }
    };
    memcpy(report.arg, arg, sizeof report.arg);
    return fortress_tell(turn, &report);
}

void fortress_tell_way(struct fortress_turn *turn, uint32_t kind, uint32_t who, uint32_t from,
                       uint32_t to)
{
    struct fortress_report report = {
        kind,
        0,
        (rd_seats)(fortress_witnesses(turn, who, from) | fortress_witnesses(turn, who, to)),
        { (int32_t)turn->s->piece[who].id, (int32_t)from, (int32_t)to }
    };
    fortress_tell(turn, &report);
}

void fortress_tell_owner(struct fortress_turn *turn, uint32_t kind, uint32_t who, int32_t a,
                         int32_t b)
{
    struct fortress_report report = {
        kind, 0, RD_SEAT_BIT(fortress_owner(who)), { (int32_t)turn->s->piece[who].id, a, b }
    };
    fortress_tell(turn, &report);
}
