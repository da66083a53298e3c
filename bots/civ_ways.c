/*
 * civ: a turn as a few plain rules give it.
 *
 * Cities carry everything: they eat nothing, can be founded wherever one sees, and build at once.
 * So production goes into workers as long as the food lasts, then into cities on good land; a
 * reserve is kept for armies, which are built beside an intruder and strike in the same turn.
 */
#include "bots/civ_ways.h"

#include <string.h>

enum {
    NEAR = 3, /* steps within which foreigners count as intruders */
    PRESSED = 1000,
    NOTHING = 0xff,
    STRENGTH = 10, /* R10.1, in tenths */
    RESEARCHED = 3
};

/* R2.1 and R2.2, by ruleset. */
static const uint8_t yields[CIV_FINAL + 1][CIV_TERRAINS][3] = {
    [CIV_BOOK] = { { 1, 0, 2 }, { 2, 1, 0 }, { 1, 2, 1 }, { 1, 3, 0 }, { 0, 1, 0 } },
    [CIV_FINAL] = { { 1, 0, 2 }, { 2, 1, 0 }, { 2, 2, 1 }, { 2, 3, 0 }, { 1, 1, 0 } },
};
static const uint8_t meals[CIV_FINAL + 1] = { 2, 1 };
static const uint8_t unit_price[CIV_FINAL + 1] = { 10, 8 };
static const uint8_t city_price[CIV_FINAL + 1] = { 30, 24 };
static const int8_t steps[CIV_STEPS][2] = { { 0, 0 }, { 1, 0 }, { 0, -1 }, { -1, 0 }, { 0, 1 } };

/* What a seat can make out, tile by tile. Counts stop at 255. */
struct land {
    const struct civ_state *state;
    const struct civ_side *own;
    const struct civ_way *way;
    uint32_t size, rules, seat;
    int32_t food; /* harvested less eaten, a turn */
    int32_t production;
    uint8_t seen[CIV_CELLS];
    uint8_t reached[CIV_CELLS]; /* a worker harvests here */
    uint8_t city[CIV_CELLS];    /* 1 own, 2 foreign */
    uint8_t workers[CIV_CELLS]; /* own */
    uint8_t armies[CIV_CELLS];  /* own that may still act */
    uint8_t stack[CIV_CELLS];   /* own, all */
    uint8_t foes[CIV_CELLS];    /* foreign armies in sight */
    uint8_t folk[CIV_CELLS];    /* foreign workers in sight */
    struct rd_action *out;
    uint32_t count, cap;
};

static void bump(uint8_t *counter)
{
    *counter = (uint8_t)(*counter < 255 ? *counter + 1 : 255);
}

static uint32_t beside(const struct land *l, uint32_t cell, uint32_t step)
{
    int32_t x = (int32_t)civ_x(cell) + steps[step][0], y = (int32_t)civ_y(cell) + steps[step][1];
    if (x < 0 || y < 0 || x >= (int32_t)l->size || y >= (int32_t)l->size) {
        return RD_NO_CELL;
    }
    return (uint32_t)(y * CIV_SIDE_MAX + x);
}

static uint32_t distance(uint32_t a, uint32_t b)
{
    int32_t dx = (int32_t)civ_x(a) - (int32_t)civ_x(b), dy = (int32_t)civ_y(a) - (int32_t)civ_y(b);
    return (uint32_t)((dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy));
}

/* Set a flag on every tile within so many steps. */
static void spread(const struct land *l, uint8_t *flag, uint32_t cell, int32_t reach)
{
    int32_t cx = (int32_t)civ_x(cell), cy = (int32_t)civ_y(cell), side = (int32_t)l->size;
    for (int32_t dy = -reach; dy <= reach; dy++) {
        int32_t wide = reach - (dy < 0 ? -dy : dy), y = cy + dy;
        if (y < 0 || y >= side) {
            continue;
        }
        int32_t from = cx - wide < 0 ? 0 : cx - wide;
        int32_t to = cx + wide >= side ? side - 1 : cx + wide;
        memset(&flag[y * CIV_SIDE_MAX + from], 1, (size_t)to - (size_t)from + 1);
    }
}

static const uint8_t *yield_of(const struct land *l, uint32_t cell)
{
    return yields[l->rules][civ_terrain_at(l->state->terrain, cell)];
}

/* ---- looking around
 * ------------------------------------------------------------------------------ */

