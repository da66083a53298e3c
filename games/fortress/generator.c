/*
 * Drawn maps (R17): mines, camps and lairs in pairs, then rivers, mountains, lakes and forests.
 *
 * Whatever is put on a cell is put on its image under the half turn too, at once. So everything
 * here looks the same from both sides at all times, and what holds for a cell (free, far enough
 * from something) holds for its image: one of them is tested.
 */
#include "map.h"

#include <string.h>

#include "redoubt/luck.h"

enum {
    TRIES = 200,
    BUFFER = 2, /* terrain keeps so far from bases and towers; within it, none is left in the end */
    RESTARTS = 16,
    STANDS_MAX = 2 * (FORTRESS_START_TOWERS + 1),
    GROUP_MAX = 6, /* cells of a group of mountains or trees */
    FRONTIER_MAX = 1 + GROUP_MAX * FORTRESS_DIRECTIONS,
    PATH_MAX = FORTRESS_CELLS / 3,
    THOUSAND = 1000
};

enum terrain { FOREST, MOUNTAIN, RIVER, LAKE, TERRAINS };

struct draft {
    struct fortress_map *map;
    struct rd_luck *luck;
    const int32_t *option;
    struct fortress_extent box;
    uint32_t cell_count, stand_count;
    uint16_t cell[FORTRESS_CELLS]; /* all cells of the board, row by row */
    uint16_t stand[STANDS_MAX];    /* bases and towers, bases first */
    struct fortress_set occupied;
    struct fortress_set river;
    struct fortress_set close; /* less than BUFFER from a base or tower */
    uint32_t target[TERRAINS]; /* cells */
};

static uint32_t draw(struct draft *d, uint32_t low, uint32_t high)
{
    return (uint32_t)rd_luck_range(d->luck, (int32_t)low, (int32_t)high);
}

static int chance(struct draft *d, uint32_t thousandths)
{
    return draw(d, 0, THOUSAND - 1) < thousandths;
}

static uint32_t draw_cell(struct draft *d)
{
    return d->cell[draw(d, 0, d->cell_count - 1)];
}

static uint32_t image(const struct draft *d, uint32_t cell)
{
    return fortress_turned(d->map, cell);
}

/* Of a cell and its image one is primary: the western one, or else the northern one. */
static int is_primary(const struct draft *d, uint32_t cell)
{
    uint32_t other = image(d, cell);
    int32_t dx = fortress_x(cell) - fortress_x(other);
    return dx < 0 || (dx == 0 && cell <= other);
}

static int exists(const struct draft *d, uint32_t cell)
{
    return cell != RD_NO_CELL && d->map->tile[cell] != FORTRESS_VOID;
}

/* Features keep their cells: terrain goes only where nothing is. */
static void put_one(struct draft *d, uint32_t cell, uint32_t tile)
{
    RD_ASSERT(cell < FORTRESS_CELLS);
    if (d->map->tile[cell] == FORTRESS_OPEN) {
        d->map->tile[cell] = (uint8_t)tile;
    }
    fortress_add(&d->occupied, cell);
}

static void put(struct draft *d, uint32_t cell, uint32_t tile)
{
    put_one(d, cell, tile);
    put_one(d, image(d, cell), tile);
}

static void take_away(struct draft *d, uint32_t cell)
{
    const uint32_t both[] = { cell, image(d, cell) };
    for (uint32_t i = 0; i < 2; i++) {
        d->map->tile[both[i]] = FORTRESS_OPEN;
        fortress_remove(&d->occupied, both[i]);
    }
}

/* ---- distances ------------------------------------------------------------------------------- */

static int far_from_stands(const struct draft *d, uint32_t cell, uint32_t distance, uint32_t first)
{
    for (uint32_t i = first; i < d->stand_count; i++) {
        if (fortress_distance(cell, d->stand[i]) < distance) {
            return 0;
        }
    }
    return 1;
}

static int far_from_tiles(const struct draft *d, uint32_t cell, uint32_t distance, uint32_t tile)
{
    for (uint32_t i = 0; i < d->cell_count; i++) {
        if (d->map->tile[d->cell[i]] == tile && fortress_distance(cell, d->cell[i]) < distance) {
            return 0;
        }
    }
    return 1;
}

/* ---- mines, camps and lairs ------------------------------------------------------------------ */

/* How far from what: 0 = it does not matter. */
struct feature {
    uint8_t tile;
    uint8_t stands, towers, mines, camps, lairs;
    uint8_t shifted_camps, shifted_lairs; /* instead, when it is put somewhere else later */
};

