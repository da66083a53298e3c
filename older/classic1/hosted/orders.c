/* The order of one unit as JSON: {"verb":"move","to":[6,6],"path":[[5,6],[6,6]],"priority":1}. */
#include <string.h>

#include "hosted.h"

static const char *const order_names[] = { "move", "ranged", "melee", "heal", "defend", NULL };
static const uint16_t order_verbs[] = { CLASSIC_MOVE, CLASSIC_RANGED, CLASSIC_MELEE, CLASSIC_HEAL,
                                        CLASSIC_DEFEND };

json_t *classic1_order_json(const struct classic1_order *order)
{
    json_t *json = json_pack("{s:s}", "verb", classic1_verbs[order->verb].name);
    if (order->verb == CLASSIC_MOVE) {
        json_t *path = json_array();
        for (uint32_t i = 0; i < order->steps; i++) {
            json_array_append_new(path, classic1_cell_json(order->cell[i]));
        }
        json_object_set_new(json, "to", classic1_cell_json(order->cell[order->steps - 1]));
        json_object_set_new(json, "path", path);
    } else if (order->verb == CLASSIC_RANGED || order->verb == CLASSIC_MELEE) {
        json_object_set_new(json, "at", classic1_cell_json(order->cell[0]));
    }
    if (order->priority != 0) {
        json_object_set_new(json, "priority", json_integer(order->priority));
    }
    return json;
}

/* Give the order as a player would, so that what can't be ordered can't be read. */
static bool give(const struct rd_field *field, uint32_t seat, struct rd_action action,
                 struct classic1_state *state)
{
    struct rd_luck luck = rd_luck_from_seed(0); /* nothing is drawn before both are done */
    struct rd_verdict verdict = classic1_game.judge(state, (rd_seat)seat, action);
    if (verdict.code != RD_OK) {
        const struct rd_refusal *why = &classic1_refusals[verdict.why];
        return verdict.why == 0 ? rd_field_problem(field, "the game is over: there are no orders")
                                : rd_field_problem(field, "%s (%s)", why->text, why->rule);
    }
    classic1_game.apply(state, (rd_seat)seat, action, &luck, NULL);
    return true;
}

static bool read_path(const struct rd_field *order, uint32_t seat, uint32_t id,
                      struct classic1_state *state)
{
    struct rd_field path, to;
    size_t count;
    uint32_t cell = 0, end = 0;
    bool has_to = rd_field_get(order, "to", &to);
    if (has_to && !classic1_cell_read(&to, &end)) {
        return false;
    }
    if (!rd_field_get(order, "path", &path)) {
        struct rd_action move = { CLASSIC_MOVE, { (uint16_t)id, has_to ? (uint16_t)end : 0, 0 } };
        return has_to ? give(&to, seat, move, state) : rd_field_need(order, "path", &path);
    }
    if (!rd_field_list(&path, 1, CLASSIC_STEPS_MAX, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        struct rd_field step = rd_field_item(&path, i);
        if (!classic1_cell_read(&step, &cell)) {
            return false;
        }
        struct rd_action move = { i == 0 ? CLASSIC_MOVE : CLASSIC_EXTEND,
                                  { (uint16_t)id, (uint16_t)cell, 0 } };
        if (!give(&step, seat, move, state)) {
            return false;
        }
    }
    return !has_to || end == cell || rd_field_problem(&to, "is not where the path ends");
}

/* The slot of a unit of this seat that has an order. */
static struct classic1_order *order_of(struct classic1_state *state, uint32_t seat, uint32_t id)
{
    uint32_t first_new = state->open.next_id[seat];
    uint32_t slot = id < first_new
                        ? classic1_slot_in_play(&state->open, seat, id)
                        : state->open.unit_count[seat] + (id - first_new) / CLASSIC_SEATS;
    return &state->secret[seat].order[slot];
}

static bool read_priority(const struct rd_field *field, uint32_t seat, uint32_t id,
                          struct classic1_state *state)
{
    struct rd_field priority;
    int64_t number;
    if (!rd_field_get(field, "priority", &priority)) {
        return true; /* the next one */
    }
    if (!rd_field_integer(&priority, 1, CLASSIC_PRIORITY_MAX, &number)) {
        return false;
    }
    struct classic1_order *order = order_of(state, seat, id);
    if (order->priority == 0) {
        return rd_field_problem(&priority, "an order to heal or defend has none");
    }
    order->priority = (uint16_t)number;
    return true;
}

bool classic1_order_read(const struct rd_field *field, uint32_t seat, uint32_t id,
                         struct classic1_state *state)
{
    static const char *const move_keys[] = { "verb", "to", "path", "priority", NULL };
    static const char *const attack_keys[] = { "verb", "at", "priority", NULL };
    static const char *const rest_keys[] = { "verb", "priority", NULL };
    struct rd_field verb, at;
    uint32_t choice, cell;
    if (!json_is_object(field->json)) {
        return rd_field_problem(field, "must be an object such as {\"verb\":\"heal\"}");
    }
    if (!rd_field_need(field, "verb", &verb) || !rd_field_choice(&verb, order_names, &choice)) {
        return false;
    }
    struct rd_action action = { order_verbs[choice], { (uint16_t)id, 0, 0 } };
    bool fine;
    if (action.verb == CLASSIC_MOVE) {
        fine = rd_field_object(field, move_keys) && read_path(field, seat, id, state);
    } else if (action.verb == CLASSIC_RANGED || action.verb == CLASSIC_MELEE) {
        fine = rd_field_object(field, attack_keys) && rd_field_need(field, "at", &at) &&
               classic1_cell_read(&at, &cell);
        action.arg[1] = fine ? (uint16_t)cell : 0;
        fine = fine && give(&at, seat, action, state);
    } else {
        fine = rd_field_object(field, rest_keys) && give(field, seat, action, state);
    }
    return fine && read_priority(field, seat, id, state);
}

bool classic1_concede(const void *state, rd_seat seat, const json_t *json, struct rd_order *order)
{
    const char *verb = json_string_value(json_object_get(json, "verb"));
    (void)state;
    (void)seat;
    if (verb == NULL || strcmp(verb, "concede") != 0 || json_object_size(json) != 1) {
        return false;
    }
    order->action[0].verb = RD_VERB_RESIGN;
    order->count = 1;
    return true;
}
