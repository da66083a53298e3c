/*
 * civ: a turn as a few plain rules give it.
 *
 * Cities carry everything: they eat nothing, can be founded wherever one sees, and build at once.
 * So production goes into workers as long as the food lasts, then into cities on good land; a
 * reserve is kept for armies, which are built beside an intruder and strike in the same turn.
 */
#include "bots/civ_playbooks.h"

#include "bots/civ_land.h"

enum {
    PRESSED = 1000,
    FOOD_TURNS = 12, /* turns for which food in stock has to last */
    ENOUGH = 180,    /* cities; the rest of those that one may have is for footholds, R9.4 */
    LAST_TURNS = 10, /* when only the score counts, R13.5 */
    NEARER_HOME = 64 /* of places that are worth the same, the one nearer home */
};

/* ---- workers ---- */

/* When food is short it seems precious; who knows better leaves it to the cities, which are founded
 * anyway and eat nothing. */
static int32_t worth_of_tile(const struct civ_land *l, uint32_t cell)
{
    const struct civ_yield *yield = civ_land_yield(l, cell);
    int32_t food = l->food < 2 && !l->playbook->shrewd ? 4 : 2;
    return food * yield->food + 3 * yield->production + yield->trade;
}

/* What a worker brings on a tile where so many others harvest. */
static int32_t worth_of_work(const struct civ_land *l, uint32_t cell, uint32_t others)
{
    if (l->city[cell] == 1) {
        return 2;
    }
    return civ_land_reaches(l, cell) && others == 0 && l->foes[cell] + l->folk[cell] == 0
               ? worth_of_tile(l, cell)
               : 0;
}

/* A tile further on may be better still. */
static int32_t worth_of_playbook(const struct civ_land *l, uint32_t from, uint32_t to)
{
    int32_t worth = worth_of_work(l, to, l->workers[to]);
    for (uint32_t next = 1; next < CIV_STEPS; next++) {
        uint32_t after = civ_land_beside(l, to, next);
        int32_t later = after == RD_NO_CELL || after == from
                            ? 0
                            : worth_of_work(l, after, l->workers[after]) - 2;
        worth = later > worth ? later : worth;
    }
    return worth;
}

static void move_workers(struct civ_land *l)
{
    for (uint32_t i = 0; i < l->own->workers; i++) {
        uint32_t from = civ_cell_of(l->own->worker[i]), best = 0;
        if ((l->own->worker[i] & CIV_MOVED) != 0) {
            continue;
        }
        int32_t most = worth_of_work(l, from, l->workers[from] - 1u);
        for (uint32_t step = 1; step < CIV_STEPS; step++) {
            uint32_t to = civ_land_beside(l, from, step);
            if (to == RD_NO_CELL || l->foes[to] + l->folk[to] > 0 || l->city[to] == 2) {
                continue;
            }
            int32_t worth = worth_of_playbook(l, from, to);
            if (worth > most) {
                most = worth;
                best = step;
            }
        }
        if (best != 0) {
            l->workers[from]--;
            civ_land_bump(&l->workers[civ_land_beside(l, from, best)]);
            civ_land_give(l, CIV_MOVE_WORKER, from, best);
        }
    }
}

/* ---- production ---- */

/* What places are worth, as long as nothing is built there. */
struct market {
    int16_t land[CIV_CITIES_MAX]; /* around own cities, for a worker; 0: not for one */
    int16_t site[CIV_CELLS];      /* for a city; below 0: none can be there */
};

/* Good land that nobody harvests, a little away from the rest. */
static int32_t worth_of_site(const struct civ_land *l, uint32_t cell)
{
    if (!civ_land_sees(l, cell) || l->city[cell] != 0 || l->foes[cell] + l->folk[cell] > 0) {
        return -1;
    }
    int32_t worth =
        2 * worth_of_tile(l, cell) + (civ_land_reaches(l, cell) ? 0 : l->playbook->spread);
    worth -= l->workers[cell] > 0 ? 6 : 0;
    worth = NEARER_HOME * worth - (int32_t)civ_land_distance(cell, l->own->city[0]);
    return worth > 0 ? worth : 0;
}

static void value_sites(const struct civ_land *l, struct market *m, uint32_t around, int32_t reach)
{
    int32_t cx = (int32_t)civ_x(around), cy = (int32_t)civ_y(around), side = (int32_t)l->size;
    for (int32_t y = cy < reach ? 0 : cy - reach; y <= cy + reach && y < side; y++) {
        for (int32_t x = cx < reach ? 0 : cx - reach; x <= cx + reach && x < side; x++) {
            uint32_t cell = (uint32_t)(y * CIV_SIDE_MAX + x);
            m->site[cell] = (int16_t)worth_of_site(l, cell);
        }
    }
}

