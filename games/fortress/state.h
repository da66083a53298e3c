/*
 * state.h - the flat structs of Fortress Frontiers: pieces, orders, sites, what each seat knows,
 * and the view. RULES.md has the rules that the R numbers cite; map.h has cells and boards.
 *
 * PIECES are in one array. `who` is an index into it; ranges belong to sides and layers:
 *
 *     0 .. 95      mobile units of P1, in rank order, then what P1 bought this turn, by id
 *     96 .. 191    the same of P2
 *     192 .. 215   neutrals, in rank order
 *     216 .. 263   base and towers of P1, in the order of their ids
 *     264 .. 311   the same of P2
 *
 * A destroyed base stays, with health 0. So does a destroyed tower as long as the other seat
 * remembers it. Slots from a count on are zero.
 *
 * SITES (roads, traps, ...) are a byte for each cell: see fortress_site_read() in site.c.
 *
 * KNOWLEDGE of a seat is complete: what it sees now is in it as well as what it remembers, so
 * legality reads nothing else (R14.5).
 */
#ifndef FORTRESS_STATE_H
#define FORTRESS_STATE_H

#include "map.h"

enum {
    FORTRESS_UNITS_MAX = 96, /* mobile units of a seat, this turn's purchases included: R4.2 */
    FORTRESS_NEUTRALS_MAX = FORTRESS_CAMPS_MAX + FORTRESS_LAIRS_MAX,
    FORTRESS_STRUCTURES_MAX = 48, /* slots of a seat */
    FORTRESS_STANDING_MAX = 32,   /* living bases and towers of a seat: R4.2 */
    FORTRESS_MOBILE_MAX = FORTRESS_SEATS * FORTRESS_UNITS_MAX + FORTRESS_NEUTRALS_MAX,
    FORTRESS_WHO_MAX = FORTRESS_MOBILE_MAX + FORTRESS_SEATS * FORTRESS_STRUCTURES_MAX,
    FORTRESS_WARDS_OWN = 48, /* of a seat: R13.10 */
    FORTRESS_WARDS_MAX = FORTRESS_SEATS * FORTRESS_WARDS_OWN,
    FORTRESS_IDS = 2048,           /* of players' units: R4.2 */
    FORTRESS_NEUTRAL_ID = 1000000, /* theirs are above */
    FORTRESS_NEUTRAL_IDS = 100000, /* so many at most */
    FORTRESS_PATH_MAX = 112,       /* steps of a path: R9.5 */
    FORTRESS_PATH_BYTES = FORTRESS_PATH_MAX * 3 / 8,
    FORTRESS_HEALTH_MAX = 100,
    FORTRESS_GOLD_MAX = 1000000,
    FORTRESS_MANA_MAX = 100000,
    FORTRESS_REWARDS_MAX = 200, /* of one sort: R15.7 */
    FORTRESS_PRIORITY_MAX = 60000,
    FORTRESS_TURNS_MAX = 1000, /* of the option */
    FORTRESS_TURNS_END = 2000, /* of any game: R16.3 */
    FORTRESS_NEUTRAL = 2,      /* owner beside the two seats */
    FORTRESS_NOBODY = 0xffff   /* no who */
};

/* The rows of units.def: FORTRESS_ARCHER and so on, those that can be bought first; then towers and
 * bases; then neutrals. */
enum fortress_type {
#define ROW_UNIT(id, ...) FORTRESS_##id,
#include "units.def"
    FORTRESS_BOUGHT_TYPES,
    FORTRESS_LAST_BOUGHT = FORTRESS_BOUGHT_TYPES - 1,
#define ROW_BUILDING(id, ...) FORTRESS_##id,
#include "units.def"
    FORTRESS_OWNED_TYPES, /* of players */
    FORTRESS_LAST_OWNED = FORTRESS_OWNED_TYPES - 1,
#define ROW_NEUTRAL(id, ...) FORTRESS_##id,
#include "units.def"
    FORTRESS_TYPES
};

/* What builders build, rows of units.def too: FORTRESS_ROAD and so on. */
enum fortress_structure {
#define ROW_WORK(id, ...) FORTRESS_##id,
#include "units.def"
    FORTRESS_STRUCTURES
};

