/* What there is: the rows of units.def as tables. */
#include "fortress_internal.h"

/* clang-format off */
#define UNIT_TRAITS(ranged, traits) FORTRESS_T_BOUGHT | ((ranged) > 0 ? FORTRESS_T_SHOOTS : 0) | (traits)
#define BUILDING_TRAITS FORTRESS_T_BUILDING | FORTRESS_T_CASTS
#define NEUTRAL_TRAITS FORTRESS_T_NEUTRAL | FORTRESS_T_SHOOTS

/* R4.1 */
const struct fortress_kind fortress_kinds[FORTRESS_TYPES] = {
#define ROW_UNIT(id, name, title, cost, melee, ranged, move, range, sight, recovers, penalty, traits, rule, text) \
    [FORTRESS_##id] = { UNIT_TRAITS(ranged, traits), \
        cost, melee, ranged, FORTRESS_COST_ONE * (move), range, sight, recovers, penalty },
#define ROW_BUILDING(id, name, title, melee, sight, penalty, rule, text) \
    [FORTRESS_##id] = { BUILDING_TRAITS, 0, melee, 0, 0, 0, sight, 0, penalty },
#define ROW_NEUTRAL(id, name, title, melee, ranged, range, recovers, rule, text) \
    [FORTRESS_##id] = { NEUTRAL_TRAITS, 0, melee, ranged, 0, range, 0, recovers, 0 },
#include "units.def"
};

#define ROW_UNIT(id, name, title, cost, melee, ranged, move, range, sight, ...) \
    RD_STATIC_ASSERT((sight) >= 1, "R9.6: a unit sees what stops it");
#define ROW_BUILDING(id, name, title, melee, sight, ...) \
    RD_STATIC_ASSERT((sight) >= 1, "R9.3: a building sees the tiles beside it, where units are bought");
#include "units.def"

/* R13.1 */
#define GROUND(traits) \
    (uint8_t)(((traits) & FORTRESS_T_OPEN ? 1 << FORTRESS_OPEN : 0) | ((traits) & FORTRESS_T_FOREST ? 1 << FORTRESS_FOREST : 0) | \
              ((traits) & FORTRESS_T_RIVER ? 1 << FORTRESS_RIVER : 0) | ((traits) & FORTRESS_T_LAKE ? 1 << FORTRESS_LAKE : 0))
const struct fortress_plan_kind fortress_plans[FORTRESS_STRUCTURES] = {
#define ROW_WORK(id, name, title, steps, gold, ground, rule, text) [FORTRESS_##id] = { steps, gold, GROUND(ground) },
#include "units.def"
};

/* R10.2, R10.3 */
const struct fortress_spell fortress_spells[FORTRESS_VERBS] = {
#define ROW_SPELL(id, name, ...) [FORTRESS_##id] = { __VA_ARGS__ },
#include "units.def"
};

/* ---- names ---- */

const char *const fortress_type_names[FORTRESS_TYPES + 1] = {
#define ROW_UNIT(id, name, ...) [FORTRESS_##id] = name,
#define ROW_BUILDING(id, name, ...) [FORTRESS_##id] = name,
#define ROW_NEUTRAL(id, name, ...) [FORTRESS_##id] = name,
#include "units.def"
};
const char *const fortress_structure_names[FORTRESS_STRUCTURES + 1] = {
#define ROW_WORK(id, name, ...) [FORTRESS_##id] = name,
#include "units.def"
};
/* By enum fortress_type, then by enum fortress_structure. */
const char *const fortress_token_names[FORTRESS_TYPES + FORTRESS_STRUCTURES + 1] = {
#define ROW_UNIT(id, name, title, ...) [FORTRESS_##id] = title,
#define ROW_BUILDING(id, name, title, ...) [FORTRESS_##id] = title,
#define ROW_NEUTRAL(id, name, title, ...) [FORTRESS_##id] = title,
#define ROW_WORK(id, name, title, ...) [FORTRESS_TYPES + FORTRESS_##id] = title,
#include "units.def"
};
const char *const fortress_trait_names[FORTRESS_TRAITS + 1] = {
#define ROW_TRAIT(id, word) [FORTRESS_TRAIT_##id] = word,
#include "units.def"
};

/* ---- cards ---- */

const char *const fortress_number_names[] = {
    "cost", "melee", "ranged", "move", "range", "sight", "recovers", "penalty", "steps", "gold a step", NULL
};
const struct rd_piece_card fortress_pieces[FORTRESS_TYPES + FORTRESS_STRUCTURES + 1] = {
#define ROW_UNIT(id, name, title, cost, melee, ranged, move, range, sight, recovers, penalty, traits, rule, text) \
    [FORTRESS_##id] = { name, title, text, rule, UNIT_TRAITS(ranged, traits), \
        { cost, melee, ranged, move, range, sight, recovers, penalty } },
#define ROW_BUILDING(id, name, title, melee, sight, penalty, rule, text) \
    [FORTRESS_##id] = { name, title, text, rule, BUILDING_TRAITS, { 0, melee, 0, 0, 0, sight, 0, penalty } },
#define ROW_NEUTRAL(id, name, title, melee, ranged, range, recovers, rule, text) \
    [FORTRESS_##id] = { name, title, text, rule, NEUTRAL_TRAITS, { 0, melee, ranged, 0, range, 0, recovers, 0 } },
#define ROW_WORK(id, name, title, steps, gold, ground, rule, text) \
    [FORTRESS_TYPES + FORTRESS_##id] = { name, title, text, rule, FORTRESS_T_WORK | (ground), { 0, 0, 0, 0, 0, 0, 0, 0, steps, gold } },
#include "units.def"
};
/* clang-format on */
