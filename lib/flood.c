/* Floods, a whole row of cells at a time: a step to the side is a shift of the row's word. */
#include "redoubt/grid.h"

#include <string.h>

static uint64_t existing(const struct rd_grid *grid, uint32_t row)
{
    uint64_t all = UINT64_MAX >> (RD_GRID_COLUMNS_MAX - grid->columns);
    return grid->valid != NULL ? grid->valid[row] & all : all;
}

static uint64_t left_and_right_of(uint64_t cells)
{
    return cells << 1 | cells >> 1;
}

/* The cells above and below these that are their neighbours. */
static uint64_t above_and_below(const struct rd_grid *grid, uint32_t row, uint64_t cells)
{
    if (grid->shape == RD_GRID_SQUARE4) {
        return cells;
    }
    if (grid->shape == RD_GRID_SQUARE8) {
        return cells | left_and_right_of(cells);
    }
    int32_t y = grid->y0 + (int32_t)row;
    return (y & 1) != 0 ? cells | cells << 1 : cells | cells >> 1;
}

static void widen(struct rd_flood *flood, uint32_t row)
{
    flood->first_row = row < flood->first_row ? row : flood->first_row;
    flood->last_row = row > flood->last_row ? row : flood->last_row;
}

static void no_edge(struct rd_flood *flood)
{
    flood->first_row = RD_GRID_ROWS_MAX;
    flood->last_row = 0;
}

void rd_flood_begin(const struct rd_grid *grid, struct rd_flood *flood)
{
    RD_ASSERT(grid->columns >= 1 && grid->columns <= RD_GRID_COLUMNS_MAX);
    RD_ASSERT(grid->rows >= 1 && grid->rows <= RD_GRID_ROWS_MAX);
    memset(flood->reached, 0, grid->rows * sizeof flood->reached[0]);
    memset(flood->edge, 0, grid->rows * sizeof flood->edge[0]);
    no_edge(flood);
}

void rd_flood_start(const struct rd_grid *grid, struct rd_flood *flood, const uint64_t *starts)
{
    for (uint32_t r = 0; r < grid->rows; r++) {
        uint64_t fresh = starts[r] & existing(grid, r);
        flood->reached[r] |= fresh;
        flood->edge[r] |= fresh;
        if (fresh != 0) {
            widen(flood, r);
        }
    }
}

int rd_flood_step(const struct rd_grid *grid, struct rd_flood *flood, const uint64_t *blockers)
{
    if (flood->first_row > flood->last_row) {
        return 0;
    }
    uint32_t first = flood->first_row > 0 ? flood->first_row - 1 : 0;
    uint32_t last = flood->last_row + 1u < grid->rows ? flood->last_row + 1 : flood->last_row;
    no_edge(flood);
    uint64_t any = 0;
    uint64_t from_above = 0, from_here = above_and_below(grid, first, flood->edge[first]);
    for (uint32_t r = first; r <= last; r++) {
        uint64_t from_below = r < last ? above_and_below(grid, r + 1, flood->edge[r + 1]) : 0;
        uint64_t touched = from_above | left_and_right_of(flood->edge[r]) | from_below;
        uint64_t fresh = touched & existing(grid, r) & ~flood->reached[r];
        flood->reached[r] |= fresh;
        flood->edge[r] = blockers != NULL ? fresh & ~blockers[r] : fresh;
        if (flood->edge[r] != 0) {
            widen(flood, r);
        }
        any |= fresh;
        from_above = from_here;
        from_here = from_below;
    }
    return any != 0;
}

void rd_grid_flood(const struct rd_grid *grid, const uint64_t *starts, uint32_t steps,
                   const uint64_t *blockers, uint64_t *reached)
{
    struct rd_flood flood;
    rd_flood_begin(grid, &flood);
    rd_flood_start(grid, &flood, starts);
    for (uint32_t i = 0; i < steps && rd_flood_step(grid, &flood, blockers); i++) {
    }
    memcpy(reached, flood.reached, grid->rows * sizeof reached[0]);
}

/* Writes the number of steps into the cells of a row that the latest one reached. */
static void number_row(const struct rd_grid *grid, uint32_t row, uint64_t cells, uint32_t steps,
                       uint16_t *distance)
{
    for (uint64_t left = cells; left != 0; left &= left - 1) {
        distance[row * grid->columns + (uint32_t)__builtin_ctzll(left)] = (uint16_t)steps;
    }
}

void rd_grid_flood_distances(const struct rd_grid *grid, uint32_t start, uint32_t steps,
                             const uint64_t *blockers, uint16_t *distance)
{
    struct rd_flood flood;
    uint64_t known[RD_GRID_ROWS_MAX] = { 0 };
    rd_flood_begin(grid, &flood);
    RD_ASSERT(start < (uint32_t)grid->columns * grid->rows);
    rd_grid_set_add(grid, known, start);
    rd_flood_start(grid, &flood, known);
    for (uint32_t cell = 0; cell < (uint32_t)grid->columns * grid->rows; cell++) {
        distance[cell] = cell == start ? 0 : RD_NO_CELL;
    }
    for (uint32_t i = 1; i <= steps && rd_flood_step(grid, &flood, blockers); i++) {
        for (uint32_t r = 0; r < grid->rows; r++) {
            number_row(grid, r, flood.reached[r] & ~known[r], i, distance);
            known[r] = flood.reached[r];
        }
    }
}
