/* mirror.h - a unit and its likeness (mirror.c) */
#ifndef FATE_MIRROR_H
#define FATE_MIRROR_H

#include "fate.h"
#include "frames.h"

enum fate_pair { FATE_NO_PAIR, FATE_AS_SHOWN, FATE_CROSSED };
uint32_t fate_in_pair(const struct fate_state *s, uint32_t unit);
/* Whom the others take it for: the original if it is one of a pair, else itself. */
uint32_t fate_passes_for(const struct fate_state *s, uint32_t unit);
uint32_t fate_shown_hp(const struct fate_state *s, uint32_t unit);
uint32_t fate_true_cell(const struct fate_state *s, uint32_t unit);
/* Who is told of its charges and uses. */
rd_seats fate_privy(const struct fate_state *s, uint32_t unit);
/* Something meets this one of a pair, and the two are told apart. Returns who it really is. */
uint32_t fate_reality(struct fate_run *run, uint32_t unit);
/* The same for a set of enemies; images, on which effects do nothing, are left out. */
uint32_t fate_real_units(struct fate_run *run, uint32_t mask);
void fate_make_pair(struct fate_run *run, uint32_t unit);
/* The cells of the two are true: make them what the others believe. */
void fate_show_pair(struct fate_state *s, uint32_t seat);
void fate_settle_pair(struct fate_state *s, uint32_t unit, uint32_t true_cell);
void fate_cross_pair(struct fate_state *s, uint32_t seat);
void fate_part_pair(struct fate_state *s, uint32_t seat);
uint32_t fate_pair_is_sound(const struct fate_state *s, uint32_t seat);
/* The state with a seat's own pair where it really is; a copy only if that differs. */
const struct fate_state *fate_as_owner(const struct fate_state *s, uint32_t seat,
                                       struct fate_state *copy);

#endif