/* clang-format off */
static const struct feature features[] = {
    { FORTRESS_MINE, .stands = 3, .mines = 3 },
    { FORTRESS_CAMP, .stands = 3, .camps = 3, .shifted_camps = 4, .shifted_lairs = 4 },
    { FORTRESS_LAIR, .stands = 1, .towers = 7, .camps = 4, .shifted_camps = 4 },
};
/* clang-format on */
enum { FEATURES = sizeof features / sizeof features[0] };

static int suits(const struct draft *d, const struct feature *f, uint32_t cell, int shifted)
{
    return image(d, cell) != cell && !fortress_has(&d->occupied, cell) &&
           far_from_stands(d, cell, f->stands, 0) &&
           far_from_stands(d, cell, f->towers, FORTRESS_SEATS) &&
           far_from_tiles(d, cell, f->mines, FORTRESS_MINE) &&
           far_from_tiles(d, cell, shifted ? f->shifted_camps : f->camps, FORTRESS_CAMP) &&
           far_from_tiles(d, cell, shifted ? f->shifted_lairs : 0, FORTRESS_LAIR);
}

/* One pair. Returns 0 if no place was found. */
static int place_pair(struct draft *d, const struct feature *f, int shifted)
{
    for (uint32_t i = 0; i < TRIES; i++) {
        uint32_t cell = draw_cell(d);
        if (suits(d, f, cell, shifted)) {
            put(d, cell, f->tile);
            return 1;
        }
    }
    return 0;
}

static uint32_t wanted(const struct draft *d, uint32_t index)
{
    static const uint8_t least[FEATURES] = { 2, 2, 1 };
    static const uint8_t most[FEATURES] = { FORTRESS_MINES_MAX, FORTRESS_CAMPS_DRAWN,
                                            FORTRESS_LAIRS_DRAWN };
    static const uint16_t area_each[FEATURES] = { 120, 140, 320 };
    const struct fortress_extent *box = &d->box;
    int32_t area = (box->x_max - box->x_min + 1) * (box->y_max - box->y_min + 1);
    int32_t count = d->option[FORTRESS_OPT_MINES + index];
    if (count == 0) {
        RD_ASSERT(index < FEATURES);
        count = area / area_each[index];
        count = count < least[index] ? least[index] : count;
        count = count > most[index] ? most[index] : count;
    }
    return (uint32_t)count / 2 * 2; /* none in the middle */
}

static uint32_t list_pairs(const struct draft *d, uint32_t tile, uint16_t out[FORTRESS_MINES_MAX])
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < d->cell_count; i++) {
        if (d->map->tile[d->cell[i]] == tile && is_primary(d, d->cell[i])) {
            out[count++] = d->cell[i];
        }
    }
    return count;
}

/* Some pairs move on to other places. */
static void shift_pairs(struct draft *d, const struct feature *f)
{
    uint16_t pair[FORTRESS_MINES_MAX];
    uint32_t count = list_pairs(d, f->tile, pair);
    uint32_t times = (8 * count + 50) / 100;
    for (uint32_t i = 0; i < times; i++) {
        list_pairs(d, f->tile, pair);
        uint32_t chosen = pair[draw(d, 0, count - 1)];
        take_away(d, chosen);
        if (!place_pair(d, f, 1)) {
            put(d, chosen, f->tile);
        }
    }
}

static void place_features(struct draft *d)
{
    for (uint32_t i = 0; i < FEATURES; i++) {
        uint32_t pairs = wanted(d, i) / 2;
        while (pairs > 0 && place_pair(d, &features[i], 0)) {
            pairs--;
        }
    }
    for (uint32_t i = 0; i < FEATURES; i++) {
        shift_pairs(d, &features[i]);
    }
}

/* ---- terrain: how much, and where ------------------------------------------------------------ */

static void set_targets(struct draft *d)
{
    static const uint8_t share[TERRAINS] = { 85, 70, 60, 100 }; /* in hundredths */
    uint32_t percent[TERRAINS], sum = 0;
    for (uint32_t i = 0; i < TERRAINS; i++) {
        percent[i] = (uint32_t)d->option[FORTRESS_OPT_FOREST + i];
        sum += percent[i];
    }
    for (uint32_t i = 0; i < TERRAINS; i++) {
        if (sum > FORTRESS_PERCENT_MAX) {
            percent[i] = percent[i] * FORTRESS_PERCENT_MAX / sum;
        }
        d->target[i] = (d->cell_count * percent[i] * share[i] + 5000) / 10000;
    }
}

