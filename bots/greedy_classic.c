/*
 * Fortress Frontiers Classic: buy, take mines, gang up, and march on the base.
 *
 * Every question is answered by giving each legal order a worth and taking the best; `done` is
 * worth 0, so the turn ends when nothing is worth more. A unit that has an order gets no other.
 * What the other player will do is not foreseen: it is assumed to stand still. Nothing is
 * remembered between questions, and nothing drawn.
 */
#include <string.h>

#include "bots/classic_kinds.h"
#include "bots/list.h"

enum {
    FAR = 99,
    /* Worth of an order. The steps between them say what goes before what. */
    WORTH_BUY = 900,
    WORTH_SHOT = 700,
    WORTH_STRIKE = 600,
    WORTH_HEAL = 500,
    WORTH_WALK = 100,
    KILL = 150, /* more for a blow that kills, or one at the base */
    BASE_TARGET = 90,
    MINE_PULL = 40,
    WEAK = 45,       /* health below which a unit out of the enemy's reach rests */
    GUARD_REACH = 5, /* enemies this near to my base are chased home */
    SCOUTS_MAX = 3,
    MUSTER = 4 /* fighters before the march on the base begins */
};

struct board {
    const struct classic_open *open;
    const struct classic_secret *own;
    uint32_t me, other;
    uint32_t count[CLASSIC_TYPES];   /* mine, bought ones too */
    uint32_t fighters, scouts;       /* of them */
    uint32_t wanted;                 /* type to buy next */
    uint8_t mine_on[CLASSIC_CELLS];  /* 1 + type of my unit there */
    uint8_t other_on[CLASSIC_CELLS]; /* 1 + slot of the other's unit or base there */
    uint8_t claimed[CLASSIC_CELLS];  /* a unit of mine will end its move there */
};

static uint32_t slot_of(const struct board *b, uint32_t id)
{
    const struct classic_open *open = b->open;
    uint32_t count = open->unit_count[b->me];
    for (uint32_t slot = 0; slot < count; slot++) {
        if (open->unit[b->me][slot].id == id) {
            return slot;
        }
    }
    return count + (id - open->next_id[b->me]) / CLASSIC_SEATS;
}

static struct classic_unit unit_in(const struct board *b, uint32_t slot)
{
    uint32_t count = b->open->unit_count[b->me];
    if (slot < count) {
        return b->open->unit[b->me][slot];
    }
    uint16_t bought = b->own->bought[slot - count];
    struct classic_unit unit = { 0, (uint16_t)classic_bought_cell(bought), CLASSIC_HEALTH_MAX,
                                 (uint8_t)classic_bought_type(bought) };
    return unit;
}

static void count_unit(struct board *b, uint32_t slot)
{
    struct classic_unit unit = unit_in(b, slot);
    const struct classic_order *order = &b->own->order[slot];
    b->mine_on[unit.cell] = (uint8_t)(1 + unit.type);
    b->count[unit.type]++;
    b->scouts += classic_is(unit.type, CLASSIC_T_SCOUT) ? 1u : 0u;
    b->fighters += classic_is(unit.type, CLASSIC_T_FIGHTER) ? 1u : 0u;
    if (order->verb == CLASSIC_MOVE) {
        b->claimed[order->cell[order->steps - 1]] = 1;
    }
}

static void look(struct board *b, const struct classic_view *view)
{
    memset(b, 0, sizeof *b);
    b->open = &view->open;
    b->own = &view->own;
    b->me = view->seat;
    b->other = 1u - view->seat;
    for (uint32_t slot = 0; slot < b->open->unit_count[b->me] + (uint32_t)b->own->bought_count;
         slot++) {
        count_unit(b, slot);
    }
    for (uint32_t slot = 0; slot < b->open->unit_count[b->other]; slot++) {
        b->other_on[b->open->unit[b->other][slot].cell] = (uint8_t)(1 + slot);
    }
}

static uint32_t nearest_enemy(const struct board *b, uint32_t cell)
{
    uint32_t nearest = FAR;
    for (uint32_t slot = 1; slot < b->open->unit_count[b->other]; slot++) {
        uint32_t steps = classic_distance(cell, b->open->unit[b->other][slot].cell);
        nearest = steps < nearest ? steps : nearest;
    }
    return nearest;
}

/* ---- buying ---- */

static uint32_t wanted_type(const struct board *b)
{
    if (nearest_enemy(b, classic_base_cells[b->me]) <= GUARD_REACH) {
        return classic_next_fighter(b->count, 0);
    }
    return b->scouts < SCOUTS_MAX && b->scouts <= b->fighters
               ? classic_next_scout()
               : classic_next_fighter(b->count, b->fighters % 3 == 2);
}

static int32_t worth_of_purchase(const struct board *b, struct rd_action order)
{
    uint32_t type = order.arg[0];
    /* Nearer to the middle of the board is better. */
    uint32_t way = classic_distance(order.arg[1], classic_base_cells[b->other]);
    return type == b->wanted ? WORTH_BUY - (int32_t)way : -1;
}

/* ---- fighting ---- */

/* The wounded first; better still to finish somebody off. */
static int32_t worth_of_target(const struct board *b, uint32_t cell, int32_t attack)
{
    const struct classic_unit *target = &b->open->unit[b->other][b->other_on[cell] - 1];
    int32_t health = target->health;
    int32_t rough = 30 + attack - classic_kinds[target->type].melee;
    int32_t worth = (CLASSIC_HEALTH_MAX - health) / 2 + (health <= rough ? KILL : 0);
    return worth + (target->type == CLASSIC_BASE ? BASE_TARGET : classic_kinds[target->type].cost);
}

