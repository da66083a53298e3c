#include "redoubt/game.h"

void rd_setup_presets(const struct rd_game *game, struct rd_setup *setup)
{
    RD_ASSERT(game != NULL);
    const struct rd_setup empty = { 0 };
    *setup = empty;
    setup->seats = game->seats_preset != 0 ? game->seats_preset : game->seats_min;
    for (uint32_t i = 0; game->options[i].key != NULL; i++) {
        RD_ASSERT(i < RD_OPTIONS_MAX);
        setup->option[i] = game->options[i].preset;
    }
}

struct rd_verdict rd_setup_in_range(const struct rd_game *game, const struct rd_setup *setup)
{
    uint32_t count = 0;
    for (; game->options[count].key != NULL; count++) {
        const struct rd_option *option = &game->options[count];
        RD_ASSERT(count < RD_OPTIONS_MAX);
        if (setup->option[count] < option->min || setup->option[count] > option->max) {
            return rd_verdict_of(RD_BAD_SETUP, 0, count);
        }
    }
    if (setup->seats < game->seats_min || setup->seats > game->seats_max) {
        return rd_verdict_of(RD_BAD_SETUP, 0, count);
    }
    if (setup->map != NULL && (game->map_size == 0 || setup->map_size != game->map_size)) {
        return rd_verdict_of(RD_BAD_MAP, 0, RD_NO_CELL);
    }
    return rd_verdict_of(RD_OK, 0, 0);
}
