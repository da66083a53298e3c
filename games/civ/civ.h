/*
 * civ - cities, workers and armies under fog, for one to four seats. This header has the flat
 * structs and the names of everything; RULES.md has the rules that the R numbers cite.
 *
 * A seat's pieces are three lists whose order is part of the game (R1.2), so a piece is an entry
 * of a list and nothing else refers to it. Cells are y * 64 + x on every board. Terrain and
 * sight are sets of cells: a 64-bit word for each row, bit x of word y.
 */
#ifndef CIV_GAME_H
#define CIV_GAME_H

#include "redoubt/game.h"

enum {
    CIV_SEATS = 4,
    CIV_SIDE_MIN = 8,
    CIV_SIDE_MAX = 64, /* columns or rows of a board, and the stride of a cell number */
    CIV_CELLS = CIV_SIDE_MAX * CIV_SIDE_MAX,
    CIV_CITIES_MAX = 256, /* of one seat, R9.4 */
    CIV_WORKERS_MAX = 1024,
    CIV_ARMIES_MAX = 1024,
    CIV_TARGETS_MAX = CIV_WORKERS_MAX + CIV_ARMIES_MAX, /* every unit attacks a tile of its own */
    CIV_ROUNDS_MAX = 1000,                              /* as an option */
    CIV_ROUNDS_END = 100000000,                         /* of a game without a limit, R13.4 */
    CIV_STOCK_MAX = 1000000000,                         /* R6.4 */
    CIV_RESEARCH_MAX = 65535,                           /* of each kind, R10.1 */
    CIV_HEALTH = 100,
    CIV_SIGHT = 3, /* R14.1 */
    CIV_REACH = 2, /* of a worker from its city, R6.2; of a conversion, R12.2 */
    CIV_STEPS = 5, /* stay, east, north, west, south: see civ_step */
    CIV_TERRAIN_BITS = 3
};

enum civ_rules { CIV_BOOK, CIV_FINAL };
enum civ_option {
    CIV_OPT_RULES,
    CIV_OPT_SIZE,
    CIV_OPT_ROUNDS,
    CIV_OPT_MAP_SEED,
    CIV_OPT_MAP,
    CIV_OPT_REFEREE,
    CIV_OPT_DEFECT, /* eight of them */
    CIV_OPT_HOST = CIV_OPT_DEFECT + 8,
    CIV_OPTIONS
};

/* Bits of civ_common.defects, R15.22 to R15.29; never set in the ruleset civ. */
enum civ_defect {
    CIV_B1 = 1,   /* workers harvest anywhere */
    CIV_B2 = 2,   /* moving onto one's own army is a fight */
    CIV_B3 = 4,   /* an army that stays fights its stack and itself */
    CIV_B4 = 8,   /* armies of several seats on the target: the order is refused */
    CIV_B5 = 16,  /* a city on foreign units looks at one unit only */
    CIV_B6 = 32,  /* a moved unit hides unmoved ones behind it */
    CIV_B7 = 64,  /* the start of a turn is repeated for skipped seats */
    CIV_B8 = 128, /* a third seat's city is not captured after a fight */
};

/* Numbers and names come from the rows of terrains.def and products.def. */
enum civ_terrain {
#define TERRAIN(ID, ...) CIV_##ID,
#include "terrains.def"
#undef TERRAIN
    CIV_TERRAINS,
    CIV_HIDDEN = CIV_TERRAINS /* in scenes only */
};

enum civ_terrain_trait {
    CIV_WATER = 1,   /* no place for a beginning, and no way over land, R3.6 */
    CIV_FERTILE = 2, /* on a board that grows, forest may take it, R3.4 */
    CIV_SPREADS = 4, /* it is what takes fertile land, the more of it the sooner, R3.4 */
    CIV_HOMELAND = 8 /* it lies in the corners of a board that grows, R3.4 */
};

enum civ_verb {
    CIV_PRODUCE,
    CIV_RESEARCH,
    CIV_MOVE_WORKER,
    CIV_MOVE_ARMY,
    CIV_END_TURN,
    CIV_BEGIN_AGAIN, /* these two are the host's, R16.1 */
    CIV_NEW_MAP
};
enum civ_product {
#define PRODUCT(ID, ...) CIV_##ID,
#include "products.def"
#undef PRODUCT
    CIV_PRODUCTS
};
enum civ_product_trait {
    CIV_FIGHTS = 1,   /* strikes, has health, takes foreign cities; R11.2 */
    CIV_HARVESTS = 2, /* R6.1 */
    CIV_STANDS = 4    /* never moves, and may be built wherever its owner sees; R9.2 */
};
enum civ_technology { CIV_OFFENSE, CIV_DEFENSE, CIV_TECHNOLOGIES };
enum civ_status { CIV_IN_PLAY, CIV_ELIMINATED, CIV_RESIGNED };

