/* The options, and the position that a game begins with (R3.1). */
#include "apoca_internal.h"

#include "apoca/builtin_maps.h" /* made from maps/ by tools/embed-maps */

#include <string.h>

static const char *const ruleset_names[] = { "seed", "megaminer", NULL };

const struct rd_option apoca_options[] = {
    [APOCA_OPT_RULES] = { "rules", "Ruleset",
                          "seed follows the rulebook; megaminer plays like the program of the "
                          "MegaMiner contest.",
                          APOCA_SEED, APOCA_MEGAMINER, APOCA_SEED, ruleset_names },
    [APOCA_OPT_TURNS] = { "turns", "Turn limit", "After so many turns the tie-break list decides.",
                          1, APOCA_TURNS_MAX, 300, NULL },
    [APOCA_OPT_MONEY] = { "money", "Starting money", "What each player begins with.", 0,
                          APOCA_MONEY_MAX, 30, NULL },
    [APOCA_OPT_MAP] = { "map", "Map", "The board, unless a map file is given.", 0,
                        BUILTIN_MAP_COUNT - 1, 0, builtin_map_names },
    { 0 },
};

struct rd_verdict apoca_check_setup(const struct rd_setup *setup)
{
    struct rd_verdict verdict = rd_setup_in_range(&apoca_game, setup);
    if (verdict.code == RD_OK && setup->map != NULL) {
        apoca_check_map(setup->map, &verdict, 1); /* writes only a complaint */
    }
    return verdict;
}

void apoca_init(void *state, const struct rd_setup *setup, struct rd_luck *luck)
{
    struct apoca_state *s = state;
    struct apoca_open *open = &s->open;
    (void)luck; /* R10.1 */
    RD_ASSERT(apoca_check_setup(setup).code == RD_OK);
    memset(s, 0, sizeof *s);
    const struct apoca_map *map = setup->map;
    if (map == NULL) {
        map = &builtin_maps[setup->option[APOCA_OPT_MAP]];
    }
    apoca_lay_board(open, map);
    open->rules = (uint8_t)setup->option[APOCA_OPT_RULES];
    open->turn_limit = (uint16_t)setup->option[APOCA_OPT_TURNS];
    for (uint32_t seat = 0; seat < APOCA_SEATS; seat++) {
        open->health[seat] = APOCA_BASE_HEALTH;
        open->money[seat] = setup->option[APOCA_OPT_MONEY];
        for (uint32_t type = 0; type < APOCA_TOWER_TYPES; type++) {
            open->price[seat][type] = apoca_tower_kinds[type].price;
        }
    }
    for (uint32_t i = 0; i < open->spawner_count; i++) {
        open->spawner[i].reload = APOCA_RELOAD_FIRST;
    }
}
