/* Where a unit can walk to at what cost, a whole row of cells at a time: cells wait in one set for
 * each cost at which they are entered first. */
#include "fortress_internal.h"

#include <string.h>

static void sort_tracks(const struct fortress_knowledge *know, struct fortress_ground *ground)
{
    struct fortress_set sites;
    fortress_sites_of(know->site, &sites);
    FORTRESS_EACH (cell, &sites) {
        uint32_t track = fortress_track(know->site[cell]);
        if (track == 1 || fortress_has(&ground->step[0], cell)) {
            continue;
        }
        uint32_t dear = fortress_has(&ground->step[3], cell) ? 3 : 2;
        fortress_remove(&ground->step[dear], cell);
        fortress_add(&ground->step[dear - (track == 4 ? 2 : 1)], cell);
    }
}

/* Without roads and rails all steps cost a multiple of a whole point. */
static uint32_t cheapest(const struct fortress_ground *ground)
{
    uint64_t rails = 0, roads = 0;
    for (uint32_t row = 0; row < FORTRESS_ROWS; row++) {
        rails |= ground->step[0].row[row];
        roads |= ground->step[1].row[row];
    }
    return rails != 0 ? 1 : roads != 0 ? 2 : (uint32_t)FORTRESS_COST_ONE;
}

void fortress_known_ground(const struct fortress_board *board,
                           const struct fortress_knowledge *know, int32_t woodsman,
                           struct fortress_ground *ground)
{
    memset(ground, 0, sizeof *ground);
    for (uint32_t row = 0; row < FORTRESS_ROWS; row++) {
        uint64_t wet = board->river.row[row] | board->lake.row[row];
        uint64_t dear = (woodsman ? wet : wet | board->forest.row[row]) & know->explored.row[row];
        uint64_t known = board->mountain.row[row] & know->explored.row[row];
        ground->step[3].row[row] = dear;
        ground->step[2].row[row] = board->valid.row[row] & ~dear & ~known;
    }
    sort_tracks(know, ground);
    ground->stride = cheapest(ground);
}

void fortress_ground_of(const struct fortress_state *s, uint32_t seat, int32_t woodsman,
                        struct fortress_ground *ground)
{
    RD_ASSERT(seat < FORTRESS_SEATS);
    const struct fortress_knowledge *know = &s->know[seat];
    fortress_known_ground(&s->board, know, woodsman, ground);
    for (uint64_t left = know->structures; left != 0;) {
        uint32_t who = fortress_take_structure(1 - seat, &left);
        fortress_add(&ground->walls, s->piece[who].cell);
    }
}

void fortress_walking_ground(const struct fortress_ground *ground, uint32_t type,
                             struct fortress_set *open)
{
    uint32_t most = fortress_step_max(type);
    memset(open, 0, sizeof *open);
    for (uint32_t k = 0; k < FORTRESS_STEPS && 1u << k <= most; k++) {
        for (uint32_t row = 0; row < FORTRESS_ROWS; row++) {
            open->row[row] |= ground->step[k].row[row];
        }
    }
}

/* ---- who is connected ---- */

/* Along the row through the ground, doubling the reach each time. */
static uint64_t run(uint64_t cells, uint64_t ground)
{
    uint64_t right = ground, left = ground;
    for (uint32_t by = 1; by < FORTRESS_STRIDE; by *= 2) {
        cells |= (right & cells << by) | (left & cells >> by);
        right &= right << by;
        left &= left >> by;
    }
    return cells;
}

/* What a row gets from another one beside it, whose rows lie half a cell to the other side. */
static uint64_t from_beside(uint64_t cells, uint32_t y)
{
    return cells | ((y & 1u) != 0 ? cells >> 1 : cells << 1);
}

/* One way over the rows, down or up. 0: nothing new. */
static int32_t sweep(const struct fortress_set *ground, struct fortress_set *reached, int32_t down)
{
    uint64_t report = 0;
    for (uint32_t i = 1; i < FORTRESS_ROWS; i++) {
        uint32_t y = down ? i : FORTRESS_ROWS - 1 - i;
        uint64_t before = reached->row[down ? y - 1 : y + 1];
        uint64_t fresh = from_beside(before, y) & ground->row[y] & ~reached->row[y];
        if (fresh != 0) {
            reached->row[y] = run(reached->row[y] | fresh, ground->row[y]);
            report = 1;
        }
    }
    return report != 0;
}

void fortress_connected(const struct fortress_set *ground, uint32_t from,
                        struct fortress_set *reached)
{
    memset(reached, 0, sizeof *reached);
    reached->row[from >> 6] =
        run(UINT64_C(1) << (from & 63u), ground->row[from >> 6] | UINT64_C(1) << (from & 63u));
    int32_t down = 1, idle = 0;
    while (idle < 2) {
        idle = sweep(ground, reached, down) ? 0 : idle + 1;
        down = !down;
    }
}

/* ---- what it costs ---- */

static void spread(const struct fortress_ground *ground, struct fortress_reach *reach,
                   uint32_t cost, const uint64_t *edge)
{
    uint64_t next[FORTRESS_ROWS];
    for (uint32_t y = reach->first; y <= reach->last; y++) {
        next[y] = fortress_row_beside(edge, y, reach->first, reach->last) & ~reach->all.row[y];
    }
    for (uint32_t k = (uint32_t)__builtin_ctz(ground->stride);
         k < FORTRESS_STEPS && cost + (1u << k) <= reach->cost_max; k++) {
        uint64_t *to = reach->at[cost + (1u << k)].row;
        for (uint32_t y = reach->first; y <= reach->last; y++) {
            to[y] |= next[y] & ground->step[k].row[y];
        }
    }
}

void fortress_reach_from(const struct fortress_ground *ground, uint32_t from, uint32_t cost_max,
                         struct fortress_reach *reach)
{
    uint32_t y = from >> 6;
    uint32_t stride = ground->stride, far = cost_max / stride;
    RD_ASSERT(cost_max < FORTRESS_REACH_COSTS);
    reach->cost_max = cost_max;
    reach->stride = ground->stride;
    reach->first = y > far ? y - far : 0;
    reach->last = y + far < FORTRESS_ROWS ? y + far : FORTRESS_ROWS - 1;
    uint32_t rows = reach->last - reach->first + 1;
    for (uint32_t cost = 0; cost <= cost_max; cost += stride) {
        memset(&reach->at[cost].row[reach->first], 0, rows * sizeof(uint64_t));
    }
    memset(&reach->all, 0, sizeof reach->all);
    fortress_add(&reach->at[0], from);
    for (uint32_t cost = 0; cost <= cost_max; cost += stride) {
        uint64_t edge[FORTRESS_ROWS];
        uint64_t any = 0;
        for (uint32_t row = reach->first; row <= reach->last; row++) {
            uint64_t fresh = reach->at[cost].row[row] & ~reach->all.row[row];
            reach->at[cost].row[row] = fresh;
            reach->all.row[row] |= fresh;
            edge[row] = cost == 0 ? fresh : fresh & ~ground->walls.row[row];
            any |= edge[row];
        }
        if (any != 0 && cost < cost_max) {
            spread(ground, reach, cost, edge);
        }
    }
}
