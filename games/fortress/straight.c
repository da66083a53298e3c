/*
 * Straight ways: most ways lead over open ground without a detour, and then all cheapest ones go in
 * no more than two directions that lie side by side (R9.5, R9.9). That is a matter of one sweep
 * over the rows between start and goal. So are ways with one dear cell, such as a river: a detour
 * costs a step, which is no less, and ways of fewer steps go first. Where neither holds,
 * find_path.c searches.
 */
#include "fortress_internal.h"

#include <string.h>

enum { E, NE, NW, W, SW, SE };
enum { TRACKS_MAX = 24 /* known roads and rails that are looked at one by one */ };

struct sweep {
    const struct fortress_state *s;
    const struct fortress_leg *leg;
    uint32_t first_playbook, second_way; /* the directions, ascending; they may be the same */
    uint32_t level;             /* the one of them that stays in its row, or FORTRESS_DIRECTIONS */
    uint32_t steps;             /* from start to goal */
    struct fortress_set ground; /* where tracks may lead */
    /* In the rows between: */
    uint64_t open[FORTRESS_ROWS];     /* entered for one point */
    uint64_t dear[FORTRESS_ROWS];     /* for two */
    uint64_t leads[2][FORTRESS_ROWS]; /* a straight way to the goal that has so many dear cells up
                                       * to there begins in that cell, itself counted */
};

/* ---- tracks: where a detour may be cheaper ---- */

/* Known roads and rails; more than TRACKS_MAX if they are too many. */
static uint32_t list_tracks(const struct fortress_knowledge *know, uint16_t track[TRACKS_MAX])
{
    struct fortress_set sites;
    uint32_t count = 0;
    fortress_sites_of(know->site, &sites);
    FORTRESS_EACH (cell, &sites) {
        if (fortress_track(know->site[cell]) == 1) {
            continue;
        }
        if (count == TRACKS_MAX) {
            return TRACKS_MAX + 1;
        }
        track[count] = (uint16_t)cell;
        count++;
    }
    return count;
}

/* Might a way over tracks be as cheap as one of this cost over open ground? On each track it saves
 * three quarters of a point at most. */
static int32_t tracks_may_help(const struct fortress_state *s, const struct fortress_leg *leg,
                               uint32_t cost)
{
    uint16_t track[TRACKS_MAX];
    RD_ASSERT(leg->seat < FORTRESS_SEATS);
    uint32_t count = list_tracks(&s->know[leg->seat], track);
    uint32_t saved = count * (FORTRESS_COST_ONE - 1);
    if (count > TRACKS_MAX) {
        return 1;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t steps =
            fortress_distance(leg->from, track[i]) + fortress_distance(track[i], leg->to);
        if (steps * FORTRESS_COST_ONE <= cost + saved) {
            return 1;
        }
    }
    return 0;
}

/* ---- the two directions ---- */

/* The one of two directions that stays in its row. */
static uint32_t level_of(uint32_t a, uint32_t b)
{
    if (a == E || a == W) {
        return a;
    }
    return b == E || b == W ? b : (uint32_t)FORTRESS_DIRECTIONS;
}

static void choose_direction(struct sweep *sweep)
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
    sweep->first_playbook = a < b ? a : b;
    sweep->second_way = a < b ? b : a;
    sweep->level = level_of(a, b);
}

/* ---- the rows between ---- */

static void close_walls(struct sweep *sweep, uint32_t first, uint32_t last)
{
    const struct fortress_leg *leg = sweep->leg;
    for (uint64_t left = sweep->s->know[leg->seat].structures; left != 0;) {
        uint32_t who = fortress_take_structure(1 - leg->seat, &left);
        uint32_t cell = sweep->s->piece[who].cell;
        if (cell >> 6 >= first && cell >> 6 <= last) {
            sweep->open[cell >> 6] &= ~(UINT64_C(1) << (cell & 63u));
            sweep->dear[cell >> 6] &= ~(UINT64_C(1) << (cell & 63u));
        }
    }
}

static void lay_open(struct sweep *sweep, uint32_t first, uint32_t last)
{
    const struct fortress_leg *leg = sweep->leg;
    const struct fortress_board *board = &sweep->s->board;
    RD_ASSERT(leg->seat < FORTRESS_SEATS);
    const struct fortress_set *explored = &sweep->s->know[leg->seat].explored;
    int32_t wades =
        leg->search == FORTRESS_TRACKS || fortress_step_max(leg->type) >= 2 * FORTRESS_COST_ONE;
    uint64_t trees = fortress_is(leg->type, FORTRESS_T_WOODSMAN) ? 0 : UINT64_MAX;
    for (uint32_t row = first; row <= last; row++) {
        uint64_t ground = board->valid.row[row] & ~(board->mountain.row[row] & explored->row[row]);
        ground &= leg->search == FORTRESS_TRACKS ? sweep->ground.row[row] : UINT64_MAX;
        uint64_t dear = board->river.row[row] | board->lake.row[row];
        dear = (dear | (board->forest.row[row] & trees)) & explored->row[row];
        sweep->open[row] = ground & ~dear;
        sweep->dear[row] = wades ? ground & dear : 0;
    }
    close_walls(sweep, first, last);
    sweep->open[leg->from >> 6] |= UINT64_C(1) << (leg->from & 63u); /* it is not entered */
    sweep->dear[leg->from >> 6] &= ~(UINT64_C(1) << (leg->from & 63u));
}

