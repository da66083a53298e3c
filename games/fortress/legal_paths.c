/* Legal orders that are ways: moves, far ones, longer ones, roads and rails (R9.5, R9.8, R9.9). */
#include "listing.h"

#include <string.h>

/* ---- walking ---- */

/* R9.5: as far as one who rides straight on can pay. */
static void add_line(const struct fortress_listing *list, struct fortress_purse purse,
                     uint32_t from, uint32_t direction, struct fortress_set *set)
{
    const struct fortress_state *s = list->s;
    for (uint32_t cell = from; !fortress_has(&list->ground[0].walls, cell) || cell == from;) {
        cell = fortress_step(&s->board, cell, direction);
        if (cell == RD_NO_CELL ||
            !fortress_pay(&purse, direction, fortress_cost(s, list->seat, purse.type, cell))) {
            return;
        }
        fortress_add(set, cell);
    }
}

/* Where a walk can end that goes on from a cell. */
static void list_walk(struct fortress_listing *list, uint32_t verb, uint32_t who, uint32_t from,
                      const struct fortress_purse *purse)
{
    struct fortress_reach reach;
    uint32_t type = purse->type;
    RD_ASSERT(type < FORTRESS_TYPES);
    if (purse->spent > fortress_kinds[type].move) {
        return;
    }
    fortress_reach_from(&list->ground[fortress_is(type, FORTRESS_T_WOODSMAN)], from,
                        fortress_kinds[type].move - purse->spent, &reach);
    for (uint32_t d = 0; d < FORTRESS_DIRECTIONS && fortress_overdraws(purse); d++) {
        if (purse->straight == FORTRESS_NOT_BEGUN || purse->straight == d) {
            add_line(list, *purse, from, d, &reach.all);
        }
    }
    fortress_remove(&reach.all, from);
    fortress_list_cells(list, verb, list->s->piece[who].id, &reach.all);
}

