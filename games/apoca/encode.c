/* A view as int8 tensors. Whoever looks sees itself first and its own base at the near end. */
#include "apoca_internal.h"

#include <string.h>

#include "redoubt/packing.h"

const struct rd_tensor apoca_tensors[] = {
    { "path",
      "A column for each lane tile: my lanes in the order N, S, W, E of my base, each from my "
      "base to the other. Planes: 1 + number of the lane (0: no tile); columns from my base, "
      "positive towards the other base; rows likewise; "
#define UNIT(ID, name, ...) "health and damage of a " name " that walks for me, of one against me; "
#include "units.def"
#undef UNIT
      "mood of "
      "whoever stands there (1 moving, 2 fighting, 3 waiting). Saturating at 127.",
      { APOCA_PATH_PLANES, APOCA_PATH_MAX, 0 },
      0 },
    { "land",
      "A column for each territory tile, mine first. Planes: columns and rows from my base as in "
      "path; 1 mine, -1 the other's, 0 no tile; 1 + type of the tower; its cooldown; 1 where my "
      "order of this turn builds or destroys.",
      { APOCA_LAND_PLANES, APOCA_LAND_MAX, 0 },
      0 },
    { "spawners",
      "A column for each spawner. Planes: 1 + number of its lane as in path (0: no spawner); steps "
      "from my end of the lane; 1 if its demons attack me, -1 the other; turns until it fires; "
      "demons waiting; demons produced.",
      { APOCA_SPAWNER_PLANES, APOCA_SPAWNERS_MAX, 0 },
      0 },
    { "globals",
      "Turns left; turns left of 127 parts of the limit; ruleset; then for me and for the other: "
      "money, money / 16, base health / 2, spent on towers / 16, towers standing"
#define TOWER(ID, name, ...) ", price of " name " / 2"
#include "towers.def"
#undef TOWER
      "; then my waiting mercenaries N, S, W, E; my orders "
      "of this turn: 1 + direction of the hire, verb for a tower (1 build, 2 destroy), 1 + type "
      "built, provoke, done.",
      { APOCA_GLOBALS, 0, 0 },
      0 },
    { 0 },
};

/* A path tile has one living unit at most. */
#define ROWS(X)                                                                            \
    X(LANE, "path: lane", 1, APOCA_PATH_MAX, RD_PACK_U4, 0)                                \
    X(TILE, "path: column and row", 2, APOCA_PATH_MAX, RD_PACK_S8, 0)                      \
    X(STRENGTH, "path: health and damage of each kind, for me and against me",             \
      APOCA_STRENGTH_PLANES *APOCA_UNIT_KINDS, APOCA_PATH_MAX, RD_PACK_ONE, 2)             \
    X(MOOD, "path: mood", 1, APOCA_PATH_MAX, RD_PACK_U2, 0)                                \
    X(LAND, "land: column and row", 2, APOCA_LAND_MAX, RD_PACK_S8, 0)                      \
    X(OWNER, "land: owner", 1, APOCA_LAND_MAX, RD_PACK_S2, 0)                              \
    X(TOWER, "land: type of the tower and its cooldown", 2, APOCA_LAND_MAX, RD_PACK_U4, 0) \
    X(BUILDS, "land: my order", 1, APOCA_LAND_MAX, RD_PACK_BIT, 0)                         \
    X(SPAWNERS, "spawners", APOCA_SPAWNER_PLANES, APOCA_SPAWNERS_MAX, RD_PACK_S8, 0)       \
    X(GLOBALS, "globals", 1, APOCA_GLOBALS, RD_PACK_S8, 0)
RD_PACK_NUMBERS(ROWS);
RD_STATIC_ASSERT((int)TENSOR_END == (int)APOCA_TENSOR_SIZE, "every plane has a row");
const struct rd_packing apoca_packing[] = RD_PACK_TABLE(ROWS);

RD_PACK_INLINE void put(struct rd_sheet out, uint32_t row, uint32_t plane, uint32_t cell,
                        int32_t value)
{
    rd_put(out, &apoca_packing[row], plane, cell, value);
}
RD_STATIC_ASSERT(APOCA_TOWER_TYPES < 16, "four bits for 1 + type");
RD_STATIC_ASSERT(2 * APOCA_UNIT_KINDS < 16, "four bits for whose and of which kind");

