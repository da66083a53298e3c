/* Paths: how they are kept, what they cost, and how far they are walked (R9.4, R9.5). */
#include "fortress_internal.h"

#include <string.h>

/* ---- directions, three bits each ---- */

uint32_t fortress_path_get(const struct fortress_plan *plan, uint32_t index)
{
    uint32_t bit = 3 * index;
    uint32_t word = plan->path[bit / 8];
    if (bit / 8 + 1 < FORTRESS_PATH_BYTES) {
        word |= (uint32_t)plan->path[bit / 8 + 1] << 8;
    }
    return word >> bit % 8 & 7u;
}

void fortress_path_put(struct fortress_plan *plan, uint32_t index, uint32_t direction)
{
    uint32_t bit = 3 * index;
    uint32_t word = direction << bit % 8;
    uint32_t mask = 7u << bit % 8;
    plan->path[bit / 8] = (uint8_t)((plan->path[bit / 8] & ~mask) | word);
    if (bit / 8 + 1 < FORTRESS_PATH_BYTES) {
        uint8_t *next = &plan->path[bit / 8 + 1];
        *next = (uint8_t)((*next & ~(mask >> 8)) | word >> 8);
    }
}

uint32_t fortress_path_cell(const struct fortress_plan *plan, uint32_t steps)
{
    uint32_t cell = plan->origin;
    for (uint32_t i = 0; i < steps; i++) {
        cell = fortress_beside(cell, fortress_path_get(plan, i));
    }
    return cell;
}

uint32_t fortress_path_index(const struct fortress_plan *plan, uint32_t cell)
{
    uint32_t at = plan->origin;
    for (uint32_t i = 0; i < plan->length; i++) {
        if (at == cell) {
            return i;
        }
        at = fortress_beside(at, fortress_path_get(plan, i));
    }
    return at == cell ? plan->length : plan->length + 1u;
}

void fortress_path_clear(struct fortress_plan *plan)
{
    plan->length = plan->from = plan->steps = plan->works = 0;
    plan->origin = plan->expected = 0;
    memset(plan->path, 0, sizeof plan->path);
}

/* Is the cell in this direction, so many steps away? */
static int32_t lies_ahead(uint32_t from, uint32_t to, uint32_t direction, uint32_t steps)
{
    uint32_t cell = from;
    for (uint32_t i = 0; i < steps && cell != RD_NO_CELL; i++) {
        cell = fortress_beside(cell, direction);
    }
    return cell == to;
}

int32_t fortress_straighten(struct fortress_plan *plan, uint32_t kept)
{
    uint32_t from = plan->origin, to = fortress_path_cell(plan, plan->length);
    uint32_t steps = fortress_distance(from, to), direction = 0;
    RD_ASSERT(kept <= plan->length);
    while (direction < FORTRESS_DIRECTIONS && !lies_ahead(from, to, direction, steps)) {
        direction++;
    }
    if (steps <= kept || direction == FORTRESS_DIRECTIONS) {
        return 0;
    }
    for (uint32_t i = 0; i < kept; i++) {
        if (fortress_path_get(plan, i) != direction) {
            return 0;
        }
    }
    memset(plan->path, 0, sizeof plan->path);
    plan->length = (uint8_t)steps;
    for (uint32_t i = 0; i < steps; i++) {
        fortress_path_put(plan, i, direction);
    }
    return 1;
}

/* ---- costs ---- */

static uint32_t ground_cost(const struct fortress_board *board, uint32_t type, uint32_t cell)
{
    uint64_t bit = UINT64_C(1) << (cell & 63u);
    uint32_t row = cell >> 6;
    RD_ASSERT(row < FORTRESS_ROWS);
    if ((board->mountain.row[row] & bit) != 0) {
        return FORTRESS_IMPASSABLE;
    }
    if ((board->forest.row[row] & bit) != 0) {
        return fortress_is(type, FORTRESS_T_WOODSMAN) ? FORTRESS_COST_ONE : 2 * FORTRESS_COST_ONE;
    }
    return ((board->river.row[row] | board->lake.row[row]) & bit) != 0 ? 2 * FORTRESS_COST_ONE
                                                                       : FORTRESS_COST_ONE;
}

uint32_t fortress_cost(const struct fortress_state *s, uint32_t eyes, uint32_t type, uint32_t cell)
{
    if (eyes != FORTRESS_NEUTRAL && !fortress_has(&s->know[eyes].explored, cell)) {
        return FORTRESS_COST_ONE;
    }
    uint32_t cost = ground_cost(&s->board, type, cell);
    uint8_t site = eyes == FORTRESS_NEUTRAL ? s->site[cell] : s->know[eyes].site[cell];
    return cost == FORTRESS_IMPASSABLE ? cost : cost / fortress_track(site);
}

int32_t fortress_is_wall(const struct fortress_state *s, uint32_t eyes, uint32_t seat,
                         uint32_t cell)
{
    if (eyes != FORTRESS_NEUTRAL) {
        return fortress_known_structure(s, seat, cell) != FORTRESS_NOBODY;
    }
    uint32_t who = fortress_structure_at(s, cell);
    return who != FORTRESS_NOBODY && fortress_owner(who) != seat;
}

/* ---- walking it ---- */

uint32_t fortress_affordable(const struct fortress_state *s, const struct fortress_walk *walk)
{
    RD_ASSERT(walk->type < FORTRESS_TYPES);
    struct fortress_purse purse = { walk->type, 0, FORTRESS_NOT_BEGUN };
    uint32_t cell = fortress_path_cell(walk->plan, walk->from);
    uint32_t steps = 0;
    for (uint32_t i = walk->from; i < walk->plan->length; i++) {
        uint32_t direction = fortress_path_get(walk->plan, i);
        uint32_t next = fortress_step(&s->board, cell, direction);
        uint32_t cost = next == RD_NO_CELL ? (uint32_t)FORTRESS_IMPASSABLE
                                           : fortress_cost(s, walk->eyes, walk->type, next);
        if (!fortress_pay(&purse, direction, cost)) {
            break;
        }
        steps++;
        cell = next;
        if (fortress_is_wall(s, walk->eyes, walk->seat, cell)) {
            break;
        }
    }
    return steps;
}
