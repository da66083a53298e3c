/* Roads and rails tile by tile (R9.8), by what the builder's owner knows. */
#include "fortress_internal.h"

#include <string.h>

static int32_t is_own_structure(const struct fortress_state *s, uint32_t seat, uint32_t cell)
{
    uint32_t who = fortress_structure_at(s, cell);
    return who != FORTRESS_NOBODY && fortress_owner(who) == seat;
}

static enum fortress_status road_on(uint8_t code, uint32_t seat)
{
    struct fortress_site site = fortress_site_read(code);
    if (code == 0) {
        return FORTRESS_WORK;
    }
    int32_t track = site.type == FORTRESS_ROAD || site.type == FORTRESS_RAIL;
    if (!track || site.condition == FORTRESS_DISABLED) {
        return FORTRESS_INVALID;
    }
    if (site.type == FORTRESS_ROAD && site.condition == FORTRESS_BUILDING) {
        return site.owner == seat ? FORTRESS_WORK : FORTRESS_INVALID;
    }
    return FORTRESS_SKIP;
}

static enum fortress_status rail_on(uint8_t code, uint32_t seat)
{
    struct fortress_site site = fortress_site_read(code);
    if (code == 0 || site.owner != seat || site.condition == FORTRESS_DISABLED) {
        return FORTRESS_INVALID;
    }
    if (site.type == FORTRESS_RAIL) {
        return site.condition == FORTRESS_INTACT ? FORTRESS_SKIP : FORTRESS_WORK;
    }
    int32_t road = site.type == FORTRESS_ROAD && site.condition == FORTRESS_INTACT;
    return road ? FORTRESS_WORK : FORTRESS_INVALID;
}

/* What both kinds ask first. `excused` is what a builder may start from all the same. */
static enum fortress_status status(const struct fortress_state *s, uint32_t seat, uint32_t cell,
                                   int32_t first, int32_t rail)
{
    RD_ASSERT(seat < FORTRESS_SEATS);
    const struct fortress_knowledge *know = &s->know[seat];
    enum fortress_status excused = first ? FORTRESS_SKIP : FORTRESS_INVALID;
    if (!fortress_exists(&s->board, cell)) {
        return FORTRESS_INVALID;
    }
    int32_t explored = fortress_has(&know->explored, cell);
    if (explored &&
        (fortress_has(&s->board.mountain, cell) || fortress_has(&s->board.lake, cell))) {
        return FORTRESS_INVALID;
    }
    if (explored && (fortress_is_marked(&s->board, cell) ||
                     fortress_mine_at(&s->board, cell) != FORTRESS_NOBODY)) {
        return excused;
    }
    if (fortress_known_structure(s, seat, cell) != FORTRESS_NOBODY) {
        return excused;
    }
    if (is_own_structure(s, seat, cell)) {
        return FORTRESS_SKIP;
    }
    RD_ASSERT(cell < FORTRESS_CELLS);
    uint8_t code = know->site[cell];
    enum fortress_status on = rail ? rail_on(code, seat) : road_on(code, seat);
    return on == FORTRESS_INVALID && code != 0 ? excused : on;
}

enum fortress_status fortress_road_status(const struct fortress_state *s, uint32_t seat,
                                          uint32_t cell, int32_t first)
{
    return status(s, seat, cell, first, 0);
}

int32_t fortress_has_work(const struct fortress_state *s, uint32_t seat,
                          const struct fortress_plan *plan)
{
    uint32_t cell = plan->origin;
    for (uint32_t i = 0; status(s, seat, cell, i == 0, 0) != FORTRESS_WORK; i++) {
        if (i == plan->length) {
            return 0;
        }
        cell = fortress_beside(cell, fortress_path_get(plan, i));
    }
    return 1;
}

void fortress_finished_ground(const struct fortress_state *s, uint32_t seat,
                              struct fortress_set *set)
{
    RD_ASSERT(seat < FORTRESS_SEATS);
    const uint8_t *site = s->know[seat].site;
    fortress_sites_of(site, set);
    FORTRESS_EACH (cell, set) {
        if (road_on(site[cell], seat) != FORTRESS_SKIP) {
            fortress_remove(set, cell);
        }
    }
    for (uint32_t slot = 0; slot < s->side[seat].structures; slot++) {
        fortress_add(set, s->piece[fortress_structure_who(seat, slot)].cell);
    }
}

