/* The tables of kinds and cards: one line for each, its row is in the file of its owner. */
#include "heroes/heroes.h"

const struct fate_kind *const fate_kinds[FATE_KINDS] = {
    [FATE_RIDER] = &fate_rider,         [FATE_SPEARMAN] = &fate_spearman,
    [FATE_TRICKSTER] = &fate_trickster, [FATE_ASSASSIN] = &fate_assassin,
    [FATE_BERSERKER] = &fate_berserker, [FATE_ARCHER] = &fate_archer,
    [FATE_KNIGHT] = &fate_knight,       [FATE_BRANNOCH] = &fate_brannoch,
    [FATE_ILSE] = &fate_ilse,           [FATE_TAMSIN] = &fate_tamsin,
    [FATE_KESH] = &fate_kesh,           [FATE_ODWIN] = &fate_odwin,
    [FATE_RUSKA] = &fate_ruska,         [FATE_NETTLE] = &fate_nettle,
    [FATE_TURRET] = &fate_turret,       [FATE_IMAGE] = &fate_image,
};

const struct fate_card *const fate_cards[FATE_CARDS] = {
    [FATE_AUTO_DEFENCE] = &fate_auto_defence,
    [FATE_AREA_ATTACK] = &fate_area_attack,
    [FATE_BRISTLE] = &fate_bristle,
    [FATE_SOW_CALTROPS] = &fate_sow_caltrops,
    [FATE_THICKET_RISING] = &fate_thicket_rising,
    [FATE_LONG_ARM] = &fate_long_arm,
    [FATE_STEADY_LINE] = &fate_steady_line,
    [FATE_INTERPOSE] = &fate_interpose,
    [FATE_NO_FURTHER] = &fate_no_further,
    [FATE_PILLION] = &fate_pillion,
    [FATE_WIDE_GALLOP] = &fate_wide_gallop,
    [FATE_FULL_CIRCUIT] = &fate_full_circuit,
    [FATE_RUN_THEM_RAGGED] = &fate_run_them_ragged,
    [FATE_TRAMPLE] = &fate_trample,
    [FATE_DUST_WALL] = &fate_dust_wall,
    [FATE_RAISE_BULWARK] = &fate_raise_bulwark,
    [FATE_TRIAL_OF_STEEL] = &fate_trial_of_steel,
    [FATE_BANNER] = &fate_banner,
    [FATE_GIVE_THE_ORDER] = &fate_give_the_order,
    [FATE_RALLY] = &fate_rally,
    [FATE_TRUE_FLETCH] = &fate_true_fletch,
    [FATE_ARROWFALL] = &fate_arrowfall,
    [FATE_FLARE] = &fate_flare,
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
