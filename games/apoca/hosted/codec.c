/* The JSON side of ApocaWarlords as one table. */
#include "hosted.h"

static json_t *write_position(const void *state)
{
    const struct apoca_state *s = state;
    const struct apoca_secret *const both[APOCA_SEATS] = { &s->secret[APOCA_RED],
                                                           &s->secret[APOCA_BLUE] };
    return apoca_position_json(&s->open, both);
}

static json_t *write_view(const void *view)
{
    const struct apoca_view *v = view;
    const struct apoca_secret *const known[APOCA_SEATS] = {
        v->seat == APOCA_RED ? &v->own : NULL,
        v->seat == APOCA_BLUE ? &v->own : NULL,
    };
    return apoca_position_json(&v->open, known);
}

static void map_of_state(const void *state, void *map)
{
    const struct apoca_state *s = state;
    apoca_map_of_board(&s->open, map);
}

/* In the order of struct rd_codec, which every game fills: so their tables look alike. */
const struct rd_codec apoca_codec = {
    .game = "apoca",
    .position = write_position,
    .view = write_view,
    .read_position = apoca_position_read,
    .map_ending = ".json",
    .read_map = apoca_map_text,
    .write_map = apoca_map_file,
    .map_from_json = apoca_map_json_read,
    .map_to_json = apoca_map_json,
    .map_of_state = map_of_state,
    .read_order = apoca_line_order,
    .edit = apoca_edit,
};
