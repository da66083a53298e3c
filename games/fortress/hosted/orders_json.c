/* Orders and queues of units as JSON: {"verb":"move","path":[[5,6],[6,6]],"priority":1}. Readers of
 * lists have one form, here and in the other games: is the list there, is it a list, then entry by
 * entry. */
#include <stdio.h>
#include <string.h>

#include "host/json_game.h"
#include "hosted.h"

static const char *const order_names[] = { "move",      "ranged",     "melee",      "heal",
                                           "defend",    "lookout",    "build",      "repair",
                                           "sabotage",  "spell_heal", "spell_buff", "fireball",
                                           "lightning", NULL };
static const uint8_t order_verbs[] = { FORTRESS_MOVE,       FORTRESS_RANGED,     FORTRESS_MELEE,
                                       FORTRESS_HEAL,       FORTRESS_DEFEND,     FORTRESS_LOOKOUT,
                                       FORTRESS_BUILD,      FORTRESS_REPAIR,     FORTRESS_SABOTAGE,
                                       FORTRESS_SPELL_HEAL, FORTRESS_SPELL_BUFF, FORTRESS_FIREBALL,
                                       FORTRESS_LIGHTNING };
static const char *const queue_names[] = { "move_to", "road_to", "rail_to", NULL };
static const uint8_t queue_verbs[] = { FORTRESS_MOVE_TO, FORTRESS_ROAD_TO, FORTRESS_RAIL_TO };

static bool is_numbered(uint32_t verb)
{
    return verb == FORTRESS_MOVE || verb == FORTRESS_RANGED || verb == FORTRESS_MELEE;
}

/* ---- writing ---- */

static json_t *path_json(const struct fortress_plan *plan, uint32_t first, uint32_t last)
{
    json_t *path = json_array();
    for (uint32_t i = first; i <= last; i++) {
        json_array_append_new(path, fortress_cell_json(fortress_path_cell(plan, i)));
    }
    return path;
}

json_t *fortress_order_json(const struct fortress_task *task, const struct fortress_plan *plan)
{
    json_t *json = json_pack("{s:s}", "verb", fortress_verbs[task->verb].name);
    if (task->verb == FORTRESS_MOVE) {
        json_object_set_new(json, "path", path_json(plan, 1, plan->length));
    } else if (task->verb == FORTRESS_BUILD) {
        json_object_set_new(json, "structure", json_string(fortress_structure_names[task->what]));
        if (task->cell != 0) {
            json_object_set_new(json, "source", fortress_cell_json(task->cell));
        }
        if (task->pool != 0) {
            json_object_set_new(json, "pool", fortress_cell_json(task->pool));
        }
    } else if (fortress_verbs[task->verb].arg[1].type == RD_ARG_CELL) {
        json_object_set_new(json, "at", fortress_cell_json(task->cell));
    }
    if (task->verb == FORTRESS_SPELL_BUFF) {
        json_object_set_new(json, "mana", json_integer((json_int_t)5 * task->what));
    }
    if (is_numbered(task->verb)) {
        json_object_set_new(json, "priority", json_integer(task->order));
    }
    return json;
}

json_t *fortress_queue_json(const struct fortress_plan *plan)
{
    json_t *json =
        json_pack("{s:s, s:o, s:o}", "verb", fortress_verbs[plan->queue].name, "path",
                  path_json(plan, 0, plan->length), "expected", fortress_cell_json(plan->expected));
    if (plan->given) {
        json_object_set_new(json, "given", json_true());
    }
    return json;
}

/* ---- paths ---- */

static bool add_step(const struct rd_field *field, const struct fortress_state *s, uint32_t from,
                     struct fortress_plan *plan)
{
    uint32_t to, direction = 0;
    if (!fortress_cell_read(field, &s->board, &to)) {
        return false;
    }
    while (direction < FORTRESS_DIRECTIONS && fortress_beside(from, direction) != to) {
        direction++;
    }
    if (direction == FORTRESS_DIRECTIONS) {
        return rd_field_problem(field, "a path goes from tile to neighbouring tile");
    }
    fortress_path_put(plan, plan->length, direction);
    plan->length++;
    return true;
}

/* Cells after `origin`. */
static bool read_path(const struct rd_field *parent, const struct fortress_state *s, size_t skip,
                      struct fortress_plan *plan)
{
    struct rd_field path;
    size_t count;
    if (!rd_field_need(parent, "path", &path) ||
        !rd_field_list(&path, 1 + skip, FORTRESS_PATH_MAX + skip, &count)) {
        return false;
    }
    if (skip == 1) {
        struct rd_field first = rd_field_item(&path, 0);
        uint32_t origin;
        if (!fortress_cell_read(&first, &s->board, &origin)) {
            return false;
        }
        plan->origin = (uint16_t)origin;
    }
    for (size_t i = skip; i < count; i++) {
        struct rd_field step = rd_field_item(&path, i);
        if (!add_step(&step, s, fortress_path_cell(plan, plan->length), plan)) {
            return false;
        }
    }
    return true;
}

