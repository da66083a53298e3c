/* Steps 2 to 4 of a turn: what both players ordered, as far as their money goes (R5.2). */
#include "apoca_internal.h"

#include <string.h>

/* Both tell a sealed order, which its owner alone may know (R9.2): nobody else saw it tried. */
static void tell_skipped(const struct apoca_turn *t, rd_seat seat, enum apoca_verb verb,
                         enum apoca_refusal why)
{
    if (t->log != NULL) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { seat, (int32_t)verb, (int32_t)why };
        apoca_tell_seats(t->log, APOCA_E_SKIPPED, RD_SEAT_BIT(seat), arg);
    }
}

static void tell_hired(const struct apoca_turn *t, rd_seat seat, uint32_t direction)
{
    if (t->log != NULL) {
        RD_ASSERT(seat < APOCA_SEATS);
        const int32_t money = t->open->money[seat];
        const int32_t own[RD_EVENT_ARGS_MAX] = { seat, (int32_t)direction, money };
        apoca_tell_seats(t->log, APOCA_E_HIRED, RD_SEAT_BIT(seat), own);
        /* Money is open to all, the queue it went into is not. */
        const int32_t others[RD_EVENT_ARGS_MAX] = { seat, money };
        rd_seats rest = (rd_seats)(RD_ALL_SEATS & ~RD_SEAT_BIT(seat));
        apoca_tell_seats(t->log, APOCA_E_RECRUITED, rest, others);
    }
}

static void hire(struct apoca_turn *t, rd_seat seat)
{
    RD_ASSERT(seat < APOCA_SEATS);
    struct apoca_secret *secret = &t->secret[seat];
    if (secret->hire == 0) {
        return;
    }
    RD_ASSERT(t->open->money[seat] >= APOCA_HIRE_PRICE); /* judged, and nothing was paid since */
    uint32_t direction = secret->hire - 1u;
    t->open->money[seat] -= APOCA_HIRE_PRICE; /* R5.3 */
    RD_ASSERT(direction < APOCA_DIRECTIONS);
    secret->queue[direction]++;
    tell_hired(t, seat, direction);
}

static void build(struct apoca_turn *t, rd_seat seat)
{
    struct apoca_open *open = t->open;
    RD_ASSERT(seat < APOCA_SEATS);
    const struct apoca_secret *secret = &t->secret[seat];
    uint32_t type = secret->tower_type;
    int32_t price = open->price[seat][type];
    if (open->money[seat] < price) {
        tell_skipped(t, seat, APOCA_BUILD, APOCA_SKIP_BUILD);
        return;
    }
    uint32_t land = apoca_land_at(open, secret->tower_cell);
    RD_ASSERT(land != APOCA_NONE);
    RD_ASSERT(open->tower_count < APOCA_TOWERS_MAX);
    struct apoca_tower *tower = &open->tower[open->tower_count];
    open->tower_count++;
    tower->aim = 0;
    tower->number = open->made[APOCA_MADE_TOWERS];
    tower->land = (uint8_t)land;
    RD_ASSERT(type < APOCA_TOWER_TYPES);
    tower->type_and_clock = (uint8_t)(type << 4 | apoca_tower_kinds[type].cooldown);
    open->made[APOCA_MADE_TOWERS]++;
    open->land_built[land / 64] |= UINT64_C(1) << (land % 64);
    open->money[seat] -= price;
    RD_ASSERT(price > 0 && open->money[seat] >= 0);
    open->spent[seat] += price;
    open->price[seat][type] += price / 4; /* R5.5 */
    if (t->log != NULL) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = {
            seat,  (int32_t)type,    secret->tower_cell, apoca_tower_name(tower),
            price, open->money[seat]
        };
        apoca_tell(t, APOCA_E_BUILT, 0, arg);
    }
}

static uint32_t tower_on(const struct apoca_open *open, uint32_t land)
{
    uint32_t i = 0;
    while (i < open->tower_count && open->tower[i].land != land) {
        i++;
    }
    RD_ASSERT(i < open->tower_count);
    return i;
}

static void destroy(struct apoca_turn *t, rd_seat seat)
{
    struct apoca_open *open = t->open;
    RD_ASSERT(seat < APOCA_SEATS);
    uint32_t cell = t->secret[seat].tower_cell;
    uint32_t land = apoca_land_at(open, cell);
    RD_ASSERT(land != APOCA_NONE);
    uint32_t index = tower_on(open, land);
    RD_ASSERT(index < APOCA_TOWERS_MAX);
    struct apoca_tower *tower = &open->tower[index];
    int32_t refund = apoca_kind_of(tower)->price;
    open->money[seat] += refund; /* R5.6 */
    if (t->log != NULL) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { seat, apoca_tower_name(tower), (int32_t)cell,
                                                 refund, open->money[seat] };
        apoca_tell(t, APOCA_E_DESTROYED, 0, arg);
    }
    RD_ASSERT(open->tower_count > 0);
    open->tower_count--;
    memmove(tower, tower + 1, (open->tower_count - index) * sizeof *tower);
    RD_ASSERT(open->tower_count < APOCA_TOWERS_MAX);
    memset(&open->tower[open->tower_count], 0, sizeof *tower);
    open->land_built[land / 64] &= ~(UINT64_C(1) << (land % 64));
}

/* R5.7. Returns 1 if this player counts as provoking. */
static uint32_t provoke(struct apoca_turn *t, rd_seat seat)
{
    if (!t->secret[seat].provoke) {
        return 0;
    }
    RD_ASSERT(seat < APOCA_SEATS);
    if (t->open->money[seat] < APOCA_PROVOKE_PRICE) {
        tell_skipped(t, seat, APOCA_PROVOKE, APOCA_SKIP_PROVOKE);
        return 0;
    }
    t->open->money[seat] -= APOCA_PROVOKE_PRICE;
    RD_ASSERT(t->open->money[seat] >= 0);
    if (t->log != NULL) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { seat, t->open->money[seat] };
        apoca_tell(t, APOCA_E_PAID_PROVOKE, 0, arg);
    }
    return 1;
}

uint32_t apoca_execute_orders(struct apoca_turn *turn)
{
    uint32_t provokers = 0;
    for (rd_seat seat = 0; seat < APOCA_SEATS; seat++) {
        hire(turn, seat);
    }
    for (rd_seat seat = 0; seat < APOCA_SEATS; seat++) {
        if (turn->secret[seat].tower_verb == APOCA_BUILD) {
            build(turn, seat);
        } else if (turn->secret[seat].tower_verb == APOCA_DESTROY) {
            destroy(turn, seat);
        }
    }
    for (rd_seat seat = 0; seat < APOCA_SEATS; seat++) {
        provokers += provoke(turn, seat);
        apoca_clear_orders(&turn->secret[seat]);
    }
    return provokers;
}
