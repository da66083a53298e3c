/* A view as int8 tensors. Whoever looks finds its own corner at the top left, itself first and the
 * others in the order in which they play after it. */
#include "civ_internal.h"

#include <string.h>

#include "redoubt/packing.h"

const struct rd_tensor civ_tensors[] = {
    { "board",
      "The board, mirrored so that my corner is the first cell. Planes: 1 on the board; 1 in "
      "sight; "
#define TERRAIN(ID, name, ...) "1 where it is " name "; "
#include "terrains.def"
#undef TERRAIN
      "then mine: 1 city, workers, "
      "workers that can move, armies, armies that can move, health of the strongest army, units "
      "ordered to attack this tile; then for each of the others in turn order: 1 city, workers, "
      "armies, health of the strongest army. Saturating at 127.",
      { CIV_PLANES, CIV_SIDE_MAX, CIV_SIDE_MAX },
      0 },
    { "globals",
      "Size of the board; ruleset; referee; round; rounds left of 127 parts of the limit (0 "
      "without "
      "one); 1 if I am to act; then for four seats, me first: food, food / 16, production, "
      "production / 16, trade, trade / 16, researches of offense and of defense, 1 if the seat is "
      "to act, standing (0 in play, 1 out, 2 resigned), cities, workers and armies in sight; the "
      "rest is 0. Saturating at 127.",
      { CIV_GLOBALS, 0, 0 },
      0 },
    { 0 },
};

enum {
    /* Of ROW_PIECES. */
    PLANE_MY_CITIES,
    PLANE_MY_WORKERS, /* all, and those that can move */
    PLANE_MY_ARMIES = PLANE_MY_WORKERS + 2,
    PLANE_MY_HEALTH = PLANE_MY_ARMIES + 2,
    PLANE_MY_ATTACKS,
    PLANE_OTHERS = CIV_MY_PLANES, /* cities, workers, armies, health of each */
    PIECE_PLANES = CIV_MY_PLANES + (CIV_SEATS - 1) * CIV_OTHER_PLANES,
    /* Four seats could have more, on a board that they fill: then the last ones are left out. */
    PIECES_MAX = 2300
};
#define ROWS(X)                                                                                \
    X(BOARD, "on the board", 1, CIV_CELLS, RD_PACK_BIT, 0)                                     \
    X(SIGHT, "in sight", 1, CIV_CELLS, RD_PACK_BIT, 0)                                         \
    X(TERRAIN, "terrains", CIV_TERRAINS, CIV_CELLS, RD_PACK_BIT, 0)                            \
    X(PIECES, "cities and units, mine and the others'", PIECE_PLANES, CIV_CELLS, RD_PACK_LIST, \
      PIECES_MAX)                                                                              \
    X(GLOBALS, "globals", 1, CIV_GLOBALS, RD_PACK_S8, 0)
RD_PACK_NUMBERS(ROWS);
RD_STATIC_ASSERT((int)TENSOR_END == (int)CIV_TENSOR_SIZE, "every plane has a row");
const struct rd_packing civ_packing[] = RD_PACK_TABLE(ROWS);

RD_PACK_INLINE void put(struct rd_sheet out, uint32_t row, uint32_t plane, uint32_t cell,
                        int32_t value)
{
    rd_put(out, &civ_packing[row], plane, cell, value);
}

struct eyes {
    const struct civ_view *v;
    struct rd_sheet out;
    uint32_t me;
    uint32_t last;            /* column or row */
    uint32_t flip_x, flip_y;  /* 1: mirrored */
    uint8_t count[CIV_CELLS]; /* of a plane while it is counted, then 0 again */
};

static int8_t saturate(int64_t value)
{
    return (int8_t)(value > 127 ? 127 : value < -127 ? -127 : value);
}

static uint32_t seen_cell(const struct eyes *e, uint32_t cell)
{
    uint32_t x = e->flip_x ? e->last - civ_x(cell) : civ_x(cell);
    uint32_t y = e->flip_y ? e->last - civ_y(cell) : civ_y(cell);
    return y * CIV_SIDE_MAX + x;
}

static void encode_board(const struct eyes *e)
{
    for (uint32_t y = 0; y <= e->last; y++) {
        for (uint32_t x = 0; x <= e->last; x++) {
            uint32_t cell = y * CIV_SIDE_MAX + x;
            uint32_t at = seen_cell(e, cell);
            put(e->out, ROW_BOARD, 0, at, 1);
            if ((e->v->seen[y] >> x & 1u) != 0) {
                put(e->out, ROW_SIGHT, 0, at, 1);
                put(e->out, ROW_TERRAIN, civ_terrain_at(e->v->terrain, cell), at, 1);
            }
        }
    }
}

static void encode_cities(const struct eyes *e, const struct civ_side *side, uint32_t plane)
{
    for (uint32_t i = 0; i < side->cities; i++) {
        put(e->out, ROW_PIECES, plane, seen_cell(e, side->city[i]), 1);
    }
}

/* ---- units that share a tile: counted there, and written once ---- */

static void count_up(struct eyes *e, uint32_t at)
{
    e->count[at] = (uint8_t)(e->count[at] < 127 ? e->count[at] + 1 : 127);
}

static void write_count(struct eyes *e, uint32_t plane, uint32_t at)
{
    if (e->count[at] != 0) {
        put(e->out, ROW_PIECES, plane, at, e->count[at]);
        e->count[at] = 0;
    }
}

