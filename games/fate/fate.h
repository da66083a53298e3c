/*
 * fate - FATE, a duel of seven classes and their heroes on nine times nine cells, with dice,
 * hidden units and reactions. This header has the flat structs and the names of everything;
 * RULES.md has the rules that the R numbers cite.
 *
 * Cells are row * 9 + column. Units have fixed numbers: 0 to 6 are P1's by class, 7 to 13 P2's,
 * then P1's turret and image and P2's. What a unit is beyond that (a base class, a hero, a summon)
 * is its kind (kinds.h); what it can do is a list of cards (cards.h) that the kind names.
 */
#ifndef FATE_GAME_H
#define FATE_GAME_H

#include "redoubt/game.h"

enum {
    FATE_SEATS = 2,
    FATE_SIDE = 9, /* R1.1 */
    FATE_CELLS = FATE_SIDE * FATE_SIDE,
    FATE_CORE = 14,      /* units that every game has: one of each class and seat */
    FATE_UNITS = 18,     /* with two summons a seat */
    FATE_NONE = 255,     /* no cell, no unit, no card */
    FATE_HOME_FIRST = 1, /* R4.2: columns B to H */
    FATE_HOME_LAST = 7,
    FATE_CARDS_MAX = 6, /* of one unit */
    FATE_FX_MAX = 8,    /* on one unit */
    FATE_FRAMES_MAX = 8,
    FATE_PATH_MAX = 8,                       /* cells of a straight line after its start */
    FATE_QUEUE_MAX = FATE_CORE + FATE_SEATS, /* turrets have turns */
    FATE_ROUNDS_MAX = 1000,
    FATE_STEALTH_TURNS = 3,
    FATE_HP_MAX = 20,                          /* of anybody, in positions that somebody made up */
    FATE_OPTIONS = 4 + FATE_UNITS + FATE_CELLS /* answers to prompts */
};

/* The enums that follow are made of the rows of units.def. */
/* clang-format off */
enum fate_class {
#define CLASS(ID, ...) FATE_##ID,
#include "units.def"
    FATE_CLASSES
};

/* The kinds 0 to 6 are the base classes in their order. Heroes and summons have the numbers of
 * their rows, which never change. */
enum fate_kind_id {
    FATE_FIRST_HERO = FATE_CLASSES,
#define HERO(number, ID, ...) FATE_##ID = number,
#define SUMMON(number, ID, ...) FATE_##ID = number,
#include "units.def"
    FATE_FIRST_SUMMON = FATE_TURRET
};

enum {
    FATE_HEROES = 0
#define HERO(...) +1
#include "units.def"
    ,
    FATE_SUMMON_KINDS = 0
#define SUMMON(...) +1
#include "units.def"
    ,
    FATE_TOKENS_MAX = FATE_SEATS * (0 /* all that lies on cells: the most of each owner */
#define GROUND(ID, name, ability, secret, dies, most, ...) + (most)
#include "units.def"
    ),
    FATE_PICKS = FATE_CLASSES + FATE_HEROES, /* whom a player may pick: all but summons */
    FATE_KINDS = FATE_PICKS + FATE_SUMMON_KINDS
};
/* clang-format on */
RD_STATIC_ASSERT(FATE_KINDS <= 32, "a set of kinds is 32 bits");

/* Picks are numbered like kinds, but without the summons in between. */
static inline uint32_t fate_pick_of(uint32_t kind)
{
    return kind < FATE_FIRST_SUMMON ? kind : kind - FATE_SUMMON_KINDS;
}

static inline uint32_t fate_picked_kind(uint32_t pick)
{
    return pick < FATE_FIRST_SUMMON ? pick : pick + FATE_SUMMON_KINDS;
}

enum fate_phase { FATE_PLACEMENT, FATE_BATTLE, FATE_ENDED, FATE_PICKING };

/* R4.4: how a side gets its heroes. */
enum fate_mode {
    FATE_MODE_CLASSIC,
    FATE_MODE_STANDARD,
    FATE_MODE_DRAFT,
    FATE_MODE_MIRROR,
    FATE_MODES
};

/* R13.9: which numbers the cards of heroes have. */
enum fate_numbers { FATE_BOOK, FATE_TUNED, FATE_NUMBERS };

enum fate_slot { FATE_M = 1, FATE_A = 2, FATE_C = 4, FATE_S = 8, FATE_ALL_SLOTS = 15 };

/* What a card is to a player, R13.1. */
enum fate_card_kind { FATE_PASSIVE, FATE_ACTIVE, FATE_IMPULSE, FATE_PHANTASM };

/* Every card of the game. The number is public: counters, prompts and events name it. */
/* clang-format off */
enum fate_card_id {
#define ABILITY(ID, ...) FATE_##ID,
#define ORDER_ALWAYS(ID, ...) FATE_##ID,
#define ORDER(ID, ...) FATE_##ID,
#include "units.def"
    FATE_CARDS,
    FATE_NO_CARD = FATE_NONE
};

