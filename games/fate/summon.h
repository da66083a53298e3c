/* summon.h - units that a card makes (summon.c) */
#ifndef FATE_SUMMON_H
#define FATE_SUMMON_H

#include "fate.h"
#include "frames.h"

void fate_summon(struct fate_run *run, uint32_t unit, uint32_t cell);
uint32_t fate_summoner(const struct fate_state *s, uint32_t summon);
void fate_unsummon(struct fate_run *run, uint32_t unit);

static inline uint32_t fate_is_summon(uint32_t unit)
{
    return unit >= FATE_CORE && unit < FATE_UNITS;
}

/* The unit number of a summon of this kind, on the side of a unit. */
static inline uint32_t fate_summon_of(uint32_t unit, uint32_t kind)
{
    return FATE_CORE + FATE_SUMMON_KINDS * fate_seat_of(unit) + (kind - FATE_FIRST_SUMMON);
}

static inline uint32_t fate_summon_kind(uint32_t summon)
{
    return FATE_FIRST_SUMMON + (summon - FATE_CORE) % FATE_SUMMON_KINDS;
}

#endif
