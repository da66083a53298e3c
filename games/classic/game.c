/* The table of Fortress Frontiers Classic: everything the platform knows about it. */
#include "classic_internal.h"

static const char *const seat_names[] = { "P1", "P2", NULL };

enum {
    UNITS = CLASSIC_UNITS_MAX - 1, /* of a seat, without its base */
    /* Any type for any tile; each unit walks, extends, shoots, strikes, heals, defends, cancels. */
    LEGAL_MAX =
        CLASSIC_MOBILE_TYPES * CLASSIC_CELLS +
        UNITS * (CLASSIC_DISC + CLASSIC_DIRECTIONS + CLASSIC_DISC + CLASSIC_DIRECTIONS + 3) + 1,

    ALL = CLASSIC_SEATS * UNITS,
    /* Appearing, advancing, two ticks: a move and perhaps a mine each. */
    MOVE_EVENTS = 4 * ALL * 2,
    /* Shots and strikes with an answer each, and in each tick at most two blows a mover; a blow is
     * told with up to two strengths. */
    BLOW_EVENTS = 4 * 2 * ALL * 3,
    /* Losses of two batches, and one for each blow in movement; everybody dies once. */
    LOSS_EVENTS = 2 * CLASSIC_WHO_MAX + 2 * 2 * ALL + CLASSIC_WHO_MAX,
    NOTE_EVENTS = 3 * ALL,
    UPKEEP_EVENTS = 1 + CLASSIC_SEATS + ALL,
    END_EVENTS = 3
};

/* In the order of struct rd_game, which every game fills: so their tables look alike. */
const struct rd_game classic_game = {
    .id = "classic",
    .title = "Fortress Frontiers Classic",
    .summary = "Scouts, soldiers and archers fight for mines and bases on hexes; both players give "
               "sealed orders.",
    .rules_version = 2, /* 2: R7.9 */
    .seats_min = CLASSIC_SEATS,
    .seats_max = CLASSIC_SEATS,
    .topology = RD_HEXES,
    .state_size = sizeof(struct classic_state),
    .view_size = sizeof(struct classic_view),
    .legal_max = LEGAL_MAX,
    .events_max =
        MOVE_EVENTS + BLOW_EVENTS + LOSS_EVENTS + NOTE_EVENTS + UPKEEP_EVENTS + END_EVENTS,
    .tensor_size = CLASSIC_TENSOR_SIZE,
    .cells = { CLASSIC_COLUMNS, CLASSIC_ROWS, CLASSIC_X0, 0, RD_CELLS_XY, 0 },
    .options = classic_options,
    .verbs = classic_verbs,
    .events = classic_events,
    .refusals = classic_refusals,
    .endings = classic_endings,
    .tensors = classic_tensors,
    .seat_names = seat_names,
    .terrain_names = classic_terrain_names,
    .token_names = classic_type_names,
    .mark_names = classic_mark_names,
    .pieces = classic_pieces,
    .trait_names = classic_trait_names,
    .number_names = classic_number_names,
    .mood_names = classic_mood_names,
    .counter_names = classic_counter_names,
    .check_setup = classic_check_setup,
    .init = classic_init,
    .to_act = classic_to_act,
    .legal = classic_legal,
    .judge = classic_judge,
    .apply = classic_apply,
    .resign = classic_resign,
    .observe = classic_observe,
    .encode = classic_encode,
    .scene = classic_scene,
    .guess = classic_guess,
    .outcome = classic_outcome,
    .turns = classic_turns,
    .audit = classic_audit,
    .step_names = classic_step_names,
    .frames_max = CLASSIC_FRAMES_MAX,
    .apply_steps = classic_apply_steps,
    .packing = classic_packing,
    .pack = classic_pack,
};
