/* FATE for the engines: playbooks, orders worth a look, and what is left of a side. */
#include "bots/fate_playbooks.h"
#include "bots/list.h"

enum {
    WORTH_HIDDEN = 6,
    WORTH_GUARD = 8, /* an Auto Defence that is ready */
    MOVES_KEPT = 8,  /* of a unit that can go to many cells, the most promising */
    ATTENTION = 9    /* turns for which a beginner does not see one of the enemies */
};

static const struct fate_playbook playbooks[] = {
    { .caution = 8, .approach = 3, .rides = 1, .focuses = 1, .hides = 1 },
    { .caution = 2, .approach = 4, .rides = 1, .focuses = 1, .hides = 1 },
    /* A little later: strikes whom it hurts most, but minds little danger and knows no tricks. */
    { .caution = 1, .approach = 4, .focuses = 1 },
    /* What newcomers do: walk up to the enemy and strike whoever is there. */
    { .caution = 0, .approach = 5 },
};
enum { STEADY, BOLD, PLAIN, SIMPLE };
static const uint8_t own_playbooks[] = { SIMPLE, PLAIN, STEADY };
static const uint8_t other_playbooks[] = { STEADY, BOLD };

static uint32_t orders(const struct rd_search_position *position, uint32_t playbook,
                       struct rd_action *out, uint32_t cap)
{
    RD_ASSERT(playbook < sizeof playbooks / sizeof playbooks[0]);
    return fate_playbook_orders(position, &playbooks[playbook], out, cap);
}

/* ---- orders worth a try ---- */

static uint32_t somebody_hides(const struct fate_state *s, uint32_t seat)
{
    for (uint32_t i = 0; i < FATE_UNITS; i++) {
        if (fate_seat_of(i) != seat && s->unit[i].hp != 0 && s->unit[i].hidden) {
            return 1;
        }
    }
    return 0;
}

static uint32_t is_worth_it(const struct fate_state *s, uint32_t seat, struct rd_action order)
{
    switch (order.verb) {
    case FATE_V_ROLL_MOVE:
    case FATE_V_MOVE:
        return 0; /* the roll was made; moves are looked at apart */
    case FATE_V_STEALTH:
        return !s->unit[s->active].hidden;
    case FATE_V_SEARCH:
        return order.arg[0] == 1 && somebody_hides(s, seat);
    default:
        return 1;
    }
}

/* The moves to the best cells, best first. */
static uint32_t best_moves(const struct rd_search_position *position, const struct rd_action *legal,
                           uint32_t legal_count, uint32_t *out, uint32_t cap)
{
    int32_t worth[FATE_CELLS], kept[MOVES_KEPT];
    uint32_t first = 0, count = 0, kept_count = 0;
    while (first < legal_count && legal[first].verb != FATE_V_MOVE) {
        first++;
    }
    while (first + count < legal_count && legal[first + count].verb == FATE_V_MOVE) {
        count++;
    }
    fate_playbook_cells(position, &playbooks[STEADY], legal + first, count, worth);
    cap = cap < MOVES_KEPT ? cap : MOVES_KEPT;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t place = kept_count < cap ? kept_count++ : cap;
        for (; place > 0 && kept[place - 1] < worth[i]; place--) {
            if (place < cap) {
                kept[place] = kept[place - 1];
                out[place] = out[place - 1];
            }
        }
        if (place < cap) {
            kept[place] = worth[i];
            out[place] = first + i;
        }
    }
    return kept_count;
}

static uint32_t candidates(const struct rd_search_position *position, const struct rd_action *legal,
                           uint32_t legal_count, uint32_t *out, uint32_t cap)
{
    const struct fate_state *s = position->state;
    uint32_t count = 0, free_play = s->phase == FATE_BATTLE && s->prompt == FATE_NO_CARD;
    if (free_play && legal[0].verb == FATE_V_ROLL_MOVE && s->roll == 0) {
        out[0] = 0; /* it costs nothing to know */
        return 1;
    }
    for (uint32_t i = 0; i < legal_count && count + (free_play ? MOVES_KEPT : 0) < cap; i++) {
        if (!free_play || is_worth_it(s, position->seat, legal[i])) {
            out[count++] = i;
        }
    }
    return free_play ? count + best_moves(position, legal, legal_count, out + count, cap - count)
                     : count;
}

/* ---- worth ---- */

static int32_t evaluate(const void *state, rd_seat seat)
{
    const struct fate_state *s = state;
    int32_t lead = 0;
    for (uint32_t i = 0; i < FATE_UNITS; i++) {
        const struct fate_unit *u = &s->unit[i];
        if (u->hp == 0) {
            continue;
        }
        int32_t worth = fate_worth_of(u, fate_class_of(i), u->hp);
        worth += u->hidden ? WORTH_HIDDEN : 0;
        worth += fate_base_guards(u) ? WORTH_GUARD : 0;
        lead += fate_seat_of(i) == seat ? worth : -worth;
    }
    return lead;
}

/* ---- inattention ---- */

/* Each of the enemies escapes notice for a while; it is taken for dead. */
static void blunder_filter(void *state, rd_seat seat)
{
    struct fate_state *s = state;
    uint32_t first = (1u - seat) * FATE_CLASSES;
    uint32_t missed = first + (s->turn / ATTENTION * 3 + seat) % FATE_CLASSES;
    uint32_t left = 0;
    for (uint32_t i = first; i < first + FATE_CLASSES; i++) {
        left += s->unit[i].hp != 0;
    }
    if (s->phase == FATE_BATTLE && s->prompt == FATE_NO_CARD && left > 1 && missed != s->active) {
        s->unit[missed].fell = s->unit[missed].at;
        s->unit[missed].at = FATE_NONE;
        s->unit[missed].hp = 0;
        s->unit[missed].hidden = 0;
    }
}

/* In the order of struct rd_heuristics, as the tables of the other games. */
const struct rd_heuristics rd_heuristics_fate = {
    .game = "fate",
    .notes_size = sizeof(struct fate_notes),
    .prepare = fate_take_notes,
    .orders = orders,
    RD_PLAYBOOK_LISTS(own_playbooks, other_playbooks),
    .candidates = candidates,
    .evaluate = evaluate,
    .scale = 120,
    .horizon = 28,
    .blunder_filter = blunder_filter,
};