void fortress_list_moves(struct fortress_listing *list)
{
    for (uint32_t i = 0; i < list->units; i++) {
        const struct fortress_piece *unit = &list->s->piece[list->unit[i]];
        struct fortress_purse purse = { unit->type, 0, FORTRESS_NOT_BEGUN };
        list_walk(list, FORTRESS_MOVE, list->unit[i], unit->cell, &purse);
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

/* Those of one pace walk over the same ground: by the dearest step, and by what a forest costs
 * unless they enter all. */
static uint32_t pace_of(uint32_t type)
{
    uint32_t steps = 0;
    while (steps < FORTRESS_STEPS && 1u << steps <= fortress_step_max(type)) {
        steps++;
    }
    return steps == FORTRESS_STEPS
               ? 1
               : 2 + 2 * steps + (uint32_t)fortress_is(type, FORTRESS_T_WOODSMAN);
}

static void list_walks(struct fortress_listing *list, uint32_t verb,
                       const struct fortress_piece *unit, uint32_t from)
{
    uint32_t pace = pace_of(unit->type);
    if (pace != list->walks_pace) {
        fortress_walking_ground(&list->ground[fortress_is(unit->type, FORTRESS_T_WOODSMAN)],
                                unit->type, &list->walks_ground);
        list->walks_pace = pace;
        list->walks.known = 0;
    }
    if (!is_inside(list, &list->walks, from)) {
        fill_region(list, from, &list->walks_ground, &list->walks);
    }
    fortress_list_region(list, verb, unit->id, from, &list->walks);
    if (fortress_has(&list->ground[0].walls, from) || !fortress_has(&list->walks_ground, from)) {
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

/* R9.8: drops the cells of a set to which the path would come without any work on the way. */
static void drop_idle(const struct fortress_listing *list, uint32_t who,
                      const struct fortress_plan *drawn, struct fortress_set *reached)
{
    const struct fortress_state *s = list->s;
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    uint32_t from = fortress_path_cell(drawn, drawn->length);
    struct fortress_set finished, near;
    fortress_finished_ground(s, list->seat, &finished);
    fortress_add(&finished, from);
    flood_ground(list, from, &finished, &near);
    fortress_mask(&near, reached);
    FORTRESS_EACH (to, &near) {
        struct fortress_leg leg = { list->seat, s->piece[who].type, from,
                                    to,         FORTRESS_TRACKS,    UINT32_MAX };
        struct fortress_plan plan = *drawn;
        if (fortress_find_path(s, &leg, &plan) && !fortress_has_work(s, list->seat, &plan)) {
            fortress_remove(reached, to);
        }
    }
}

/* Tracks on from the end of a path. */
static void list_tracks(struct fortress_listing *list, uint32_t verb, uint32_t who, uint32_t way,
                        const struct fortress_plan *drawn)
{
    const struct fortress_state *s = list->s;
    uint32_t from = fortress_path_cell(drawn, drawn->length);
    const struct fortress_region *roads = roads_from(list, from);
    if (way == FORTRESS_ROAD_TO && !fortress_has_work(s, list->seat, drawn)) {
        struct fortress_set reached = roads->cells;
        fortress_remove(&reached, from);
        drop_idle(list, who, drawn, &reached);
        fortress_list_cells(list, verb, s->piece[who].id, &reached);
    } else {
        fortress_list_region(list, verb, s->piece[who].id, from, roads);
    }
    leave_roads(list, from);
}

void fortress_list_tracks(struct fortress_listing *list, uint32_t verb)
{
    for (uint32_t i = 0; i < list->units; i++) {
        uint32_t who = list->unit[i];
        if (fortress_list_meets(list, fortress_needs[verb], verb, who, 0)) {
            struct fortress_plan none;
            memset(&none, 0, sizeof none);
            none.origin = list->s->piece[who].cell;
            list_tracks(list, verb, who, verb, &none);
        }
    }
}

/* ---- longer paths ---- */

/* What the path of a unit has cost. */
static struct fortress_purse purse_of(const struct fortress_listing *list, uint32_t who)
{
    const struct fortress_state *s = list->s;
    RD_ASSERT(who < FORTRESS_FIRST_NEUTRAL);
    const struct fortress_plan *plan = &s->plan[who];
    struct fortress_purse purse = { s->piece[who].type, 0, FORTRESS_NOT_BEGUN };
    uint32_t cell = plan->origin;
    for (uint32_t i = 0; i < plan->length; i++) {
        uint32_t direction = fortress_path_get(plan, i);
        cell = fortress_beside(cell, direction);
        fortress_pay(&purse, direction, fortress_cost(s, list->seat, purse.type, cell));
    }
    return purse;
}

static void list_longer(struct fortress_listing *list, uint32_t who)
{
    const struct fortress_state *s = list->s;
    RD_ASSERT(who < FORTRESS_FIRST_NEUTRAL);
    const struct fortress_plan *plan = &s->plan[who];
    uint32_t way = fortress_lengthened(s, who);
    if (!fortress_list_meets(list, fortress_needs[FORTRESS_EXTEND], way, who, 0) ||
        !fortress_list_meets(list, fortress_longer_needs[way], way, who, 0)) {
        return;
    }
    uint32_t end = fortress_path_cell(plan, plan->length);
    if (way == FORTRESS_MOVE) {
        struct fortress_purse purse = purse_of(list, who);
        list_walk(list, FORTRESS_EXTEND, who, end, &purse);
    } else if (way == FORTRESS_MOVE_TO) {
        list_walks(list, FORTRESS_EXTEND, &s->piece[who], end);
    } else {
        list_tracks(list, FORTRESS_EXTEND, who, way, plan);
    }
}

void fortress_list_extensions(struct fortress_listing *list)
{
    for (uint32_t i = 0; i < list->units; i++) {
        list_longer(list, list->unit[i]);
    }
}
