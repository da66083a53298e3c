/* Playbooks of Fortress Frontiers Classic: what a seat orders in a turn. */
#ifndef REDOUBT_BOTS_CLASSIC_PLAYBOOKS_H
#define REDOUBT_BOTS_CLASSIC_PLAYBOOKS_H

#include "bots/classic_kinds.h"
#include "bots/heuristics.h"

struct classic_playbook {
    uint8_t opening; /* scouts bought before anybody else */
    uint8_t scouts;  /* wanted later on */
    uint8_t archers; /* of four fighters */
    uint8_t muster;  /* fighters that gather before they march */
    uint8_t guard;   /* steps from the own base at which enemies call everybody home */
    uint8_t focuses; /* fighters choose their targets together */
};

/* A unit that may still be given an order. */
struct classic_piece {
    uint16_t id, cell;
    uint8_t health, type;
    uint8_t playbook; /* steps to the enemy's base */
};

/* A look at the board, with the orders that were given so far. */
struct classic_field {
    const struct classic_open *open;
    const struct classic_secret *own;
    const struct classic_playbook *playbook;
    uint32_t me, other;
    uint32_t count[CLASSIC_TYPES];      /* own, bought ones too */
    uint32_t scouts, archers, soldiers; /* of them; soldiers are fighters who do not shoot */
    uint32_t intruder;                  /* cell of the enemy nearest to the own base */
    uint32_t intruder_steps;
    uint32_t pieces;
    struct classic_piece piece[CLASSIC_UNITS_MAX]; /* without an order, the foremost first */
    int16_t left[CLASSIC_UNITS_MAX]; /* health of enemies after what was ordered against them */
    uint8_t mine_on[CLASSIC_CELLS];  /* an own unit stands or will stand there */
    uint8_t other_on[CLASSIC_CELLS]; /* 1 + slot of an enemy */
};

void classic_playbook_look(struct classic_field *f, const struct rd_search_position *position,
                           const struct classic_playbook *playbook);
/* A free tile beside the base, the one nearest to where it is needed, or RD_NO_CELL. */
uint32_t classic_playbook_place(const struct classic_field *f);
uint32_t classic_playbook_orders(const struct rd_search_position *position,
                                 const struct classic_playbook *playbook, struct rd_action *out,
                                 uint32_t cap);

#endif
