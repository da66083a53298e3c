/* Playbooks of FATE: what a unit does in its turn, and what a unit is worth. */
#ifndef REDOUBT_BOTS_FATE_PLAYBOOKS_H
#define REDOUBT_BOTS_FATE_PLAYBOOKS_H

#include "bots/heuristics.h"
#include "games/fate/cards.h"
#include "games/fate/fate.h"
#include "games/fate/kinds.h"

enum { FATE_LEGAL_ROOM = 18 * FATE_CELLS }; /* as many orders as are ever legal at once */

struct fate_playbook {
    uint8_t caution;  /* eighths of a cell's danger that count */
    uint8_t approach; /* worth of a step towards the enemy */
    uint8_t rides;    /* knows what riding through enemies does */
    uint8_t focuses;  /* strikes whom it hurts most, not whoever is named first */
    uint8_t hides;    /* tries to hide at the end of a turn */
};

/* The board is the same in every game, but this is looked up more often than anything else. */
struct fate_notes {
    uint8_t distance_of[FATE_CELLS][FATE_CELLS]; /* steps of a king */
    int8_t line[FATE_CELLS][FATE_CELLS];         /* the direction from one to the other, 0 = none */
};

void fate_take_notes(const struct rd_search_position *position, void *notes);
uint32_t fate_playbook_orders(const struct rd_search_position *position,
                              const struct fate_playbook *playbook, struct rd_action *out,
                              uint32_t cap);

/* How good it is for the active unit to end its turn on each of these cells, by that way. */
void fate_playbook_cells(const struct rd_search_position *position,
                         const struct fate_playbook *playbook, const struct rd_action *move,
                         uint32_t count, int32_t *worth);

/* Of a unit with so much health: it takes blows, and gives them as long as it lives. */
int32_t fate_worth_of(const struct fate_unit *unit, uint32_t class, uint32_t hp);

static inline uint32_t fate_class_of(uint32_t unit)
{
    return unit < FATE_CORE ? unit % FATE_CLASSES : (uint32_t)FATE_CLASSES;
}

/* What the class of a unit is and can, whoever leads it: heroes are played like their class, and a
 * summon like somebody who strikes whoever is beside it. */
static inline const struct fate_traits *fate_class_traits(uint32_t class)
{
    static const struct fate_traits summon = { .pattern = FATE_BESIDE, .reach = 1 };
    return class < FATE_CLASSES ? &fate_kinds[class].traits[0] : &summon;
}

/* Is it a base unit with a card for this? */
static inline uint32_t fate_base_has(const struct fate_unit *unit, uint32_t purpose)
{
    const struct fate_kind *kind = &fate_kinds[unit->kind];
    return unit->kind < FATE_FIRST_HERO && kind->card_count != 0 &&
           fate_hooks[kind->card[0]]->use != NULL && fate_cards[kind->card[0]].purpose == purpose;
}

/* Is it a base unit whose counter is full, so that it may let an attack miss? */
static inline uint32_t fate_base_guards(const struct fate_unit *unit)
{
    const struct fate_kind *kind = &fate_kinds[unit->kind];
    return unit->kind < FATE_FIRST_HERO && kind->card_count != 0 &&
           fate_hooks[kind->card[0]]->before_defence != NULL &&
           unit->charge[0] >= fate_cards[kind->card[0]].max;
}

/* In steps of a king, both cells on the board. */
static inline uint32_t fate_apart(uint32_t a, uint32_t b)
{
    int32_t dx = (int32_t)fate_column(a) - (int32_t)fate_column(b);
    int32_t dy = (int32_t)fate_row(a) - (int32_t)fate_row(b);
    uint32_t x = (uint32_t)(dx < 0 ? -dx : dx);
    uint32_t y = (uint32_t)(dy < 0 ? -dy : dy);
    return x > y ? x : y;
}

#endif
