/*
 * redoubt/grid.h - squares and hexes: cells, neighbours, distances, straight lines, floods.
 *
 * A struct rd_grid describes a board of up to 64 x 64 cells. It is small and constant: keep it in
 * a table, or make it on the stack. Cells are numbered as in struct rd_cells of game.h:
 *
 *     cell = (y - y0) * columns + (x - x0),   x to the right, y downwards
 *
 * A set of cells is an array of one 64-bit word per row; bit c of word r is column c of row r.
 * So a board of 31 rows has sets of 31 words, they fit into states as they are, and union and
 * intersection are `|` and `&`. A cell that is not in `valid` does not exist: nothing goes
 * through it.
 *
 * Directions are numbered counterclockwise from the east, so the opposite of d is d + n/2
 * modulo n, and the same number again and again is a straight line:
 *
 *     RD_GRID_SQUARE4   E N W S               distance |dx| + |dy|
 *     RD_GRID_SQUARE8   E NE N NW W SW S SE   distance max(|dx|, |dy|)
 *     RD_GRID_HEX       E NE NW W SW SE       pointy tops, odd rows half a hex to the right
 *
 * Nothing here allocates; all memory is the caller's.
 */
#ifndef REDOUBT_GRID_H
#define REDOUBT_GRID_H

#include "redoubt/base.h"

RD_PUBLIC_BEGIN

enum {
    RD_GRID_COLUMNS_MAX = 64, /* one bit of a word each */
    RD_GRID_ROWS_MAX = 64,
    RD_GRID_NO_DIRECTION = 255
};
RD_STATIC_ASSERT(RD_GRID_COLUMNS_MAX *RD_GRID_ROWS_MAX == RD_CELLS_MAX, "one limit, said twice");

enum rd_grid_shape { RD_GRID_SQUARE4, RD_GRID_SQUARE8, RD_GRID_HEX };

struct rd_grid {
    uint16_t shape; /* enum rd_grid_shape */
    uint8_t columns, rows;
    int16_t x0, y0;        /* of cell 0 */
    const uint64_t *valid; /* set of the cells that exist, NULL = all */
};

/* The cell at x,y, or RD_NO_CELL if there is none. Safe for any numbers. */
uint16_t rd_grid_cell(const struct rd_grid *grid, int32_t x, int32_t y);
int32_t rd_grid_x(const struct rd_grid *grid, uint32_t cell);
int32_t rd_grid_y(const struct rd_grid *grid, uint32_t cell);

/* 4, 8 or 6. */
uint32_t rd_grid_directions(const struct rd_grid *grid);
/* The cell `steps` steps away in a straight line, or RD_NO_CELL if the way leaves the board. */
uint16_t rd_grid_walk(const struct rd_grid *grid, uint32_t from, uint32_t direction,
                      uint32_t steps);
/* The direction of the straight line between two cells, RD_GRID_NO_DIRECTION if there is none or
 * they are the same. Holes in the board don't matter. */
uint32_t rd_grid_line(const struct rd_grid *grid, uint32_t from, uint32_t to);
/* Steps between two cells if nothing were in the way, holes included. */
uint32_t rd_grid_distance(const struct rd_grid *grid, uint32_t a, uint32_t b);

/* ---- sets of cells ------------------------------------------------------------------------ */

void rd_grid_set_clear(const struct rd_grid *grid, uint64_t *set);
void rd_grid_set_add(const struct rd_grid *grid, uint64_t *set, uint32_t cell);
void rd_grid_set_remove(const struct rd_grid *grid, uint64_t *set, uint32_t cell);
int rd_grid_set_has(const struct rd_grid *grid, const uint64_t *set, uint32_t cell);
uint32_t rd_grid_set_count(const struct rd_grid *grid, const uint64_t *set);
/* The lowest member that is at least `from`, or RD_NO_CELL: for (c = next(g, s, 0);
 * c != RD_NO_CELL; c = next(g, s, c + 1)). */
uint16_t rd_grid_set_next(const struct rd_grid *grid, const uint64_t *set, uint32_t from);

/* ---- floods: what can be reached in so many steps ------------------------------------------ */

/*
 * A breadth-first flood from any number of cells at once. A blocker is reached but not left; a
 * start is always left, even if it stands on a blocker. Each step handles whole rows, so a flood
 * from twenty units costs as much as one from one unit. Since starts never block, a flood from
 * many cells is the union of the floods from each.
 */
struct rd_flood {
    uint64_t reached[RD_GRID_ROWS_MAX];
    uint64_t edge[RD_GRID_ROWS_MAX]; /* reached by the last step, or started since */
    uint32_t first_row, last_row;    /* the rows with an edge; first > last: none */
};

void rd_flood_begin(const struct rd_grid *grid, struct rd_flood *flood);
/* Start from these cells too, from now on. One that starts after n steps gets n steps fewer: so
 * units of different sight share a flood, the farthest sighted first. */
void rd_flood_start(const struct rd_grid *grid, struct rd_flood *flood, const uint64_t *starts);
/* One step. blockers may be NULL. Returns 0 when nothing new was reached. */
int rd_flood_step(const struct rd_grid *grid, struct rd_flood *flood, const uint64_t *blockers);

/* All steps at once. reached may be the same array as starts. */
void rd_grid_flood(const struct rd_grid *grid, const uint64_t *starts, uint32_t steps,
                   const uint64_t *blockers, uint64_t *reached);

/* The same from one cell, as a number of steps for every cell of the board: columns * rows
 * values, RD_NO_CELL where the flood does not come. */
void rd_grid_flood_distances(const struct rd_grid *grid, uint32_t start, uint32_t steps,
                             const uint64_t *blockers, uint16_t *distance);

RD_PUBLIC_END

#endif
