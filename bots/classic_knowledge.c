/*
 * Fortress Frontiers Classic for the engines.
 *
 * Three archers within two steps of a base fell it in a turn, and a base never heals nor strikes:
 * who arrives with more wins. So a way to play is what to buy, how many to gather before marching,
 * and how near an enemy must come before everybody turns home; mines decide who can afford it.
 */
#include <string.h>

#include "bots/list.h"
#include "games/classic/classic.h"

enum {
    FAR = 99,
    WOUNDED = 45, /* health below which a unit out of reach rests */
    /* Worth in tenths of gold. */
    WORTH_MINE = 160,
    WORTH_BASE = 5,      /* a point of health */
    WORTH_LAST_BASE = 6, /* more below half */
    ATTENTION = 8        /* turns for which a beginner forgets half of the board */
};

struct classic_way {
    uint8_t scouts;  /* wanted */
    uint8_t archers; /* of four fighters */
    uint8_t muster;  /* fighters that gather before they march */
    uint8_t guard;   /* steps from the own base at which enemies call everybody home */
    uint8_t hunts;   /* goes for units before the base */
};

static const struct classic_way ways[] = {
    { .scouts = 3, .archers = 2, .muster = 4, .guard = 5 },
    { .scouts = 2, .archers = 1, .muster = 1, .guard = 3 },
    { .scouts = 3, .archers = 2, .muster = 8, .guard = 7, .hunts = 1 },
    { .scouts = 1, .archers = 3, .muster = 3, .guard = 4 },
    { .scouts = 4, .archers = 1, .muster = 6, .guard = 5, .hunts = 1 },
    { .scouts = 2, .archers = 4, .muster = 5, .guard = 5 },
};
enum { STEADY, RUSH, HUNT, BOWS, MINES, ARCHERS };
static const uint8_t own_ways[] = { STEADY, HUNT, RUSH, BOWS, MINES, ARCHERS };
static const uint8_t other_ways[] = { STEADY, RUSH, HUNT, BOWS };

/* ---- a look at the board ------------------------------------------------------------------------
 */

/* A unit that may still be given an order. */
struct piece {
    uint16_t id, cell;
    uint8_t health, type;
    uint8_t way; /* steps to the enemy's base */
};

struct field {
    const struct classic_open *open;
    const struct classic_secret *own;
    const struct classic_way *way;
    uint32_t me, other;
    uint32_t scouts, archers, soldiers; /* own, bought ones too */
    uint32_t intruder;                  /* cell of the enemy nearest to the own base */
    uint32_t intruder_steps;
    uint32_t pieces;
    struct piece piece[CLASSIC_UNITS_MAX]; /* without an order, the foremost first */
    uint8_t mine_on[CLASSIC_CELLS];        /* an own unit stands or will stand there */
    uint8_t other_on[CLASSIC_CELLS];       /* 1 + slot of an enemy */
};

static void count_type(struct field *f, uint32_t type)
{
    f->scouts += type == CLASSIC_SCOUT;
    f->soldiers += type == CLASSIC_SOLDIER;
    f->archers += type == CLASSIC_ARCHER;
}

static void add_piece(struct field *f, struct piece piece)
{
    uint32_t place = f->pieces++;
    piece.way = (uint8_t)classic_distance(piece.cell, classic_base_cells[f->other]);
    for (; place > 0 && f->piece[place - 1].way > piece.way; place--) {
        f->piece[place] = f->piece[place - 1];
    }
    f->piece[place] = piece;
}

/* Where a unit will be after its order. */
static uint32_t end_of(const struct classic_order *order, uint32_t cell)
{
    return order->verb == CLASSIC_MOVE ? order->cell[order->steps - 1u] : cell;
}

static void look_at_own(struct field *f)
{
    uint32_t count = f->open->unit_count[f->me];
    f->mine_on[classic_base_cells[f->me]] = 1;
    for (uint32_t slot = 1; slot < count; slot++) {
        const struct classic_unit *unit = &f->open->unit[f->me][slot];
        const struct classic_order *order = &f->own->order[slot];
        struct piece piece = { unit->id, unit->cell, unit->health, unit->type, 0 };
        count_type(f, unit->type);
        if (order->verb == 0) {
            add_piece(f, piece);
        }
        f->mine_on[end_of(order, unit->cell)] = 1;
    }
    for (uint32_t i = 0; i < f->own->bought_count; i++) {
        uint32_t cell = classic_bought_cell(f->own->bought[i]);
        uint32_t type = classic_bought_type(f->own->bought[i]);
        struct piece piece = { (uint16_t)(f->open->next_id[f->me] + CLASSIC_SEATS * i),
                               (uint16_t)cell, CLASSIC_HEALTH_MAX, (uint8_t)type, 0 };
        count_type(f, type);
        if (type == CLASSIC_SCOUT && f->own->order[count + i].verb == 0) {
            add_piece(f, piece);
        }
        f->mine_on[end_of(&f->own->order[count + i], cell)] = 1;
    }
}

