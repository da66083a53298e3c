/* The table of Fortress Frontiers: everything the platform knows about it. */
#include "fortress_internal.h"

static const char *const seat_names[] = { "P1", "P2", NULL };

enum {
    BOARD = FORTRESS_COLUMNS * FORTRESS_ROWS,
    CASTERS = FORTRESS_UNITS_MAX + FORTRESS_STANDING_MAX,
    SPELL_CELLS = 61,             /* within four steps */
    FAR = FORTRESS_RANGE_MAX + 1, /* from a tower */
    SHOT_CELLS = 1 + 3 * FAR * (FAR + 1),
    /* Any type for any tile beside a structure; every unit walks anywhere, lengthens its path,
     * builds roads and rails anywhere; shoots, strikes 6 cells, repairs 7, builds any work; 8
     * orders without a target. */
    LEGAL_MAX = FORTRESS_BOUGHT_TYPES * 7 * FORTRESS_STANDING_MAX +
                FORTRESS_UNITS_MAX * (5 * BOARD + SHOT_CELLS + 6 + 7 + FORTRESS_STRUCTURES + 10) +
                CASTERS * SPELL_CELLS * 23 + CASTERS + 3 * FORTRESS_WARDS_OWN + 1,

    ALL = FORTRESS_WHO_MAX,
    /* A blow is told with two strengths of up to ten parts; the loss and the death with it. */
    BLOW_EVENTS = 1 + 2 * 11 + 3,
    /* Attacks and answers once; in movement a mover fights once a tick at most and stops; lightning
     * of every caster strikes everybody. */
    FIGHT_EVENTS = 5 * FORTRESS_FIRST_NEUTRAL * BLOW_EVENTS +
                   4 * FORTRESS_NEUTRALS_MAX * 5 * BLOW_EVENTS + CASTERS * ALL,
    MOVE_EVENTS = (FORTRESS_TICKS_MAX + 2) * FORTRESS_FIRST_NEUTRAL * 3,
    OTHER_EVENTS = 12 * ALL
};

/* In the order of struct rd_game, which every game fills: so their tables look alike. */
const struct rd_game fortress_game = {
    .id = "fortress",
    .title = "Fortress Frontiers",
    .summary = "A hex war of sealed orders in the fog: mines, roads, spells, monsters and two "
               "fortresses.",
    .rules_version = 2, /* 2: R9.3, R9.5, R12.4, R14.7 */
    .seats_min = FORTRESS_SEATS,
    .seats_max = FORTRESS_SEATS,
    .topology = RD_HEXES,
    .spectators_see_all = 1,
    .state_size = sizeof(struct fortress_state),
    .view_size = sizeof(struct fortress_view),
    .map_size = sizeof(struct fortress_map),
    .legal_max = LEGAL_MAX,
    .events_max = FIGHT_EVENTS + MOVE_EVENTS + OTHER_EVENTS,
    .tensor_size = FORTRESS_TENSOR_SIZE,
    .cells = { FORTRESS_STRIDE, FORTRESS_ROWS, FORTRESS_X0, 0, RD_CELLS_XY, 0 },
    .options = fortress_options,
    .verbs = fortress_verbs,
    .events = fortress_events,
    .refusals = fortress_refusals,
    .endings = fortress_endings,
    .tensors = fortress_tensors,
    .seat_names = seat_names,
    .terrain_names = fortress_terrain_names,
    .token_names = fortress_token_names,
    .mood_names = fortress_mood_names,
    .counter_names = fortress_counter_names,
    .mark_names = fortress_mark_names,
    .pieces = fortress_pieces,
    .trait_names = fortress_trait_names,
    .number_names = fortress_number_names,
    .check_map = fortress_check_map,
    .check_setup = fortress_check_setup,
    .init = fortress_init,
    .to_act = fortress_to_act,
    .legal = fortress_legal,
    .factors = fortress_factors,
    .judge = fortress_judge,
    .apply = fortress_apply,
    .resign = fortress_resign,
    .observe = fortress_observe,
    .encode = fortress_encode,
    .scene = fortress_scene,
    .guess = fortress_guess,
    .outcome = fortress_outcome,
    .turns = fortress_turns,
    .audit = fortress_audit,
    .step_names = fortress_step_names,
    .frames_max = FORTRESS_FRAMES_MAX,
    .apply_steps = fortress_apply_steps,
    .packing = fortress_packing,
    .pack = fortress_pack,
};