/* Every cell by its site, bare ground included. */
static void drop_sites(const struct fortress_knowledge *know, uint32_t seat,
                       struct fortress_set *set)
{
    struct fortress_set sites;
    fortress_sites_of(know->site, &sites);
    FORTRESS_EACH (cell, &sites) {
        if (road_on(know->site[cell], seat) == FORTRESS_INVALID) {
            fortress_remove(set, cell);
        }
    }
}

static void drop_known(const uint16_t *cell, uint32_t count, const struct fortress_set *explored,
                       struct fortress_set *set)
{
    for (uint32_t i = 0; i < count; i++) {
        if (fortress_has(explored, cell[i])) {
            fortress_remove(set, cell[i]);
        }
    }
}

void fortress_track_ground(const struct fortress_state *s, uint32_t seat, struct fortress_set *set)
{
    const struct fortress_board *board = &s->board;
    RD_ASSERT(seat < FORTRESS_SEATS);
    const struct fortress_knowledge *know = &s->know[seat];
    for (uint32_t row = 0; row < FORTRESS_ROWS; row++) {
        uint64_t barred = (board->mountain.row[row] | board->lake.row[row]);
        set->row[row] = board->valid.row[row] & ~(barred & know->explored.row[row]);
    }
    drop_sites(know, seat, set);
    for (uint32_t slot = 0; slot < s->side[seat].structures; slot++) { /* whatever is there */
        const struct fortress_piece *piece = &s->piece[fortress_structure_who(seat, slot)];
        if (piece->health > 0 && !fortress_has(&board->lake, piece->cell)) {
            fortress_add(set, piece->cell);
        }
    }
    drop_known(board->camp, board->camps, &know->explored, set);
    drop_known(board->lair, board->lairs, &know->explored, set);
    drop_known(board->mine, board->mines, &know->explored, set);
    for (uint64_t left = know->structures; left != 0;) {
        uint32_t who = fortress_take_structure(1 - seat, &left);
        fortress_remove(set, s->piece[who].cell);
    }
}

enum fortress_status fortress_track_status(const struct fortress_state *s, uint32_t who,
                                           uint32_t queue, int32_t first)
{
    uint32_t seat = fortress_owner(who);
    int32_t rail = queue == FORTRESS_RAIL_TO;
    RD_ASSERT(seat < FORTRESS_SEATS);
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    enum fortress_status there = status(s, seat, s->piece[who].cell, first, rail);
    int32_t gold = s->side[seat].gold - s->side[seat].spent;
    int32_t price = fortress_plans[rail ? FORTRESS_RAIL : FORTRESS_ROAD].gold;
    return there == FORTRESS_WORK && gold < price ? FORTRESS_INVALID : there;
}

static int32_t order_work(const struct fortress_state *s, uint32_t who, struct fortress_plan *plan,
                          struct fortress_task *task)
{
    uint8_t structure = plan->queue == FORTRESS_RAIL_TO ? FORTRESS_RAIL : FORTRESS_ROAD;
    const struct fortress_task build = { FORTRESS_BUILD, structure, 0, 0, 0 };
    *task = build;
    plan->works = 1;
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    plan->expected = s->piece[who].cell;
    return 1;
}

/* One tile on. */
static int32_t order_step(const struct fortress_state *s, uint32_t who, struct fortress_plan *plan,
                          struct fortress_task *task)
{
    const struct fortress_task move = { FORTRESS_MOVE, 0, 0, 0, 0 };
    uint32_t seat = fortress_owner(who);
    uint32_t next = fortress_path_cell(plan, plan->from + 1u);
    if (fortress_cost(s, seat, s->piece[who].type, next) == FORTRESS_IMPASSABLE ||
        fortress_is_wall(s, seat, seat, next)) {
        return 0;
    }
    *task = move;
    plan->steps = 1;
    plan->expected = (uint16_t)next;
    return 1;
}

int32_t fortress_track_order(const struct fortress_state *s, uint32_t who,
                             struct fortress_plan *plan, struct fortress_task *task)
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    uint32_t index = fortress_path_index(plan, s->piece[who].cell);
    if (index > plan->length) {
        return 0;
    }
    plan->from = (uint8_t)index;
    plan->steps = plan->works = 0;
    switch (fortress_track_status(s, who, plan->queue, index == 0)) {
    case FORTRESS_WORK:
        return order_work(s, who, plan, task);
    case FORTRESS_SKIP:
        return index < plan->length && order_step(s, who, plan, task);
    case FORTRESS_INVALID:
        break;
    }
    return 0;
}
