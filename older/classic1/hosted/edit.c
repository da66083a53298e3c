/* A position of Fortress Frontiers Classic changed by an editor, in its own JSON. */
#include "host/edit.h"
#include "hosted.h"

/* The lowest id above all that this seat uses: odd for seat 0, even for seat 1. */
static json_int_t next_id(const json_t *units, uint32_t seat)
{
    json_int_t id = seat + 1;
    for (size_t i = 0; i < json_array_size(units); i++) {
        const json_t *unit = json_array_get(units, i);
        json_int_t used = json_integer_value(json_object_get(unit, "id"));
        if (json_integer_value(json_object_get(unit, "owner")) == seat && used >= id) {
            id = used + CLASSIC_SEATS;
        }
    }
    return id;
}

static bool put(json_t *position, const struct rd_edit *edit, struct rd_spot spot,
                struct rd_problem *problem)
{
    uint32_t type = 0;
    if (!rd_edit_name(edit, classic1_game.token_names, &type, problem) ||
        !rd_edit_owner(edit, CLASSIC_SEATS, problem)) {
        return false;
    }
    json_t *units = json_object_get(position, "units");
    int32_t health = edit->amount > 0 ? edit->amount : CLASSIC_HEALTH_MAX;
    json_object_del(position, "next_id"); /* above all ids, by default */
    json_array_append_new(units, json_pack("{s:I, s:i, s:s, s:[i,i], s:i}", "id",
                                           next_id(units, edit->owner), "owner", edit->owner,
                                           "type", edit->name, "at", spot.x, spot.y, "hp", health));
    return true;
}

static bool count(json_t *position, const struct rd_edit *edit, struct rd_problem *problem)
{
    static const char *const known[] = { "gold", "turn", NULL };
    uint32_t which = 0;
    if (!rd_edit_name(edit, known, &which, problem)) {
        return false;
    }
    if (rd_edit_counter(position, "turn", "turn", edit)) {
        return true;
    }
    return rd_edit_owner(edit, CLASSIC_SEATS, problem) &&
           rd_edit_counter(json_array_get(json_object_get(position, "players"), edit->owner),
                           "gold", "gold", edit);
}

bool classic1_edit(json_t *position, const struct rd_edit *edit, struct rd_problem *problem)
{
    struct rd_spot spot = rd_edit_spot(&classic1_game, edit);
    switch (edit->kind) {
    case RD_EDIT_PUT:
        return put(position, edit, spot, problem);
    case RD_EDIT_CLEAR:
        rd_clear_spot(json_object_get(position, "units"), spot);
        return true;
    case RD_EDIT_TERRAIN:
        return rd_problem_at(problem, "cell", "this board is always the same");
    case RD_EDIT_COUNTER:
    default:
        return count(position, edit, problem);
    }
}
