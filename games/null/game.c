/* The table of the heap game: everything the platform knows about it. */
#include "null.h"

static const struct rd_option options[] = {
    { "heap", "Stones", "How many stones lie in the heap.", 1, NULL_HEAP_MAX, 21, NULL },
    { 0 },
};

static const struct rd_verb verbs[] = {
    [NULL_TAKE] = { "take",
                    "Take one to three stones from the heap.",
                    RD_VERB_ENDS_TURN,
                    { { "stones", RD_ARG_AMOUNT, NULL_TAKE_MAX + 1, NULL } } },
    { 0 },
};

static const struct rd_event_kind events[] = {
    [NULL_TOOK] = { "took",
                    "{seat} takes {stones}, {left} left.",
                    "R2.1",
                    { { "seat", RD_ARG_SEAT, NULL_SEATS, NULL, RD_ROLE_SEAT },
                      { "stones", RD_ARG_AMOUNT, 0, NULL },
                      { "left", RD_ARG_AMOUNT, 0, NULL } } },
    [NULL_GAVE_UP] = { "gave_up",
                       "{seat} gives up.",
                       "R3.2",
                       { { "seat", RD_ARG_SEAT, NULL_SEATS, NULL, RD_ROLE_SEAT } } },
    { 0 },
};

static const struct rd_refusal refusals[] = {
    [NULL_TOO_MANY] = { "R2.1", "take at least one stone, and no more than there are" },
    { 0 },
};

static const struct rd_ending endings[] = {
    [NULL_LAST_STONE] = { "R3.1", "last stone taken" },
    [NULL_RESIGNED] = { "R3.2", "resigned" },
    { 0 },
};

static const struct rd_tensor tensors[] = {
    { "heap", "stones left; 1 if it is my turn", { 2, 0, 0 }, 0 },
    { 0 },
};

static const char *const seat_names[] = { "First", "Second", NULL };
static const char *const counter_names[] = { "stones", NULL };
static const char *const no_names[] = { NULL };

/* In the order of struct rd_game, which every game fills: so their tables look alike. */
const struct rd_game null_game = {
    .id = "null",
    .title = "Heap",
    .summary = "Take one to three stones in turn; whoever takes the last one wins.",
    .rules_version = 1,
    .seats_min = NULL_SEATS,
    .seats_max = NULL_SEATS,
    .topology = RD_NO_BOARD,
    .state_size = sizeof(struct null_state),
    .view_size = sizeof(struct null_view),
    .legal_max = NULL_TAKE_MAX,
    .events_max = 1,
    .tensor_size = 2,
    .cells = { 1, 1, 0, 0, RD_CELLS_XY, 0 },
    .options = options,
    .verbs = verbs,
    .events = events,
    .refusals = refusals,
    .endings = endings,
    .tensors = tensors,
    .seat_names = seat_names,
    .terrain_names = no_names,
    .token_names = no_names,
    .mood_names = no_names,
    .counter_names = counter_names,
    .check_setup = null_check_setup,
    .init = null_init,
    .to_act = null_to_act,
    .legal = null_legal,
    .judge = null_judge,
    .apply = null_apply,
    .resign = null_resign,
    .observe = null_observe,
    .encode = null_encode,
    .scene = null_scene,
    .guess = null_guess,
    .outcome = null_outcome,
    .turns = null_turns,
    .audit = null_audit,
    .packing = null_packing,
    .pack = null_pack,
};
