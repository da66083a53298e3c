/* The JSON side of FATE as one table. */
#include "hosted.h"

static json_t *write_position(const void *state)
{
    return fate_position_json(state, FATE_NONE);
}

static json_t *write_view(const void *view)
{
    const struct fate_view *v = view;
    return fate_position_json(&v->known, v->seat);
}

/* In the order of struct rd_codec, which every game fills: so their tables look alike. */
const struct rd_codec fate_codec = {
    .game = "fate",
    .position = write_position,
    .view = write_view,
    .read_position = fate_position_read,
    .read_order = fate_order_read,
    .print_short = fate_print_short,
    .expand_short = fate_expand_short,
    .edit = fate_edit,
};
