/* The board of R1: neighbours, distances, discs, and who stands where. */
#include "classic_internal.h"

#include <string.h>

#include "redoubt/grid.h"

enum { EVEN_ROW = 0x7fffe, ODD_ROW = 0x7ffff }; /* R1.1: even rows have no x = -1 */

static const uint64_t valid_rows[CLASSIC_ROWS] = {
    EVEN_ROW, ODD_ROW, EVEN_ROW, ODD_ROW, EVEN_ROW, ODD_ROW, EVEN_ROW, ODD_ROW,
    EVEN_ROW, ODD_ROW, EVEN_ROW, ODD_ROW, EVEN_ROW, ODD_ROW, EVEN_ROW,
};

static const struct rd_grid grid = {
    RD_GRID_HEX, CLASSIC_COLUMNS, CLASSIC_ROWS, CLASSIC_X0, 0, valid_rows,
};

/* R1.2: what to add to a cell number for E NE NW W SW SE, in even and odd rows. */
static const int8_t step_columns[2][CLASSIC_DIRECTIONS] = { { 1, 0, -1, -1, -1, 0 },
                                                            { 1, 1, 0, -1, 0, 1 } };
static const int8_t step_rows[CLASSIC_DIRECTIONS] = { 0, -1, -1, 0, 1, 1 };

/* Cells within two steps, ascending, as differences of cell numbers: in even and odd rows. */
enum { ROW = CLASSIC_COLUMNS };
#define DISC_OF_EVEN(X)                                                                            \
    X(-2 * ROW - 1), X(-2 * ROW), X(-2 * ROW + 1), X(-ROW - 2), X(-ROW - 1), X(-ROW), X(-ROW + 1), \
        X(-2), X(-1), X(1), X(2), X(ROW - 2), X(ROW - 1), X(ROW), X(ROW + 1), X(2 * ROW - 1),      \
        X(2 * ROW), X(2 * ROW + 1)
#define DISC_OF_ODD(X)                                                                             \
    X(-2 * ROW - 1), X(-2 * ROW), X(-2 * ROW + 1), X(-ROW - 1), X(-ROW), X(-ROW + 1), X(-ROW + 2), \
        X(-2), X(-1), X(1), X(2), X(ROW - 1), X(ROW), X(ROW + 1), X(ROW + 2), X(2 * ROW - 1),      \
        X(2 * ROW), X(2 * ROW + 1)
#define PLAIN(difference)     (difference)
#define OF_ACTION(difference) ((uint64_t)(int64_t)(difference) << 32)
static const int16_t disc_offsets[2][CLASSIC_DISC] = { { DISC_OF_EVEN(PLAIN) },
                                                       { DISC_OF_ODD(PLAIN) } };
static const uint64_t disc_actions[2][CLASSIC_DISC] = { { DISC_OF_EVEN(OF_ACTION) },
                                                        { DISC_OF_ODD(OF_ACTION) } };

/* Which of them the board has, a bit each: for each column of the middle, and for each row. */
enum { ALL = 0x3ffff };
static const uint32_t disc_by_column[2][CLASSIC_COLUMNS] = {
    { 0x26664, 0x37676, 0x3ff7f, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL,
      ALL, 0x3fbff, 0x1b9bb },
    { 0x36666, 0x3f777, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL,
      0x3bbbf, 0x1999b },
};
static const uint32_t disc_by_row[CLASSIC_ROWS] = { 0x3ff80, 0x3fff8, ALL, ALL,    ALL,
                                                    ALL,     ALL,     ALL, ALL,    ALL,
                                                    ALL,     ALL,     ALL, 0x7fff, 0x7ff };

/* The cell so many rows and columns on, or RD_NO_CELL. */
static uint16_t cell_beside(int32_t row, int32_t column)
{
    if (row < 0 || row >= CLASSIC_ROWS || column < (row & 1 ? 0 : 1) || column >= CLASSIC_COLUMNS) {
        return RD_NO_CELL;
    }
    return (uint16_t)(row * CLASSIC_COLUMNS + column);
}

int32_t classic_exists(uint32_t cell)
{
    return cell < CLASSIC_CELLS &&
           (cell % CLASSIC_COLUMNS != 0 || (cell / CLASSIC_COLUMNS & 1u) != 0);
}

