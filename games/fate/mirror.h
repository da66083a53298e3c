/* mirror.h - a unit and its likeness (mirror.c) */
#ifndef FATE_MIRROR_H
#define FATE_MIRROR_H

#include "fate.h"
#include "frames.h"

/* ---- true units ---- */

/* Is it one of two that the other seats can't tell apart? */
uint32_t fate_in_pair(const struct fate_state *s, uint32_t unit);
/* Whom the others take it for: the original if it is one of a pair, else itself. */
uint32_t fate_passes_for(const struct fate_state *s, uint32_t unit);
/* Who is told of its charges and uses. */
rd_seats fate_who_knows_true_unit(const struct fate_state *s, uint32_t unit);
/* From now on this unit and its likeness can't be told apart. */
void fate_make_pair(struct fate_state *s, uint32_t unit);
/* The two change places, and nobody else sees it. */
void fate_exchange_pair(struct fate_state *s, uint32_t unit);
/* If it is one of a pair, everybody is told which. */
void fate_tell_apart(struct fate_run *run, uint32_t unit);
/* The likeness is gone. */
void fate_part_pair(struct fate_state *s, uint32_t unit);
/* Something other than loss of HP meets these units. Pairs among them are told apart; what is left
 * are those on whom it takes hold, which likenesses are not. */
uint32_t fate_real_units(struct fate_run *run, uint32_t mask);
uint32_t fate_pair_is_sound(const struct fate_state *s, uint32_t seat);

/* ---- shown ones: orders, views, events and the order in which units are met ---- */

/* The unit that a seat means by the one that its order names. */
uint32_t fate_true_name(const struct fate_state *s, uint32_t seat, uint32_t named);
/* The one by whose name a seat, or a spectator, is told of a unit that was met on its cell. */
uint32_t fate_shown(const struct fate_state *s, uint32_t viewer, uint32_t unit);
/* The pair of a seat in `known` as the others see it. */
void fate_show_pair(struct fate_state *known, uint32_t seat);
/* The state with the other seat's pair as this seat sees it; a copy only if it differs. */
const struct fate_state *fate_as_seen(const struct fate_state *s, uint32_t seat,
                                      struct fate_state *copy);
/* One of the truths behind what fate_show_pair() made. */
void fate_draw_pair(struct fate_state *s, uint32_t seat, struct rd_luck *luck);
/* Seats, as bits, whose pair stands the other way round than it is shown. */
uint32_t fate_crossed_pairs(const struct fate_state *s);
/* The first of true units in the order of R1.3, with pairs that were so crossed. */
uint32_t fate_first_met(uint32_t mask, uint32_t crossed);

#endif