enum fortress_condition { FORTRESS_BUILDING, FORTRESS_INTACT, FORTRESS_DISABLED };

enum fortress_reward {
    FORTRESS_REWARD_GOLD,
    FORTRESS_REWARD_MELEE,
    FORTRESS_REWARD_RANGED,
    FORTRESS_REWARD_MANA,
    FORTRESS_REWARDS
};

/* In the order of scenario files. The orders to a unit are FORTRESS_MOVE to FORTRESS_CANCEL; 0 in a
 * task means none. */
enum fortress_verb {
    FORTRESS_BUY,
    FORTRESS_UNDO_BUY,
    FORTRESS_MOVE,
    FORTRESS_EXTEND,
    FORTRESS_MOVE_TO,
    FORTRESS_RANGED,
    FORTRESS_MELEE,
    FORTRESS_HEAL,
    FORTRESS_HEAL_UNTIL_FULL,
    FORTRESS_DEFEND,
    FORTRESS_ALWAYS_DEFEND,
    FORTRESS_LOOKOUT,
    FORTRESS_ALWAYS_LOOKOUT,
    FORTRESS_BUILD,
    FORTRESS_ROAD_TO,
    FORTRESS_RAIL_TO,
    FORTRESS_REPAIR,
    FORTRESS_SABOTAGE,
    FORTRESS_SPELL_HEAL,
    FORTRESS_SPELL_BUFF,
    FORTRESS_FIREBALL,
    FORTRESS_LIGHTNING,
    FORTRESS_CANCEL,
    FORTRESS_WARD_VISION,
    FORTRESS_ALWAYS_VISION,
    FORTRESS_STOP_VISION,
    FORTRESS_DONE,
    FORTRESS_UNDONE,
    FORTRESS_VERBS
};

enum fortress_piece_flag {
    FORTRESS_LOOKING_OUT = 1,
    FORTRESS_SPAWNED = 2, /* a tower that was built */
    FORTRESS_NEW = 8      /* a unit that appeared in this Execution: it sees only its own tile until
                           * the next Upkeep (R9.3), and so for ever if the game ended in it */
};

struct fortress_piece {
    uint32_t id;
    uint16_t cell;
    uint16_t rank; /* of mobile pieces, 1 upward over all sides; 0 of purchases and structures */
    uint8_t health;
    uint8_t type; /* enum fortress_type */
    uint8_t buff; /* mana spent on it: R10.2 */
    uint8_t flags;
};

/* What a piece of a player does this turn. Its target follows from the cell when Execution begins.
 */
struct fortress_task {
    uint8_t verb;   /* MOVE, RANGED, MELEE, HEAL, DEFEND, LOOKOUT, BUILD, REPAIR, SABOTAGE or a
                     * spell; 0 = none */
    uint8_t what;   /* of BUILD: the structure; of SPELL_BUFF: mana / 5 */
    uint16_t cell;  /* of attacks, repairs and spells; of BUILD a pool or pump: its source */
    uint16_t pool;  /* of BUILD a pump: its pool */
    uint16_t order; /* 0: it follows from a standing behaviour or a queue. Otherwise the priority
                     * number of MOVE, RANGED and MELEE (R9.1), 1 for the others */
};

/* The rest of a mobile unit's orders. A MOVE task walks `steps` steps of the path from index
 * `from`; a queue goes on with what is left. */
struct fortress_plan {
    uint8_t standing;      /* HEAL_UNTIL_FULL, ALWAYS_DEFEND, ALWAYS_LOOKOUT, BUILD (auto-build) */
    uint8_t standing_what; /* of auto-build: the structure */
    uint8_t queue;         /* MOVE_TO, ROAD_TO or RAIL_TO; 0 = none */
    uint8_t given;         /* the queue was ordered this turn, so it can be extended */
    uint8_t length;        /* of the path, 0 = none */
    uint8_t from, steps;
    uint8_t works;                     /* of a queue of tracks: it builds this turn */
    uint16_t origin;                   /* the cell where the path begins */
    uint16_t expected;                 /* of a queue: where the unit should be at the next Upkeep */
    uint8_t path[FORTRESS_PATH_BYTES]; /* directions, three bits each from the low end */
};

