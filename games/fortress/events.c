/* Telling what happens to those who may know, and the fingerprint of what they were told (R14.7).
 */
#include "fortress_internal.h"

#include <string.h>

static uint32_t mixed(uint32_t trace, uint32_t word)
{
    return (trace ^ word) * UINT32_C(0x01000193) + (word >> 15);
}

void fortress_trace(struct fortress_turn *turn, rd_seats seats, const int32_t *word, uint32_t count)
{
    uint32_t sum = count;
    for (uint32_t i = 0; i < count; i++) {
        sum = mixed(sum, (uint32_t)word[i]);
    }
    for (uint32_t i = 0; i < FORTRESS_TRACES; i++) {
        if (i == FORTRESS_SEATS || ((uint32_t)seats >> i & 1u) != 0) {
            turn->s->trace[i] = mixed(turn->s->trace[i], sum);
        }
    }
}

uint32_t fortress_tell_aside(struct fortress_turn *turn, const struct fortress_report *report)
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

uint32_t fortress_tell(struct fortress_turn *turn, const struct fortress_report *report)
{
    fortress_trace(turn, report->seats, report->arg, RD_EVENT_ARGS_MAX);
    int32_t kind = (int32_t)report->kind;
    fortress_trace(turn, report->seats, &kind, 1);
    return fortress_tell_aside(turn, report);
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
