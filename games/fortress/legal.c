/* The list of legal orders, ascending: what judge() in orders.c lets through. */
#include "fortress_internal.h"

#include <string.h>

/* Cells that can be walked to from each other, and what an action has where its cell is the second
 * argument: lists are long, so they are written as whole words, verb, unit, cell and 0 from the low
 * end. */
struct region {
    struct fortress_set cells;
    uint32_t count;
    uint64_t cell[FORTRESS_CELLS];
};

struct listing {
    const struct fortress_state *s;
    uint32_t seat;
    struct rd_action *out;
    uint32_t cap, count;
    uint32_t units, casters;
    uint16_t unit[FORTRESS_UNITS_MAX]; /* in play, by id */
    uint16_t caster[FORTRESS_UNITS_MAX + FORTRESS_STRUCTURES_MAX];
    struct fortress_set foes;    /* cells with somebody to attack */
    struct fortress_set mobiles; /* of them, with a unit */
    struct fortress_set friends;
    struct fortress_ground ground[2]; /* for all, for scouts */
    struct fortress_set firm;         /* not a known mountain */
    struct fortress_set tracks;       /* where roads may lead */
    int32_t has_tracks;               /* that was looked at */
    struct region walks, roads;       /* the last ones: most units stand in the same */
};

static void list_action(struct listing *list, uint32_t verb, uint32_t first, uint32_t second,
                        uint32_t third)
{
    if (list->count < list->cap) {
        struct rd_action action = { (uint16_t)verb,
                                    { (uint16_t)first, (uint16_t)second, (uint16_t)third } };
        list->out[list->count] = action;
    }
    list->count++;
}

static uint32_t id_of(const struct listing *list, uint32_t who)
{
    return list->s->piece[who].id;
}

/* Every cell of a set for one unit. */
static void list_cells(struct listing *list, uint32_t verb, uint32_t id,
                       const struct fortress_set *set)
{
    for (uint32_t row = 0; row < FORTRESS_ROWS; row++) {
        for (uint64_t left = set->row[row]; left != 0; left &= left - 1) {
            uint32_t cell = row * FORTRESS_STRIDE + (uint32_t)__builtin_ctzll(left);
            list_action(list, verb, id, cell, 0);
        }
    }
}

/* ---- the beginning ---- */

static void insert_by_id(const struct fortress_state *s, uint16_t *who, uint32_t *count,
                         uint32_t one)
{
    uint32_t place = (*count)++;
    while (place > 0 && s->piece[who[place - 1]].id > s->piece[one].id) {
        who[place] = who[place - 1];
        place--;
    }
    who[place] = (uint16_t)one;
}

static void gather(struct listing *list)
{
    const struct fortress_state *s = list->s;
    const struct fortress_side *side = &s->side[list->seat];
    list->units = list->casters = 0;
    for (uint32_t slot = 0; slot < side->units; slot++) {
        uint32_t who = fortress_unit_who(list->seat, slot);
        insert_by_id(s, list->unit, &list->units, who);
        fortress_add(&list->friends, s->piece[who].cell);
        if (s->piece[who].type == FORTRESS_WIZARD) {
            insert_by_id(s, list->caster, &list->casters, who);
        }
    }
    for (uint32_t i = 0; i < side->bought; i++) {
        fortress_add(&list->friends, s->piece[fortress_unit_who(list->seat, side->units + i)].cell);
    }
    for (uint32_t slot = 0; slot < side->structures; slot++) {
        uint32_t who = fortress_structure_who(list->seat, slot);
        if (s->piece[who].health > 0 && s->piece[who].id < FORTRESS_IDS) {
            insert_by_id(s, list->caster, &list->casters, who);
        }
        if (s->piece[who].health > 0) {
            fortress_add(&list->friends, s->piece[who].cell);
        }
    }
}

static void spy_range(struct listing *list, uint32_t first, uint32_t count)
{
    for (uint32_t who = first; who < first + count; who++) {
        uint32_t cell = list->s->piece[who].cell;
        if (fortress_sees(list->s, list->seat, cell)) {
            fortress_add(&list->foes, cell);
            fortress_add(&list->mobiles, cell);
        }
    }
}

