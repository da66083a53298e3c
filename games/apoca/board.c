/* From a map to lanes, path and territory; and what makes a map unfit to play on. */
#include "apoca_internal.h"

#include <string.h>

enum { NOWHERE = APOCA_NONE };

/* R2.2: the order in which a lane looks for its next tile. */
static const uint8_t walk_order[APOCA_DIRECTIONS] = { APOCA_W, APOCA_E, APOCA_N, APOCA_S };

struct cell_set {
    uint64_t row[APOCA_SIDE_MAX];
};

static int32_t has_cell(const struct cell_set *set, uint32_t cell)
{
    return (int32_t)(set->row[cell / APOCA_SIDE_MAX] >> (cell % APOCA_SIDE_MAX) & 1u);
}

static void add_cell(struct cell_set *set, uint32_t cell)
{
    set->row[cell / APOCA_SIDE_MAX] |= UINT64_C(1) << (cell % APOCA_SIDE_MAX);
}

static uint32_t base_cell(const struct apoca_map *map, uint32_t seat)
{
    RD_ASSERT(seat < APOCA_SEATS);
    return (uint32_t)map->base[seat][1] * APOCA_SIDE_MAX + map->base[seat][0];
}

/* The path tile one step away, or NOWHERE. */
static uint32_t path_beside(const struct apoca_map *map, uint32_t cell, uint32_t direction)
{
    RD_ASSERT(direction < APOCA_DIRECTIONS);
    int32_t x = (int32_t)(cell % APOCA_SIDE_MAX) + apoca_step[direction][0];
    int32_t y = (int32_t)(cell / APOCA_SIDE_MAX) + apoca_step[direction][1];
    if (x < 0 || x >= map->width || y < 0 || y >= map->height) {
        return NOWHERE;
    }
    uint32_t beside = (uint32_t)(y * APOCA_SIDE_MAX + x);
    RD_ASSERT(beside < APOCA_SIDE_MAX * APOCA_SIDE_MAX);
    return map->tile[beside] == APOCA_PATH ? beside : NOWHERE;
}

/* R2.2. seen holds the lane so far and both bases. */
static uint32_t next_of_lane(const struct apoca_map *map, uint32_t cell,
                             const struct cell_set *seen)
{
    for (uint32_t i = 0; i < APOCA_DIRECTIONS; i++) {
        uint32_t next = path_beside(map, cell, walk_order[i]);
        if (next != NOWHERE && !has_cell(seen, next)) {
            return next;
        }
    }
    return NOWHERE;
}

static void begin_lane(const struct apoca_map *map, uint32_t first, struct cell_set *seen)
{
    memset(seen, 0, sizeof *seen);
    add_cell(seen, base_cell(map, APOCA_RED));
    add_cell(seen, base_cell(map, APOCA_BLUE));
    add_cell(seen, first);
}

/* ---- checking ---- */

/* Every game with maps has such a list: check_map() counts a complaint beyond the room without
 * writing it. */
struct complaints {
    struct rd_verdict *out;
    uint32_t cap, count;
};

static void complain(struct complaints *list, enum apoca_refusal why, uint32_t cell)
{
    if (list->count < list->cap) {
        list->out[list->count] = rd_verdict_of(RD_BAD_MAP, why, cell);
    }
    list->count++;
}

static void check_tiles(const struct apoca_map *map, struct complaints *list)
{
    uint32_t paths = 0;
    uint32_t lands = 0;
    for (uint32_t cell = 0; cell < sizeof map->tile; cell++) {
        uint32_t tile = map->tile[cell];
        if (tile == APOCA_VOID) {
            continue;
        }
        if (tile > APOCA_LAND_BLUE) {
            complain(list, APOCA_MAP_TILE, cell);
        } else if (cell % APOCA_SIDE_MAX >= map->width || cell / APOCA_SIDE_MAX >= map->height) {
            complain(list, APOCA_MAP_BEYOND, cell);
        }
        uint32_t *count = tile == APOCA_PATH ? &paths : &lands;
        (*count)++;
        if (tile == APOCA_PATH && paths == APOCA_PATH_MAX + 1) { /* once is enough */
            complain(list, APOCA_MAP_PATHS, cell);
        }
        if (tile != APOCA_PATH && lands == APOCA_LAND_MAX + 1) {
            complain(list, APOCA_MAP_LANDS, cell);
        }
    }
}

static void check_bases(const struct apoca_map *map, struct complaints *list)
{
    for (uint32_t seat = 0; seat < APOCA_SEATS; seat++) {
        if (map->base[seat][0] >= map->width || map->base[seat][1] >= map->height) {
            complain(list, APOCA_MAP_BASE_OFF, RD_NO_CELL);
        }
    }
    if (memcmp(map->base[APOCA_RED], map->base[APOCA_BLUE], sizeof map->base[0]) == 0) {
        complain(list, APOCA_MAP_BASES_MEET, RD_NO_CELL);
    }
}

