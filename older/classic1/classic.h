/*
 * classic - Fortress Frontiers Classic, a hex duel with sealed simultaneous orders. This header
 * has the flat structs and the names of everything; RULES.md has the rules that the R numbers cite.
 *
 * Cells are y * 19 + x + 1. A seat's slot 0 is its base, then come its units by ascending id, then
 * (in its secret) what it bought this turn. Orders are kept by slot.
 */
#ifndef CLASSIC_GAME_H
#define CLASSIC_GAME_H

#include "redoubt/game.h"

enum {
    CLASSIC_SEATS = 2,
    CLASSIC_COLUMNS = 19, /* R1.1: x is -1 .. 17 */
    CLASSIC_ROWS = 15,
    CLASSIC_CELLS = CLASSIC_COLUMNS * CLASSIC_ROWS, /* 8 of them don't exist, R1.1 */
    CLASSIC_X0 = -1,
    CLASSIC_DIRECTIONS = 6,
    CLASSIC_DISC = 18,       /* cells within two steps of a cell */
    CLASSIC_UNITS_MAX = 120, /* of a seat, its base and this turn's purchases included: R2.3 */
    CLASSIC_IDS = 2048,      /* R2.3 */
    CLASSIC_MINES = 5,
    CLASSIC_STEPS_MAX = 2,
    CLASSIC_HEALTH_MAX = 100,
    CLASSIC_TURNS_MAX = 1000,    /* of the option */
    CLASSIC_TURNS_END = 2000,    /* R8.3: of any game */
    CLASSIC_GOLD_MAX = 1000000,  /* R4.2 */
    CLASSIC_PRIORITY_MAX = 9999, /* R5.1 */
    CLASSIC_NOBODY = 0xffff      /* no slot, no unit */
};

enum classic1_option { CLASSIC_OPT_LIMIT, CLASSIC_OPT_FREE, CLASSIC_OPT_STEADY };
/* The rows of units.def: CLASSIC_SCOUT and so on, then the base. */
enum classic1_type {
#define ROW_UNIT(id, ...) CLASSIC_##id,
#include "units.def"
    CLASSIC_MOBILE_TYPES,
    CLASSIC_LAST_MOBILE = CLASSIC_MOBILE_TYPES - 1,
#define ROW_BUILDING(id, ...) CLASSIC_##id,
#include "units.def"
    CLASSIC_TYPES
};
RD_STATIC_ASSERT(CLASSIC_MOBILE_TYPES <= 16, "classic_secret has four bits for the type it bought");

/* The numbers of traits in cards, and sets of traits: CLASSIC_T_FIGHTER and so on. */
enum classic1_trait_number {
#define ROW_TRAIT(id, word) CLASSIC_TRAIT_##id,
#include "units.def"
    CLASSIC_TRAITS
};
enum classic1_trait {
#define ROW_TRAIT(id, word) CLASSIC_T_##id = 1 << CLASSIC_TRAIT_##id,
#include "units.def"
};

enum classic1_verb {
    CLASSIC_BUY, /* no order to a unit, so 0 means none there */
    CLASSIC_MOVE,
    CLASSIC_EXTEND,
    CLASSIC_RANGED,
    CLASSIC_MELEE,
    CLASSIC_HEAL,
    CLASSIC_DEFEND,
    CLASSIC_CANCEL,
    CLASSIC_DONE,
    CLASSIC_UNDONE,
    CLASSIC_VERBS
};

struct classic1_unit {
    uint16_t id;
    uint16_t cell;
    uint8_t health; /* 1 .. 100; 0 only of a fallen base, and of the dead while a turn is played */
    uint8_t type;   /* enum classic1_type */
};

struct classic1_order {
    uint8_t verb;                     /* CLASSIC_MOVE, RANGED, MELEE, HEAL or DEFEND; 0 = none */
    uint8_t steps;                    /* of a move */
    uint16_t cell[CLASSIC_STEPS_MAX]; /* of a move: the path; of an attack: the target's tile */
    uint16_t priority;                /* 0 for heal and defend */
};

/* What both players and every spectator see. */
struct classic1_open {
    uint32_t turn;  /* the one that is being ordered, or in which the game ended */
    uint32_t trace; /* R9.2: fingerprint of the last Execution as everybody watched it */
    uint16_t turn_limit;
    uint8_t free_placement;
    uint8_t steady;
    uint8_t ending;              /* enum classic1_ending, 0 while playing */
    uint8_t mine[CLASSIC_MINES]; /* owner's seat + 1, 0 = nobody, in the order of classic1_mines */
    uint16_t next_id[CLASSIC_SEATS];
    uint16_t unit_count[CLASSIC_SEATS]; /* the base included */
    uint16_t zero[3];
    int32_t gold[CLASSIC_SEATS]; /* as it was after Upkeep */
    struct classic1_unit unit[CLASSIC_SEATS][CLASSIC_UNITS_MAX];
};

/* What only its owner sees, R9.1. */
struct classic1_secret {
    int32_t spent; /* of this turn's gold */
    uint16_t bought_count;
    uint16_t priority; /* numbers given so far, R5.1 */
    uint8_t done;
    uint8_t zero[7];
    uint16_t bought[CLASSIC_UNITS_MAX]; /* cell + 4096 * type; ids from next_id on, by twos */
    struct classic1_order order[CLASSIC_UNITS_MAX]; /* by slot; purchases after the units */
};

struct classic1_state {
    struct classic1_open open;
    struct classic1_secret secret[CLASSIC_SEATS];
};

struct classic1_view {
    struct classic1_open open;
    struct classic1_secret own; /* all 0 for a spectator */
    uint8_t seat;               /* or RD_SPECTATOR */
    uint8_t zero[7];
};