static void look_at_own(struct land *l)
{
    const struct civ_side *own = l->own;
    for (uint32_t i = 0; i < own->cities; i++) {
        l->city[own->city[i]] = 1;
        spread(l, l->seen, own->city[i], CIV_SIGHT);
        spread(l, l->reached, own->city[i], CIV_REACH);
    }
    for (uint32_t i = 0; i < own->workers; i++) {
        bump(&l->workers[civ_cell_of(own->worker[i])]);
        spread(l, l->seen, civ_cell_of(own->worker[i]), CIV_SIGHT);
    }
    for (uint32_t i = 0; i < own->armies; i++) {
        uint32_t cell = civ_cell_of(own->army[i]);
        bump(&l->stack[cell]);
        if ((own->army[i] & CIV_MOVED) == 0) {
            bump(&l->armies[cell]);
        }
        spread(l, l->seen, cell, CIV_SIGHT);
    }
}

static void look_at_others(struct land *l)
{
    for (uint32_t seat = 0; seat < CIV_SEATS; seat++) {
        const struct civ_side *side = &l->state->side[seat];
        if (seat == l->seat) {
            continue;
        }
        for (uint32_t i = 0; i < side->cities; i++) {
            l->city[side->city[i]] = l->seen[side->city[i]] ? 2 : 0;
        }
        for (uint32_t i = 0; i < side->armies; i++) {
            uint32_t cell = civ_cell_of(side->army[i]);
            if (l->seen[cell]) {
                bump(&l->foes[cell]);
            }
        }
        for (uint32_t i = 0; i < side->workers; i++) {
            uint32_t cell = civ_cell_of(side->worker[i]);
            if (l->seen[cell]) {
                bump(&l->folk[cell]);
            }
        }
    }
}

static void count_food(struct land *l)
{
    l->food = -(int32_t)meals[l->rules] * (l->own->workers + l->own->armies);
    for (uint32_t i = 0; i < l->own->cities; i++) {
        l->food += yield_of(l, l->own->city[i])[0];
    }
    for (uint32_t i = 0; i < l->own->workers; i++) {
        uint32_t cell = civ_cell_of(l->own->worker[i]);
        l->food += l->reached[cell] && l->city[cell] != 1 ? yield_of(l, cell)[0] : 0;
    }
}

static void look(struct land *l, const struct rd_mind *mind, const struct civ_way *way)
{
    memset(l, 0, sizeof *l);
    l->state = mind->state;
    l->own = &l->state->side[mind->seat];
    l->way = way;
    l->size = l->state->table.size;
    l->rules = l->state->table.rules;
    l->seat = mind->seat;
    l->production = l->own->production;
    look_at_own(l);
    look_at_others(l);
    count_food(l);
}

static void give(struct land *l, uint32_t verb, uint32_t first, uint32_t second)
{
    if (l->count + 1 < l->cap) {
        struct rd_action action = { (uint16_t)verb, { (uint16_t)first, (uint16_t)second, 0 } };
        l->out[l->count++] = action;
    }
}

static void found(struct land *l, uint32_t cell)
{
    give(l, CIV_PRODUCE, CIV_CITY, cell);
    l->production -= city_price[l->rules];
    l->city[cell] = 1;
    l->food += yield_of(l, cell)[0];
    spread(l, l->seen, cell, CIV_SIGHT);
    spread(l, l->reached, cell, CIV_REACH);
}

/* ---- workers
 * ---------------------------------------------------------------------------------------- */

static int32_t worth_of_tile(const struct land *l, uint32_t cell)
{
    const uint8_t *yield = yield_of(l, cell);
    return (l->food < 2 ? 4 : 2) * yield[0] + 3 * yield[1] + yield[2];
}

/* What a worker brings on a tile where so many others harvest. */
static int32_t worth_of_work(const struct land *l, uint32_t cell, uint32_t others)
{
    if (l->city[cell] == 1) {
        return 2;
    }
    return l->reached[cell] && others == 0 && l->foes[cell] + l->folk[cell] == 0
               ? worth_of_tile(l, cell)
               : 0;
}

/* A tile further on may be better still. */
static int32_t worth_of_way(const struct land *l, uint32_t from, uint32_t to)
{
    int32_t worth = worth_of_work(l, to, l->workers[to]);
    for (uint32_t next = 1; next < CIV_STEPS; next++) {
        uint32_t after = beside(l, to, next);
        int32_t later = after == RD_NO_CELL || after == from
                            ? 0
                            : worth_of_work(l, after, l->workers[after]) - 2;
        worth = later > worth ? later : worth;
    }
    return worth;
}

