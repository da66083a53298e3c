/* What is asked of a map of one's own (R3.2), and of the options of a drawn one (R17). */
#include "map.h"

#include <string.h>

/* ---- can one walk from base to base? --------------------------------------------------------- */

static int is_passable(const struct fortress_map *map, uint32_t cell)
{
    return cell != RD_NO_CELL && map->tile[cell] != FORTRESS_VOID &&
           map->tile[cell] != FORTRESS_MOUNTAIN;
}

int fortress_is_connected(const struct fortress_map *map)
{
    uint16_t queue[FORTRESS_CELLS] = { map->base[0] };
    struct fortress_set reached = { { 0 } };
    uint32_t count = 1;
    fortress_add(&reached, map->base[0]);
    for (uint32_t at = 0; at < count; at++) {
        for (uint32_t i = 0; i < FORTRESS_DIRECTIONS; i++) {
            uint32_t cell = fortress_beside(queue[at], i);
            if (is_passable(map, cell) && !fortress_has(&reached, cell)) {
                fortress_add(&reached, cell);
                queue[count++] = (uint16_t)cell;
            }
        }
    }
    return fortress_has(&reached, map->base[1]);
}

/* ---- maps ------------------------------------------------------------------------------------ */

/* Every game with maps has such a list: check_map() counts a complaint beyond the room without
 * writing it. */
struct complaints {
    struct rd_verdict *out;
    uint32_t cap, count;
};

static void complain(struct complaints *list, enum fortress_map_refusal why, uint32_t cell)
{
    if (list->count < list->cap) {
        list->out[list->count] = rd_verdict_of(RD_BAD_MAP, why, cell);
    }
    list->count++;
}

static void check_tiles(const struct fortress_map *map, struct complaints *list)
{
    for (uint32_t cell = 0; cell < FORTRESS_CELLS; cell++) {
        if (map->tile[cell] >= FORTRESS_TILES) {
            complain(list, FORTRESS_MAP_TILE, cell);
        } else if (map->tile[cell] != FORTRESS_VOID && cell % FORTRESS_STRIDE >= FORTRESS_COLUMNS) {
            complain(list, FORTRESS_MAP_BEYOND, cell);
        }
    }
}

static void check_counts(const struct fortress_map *map, struct complaints *list)
{
    static const struct {
        uint16_t tile, most, why;
    } limits[] = {
        { FORTRESS_MINE, FORTRESS_MINES_MAX, FORTRESS_MAP_MINES_MANY },
        { FORTRESS_CAMP, FORTRESS_CAMPS_MAX, FORTRESS_MAP_CAMPS_MANY },
        { FORTRESS_LAIR, FORTRESS_LAIRS_MAX, FORTRESS_MAP_LAIRS_MANY },
    };
    for (uint32_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        if (fortress_tiles_of(map, limits[i].tile, NULL, 0) > limits[i].most) {
            complain(list, limits[i].why, RD_NO_CELL);
        }
    }
}

/* A base or tower: on a cell, where one can be, and alone. */
static void check_stand(const struct fortress_map *map, uint32_t cell,
                        enum fortress_map_refusal why, struct fortress_set *taken,
                        struct complaints *list)
{
    if (cell >= FORTRESS_CELLS || map->tile[cell] == FORTRESS_VOID) {
        complain(list, why, cell < FORTRESS_CELLS ? cell : RD_NO_CELL);
        return;
    }
    if (map->tile[cell] == FORTRESS_MOUNTAIN || map->tile[cell] > FORTRESS_LAKE) {
        complain(list, FORTRESS_MAP_GROUND, cell);
    }
    if (fortress_has(taken, cell)) {
        complain(list, FORTRESS_MAP_TAKEN, cell);
    }
    fortress_add(taken, cell);
}

static void check_stands(const struct fortress_map *map, struct complaints *list)
{
    struct fortress_set taken = { { 0 } };
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        check_stand(map, map->base[seat], FORTRESS_MAP_BASE, &taken, list);
    }
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        for (uint32_t i = 0; i < map->tower_count[seat]; i++) {
            check_stand(map, map->tower[seat][i], FORTRESS_MAP_TOWER, &taken, list);
        }
    }
}

/* Bytes that mean nothing are 0, so that equal maps have equal bytes. */
static int unused_is_zero(const struct fortress_map *map)
{
    uint32_t waste = map->zero[0] | map->zero[1];
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        for (uint32_t i = map->tower_count[seat]; i < FORTRESS_START_TOWERS; i++) {
            waste |= map->tower[seat][i];
        }
    }
    return waste == 0;
}

uint32_t fortress_check_map(const void *map, struct rd_verdict *out, uint32_t cap)
{
    const struct fortress_map *m = map;
    struct complaints list = { out, cap, 0 };
    if (m->tower_count[0] > FORTRESS_START_TOWERS || m->tower_count[1] > FORTRESS_START_TOWERS ||
        !unused_is_zero(m)) {
        complain(&list, FORTRESS_MAP_TOWERS_MANY, RD_NO_CELL);
        return list.count;
    }
    check_tiles(m, &list);
    if (list.count == 0) {
        check_counts(m, &list);
        check_stands(m, &list);
    }
    if (list.count == 0 && !fortress_is_connected(m)) {
        complain(&list, FORTRESS_MAP_CUT_OFF, m->base[1]);
    }
    return list.count;
}

/* ---- options --------------------------------------------------------------------------------- */

static struct rd_verdict bad_option(enum fortress_map_refusal why, enum fortress_option index)
{
    return rd_verdict_of(RD_BAD_SETUP, why, index);
}

struct rd_verdict fortress_check_options(const int32_t *option)
{
    int32_t columns = option[FORTRESS_OPT_COLUMNS];
    int32_t rows = option[FORTRESS_OPT_ROWS];
    if (columns == 0 && rows == 0) {
        return rd_verdict_of(RD_OK, 0, 0);
    }
    if (columns == 0 || rows == 0) {
        return bad_option(FORTRESS_MAP_COLUMNS_ONE_ZERO,
                          columns == 0 ? FORTRESS_OPT_COLUMNS : FORTRESS_OPT_ROWS);
    }
    if (columns < FORTRESS_COLUMNS_MIN || columns > FORTRESS_COLUMNS_DRAWN) {
        return bad_option(FORTRESS_MAP_COLUMNS_FEW, FORTRESS_OPT_COLUMNS);
    }
    if (rows < FORTRESS_ROWS_MIN || rows > FORTRESS_ROWS || rows % 2 == 0) {
        return bad_option(FORTRESS_MAP_ROWS_ODD, FORTRESS_OPT_ROWS);
    }
    return rd_verdict_of(RD_OK, 0, 0);
}