uint16_t classic_step(uint32_t cell, uint32_t direction)
{
    int32_t row = (int32_t)(cell / CLASSIC_COLUMNS);
    int32_t column = (int32_t)(cell % CLASSIC_COLUMNS);
    RD_ASSERT(direction < CLASSIC_DIRECTIONS);
    return cell_beside(row + step_rows[direction], column + step_columns[row & 1][direction]);
}

uint32_t classic_distance(uint32_t a, uint32_t b)
{
    return rd_grid_distance(&grid, a, b);
}

static uint32_t disc_on_board(uint32_t row, uint32_t column)
{
    return disc_by_column[row & 1u][column] & disc_by_row[row];
}

const uint64_t *classic_disc_actions(uint32_t cell, uint32_t *on_board)
{
    uint32_t row = cell / CLASSIC_COLUMNS;
    *on_board = disc_on_board(row, cell % CLASSIC_COLUMNS);
    return disc_actions[row & 1u];
}

uint32_t classic_disc(uint32_t cell, uint16_t disc[CLASSIC_DISC])
{
    uint32_t row = cell / CLASSIC_COLUMNS, count = 0;
    const int16_t *offset = disc_offsets[row & 1u];
    for (uint32_t left = disc_on_board(row, cell % CLASSIC_COLUMNS); left != 0; left &= left - 1) {
        disc[count++] = (uint16_t)((int32_t)cell + offset[__builtin_ctz(left)]);
    }
    return count;
}

uint32_t classic_around(uint32_t cell, uint16_t beside[CLASSIC_DIRECTIONS])
{
    /* NW and NE, W and E, SW and SE. */
    static const uint8_t ascending[CLASSIC_DIRECTIONS] = { 2, 1, 3, 0, 4, 5 };
    int32_t row = (int32_t)(cell / CLASSIC_COLUMNS);
    int32_t column = (int32_t)(cell % CLASSIC_COLUMNS);
    uint32_t count = 0;
    for (uint32_t i = 0; i < CLASSIC_DIRECTIONS; i++) {
        uint32_t d = ascending[i];
        uint16_t there = cell_beside(row + step_rows[d], column + step_columns[row & 1][d]);
        if (there != RD_NO_CELL) {
            beside[count] = there;
            count++;
        }
    }
    return count;
}

uint16_t classic_first_step(uint32_t from, uint32_t to, uint32_t avoid)
{
    if (classic_distance(from, to) == 1) {
        return (uint16_t)to;
    }
    for (uint32_t d = 0; d < CLASSIC_DIRECTIONS; d++) {
        uint16_t middle = classic_step(from, d);
        if (middle != RD_NO_CELL && middle != avoid && classic_distance(middle, to) == 1) {
            return middle;
        }
    }
    return RD_NO_CELL;
}

uint32_t classic_mine_at(uint32_t cell)
{
    for (uint32_t i = 0; i < CLASSIC_MINES; i++) {
        if (classic_mines[i] == cell) {
            return i;
        }
    }
    return CLASSIC_NOBODY;
}

void classic_fill(const struct classic_open *open, uint8_t at[CLASSIC_CELLS])
{
    memset(at, 0, CLASSIC_CELLS);
    for (uint32_t seat = 0; seat < CLASSIC_SEATS; seat++) {
        for (uint32_t slot = 0; slot < open->unit_count[seat]; slot++) {
            uint32_t who = seat * CLASSIC_UNITS_MAX + slot;
            at[open->unit[seat][slot].cell] = (uint8_t)(1 + who);
        }
    }
}

uint32_t classic_slot_in_play(const struct classic_open *open, uint32_t seat, uint32_t id)
{
    RD_ASSERT(seat < CLASSIC_SEATS);
    if (open->unit[seat][0].id == id) {
        return 0;
    }
    uint32_t low = 1;
    uint32_t high = open->unit_count[seat]; /* ids are ascending from slot 1 on */
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (open->unit[seat][middle].id < id) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < open->unit_count[seat] && open->unit[seat][low].id == id
               ? low
               : (uint32_t)CLASSIC_NOBODY;
}

int32_t classic_base_health(const struct classic_open *open, uint32_t seat)
{
    RD_ASSERT(seat < CLASSIC_SEATS);
    return open->unit[seat][0].health;
}
