/* Legal orders that are ways: moves, far ones, longer ones, roads and rails (R9.5, R9.8, R9.9). */
#include "listing.h"

#include <string.h>

/* ---- walking ---- */

/* Somebody on the way. straight: the direction of it so far, 6 = any, 7 = it was none. */
struct walker {
    uint32_t type, from, spent, straight;
};

/* R9.5: a straight line of one who rides; its last step may overdraw. */
static void add_overdrawn(const struct fortress_listing *list, const struct walker *walker,
                          uint32_t direction, struct fortress_set *set)
{
    const struct fortress_state *s = list->s;
    uint32_t budget = fortress_kinds[walker->type].move;
    uint32_t total = walker->spent, cell = walker->from;
    while (total <= budget) {
        cell = fortress_step(&s->board, cell, direction);
        if (cell == RD_NO_CELL) {
            return;
        }
        total += fortress_cost(s, list->seat, walker->type, cell);
        if (total > budget) {
            if (total <= budget + FORTRESS_COST_ONE) {
                fortress_add(set, cell);
            }
        } else if (fortress_has(&list->ground[0].walls, cell)) {
            return;
        }
    }
}

/* Where a walk can end. */
static void walks(const struct fortress_listing *list, const struct walker *walker,
                  struct fortress_set *set)
{
    struct fortress_reach reach;
    uint32_t type = walker->type, straight = walker->straight;
    RD_ASSERT(type < FORTRESS_TYPES);
    int32_t rides = fortress_is(type, FORTRESS_T_RIDES) && straight <= FORTRESS_DIRECTIONS;
    fortress_reach_from(&list->ground[fortress_is(type, FORTRESS_T_WOODSMAN)], walker->from,
                        fortress_kinds[type].move - walker->spent, &reach);
    *set = reach.all;
    fortress_remove(set, walker->from);
    for (uint32_t d = 0; d < FORTRESS_DIRECTIONS && rides; d++) {
        if (straight == FORTRESS_DIRECTIONS || straight == d) {
            add_overdrawn(list, walker, d, set);
        }
    }
}

void fortress_list_moves(struct fortress_listing *list)
{
    for (uint32_t i = 0; i < list->units; i++) {
        const struct fortress_piece *unit = &list->s->piece[list->unit[i]];
        struct fortress_set set;
        struct walker walker = { unit->type, unit->cell, 0, FORTRESS_DIRECTIONS };
        walks(list, &walker, &set);
        fortress_list_cells(list, FORTRESS_MOVE, unit->id, &set);
    }
}

/* ---- far walks ---- */

