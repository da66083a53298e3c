/* How units, kinds, cards and answers are written, everywhere and always. */
#include "fate.h"

/* clang-format off */
const char *const fate_unit_names[FATE_UNITS + 1] = {
#define CLASS(ID, name, ...) "P1-" #name,
#include "units.def"
#define CLASS(ID, name, ...) "P2-" #name,
#include "units.def"
#define SUMMON(number, ID, name, ...) "P1-" #name,
#include "units.def"
#define SUMMON(number, ID, name, ...) "P2-" #name,
#include "units.def"
};

const char *const fate_kind_names[FATE_KINDS + 1] = {
#define CLASS(ID, name, ...) [FATE_##ID] = #name,
#define HERO(number, ID, name, ...) [FATE_##ID] = #name,
#define SUMMON(number, ID, name, ...) [FATE_##ID] = #name,
#include "units.def"
};

const char *const fate_card_names[FATE_CARDS + 1] = {
#define ABILITY(ID, name, ...) #name,
#define ORDER_ALWAYS(ID, name, ...) #name,
#define ORDER(ID, name, ...) #name,
#include "units.def"
};

const char *const fate_fx_names[FATE_FX_KINDS + 1] = {
#define EFFECT(ID, name, ...) #name,
#include "units.def"
};

const char *const fate_ground_names[FATE_TOKEN_KINDS + 1] = {
#define GROUND(ID, name, ...) #name,
#include "units.def"
};

#define ROW(n) "A" #n, "B" #n, "C" #n, "D" #n, "E" #n, "F" #n, "G" #n, "H" #n, "I" #n
const char *const fate_option_names[FATE_OPTIONS + 1] = {
    "auto", "roll", "accept", "decline",
#define CLASS(ID, name, ...) "P1-" #name,
#include "units.def"
#define CLASS(ID, name, ...) "P2-" #name,
#include "units.def"
#define SUMMON(number, ID, name, ...) "P1-" #name,
#include "units.def"
#define SUMMON(number, ID, name, ...) "P2-" #name,
#include "units.def"
    ROW(0), ROW(1), ROW(2), ROW(3), ROW(4), ROW(5), ROW(6), ROW(7), ROW(8),
};
/* clang-format on */
