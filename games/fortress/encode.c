/* A view as int8 tensors. */
#include "fortress_internal.h"

#include <string.h>

const struct rd_tensor fortress_tensors[] = {
    /* clang-format off */
    { "board",
      "Columns -1 to 59 and rows 0 to 44. Planes: 0 tile exists; 1 light: 1 remembered, 2 in sight; "
      "2 forest; 3 mountain; 4 river; 5 lake; 6 mine: 1 mine, -1 the other's, 2 nobody's; 7 camp 1, "
      "lair 2; 8 gift of the dragon last seen there: 1 gold, 2 melee, 3 ranged, 4 mana; 9 my site: "
      "1 + type; 10 its condition: 1 intact, 2 disabled, -n steps to go; 11 and 12 the other's; "
      "from 13 on the health of mine, a plane for each type:"
#define ROW_UNIT(id, name, title, ...) " " title ","
#define ROW_BUILDING(id, name, title, ...) " " title ","
#include "units.def"
      " then the same of the other, -1 = only remembered; then of nobody's:"
#define ROW_NEUTRAL(id, name, title, ...) " " title ","
#include "units.def"
      " then my purchases: 1 + type; my orders: number of the verb; their steps, structure or mana / 5.",
      /* clang-format on */
      { FORTRESS_BOARD_PLANES, FORTRESS_ROWS, FORTRESS_COLUMNS },
      0 },
    { "globals",
      "Seat; turns left, at most 127; gold / 16; gold modulo 16; mana / 4; gifts of dragons: "
      "melee, "
      "ranged, mana; my mines; my units; my purchases; other pieces in sight; health of my base; "
      "my "
      "wards; 1 if I am done; 1 if there is no turn limit.",
      { FORTRESS_GLOBALS, 0, 0 },
      0 },
    { 0 },
};

enum plane {
    PLANE_TILE,
    PLANE_LIGHT,
    PLANE_GROUND, /* forest, mountain, river, lake */
    PLANE_MINE = PLANE_GROUND + 4,
    PLANE_LAIR,
    PLANE_DRAGON,
    PLANE_SITE, /* type and condition, mine then the other's */
    PLANE_UNITS = PLANE_SITE + 4,
    PLANE_OTHERS = PLANE_UNITS + FORTRESS_OWNED_TYPES, /* and of nobody */
    PLANE_BOUGHT = PLANE_OTHERS + FORTRESS_TYPES,
    PLANE_ORDER,
    PLANE_AMOUNT,
    PLANES
};
RD_STATIC_ASSERT((int)PLANES == (int)FORTRESS_BOARD_PLANES, "every plane has a name");

struct tensors {
    int8_t board[FORTRESS_BOARD_PLANES][FORTRESS_ROWS * FORTRESS_COLUMNS];
    int8_t global[FORTRESS_GLOBALS];
};
RD_STATIC_ASSERT(sizeof(struct tensors) == FORTRESS_TENSOR_SIZE, "one tensor after the other");

static int8_t saturate(int32_t value)
{
    return (int8_t)(value > 127 ? 127 : value < -127 ? -127 : value);
}

static uint32_t place_of(uint32_t cell)
{
    return cell / FORTRESS_STRIDE * FORTRESS_COLUMNS + cell % FORTRESS_STRIDE;
}

static void put(struct tensors *out, uint32_t plane, uint32_t cell, int32_t value)
{
    RD_ASSERT(plane < FORTRESS_BOARD_PLANES);
    out->board[plane][place_of(cell)] = saturate(value);
}

