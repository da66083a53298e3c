/* Sealed orders of a turn under way, in the verb form that players give them in. */
#include "host/json_game.h"
#include "hosted.h"

static void append_order(json_t *list, struct rd_action action)
{
    json_array_append_new(list, rd_action_to_json(&apoca_game, action));
}

json_t *apoca_orders_json(const struct apoca_secret *secret)
{
    json_t *list = json_array();
    if (secret->hire != 0) {
        struct rd_action hire = { APOCA_HIRE, { (uint16_t)(secret->hire - 1), 0, 0 } };
        append_order(list, hire);
    }
    if (secret->tower_verb == APOCA_BUILD) {
        struct rd_action build = { APOCA_BUILD, { secret->tower_type, secret->tower_cell, 0 } };
        append_order(list, build);
    }
    if (secret->tower_verb == APOCA_DESTROY) {
        struct rd_action destroy = { APOCA_DESTROY, { secret->tower_cell, 0, 0 } };
        append_order(list, destroy);
    }
    if (secret->provoke) { /* after the destroy whose refund it may count on, R5.7 */
        struct rd_action provoke = { APOCA_PROVOKE, { 0, 0, 0 } };
        append_order(list, provoke);
    }
    if (secret->done) {
        struct rd_action done = { APOCA_DONE, { 0, 0, 0 } };
        append_order(list, done);
    }
    return list;
}

static bool read_order(const struct rd_field *field, rd_seat seat, struct rd_luck *luck,
                       struct apoca_state *state)
{
    struct rd_action action;
    struct rd_problem words = { "" };
    if (rd_action_from_json(&apoca_game, field->json, &action, NULL, &words) != RD_READ_FINE) {
        return rd_field_problem(field, "%s", words.text);
    }
    struct rd_verdict verdict = apoca_game.judge(state, seat, action);
    if (verdict.code != RD_OK) {
        const struct rd_refusal *why = &apoca_game.refusals[verdict.why];
        return verdict.why == 0 ? rd_field_problem(field, "this seat can't order anything now")
                                : rd_field_problem(field, "%s (%s)", why->text, why->rule);
    }
    if (action.verb == APOCA_DONE && state->secret[1 - seat].done) {
        return rd_field_problem(field, "both seats are done, so the turn is not under way");
    }
    apoca_game.apply(state, seat, action, luck, NULL);
    return true;
}

bool apoca_orders_read(const struct rd_field *orders, struct rd_luck *luck,
                       struct apoca_state *state)
{
    size_t seats;
    if (!rd_field_list(orders, APOCA_SEATS, APOCA_SEATS, &seats)) {
        return false;
    }
    for (rd_seat seat = 0; seat < APOCA_SEATS; seat++) {
        struct rd_field list = rd_field_item(orders, seat);
        size_t count;
        if (json_is_null(list.json)) { /* a view doesn't know them */
            continue;
        }
        if (!rd_field_list(&list, 0, RD_ORDER_ACTIONS_MAX, &count)) {
            return false;
        }
        for (size_t i = 0; i < count; i++) {
            struct rd_field order = rd_field_item(&list, i);
            if (!read_order(&order, seat, luck, state)) {
                return false;
            }
        }
    }
    return true;
}