struct eyes {
    const struct apoca_open *open;
    const struct apoca_secret *own;
    uint32_t me;
    int32_t flip_x, flip_y;              /* -1 where the other base lies to the west or north */
    uint8_t lane_rank[APOCA_LANES_MAX];  /* place of a lane in my order */
    uint16_t lane_slot[APOCA_LANES_MAX]; /* first column of a lane */
};

static int32_t column_of(uint32_t cell)
{
    return (int32_t)(cell % APOCA_SIDE_MAX);
}

static int32_t row_of(uint32_t cell)
{
    return (int32_t)(cell / APOCA_SIDE_MAX);
}

static struct eyes encoder_of(const struct apoca_view *view)
{
    struct eyes e;
    memset(&e, 0, sizeof e);
    e.open = &view->open;
    e.own = &view->own;
    e.me = view->seat == APOCA_BLUE ? APOCA_BLUE : APOCA_RED; /* spectators look from Red's side */
    RD_ASSERT(e.me < APOCA_SEATS);
    uint32_t mine = e.open->base[e.me];
    uint32_t other = e.open->base[1 - e.me];
    e.flip_x = column_of(other) < column_of(mine) ? -1 : 1;
    e.flip_y = row_of(other) < row_of(mine) ? -1 : 1;
    uint32_t slot = 0;
    uint32_t rank = 0;
    for (uint32_t d = 0; d < APOCA_DIRECTIONS; d++) {
        if (e.open->start[e.me][d] == APOCA_NONE) {
            continue;
        }
        uint32_t lane = apoca_lane_of(e.open, e.open->start[e.me][d]);
        RD_ASSERT(lane < APOCA_LANES_MAX);
        e.lane_rank[lane] = (uint8_t)rank;
        e.lane_slot[lane] = (uint16_t)slot;
        rank++;
        slot += (uint32_t)(e.open->lane_first[lane + 1] - e.open->lane_first[lane]);
    }
    return e;
}

static uint32_t steps_from_me(const struct eyes *e, uint32_t path)
{
    uint32_t lane = apoca_lane_of(e->open, path);
    return e->me == APOCA_RED ? path - e->open->lane_first[lane]
                              : e->open->lane_first[lane + 1] - 1u - path;
}

static uint32_t slot_of(const struct eyes *e, uint32_t path)
{
    return e->lane_slot[apoca_lane_of(e->open, path)] + steps_from_me(e, path);
}

static int8_t columns_from_me(const struct eyes *e, uint32_t cell)
{
    RD_ASSERT(e->me < APOCA_SEATS);
    return rd_pack_saturated(e->flip_x * (column_of(cell) - column_of(e->open->base[e->me])));
}

static int8_t rows_from_me(const struct eyes *e, uint32_t cell)
{
    RD_ASSERT(e->me < APOCA_SEATS);
    return rd_pack_saturated(e->flip_y * (row_of(cell) - row_of(e->open->base[e->me])));
}

static void encode_path(const struct eyes *e, struct rd_sheet out)
{
    for (uint32_t path = 0; path < e->open->lane_first[APOCA_LANES_MAX]; path++) {
        uint32_t slot = slot_of(e, path);
        uint32_t cell = e->open->path_cell[path];
        put(out, ROW_LANE, 0, slot, 1 + e->lane_rank[apoca_lane_of(e->open, path)]);
        put(out, ROW_TILE, 0, slot, columns_from_me(e, cell));
        put(out, ROW_TILE, 1, slot, rows_from_me(e, cell));
    }
    for (uint32_t i = 0; i < e->open->unit_count; i++) {
        const struct apoca_unit *unit = &e->open->unit[i];
        if (!apoca_is_alive(unit)) {
            continue;
        }
        uint32_t slot = slot_of(e, unit->path);
        uint32_t against_me = apoca_unit_heading(unit) != e->me;
        uint32_t plane = APOCA_STRENGTH_PLANES * apoca_unit_kind(unit) + 2 * against_me;
        put(out, ROW_STRENGTH, plane, slot, unit->health);
        put(out, ROW_STRENGTH, plane + 1, slot, unit->damage);
        put(out, ROW_MOOD, 0, slot, 1 + (int32_t)apoca_unit_mood(unit));
    }
}