static void move_workers(struct land *l)
{
    for (uint32_t i = 0; i < l->own->workers; i++) {
        uint32_t from = civ_cell_of(l->own->worker[i]), best = 0;
        if ((l->own->worker[i] & CIV_MOVED) != 0) {
            continue;
        }
        int32_t most = worth_of_work(l, from, l->workers[from] - 1u);
        for (uint32_t step = 1; step < CIV_STEPS; step++) {
            uint32_t to = beside(l, from, step);
            if (to == RD_NO_CELL || l->foes[to] + l->folk[to] > 0 || l->city[to] == 2) {
                continue;
            }
            int32_t worth = worth_of_way(l, from, to);
            if (worth > most) {
                most = worth;
                best = step;
            }
        }
        if (best != 0) {
            l->workers[from]--;
            bump(&l->workers[beside(l, from, best)]);
            give(l, CIV_MOVE_WORKER, from, best);
        }
    }
}

/* ---- armies
 * ----------------------------------------------------------------------------------------- */

/* Armies that could strike a tile now: those that stand beside it, and those that can be built in
 * cities beside it. */
static uint32_t strikers(const struct land *l, uint32_t cell, uint32_t *buildable)
{
    uint32_t ready = 0, price = unit_price[l->rules];
    *buildable = 0;
    for (uint32_t step = 1; step < CIV_STEPS; step++) {
        uint32_t from = beside(l, cell, step);
        if (from != RD_NO_CELL) {
            ready += l->armies[from];
            *buildable = l->city[from] == 1 ? (uint32_t)l->production / price : *buildable;
        }
    }
    return ready;
}

/* The best that any of the others has in a field of research, in tenths. */
static uint32_t others_best(const struct land *l, uint32_t field)
{
    uint32_t most = 0;
    for (uint32_t seat = 0; seat < CIV_SEATS; seat++) {
        uint32_t known = seat == l->seat ? 0 : l->state->side[seat].research[field];
        most = known > most ? known : most;
    }
    return STRENGTH + RESEARCHED * most;
}

/* How many must strike together to kill everybody and live; R11.4. In civ-final armies strike
 * alone, and whoever defends has the better ground: there only what nobody guards is worth it. */
static uint32_t needed(const struct land *l, uint32_t cell)
{
    uint32_t foes = l->foes[cell];
    if (foes == 0) {
        return 1;
    }
    uint32_t offence = STRENGTH + RESEARCHED * (uint32_t)l->own->research[CIV_OFFENSE];
    uint32_t defence = STRENGTH + RESEARCHED * (uint32_t)l->own->research[CIV_DEFENSE];
    uint32_t kill = (foes * others_best(l, CIV_DEFENSE) + offence - 1) / offence;
    uint32_t live = foes * others_best(l, CIV_OFFENSE) / defence + 1;
    return l->rules == CIV_FINAL ? (uint32_t)NOTHING : kill > live ? kill : live;
}

/* A free tile beside a foreign city on which a city of one's own can be founded. */
static uint32_t foothold(const struct land *l, uint32_t cell)
{
    for (uint32_t step = 1; step < CIV_STEPS; step++) {
        uint32_t spot = beside(l, cell, step);
        if (spot != RD_NO_CELL && l->seen[spot] && l->city[spot] == 0 &&
            l->foes[spot] + l->folk[spot] == 0) {
            return spot;
        }
    }
    return RD_NO_CELL;
}

/* A city is founded wherever one sees, and builds armies at once: so an assault needs no march. */
static int32_t assault(struct land *l, uint32_t cell, uint32_t missing)
{
    uint32_t price = city_price[l->rules] + missing * unit_price[l->rules];
    uint32_t spot = l->way->assaults && l->city[cell] == 2 && l->production >= (int32_t)price
                        ? foothold(l, cell)
                        : (uint32_t)RD_NO_CELL;
    if (spot == RD_NO_CELL) {
        return 0;
    }
    found(l, spot);
    return 1;
}

