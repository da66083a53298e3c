/*
 * FATE: strike what can be struck, hide what can hide, and close in.
 *
 * Every question is answered by giving each legal order a worth and taking the best; `end_turn` is
 * worth 0, so the turn ends when nothing is worth more. Nothing is foreseen beyond the order
 * itself, nothing remembered between questions, and nothing drawn.
 */
#include "bots/fate_playbooks.h"
#include "bots/list.h"
#include "games/fate/cards.h"
#include "games/fate/fate.h"

enum {
    FAR = 99,
    /* Worth of an order. The steps between them say what goes before what. */
    WORTH_STEALTH = 900,
    WORTH_CARD = 700,
    WORTH_ATTACK = 600,
    WORTH_ROLL = 500,
    WORTH_AREA = 450,
    WORTH_MOVE = 200,
    WORTH_SEARCH = 20,
    KILL = 60,     /* more for a blow that may kill */
    TRAMPLED = 40, /* for each enemy that a ride goes through */
    GOOD_ROLL = 7  /* an attack of this total is worth an Auto Defence */
};

struct table {
    const struct fate_state *s;
    uint32_t me;
    const struct fate_unit *unit; /* whose turn it is */
};

static uint32_t is_foe(const struct table *t, uint32_t i)
{
    return fate_seat_of(i) != t->me && t->s->unit[i].hp != 0;
}

/* Where an enemy is, or where it was last seen. */
static uint32_t place_of(const struct fate_unit *u)
{
    return u->at < FATE_CELLS ? u->at : u->known;
}

static uint32_t nearest_foe(const struct table *t, uint32_t cell)
{
    uint32_t nearest = FAR;
    for (uint32_t i = 0; i < FATE_UNITS; i++) {
        uint32_t at = place_of(&t->s->unit[i]);
        if (is_foe(t, i) && at < FATE_CELLS && fate_apart(cell, at) < nearest) {
            nearest = fate_apart(cell, at);
        }
    }
    return nearest;
}

/* ---- striking ---- */

/* The weak and the dangerous first. */
static int32_t worth_of_target(const struct table *t, uint32_t target)
{
    const struct fate_unit *u = &t->s->unit[target];
    if (fate_seat_of(target) == t->me || u->hp == 0) {
        return 0;
    }
    int32_t damage = t->unit->damage;
    return (u->hp <= damage ? KILL : 0) + 10 * u->damage + (20 - u->hp);
}

static int32_t worth_of_area(const struct table *t, uint32_t centre, uint32_t radius)
{
    int32_t worth = 0;
    for (uint32_t i = 0; i < FATE_UNITS; i++) {
        const struct fate_unit *u = &t->s->unit[i];
        if (u != t->unit && u->hp != 0 && u->at < FATE_CELLS &&
            fate_apart(centre, u->at) <= radius) {
            worth += fate_seat_of(i) == t->me ? -2 : 1;
        }
    }
    return worth;
}

/* ---- walking ---- */

static uint32_t crosses(uint32_t from, uint32_t to, uint32_t cell)
{
    uint32_t row = fate_row(from) == fate_row(to) && fate_row(cell) == fate_row(from);
    uint32_t column =
        fate_column(from) == fate_column(to) && fate_column(cell) == fate_column(from);
    return (row || column) && fate_apart(from, cell) + fate_apart(cell, to) == fate_apart(from, to);
}

static int32_t ride(const struct table *t, uint32_t to)
{
    int32_t worth = 0;
    for (uint32_t i = 0; i < FATE_UNITS; i++) {
        uint32_t at = t->s->unit[i].at;
        worth += is_foe(t, i) && at < FATE_CELLS && crosses(t->unit->at, to, at) ? TRAMPLED : 0;
    }
    return worth;
}

/* Who shoots keeps the distance, everybody else closes in. */
static int32_t worth_of_move(const struct table *t, uint32_t to)
{
    uint32_t class = fate_class_of((uint32_t)(t->unit - t->s->unit));
    int32_t want = fate_class_traits(class)->pattern == FATE_ARROW ? 3 : 1;
    int32_t here = (int32_t)nearest_foe(t, t->unit->at) - want;
    int32_t there = (int32_t)nearest_foe(t, to) - want;
    int32_t gain = (here < 0 ? -here : here) - (there < 0 ? -there : there);
    int32_t crossed = fate_apart(t->unit->at, to) > 1 ? ride(t, to) : 0;
    return gain <= 0 && crossed == 0 ? -1 : WORTH_MOVE + 10 * gain + crossed;
}

static int32_t worth_of_placement(struct rd_action order)
{
    /* Strong units to the middle, archers and tricksters to the ends. */
    static const struct {
        uint8_t column, early;
    } wanted[FATE_CLASSES] = {
        [FATE_RIDER] = { 2, 0 },    [FATE_SPEARMAN] = { 3, 0 },  [FATE_TRICKSTER] = { 7, 0 },
        [FATE_ASSASSIN] = { 6, 0 }, [FATE_BERSERKER] = { 4, 0 }, [FATE_ARCHER] = { 1, 0 },
        [FATE_KNIGHT] = { 5, 5 },
    };
    uint32_t column = fate_column(order.arg[1]), class = order.arg[0] % FATE_CLASSES;
    uint32_t want = wanted[class].column;
    return 100 - 10 * (int32_t)(column > want ? column - want : want - column) +
           wanted[class].early;
}

