/*
 * map.h - boards of fortress: cells, what lies on them, where the sides begin, and the options that
 * choose or draw a board. A map travels in a setup as the flat struct below.
 *
 * Cells are y * 64 + x + 1 on every board: column 0 is x = -1, and the columns 61 to 63 exist on no
 * board. So one step is one addition, a step over the left or right edge ends on a cell that does
 * not exist, and cell >> 6 and cell & 63 are word and bit of a set of cells. struct rd_grid of
 * redoubt/grid.h numbers the same way with 64 columns and x0 = -1.
 */
#ifndef FORTRESS_MAP_H
#define FORTRESS_MAP_H

#include "redoubt/game.h"

enum {
    FORTRESS_SEATS = 2,
    FORTRESS_STRIDE = 64,  /* of a cell number, and bits in a row of a set */
    FORTRESS_COLUMNS = 61, /* x is -1 .. 59 */
    FORTRESS_ROWS = 45,    /* y is 0 .. 44 */
    FORTRESS_CELLS = FORTRESS_STRIDE * FORTRESS_ROWS,
    FORTRESS_X0 = -1,
    FORTRESS_DIRECTIONS = 6,   /* E NE NW W SW SE */
    FORTRESS_START_TOWERS = 8, /* of a seat, at most */
    FORTRESS_MINES_MAX = 40,
    FORTRESS_CAMPS_MAX = 16,
    FORTRESS_LAIRS_MAX = 8,
    FORTRESS_COLUMNS_MIN = 12, /* of a drawn board */
    FORTRESS_COLUMNS_DRAWN = 60,
    FORTRESS_ROWS_MIN = 11,
    FORTRESS_PERCENT_MAX = 90,
    FORTRESS_CAMPS_DRAWN = 10,
    FORTRESS_LAIRS_DRAWN = 3
};

/* What lies on a cell. Mines, camps and lairs are open ground for cost, sight and combat. */
enum fortress_tile {
    FORTRESS_VOID, /* no cell */
    FORTRESS_OPEN,
    FORTRESS_FOREST,
    FORTRESS_MOUNTAIN,
    FORTRESS_RIVER,
    FORTRESS_LAKE,
    FORTRESS_MINE,
    FORTRESS_CAMP,
    FORTRESS_LAIR,
    FORTRESS_TILES
};

/* check_map() says whether it can be played. */
struct fortress_map {
    uint16_t base[FORTRESS_SEATS];                         /* cells */
    uint16_t tower[FORTRESS_SEATS][FORTRESS_START_TOWERS]; /* cells in list order, then 0 */
    uint8_t tower_count[FORTRESS_SEATS];
    uint8_t zero[2];
    uint8_t tile[FORTRESS_CELLS]; /* enum fortress_tile */
};
RD_STATIC_ASSERT(sizeof(struct fortress_map) == 40 + FORTRESS_CELLS, "flat, without padding");

enum fortress_option {
    FORTRESS_OPT_MAP, /* a built-in map; the last choice is a drawn one */
    FORTRESS_OPT_LIMIT,
    FORTRESS_OPT_TIMERS,
    FORTRESS_OPT_SIZE, /* from here on: of a drawn map only */
    FORTRESS_OPT_COLUMNS,
    FORTRESS_OPT_ROWS,
    FORTRESS_OPT_FOREST,
    FORTRESS_OPT_MOUNTAIN,
    FORTRESS_OPT_RIVER,
    FORTRESS_OPT_LAKE,
    FORTRESS_OPT_MINES,
    FORTRESS_OPT_CAMPS,
    FORTRESS_OPT_DRAGONS,
    FORTRESS_OPTIONS
};
enum fortress_size { FORTRESS_NORMAL, FORTRESS_SMALL };

/* The first refusals of the game; the others go on from FORTRESS_MAP_REFUSALS. Their words are
 * FORTRESS_MAP_REFUSAL_ROWS, for the table of all refusals. */
