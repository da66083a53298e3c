/* civ for the engines: playbooks, and what a side is worth. */
#include <string.h>

#include "bots/civ_playbooks.h"
#include "bots/list.h"

enum {
    WORTH_CITY = 60, /* in production; a city also brings its tile */
    WORTH_UNIT = 10,
    WORTH_RESEARCH = 15,
    ATTENTION = 10 /* rounds for which a beginner forgets a quarter of the board */
};

enum { SIMPLE, WAR, SETTLE, CONQUER };
static const struct civ_playbook playbooks[] = {
    /* What newcomers do: train armies before the land feeds them, found cities side by side. */
    [SIMPLE] = { .workers = 1, .armies = 5, .muster = 3, .reserve = 24, .spread = 2, .reach = 1 },
    [WAR] = { .workers = 2, .armies = 8, .muster = 6, .spread = 4, .reach = 1 },
    [SETTLE] = { .workers = 2, .muster = 20, .reserve = 4, .spread = 12, .reach = 1 },
    [CONQUER] = { .workers = 8, .muster = 20, .spread = 12, .reach = 2, .shrewd = 1 },
};
static const uint8_t own_playbooks[] = { SIMPLE, WAR, SETTLE, CONQUER };
static const uint8_t other_playbooks[] = { CONQUER, SETTLE };

static uint32_t orders(const struct rd_search_position *position, uint32_t playbook,
                       struct rd_action *out, uint32_t cap)
{
    RD_ASSERT(playbook < sizeof playbooks / sizeof playbooks[0]);
    return civ_playbook_orders(position, &playbooks[playbook], out, cap);
}

static int32_t worth_of_side(const struct civ_side *side)
{
    if (side->cities == 0 || side->status != CIV_IN_PLAY) {
        return 0;
    }
    int32_t stock = side->production > 200 ? 200 : side->production;
    return WORTH_CITY * side->cities + WORTH_UNIT * (side->workers + side->armies) + stock +
           WORTH_RESEARCH * (side->research[CIV_OFFENSE] + side->research[CIV_DEFENSE]);
}

/* Against the strongest of the others, as far as they are known. */
static int32_t evaluate(const void *state, rd_seat seat)
{
    const struct civ_state *s = state;
    int32_t most = 0;
    for (uint32_t i = 0; i < s->common.seats; i++) {
        int32_t worth = i == seat ? 0 : worth_of_side(&s->side[i]);
        most = worth > most ? worth : most;
    }
    return worth_of_side(&s->side[seat]) - most;
}

/* Foreign armies in a quarter of the board are not noticed. */
static void blunder_filter(void *state, rd_seat seat)
{
    struct civ_state *s = state;
    uint32_t quarter = (s->common.round / ATTENTION + seat) % 4, half = s->common.size / 2u;
    for (uint32_t i = 0; i < CIV_SEATS; i++) {
        struct civ_side *side = &s->side[i];
        uint32_t kept = 0;
        for (uint32_t k = 0; i != seat && k < side->armies; k++) {
            uint32_t cell = civ_cell_of(side->army[k]);
            if (civ_x(cell) / half + 2 * (civ_y(cell) / half) != quarter) {
                side->army[kept] = side->army[k];
                side->health[kept++] = side->health[k];
            }
        }
        if (i != seat) {
            memset(&side->army[kept], 0, (side->armies - kept) * sizeof side->army[0]);
            memset(&side->health[kept], 0, side->armies - kept);
            side->armies = (uint16_t)kept;
        }
    }
}

/* In the order of struct rd_heuristics, as the tables of the other games. */
const struct rd_heuristics rd_heuristics_civ = {
    .game = "civ",
    .orders = orders,
    RD_PLAYBOOK_LISTS(own_playbooks, other_playbooks),
    .evaluate = evaluate,
    .scale = 200,
    .horizon = 40,
    .blunder_filter = blunder_filter,
};
