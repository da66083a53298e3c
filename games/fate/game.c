/* The table of FATE: everything the platform knows about it. */
#include "board.h"
#include "rules.h"

static const char *const seat_names[] = { "P1", "P2", NULL };

enum {
    /* A unit to ride with and a cell, or a unit to command and its target, beside moves, attacks
     * and whatever else a unit with such cards may do. */
    LEGAL_MAX = FATE_CORE * FATE_CELLS + 4 * FATE_CELLS,

    /* Three rolls, sixteen ties, reveals, loss, death and what follows from it, the result. */
    ATTACK_EVENTS = 40,
    /* A volley meets everybody; each rolls, is asked and answers, is revealed, dies. */
    VOLLEY_EVENTS = FATE_UNITS * 12,
    /* Eight in the way, reactions with a volley to each, twice in a turn; a turn may end and others
     * begin and end when units die at their start. */
    ATTACK_FRAMES = 12,
    VOLLEY_FRAMES = 2 + 2 * FATE_UNITS,
    EVENTS_MAX = 2 * FATE_PATH_MAX * (ATTACK_EVENTS + VOLLEY_EVENTS) + FATE_UNITS * 30,
    FRAMES_MAX = 2 * FATE_PATH_MAX * (ATTACK_FRAMES + VOLLEY_FRAMES) + FATE_UNITS * 8
};

/* In the order of struct rd_game, which every game fills: so their tables look alike. */
const struct rd_game fate_game = {
    .id = "fate",
    .title = "FATE",
    .summary = "Seven classes and their heroes duel on nine times nine cells, with dice, hidden "
               "units and reactions.",
    .rules_version = 3, /* 3: a pair in its true numbers, R23.1 */
    .seats_min = FATE_SEATS,
    .seats_max = FATE_SEATS,
    .topology = RD_SQUARES,
    .state_size = sizeof(struct fate_state),
    .view_size = sizeof(struct fate_view),
    .legal_max = LEGAL_MAX,
    .events_max = EVENTS_MAX,
    .tensor_size = FATE_TENSOR_SIZE,
    .cells = { FATE_SIDE, FATE_SIDE, 0, 0, RD_CELLS_LETTERS, 0 },
    .options = fate_game_options,
    .verbs = fate_verbs,
    .events = fate_events,
    .refusals = fate_refusals,
    .endings = fate_endings,
    .tensors = fate_tensors,
    .seat_names = seat_names,
    .terrain_names = fate_terrain_names,
    .token_names = fate_token_names,
    .mood_names = fate_mood_names,
    .counter_names = fate_counter_names,
    .mark_names = fate_mark_names,
    .pieces = fate_pieces,
    .trait_names = fate_trait_names,
    .number_names = fate_number_names,
    .check_setup = fate_check_setup,
    .init = fate_init,
    .to_act = fate_to_act,
    .legal = fate_legal,
    .judge = fate_judge,
    .apply = fate_apply,
    .resign = fate_resign,
    .observe = fate_observe,
    .encode = fate_encode,
    .scene = fate_scene,
    .guess = fate_guess,
    .outcome = fate_outcome,
    .turns = fate_turns,
    .audit = fate_audit,
    .step_names = fate_step_names,
    .frames_max = FRAMES_MAX,
    .apply_steps = fate_apply_steps,
    .packing = fate_packing,
    .pack = fate_pack,
};
