/* Cells, neighbours, distances and straight lines on squares and odd-r hexes. */
#include "redoubt/grid.h"

#include <string.h>

struct offset {
    int8_t dx, dy;
};

/* Counterclockwise from the east; y grows downwards. */
static const struct offset square4[4] = { { 1, 0 }, { 0, -1 }, { -1, 0 }, { 0, 1 } };
static const struct offset square8[8] = { { 1, 0 },  { 1, -1 }, { 0, -1 }, { -1, -1 },
                                          { -1, 0 }, { -1, 1 }, { 0, 1 },  { 1, 1 } };
/* Odd rows lie half a hex to the right, so the way up and down depends on the row. */
static const struct offset hex[2][6] = {
    { { 1, 0 }, { 0, -1 }, { -1, -1 }, { -1, 0 }, { -1, 1 }, { 0, 1 } },
    { { 1, 0 }, { 1, -1 }, { 0, -1 }, { -1, 0 }, { 0, 1 }, { 1, 1 } },
};

static uint32_t cell_count(const struct rd_grid *grid)
{
    RD_ASSERT(grid->columns >= 1 && grid->columns <= RD_GRID_COLUMNS_MAX);
    RD_ASSERT(grid->rows >= 1 && grid->rows <= RD_GRID_ROWS_MAX);
    return (uint32_t)grid->columns * grid->rows;
}

uint16_t rd_grid_cell(const struct rd_grid *grid, int32_t x, int32_t y)
{
    int64_t column = (int64_t)x - grid->x0;
    int64_t row = (int64_t)y - grid->y0;
    if (column < 0 || column >= grid->columns || row < 0 || row >= grid->rows) {
        return RD_NO_CELL;
    }
    if (grid->valid != NULL && (grid->valid[row] >> column & 1) == 0) {
        return RD_NO_CELL;
    }
    return (uint16_t)(row * grid->columns + column);
}

int32_t rd_grid_x(const struct rd_grid *grid, uint32_t cell)
{
    RD_ASSERT(cell < cell_count(grid));
    return grid->x0 + (int32_t)(cell % grid->columns);
}

int32_t rd_grid_y(const struct rd_grid *grid, uint32_t cell)
{
    RD_ASSERT(cell < cell_count(grid));
    return grid->y0 + (int32_t)(cell / grid->columns);
}

uint32_t rd_grid_directions(const struct rd_grid *grid)
{
    static const uint8_t count[] = {
        [RD_GRID_SQUARE4] = 4, [RD_GRID_SQUARE8] = 8, [RD_GRID_HEX] = 6
    };
    RD_ASSERT(grid->shape <= RD_GRID_HEX);
    return count[grid->shape];
}

static struct offset offset_of(const struct rd_grid *grid, int32_t y, uint32_t direction)
{
    if (grid->shape == RD_GRID_SQUARE4) {
        return square4[direction];
    }
    return grid->shape == RD_GRID_SQUARE8 ? square8[direction] : hex[y & 1][direction];
}

uint16_t rd_grid_walk(const struct rd_grid *grid, uint32_t from, uint32_t direction, uint32_t steps)
{
    RD_ASSERT(direction < rd_grid_directions(grid));
    uint32_t cell = from;
    int32_t x = rd_grid_x(grid, from);
    int32_t y = rd_grid_y(grid, from);
    for (uint32_t i = 0; i < steps && cell != RD_NO_CELL; i++) {
        struct offset offset = offset_of(grid, y, direction);
        x += offset.dx;
        y += offset.dy;
        cell = rd_grid_cell(grid, x, y);
    }
    return (uint16_t)cell;
}

/* The axis of a hex board that leans to the left: with y it makes straight lines simple. */
static int32_t hex_axis(int32_t x, int32_t y)
{
    return x - (y - (y & 1)) / 2;
}

/* From one cell to another: in columns and rows, or along the two axes of a hex board. */
static struct offset between(const struct rd_grid *grid, uint32_t from, uint32_t to)
{
    int32_t from_x = rd_grid_x(grid, from), from_y = rd_grid_y(grid, from);
    int32_t to_x = rd_grid_x(grid, to), to_y = rd_grid_y(grid, to);
    if (grid->shape == RD_GRID_HEX) {
        from_x = hex_axis(from_x, from_y);
        to_x = hex_axis(to_x, to_y);
    }
    struct offset way = { (int8_t)(to_x - from_x), (int8_t)(to_y - from_y) };
    return way;
}
RD_STATIC_ASSERT(RD_GRID_COLUMNS_MAX + RD_GRID_ROWS_MAX / 2 < INT8_MAX,
                 "struct offset is wide enough");

