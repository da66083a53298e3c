/* The options of fortress, and the map that a setup asks for. */
#include "map.h"

#include "fortress/builtin_maps.h" /* made from maps/ by tools/embed-maps */

#define PERCENT(key, title, preset)                                             \
    {                                                                           \
        key, title, "Procedural maps: so many percent of the cells, about.", 0, \
            FORTRESS_PERCENT_MAX, preset, NULL                                  \
    }
#define COUNT(key, title, most)                                                                  \
    {                                                                                            \
        key, title, "Procedural maps: how many, an even number; 0 = as many as suit the board.", \
            0, most, 0, NULL                                                                     \
    }

static const char *const size_names[] = { "normal", "small", NULL };
static const char *const off_on_names[] = { "off", "on", NULL };

const struct rd_option fortress_options[] = {
    [FORTRESS_OPT_MAP] = { "map", "Map", "A board made by hand, or procedural: a drawn one.", 0,
                           BUILTIN_MAP_COUNT, 0, builtin_map_names },
    [FORTRESS_OPT_LIMIT] = { "turn_limit", "Turn limit",
                             "After so many turns the bases are compared; 0 = none.", 0, 1000, 200,
                             NULL },
    [FORTRESS_OPT_TIMERS] = { "show_timers", "Show when neutrals come back",
                              "On all tiles in sight, not only when it is soon.", 0, 1, 0,
                              off_on_names },
    [FORTRESS_OPT_SIZE] = { "size", "Size of the board", "Procedural maps: the standard board.",
                            FORTRESS_NORMAL, FORTRESS_SMALL, FORTRESS_NORMAL, size_names },
    [FORTRESS_OPT_COLUMNS] = { "columns", "Columns",
                               "Procedural maps: 12 to 60; 0 = the standard board.", 0,
                               FORTRESS_COLUMNS_DRAWN, 0, NULL },
    [FORTRESS_OPT_ROWS] = { "rows", "Rows",
                            "Procedural maps: 11 to 45, an odd number; 0 = the standard board.", 0,
                            FORTRESS_ROWS, 0, NULL },
    [FORTRESS_OPT_FOREST] = PERCENT("forest", "Forest", 18),
    [FORTRESS_OPT_MOUNTAIN] = PERCENT("mountain", "Mountains", 6),
    [FORTRESS_OPT_RIVER] = PERCENT("river", "Rivers", 4),
    [FORTRESS_OPT_LAKE] = PERCENT("lake", "Lakes", 3),
    [FORTRESS_OPT_MINES] = COUNT("mines", "Mines", FORTRESS_MINES_MAX),
    [FORTRESS_OPT_CAMPS] = COUNT("camps", "Camps", FORTRESS_CAMPS_DRAWN),
    [FORTRESS_OPT_DRAGONS] = COUNT("dragons", "Dragons", FORTRESS_LAIRS_DRAWN),
    { 0 },
};
RD_STATIC_ASSERT(sizeof fortress_options / sizeof fortress_options[0] == FORTRESS_OPTIONS + 1,
                 "every option has its words");

void fortress_map_of_setup(const struct rd_setup *setup, struct rd_luck *luck,
                           struct fortress_map *map)
{
    int32_t choice = setup->option[FORTRESS_OPT_MAP];
    if (setup->map != NULL) {
        *map = *(const struct fortress_map *)setup->map;
    } else if (choice < BUILTIN_MAP_COUNT) {
        *map = builtin_maps[choice];
    } else {
        fortress_draw_map(map, setup->option, luck);
    }
}
