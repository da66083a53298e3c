/*
 * Fortress Frontiers: scouts take mines and look around, miners and roads make them pay, and when
 * enough fighters have gathered they march on the enemy's base, which is where the half turn of the
 * board puts one's own until it is seen.
 *
 * Every question is answered with the first thing there is to do: attacks, then units without
 * orders, then purchases, then done. Nothing is remembered between questions, and nothing drawn.
 */
#include <string.h>

#include "bots/fortress_kinds.h"
#include "bots/list.h"

enum {
    NONE = 0x7fffffff,
    SCOUTS = 2,
    OPENING = 12, /* turns in which scouts and miners come first */
    MINERS = 4,
    MUSTER = 7,       /* fighters before the march begins */
    HOME = 7,         /* tiles from the own base that are still at home */
    DANGER = 3,       /* tiles around camps and lairs */
    HUNTERS = 3,      /* fighters who dare to attack a dragon */
    WEAK = 40,        /* health below which a unit rests, if nobody is near */
    ROAD_GOLD = 40,   /* that must be there before work on a road begins */
    ARCHERS_EVERY = 3 /* of the fighters one shoots */
};

struct position {
    const struct rd_bot_question *q;
    const struct fortress_view *v;
    uint32_t me;
    uint32_t base, goal; /* cells: of my base, and where the other's is or should be */
    uint32_t count[FORTRESS_BOUGHT_TYPES];
    uint32_t fighters, mines;
    uint32_t archers; /* fighters who shoot */
};

/* ---- legal orders ---- */

/* The first order that is not below (verb, first, second). */
static uint32_t lower_bound(const struct position *m, uint32_t verb, uint32_t first,
                            uint32_t second)
{
    struct rd_action wanted = { (uint16_t)verb, { (uint16_t)first, (uint16_t)second, 0 } };
    return rd_bot_lower_bound(m->q, wanted);
}

static int32_t is_order(const struct position *m, uint32_t index, uint32_t verb, uint32_t first)
{
    return index < m->q->legal_count && m->q->legal[index].verb == verb &&
           m->q->legal[index].arg[0] == first;
}

static uint32_t find(const struct position *m, uint32_t verb, uint32_t first, uint32_t second)
{
    uint32_t index = lower_bound(m, verb, first, second);
    return is_order(m, index, verb, first) && m->q->legal[index].arg[1] == second ? index
                                                                                  : (uint32_t)NONE;
}

/* The order of this verb to this unit that ends nearest to a cell. */
static uint32_t nearest(const struct position *m, uint32_t verb, uint32_t first, uint32_t goal)
{
    uint32_t best = find(m, verb, first, goal), distance = NONE;
    if (best != NONE) {
        return best;
    }
    for (uint32_t i = lower_bound(m, verb, first, 0); is_order(m, i, verb, first); i++) {
        uint32_t d = fortress_distance(m->q->legal[i].arg[1], goal);
        if (d < distance) {
            distance = d;
            best = i;
        }
    }
    return best;
}

/* ---- looking around ---- */

/* Where the half turn of the board puts a cell. */
static uint32_t turned(const struct fortress_view *v, uint32_t cell)
{
    int32_t x_max = FORTRESS_X0, y_min = FORTRESS_ROWS, y_max = 0;
    for (uint32_t c = 0; c < FORTRESS_CELLS; c++) {
        if (fortress_has(&v->board.valid, c)) {
            int32_t x = fortress_x(c), y = fortress_y(c);
            x_max = x > x_max ? x : x_max;
            y_min = y < y_min ? y : y_min;
            y_max = y > y_max ? y : y_max;
        }
    }
    int32_t odd = fortress_y(cell) & 1;
    uint32_t there =
        fortress_cell(x_max - odd - fortress_x(cell), y_min + y_max - fortress_y(cell));
    return there < FORTRESS_CELLS && fortress_has(&v->board.valid, there) ? there : cell;
}

static void look(struct position *m, const struct rd_bot_question *q)
{
    const struct fortress_view *v = q->view;
    memset(m, 0, sizeof *m);
    m->q = q;
    m->v = v;
    m->me = q->seat;
    for (uint32_t i = 0; i < v->own.structures; i++) {
        m->base = v->structure[i].type == FORTRESS_BASE ? v->structure[i].cell : m->base;
    }
    m->goal = turned(v, m->base);
    for (uint32_t i = 0; i < v->seen_count; i++) {
        int32_t base = v->seen[i].type == FORTRESS_BASE && v->seen[i].owner != m->me;
        m->goal = base ? v->seen[i].cell : m->goal;
    }
    for (uint32_t i = 0; i < (uint32_t)v->own.units + v->own.bought; i++) {
        int32_t fights = fortress_is(v->unit[i].type, FORTRESS_T_FIGHTER);
        m->count[v->unit[i].type]++;
        m->fighters += fights ? 1u : 0u;
        m->archers += fights && fortress_is(v->unit[i].type, FORTRESS_T_SHOOTS) ? 1u : 0u;
    }
    for (uint32_t i = 0; i < v->board.mines; i++) {
        m->mines += v->know.mine[i] == m->me + 1;
    }
}

