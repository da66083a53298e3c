/* A view as int8 tensors. */
#include "fortress_internal.h"

#include <string.h>

#include "redoubt/packing.h"

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

enum {
    PLACES = FORTRESS_ROWS * FORTRESS_COLUMNS,
    /* Of ROW_PIECES. */
    PLANE_OTHERS = FORTRESS_OWNED_TYPES, /* and of nobody */
    PLANE_BOUGHT = PLANE_OTHERS + FORTRESS_TYPES,
    PLANE_ORDER,
    PLANE_AMOUNT,
    PIECE_PLANES,
    /* Mine with their orders, purchases and structures; then all that can be seen. */
    PIECES_MAX = 3 * FORTRESS_UNITS_MAX + FORTRESS_STRUCTURES_MAX + FORTRESS_WHO_MAX
};
#define ROWS(X)                                                                               \
    X(TILE, "tile exists", 1, PLACES, RD_PACK_BIT, 0)                                         \
    X(LIGHT, "light", 1, PLACES, RD_PACK_U2, 0)                                               \
    X(GROUND, "forest, mountain, river, lake", 4, PLACES, RD_PACK_BIT, 0)                     \
    X(FEATURES, "mines; camps and lairs; gifts of dragons", 3, PLACES, RD_PACK_LIST,          \
      FORTRESS_MINES_MAX + FORTRESS_CAMPS_MAX + 2 * FORTRESS_LAIRS_MAX)                       \
    X(SITE, "my sites", 1, PLACES, RD_PACK_U4, 0)                                             \
    X(CONDITION, "their condition", 1, PLACES, RD_PACK_S4, 0)                                 \
    X(THEIR_SITE, "the other's sites", 1, PLACES, RD_PACK_U4, 0)                              \
    X(THEIR_CONDITION, "their condition", 1, PLACES, RD_PACK_S4, 0)                           \
    X(PIECES, "health of mine, the other's and nobody's by type; purchases, orders, amounts", \
      PIECE_PLANES, PLACES, RD_PACK_LIST, PIECES_MAX)                                         \
    X(GLOBALS, "globals", 1, FORTRESS_GLOBALS, RD_PACK_S8, 0)
RD_PACK_NUMBERS(ROWS);
RD_STATIC_ASSERT((int)TENSOR_END == (int)FORTRESS_TENSOR_SIZE, "every plane has a row");
const struct rd_packing fortress_packing[] = RD_PACK_TABLE(ROWS);

static uint32_t place_of(uint32_t cell)
{
    return cell / FORTRESS_STRIDE * FORTRESS_COLUMNS + cell % FORTRESS_STRIDE;
}

RD_PACK_INLINE void put(struct rd_sheet out, uint32_t row, uint32_t plane, uint32_t cell,
                        int32_t value)
{
    rd_put(out, &fortress_packing[row], plane, place_of(cell), value);
}

static void put_set(struct rd_sheet out, uint32_t row, uint32_t plane,
                    const struct fortress_set *set, const struct fortress_set *within)
{
    for (uint32_t y = 0; y < FORTRESS_ROWS; y++) {
        rd_put_bits(out, &fortress_packing[row], plane, y * FORTRESS_COLUMNS,
                    set->row[y] & within->row[y]);
    }
}

static void encode_ground(const struct fortress_view *v, struct rd_sheet out)
{
    const struct fortress_set *const ground[] = { &v->board.forest, &v->board.mountain,
                                                  &v->board.river, &v->board.lake };
    put_set(out, ROW_TILE, 0, &v->board.valid, &v->board.valid);
    for (uint32_t i = 0; i < sizeof ground / sizeof ground[0]; i++) {
        put_set(out, ROW_GROUND, i, ground[i], &v->board.valid);
    }
    for (uint32_t y = 0; y < FORTRESS_ROWS; y++) {
        uint64_t known = v->know.explored.row[y] & v->board.valid.row[y];
        for (; known != 0; known &= known - 1) {
            uint32_t cell = y * FORTRESS_STRIDE + (uint32_t)__builtin_ctzll(known);
            put(out, ROW_LIGHT, 0, cell, 1 + fortress_has(&v->know.visible, cell));
        }
    }
}

