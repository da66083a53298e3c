/*
 * fortress.h - Fortress Frontiers: names that bots, clients and the JSON side use beside the
 * structs of state.h.
 */
#ifndef FORTRESS_GAME_H
#define FORTRESS_GAME_H

#include "state.h"

/* Pairs: the victory of P1, then that of P2. See fortress_ending_winner(). */
enum fortress_ending {
    FORTRESS_PLAYING,
    FORTRESS_BASE_2_FELL,
    FORTRESS_BASE_1_FELL,
    FORTRESS_BY_HEALTH_1,
    FORTRESS_BY_HEALTH_2,
    FORTRESS_BY_TOWERS_1,
    FORTRESS_BY_TOWERS_2,
    FORTRESS_BY_MINES_1,
    FORTRESS_BY_MINES_2,
    FORTRESS_BY_COST_1,
    FORTRESS_BY_COST_2,
    FORTRESS_RESIGNED_2,
    FORTRESS_RESIGNED_1,
    FORTRESS_BOTH_FELL, /* from here on nobody wins */
    FORTRESS_TIED,
    FORTRESS_ENDINGS
};

/* Pairs of endings and their winner are written alike in Classic, Fortress and FATE; their numbers
 * are their own. */
static inline uint32_t fortress_ending_winner(uint32_t ending)
{
    return ending >= FORTRESS_BOTH_FELL ? (uint32_t)FORTRESS_NOBODY : (ending - 1) & 1u;
}

enum fortress_refusal {
    FORTRESS_OFF_BOARD = FORTRESS_MAP_REFUSALS,
    FORTRESS_NO_UNIT,
    FORTRESS_NOT_YOURS,
    FORTRESS_NEW_UNIT,
    FORTRESS_STRUCTURE_ORDERED,
    FORTRESS_NOT_BOUGHT,
    FORTRESS_BUY_PLACE, /* of several tries the last of these says why: only this tile is wrong */
    FORTRESS_BUY_MOUNTAIN,
    FORTRESS_BUY_TAKEN,
    FORTRESS_BUY_ENEMY_TOWER,
    FORTRESS_BUY_TWICE,
    FORTRESS_BUY_TYPE,
    FORTRESS_BUY_GOLD,
    FORTRESS_BUY_CROWD,
    FORTRESS_BUY_IDS,
    FORTRESS_MOVE_NOWHERE,
    FORTRESS_MOVE_NO_WAY,
    FORTRESS_MOVE_FAR,
    FORTRESS_MOVE_MOUNTAIN,
    FORTRESS_EXTEND_NOTHING,
    FORTRESS_EXTEND_LONG,
    FORTRESS_EXTEND_PAST_TOWER,
    FORTRESS_NOT_RANGED,
    FORTRESS_NO_TARGET,
    FORTRESS_RANGED_FAR,
    FORTRESS_MELEE_FAR,
    FORTRESS_NOT_SCOUT,
    FORTRESS_NOT_BUILDER,
    FORTRESS_BUILD_TILE,
    FORTRESS_BUILD_GROUND,
    FORTRESS_BUILD_SITE,
    FORTRESS_BUILD_RAIL,
    FORTRESS_BUILD_NETWORK,
    FORTRESS_BUILD_SOURCE,
    FORTRESS_BUILD_PUMP,
    FORTRESS_BUILD_TOWERS,
    FORTRESS_BUILD_WARDS,
    FORTRESS_BUILD_GOLD,
    FORTRESS_TRACK_NO_WAY,
    FORTRESS_TRACK_NOTHING,
    FORTRESS_TRACK_START,
    FORTRESS_REPAIR_FAR,
    FORTRESS_REPAIR_NOTHING,
    FORTRESS_NOT_CASTER,
    FORTRESS_SPELL_FAR,
    FORTRESS_SPELL_DARK,
    FORTRESS_SPELL_FRIEND,
    FORTRESS_SPELL_FOE,
    FORTRESS_SPELL_AMOUNT,
    FORTRESS_SPELL_MANA,
    FORTRESS_NO_WARD,
    FORTRESS_WARD_MANA,
    FORTRESS_CANCEL_NOTHING,
    FORTRESS_UNDONE_NOT_DONE,
    FORTRESS_REFUSALS
};

