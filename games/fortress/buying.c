/* Buying units, and taking purchases back (R9.3). */
#include "fortress_internal.h"

#include <string.h>

/* The cell and its neighbours. */
static void add_around(const struct fortress_board *board, uint32_t cell, struct fortress_set *set)
{
    fortress_add(set, cell);
    for (uint32_t d = 0; d < FORTRESS_DIRECTIONS; d++) {
        uint32_t next = fortress_step(board, cell, d);
        if (next != RD_NO_CELL) {
            fortress_add(set, next);
        }
    }
}

static int32_t has_spawned(const struct fortress_state *s, uint32_t seat)
{
    for (uint32_t slot = 0; slot < s->side[seat].structures; slot++) {
        if ((s->piece[fortress_structure_who(seat, slot)].flags & FORTRESS_SPAWNED) != 0) {
            return 1;
        }
    }
    return 0;
}

void fortress_markets_of(const struct fortress_state *s, uint32_t seat,
                         struct fortress_markets *markets)
{
    struct fortress_set road, rail;
    memset(markets, 0, sizeof *markets);
    memset(&road, 0, sizeof road);
    memset(&rail, 0, sizeof rail);
    if (has_spawned(s, seat)) {
        fortress_network(s, seat, FORTRESS_NET_ROAD, 0, &road);
        fortress_network(s, seat, FORTRESS_NET_RAIL, 0, &rail);
    }
    for (uint32_t slot = 0; slot < s->side[seat].structures; slot++) {
        const struct fortress_piece *piece = &s->piece[fortress_structure_who(seat, slot)];
        if (piece->health == 0 || fortress_held_by_other(s, seat, piece->cell)) {
            continue;
        }
        if ((piece->flags & FORTRESS_SPAWNED) == 0 || fortress_has(&rail, piece->cell)) {
            add_around(&s->board, piece->cell, &markets->all);
        } else if (fortress_has(&road, piece->cell)) {
            add_around(&s->board, piece->cell, &markets->simple);
        }
    }
}

static void tell_purchase(const struct fortress_state *s, uint32_t kind, uint32_t who,
                          struct rd_event_log *log)
{
    uint32_t seat = fortress_owner(who);
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    const struct fortress_piece *unit = &s->piece[who];
    struct rd_event event = { .kind = (uint16_t)kind, .seen_by = RD_SEAT_BIT(seat) };
    event.arg[0] = (int32_t)seat;
    event.arg[1] = (int32_t)unit->id;
    event.arg[2] = unit->type;
    event.arg[3] = unit->cell;
    RD_ASSERT(seat < FORTRESS_SEATS);
    event.arg[4] = s->side[seat].gold - s->side[seat].spent;
    rd_event_add(log, &event);
}

void fortress_buy(struct fortress_state *s, uint32_t seat, uint32_t type, uint32_t cell,
                  struct rd_event_log *log)
{
    RD_ASSERT(seat < FORTRESS_SEATS);
    struct fortress_side *side = &s->side[seat];
    uint32_t who = fortress_unit_who(seat, side->units + (uint32_t)side->bought);
    struct fortress_piece unit = {
        side->next_id, (uint16_t)cell, 0, FORTRESS_HEALTH_MAX, (uint8_t)type, 0, 0
    };
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    s->piece[who] = unit;
    side->bought++;
    side->next_id = (uint16_t)(side->next_id + FORTRESS_SEATS);
    RD_ASSERT(type < FORTRESS_TYPES);
    side->spent += fortress_kinds[type].cost;
    fortress_look(s, seat);
    tell_purchase(s, FORTRESS_E_BOUGHT, who, log);
}

void fortress_undo_buy(struct fortress_state *s, uint32_t seat, uint32_t who,
                       struct rd_event_log *log)
{
    RD_ASSERT(seat < FORTRESS_SEATS);
    struct fortress_side *side = &s->side[seat];
    uint32_t last = fortress_unit_who(seat, side->units + side->bought - 1u);
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    struct fortress_piece unit = s->piece[who];
    RD_ASSERT(unit.type < FORTRESS_TYPES);
    side->spent -= fortress_kinds[unit.type].cost;
    tell_purchase(s, FORTRESS_E_TAKEN_BACK, who, log);
    for (uint32_t i = who; i < last; i++) {
        s->piece[i] = s->piece[i + 1];
    }
    RD_ASSERT(last < FORTRESS_WHO_MAX);
    memset(&s->piece[last], 0, sizeof s->piece[last]);
    RD_ASSERT(side->bought > 0);
    side->bought--;
    fortress_look(s, seat);
}