/* What lasts on a unit. The rows say what each does and when it ends: fx.h. */
enum fate_fx_id {
#define EFFECT(ID, ...) FATE_FX_##ID,
#include "units.def"
    FATE_FX_KINDS
};
/* clang-format on */
RD_STATIC_ASSERT((int)FATE_CARDS < (int)FATE_NONE, "a card is a byte");

struct fate_fx {
    uint8_t kind; /* enum fate_fx_id */
    uint8_t by;   /* the unit it comes from */
    uint8_t left; /* what is left of it, where it counts */
};

struct fate_unit {
    uint32_t own;  /* own turns begun */
    uint8_t at;    /* FATE_NONE: not on the board */
    uint8_t known; /* while hidden: where the opponent last saw it, if it did; else FATE_NONE */
    uint8_t hp;    /* 0: dead, or a summon that is not there */
    uint8_t max;
    uint8_t damage;
    uint8_t kind; /* enum fate_kind_id */
    uint8_t form; /* which traits of its kind hold */
    uint8_t hidden;
    uint8_t timer; /* R9.5 */
    uint8_t slots; /* spent ones, enum fate_slot */
    uint8_t used;  /* once-per-game cards that are spent, by place in the kind's list */
    uint8_t fx_count;
    uint8_t charge[FATE_CARDS_MAX]; /* by place in the kind's list */
    uint8_t fell;                   /* where it died, R11.1; FATE_NONE while it lives */
    uint8_t zero[1];
    struct fate_fx fx[FATE_FX_MAX]; /* oldest first */
};

/* In the order in which they meet a mover. */
/* clang-format off */
enum fate_token_id {
#define GROUND(ID, ...) FATE_##ID,
#include "units.def"
    FATE_TOKEN_KINDS
};
/* clang-format on */

struct fate_token {
    uint8_t kind; /* enum fate_token_id */
    uint8_t by;   /* the unit it comes from */
    uint8_t at;   /* FATE_NONE: the whole board */
    uint8_t left;
};

/*
 * Something under way: a move, an attack, an area attack, a card of several parts, the change of
 * turns. The one on top goes on; what it began waits below. They outlive a command only while a
 * prompt is open. Each kind uses the fields in its own way.
 */
enum fate_frame_kind {
    FATE_F_NOTHING,
    FATE_F_TURN,
    FATE_F_MOVE,
    FATE_F_ATTACK,
    FATE_F_VOLLEY,
    FATE_F_CARD,
    FATE_FRAME_KINDS
};

struct fate_frame {
    uint32_t mask; /* of units */
    uint16_t flags;
    uint16_t attack, defence; /* totals */
    uint8_t kind;             /* enum fate_frame_kind */
    uint8_t step;
    uint8_t unit;   /* whose doing it is */
    uint8_t target; /* as declared */
    uint8_t victim; /* who takes it */
    uint8_t card;   /* that began it, or FATE_NO_CARD */
    uint8_t cursor; /* how far the hooks of this step were asked */
    uint8_t result; /* of the frame that was above */
    uint8_t from, to;
    uint8_t damage; /* 0: the attacker's own */
    uint8_t count;  /* of list */
    uint8_t die[4];
    uint8_t list[FATE_PATH_MAX];
    uint8_t crossed; /* of a volley: fate_crossed_pairs() when its targets were fixed */
    uint8_t zero[5];
};

struct fate_state {
    uint64_t rolled[2]; /* cells that the stored movement roll offers, R7.6 */
    uint32_t turn, round;
    uint32_t rounds;             /* limit, 0 = none */
    uint32_t heroes;             /* units that are heroes */
    uint32_t banned;             /* while picking: kinds that nobody may take */
    uint32_t chosen;             /* while picking: units whose kind is settled */
    uint32_t sensed[FATE_SEATS]; /* R9.8: hidden enemies that this turn's last search rolled for */
    uint8_t sensed_at[FATE_SEATS]; /* where from, FATE_NONE: none */
    uint8_t phase;                 /* enum fate_phase */
    uint8_t current;               /* seat that places or acts */
    uint8_t active;                /* unit, FATE_NONE outside battle */
    uint8_t ending;                /* enum fate_ending */
    uint8_t roll;                  /* the active unit's stored movement roll, 0 = none */
    uint8_t stopped;               /* R8.1: unit whose arrow was stopped this turn, or FATE_NONE */
    uint8_t stopped_for;           /* its target */
    uint8_t initiative[FATE_SEATS];
    uint8_t first;              /* the seat that won it */
    uint8_t prompt;             /* card that asks, FATE_NO_CARD: no prompt is open */
    uint8_t prompt_unit;        /* whose owner answers */
    uint8_t mirror[FATE_SEATS]; /* 1: the others can't tell its pair apart, mirror.c */
    uint8_t queue_count, queue_index;
    uint8_t placed_count;
    uint8_t token_count;
    uint8_t depth; /* frames in use */
    uint8_t queue[FATE_QUEUE_MAX];
    uint8_t placed[FATE_CORE];
    uint8_t mode;    /* while picking: enum fate_mode */
    uint8_t numbers; /* enum fate_numbers; FATE_BOOK where no hero can be */
    uint8_t zero[3];
    struct fate_unit unit[FATE_UNITS];
    struct fate_token token[FATE_TOKENS_MAX]; /* oldest first */
    struct fate_frame frame[FATE_FRAMES_MAX];
};

