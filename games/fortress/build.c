/* What may be built where (R13.1, R13.2), by what the builder's owner knows. */
#include "fortress_internal.h"

uint32_t fortress_steps_of(const struct fortress_board *board, uint32_t structure, uint32_t cell)
{
    RD_ASSERT(structure < FORTRESS_STRUCTURES);
    uint32_t steps = fortress_plans[structure].steps;
    int32_t track = structure == FORTRESS_ROAD || structure == FORTRESS_RAIL;
    return track && fortress_has(&board->river, cell) ? steps + 1 : steps;
}

/* ---- pools and pumps ---- */

/* Neighbours by row, then column: NW NE W E SW SE. */
static const uint8_t by_row[FORTRESS_DIRECTIONS] = { 2, 1, 3, 0, 4, 5 };

/* A mine that the seat knows of, or its base. */
static int32_t is_source(const struct fortress_state *s, uint32_t seat, uint32_t cell)
{
    if (cell == RD_NO_CELL) {
        return 0;
    }
    const struct fortress_piece *base =
        &s->piece[fortress_structure_who(seat, fortress_base_slot(s, seat))];
    return base->cell == cell || (fortress_has(&s->know[seat].explored, cell) &&
                                  fortress_mine_at(&s->board, cell) != FORTRESS_NOBODY);
}

/* Does a pool that the seat knows of draw from there? */
static int32_t is_drained(const struct fortress_state *s, uint32_t seat, uint32_t source)
{
    for (uint32_t d = 0; d < FORTRESS_DIRECTIONS; d++) {
        uint32_t cell = fortress_step(&s->board, source, d);
        if (cell == RD_NO_CELL) {
            continue;
        }
        struct fortress_site site = fortress_site_read(s->know[seat].site[cell]);
        if (site.type == FORTRESS_POOL && fortress_beside(cell, site.source) == source) {
            return 1;
        }
    }
    return 0;
}

/* Is another of the seat's pool orders of this turn for it? */
static int32_t is_claimed(const struct fortress_state *s, uint32_t seat, uint32_t builder,
                          uint32_t source)
{
    for (uint32_t slot = 0; slot < s->side[seat].units; slot++) {
        uint32_t who = fortress_unit_who(seat, slot);
        const struct fortress_task *task = &s->task[who];
        if (who != builder && task->verb == FORTRESS_BUILD && task->what == FORTRESS_POOL &&
            s->know[seat].site[s->piece[who].cell] == 0 && task->cell == source) {
            return 1;
        }
    }
    return 0;
}

static struct rd_verdict judge_pool(const struct fortress_state *s, uint32_t seat, uint32_t who,
                                    struct fortress_task *task)
{
    for (uint32_t i = 0; i < FORTRESS_DIRECTIONS; i++) {
        uint32_t source = fortress_step(&s->board, s->piece[who].cell, by_row[i]);
        if (is_source(s, seat, source) && !is_drained(s, seat, source) &&
            !is_claimed(s, seat, who, source)) {
            task->cell = (uint16_t)source;
            return fortress_fine();
        }
    }
    return fortress_refuse(FORTRESS_BUILD_SOURCE);
}

static int32_t is_own_pool(const struct fortress_state *s, uint32_t seat, uint32_t cell)
{
    if (cell == RD_NO_CELL) {
        return 0;
    }
    struct fortress_site site = fortress_site_read(s->site[cell]);
    return site.type == FORTRESS_POOL && site.owner == seat && site.condition != FORTRESS_DISABLED;
}

static struct rd_verdict judge_pump(const struct fortress_state *s, uint32_t seat, uint32_t who,
                                    struct fortress_task *task)
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    uint32_t here = s->piece[who].cell;
    for (uint32_t i = 0; i < FORTRESS_DIRECTIONS; i++) {
        uint32_t source = fortress_step(&s->board, here, by_row[i]);
        for (uint32_t k = 0; k < FORTRESS_DIRECTIONS && is_source(s, seat, source); k++) {
            uint32_t pool = fortress_step(&s->board, here, by_row[k]);
            if (is_own_pool(s, seat, pool) && fortress_distance(source, pool) == 1) {
                task->cell = (uint16_t)source;
                task->pool = (uint16_t)pool;
                return fortress_fine();
            }
        }
    }
    return fortress_refuse(FORTRESS_BUILD_PUMP);
}

/* ---- spawn towers and wards ---- */