static int is_free(const struct draft *d, uint32_t cell)
{
    return !fortress_has(&d->occupied, cell) && !fortress_has(&d->close, cell);
}

static uint32_t open_cell(struct draft *d)
{
    for (uint32_t i = 0; i < TRIES; i++) {
        uint32_t cell = draw_cell(d);
        if (is_primary(d, cell) && is_free(d, cell)) {
            return cell;
        }
    }
    return RD_NO_CELL;
}

/* ---- rivers ---------------------------------------------------------------------------------- */

struct path {
    uint32_t goal;
    int stop_on_river;
    uint32_t bias; /* to end, in thousandths */
    uint32_t long_enough;
    uint32_t direction, length;
    uint16_t cell[PATH_MAX];
    struct fortress_set visited;
};

struct candidate {
    uint32_t cell, direction;
    int32_t score;
};

static int path_ends(struct draft *d, const struct path *p, uint32_t at)
{
    return (p->length >= p->long_enough && chance(d, p->bias)) || at == p->goal ||
           (p->stop_on_river && fortress_has(&d->river, at)) ||
           (fortress_distance(at, p->goal) <= 2 && chance(d, 6 * p->bias / 10));
}

static int path_may_enter(const struct draft *d, const struct path *p, uint32_t cell)
{
    return exists(d, cell) && !fortress_has(&p->visited, cell) && !fortress_has(&d->close, cell) &&
           (!fortress_has(&d->occupied, cell) || fortress_has(&d->river, cell));
}

/* The lower the better. */
static int32_t path_score(struct draft *d, const struct path *p, uint32_t cell, uint32_t direction)
{
    int32_t distance = (int32_t)fortress_distance(cell, p->goal);
    if (fortress_has(&d->river, cell)) {
        distance = distance < 2 ? 0 : distance - 2;
    }
    int32_t score = 100 * distance + (int32_t)draw(d, 0, 54);
    if (p->direction == FORTRESS_DIRECTIONS) { /* the first step */
        return score;
    }
    return direction == p->direction ? score + 80 : score - 15;
}

/* Kept sorted by score; of equals the first found comes first. */
static void insert_candidate(struct candidate *list, uint32_t count, struct candidate new)
{
    uint32_t place = count;
    for (; place > 0 && list[place - 1].score > new.score; place--) {
        list[place] = list[place - 1];
    }
    list[place] = new;
}

/* The next step from here; 0 if there is none. */
static int path_step(struct draft *d, struct path *p, uint32_t *at)
{
    struct candidate list[FORTRESS_DIRECTIONS];
    uint32_t count = 0, choice = 0;
    for (uint32_t direction = 0; direction < FORTRESS_DIRECTIONS; direction++) {
        uint32_t cell = fortress_beside(*at, direction);
        if (path_may_enter(d, p, cell)) {
            struct candidate new = { cell, direction, path_score(d, p, cell, direction) };
            insert_candidate(list, count++, new);
        }
    }
    if (count == 0) {
        return 0;
    }
    if (count > 1 && chance(d, 300)) {
        choice = draw(d, 0, (count < 3 ? count : 3) - 1);
    }
    RD_ASSERT(choice < FORTRESS_DIRECTIONS);
    *at = list[choice].cell;
    p->direction = list[choice].direction;
    return 1;
}

static void lay_path(struct draft *d, uint32_t start, uint32_t goal, int stop_on_river,
                     uint32_t bias)
{
    struct path p = { .goal = goal, .stop_on_river = stop_on_river, .bias = bias };
    uint32_t steps = d->cell_count / 3 < 20 ? 20 : d->cell_count / 3;
    uint32_t at = start;
    p.long_enough = 6 * fortress_distance(start, goal) / 5 + 4;
    p.long_enough = p.long_enough < 6 ? 6 : p.long_enough;
    p.direction = FORTRESS_DIRECTIONS;
    for (uint32_t i = 0; i < steps; i++) {
        p.cell[p.length++] = (uint16_t)at;
        if (path_ends(d, &p, at)) {
            break;
        }
        fortress_add(&p.visited, at);
        if (!path_step(d, &p, &at)) {
            break;
        }
    }
    for (uint32_t i = 0; i < p.length; i++) {
        put(d, p.cell[i], FORTRESS_RIVER);
        fortress_add(&d->river, p.cell[i]);
        fortress_add(&d->river, image(d, p.cell[i]));
    }
}

