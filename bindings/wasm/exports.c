/*
 * rules.wasm - all games and bots for a JavaScript client. No imports: the module is given nothing
 * and can reach nothing.
 *
 * A game is called by its number. All memory is the caller's: everything from memory_start() on is
 * free to use (and to grow). Structs have the layout of the C headers with 32-bit pointers;
 * size_of() gives their sizes. Texts are pointers to UTF-8 ended by a zero byte, 0 for none.
 * An action travels as a pointer to its four 16-bit numbers.
 *
 * The tables of a game are read cell by cell: text_at() and number_at() with one of enum table, a
 * row, a column and, for arguments and choices, an item. A row past the end has no text in
 * column 0. bindings/wasm/README.md lists the columns.
 */
#include "bindings/wasm/exports.h"

#include "bindings/wasm/tables.h"
#include "bots/heuristics.h"
#include "bots/search.h"
#include "redoubt/hash.h"

extern unsigned char __heap_base; /* the linker's word for the end of our data */

/* ---- memory and sizes --------------------------------------------------------------------- */

EXPORT("memory_start") uint32_t wasm_memory_start(void)
{
    return ((uint32_t)(uintptr_t)&__heap_base + 15) & ~UINT32_C(15);
}

enum sized {
    SIZE_SETUP,
    SIZE_LUCK,
    SIZE_ACTION,
    SIZE_VERDICT,
    SIZE_EVENT,
    SIZE_LOG,
    SIZE_OUTCOME,
    SIZE_TURNS,
    SIZE_SCENE,
    SIZE_SCENE_CELL,
    SIZE_SCENE_TOKEN,
    SIZE_SCENE_COUNTER,
    SIZE_SCENE_MARK
};

EXPORT("size_of") uint32_t wasm_size_of(uint32_t what)
{
    /* A line for each struct of the interface. */
    static const uint32_t sizes[] = {
        [SIZE_SETUP] = sizeof(struct rd_setup),
        [SIZE_LUCK] = sizeof(struct rd_luck),
        [SIZE_ACTION] = sizeof(struct rd_action),
        [SIZE_VERDICT] = sizeof(struct rd_verdict),
        [SIZE_EVENT] = sizeof(struct rd_event),
        [SIZE_LOG] = sizeof(struct rd_event_log),
        [SIZE_OUTCOME] = sizeof(struct rd_outcome),
        [SIZE_TURNS] = sizeof(struct rd_turns),
        [SIZE_SCENE] = sizeof(struct rd_scene),
        [SIZE_SCENE_CELL] = sizeof(struct rd_scene_cell),
        [SIZE_SCENE_TOKEN] = sizeof(struct rd_scene_token),
        [SIZE_SCENE_COUNTER] = sizeof(struct rd_scene_counter),
        [SIZE_SCENE_MARK] = sizeof(struct rd_scene_mark),
    };
    return what < sizeof sizes / sizeof sizes[0] ? sizes[what] : 0;
}

/* Where the parts of a scene begin: cells, tokens, counters, the number of marks, marks. */
EXPORT("scene_part") uint32_t wasm_scene_part(uint32_t part)
{
    static const uint32_t offsets[] = {
        offsetof(struct rd_scene, cell),    offsetof(struct rd_scene, token),
        offsetof(struct rd_scene, counter), offsetof(struct rd_scene, mark_count),
        offsetof(struct rd_scene, mark),
    };
    return part < sizeof offsets / sizeof offsets[0] ? offsets[part] : 0;
}

EXPORT("game_count") uint32_t wasm_game_count(void)
{
    uint32_t count = 0;
    while (rd_game_at(count) != NULL) {
        count++;
    }
    return count;
}

/* ---- tables ---------------------------------------------------------------------------------- */

static const struct rd_arg *arg_at(const struct rd_game *game, uint32_t table, uint32_t row,
                                   uint32_t item)
{
    if (table == TABLE_VERBS && item < RD_ARGS_MAX) {
        return &game->verbs[row].arg[item];
    }
    return table == TABLE_EVENTS && item < RD_EVENT_ARGS_MAX ? &game->events[row].arg[item] : NULL;
}

static const char *arg_text(const struct rd_arg *arg, uint32_t column)
{
    if (arg == NULL || column == ARG_NAME) {
        return arg == NULL ? NULL : arg->name;
    }
    return column >= ARG_CHOICE && arg->choices != NULL ? arg->choices[column - ARG_CHOICE] : NULL;
}

static const char *pick(uint32_t column, const char *first, const char *second, const char *third)
{
    switch (column) {
    case 0:
        return first;
    case 1:
        return second;
    case 2:
        return third;
    default:
        return NULL;
    }
}

