/* stealth.h - hiding, searching, being revealed (stealth.c) */
#ifndef FATE_STEALTH_H
#define FATE_STEALTH_H

#include "fate.h"
#include "frames.h"

enum fate_reason {
    FATE_BY_SEARCH,
    FATE_BY_AREA,
    FATE_BY_STEP,
    FATE_BY_ADJACENCY,
    FATE_BY_ATTACKED,
    FATE_BY_ATTACK,
    FATE_BY_TIMER,
    FATE_BY_ABILITY,
    FATE_REASONS
};
/* R9.10; nothing happens to one that is not hidden. */
void fate_reveal(struct fate_run *run, uint32_t unit, enum fate_reason reason);
/* R9.2 */
void fate_hide(struct fate_run *run, uint32_t unit);
void fate_stealth(struct fate_run *run, uint32_t unit);
void fate_search(struct fate_run *run, uint32_t unit, uint32_t slot);

#endif
