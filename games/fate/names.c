/* How units, kinds, cards and answers are written, everywhere and always. */
#include "fate.h"

/* clang-format off */
const char *const fate_unit_names[FATE_UNITS + 1] = {
    "P1-rider", "P1-spearman", "P1-trickster", "P1-assassin", "P1-berserker", "P1-archer",
    "P1-knight", "P2-rider", "P2-spearman", "P2-trickster", "P2-assassin", "P2-berserker",
    "P2-archer", "P2-knight", "P1-turret", "P1-image", "P2-turret", "P2-image",
};
const char *const fate_kind_names[FATE_KINDS + 1] = {
    "rider", "spearman", "trickster", "assassin", "berserker", "archer", "knight", "tamsin",
    "kesh", "brannoch", "ilse", "pell", "sedge", "vesper", "quill", "hroka", "grum", "nettle",
    "gauge", "odwin", "ruska", "turret", "image",
};
const char *const fate_card_names[FATE_CARDS + 1] = {
    "auto_defence", "area_attack", "bristle", "sow_caltrops", "thicket_rising", "long_arm",
    "steady_line", "interpose", "no_further", "pillion", "wide_gallop", "full_circuit",
    "run_them_ragged", "trample", "dust_wall", "raise_bulwark", "trial_of_steel", "banner",
    "give_the_order", "rally", "true_fletch", "arrowfall", "flare", "unfold_turret",
    "recoil_step", "walker_frame", "mirror_image", "switch", "laughing_glass", "shatter", "mire",
    "lantern_path", "drowning_rain", "smoke_skinned", "black_thread", "vanish", "borrowed_hand",
    "slip_the_knife", "last_signature", "axe_throw", "ember_fury", "bank_the_fire",
    "second_breath", "blood_price", "mend", "spiteful_sweep",
};
const char *const fate_option_names[FATE_OPTIONS + 1] = {
    "auto", "roll", "accept", "decline", "P1-rider", "P1-spearman", "P1-trickster", "P1-assassin",
    "P1-berserker", "P1-archer", "P1-knight", "P2-rider", "P2-spearman", "P2-trickster",
    "P2-assassin", "P2-berserker", "P2-archer", "P2-knight", "P1-turret", "P1-image", "P2-turret",
    "P2-image", "A0", "B0", "C0", "D0", "E0", "F0", "G0", "H0", "I0", "A1", "B1", "C1", "D1",
    "E1", "F1", "G1", "H1", "I1", "A2", "B2", "C2", "D2", "E2", "F2", "G2", "H2", "I2", "A3",
    "B3", "C3", "D3", "E3", "F3", "G3", "H3", "I3", "A4", "B4", "C4", "D4", "E4", "F4", "G4",
    "H4", "I4", "A5", "B5", "C5", "D5", "E5", "F5", "G5", "H5", "I5", "A6", "B6", "C6", "D6",
    "E6", "F6", "G6", "H6", "I6", "A7", "B7", "C7", "D7", "E7", "F7", "G7", "H7", "I7", "A8",
    "B8", "C8", "D8", "E8", "F8", "G8", "H8", "I8",
};
/* clang-format on */