static void look(struct field *f, const struct rd_mind *mind, const struct classic_way *way)
{
    const struct classic_state *s = mind->state;
    memset(f, 0, sizeof *f);
    f->open = &s->open;
    f->own = &s->secret[mind->seat];
    f->way = way;
    f->me = mind->seat;
    f->other = 1u - mind->seat;
    f->intruder_steps = FAR;
    for (uint32_t slot = 0; slot < s->open.unit_count[f->other]; slot++) {
        uint32_t cell = s->open.unit[f->other][slot].cell;
        uint32_t steps = classic_distance(cell, classic_base_cells[f->me]);
        f->other_on[cell] = (uint8_t)(1 + slot);
        if (slot > 0 && steps < f->intruder_steps) {
            f->intruder_steps = steps;
            f->intruder = cell;
        }
    }
    look_at_own(f);
}

static uint32_t nearest_enemy(const struct field *f, uint32_t cell, uint32_t *at)
{
    uint32_t nearest = FAR;
    for (uint32_t slot = 1; slot < f->open->unit_count[f->other]; slot++) {
        uint32_t steps = classic_distance(cell, f->open->unit[f->other][slot].cell);
        if (steps < nearest) {
            nearest = steps;
            *at = f->open->unit[f->other][slot].cell;
        }
    }
    return nearest;
}

/* ---- one unit
 * ---------------------------------------------------------------------------------------- */

/* The wounded first; better to finish somebody off; best of all the base. */
static int32_t worth_of_target(const struct field *f, uint32_t cell, int32_t attack)
{
    const struct classic_unit *target = &f->open->unit[f->other][f->other_on[cell] - 1];
    int32_t blow = 30 + attack - classic_kinds[target->type].melee;
    int32_t worth = (CLASSIC_HEALTH_MAX - target->health) / 2;
    worth += target->health <= blow ? 100 : 0;
    return worth + (target->type == CLASSIC_BASE ? 90 : 3 * classic_kinds[target->type].cost);
}

/* The best enemy within so many steps, or RD_NO_CELL. */
static uint32_t best_target(const struct field *f, const struct piece *piece, uint32_t reach,
                            int32_t attack)
{
    uint32_t best = RD_NO_CELL;
    int32_t most = 0;
    for (uint32_t slot = 0; slot < f->open->unit_count[f->other]; slot++) {
        uint32_t cell = f->open->unit[f->other][slot].cell;
        if (classic_distance(piece->cell, cell) <= reach) {
            int32_t worth = worth_of_target(f, cell, attack);
            if (worth > most) {
                most = worth;
                best = cell;
            }
        }
    }
    return best;
}

static uint32_t scout_goal(const struct field *f, const struct piece *piece)
{
    uint32_t goal = classic_base_cells[f->other], nearest = FAR;
    for (uint32_t i = 0; i < CLASSIC_MINES; i++) {
        uint32_t steps = classic_distance(piece->cell, classic_mines[i]);
        if (f->open->mine[i] != f->me + 1 && !f->mine_on[classic_mines[i]] && steps < nearest) {
            nearest = steps;
            goal = classic_mines[i];
        }
    }
    return goal;
}

static uint32_t goal_of(const struct field *f, const struct piece *piece)
{
    uint32_t enemy = classic_base_cells[f->other], fighters = f->soldiers + f->archers;
    if (piece->type == CLASSIC_SCOUT) {
        return scout_goal(f, piece);
    }
    if (f->intruder_steps <= f->way->guard) {
        return f->intruder;
    }
    if (fighters < f->way->muster) {
        return scout_goal(f, piece);
    }
    if (f->way->hunts && nearest_enemy(f, piece->cell, &enemy) > 6) {
        enemy = classic_base_cells[f->other];
    }
    return enemy;
}

/* How good it is to end there. */
static int32_t worth_of_end(const struct field *f, const struct piece *piece, uint32_t cell,
                            uint32_t goal)
{
    uint32_t at = 0, enemy = nearest_enemy(f, cell, &at);
    int32_t worth = -10 * (int32_t)classic_distance(cell, goal);
    if (piece->type != CLASSIC_SOLDIER && enemy <= 1) {
        worth -= 15;
    }
    return worth;
}

