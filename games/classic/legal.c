/* The list of legal orders, ascending: what judge() in orders.c lets through. */
#include "classic_internal.h"

#include <string.h>

enum { WHOLE_DISC = (1 << CLASSIC_DISC) - 1 };

struct listing {
    const struct classic_open *open;
    const struct classic_secret *secret;
    rd_seat seat;
    struct rd_action *out;
    uint32_t cap, count;
    uint8_t at[CLASSIC_CELLS];
};

static void list_action(struct listing *list, uint32_t verb, uint32_t first, uint32_t second)
{
    if (list->count < list->cap) {
        struct rd_action action = { (uint16_t)verb, { (uint16_t)first, (uint16_t)second, 0 } };
        list->out[list->count] = action;
    }
    list->count++;
}

static uint32_t slot_count(const struct listing *list)
{
    return list->open->unit_count[list->seat] + (uint32_t)list->secret->bought_count;
}

static uint32_t id_in(const struct listing *list, uint32_t slot)
{
    uint32_t count = list->open->unit_count[list->seat];
    return slot < count ? list->open->unit[list->seat][slot].id
                        : list->open->next_id[list->seat] + CLASSIC_SEATS * (slot - count);
}

/* ---- purchases ---- */

static int32_t is_free(const struct listing *list, uint32_t cell)
{
    for (uint32_t i = 0; i < list->secret->bought_count; i++) {
        if (classic_bought_cell(list->secret->bought[i]) == cell) {
            return 0;
        }
    }
    return list->at[cell] == 0;
}

/* Where a unit can be bought, ascending; returns how many. */
static uint32_t places(const struct listing *list, uint16_t place[CLASSIC_CELLS])
{
    uint16_t beside[CLASSIC_DIRECTIONS];
    uint32_t count = 0;
    if (list->open->free_placement) {
        for (uint32_t cell = 0; cell < CLASSIC_CELLS; cell++) {
            if (classic_exists(cell) && is_free(list, cell)) {
                place[count] = (uint16_t)cell;
                count++;
            }
        }
        return count;
    }
    RD_ASSERT(list->seat < CLASSIC_SEATS);
    uint32_t neighbours = classic_around(classic_base_cells[list->seat], beside);
    for (uint32_t i = 0; i < neighbours; i++) {
        if (is_free(list, beside[i])) {
            place[count] = beside[i];
            count++;
        }
    }
    return count;
}

static int32_t cheapest(void)
{
    int32_t least = classic_kinds[0].cost;
    for (uint32_t type = 1; type < CLASSIC_MOBILE_TYPES; type++) {
        least = classic_kinds[type].cost < least ? classic_kinds[type].cost : least;
    }
    return least;
}

static void list_purchases(struct listing *list)
{
    RD_ASSERT(list->seat < CLASSIC_SEATS);
    int32_t gold = list->open->gold[list->seat] - list->secret->spent;
    uint16_t place[CLASSIC_CELLS];
    if (gold < cheapest() || classic_cannot_grow(list->open, list->secret, list->seat) != 0) {
        return;
    }
    uint32_t count = places(list, place);
    for (uint32_t type = 0; type < CLASSIC_MOBILE_TYPES; type++) {
        for (uint32_t i = 0; i < count && gold >= classic_kinds[type].cost; i++) {
            list_action(list, CLASSIC_BUY, type, place[i]);
        }
    }
}

/* ---- walking ---- */

/* The bulk of every list, so it is written as whole words: verb, id, cell, 0 from the low end. */
static uint64_t action_word(uint32_t verb, uint32_t id, uint32_t cell)
{
    return verb | (uint64_t)id << 16 | (uint64_t)cell << 32;
}

static int32_t has_room(const struct listing *list, uint32_t count)
{
    return list->count + count <= list->cap;
}

/* Returns how many there are. */
static uint32_t write_moves(struct rd_action *restrict out, uint64_t stay,
                            const uint64_t *restrict there, uint32_t on_board)
{
    uint32_t count = 0;
    if (on_board == WHOLE_DISC) {
        for (; count < CLASSIC_DISC; count++) {
            uint64_t action = stay + there[count];
            memcpy(&out[count], &action, sizeof action);
        }
        return count;
    }
    for (; on_board != 0; on_board &= on_board - 1, count++) {
        uint64_t action = stay + there[__builtin_ctz(on_board)];
        memcpy(&out[count], &action, sizeof action);
    }
    return count;
}

static void list_moves_of(struct listing *list, uint32_t id, uint32_t cell)
{
    struct rd_action move[CLASSIC_DISC];
    uint32_t on_board;
    const uint64_t *there = classic_disc_actions(cell, &on_board);
    uint64_t stay = action_word(CLASSIC_MOVE, id, cell);
    if (has_room(list, CLASSIC_DISC)) {
        list->count += write_moves(list->out + list->count, stay, there, on_board);
        return;
    }
    uint32_t count = write_moves(move, stay, there, on_board);
    for (uint32_t i = 0; i < count; i++) {
        list_action(list, CLASSIC_MOVE, id, move[i].arg[1]);
    }
}

static void list_moves(struct listing *list)
{
    RD_ASSERT(list->seat < CLASSIC_SEATS);
    const struct classic_unit *unit = list->open->unit[list->seat];
    uint32_t count = list->open->unit_count[list->seat];
    for (uint32_t slot = 1; slot < count; slot++) {
        list_moves_of(list, unit[slot].id, unit[slot].cell);
    }
    for (uint32_t i = 0; i < list->secret->bought_count; i++) {
        uint16_t bought = list->secret->bought[i];
        if (classic_is(classic_bought_type(bought), CLASSIC_T_AT_ONCE)) { /* R5.3 */
            list_moves_of(list, id_in(list, count + i), classic_bought_cell(bought));
        }
    }
}

