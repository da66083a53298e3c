/*
 * Straight ways: most ways lead over open ground without a detour, and then all cheapest ones go in
 * no more than two directions that lie side by side (R9.5, R9.9). That is a matter of one sweep
 * over the rows between start and goal. Where it does not hold, ways.c searches.
 */
#include "fortress_internal.h"

#include <string.h>

enum { E, NE, NW, W, SW, SE };
enum { TRACKS_MAX = 24 /* known roads and rails that are looked at one by one */ };

struct sweep {
    const struct fortress_state *s;
    const struct fortress_leg *leg;
    uint32_t first_way, second_way; /* the directions, ascending; they may be the same */
    uint32_t steps;                 /* from start to goal */
    struct fortress_set ground;     /* where tracks may lead */
    uint64_t open[FORTRESS_ROWS];   /* entered for one point, in the rows between */
    uint64_t leads[FORTRESS_ROWS];  /* a straight way to the goal begins there */
};

/* ---- tracks: where a detour may be cheaper ---- */

/* Known roads and rails; more than TRACKS_MAX if they are too many. */
static uint32_t list_tracks(const struct fortress_knowledge *know, uint16_t track[TRACKS_MAX])
{
    struct fortress_set sites;
    uint32_t count = 0;
    fortress_sites_of(know->site, &sites);
    for (uint32_t row = 0; row < FORTRESS_ROWS; row++) {
        for (uint64_t left = sites.row[row]; left != 0; left &= left - 1) {
            uint32_t cell = row * FORTRESS_STRIDE + (uint32_t)__builtin_ctzll(left);
            if (fortress_track(know->site[cell]) == 1) {
                continue;
            }
            if (count == TRACKS_MAX) {
                return TRACKS_MAX + 1;
            }
            track[count] = (uint16_t)cell;
            count++;
        }
    }
    return count;
}

/* Might a way over tracks be as cheap? On each of them it saves three quarters of a point at most.
 */
static int32_t tracks_may_help(const struct fortress_state *s, const struct fortress_leg *leg,
                               uint32_t straight_steps)
{
    uint16_t track[TRACKS_MAX];
    uint32_t count = list_tracks(&s->know[leg->seat], track);
    uint32_t saved = count * (FORTRESS_COST_ONE - 1);
    if (count > TRACKS_MAX) {
        return 1;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t steps =
            fortress_distance(leg->from, track[i]) + fortress_distance(track[i], leg->to);
        if (steps * FORTRESS_COST_ONE <= straight_steps * FORTRESS_COST_ONE + saved) {
            return 1;
        }
    }
    return 0;
}

/* ---- the two directions ---- */

static void take_bearing(struct sweep *sweep)
{
    const struct fortress_leg *leg = sweep->leg;
    int32_t y = fortress_y(leg->from), to_y = fortress_y(leg->to), down = to_y - y;
    /* Along the axes of a hex board: to the right, and down to the right. */
    int32_t right =
        fortress_x(leg->to) - (to_y - (to_y & 1)) / 2 - fortress_x(leg->from) + (y - (y & 1)) / 2;
    uint32_t a, b;
    if (down == 0) {
        a = b = right > 0 ? E : W;
    } else if (down < 0) {
        a = right < 0 ? NW : NE;
        b = right < 0 ? W : right > -down ? E : NW;
    } else {
        a = right > 0 ? SE : SW;
        b = right > 0 ? E : -right > down ? W : SE;
    }
    sweep->first_way = a < b ? a : b;
    sweep->second_way = a < b ? b : a;
}

/* ---- the rows between ---- */

static void lay_open(struct sweep *sweep, uint32_t first, uint32_t last)
{
    const struct fortress_leg *leg = sweep->leg;
    const struct fortress_board *board = &sweep->s->board;
    const struct fortress_knowledge *know = &sweep->s->know[leg->seat];
    for (uint32_t row = first; row <= last; row++) {
        uint64_t dear = board->river.row[row] | board->lake.row[row] | board->mountain.row[row];
        dear |= leg->type == FORTRESS_SCOUT ? 0 : board->forest.row[row];
        sweep->open[row] = board->valid.row[row] & ~(dear & know->explored.row[row]);
        sweep->open[row] &= leg->search == FORTRESS_TRACKS ? sweep->ground.row[row] : UINT64_MAX;
    }
    for (uint64_t left = know->structures; left != 0; left &= left - 1) {
        uint32_t who = fortress_structure_who(1 - leg->seat, (uint32_t)__builtin_ctzll(left));
        uint32_t cell = sweep->s->piece[who].cell;
        if (cell >> 6 >= first && cell >> 6 <= last) {
            sweep->open[cell >> 6] &= ~(UINT64_C(1) << (cell & 63u));
        }
    }
}