/* Beside an intruder in sight, build what is missing and strike with everybody. */
static void strike(struct land *l, uint32_t cell)
{
    uint32_t buildable, want = needed(l, cell), ready = strikers(l, cell, &buildable);
    uint32_t price = unit_price[l->rules];
    if (want != NOTHING && ready + buildable < want && assault(l, cell, want - ready)) {
        buildable = want - ready;
    }
    if (want == NOTHING || ready + buildable < want) {
        return;
    }
    for (uint32_t step = 1; step < CIV_STEPS; step++) {
        uint32_t from = beside(l, cell, step);
        if (from == RD_NO_CELL) {
            continue;
        }
        for (; l->city[from] == 1 && ready < want && l->production >= (int32_t)price; ready++) {
            give(l, CIV_PRODUCE, CIV_ARMY, from);
            l->production -= (int32_t)price;
            l->food -= meals[l->rules];
            bump(&l->armies[from]);
            bump(&l->stack[from]);
        }
    }
    for (uint32_t step = 1; step < CIV_STEPS; step++) {
        static const uint8_t back[CIV_STEPS] = { 0, 3, 4, 1, 2 };
        uint32_t from = beside(l, cell, step);
        for (; from != RD_NO_CELL && l->armies[from] > 0 && want > 0; want--) {
            give(l, CIV_MOVE_ARMY, from, back[step]);
            l->armies[from]--;
        }
    }
}

static int32_t is_target(const struct land *l, uint32_t cell)
{
    return l->foes[cell] + l->folk[cell] > 0 || l->city[cell] == 2;
}

/* Cities, or all others. */
static void strike_those(struct land *l, int32_t cities)
{
    for (uint32_t y = 0; y < l->size; y++) {
        for (uint32_t x = 0; x < l->size; x++) {
            uint32_t cell = y * CIV_SIDE_MAX + x;
            if (l->seen[cell] && is_target(l, cell) && (l->city[cell] == 2) == cities) {
                strike(l, cell);
            }
        }
    }
}

/* Cities first: what stands around them changes sides. */
static void strike_all(struct land *l)
{
    strike_those(l, 1);
    strike_those(l, 0);
}

static uint32_t nearest_target(const struct land *l, uint32_t from)
{
    uint32_t best = RD_NO_CELL, least = 2 * CIV_SIDE_MAX;
    for (uint32_t y = 0; y < l->size; y++) {
        for (uint32_t x = 0; x < l->size; x++) {
            uint32_t cell = y * CIV_SIDE_MAX + x;
            if (l->seen[cell] && is_target(l, cell) && distance(from, cell) < least) {
                least = distance(from, cell);
                best = cell;
            }
        }
    }
    /* Nobody in sight: the corner opposite to where one began. */
    uint32_t far = (l->size - 1) * (CIV_SIDE_MAX + 1);
    return best != RD_NO_CELL ? best : far - (l->own->cities > 0 ? l->own->city[0] : 0);
}

static void march(struct land *l)
{
    for (uint32_t i = 0; i < l->own->armies; i++) {
        uint32_t from = civ_cell_of(l->own->army[i]);
        if ((l->own->army[i] & CIV_MOVED) != 0 || l->armies[from] == 0) {
            continue;
        }
        uint32_t goal = nearest_target(l, from), best = 0, least = distance(from, goal);
        if (l->own->armies < l->way->muster && least > 2 * NEAR) {
            continue; /* wait for the others */
        }
        for (uint32_t step = 1; step < CIV_STEPS; step++) {
            uint32_t to = beside(l, from, step);
            if (to == RD_NO_CELL || is_target(l, to) ||
                (l->rules == CIV_FINAL && l->stack[to] > 0)) {
                continue;
            }
            if (distance(to, goal) < least) {
                least = distance(to, goal);
                best = step;
            }
        }
        if (best != 0) {
            uint32_t to = beside(l, from, best);
            give(l, CIV_MOVE_ARMY, from, best);
            l->armies[from]--;
            l->stack[from]--;
            bump(&l->stack[to]);
        }
    }
}

/* ---- production
 * ---------------------------------------------------------------------------------------- */

/* The best tile in sight for a city: good land that nobody harvests, a little away from the rest.
 */