enum fortress_event {
    FORTRESS_E_BOUGHT,
    FORTRESS_E_TAKEN_BACK,
    FORTRESS_E_APPEARED,
    FORTRESS_E_REFUNDED,
    FORTRESS_E_WARD_SEES,
    FORTRESS_E_WARD_DARK,
    FORTRESS_E_SPELL_HEALED,
    FORTRESS_E_SPELL_BUFFED,
    FORTRESS_E_SPELL_LOST,
    FORTRESS_E_FIREBALL,
    FORTRESS_E_LIGHTNING,
    FORTRESS_E_LEAPT,
    FORTRESS_E_TARGET_GONE,
    FORTRESS_E_MODIFIER,
    FORTRESS_E_STRENGTH,
    FORTRESS_E_SHOT,
    FORTRESS_E_STRUCK,
    FORTRESS_E_CHARGED,
    FORTRESS_E_CLASHED,
    FORTRESS_E_ANSWERED,
    FORTRESS_E_CLEAVED,
    FORTRESS_E_BURNT,
    FORTRESS_E_LAST_BREATH,
    FORTRESS_E_HURT,
    FORTRESS_E_DIED,
    FORTRESS_E_ADVANCED,
    FORTRESS_E_MOVED,
    FORTRESS_E_HOPPED,
    FORTRESS_E_TURNED,
    FORTRESS_E_WAITED,
    FORTRESS_E_TRIMMED,
    FORTRESS_E_STOPPED,
    FORTRESS_E_TRAPPED,
    FORTRESS_E_MINE,
    FORTRESS_E_BUILT,
    FORTRESS_E_FINISHED,
    FORTRESS_E_BUILD_FAILED,
    FORTRESS_E_BUILD_UNPAID,
    FORTRESS_E_TOWER_ROSE,
    FORTRESS_E_SABOTAGED,
    FORTRESS_E_SABOTAGE_NOTHING,
    FORTRESS_E_REPAIRED,
    FORTRESS_E_MENDED,
    FORTRESS_E_RESPAWN_DRAWN,
    FORTRESS_E_RESPAWNED,
    FORTRESS_E_CAMP_GOLD,
    FORTRESS_E_DRAGON_GIFT,
    FORTRESS_E_TURN,
    FORTRESS_E_INCOME,
    FORTRESS_E_HEALED,
    FORTRESS_E_QUEUE_ENDED,
    FORTRESS_E_ARRIVED,
    FORTRESS_E_WAY_BUILT,
    FORTRESS_E_BASE_FELL,
    FORTRESS_E_LIMIT,
    FORTRESS_E_DRAW,
    FORTRESS_E_RESIGNED,
    FORTRESS_EVENTS
};

/* The numbers of traits in cards, and sets of traits: FORTRESS_T_FIGHTER and so on. */
enum fortress_trait_number {
#define ROW_TRAIT(id, word) FORTRESS_TRAIT_##id,
#include "units.def"
    FORTRESS_TRAITS
};
enum fortress_trait {
#define ROW_TRAIT(id, word) FORTRESS_T_##id = 1 << FORTRESS_TRAIT_##id,
#include "units.def"
};

/* R4.1; movement in quarter points. */
struct fortress_kind {
    uint32_t traits; /* set of enum fortress_trait */
    uint16_t cost;
    uint8_t melee, ranged, move, range, sight, regen, penalty;
};

/* R13.1; `ground` has a bit for each enum fortress_tile. */
struct fortress_plan_kind {
    uint8_t steps, gold;
    uint8_t ground;
};

/* R10.2, R10.3: health that a spell gives or takes. */
struct fortress_spell {
    uint8_t mana, amount, to_dragons, to_buildings;
};

/* kinds.c */
extern const struct fortress_kind fortress_kinds[FORTRESS_TYPES];
extern const struct fortress_plan_kind fortress_plans[FORTRESS_STRUCTURES];
extern const char *const fortress_type_names[FORTRESS_TYPES + 1];
extern const char *const fortress_structure_names[FORTRESS_STRUCTURES + 1];
extern const struct fortress_spell fortress_spells[FORTRESS_VERBS]; /* those with a fixed price */
extern const struct rd_piece_card fortress_pieces[];
extern const char *const fortress_trait_names[FORTRESS_TRAITS + 1];
extern const char *const fortress_number_names[];

/* Has a type one of these traits? What is no type has none. */
static inline int32_t fortress_is(uint32_t type, uint32_t traits)
{
    return type < FORTRESS_TYPES && (fortress_kinds[type].traits & traits) != 0;
}

/* tables.c */
extern const char *const fortress_condition_names[];
extern const char *const fortress_reward_names[FORTRESS_REWARDS + 1];
extern const struct rd_verb fortress_verbs[];
extern const struct rd_refusal fortress_refusals[];
extern const struct rd_ending fortress_endings[];
extern const struct rd_game fortress_game;

/* sight.c: the cells within so many steps that are seen from one, R2.4. over_trees: only mountains
 * block. */
void fortress_flood(const struct fortress_board *board, uint32_t cell, uint32_t steps,
                    int32_t over_trees, struct fortress_set *seen);

#endif
