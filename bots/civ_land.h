/* The land as a seat of civ makes it out, tile by tile, and the orders it has in mind. */
#ifndef REDOUBT_BOTS_CIV_LAND_H
#define REDOUBT_BOTS_CIV_LAND_H

#include "bots/civ_playbooks.h"

/* Counts stop at 255. It lives on the stack, which is small in a browser: a byte for a tile. */
struct civ_land {
    const struct civ_state *state;
    const struct civ_side *own;
    const struct civ_playbook *playbook;
    uint32_t size, rules, seat;
    int32_t food;    /* harvested less eaten, a turn */
    int32_t rations; /* eaten by armies, and part of that */
    int32_t production;
    const uint8_t *price; /* by enum civ_product */
    int32_t meal;
    uint64_t seen[CIV_SIDE_MAX];    /* sets of tiles, as in a view */
    uint64_t reached[CIV_SIDE_MAX]; /* where a worker harvests */
    uint8_t city[CIV_CELLS];        /* 1 own, 2 foreign */
    uint8_t workers[CIV_CELLS];     /* own */
    uint8_t armies[CIV_CELLS];      /* own that may still act */
    uint8_t stack[CIV_CELLS];       /* own, all */
    uint8_t sent[CIV_CELLS];        /* own that have orders to strike there */
    uint8_t foes[CIV_CELLS];        /* foreign armies in sight */
    uint8_t folk[CIV_CELLS];        /* foreign workers in sight */
    uint8_t whose[CIV_CELLS];       /* the seat of what is foreign there */
    struct rd_action *out;
    uint32_t count, cap;
};

void civ_land_look(struct civ_land *l, const struct rd_search_position *position,
                   const struct civ_playbook *playbook);
/* RD_NO_CELL beyond the board. */
uint32_t civ_land_beside(const struct civ_land *l, uint32_t cell, uint32_t step);
/* Food, production and trade of a tile, R2.2. */
const struct civ_yield *civ_land_yield(const struct civ_land *l, uint32_t cell);

static inline uint32_t civ_land_distance(uint32_t a, uint32_t b)
{
    int32_t dx = (int32_t)civ_x(a) - (int32_t)civ_x(b), dy = (int32_t)civ_y(a) - (int32_t)civ_y(b);
    return (uint32_t)((dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy));
}

static inline int32_t civ_land_sees(const struct civ_land *l, uint32_t cell)
{
    return (int32_t)(l->seen[civ_y(cell)] >> civ_x(cell) & 1u);
}

static inline int32_t civ_land_reaches(const struct civ_land *l, uint32_t cell)
{
    return (int32_t)(l->reached[civ_y(cell)] >> civ_x(cell) & 1u);
}

static inline void civ_land_bump(uint8_t *counter)
{
    *counter = (uint8_t)(*counter < 255 ? *counter + 1 : 255);
}

/* An order to be given; and those that change what may follow. */
void civ_land_give(struct civ_land *l, uint32_t verb, uint32_t first, uint32_t second);
void civ_land_found(struct civ_land *l, uint32_t cell);
void civ_land_raise(struct civ_land *l, uint32_t kind, uint32_t city);

/* civ_war.c: strikes at foreigners, and marches towards them. */
void civ_war_strike(struct civ_land *l);
void civ_war_march(struct civ_land *l);

#endif
