/* The JSON side of civ as one table. */
#include "hosted.h"

const char *const civ_strength_key[CIV_FINAL + 1][CIV_TECHNOLOGIES] = {
    [CIV_BOOK] = { "offense10", "defense10" },
    [CIV_FINAL] = { "offense", "defense" },
};

const char *const civ_ending_word[] = { "", "conquest", "limit", "others left", "all left", NULL };

static json_t *write_position(const void *state)
{
    return civ_position_json(state);
}

static json_t *write_view(const void *view)
{
    return civ_view_json(view);
}

static void map_of_state(const void *state, void *map)
{
    const struct civ_state *s = state;
    civ_map_of_board(s->terrain, s->common.size, map);
}

/* In the order of struct rd_codec, which every game fills: so their tables look alike. */
const struct rd_codec civ_codec = {
    .game = "civ",
    .position = write_position,
    .view = write_view,
    .read_position = civ_position_read,
    .map_ending = ".map",
    .read_map = civ_map_text,
    .write_map = civ_map_file,
    .map_from_json = civ_map_json_read,
    .map_to_json = civ_map_json,
    .map_of_state = map_of_state,
    .read_order = civ_far_order,
    .edit = civ_edit,
};
