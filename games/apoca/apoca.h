/*
 * apoca - ApocaWarlords, a simultaneous tower-defence duel. This header has the flat structs and
 * the names of everything; RULES.md has the rules that the R numbers cite.
 *
 * Everything that walks follows a lane, so a unit's place is an index into path_cell: lane k
 * is path_cell[lane_first[k]] .. path_cell[lane_first[k + 1] - 1], Red's end first. Path tiles
 * on no lane come after the last lane. Cells are y * 64 + x on every map.
 */
#ifndef APOCA_GAME_H
#define APOCA_GAME_H

#include "redoubt/game.h"

enum {
    APOCA_SEATS = 2,
    APOCA_SIDE_MAX = 64,     /* columns or rows of a map, and the stride of a cell number */
    APOCA_PATH_MAX = 256,    /* R1.3 */
    APOCA_LAND_MAX = 256,    /* territory tiles of both sides, R1.3 */
    APOCA_SPAWNERS_MAX = 16, /* R1.3 */
    APOCA_LANES_MAX = 4,
    APOCA_DIRECTIONS = 4,
    APOCA_TOWERS_MAX = APOCA_LAND_MAX,
    /* One living unit a path tile, and those that appear in a turn beside its dead. */
    APOCA_UNITS_MAX = APOCA_PATH_MAX + APOCA_SPAWNERS_MAX + 2 * APOCA_DIRECTIONS,
    APOCA_TURNS_MAX = 1000,
    APOCA_MONEY_MAX = 1000, /* at the beginning */
    APOCA_RANGE_MAX = 5,    /* of any tower */
    APOCA_DISC_RANGE = 3,   /* of towers that act on their whole disc, R7.1 */
    APOCA_DISC_BITS = 29,   /* cells within that range */
    APOCA_NONE = 0xffff     /* no path index */
};

enum apoca_seat { APOCA_RED, APOCA_BLUE, APOCA_TIE /* as a winner only */ };
enum apoca_rules { APOCA_SEED, APOCA_MEGAMINER };
enum apoca_option { APOCA_OPT_RULES, APOCA_OPT_TURNS, APOCA_OPT_MONEY, APOCA_OPT_MAP };
enum apoca_direction { APOCA_N, APOCA_S, APOCA_W, APOCA_E }; /* the order of queues, R6.5 */
enum apoca_tile { APOCA_VOID, APOCA_PATH, APOCA_LAND_RED, APOCA_LAND_BLUE };

/* Numbers and names come from the rows of towers.def and units.def. */
enum apoca_tower_type {
#define TOWER(ID, ...) APOCA_##ID,
#include "towers.def"
#undef TOWER
    APOCA_TOWER_TYPES
};

enum apoca_unit_kind {
#define UNIT(ID, ...) APOCA_##ID,
#include "units.def"
#undef UNIT
    APOCA_UNIT_KINDS
};

/* What a tower does when it is activated, R7.2: one of these. */
enum apoca_tower_trait {
    APOCA_EARNS = 1,  /* pays its owner, R7.9 */
    APOCA_SHOOTS = 2, /* at one hostile unit, R7.5; with a splash at those beside it, R7.7 */
    APOCA_SPRAYS = 4, /* at all hostile units in its disc, R7.9 */
    APOCA_BLESSES = 8 /* all own mercenaries in its disc, R7.8 */
};

/* Questions about several of them. */
enum { APOCA_GUN = APOCA_SHOOTS | APOCA_SPRAYS, APOCA_USES_DISC = APOCA_SPRAYS | APOCA_BLESSES };

enum apoca_unit_trait {
    APOCA_HIRED = 1, /* somebody's own: waits behind friends (R6.2), is blessed, counts in R8.3 */
    APOCA_WILD = 2   /* nobody's: fights all (R6.3), is hit by any splash (R7.7), can be banished */
};

struct apoca_tower_kind {
    int32_t price;
    uint8_t traits; /* enum apoca_tower_trait */
    uint8_t cooldown, range, damage, splash, income, blessing;
};
extern const struct apoca_tower_kind apoca_tower_kinds[APOCA_TOWER_TYPES];

struct apoca_strength {
    int32_t health, damage;
};
struct apoca_unit_row {
    uint8_t traits;                 /* enum apoca_unit_trait */
    struct apoca_strength first[2]; /* by enum apoca_rules */
    struct apoca_strength more;     /* for each that its spawner has sent before, R6.1 */
};
extern const struct apoca_unit_row apoca_unit_kinds[APOCA_UNIT_KINDS];