static const char *const *names_of(const struct rd_game *game, uint32_t table)
{
    switch (table) {
    case TABLE_SEATS:
        return game->seat_names;
    case TABLE_TERRAIN:
        return game->terrain_names;
    case TABLE_TOKENS:
        return game->token_names;
    case TABLE_MOODS:
        return game->mood_names;
    case TABLE_COUNTERS:
        return game->counter_names;
    case TABLE_MARKS:
        return game->mark_names;
    case TABLE_STEPS: /* from index 1: that of a step less one is its row */
        return game->step_names == NULL ? NULL : game->step_names + 1;
    case TABLE_TRAITS:
        return game->trait_names;
    case TABLE_NUMBERS:
        return game->number_names;
    default:
        return NULL;
    }
}

static const char *option_text(const struct rd_option *option, uint32_t column, uint32_t item)
{
    if (column == COLUMN_ARG) { /* the name of choice `item` */
        return option->choices == NULL ? NULL : option->choices[item];
    }
    return pick(column, option->key, option->title, option->help);
}

static const char *bot_text(uint32_t row, uint32_t column)
{
    const struct rd_bot *bot = rd_bot_at(row);
    return bot == NULL ? NULL : pick(column, bot->name, bot->game, bot->summary);
}

static const char *piece_text(const struct rd_game *game, uint32_t row, uint32_t column)
{
    if (game->pieces == NULL) {
        return NULL;
    }
    const struct rd_piece_card *card = &game->pieces[row];
    return column == 3 ? card->rule : pick(column, card->name, card->title, card->text);
}

EXPORT("text_at")
const char *wasm_text_at(uint32_t index, uint32_t table, uint32_t row, uint32_t column,
                         uint32_t item)
{
    const struct rd_game *game = game_at(index);
    if (column >= COLUMN_ARG && (table == TABLE_VERBS || table == TABLE_EVENTS)) {
        return arg_text(arg_at(game, table, row, item), column - COLUMN_ARG);
    }
    switch (table) {
    case TABLE_GAME:
        return pick(column, game->id, game->title, game->summary);
    case TABLE_OPTIONS:
        return option_text(&game->options[row], column, item);
    case TABLE_VERBS:
        return pick(column, game->verbs[row].name, game->verbs[row].help, NULL);
    case TABLE_EVENTS:
        return pick(column, game->events[row].name, game->events[row].text, game->events[row].rule);
    case TABLE_REFUSALS:
        return pick(column, game->refusals[row].rule, game->refusals[row].text, NULL);
    case TABLE_ENDINGS:
        return pick(column, game->endings[row].rule, game->endings[row].reason, NULL);
    case TABLE_TENSORS:
        return pick(column, game->tensors[row].name, game->tensors[row].help, NULL);
    case TABLE_BOTS:
        return bot_text(row, column);
    case TABLE_PIECES:
        return piece_text(game, row, column);
    default:
        return names_of(game, table) == NULL ? NULL : names_of(game, table)[row];
    }
}

static int32_t game_number(const struct rd_game *game, uint32_t column)
{
    const int32_t facts[GAME_COLUMNS] = {
        [GAME_RULES_VERSION] = (int32_t)game->rules_version,
        [GAME_SEATS_MIN] = game->seats_min,
        [GAME_SEATS_MAX] = game->seats_max,
        [GAME_TOPOLOGY] = game->topology,
        [GAME_STATE_SIZE] = (int32_t)game->state_size,
        [GAME_VIEW_SIZE] = (int32_t)game->view_size,
        [GAME_MAP_SIZE] = (int32_t)game->map_size,
        [GAME_LEGAL_MAX] = (int32_t)game->legal_max,
        [GAME_EVENTS_MAX] = (int32_t)game->events_max,
        [GAME_TENSOR_SIZE] = (int32_t)game->tensor_size,
        [GAME_STRIDE] = game->cells.stride,
        [GAME_ROWS] = game->cells.rows,
        [GAME_X0] = game->cells.x0,
        [GAME_Y0] = game->cells.y0,
        [GAME_CELL_STYLE] = game->cells.style,
        [GAME_ACTIONS] = (int32_t)rd_action_count(game->verbs),
        [GAME_SEATS_PRESET] = game->seats_preset,
    };
    return column < GAME_COLUMNS ? facts[column] : 0;
}

static int32_t option_number(const struct rd_option *option, uint32_t column)
{
    const int32_t facts[OPTION_COLUMNS] = { [OPTION_MIN] = option->min,
                                            [OPTION_MAX] = option->max,
                                            [OPTION_PRESET] = option->preset,
                                            [OPTION_HAS_CHOICES] = option->choices != NULL };
    return column < OPTION_COLUMNS ? facts[column] : 0;
}

