/* A view as int8 tensors. Whoever looks finds its own corner at the top left, itself first and the
 * others in the order in which they play after it. */
#include "civ_internal.h"

#include <string.h>

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

enum plane {
    PLANE_BOARD,
    PLANE_SIGHT,
    PLANE_TERRAIN,
    PLANE_MINE = PLANE_TERRAIN + CIV_TERRAINS,
    PLANE_OTHERS = PLANE_MINE + CIV_MY_PLANES
};
RD_STATIC_ASSERT(PLANE_OTHERS + (CIV_SEATS - 1) * CIV_OTHER_PLANES == CIV_PLANES,
                 "every plane has a name");

struct tensors {
    int8_t plane[CIV_PLANES][CIV_CELLS];
    int8_t global[CIV_GLOBALS];
};
RD_STATIC_ASSERT(sizeof(struct tensors) == CIV_TENSOR_SIZE, "one tensor after the other");

struct eyes {
    const struct civ_view *v;
    struct tensors *out;
    uint32_t me;
    uint32_t last;           /* column or row */
    uint32_t flip_x, flip_y; /* 1: mirrored */
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

static void count_up(int8_t *value)
{
    *value = (int8_t)(*value < 127 ? *value + 1 : 127);
}

static void encode_board(const struct eyes *e)
{
    for (uint32_t y = 0; y <= e->last; y++) {
        for (uint32_t x = 0; x <= e->last; x++) {
            uint32_t cell = y * CIV_SIDE_MAX + x;
            uint32_t at = seen_cell(e, cell);
            e->out->plane[PLANE_BOARD][at] = 1;
            if ((e->v->seen[y] >> x & 1u) != 0) {
                e->out->plane[PLANE_SIGHT][at] = 1;
                e->out->plane[PLANE_TERRAIN + civ_terrain_at(e->v->terrain, cell)][at] = 1;
            }
        }
    }
}

static void encode_health(int8_t *value, uint32_t health)
{
    *value = (int8_t)((int32_t)health > *value ? (int32_t)health : *value);
}

static void encode_attack(const struct eyes *e, uint32_t unit)
{
    if (civ_attack_of(unit) != 0) {
        uint32_t target = civ_stepped(&e->v->common, civ_cell_of(unit), civ_attack_of(unit));
        count_up(&e->out->plane[PLANE_MINE + 6][seen_cell(e, target)]);
    }
}

static void encode_mine(const struct eyes *e)
{
    RD_ASSERT(e->me < CIV_SEATS);
    const struct civ_side *side = &e->v->side[e->me];
    int8_t(*plane)[CIV_CELLS] = &e->out->plane[PLANE_MINE];
    for (uint32_t i = 0; i < side->cities; i++) {
        plane[0][seen_cell(e, side->city[i])] = 1;
    }
    for (uint32_t i = 0; i < side->workers; i++) {
        uint32_t at = seen_cell(e, civ_cell_of(side->worker[i]));
        count_up(&plane[1][at]);
        if ((side->worker[i] & CIV_MOVED) == 0) {
            count_up(&plane[2][at]);
        }
        encode_attack(e, side->worker[i]);
    }
    for (uint32_t i = 0; i < side->armies; i++) {
        uint32_t at = seen_cell(e, civ_cell_of(side->army[i]));
        count_up(&plane[3][at]);
        if ((side->army[i] & CIV_MOVED) == 0) {
            count_up(&plane[4][at]);
        }
        encode_health(&plane[5][at], side->health[i]);
        encode_attack(e, side->army[i]);
    }
}

static void encode_other(const struct eyes *e, uint32_t seat, int8_t (*plane)[CIV_CELLS])
{
    RD_ASSERT(seat < CIV_SEATS);
    const struct civ_side *side = &e->v->side[seat];
    for (uint32_t i = 0; i < side->cities; i++) {
        plane[0][seen_cell(e, side->city[i])] = 1;
    }
    for (uint32_t i = 0; i < side->workers; i++) {
        count_up(&plane[1][seen_cell(e, civ_cell_of(side->worker[i]))]);
    }
    for (uint32_t i = 0; i < side->armies; i++) {
        uint32_t at = seen_cell(e, civ_cell_of(side->army[i]));
        count_up(&plane[2][at]);
        encode_health(&plane[3][at], side->health[i]);
    }
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
    int8_t *out = e->out->global;
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
    RD_ASSERT(out - e->out->global <= CIV_GLOBALS);
}

void civ_encode(const void *view, int8_t *tensor)
{
    const struct civ_view *v = view;
    struct eyes e = { .v = v, .out = (struct tensors *)tensor, .last = v->common.size - 1u };
    e.me = v->seat < CIV_SEATS ? v->seat : 0; /* a spectator sits down with the first */
    e.flip_x = e.me % 2;
    e.flip_y = e.me / 2;
    memset(e.out, 0, sizeof *e.out);
    encode_board(&e);
    encode_mine(&e);
    for (uint32_t i = 1; i < CIV_SEATS; i++) {
        encode_other(&e, (e.me + i) % CIV_SEATS,
                     &e.out->plane[PLANE_OTHERS + (i - 1) * CIV_OTHER_PLANES]);
    }
    encode_globals(&e);
}
