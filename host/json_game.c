/* JSON from the tables of a game. */
#include "host/json_game.h"

#include <string.h>

#include "host/field.h"
#include "host/json_read.h"
#include "host/notation.h"
#include "host/play.h"

const char *const rd_event_keys[] = { "kind", "text", "rule", "seen_by", "cause", NULL };

/* ---- values --------------------------------------------------------------------------- */

static json_t *cell_to_json(const struct rd_cells *cells, int64_t cell)
{
    if (cell < 0 || cell >= (int64_t)cells->stride * cells->rows) {
        return json_null();
    }
    if (cells->style == RD_CELLS_LETTERS) {
        char text[16];
        rd_cell_print(cells, cell, text, sizeof text);
        return json_string(text);
    }
    return json_pack("[i,i]", (int)rd_cell_x(cells, (uint32_t)cell),
                     (int)rd_cell_y(cells, (uint32_t)cell));
}

static json_t *value_to_json(const struct rd_game *game, const struct rd_arg *arg, int64_t value)
{
    char text[RD_TEXT_MAX];
    switch ((enum rd_arg_type)arg->type) {
    case RD_ARG_CELL:
        return cell_to_json(&game->cells, value);
    case RD_ARG_UNIT:
        if (arg->choices == NULL) {
            return json_integer(value);
        }
        break;
    case RD_ARG_SEAT:
        return value < 0 ? json_null() : json_integer(value);
    case RD_ARG_REFUSAL:
        if (value <= 0) {
            return json_null();
        }
        break;
    case RD_ARG_CHOICE:
        break;
    case RD_ARG_STEP:
    case RD_ARG_AMOUNT:
    case RD_ARG_NONE:
    default:
        return json_integer(value);
    }
    rd_arg_print(game, arg, value, text, sizeof text);
    return json_string(text);
}

static json_t *step_to_json(const struct rd_cells *cells, uint32_t from, uint32_t step)
{
    int32_t xy[2];
    rd_step_target(cells, from, step, xy);
    return json_pack("[i,i]", (int)xy[0], (int)xy[1]);
}

/* ---- orders --------------------------------------------------------------------------- */

json_t *rd_action_to_json(const struct rd_game *game, struct rd_action action)
{
    if (action.verb == RD_VERB_RESIGN) {
        return json_pack("{s:s}", "verb", "resign");
    }
    RD_ASSERT(rd_action_in_range(game->verbs, action).code == RD_OK);
    const struct rd_verb *verb = &game->verbs[action.verb];
    json_t *json = json_pack("{s:s}", "verb", verb->name);
    for (uint32_t i = 0; i < RD_ARGS_MAX && verb->arg[i].type != RD_ARG_NONE; i++) {
        json_t *value = verb->arg[i].type == RD_ARG_STEP
                            ? step_to_json(&game->cells, action.arg[i - 1], action.arg[i])
                            : value_to_json(game, &verb->arg[i], action.arg[i]);
        json_object_set_new(json, verb->arg[i].name, value);
    }
    return json;
}

/* Whether the JSON type is right for the argument; the value may still be out of range. */
static bool type_fits(const struct rd_game *game, const struct rd_arg *arg, const json_t *json)
{
    if (arg->type == RD_ARG_STEP ||
        (arg->type == RD_ARG_CELL && game->cells.style != RD_CELLS_LETTERS)) {
        return json_is_array(json) && json_array_size(json) == 2 &&
               json_is_number(json_array_get(json, 0)) && json_is_number(json_array_get(json, 1));
    }
    if (arg->type == RD_ARG_CELL || arg->type == RD_ARG_CHOICE ||
        (arg->type == RD_ARG_UNIT && arg->choices != NULL)) {
        return json_is_string(json);
    }
    return json_is_number(json);
}

static bool choice_from_json(const struct rd_arg *arg, const char *name, uint16_t *out)
{
    for (uint16_t i = 0; i < arg->limit; i++) {
        if (strcmp(arg->choices[i], name) == 0) {
            *out = i;
            return true;
        }
    }
    return false;
}

