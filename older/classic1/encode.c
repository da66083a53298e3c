/* A view as int8 tensors. Whoever looks has its own base in the west: P2 sees the board turned by
 * 180 degrees, which is a symmetry of it (R1.4). */
#include "classic_internal.h"

#include <string.h>

/* clang-format off */
const struct rd_tensor classic1_tensors[] = {
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

enum plane {
    PLANE_TILE,
    PLANE_MINE,
    PLANE_UNITS, /* by type, mine then the other's */
    PLANE_BOUGHT = PLANE_UNITS + CLASSIC_SEATS * CLASSIC_TYPES,
    PLANE_ORDER,
    PLANE_FIRST_STEP,
    PLANE_LAST_STEP = PLANE_FIRST_STEP + 2,
    PLANE_PRIORITY = PLANE_LAST_STEP + 2,
    PLANES
};
RD_STATIC_ASSERT((int)PLANES == (int)CLASSIC_BOARD_PLANES, "every plane has a name");

struct tensors {
    int8_t board[CLASSIC_BOARD_PLANES][CLASSIC_CELLS];
    int8_t global[CLASSIC_GLOBALS];
};
RD_STATIC_ASSERT(sizeof(struct tensors) == CLASSIC_TENSOR_SIZE, "one tensor after the other");

static int8_t saturate(int32_t value)
{
    return (int8_t)(value > 127 ? 127 : value < -127 ? -127 : value);
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

static void encode_ground(const struct classic1_open *open, uint32_t me, struct tensors *out)
{
    for (uint32_t cell = 0; cell < CLASSIC_CELLS; cell++) { /* the same from both sides */
        out->board[PLANE_TILE][cell] = (int8_t)classic1_exists(cell);
    }
    for (uint32_t i = 0; i < CLASSIC_MINES; i++) {
        uint32_t owner = open->mine[i];
        out->board[PLANE_MINE][turned(classic1_mines[i], me)] = (int8_t)(owner == 0        ? 2
                                                                         : owner == me + 1 ? 1
                                                                                           : -1);
    }
}

static void encode_units(const struct classic1_open *open, uint32_t me, struct tensors *out)
{
    for (uint32_t seat = 0; seat < CLASSIC_SEATS; seat++) {
        uint32_t first = PLANE_UNITS + (seat == me ? 0u : (uint32_t)CLASSIC_TYPES);
        for (uint32_t slot = 0; slot < open->unit_count[seat]; slot++) {
            const struct classic1_unit *unit = &open->unit[seat][slot];
            out->board[first + unit->type][turned(unit->cell, me)] = (int8_t)unit->health;
        }
    }
}

static void encode_step(struct tensors *out, uint32_t plane, uint32_t from, uint32_t to)
{
    RD_ASSERT(plane < CLASSIC_BOARD_PLANES);
    out->board[plane][from] =
        (int8_t)((int32_t)(to % CLASSIC_COLUMNS) - (int32_t)(from % CLASSIC_COLUMNS));
    out->board[plane + 1][from] =
        (int8_t)((int32_t)(to / CLASSIC_COLUMNS) - (int32_t)(from / CLASSIC_COLUMNS));
}

static void encode_orders(const struct classic1_view *view, uint32_t me, struct tensors *out)
{
    RD_ASSERT(me < CLASSIC_SEATS);
    uint32_t count = view->open.unit_count[me];
    for (uint32_t slot = 1; slot < count + view->own.bought_count; slot++) {
        const struct classic1_order *order = &view->own.order[slot];
        uint32_t cell = slot < count ? view->open.unit[me][slot].cell
                                     : classic1_bought_cell(view->own.bought[slot - count]);
        uint32_t at = turned(cell, me);
        if (slot >= count) {
            out->board[PLANE_BOUGHT][at] =
                (int8_t)(1 + classic1_bought_type(view->own.bought[slot - count]));
        }
        out->board[PLANE_ORDER][at] = (int8_t)order->verb;
        out->board[PLANE_PRIORITY][at] = saturate(order->priority);
        if (order->priority != 0) {
            uint32_t last = order->steps == CLASSIC_STEPS_MAX ? 1 : 0;
            encode_step(out, PLANE_FIRST_STEP, at, turned(order->cell[0], me));
            RD_ASSERT(last < CLASSIC_STEPS_MAX);
            encode_step(out, PLANE_LAST_STEP, at, turned(order->cell[last], me));
        }
    }
}

static int8_t *encode_side(const struct classic1_view *view, uint32_t seat, int8_t *out)
{
    const struct classic1_open *open = &view->open;
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
    *out++ = saturate(gold);
    *out++ = saturate(gold / 16);
    *out++ = (int8_t)classic1_base_health(open, seat);
    *out++ = (int8_t)mines;
    for (uint32_t type = 0; type < CLASSIC_MOBILE_TYPES; type++) {
        *out++ = saturate(count[type]);
    }
    return out;
}

static void encode_globals(const struct classic1_view *view, uint32_t me, struct tensors *out)
{
    const struct classic1_open *open = &view->open;
    int32_t left = open->turn_limit - (int32_t)open->turn;
    left = open->turn_limit == 0 ? 0 : left < 0 ? 0 : left;
    int8_t *global = out->global;
    *global++ = saturate(left);
    *global++ = (int8_t)(open->turn_limit == 0 ? 0 : left * 127 / open->turn_limit);
    *global++ = (int8_t)open->free_placement;
    *global++ = (int8_t)open->steady;
    global = encode_side(view, me, global);
    global = encode_side(view, 1 - me, global);
    *global++ = (int8_t)view->own.done;
    *global++ = (int8_t)view->own.bought_count;
    RD_ASSERT(global == out->global + CLASSIC_GLOBALS);
}

void classic1_encode(const void *view, int8_t *tensor)
{
    const struct classic1_view *v = view;
    uint32_t me = v->seat == 1 ? 1 : 0; /* spectators look from P1's side */
    struct tensors out;
    memset(&out, 0, sizeof out);
    encode_ground(&v->open, me, &out);
    encode_units(&v->open, me, &out);
    encode_orders(v, me, &out);
    encode_globals(v, me, &out);
    memcpy(tensor, &out, sizeof out);
}