/* ---- orders ---- */

static bool read_move(const struct rd_field *field, struct fortress_state *s, uint32_t who)
{
    static const char *const keys[] = { "verb", "to", "path", "priority", NULL };
    uint32_t seat = fortress_owner(who);
    struct fortress_plan *plan = fortress_plan_of(s, who);
    struct fortress_walk walk = { plan, seat, seat, s->piece[who].type, 0 };
    plan->origin = s->piece[who].cell;
    if (!rd_field_object(field, keys) || !read_path(field, s, 0, plan)) {
        return false;
    }
    plan->steps = plan->length;
    return fortress_affordable(s, &walk) == plan->length ||
           rd_field_problem(field, "%s", fortress_refusals[FORTRESS_MOVE_FAR].text);
}

/* What can still be told about the place of a target. */
static const char *aim_problem(const struct fortress_state *s, uint32_t who, uint32_t verb,
                               uint32_t at)
{
    uint32_t seat = fortress_owner(who), distance = fortress_distance(s->piece[who].cell, at);
    struct fortress_set reach;
    switch (verb) {
    case FORTRESS_RANGED:
        fortress_shots(s, seat, who, &reach);
        if (!fortress_has(&reach, at)) {
            return fortress_refusals[FORTRESS_RANGED_FAR].text;
        }
        break;
    case FORTRESS_MELEE:
        if (distance != 1) {
            return fortress_refusals[FORTRESS_MELEE_FAR].text;
        }
        break;
    case FORTRESS_REPAIR:
        return distance > 1 ? fortress_refusals[FORTRESS_REPAIR_FAR].text : NULL;
    default:
        return distance > fortress_spell_range(s, who) ? fortress_refusals[FORTRESS_SPELL_FAR].text
                                                       : NULL;
    }
    return fortress_aim(s, seat, verb, at) == FORTRESS_NOBODY
               ? fortress_refusals[FORTRESS_NO_TARGET].text
               : NULL;
}

static bool read_aimed(const struct rd_field *field, struct fortress_state *s, uint32_t who)
{
    static const char *const keys[] = { "verb", "at", "mana", "priority", NULL };
    struct fortress_task *task = &s->task[who];
    struct rd_field at;
    uint32_t cell;
    int64_t mana = 0;
    bool buff = task->verb == FORTRESS_SPELL_BUFF;
    if (!rd_field_object(field, keys) || !rd_field_need(field, "at", &at) ||
        !fortress_cell_read(&at, &s->board, &cell) ||
        !fortress_number_read(field, "mana", buff ? 5 : 0, buff ? 100 : 0, &mana)) {
        return false;
    }
    if (buff && (mana == 0 || mana % 5 != 0)) {
        return rd_field_problem(field, "%s", fortress_refusals[FORTRESS_SPELL_AMOUNT].text);
    }
    const char *flaw = aim_problem(s, who, task->verb, cell);
    task->cell = (uint16_t)cell;
    task->what = (uint8_t)(mana / 5);
    return flaw == NULL || rd_field_problem(&at, "%s", flaw);
}

static bool read_place(const struct rd_field *parent, const char *key,
                       const struct fortress_state *s, uint16_t *out)
{
    struct rd_field field;
    uint32_t cell;
    if (!rd_field_get(parent, key, &field)) {
        return true;
    }
    if (!fortress_cell_read(&field, &s->board, &cell)) {
        return false;
    }
    *out = (uint16_t)cell;
    return true;
}

static bool read_build(const struct rd_field *field, struct fortress_state *s, uint32_t who)
{
    static const char *const keys[] = { "verb", "structure", "source", "pool", NULL };
    struct fortress_task *task = &s->task[who];
    struct fortress_plan *plan = fortress_plan_of(s, who);
    struct rd_field what;
    uint32_t structure;
    if (!rd_field_object(field, keys) || !rd_field_need(field, "structure", &what) ||
        !rd_field_choice(&what, fortress_structure_names, &structure) ||
        !read_place(field, "source", s, &task->cell) ||
        !read_place(field, "pool", s, &task->pool)) {
        return false;
    }
    task->what = plan->standing_what = (uint8_t)structure;
    plan->standing = FORTRESS_BUILD;
    return true;
}