static int32_t worth_of_attack(const struct board *b, struct rd_action order)
{
    struct classic_unit unit = unit_in(b, slot_of(b, order.arg[0]));
    if (order.verb == CLASSIC_RANGED) {
        return WORTH_SHOT + worth_of_target(b, order.arg[1], classic_kinds[unit.type].ranged);
    }
    /* An archer beside an enemy had better shoot. */
    return classic_is(unit.type, CLASSIC_T_SHOOTS)
               ? -1
               : WORTH_STRIKE + worth_of_target(b, order.arg[1], classic_kinds[unit.type].melee);
}

/* ---- walking ---- */

/* How much a unit is drawn to a cell: less for each step from what it wants. */
static int32_t pull_to_mines(const struct board *b, uint32_t cell, int32_t pull)
{
    int32_t most = 0;
    for (uint32_t i = 0; i < CLASSIC_MINES; i++) {
        if (b->open->mine[i] == b->me + 1 || b->claimed[classic_mines[i]]) {
            continue;
        }
        int32_t worth = pull - (int32_t)classic_distance(cell, classic_mines[i]);
        most = worth > most ? worth : most;
    }
    return most;
}

static int32_t pull_home(const struct board *b, uint32_t cell)
{
    int32_t most = 0;
    for (uint32_t slot = 1; slot < b->open->unit_count[b->other]; slot++) {
        uint32_t at = b->open->unit[b->other][slot].cell;
        uint32_t near = classic_distance(at, classic_base_cells[b->me]);
        int32_t worth =
            near > GUARD_REACH ? 0 : FAR - 8 * (int32_t)near - (int32_t)classic_distance(cell, at);
        most = worth > most ? worth : most;
    }
    return most;
}

static int32_t pull_of(const struct board *b, const struct classic_unit *unit, uint32_t cell)
{
    int32_t to_base = (int32_t)classic_distance(cell, classic_base_cells[b->other]);
    if (classic_is(unit->type, CLASSIC_T_SCOUT)) {
        int32_t mines = pull_to_mines(b, cell, MINE_PULL);
        return mines > 0 ? mines : MINE_PULL - to_base;
    }
    int32_t home = pull_home(b, cell);
    if (home > 0) {
        return home;
    }
    /* Alone it takes mines on its half; with others it marches. */
    return b->fighters < MUSTER ? pull_to_mines(b, cell, MINE_PULL) + (to_base > 10 ? 0 : -5)
                                : 2 * (MINE_PULL - to_base);
}

/* Walking into an enemy is a blow like any other, but scouts are too weak for it. */
static int32_t worth_of_charge(const struct board *b, const struct classic_unit *unit,
                               uint32_t cell)
{
    const struct classic_unit *target = &b->open->unit[b->other][b->other_on[cell] - 1];
    if (!classic_is(unit->type, CLASSIC_T_SCOUT) || !classic_is(target->type, CLASSIC_T_FIGHTER)) {
        return WORTH_WALK + worth_of_target(b, cell, classic_kinds[unit->type].melee) / 2;
    }
    return -1;
}

static int32_t worth_of_walk(const struct board *b, struct rd_action order)
{
    struct classic_unit unit = unit_in(b, slot_of(b, order.arg[0]));
    uint32_t to = order.arg[1];
    if (b->other_on[to] != 0) {
        return classic_distance(unit.cell, to) == 1 ? worth_of_charge(b, &unit, to) : -1;
    }
    if (b->mine_on[to] != 0 || b->claimed[to]) {
        return -1;
    }
    int32_t gain = pull_of(b, &unit, to) - pull_of(b, &unit, unit.cell);
    /* Scouts and archers keep away from enemies. */
    int32_t shy = !classic_is_blade(unit.type) && nearest_enemy(b, to) <= 1 ? 20 : 0;
    return gain > 0 ? WORTH_WALK + 10 * gain - shy : -1;
}

/* ---- the question ---- */

static int32_t worth_of(const struct board *b, struct rd_action order)
{
    if (order.verb == CLASSIC_BUY) {
        return worth_of_purchase(b, order);
    }
    if (order.verb == CLASSIC_DONE) {
        return 0;
    }
    if (order.verb > CLASSIC_DEFEND || order.verb == CLASSIC_EXTEND) {
        return -1;
    }
    uint32_t slot = slot_of(b, order.arg[0]);
    if (b->own->order[slot].verb != 0) {
        return -1; /* it knows what to do */
    }
    struct classic_unit unit = unit_in(b, slot);
    switch (order.verb) {
    case CLASSIC_MOVE:
        return worth_of_walk(b, order);
    case CLASSIC_RANGED:
    case CLASSIC_MELEE:
        return worth_of_attack(b, order);
    case CLASSIC_HEAL:
        return unit.health < WEAK && nearest_enemy(b, unit.cell) > 2 ? WORTH_HEAL : -1;
    default:
        return 1; /* whoever has nothing better to do defends */
    }
}

uint32_t rd_bot_greedy_classic_choose(const struct rd_bot_question *question)
{
    struct board board;
    uint32_t chosen = 0;
    int32_t most = -2;
    look(&board, question->view);
    board.wanted = wanted_type(&board);
    for (uint32_t i = 0; i < question->legal_count; i++) {
        int32_t worth = worth_of(&board, question->legal[i]);
        if (worth > most) {
            most = worth;
            chosen = i;
        }
    }
    return chosen;
}