enum fortress_map_refusal {
    FORTRESS_MAP_COLUMNS_ONE_ZERO = 1,
    FORTRESS_MAP_COLUMNS_FEW,
    FORTRESS_MAP_ROWS_ODD,
    FORTRESS_MAP_TILE,
    FORTRESS_MAP_BEYOND,
    FORTRESS_MAP_BASE,
    FORTRESS_MAP_TOWER,
    FORTRESS_MAP_TOWERS_MANY,
    FORTRESS_MAP_TAKEN,
    FORTRESS_MAP_GROUND,
    FORTRESS_MAP_MINES_MANY,
    FORTRESS_MAP_CAMPS_MANY,
    FORTRESS_MAP_LAIRS_MANY,
    FORTRESS_MAP_CUT_OFF,
    FORTRESS_MAP_REFUSALS
};

/* clang-format off */
#define FORTRESS_MAP_REFUSAL_ROWS \
    [FORTRESS_MAP_COLUMNS_ONE_ZERO] = { "R17.1", "give columns and rows both, or neither" }, \
    [FORTRESS_MAP_COLUMNS_FEW] = { "R17.1", "a drawn board has 12 to 60 columns" }, \
    [FORTRESS_MAP_ROWS_ODD] = { "R17.1", "a drawn board has 11 to 45 rows, an odd number" }, \
    [FORTRESS_MAP_TILE] = { "R3.2", "a tile is open, forest, mountain, river, lake, mine, camp, lair or nothing" }, \
    [FORTRESS_MAP_BEYOND] = { "R3.2", "a board has columns -1 to 59 and rows 0 to 44" }, \
    [FORTRESS_MAP_BASE] = { "R3.2", "a base must stand on a cell of the board" }, \
    [FORTRESS_MAP_TOWER] = { "R3.2", "a tower must stand on a cell of the board" }, \
    [FORTRESS_MAP_TOWERS_MANY] = { "R3.2", "a side begins with at most 8 towers" }, \
    [FORTRESS_MAP_TAKEN] = { "R3.2", "two bases or towers on one cell" }, \
    [FORTRESS_MAP_GROUND] = { "R3.2", "no base or tower on a mountain, mine, camp or lair" }, \
    [FORTRESS_MAP_MINES_MANY] = { "R3.2", "at most 40 mines" }, \
    [FORTRESS_MAP_CAMPS_MANY] = { "R3.2", "at most 16 camps" }, \
    [FORTRESS_MAP_LAIRS_MANY] = { "R3.2", "at most 8 lairs" }, \
    [FORTRESS_MAP_CUT_OFF] = { "R3.2", "one base can't be reached from the other" }
/* clang-format on */

/* ---- cells --------------------------------------------------------------------------------- */

static inline int32_t fortress_x(uint32_t cell)
{
    return (int32_t)(cell % FORTRESS_STRIDE) + FORTRESS_X0;
}

static inline int32_t fortress_y(uint32_t cell)
{
    return (int32_t)(cell / FORTRESS_STRIDE);
}

/* RD_NO_CELL beyond the largest board. */
static inline uint16_t fortress_cell(int32_t x, int32_t y)
{
    if (x < FORTRESS_X0 || x >= FORTRESS_X0 + FORTRESS_COLUMNS || y < 0 || y >= FORTRESS_ROWS) {
        return RD_NO_CELL;
    }
    return (uint16_t)(y * FORTRESS_STRIDE + x - FORTRESS_X0);
}

/* map.c: what to add to a cell number for a step, by the row's parity. */
extern const int8_t fortress_steps[2][FORTRESS_DIRECTIONS];

/* The next cell in a direction. It may not exist; off the top or bottom it is RD_NO_CELL. */
static inline uint32_t fortress_beside(uint32_t cell, uint32_t direction)
{
    int32_t next = (int32_t)cell + fortress_steps[cell >> 6 & 1u][direction];
    return next >= 0 && next < FORTRESS_CELLS ? (uint32_t)next : RD_NO_CELL;
}

static inline uint32_t fortress_distance(uint32_t a, uint32_t b)
{
    int32_t ya = fortress_y(a), yb = fortress_y(b);
    int32_t dx = fortress_x(a) - (ya - (ya & 1)) / 2 - (fortress_x(b) - (yb - (yb & 1)) / 2);
    int32_t dz = ya - yb;
    int32_t dy = -dx - dz;
    uint32_t x = (uint32_t)(dx < 0 ? -dx : dx);
    uint32_t y = (uint32_t)(dy < 0 ? -dy : dy);
    uint32_t z = (uint32_t)(dz < 0 ? -dz : dz);
    uint32_t most = x > y ? x : y;
    return most > z ? most : z;
}

