/* The JSON side of Fortress Frontiers Classic as one table. */
#include "hosted.h"

static json_t *write_position(const void *state)
{
    const struct classic1_state *s = state;
    const struct classic1_secret *const both[CLASSIC_SEATS] = { &s->secret[0], &s->secret[1] };
    return classic1_position_json(&s->open, both);
}

static json_t *write_view(const void *view)
{
    const struct classic1_view *v = view;
    const struct classic1_secret *const known[CLASSIC_SEATS] = {
        v->seat == 0 ? &v->own : NULL,
        v->seat == 1 ? &v->own : NULL,
    };
    return classic1_position_json(&v->open, known);
}

const struct rd_codec classic1_codec = {
    .game = "classic",
    .position = write_position,
    .view = write_view,
    .read_position = classic1_position_read,
    .read_order = classic1_concede,
    .edit = classic1_edit,
};