enum apoca_mood { APOCA_MOVING, APOCA_FIGHTING, APOCA_WAITING, APOCA_DEAD };
/* What is numbered: towers, and each kind of unit by itself. */
enum apoca_made {
    APOCA_MADE_TOWERS,
    APOCA_MADE_UNITS,
    APOCA_MADE_COUNT = APOCA_MADE_UNITS + APOCA_UNIT_KINDS
};

enum apoca_verb { APOCA_HIRE, APOCA_BUILD, APOCA_DESTROY, APOCA_PROVOKE, APOCA_DONE };

/* A map as the player brings it. check_map() says whether it can be played. */
struct apoca_map_spawner {
    uint8_t x, y;
    uint8_t target; /* the seat that its demons attack */
    uint8_t zero;
};

struct apoca_map {
    uint8_t width, height; /* 1 .. 64 */
    uint8_t spawner_count;
    uint8_t zero;
    uint8_t base[APOCA_SEATS][2]; /* x, y */
    struct apoca_map_spawner spawner[APOCA_SPAWNERS_MAX];
    uint8_t tile[APOCA_SIDE_MAX * APOCA_SIDE_MAX]; /* enum apoca_tile at y * 64 + x */
};
RD_STATIC_ASSERT(sizeof(struct apoca_map) == 4168, "flat, without padding");

struct apoca_spawner {
    uint16_t path;  /* path index of its tile */
    uint16_t queue; /* demons waiting to appear */
    uint16_t count; /* demons produced so far: the strength of the next one, R6.1 */
    uint8_t target; /* the seat that its demons attack */
    uint8_t reload; /* turns until the timer fires */
};

struct apoca_tower {
    /* What it aimed at in the last tower step, R7.10. A tower that shoots: 1 + cell. One that uses
     * its disc: a bit for each of the 29 cells of the disc in scan order, those off the board
     * counted too. 0: nothing. */
    uint32_t aim;
    uint16_t number;        /* its name: t0, t1, ... in order of building */
    uint8_t land;           /* index into land_cell; the owner follows from it */
    uint8_t type_and_clock; /* enum apoca_tower_type * 16 + cooldown */
};

struct apoca_unit {
    uint16_t number; /* its name: m0.. or d0.. in order of appearing, each kind by itself */
    uint8_t path;    /* index into path_cell, which tells the lane; where it died, if dead */
    uint8_t traits;  /* kind + 2 * team + 4 * mood, see below */
    int32_t health;  /* may be negative, R6.2 */
    int32_t damage;
};

static inline uint32_t apoca_tower_type(const struct apoca_tower *tower)
{
    return tower->type_and_clock >> 4;
}

static inline const struct apoca_tower_kind *apoca_kind_of(const struct apoca_tower *tower)
{
    return &apoca_tower_kinds[apoca_tower_type(tower)];
}

static inline uint32_t apoca_tower_cooldown(const struct apoca_tower *tower)
{
    return tower->type_and_clock & 15u;
}

static inline uint32_t apoca_unit_kind(const struct apoca_unit *unit)
{
    return unit->traits & 1u; /* enum apoca_unit_kind */
}

static inline uint32_t apoca_unit_is(const struct apoca_unit *unit, enum apoca_unit_trait trait)
{
    return (apoca_unit_kinds[apoca_unit_kind(unit)].traits & trait) != 0;
}

static inline uint32_t apoca_unit_team(const struct apoca_unit *unit)
{
    return unit->traits >> 1 & 1u; /* the owner's seat; of a demon, the seat that it attacks */
}

static inline uint32_t apoca_unit_mood(const struct apoca_unit *unit)
{
    return unit->traits >> 2; /* enum apoca_mood */
}

/* The seat it walks for: 0 up the lane towards Blue, 1 down the lane towards Red, R2.3. */
static inline uint32_t apoca_unit_heading(const struct apoca_unit *unit)
{
    return (unit->traits ^ unit->traits >> 1) & 1u;
}

static inline uint8_t apoca_traits(uint32_t kind, uint32_t team, uint32_t mood)
{
    return (uint8_t)(kind | team << 1 | mood << 2);
}

