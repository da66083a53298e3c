/*
 * The cheapest known way (R9.5, R9.9), in two passes.
 *
 * The first floods back from the goal, a whole row of cells at a time: cells wait in one set for
 * each cost, so the cells of one cost come out together. Costs of neighbours differ little, so it
 * is enough to keep them modulo 32, one set for each bit.
 *
 * The second follows those costs down from the start, all cheapest ways at once and step by step.
 * Cells are taken in the order of the ways that led to them, and directions in theirs: so the first
 * way that comes to a cell has the fewest steps and begins with the lowest direction.
 */
#include "fortress_internal.h"

#include <string.h>

enum {
    WAITING = 16, /* more than the dearest step */
    BITS = 5,     /* of a cost that are kept: more than the dearest step up and down */
    COST_MASK = (1 << BITS) - 1
};

/* A word for each row. Rows are taken by fours, which compilers turn into wide registers, with some
 * empty ones above the board and below. */
enum { FOUR = 4, ABOVE = 2 * FOUR, ROWS = ABOVE + FORTRESS_ROWS + 2 * FOUR + 3 };
RD_STATIC_ASSERT(ROWS % FOUR == 0, "whole fours");

struct flood {
    struct fortress_ground ground;
    uint64_t open[ROWS];             /* may be reached, and is not yet */
    uint64_t closed[ROWS];           /* what `open` was at first */
    uint64_t waiting[WAITING][ROWS]; /* by cost */
    uint64_t cost[BITS][ROWS];       /* of what is reached */
    uint64_t step[FORTRESS_STEPS][ROWS];
    uint32_t first, last; /* rows of what waits */
};

/* ---- back from the goal ---- */

static void copy_rows(uint64_t rows[ROWS], const struct fortress_set *set)
{
    memset(rows, 0, ABOVE * sizeof rows[0]);
    memcpy(rows + ABOVE, set->row, sizeof set->row);
    memset(rows + ABOVE + FORTRESS_ROWS, 0, (ROWS - ABOVE - FORTRESS_ROWS) * sizeof rows[0]);
}

/* Walls are only at the ends of a way. */
static void lay_open(struct flood *flood, const struct fortress_state *s,
                     const struct fortress_leg *leg)
{
    struct fortress_set open;
    if (leg->search == FORTRESS_TRACKS) {
        fortress_track_ground(s, leg->seat, &open);
    } else {
        fortress_walking_ground(&flood->ground, leg->type, &open);
    }
    int32_t there = fortress_has(&open, leg->to);
    for (uint32_t row = 0; row < FORTRESS_ROWS; row++) {
        open.row[row] &= ~flood->ground.walls.row[row];
    }
    fortress_add(&open, leg->from);
    if (there) {
        fortress_add(&open, leg->to);
    }
    copy_rows(flood->open, &open);
    memcpy(flood->closed, flood->open, sizeof flood->closed);
}

static void flood_begin(struct flood *flood, const struct fortress_state *s,
                        const struct fortress_leg *leg)
{
    fortress_ground_of(s, leg->seat, fortress_is(leg->type, FORTRESS_T_WOODSMAN), &flood->ground);
    lay_open(flood, s, leg);
    for (uint32_t k = 0; k < FORTRESS_STEPS; k++) {
        copy_rows(flood->step[k], &flood->ground.step[k]);
    }
    for (uint32_t cost = 0; cost < WAITING; cost += flood->ground.stride) {
        memset(flood->waiting[cost], 0, sizeof flood->waiting[cost]);
    }
    memset(flood->cost, 0, sizeof flood->cost);
    flood->first = flood->last = ABOVE + (leg->to >> 6);
    flood->waiting[0][flood->first] = UINT64_C(1) << (leg->to & 63u);
}

/* Row by row, without a branch, so that compilers use wide registers. */