/* The cell before it may have been none. */
static bool step_from_json(const struct rd_cells *cells, uint32_t from, const json_t *json,
                           uint16_t *out)
{
    const json_t *x = json_array_get(json, 0), *y = json_array_get(json, 1);
    return from < (uint32_t)cells->stride * cells->rows && json_is_integer(x) &&
           json_is_integer(y) &&
           rd_step_to(cells, from, json_integer_value(x), json_integer_value(y), out);
}

/* The type fits: is the value within its range? */
static bool value_from_json(const struct rd_game *game, const struct rd_arg *arg,
                            const json_t *json, uint16_t *out)
{
    const char *text = json_string_value(json);
    if (arg->type == RD_ARG_CELL) {
        const json_t *x = json_array_get(json, 0), *y = json_array_get(json, 1);
        bool on_board = text != NULL ? rd_cell_parse(&game->cells, text, out)
                                     : json_is_integer(x) && json_is_integer(y) &&
                                           rd_cell_at(&game->cells, json_integer_value(x),
                                                      json_integer_value(y), out);
        return on_board && *out < arg->limit;
    }
    if (arg->type == RD_ARG_CHOICE) {
        return choice_from_json(arg, text, out);
    }
    if (text != NULL) {
        return rd_unit_parse(arg, text, out);
    }
    json_int_t number = json_integer_value(json);
    if (!json_is_integer(json) || number < 0 || number >= arg->limit) {
        return false;
    }
    *out = (uint16_t)number;
    return true;
}

/* The same for argument number index of an action whose earlier ones were read. */
static bool arg_from_json(const struct rd_game *game, struct rd_action *action, uint32_t index,
                          const json_t *json)
{
    const struct rd_arg *arg = &game->verbs[action->verb].arg[index];
    if (arg->type == RD_ARG_STEP) {
        return step_from_json(&game->cells, action->arg[index - 1], json, &action->arg[index]);
    }
    return value_from_json(game, arg, json, &action->arg[index]);
}

/* An object with a known verb and exactly its arguments. */
static bool read_form(const struct rd_game *game, const struct rd_field *order, uint16_t *verb)
{
    static const char *const resign_keys[] = { "verb", NULL };
    const char *keys[RD_ARGS_MAX + 2] = { "verb" }, *name;
    char verbs[RD_TEXT_MAX];
    struct rd_field field;
    if (!json_is_object(order->json)) {
        return rd_field_problem(order, "an order is an object such as {\"verb\":\"%s\"}",
                                game->verbs[0].name);
    }
    if (!rd_field_need(order, "verb", &field) || !rd_field_text(&field, &name)) {
        return false;
    }
    *verb = rd_verb_find(game, name);
    if (*verb == RD_NO_VERB) {
        char shown[RD_TEXT_MAX / 2];
        rd_verbs_print(game, verbs, sizeof verbs);
        return rd_field_problem(&field, "there is no order %s; orders are %s",
                                rd_json_quote(field.json, shown, sizeof shown), verbs);
    }
    if (*verb == RD_VERB_RESIGN) {
        return rd_field_object(order, resign_keys);
    }
    for (uint32_t i = 0; i < RD_ARGS_MAX; i++) {
        keys[i + 1] = game->verbs[*verb].arg[i].name;
    }
    return rd_field_object(order, keys);
}

enum rd_reading rd_action_from_json(const struct rd_game *game, const json_t *json,
                                    struct rd_action *action, uint32_t *bad_arg,
                                    struct rd_problem *problem)
{
    const struct rd_action none = { 0, { 0 } };
    struct rd_field order = rd_field_root(json, "", problem), field;
    enum rd_reading reading = RD_READ_FINE;
    *action = none;
    if (!read_form(game, &order, &action->verb)) {
        return RD_READ_MALFORMED;
    }
    if (action->verb == RD_VERB_RESIGN) {
        return RD_READ_FINE;
    }
    const struct rd_arg *args = game->verbs[action->verb].arg;
    for (uint32_t i = 0; i < RD_ARGS_MAX && args[i].type != RD_ARG_NONE; i++) {
        char expected[RD_TEXT_MAX], shown[64];
        rd_arg_expected(game, &args[i], expected, sizeof expected);
        if (!rd_field_get(&order, args[i].name, &field)) {
            rd_field_problem(&field, "is missing, %s", expected);
            return RD_READ_MALFORMED;
        }
        bool fits = type_fits(game, &args[i], field.json);
        if (fits && arg_from_json(game, action, i, field.json)) {
            continue;
        }
        rd_field_problem(&field, "%s is not %s", rd_json_quote(field.json, shown, sizeof shown),
                         expected);
        if (!fits) {
            return RD_READ_MALFORMED;
        }
        if (reading == RD_READ_FINE && bad_arg != NULL) {
            *bad_arg = i;
        }
        action->arg[i] = UINT16_MAX; /* beyond every limit, so judge() sees it too */
        reading = RD_READ_BAD_ARG;
    }
    return reading;
}

