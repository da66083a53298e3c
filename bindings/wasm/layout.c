/*
 * layout.wasm - where the fields of the structs lie in rules.wasm, and the numbers of its enums:
 * what clients/web/generate.mjs writes down for TypeScript. It is compiled as rules.wasm is, so the
 * compiler itself says how large everything is.
 */
#include "bindings/wasm/exports.h"
#include "bindings/wasm/tables.h"
#include "host/local_match.h"

/* A struct (no field: its size), a field of the struct above it, or a constant of an enum or by
 * itself. */
struct row {
    const char *owner, *name;
    const char *kind; /* of a field or of its elements: as DataView calls it; "": another struct */
    int32_t value;    /* offset, size or the constant */
    uint32_t step;    /* of a list: from one element to the next; 0 = no list */
    uint32_t count;
};

/* clang-format off */
#define KIND(value) _Generic((value), uint8_t: "Uint8", int8_t: "Int8", uint16_t: "Uint16", int16_t: "Int16", \
    uint32_t: "Uint32", int32_t: "Int32", uint64_t: "BigUint64", default: "")
#define STRUCT(type, owner) { owner, NULL, NULL, sizeof(struct type), 0, 0 }
#define FIELD(type, field) { NULL, #field, KIND(((struct type *)NULL)->field), offsetof(struct type, field), 0, 0 }
#define LIST(type, field) { NULL, #field, KIND(((struct type *)NULL)->field[0]), offsetof(struct type, field), \
    sizeof ((struct type *)NULL)->field[0], sizeof ((struct type *)NULL)->field / sizeof ((struct type *)NULL)->field[0] }
#define CONSTANT(owner, name, value) { owner, name, NULL, (int32_t)(value), 0, 0 }

