/*
 * civ: plays by marks. Everything that may be ordered gets a mark, the best mark wins,
 * and when nothing is worth doing the turn ends.
 *
 * Workers go where the land is good and nobody harvests yet; units are built only as long as the
 * food of a turn feeds them; production that is left becomes cities; trade becomes strength; armies
 * walk to the nearest foreigners or, if none are in sight, into the fog, and attack what they beat.
 *
 * The bot remembers nothing between questions and draws nothing.
 */
#include <stdbool.h>
#include <string.h>

#include "bots/list.h"
#include "games/civ/civ.h"

enum {
    MARK_ATTACK = 2000,
    MARK_WORKER = 900,
    MARK_ARMY = 800,
    MARK_CITY = 700,
    MARK_SETTLE = 500, /* a worker to a better tile */
    MARK_RESEARCH = 400,
    MARK_MARCH = 300,
    FAR_AWAY = 255,
    WORKERS_A_CITY = 2,
    ARMIES_A_CITY = 3,
    STOCK_TURNS = 12 /* food in stock may feed as many units for so many turns */
};

/* What is known of a tile. Counts stop at 255. */
struct tile {
    uint8_t own_city, own_workers, own_armies, ready_armies;
    uint8_t city, workers, armies, health; /* of others; health of the strongest army */
    uint8_t defense;                       /* strength of the best defender there, in tenths */
    uint8_t offense;                       /* likewise */
    uint8_t reached;                       /* an own city is at most two steps away */
    uint8_t goal;                          /* steps to the nearest thing worth a march */
};

struct position {
    const struct civ_view *v;
    const struct civ_side *own;
    int32_t food_a_turn; /* harvested less eaten */
    uint32_t meal;
    struct tile tile[CIV_CELLS];
};

/* ---- looking around ---- */

static void count(uint8_t *counter)
{
    *counter = (uint8_t)(*counter < 255 ? *counter + 1 : 255);
}

static uint32_t cell_beside(const struct position *m, uint32_t cell, uint32_t step)
{
    int32_t x = (int32_t)civ_x(cell) + civ_step[step][0];
    int32_t y = (int32_t)civ_y(cell) + civ_step[step][1];
    bool on_board = x >= 0 && y >= 0 && x < m->v->common.size && y < m->v->common.size;
    return on_board ? (uint32_t)(y * CIV_SIDE_MAX + x) : (uint32_t)RD_NO_CELL;
}

static bool is_seen(const struct position *m, uint32_t cell)
{
    return (m->v->seen[civ_y(cell)] >> civ_x(cell) & 1u) != 0;
}

static uint8_t strength(uint32_t researches, uint32_t rules)
{
    uint32_t tenths = 10 + researches * (rules == CIV_FINAL ? 1 : 3);
    return (uint8_t)(tenths < 255 ? tenths : 255);
}

static void reach_around(struct position *m, uint32_t city)
{
    for (int32_t dy = -CIV_REACH; dy <= CIV_REACH; dy++) {
        for (int32_t dx = -CIV_REACH; dx <= CIV_REACH; dx++) {
            int32_t x = (int32_t)civ_x(city) + dx, y = (int32_t)civ_y(city) + dy;
            int32_t steps_off = (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);
            if (steps_off <= CIV_REACH && x >= 0 && y >= 0 && x < m->v->common.size &&
                y < m->v->common.size) {
                m->tile[y * CIV_SIDE_MAX + x].reached = 1;
            }
        }
    }
}

static void look_at_own(struct position *m)
{
    for (uint32_t i = 0; i < m->own->cities; i++) {
        m->tile[m->own->city[i]].own_city = 1;
        reach_around(m, m->own->city[i]);
    }
    for (uint32_t i = 0; i < m->own->workers; i++) {
        count(&m->tile[civ_cell_of(m->own->worker[i])].own_workers);
    }
    for (uint32_t i = 0; i < m->own->armies; i++) {
        struct tile *tile = &m->tile[civ_cell_of(m->own->army[i])];
        count(&tile->own_armies);
        if ((m->own->army[i] & CIV_MOVED) == 0 || civ_attack_of(m->own->army[i]) != 0) {
            count(&tile->ready_armies);
        }
    }
}

static void look_at_other(struct position *m, const struct civ_side *side)
{
    uint32_t rules = m->v->common.rules;
    for (uint32_t i = 0; i < side->cities; i++) {
        m->tile[side->city[i]].city = 1;
    }
    for (uint32_t i = 0; i < side->workers; i++) {
        count(&m->tile[civ_cell_of(side->worker[i])].workers);
    }
    for (uint32_t i = 0; i < side->armies; i++) {
        struct tile *tile = &m->tile[civ_cell_of(side->army[i])];
        uint8_t offense = strength(side->research[CIV_OFFENSE], rules);
        uint8_t defense = strength(side->research[CIV_DEFENSE], rules);
        count(&tile->armies);
        tile->health = side->health[i] > tile->health ? side->health[i] : tile->health;
        tile->offense = offense > tile->offense ? offense : tile->offense;
        tile->defense = defense > tile->defense ? defense : tile->defense;
    }
}