static bool seat_exists(const struct rd_game *game, const void *state, rd_seat seat)
{
    struct rd_outcome outcome;
    game->outcome(state, &outcome);
    return seat < outcome.seats;
}

/* An order in a form of the game's own. */
static bool read_own_form(const struct rd_game *game, const void *state, rd_seat seat,
                          const json_t *json, struct rd_order *order)
{
    const struct rd_codec *codec = rd_codec_of(game);
    bool exists = seat_exists(game, state, seat);
    if (codec->read_order == NULL ||
        !codec->read_order(state, exists ? seat : (rd_seat)0, json, order)) {
        return false;
    }
    if (game->to_act(state) == 0 || !exists) { /* the game has words for that */
        order->verdict = game->judge(state, seat, order->action[0]);
    }
    return true;
}

enum rd_reading rd_order_from_json(const struct rd_game *game, const void *state, rd_seat seat,
                                   const json_t *json, struct rd_order *order,
                                   struct rd_problem *problem)
{
    uint32_t bad_arg = 0;
    memset(order, 0, sizeof *order);
    if (read_own_form(game, state, seat, json, order)) {
        return RD_READ_FINE;
    }
    memset(order, 0, sizeof *order);
    order->count = 1;
    enum rd_reading reading = rd_action_from_json(game, json, &order->action[0], &bad_arg, problem);
    if (reading == RD_READ_BAD_ARG) {
        /* The game has the first word: it may be over, or have words of its own for this. */
        order->verdict = rd_judge(game, state, seat, order->action[0]);
        if (order->verdict.code == RD_OK) {
            order->verdict = rd_verdict_of(RD_BAD_ARG, 0, bad_arg);
        }
    }
    return reading;
}

/* ---- events --------------------------------------------------------------------------- */

static json_t *seats_to_json(rd_seats seats, uint32_t seat_count)
{
    json_t *list = json_array();
    for (uint32_t seat = 0; seat < seat_count; seat++) {
        if ((seats & RD_SEAT_BIT(seat)) != 0) {
            json_array_append_new(list, json_integer(seat));
        }
    }
    if ((seats & RD_SEAT_BIT(RD_SPECTATOR)) != 0) {
        json_array_append_new(list, json_string("spectator"));
    }
    return list;
}

json_t *rd_event_to_json(const struct rd_game *game, const struct rd_event *event)
{
    const struct rd_event_kind *kind = &game->events[event->kind];
    char text[4 * RD_TEXT_MAX];
    json_t *json = json_pack("{s:s}", "kind", kind->name);
    for (uint32_t i = 0; i < RD_EVENT_ARGS_MAX; i++) {
        if (kind->arg[i].type != RD_ARG_NONE) {
            json_object_set_new(json, kind->arg[i].name,
                                value_to_json(game, &kind->arg[i], event->arg[i]));
        }
    }
    rd_event_print(game, event, text, sizeof text);
    json_object_set_new(json, "text", json_string(text));
    json_object_set_new(json, "rule", json_string(kind->rule));
    json_object_set_new(json, "seen_by", seats_to_json(event->seen_by, game->seats_max));
    if (event->cause != 0) {
        json_object_set_new(json, "cause", json_integer((json_int_t)event->cause - 1));
    }
    return json;
}

static bool sees(const struct rd_event *event, rd_seat seat)
{
    return seat > RD_SPECTATOR || (event->seen_by & RD_SEAT_BIT(seat)) != 0;
}