static int on_edge(const struct draft *d, uint32_t cell)
{
    int32_t x = fortress_x(cell);
    int32_t y = fortress_y(cell);
    return x == d->box.x_min || x == d->box.x_max || y == d->box.y_min || y == d->box.y_max;
}

static uint32_t river_source(struct draft *d)
{
    uint16_t edge[FORTRESS_CELLS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < d->cell_count; i++) {
        uint32_t cell = d->cell[i];
        if (on_edge(d, cell) && is_primary(d, cell) && !fortress_has(&d->close, cell)) {
            edge[count++] = (uint16_t)cell;
        }
    }
    if (count > 0 && chance(d, 600)) {
        return edge[draw(d, 0, count - 1)];
    }
    return open_cell(d);
}

static uint32_t river_mouth(struct draft *d)
{
    uint32_t cell = open_cell(d);
    int32_t middle = (d->box.y_min + d->box.y_max) / 2;
    return cell != RD_NO_CELL ? cell : fortress_cell(d->box.x_max / 2, middle);
}

static uint32_t river_cells(const struct draft *d)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < d->cell_count; i++) {
        count += (uint32_t)fortress_has(&d->river, d->cell[i]);
    }
    return count;
}

/* The first of the nearest river cells. */
static uint32_t nearest_river(const struct draft *d, uint32_t from)
{
    uint32_t best = RD_NO_CELL, distance = FORTRESS_CELLS;
    for (uint32_t i = 0; i < d->cell_count; i++) {
        uint32_t cell = d->cell[i];
        if (fortress_has(&d->river, cell) && fortress_distance(from, cell) < distance) {
            best = cell;
            distance = fortress_distance(from, cell);
        }
    }
    return best;
}

static uint32_t branch_source(struct draft *d)
{
    for (uint32_t i = 0; i < TRIES; i++) {
        uint32_t cell = draw_cell(d);
        if (is_primary(d, cell) && !fortress_has(&d->close, cell) &&
            fortress_distance(cell, nearest_river(d, cell)) >= 3) {
            return cell;
        }
    }
    return RD_NO_CELL;
}

static void draw_rivers(struct draft *d)
{
    uint32_t target = d->target[RIVER];
    uint32_t branches = 4 * (target / 6 < 3 ? 3 : target / 6);
    uint32_t source = target > 0 ? river_source(d) : RD_NO_CELL;
    if (source == RD_NO_CELL) {
        return;
    }
    lay_path(d, source, river_mouth(d), 0, 120);
    for (uint32_t i = 0; i < branches && river_cells(d) < target; i++) {
        source = branch_source(d);
        if (source == RD_NO_CELL) {
            return;
        }
        lay_path(d, source, nearest_river(d, source), 1, 280);
    }
}

/* ---- mountains, lakes and forests ---- */

/* A cell and its image, or the middle alone: how many cells. */
static uint32_t width_of(const struct draft *d, uint32_t cell)
{
    return image(d, cell) == cell ? 1 : 2;
}

static uint32_t take_from(uint16_t *list, uint32_t *count, uint32_t index)
{
    uint32_t cell = list[index];
    RD_ASSERT(*count >= 1);
    *count -= 1;
    memmove(&list[index], &list[index + 1], (*count - index) * sizeof *list);
    return cell;
}

/* Returns how many cells were put. */
static uint32_t grow(struct draft *d, uint32_t seed, uint32_t limit, uint32_t tile)
{
    uint16_t frontier[FRONTIER_MAX] = { (uint16_t)seed };
    struct fortress_set seen = { { 0 } };
    uint32_t count = 1, made = 0;
    while (count > 0 && made < limit) {
        uint32_t cell = take_from(frontier, &count, draw(d, 0, count - 1));
        if (fortress_has(&seen, cell)) {
            continue;
        }
        fortress_add(&seen, cell);
        if (!is_free(d, cell) || made + width_of(d, cell) > limit) {
            continue;
        }
        put(d, cell, tile);
        made += width_of(d, cell);
        for (uint32_t i = 0; i < FORTRESS_DIRECTIONS; i++) {
            uint32_t next = fortress_beside(cell, i);
            if (exists(d, next) && !fortress_has(&seen, next)) {
                frontier[count++] = (uint16_t)next;
            }
        }
    }
    return made;
}