/* Somebody who is not mine, a base or tower first. */
static const struct fortress_seen *seen_at(const struct position *m, uint32_t cell)
{
    const struct fortress_seen *found = NULL;
    for (uint32_t i = 0; i < m->v->seen_count; i++) {
        const struct fortress_seen *seen = &m->v->seen[i];
        int32_t structure = fortress_is(seen->type, FORTRESS_T_BUILDING);
        if (seen->cell == cell && (found == NULL || structure)) {
            found = seen;
        }
    }
    return found;
}

static int32_t is_dangerous(const struct position *m, uint32_t cell)
{
    const struct fortress_board *board = &m->v->board;
    for (uint32_t i = 0; i < board->camps; i++) {
        if (fortress_distance(cell, board->camp[i]) < DANGER) {
            return 1;
        }
    }
    for (uint32_t i = 0; i < board->lairs; i++) {
        if (fortress_distance(cell, board->lair[i]) <= DANGER) {
            return 1;
        }
    }
    return 0;
}

/* The last cell of a unit's path. */
static uint32_t path_end(const struct fortress_plan *plan)
{
    uint32_t cell = plan->origin;
    for (uint32_t i = 0; i < plan->length; i++) {
        uint32_t bit = 3 * i;
        uint32_t word = plan->path[bit / 8];
        if (bit / 8 + 1 < FORTRESS_PATH_BYTES) {
            word |= (uint32_t)plan->path[bit / 8 + 1] << 8;
        }
        cell = fortress_beside(cell, word >> bit % 8 & 7u);
    }
    return cell;
}

/* Does another unit of mine stand there or go there? */
static int32_t is_claimed(const struct position *m, uint32_t unit, uint32_t cell, uint32_t within)
{
    for (uint32_t i = 0; i < m->v->own.units; i++) {
        if (i == unit) {
            continue;
        }
        uint32_t end = m->v->plan[i].length > 0 ? path_end(&m->v->plan[i]) : m->v->unit[i].cell;
        if (fortress_distance(end, cell) <= within) {
            return 1;
        }
    }
    return 0;
}

/* ---- fighting ---- */

/* My fighters near a cell. */
static uint32_t crowd_at(const struct position *m, uint32_t cell)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->v->own.units; i++) {
        const struct fortress_piece *unit = &m->v->unit[i];
        count += fortress_is(unit->type, FORTRESS_T_FIGHTER) &&
                 fortress_distance(unit->cell, cell) <= DANGER;
    }
    return count;
}

static int32_t worth_of(const struct position *m, const struct fortress_seen *target)
{
    switch (target->type) {
    case FORTRESS_BASE:
        return 400;
    case FORTRESS_TOWER:
        return 40;
    case FORTRESS_DRAGON:
        return crowd_at(m, target->cell) >= HUNTERS ? 250 : 0;
    case FORTRESS_CAMP_ARCHER:
        return 150;
    default:
        return 300 - target->health;
    }
}

/* The best target of this verb for this unit. */
static uint32_t best_attack(const struct position *m, uint32_t verb, uint32_t id)
{
    uint32_t best = NONE;
    int32_t worth = 0;
    for (uint32_t i = lower_bound(m, verb, id, 0); is_order(m, i, verb, id); i++) {
        const struct fortress_seen *target = seen_at(m, m->q->legal[i].arg[1]);
        if (target != NULL && worth_of(m, target) > worth) {
            worth = worth_of(m, target);
            best = i;
        }
    }
    return best;
}

static uint32_t fight(const struct position *m, const struct fortress_piece *unit)
{
    uint32_t shot = best_attack(m, FORTRESS_RANGED, unit->id);
    if (shot != NONE || fortress_is(unit->type, FORTRESS_T_SHOOTS)) {
        return shot;
    }
    return best_attack(m, FORTRESS_MELEE, unit->id);
}

static int32_t foe_near(const struct position *m, uint32_t cell, uint32_t within)
{
    for (uint32_t i = 0; i < m->v->seen_count; i++) {
        const struct fortress_seen *seen = &m->v->seen[i];
        int32_t structure = fortress_is(seen->type, FORTRESS_T_BUILDING);
        if (!structure && fortress_distance(seen->cell, cell) <= within) {
            return 1;
        }
    }
    return 0;
}

