/* A move names two tiles, an action a tile and a step. What lies further off can't be said as an
 * action, and still gets the answer that existing programs expect (R8.1). */
#include <string.h>

#include "host/notation.h"
#include "hosted.h"

static bool pair_of(const json_t *json, const char *key, json_int_t xy[2])
{
    const json_t *pair = json_object_get(json, key);
    if (json_array_size(pair) != 2) {
        return false;
    }
    for (size_t i = 0; i < 2; i++) {
        const json_t *number = json_array_get(pair, i);
        if (!json_is_integer(number)) {
            return false;
        }
        xy[i] = json_integer_value(number);
    }
    return true;
}

static bool verb_of(const json_t *json, uint32_t *verb)
{
    const char *name = json_string_value(json_object_get(json, "verb"));
    if (name == NULL || json_object_size(json) != 3) {
        return false;
    }
    *verb = strcmp(name, "move_worker") == 0 ? CIV_MOVE_WORKER : CIV_MOVE_ARMY;
    return *verb == CIV_MOVE_WORKER || strcmp(name, "move_army") == 0;
}

static uint32_t cell_at(const struct civ_common *common, const json_int_t xy[2])
{
    if (xy[0] < 0 || xy[0] >= common->size || xy[1] < 0 || xy[1] >= common->size) {
        return RD_NO_CELL;
    }
    return (uint32_t)(xy[1] * CIV_SIDE_MAX + xy[0]);
}

bool civ_far_order(const void *state, rd_seat seat, const json_t *json, struct rd_order *order)
{
    const struct civ_state *s = state;
    json_int_t from[2], to[2];
    uint32_t verb;
    uint16_t cell, step;
    if (!verb_of(json, &verb) || !pair_of(json, "from", from) || !pair_of(json, "to", to)) {
        return false;
    }
    bool known = rd_cell_at(&civ_game.cells, from[0], from[1], &cell);
    if (known && rd_step_to(&civ_game.cells, cell, to[0], to[1], &step)) {
        return false; /* an ordinary move */
    }
    /* The nearest thing that can be said: it stands beside the refusal and is never carried out. */
    struct rd_action action = { (uint16_t)verb, { known ? cell : (uint16_t)0, 0, 0 } };
    order->action[0] = action;
    order->count = 1;
    order->verdict = civ_judge_far(s, seat, verb, cell_at(&s->common, from),
                                   cell_at(&s->common, to) != RD_NO_CELL);
    return true;
}
