/* Boards: growing one from a map seed (R3.1 to R3.5), and what is asked of a map of one's own
 * (R3.6). */
#include "civ_internal.h"

#include <string.h>

/* ---- growing --------------------------------------------------------------------------------- */

/* R3.1: SplitMix64. It serves the map and nothing else. */
static uint64_t draw(uint64_t *source)
{
    *source += UINT64_C(0x9E3779B97F4A7C15);
    uint64_t z = *source;
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

/* The first that has a trait. */
static uint32_t terrain_with(enum civ_terrain_trait trait)
{
    uint32_t terrain = 0;
    while (!civ_terrain_is(terrain, trait)) {
        terrain++;
        RD_ASSERT(terrain < CIV_TERRAINS);
    }
    return terrain;
}

/* Forests among the eight neighbours within the quadrant that is being made. The row below has none
 * yet. */
static uint32_t forests_around(const struct civ_map *map, uint32_t x, uint32_t y)
{
    uint32_t half = map->size / 2u;
    uint32_t count = 0;
    for (uint32_t ny = y > 0 ? y - 1 : 0; ny <= y; ny++) {
        for (uint32_t nx = x > 0 ? x - 1 : 0; nx <= x + 1 && nx < half; nx++) {
            count += civ_terrain_is(map->terrain[ny * CIV_SIDE_MAX + nx], CIV_SPREADS);
        }
    }
    return count;
}

/* R3.4, one tile. It is not forest yet, so it does not count itself. */
static uint32_t grow_tile(const struct civ_map *map, uint32_t cell, int32_t noise_seed,
                          uint64_t *source)
{
    uint32_t x = civ_x(cell);
    uint32_t y = civ_y(cell);
    uint32_t ground = civ_ground_at(noise_seed, x, y);
    if (civ_terrain_is(ground, CIV_FERTILE)) {
        uint64_t eighths = 1u + forests_around(map, x, y);
        if (draw(source) >> 11 < eighths << 50) {
            ground = terrain_with(CIV_SPREADS);
        }
    }
    return cell == 0 ? terrain_with(CIV_HOMELAND) : ground;
}

/* R3.5 */
static void reflect(struct civ_map *map)
{
    uint32_t last = map->size - 1u;
    for (uint32_t y = 0; y < map->size; y++) {
        for (uint32_t x = 0; x < map->size; x++) {
            uint32_t from_x = x > last - x ? last - x : x;
            uint32_t from_y = y > last - y ? last - y : y;
            map->terrain[y * CIV_SIDE_MAX + x] = map->terrain[from_y * CIV_SIDE_MAX + from_x];
        }
    }
}

void civ_grow_map(struct civ_map *map, uint32_t size, uint64_t seed)
{
    RD_ASSERT(size > 0 && size <= CIV_SIDE_MAX);
    uint64_t source = seed;
    int32_t noise_seed = (int32_t)(uint32_t)(draw(&source) >> 32);
    memset(map, 0, sizeof *map);
    map->size = (uint8_t)size;
    for (uint32_t y = 0; y < size / 2; y++) {
        for (uint32_t x = 0; x <= y; x++) {
            uint32_t tile = grow_tile(map, y * CIV_SIDE_MAX + x, noise_seed, &source);
            map->terrain[y * CIV_SIDE_MAX + x] = (uint8_t)tile;
            map->terrain[x * CIV_SIDE_MAX + y] = (uint8_t)tile;
        }
    }
    reflect(map);
}

/* ---- planes and bytes ---- */

void civ_lay_board(uint64_t terrain[CIV_TERRAIN_BITS][CIV_SIDE_MAX], const struct civ_map *map)
{
    RD_ASSERT(map->size <= CIV_SIDE_MAX);
    memset(terrain, 0, sizeof(uint64_t[CIV_TERRAIN_BITS][CIV_SIDE_MAX]));
    for (uint32_t y = 0; y < map->size; y++) {
        for (uint32_t x = 0; x < map->size; x++) {
            uint64_t code = map->terrain[y * CIV_SIDE_MAX + x];
            for (uint32_t bit = 0; bit < CIV_TERRAIN_BITS; bit++) {
                terrain[bit][y] |= (code >> bit & 1u) << x;
            }
        }
    }
}

void civ_map_of_board(const uint64_t terrain[CIV_TERRAIN_BITS][CIV_SIDE_MAX], uint32_t size,
                      struct civ_map *map)
{
    RD_ASSERT(size <= CIV_SIDE_MAX);
    memset(map, 0, sizeof *map);
    map->size = (uint8_t)size;
    for (uint32_t y = 0; y < size; y++) {
        for (uint32_t x = 0; x < size; x++) {
            uint32_t cell = y * CIV_SIDE_MAX + x;
            map->terrain[cell] = (uint8_t)civ_terrain_at(terrain, cell);
        }
    }
}

/* ---- checking ---- */

/* Every game with maps has such a list: check_map() counts a complaint beyond the room without
 * writing it. */
struct complaints {
    struct rd_verdict *out;
    uint32_t cap, count;
};

static void complain(struct complaints *list, enum civ_refusal why, uint32_t cell)
{
    if (list->count < list->cap) {
        list->out[list->count] = rd_verdict_of(RD_BAD_MAP, why, cell);
    }
    list->count++;
}

static void check_tiles(const struct civ_map *map, struct complaints *list)
{
    for (uint32_t cell = 0; cell < CIV_CELLS; cell++) {
        uint32_t inside = civ_x(cell) < map->size && civ_y(cell) < map->size;
        if (inside && map->terrain[cell] >= CIV_TERRAINS) {
            complain(list, CIV_MAP_TERRAIN, cell);
        } else if (!inside && map->terrain[cell] != 0) {
            complain(list, CIV_MAP_BEYOND, cell);
        }
    }
}

/* The first tile that differs from its image; RD_NO_CELL if none does. */
enum image { IMAGE_LEFT_RIGHT, IMAGE_TOP_BOTTOM, IMAGE_QUARTER_TURN };

static uint32_t image_of(const struct civ_map *map, uint32_t cell, enum image image)
{
    uint32_t last = map->size - 1u;
    uint32_t x = civ_x(cell);
    uint32_t y = civ_y(cell);
    if (image == IMAGE_LEFT_RIGHT) {
        return y * CIV_SIDE_MAX + (last - x);
    }
    if (image == IMAGE_TOP_BOTTOM) {
        return (last - y) * CIV_SIDE_MAX + x;
    }
    return x * CIV_SIDE_MAX + (last - y);
}

static uint32_t first_uneven(const struct civ_map *map, enum image image)
{
    for (uint32_t y = 0; y < map->size; y++) {
        for (uint32_t x = 0; x < map->size; x++) {
            uint32_t cell = y * CIV_SIDE_MAX + x;
            if (map->terrain[cell] != map->terrain[image_of(map, cell, image)]) {
                return cell;
            }
        }
    }
    return RD_NO_CELL;
}

static void check_fair(const struct civ_map *map, struct complaints *list)
{
    uint32_t across = first_uneven(map, IMAGE_LEFT_RIGHT);
    uint32_t down = first_uneven(map, IMAGE_TOP_BOTTOM);
    if ((across != RD_NO_CELL || down != RD_NO_CELL) &&
        first_uneven(map, IMAGE_QUARTER_TURN) != RD_NO_CELL) {
        complain(list, CIV_MAP_UNFAIR, across != RD_NO_CELL ? across : down);
    }
}

/* All land that can be walked to from the first corner. */
static void walk_land(const struct civ_map *map, struct civ_set *reached)
{
    struct civ_set land = { { 0 } };
    struct civ_set before;
    for (uint32_t y = 0; y < map->size; y++) {
        for (uint32_t x = 0; x < map->size; x++) {
            if (!civ_terrain_is(map->terrain[y * CIV_SIDE_MAX + x], CIV_WATER)) {
                civ_set_add(&land, y * CIV_SIDE_MAX + x);
            }
        }
    }
    memset(reached, 0, sizeof *reached);
    civ_set_add(reached, 0);
    do {
        before = *reached;
        civ_set_grow(reached, map->size, 1);
        for (uint32_t y = 0; y < map->size; y++) {
            reached->row[y] &= land.row[y];
        }
    } while (memcmp(&before, reached, sizeof before) != 0);
}

static void check_corners(const struct civ_map *map, struct complaints *list)
{
    uint32_t last = map->size - 1u;
    const uint32_t corner[CIV_SEATS] = { 0, last, last * CIV_SIDE_MAX, last * CIV_SIDE_MAX + last };
    struct civ_set reached;
    uint32_t before = list->count;
    for (uint32_t i = 0; i < CIV_SEATS; i++) {
        if (civ_terrain_is(map->terrain[corner[i]], CIV_WATER)) {
            complain(list, CIV_MAP_CORNER, corner[i]);
        }
    }
    if (list->count > before) {
        return;
    }
    walk_land(map, &reached);
    for (uint32_t i = 0; i < CIV_SEATS; i++) {
        if (!civ_set_has(&reached, corner[i])) {
            complain(list, CIV_MAP_CUT_OFF, corner[i]);
        }
    }
}

uint32_t civ_check_map(const void *map, struct rd_verdict *out, uint32_t cap)
{
    const struct civ_map *m = map;
    struct complaints list = { out, cap, 0 };
    static const uint8_t nothing[sizeof m->zero];
    if (m->size < CIV_SIDE_MIN || m->size > CIV_SIDE_MAX || m->size % 2 != 0 ||
        memcmp(m->zero, nothing, sizeof nothing) != 0) {
        complain(&list, CIV_MAP_SIZE, RD_NO_CELL);
        return list.count;
    }
    check_tiles(m, &list);
    if (list.count == 0) {
        check_fair(m, &list);
        check_corners(m, &list);
    }
    return list.count;
}
