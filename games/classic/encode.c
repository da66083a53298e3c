/* A view as int8 tensors. Whoever looks has its own base in the west: P2 sees the board turned by
 * 180 degrees, which is a symmetry of it (R1.4). */
#include "classic_internal.h"

#include <string.h>

#include "redoubt/packing.h"

/* clang-format off */
const struct rd_tensor classic_tensors[] = {
    { "board",
      "Planes: 0 tile exists; 1 mine: 1 mine, -1 the other's, 2 nobody's; from 2 on the health of mine, a plane for each type:"
#define ROW_UNIT(id, name, ...) " " name ","
#define ROW_BUILDING(id, name, ...) " " name ";"
#include "units.def"
      " then those of the other; then my purchases: 1 + type; "
      "my orders: 1 move, 3 ranged, 4 melee, 5 heal, 6 defend; the first step's column "
      "offset, its row offset; the same for the last step; priority of the order.",
      { CLASSIC_BOARD_PLANES, CLASSIC_ROWS, CLASSIC_COLUMNS },
      0 },
    { "globals",
      "Turns left, at most 127; turns left of 127 parts of the limit; 1 with free placement; 1 if "
      "steady; then for me and for the other: gold, gold / 16, base health, mines, and how many of each:"
#define ROW_UNIT(id, name, ...) " " name ","
#include "units.def"
      " then 1 if I am done; my purchases of this turn.",
      { CLASSIC_GLOBALS, 0, 0 },
      0 },
    { 0 },
};
/* clang-format on */

/* A tile has one unit at most, and an order one place. */
#define ROWS(X)                                                                                    \
    X(TILE, "tile exists", 1, CLASSIC_CELLS, RD_PACK_BIT, 0)                                       \
    X(MINE, "mine", 1, CLASSIC_CELLS, RD_PACK_S4, 0)                                               \
    X(UNITS, "health by type, mine then the other's", CLASSIC_SEATS *CLASSIC_TYPES, CLASSIC_CELLS, \
      RD_PACK_LIST, CLASSIC_SEATS *CLASSIC_UNITS_MAX)                                              \
    X(BOUGHT, "my purchases", 1, CLASSIC_CELLS, RD_PACK_U4, 0)                                     \
    X(ORDER, "my orders", 1, CLASSIC_CELLS, RD_PACK_U4, 0)                                         \
    X(STEPS, "their first and last steps", 4, CLASSIC_CELLS, RD_PACK_S4, 0)                        \
    X(PRIORITY, "their priority", 1, CLASSIC_CELLS, RD_PACK_S8, 0)                                 \
    X(GLOBALS, "globals", 1, CLASSIC_GLOBALS, RD_PACK_S8, 0)
RD_PACK_NUMBERS(ROWS);
RD_STATIC_ASSERT((int)TENSOR_END == (int)CLASSIC_TENSOR_SIZE, "every plane has a row");
const struct rd_packing classic_packing[] = RD_PACK_TABLE(ROWS);

RD_PACK_INLINE void put(struct rd_sheet out, uint32_t row, uint32_t plane, uint32_t cell,
                        int32_t value)
{
    rd_put(out, &classic_packing[row], plane, cell, value);
}

/* The cell as this seat sees it: x becomes 17 - x in even rows, 16 - x in odd ones. */
static uint32_t turned(uint32_t cell, uint32_t me)
{
    if (me == 0) {
        return cell;
    }
    uint32_t row = cell / CLASSIC_COLUMNS;
    uint32_t column = cell % CLASSIC_COLUMNS;
    uint32_t last = (row & 1u) != 0 ? CLASSIC_COLUMNS - 1 : CLASSIC_COLUMNS;
    return (CLASSIC_ROWS - 1 - row) * CLASSIC_COLUMNS + last - column;
}

static void encode_ground(const struct classic_open *open, uint32_t me, struct rd_sheet out)
{
    for (uint32_t cell = 0; cell < CLASSIC_CELLS; cell++) { /* the same from both sides */
        put(out, ROW_TILE, 0, cell, classic_exists(cell));
    }
    for (uint32_t i = 0; i < CLASSIC_MINES; i++) {
        uint32_t owner = open->mine[i];
        put(out, ROW_MINE, 0, turned(classic_mines[i], me),
            owner == 0        ? 2
            : owner == me + 1 ? 1
                              : -1);
    }
}

static void encode_units(const struct classic_open *open, uint32_t me, struct rd_sheet out)
{
    for (uint32_t seat = 0; seat < CLASSIC_SEATS; seat++) {
        uint32_t first = seat == me ? 0u : (uint32_t)CLASSIC_TYPES;
        for (uint32_t slot = 0; slot < open->unit_count[seat]; slot++) {
            const struct classic_unit *unit = &open->unit[seat][slot];
            put(out, ROW_UNITS, first + unit->type, turned(unit->cell, me), unit->health);
        }
    }
}

