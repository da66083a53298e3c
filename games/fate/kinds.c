/* The tables of kinds and cards, made of the rows of units.def. */
#include "kinds.h"

#include "cards.h"
#include "heroes/heroes.h"
#include "refusals.h"

/* clang-format off */
#define TRAITS(moves, pattern, reach, hides, flags, guard) { moves, FATE_##pattern, reach, hides, flags, guard }
/* The cards of a kind: their numbers, and how many. */
#define CARDS(...) \
    .card = { __VA_ARGS__ FATE_NO_CARD }, .card_count = sizeof((const uint8_t[]){ __VA_ARGS__ FATE_NO_CARD }) - 1
#define ONE_FORM .later_card = FATE_NO_CARD
#define LATER(moves, pattern, reach, hides, flags, guard, has) \
    .traits[1] = TRAITS(moves, pattern, reach, hides, flags, guard), .later_card = FATE_##has

const struct fate_kind fate_kinds[FATE_KINDS] = {
#define CLASS(ID, name_, title_, hp_, damage_, moves, pattern, reach, hides, flags, rule, text, abilities) \
    [FATE_##ID] = { .name = #name_, .title = title_, .class = FATE_##ID, .hp = hp_, .damage = damage_, \
                    .traits[0] = TRAITS(moves, pattern, reach, hides, flags, 0), ONE_FORM, CARDS(abilities) },
#define HERO(number, ID, name_, title_, class_, hp_, book, damage_, moves, pattern, reach, hides, flags, later, rule, text, \
             abilities) \
    [FATE_##ID] = { .name = #name_, .title = title_, .class = FATE_##class_, .hp = hp_, .book_hp = book, \
                    .damage = damage_, .traits[0] = TRAITS(moves, pattern, reach, hides, flags, 0), later, \
                    CARDS(abilities) },
#define SUMMON(number, ID, name_, title_, maker_, hp_, book, damage_, moves, pattern, reach, hides, flags, ...) \
    [FATE_##ID] = { .name = #name_, .title = title_, .class = FATE_CLASSES, .maker = FATE_##maker_, .hp = hp_, \
                    .book_hp = book, .damage = damage_, .traits[0] = TRAITS(moves, pattern, reach, hides, flags, 0), \
                    ONE_FORM, CARDS() },
#define ABILITY(ID, ...) FATE_##ID,
#define ORDER_ALWAYS(ID, ...) FATE_##ID,
#define ORDER(ID, ...) FATE_##ID,
#define HAS(ID) FATE_##ID,
#define SHARED(abilities)
#include "units.def"
};

/* The names that rows use: kinds of cards, slots, what an order names, prices. */
enum {
    KIND_passive = FATE_PASSIVE, KIND_active = FATE_ACTIVE, KIND_impulse = FATE_IMPULSE, KIND_phantasm = FATE_PHANTASM
};
enum {
    SLOTS_NO_SLOT = 0, SLOTS_M = FATE_M, SLOTS_C = FATE_C, SLOTS_S = FATE_S, SLOTS_A_C = FATE_A | FATE_C,
    SLOTS_M_C = FATE_M | FATE_C
};
enum {
    NAMES_NOTHING = FATE_NAMES_NOTHING, NAMES_UNIT = FATE_NAMES_UNIT, NAMES_TARGET = FATE_NAMES_UNIT,
    NAMES_AT = FATE_NAMES_CELL, NAMES_TO = FATE_NAMES_CELL, NAMES_UNIT_AT = FATE_NAMES_UNIT_CELL,
    NAMES_UNIT_TO = FATE_NAMES_UNIT_CELL, NAMES_UNIT_TARGET = FATE_NAMES_TWO_UNITS, NAMES_NUMBER = FATE_NAMES_NUMBER
};
#define FREE
#define CHARGES(cost_, max_, start_, gain_) .cost = cost_, .max = max_, .start = start_, .gain = gain_,
#define BOOK(cost, max, start, gain) .book = { cost, max, start },
#define GATHERS(max_, what) .max = max_,
#define PAYS(card, cost_, what) .pays = 1 + FATE_##card, .cost = cost_,
#define PAYS_ANY(what)

#define CARD(title_, kind_, slots_, flags_, ...) \
    .title = title_, .kind = KIND_##kind_, .slots = SLOTS_##slots_, __VA_ARGS__ .flags = flags_
const struct fate_card fate_cards[FATE_CARDS] = {
#define ABILITY(ID, name, title, kind, rule, slots, price, flags, text) \
    [FATE_##ID] = { CARD(title, kind, slots, flags, price) },
#define ORDER_ALWAYS(ID, name, title, kind, rule, slots, price, flags, what, purpose_, ...) \
    [FATE_##ID] = { CARD(title, kind, slots, flags, price), .names = NAMES_##what, .purpose = FATE_FOR_##purpose_ },
#define ORDER(ID, name, title, kind, rule, slots, price, flags, what, purpose_, ...) \
    [FATE_##ID] = { CARD(title, kind, slots, flags, price), .names = NAMES_##what, .purpose = FATE_FOR_##purpose_, \
                    .refusal = FATE_R_##ID },
#include "units.def"
};

const struct fate_hooks *const fate_hooks[FATE_CARDS] = {
#define ABILITY(ID, name, ...) &fate_##name,
#define ORDER_ALWAYS(ID, name, ...) &fate_##name,
#define ORDER(ID, name, ...) &fate_##name,
#include "units.def"
};

const uint8_t fate_verb_cards[FATE_VERBS - FATE_V_CARDS] = {
#define ORDER_ALWAYS(ID, ...) FATE_##ID,
#define ORDER(ID, ...) FATE_##ID,
#include "units.def"
};

/* Numbers of kinds are all different and leave no hole. */
enum {
    KINDS_SEEN = (1 << FATE_CLASSES) - 1
#define HERO(number, ...) + (1 << number)
#define SUMMON(number, ...) + (1 << number)
#include "units.def"
};
/* clang-format on */
RD_STATIC_ASSERT(FATE_KINDS < 31 && KINDS_SEEN == (1 << FATE_KINDS) - 1,
                 "the number of a new hero is the next that is free: FATE_KINDS - 1");