/* What both players and every spectator see. */
struct apoca_open {
    /* The board, fixed when the game begins. */
    uint8_t width, height;
    uint8_t lane_count;
    uint8_t spawner_count;
    uint16_t path_count, land_count;
    uint16_t base[APOCA_SEATS];                    /* cells */
    uint16_t lane_first[APOCA_LANES_MAX + 1];      /* the rest repeats the end of the last lane */
    uint16_t start[APOCA_SEATS][APOCA_DIRECTIONS]; /* path index beside the base, or APOCA_NONE */
    uint8_t zero[2];
    uint16_t path_cell[APOCA_PATH_MAX];
    uint16_t land_cell[APOCA_LAND_MAX];       /* ascending */
    uint64_t land_blue[APOCA_LAND_MAX / 64];  /* bit i: land i is Blue's */
    uint64_t land_built[APOCA_LAND_MAX / 64]; /* bit i: a tower stands on land i */

    /* The rules in force and how far the game has come. */
    uint8_t rules;  /* enum apoca_rules */
    uint8_t ending; /* enum apoca_ending, 0 while playing */
    uint8_t winner; /* enum apoca_seat; 0 while playing */
    uint8_t zero2;
    uint16_t turn, turn_limit; /* turns completed, R9.1 */
    int32_t health[APOCA_SEATS];
    int32_t money[APOCA_SEATS];
    int32_t spent[APOCA_SEATS]; /* paid for towers so far, R8.3 */
    int32_t price[APOCA_SEATS][APOCA_TOWER_TYPES];
    uint16_t made[APOCA_MADE_COUNT];
    uint16_t tower_count, unit_count;
    uint16_t zero3[3];

    struct apoca_spawner spawner[APOCA_SPAWNERS_MAX];
    struct apoca_tower tower[APOCA_TOWERS_MAX]; /* in the order built */
    /* Mercenaries first, then demons; each kind in the order of appearing. One order for one
     * position: its JSON has two lists, and importing what was exported is the identity. */
    struct apoca_unit unit[APOCA_UNITS_MAX];
};

/* What only its owner sees, R9.2. */
struct apoca_secret {
    uint16_t queue[APOCA_DIRECTIONS]; /* mercenaries paid for that have not appeared */
    /* The sealed orders of this turn, R5.1. */
    uint8_t hire;       /* 1 + enum apoca_direction, 0 = none */
    uint8_t tower_verb; /* APOCA_BUILD, APOCA_DESTROY, or 0 = none */
    uint8_t tower_type;
    uint8_t provoke;
    uint16_t tower_cell;
    uint8_t done;
    uint8_t zero;
};

/* As in every game with secrets: the state holds those of all seats, a view those of its own. */
struct apoca_state {
    struct apoca_open open;
    struct apoca_secret secret[APOCA_SEATS];
};

struct apoca_view {
    struct apoca_open open;
    struct apoca_secret own; /* all 0 for a spectator */
    uint8_t seat;            /* or RD_SPECTATOR */
    uint8_t zero[7];
};

RD_STATIC_ASSERT(sizeof(struct apoca_tower) == 8, "flat, without padding");
RD_STATIC_ASSERT(sizeof(struct apoca_unit) == 12, "flat, without padding");
RD_STATIC_ASSERT(sizeof(struct apoca_secret) == 16, "flat, without padding");
RD_STATIC_ASSERT(sizeof(struct apoca_state) % 8 == 0, "flat, without padding");
RD_STATIC_ASSERT(sizeof(struct apoca_state) <= 8192, "the state stays within 8 KB");

/* Each seat's endings side by side, Red's victory first: see apoca_ending_winner(). */
enum apoca_ending {
    APOCA_PLAYING,
    APOCA_BLUE_BASE_FELL,
    APOCA_RED_BASE_FELL,
    APOCA_RED_MONEY,
    APOCA_BLUE_MONEY,
    APOCA_RED_TOWERS,
    APOCA_BLUE_TOWERS,
    APOCA_RED_SPENDING,
    APOCA_BLUE_SPENDING,
    APOCA_RED_MERCENARIES,
    APOCA_BLUE_MERCENARIES,
    APOCA_RED_VIGOUR, /* the health of all mercenaries */
    APOCA_BLUE_VIGOUR,
    APOCA_BLUE_RESIGNED,
    APOCA_RED_RESIGNED,
    APOCA_TIED,
    APOCA_ENDINGS
};