/* Everything that a way from a cell through the ground can lead to: past walls only at its end. */
static void flood_ground(const struct fortress_listing *list, uint32_t from,
                         const struct fortress_set *ground, struct fortress_set *reached)
{
    const struct fortress_set *walls = &list->ground[0].walls;
    struct fortress_set inner = *ground;
    for (uint32_t row = 0; row < FORTRESS_ROWS; row++) {
        inner.row[row] &= ~walls->row[row];
    }
    fortress_connected(&inner, from, reached);
    for (uint64_t left = list->s->know[list->seat].structures; left != 0;) {
        uint32_t who = fortress_take_structure(1 - list->seat, &left);
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

static void fill_region(const struct fortress_listing *list, uint32_t from,
                        const struct fortress_set *ground, struct fortress_region *region)
{
    flood_ground(list, from, ground, &region->cells);
    fortress_region_found(list, region);
}

/* May a region serve for a way from this cell too? */
static int32_t is_inside(const struct fortress_listing *list, const struct fortress_region *region,
                         uint32_t from)
{
    return region->known && fortress_has(&region->cells, from) &&
           !fortress_has(&list->ground[0].walls, from);
}

/* Those of one pace walk over the same ground. */
static uint32_t pace_of(uint32_t type)
{
    return fortress_wades(type) ? 0 : fortress_is(type, FORTRESS_T_WOODSMAN) ? 2 : 1;
}

/* R9.5: the ground for a far walk. */
static void ground_for(const struct fortress_listing *list, uint32_t pace, struct fortress_set *set)
{
    *set = list->firm;
    for (uint32_t row = 0; row < FORTRESS_ROWS && pace > 0; row++) {
        set->row[row] &= ~list->ground[pace - 1].step[FORTRESS_STEPS - 1].row[row];
    }
}

static void list_walks(struct fortress_listing *list, uint32_t verb,
                       const struct fortress_piece *unit, uint32_t from)
{
    struct fortress_set ground;
    uint32_t pace = pace_of(unit->type);
    ground_for(list, pace, &ground);
    if (pace != list->walks_pace || !is_inside(list, &list->walks, from)) {
        fill_region(list, from, &ground, &list->walks);
        list->walks_pace = pace;
    }
    fortress_list_region(list, verb, unit->id, from, &list->walks);
    if (fortress_has(&list->ground[0].walls, from) || !fortress_has(&ground, from)) {
        list->walks.known = 0; /* nobody else may go through there */
    }
}

void fortress_list_far_moves(struct fortress_listing *list)
{
    for (uint32_t i = 0; i < list->units; i++) {
        const struct fortress_piece *unit = &list->s->piece[list->unit[i]];
        list_walks(list, FORTRESS_MOVE_TO, unit, unit->cell);
    }
}

/* ---- roads and rails ---- */

/* R9.8: is there a first concrete order? */
static int32_t tracks_begin(const struct fortress_listing *list, uint32_t who, uint32_t verb)
{
    const struct fortress_state *s = list->s;
    RD_ASSERT(list->seat < FORTRESS_SEATS);
    const struct fortress_side *side = &s->side[list->seat];
    RD_ASSERT(who < FORTRESS_WHO_MAX);
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
static int32_t borders_only(const struct fortress_listing *list,
                            const struct fortress_region *region, uint32_t from)
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
static const struct fortress_region *roads_from(struct fortress_listing *list, uint32_t from)
{
    struct fortress_region *roads = &list->roads;
    if (!list->has_tracks) {
        fortress_track_ground(list->s, list->seat, &list->tracks);
        list->has_tracks = 1;
    }
    int32_t usual = fortress_has(&list->tracks, from);
    int32_t known = roads->known &&
                    (usual ? fortress_has(&roads->cells, from) : borders_only(list, roads, from));
    if (!known) {
        fill_region(list, from, &list->tracks, roads);
    }
    return roads;
}

/* A region may have been joined by the cell of the one who stands there: then it is only his. */
static void leave_roads(struct fortress_listing *list, uint32_t from)
{
    if (!fortress_has(&list->tracks, from) && fortress_has(&list->roads.cells, from)) {
        list->roads.known = 0;
    }
}

/* The cells of a set that a road from a cell would come to without any work on the way. */
static void drop_idle_roads(const struct fortress_listing *list, uint32_t who,
                            struct fortress_set *reached)
{
    const struct fortress_state *s = list->s;
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    uint32_t from = s->piece[who].cell;
    struct fortress_set finished, near;
    fortress_finished_ground(s, list->seat, &finished);
    fortress_add(&finished, from);
    flood_ground(list, from, &finished, &near);
    fortress_remove(&near, from);
    fortress_mask(&near, reached);
    FORTRESS_EACH (to, &near) {
        struct fortress_leg leg = { list->seat, s->piece[who].type, from,
                                    to,         FORTRESS_TRACKS,    UINT32_MAX };
        struct fortress_plan plan;
        memset(&plan, 0, sizeof plan);
        plan.origin = (uint16_t)from;
        if (fortress_find_path(s, &leg, &plan) && !fortress_has_work(s, list->seat, &plan)) {
            fortress_remove(reached, to);
        }
    }
}

void fortress_list_tracks(struct fortress_listing *list, uint32_t verb)
{
    const struct fortress_state *s = list->s;
    for (uint32_t i = 0; i < list->units; i++) {
        uint32_t who = list->unit[i], from = s->piece[who].cell;
        if (!fortress_is(s->piece[who].type, FORTRESS_T_BUILDS) || !tracks_begin(list, who, verb)) {
            continue;
        }
        const struct fortress_region *roads = roads_from(list, from);
        if (verb == FORTRESS_ROAD_TO &&
            fortress_road_status(s, list->seat, from, 1) != FORTRESS_WORK) {
            struct fortress_set reached = roads->cells;
            fortress_remove(&reached, from);
            drop_idle_roads(list, who, &reached);
            fortress_list_cells(list, verb, s->piece[who].id, &reached);
        } else {
            fortress_list_region(list, verb, s->piece[who].id, from, roads);
        }
        leave_roads(list, from);
    }
}

/* ---- longer paths ---- */

static void list_longer_walk(struct fortress_listing *list, uint32_t who, uint32_t end)
{
    const struct fortress_state *s = list->s;
    RD_ASSERT(who < FORTRESS_SEATS * FORTRESS_UNITS_MAX);
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    const struct fortress_plan *plan = &s->plan[who];
    uint32_t cell = plan->origin;
    struct walker walker = { s->piece[who].type, end, 0, fortress_path_get(plan, 0) };
    struct fortress_set set;
    for (uint32_t i = 0; i < plan->length; i++) {
        uint32_t direction = fortress_path_get(plan, i);
        cell = fortress_beside(cell, direction);
        walker.spent += fortress_cost(s, list->seat, walker.type, cell);
        walker.straight =
            direction == walker.straight ? direction : (uint32_t)FORTRESS_DIRECTIONS + 1;
    }
    RD_ASSERT(walker.type < FORTRESS_TYPES);
    if (walker.spent <= fortress_kinds[walker.type].move) {
        walks(list, &walker, &set);
        fortress_list_cells(list, FORTRESS_EXTEND, s->piece[who].id, &set);
    }
}

static void list_extensions_of(struct fortress_listing *list, uint32_t who)
{
    const struct fortress_state *s = list->s;
    RD_ASSERT(who < FORTRESS_SEATS * FORTRESS_UNITS_MAX);
    RD_ASSERT(who < FORTRESS_WHO_MAX);
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
        list_walks(list, FORTRESS_EXTEND, &s->piece[who], end);
    } else if (tracks_begin(list, who, plan->queue)) {
        fortress_list_region(list, FORTRESS_EXTEND, s->piece[who].id, end, roads_from(list, end));
        leave_roads(list, end);
    }
}

void fortress_list_extensions(struct fortress_listing *list)
{
    for (uint32_t i = 0; i < list->units; i++) {
        list_extensions_of(list, list->unit[i]);
    }
}
