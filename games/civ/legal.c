/* All that the seat to act may order, ascending. One pass over the lists makes sets of cells, and
 * the sets are walked row by row. */
#include "civ_internal.h"

#include <string.h>

/* Every game has such a list: an entry beyond the room is counted and not written, as legal()
 * wants. */
struct listing {
    struct rd_action *out;
    uint32_t cap, count;
};

static void list_action(struct listing *list, uint32_t verb, uint32_t first, uint32_t second)
{
    if (list->count < list->cap) {
        struct rd_action action = { (uint16_t)verb, { (uint16_t)first, (uint16_t)second, 0 } };
        list->out[list->count] = action;
    }
    list->count++;
}

static void list_products(struct listing *list, uint32_t what, const struct civ_set *cells,
                          uint32_t size)
{
    for (uint32_t y = 0; y < size; y++) {
        for (uint64_t left = cells->row[y]; left != 0; left &= left - 1) {
            uint32_t x = (uint32_t)__builtin_ctzll(left);
            list_action(list, CIV_PRODUCE, what, y * CIV_SIDE_MAX + x);
        }
    }
}

static void add_units(struct civ_set *set, const struct civ_side *side)
{
    civ_set_add_list(set, side->worker, side->workers);
    civ_set_add_list(set, side->army, side->armies);
}

/* Seen, and nobody's city; with no more room for own cities only around foreign units, R9.4. */
static void city_sites(const struct civ_state *s, uint32_t seat, struct civ_set *sites)
{
    struct civ_set cities = { { 0 } };
    struct civ_set foreign = { { 0 } };
    RD_ASSERT(seat < CIV_SEATS);
    uint32_t full = s->side[seat].cities == CIV_CITIES_MAX;
    civ_sight(&s->common, &s->side[seat], sites);
    for (uint32_t other = 0; other < CIV_SEATS; other++) {
        civ_set_add_list(&cities, s->side[other].city, s->side[other].cities);
        if (full && other != seat) {
            add_units(&foreign, &s->side[other]);
        }
    }
    for (uint32_t y = 0; y < s->common.size; y++) {
        sites->row[y] &= ~cities.row[y] & (full ? foreign.row[y] : ~UINT64_C(0));
    }
}

static void list_production(struct listing *list, const struct civ_state *s, uint32_t seat)
{
    RD_ASSERT(seat < CIV_SEATS);
    const struct civ_side *side = &s->side[seat];
    const uint8_t *cost = civ_ruleset_of(&s->common)->cost;
    struct civ_set cells = { { 0 } };
    civ_set_add_list(&cells, side->city, side->cities);
    if (side->production >= cost[CIV_ARMY] && side->armies < CIV_ARMIES_MAX) {
        list_products(list, CIV_ARMY, &cells, s->common.size);
    }
    if (side->production >= cost[CIV_WORKER] && side->workers < CIV_WORKERS_MAX) {
        list_products(list, CIV_WORKER, &cells, s->common.size);
    }
    if (side->production >= cost[CIV_CITY]) {
        city_sites(s, seat, &cells);
        list_products(list, CIV_CITY, &cells, s->common.size);
    }
}

/* Tiles from which a move takes somebody, R11.1 and R15.7. */
static void movable(const uint16_t *units, uint32_t count, uint32_t first_only,
                    struct civ_set *cells)
{
    struct civ_set looked_at = { { 0 } };
    memset(cells, 0, sizeof *cells);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t cell = civ_cell_of(units[i]);
        uint32_t hidden = first_only && civ_set_has(&looked_at, cell);
        if ((units[i] & CIV_MOVED) == 0 && !hidden) {
            civ_set_add(cells, cell);
        }
        civ_set_add(&looked_at, cell);
    }
}

/* Where armies of more than one seat stand: those that may not be entered, R15.11. */
struct stacks {
    uint32_t any;
    struct civ_set entering, staying;
};

