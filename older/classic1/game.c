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

const struct rd_game classic1_game = {
    .id = "classic",
    .title = "Fortress Frontiers Classic",
    .summary = "Scouts, soldiers and archers fight for mines and bases on hexes; both players give "
               "sealed orders.",
    .rules_version = 1,
    .seats_min = CLASSIC_SEATS,
    .seats_max = CLASSIC_SEATS,
    .topology = RD_HEXES,
    .state_size = sizeof(struct classic1_state),
    .view_size = sizeof(struct classic1_view),
    .legal_max = LEGAL_MAX,
    .events_max =
        MOVE_EVENTS + BLOW_EVENTS + LOSS_EVENTS + NOTE_EVENTS + UPKEEP_EVENTS + END_EVENTS,
    .tensor_size = CLASSIC_TENSOR_SIZE,
    .cells = { CLASSIC_COLUMNS, CLASSIC_ROWS, CLASSIC_X0, 0, RD_CELLS_XY, 0 },
    .options = classic1_options,
    .verbs = classic1_verbs,
    .events = classic1_events,
    .refusals = classic1_refusals,
    .endings = classic1_endings,
    .tensors = classic1_tensors,
    .seat_names = seat_names,
    .terrain_names = classic1_terrain_names,
    .token_names = classic1_type_names,
    .mark_names = classic1_mark_names,
    .pieces = classic1_pieces,
    .trait_names = classic1_trait_names,
    .number_names = classic1_number_names,
    .mood_names = classic1_mood_names,
    .counter_names = classic1_counter_names,
    .check_setup = classic1_check_setup,
    .init = classic1_init,
    .to_act = classic1_to_act,
    .legal = classic1_legal,
    .judge = classic1_judge,
    .apply = classic1_apply,
    .resign = classic1_resign,
    .observe = classic1_observe,
    .encode = classic1_encode,
    .scene = classic1_scene,
    .guess = classic1_guess,
    .outcome = classic1_outcome,
    .turns = classic1_turns,
    .audit = classic1_audit,
};
