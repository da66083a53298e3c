/*
 * events.h - what is told (events.c), only with a log
 *
 * Cells and units of somebody hidden are for its side.
 */
#ifndef FATE_EVENTS_H
#define FATE_EVENTS_H

#include "fate.h"
#include "frames.h"

uint32_t fate_tell(struct fate_run *run, uint32_t kind, rd_seats seen_by,
                   const int32_t arg[RD_EVENT_ARGS_MAX]);
#define FATE_TELL(run, kind, seen_by, ...) \
    ((run)->log == NULL                    \
         ? 0u                              \
         : fate_tell((run), (kind), (seen_by), (const int32_t[RD_EVENT_ARGS_MAX]){ __VA_ARGS__ }))
/* Everybody who sees the unit now; its owner always. */
rd_seats fate_witnesses(const struct fate_state *s, uint32_t unit);
static inline rd_seats fate_owner(uint32_t unit)
{
    return RD_SEAT_BIT(fate_seat_of(unit));
}

/* Why dice were rolled. */
enum fate_why {
    FATE_WHY_ATTACK,
    FATE_WHY_DEFENCE,
    FATE_WHY_AREA,
    FATE_WHY_TIE,
    FATE_WHY_MOVE,
    FATE_WHY_STEALTH,
    FATE_WHY_CARD,
    FATE_WHYS
};

enum fate_event {
    FATE_E_BANNED,
    FATE_E_PICKED,
    FATE_E_PLACED,
    FATE_E_BATTLE,
    FATE_E_ROUND,
    FATE_E_TURN,
    FATE_E_CHARGED,
    FATE_E_ROLLED,
    FATE_E_DIE,
    FATE_E_TIE,
    FATE_E_DOUBLE,
    FATE_E_OPTIONS,
    FATE_E_BLOCKED,
    FATE_E_MOVED,
    FATE_E_SOMETHING,
    FATE_E_REVEALED,
    FATE_E_TRIES,
    FATE_E_HID,
    FATE_E_SEARCHED,
    FATE_E_SEARCH_ROLL,
    FATE_E_HIT,
    FATE_E_MISSED,
    FATE_E_STOPPED,
    FATE_E_AREA_HIT,
    FATE_E_AREA_MISSED,
    FATE_E_AREA_OVER,
    FATE_E_LOST,
    FATE_E_DIED,
    FATE_E_USED,
    FATE_E_ASKED,
    FATE_E_ANSWERED,
    FATE_E_LASTS,
    FATE_E_LAPSED,
    FATE_E_LAID,
    FATE_E_GONE,
    FATE_E_PUT,
    FATE_E_PUSHED,
    FATE_E_HEALED,
    FATE_E_CHANGED,
    FATE_E_SUMMONED,
    FATE_E_UNSUMMONED,
    FATE_E_APART,
    FATE_E_WON,
    FATE_E_DRAWN,
    FATE_E_CONCEDED,
    FATE_EVENTS
};

/* What a double made of an attack. */
enum fate_double { FATE_DOUBLE_DODGES, FATE_DOUBLE_STRIKES, FATE_DOUBLES };

enum fate_miss { FATE_MISS_DICE, FATE_MISS_DODGE, FATE_MISS_AUTO, FATE_MISSES };

#endif
