/* The table of ApocaWarlords: everything the platform knows about it. */
#include "apoca_internal.h"

static const char *const seat_names[] = { "Red", "Blue", NULL };

enum {
    /* Every side of the base, every type on every own tile, every own tower, provoke, done. The
     * own tiles are free or built, and five builds are more than one destroy. */
    LEGAL_MAX = APOCA_DIRECTIONS + APOCA_TOWER_TYPES * APOCA_LAND_MAX + 2,

    /* Both players: hired for two kinds of eyes, a tower order, provoke. */
    ORDER_EVENTS = APOCA_SEATS * 4 + 1,
    /* Whoever lived at the beginning acts or vanishes once; whoever was there at all dies once. */
    UNIT_EVENTS = APOCA_PATH_MAX + APOCA_UNITS_MAX,
    SPAWN_EVENTS = APOCA_SEATS * APOCA_DIRECTIONS + APOCA_SPAWNERS_MAX,
    /* A tower touches at most its whole disc, less its own tile. */
    TOWER_EVENTS = APOCA_TOWERS_MAX * (APOCA_DISC_BITS - 1),
    END_EVENTS = 3
};

/* In the order of struct rd_game, which every game fills: so their tables look alike. */
const struct rd_game apoca_game = {
    .id = "apoca",
    .title = "ApocaWarlords",
    .summary = "Towers, mercenaries and demons on the lanes between two bases; both players "
               "order at the same time.",
    .rules_version = 1,
    .seats_min = APOCA_SEATS,
    .seats_max = APOCA_SEATS,
    .topology = RD_SQUARES,
    .state_size = sizeof(struct apoca_state),
    .view_size = sizeof(struct apoca_view),
    .map_size = sizeof(struct apoca_map),
    .legal_max = LEGAL_MAX,
    .events_max = ORDER_EVENTS + UNIT_EVENTS + SPAWN_EVENTS + TOWER_EVENTS + END_EVENTS,
    .tensor_size = APOCA_TENSOR_SIZE,
    .cells = { APOCA_SIDE_MAX, APOCA_SIDE_MAX, 0, 0, RD_CELLS_XY, 0 },
    .options = apoca_options,
    .verbs = apoca_verbs,
    .events = apoca_events,
    .refusals = apoca_refusals,
    .endings = apoca_endings,
    .tensors = apoca_tensors,
    .seat_names = seat_names,
    .terrain_names = apoca_terrain_names,
    .token_names = apoca_token_names,
    .mood_names = apoca_mood_names,
    .counter_names = apoca_counter_names,
    .mark_names = apoca_mark_names,
    .pieces = apoca_pieces,
    .trait_names = apoca_trait_names,
    .number_names = apoca_number_names,
    .check_map = apoca_check_map,
    .check_setup = apoca_check_setup,
    .init = apoca_init,
    .to_act = apoca_to_act,
    .legal = apoca_legal,
    .judge = apoca_judge,
    .apply = apoca_apply,
    .resign = apoca_resign,
    .observe = apoca_observe,
    .encode = apoca_encode,
    .scene = apoca_scene,
    .guess = apoca_guess,
    .outcome = apoca_outcome,
    .turns = apoca_turns,
    .audit = apoca_audit,
    .step_names = apoca_step_names,
    .frames_max = APOCA_FRAMES_MAX,
    .apply_steps = apoca_apply_steps,
    .packing = apoca_packing,
    .pack = apoca_pack,
};
