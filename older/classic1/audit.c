/*
 * The invariants, one named check each. Safe on arbitrary bytes: whatever a check reads through
 * was found in range by an earlier one.
 */
#include "classic_internal.h"

#include <string.h>

static int32_t is_zero(const void *bytes, size_t size)
{
    static const uint8_t nothing[sizeof(struct classic1_secret)]; /* the longest there is */
    RD_ASSERT(size <= sizeof nothing);
    return memcmp(bytes, nothing, size) == 0;
}

/* ---- what everybody sees ---- */

static const char *audit_numbers(const struct classic1_open *open)
{
    if (open->turn == 0 || open->turn > CLASSIC_TURNS_END) {
        return "turns are 1 to 2000";
    }
    if (open->turn_limit > CLASSIC_TURNS_MAX || open->free_placement > 1 || open->steady > 1) {
        return "an option is out of its range";
    }
    if (open->ending >= CLASSIC_ENDINGS) {
        return "there is no such ending";
    }
    if (!is_zero(open->zero, sizeof open->zero)) {
        return "padding is not zero";
    }
    for (uint32_t i = 0; i < CLASSIC_MINES; i++) {
        if (open->mine[i] > CLASSIC_SEATS) {
            return "a mine has an owner who doesn't play";
        }
    }
    for (uint32_t seat = 0; seat < CLASSIC_SEATS; seat++) {
        if (open->gold[seat] < 0 || open->gold[seat] > CLASSIC_GOLD_MAX) {
            return "gold is 0 to 1000000";
        }
        if (open->unit_count[seat] == 0 || open->unit_count[seat] > CLASSIC_UNITS_MAX) {
            return "a player has a base and at most 119 units";
        }
        if (open->next_id[seat] > CLASSIC_IDS + 1 || open->next_id[seat] % 2 == seat) {
            return "the next id is odd for P1, even for P2, and at most 2049";
        }
    }
    return NULL;
}

static const char *audit_unit(const struct classic1_open *open, uint32_t seat, uint32_t slot)
{
    RD_ASSERT(seat < CLASSIC_SEATS);
    const struct classic1_unit *unit = &open->unit[seat][slot];
    if (unit->id == 0 || unit->id % 2 == seat || unit->id >= open->next_id[seat]) {
        return "ids are odd for P1, even for P2, and below the next one";
    }
    if (slot > 1 && unit->id <= unit[-1].id) {
        return "units stand in the order of their ids";
    }
    if (slot > 0 && unit->id == open->unit[seat][0].id) {
        return "a unit has the id of its base";
    }
    if (unit->health > CLASSIC_HEALTH_MAX || (slot > 0 && unit->health == 0)) {
        return "health is 1 to 100";
    }
    if (slot == 0 ? unit->type != CLASSIC_BASE : unit->type >= CLASSIC_MOBILE_TYPES) {
        return "there is no such type of unit";
    }
    if (slot == 0 ? unit->cell != classic1_base_cells[seat] : !classic1_exists(unit->cell)) {
        return "a unit or base stands where it can't";
    }
    return NULL;
}

static const char *audit_units(const struct classic1_open *open)
{
    uint8_t taken[CLASSIC_CELLS] = { 0 };
    for (uint32_t seat = 0; seat < CLASSIC_SEATS; seat++) {
        uint32_t count = open->unit_count[seat];
        for (uint32_t slot = 0; slot < count; slot++) {
            const char *flaw = audit_unit(open, seat, slot);
            if (flaw != NULL) {
                return flaw;
            }
            uint32_t cell = open->unit[seat][slot].cell;
            RD_ASSERT(cell < CLASSIC_CELLS);
            if (taken[cell]) {
                return "two stand on one tile";
            }
            taken[cell] = 1;
        }
        size_t rest = (CLASSIC_UNITS_MAX - count) * sizeof(struct classic1_unit);
        if (!is_zero(&open->unit[seat][count], rest)) {
            return "bytes behind the units are not zero";
        }
    }
    return NULL;
}