RD_STATIC_ASSERT(sizeof(struct classic1_unit) == 6, "flat, without padding");
RD_STATIC_ASSERT(sizeof(struct classic1_order) == 8, "flat, without padding");
RD_STATIC_ASSERT(sizeof(struct classic1_open) == 40 + 240 * 6, "flat, without padding");
RD_STATIC_ASSERT(sizeof(struct classic1_secret) == 16 + 120 * 10, "flat, without padding");
RD_STATIC_ASSERT(sizeof(struct classic1_state) % 8 == 0, "a multiple of 8");
RD_STATIC_ASSERT(sizeof(struct classic1_state) <= 4096, "the state stays within 4 KB");

static inline uint32_t classic1_bought_cell(uint16_t bought)
{
    return bought & 4095u;
}

static inline uint32_t classic1_bought_type(uint16_t bought)
{
    return bought >> 12;
}

/* Pairs: the victory of P1, then that of P2. See classic1_ending_winner(). */
enum classic1_ending {
    CLASSIC_PLAYING,
    CLASSIC_BASE_2_FELL,
    CLASSIC_BASE_1_FELL,
    CLASSIC_BASE_HEALTH_1,
    CLASSIC_BASE_HEALTH_2,
    CLASSIC_MINES_1,
    CLASSIC_MINES_2,
    CLASSIC_COST_1,
    CLASSIC_COST_2,
    CLASSIC_RESIGNED_2,
    CLASSIC_RESIGNED_1,
    CLASSIC_BOTH_FELL, /* from here on nobody wins */
    CLASSIC_TIED,
    CLASSIC_ENDINGS
};

/* The seat that wins by this ending, CLASSIC_NOBODY for a draw. */
static inline uint32_t classic1_ending_winner(uint32_t ending)
{
    return ending >= CLASSIC_BOTH_FELL ? (uint32_t)CLASSIC_NOBODY : (ending - 1) & 1u;
}

enum classic1_refusal {
    CLASSIC_OFF_BOARD = 1,
    CLASSIC_NO_SUCH_UNIT,
    CLASSIC_NOT_YOURS,
    CLASSIC_BASE_ORDERED,
    CLASSIC_JUST_BOUGHT,
    CLASSIC_BUY_PLACE,
    CLASSIC_BUY_TAKEN,
    CLASSIC_BUY_TWICE,
    CLASSIC_BUY_GOLD,
    CLASSIC_BUY_CROWD,
    CLASSIC_BUY_IDS,
    CLASSIC_MOVE_NOWHERE,
    CLASSIC_MOVE_FAR,
    CLASSIC_EXTEND_NOTHING,
    CLASSIC_EXTEND_LONG,
    CLASSIC_EXTEND_FAR,
    CLASSIC_RANGED_ARCHERS,
    CLASSIC_MELEE_SCOUT,
    CLASSIC_NO_TARGET,
    CLASSIC_FRIENDLY_FIRE,
    CLASSIC_RANGED_FAR,
    CLASSIC_MELEE_FAR,
    CLASSIC_CANCEL_NOTHING,
    CLASSIC_UNDONE_NOT_DONE,
    CLASSIC_REFUSALS
};

enum classic1_event {
    CLASSIC_E_BOUGHT,
    CLASSIC_E_APPEARED,
    CLASSIC_E_REFUNDED,
    CLASSIC_E_STRENGTH,
    CLASSIC_E_SHOT,
    CLASSIC_E_SHOT_BACK,
    CLASSIC_E_STRUCK,
    CLASSIC_E_STRUCK_BACK,
    CLASSIC_E_CHARGED,
    CLASSIC_E_CHARGE_ANSWERED,
    CLASSIC_E_CONTESTED,
    CLASSIC_E_HURT,
    CLASSIC_E_DIED,
    CLASSIC_E_ADVANCED,
    CLASSIC_E_MOVED,
    CLASSIC_E_SWAPPED,
    CLASSIC_E_TURNED,
    CLASSIC_E_BLOCKED,
    CLASSIC_E_LEFT_OUT,
    CLASSIC_E_TARGET_GONE,
    CLASSIC_E_MINE,
    CLASSIC_E_TURN,
    CLASSIC_E_INCOME,
    CLASSIC_E_HEALED,
    CLASSIC_E_BASE_FELL,
    CLASSIC_E_LIMIT,
    CLASSIC_E_DRAW,
    CLASSIC_E_RESIGNED,
    CLASSIC_EVENTS
};

struct classic1_kind {
    uint16_t traits; /* set of enum classic1_trait */
    uint8_t cost;
    uint8_t melee;
    uint8_t ranged; /* 0 = none */
    uint8_t regen;
};

/* kinds.c */
extern const struct classic1_kind classic1_kinds[CLASSIC_TYPES]; /* R2.1 */
extern const struct rd_piece_card classic1_pieces[];
extern const char *const classic1_trait_names[CLASSIC_TRAITS + 1];
extern const char *const classic1_number_names[];

/* Has a type one of these traits? */
static inline int32_t classic1_is(uint32_t type, uint32_t traits)
{
    return type < CLASSIC_TYPES && (classic1_kinds[type].traits & traits) != 0;
}

/* tables.c */
extern const uint16_t classic1_mines[CLASSIC_MINES];      /* cells, ascending; R1.4 */
extern const uint16_t classic1_base_cells[CLASSIC_SEATS]; /* R1.4 */
extern const char *const classic1_type_names[CLASSIC_TYPES + 1];
extern const struct rd_game classic1_game;

/* board.c */
/* The neighbour in a direction (E NE NW W SW SE), or RD_NO_CELL. */
uint16_t classic1_step(uint32_t cell, uint32_t direction);
int32_t classic1_exists(uint32_t cell);
uint32_t classic1_distance(uint32_t a, uint32_t b);

#endif