static bool is_foreign(const struct tile *tile)
{
    return tile->city + tile->workers + tile->armies > 0;
}

/* The cell of a number that counts all cells of the board. */
static uint32_t nth_cell(const struct position *m, uint32_t number)
{
    return number / m->v->common.size * CIV_SIDE_MAX + number % m->v->common.size;
}

static void set_goals(struct position *m, uint32_t cells)
{
    bool enemies = false;
    for (uint32_t i = 0; i < cells; i++) {
        enemies = enemies || is_foreign(&m->tile[nth_cell(m, i)]);
    }
    for (uint32_t i = 0; i < cells; i++) {
        uint32_t cell = nth_cell(m, i);
        bool goal = enemies ? is_foreign(&m->tile[cell]) : !is_seen(m, cell);
        m->tile[cell].goal = goal ? 0 : FAR_AWAY;
    }
}

/* Is a neighbour nearer to a goal than this cell knew? */
static bool comes_nearer(struct position *m, uint32_t cell)
{
    uint8_t before = m->tile[cell].goal;
    for (uint32_t step = 1; step < CIV_STEPS; step++) {
        uint32_t beside = cell_beside(m, cell, step);
        if (beside != RD_NO_CELL && m->tile[beside].goal + 1 < m->tile[cell].goal) {
            m->tile[cell].goal = (uint8_t)(m->tile[beside].goal + 1);
        }
    }
    return m->tile[cell].goal < before;
}

/* Steps to the nearest foreigners, or to the fog if there are none: swept there and back until
 * nothing gets nearer. */
static void spread_goals(struct position *m)
{
    uint32_t cells = (uint32_t)m->v->common.size * m->v->common.size;
    bool changed = true;
    set_goals(m, cells);
    for (uint32_t sweep = 0; changed; sweep++) {
        changed = false;
        for (uint32_t i = 0; i < cells; i++) {
            uint32_t cell = nth_cell(m, sweep % 2 == 0 ? i : cells - 1 - i);
            changed = comes_nearer(m, cell) || changed;
        }
    }
}

static const struct civ_yield *yield_of(const struct position *m, uint32_t cell)
{
    return &civ_rulesets[m->v->common.rules].yield[civ_terrain_at(m->v->terrain, cell)];
}

/* Does the seat harvest here, with a city or a worker? */
static bool is_harvested(const struct tile *tile)
{
    return tile->own_city != 0 || (tile->own_workers != 0 && tile->reached != 0);
}

static void count_food(struct position *m)
{
    uint32_t cells = (uint32_t)m->v->common.size * m->v->common.size;
    m->meal = civ_rulesets[m->v->common.rules].meal;
    m->food_a_turn = -(int32_t)(m->meal * ((uint32_t)m->own->workers + m->own->armies));
    for (uint32_t i = 0; i < cells; i++) {
        uint32_t cell = nth_cell(m, i);
        if (is_harvested(&m->tile[cell])) {
            m->food_a_turn += yield_of(m, cell)->food;
        }
    }
}

static void think(struct position *m, const struct civ_view *v)
{
    memset(m, 0, sizeof *m);
    m->v = v;
    m->own = &v->side[v->seat];
    look_at_own(m);
    for (uint32_t seat = 0; seat < CIV_SEATS; seat++) {
        if (seat != v->seat) {
            look_at_other(m, &v->side[seat]);
        }
    }
    count_food(m);
    spread_goals(m);
}

/* ---- marks ---- */

static int32_t land_worth(const struct position *m, uint32_t cell)
{
    const struct civ_yield *yield = yield_of(m, cell);
    return 3 * yield->food + 2 * yield->production + yield->trade;
}

/* Can one more be fed, if it brings so much food itself? */
static bool can_feed(const struct position *m, int32_t brings)
{
    int32_t stock_feeds = m->own->food / (STOCK_TURNS * (int32_t)m->meal);
    return m->food_a_turn + brings - (int32_t)m->meal + stock_feeds * (int32_t)m->meal >= 0;
}

static int32_t mark_city(const struct position *m, uint32_t cell)
{
    const struct tile *tile = &m->tile[cell];
    if (tile->workers + tile->armies > 0) {
        return -1; /* it would be theirs */
    }
    int32_t spread = tile->reached ? 0 : 6; /* new land for workers */
    return MARK_CITY + land_worth(m, cell) + spread -
           (is_harvested(tile) ? land_worth(m, cell) : 0);
}

