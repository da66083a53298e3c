/* The table of civ: everything the platform knows about it. */
#include "civ_internal.h"

static const char *const seat_names[] = { "Northwest", "Northeast", "Southwest", "Southeast",
                                          NULL };

enum {
    /* Army and worker in every city, a city on every tile; two technologies; each unit on a tile of
     * its own in five ways; the end of the turn, and what a host may do. */
    LEGAL_MAX = 2 * CIV_CITIES_MAX + CIV_CELLS + CIV_TECHNOLOGIES +
                CIV_STEPS * (CIV_WORKERS_MAX + CIV_ARMIES_MAX) + 3,

    OTHERS = CIV_SEATS - 1,
    /* A battle where an army attacks; blows where a seat's armies stand, at most one for each of
     * them, and one for each attacker. */
    BATTLE_EVENTS = CIV_ARMIES_MAX + OTHERS * CIV_ARMIES_MAX + CIV_ARMIES_MAX,
    /* Workers die once, theirs and ours. */
    WORKER_EVENTS = OTHERS * CIV_WORKERS_MAX + CIV_WORKERS_MAX,
    /* A move is told in three ways at most. */
    MOVE_EVENTS = 3 * (CIV_WORKERS_MAX + CIV_ARMIES_MAX),
    /* Cities change hands once, and so do units. */
    CAPTURE_EVENTS = OTHERS * (CIV_CITIES_MAX + CIV_WORKERS_MAX + CIV_ARMIES_MAX + 1),
    /* Whoever is next is told, harvests and eats, up to four times, and may starve. */
    TURN_EVENTS = 1 + CIV_SEATS * 2 + CIV_WORKERS_MAX + CIV_ARMIES_MAX,
    END_EVENTS = 3
};

/* In the order of struct rd_game, which every game fills: so their tables look alike. */
const struct rd_game civ_game = {
    .id = "civ",
    .title = "Civ",
    .summary = "Cities, workers and armies under fog; one to four players, turn by turn.",
    .rules_version = 1,
    .seats_min = 1,
    .seats_max = CIV_SEATS,
    .seats_preset = CIV_SEATS,
    .topology = RD_SQUARES,
    .spectators_see_all = 1, /* R14.4 */
    .state_size = sizeof(struct civ_state),
    .view_size = sizeof(struct civ_view),
    .map_size = sizeof(struct civ_map),
    .legal_max = LEGAL_MAX,
    .events_max =
        BATTLE_EVENTS + WORKER_EVENTS + MOVE_EVENTS + CAPTURE_EVENTS + TURN_EVENTS + END_EVENTS,
    .tensor_size = CIV_TENSOR_SIZE,
    .cells = { CIV_SIDE_MAX, CIV_SIDE_MAX, 0, 0, RD_CELLS_XY, 0 },
    .options = civ_options,
    .verbs = civ_verbs,
    .events = civ_events,
    .refusals = civ_refusals,
    .endings = civ_endings,
    .tensors = civ_tensors,
    .seat_names = seat_names,
    .terrain_names = civ_terrain_names,
    .token_names = civ_token_names,
    .mood_names = civ_mood_names,
    .counter_names = civ_counter_names,
    .mark_names = civ_mark_names,
    .pieces = civ_pieces,
    .trait_names = civ_trait_names,
    .number_names = civ_number_names,
    .check_map = civ_check_map,
    .check_setup = civ_check_setup,
    .init = civ_init,
    .to_act = civ_to_act,
    .legal = civ_legal,
    .judge = civ_judge,
    .apply = civ_apply,
    .resign = civ_resign,
    .observe = civ_observe,
    .encode = civ_encode,
    .scene = civ_scene,
    .guess = civ_guess,
    .outcome = civ_outcome,
    .turns = civ_turns,
    .audit = civ_audit,
    .step_names = civ_step_names,
    .frames_max = CIV_FRAMES_MAX,
    .apply_steps = civ_apply_steps,
    .packing = civ_packing,
    .pack = civ_pack,
};