static const struct row rows[] = {
    STRUCT(rd_setup, "Setup"),
    STRUCT(rd_luck, "Luck"), FIELD(rd_luck, drawn),
    STRUCT(rd_action, "ActionLayout"), FIELD(rd_action, verb), LIST(rd_action, arg),
    STRUCT(rd_verdict, "VerdictLayout"), FIELD(rd_verdict, code), FIELD(rd_verdict, why), FIELD(rd_verdict, detail),
    STRUCT(rd_event, "EventLayout"), FIELD(rd_event, kind), FIELD(rd_event, seen_by), FIELD(rd_event, cause),
    LIST(rd_event, arg),
    STRUCT(rd_event_log, "EventLog"),
    STRUCT(rd_outcome, "OutcomeLayout"), FIELD(rd_outcome, seats), FIELD(rd_outcome, ending), LIST(rd_outcome, rank),
    LIST(rd_outcome, score),
    STRUCT(rd_turns, "TurnsLayout"), FIELD(rd_turns, done), FIELD(rd_turns, limit),
    STRUCT(rd_scene, "SceneLayout"), FIELD(rd_scene, topology), FIELD(rd_scene, columns), FIELD(rd_scene, rows),
    FIELD(rd_scene, cell_count), FIELD(rd_scene, token_count), FIELD(rd_scene, counter_count),
    FIELD(rd_scene, mark_count), LIST(rd_scene, cell), LIST(rd_scene, token), LIST(rd_scene, counter),
    LIST(rd_scene, mark),
    STRUCT(rd_scene_cell, "CellLayout"), FIELD(rd_scene_cell, x), FIELD(rd_scene_cell, y),
    FIELD(rd_scene_cell, terrain), FIELD(rd_scene_cell, owner), FIELD(rd_scene_cell, light),
    STRUCT(rd_scene_token, "TokenLayout"), FIELD(rd_scene_token, cell), FIELD(rd_scene_token, unit),
    FIELD(rd_scene_token, kind), FIELD(rd_scene_token, owner), FIELD(rd_scene_token, mood),
    FIELD(rd_scene_token, health), FIELD(rd_scene_token, health_max), FIELD(rd_scene_token, badge),
    STRUCT(rd_scene_counter, "CounterLayout"), FIELD(rd_scene_counter, value), FIELD(rd_scene_counter, name),
    FIELD(rd_scene_counter, owner),
    STRUCT(rd_scene_mark, "MarkLayout"), FIELD(rd_scene_mark, from), FIELD(rd_scene_mark, to),
    FIELD(rd_scene_mark, name), FIELD(rd_scene_mark, owner),
    STRUCT(rd_local_frame, "FrameLayout"), FIELD(rd_local_frame, step), FIELD(rd_local_frame, events),
    FIELD(rd_local_frame, patch), FIELD(rd_local_frame, length),

    CONSTANT("Code", "Ok", RD_OK), CONSTANT("Code", "BadSetup", RD_BAD_SETUP), CONSTANT("Code", "BadMap", RD_BAD_MAP),
    CONSTANT("Code", "NotYourTurn", RD_NOT_YOUR_TURN), CONSTANT("Code", "NoSuchVerb", RD_NO_SUCH_VERB),
    CONSTANT("Code", "BadArg", RD_BAD_ARG), CONSTANT("Code", "AgainstRules", RD_AGAINST_RULES),
    CONSTANT("Code", "GameOver", RD_GAME_OVER),

    /* A line for each member of the enums of redoubt/game.h. */
    CONSTANT("ArgType", "None", RD_ARG_NONE), CONSTANT("ArgType", "Cell", RD_ARG_CELL),
    CONSTANT("ArgType", "Unit", RD_ARG_UNIT), CONSTANT("ArgType", "Seat", RD_ARG_SEAT),
    CONSTANT("ArgType", "Amount", RD_ARG_AMOUNT), CONSTANT("ArgType", "Choice", RD_ARG_CHOICE),
    CONSTANT("ArgType", "Refusal", RD_ARG_REFUSAL), CONSTANT("ArgType", "Step", RD_ARG_STEP),

    CONSTANT("Role", "None", RD_ROLE_NONE), CONSTANT("Role", "Seat", RD_ROLE_SEAT), CONSTANT("Role", "Who", RD_ROLE_WHO),
    CONSTANT("Role", "Whom", RD_ROLE_WHOM), CONSTANT("Role", "From", RD_ROLE_FROM), CONSTANT("Role", "To", RD_ROLE_TO),
    CONSTANT("Role", "At", RD_ROLE_AT), CONSTANT("Role", "Damage", RD_ROLE_DAMAGE),
    CONSTANT("Role", "Health", RD_ROLE_HEALTH), CONSTANT("Role", "Gain", RD_ROLE_GAIN),
    CONSTANT("Role", "Money", RD_ROLE_MONEY), CONSTANT("Role", "Why", RD_ROLE_WHY),

    CONSTANT("Topology", "None", RD_NO_BOARD), CONSTANT("Topology", "Squares", RD_SQUARES),
    CONSTANT("Topology", "Hexes", RD_HEXES),

    CONSTANT("Table", "Game", TABLE_GAME), CONSTANT("Table", "Options", TABLE_OPTIONS),
    CONSTANT("Table", "Verbs", TABLE_VERBS), CONSTANT("Table", "Events", TABLE_EVENTS),
    CONSTANT("Table", "Refusals", TABLE_REFUSALS), CONSTANT("Table", "Endings", TABLE_ENDINGS),
    CONSTANT("Table", "Seats", TABLE_SEATS), CONSTANT("Table", "Terrain", TABLE_TERRAIN),
    CONSTANT("Table", "Tokens", TABLE_TOKENS), CONSTANT("Table", "Moods", TABLE_MOODS),
    CONSTANT("Table", "Counters", TABLE_COUNTERS), CONSTANT("Table", "Bots", TABLE_BOTS),
    CONSTANT("Table", "Marks", TABLE_MARKS), CONSTANT("Table", "Pieces", TABLE_PIECES),
    CONSTANT("Table", "Traits", TABLE_TRAITS), CONSTANT("Table", "Numbers", TABLE_NUMBERS),
    CONSTANT("Table", "Steps", TABLE_STEPS),

    CONSTANT("GameColumn", "RulesVersion", GAME_RULES_VERSION), CONSTANT("GameColumn", "SeatsMin", GAME_SEATS_MIN),
    CONSTANT("GameColumn", "SeatsMax", GAME_SEATS_MAX), CONSTANT("GameColumn", "SeatsPreset", GAME_SEATS_PRESET),
    CONSTANT("GameColumn", "Topology", GAME_TOPOLOGY), CONSTANT("GameColumn", "StateSize", GAME_STATE_SIZE),
    CONSTANT("GameColumn", "ViewSize", GAME_VIEW_SIZE), CONSTANT("GameColumn", "LegalMax", GAME_LEGAL_MAX),
    CONSTANT("GameColumn", "EventsMax", GAME_EVENTS_MAX), CONSTANT("GameColumn", "Stride", GAME_STRIDE),
    CONSTANT("GameColumn", "Rows", GAME_ROWS), CONSTANT("GameColumn", "X0", GAME_X0), CONSTANT("GameColumn", "Y0", GAME_Y0),
    CONSTANT("GameColumn", "CellStyle", GAME_CELL_STYLE),
    CONSTANT("OptionColumn", "Min", OPTION_MIN), CONSTANT("OptionColumn", "Max", OPTION_MAX),
    CONSTANT("OptionColumn", "Preset", OPTION_PRESET), CONSTANT("OptionColumn", "HasChoices", OPTION_HAS_CHOICES),
    CONSTANT("ArgColumn", "Name", COLUMN_ARG + ARG_NAME), CONSTANT("ArgColumn", "Type", COLUMN_ARG + ARG_TYPE),
    CONSTANT("ArgColumn", "Limit", COLUMN_ARG + ARG_LIMIT), CONSTANT("ArgColumn", "Role", COLUMN_ARG + ARG_ROLE),
    CONSTANT("ArgColumn", "Choice", COLUMN_ARG + ARG_CHOICE),
    CONSTANT(NULL, "OPTION_CHOICE", COLUMN_ARG), /* the column of an option that has the name of choice `item` */

    CONSTANT(NULL, "LETTERED_CELLS", RD_CELLS_LETTERS),
    CONSTANT(NULL, "VERB_ANY_TIME", RD_VERB_ANY_TIME), CONSTANT(NULL, "VERB_ENDS_TURN", RD_VERB_ENDS_TURN),
    CONSTANT(NULL, "VERB_TAKES_BACK", RD_VERB_TAKES_BACK),
    CONSTANT(NULL, "VERB_HOST", RD_VERB_HOST),
    CONSTANT(NULL, "SPECTATOR", RD_SPECTATOR),
    CONSTANT(NULL, "RESIGN", RD_VERB_RESIGN), /* as a verb: the seat gives up */
    CONSTANT(NULL, "NO_UNIT", 0xffff),        /* of a token: it has no number */
    CONSTANT(NULL, "SEATS_MAX", RD_SEATS_MAX), CONSTANT(NULL, "ARGS_MAX", RD_ARGS_MAX), CONSTANT(NULL, "EVENT_ARGS_MAX", RD_EVENT_ARGS_MAX),
};
/* clang-format on */

RD_STATIC_ASSERT(RD_ROLES == 12 && RD_ARG_STEP == 7 && RD_GAME_OVER == 7 && RD_HEXES == 2,
                 "an enum has grown: add its new names to the rows");

EXPORT("row_count") uint32_t wasm_row_count(void)
{
    return sizeof rows / sizeof rows[0];
}

EXPORT("row_text") const char *wasm_row_text(uint32_t row, uint32_t column)
{
    const char *const texts[] = { rows[row].owner, rows[row].name, rows[row].kind };
    return texts[column];
}

EXPORT("row_number") int32_t wasm_row_number(uint32_t row, uint32_t column)
{
    const int32_t numbers[] = { rows[row].value, (int32_t)rows[row].step,
                                (int32_t)rows[row].count };
    return numbers[column];
}