static int32_t mark_unit(const struct position *m, uint32_t what, uint32_t cell)
{
    uint32_t cities = m->own->cities;
    const struct tile *tile = &m->tile[cell];
    if (civ_product_is(what, CIV_HARVESTS)) {
        bool wanted = m->own->workers < WORKERS_A_CITY * cities && can_feed(m, 1);
        return wanted ? MARK_WORKER - tile->own_workers : -1;
    }
    bool wanted = m->own->armies < ARMIES_A_CITY * cities && can_feed(m, 0);
    bool first = m->own->armies < (cities + 1) / 2;
    int32_t near = FAR_AWAY - tile->goal;
    return wanted ? (first ? MARK_WORKER + 50 : MARK_ARMY) + near / 8 - tile->own_armies : -1;
}

static int32_t mark_research(const struct position *m, uint32_t what)
{
    uint32_t other = 1 - what;
    return MARK_RESEARCH + (m->own->research[what] <= m->own->research[other] ? 1 : 0);
}

/* What a worker gains by going from one tile to the other. */
static int32_t worker_worth(const struct position *m, uint32_t cell, uint32_t already)
{
    const struct tile *tile = &m->tile[cell];
    if (tile->own_city) {
        return 2;
    }
    return tile->reached && tile->own_workers <= already ? land_worth(m, cell) : 0;
}

static int32_t mark_worker(const struct position *m, uint32_t from, uint32_t step)
{
    uint32_t to = cell_beside(m, from, step);
    if (step == 0 || is_foreign(&m->tile[to])) {
        return -1;
    }
    int32_t gain = worker_worth(m, to, 0) - worker_worth(m, from, 1);
    return gain > 0 ? MARK_SETTLE + gain : -1;
}

/* Armies that stand beside a tile and can strike this turn, or will. */
static uint32_t strikers(const struct position *m, uint32_t cell)
{
    uint32_t sum = 0;
    for (uint32_t step = 1; step < CIV_STEPS; step++) {
        uint32_t beside = cell_beside(m, cell, step);
        sum += beside == RD_NO_CELL ? 0 : m->tile[beside].ready_armies;
    }
    return sum;
}

/* In civ they strike together, in civ-final one after the other: the damage adds up either way. */
static bool beats(const struct position *m, uint32_t cell)
{
    const struct tile *tile = &m->tile[cell];
    if (tile->armies == 0) {
        return true;
    }
    uint32_t many = strikers(m, cell), rules = m->v->common.rules;
    uint32_t offense = strength(m->own->research[CIV_OFFENSE], rules);
    uint32_t defense = strength(m->own->research[CIV_DEFENSE], rules);
    uint32_t dealt = 100 * offense * many / ((uint32_t)tile->defense * tile->armies);
    uint32_t taken = 100 * (uint32_t)tile->offense * tile->armies / (defense * many);
    bool worth_it = tile->city != 0 || taken < CIV_HEALTH;
    return dealt >= tile->health && worth_it;
}

static int32_t mark_army(const struct position *m, uint32_t from, uint32_t step)
{
    uint32_t to = cell_beside(m, from, step);
    if (step == 0) {
        return -1;
    }
    const struct tile *there = &m->tile[to];
    if (is_foreign(there)) {
        int32_t prize = 100 * there->city + 10 * there->armies + there->workers;
        return beats(m, to) ? MARK_ATTACK + prize : -1;
    }
    if (m->v->common.rules == CIV_FINAL && there->own_armies > 0) {
        return -1; /* they would fight each other, R15.10 */
    }
    const struct tile *here = &m->tile[from];
    bool needed_here = here->own_city && here->own_armies == 1 && here->goal < 5;
    int32_t nearer = (int32_t)here->goal - there->goal;
    return nearer > 0 && !needed_here ? MARK_MARCH + nearer : -1;
}

static int32_t mark(const struct position *m, struct rd_action action)
{
    switch ((enum civ_verb)action.verb) {
    case CIV_PRODUCE:
        return civ_product_is(action.arg[0], CIV_STANDS)
                   ? mark_city(m, action.arg[1])
                   : mark_unit(m, action.arg[0], action.arg[1]);
    case CIV_RESEARCH:
        return mark_research(m, action.arg[0]);
    case CIV_MOVE_WORKER:
        return mark_worker(m, action.arg[0], action.arg[1]);
    case CIV_MOVE_ARMY:
        return mark_army(m, action.arg[0], action.arg[1]);
    case CIV_END_TURN:
    case CIV_BEGIN_AGAIN: /* a host's, R16.1 */
    case CIV_NEW_MAP:
        break;
    }
    return 0;
}

uint32_t rd_bot_greedy_civ_choose(const struct rd_bot_question *question)
{
    struct position position;
    const struct rd_action end_turn = { CIV_END_TURN, { 0, 0, 0 } };
    uint32_t best = rd_bot_index(question, end_turn);
    int32_t best_mark = 0;
    RD_ASSERT(question->legal_count > 0);
    think(&position, question->view);
    for (uint32_t i = 0; i < question->legal_count; i++) {
        int32_t now = mark(&position, question->legal[i]);
        if (now > best_mark) {
            best = i;
            best_mark = now;
        }
    }
    return best;
}