/* The traits, then the numbers. */
static int32_t piece_number(const struct rd_game *game, uint32_t row, uint32_t column)
{
    if (game->pieces == NULL || column > RD_PIECE_NUMBERS_MAX) {
        return 0;
    }
    return column == 0 ? (int32_t)game->pieces[row].traits : game->pieces[row].number[column - 1];
}

EXPORT("number_at")
int32_t wasm_number_at(uint32_t index, uint32_t table, uint32_t row, uint32_t column, uint32_t item)
{
    const struct rd_game *game = game_at(index);
    if (column >= COLUMN_ARG && (table == TABLE_VERBS || table == TABLE_EVENTS)) {
        const struct rd_arg *arg = arg_at(game, table, row, item);
        uint32_t field = column - COLUMN_ARG;
        return arg == NULL          ? 0
               : field == ARG_TYPE  ? arg->type
               : field == ARG_LIMIT ? arg->limit
               : field == ARG_ROLE  ? (int32_t)arg->role
                                    : 0;
    }
    switch (table) {
    case TABLE_GAME:
        return game_number(game, column);
    case TABLE_OPTIONS:
        return option_number(&game->options[row], column);
    case TABLE_VERBS:
        return (int32_t)game->verbs[row].flags;
    case TABLE_TENSORS:
        return column < 3 ? game->tensors[row].shape[column] : 0;
    case TABLE_PIECES:
        return piece_number(game, row, column);
    default:
        return 0;
    }
}

/* What the numbers of actions, events and so on mean: a server's must be the same. */
EXPORT("tables_hash") uint64_t wasm_tables_hash(uint32_t index)
{
    return rd_tables_hash(game_at(index));
}

/* ---- setup and luck ---- */

EXPORT("setup_presets") void wasm_setup_presets(uint32_t index, struct rd_setup *setup)
{
    rd_setup_presets(game_at(index), setup);
}

EXPORT("setup_seats") void wasm_setup_seats(struct rd_setup *setup, uint32_t seats)
{
    setup->seats = (uint8_t)seats;
}

EXPORT("setup_option")
void wasm_setup_option(struct rd_setup *setup, uint32_t option, int32_t value)
{
    RD_ASSERT(option < RD_OPTIONS_MAX);
    setup->option[option] = value;
}

EXPORT("setup_map") void wasm_setup_map(struct rd_setup *setup, const void *map, uint32_t map_size)
{
    setup->map = map;
    setup->map_size = map_size;
}

EXPORT("check_setup")
void wasm_check_setup(uint32_t index, const struct rd_setup *setup, struct rd_verdict *verdict)
{
    *verdict = game_at(index)->check_setup(setup);
}

EXPORT("check_map")
uint32_t wasm_check_map(uint32_t index, const void *map, struct rd_verdict *verdicts, uint32_t cap)
{
    const struct rd_game *game = game_at(index);
    return game->check_map == NULL ? 0 : game->check_map(map, verdicts, cap);
}

EXPORT("luck_from_key") void wasm_luck_from_key(struct rd_luck *luck, uint64_t key0, uint64_t key1)
{
    *luck = rd_luck_from_key(key0, key1);
}

/* The values of the next draws; they stay the caller's. */
EXPORT("luck_script")
void wasm_luck_script(struct rd_luck *luck, const int32_t *values, uint32_t count)
{
    luck->script = values;
    luck->script_count = count;
    luck->script_next = 0;
    luck->script_bad = 0;
}

EXPORT("luck_range") int32_t wasm_luck_range(struct rd_luck *luck, int32_t lo, int32_t hi)
{
    return rd_luck_range(luck, lo, hi);
}

/* ---- playing ---- */

EXPORT("init")
void wasm_init(uint32_t index, void *state, const struct rd_setup *setup, struct rd_luck *luck)
{
    game_at(index)->init(state, setup, luck);
}

EXPORT("to_act") uint32_t wasm_to_act(uint32_t index, const void *state)
{
    return game_at(index)->to_act(state);
}

EXPORT("legal")
uint32_t wasm_legal(uint32_t index, const void *state, uint32_t seat, struct rd_action *out,
                    uint32_t cap)
{
    return game_at(index)->legal(state, (rd_seat)seat, out, cap);
}

EXPORT("judge")
uint32_t wasm_judge(uint32_t index, const void *state, uint32_t seat,
                    const struct rd_action *action, struct rd_verdict *verdict)
{
    *verdict = game_at(index)->judge(state, (rd_seat)seat, *action);
    return verdict->code;
}

EXPORT("log_open")
void wasm_log_open(struct rd_event_log *log, struct rd_event *events, uint32_t cap)
{
    log->event = events;
    log->cap = cap;
    log->count = 0;
}

EXPORT("log_count") uint32_t wasm_log_count(const struct rd_event_log *log)
{
    return log->count;
}

