/* Boards: their cells, the standard ones, and the half turn that makes them fair. */
#include "map.h"

#include <string.h>

/* What E NE NW W SW SE add to a cell number, in even and in odd rows. */
const int8_t fortress_steps[2][FORTRESS_DIRECTIONS] = { { 1, -64, -65, -1, 63, 64 },
                                                        { 1, -63, -64, -1, 64, 65 } };

struct fortress_extent fortress_extent_of(const struct fortress_map *map)
{
    struct fortress_extent box = { FORTRESS_STRIDE, FORTRESS_X0 - 1, FORTRESS_ROWS, -1 };
    for (uint32_t cell = 0; cell < FORTRESS_CELLS; cell++) {
        int32_t x = fortress_x(cell);
        int32_t y = fortress_y(cell);
        if (map->tile[cell] != FORTRESS_VOID) {
            box.x_min = x < box.x_min ? x : box.x_min;
            box.x_max = x > box.x_max ? x : box.x_max;
            box.y_min = y < box.y_min ? y : box.y_min;
            box.y_max = y > box.y_max ? y : box.y_max;
        }
    }
    return box;
}

uint32_t fortress_tiles_of(const struct fortress_map *map, uint32_t tile, uint16_t *out,
                           uint32_t cap)
{
    uint32_t count = 0;
    for (uint32_t cell = 0; cell < FORTRESS_CELLS; cell++) {
        if (map->tile[cell] == tile) {
            if (count < cap) {
                out[count] = (uint16_t)cell;
            }
            count++;
        }
    }
    return count;
}

/* ---- boards with nothing on them ------------------------------------------------------------- */

enum { TOWERS = 3, TOWER_ROWS = 5 /* between a base's row and its outer towers' */ };

struct standard {
    int16_t columns, first_row, last_row;
    int16_t tower_x[TOWERS]; /* of P1 */
};

/* R3.1 */
static const struct standard standard[] = {
    [FORTRESS_NORMAL] = { 36, 0, 30, { 2, 2, 2 } },
    [FORTRESS_SMALL] = { 30, 6, 24, { 1, 2, 1 } },
};

static int32_t clamp(int32_t value, int32_t low, int32_t high)
{
    if (value < low) {
        return low;
    }
    return value > high ? high : value;
}

/* P1's base and towers, and P2's where the half turn puts them, listed by row. */
static void place_sides(struct fortress_map *map, const struct standard *board, int32_t middle,
                        const int16_t tower_x[TOWERS])
{
    int32_t last_x = board->columns - 1;
    int32_t rows = board->first_row + board->last_row;
    map->base[0] = fortress_cell(middle & 1 ? -1 : 0, middle);
    map->base[1] = fortress_cell(last_x, middle);
    for (int32_t i = 0; i < TOWERS; i++) {
        int32_t y = clamp(middle + (i - 1) * TOWER_ROWS, board->first_row + 1, board->last_row - 1);
        int32_t x = tower_x[i];
        map->tower[0][i] = fortress_cell(x, y);
        map->tower[1][TOWERS - 1 - i] = fortress_cell(last_x - (y & 1) - x, rows - y);
    }
    map->tower_count[0] = TOWERS;
    map->tower_count[1] = TOWERS;
}

static void open_row(struct fortress_map *map, int32_t y, int32_t columns)
{
    for (int32_t x = y & 1 ? -1 : 0; x < columns; x++) {
        uint32_t cell = fortress_cell(x, y);
        RD_ASSERT(cell < FORTRESS_CELLS);
        map->tile[cell] = FORTRESS_OPEN;
    }
}

void fortress_bare_board(struct fortress_map *map, uint32_t size, int32_t columns, int32_t rows)
{
    struct standard board = standard[size];
    memset(map, 0, sizeof *map);
    if (columns != 0) { /* R17 */
        board.columns = (int16_t)columns;
        board.first_row = 0;
        board.last_row = (int16_t)(rows - 1);
    }
    int32_t middle = (board.first_row + board.last_row) / 2;
    if (columns != 0) {
        int32_t base_x = middle & 1 ? -1 : 0;
        int32_t outer = size == FORTRESS_SMALL ? 2 : 3;
        board.tower_x[0] = (int16_t)(base_x + outer);
        board.tower_x[1] = (int16_t)(base_x + 3);
        board.tower_x[2] = board.tower_x[0];
    }
    for (int32_t y = board.first_row; y <= board.last_row; y++) {
        open_row(map, y, board.columns);
    }
    place_sides(map, &board, middle, board.tower_x);
}

/* ---- fairness -------------------------------------------------------------------------------- */

/* Half steps to the right of x = 0, row 0: odd rows lie half a step to the right. */
static int32_t half_steps(uint32_t cell)
{
    return 2 * fortress_x(cell) + (fortress_y(cell) & 1);
}

uint32_t fortress_turned(const struct fortress_map *map, uint32_t cell)
{
    int32_t y = fortress_y(map->base[0]) + fortress_y(map->base[1]) - fortress_y(cell);
    int32_t twice =
        half_steps(map->base[0]) + half_steps(map->base[1]) - half_steps(cell) - (y & 1);
    return fortress_cell(twice / 2, y);
}

static int has_tower(const struct fortress_map *map, uint32_t seat, uint32_t cell)
{
    for (uint32_t i = 0; i < map->tower_count[seat]; i++) {
        if (map->tower[seat][i] == cell) {
            return 1;
        }
    }
    return 0;
}

int fortress_is_fair(const struct fortress_map *map)
{
    for (uint32_t cell = 0; cell < FORTRESS_CELLS; cell++) {
        uint32_t turned = map->tile[cell] == FORTRESS_VOID ? cell : fortress_turned(map, cell);
        if (turned == RD_NO_CELL || map->tile[turned] != map->tile[cell]) {
            return 0;
        }
    }
    for (uint32_t i = 0; i < map->tower_count[0]; i++) {
        if (!has_tower(map, 1, fortress_turned(map, map->tower[0][i]))) {
            return 0;
        }
    }
    return map->tower_count[0] == map->tower_count[1];
}