/* The place of event number index among those that seat sees. */
static uint32_t place_among_seen(const struct rd_event_log *log, rd_seat seat, uint32_t index)
{
    uint32_t place = 0;
    for (uint32_t i = 0; i < index; i++) {
        place += sees(&log->event[i], seat) ? 1 : 0;
    }
    return place;
}

bool rd_event_seen(const struct rd_event_log *log, rd_seat seat, uint32_t index,
                   struct rd_event *event)
{
    *event = log->event[index];
    if (!sees(event, seat)) {
        return false;
    }
    if (seat <= RD_SPECTATOR && event->cause != 0) {
        bool saw_cause = sees(&log->event[event->cause - 1], seat);
        event->cause = saw_cause ? 1 + place_among_seen(log, seat, event->cause - 1) : 0;
    }
    return true;
}

json_t *rd_events_to_json(const struct rd_game *game, const struct rd_event_log *log, rd_seat seat)
{
    json_t *list = json_array();
    struct rd_event event;
    for (uint32_t i = 0; i < log->count && i < log->cap; i++) {
        if (!rd_event_seen(log, seat, i, &event)) {
            continue;
        }
        json_t *json = rd_event_to_json(game, &event);
        if (seat <= RD_SPECTATOR) { /* who else saw it is nobody's business */
            json_object_del(json, "seen_by");
        }
        json_array_append_new(list, json);
    }
    return list;
}

/* ---- the rest -------------------------------------------------------------------------- */

json_t *rd_options_to_json(const struct rd_game *game, const struct rd_setup *setup)
{
    json_t *json = json_object();
    for (uint32_t i = 0; game->options[i].key != NULL; i++) {
        const struct rd_option *option = &game->options[i];
        int32_t value = setup->option[i];
        json_object_set_new(json, option->key,
                            option->choices == NULL
                                ? json_integer(value)
                                : json_string(option->choices[value - option->min]));
    }
    if (game->seats_min != game->seats_max) {
        json_object_set_new(json, "seats", json_integer(setup->seats));
    }
    if (setup->map != NULL) {
        json_object_set_new(json, "map", rd_codec_of(game)->map_to_json(setup->map));
    }
    return json;
}

void rd_ranks_to_json(const struct rd_outcome *outcome, json_t **rank, json_t **score)
{
    *rank = json_array();
    *score = json_array();
    for (uint32_t seat = 0; seat < outcome->seats; seat++) {
        json_array_append_new(*rank, json_integer(outcome->rank[seat]));
        json_array_append_new(*score, json_integer(outcome->score[seat]));
    }
}

json_t *rd_outcome_to_json(const struct rd_game *game, const struct rd_outcome *outcome)
{
    json_t *rank, *score;
    if (!outcome->over) {
        return json_null();
    }
    rd_ranks_to_json(outcome, &rank, &score);
    const struct rd_ending *ending = &game->endings[outcome->ending];
    return json_pack("{s:o, s:o, s:s, s:s}", "rank", rank, "score", score, "rule", ending->rule,
                     "reason", ending->reason);
}

const char *rd_code_name(uint32_t code)
{
    static const char *const names[] = {
        [RD_OK] = "ok",
        [RD_BAD_SETUP] = "bad_setup",
        [RD_BAD_MAP] = "bad_map",
        [RD_NOT_YOUR_TURN] = "not_your_turn",
        [RD_NO_SUCH_VERB] = "no_such_verb",
        [RD_BAD_ARG] = "bad_arg",
        [RD_AGAINST_RULES] = "against_rules",
        [RD_GAME_OVER] = "game_over",
    };
    RD_ASSERT(code < sizeof names / sizeof names[0]);
    return names[code];
}

json_t *rd_refusal_to_json(const struct rd_game *game, struct rd_verdict verdict,
                           const struct rd_action *action, const char *why)
{
    char text[2 * RD_TEXT_MAX];
    const char *rule;
    rd_verdict_print(game, verdict, action, &rule, text, sizeof text);
    json_t *json = json_pack("{s:s}", "code", rd_code_name(verdict.code));
    if (rule != NULL) {
        json_object_set_new(json, "rule", json_string(rule));
    }
    json_object_set_new(json, "why", json_string(why != NULL && why[0] != '\0' ? why : text));
    return json;
}
