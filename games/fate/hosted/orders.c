/* Orders in the words of the rulebook: an ability by its id, and concession. */
#include <string.h>

#include "host/json_game.h"
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

bool fate_order_read(const void *state, rd_seat seat, const json_t *json, struct rd_order *order)
{
    const char *verb = json_string_value(json_object_get(json, "verb"));
    if (verb == NULL) {
        return false;
    }
    return strcmp(verb, "concede") == 0   ? concede(json, order)
           : strcmp(verb, "ability") == 0 ? use(state, seat, json, order)
                                          : false;
}
