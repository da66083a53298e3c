/* The options, and the position that a game begins with (R3.1). */
#include "classic_internal.h"

#include <string.h>

const struct rd_option classic1_options[] = {
    [CLASSIC_OPT_LIMIT] = { "turn_limit", "Turn limit",
                            "After so many turns bases, mines and units decide; 0 = none, so turn "
                            "2000 is the last.",
                            0, CLASSIC_TURNS_MAX, 100, NULL },
    [CLASSIC_OPT_FREE] = { "free_placement", "Free placement",
                           "1 = units may be bought for any free tile, not only beside the base.",
                           0, 1, 0, NULL },
    [CLASSIC_OPT_STEADY] = { "steady", "Steady",
                             "1 = no luck: every blow does exactly its expected damage.", 0, 1, 0,
                             NULL },
    { 0 },
};

struct rd_verdict classic1_check_setup(const struct rd_setup *setup)
{
    return rd_setup_in_range(&classic1_game, setup);
}

void classic1_lay(struct classic1_state *state, const struct rd_setup *setup)
{
    struct classic1_open *open = &state->open;
    memset(state, 0, sizeof *state);
    open->turn = 1;
    open->turn_limit = (uint16_t)setup->option[CLASSIC_OPT_LIMIT];
    open->free_placement = (uint8_t)setup->option[CLASSIC_OPT_FREE];
    open->steady = (uint8_t)setup->option[CLASSIC_OPT_STEADY];
    for (uint32_t seat = 0; seat < CLASSIC_SEATS; seat++) {
        struct classic1_unit base = { (uint16_t)(1 + seat), classic1_base_cells[seat],
                                      CLASSIC_HEALTH_MAX, CLASSIC_BASE };
        open->unit[seat][0] = base;
        open->unit_count[seat] = 1;
        open->next_id[seat] = (uint16_t)(3 + seat);
    }
}

void classic1_init(void *state, const struct rd_setup *setup, struct rd_luck *luck)
{
    (void)luck; /* nothing is drawn before the first blow */
    RD_ASSERT(classic1_check_setup(setup).code == RD_OK);
    classic1_lay(state, setup);
    classic1_upkeep(state, NULL);
}