/* What a seat knows has the shape of the whole, with the secrets of others taken out: see.c. */
/* As in every game with secrets: the state holds those of all seats, a view those of its own. */
struct fate_view {
    struct fate_state known;
    uint8_t seat; /* or RD_SPECTATOR */
    uint8_t zero[7];
};

RD_STATIC_ASSERT((int)FATE_CORE == FATE_SEATS * (int)FATE_CLASSES, "one of each class and seat");
RD_STATIC_ASSERT((int)FATE_UNITS == FATE_CORE + FATE_SEATS * (int)FATE_SUMMON_KINDS, "and summons");
RD_STATIC_ASSERT(sizeof(struct fate_unit) == 48, "flat, without padding");
RD_STATIC_ASSERT(sizeof(struct fate_frame) == 40, "flat, without padding");
RD_STATIC_ASSERT(sizeof(struct fate_state) % 8 == 0, "a multiple of 8");
RD_STATIC_ASSERT(sizeof(struct fate_state) <= 2048, "the state stays within 2 KB");

/* Answers to prompts, R13.5: four words, then units, then cells. */
enum fate_option {
    FATE_SAY_AUTO,
    FATE_SAY_ROLL,
    FATE_SAY_ACCEPT,
    FATE_SAY_DECLINE,
    FATE_SAY_UNIT,
    FATE_SAY_CELL = FATE_SAY_UNIT + FATE_UNITS
};

/* clang-format off */
enum fate_verb {
    FATE_V_PLACE,
    FATE_V_ROLL_MOVE,
    FATE_V_MOVE,
    FATE_V_ATTACK,
    FATE_V_STEALTH,
    FATE_V_SEARCH,
    FATE_V_CHOOSE,
    FATE_V_END_TURN,
    FATE_V_BAN,
    FATE_V_PICK,
    FATE_V_LAST_PLAIN = FATE_V_PICK,
    /* From here on a verb for each card that is ordered, see fate_verb_cards. */
#define ORDER_ALWAYS(ID, ...) FATE_V_##ID,
#define ORDER(ID, ...) FATE_V_##ID,
#include "units.def"
    FATE_VERBS,
    FATE_V_CARDS = FATE_V_LAST_PLAIN + 1
};
/* clang-format on */

/* Pairs: the victory of P1, then that of P2. See fate_ending_winner(). */
enum fate_ending {
    FATE_PLAYING,
    FATE_ELIMINATED_2,
    FATE_ELIMINATED_1,
    FATE_CONCEDED_2,
    FATE_CONCEDED_1,
    FATE_BOTH_GONE, /* from here on nobody wins */
    FATE_ROUND_LIMIT,
    FATE_ENDINGS
};

/* The seat that wins by this ending, FATE_NONE for a draw. */
/* Pairs of endings and their winner are written alike in Classic, Fortress and FATE; their numbers
 * are their own. */
static inline uint32_t fate_ending_winner(uint32_t ending)
{
    return ending >= FATE_BOTH_GONE ? (uint32_t)FATE_NONE : (ending - 1) & 1u;
}

static inline uint32_t fate_seat_of(uint32_t unit)
{
    return unit < FATE_CORE ? unit >= FATE_CLASSES : (unit - FATE_CORE) / 2 & 1u;
}

static inline uint32_t fate_row(uint32_t cell)
{
    return cell / FATE_SIDE;
}

static inline uint32_t fate_column(uint32_t cell)
{
    return cell % FATE_SIDE;
}

/* names.c: names as they are written */
extern const char *const fate_unit_names[FATE_UNITS + 1];
extern const char *const fate_card_names[FATE_CARDS + 1];
extern const char *const fate_kind_names[FATE_KINDS + 1];
extern const char *const fate_fx_names[FATE_FX_KINDS + 1];
extern const char *const fate_ground_names[FATE_TOKEN_KINDS + 1];
extern const char *const fate_option_names[FATE_OPTIONS + 1];
extern const struct rd_game fate_game;

#endif