static int32_t is_beside(const struct apoca_map *map, uint32_t cell, uint32_t base)
{
    for (uint32_t d = 0; d < APOCA_DIRECTIONS; d++) {
        if (path_beside(map, base, d) == cell) {
            return 1;
        }
    }
    return 0;
}

/* Walk one lane: where it ends (R1.3), and whether it meets one of the earlier ones. */
static void check_lane(const struct apoca_map *map, uint32_t first, struct cell_set *taken,
                       struct complaints *list)
{
    struct cell_set seen;
    begin_lane(map, first, &seen);
    uint32_t last = first;
    uint32_t meets = NOWHERE;
    for (uint32_t cell = first; cell != NOWHERE; cell = next_of_lane(map, cell, &seen)) {
        if (meets == NOWHERE && has_cell(taken, cell)) {
            meets = cell;
        }
        add_cell(&seen, cell);
        add_cell(taken, cell);
        last = cell;
    }
    if (meets != NOWHERE) {
        complain(list, APOCA_MAP_LANES_MEET, meets);
    }
    if (!is_beside(map, last, base_cell(map, APOCA_BLUE))) {
        complain(list, APOCA_MAP_LANE_END, last);
    }
}

static void check_lanes(const struct apoca_map *map, struct cell_set *taken,
                        struct complaints *list)
{
    uint32_t lanes[APOCA_SEATS] = { 0, 0 };
    for (uint32_t seat = 0; seat < APOCA_SEATS; seat++) {
        uint32_t base = base_cell(map, seat);
        for (uint32_t d = 0; d < APOCA_DIRECTIONS; d++) {
            uint32_t first = path_beside(map, base, d);
            lanes[seat] += first != NOWHERE;
            if (seat == APOCA_RED && first != NOWHERE) { /* R2.1 */
                check_lane(map, first, taken, list);
            }
        }
        if (lanes[seat] < 2) {
            complain(list, APOCA_MAP_FEW_LANES, base);
        }
    }
    if (lanes[APOCA_RED] != lanes[APOCA_BLUE]) {
        complain(list, APOCA_MAP_UNEQUAL, base_cell(map, APOCA_BLUE));
    }
}

static void check_spawners(const struct apoca_map *map, const struct cell_set *taken,
                           struct complaints *list)
{
    uint32_t count = map->spawner_count;
    if (count > APOCA_SPAWNERS_MAX) {
        complain(list, APOCA_MAP_SPAWNERS, RD_NO_CELL);
        count = APOCA_SPAWNERS_MAX;
    }
    for (uint32_t i = 0; i < count; i++) {
        const struct apoca_map_spawner *spawner = &map->spawner[i];
        uint32_t cell = (uint32_t)spawner->y * APOCA_SIDE_MAX + spawner->x;
        uint32_t off = spawner->x >= map->width || spawner->y >= map->height;
        if (off) {
            complain(list, APOCA_MAP_SPAWNER_OFF, RD_NO_CELL);
        } else if (!has_cell(taken, cell)) {
            complain(list, APOCA_MAP_SPAWNER_LOST, cell);
        }
        if (spawner->target >= APOCA_SEATS) {
            complain(list, APOCA_MAP_SPAWNER_TARGET, off ? RD_NO_CELL : cell);
        }
    }
}

uint32_t apoca_check_map(const void *map, struct rd_verdict *out, uint32_t cap)
{
    const struct apoca_map *m = map;
    struct complaints list = { out, cap, 0 };
    struct cell_set taken = { { 0 } };
    if (m->width == 0 || m->width > APOCA_SIDE_MAX || m->height == 0 ||
        m->height > APOCA_SIDE_MAX) {
        complain(&list, APOCA_MAP_SIZE, RD_NO_CELL);
        return list.count; /* nothing else can be said about it */
    }
    check_tiles(m, &list);
    uint32_t before = list.count;
    check_bases(m, &list);
    if (list.count == before) { /* lanes lie between two bases */
        check_lanes(m, &taken, &list);
        check_spawners(m, &taken, &list);
    }
    return list.count;
}

/* ---- laying the board of a map that can be played ---- */

static uint32_t path_at(const struct apoca_open *open, uint32_t cell)
{
    for (uint32_t i = 0; i < open->path_count; i++) {
        if (open->path_cell[i] == cell) {
            return i;
        }
    }
    return APOCA_NONE;
}

static void add_path(struct apoca_open *open, uint32_t cell)
{
    RD_ASSERT(open->path_count < APOCA_PATH_MAX);
    open->path_cell[open->path_count] = (uint16_t)cell;
    open->path_count++;
}