static uint64_t shift(uint64_t cells, int32_t by)
{
    return by < 0 ? cells >> -by : cells << by;
}

/* Where one comes from by a step in this direction, from the cells of a row. */
static uint64_t back(uint64_t cells, uint32_t row, uint32_t direction)
{
    uint32_t opposite = (direction + 3) % FORTRESS_DIRECTIONS;
    int32_t rows = opposite == E || opposite == W ? 0 : opposite <= NW ? -1 : 1;
    return shift(cells, fortress_steps[row & 1u][opposite] - rows * FORTRESS_STRIDE);
}

/* On along the row through open cells, doubling the reach each time. */
static uint64_t run_back(uint64_t cells, uint64_t open, uint32_t direction)
{
    for (int32_t by = 1; by < FORTRESS_STRIDE; by *= 2) {
        int32_t left = direction == E ? -by : by;
        cells |= open & shift(cells, left);
        open &= shift(open, left);
    }
    return cells;
}

/* Does a straight way lead from the start to the goal? */
static int32_t sweep_back(struct sweep *sweep)
{
    const struct fortress_leg *leg = sweep->leg;
    uint32_t a = sweep->first_way, b = sweep->second_way;
    uint32_t row = leg->to >> 6, end = leg->from >> 6;
    uint32_t level = a == E || a == W ? a : b == W ? b : (uint32_t)FORTRESS_DIRECTIONS;
    uint64_t cells = UINT64_C(1) << (leg->to & 63u);
    sweep->open[end] |= UINT64_C(1) << (leg->from & 63u);
    for (;;) {
        cells = level < FORTRESS_DIRECTIONS ? run_back(cells, sweep->open[row], level) : cells;
        sweep->leads[row] = cells;
        if (row == end || cells == 0) {
            return (int32_t)(cells >> (leg->from & 63u) & 1u) & (row == end);
        }
        uint64_t next = level == a ? 0 : back(cells, row, a);
        next |= level == b ? 0 : back(cells, row, b);
        row = end > row ? row + 1 : row - 1;
        cells = next & sweep->open[row];
    }
}

static void write_way(const struct sweep *sweep, struct fortress_plan *plan)
{
    uint32_t cell = sweep->leg->from;
    for (uint32_t i = 0; i < sweep->steps && plan->length < FORTRESS_PATH_MAX; i++) {
        uint32_t next = fortress_beside(cell, sweep->first_way);
        int32_t first = next != RD_NO_CELL && (sweep->leads[next >> 6] >> (next & 63u) & 1u) != 0;
        fortress_path_put(plan, plan->length, first ? sweep->first_way : sweep->second_way);
        plan->length++;
        cell = first ? next : fortress_beside(cell, sweep->second_way);
    }
}

int32_t fortress_straight_way(const struct fortress_state *s, const struct fortress_leg *leg,
                              struct fortress_plan *plan)
{
    struct sweep sweep = { .s = s, .leg = leg };
    uint32_t last_cost = fortress_cost(s, leg->seat, leg->type, leg->to);
    sweep.steps = fortress_distance(leg->from, leg->to);
    if (last_cost == FORTRESS_IMPASSABLE || tracks_may_help(s, leg, sweep.steps) ||
        (sweep.steps - 1) * FORTRESS_COST_ONE + last_cost > leg->cost_max) {
        return 0;
    }
    if (leg->search == FORTRESS_TRACKS) {
        fortress_track_ground(s, leg->seat, &sweep.ground);
        if (!fortress_has(&sweep.ground, leg->to)) {
            return 0;
        }
    }
    uint32_t from = leg->from >> 6, to = leg->to >> 6;
    take_bearing(&sweep);
    lay_open(&sweep, from < to ? from : to, from < to ? to : from);
    if (!sweep_back(&sweep)) {
        return 0;
    }
    write_way(&sweep, plan);
    return 1;
}