static bool read_number(const struct rd_field *field, struct fortress_state *s, uint32_t who)
{
    struct fortress_task *task = &s->task[who];
    struct fortress_side *side = &s->side[fortress_owner(who)];
    int64_t number = side->priority + 1;
    task->order = 1;
    if (!is_numbered(task->verb)) {
        return true;
    }
    if (!fortress_number_read(field, "priority", 1, FORTRESS_PRIORITY_MAX, &number)) {
        return false;
    }
    task->order = (uint16_t)number;
    side->priority = number > side->priority ? (uint16_t)number : side->priority;
    return true;
}

bool fortress_order_read(const struct rd_field *field, struct fortress_state *s, uint32_t who)
{
    static const char *const rest_keys[] = { "verb", NULL };
    struct rd_field verb;
    uint32_t choice;
    if (!json_is_object(field->json)) {
        return rd_field_problem(field, "must be an object such as {\"verb\":\"heal\"}");
    }
    if (!rd_field_need(field, "verb", &verb) || !rd_field_choice(&verb, order_names, &choice)) {
        return false;
    }
    struct fortress_task *task = &s->task[who];
    task->verb = order_verbs[choice];
    if (!fortress_is_mobile(who) && task->verb < FORTRESS_SPELL_HEAL) {
        return rd_field_problem(&verb, "%s", fortress_refusals[FORTRESS_STRUCTURE_ORDERED].text);
    }
    bool fine;
    if (task->verb == FORTRESS_MOVE) {
        fine = read_move(field, s, who);
    } else if (task->verb == FORTRESS_BUILD) {
        fine = read_build(field, s, who);
    } else if (fortress_verbs[task->verb].arg[1].type == RD_ARG_CELL) {
        fine = read_aimed(field, s, who);
    } else {
        fine = rd_field_object(field, rest_keys);
    }
    return fine && read_number(field, s, who);
}

/* ---- queues ---- */

bool fortress_queue_read(const struct rd_field *field, struct fortress_state *s, uint32_t who)
{
    static const char *const keys[] = { "verb", "path", "expected", "given", NULL };
    struct fortress_plan *plan = fortress_plan_of(s, who);
    struct rd_field verb;
    uint32_t choice;
    uint16_t expected;
    bool given = false;
    if (!rd_field_object(field, keys) || !rd_field_need(field, "verb", &verb) ||
        !rd_field_choice(&verb, queue_names, &choice) || !read_path(field, s, 1, plan) ||
        !read_place(field, "expected", s, &expected) ||
        !fortress_flag_read(field, "given", &given)) {
        return false;
    }
    plan->queue = queue_verbs[choice];
    plan->given = given;
    return fortress_queue_again(s, who, plan, &s->task[who]) ||
           rd_field_problem(field, "there is no next step for the unit where it is");
}

/* ---- orders of a game's own form ---- */

static bool read_buff(const json_t *json, struct rd_order *order)
{
    const json_t *mana = json_object_get(json, "mana");
    json_int_t amount = json_integer_value(mana);
    if (!json_is_integer(mana)) {
        return false;
    }
    if (amount < 5 || amount > 100 || amount % 5 != 0) {
        order->verdict = rd_verdict_of(RD_AGAINST_RULES, FORTRESS_SPELL_AMOUNT, 0);
        return true;
    }
    char text[8];
    snprintf(text, sizeof text, "%d", (int)amount);
    json_t *again = json_copy((json_t *)(uintptr_t)json);
    json_object_set_new(again, "mana", json_string(text));
    struct rd_problem problem = { "" };
    uint32_t bad = 0;
    enum rd_reading reading =
        rd_action_from_json(&fortress_game, again, &order->action[0], &bad, &problem);
    json_decref(again);
    if (reading == RD_READ_BAD_ARG) {
        order->verdict = rd_verdict_of(RD_BAD_ARG, 0, bad);
    }
    order->count = reading == RD_READ_FINE ? 1 : 0;
    return reading != RD_READ_MALFORMED;
}

bool fortress_own_order(const void *state, rd_seat seat, const json_t *json, struct rd_order *order)
{
    const char *verb = json_string_value(json_object_get(json, "verb"));
    (void)state;
    (void)seat;
    if (verb != NULL && strcmp(verb, "spell_buff") == 0) {
        return read_buff(json, order);
    }
    if (verb == NULL || strcmp(verb, "concede") != 0 || json_object_size(json) != 1) {
        return false;
    }
    order->action[0].verb = RD_VERB_RESIGN;
    order->count = 1;
    return true;
}
