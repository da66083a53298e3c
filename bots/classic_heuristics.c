/*
 * Fortress Frontiers Classic for the engines.
 *
 * Three archers within two steps of a base fell it in a turn, and a base never heals nor strikes:
 * who arrives with more wins. So a playbook says what to buy, how many to gather before marching,
 * and how near an enemy must come before everybody turns home; mines decide who can afford it.
 */
#include <string.h>

#include "bots/classic_playbooks.h"
#include "bots/list.h"

enum {
    /* Worth in tenths of gold. */
    WORTH_MINE = 160,
    WORTH_BASE = 5,      /* a point of health */
    WORTH_LAST_BASE = 6, /* more below half */
    ATTENTION = 8        /* turns for which a beginner forgets half of the board */
};

static const struct classic_playbook playbooks[] = {
    { .scouts = 3, .archers = 2, .muster = 4, .guard = 5 },
    { .opening = 6, .scouts = 2, .archers = 4, .muster = 5, .guard = 5, .focuses = 1 },
    /* What newcomers do: soldiers, and off they go one after the other. */
    { .scouts = 2, .archers = 1, .muster = 1, .guard = 3 },
};
enum { STEADY, ARCHERS, SIMPLE };
static const uint8_t own_playbooks[] = { SIMPLE, ARCHERS, STEADY };
static const uint8_t other_playbooks[] = { STEADY };

static uint32_t orders(const struct rd_search_position *position, uint32_t playbook,
                       struct rd_action *out, uint32_t cap)
{
    RD_ASSERT(playbook < sizeof playbooks / sizeof playbooks[0]);
    return classic_playbook_orders(position, &playbooks[playbook], out, cap);
}

/* ---- orders worth a try ---- */

/* Attacks before walks, so that what is cut off is least. */
static const uint8_t verb_order[] = { CLASSIC_RANGED, CLASSIC_MELEE, CLASSIC_DEFEND, CLASSIC_HEAL,
                                      CLASSIC_MOVE };

static uint32_t unit_candidates(const struct classic_field *f, const struct rd_action *legal,
                                uint32_t legal_count, uint32_t *out, uint32_t cap)
{
    uint32_t count = 0, id = f->piece[0].id;
    for (uint32_t k = 0; k < sizeof verb_order; k++) {
        for (uint32_t i = 0; i < legal_count && count < cap; i++) {
            if (legal[i].verb == verb_order[k] && legal[i].arg[0] == id &&
                !(legal[i].verb == CLASSIC_MOVE && f->mine_on[legal[i].arg[1]])) {
                out[count++] = i;
            }
        }
    }
    return count;
}

static uint32_t candidates(const struct rd_search_position *position, const struct rd_action *legal,
                           uint32_t legal_count, uint32_t *out, uint32_t cap)
{
    struct classic_field field;
    uint32_t count = 0;
    classic_playbook_look(&field, position, &playbooks[STEADY]);
    if (field.pieces > 0) {
        return unit_candidates(&field, legal, legal_count, out, cap);
    }
    uint32_t place = classic_playbook_place(&field);
    for (uint32_t i = 0; i < legal_count && count < cap; i++) {
        if (legal[i].verb == CLASSIC_DONE ||
            (legal[i].verb == CLASSIC_BUY && legal[i].arg[1] == place)) {
            out[count++] = i;
        }
    }
    return count;
}

/* ---- worth ---- */

static int32_t worth_of_side(const struct classic_open *open, uint32_t seat)
{
    int32_t health = open->unit[seat][0].health;
    int32_t worth = open->gold[seat] * 9 + WORTH_BASE * health;
    worth += health < 50 ? WORTH_LAST_BASE * (health - 50) : 0;
    for (uint32_t slot = 1; slot < open->unit_count[seat]; slot++) {
        const struct classic_unit *unit = &open->unit[seat][slot];
        int32_t playbook = (int32_t)classic_distance(unit->cell, classic_base_cells[1 - seat]);
        worth += classic_kinds[unit->type].cost * (40 + unit->health * 6 / 10) / 10;
        worth += classic_is(unit->type, CLASSIC_T_SCOUT) ? 0 : 20 - playbook;
    }
    for (uint32_t i = 0; i < CLASSIC_MINES; i++) {
        worth += open->mine[i] == seat + 1 ? WORTH_MINE : 0;
    }
    return worth;
}

static int32_t evaluate(const void *state, rd_seat seat)
{
    const struct classic_open *open = &((const struct classic_state *)state)->open;
    return worth_of_side(open, seat) - worth_of_side(open, 1u - seat);
}

/* ---- inattention ---- */

static void blunder_filter(void *state, rd_seat seat)
{
    struct classic_open *open = &((struct classic_state *)state)->open;
    uint32_t other = 1u - seat, south = open->turn / ATTENTION % 2, kept = 1;
    for (uint32_t slot = 1; slot < open->unit_count[other]; slot++) {
        uint32_t is_south = open->unit[other][slot].cell / CLASSIC_COLUMNS > CLASSIC_ROWS / 2;
        if (is_south != south) {
            open->unit[other][kept++] = open->unit[other][slot];
        }
    }
    memset(&open->unit[other][kept], 0,
           (open->unit_count[other] - kept) * sizeof open->unit[other][0]);
    open->unit_count[other] = (uint16_t)kept;
}

/* In the order of struct rd_heuristics, as the tables of the other games. */
const struct rd_heuristics rd_heuristics_classic = {
    .game = "classic",
    .orders = orders,
    RD_PLAYBOOK_LISTS(own_playbooks, other_playbooks),
    .candidates = candidates,
    .evaluate = evaluate,
    .scale = 300,
    .horizon = 8,
    .blunder_filter = blunder_filter,
};
