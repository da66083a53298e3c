/* refusals.h - why an order is refused (the words are in tables.c) */
#ifndef FATE_REFUSALS_H
#define FATE_REFUSALS_H

#include "fate.h"

/* clang-format off */
enum fate_refusal {
    FATE_R_NOT_PLACING = 1,
    FATE_R_PLACING,
    FATE_R_NO_PROMPT,
    FATE_R_PROMPT_OPEN,
    FATE_R_NOT_YOURS,
    FATE_R_PLACED,
    FATE_R_PLACE_ROW,
    FATE_R_PLACE_TAKEN,
    FATE_R_SLOT_M,
    FATE_R_SLOT_A,
    FATE_R_SLOT_C,
    FATE_R_SLOT_S,
    FATE_R_NO_ROLL,
    FATE_R_ROLL_FIRST,
    FATE_R_CANT_GO,
    FATE_R_HELD,
    FATE_R_CANT_ATTACK,
    FATE_R_OWN_UNIT,
    FATE_R_DEAD,
    FATE_R_HIDDEN,
    FATE_R_OUT_OF_REACH,
    FATE_R_CANT_HIDE,
    FATE_R_CANT_SEARCH,
    FATE_R_NO_OPTION,
    FATE_R_NO_CARD,
    FATE_R_CHARGES,
    FATE_R_ONCE,
    /* one of each order that may be wrong */
#define ORDER(ID, ...) FATE_R_##ID,
#include "units.def"
    FATE_R_PICKING,
    FATE_R_NOT_PICKING,
    FATE_R_NO_BAN,
    FATE_R_BAN_BASE,
    FATE_R_SCARCE,
    FATE_R_BANS_FIRST,
    FATE_R_TAKEN,
    FATE_R_FILLED,
    FATE_R_OTHER_CLASS,
    FATE_R_MISFIT,
    FATE_REFUSALS
};
/* clang-format on */

#endif