struct civ_yield {
    uint8_t food, production, trade;
};

/* What differs between the rulesets, R2.1 and R2.2. */
struct civ_ruleset {
    uint8_t cost[CIV_PRODUCTS];
    uint8_t meal;    /* food that each unit eats, R7.1 */
    uint8_t spoils;  /* a quarter of the food is lost, R15.2 */
    uint8_t at_once; /* fights happen inside the order, R15.6 */
    struct civ_yield yield[CIV_TERRAINS];
};

struct civ_terrain_kind {
    uint8_t traits; /* enum civ_terrain_trait */
    uint8_t ground; /* in halves, R15.8 */
};

enum { CIV_RESEARCH_COST = 20, CIV_CITY_WORKER_TRADE = 2 };

extern const struct civ_ruleset civ_rulesets[CIV_FINAL + 1];
extern const struct civ_terrain_kind civ_terrain_kinds[CIV_TERRAINS];
extern const uint8_t civ_product_traits[CIV_PRODUCTS]; /* enum civ_product_trait */
extern const int8_t civ_step[CIV_STEPS][2]; /* x, y; the directions of redoubt/grid.h behind 0 */

/* A map as somebody brings it; check_map() says whether it can be played. */
struct civ_map {
    uint8_t size;
    uint8_t zero[7];
    uint8_t terrain[CIV_CELLS]; /* enum civ_terrain at y * 64 + x, 0 beyond the size */
};
RD_STATIC_ASSERT(sizeof(struct civ_map) == 4104, "flat, without padding");

/* A worker or an army in its list: its cell, the step of a pending attack, whether it moved. */
enum {
    CIV_CELL_BITS = 0x0fff,
    CIV_ATTACK_SHIFT = 12,
    CIV_ATTACK_BITS = 0x7000,
    CIV_MOVED = 0x8000
};

static inline uint32_t civ_cell_of(uint32_t unit)
{
    return unit & CIV_CELL_BITS;
}

/* 0: none, else a step as in an order. Only units of the seat to act have one, R11.1. */
static inline uint32_t civ_attack_of(uint32_t unit)
{
    return (unit & CIV_ATTACK_BITS) >> CIV_ATTACK_SHIFT;
}

static inline uint32_t civ_x(uint32_t cell)
{
    return cell % CIV_SIDE_MAX;
}

static inline uint32_t civ_y(uint32_t cell)
{
    return cell / CIV_SIDE_MAX;
}

struct civ_side {
    int32_t food, production, trade;
    uint16_t research[CIV_TECHNOLOGIES]; /* how often, R10.1 */
    uint16_t cities, workers, armies;    /* lengths of the lists; entries behind them are 0 */
    uint8_t status;                      /* enum civ_status */
    uint8_t zero;
    uint32_t out; /* turns ended before it left the game, R13.5; 0 in play */
    uint16_t city[CIV_CITIES_MAX];
    uint16_t worker[CIV_WORKERS_MAX];
    uint16_t army[CIV_ARMIES_MAX];
    uint8_t health[CIV_ARMIES_MAX]; /* of the army at the same place */
};

/* What everybody knows besides stocks and strengths, R14.2. */
struct civ_common {
    uint8_t size, seats;
    uint8_t rules;   /* enum civ_rules */
    uint8_t defects; /* enum civ_defect */
    uint8_t referee; /* R15.20 */
    uint8_t ending;  /* enum civ_ending, 0 while playing */
    uint8_t winner;  /* 1 + seat, 0 = none */
    uint8_t current;
    uint32_t round, round_limit; /* from 1; limit 0 = none */
    uint32_t ended;              /* turns that were ended, R13.5 */
    uint16_t target_count;       /* pending attacks; in a view those that its seat knows */
    uint8_t host;                /* R16.1 */
    uint8_t zero;
};

struct civ_state {
    struct civ_common common;
    uint64_t terrain[CIV_TERRAIN_BITS][CIV_SIDE_MAX]; /* a bit of the code in each plane */
    struct civ_side side[CIV_SEATS];
    uint16_t target[CIV_TARGETS_MAX]; /* attacked tiles in the order first ordered, R11.1 */
};

struct civ_view {
    struct civ_common common;
    uint8_t seat; /* or RD_SPECTATOR */
    uint8_t zero[7];
    uint64_t seen[CIV_SIDE_MAX];                      /* all of the board for a spectator */
    uint64_t terrain[CIV_TERRAIN_BITS][CIV_SIDE_MAX]; /* 0 where not seen */
    struct civ_side side[CIV_SEATS];                  /* of the lists, what is seen */
    uint16_t target[CIV_TARGETS_MAX];
};

