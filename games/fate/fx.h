/* fx.h - what lasts on a unit (fx.c) */
#ifndef FATE_FX_H
#define FATE_FX_H

#include "fate.h"
#include "frames.h"

enum fate_fx_flag {
    FATE_FX_CAPS = 1,         /* hits on it do at most 1 */
    FATE_FX_STOPS = 2,        /* no M-moves, no roll for one: R16.4 */
    FATE_FX_NEAR = 4,         /* may name no unit at distance above 1 */
    FATE_FX_WIDE = 8,         /* rides diagonals of any length */
    FATE_FX_SHOWS = 16,       /* the owner of `by` sees it while hidden */
    FATE_FX_SECRET = 32,      /* only the owner of `by` knows of it */
    FATE_FX_MOVING = 64,      /* ends when the unit moves or makes a normal attack */
    FATE_FX_TILL_START = 128, /* ends at the start of the next turn of `by` */
    FATE_FX_TILL_END = 256,   /* ends at the end of the turn of `by` */
    FATE_FX_COUNTED = 512,    /* `left` falls at each turn start of `by`; ends at 0 */
    FATE_FX_FORM = 1024,      /* who has it is in its second form */
    FATE_FX_TRACE = 2048      /* of something done to it, likenesses too: mirror.c */
};

/* A row of units.def. */
struct fate_fx_row {
    uint16_t flags;
    uint8_t card;  /* that makes it */
    uint8_t turns; /* of `left` when it begins */
};

extern const struct fate_fx_row fate_fx_rows[FATE_FX_KINDS];

uint32_t fate_fx_flags(const struct fate_state *s, uint32_t unit);
/* Of this kind and from this unit (FATE_NONE: from anybody)? */
uint32_t fate_has_fx(const struct fate_state *s, uint32_t unit, uint32_t kind, uint32_t by);
/* NULL: it has none of this kind from this unit. */
struct fate_fx *fate_find_fx(struct fate_state *s, uint32_t unit, uint32_t kind, uint32_t by);
/* One of a kind and source at most: it becomes the newest. */
void fate_add_fx(struct fate_run *run, uint32_t unit, struct fate_fx fx);
void fate_end_fx(struct fate_run *run, uint32_t unit, uint32_t kind, uint32_t by);
/* Everything with one of these flags on the unit; by FATE_NONE: from anybody. */
void fate_end_fx_flagged(struct fate_run *run, uint32_t unit, uint32_t flags, uint32_t by);
/* R13.4 step 1, the end of a turn of `by`, and its death. */
void fate_fx_turn_starts(struct fate_run *run, uint32_t by);
void fate_fx_turn_ends(struct fate_run *run, uint32_t by);
void fate_fx_dies(struct fate_run *run, uint32_t by);

#endif