static void list_extensions(struct listing *list)
{
    for (uint32_t slot = 1; slot < slot_count(list); slot++) {
        const struct classic_order *order = &list->secret->order[slot];
        uint16_t beside[CLASSIC_DIRECTIONS];
        if (order->verb != CLASSIC_MOVE || order->steps == CLASSIC_STEPS_MAX) {
            continue;
        }
        uint32_t count = classic_around(order->cell[0], beside);
        for (uint32_t i = 0; i < count; i++) {
            list_action(list, CLASSIC_EXTEND, id_in(list, slot), beside[i]);
        }
    }
}

/* ---- attacking ---- */

static int32_t is_enemy(const struct listing *list, uint32_t cell)
{
    return list->at[cell] != 0 && classic_seat_of(list->at[cell] - 1u) != list->seat;
}

static void list_targets(struct listing *list, uint32_t verb, uint32_t id, const uint16_t *cell,
                         uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (is_enemy(list, cell[i])) {
            list_action(list, verb, id, cell[i]);
        }
    }
}

/* Columns of each row that might have an enemy within two steps: a little more than the truth, so
 * that units far from every enemy need no closer look. */
static void mark_front(const struct listing *list, uint32_t front[CLASSIC_ROWS])
{
    uint32_t columns[CLASSIC_ROWS + 4] = { 0 }; /* two rows more above and below */
    uint32_t other = 1u - list->seat;
    for (uint32_t slot = 0; slot < list->open->unit_count[other]; slot++) {
        uint32_t cell = list->open->unit[other][slot].cell;
        /* Two columns to either side, all of it two columns to the right for now. */
        columns[2 + cell / CLASSIC_COLUMNS] |= 31u << (cell % CLASSIC_COLUMNS);
    }
    for (uint32_t row = 0; row < CLASSIC_ROWS; row++) {
        front[row] = (columns[row] | columns[row + 1] | columns[row + 2] | columns[row + 3] |
                      columns[row + 4]) >>
                     2;
    }
}

static uint32_t is_at_front(const uint32_t front[CLASSIC_ROWS], uint32_t cell)
{
    return front[cell / CLASSIC_COLUMNS] >> (cell % CLASSIC_COLUMNS) & 1u;
}

/* The units that need a closer look, ascending; returns how many. */
static uint32_t find_front(const struct listing *list, uint8_t slots[CLASSIC_UNITS_MAX])
{
    uint32_t front[CLASSIC_ROWS], count = 0;
    mark_front(list, front);
    for (uint32_t slot = 1; slot < list->open->unit_count[list->seat]; slot++) {
        slots[count] = (uint8_t)slot;
        count += is_at_front(front, list->open->unit[list->seat][slot].cell);
    }
    return count;
}

static void list_attacks(struct listing *list, uint32_t verb, const uint8_t *slots, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const struct classic_unit *unit = &list->open->unit[list->seat][slots[i]];
        uint16_t near[CLASSIC_DISC];
        if (verb == CLASSIC_RANGED && classic_is(unit->type, CLASSIC_T_SHOOTS)) {
            list_targets(list, verb, unit->id, near, classic_disc(unit->cell, near));
        } else if (verb == CLASSIC_MELEE && classic_is(unit->type, CLASSIC_T_FIGHTER)) {
            list_targets(list, verb, unit->id, near, classic_around(unit->cell, near));
        }
    }
}

/* ---- the rest ---- */

/* Anybody in play may heal or defend. */
static void list_rests(struct listing *list, uint32_t verb)
{
    RD_ASSERT(list->seat < CLASSIC_SEATS);
    const struct classic_unit *unit = list->open->unit[list->seat];
    uint32_t count = list->open->unit_count[list->seat];
    if (has_room(list, count)) {
        struct rd_action *out = list->out + list->count;
        for (uint32_t slot = 1; slot < count; slot++) {
            uint64_t action = action_word(verb, unit[slot].id, 0);
            memcpy(&out[slot - 1], &action, sizeof action);
        }
        list->count += count > 0 ? count - 1 : 0;
        return;
    }
    for (uint32_t slot = 1; slot < count; slot++) {
        list_action(list, verb, unit[slot].id, 0);
    }
}

static void list_cancels(struct listing *list)
{
    for (uint32_t slot = 1; slot < slot_count(list); slot++) {
        if (list->secret->order[slot].verb != 0) {
            list_action(list, CLASSIC_CANCEL, id_in(list, slot), 0);
        }
    }
}

uint32_t classic_legal(const void *state, rd_seat seat, struct rd_action *out, uint32_t cap)
{
    const struct classic_state *s = state;
    if (s->open.ending != CLASSIC_PLAYING || seat >= CLASSIC_SEATS) {
        return 0;
    }
    struct listing list;
    list.open = &s->open;
    list.secret = &s->secret[seat];
    list.seat = seat;
    list.out = out;
    list.cap = cap;
    list.count = 0;
    if (list.secret->done) {
        list_action(&list, CLASSIC_UNDONE, 0, 0);
        return list.count;
    }
    classic_fill(&s->open, list.at);
    list_purchases(&list);
    list_moves(&list);
    list_extensions(&list);
    uint8_t slots[CLASSIC_UNITS_MAX] = { 0 };
    uint32_t count = find_front(&list, slots);
    list_attacks(&list, CLASSIC_RANGED, slots, count);
    list_attacks(&list, CLASSIC_MELEE, slots, count);
    list_rests(&list, CLASSIC_HEAL);
    list_rests(&list, CLASSIC_DEFEND);
    list_cancels(&list);
    list_action(&list, CLASSIC_DONE, 0, 0);
    return list.count;
}
