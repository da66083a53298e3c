/* The heap in JSON: {"heap":21,"turn":0}. Whose turn it is follows from the turn's number. */
#include "games/null/null.h"
#include "host/edit.h"

static json_t *position_of(const struct null_state *s)
{
    json_t *json = json_pack("{s:i, s:i, s:i}", "heap", (int)s->heap, "turn", (int)s->turn, "began",
                             (int)s->heap_max);
    if (s->ending == NULL_RESIGNED) {
        json_object_set_new(json, "resigned", json_integer(1 - s->winner));
    }
    return json;
}

static json_t *write_position(const void *state)
{
    return position_of(state);
}

static json_t *write_view(const void *view)
{
    const struct null_view *v = view;
    return position_of(&v->state);
}

static bool read_number(const json_t *json, const char *key, int64_t max, int64_t *out,
                        struct rd_problem *problem)
{
    const json_t *value = json_object_get(json, key);
    if (value == NULL) {
        return true;
    }
    if (!json_is_integer(value) || json_integer_value(value) < 0 ||
        json_integer_value(value) > max) {
        return rd_problem_at(problem, key, "must be a whole number from 0 to %d", (int)max);
    }
    *out = json_integer_value(value);
    return true;
}

static bool read_position(const json_t *position, const struct rd_setup *setup,
                          struct rd_luck *luck, void *state, struct rd_problem *problem)
{
    struct null_state *s = state;
    null_init(s, setup, luck);
    if (!json_is_object(position)) {
        return rd_problem_at(problem, "position", "must be an object");
    }
    int64_t began = s->heap_max, heap = -1, turn = -1, resigned = -1;
    if (!read_number(position, "began", NULL_HEAP_MAX, &began, problem) ||
        !read_number(position, "heap", NULL_HEAP_MAX, &heap, problem) ||
        !read_number(position, "turn", NULL_HEAP_MAX, &turn, problem) ||
        !read_number(position, "resigned", NULL_SEATS - 1, &resigned, problem)) {
        return false;
    }
    s->heap_max = (uint8_t)began;
    s->heap = (uint32_t)(heap < 0 ? began : heap);
    int64_t taken = began - (int64_t)s->heap;
    s->turn = (uint32_t)(turn >= 0 ? turn : taken > 0 ? taken : 0);
    s->to_move = (uint8_t)(s->turn % NULL_SEATS);
    if (s->heap == 0) {
        s->ending = NULL_LAST_STONE;
        s->winner = (uint8_t)(1 - s->to_move);
    } else if (resigned >= 0) {
        s->ending = NULL_RESIGNED;
        s->winner = (uint8_t)(1 - resigned);
    }
    const char *broken = null_audit(s);
    return broken == NULL ? true : rd_problem_at(problem, "position", "%s", broken);
}

/* A heap of that size from which nobody has taken. */
static bool edit_position(json_t *position, const struct rd_edit *edit, struct rd_problem *problem)
{
    if (edit->kind != RD_EDIT_COUNTER || !rd_edit_counter(position, "heap", "stones", edit)) {
        return rd_problem_at(problem, NULL, "only the number of stones can be changed");
    }
    json_object_set_new(position, "began", json_integer(edit->amount));
    json_object_set_new(position, "turn", json_integer(0));
    return true;
}

/* In the order of struct rd_codec, which every game fills: so their tables look alike. */
const struct rd_codec null_codec = {
    .game = "null",
    .position = write_position,
    .view = write_view,
    .read_position = read_position,
    .edit = edit_position,
};
