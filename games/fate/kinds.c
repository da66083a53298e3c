/* The tables of kinds and cards: one line for each, its row is in the file of its owner. */
#include "heroes/heroes.h"

const struct fate_kind *const fate_kinds[FATE_KINDS] = {
    [FATE_RIDER] = &fate_rider,         [FATE_SPEARMAN] = &fate_spearman,
    [FATE_TRICKSTER] = &fate_trickster, [FATE_ASSASSIN] = &fate_assassin,
    [FATE_BERSERKER] = &fate_berserker, [FATE_ARCHER] = &fate_archer,
    [FATE_KNIGHT] = &fate_knight,       [FATE_TURRET] = &fate_turret,
    [FATE_IMAGE] = &fate_image,
};

const struct fate_card *const fate_cards[FATE_CARDS] = {
    [FATE_AUTO_DEFENCE] = &fate_auto_defence,
    [FATE_AREA_ATTACK] = &fate_area_attack,
};

#define ORDER(card) [FATE_V_##card - FATE_V_CARDS] = FATE_##card
const uint8_t fate_verb_cards[FATE_VERBS - FATE_V_CARDS] = {
    ORDER(AREA_ATTACK),    ORDER(SOW_CALTROPS),   ORDER(THICKET_RISING), ORDER(NO_FURTHER),
    ORDER(PILLION),        ORDER(FULL_CIRCUIT),   ORDER(TRAMPLE),        ORDER(RAISE_BULWARK),
    ORDER(TRIAL_OF_STEEL), ORDER(GIVE_THE_ORDER), ORDER(ARROWFALL),      ORDER(UNFOLD_TURRET),
    ORDER(WALKER_FRAME),   ORDER(MIRROR_IMAGE),   ORDER(SWITCH),         ORDER(SHATTER),
    ORDER(LANTERN_PATH),   ORDER(DROWNING_RAIN),  ORDER(BLACK_THREAD),   ORDER(VANISH),
    ORDER(BORROWED_HAND),  ORDER(LAST_SIGNATURE), ORDER(AXE_THROW),      ORDER(EMBER_FURY),
    ORDER(BANK_THE_FIRE),  ORDER(MEND),
};
