/* One line of a MegaMiner program as the orders of a whole turn, R5.9. Whatever it contains,
 * it is a turn: parts that can't be carried out come to nothing, and so does the whole line
 * where it is no well-formed action. What is refused here would also be skipped when the turn is
 * resolved, since money at the start of a turn is the most there is for hiring and building. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "host/text.h"
#include "hosted.h"
#include "python_json.h"

enum line_key { KEY_ACTION, KEY_X, KEY_Y, KEY_TOWER, KEY_DIRECTION, KEY_PROVOKE, KEY_COUNT };

static const char *const line_keys[KEY_COUNT + 1] = {
    "action", "x", "y", "tower_type", "merc_direction", "provoke_demons", NULL,
};

/* A line while it becomes orders. */
struct line {
    struct python_value value[KEY_COUNT];
    struct apoca_state state; /* the parts taken so far are sealed in it */
    rd_seat seat;
    struct rd_order *order;
};

static void note(struct rd_order *order, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void note(struct rd_order *order, const char *format, ...)
{
    size_t used = strlen(order->note);
    if (used > 0) {
        snprintf(order->note + used, sizeof order->note - used, "; ");
        used = strlen(order->note);
    }
    va_list args;
    va_start(args, format);
    vsnprintf(order->note + used, sizeof order->note - used, format, args);
    va_end(args);
}

/* The index of a trimmed lower-case text in a list that ends with NULL, or -1. */
static int word_index(const struct python_value *value, const char *const *words)
{
    for (int i = 0; value->kind == PYTHON_TEXT && !value->odd && words[i] != NULL; i++) {
        if (strcmp(value->text, words[i]) == 0) {
            return i;
        }
    }
    return -1;
}

static bool is_blank(const struct python_value *value)
{
    return value->kind == PYTHON_MISSING || (!value->odd && value->text[0] == '\0');
}

static void add_action(struct rd_order *order, struct rd_action action)
{
    RD_ASSERT(order->count < RD_ORDER_ACTIONS_MAX);
    order->action[order->count++] = action;
}

/* One part of the turn, if it is legal after the parts before it. */
static void add_part(struct line *line, const char *what, struct rd_action action)
{
    struct rd_verdict verdict = apoca_game.judge(&line->state, line->seat, action);
    if (verdict.code != RD_OK) {
        const struct rd_refusal *why = &apoca_game.refusals[verdict.why];
        note(line->order, "%s: %s (%s)", what, why->text, why->rule);
        return;
    }
    struct rd_luck luck = rd_luck_from_seed(0); /* R10.1: nothing is drawn */
    apoca_game.apply(&line->state, line->seat, action, &luck, NULL);
    add_action(line->order, action);
}

static void add_hire(struct line *line)
{
    static const char *const directions[] = { "n", "s", "w", "e", NULL };
    const struct python_value *value = &line->value[KEY_DIRECTION];
    int direction = word_index(value, directions);
    if (direction >= 0) {
        struct rd_action hire = { APOCA_HIRE, { (uint16_t)direction, 0, 0 } };
        add_part(line, "hire", hire);
    } else if (!is_blank(value)) {
        note(line->order, "hire: merc_direction must be N, S, W or E");
    }
}

/* The cell of x and y, or -1 off the board. */
static int cell_of(const struct line *line)
{
    const struct python_value *x = &line->value[KEY_X], *y = &line->value[KEY_Y];
    if (x->far || y->far || x->integer < 0 || x->integer >= line->state.open.width ||
        y->integer < 0 || y->integer >= line->state.open.height) {
        return -1;
    }
    return y->integer * APOCA_SIDE_MAX + x->integer;
}

/* "... must be house, crossbow or cannon" */
static void note_types(struct rd_order *order)
{
    char list[RD_PROBLEM_MAX] = "";
    struct rd_text text = rd_text_into(list, sizeof list);
    for (uint32_t i = 0; i < APOCA_TOWER_TYPES; i++) {
        const char *before = i == 0 ? "" : i + 1 < APOCA_TOWER_TYPES ? ", " : " or ";
        rd_text_add(&text, "%s%s", before, apoca_tower_names[i]);
    }
    note(order, "build: tower_type must be %s", list);
}

static void add_tower_part(struct line *line, bool build)
{
    const char *what = build ? "build" : "destroy";
    int cell = cell_of(line);
    int type = build ? word_index(&line->value[KEY_TOWER], apoca_tower_names) : 0;
    if (cell < 0) {
        note(line->order, "%s: x and y are not on the board", what);
    } else if (type < 0) {
        note_types(line->order);
    } else if (build) {
        struct rd_action action = { APOCA_BUILD, { (uint16_t)type, (uint16_t)cell, 0 } };
        add_part(line, what, action);
    } else {
        struct rd_action action = { APOCA_DESTROY, { (uint16_t)cell, 0, 0 } };
        add_part(line, what, action);
    }
}

/* What makes a line no action at all, or NULL. */
static const char *malformed(const struct line *line, bool needs_cell)
{
    const struct python_value *value = line->value;
    if (value[KEY_ACTION].kind == PYTHON_MISSING || value[KEY_X].kind == PYTHON_MISSING ||
        value[KEY_Y].kind == PYTHON_MISSING) {
        return "action, x and y must be there";
    }
    if (value[KEY_ACTION].kind != PYTHON_TEXT) {
        return "action must be text";
    }
    if (value[KEY_TOWER].kind != PYTHON_TEXT && value[KEY_TOWER].kind != PYTHON_MISSING) {
        return "tower_type must be text";
    }
    if (value[KEY_DIRECTION].kind != PYTHON_TEXT && value[KEY_DIRECTION].kind != PYTHON_MISSING) {
        return "merc_direction must be text";
    }
    bool cell_counts = needs_cell || line->state.open.rules == APOCA_SEED; /* R11.14 */
    if (cell_counts &&
        (value[KEY_X].kind != PYTHON_INTEGER || value[KEY_Y].kind != PYTHON_INTEGER)) {
        return "x and y must be whole numbers";
    }
    return NULL;
}

static void read_line(struct line *line, const char *bytes, size_t size)
{
    static const char *const verbs[] = { "build", "destroy", NULL };
    const char *wrong;
    if (!python_object(bytes, size, line_keys, line->value, &wrong)) {
        note(line->order, "the turn is lost: not a JSON object (%s)", wrong);
        return;
    }
    int verb = word_index(&line->value[KEY_ACTION], verbs);
    wrong = malformed(line, verb >= 0);
    if (wrong != NULL) {
        note(line->order, "the turn is lost: %s", wrong);
        return;
    }
    add_hire(line);
    if (verb >= 0) {
        add_tower_part(line, verb == 0);
    }
    if (line->value[KEY_PROVOKE].truth) { /* after a destroy: its refund counts, R5.7 */
        struct rd_action provoke = { APOCA_PROVOKE, { 0, 0, 0 } };
        add_part(line, "provoke", provoke);
    }
}

bool apoca_line_order(const void *state, rd_seat seat, const json_t *json, struct rd_order *order)
{
    const struct rd_action done = { APOCA_DONE, { 0, 0, 0 } };
    struct line line = { .seat = seat, .order = order };
    if (!json_is_string(json)) {
        return false;
    }
    memset(order, 0, sizeof *order);
    order->verdict = apoca_game.judge(state, seat, done);
    if (order->verdict.code != RD_OK) {
        return true;
    }
    memcpy(&line.state, state, sizeof line.state);
    const struct apoca_secret *given = &line.state.secret[seat];
    if (given->hire != 0 || given->tower_verb != 0 || given->provoke != 0) {
        order->verdict = rd_verdict_of(RD_AGAINST_RULES, APOCA_LINE_LATE, 0);
        return true;
    }
    read_line(&line, json_string_value(json), json_string_length(json));
    add_action(order, done);
    return true;
}