static inline uint32_t apoca_ending_winner(uint32_t ending)
{
    return ending == APOCA_PLAYING ? 0 : ending == APOCA_TIED ? APOCA_TIE : (ending - 1) & 1u;
}

enum apoca_refusal {
    /* Of a map. */
    APOCA_MAP_SIZE = 1,
    APOCA_MAP_TILE,
    APOCA_MAP_BEYOND,
    APOCA_MAP_PATHS,
    APOCA_MAP_LANDS,
    APOCA_MAP_BASE_OFF,
    APOCA_MAP_BASES_MEET,
    APOCA_MAP_SPAWNERS,
    APOCA_MAP_SPAWNER_OFF,
    APOCA_MAP_SPAWNER_TARGET,
    APOCA_MAP_SPAWNER_LOST,
    APOCA_MAP_FEW_LANES,
    APOCA_MAP_UNEQUAL,
    APOCA_MAP_LANE_END,
    APOCA_MAP_LANES_MEET,
    /* Of an order. */
    APOCA_OFF_BOARD,
    APOCA_HIRE_NO_PATH,
    APOCA_HIRE_MONEY,
    APOCA_BUILD_NOT_YOURS,
    APOCA_BUILD_TAKEN,
    APOCA_BUILD_MONEY,
    APOCA_DESTROY_NOT_YOURS,
    APOCA_DESTROY_NOTHING,
    APOCA_PROVOKE_MONEY,
    APOCA_LINE_LATE, /* R5.9: a whole turn in one line comes first or not at all */
    /* Of an order that was fine alone and came to nothing beside the others, R5.2. */
    APOCA_SKIP_BUILD,
    APOCA_SKIP_PROVOKE,
    APOCA_REFUSALS
};

enum apoca_event {
    APOCA_E_SKIPPED,
    APOCA_E_HIRED,
    APOCA_E_RECRUITED, /* the same without the direction, for other eyes, R9.2 */
    APOCA_E_BUILT,
    APOCA_E_DESTROYED,
    APOCA_E_PAID_PROVOKE,
    APOCA_E_PROVOKED,
    APOCA_E_BANISHED,
    APOCA_E_VANISHED,
    APOCA_E_MOVED,
    APOCA_E_WAITED,
    APOCA_E_HIT,
    APOCA_E_BASE_HIT,
    APOCA_E_DEMON_MOVED, /* the same four of demons, in the same sequence: R6.3 */
    APOCA_E_DEMON_WAITED,
    APOCA_E_DEMON_HIT,
    APOCA_E_DEMON_BASE_HIT,
    APOCA_E_DIED,
    APOCA_E_MERCENARY,
    APOCA_E_MERCENARY_BLOCKED,
    APOCA_E_DEMON,
    APOCA_E_DEMON_BLOCKED,
    APOCA_E_SHOT,
    APOCA_E_SPLASH,
    APOCA_E_BLESSED,
    APOCA_E_INCOME,
    APOCA_E_BASE_FELL,
    APOCA_E_TIE_BROKEN,
    APOCA_E_TIED,
    APOCA_E_RESIGNED,
    APOCA_EVENTS
};

/* The first part of a number in events is the kind of unit ("m3", "d0"), or this one: "t12". */
enum { APOCA_PREFIX_TOWER = APOCA_UNIT_KINDS };

/* What there is to pay, by kind of unit: APOCA_MERCENARY_PRICE, R5.3. */
enum apoca_unit_price {
#define UNIT(ID, name, title, letter, rule, traits, price, ...) APOCA_##ID##_PRICE = (price),
#include "units.def"
#undef UNIT
    APOCA_HIRE_PRICE = APOCA_MERCENARY_PRICE
};

enum {
    APOCA_PROVOKE_PRICE = 5, /* R5.7 */
    APOCA_BASE_HEALTH = 200  /* R3.1 */
};

/* board.c. The map that a board was made from. The board's counts and cells must be within
 * their limits; nothing else is asked of it. */
void apoca_map_of_board(const struct apoca_open *open, struct apoca_map *map);

/* towers.c. The cells that a tower aimed at, in the order treated, R7.10; returns how many. */
uint32_t apoca_tower_aims(const struct apoca_open *open, const struct apoca_tower *tower,
                          uint16_t cell[APOCA_DISC_BITS]);

extern const struct rd_game apoca_game;

#endif