static void spy(struct listing *list)
{
    const struct fortress_state *s = list->s;
    const struct fortress_knowledge *know = &s->know[list->seat];
    uint32_t other = 1 - list->seat;
    spy_range(list, fortress_unit_who(other, 0), s->side[other].units);
    spy_range(list, FORTRESS_FIRST_NEUTRAL, s->neutrals);
    for (uint64_t left = know->structures; left != 0; left &= left - 1) {
        uint32_t who = fortress_structure_who(other, (uint32_t)__builtin_ctzll(left));
        fortress_add(&list->foes, s->piece[who].cell);
    }
    fortress_ground_of(s, list->seat, 0, &list->ground[0]);
    fortress_ground_of(s, list->seat, 1, &list->ground[1]);
    for (uint32_t row = 0; row < FORTRESS_ROWS; row++) {
        list->firm.row[row] =
            s->board.valid.row[row] & ~(s->board.mountain.row[row] & know->explored.row[row]);
    }
}

/* ---- purchases ---- */

static void list_purchases(struct listing *list)
{
    const struct fortress_state *s = list->s;
    int32_t gold = s->side[list->seat].gold - s->side[list->seat].spent;
    struct fortress_markets markets;
    if (gold < fortress_kinds[FORTRESS_SCOUT].cost || fortress_cannot_grow(s, list->seat) != 0) {
        return;
    }
    fortress_markets_of(s, list->seat, &markets);
    for (uint32_t row = 0; row < FORTRESS_ROWS; row++) {
        uint64_t taken =
            list->mobiles.row[row] | list->ground[0].walls.row[row] | ~list->firm.row[row];
        markets.all.row[row] &= ~taken;
        markets.simple.row[row] &= ~taken;
    }
    const struct fortress_side *side = &s->side[list->seat];
    for (uint32_t slot = 0; slot < (uint32_t)side->units + side->bought; slot++) {
        uint32_t cell = s->piece[fortress_unit_who(list->seat, slot)].cell;
        fortress_remove(&markets.all, cell);
        fortress_remove(&markets.simple, cell);
    }
    for (uint32_t row = 0; row < FORTRESS_ROWS; row++) {
        markets.simple.row[row] |= markets.all.row[row];
    }
    for (uint32_t type = 0; type < FORTRESS_BOUGHT_TYPES; type++) {
        if (gold >= fortress_kinds[type].cost) {
            list_cells(list, FORTRESS_BUY, type,
                       fortress_is_simple(type) ? &markets.simple : &markets.all);
        }
    }
}

static void list_undos(struct listing *list)
{
    const struct fortress_side *side = &list->s->side[list->seat];
    for (uint32_t i = 0; i < side->bought; i++) {
        uint32_t who = fortress_unit_who(list->seat, side->units + i);
        list_action(list, FORTRESS_UNDO_BUY, id_of(list, who), 0, 0);
    }
}

/* ---- walking ---- */

/* Was the cell reached at exactly this cost? */
static int32_t costs(const struct fortress_reach *reach, uint32_t cell, uint32_t cost)
{
    uint32_t row = cell >> 6;
    return cost <= reach->cost_max && cost % reach->stride == 0 && row >= reach->first &&
           row <= reach->last && fortress_has(&reach->at[cost], cell);
}

/* R9.5: a line of cavalry that begins with so much spent; its last step may overdraw. */
static void add_overdrawn(const struct listing *list, uint32_t from, uint32_t direction,
                          uint32_t spent, const struct fortress_reach *reach,
                          struct fortress_set *set)
{
    const struct fortress_state *s = list->s;
    uint32_t budget = fortress_kinds[FORTRESS_CAVALRY].move, total = spent, cell = from;
    while (total <= budget) {
        cell = fortress_step(&s->board, cell, direction);
        if (cell == RD_NO_CELL) {
            return;
        }
        total += fortress_cost(s, list->seat, FORTRESS_CAVALRY, cell);
        if (total > budget) {
            if (total <= budget + FORTRESS_COST_ONE && costs(reach, cell, total - spent)) {
                fortress_add(set, cell);
            }
        } else if (fortress_has(&list->ground[0].walls, cell)) {
            return;
        }
    }
}

/* Where a walk that has spent so much can end. straight: the direction of it so far, 6 = any, 7 =
 * it was none. */