static void find_stacks(const struct civ_state *s, uint32_t seat, struct stacks *stacks)
{
    uint32_t defects = s->common.defects;
    struct civ_set once = { { 0 } }; /* armies of others */
    stacks->any = (defects & CIV_B4) != 0;
    if (!stacks->any) {
        return;
    }
    memset(&stacks->entering, 0, sizeof stacks->entering);
    for (uint32_t other = 0; other < CIV_SEATS; other++) {
        struct civ_set armies = { { 0 } };
        if (other == seat) {
            continue;
        }
        civ_set_add_list(&armies, s->side[other].army, s->side[other].armies);
        for (uint32_t y = 0; y < s->common.size; y++) {
            stacks->entering.row[y] |= once.row[y] & armies.row[y];
            once.row[y] |= armies.row[y];
        }
    }
    struct civ_set own = { { 0 } };
    RD_ASSERT(seat < CIV_SEATS);
    civ_set_add_list(&own, s->side[seat].army, s->side[seat].armies);
    for (uint32_t y = 0; y < s->common.size; y++) {
        uint64_t shared = once.row[y] & own.row[y];
        stacks->staying.row[y] = (defects & CIV_B3) != 0 ? shared : 0;
        stacks->entering.row[y] |= (defects & CIV_B2) != 0 ? shared : 0;
    }
}

static int32_t may_enter(const struct stacks *stacks, uint32_t step, uint32_t to)
{
    return !stacks->any || !civ_set_has(step == 0 ? &stacks->staying : &stacks->entering, to);
}

static void list_steps(struct listing *list, const struct civ_common *common, struct rd_action move,
                       const struct stacks *stacks)
{
    for (uint32_t step = 0; step < CIV_STEPS; step++) {
        uint32_t to = civ_stepped(common, move.arg[0], step);
        if (to != RD_NO_CELL && may_enter(stacks, step, to)) {
            list_action(list, move.verb, move.arg[0], step);
        }
    }
}

static void list_moves(struct listing *list, const struct civ_common *common, uint32_t verb,
                       const struct civ_set *cells, const struct stacks *stacks)
{
    for (uint32_t y = 0; y < common->size; y++) {
        for (uint64_t left = cells->row[y]; left != 0; left &= left - 1) {
            uint32_t from = y * CIV_SIDE_MAX + (uint32_t)__builtin_ctzll(left);
            struct rd_action move = { (uint16_t)verb, { (uint16_t)from, 0, 0 } };
            list_steps(list, common, move, stacks);
        }
    }
}

uint32_t civ_legal(const void *state, rd_seat seat, struct rd_action *out, uint32_t cap)
{
    const struct civ_state *s = state;
    struct listing list = { out, cap, 0 };
    if (s->common.ending != CIV_PLAYING || seat != s->common.current) {
        return 0;
    }
    RD_ASSERT(seat < CIV_SEATS);
    const struct civ_side *side = &s->side[seat];
    struct stacks stacks = { .any = 0 };
    struct civ_set cells;
    list_production(&list, s, seat);
    for (uint32_t what = 0; what < CIV_TECHNOLOGIES; what++) {
        if (side->trade >= CIV_RESEARCH_COST && side->research[what] < CIV_RESEARCH_MAX) {
            list_action(&list, CIV_RESEARCH, what, 0);
        }
    }
    movable(side->worker, side->workers, s->common.defects & CIV_B6, &cells);
    list_moves(&list, &s->common, CIV_MOVE_WORKER, &cells, &stacks);
    movable(side->army, side->armies, s->common.defects & CIV_B6, &cells);
    find_stacks(s, seat, &stacks);
    list_moves(&list, &s->common, CIV_MOVE_ARMY, &cells, &stacks);
    list_action(&list, CIV_END_TURN, 0, 0);
    if (s->common.host) { /* R16.1 */
        list_action(&list, CIV_BEGIN_AGAIN, 0, 0);
        list_action(&list, CIV_NEW_MAP, 0, 0);
    }
    return list.count;
}