static struct rd_action order_of(uint32_t verb, uint32_t id, uint32_t cell)
{
    struct rd_action action = { (uint16_t)verb, { (uint16_t)id, (uint16_t)cell, 0 } };
    return action;
}

/* The best end within two steps that is free; its own tile if nothing is better. */
static uint32_t walk(const struct field *f, const struct piece *piece, uint32_t goal)
{
    uint32_t best = piece->cell;
    int32_t most = worth_of_end(f, piece, piece->cell, goal);
    for (uint32_t first = 0; first < CLASSIC_DIRECTIONS; first++) {
        uint32_t beside = classic_step(piece->cell, first);
        for (uint32_t second = 0; beside != RD_NO_CELL && second <= CLASSIC_DIRECTIONS; second++) {
            uint32_t cell = second == CLASSIC_DIRECTIONS ? beside : classic_step(beside, second);
            if (cell == RD_NO_CELL || f->mine_on[cell] || f->other_on[cell]) {
                continue;
            }
            int32_t worth = worth_of_end(f, piece, cell, goal);
            if (worth > most) {
                most = worth;
                best = cell;
            }
        }
    }
    return best;
}

static struct rd_action order_for(struct field *f, const struct piece *piece)
{
    uint32_t at = 0;
    const struct classic_kind *kind = &classic_kinds[piece->type];
    if (piece->type == CLASSIC_ARCHER) {
        uint32_t target = best_target(f, piece, 2, kind->ranged);
        if (target != RD_NO_CELL) {
            return order_of(CLASSIC_RANGED, piece->id, target);
        }
    } else if (piece->type == CLASSIC_SOLDIER) {
        uint32_t target = best_target(f, piece, 1, kind->melee);
        if (target != RD_NO_CELL) {
            return order_of(CLASSIC_MELEE, piece->id, target);
        }
    }
    if (piece->health < WOUNDED && nearest_enemy(f, piece->cell, &at) > 3) {
        return order_of(CLASSIC_HEAL, piece->id, 0);
    }
    uint32_t to = walk(f, piece, goal_of(f, piece));
    if (to == piece->cell) {
        return order_of(piece->health < CLASSIC_HEALTH_MAX && nearest_enemy(f, to, &at) > 3
                            ? CLASSIC_HEAL
                            : CLASSIC_DEFEND,
                        piece->id, 0);
    }
    f->mine_on[piece->cell] = 0;
    f->mine_on[to] = 1;
    return order_of(CLASSIC_MOVE, piece->id, to);
}

/* ---- a turn
 * -------------------------------------------------------------------------------------------- */

static uint32_t wanted_type(const struct field *f)
{
    uint32_t fighters = f->archers + f->soldiers;
    if (f->intruder_steps > f->way->guard && f->scouts < f->way->scouts && f->scouts <= fighters) {
        return CLASSIC_SCOUT;
    }
    return 4 * f->archers < f->way->archers * (fighters + 1) ? CLASSIC_ARCHER : CLASSIC_SOLDIER;
}

/* A free tile beside the base, the one nearest to where it is needed. */
static uint32_t place_to_buy(const struct field *f)
{
    uint32_t need = f->intruder_steps <= f->way->guard ? f->intruder : classic_base_cells[f->other];
    uint32_t best = RD_NO_CELL, least = FAR;
    for (uint32_t d = 0; d < CLASSIC_DIRECTIONS; d++) {
        uint32_t cell = classic_step(classic_base_cells[f->me], d);
        if (cell == RD_NO_CELL || f->mine_on[cell] || f->other_on[cell]) {
            continue;
        }
        uint32_t steps = classic_distance(cell, need);
        if (steps < least) {
            least = steps;
            best = cell;
        }
    }
    return best;
}

static uint32_t orders(const struct rd_mind *mind, uint32_t way, struct rd_action *out,
                       uint32_t cap)
{
    struct field field;
    uint32_t count = 0;
    RD_ASSERT(way < sizeof ways / sizeof ways[0]);
    look(&field, mind, &ways[way]);
    for (uint32_t i = 0; i < field.pieces && count + 1 < cap; i++) {
        out[count++] = order_for(&field, &field.piece[i]);
    }
    int32_t gold = field.open->gold[field.me] - field.own->spent;
    while (count + 1 < cap) {
        uint32_t type = wanted_type(&field), cell = place_to_buy(&field);
        if (cell == RD_NO_CELL || classic_kinds[type].cost > gold) {
            break;
        }
        out[count++] = order_of(CLASSIC_BUY, type, cell);
        gold -= classic_kinds[type].cost;
        field.mine_on[cell] = 1;
        count_type(&field, type);
    }
    out[count++] = order_of(CLASSIC_DONE, 0, 0);
    return count;
}

