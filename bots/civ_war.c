/*
 * civ: strikes at foreigners, and marches towards them.
 *
 * Armies are built and strike in the same turn, so a war is a matter of production: an army takes a
 * city that nobody guards, for a third of what founding one costs, and all units around it change
 * sides (R12). Who counts the price of every strike gets more out of a turn than who chases
 * whoever is in sight.
 */
#include "bots/civ_land.h"

enum {
    NEAR = 3,    /* steps within which foreigners count as intruders */
    CROWD = 200, /* armies that strike together at most */
    NEVER = CROWD + 1,
    STRENGTH = 10, /* R10.1, in tenths */
    RESEARCHED = 3,
    TARGETS_MAX = 256,
    CITY_GAIN = 70, /* in production: what a foreign city is worth to its conqueror */
    CONVERT_GAIN = 10,
    INTRUDER_GAIN = 30, /* an army that could take a city next */
    FOE_GAIN = 5,
    FOLK_GAIN = 4
};

/* Armies that could strike a tile now: those that stand beside it, and those that can be built in
 * cities beside it. */
static uint32_t strikers(const struct civ_land *l, uint32_t cell, uint32_t *buildable)
{
    uint32_t ready = 0, price = l->price[CIV_ARMY];
    *buildable = 0;
    for (uint32_t step = 1; step < CIV_STEPS; step++) {
        uint32_t from = civ_land_beside(l, cell, step);
        if (from != RD_NO_CELL) {
            ready += l->armies[from];
            *buildable = l->city[from] == 1 ? (uint32_t)l->production / price : *buildable;
        }
    }
    return ready;
}

static uint32_t strength(const struct civ_side *side, uint32_t field)
{
    return STRENGTH + RESEARCHED * (uint32_t)side->research[field];
}

/* How many must strike together to kill everybody there and, if they are to stay, live; R11.4. In
 * civ-final armies strike alone, and whoever defends has the better ground: there only what nobody
 * guards is worth it. */
static uint32_t needed(const struct civ_land *l, uint32_t cell, int32_t to_stay)
{
    const struct civ_side *side = &l->state->side[l->whose[cell]];
    uint32_t foes = l->foes[cell], offence = strength(l->own, CIV_OFFENSE);
    uint32_t kill = (foes * strength(side, CIV_DEFENSE) + offence - 1) / offence;
    uint32_t live = foes * strength(side, CIV_OFFENSE) / strength(l->own, CIV_DEFENSE) + 1;
    if (foes == 0) {
        return 1;
    }
    uint32_t many = to_stay && live > kill ? live : kill;
    return l->rules == CIV_FINAL || many > CROWD ? (uint32_t)NEVER : many;
}

/* Those that lack beside the ones with orders already. */
static uint32_t wanted(const struct civ_land *l, uint32_t cell, int32_t to_stay)
{
    uint32_t all = needed(l, cell, to_stay), sent = l->sent[cell];
    return all == NEVER ? all : all > sent ? all - sent : 0;
}

/* A free tile beside a foreign city. A city is founded wherever one sees and builds armies at once,
 * so an assault needs no march. */
static uint32_t site_beside(const struct civ_land *l, uint32_t cell)
{
    for (uint32_t step = 1; step < CIV_STEPS && l->own->cities < CIV_CITIES_MAX; step++) {
        uint32_t spot = civ_land_beside(l, cell, step);
        if (spot != RD_NO_CELL && civ_land_sees(l, spot) && l->city[spot] == 0 &&
            l->foes[spot] + l->folk[spot] == 0) {
            return spot;
        }
    }
    return RD_NO_CELL;
}

/* Build what is missing beside a tile and strike it with so many. */
static void send(struct civ_land *l, uint32_t cell, uint32_t want, uint32_t ready)
{
    static const uint8_t back[CIV_STEPS] = { 0, 3, 4, 1, 2 };
    for (uint32_t step = 1; step < CIV_STEPS; step++) {
        uint32_t from = civ_land_beside(l, cell, step);
        if (from == RD_NO_CELL) {
            continue;
        }
        for (; l->city[from] == 1 && ready < want && l->production >= l->price[CIV_ARMY]; ready++) {
            civ_land_raise(l, CIV_ARMY, from);
        }
    }
    for (uint32_t step = 1; step < CIV_STEPS; step++) {
        uint32_t from = civ_land_beside(l, cell, step);
        for (; from != RD_NO_CELL && l->armies[from] > 0 && want > 0; want--) {
            civ_land_give(l, CIV_MOVE_ARMY, from, back[step]);
            civ_land_bump(&l->sent[cell]);
            l->armies[from]--;
        }
    }
}