static uint32_t own_sites(const struct fortress_state *s, uint32_t seat, uint32_t type)
{
    struct fortress_set sites;
    uint32_t count = 0;
    fortress_sites_of(s->site, &sites);
    FORTRESS_EACH (cell, &sites) {
        struct fortress_site site = fortress_site_read(s->site[cell]);
        count += site.type == type && site.owner == seat;
    }
    return count;
}

static struct rd_verdict judge_tower(const struct fortress_state *s, uint32_t seat, uint32_t cell)
{
    struct fortress_set net;
    fortress_network(s, seat, FORTRESS_NET_ROAD, 0, &net);
    int32_t touches = fortress_has(&net, cell);
    for (uint32_t d = 0; d < FORTRESS_DIRECTIONS && !touches; d++) {
        uint32_t next = fortress_step(&s->board, cell, d);
        touches = next != RD_NO_CELL && fortress_has(&net, next);
    }
    if (!touches) {
        return fortress_refuse(FORTRESS_BUILD_NETWORK);
    }
    uint32_t count = fortress_standing(s, seat) + own_sites(s, seat, FORTRESS_SPAWN_TOWER);
    return count >= FORTRESS_STANDING_MAX ? fortress_refuse(FORTRESS_BUILD_TOWERS)
                                          : fortress_fine();
}

/* ---- any site ---- */

static struct rd_verdict judge_new(const struct fortress_state *s, uint32_t seat, uint32_t who,
                                   struct fortress_task *task)
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    uint32_t cell = s->piece[who].cell;
    if (fortress_is_marked(&s->board, cell) ||
        fortress_mine_at(&s->board, cell) != FORTRESS_NOBODY ||
        fortress_structure_at(s, cell) != FORTRESS_NOBODY) {
        return fortress_refuse(FORTRESS_BUILD_TILE);
    }
    if (task->what == FORTRESS_RAIL) {
        return fortress_refuse(FORTRESS_BUILD_RAIL);
    }
    if ((fortress_plans[task->what].ground >> fortress_ground_at(&s->board, cell) & 1u) == 0) {
        return fortress_refuse(FORTRESS_BUILD_GROUND);
    }
    switch (task->what) {
    case FORTRESS_SPAWN_TOWER:
        return judge_tower(s, seat, cell);
    case FORTRESS_WARD:
        return own_sites(s, seat, FORTRESS_WARD) >= FORTRESS_WARDS_OWN
                   ? fortress_refuse(FORTRESS_BUILD_WARDS)
                   : fortress_fine();
    case FORTRESS_POOL:
        return judge_pool(s, seat, who, task);
    case FORTRESS_PUMP:
        return judge_pump(s, seat, who, task);
    default:
        return fortress_fine();
    }
}

static struct rd_verdict judge_site(uint8_t code, uint32_t seat, uint32_t structure)
{
    struct fortress_site site = fortress_site_read(code);
    if (site.owner != seat || site.condition == FORTRESS_DISABLED) {
        return fortress_refuse(FORTRESS_BUILD_SITE);
    }
    if (site.condition == FORTRESS_INTACT) {
        int32_t rail = structure == FORTRESS_RAIL && site.type == FORTRESS_ROAD;
        return rail ? fortress_fine() : fortress_refuse(FORTRESS_BUILD_SITE);
    }
    return site.type == structure ? fortress_fine() : fortress_refuse(FORTRESS_BUILD_SITE);
}

struct rd_verdict fortress_judge_build(const struct fortress_state *s, uint32_t seat, uint32_t who,
                                       uint32_t structure, struct fortress_task *task)
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    RD_ASSERT(s->piece[who].cell < FORTRESS_CELLS);
    RD_ASSERT(seat < FORTRESS_SEATS);
    uint8_t known = s->know[seat].site[s->piece[who].cell];
    task->what = (uint8_t)structure;
    if (!fortress_is(s->piece[who].type, FORTRESS_T_BUILDS)) {
        return fortress_refuse(FORTRESS_NOT_BUILDER);
    }
    struct rd_verdict verdict =
        known == 0 ? judge_new(s, seat, who, task) : judge_site(known, seat, structure);
    if (verdict.code != RD_OK) {
        return verdict;
    }
    int32_t gold = s->side[seat].gold - s->side[seat].spent;
    RD_ASSERT(structure < FORTRESS_STRUCTURES);
    return gold < fortress_plans[structure].gold ? fortress_refuse(FORTRESS_BUILD_GOLD) : verdict;
}