/* Sets of cells: a word for each row, as in redoubt/grid.h. */
struct fortress_set {
    uint64_t row[FORTRESS_ROWS];
};

static inline int fortress_has(const struct fortress_set *set, uint32_t cell)
{
    return (int)(set->row[cell >> 6] >> (cell & 63u) & 1u);
}

static inline void fortress_add(struct fortress_set *set, uint32_t cell)
{
    set->row[cell >> 6] |= UINT64_C(1) << (cell & 63u);
}

static inline void fortress_remove(struct fortress_set *set, uint32_t cell)
{
    set->row[cell >> 6] &= ~(UINT64_C(1) << (cell & 63u));
}

/* Neighbours, in one row, of cells in the rows from the first to the last. */
static inline uint64_t fortress_row_beside(const uint64_t *row, uint32_t y, uint32_t first,
                                           uint32_t last)
{
    uint64_t here = row[y] << 1 | row[y] >> 1;
    uint64_t up = y > first ? row[y - 1] : 0, down = y < last ? row[y + 1] : 0;
    uint64_t both = up | down;
    /* The rows above and below are of the other parity. */
    return here | both | ((y & 1u) != 0 ? both >> 1 : both << 1);
}

/* Only the cells of both. */
static inline void fortress_mask(struct fortress_set *set, const struct fortress_set *mask)
{
    for (uint32_t row = 0; row < FORTRESS_ROWS; row++) {
        set->row[row] &= mask->row[row];
    }
}

/* FORTRESS_EACH(cell, set) { ... } for each cell of a set, ascending. `break` ends only a row. */
#define FORTRESS_EACH(cell, set)                                                                \
    for (uint32_t cell##_row = 0, cell; cell##_row < FORTRESS_ROWS; cell##_row++)               \
        for (uint64_t cell##_left = (set)->row[cell##_row];                                     \
             cell##_left != 0 &&                                                                \
             (cell = cell##_row * FORTRESS_STRIDE + (uint32_t)__builtin_ctzll(cell##_left), 1); \
             cell##_left &= cell##_left - 1)

/* ---- boards -------------------------------------------------------------------------------- */

/* map.c. The smallest rectangle around the cells that exist. */
struct fortress_extent {
    int32_t x_min, x_max, y_min, y_max; /* a map without cells has x_min > x_max */
};

struct fortress_extent fortress_extent_of(const struct fortress_map *map);

/* The cells with this tile in row-major order: how many, the first cap of them written. */
uint32_t fortress_tiles_of(const struct fortress_map *map, uint32_t tile, uint16_t *out,
                           uint32_t cap);

/* A board with nothing but bases and towers; the standard one if columns and rows are 0. */
void fortress_bare_board(struct fortress_map *map, uint32_t size, int32_t columns, int32_t rows);

/* The half turn that puts base 1 on base 2: its cell, RD_NO_CELL beyond the largest board. */
uint32_t fortress_turned(const struct fortress_map *map, uint32_t cell);

/* Does that half turn put every cell on one that is alike, and every tower on one of the other
 * side's? */
int fortress_is_fair(const struct fortress_map *map);

/* generator.c: a map by the options from FORTRESS_OPT_SIZE on. */
void fortress_draw_map(struct fortress_map *map, const int32_t *option, struct rd_luck *luck);

/* map_check.c. check_map of the interface; and whether options of a drawn map go together. */
uint32_t fortress_check_map(const void *map, struct rd_verdict *out, uint32_t cap);
struct rd_verdict fortress_check_options(const int32_t *option);
/* Can base 2 be reached from base 1 over passable cells? */
int fortress_is_connected(const struct fortress_map *map);

/* map_choice.c: all options of the game, and the map that a checked setup asks for. */
extern const struct rd_option fortress_options[];
void fortress_map_of_setup(const struct rd_setup *setup, struct rd_luck *luck,
                           struct fortress_map *map);

#endif