static uint64_t take_rows(uint64_t *restrict waiting, uint64_t *restrict open,
                          uint64_t *restrict fresh, uint32_t rows)
{
    uint64_t any = 0;
    for (uint32_t row = 0; row < rows; row++) {
        fresh[row] = waiting[row] & open[row];
        open[row] ^= fresh[row];
        waiting[row] = 0;
        any |= fresh[row];
    }
    return any;
}

static void add_rows(const uint64_t *restrict fresh, uint64_t *restrict sum, uint32_t rows)
{
    for (uint32_t row = 0; row < rows; row++) {
        sum[row] |= fresh[row];
    }
}

static uint64_t common_rows(const uint64_t *restrict a, const uint64_t *restrict b,
                            uint64_t *restrict common, uint32_t rows)
{
    uint64_t any = 0;
    for (uint32_t row = 0; row < rows; row++) {
        common[row] = a[row] & b[row];
        any |= common[row];
    }
    return any;
}

/* Adds the neighbours of these cells, from an even row on; `cells` begins a row above it. Odd rows
 * lie half a cell to the right. */
static void add_beside(const uint64_t *restrict cells, uint64_t *restrict waiting, uint32_t rows)
{
    for (uint32_t row = 0; row < rows; row += 2) {
        uint64_t even = cells[row + 1], odd = cells[row + 2];
        uint64_t by_even = cells[row] | odd, by_odd = even | cells[row + 3];
        waiting[row] |= even << 1 | even >> 1 | by_even | by_even << 1;
        waiting[row + 1] |= odd << 1 | odd >> 1 | by_odd | by_odd >> 1;
    }
}

/* The cells that nobody reached for less; 0: there are none. */
static int32_t take(struct flood *flood, uint32_t cost, uint64_t fresh[ROWS])
{
    uint32_t first = flood->first & ~3u, rows = (flood->last - first + FOUR) & ~3u;
    uint64_t any =
        take_rows(flood->waiting[cost % WAITING] + first, flood->open + first, fresh + first, rows);
    for (uint32_t bit = 0; bit < BITS && any != 0; bit++) {
        if ((cost >> bit & 1u) != 0) {
            add_rows(fresh + first, flood->cost[bit] + first, rows);
        }
    }
    return any != 0;
}

/* A step from a neighbour into one of these cells costs what the cell costs. */
static void spread(struct flood *flood, uint32_t cost, const uint64_t fresh[ROWS])
{
    uint64_t cells[ROWS];
    uint32_t first = flood->first & ~3u, rows = (flood->last - first + FOUR) & ~3u;
    flood->first = flood->first > ABOVE ? flood->first - 1 : flood->first;
    flood->last = flood->last < ABOVE + FORTRESS_ROWS - 1 ? flood->last + 1 : flood->last;
    uint32_t begin = flood->first & ~3u, count = (flood->last - begin + FOUR) & ~3u;
    memset(&cells[first - FOUR - 1], 0, (FOUR + 1) * sizeof cells[0]);
    memset(&cells[first + rows], 0, (FOUR + 1) * sizeof cells[0]);
    for (uint32_t k = (uint32_t)__builtin_ctz(flood->ground.stride); k < FORTRESS_STEPS; k++) {
        if (common_rows(fresh + first, flood->step[k] + first, cells + first, rows) != 0) {
            add_beside(cells + begin - 1, flood->waiting[(cost + (1u << k)) % WAITING] + begin,
                       count);
        }
    }
}

static int32_t is_closed(const struct flood *flood, uint32_t cell)
{
    uint32_t row = ABOVE + (cell >> 6);
    RD_ASSERT(row < ROWS);
    return (int32_t)((flood->closed[row] & ~flood->open[row]) >> (cell & 63u) & 1u);
}

/* What the way costs; UINT32_MAX: there is none. */
static uint32_t flood_back(struct flood *flood, const struct fortress_leg *leg)
{
    uint64_t fresh[ROWS];
    uint32_t idle = 0;
    for (uint32_t cost = 0; cost <= leg->cost_max; cost += flood->ground.stride) {
        if (take(flood, cost, fresh)) {
            idle = 0;
            spread(flood, cost, fresh);
        } else if (++idle == WAITING) {
            break;
        }
        if (is_closed(flood, leg->from)) {
            return cost;
        }
    }
    return UINT32_MAX;
}