/* ---- answering ---- */

static int32_t worth_of_answer(const struct table *t, uint32_t option)
{
    const struct fate_state *s = t->s;
    const struct fate_frame *top = &s->frame[s->depth - 1];
    const struct fate_unit *asked = &s->unit[s->prompt_unit];
    switch (option) {
    case FATE_SAY_AUTO:
        return top->attack >= GOOD_ROLL ? 10 : 1;
    case FATE_SAY_ROLL:
        return 5;
    case FATE_SAY_ACCEPT:
        return asked->hp > 3 ? 10 : 1;
    case FATE_SAY_DECLINE:
        return 5;
    default:
        break;
    }
    if (option < FATE_SAY_CELL) {
        return 6;
    }
    uint32_t cell = option - FATE_SAY_CELL;
    return 50 - (int32_t)nearest_foe(t, cell);
}

/* ---- the question ---- */

static int32_t worth_of_area_card(const struct table *t, uint32_t centre, uint32_t radius)
{
    int32_t met = worth_of_area(t, centre, radius);
    return met > 0 ? WORTH_CARD + 10 * met : -1;
}

/* By what the card is for. */
static int32_t worth_of_card(const struct table *t, struct rd_action order)
{
    RD_ASSERT(order.verb >= FATE_V_CARDS && order.verb < FATE_VERBS);
    uint32_t card = fate_verb_cards[order.verb - FATE_V_CARDS], here = t->unit->at;
    switch ((enum fate_purpose)fate_cards[card].purpose) {
    case FATE_FOR_STRIKE_AROUND:
        return worth_of_area(t, here, 2) > 1 ? WORTH_AREA + 100 * worth_of_area(t, here, 2) : -1;
    case FATE_FOR_STRIKE_AREA:
        return worth_of_area_card(t, order.arg[0], 1);
    case FATE_FOR_STRIKE_UNIT:
        return WORTH_CARD + worth_of_target(t, order.arg[0]);
    case FATE_FOR_STRIKE_THROUGH:
        return fate_seat_of(order.arg[1]) == t->me ? -1
                                                   : WORTH_CARD + worth_of_target(t, order.arg[1]);
    case FATE_FOR_RIDE:
        return ride(t, order.arg[0]) > 0 ? WORTH_CARD + ride(t, order.arg[0]) : -1;
    case FATE_FOR_LAY:
        return WORTH_CARD - 10 * (int32_t)nearest_foe(t, order.arg[0]);
    case FATE_FOR_HEAL:
        return WORTH_CARD + order.arg[0];
    case FATE_FOR_MEET_AROUND:
        return worth_of_area(t, here, 2) > 0 ? WORTH_CARD : -1;
    case FATE_FOR_RAGE:
        return t->unit->hp > 4 && nearest_foe(t, here) <= 2 ? WORTH_CARD : -1;
    case FATE_FOR_CALM:
        return t->unit->hp <= 2 ? WORTH_CARD : -1;
    case FATE_FOR_BRING:
        return -1; /* it would not know whom to bring where */
    case FATE_FOR_HELP:
    default:
        return WORTH_CARD;
    }
}

static int32_t worth_of(const struct table *t, struct rd_action order)
{
    switch (order.verb) {
    case FATE_V_PLACE:
        return worth_of_placement(order);
    case FATE_V_CHOOSE:
        return worth_of_answer(t, order.arg[0]);
    case FATE_V_ROLL_MOVE:
        return t->s->roll == 0 ? WORTH_ROLL : -1;
    case FATE_V_MOVE:
        return worth_of_move(t, order.arg[0]);
    case FATE_V_ATTACK:
        return WORTH_ATTACK + worth_of_target(t, order.arg[0]);
    case FATE_V_STEALTH:
        return t->unit->hidden ? -1 : WORTH_STEALTH;
    case FATE_V_SEARCH:
        return nearest_foe(t, t->unit->at) <= 2 && order.arg[0] == 1 ? WORTH_SEARCH : -1;
    case FATE_V_END_TURN:
        return 0;
    case FATE_V_BAN:
    case FATE_V_PICK:
        return WORTH_CARD; /* whoever comes first */
    default:
        return worth_of_card(t, order);
    }
}

uint32_t rd_bot_greedy_fate_choose(const struct rd_bot_question *question)
{
    const struct fate_view *view = question->view;
    struct table table = { &view->known, question->seat, &view->known.unit[0] };
    uint32_t chosen = 0;
    int32_t most = -2;
    if (view->known.active < FATE_UNITS) {
        table.unit = &view->known.unit[view->known.active];
    }
    for (uint32_t i = 0; i < question->legal_count; i++) {
        int32_t worth = worth_of(&table, question->legal[i]);
        if (worth > most) {
            most = worth;
            chosen = i;
        }
    }
    return chosen;
}
