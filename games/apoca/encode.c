/* A view as int8 tensors. Whoever looks sees itself first and its own base at the near end. */
#include "apoca_internal.h"

#include <string.h>

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

enum path_plane {
    PATH_LANE,
    PATH_COLUMN,
    PATH_ROW,
    PATH_STRENGTH, /* health and damage of mercenaries and demons, for me and against me */
    PATH_MOOD = PATH_STRENGTH + APOCA_STRENGTH_PLANES * APOCA_UNIT_KINDS
};
enum land_plane { LAND_COLUMN, LAND_ROW, LAND_OWNER, LAND_TYPE, LAND_COOLDOWN, LAND_ORDER };

struct tensors {
    int8_t path[APOCA_PATH_PLANES][APOCA_PATH_MAX];
    int8_t land[APOCA_LAND_PLANES][APOCA_LAND_MAX];
    int8_t spawner[APOCA_SPAWNER_PLANES][APOCA_SPAWNERS_MAX];
    int8_t global[APOCA_GLOBALS];
};
RD_STATIC_ASSERT(sizeof(struct tensors) == APOCA_TENSOR_SIZE, "one tensor after the other");
RD_STATIC_ASSERT(PATH_MOOD + 1 == APOCA_PATH_PLANES, "every plane has a name");
RD_STATIC_ASSERT(LAND_ORDER + 1 == APOCA_LAND_PLANES, "every plane has a name");

struct eyes {
    const struct apoca_open *open;
    const struct apoca_secret *own;
    uint32_t me;
    int32_t flip_x, flip_y;              /* -1 where the other base lies to the west or north */
    uint8_t lane_rank[APOCA_LANES_MAX];  /* place of a lane in my order */
    uint16_t lane_slot[APOCA_LANES_MAX]; /* first column of a lane */
};

static int8_t saturate(int32_t value)
{
    return (int8_t)(value > 127 ? 127 : value < -127 ? -127 : value);
}

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
    return saturate(e->flip_x * (column_of(cell) - column_of(e->open->base[e->me])));
}

static int8_t rows_from_me(const struct eyes *e, uint32_t cell)
{
    RD_ASSERT(e->me < APOCA_SEATS);
    return saturate(e->flip_y * (row_of(cell) - row_of(e->open->base[e->me])));
}

static void encode_path(const struct eyes *e, struct tensors *out)
{
    for (uint32_t path = 0; path < e->open->lane_first[APOCA_LANES_MAX]; path++) {
        uint32_t slot = slot_of(e, path);
        uint32_t cell = e->open->path_cell[path];
        out->path[PATH_LANE][slot] = (int8_t)(1 + e->lane_rank[apoca_lane_of(e->open, path)]);
        out->path[PATH_COLUMN][slot] = columns_from_me(e, cell);
        out->path[PATH_ROW][slot] = rows_from_me(e, cell);
    }
    for (uint32_t i = 0; i < e->open->unit_count; i++) {
        const struct apoca_unit *unit = &e->open->unit[i];
        if (!apoca_is_alive(unit)) {
            continue;
        }
        uint32_t slot = slot_of(e, unit->path);
        uint32_t against_me = apoca_unit_heading(unit) != e->me;
        uint32_t plane =
            PATH_STRENGTH + APOCA_STRENGTH_PLANES * apoca_unit_kind(unit) + 2 * against_me;
        RD_ASSERT(plane < APOCA_PATH_PLANES);
        out->path[plane][slot] = saturate(unit->health);
        out->path[plane + 1][slot] = saturate(unit->damage);
        out->path[PATH_MOOD][slot] = (int8_t)(1 + apoca_unit_mood(unit));
    }
}

static void encode_land(const struct eyes *e, struct tensors *out)
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
            out->land[LAND_COLUMN][slot] = columns_from_me(e, cell);
            out->land[LAND_ROW][slot] = rows_from_me(e, cell);
            out->land[LAND_OWNER][slot] = pass == 0 ? 1 : -1;
            out->land[LAND_ORDER][slot] = e->own->tower_verb != 0 && e->own->tower_cell == cell;
            slot_of_land[land] = (uint8_t)slot;
            slot++;
        }
    }
    for (uint32_t i = 0; i < e->open->tower_count; i++) {
        const struct apoca_tower *tower = &e->open->tower[i];
        uint32_t at = slot_of_land[tower->land];
        out->land[LAND_TYPE][at] = (int8_t)(1 + apoca_tower_type(tower));
        out->land[LAND_COOLDOWN][at] = (int8_t)apoca_tower_cooldown(tower);
    }
}

static void encode_spawners(const struct eyes *e, struct tensors *out)
{
    for (uint32_t i = 0; i < e->open->spawner_count; i++) {
        const struct apoca_spawner *spawner = &e->open->spawner[i];
        const int8_t column[APOCA_SPAWNER_PLANES] = {
            (int8_t)(1 + e->lane_rank[apoca_lane_of(e->open, spawner->path)]),
            saturate((int32_t)steps_from_me(e, spawner->path)),
            spawner->target == e->me ? 1 : -1,
            (int8_t)spawner->reload,
            saturate(spawner->queue),
            saturate(spawner->count),
        };
        for (uint32_t plane = 0; plane < APOCA_SPAWNER_PLANES; plane++) {
            out->spawner[plane][i] = column[plane];
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
    *out++ = saturate(e->open->money[seat]);
    *out++ = saturate(e->open->money[seat] / 16);
    *out++ = saturate(e->open->health[seat] / 2);
    *out++ = saturate(e->open->spent[seat] / 16);
    *out++ = saturate(towers);
    for (uint32_t type = 0; type < APOCA_TOWER_TYPES; type++) {
        *out++ = saturate(e->open->price[seat][type] / 2);
    }
    return out;
}

static void encode_globals(const struct eyes *e, int8_t *out)
{
    int32_t left = e->open->turn_limit - e->open->turn;
    const int8_t *begin = out;
    *out++ = saturate(left);
    *out++ = (int8_t)(left * 127 / e->open->turn_limit);
    *out++ = (int8_t)e->open->rules;
    out = encode_side(e, e->me, out);
    out = encode_side(e, 1 - e->me, out);
    for (uint32_t d = 0; d < APOCA_DIRECTIONS; d++) {
        *out++ = saturate(e->own->queue[d]);
    }
    *out++ = (int8_t)e->own->hire;
    *out++ = (int8_t)e->own->tower_verb;
    *out++ = (int8_t)(e->own->tower_verb == APOCA_BUILD ? 1 + e->own->tower_type : 0);
    *out++ = (int8_t)e->own->provoke;
    *out++ = (int8_t)e->own->done;
    RD_ASSERT(out - begin == APOCA_GLOBALS);
}

void apoca_encode(const void *view, int8_t *tensor)
{
    struct eyes e = encoder_of(view);
    struct tensors *out = (struct tensors *)tensor; /* bytes either way */
    memset(out, 0, sizeof *out);
    encode_path(&e, out);
    encode_land(&e, out);
    encode_spawners(&e, out);
    encode_globals(&e, out->global);
}