RD_STATIC_ASSERT(sizeof(struct civ_side) == 5660, "flat, without padding");
RD_STATIC_ASSERT(sizeof(struct civ_common) == 24, "flat, without padding");
RD_STATIC_ASSERT(sizeof(struct civ_state) == 24 + 1536 + 4 * 5660 + 4096, "flat, without padding");
RD_STATIC_ASSERT(sizeof(struct civ_view) == sizeof(struct civ_state) + 8 + 512,
                 "flat, without padding");
RD_STATIC_ASSERT(sizeof(struct civ_state) % 8 == 0, "flat, without padding");

static inline uint32_t civ_terrain_at(const uint64_t terrain[CIV_TERRAIN_BITS][CIV_SIDE_MAX],
                                      uint32_t cell)
{
    uint32_t x = civ_x(cell);
    uint32_t y = civ_y(cell);
    return (uint32_t)(terrain[0][y] >> x & 1u) | (uint32_t)(terrain[1][y] >> x & 1u) << 1 |
           (uint32_t)(terrain[2][y] >> x & 1u) << 2;
}

static inline uint32_t civ_terrain_is(uint32_t terrain, enum civ_terrain_trait trait)
{
    return (civ_terrain_kinds[terrain].traits & trait) != 0;
}

static inline uint32_t civ_product_is(uint32_t product, enum civ_product_trait trait)
{
    return (civ_product_traits[product] & trait) != 0;
}

enum civ_ending {
    CIV_PLAYING,
    CIV_CONQUEST,
    CIV_LIMIT,
    CIV_OTHERS_LEFT,
    CIV_ALL_LEFT,
    CIV_ENDINGS
};

enum civ_refusal {
    /* Of a setup or a map. */
    CIV_SETUP_SIZE = 1,
    CIV_SETUP_SEATS,
    CIV_MAP_SIZE,
    CIV_MAP_TERRAIN,
    CIV_MAP_BEYOND,
    CIV_MAP_CORNER,
    CIV_MAP_UNFAIR,
    CIV_MAP_CUT_OFF,
    /* Of an order: words that existing programs compare. */
    CIV_NO_GAME,
    CIV_NO_PLAYER,
    CIV_NOT_CURRENT,
    CIV_OFF_BOARD,
    CIV_NO_PRODUCT,
    CIV_NO_PRODUCTION,
    CIV_NO_CITY_HERE,
    CIV_FOG,
    CIV_CITY_HERE,
    CIV_NO_TECHNOLOGY,
    CIV_NO_TRADE,
    CIV_FROM_OFF_BOARD,
    CIV_TO_OFF_BOARD,
    CIV_NO_WORKER,
    CIV_NO_ARMY,
    CIV_TOO_FAR,
    CIV_WORKER_MOVED,
    CIV_ARMY_MOVED,
    CIV_MIXED_STACK,
    CIV_TOO_MANY_ARMIES,
    CIV_TOO_MANY_WORKERS,
    CIV_TOO_MANY_CITIES,
    CIV_TOO_MUCH_RESEARCH,
    CIV_NO_HOST,
    CIV_REFUSALS
};

enum civ_event {
    CIV_E_TURN,
    CIV_E_HARVESTED,
    CIV_E_FED,
    CIV_E_STARVED,
    CIV_E_BUILT,
    CIV_E_CITY_GIVEN,
    CIV_E_CITY_LOST, /* paid for, and no room for it in a list, R9.4 */
    CIV_E_RESEARCHED,
    CIV_E_STAYED,
    CIV_E_ATTACK_ORDERED,
    CIV_E_MOVED,
    CIV_E_ARRIVED, /* the same for eyes that see only where to */
    CIV_E_LEFT,    /* and only where from */
    CIV_E_BATTLE,
    CIV_E_STRUCK,
    CIV_E_WORKERS_KILLED,
    CIV_E_CAPTURED,
    CIV_E_RAZED,
    CIV_E_CONVERTED,
    CIV_E_CONVERT_LOST,
    CIV_E_ELIMINATED,
    CIV_E_RETURNED,
    CIV_E_RESIGNED,
    CIV_E_WON,
    CIV_E_LIMIT,
    CIV_E_BEGAN_AGAIN,
    CIV_E_NEW_MAP,
    CIV_EVENTS
};

/* board.c: the board of a map seed, R3.1 to R3.5. */
void civ_grow_map(struct civ_map *map, uint32_t size, uint64_t seed);
/* civ_noise_ieee.c: 1 for ocean, ... of R3.3 without the forests. */
uint32_t civ_ground_at(int32_t noise_seed, uint32_t x, uint32_t y);
uint32_t civ_noise_bits(int32_t noise_seed, uint32_t x, uint32_t y);

/* board.c: the map that a board shows. */
void civ_map_of_board(const uint64_t terrain[CIV_TERRAIN_BITS][CIV_SIDE_MAX], uint32_t size,
                      struct civ_map *map);

extern const struct rd_game civ_game;

#endif