struct fortress_ward {
    uint16_t cell;
    uint16_t vision; /* the turn whose Execution ends its sight, 0 = it sees nothing */
    uint8_t always;
    uint8_t ordered; /* to see, this turn */
};

/* What a player has; only its owner sees it. */
struct fortress_side {
    int32_t gold;  /* after Upkeep */
    int32_t spent; /* of it, on purchases of this turn */
    int32_t mana;
    uint16_t rewards[FORTRESS_REWARDS]; /* dragons' gifts: melee, ranged, mana; [0] stays 0 */
    uint16_t next_id;
    uint16_t priority; /* numbers given this turn */
    uint8_t units, bought, structures;
    uint8_t done;
};

struct fortress_board {
    struct fortress_set valid, forest, mountain, river, lake;
    uint16_t mine[FORTRESS_MINES_MAX]; /* cells, ascending */
    uint16_t camp[FORTRESS_CAMPS_MAX];
    uint16_t lair[FORTRESS_LAIRS_MAX];
    uint8_t mines, camps, lairs;
    uint8_t zero[5];
};

/* What a seat knows of the board, R14. */
struct fortress_knowledge {
    struct fortress_set explored, visible;
    uint64_t structures; /* bit i: slot i of the enemy's structures is seen or remembered */
    uint8_t site[FORTRESS_CELLS];
    uint8_t mine[FORTRESS_MINES_MAX];   /* owner's seat + 1 as last seen */
    uint8_t dragon[FORTRESS_LAIRS_MAX]; /* 1 + reward of the dragon last seen there */
    uint8_t camp[FORTRESS_CAMPS_MAX];   /* 1: an archer was last seen there */
};

struct fortress_state {
    struct fortress_board board;
    struct fortress_knowledge know[FORTRESS_SEATS];
    struct fortress_piece piece[FORTRESS_WHO_MAX];
    struct fortress_task task[FORTRESS_WHO_MAX];
    struct fortress_plan plan[FORTRESS_SEATS * FORTRESS_UNITS_MAX]; /* by who */
    uint8_t site[FORTRESS_CELLS];
    struct fortress_side side[FORTRESS_SEATS];
    uint32_t turn;         /* the one that is being ordered, or in which the game ended */
    uint32_t next_neutral; /* id, less FORTRESS_NEUTRAL_ID */
    uint16_t turn_limit;
    uint8_t ending; /* enum fortress_ending, 0 while playing */
    uint8_t neutrals;
    uint8_t mine_owner[FORTRESS_MINES_MAX];   /* seat + 1, 0 = nobody */
    uint8_t camp_respawn[FORTRESS_CAMPS_MAX]; /* turns, 0 = none pending */
    uint8_t lair_respawn[FORTRESS_LAIRS_MAX];
    uint8_t lair_reward[FORTRESS_LAIRS_MAX]; /* of the dragon there, or the last one */
    uint16_t ward_count;
    uint8_t show_timers; /* the option: R14.4 */
    uint8_t zero[9];
    struct fortress_ward ward[FORTRESS_WARDS_MAX]; /* in the order they were begun */
};

/* A piece of somebody else, as it is seen. */
struct fortress_seen {
    uint32_t id;
    uint16_t cell;
    uint8_t health; /* 0: a structure that is only remembered */
    uint8_t type;
    uint8_t owner; /* seat, or FORTRESS_NEUTRAL */
    uint8_t zero[3];
};