/* Whose march has ended was held up, mostly by friends who stand in the way: a tile towards the
 * goal, not farther off, where nobody stands or goes. */
static uint32_t free_step(const struct position *m, uint32_t i)
{
    uint32_t id = m->v->unit[i].id, best = NONE;
    uint32_t distance = fortress_distance(m->v->unit[i].cell, m->goal) + 1;
    for (uint32_t k = lower_bound(m, FORTRESS_MOVE, id, 0); is_order(m, k, FORTRESS_MOVE, id);
         k++) {
        uint32_t cell = m->q->legal[k].arg[1], d = fortress_distance(cell, m->goal);
        if (d < distance && !is_claimed(m, i, cell, 0)) {
            distance = d;
            best = k;
        }
    }
    return best;
}

static uint32_t order_fighter(const struct position *m, uint32_t i)
{
    const struct fortress_piece *unit = &m->v->unit[i];
    const struct fortress_plan *plan = &m->v->plan[i];
    uint32_t attack = fight(m, unit);
    if (attack != NONE) {
        return attack;
    }
    if (unit->health < WEAK && !foe_near(m, unit->cell, DANGER + 1)) {
        return plan->standing != 0 ? (uint32_t)NONE
                                   : find(m, FORTRESS_HEAL_UNTIL_FULL, unit->id, 0);
    }
    int32_t marches = m->fighters >= MUSTER || fortress_distance(unit->cell, m->base) > HOME;
    if (!marches || plan->queue != 0 || unit->cell == m->goal) {
        return NONE;
    }
    uint32_t around = m->v->turn % 2 == 0 ? (uint32_t)NONE : free_step(m, i);
    return around != NONE ? around : nearest(m, FORTRESS_MOVE_TO, unit->id, m->goal);
}

/* ---- the others ---- */

/* The mine that this unit should go to. */
static uint32_t wanted_mine(const struct position *m, uint32_t i, int32_t own)
{
    const struct fortress_board *board = &m->v->board;
    uint32_t best = NONE, distance = NONE;
    for (uint32_t k = 0; k < board->mines; k++) {
        int32_t mine = m->v->know.mine[k] == m->me + 1;
        if (mine != own || is_claimed(m, i, board->mine[k], 0) || is_dangerous(m, board->mine[k])) {
            continue;
        }
        uint32_t d = fortress_distance(m->v->unit[i].cell, board->mine[k]);
        if (d < distance) {
            distance = d;
            best = board->mine[k];
        }
    }
    return best;
}

/* The nearest cell in the dark to which nobody else goes. */
static uint32_t dark_cell(const struct position *m, uint32_t i)
{
    uint32_t best = NONE, distance = NONE, id = m->v->unit[i].id;
    for (uint32_t k = lower_bound(m, FORTRESS_MOVE_TO, id, 0); is_order(m, k, FORTRESS_MOVE_TO, id);
         k++) {
        uint32_t cell = m->q->legal[k].arg[1];
        if (fortress_has(&m->v->know.explored, cell)) {
            continue;
        }
        uint32_t d = fortress_distance(m->v->unit[i].cell, cell);
        if (d < distance && !is_dangerous(m, cell) && !is_claimed(m, i, cell, DANGER)) {
            distance = d;
            best = k;
        }
    }
    return best;
}

static uint32_t order_scout(const struct position *m, uint32_t i)
{
    const struct fortress_piece *unit = &m->v->unit[i];
    if (m->v->plan[i].queue != 0) {
        return NONE;
    }
    uint32_t mine = wanted_mine(m, i, 0);
    uint32_t order = mine == NONE ? (uint32_t)NONE : find(m, FORTRESS_MOVE_TO, unit->id, mine);
    return order != NONE ? order : dark_cell(m, i);
}

static uint32_t order_miner(const struct position *m, uint32_t i)
{
    const struct fortress_piece *unit = &m->v->unit[i];
    for (uint32_t k = 0; k < m->v->board.mines; k++) {
        if (m->v->board.mine[k] == unit->cell) {
            return NONE; /* at work */
        }
    }
    uint32_t mine = m->v->plan[i].queue != 0 ? (uint32_t)NONE : wanted_mine(m, i, 1);
    return mine == NONE ? (uint32_t)NONE : find(m, FORTRESS_MOVE_TO, unit->id, mine);
}

static int32_t has_road(const struct position *m, uint32_t cell)
{
    struct fortress_site site = fortress_site_read(m->v->know.site[cell]);
    return (site.type == FORTRESS_ROAD || site.type == FORTRESS_RAIL) && site.owner == m->me;
}

