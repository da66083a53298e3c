/*
 * Planning a turn as a whole.
 *
 * A plan is a list of orders and a playbook to go on by after them: what one of the game's
 * playbooks would do now, or a single order worth a look. All are played out under the real rules,
 * sample by sample: a sample is one guess of what is hidden, one run of luck and one playbook of
 * the others, the same for every plan. The weaker half is dropped again and again, so that what is
 * left is looked at ever longer. A level that evolves then has the best one varied (evolve.c).
 *
 * The answer is the best plan's first order. Nothing is kept for the next question: there the
 * orders that were given are part of the view, and the search goes on with the rest of the turn.
 */
#include <string.h>

#include "bots/plans.h"

enum {
    DOUBT = RD_SURE * 4 / 10,
    REASONS = 8,        /* samples for a report on what needs no thought, */
    REASON_NODES = 8000 /* and nodes beyond those of the answer, unless the question says */
};

uint32_t rd_plans_room(void)
{
    return (uint32_t)sizeof(struct pool);
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* ---- plans ---- */

static int32_t ends_turn(const struct planning *e, struct rd_action action)
{
    return (e->search->question->game->verbs[action.verb].flags & RD_VERB_ENDS_TURN) != 0;
}

/* The first order answers the question, so it has to be legal there. A level that overlooks
 * something may have thought of one that is not. */
static void drop_illegal_start(const struct planning *e, struct plan *plan)
{
    const struct rd_bot_question *q = e->search->question;
    uint32_t first = 0;
    while (first < plan->orders && rd_bot_index(q, plan->order[first]) == q->legal_count) {
        first++;
    }
    plan->orders -= first;
    memmove(plan->order, plan->order + first, plan->orders * sizeof plan->order[0]);
}

static int32_t is_known(const struct planning *e, const struct plan *plan)
{
    for (uint32_t i = 0; i < e->count; i++) {
        const struct plan *other = &e->pool->plan[i];
        if (other->orders == plan->orders && (plan->whole || other->playbook == plan->playbook) &&
            memcmp(other->order, plan->order, plan->orders * sizeof plan->order[0]) == 0) {
            return 1;
        }
    }
    return 0;
}

/* The place for a new plan is always the one after the last. */
static struct plan *new_plan(struct planning *e, uint32_t playbook)
{
    struct plan *plan = &e->pool->plan[e->count];
    plan->orders = plan->whole = plan->doubted = plan->tries = 0;
    plan->sum = 0;
    plan->playbook = playbook;
    return plan;
}

static void keep_new(struct planning *e)
{
    struct plan *plan = &e->pool->plan[e->count];
    drop_illegal_start(e, plan);
    e->count += plan->orders > 0 && !is_known(e, plan);
}

static void add_playbooks(struct planning *e, const uint8_t *playbooks, uint32_t count)
{
    const struct rd_heuristics *k = e->search->heuristics;
    struct rd_luck luck = rd_luck_from_key(e->key[0], e->key[1]);
    struct rd_search_position position = rd_search_position_of(e->search, &luck);
    for (uint32_t i = 0; i < count && e->count < e->size; i++) {
        struct plan *plan = new_plan(e, playbooks[i]);
        plan->orders = k->orders(&position, plan->playbook, plan->order, PLAN_ORDERS_MAX);
        plan->whole = plan->orders > 0 && ends_turn(e, plan->order[plan->orders - 1]);
        keep_new(e);
    }
}

/* Single orders, each followed by the first of the playbooks. Who evolves plans tries them as
 * changes.
 */
static void add_candidates(struct planning *e)
{
    struct rd_search *s = e->search;
    const struct rd_game *game = s->question->game;
    uint32_t index[RD_SEARCH_CHOICES];
    struct rd_luck luck = rd_luck_from_key(e->key[0], e->key[1]);
    struct rd_search_position position = rd_search_position_of(e->search, &luck);
    if (s->heuristics->candidates == NULL || s->level.evolves || e->count >= e->size) {
        return;
    }
    uint32_t room = least(game->legal_max, RD_SEARCH_LEGAL);
    uint32_t legal = least(game->legal(s->root, s->question->seat, s->legal, room), room);
    uint32_t count = legal == 0 ? 0
                                : s->heuristics->candidates(&position, s->legal, legal, index,
                                                            RD_SEARCH_CHOICES);
    for (uint32_t i = 0; i < count && e->count < e->size; i++) {
        struct plan *plan = new_plan(e, s->heuristics->own_playbooks[s->level.first_playbook]);
        plan->order[plan->orders++] = s->legal[index[i]];
        plan->doubted = 1;
        keep_new(e);
    }
}

/* ---- playing them out ---- */

void rd_plans_guess(struct planning *e, uint32_t sample)
{
    struct rd_luck luck = rd_luck_from_key(e->key[0], e->key[1] + sample);
    rd_search_guess(e->search, &luck);
}

int32_t rd_plans_rehearse(struct planning *e, const struct plan *plan, uint32_t sample)
{
    struct rd_search *s = e->search;
    const struct rd_game *game = s->question->game;
    struct rd_luck luck = rd_luck_from_key(e->key[0] + 1, e->key[1] + sample);
    rd_seat me = s->question->seat;
    struct rd_playbooks playbooks = { .own = plan->playbook,
                                      .other = s->heuristics->other_playbooks[sample % e->others] };
    uint32_t turn = game->turns(s->root).done;
    rd_search_restart(s);
    for (uint32_t i = 0; i < plan->orders; i++) {
        if (game->turns(s->work).done == turn &&
            game->judge(s->work, me, plan->order[i]).code == RD_OK) {
            rd_search_act(s, me, plan->order[i], &luck);
        }
    }
    return rd_search_play_out(s, playbooks, &luck);
}

/* Up to so many samples of every plan; false when the budget ran out on the way. */
static int32_t rehearse_all(struct planning *e, uint32_t samples)
{
    struct rd_search *s = e->search;
    for (uint32_t n = 0; n < samples; n++) {
        int32_t guessed = 0;
        for (uint32_t i = 0; i < e->count; i++) {
            struct plan *plan = &e->pool->plan[i];
            if (plan->tries != n) {
                continue;
            }
            if (s->nodes >= s->limit) {
                return 0;
            }
            if (!guessed) {
                rd_plans_guess(e, n);
                guessed = 1;
            }
            plan->sum += rd_plans_rehearse(e, plan, n);
            plan->tries++;
        }
    }
    return 1;
}

static int32_t mean(const struct plan *plan)
{
    return plan->tries == 0 ? -RD_SURE : (int32_t)(plan->sum / plan->tries);
}

/* Of many that were seldom tried, the luckiest seems best. So what no playbook would do has to
 * be better by more than luck: by DOUBT over the root of the tries. */
static int32_t worth(const struct plan *plan)
{
    uint32_t root = 1;
    while (plan->doubted && (root + 1) * (root + 1) <= plan->tries) {
        root++;
    }
    return mean(plan) - (plan->doubted ? DOUBT / (int32_t)root : 0);
}

/* The best first; equals stay as they were. */
static void sort_plans(struct planning *e)
{
    for (uint32_t i = 1; i < e->count; i++) {
        struct plan plan = e->pool->plan[i];
        uint32_t place = i;
        for (; place > 0 && worth(&e->pool->plan[place - 1]) < worth(&plan); place--) {
            e->pool->plan[place] = e->pool->plan[place - 1];
        }
        e->pool->plan[place] = plan;
    }
}

/* ---- the race ---- */

static uint32_t price(const struct rd_search *s)
{
    return s->nodes / (s->playouts == 0 ? 1 : s->playouts) + 1;
}

static uint32_t left(const struct rd_search *s)
{
    return s->limit > s->nodes ? s->limit - s->nodes : 0;
}

/* Drop the weaker half until one is left: the fewer they are, the longer each is looked at. */
static void race(struct planning *e)
{
    struct rd_search *s = e->search;
    uint32_t rounds = 1, samples = 0;
    while (e->count >> rounds > 1) {
        rounds++;
    }
    rehearse_all(e, 1);
    for (uint32_t i = 0; i < e->count; i++) {
        samples = e->pool->plan[i].tries > samples ? e->pool->plan[i].tries : samples;
    }
    for (; e->count > 1 && s->nodes<s->limit; rounds -= rounds> 1) {
        samples += left(s) / rounds / e->count / price(s) + 1;
        int32_t whole = rehearse_all(e, samples);
        sort_plans(e);
        if (!whole) {
            return;
        }
        e->count = (e->count + 1) / 2;
    }
}

/* ---- the answer ---- */

static void tell_why(const struct planning *e, uint32_t best, uint32_t tested)
{
    const struct plan *told[RD_BOT_LINES] = { NULL };
    uint32_t count = 0;
    for (uint32_t i = 0; i <= tested && count < RD_BOT_LINES; i++) {
        const struct plan *plan = &e->pool->plan[i == 0 ? best : i - 1];
        uint32_t known = 0;
        while (known < count &&
               memcmp(told[known]->order, plan->order, sizeof plan->order[0]) != 0) {
            known++;
        }
        if (known == count && plan->tries > 0) {
            told[count++] = plan;
            rd_search_report(e->search, plan->order[0], mean(plan), plan->tries);
        }
    }
}

static uint32_t best_of(const struct planning *e, uint32_t tested)
{
    const struct rd_search *s = e->search;
    uint32_t best = 0, compared = s->level.noise > 0 ? tested : e->count;
    int32_t most = 0;
    for (uint32_t i = 0; i < compared; i++) {
        const struct plan *plan = &e->pool->plan[i];
        int32_t value = worth(plan) + rd_search_error(s);
        if (plan->tries > 0 && (i == 0 || value > most)) {
            most = value;
            best = i;
        }
    }
    return best;
}

static int32_t all_plans_agree(const struct planning *e)
{
    for (uint32_t i = 1; i < e->count; i++) {
        if (memcmp(e->pool->plan[i].order, e->pool->plan[0].order, sizeof(struct rd_action)) != 0) {
            return 0;
        }
    }
    return 1;
}

/* Nothing was compared that far: estimates of this plan and of what others would do. */
static void tell_more(struct planning *e, const struct plan *chosen)
{
    struct plan *first = &e->pool->plan[0];
    if (chosen != first) {
        e->count = least(e->count, PLANS_MAX - 1);
        memmove(first + 1, first, e->count++ * sizeof *first);
        *first = *chosen;
    }
    e->size = PLANS_MAX;
    add_playbooks(e, e->search->heuristics->other_playbooks, e->others);
    for (uint32_t i = 0; i < e->count; i++) {
        e->pool->plan[i].tries = 0;
        e->pool->plan[i].sum = 0;
    }
    rehearse_all(e, REASONS);
    tell_why(e, 0, e->count);
}

/* Plans that begin differently are compared; half of the nodes are left for evolution. */
static struct rd_action choose_order(struct planning *e)
{
    struct rd_search *s = e->search;
    uint32_t limit = s->limit, tested = e->count, differ = !all_plans_agree(e), best = 0, bred = 0;
    if (differ) {
        s->limit = s->level.evolves ? limit / 2 : limit;
        race(e);
        best = best_of(e, tested);
        s->limit = limit;
    }
    if (s->level.evolves && rd_plans_evolve(e, best, tested)) {
        bred = 1;
        best = PLAN_EVOLVED;
    }
    struct rd_action order = e->pool->plan[best].order[0];
    if (s->question->report != NULL && (bred || !differ)) {
        s->limit = s->nodes + (s->question->nodes != 0 ? s->question->nodes : REASON_NODES);
        e->count = tested;
        tell_more(e, &e->pool->plan[best]);
    } else if (differ) {
        tell_why(e, best, tested);
    }
    return order;
}

uint32_t rd_plans_choose(struct rd_search *search)
{
    struct rd_luck *luck = search->question->luck;
    const struct rd_heuristics *k = search->heuristics;
    struct planning e = { .search = search, .pool = search->own };
    e.size = search->level.plans != 0 ? least(search->level.plans, PLANS_MAX) : PLANS_MAX;
    e.others = least(search->level.other_playbooks, k->other_count);
    e.key[0] = (uint64_t)(uint32_t)rd_luck_range(luck, 0, INT32_MAX);
    e.key[1] = (uint64_t)(uint32_t)rd_luck_range(luck, 0, INT32_MAX) << 32;
    struct rd_luck fresh = rd_luck_from_key(e.key[0], e.key[1]);
    rd_search_guess(search, &fresh);
    uint32_t first = search->level.first_playbook;
    add_playbooks(&e, k->own_playbooks + first,
                  least(search->level.own_playbooks, k->own_count - first));
    add_candidates(&e);
    if (e.count == 0) {
        return search->question->legal_count - 1; /* it overlooks all that could be done */
    }
    return rd_bot_index(search->question, choose_order(&e));
}
