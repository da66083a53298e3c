/*
 * Rehearsing: an answer is an order now and a way to play afterwards. Each is played out under the
 * real rules against each way that the others may play, from a position that fits the view, all
 * with the same luck; the weaker half is dropped, and the rest are rehearsed again.
 */
#include <string.h>

#include "bots/search.h"

/* An answer under test. */
struct arm {
    struct rd_action action;
    uint32_t way;
    uint32_t tries;
    int64_t sum;
};

struct rehearsal {
    struct rd_search *search;
    struct arm arm[RD_SEARCH_ARMS];
    uint32_t count;
    uint32_t ways, others; /* how many the level knows */
    uint64_t key[2];       /* of the luck that all answers share */
};

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static void add_arm(struct rehearsal *r, struct rd_action action, uint32_t way)
{
    for (uint32_t i = 0; i < r->count; i++) {
        if (r->arm[i].way == way && rd_action_compare(r->arm[i].action, action) == 0) {
            return;
        }
    }
    if (r->count < RD_SEARCH_ARMS &&
        rd_search_index(r->search->question, action) < r->search->question->legal_count) {
        struct arm arm = { .action = action, .way = way };
        r->arm[r->count++] = arm;
    }
}

/* What each way would do now. */
static void add_ways(struct rehearsal *r)
{
    struct rd_search *s = r->search;
    struct rd_luck luck = rd_luck_from_key(r->key[0], r->key[1]);
    struct rd_mind mind = { s->question->game, s->root, s->notes, s->question->seat, &luck };
    for (uint32_t i = 0; i < r->ways; i++) {
        uint32_t way = s->knowledge->own_ways[i];
        uint32_t count = s->knowledge->orders(&mind, way, s->orders, RD_SEARCH_ORDERS);
        for (uint32_t k = 0; k < count; k++) {
            uint32_t before = r->count;
            add_arm(r, s->orders[k], way);
            if (r->count > before) {
                break;
            }
        }
    }
}

static void add_candidates(struct rehearsal *r, uint32_t way)
{
    struct rd_search *s = r->search;
    uint32_t index[RD_SEARCH_ARMS];
    struct rd_luck luck = rd_luck_from_key(r->key[0], r->key[1]);
    struct rd_mind mind = { s->question->game, s->root, s->notes, s->question->seat, &luck };
    uint32_t count = s->knowledge->candidates(&mind, s->question->legal, s->question->legal_count,
                                              index, RD_SEARCH_ARMS);
    for (uint32_t i = 0; i < count; i++) {
        add_arm(r, s->question->legal[index[i]], way);
    }
}

/* Sample n of every answer meets the same luck and the same opponent. */
static void rehearse(struct rehearsal *r, struct arm *arm)
{
    struct rd_search *s = r->search;
    struct rd_luck luck = rd_luck_from_key(r->key[0], r->key[1] + arm->tries);
    struct rd_ways ways = { arm->way, s->knowledge->other_ways[arm->tries % r->others] };
    rd_search_restart(s);
    rd_search_act(s, s->question->seat, arm->action, &luck);
    arm->sum += rd_search_play_out(s, ways, &luck);
    arm->tries++;
}

static int32_t mean(const struct arm *arm)
{
    return arm->tries == 0 ? -RD_SURE : (int32_t)(arm->sum / arm->tries);
}

/* The best first; equals stay as they were. */
static void sort_arms(struct rehearsal *r)
{
    for (uint32_t i = 1; i < r->count; i++) {
        struct arm arm = r->arm[i];
        uint32_t place = i;
        for (; place > 0 && mean(&r->arm[place - 1]) < mean(&arm); place--) {
            r->arm[place] = r->arm[place - 1];
        }
        r->arm[place] = arm;
    }
}

/* So many samples for each; false when the budget ran out on the way. */
static int32_t rehearse_all(struct rehearsal *r, uint32_t samples)
{
    for (uint32_t n = 0; n < samples; n++) {
        for (uint32_t i = 0; i < r->count; i++) {
            if (r->search->nodes >= r->search->limit) {
                return 0;
            }
            rehearse(r, &r->arm[i]);
        }
    }
    return 1;
}

static void halve(struct rehearsal *r)
{
    while (r->count > 1 && rehearse_all(r, r->others)) {
        sort_arms(r);
        r->count = (r->count + 1) / 2;
        if (r->count == 1) {
            return;
        }
    }
    sort_arms(r);
}

/* Every way once against everybody; the best one is what the other answers go on by. */
static uint32_t best_way(struct rehearsal *r)
{
    add_ways(r);
    rehearse_all(r, r->others);
    sort_arms(r);
    return r->count > 0 ? r->arm[0].way : r->search->knowledge->own_ways[0];
}

static uint32_t answer(struct rehearsal *r)
{
    struct rd_search *s = r->search;
    uint32_t best = 0;
    int32_t most = 0;
    for (uint32_t i = 0; i < r->count; i++) {
        rd_search_report(s, r->arm[i].action, mean(&r->arm[i]), r->arm[i].tries);
        int32_t value = mean(&r->arm[i]) + rd_search_err(s);
        if (i == 0 || value > most) {
            most = value;
            best = i;
        }
    }
    return rd_search_index(s->question, r->arm[best].action);
}

uint32_t rd_portfolio_choose(struct rd_search *search)
{
    const struct rd_knowledge *knowledge = search->knowledge;
    struct rehearsal r = { .search = search };
    r.ways = least(search->level.own_ways, knowledge->own_count);
    r.others = least(search->level.other_ways, knowledge->other_count);
    struct rd_luck *luck = search->question->luck;
    r.key[0] = (uint64_t)(uint32_t)rd_luck_range(luck, 0, INT32_MAX);
    r.key[1] = (uint64_t)(uint32_t)rd_luck_range(luck, 0, INT32_MAX) << 32;
    struct rd_luck fresh = rd_luck_from_key(r.key[0], r.key[1] - 1);
    rd_search_guess(search, &fresh);
    uint32_t way = best_way(&r);
    uint32_t kept = least(r.count, 3);
    r.count = kept;
    uint32_t second = kept > 1 ? r.arm[1].way : way;
    for (uint32_t i = 0; i < kept; i++) { /* everybody counts again, on equal terms */
        r.arm[i].tries = 0;
        r.arm[i].sum = 0;
    }
    add_candidates(&r, way);
    if (second != way) {
        add_candidates(&r, second);
    }
    halve(&r);
    return answer(&r);
}