static void encode_land(const struct eyes *e, struct rd_sheet out)
{
    uint8_t slot_of_land[APOCA_LAND_MAX] = { 0 };
    uint32_t slot = 0;
    for (uint32_t pass = 0; pass < APOCA_SEATS; pass++) {
        uint32_t owner = pass == 0 ? e->me : 1 - e->me;
        for (uint32_t land = 0; land < e->open->land_count; land++) {
            if (apoca_land_owner(e->open, land) != owner) {
                continue;
            }
            uint32_t cell = e->open->land_cell[land];
            put(out, ROW_LAND, 0, slot, columns_from_me(e, cell));
            put(out, ROW_LAND, 1, slot, rows_from_me(e, cell));
            put(out, ROW_OWNER, 0, slot, pass == 0 ? 1 : -1);
            put(out, ROW_BUILDS, 0, slot, e->own->tower_verb != 0 && e->own->tower_cell == cell);
            slot_of_land[land] = (uint8_t)slot;
            slot++;
        }
    }
    for (uint32_t i = 0; i < e->open->tower_count; i++) {
        const struct apoca_tower *tower = &e->open->tower[i];
        uint32_t at = slot_of_land[tower->land];
        put(out, ROW_TOWER, 0, at, 1 + (int32_t)apoca_tower_type(tower));
        put(out, ROW_TOWER, 1, at, (int32_t)apoca_tower_cooldown(tower));
    }
}

static void encode_spawners(const struct eyes *e, struct rd_sheet out)
{
    for (uint32_t i = 0; i < e->open->spawner_count; i++) {
        const struct apoca_spawner *spawner = &e->open->spawner[i];
        const int32_t column[APOCA_SPAWNER_PLANES] = {
            1 + e->lane_rank[apoca_lane_of(e->open, spawner->path)],
            (int32_t)steps_from_me(e, spawner->path),
            spawner->target == e->me ? 1 : -1,
            spawner->reload,
            spawner->queue,
            spawner->count,
        };
        for (uint32_t plane = 0; plane < APOCA_SPAWNER_PLANES; plane++) {
            put(out, ROW_SPAWNERS, plane, i, column[plane]);
        }
    }
}

static int8_t *encode_side(const struct eyes *e, uint32_t seat, int8_t *out)
{
    int32_t towers = 0;
    for (uint32_t i = 0; i < e->open->tower_count; i++) {
        towers += apoca_land_owner(e->open, e->open->tower[i].land) == seat;
    }
    RD_ASSERT(seat < APOCA_SEATS);
    *out++ = rd_pack_saturated(e->open->money[seat]);
    *out++ = rd_pack_saturated(e->open->money[seat] / 16);
    *out++ = rd_pack_saturated(e->open->health[seat] / 2);
    *out++ = rd_pack_saturated(e->open->spent[seat] / 16);
    *out++ = rd_pack_saturated(towers);
    for (uint32_t type = 0; type < APOCA_TOWER_TYPES; type++) {
        *out++ = rd_pack_saturated(e->open->price[seat][type] / 2);
    }
    return out;
}

static void encode_globals(const struct eyes *e, struct rd_sheet sheet)
{
    int32_t left = e->open->turn_limit - e->open->turn;
    int8_t begin[APOCA_GLOBALS], *out = begin;
    *out++ = rd_pack_saturated(left);
    *out++ = (int8_t)(left * 127 / e->open->turn_limit);
    *out++ = (int8_t)e->open->rules;
    out = encode_side(e, e->me, out);
    out = encode_side(e, 1 - e->me, out);
    for (uint32_t d = 0; d < APOCA_DIRECTIONS; d++) {
        *out++ = rd_pack_saturated(e->own->queue[d]);
    }
    *out++ = (int8_t)e->own->hire;
    *out++ = (int8_t)e->own->tower_verb;
    *out++ = (int8_t)(e->own->tower_verb == APOCA_BUILD ? 1 + e->own->tower_type : 0);
    *out++ = (int8_t)e->own->provoke;
    *out++ = (int8_t)e->own->done;
    RD_ASSERT(out - begin == APOCA_GLOBALS);
    rd_put_all(sheet, &apoca_packing[ROW_GLOBALS], begin);
}

static void draw(const struct apoca_view *view, struct rd_sheet out)
{
    struct eyes e = encoder_of(view);
    encode_path(&e, out);
    encode_land(&e, out);
    encode_spawners(&e, out);
    encode_globals(&e, out);
}

void apoca_encode(const void *view, int8_t *tensor)
{
    const struct rd_sheet sheet = { .tensors = memset(tensor, 0, TENSOR_END) };
    draw(view, sheet);
}

void apoca_pack(const void *view, uint32_t *packed)
{
    const struct rd_sheet sheet = { .packed = memset(packed, 0, (size_t)4 * WORD_END) };
    draw(view, sheet);
}