/* Strike at whoever is in sight, with all that it takes. */
static void strike(struct civ_land *l, uint32_t cell)
{
    uint32_t buildable, want = wanted(l, cell, 1), ready = strikers(l, cell, &buildable);
    if (want != NEVER && ready + buildable >= want) {
        send(l, cell, want, ready);
    }
}

static int32_t is_target(const struct civ_land *l, uint32_t cell)
{
    return l->foes[cell] + l->folk[cell] > 0 || l->city[cell] == 2;
}

/* Tiles in sight with something foreign. */
struct targets {
    uint16_t cell[TARGETS_MAX];
    uint32_t count;
};

static void list_targets(const struct civ_land *l, struct targets *t)
{
    t->count = 0;
    for (uint32_t y = 0; y < l->size; y++) {
        for (uint32_t x = 0; x < l->size && t->count < TARGETS_MAX; x++) {
            uint32_t cell = y * CIV_SIDE_MAX + x;
            if (civ_land_sees(l, cell) && is_target(l, cell)) {
                t->cell[t->count++] = (uint16_t)cell;
            }
        }
    }
}

/* Cities first: what stands around them changes sides. */
static void chase(struct civ_land *l)
{
    struct targets t;
    list_targets(l, &t);
    for (int32_t cities = 1; cities >= 0; cities--) {
        for (uint32_t i = 0; i < t.count; i++) {
            if ((l->city[t.cell[i]] == 2) == cities) {
                strike(l, t.cell[i]);
            }
        }
    }
}

/* ---- campaigns ---- */

/* How many units of a seat change sides with a city, R12.2. */
static uint32_t converts(const struct civ_land *l, uint32_t city)
{
    uint32_t sum = 0;
    int32_t cx = (int32_t)civ_x(city), cy = (int32_t)civ_y(city), side = (int32_t)l->size;
    for (int32_t dy = -CIV_REACH; dy <= CIV_REACH; dy++) {
        int32_t wide = CIV_REACH - (dy < 0 ? -dy : dy);
        for (int32_t dx = -wide; dx <= wide; dx++) {
            int32_t x = cx + dx, y = cy + dy;
            uint32_t cell = (uint32_t)(y * CIV_SIDE_MAX + x);
            if (x >= 0 && y >= 0 && x < side && y < side && cell != city &&
                l->whose[cell] == l->whose[city]) {
                sum += l->foes[cell] + l->folk[cell];
            }
        }
    }
    return sum;
}

static int32_t is_beside_own(const struct civ_land *l, uint32_t cell)
{
    for (uint32_t step = 1; step < CIV_STEPS; step++) {
        uint32_t there = civ_land_beside(l, cell, step);
        if (there != RD_NO_CELL && l->city[there] == 1) {
            return 1;
        }
    }
    return 0;
}

/* In production. */
static int32_t gain_of(const struct civ_land *l, uint32_t cell)
{
    if (l->city[cell] == 2) {
        uint32_t more = converts(l, cell);
        return CITY_GAIN + CONVERT_GAIN * (int32_t)(more < CROWD ? more : CROWD);
    }
    int32_t threat = l->foes[cell] > 0 && is_beside_own(l, cell) ? INTRUDER_GAIN : 0;
    return threat + FOE_GAIN * l->foes[cell] + FOLK_GAIN * l->folk[cell];
}

struct blow {
    uint32_t cell, want, ready;
    uint32_t spot;   /* of a city that has to be founded for it; RD_NO_CELL: none */
    int32_t bargain; /* what it brings for what it costs now; 0: not to be thought of */
};