/* Of those without one of these flags. */
static void encode_units(struct eyes *e, const uint16_t *unit, uint32_t count, uint32_t flags,
                         uint32_t plane)
{
    for (uint32_t i = 0; i < count; i++) {
        if ((unit[i] & flags) == 0) {
            count_up(e, seen_cell(e, civ_cell_of(unit[i])));
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        write_count(e, plane, seen_cell(e, civ_cell_of(unit[i])));
    }
}

static void encode_health(struct eyes *e, const struct civ_side *side, uint32_t plane)
{
    for (uint32_t i = 0; i < side->armies; i++) {
        uint8_t *most = &e->count[seen_cell(e, civ_cell_of(side->army[i]))];
        *most = side->health[i] > *most ? side->health[i] : *most;
    }
    for (uint32_t i = 0; i < side->armies; i++) {
        write_count(e, plane, seen_cell(e, civ_cell_of(side->army[i])));
    }
}

static uint32_t attacked_by(const struct eyes *e, uint32_t unit)
{
    return seen_cell(e, civ_stepped(&e->v->common, civ_cell_of(unit), civ_attack_of(unit)));
}

static void encode_attacks(struct eyes *e, const struct civ_side *side)
{
    const struct {
        const uint16_t *unit;
        uint32_t count;
    } list[] = { { side->worker, side->workers }, { side->army, side->armies } };
    for (uint32_t i = 0; i < 4; i++) { /* counts both lists, then writes both */
        for (uint32_t k = 0; k < list[i % 2].count; k++) {
            uint32_t unit = list[i % 2].unit[k];
            if (civ_attack_of(unit) != 0 && i < 2) {
                count_up(e, attacked_by(e, unit));
            } else if (civ_attack_of(unit) != 0) {
                write_count(e, PLANE_MY_ATTACKS, attacked_by(e, unit));
            }
        }
    }
}

static void encode_mine(struct eyes *e)
{
    RD_ASSERT(e->me < CIV_SEATS);
    const struct civ_side *side = &e->v->side[e->me];
    encode_cities(e, side, PLANE_MY_CITIES);
    encode_units(e, side->worker, side->workers, 0, PLANE_MY_WORKERS);
    encode_units(e, side->worker, side->workers, CIV_MOVED, PLANE_MY_WORKERS + 1);
    encode_units(e, side->army, side->armies, 0, PLANE_MY_ARMIES);
    encode_units(e, side->army, side->armies, CIV_MOVED, PLANE_MY_ARMIES + 1);
    encode_health(e, side, PLANE_MY_HEALTH);
    encode_attacks(e, side);
}

static void encode_other(struct eyes *e, uint32_t seat, uint32_t plane)
{
    RD_ASSERT(seat < CIV_SEATS);
    const struct civ_side *side = &e->v->side[seat];
    encode_cities(e, side, plane);
    encode_units(e, side->worker, side->workers, 0, plane + 1);
    encode_units(e, side->army, side->armies, 0, plane + 2);
    encode_health(e, side, plane + 3);
}

static int8_t *encode_side(const struct eyes *e, uint32_t seat, int8_t *out)
{
    RD_ASSERT(seat < CIV_SEATS);
    const struct civ_side *side = &e->v->side[seat];
    const int32_t stock[3] = { side->food, side->production, side->trade };
    for (uint32_t i = 0; i < 3; i++) {
        *out++ = saturate(stock[i]);
        *out++ = saturate(stock[i] / 16);
    }
    *out++ = saturate(side->research[CIV_OFFENSE]);
    *out++ = saturate(side->research[CIV_DEFENSE]);
    *out++ = e->v->common.current == seat;
    *out++ = (int8_t)side->status;
    *out++ = saturate(side->cities);
    *out++ = saturate(side->workers);
    *out++ = saturate(side->armies);
    return out;
}

static void encode_globals(const struct eyes *e)
{
    const struct civ_common *common = &e->v->common;
    int8_t all[CIV_GLOBALS] = { 0 }, *out = all;
    int64_t left = (int64_t)common->round_limit - common->round + 1;
    *out++ = (int8_t)common->size;
    *out++ = (int8_t)common->rules;
    *out++ = (int8_t)common->referee;
    *out++ = saturate(common->round);
    *out++ = common->round_limit == 0 ? 0 : saturate(127 * left / common->round_limit);
    *out++ = common->current == e->me;
    for (uint32_t i = 0; i < CIV_SEATS; i++) {
        out = encode_side(e, (e->me + i) % CIV_SEATS, out);
    }
    RD_ASSERT(out - all <= CIV_GLOBALS);
    rd_put_all(e->out, &civ_packing[ROW_GLOBALS], all);
}

static void draw(const struct civ_view *v, struct rd_sheet out)
{
    struct eyes e = { .v = v, .out = out, .last = v->common.size - 1u };
    e.me = v->seat < CIV_SEATS ? v->seat : 0; /* spectators look from the first seat's side */
    e.flip_x = e.me % 2;
    e.flip_y = e.me / 2;
    encode_board(&e);
    encode_mine(&e);
    for (uint32_t i = 1; i < CIV_SEATS; i++) {
        encode_other(&e, (e.me + i) % CIV_SEATS, PLANE_OTHERS + (i - 1) * CIV_OTHER_PLANES);
    }
    encode_globals(&e);
}

void civ_encode(const void *view, int8_t *tensor)
{
    const struct rd_sheet sheet = { .tensors = memset(tensor, 0, TENSOR_END) };
    draw(view, sheet);
}

void civ_pack(const void *view, uint32_t *packed)
{
    const struct rd_sheet sheet = { .packed = memset(packed, 0, (size_t)4 * WORD_END) };
    draw(view, sheet);
}
