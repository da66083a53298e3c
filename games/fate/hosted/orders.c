/* Orders in the words of the rulebook: an ability by its id, concession, and text. */

#include <string.h>

#include "games/fate/refusals.h"
#include "host/json_game.h"
#include "host/notation.h"
#include "host/order.h"
#include "hosted.h"

static bool concede(const json_t *json, struct rd_order *order)
{
    if (json_object_size(json) != 1) {
        return false;
    }
    order->action[0].verb = RD_VERB_RESIGN;
    order->count = 1;
    return true;
}

/* {"verb":"ability","id":"trample","target":...} is {"verb":"trample","target":...}. What the
 * arguments lack or have too much is for the verb table to say. */
static bool use(const void *state, rd_seat seat, const json_t *json, struct rd_order *order)
{
    const char *id = json_string_value(json_object_get(json, "id"));
    if (id == NULL || strcmp(id, "ability") == 0) {
        return false;
    }
    json_t *plain = json_copy((json_t *)(uintptr_t)json); /* jansson wants it so; only read */
    json_object_del(plain, "id");
    json_object_set_new(plain, "verb", json_string(id));
    struct rd_problem problem = { "" };
    enum rd_reading reading = rd_order_from_json(&fate_game, state, seat, plain, order, &problem);
    json_decref(plain);
    return reading != RD_READ_MALFORMED;
}

/* R1.1: "e4" is a cell like "E4", as an answer too. Other answers are for the verb table. */
static bool answer_with_cell(const json_t *json, struct rd_order *order)
{
    const char *option = json_string_value(json_object_get(json, "option"));
    uint16_t cell;
    if (option == NULL || json_object_size(json) != 2 ||
        !rd_cell_parse(&fate_game.cells, option, &cell)) {
        return false;
    }
    order->action[0] = (struct rd_action){ FATE_V_CHOOSE, { (uint16_t)(FATE_SAY_CELL + cell) } };
    order->count = 1;
    return true;
}

/* "K E4-E5", or "search move": what a terminal takes. A text that says nothing is for others to
 * refuse. */
static bool read_text(const void *state, rd_seat seat, const char *text, struct rd_order *order)
{
    struct rd_problem problem = { "" };
    order->count = 1;
    if (rd_order_parse(&fate_game, state, seat, text, &order->action[0], &problem)) {
        return true;
    }
    order->verdict = rd_verdict_of(RD_AGAINST_RULES, FATE_R_MISFIT, 0);
    return rd_order_is_short(&fate_game, state, seat, text);
}

bool fate_order_read(const void *state, rd_seat seat, const json_t *json, struct rd_order *order)
{
    if (json_is_string(json)) {
        return read_text(state, seat, json_string_value(json), order);
    }
    const char *verb = json_string_value(json_object_get(json, "verb"));
    if (verb == NULL) {
        return false;
    }
    return strcmp(verb, "concede") == 0   ? concede(json, order)
           : strcmp(verb, "ability") == 0 ? use(state, seat, json, order)
           : strcmp(verb, "choose") == 0  ? answer_with_cell(json, order)
                                          : false;
}