static uint32_t place_for_city(const struct land *l)
{
    uint32_t best = RD_NO_CELL;
    int32_t most = -1;
    for (uint32_t y = 0; y < l->size; y++) {
        for (uint32_t x = 0; x < l->size; x++) {
            uint32_t cell = y * CIV_SIDE_MAX + x;
            if (!l->seen[cell] || l->city[cell] != 0 || l->foes[cell] + l->folk[cell] > 0) {
                continue;
            }
            int32_t worth = 2 * worth_of_tile(l, cell) + (l->reached[cell] ? 0 : l->way->spread);
            worth -= l->workers[cell] > 0 ? 6 : 0;
            if (worth > most) {
                most = worth;
                best = cell;
            }
        }
    }
    return best;
}

/* The best free land within the way's reach of a city. */
static int32_t worth_of_land(const struct land *l, uint32_t city)
{
    int32_t reach = l->way->reach, most = 0, cx = (int32_t)civ_x(city), cy = (int32_t)civ_y(city);
    for (int32_t y = cy - reach; y <= cy + reach; y++) {
        int32_t wide = reach - (y < cy ? cy - y : y - cy);
        for (int32_t x = cx - wide; x <= cx + wide; x++) {
            if (x < 0 || y < 0 || x >= (int32_t)l->size || y >= (int32_t)l->size) {
                continue;
            }
            uint32_t cell = (uint32_t)(y * CIV_SIDE_MAX + x);
            int32_t worth = cell == city ? 0 : worth_of_work(l, cell, l->workers[cell]);
            most = worth > most ? worth : most;
        }
    }
    return most;
}

/* An own city with free good land around it. */
static uint32_t place_for_worker(const struct land *l)
{
    uint32_t best = RD_NO_CELL;
    int32_t most = 5; /* less is not worth feeding */
    for (uint32_t i = 0; i < l->own->cities; i++) {
        uint32_t city = l->own->city[i];
        int32_t worth = l->workers[city] == 0 ? worth_of_land(l, city) : 0;
        if (worth > most) {
            most = worth;
            best = city;
        }
    }
    return best;
}

static int32_t turns_left(const struct land *l)
{
    return l->state->table.round_limit == 0
               ? PRESSED
               : (int32_t)l->state->table.round_limit - (int32_t)l->state->table.round;
}

static void raise_unit(struct land *l, uint32_t kind, uint32_t city)
{
    give(l, CIV_PRODUCE, kind, city);
    l->production -= unit_price[l->rules];
    l->food -= meals[l->rules] - (kind == CIV_WORKER);
    bump(kind == CIV_WORKER ? &l->workers[city] : &l->stack[city]);
}

static void produce(struct land *l)
{
    int32_t reserve = turns_left(l) < 3 ? 0 : l->way->reserve * l->own->cities / 4;
    uint32_t workers = l->own->workers, armies = l->own->armies;
    reserve = reserve > 60 ? 60 : reserve;
    for (uint32_t n = 0; n < 40; n++) {
        int32_t purse = l->production - reserve;
        uint32_t spot = place_for_worker(l);
        int32_t feeds = l->food + l->own->food / 12 > 0;
        if (workers < l->way->workers * l->own->cities && feeds && spot != RD_NO_CELL &&
            turns_left(l) > 8) {
            if (l->production < unit_price[l->rules]) {
                return;
            }
            raise_unit(l, CIV_WORKER, spot);
            workers++;
            continue;
        }
        if (armies * 4 < (uint32_t)l->way->armies * l->own->cities && feeds && l->own->cities > 0 &&
            purse >= unit_price[l->rules]) {
            raise_unit(l, CIV_ARMY, l->own->city[l->own->cities - 1]);
            armies++;
            continue;
        }
        spot = purse >= city_price[l->rules] ? place_for_city(l) : RD_NO_CELL;
        if (spot == RD_NO_CELL) {
            return;
        }
        found(l, spot);
    }
}

uint32_t civ_way_orders(const struct rd_mind *mind, const struct civ_way *way,
                        struct rd_action *out, uint32_t cap)
{
    struct land land;
    look(&land, mind, way);
    land.out = out;
    land.cap = cap;
    move_workers(&land);
    strike_all(&land);
    march(&land);
    for (int32_t trade = land.own->trade; trade >= 20; trade -= 20) {
        give(&land, CIV_RESEARCH,
             land.own->research[CIV_OFFENSE] <= land.own->research[CIV_DEFENSE] ? CIV_OFFENSE
                                                                                : CIV_DEFENSE,
             0);
    }
    produce(&land);
    struct rd_action end = { CIV_END_TURN, { 0, 0, 0 } };
    out[land.count++] = end;
    return land.count;
}