static uint32_t place_for_city(const struct civ_land *l, const struct market *m)
{
    uint32_t best = RD_NO_CELL;
    int32_t most = -1;
    for (uint32_t y = 0; y < l->size; y++) {
        for (uint32_t x = 0; x < l->size; x++) {
            uint32_t cell = y * CIV_SIDE_MAX + x;
            if (m->site[cell] > most) {
                most = m->site[cell];
                best = cell;
            }
        }
    }
    return best;
}

/* The best free land within the way's reach of a city. */
static int32_t worth_of_land(const struct civ_land *l, uint32_t city)
{
    int32_t reach = l->playbook->reach, most = 0, cx = (int32_t)civ_x(city),
            cy = (int32_t)civ_y(city);
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

static void value_land(const struct civ_land *l, struct market *m)
{
    for (uint32_t i = 0; i < l->own->cities; i++) {
        uint32_t city = l->own->city[i];
        m->land[i] = (int16_t)(l->workers[city] == 0 ? worth_of_land(l, city) : 0);
    }
}

/* An own city with free good land around it: its place in the list, or how many there are. */
static uint32_t place_for_worker(const struct civ_land *l, const struct market *m)
{
    uint32_t best = l->own->cities;
    int32_t most = 5; /* less is not worth feeding */
    for (uint32_t i = 0; i < l->own->cities; i++) {
        if (m->land[i] > most) {
            most = m->land[i];
            best = i;
        }
    }
    return best;
}

static int32_t turns_left(const struct civ_land *l)
{
    return l->state->common.round_limit == 0
               ? PRESSED
               : (int32_t)l->state->common.round_limit - (int32_t)l->state->common.round;
}

/* False: nothing is wanted, or it can't be paid. */
static int32_t found_one(struct civ_land *l, struct market *m, int32_t reserve)
{
    uint32_t most = turns_left(l) < LAST_TURNS ? CIV_CITIES_MAX : ENOUGH;
    uint32_t spot =
        l->production - reserve >= l->price[CIV_CITY] ? place_for_city(l, m) : RD_NO_CELL;
    if (spot == RD_NO_CELL || l->own->cities >= most) {
        return 0;
    }
    civ_land_found(l, spot);
    value_sites(l, m, spot, CIV_SIGHT);
    return 1;
}

static void produce(struct civ_land *l)
{
    struct market m = { .land = { 0 } };
    int32_t reserve = turns_left(l) < 3 ? 0 : l->playbook->reserve * l->own->cities / 4;
    uint32_t workers = l->own->workers, armies = l->own->armies;
    reserve = reserve > 60 ? 60 : reserve;
    value_land(l, &m);
    value_sites(l, &m, 0, CIV_SIDE_MAX);
    for (uint32_t n = 0; n < 40; n++) {
        uint32_t place = place_for_worker(l, &m);
        int32_t rations = l->playbook->shrewd ? l->rations : 0;
        int32_t feeds = l->food + rations + l->own->food / FOOD_TURNS > 0;
        if (workers < (uint32_t)l->playbook->workers * l->own->cities && feeds &&
            place < l->own->cities && turns_left(l) > 8) {
            if (l->production < l->price[CIV_WORKER]) {
                return;
            }
            civ_land_raise(l, CIV_WORKER, l->own->city[place]);
            m.land[place] = 0;
            workers++;
        } else if (armies * 4 < (uint32_t)l->playbook->armies * l->own->cities && feeds &&
                   l->own->cities > 0 && l->production - reserve >= l->price[CIV_ARMY]) {
            civ_land_raise(l, CIV_ARMY, l->own->city[l->own->cities - 1]);
            armies++;
        } else if (!found_one(l, &m, reserve)) {
            return;
        }
    }
}

uint32_t civ_playbook_orders(const struct rd_search_position *position,
                             const struct civ_playbook *playbook, struct rd_action *out,
                             uint32_t cap)
{
    struct civ_land land;
    civ_land_look(&land, position, playbook);
    land.out = out;
    land.cap = cap;
    move_workers(&land);
    civ_war_strike(&land);
    civ_war_march(&land);
    for (int32_t trade = land.own->trade; trade >= CIV_RESEARCH_COST; trade -= CIV_RESEARCH_COST) {
        civ_land_give(&land, CIV_RESEARCH,
                      land.own->research[CIV_OFFENSE] <= land.own->research[CIV_DEFENSE]
                          ? CIV_OFFENSE
                          : CIV_DEFENSE,
                      0);
    }
    produce(&land);
    struct rd_action end = { CIV_END_TURN, { 0, 0, 0 } };
    out[land.count++] = end;
    return land.count;
}