/* Where one comes from by a step in this direction, from the cells of a row. */
static uint64_t back(uint64_t cells, uint32_t row, uint32_t direction)
{
    /* By the row's parity: the opposite direction goes so far to higher columns, or to lower ones.
     */
    static const uint8_t higher[2][FORTRESS_DIRECTIONS] = { { 0, 0, 0, 1, 0, 0 },
                                                            { 0, 0, 1, 1, 1, 0 } };
    static const uint8_t lower[2][FORTRESS_DIRECTIONS] = { { 1, 1, 0, 0, 0, 1 },
                                                           { 1, 0, 0, 0, 0, 0 } };
    return cells << higher[row & 1u][direction] >> lower[row & 1u][direction];
}

/* The same for both directions but the one that stays in its row. */
static uint64_t back_a_row(const struct sweep *sweep, uint64_t cells, uint32_t row)
{
    uint32_t a = sweep->first_playbook, b = sweep->second_way;
    return (a == sweep->level ? 0 : back(cells, row, a)) |
           (b == sweep->level ? 0 : back(cells, row, b));
}

/* On along the row through open cells, doubling the reach each time. */
static uint64_t run_back(const struct sweep *sweep, uint64_t cells, uint64_t open)
{
    if (sweep->level == E) {
        for (uint32_t by = 1; by < FORTRESS_STRIDE && by <= sweep->steps; by *= 2) {
            cells |= open & cells >> by;
            open &= open >> by;
        }
    } else if (sweep->level == W) {
        for (uint32_t by = 1; by < FORTRESS_STRIDE && by <= sweep->steps; by *= 2) {
            cells |= open & cells << by;
            open &= open << by;
        }
    }
    return cells;
}

/* Finds the cells from which straight ways with so many dear cells lead to the goal, row by row;
 * those with fewer are known. Does one begin at the start? */
static int32_t sweep_back(struct sweep *sweep, uint32_t dear)
{
    uint32_t row = sweep->leg->to >> 6, end = sweep->leg->from >> 6;
    uint64_t cells = dear == 0 ? UINT64_C(1) << (sweep->leg->to & 63u) : 0;
    uint64_t *leads = sweep->leads[dear];
    /* Nothing leads back from past the goal's row. */
    leads[row > 0 ? row - 1 : 0] = leads[row + 1 < FORTRESS_ROWS ? row + 1 : row] = 0;
    for (;;) {
        if (dear > 0 && sweep->level < FORTRESS_DIRECTIONS) {
            cells |= back(sweep->leads[0][row], row, sweep->level) & sweep->dear[row];
        }
        cells = run_back(sweep, cells, sweep->open[row]);
        leads[row] = cells;
        if (row == end) {
            return (int32_t)(cells >> (sweep->leg->from & 63u) & 1u);
        }
        uint64_t fewer = dear > 0 ? back_a_row(sweep, sweep->leads[0][row], row) : 0;
        cells = back_a_row(sweep, cells, row);
        row = end > row ? row + 1 : row - 1;
        cells = (cells & sweep->open[row]) | (fewer & sweep->dear[row]);
    }
}

static void write_way(const struct sweep *sweep, uint32_t dear, struct fortress_plan *plan)
{
    uint32_t cell = sweep->leg->from;
    for (uint32_t i = 0; i < sweep->steps && plan->length < FORTRESS_PATH_MAX; i++) {
        uint32_t next = fortress_beside(cell, sweep->first_playbook);
        int32_t first =
            next != RD_NO_CELL && (sweep->leads[dear][next >> 6] >> (next & 63u) & 1u) != 0;
        fortress_path_put(plan, plan->length, first ? sweep->first_playbook : sweep->second_way);
        plan->length++;
        cell = first ? next : fortress_beside(cell, sweep->second_way);
        if (cell != sweep->leg->to) {
            dear -= (uint32_t)(sweep->dear[cell >> 6] >> (cell & 63u) & 1u);
        }
    }
}

static void sweep_begin(struct sweep *sweep, const struct fortress_state *s,
                        const struct fortress_leg *leg)
{
    sweep->s = s;
    sweep->leg = leg;
    sweep->steps = fortress_distance(leg->from, leg->to);
}

/* R9.5: no walk leads over steps that could not be paid, open ground or the last one. */
static int32_t is_too_dear(const struct fortress_leg *leg, uint32_t last_cost)
{
    uint32_t most = fortress_step_max(leg->type);
    return leg->search == FORTRESS_WALKING && (most < FORTRESS_COST_ONE || most < last_cost);
}

int32_t fortress_straight_path(const struct fortress_state *s, const struct fortress_leg *leg,
                               struct fortress_plan *plan)
{
    struct sweep sweep;
    uint32_t last_cost = fortress_cost(s, leg->seat, leg->type, leg->to);
    sweep_begin(&sweep, s, leg);
    uint32_t cost = sweep.steps * FORTRESS_COST_ONE;
    if (last_cost == FORTRESS_IMPASSABLE || is_too_dear(leg, last_cost) ||
        cost - FORTRESS_COST_ONE + last_cost > leg->cost_max) {
        return 0;
    }
    if (leg->search == FORTRESS_TRACKS) {
        fortress_track_ground(s, leg->seat, &sweep.ground);
        if (!fortress_has(&sweep.ground, leg->to)) {
            return 0;
        }
    }
    uint32_t from = leg->from >> 6, to = leg->to >> 6;
    choose_direction(&sweep);
    lay_open(&sweep, from < to ? from : to, from < to ? to : from);
    uint32_t dear = sweep_back(&sweep, 0) ? 0 : sweep_back(&sweep, 1) ? 1 : 2;
    cost += dear * FORTRESS_COST_ONE;
    if (dear > 1 || cost - FORTRESS_COST_ONE + last_cost > leg->cost_max ||
        tracks_may_help(s, leg, cost)) {
        return 0;
    }
    write_way(&sweep, dear, plan);
    return 1;
}