static void encode_step(struct rd_sheet out, uint32_t plane, uint32_t from, uint32_t to)
{
    put(out, ROW_STEPS, plane, from,
        (int32_t)(to % CLASSIC_COLUMNS) - (int32_t)(from % CLASSIC_COLUMNS));
    put(out, ROW_STEPS, plane + 1, from,
        (int32_t)(to / CLASSIC_COLUMNS) - (int32_t)(from / CLASSIC_COLUMNS));
}

static void encode_order(const struct classic_order *order, uint32_t me, uint32_t at,
                         struct rd_sheet out)
{
    put(out, ROW_ORDER, 0, at, order->verb);
    put(out, ROW_PRIORITY, 0, at, order->priority);
    if (order->priority != 0) {
        uint32_t last = order->steps == CLASSIC_STEPS_MAX ? 1 : 0;
        encode_step(out, 0, at, turned(order->cell[0], me));
        RD_ASSERT(last < CLASSIC_STEPS_MAX);
        encode_step(out, 2, at, turned(order->cell[last], me));
    }
}

static void encode_orders(const struct classic_view *view, uint32_t me, struct rd_sheet out)
{
    RD_ASSERT(me < CLASSIC_SEATS);
    uint32_t count = view->open.unit_count[me];
    for (uint32_t slot = 1; slot < count + view->own.bought_count; slot++) {
        uint32_t cell = slot < count ? view->open.unit[me][slot].cell
                                     : classic_bought_cell(view->own.bought[slot - count]);
        uint32_t at = turned(cell, me);
        if (slot >= count) {
            put(out, ROW_BOUGHT, 0, at,
                1 + (int32_t)classic_bought_type(view->own.bought[slot - count]));
        }
        encode_order(&view->own.order[slot], me, at, out);
    }
}

static int8_t *encode_side(const struct classic_view *view, uint32_t seat, int8_t *out)
{
    const struct classic_open *open = &view->open;
    RD_ASSERT(seat < CLASSIC_SEATS);
    int32_t gold = open->gold[seat] - (seat == view->seat ? view->own.spent : 0);
    int32_t count[CLASSIC_TYPES] = { 0 };
    int32_t mines = 0;
    for (uint32_t slot = 0; slot < open->unit_count[seat]; slot++) {
        RD_ASSERT(open->unit[seat][slot].type < CLASSIC_TYPES);
        count[open->unit[seat][slot].type]++;
    }
    for (uint32_t i = 0; i < CLASSIC_MINES; i++) {
        mines += open->mine[i] == seat + 1;
    }
    *out++ = rd_pack_saturated(gold);
    *out++ = rd_pack_saturated(gold / 16);
    *out++ = (int8_t)classic_base_health(open, seat);
    *out++ = (int8_t)mines;
    for (uint32_t type = 0; type < CLASSIC_MOBILE_TYPES; type++) {
        *out++ = rd_pack_saturated(count[type]);
    }
    return out;
}

static void encode_globals(const struct classic_view *view, uint32_t me, struct rd_sheet out)
{
    int8_t all[CLASSIC_GLOBALS];
    const struct classic_open *open = &view->open;
    int32_t left = open->turn_limit - (int32_t)open->turn;
    left = open->turn_limit == 0 ? 0 : left < 0 ? 0 : left;
    int8_t *global = all;
    *global++ = rd_pack_saturated(left);
    *global++ = (int8_t)(open->turn_limit == 0 ? 0 : left * 127 / open->turn_limit);
    *global++ = (int8_t)open->free_placement;
    *global++ = (int8_t)open->steady;
    global = encode_side(view, me, global);
    global = encode_side(view, 1 - me, global);
    *global++ = (int8_t)view->own.done;
    *global++ = (int8_t)view->own.bought_count;
    RD_ASSERT(global == all + CLASSIC_GLOBALS);
    rd_put_all(out, &classic_packing[ROW_GLOBALS], all);
}

static void draw(const struct classic_view *v, struct rd_sheet out)
{
    uint32_t me = v->seat == 1 ? 1 : 0; /* spectators look from P1's side */
    encode_ground(&v->open, me, out);
    encode_units(&v->open, me, out);
    encode_orders(v, me, out);
    encode_globals(v, me, out);
}

void classic_encode(const void *view, int8_t *tensor)
{
    const struct rd_sheet sheet = { .tensors = memset(tensor, 0, TENSOR_END) };
    draw(view, sheet);
}

void classic_pack(const void *view, uint32_t *packed)
{
    const struct rd_sheet sheet = { .packed = memset(packed, 0, (size_t)4 * WORD_END) };
    draw(view, sheet);
}
