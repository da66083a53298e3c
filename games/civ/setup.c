/* The options, and the position that a game begins with (R4.1). */
#include "civ_internal.h"

#include "civ/builtin_maps.h" /* made from maps/ by tools/embed-maps */

#include <string.h>

static const char *const ruleset_names[] = { "civ", "civ-final", NULL };
static const char *const switch_names[] = { "on", "off", NULL };
static const char *const host_names[] = { "off", "on", NULL };

#define DEFECT(number, title, help) \
    [CIV_OPT_DEFECT + (number)-1] = { "b" #number, title, help, 0, 1, 0, switch_names }

const struct rd_option civ_options[] = {
    [CIV_OPT_RULES] = { "rules", "Ruleset",
                        "civ follows the rulebook; civ-final plays like the last version of the "
                        "contest server.",
                        CIV_BOOK, CIV_FINAL, CIV_BOOK, ruleset_names },
    [CIV_OPT_SIZE] = { "size", "Size of the board",
                       "Columns and rows, an even number; a map brings its own size.", CIV_SIDE_MIN,
                       CIV_SIDE_MAX, 32, NULL },
    [CIV_OPT_ROUNDS] = { "rounds", "Round limit",
                         "After so many rounds the score decides; 0 = none.", 0, CIV_ROUNDS_MAX,
                         256, NULL },
    [CIV_OPT_MAP_SEED] = { "map_seed", "Map seed",
                           "The number that the board grows from; 0 = drawn by luck.", 0, INT32_MAX,
                           0, NULL },
    [CIV_OPT_MAP] = { "map", "Map", "A board that is grown, or one made by hand.", 0,
                      BUILTIN_MAP_COUNT, 0, builtin_map_names },
    [CIV_OPT_REFEREE] = { "referee", "Referee",
                          "civ-final: 1 = the sole owner of cities wins at once; 0 = play goes on.",
                          0, 1, 0, NULL },
    DEFECT(1, "Defect B1", "civ-final: workers harvest at any distance from a city."),
    DEFECT(2, "Defect B2", "civ-final: moving an army onto one's own army is a fight."),
    DEFECT(3, "Defect B3", "civ-final: an army told to stay fights everybody there and itself."),
    DEFECT(4, "Defect B4", "civ-final: a tile with armies of several players can't be attacked."),
    DEFECT(5, "Defect B5", "civ-final: a city on foreign units looks at one unit only."),
    DEFECT(6, "Defect B6", "civ-final: a moved unit hides unmoved ones behind it on its tile."),
    DEFECT(7, "Defect B7", "civ-final: skipped players repeat the start of the next turn."),
    DEFECT(8, "Defect B8", "civ-final: beating one player's armies leaves another's city alone."),
    [CIV_OPT_HOST] = { "host", "Host's orders",
                       "Whoever is to act may begin the turn again and change the map, as the host "
                       "of a contest could.",
                       0, 1, 0, host_names },
    { 0 },
};
RD_STATIC_ASSERT(sizeof civ_options / sizeof civ_options[0] == CIV_OPTIONS + 1,
                 "every option has its words");

struct rd_verdict civ_check_setup(const struct rd_setup *setup)
{
    struct rd_verdict verdict = rd_setup_in_range(&civ_game, setup);
    if (verdict.code != RD_OK) {
        return verdict;
    }
    if (setup->option[CIV_OPT_RULES] == CIV_FINAL && setup->seats != CIV_SEATS) { /* R15.21 */
        return rd_verdict_of(RD_BAD_SETUP, CIV_SETUP_SEATS, CIV_OPTIONS);
    }
    if (setup->map != NULL) {
        civ_check_map(setup->map, &verdict, 1); /* writes only a complaint */
    } else if (setup->option[CIV_OPT_SIZE] % 2 != 0) {
        return rd_verdict_of(RD_BAD_SETUP, CIV_SETUP_SIZE, CIV_OPT_SIZE);
    }
    return verdict;
}

static void set_table(struct civ_common *common, const struct rd_setup *setup)
{
    common->seats = setup->seats;
    common->rules = (uint8_t)setup->option[CIV_OPT_RULES];
    common->round = 1;
    common->round_limit = (uint32_t)setup->option[CIV_OPT_ROUNDS];
    common->host = (uint8_t)setup->option[CIV_OPT_HOST];
    if (common->rules != CIV_FINAL) {
        return;
    }
    common->referee = (uint8_t)setup->option[CIV_OPT_REFEREE];
    for (uint32_t i = 0; i < 8; i++) {
        uint32_t on = setup->option[CIV_OPT_DEFECT + i] == 0;
        common->defects = (uint8_t)(common->defects | on << i);
    }
}

static void choose_board(struct civ_state *s, const struct rd_setup *setup, struct rd_luck *luck)
{
    struct civ_map grown;
    const struct civ_map *map = setup->map;
    int32_t builtin = setup->option[CIV_OPT_MAP];
    if (map == NULL && builtin > 0) {
        map = &builtin_maps[builtin - 1];
    }
    if (map == NULL) {
        int32_t seed = setup->option[CIV_OPT_MAP_SEED];
        if (seed == 0) { /* R3.1 */
            seed = rd_luck_range(luck, 1, INT32_MAX);
        }
        civ_grow_map(&grown, (uint32_t)setup->option[CIV_OPT_SIZE], (uint64_t)seed);
        map = &grown;
    }
    s->common.size = map->size;
    civ_lay_board(s->terrain, map);
}

void civ_init(void *state, const struct rd_setup *setup, struct rd_luck *luck)
{
    struct civ_state *s = state;
    struct civ_context context;
    RD_ASSERT(civ_check_setup(setup).code == RD_OK);
    memset(s, 0, sizeof *s);
    set_table(&s->common, setup);
    choose_board(s, setup, luck);
    uint32_t last = s->common.size - 1u;
    for (uint32_t seat = 0; seat < CIV_SEATS; seat++) {
        if (seat < setup->seats) {
            civ_add_city(&s->side[seat], (seat / 2 * CIV_SIDE_MAX + seat % 2) * last);
        } else {
            s->side[seat].status = CIV_ELIMINATED;
        }
    }
    civ_context_begin(&context, s, 0, NULL);
    civ_begin_turn(&context);
}