/* What is not known is 0 everywhere. A spectator knows the board and every piece, and no orders. */
struct fortress_view {
    struct fortress_board board;    /* `valid` whole, the rest where it is explored */
    struct fortress_knowledge know; /* its structures and dragons are in `seen` and here */
    struct fortress_side own;
    struct fortress_piece unit[FORTRESS_UNITS_MAX]; /* own, then bought */
    struct fortress_piece structure[FORTRESS_STRUCTURES_MAX];
    struct fortress_task task[FORTRESS_UNITS_MAX];
    struct fortress_task structure_task[FORTRESS_STRUCTURES_MAX];
    struct fortress_plan plan[FORTRESS_UNITS_MAX];
    struct fortress_seen seen[FORTRESS_WHO_MAX];   /* enemy mobiles, neutrals, structures; by id */
    struct fortress_ward ward[FORTRESS_WARDS_MAX]; /* own; of a spectator all */
    uint32_t turn;
    uint16_t turn_limit;
    uint16_t seen_count;
    uint16_t ward_count;
    uint8_t ending;
    uint8_t seat;                             /* or RD_SPECTATOR */
    uint8_t camp_respawn[FORTRESS_CAMPS_MAX]; /* where it shows: R14.4 */
    uint8_t lair_respawn[FORTRESS_LAIRS_MAX];
    uint8_t show_timers;
    uint8_t zero[7];
};

RD_STATIC_ASSERT(sizeof(struct fortress_piece) == 12, "flat, without padding");
RD_STATIC_ASSERT(sizeof(struct fortress_task) == 8, "flat, without padding");
RD_STATIC_ASSERT(sizeof(struct fortress_plan) == 12 + FORTRESS_PATH_BYTES, "flat, no padding");
RD_STATIC_ASSERT(sizeof(struct fortress_ward) == 6, "flat, without padding");
RD_STATIC_ASSERT(sizeof(struct fortress_side) == 28, "flat, without padding");
RD_STATIC_ASSERT(sizeof(struct fortress_seen) == 12, "flat, without padding");
RD_STATIC_ASSERT(sizeof(struct fortress_state) % 8 == 0, "a multiple of 8");
RD_STATIC_ASSERT(sizeof(struct fortress_state) <= 32768, "the state stays within 32 KB");
RD_STATIC_ASSERT(sizeof(struct fortress_view) % 8 == 0, "a multiple of 8");

/* ---- who is who ---- */

enum {
    FORTRESS_FIRST_NEUTRAL = FORTRESS_SEATS * FORTRESS_UNITS_MAX,
    FORTRESS_FIRST_STRUCTURE = FORTRESS_MOBILE_MAX
};

static inline uint32_t fortress_unit_who(uint32_t seat, uint32_t slot)
{
    return seat * FORTRESS_UNITS_MAX + slot;
}

static inline uint32_t fortress_structure_who(uint32_t seat, uint32_t slot)
{
    return FORTRESS_FIRST_STRUCTURE + seat * FORTRESS_STRUCTURES_MAX + slot;
}

/* Takes the lowest slot out of a set of a seat's structures, as fortress_knowledge has it. */
static inline uint32_t fortress_take_structure(uint32_t seat, uint64_t *slots)
{
    uint32_t slot = (uint32_t)__builtin_ctzll(*slots);
    *slots &= *slots - 1;
    return fortress_structure_who(seat, slot);
}

static inline int fortress_is_mobile(uint32_t who)
{
    return who < FORTRESS_FIRST_STRUCTURE;
}

/* Its seat, or FORTRESS_NEUTRAL. */
static inline uint32_t fortress_owner(uint32_t who)
{
    if (who < FORTRESS_FIRST_NEUTRAL) {
        return who >= FORTRESS_UNITS_MAX;
    }
    if (who < FORTRESS_FIRST_STRUCTURE) {
        return FORTRESS_NEUTRAL;
    }
    return who >= FORTRESS_FIRST_STRUCTURE + FORTRESS_STRUCTURES_MAX;
}

/* ---- sites: site.c ---- */

/* A site as it is kept in a byte; type FORTRESS_STRUCTURES = there is none. */
struct fortress_site {
    uint8_t type, owner;
    uint8_t condition; /* enum fortress_condition */
    uint8_t left;      /* steps to go while building */
    uint8_t source;    /* of pools and pumps: direction of the mine or base */
    uint8_t pool;      /* of pumps: direction of the pool */
};

/* Every byte below FORTRESS_SITE_CODES is a site, 0 is none. */
enum { FORTRESS_SITE_CODES = 237 };
struct fortress_site fortress_site_read(uint8_t code);
/* 0 if there is no such site. */
uint8_t fortress_site_code(const struct fortress_site *site);

#endif
