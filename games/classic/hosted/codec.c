/* The JSON side of Fortress Frontiers Classic as one table. */
#include "hosted.h"

static json_t *write_position(const void *state)
{
    const struct classic_state *s = state;
    const struct classic_secret *const both[CLASSIC_SEATS] = { &s->secret[0], &s->secret[1] };
    return classic_position_json(&s->open, both);
}

static json_t *write_view(const void *view)
{
    const struct classic_view *v = view;
    const struct classic_secret *const known[CLASSIC_SEATS] = {
        v->seat == 0 ? &v->own : NULL,
        v->seat == 1 ? &v->own : NULL,
    };
    return classic_position_json(&v->open, known);
}

/* In the order of struct rd_codec, which every game fills: so their tables look alike. */
const struct rd_codec classic_codec = {
    .game = "classic",
    .position = write_position,
    .view = write_view,
    .read_position = classic_position_read,
    .read_order = classic_concede,
    .edit = classic_edit,
};
