/* The JSON side of Fortress Frontiers as one table. */
#include "hosted.h"

/* In the order of struct rd_codec, which every game fills: so their tables look alike. */
const struct rd_codec fortress_codec = {
    .game = "fortress",
    .position = fortress_position_json,
    .view = fortress_view_json,
    .read_position = fortress_position_read,
    .map_ending = ".map",
    .read_map = fortress_map_text,
    .write_map = fortress_map_file,
    .map_from_json = fortress_map_json_read,
    .map_to_json = fortress_map_json,
    .map_of_state = fortress_map_of_state,
    .read_order = fortress_own_order,
    .edit = fortress_edit,
};