static int32_t absolute(int32_t n)
{
    return n < 0 ? -n : n;
}

static int32_t greater(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

uint32_t rd_grid_distance(const struct rd_grid *grid, uint32_t a, uint32_t b)
{
    struct offset way = between(grid, a, b);
    int32_t across = absolute(way.dx), down = absolute(way.dy);
    if (grid->shape == RD_GRID_SQUARE4) {
        return (uint32_t)(across + down);
    }
    int32_t longest = greater(across, down);
    if (grid->shape == RD_GRID_HEX) { /* the third axis is minus the sum of the two */
        longest = greater(longest, absolute(way.dx + way.dy));
    }
    return (uint32_t)longest;
}

static uint32_t hex_line(struct offset way)
{
    enum { E, NE, NW, W, SW, SE };
    if (way.dy == 0) {
        return way.dx > 0 ? E : W;
    }
    if (way.dx == 0) {
        return way.dy < 0 ? NW : SE;
    }
    if (way.dx + way.dy == 0) {
        return way.dy < 0 ? NE : SW;
    }
    return RD_GRID_NO_DIRECTION;
}

static int32_t sign(int32_t n)
{
    return (n > 0) - (n < 0);
}

static uint32_t square8_line(struct offset way)
{
    /* By row and column of the 3 x 3 cells around the start. */
    static const uint8_t direction[3][3] = { { 3, 2, 1 }, { 4, 0, 0 }, { 5, 6, 7 } };
    if (way.dx != 0 && way.dy != 0 && absolute(way.dx) != absolute(way.dy)) {
        return RD_GRID_NO_DIRECTION;
    }
    return direction[sign(way.dy) + 1][sign(way.dx) + 1];
}

uint32_t rd_grid_line(const struct rd_grid *grid, uint32_t from, uint32_t to)
{
    if (from == to) {
        return RD_GRID_NO_DIRECTION;
    }
    struct offset way = between(grid, from, to);
    if (grid->shape == RD_GRID_HEX) {
        return hex_line(way);
    }
    uint32_t direction = square8_line(way);
    if (grid->shape == RD_GRID_SQUARE4 && direction != RD_GRID_NO_DIRECTION) {
        return direction % 2 == 0 ? direction / 2 : RD_GRID_NO_DIRECTION;
    }
    return direction;
}

/* ---- sets of cells ------------------------------------------------------------------------ */

void rd_grid_set_clear(const struct rd_grid *grid, uint64_t *set)
{
    memset(set, 0, grid->rows * sizeof set[0]);
}

void rd_grid_set_add(const struct rd_grid *grid, uint64_t *set, uint32_t cell)
{
    RD_ASSERT(cell < cell_count(grid));
    set[cell / grid->columns] |= UINT64_C(1) << cell % grid->columns;
}

void rd_grid_set_remove(const struct rd_grid *grid, uint64_t *set, uint32_t cell)
{
    RD_ASSERT(cell < cell_count(grid));
    set[cell / grid->columns] &= ~(UINT64_C(1) << cell % grid->columns);
}

int rd_grid_set_has(const struct rd_grid *grid, const uint64_t *set, uint32_t cell)
{
    RD_ASSERT(cell < cell_count(grid));
    return (int)(set[cell / grid->columns] >> cell % grid->columns & 1);
}

uint32_t rd_grid_set_count(const struct rd_grid *grid, const uint64_t *set)
{
    uint32_t count = 0;
    for (uint32_t r = 0; r < grid->rows; r++) {
        for (uint64_t word = set[r]; word != 0; word &= word - 1) { /* drops the lowest bit */
            count++;
        }
    }
    return count;
}

uint16_t rd_grid_set_next(const struct rd_grid *grid, const uint64_t *set, uint32_t from)
{
    if (from >= cell_count(grid)) {
        return RD_NO_CELL;
    }
    uint32_t row = from / grid->columns;
    uint64_t word = set[row] >> from % grid->columns << from % grid->columns;
    while (word == 0) {
        row++;
        if (row == grid->rows) {
            return RD_NO_CELL;
        }
        word = set[row];
    }
    return (uint16_t)(row * grid->columns + (uint32_t)__builtin_ctzll(word));
}