/* ---- orders worth a try
 * ---------------------------------------------------------------------------------- */

/* Attacks before walks, so that what is cut off is least. */
static const uint8_t verb_order[] = { CLASSIC_RANGED, CLASSIC_MELEE, CLASSIC_DEFEND, CLASSIC_HEAL,
                                      CLASSIC_MOVE };

static uint32_t unit_candidates(const struct field *f, const struct rd_action *legal,
                                uint32_t legal_count, uint32_t *out, uint32_t cap)
{
    uint32_t count = 0, id = f->piece[0].id;
    for (uint32_t k = 0; k < sizeof verb_order; k++) {
        for (uint32_t i = 0; i < legal_count && count < cap; i++) {
            if (legal[i].verb == verb_order[k] && legal[i].arg[0] == id &&
                !(legal[i].verb == CLASSIC_MOVE && f->mine_on[legal[i].arg[1]])) {
                out[count++] = i;
            }
        }
    }
    return count;
}

static uint32_t candidates(const struct rd_mind *mind, const struct rd_action *legal,
                           uint32_t legal_count, uint32_t *out, uint32_t cap)
{
    struct field field;
    uint32_t count = 0;
    look(&field, mind, &ways[STEADY]);
    if (field.pieces > 0) {
        return unit_candidates(&field, legal, legal_count, out, cap);
    }
    uint32_t place = place_to_buy(&field);
    for (uint32_t i = 0; i < legal_count && count < cap; i++) {
        if (legal[i].verb == CLASSIC_DONE ||
            (legal[i].verb == CLASSIC_BUY && legal[i].arg[1] == place)) {
            out[count++] = i;
        }
    }
    return count;
}

/* ---- worth
 * ----------------------------------------------------------------------------------------------------
 */

static int32_t worth_of_side(const struct classic_open *open, uint32_t seat)
{
    int32_t health = open->unit[seat][0].health;
    int32_t worth = open->gold[seat] * 9 + WORTH_BASE * health;
    worth += health < 50 ? WORTH_LAST_BASE * (health - 50) : 0;
    for (uint32_t slot = 1; slot < open->unit_count[seat]; slot++) {
        const struct classic_unit *unit = &open->unit[seat][slot];
        int32_t way = (int32_t)classic_distance(unit->cell, classic_base_cells[1 - seat]);
        worth += classic_kinds[unit->type].cost * (40 + unit->health * 6 / 10) / 10;
        worth += unit->type == CLASSIC_SCOUT ? 0 : 20 - way;
    }
    for (uint32_t i = 0; i < CLASSIC_MINES; i++) {
        worth += open->mine[i] == seat + 1 ? WORTH_MINE : 0;
    }
    return worth;
}

static int32_t evaluate(const void *state, rd_seat seat)
{
    const struct classic_open *open = &((const struct classic_state *)state)->open;
    return worth_of_side(open, seat) - worth_of_side(open, 1u - seat);
}

/* ---- inattention
 * ------------------------------------------------------------------------------------------------
 */

static void overlook(void *state, rd_seat seat)
{
    struct classic_open *open = &((struct classic_state *)state)->open;
    uint32_t other = 1u - seat, south = open->turn / ATTENTION % 2, kept = 1;
    for (uint32_t slot = 1; slot < open->unit_count[other]; slot++) {
        uint32_t is_south = open->unit[other][slot].cell / CLASSIC_COLUMNS > CLASSIC_ROWS / 2;
        if (is_south != south) {
            open->unit[other][kept++] = open->unit[other][slot];
        }
    }
    memset(&open->unit[other][kept], 0,
           (open->unit_count[other] - kept) * sizeof open->unit[other][0]);
    open->unit_count[other] = (uint16_t)kept;
}

const struct rd_knowledge rd_knowledge_classic = {
    .game = "classic",
    .orders = orders,
    .own_ways = own_ways,
    .other_ways = other_ways,
    .own_count = sizeof own_ways,
    .other_count = sizeof other_ways,
    .candidates = candidates,
    .evaluate = evaluate,
    .scale = 300,
    .horizon = 8,
    .overlook = overlook,
};
