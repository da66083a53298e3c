/* picks.h - bans and picks before the placement (picks.c) */
#ifndef FATE_PICKS_H
#define FATE_PICKS_H

#include "fate.h"
#include "frames.h"

/* No unit has been placed yet, or not all of them. */
static inline uint32_t fate_before_battle(const struct fate_state *s)
{
    return s->phase == FATE_PLACEMENT || s->phase == FATE_PICKING;
}

void fate_begin_picks(struct fate_state *s, uint32_t mode);
uint32_t fate_is_banning(const struct fate_state *s);
/* 0, or a refusal. */
uint32_t fate_judge_ban(const struct fate_state *s, uint32_t kind);
uint32_t fate_judge_pick(const struct fate_state *s, uint32_t kind);
void fate_ban(struct fate_run *run, uint32_t kind);
void fate_pick(struct fate_run *run, uint32_t kind);
uint32_t fate_picks_are_sound(const struct fate_state *s);

#endif
