/*
 * needs.h - what an order needs: one table, of which the judge (orders.c) and the list of legal
 * orders (legal.c, legal_paths.c) are made. The judge asks about one cell and says what is missing
 * first; the list takes all cells at once.
 */
#ifndef FORTRESS_NEEDS_H
#define FORTRESS_NEEDS_H

#include "fortress_internal.h"

/* Something that must be so. `who` is the one who is ordered, of a purchase its type. */
enum fortress_need_kind {
    FORTRESS_N_NONE, /* ends a row */

    /* -- of the unit or its owner -- */
    FORTRESS_N_TRAIT,
    FORTRESS_N_BUSY,
    FORTRESS_N_MANA,
    FORTRESS_N_WARD_MANA,
    FORTRESS_N_PRICE,
    FORTRESS_N_ROOM,
    FORTRESS_N_NUMBER,
    FORTRESS_N_GIVEN,      /* a path, in this turn */
    FORTRESS_N_OPEN_END,   /* its path goes on past its end */
    FORTRESS_N_SHORT,      /* its path has room for more */
    FORTRESS_N_GOES_ON,    /* the next order of its queue can be given */
    FORTRESS_N_TRACK_TILE, /* it stands where tracks may begin */
    FORTRESS_N_TRACK_WORK, /* and the first order for them can be given */

    /* -- of the cell, whoever is ordered -- */
    FORTRESS_C_FIRM,
    FORTRESS_C_VACANT,
    FORTRESS_C_NO_WALL,
    FORTRESS_C_UNSOLD,
    FORTRESS_C_MARKET,
    FORTRESS_C_FOE,
    FORTRESS_C_FOE_UNIT,
    FORTRESS_C_FRIEND,
    FORTRESS_C_SEEN,
    FORTRESS_C_WARD,

    /* -- of the cell, by who is ordered -- */
    FORTRESS_C_MARKET_OF_TYPE,
    FORTRESS_C_BESIDE,
    FORTRESS_C_AROUND,
    FORTRESS_C_SHOT,
    FORTRESS_C_SPELL,
    FORTRESS_C_WORN,

    /* -- of the cell, and a way to it: orders.c finds one, legal_paths.c all -- */
    FORTRESS_W_ELSEWHERE, /* not where the way begins */
    FORTRESS_W_WALK,      /* within this turn */
    FORTRESS_W_FAR,
    FORTRESS_W_TRACKS,
    FORTRESS_W_WORK /* there is something to build on it */
};

struct fortress_need {
    uint8_t kind;    /* enum fortress_need_kind */
    uint8_t why;     /* enum fortress_refusal, where it is missing */
    uint32_t traits; /* of FORTRESS_N_TRAIT: one of these */
};

enum { FORTRESS_NEEDS_MAX = 10 };
/* By verb; `extend` goes on with those of the way that it lengthens. */
extern const struct fortress_need fortress_needs[FORTRESS_VERBS][FORTRESS_NEEDS_MAX];
extern const struct fortress_need fortress_longer_needs[FORTRESS_VERBS][FORTRESS_NEEDS_MAX];

/* What a seat knows, as sets of cells; each is made when it is asked for first. */
enum { FORTRESS_SHARED_SETS = FORTRESS_C_MARKET_OF_TYPE - FORTRESS_C_FIRM };
struct fortress_outlook {
    const struct fortress_state *s;
    uint32_t seat;
    uint32_t made; /* a bit for each set */
    struct fortress_set shared[FORTRESS_SHARED_SETS];
    struct fortress_markets markets; /* made with FORTRESS_C_MARKET */
};

static inline void fortress_outlook_begin(struct fortress_outlook *o,
                                          const struct fortress_state *s, uint32_t seat)
{
    o->s = s;
    o->seat = seat;
    o->made = 0;
}

/* A need of a unit; the third argument of the order, where it has one, is the amount. */
int32_t fortress_meets_more(const struct fortress_outlook *o, uint32_t kind, uint32_t verb,
                            uint32_t who, uint32_t amount);
static inline int32_t fortress_meets(const struct fortress_outlook *o,
                                     const struct fortress_need *need, uint32_t verb, uint32_t who,
                                     uint32_t amount)
{
    return need->kind == FORTRESS_N_TRAIT ? fortress_is(o->s->piece[who].type, need->traits)
                                          : fortress_meets_more(o, need->kind, verb, who, amount);
}
/* The cells where a need is met, whoever is ordered. */
const struct fortress_set *fortress_cells(struct fortress_outlook *o, uint32_t kind);
/* The same by who is ordered. */
void fortress_cells_of(struct fortress_outlook *o, uint32_t kind, uint32_t who,
                       struct fortress_set *set);
/* How far from the unit such cells are at most; UINT32_MAX: anywhere. */
uint32_t fortress_need_range(const struct fortress_outlook *o, uint32_t kind, uint32_t who);

/* Does a base or tower take this order too? */
static inline int32_t fortress_is_spell(uint32_t verb)
{
    return verb >= FORTRESS_SPELL_HEAL && verb <= FORTRESS_CANCEL;
}

#endif