static struct blow weigh(const struct civ_land *l, uint32_t cell, int32_t gain)
{
    uint32_t buildable, ready = strikers(l, cell, &buildable);
    struct blow blow = { cell, wanted(l, cell, l->city[cell] == 2), ready, RD_NO_CELL, 0 };
    int32_t cost = 0;
    if (blow.want == NEVER || blow.want == 0) {
        return blow;
    }
    if (ready < blow.want) {
        cost = (int32_t)(blow.want - ready) * l->price[CIV_ARMY];
        if (buildable == 0) {
            blow.spot = l->city[cell] == 2 ? site_beside(l, cell) : (uint32_t)RD_NO_CELL;
            cost += blow.spot == RD_NO_CELL ? l->production : l->price[CIV_CITY];
        }
    }
    blow.bargain = cost <= l->production && gain > cost ? 1000 * gain / (cost + 5) : 0;
    return blow;
}

/* The best bargain first, until nothing is worth its price. */
static void fight_war(struct civ_land *l)
{
    struct targets t;
    int16_t gain[TARGETS_MAX];
    list_targets(l, &t);
    for (uint32_t i = 0; i < t.count; i++) {
        gain[i] = (int16_t)gain_of(l, t.cell[i]);
    }
    for (struct blow best = { .bargain = 1 }; best.bargain > 0;) {
        best.bargain = 0;
        for (uint32_t i = 0; i < t.count; i++) {
            struct blow blow = weigh(l, t.cell[i], gain[i]);
            best = blow.bargain > best.bargain ? blow : best;
        }
        if (best.bargain > 0 && best.spot != RD_NO_CELL) {
            civ_land_found(l, best.spot);
        }
        if (best.bargain > 0) {
            send(l, best.cell, best.want, best.ready);
        }
    }
}

void civ_war_strike(struct civ_land *l)
{
    if (l->playbook->shrewd) {
        fight_war(l);
    } else {
        chase(l);
    }
}

/* ---- marches ---- */

static uint32_t nearest(const struct civ_land *l, const struct targets *t, uint32_t from)
{
    uint32_t best = RD_NO_CELL, least = 2 * CIV_SIDE_MAX;
    for (uint32_t i = 0; i < t->count; i++) {
        if (civ_land_distance(from, t->cell[i]) < least) {
            least = civ_land_distance(from, t->cell[i]);
            best = t->cell[i];
        }
    }
    /* Nobody in sight: the corner opposite to where one began. */
    uint32_t far = (l->size - 1) * (CIV_SIDE_MAX + 1);
    return best != RD_NO_CELL ? best : far - (l->own->cities > 0 ? l->own->city[0] : 0);
}

/* The step that leads nearer to a goal, not into somebody; 0: none. */
static uint32_t step_towards(const struct civ_land *l, uint32_t from, uint32_t goal)
{
    uint32_t best = 0, least = civ_land_distance(from, goal);
    for (uint32_t step = 1; step < CIV_STEPS; step++) {
        uint32_t to = civ_land_beside(l, from, step);
        if (to == RD_NO_CELL || is_target(l, to) || (l->rules == CIV_FINAL && l->stack[to] > 0)) {
            continue;
        }
        if (civ_land_distance(to, goal) < least) {
            least = civ_land_distance(to, goal);
            best = step;
        }
    }
    return best;
}

void civ_war_march(struct civ_land *l)
{
    struct targets t;
    uint32_t goal = RD_NO_CELL, goal_of = RD_NO_CELL; /* those of a stack go the same way */
    list_targets(l, &t);
    for (uint32_t i = 0; i < l->own->armies; i++) {
        uint32_t from = civ_cell_of(l->own->army[i]);
        if ((l->own->army[i] & CIV_MOVED) != 0 || l->armies[from] == 0) {
            continue;
        }
        goal = from == goal_of ? goal : nearest(l, &t, from);
        goal_of = from;
        if (l->own->armies < l->playbook->muster && civ_land_distance(from, goal) > 2 * NEAR) {
            continue; /* wait for the others */
        }
        uint32_t step = step_towards(l, from, goal);
        if (step != 0) {
            civ_land_give(l, CIV_MOVE_ARMY, from, step);
            l->armies[from]--;
            l->stack[from]--;
            civ_land_bump(&l->stack[civ_land_beside(l, from, step)]);
        }
    }
}