static void encode_sites(const struct fortress_view *v, struct rd_sheet out)
{
    for (uint32_t y = 0; y < FORTRESS_ROWS; y++) {
        uint64_t known = v->board.valid.row[y];
        for (; known != 0; known &= known - 1) {
            uint32_t cell = y * FORTRESS_STRIDE + (uint32_t)__builtin_ctzll(known);
            if (v->know.site[cell] == 0) {
                continue;
            }
            struct fortress_site site = fortress_site_read(v->know.site[cell]);
            int32_t is_mine = site.owner == v->seat, left = -site.left;
            put(out, is_mine ? ROW_SITE : ROW_THEIR_SITE, 0, cell, 1 + site.type);
            put(out, is_mine ? ROW_CONDITION : ROW_THEIR_CONDITION, 0, cell,
                site.condition == FORTRESS_BUILDING ? left : (int32_t)site.condition);
        }
    }
}

static void encode_features(const struct fortress_view *v, struct rd_sheet out)
{
    for (uint32_t i = 0; i < v->board.mines; i++) {
        uint32_t owner = v->know.mine[i];
        int32_t value = owner == 0 ? 2 : owner == v->seat + 1u ? 1 : -1;
        put(out, ROW_FEATURES, 0, v->board.mine[i], value);
    }
    for (uint32_t i = 0; i < v->board.camps; i++) {
        put(out, ROW_FEATURES, 1, v->board.camp[i], 1);
    }
    for (uint32_t i = 0; i < v->board.lairs; i++) {
        put(out, ROW_FEATURES, 1, v->board.lair[i], 2);
        put(out, ROW_FEATURES, 2, v->board.lair[i], v->know.dragon[i]);
    }
}

static void encode_pieces(const struct fortress_view *v, struct rd_sheet out)
{
    for (uint32_t i = 0; i < v->own.units; i++) {
        put(out, ROW_PIECES, v->unit[i].type, v->unit[i].cell, v->unit[i].health);
        const struct fortress_task *task = &v->task[i];
        put(out, ROW_PIECES, PLANE_ORDER, v->unit[i].cell, task->verb);
        put(out, ROW_PIECES, PLANE_AMOUNT, v->unit[i].cell,
            task->verb == FORTRESS_MOVE ? v->plan[i].steps : task->what);
    }
    for (uint32_t i = v->own.units; i < (uint32_t)v->own.units + v->own.bought; i++) {
        put(out, ROW_PIECES, PLANE_BOUGHT, v->unit[i].cell, 1 + v->unit[i].type);
    }
    for (uint32_t i = 0; i < v->own.structures; i++) {
        put(out, ROW_PIECES, v->structure[i].type, v->structure[i].cell, v->structure[i].health);
    }
    for (uint32_t i = 0; i < v->seen_count; i++) {
        const struct fortress_seen *seen = &v->seen[i];
        put(out, ROW_PIECES, PLANE_OTHERS + seen->type, seen->cell,
            seen->health == 0 ? -1 : seen->health);
    }
}

static void encode_globals(const struct fortress_view *v, struct rd_sheet out)
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
        rd_put(out, &fortress_packing[ROW_GLOBALS], 0, i, value[i]);
    }
}

static void draw(const struct fortress_view *v, struct rd_sheet out)
{
    encode_ground(v, out);
    encode_sites(v, out);
    encode_features(v, out);
    encode_pieces(v, out);
    encode_globals(v, out);
}

void fortress_encode(const void *view, int8_t *tensor)
{
    const struct rd_sheet sheet = { .tensors = memset(tensor, 0, TENSOR_END) };
    draw(view, sheet);
}

void fortress_pack(const void *view, uint32_t *packed)
{
    const struct rd_sheet sheet = { .packed = memset(packed, 0, (size_t)4 * WORD_END) };
    draw(view, sheet);
}