static void walks(const struct listing *list, uint32_t type, uint32_t from, uint32_t spent,
                  uint32_t straight, struct fortress_set *set)
{
    struct fortress_reach reach;
    uint32_t left = fortress_kinds[type].move - spent;
    int32_t rides = type == FORTRESS_CAVALRY && straight <= FORTRESS_DIRECTIONS;
    fortress_reach_from(&list->ground[type == FORTRESS_SCOUT], from,
                        left + (rides ? (uint32_t)FORTRESS_COST_ONE : 0u), &reach);
    *set = reach.all;
    uint32_t beyond = left + reach.stride - left % reach.stride;
    for (uint32_t cost = beyond; cost <= reach.cost_max; cost += reach.stride) {
        for (uint32_t row = reach.first; row <= reach.last; row++) {
            set->row[row] &= ~reach.at[cost].row[row];
        }
    }
    fortress_remove(set, from);
    for (uint32_t d = 0; d < FORTRESS_DIRECTIONS && rides; d++) {
        if (straight == FORTRESS_DIRECTIONS || straight == d) {
            add_overdrawn(list, from, d, spent, &reach, set);
        }
    }
}

static void list_moves(struct listing *list)
{
    for (uint32_t i = 0; i < list->units; i++) {
        const struct fortress_piece *unit = &list->s->piece[list->unit[i]];
        struct fortress_set set;
        walks(list, unit->type, unit->cell, 0, FORTRESS_DIRECTIONS, &set);
        list_cells(list, FORTRESS_MOVE, unit->id, &set);
    }
}

/* ---- far walks ---- */

/* Everything that a way from a cell through the ground can lead to: past walls only at its end. */
static void flood_ground(const struct listing *list, uint32_t from,
                         const struct fortress_set *ground, struct fortress_set *reached)
{
    const struct fortress_set *walls = &list->ground[0].walls;
    struct fortress_set inner = *ground;
    for (uint32_t row = 0; row < FORTRESS_ROWS; row++) {
        inner.row[row] &= ~walls->row[row];
    }
    fortress_connected(&inner, from, reached);
    for (uint64_t left = list->s->know[list->seat].structures; left != 0; left &= left - 1) {
        uint32_t who = fortress_structure_who(1 - list->seat, (uint32_t)__builtin_ctzll(left));
        uint32_t wall = list->s->piece[who].cell;
        int32_t touched = 0;
        for (uint32_t d = 0; d < FORTRESS_DIRECTIONS; d++) {
            uint32_t next = fortress_beside(wall, d);
            touched |=
                next != RD_NO_CELL && !fortress_has(walls, next) && fortress_has(reached, next);
            touched |= next == from;
        }
        if (touched && fortress_has(ground, wall)) {
            fortress_add(reached, wall);
        }
    }
}

static void fill_region(const struct listing *list, uint32_t from,
                        const struct fortress_set *ground, struct region *region)
{
    flood_ground(list, from, ground, &region->cells);
    region->count = 0;
    for (uint32_t row = 0; row < FORTRESS_ROWS; row++) {
        for (uint64_t left = region->cells.row[row]; left != 0; left &= left - 1) {
            uint64_t cell = row * FORTRESS_STRIDE + (uint32_t)__builtin_ctzll(left);
            region->cell[region->count] = cell << 32;
            region->count++;
        }
    }
}

/* May a region serve for a way from this cell too? */
static int32_t is_inside(const struct listing *list, const struct region *region, uint32_t from)
{
    return region->count > 0 && fortress_has(&region->cells, from) &&
           !fortress_has(&list->ground[0].walls, from);
}

static void write_run(uint64_t stem, const uint64_t *restrict cell, struct rd_action *restrict out,
                      uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint64_t action = stem | cell[i];
        memcpy(&out[i], &action, sizeof action);
    }
}
RD_STATIC_ASSERT(sizeof(struct rd_action) == sizeof(uint64_t), "an action is a word");

static void list_run(struct listing *list, uint32_t verb, uint32_t id, const uint64_t *cell,
                     uint32_t count)
{
    uint32_t room = list->count < list->cap ? list->cap - list->count : 0;
    uint32_t fit = count < room ? count : room;
    if (fit > 0) {
        write_run(verb | (uint64_t)id << 16, cell, list->out + list->count, fit);
    }
    list->count += count;
}

