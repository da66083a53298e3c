/*
 * Playbooks of Fortress Frontiers: how gold is spent, and what the army is for. One works on a
 * guessed position and uses of it only what its seat knows, and where the enemy's base should be.
 */
#ifndef REDOUBT_BOTS_FORTRESS_PLAYBOOKS_H
#define REDOUBT_BOTS_FORTRESS_PLAYBOOKS_H

#include "bots/fortress_kinds.h"
#include "bots/heuristics.h"

struct fortress_playbook {
    uint8_t scouts;
    uint8_t miners; /* at most, one for a mine */
    uint8_t builders;
    uint8_t archers; /* of four fighters */
    uint8_t muster;  /* fighters who march on the enemy's base */
    uint8_t hunters; /* fighters who go for camps, 0 = never; dragons take twice as many */
    uint8_t guard;   /* steps from home at which an enemy calls the army back */
    uint8_t focuses; /* fighters choose their targets together */
    uint8_t drilled; /* fighters run into enemies in reach, those who stay answer blows, and late
                      * scouts take mines */
};

enum { FORTRESS_FOES_MAX = FORTRESS_WHO_MAX, FORTRESS_FAR = 0xffff };

/* Somebody to fight, as far as the seat knows. */
struct fortress_foe {
    uint16_t who, cell;
    int16_t health; /* less what was ordered against it */
    uint8_t type, owner;
};

/* A look at the board, and the orders it leads to. */
struct fortress_field {
    const struct rd_search_position *position;
    const struct fortress_state *s;
    const struct fortress_playbook *playbook;
    uint32_t me, other;
    uint32_t base, goal; /* cells: of the own base, and where the other's is */
    uint32_t count[FORTRESS_BOUGHT_TYPES];
    uint32_t fighters, mines;
    uint32_t archers; /* fighters who shoot */
    int32_t gold;
    uint32_t foes;
    struct fortress_foe foe[FORTRESS_FOES_MAX];
    uint16_t end[FORTRESS_UNITS_MAX]; /* where each unit stands or goes to */
    struct fortress_set taken;        /* by own units, where they will be */
    struct rd_action *out;
    uint32_t orders, cap;
};

uint32_t fortress_playbook_orders(const struct rd_search_position *position,
                                  const struct fortress_playbook *playbook, struct rd_action *out,
                                  uint32_t cap);

/* fortress_army.c: orders to fighters. */
void fortress_order_army(struct fortress_field *f);
/* The half turn of the board that puts the own base on the enemy's. */
uint32_t fortress_mirrored(const struct fortress_state *s, uint32_t cell);
/* fortress_wave.c: steps to the goal from these cells and from all that are nearer to it; from
 * others, and where no way leads, FORTRESS_FAR. A step into a wood or into water counts two. */
void fortress_measure(const struct fortress_board *board, uint32_t goal,
                      const struct fortress_set *cells, uint16_t *steps);

/* 1 if the order is legal; then it is given. */
int32_t fortress_give(struct fortress_field *f, uint32_t verb, uint32_t first, uint32_t second);
/* Has it an order of this turn, or is it under way? */
int32_t fortress_is_busy(const struct fortress_field *f, uint32_t slot);

static inline const struct fortress_piece *fortress_unit(const struct fortress_field *f,
                                                         uint32_t slot)
{
    return &f->s->piece[fortress_unit_who(f->me, slot)];
}

#endif