static const char *audit_ending(const struct classic1_open *open)
{
    uint32_t fallen = classic1_fallen(open);
    if (fallen != CLASSIC_PLAYING || open->ending == CLASSIC_BOTH_FELL ||
        open->ending == CLASSIC_BASE_1_FELL || open->ending == CLASSIC_BASE_2_FELL) {
        return open->ending == fallen ? NULL : "the ending is not what the bases say";
    }
    int32_t by_limit = open->ending == CLASSIC_TIED ||
                       (open->ending >= CLASSIC_BASE_HEALTH_1 && open->ending <= CLASSIC_COST_2);
    if (by_limit && open->ending != classic1_decide_by_limit(open)) {
        return "the ending is not what the turn limit says";
    }
    return NULL;
}

/* ---- secrets ---- */

static const char *audit_purchases(const struct classic1_open *open,
                                   const struct classic1_secret *secret, uint32_t seat)
{
    uint32_t count = secret->bought_count;
    int32_t spent = 0;
    uint8_t taken[CLASSIC_CELLS];
    RD_ASSERT(seat < CLASSIC_SEATS);
    if (count > CLASSIC_UNITS_MAX - (uint32_t)open->unit_count[seat] ||
        (count > 0 && open->next_id[seat] + CLASSIC_SEATS * (count - 1) >= CLASSIC_IDS)) {
        return "more purchases than a player may have";
    }
    classic1_fill(open, taken);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t cell = classic1_bought_cell(secret->bought[i]);
        uint32_t type = classic1_bought_type(secret->bought[i]);
        if (type >= CLASSIC_MOBILE_TYPES || !classic1_exists(cell) || taken[cell]) {
            return "a purchase of no type, or for no free tile";
        }
        if (!open->free_placement && classic1_distance(cell, classic1_base_cells[seat]) != 1) {
            return "a purchase that is not beside the base";
        }
        RD_ASSERT(cell < CLASSIC_CELLS);
        taken[cell] = 1;
        spent += classic1_kinds[type].cost;
    }
    if (secret->spent != spent || spent > open->gold[seat]) {
        return "the gold that was spent is not the price of the purchases";
    }
    if (!is_zero(&secret->bought[count], (CLASSIC_UNITS_MAX - count) * sizeof secret->bought[0])) {
        return "bytes behind the purchases are not zero";
    }
    return NULL;
}

/* A unit as its orders are checked, in play or bought. */
struct ordered {
    uint32_t cell, type, bought;
};

static const char *audit_path(const struct classic1_order *order, uint32_t from)
{
    if (order->steps == 0 || order->steps > CLASSIC_STEPS_MAX) {
        return "a move has one or two steps";
    }
    for (uint32_t i = 0; i < order->steps; i++) {
        if (!classic1_exists(order->cell[i]) || classic1_distance(from, order->cell[i]) != 1) {
            return "a path goes from tile to neighbouring tile";
        }
        from = order->cell[i];
    }
    return order->steps == 1 && order->cell[1] != 0 ? "bytes behind a path are not zero" : NULL;
}

static const char *audit_attack(const struct classic1_open *open, uint32_t seat,
                                const struct classic1_order *order, const struct ordered *unit)
{
    uint8_t at[CLASSIC_CELLS];
    uint32_t reach = order->verb == CLASSIC_RANGED ? CLASSIC_ARROW_REACH : 1;
    int32_t fit = order->verb == CLASSIC_RANGED ? classic1_is(unit->type, CLASSIC_T_SHOOTS)
                                                : classic1_is(unit->type, CLASSIC_T_FIGHTER);
    if (!fit || order->steps != 0 || order->cell[1] != 0 || !classic1_exists(order->cell[0])) {
        return "an attack that its unit can't make";
    }
    classic1_fill(open, at);
    uint32_t target = at[order->cell[0]];
    if (target == 0 || classic1_seat_of(target - 1) == seat ||
        classic1_distance(unit->cell, order->cell[0]) > reach) {
        return "an attack on no enemy within reach";
    }
    return NULL;
}

