/* What there is: the rows of units.def as tables. */
#include "classic_internal.h"

/* clang-format off */
#define UNIT_TRAITS(ranged, traits) CLASSIC_T_BOUGHT | ((ranged) > 0 ? CLASSIC_T_SHOOTS : 0) | (traits)

/* R2.1 */
const struct classic1_kind classic1_kinds[CLASSIC_TYPES] = {
#define ROW_UNIT(id, name, cost, melee, ranged, recovers, traits, rule, text) \
    [CLASSIC_##id] = { UNIT_TRAITS(ranged, traits), cost, melee, ranged, recovers },
#define ROW_BUILDING(id, name, melee, rule, text) [CLASSIC_##id] = { CLASSIC_T_BUILDING, 0, melee, 0, 0 },
#include "units.def"
};

const char *const classic1_type_names[CLASSIC_TYPES + 1] = {
#define ROW_UNIT(id, name, ...) [CLASSIC_##id] = name,
#define ROW_BUILDING(id, name, ...) [CLASSIC_##id] = name,
#include "units.def"
};
const char *const classic1_trait_names[CLASSIC_TRAITS + 1] = {
#define ROW_TRAIT(id, word) [CLASSIC_TRAIT_##id] = word,
#include "units.def"
};
const char *const classic1_number_names[] = { "cost", "health", "melee", "ranged", "recovers", NULL };
const struct rd_piece_card classic1_pieces[CLASSIC_TYPES + 1] = {
#define ROW_UNIT(id, name, cost, melee, ranged, recovers, traits, rule, text) \
    [CLASSIC_##id] = { name, name, text, rule, UNIT_TRAITS(ranged, traits), { cost, CLASSIC_HEALTH_MAX, melee, ranged, recovers } },
#define ROW_BUILDING(id, name, melee, rule, text) \
    [CLASSIC_##id] = { name, name, text, rule, CLASSIC_T_BUILDING, { 0, CLASSIC_HEALTH_MAX, melee, 0, 0 } },
#include "units.def"
};
/* clang-format on */
