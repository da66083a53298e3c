/* board.h - sets of cells, distances and directions, who is where and who sees whom (board.c) */
#ifndef FATE_BOARD_H
#define FATE_BOARD_H

#include "fate.h"

struct fate_set {
    uint64_t word[2]; /* bit c % 64 of word c / 64 */
};

static inline void fate_set_add(struct fate_set *set, uint32_t cell)
{
    if (cell < FATE_CELLS) {
        set->word[cell >> 6] |= UINT64_C(1) << (cell & 63u);
    }
}

static inline void fate_set_drop(struct fate_set *set, uint32_t cell)
{
    if (cell < FATE_CELLS) {
        set->word[cell >> 6] &= ~(UINT64_C(1) << (cell & 63u));
    }
}

static inline uint32_t fate_set_has(const struct fate_set *set, uint32_t cell)
{
    return cell < FATE_CELLS ? (uint32_t)(set->word[cell >> 6] >> (cell & 63u)) & 1u : 0;
}

static inline uint32_t fate_set_empty(const struct fate_set *set)
{
    return (set->word[0] | set->word[1]) == 0;
}

/* The lowest cell that is at least `from`, or FATE_NONE. */
uint32_t fate_set_next(const struct fate_set *set, uint32_t from);
uint32_t fate_set_count(const struct fate_set *set);
struct fate_set fate_set_and(struct fate_set a, struct fate_set b);
struct fate_set fate_set_minus(struct fate_set a, struct fate_set b);

/* Chebyshev, R1.2. Far away if one of them is not on the board. */
uint32_t fate_distance(uint32_t a, uint32_t b);
/* Direction 0 to 7 (E W S N SE NE SW NW) of the straight line, or FATE_NONE. */
uint32_t fate_direction(uint32_t from, uint32_t to);
/* The cell so many steps away in a direction, or FATE_NONE. */
uint32_t fate_walk(uint32_t from, uint32_t direction, uint32_t steps);
enum { FATE_DIRECTIONS = 8, FATE_ORTHOGONAL = 4 /* the first four */, FATE_FAR = 99 };
/* Cells at distance 1 to radius. */
struct fate_set fate_disc(uint32_t cell, uint32_t radius);

static inline uint32_t fate_bit(uint32_t unit)
{
    return UINT32_C(1) << unit;
}

/* Without any hero no card asks, adds or strikes. */
static inline uint32_t fate_has_heroes(const struct fate_state *s)
{
    return s->heroes != 0;
}

static inline uint32_t fate_lowest(uint32_t mask)
{
    return (uint32_t)__builtin_ctz(mask);
}

enum {
    FATE_SUMMONS = 0xf << FATE_CORE,
    FATE_SIDE_1 = 0x7f | 3 << FATE_CORE,
    FATE_SIDE_2 = 0x7f << FATE_CLASSES | 12 << FATE_CORE
};

static inline uint32_t fate_side(uint32_t seat)
{
    return seat == 0 ? FATE_SIDE_1 : FATE_SIDE_2;
}

uint32_t fate_living(const struct fate_state *s);
/* R14.1: other living units of the same owner without summons; living enemies with them. */
uint32_t fate_allies(const struct fate_state *s, uint32_t unit);
uint32_t fate_enemies(const struct fate_state *s, uint32_t unit);
/* Those of the mask at distance 1 to radius of a cell. */
uint32_t fate_within(const struct fate_state *s, uint32_t mask, uint32_t cell, uint32_t radius);
/* Those of the mask at distance 0 to radius of a cell: an area. */
uint32_t fate_in_area(const struct fate_state *s, uint32_t mask, uint32_t cell, uint32_t radius);
/* R9.11: does the seat see where the unit is? */
uint32_t fate_sees(const struct fate_state *s, uint32_t seat, uint32_t unit);
/* Of the mask, those that the seat sees. */
uint32_t fate_seen(const struct fate_state *s, uint32_t seat, uint32_t mask);
/* The living unit on a cell, or FATE_NONE. */
uint32_t fate_unit_at(const struct fate_state *s, uint32_t cell);
/* Of the mask, those that nobody has to look for. */
uint32_t fate_unhidden(const struct fate_state *s, uint32_t mask);
struct fate_set fate_cells_of(const struct fate_state *s, uint32_t mask);
/* R14.1: cells without a living unit that this seat sees. */
struct fate_set fate_looks_empty(const struct fate_state *s, uint32_t seat);

#endif