EXPORT("apply")
void wasm_apply(uint32_t index, void *state, uint32_t seat, const struct rd_action *action,
                struct rd_luck *luck, struct rd_event_log *log)
{
    game_at(index)->apply(state, (rd_seat)seat, *action, luck, log);
}

EXPORT("resign")
void wasm_resign(uint32_t index, void *state, uint32_t seat, struct rd_event_log *log)
{
    game_at(index)->resign(state, (rd_seat)seat, log);
}

EXPORT("outcome")
uint32_t wasm_outcome(uint32_t index, const void *state, struct rd_outcome *outcome)
{
    game_at(index)->outcome(state, outcome);
    return outcome->over;
}

EXPORT("turns") void wasm_turns(uint32_t index, const void *state, struct rd_turns *turns)
{
    *turns = game_at(index)->turns(state);
}

EXPORT("audit") const char *wasm_audit(uint32_t index, const void *state)
{
    return game_at(index)->audit(state);
}

/* ---- seeing ---- */

EXPORT("observe") void wasm_observe(uint32_t index, const void *state, uint32_t seat, void *view)
{
    game_at(index)->observe(state, (rd_seat)seat, view);
}

EXPORT("encode") void wasm_encode(uint32_t index, const void *view, int8_t *tensor)
{
    game_at(index)->encode(view, tensor);
}

EXPORT("scene") void wasm_scene(uint32_t index, const void *view, struct rd_scene *scene)
{
    game_at(index)->scene(view, scene);
}

EXPORT("guess") void wasm_guess(uint32_t index, const void *view, struct rd_luck *luck, void *state)
{
    game_at(index)->guess(view, luck, state);
}

EXPORT("hash") uint64_t wasm_hash(const void *bytes, uint32_t size)
{
    return rd_hash(bytes, size);
}

EXPORT("siphash")
uint64_t wasm_siphash(uint64_t key0, uint64_t key1, const void *bytes, uint32_t size)
{
    const uint64_t key[2] = { key0, key1 };
    return rd_siphash(key, bytes, size);
}

/* ---- actions and bots ---- */

EXPORT("action_index") uint32_t wasm_action_index(uint32_t index, const struct rd_action *action)
{
    return rd_action_index(game_at(index)->verbs, *action);
}

EXPORT("action_from_index")
void wasm_action_from_index(uint32_t index, uint32_t number, struct rd_action *action)
{
    *action = rd_action_from_index(game_at(index)->verbs, number);
}

/* The number of the bot of that name for this game, -1 if there is none. */
EXPORT("bot_find") int32_t wasm_bot_find(uint32_t index, const char *name)
{
    const struct rd_bot *bot = rd_bot_find(game_at(index), name);
    for (int32_t i = 0; bot != NULL && rd_bot_at((uint32_t)i) != NULL; i++) {
        if (rd_bot_at((uint32_t)i) == bot) {
            return i;
        }
    }
    return -1;
}

uint64_t wasm_bot_memory[RD_BOT_MEMORY_MAX / sizeof(uint64_t)];

EXPORT("bot_choose")
uint32_t wasm_bot_choose(uint32_t bot, uint32_t index, const void *view, uint32_t seat,
                         const struct rd_action *legal, uint32_t legal_count, struct rd_luck *luck)
{
    const struct rd_bot_question question = { .game = game_at(index),
                                              .view = view,
                                              .seat = (rd_seat)seat,
                                              .legal = legal,
                                              .legal_count = legal_count,
                                              .luck = luck,
                                              .memory = wasm_bot_memory };
    RD_ASSERT(rd_bot_at(bot) != NULL);
    RD_ASSERT(rd_bot_memory(rd_bot_at(bot), game_at(index)) <= sizeof wasm_bot_memory);
    return rd_bot_answer(rd_bot_at(bot), &question);
}

/* How a position looks to whoever judges for bots: thousandths, 0 = surely lost, 500 = even, 1000 =
 * surely won; -1 where nobody has written heuristics for this game. */
EXPORT("estimate") int32_t wasm_estimate(uint32_t index, const void *state, uint32_t seat)
{
    const struct rd_game *game = game_at(index);
    const struct rd_heuristics *heuristics = rd_heuristics_of(game);
    struct rd_outcome outcome;
    RD_ASSERT(seat < RD_SEATS_MAX);
    game->outcome(state, &outcome);
    if (outcome.over) {
        return outcome.rank[seat] != 1 ? 0 : 1000;
    }
    if (heuristics == NULL) {
        return -1;
    }
    int32_t lead = heuristics->evaluate(state, (rd_seat)seat);
    return 500 + rd_search_squash(lead, heuristics->scale) / (RD_SURE / 500);
}