static const char *audit_order(const struct classic1_open *open, uint32_t seat,
                               const struct classic1_order *order, const struct ordered *unit)
{
    if (unit->bought && order->verb != 0 &&
        (order->verb != CLASSIC_MOVE || !classic1_is(unit->type, CLASSIC_T_AT_ONCE))) {
        return "an order that a purchase can't have";
    }
    switch (order->verb) {
    case CLASSIC_MOVE:
        return audit_path(order, unit->cell);
    case CLASSIC_RANGED:
    case CLASSIC_MELEE:
        return audit_attack(open, seat, order, unit);
    case CLASSIC_HEAL:
    case CLASSIC_DEFEND:
    case 0:
        return is_zero(&order->steps, sizeof *order - 1) ? NULL : "bytes of an order are not zero";
    default:
        return "there is no such order";
    }
}

static const char *audit_priorities(const struct classic1_secret *secret, uint32_t slots)
{
    for (uint32_t slot = 1; slot < slots; slot++) {
        const struct classic1_order *order = &secret->order[slot];
        uint32_t numbered = order->verb != 0 && order->verb <= CLASSIC_MELEE;
        if (numbered != (order->priority != 0) || order->priority > secret->priority) {
            return "a priority is missing or was never given";
        }
        for (uint32_t other = 1; other < slot && numbered; other++) {
            if (secret->order[other].priority == order->priority) {
                return "two orders have the same priority";
            }
        }
    }
    return NULL;
}

static const char *audit_secret(const struct classic1_state *s, uint32_t seat)
{
    const struct classic1_open *open = &s->open;
    RD_ASSERT(seat < CLASSIC_SEATS);
    const struct classic1_secret *secret = &s->secret[seat];
    if (secret->done > 1 || secret->priority > CLASSIC_PRIORITY_MAX ||
        !is_zero(secret->zero, sizeof secret->zero)) {
        return "a flag or number of a player is out of its range";
    }
    const char *flaw = audit_purchases(open, secret, seat);
    uint32_t count = open->unit_count[seat];
    uint32_t slots = count + (flaw == NULL ? secret->bought_count : 0u);
    for (uint32_t slot = 0; slot < slots && flaw == NULL; slot++) {
        uint16_t bought = slot < count ? 0 : secret->bought[slot - count];
        struct ordered unit = { open->unit[seat][slot].cell, open->unit[seat][slot].type, 0 };
        if (slot >= count) {
            unit.cell = classic1_bought_cell(bought);
            unit.type = classic1_bought_type(bought);
            unit.bought = 1;
        }
        flaw = slot == 0 && secret->order[0].verb != 0
                   ? "a base has an order"
                   : audit_order(open, seat, &secret->order[slot], &unit);
    }
    if (flaw == NULL) {
        flaw = audit_priorities(secret, slots);
    }
    size_t rest = (CLASSIC_UNITS_MAX - slots) * sizeof secret->order[0];
    if (flaw == NULL && !is_zero(&secret->order[slots], rest)) {
        flaw = "bytes behind the orders are not zero";
    }
    return flaw;
}

const char *classic1_audit(const void *state)
{
    const struct classic1_state *s = state;
    const char *flaw = audit_numbers(&s->open);
    if (flaw == NULL) {
        flaw = audit_units(&s->open);
    }
    if (flaw == NULL) {
        flaw = audit_ending(&s->open);
    }
    for (uint32_t seat = 0; seat < CLASSIC_SEATS && flaw == NULL; seat++) {
        flaw = audit_secret(s, seat);
    }
    if (flaw != NULL) {
        return flaw;
    }
    if (s->open.ending != CLASSIC_PLAYING && !is_zero(&s->secret[0], sizeof s->secret[0])) {
        return "P1 has orders after the end";
    }
    if (s->open.ending != CLASSIC_PLAYING && !is_zero(&s->secret[1], sizeof s->secret[1])) {
        return "P2 has orders after the end";
    }
    return s->secret[0].done && s->secret[1].done ? "both are done and nothing happens" : NULL;
}