/* All of a region but the cell itself. */
static void list_region(struct listing *list, uint32_t verb, uint32_t id, uint32_t from,
                        const struct region *region)
{
    uint32_t low = 0, high = region->count;
    while (low < high) { /* where `from` is in the list */
        uint32_t middle = (low + high) / 2;
        if (region->cell[middle] >> 32 < from) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    uint32_t next = low < region->count && region->cell[low] >> 32 == from ? low + 1 : low;
    list_run(list, verb, id, region->cell, low);
    list_run(list, verb, id, region->cell + next, region->count - next);
}

static void list_walks(struct listing *list, uint32_t verb, uint32_t id, uint32_t from)
{
    if (!is_inside(list, &list->walks, from)) {
        fill_region(list, from, &list->firm, &list->walks);
    }
    list_region(list, verb, id, from, &list->walks);
    if (fortress_has(&list->ground[0].walls, from)) {
        list->walks.count = 0; /* nobody else may start from there */
    }
}

static void list_far_moves(struct listing *list)
{
    for (uint32_t i = 0; i < list->units; i++) {
        const struct fortress_piece *unit = &list->s->piece[list->unit[i]];
        list_walks(list, FORTRESS_MOVE_TO, unit->id, unit->cell);
    }
}

/* ---- roads and rails ---- */

/* R9.8: is there a first concrete order? */
static int32_t tracks_begin(const struct listing *list, uint32_t who, uint32_t verb)
{
    const struct fortress_state *s = list->s;
    const struct fortress_side *side = &s->side[list->seat];
    uint32_t cell = s->piece[who].cell;
    if (fortress_road_status(s, list->seat, cell, 1) == FORTRESS_INVALID) {
        return 0;
    }
    enum fortress_status status = verb == FORTRESS_RAIL_TO
                                      ? fortress_rail_status(s, list->seat, cell, 1)
                                      : fortress_road_status(s, list->seat, cell, 1);
    return status == FORTRESS_SKIP ||
           (status == FORTRESS_WORK && side->gold - side->spent >= FORTRESS_TRACK_GOLD);
}

/* Are all neighbours that are ground for tracks in this region, and is there one? */
static int32_t borders_only(const struct listing *list, const struct region *region, uint32_t from)
{
    int32_t any = 0;
    for (uint32_t d = 0; d < FORTRESS_DIRECTIONS; d++) {
        uint32_t next = fortress_beside(from, d);
        if (next == RD_NO_CELL || !fortress_has(&list->tracks, next)) {
            continue;
        }
        if (!fortress_has(&region->cells, next)) {
            return 0;
        }
        any = 1;
    }
    return any;
}

/* The region of tracks from a cell, which need not be ground for tracks itself. */
static const struct region *roads_from(struct listing *list, uint32_t from)
{
    struct region *roads = &list->roads;
    if (!list->has_tracks) {
        fortress_track_ground(list->s, list->seat, &list->tracks);
        list->has_tracks = 1;
    }
    int32_t usual = fortress_has(&list->tracks, from);
    int32_t known = roads->count > 0 &&
                    (usual ? fortress_has(&roads->cells, from) : borders_only(list, roads, from));
    if (!known) {
        fill_region(list, from, &list->tracks, roads);
    }
    return roads;
}

/* A region may have been joined by the cell of the one who stands there: then it is only his. */
static void leave_roads(struct listing *list, uint32_t from)
{
    if (!fortress_has(&list->tracks, from) && fortress_has(&list->roads.cells, from)) {
        list->roads.count = 0;
    }
}

/* The cells of a set that a road from a cell would come to without any work on the way. */
static void drop_idle_roads(const struct listing *list, uint32_t who, struct fortress_set *reached)
{
    const struct fortress_state *s = list->s;
    uint32_t from = s->piece[who].cell;
    struct fortress_set finished, near;
    fortress_finished_ground(s, list->seat, &finished);
    fortress_add(&finished, from);
    flood_ground(list, from, &finished, &near);
    fortress_remove(&near, from);
    for (uint32_t row = 0; row < FORTRESS_ROWS; row++) {
        for (uint64_t left = near.row[row] & reached->row[row]; left != 0; left &= left - 1) {
            uint32_t to = row * FORTRESS_STRIDE + (uint32_t)__builtin_ctzll(left);
            struct fortress_leg leg = { list->seat, FORTRESS_BUILDER, from,
                                        to,         FORTRESS_TRACKS,  UINT32_MAX };
            struct fortress_plan plan;
            memset(&plan, 0, sizeof plan);
            plan.origin = (uint16_t)from;
            if (fortress_find_way(s, &leg, &plan) && !fortress_has_work(s, list->seat, &plan)) {
                fortress_remove(reached, to);
            }
        }
    }
}

static void list_tracks(struct listing *list, uint32_t verb)
{
    const struct fortress_state *s = list->s;
    for (uint32_t i = 0; i < list->units; i++) {
        uint32_t who = list->unit[i], from = s->piece[who].cell;
        if (s->piece[who].type != FORTRESS_BUILDER || !tracks_begin(list, who, verb)) {
            continue;
        }
        const struct region *roads = roads_from(list, from);
        if (verb == FORTRESS_ROAD_TO &&
            fortress_road_status(s, list->seat, from, 1) != FORTRESS_WORK) {
            struct fortress_set reached = roads->cells;
            fortress_remove(&reached, from);
            drop_idle_roads(list, who, &reached);
            list_cells(list, verb, s->piece[who].id, &reached);
        } else {
            list_region(list, verb, s->piece[who].id, from, roads);
        }
        leave_roads(list, from);
    }
}

/* ---- longer paths ---- */

static void list_longer_walk(struct listing *list, uint32_t who, uint32_t end)
{
    const struct fortress_state *s = list->s;
    const struct fortress_plan *plan = &s->plan[who];
    uint32_t type = s->piece[who].type, spent = 0, cell = plan->origin;
    uint32_t straight = fortress_path_get(plan, 0);
    struct fortress_set set;
    for (uint32_t i = 0; i < plan->length; i++) {
        uint32_t direction = fortress_path_get(plan, i);
        cell = fortress_beside(cell, direction);
        spent += fortress_cost(s, list->seat, type, cell);
        straight = direction == straight ? straight : (uint32_t)FORTRESS_DIRECTIONS + 1;
    }
    if (spent <= fortress_kinds[type].move) {
        walks(list, type, end, spent, straight, &set);
        list_cells(list, FORTRESS_EXTEND, s->piece[who].id, &set);
    }
}

static void list_extensions_of(struct listing *list, uint32_t who)
{
    const struct fortress_state *s = list->s;
    const struct fortress_plan *plan = &s->plan[who];
    int32_t queued = plan->queue != 0 && plan->given;
    int32_t walking = s->task[who].verb == FORTRESS_MOVE && s->task[who].order != 0;
    uint32_t end = queued || walking ? fortress_path_cell(plan, plan->length) : 0;
    if ((!queued && !walking) || fortress_has(&list->ground[0].walls, end) ||
        plan->length >= FORTRESS_PATH_MAX) {
        return;
    }
    if (!queued) {
        list_longer_walk(list, who, end);
    } else if (plan->queue == FORTRESS_MOVE_TO) {
        list_walks(list, FORTRESS_EXTEND, s->piece[who].id, end);
    } else if (tracks_begin(list, who, plan->queue)) {
        list_region(list, FORTRESS_EXTEND, s->piece[who].id, end, roads_from(list, end));
        leave_roads(list, end);
    }
}

/* ---- deeds ---- */

static void keep_common(struct fortress_set *set, const struct fortress_set *other)
{
    for (uint32_t row = 0; row < FORTRESS_ROWS; row++) {
        set->row[row] &= other->row[row];
    }
}

/* Is a foe in one of the rows around? */
static int32_t is_foe_near(const struct listing *list, uint32_t cell, uint32_t distance)
{
    uint32_t row = cell >> 6, first = row > distance ? row - distance : 0;
    uint64_t any = 0;
    for (row = first; row < FORTRESS_ROWS && row <= (cell >> 6) + distance; row++) {
        any |= list->foes.row[row];
    }
    return any != 0;
}

static void list_shots(struct listing *list)
{
    for (uint32_t i = 0; i < list->units; i++) {
        uint32_t who = list->unit[i];
        const struct fortress_piece *unit = &list->s->piece[who];
        struct fortress_set set;
        uint32_t range = fortress_bow_range(list->s, list->seat, who);
        if (fortress_kinds[unit->type].ranged == 0 || !is_foe_near(list, unit->cell, range)) {
            continue;
        }
        fortress_flood(&list->s->board, unit->cell, range, 0, &set);
        keep_common(&set, &list->foes);
        list_cells(list, FORTRESS_RANGED, unit->id, &set);
    }
}

/* The cell and its neighbours that exist, as a set. */
static void around(const struct fortress_board *board, uint32_t cell, struct fortress_set *set)
{
    memset(set, 0, sizeof *set);
    fortress_add(set, cell);
    for (uint32_t d = 0; d < FORTRESS_DIRECTIONS; d++) {
        uint32_t next = fortress_step(board, cell, d);
        if (next != RD_NO_CELL) {
            fortress_add(set, next);
        }
    }
}

static void list_strikes(struct listing *list)
{
    for (uint32_t i = 0; i < list->units; i++) {
        const struct fortress_piece *unit = &list->s->piece[list->unit[i]];
        struct fortress_set set;
        if (is_foe_near(list, unit->cell, 1)) {
            around(&list->s->board, unit->cell, &set);
            fortress_remove(&set, unit->cell);
            keep_common(&set, &list->foes);
            list_cells(list, FORTRESS_MELEE, unit->id, &set);
        }
    }
}

static void list_builds(struct listing *list)
{
    for (uint32_t i = 0; i < list->units; i++) {
        uint32_t who = list->unit[i];
        for (uint32_t type = 0;
             type < FORTRESS_STRUCTURES && list->s->piece[who].type == FORTRESS_BUILDER; type++) {
            struct fortress_task task;
            if (fortress_judge_build(list->s, list->seat, who, type, &task).code == RD_OK) {
                list_action(list, FORTRESS_BUILD, id_of(list, who), type, 0);
            }
        }
    }
}

/* What judge() finds in order, for orders with few possible cells. */
static void list_judged(struct listing *list, uint32_t verb, uint32_t who,
                        const struct fortress_set *set)
{
    for (uint32_t row = 0; row < FORTRESS_ROWS; row++) {
        for (uint64_t left = set->row[row]; left != 0; left &= left - 1) {
            uint32_t cell = row * FORTRESS_STRIDE + (uint32_t)__builtin_ctzll(left);
            struct rd_action action = { (uint16_t)verb,
                                        { (uint16_t)id_of(list, who), (uint16_t)cell, 0 } };
            if (fortress_judge(list->s, (rd_seat)list->seat, action).code == RD_OK) {
                list_action(list, verb, id_of(list, who), cell, 0);
            }
        }
    }
}

static void list_repairs(struct listing *list)
{
    for (uint32_t i = 0; i < list->units; i++) {
        uint32_t who = list->unit[i];
        struct fortress_set set;
        if (list->s->piece[who].type == FORTRESS_BUILDER) {
            around(&list->s->board, list->s->piece[who].cell, &set);
            list_judged(list, FORTRESS_REPAIR, who, &set);
        }
    }
}

static void list_spell_at(struct listing *list, uint32_t verb, uint32_t who, uint32_t cell)
{
    uint32_t most = verb == FORTRESS_SPELL_BUFF ? 20 : 1;
    for (uint32_t i = 0; i < most; i++) {
        int32_t cost = (int32_t)fortress_spell_cost(verb, i + 1);
        if (list->s->side[list->seat].mana >= cost) {
            list_action(list, verb, id_of(list, who), cell, i);
        }
    }
}

static void list_spells_of(struct listing *list, uint32_t verb, uint32_t who,
                           const struct fortress_set *targets)
{
    const struct fortress_state *s = list->s;
    uint32_t range = fortress_spell_range(s, who);
    for (uint32_t row = 0; row < FORTRESS_ROWS; row++) {
        for (uint64_t left = targets->row[row]; left != 0; left &= left - 1) {
            uint32_t cell = row * FORTRESS_STRIDE + (uint32_t)__builtin_ctzll(left);
            if (fortress_distance(s->piece[who].cell, cell) <= range) {
                list_spell_at(list, verb, who, cell);
            }
        }
    }
}

static void list_spells(struct listing *list, uint32_t verb)
{
    const struct fortress_state *s = list->s;
    struct fortress_set targets = verb == FORTRESS_LIGHTNING  ? list->mobiles
                                  : verb == FORTRESS_FIREBALL ? list->foes
                                                              : list->friends;
    if (s->side[list->seat].mana < 5) {
        return;
    }
    keep_common(&targets, &s->know[list->seat].visible);
    for (uint32_t i = 0; i < list->casters; i++) {
        list_spells_of(list, verb, list->caster[i], &targets);
    }
}

/* ---- the rest ---- */

/* Orders that need nothing but a unit. */
static void list_plain(struct listing *list, uint32_t verb)
{
    int32_t scouts = verb == FORTRESS_LOOKOUT || verb == FORTRESS_ALWAYS_LOOKOUT;
    for (uint32_t i = 0; i < list->units; i++) {
        uint32_t who = list->unit[i];
        if (!scouts || list->s->piece[who].type == FORTRESS_SCOUT) {
            list_action(list, verb, id_of(list, who), 0, 0);
        }
    }
}

static void list_cancels(struct listing *list)
{
    const struct fortress_state *s = list->s;
    uint16_t busy[FORTRESS_UNITS_MAX + FORTRESS_STRUCTURES_MAX];
    uint32_t count = 0;
    for (uint32_t i = 0; i < list->units; i++) {
        uint32_t who = list->unit[i];
        if (s->task[who].verb != 0 || s->plan[who].standing != 0 || s->plan[who].queue != 0) {
            insert_by_id(s, busy, &count, who);
        }
    }
    for (uint32_t slot = 0; slot < s->side[list->seat].structures; slot++) {
        uint32_t who = fortress_structure_who(list->seat, slot);
        if (s->task[who].verb != 0) {
            insert_by_id(s, busy, &count, who);
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        list_action(list, FORTRESS_CANCEL, id_of(list, busy[i]), 0, 0);
    }
}

static void list_wards(struct listing *list, uint32_t verb)
{
    const struct fortress_state *s = list->s;
    struct fortress_set own;
    if (verb != FORTRESS_STOP_VISION && s->side[list->seat].mana < FORTRESS_WARD_COST) {
        return;
    }
    memset(&own, 0, sizeof own);
    for (uint32_t i = 0; i < s->ward_count; i++) {
        struct fortress_site site = fortress_site_read(s->site[s->ward[i].cell]);
        if (site.owner == list->seat && site.condition == FORTRESS_INTACT) {
            fortress_add(&own, s->ward[i].cell);
        }
    }
    for (uint32_t row = 0; row < FORTRESS_ROWS; row++) {
        for (uint64_t left = own.row[row]; left != 0; left &= left - 1) {
            list_action(list, verb, row * FORTRESS_STRIDE + (uint32_t)__builtin_ctzll(left), 0, 0);
        }
    }
}

static void list_units(struct listing *list)
{
    list_moves(list);
    for (uint32_t i = 0; i < list->units; i++) {
        list_extensions_of(list, list->unit[i]);
    }
    list_far_moves(list);
    list_shots(list);
    list_strikes(list);
    for (uint32_t verb = FORTRESS_HEAL; verb <= FORTRESS_ALWAYS_LOOKOUT; verb++) {
        list_plain(list, verb);
    }
    list_builds(list);
    list_tracks(list, FORTRESS_ROAD_TO);
    list_tracks(list, FORTRESS_RAIL_TO);
    list_repairs(list);
    list_plain(list, FORTRESS_SABOTAGE);
    for (uint32_t verb = FORTRESS_SPELL_HEAL; verb <= FORTRESS_LIGHTNING; verb++) {
        list_spells(list, verb);
    }
    list_cancels(list);
}

uint32_t fortress_legal(const void *state, rd_seat seat, struct rd_action *out, uint32_t cap)
{
    const struct fortress_state *s = state;
    struct listing list;
    if (s->ending != FORTRESS_PLAYING || seat >= FORTRESS_SEATS) {
        return 0;
    }
    list.s = s;
    list.seat = seat;
    list.out = out;
    list.cap = cap;
    list.count = 0;
    if (s->side[seat].done) {
        struct rd_action undone = { FORTRESS_UNDONE, { 0 } };
        if (cap > 0) {
            out[0] = undone;
        }
        return 1;
    }
    list.walks.count = list.roads.count = 0;
    memset(&list.foes, 0, sizeof list.foes);
    memset(&list.mobiles, 0, sizeof list.mobiles);
    memset(&list.friends, 0, sizeof list.friends);
    list.has_tracks = 0;
    gather(&list);
    spy(&list);
    list_purchases(&list);
    list_undos(&list);
    list_units(&list);
    for (uint32_t verb = FORTRESS_WARD_VISION; verb <= FORTRESS_STOP_VISION; verb++) {
        list_wards(&list, verb);
    }
    list_action(&list, FORTRESS_DONE, 0, 0, 0);
    return list.count;
}
