/* A card for everything that stands or lies on the board, made of the rows of units.def. */
#include "kinds.h"
#include "rules.h"
#include "slot_words.h"

/* clang-format off */
enum trait {
    TRAIT_BASE, TRAIT_HERO, TRAIT_SUMMON, TRAIT_GROUND,
    TRAIT_CLASS,                              /* by enum fate_class */
    TRAIT_MOVES = TRAIT_CLASS + FATE_CLASSES, /* by enum fate_moves */
    TRAIT_PATTERN = TRAIT_MOVES + 5,          /* by enum fate_pattern */
    TRAIT_FLAGS = TRAIT_PATTERN + 4,          /* by enum fate_trait_flag */
    TRAIT_HIDES = TRAIT_FLAGS + 5,
    TRAITS
};
RD_STATIC_ASSERT(TRAITS <= 32, "a card has room for 32");

const char *const fate_trait_names[TRAITS + 1] = {
    "base unit", "hero", "summon", "lies on the ground",
#define CLASS(ID, name, ...) #name,
#include "units.def"
    "rides", "steps", "dashes", "jumps by die", "reels by die",
    "strikes beside it", "strikes on lines", "strikes around it", "shoots",
    "dodges", "strikes true", "strikes harder from hiding", "finds whom it marked", "never searches",
    "can hide",
};

enum number { NUMBER_HP, NUMBER_BOOK_HP, NUMBER_DAMAGE, NUMBER_REACH, NUMBER_HIDES, NUMBER_MOST, NUMBER_TURNS };
const char *const fate_number_names[] = {
    "HP", "HP by the book", "damage", "reach", "hides from", "most", "turns", NULL
};

/* ---- what is written about an ability: its kind, its slots and its price, R13.2 ---- */

#define FREE ""
#define CHARGES(cost, most, start, gain) ", " #cost "/" #most "/" #start "/" #gain
#define BOOK(cost, most, start, gain) ", by the book " #cost "/" #most "/" #start "/" #gain
#define GATHERS(most, what) ", " what ", at most " #most
#define PAYS(card, cost, what) ", " #cost " " what
#define PAYS_ANY(what) ", N " what

#define BITS(moves, pattern, reach, hides, flags) \
    ((uint32_t)(moves) << TRAIT_MOVES | (uint32_t)(flags) << TRAIT_FLAGS | (uint32_t)((hides) != 0) << TRAIT_HIDES | \
     (uint32_t)((reach) != 0) << (TRAIT_PATTERN + FATE_##pattern))
#define NUMBERS(hp, book, damage, reach, hides) \
    { [NUMBER_HP] = hp, [NUMBER_BOOK_HP] = book, [NUMBER_DAMAGE] = damage, [NUMBER_REACH] = reach, \
      [NUMBER_HIDES] = hides }

const struct rd_piece_card fate_pieces[FATE_KINDS + FATE_TOKEN_KINDS + 1] = {
#define CLASS(ID, name, title, hp, damage, moves, pattern, reach, hides, flags, rule, text, abilities) \
    [FATE_##ID] = { #name, #name, title ". " text, rule, \
                    1u << TRAIT_BASE | 1u << (TRAIT_CLASS + FATE_##ID) | BITS(moves, pattern, reach, hides, flags), \
                    NUMBERS(hp, 0, damage, reach, hides) },
#define HERO(number, ID, name, title, class, hp, book, damage, moves, pattern, reach, hides, flags, later, rule, text, \
             abilities) \
    [FATE_##ID] = { #name, #name, title ". " text abilities, rule, \
                    1u << TRAIT_HERO | 1u << (TRAIT_CLASS + FATE_##class) | BITS(moves, pattern, reach, hides, flags), \
                    NUMBERS(hp, book, damage, reach, hides) },
#define SUMMON(number, ID, name, title, maker, hp, book, damage, moves, pattern, reach, hides, flags, rule, text) \
    [FATE_##ID] = { #name, #name, text, rule, 1u << TRAIT_SUMMON | BITS(moves, pattern, reach, hides, flags), \
                    NUMBERS(hp, book, damage, reach, hides) },
#define GROUND(ID, name, card, secret, dies, most, reach, turns, plane, rule, text) \
    [FATE_KINDS + FATE_##ID] = { #name, #name, text, rule, 1u << TRAIT_GROUND, \
                                 { [NUMBER_REACH] = reach, [NUMBER_MOST] = most, [NUMBER_TURNS] = turns } },
#define ABILITY(ID, name, title, kind, rule, slots, price, flags, text) \
    " " title " (" #kind SLOTS_##slots price "): " text
#define ORDER_ALWAYS(ID, name, title, kind, rule, slots, price, flags, what, purpose, who, text) \
    " " title " (" #kind SLOTS_##slots price "): " text
#define ORDER(ID, name, title, kind, rule, slots, price, flags, what, purpose, who, text, refusal) \
    " " title " (" #kind SLOTS_##slots price "): " text
#define SHARED(abilities)
#include "units.def"
};
/* clang-format on */