static void encode_ground(const struct fortress_view *v, struct tensors *out)
{
    const struct fortress_set *const ground[] = { &v->board.forest, &v->board.mountain,
                                                  &v->board.river, &v->board.lake };
    for (uint32_t cell = 0; cell < FORTRESS_CELLS; cell++) {
        if (!fortress_has(&v->board.valid, cell)) {
            continue;
        }
        put(out, PLANE_TILE, cell, 1);
        put(out, PLANE_LIGHT, cell,
            fortress_has(&v->know.explored, cell) + fortress_has(&v->know.visible, cell));
        for (uint32_t i = 0; i < sizeof ground / sizeof ground[0]; i++) {
            put(out, PLANE_GROUND + i, cell, fortress_has(ground[i], cell));
        }
        if (v->know.site[cell] != 0) {
            struct fortress_site site = fortress_site_read(v->know.site[cell]);
            uint32_t plane = site.owner == v->seat ? PLANE_SITE : PLANE_SITE + 2;
            int32_t left = -site.left;
            put(out, plane, cell, 1 + site.type);
            put(out, plane + 1, cell,
                site.condition == FORTRESS_BUILDING ? left : (int32_t)site.condition);
        }
    }
}

static void encode_features(const struct fortress_view *v, struct tensors *out)
{
    for (uint32_t i = 0; i < v->board.mines; i++) {
        uint32_t owner = v->know.mine[i];
        int32_t value = owner == 0 ? 2 : owner == v->seat + 1u ? 1 : -1;
        put(out, PLANE_MINE, v->board.mine[i], value);
    }
    for (uint32_t i = 0; i < v->board.camps; i++) {
        put(out, PLANE_LAIR, v->board.camp[i], 1);
    }
    for (uint32_t i = 0; i < v->board.lairs; i++) {
        put(out, PLANE_LAIR, v->board.lair[i], 2);
        put(out, PLANE_DRAGON, v->board.lair[i], v->know.dragon[i]);
    }
}

static void encode_pieces(const struct fortress_view *v, struct tensors *out)
{
    for (uint32_t i = 0; i < v->own.units; i++) {
        put(out, PLANE_UNITS + v->unit[i].type, v->unit[i].cell, v->unit[i].health);
        const struct fortress_task *task = &v->task[i];
        put(out, PLANE_ORDER, v->unit[i].cell, task->verb);
        put(out, PLANE_AMOUNT, v->unit[i].cell,
            task->verb == FORTRESS_MOVE ? v->plan[i].steps : task->what);
    }
    for (uint32_t i = v->own.units; i < (uint32_t)v->own.units + v->own.bought; i++) {
        put(out, PLANE_BOUGHT, v->unit[i].cell, 1 + v->unit[i].type);
    }
    for (uint32_t i = 0; i < v->own.structures; i++) {
        put(out, PLANE_UNITS + v->structure[i].type, v->structure[i].cell, v->structure[i].health);
    }
    for (uint32_t i = 0; i < v->seen_count; i++) {
        const struct fortress_seen *seen = &v->seen[i];
        put(out, PLANE_OTHERS + seen->type, seen->cell, seen->health == 0 ? -1 : seen->health);
    }
}

static void encode_globals(const struct fortress_view *v, int8_t *global)
{
    int32_t mines = 0, base = 0, gold = v->own.gold - v->own.spent;
    for (uint32_t i = 0; i < v->board.mines; i++) {
        mines += v->know.mine[i] == v->seat + 1;
    }
    for (uint32_t i = 0; i < v->own.structures; i++) {
        base = v->structure[i].type == FORTRESS_BASE ? v->structure[i].health : base;
    }
    const int32_t value[FORTRESS_GLOBALS] = {
        v->seat,
        v->turn_limit == 0 ? 127 : v->turn_limit - (int32_t)v->turn,
        gold / 16,
        gold % 16,
        v->own.mana / 4,
        v->own.rewards[FORTRESS_REWARD_MELEE],
        v->own.rewards[FORTRESS_REWARD_RANGED],
        v->own.rewards[FORTRESS_REWARD_MANA],
        mines,
        v->own.units,
        v->own.bought,
        v->seen_count,
        base,
        v->ward_count,
        v->own.done,
        v->turn_limit == 0,
    };
    for (uint32_t i = 0; i < FORTRESS_GLOBALS; i++) {
        global[i] = saturate(value[i]);
    }
}

void fortress_encode(const void *view, int8_t *tensor)
{
    const struct fortress_view *v = view;
    struct tensors *out = (struct tensors *)tensor;
    memset(out, 0, sizeof *out);
    encode_ground(v, out);
    encode_features(v, out);
    encode_pieces(v, out);
    encode_globals(v, out->global);
}