/* ---- down from the start ---- */

struct step {
    uint16_t cell, before; /* the step before this one */
    uint16_t cost;         /* from here on */
    uint16_t direction;
};

struct descent {
    const struct flood *flood;
    struct fortress_set found;
    uint32_t count;
    struct step step[FORTRESS_CELLS];
};

static uint32_t cost_of_step(const struct fortress_ground *ground, uint32_t cell)
{
    uint32_t k = FORTRESS_STEPS - 1;
    while (k > 0 && !fortress_has(&ground->step[k], cell)) {
        k--;
    }
    return 1u << k;
}

/* Is it on a cheapest way from a neighbour that costs so much? */
static int32_t leads_on(const struct flood *flood, uint32_t cell, uint32_t cost)
{
    uint32_t there = 0;
    for (uint32_t bit = 0; bit < BITS; bit++) {
        there |= (uint32_t)(flood->cost[bit][ABOVE + (cell >> 6)] >> (cell & 63u) & 1u) << bit;
    }
    return ((there + cost_of_step(&flood->ground, cell) - cost) & COST_MASK) == 0;
}

static void step_on(struct descent *descent, uint32_t before)
{
    RD_ASSERT(before < FORTRESS_CELLS);
    struct step from = descent->step[before];
    for (uint32_t d = 0; d < FORTRESS_DIRECTIONS; d++) {
        uint32_t next = fortress_beside(from.cell, d);
        if (next == RD_NO_CELL || !is_closed(descent->flood, next) ||
            fortress_has(&descent->found, next) || !leads_on(descent->flood, next, from.cost)) {
            continue;
        }
        uint32_t cost = from.cost - cost_of_step(&descent->flood->ground, next);
        struct step step = { (uint16_t)next, (uint16_t)before, (uint16_t)cost, (uint16_t)d };
        fortress_add(&descent->found, next);
        descent->step[descent->count] = step;
        descent->count++;
    }
}

/* The number of the step that comes to a cell. */
static uint32_t descend(struct descent *descent, uint32_t to)
{
    uint32_t next = 0;
    while (!fortress_has(&descent->found, to)) {
        RD_ASSERT(next < descent->count);
        step_on(descent, next);
        next++;
    }
    while (descent->step[next].cell != to) {
        next++;
    }
    return next;
}

/* Appends the steps up to this one, as far as there is room. */
static void write_way(const struct descent *descent, uint32_t last, struct fortress_plan *plan)
{
    uint32_t length = plan->length;
    for (uint32_t i = last; i != 0; i = descent->step[i].before) {
        length++;
    }
    plan->length = (uint8_t)(length < FORTRESS_PATH_MAX ? length : (uint32_t)FORTRESS_PATH_MAX);
    for (uint32_t i = last; i != 0; i = descent->step[i].before) {
        length--;
        if (length < plan->length) {
            fortress_path_put(plan, length, descent->step[i].direction);
        }
    }
}

int32_t fortress_find_path(const struct fortress_state *s, const struct fortress_leg *leg,
                           struct fortress_plan *plan)
{
    struct flood flood;
    struct descent descent;
    if (fortress_straight_path(s, leg, plan)) {
        return 1;
    }
    flood_begin(&flood, s, leg);
    uint32_t cost = flood_back(&flood, leg);
    if (cost == UINT32_MAX) {
        return 0;
    }
    struct step start = { (uint16_t)leg->from, 0, (uint16_t)cost, 0 };
    descent.flood = &flood;
    descent.count = 1;
    descent.step[0] = start;
    memset(&descent.found, 0, sizeof descent.found);
    fortress_add(&descent.found, leg->from);
    write_way(&descent, descend(&descent, leg->to), plan);
    return 1;
}