struct cover {
    uint8_t terrain, tile;
    uint8_t groups_least, groups_each; /* at most max(least, each * target) groups */
    uint8_t cells_least, cells_most;
};

static const struct cover mountains = { MOUNTAIN, FORTRESS_MOUNTAIN, 12, 2, 3, GROUP_MAX };
static const struct cover forests = { FOREST, FORTRESS_FOREST, 30, 5, 2, 4 };

static void draw_groups(struct draft *d, const struct cover *cover)
{
    RD_ASSERT(cover->terrain < TERRAINS);
    uint32_t left = d->target[cover->terrain];
    uint32_t groups = cover->groups_each * left;
    groups = groups < cover->groups_least ? cover->groups_least : groups;
    for (uint32_t i = 0; i < groups && left > 0; i++) {
        uint32_t seed = open_cell(d);
        if (seed == RD_NO_CELL) {
            return;
        }
        uint32_t limit = draw(d, cover->cells_least, cover->cells_most);
        left -= grow(d, seed, limit < left ? limit : left, cover->tile);
    }
}

/* One pair of lakes, or one in the middle where their number is odd. Returns how many. */
static uint32_t draw_lake(struct draft *d, uint32_t left)
{
    for (uint32_t i = 0; i < TRIES; i++) {
        uint32_t cell = draw_cell(d);
        uint32_t width = width_of(d, cell);
        if (is_free(d, cell) && width <= left && (width == 2 || left % 2 == 1)) {
            put(d, cell, FORTRESS_LAKE);
            return width;
        }
    }
    return 0;
}

static void draw_lakes(struct draft *d)
{
    uint32_t left = d->target[LAKE];
    uint32_t made = 1;
    while (left > 0 && made > 0) {
        made = draw_lake(d, left);
        left -= made;
    }
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* Before anything is drawn: an empty board, its cells, what stands on it. */
static void begin(struct draft *d)
{
    const struct fortress_map *map = d->map;
    fortress_bare_board(d->map, (uint32_t)d->option[FORTRESS_OPT_SIZE],
                        d->option[FORTRESS_OPT_COLUMNS], d->option[FORTRESS_OPT_ROWS]);
    d->box = fortress_extent_of(map);
    d->cell_count = fortress_tiles_of(map, FORTRESS_OPEN, d->cell, FORTRESS_CELLS);
    d->stand_count = 0;
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        d->stand[d->stand_count++] = map->base[seat];
    }
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        for (uint32_t i = 0; i < map->tower_count[seat]; i++) {
            d->stand[d->stand_count++] = map->tower[seat][i];
        }
    }
    memset(&d->occupied, 0, sizeof d->occupied);
    memset(&d->river, 0, sizeof d->river);
    memset(&d->close, 0, sizeof d->close);
    for (uint32_t i = 0; i < d->cell_count; i++) {
        if (!far_from_stands(d, d->cell[i], BUFFER, 0)) {
            fortress_add(&d->close, d->cell[i]);
        }
    }
}

static int is_terrain(uint32_t tile)
{
    return tile >= FORTRESS_FOREST && tile <= FORTRESS_LAKE;
}

static void clear_around_stands(struct draft *d)
{
    for (uint32_t i = 0; i < d->cell_count; i++) {
        uint32_t cell = d->cell[i];
        if (is_terrain(d->map->tile[cell]) && !far_from_stands(d, cell, BUFFER + 1, 0)) {
            d->map->tile[cell] = FORTRESS_OPEN;
        }
    }
}

static void flatten_mountains(struct draft *d)
{
    for (uint32_t i = 0; i < d->cell_count; i++) {
        if (d->map->tile[d->cell[i]] == FORTRESS_MOUNTAIN) {
            d->map->tile[d->cell[i]] = FORTRESS_OPEN;
        }
    }
}

static void draw_all(struct draft *d)
{
    begin(d);
    place_features(d);
    set_targets(d);
    draw_rivers(d);
    draw_groups(d, &mountains);
    draw_lakes(d);
    draw_groups(d, &forests);
    clear_around_stands(d);
}

void fortress_draw_map(struct fortress_map *map, const int32_t *option, struct rd_luck *luck)
{
    struct draft draft = { .map = map, .luck = luck, .option = option };
    draw_all(&draft);
    for (uint32_t i = 0; i < RESTARTS && !fortress_is_connected(map); i++) {
        draw_all(&draft);
    }
    if (!fortress_is_connected(map)) {
        flatten_mountains(&draft);
    }
}