static void lay_lanes(struct apoca_open *open, const struct apoca_map *map)
{
    for (uint32_t d = 0; d < APOCA_DIRECTIONS; d++) { /* R2.1 */
        uint32_t cell = path_beside(map, open->base[APOCA_RED], d);
        if (cell == NOWHERE) {
            continue;
        }
        struct cell_set seen;
        begin_lane(map, cell, &seen);
        for (; cell != NOWHERE; cell = next_of_lane(map, cell, &seen)) {
            add_cell(&seen, cell);
            add_path(open, cell);
        }
        open->lane_count++;
        RD_ASSERT(open->lane_count <= APOCA_LANES_MAX);
        open->lane_first[open->lane_count] = open->path_count;
    }
    for (uint32_t lane = open->lane_count; lane < APOCA_LANES_MAX; lane++) {
        open->lane_first[lane + 1] = open->path_count;
    }
}

static void add_land(struct apoca_open *open, uint32_t cell, uint32_t owner)
{
    RD_ASSERT(open->land_count < APOCA_LAND_MAX);
    uint32_t land = open->land_count;
    RD_ASSERT(land < APOCA_LAND_MAX);
    open->land_cell[land] = (uint16_t)cell;
    open->land_blue[land / 64] |= (uint64_t)owner << (land % 64);
    open->land_count++;
}

/* Territory, and the path tiles that no lane took, in ascending order. */
static void lay_tiles(struct apoca_open *open, const struct apoca_map *map)
{
    struct cell_set taken = { { 0 } };
    for (uint32_t i = 0; i < open->path_count; i++) {
        add_cell(&taken, open->path_cell[i]);
    }
    for (uint32_t y = 0; y < map->height; y++) {
        for (uint32_t x = 0; x < map->width; x++) {
            uint32_t cell = y * APOCA_SIDE_MAX + x;
            RD_ASSERT(cell < APOCA_SIDE_MAX * APOCA_SIDE_MAX);
            uint32_t tile = map->tile[cell];
            if (tile == APOCA_PATH && !has_cell(&taken, cell)) {
                add_path(open, cell);
            } else if (tile == APOCA_LAND_RED || tile == APOCA_LAND_BLUE) {
                add_land(open, cell, tile == APOCA_LAND_BLUE ? APOCA_BLUE : APOCA_RED);
            }
        }
    }
}

void apoca_lay_board(struct apoca_open *open, const struct apoca_map *map)
{
    memset(open, 0, sizeof *open);
    open->width = map->width;
    open->height = map->height;
    open->base[APOCA_RED] = (uint16_t)base_cell(map, APOCA_RED);
    open->base[APOCA_BLUE] = (uint16_t)base_cell(map, APOCA_BLUE);
    lay_lanes(open, map);
    lay_tiles(open, map);
    for (uint32_t seat = 0; seat < APOCA_SEATS; seat++) {
        for (uint32_t d = 0; d < APOCA_DIRECTIONS; d++) { /* R2.4 */
            uint32_t cell = path_beside(map, open->base[seat], d);
            open->start[seat][d] = (uint16_t)(cell == NOWHERE ? APOCA_NONE : path_at(open, cell));
        }
    }
    open->spawner_count = map->spawner_count;
    for (uint32_t i = 0; i < map->spawner_count; i++) {
        const struct apoca_map_spawner *from = &map->spawner[i];
        uint32_t cell = (uint32_t)from->y * APOCA_SIDE_MAX + from->x;
        open->spawner[i].path = (uint16_t)path_at(open, cell);
        open->spawner[i].target = from->target;
    }
}

void apoca_map_of_board(const struct apoca_open *open, struct apoca_map *map)
{
    memset(map, 0, sizeof *map);
    map->width = open->width;
    map->height = open->height;
    map->spawner_count = open->spawner_count;
    for (uint32_t seat = 0; seat < APOCA_SEATS; seat++) {
        map->base[seat][0] = (uint8_t)(open->base[seat] % APOCA_SIDE_MAX);
        map->base[seat][1] = (uint8_t)(open->base[seat] / APOCA_SIDE_MAX);
    }
    for (uint32_t i = 0; i < open->spawner_count; i++) {
        RD_ASSERT(open->spawner[i].path < APOCA_PATH_MAX);
        uint32_t cell = open->path_cell[open->spawner[i].path];
        map->spawner[i].x = (uint8_t)(cell % APOCA_SIDE_MAX);
        map->spawner[i].y = (uint8_t)(cell / APOCA_SIDE_MAX);
        map->spawner[i].target = open->spawner[i].target;
    }
    for (uint32_t i = 0; i < open->path_count; i++) {
        map->tile[open->path_cell[i]] = APOCA_PATH;
    }
    for (uint32_t i = 0; i < open->land_count; i++) {
        uint32_t blue = apoca_land_owner(open, i);
        map->tile[open->land_cell[i]] = blue ? APOCA_LAND_BLUE : APOCA_LAND_RED;
    }
}