/* A road to a tile beside one of my mines that has none yet. */
static uint32_t order_builder(const struct position *m, uint32_t i)
{
    const struct fortress_piece *unit = &m->v->unit[i];
    const struct fortress_board *board = &m->v->board;
    uint32_t best = NONE, distance = NONE;
    if (m->v->plan[i].queue != 0 || m->v->own.gold - m->v->own.spent < ROAD_GOLD) {
        return NONE;
    }
    for (uint32_t k = 0; k < board->mines; k++) {
        if (m->v->know.mine[k] != m->me + 1) {
            continue;
        }
        uint32_t order = NONE, near = NONE, roads = 0;
        for (uint32_t d = 0; d < FORTRESS_DIRECTIONS; d++) {
            uint32_t cell = fortress_beside(board->mine[k], d);
            uint32_t road =
                cell == RD_NO_CELL ? (uint32_t)NONE : find(m, FORTRESS_ROAD_TO, unit->id, cell);
            roads += cell != RD_NO_CELL && has_road(m, cell);
            if (road != NONE && fortress_distance(cell, unit->cell) < near) {
                near = fortress_distance(cell, unit->cell);
                order = road;
            }
        }
        if (roads == 0 && near < distance) {
            distance = near;
            best = order;
        }
    }
    return best;
}

static uint32_t order_unit(const struct position *m, uint32_t i)
{
    uint32_t type = m->v->unit[i].type;
    if (fortress_is(type, FORTRESS_T_LOOKS_OUT)) {
        return order_scout(m, i);
    }
    if (fortress_is(type, FORTRESS_T_DIGS_GOLD)) {
        return order_miner(m, i);
    }
    if (fortress_is(type, FORTRESS_T_BUILDS)) {
        return order_builder(m, i);
    }
    return fortress_is(type, FORTRESS_T_FIGHTER) ? order_fighter(m, i) : (uint32_t)NONE;
}

/* ---- buying ---- */

/* Whoever works in sight of a camp dies of it, again and again: after the opening each of them
 * needs an escort of fighters first. */
static int32_t may_send(const struct position *m, uint32_t sent, uint32_t escort)
{
    return m->v->turn <= OPENING || sent * escort < m->fighters;
}

static uint32_t wanted_type(const struct position *m)
{
    uint32_t scouts = fortress_count_with(m->count, FORTRESS_T_LOOKS_OUT);
    uint32_t miners = fortress_count_with(m->count, FORTRESS_T_DIGS_GOLD);
    if (scouts < SCOUTS && may_send(m, scouts, 3)) {
        return fortress_cheapest_with(FORTRESS_T_LOOKS_OUT);
    }
    if (m->fighters >= 2 && miners < m->mines && miners < MINERS && may_send(m, miners, 2)) {
        return fortress_cheapest_with(FORTRESS_T_DIGS_GOLD);
    }
    if (m->mines >= 2 && m->fighters >= 3 &&
        fortress_count_with(m->count, FORTRESS_T_BUILDS) == 0) {
        return fortress_cheapest_with(FORTRESS_T_BUILDS);
    }
    return fortress_next_fighter(m->count, m->archers * ARCHERS_EVERY < m->fighters);
}

/* On the side of the enemy, a builder beside its base; out of sight of camps, if possible. */
static uint32_t buy(const struct position *m)
{
    uint32_t type = wanted_type(m), best = NONE, distance = NONE;
    uint32_t goal = fortress_is(type, FORTRESS_T_BUILDS) ? m->base : m->goal;
    for (uint32_t i = lower_bound(m, FORTRESS_BUY, type, 0); is_order(m, i, FORTRESS_BUY, type);
         i++) {
        uint32_t cell = m->q->legal[i].arg[1];
        uint32_t d = fortress_distance(cell, goal) + (is_dangerous(m, cell) ? FORTRESS_CELLS : 0);
        if (d < distance) {
            distance = d;
            best = i;
        }
    }
    return best;
}

uint32_t rd_bot_greedy_fortress_choose(const struct rd_bot_question *question)
{
    struct position m;
    look(&m, question);
    for (uint32_t i = 0; i < m.v->own.units; i++) {
        if (m.v->task[i].order != 0 || m.v->plan[i].given) {
            continue; /* it has its order */
        }
        uint32_t order = order_unit(&m, i);
        if (order != NONE) {
            return order;
        }
    }
    uint32_t purchase = buy(&m);
    return purchase != NONE ? purchase : find(&m, FORTRESS_DONE, 0, 0);
}
