/*
 * Planning a turn as a whole, by evolution.
 *
 * A plan is a row of orders and a way to go on after them. The first plans are what the game's ways
 * would do now, and single orders worth a look. All are played out under the real rules, sample by
 * sample: a sample is one guess of what is hidden, one run of luck and one way that others may
 * play, the same for every plan. Then the weaker half makes room: for children of the better half
 * (orders of two parents mixed by whom they are given to, and one changed) as long as the level
 * breeds, and afterwards for nobody, so that what is left is looked at ever longer.
 *
 * The answer is the best plan's first order. Nothing is kept for the next question: there the
 * orders that were given are part of the view, and the search goes on with the rest of the turn.
 */
#include <string.h>

#include "bots/search.h"

enum {
    PLANS_MAX = 48,
    GENES_MAX = 96, /* orders of a plan */
    MUTATIONS = 2,  /* tries to change an order of a child */
    DOUBT = RD_SURE * 4 / 10,
    REASONS = 8 /* samples for a report on what needs no thought */
};

struct plan {
    struct rd_action gene[GENES_MAX];
    uint32_t genes;
    uint32_t way;
    uint32_t whole;   /* it ends the turn by itself */
    uint32_t doubted; /* no way to play would do this */
    uint32_t tries;
    int64_t sum;
};

struct pool {
    struct plan plan[PLANS_MAX];
};

struct evolution {
    struct rd_search *search;
    struct pool *pool;
    uint32_t count, size; /* plans now, and with children */
    uint32_t others;      /* ways to expect of others */
    uint64_t key[2];      /* of the luck that all plans share */
};

uint32_t rd_evolve_room(void)
{
    return (uint32_t)sizeof(struct pool);
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* ---- plans ---- */

static int32_t ends_turn(const struct evolution *e, struct rd_action action)
{
    return (e->search->question->game->verbs[action.verb].flags & RD_VERB_ENDS_TURN) != 0;
}

/* The first gene answers the question, so it has to be legal there; who overlooks something may be
 * wrong about that. */
static void trim(const struct evolution *e, struct plan *plan)
{
    const struct rd_bot_question *q = e->search->question;
    uint32_t first = 0;
    while (first < plan->genes && rd_search_index(q, plan->gene[first]) == q->legal_count) {
        first++;
    }
    plan->genes -= first;
    memmove(plan->gene, plan->gene + first, plan->genes * sizeof plan->gene[0]);
}

static int32_t is_known(const struct evolution *e, const struct plan *plan)
{
    for (uint32_t i = 0; i < e->count; i++) {
        const struct plan *other = &e->pool->plan[i];
        if (other->genes == plan->genes && (plan->whole || other->way == plan->way) &&
            memcmp(other->gene, plan->gene, plan->genes * sizeof plan->gene[0]) == 0) {
            return 1;
        }
    }
    return 0;
}

/* The place for a new plan is always the one after the last. */
static struct plan *new_plan(struct evolution *e, uint32_t way)
{
    struct plan *plan = &e->pool->plan[e->count];
    plan->genes = plan->whole = plan->doubted = plan->tries = 0;
    plan->sum = 0;
    plan->way = way;
    return plan;
}

static void keep_new(struct evolution *e)
{
    struct plan *plan = &e->pool->plan[e->count];
    trim(e, plan);
    e->count += plan->genes > 0 && !is_known(e, plan);
}

static struct rd_mind mind_of(struct evolution *e, struct rd_luck *luck)
{
    struct rd_search *s = e->search;
    struct rd_mind mind = { s->question->game, s->root, s->notes, s->question->seat, luck };
    return mind;
}

static void add_ways(struct evolution *e)
{
    const struct rd_knowledge *k = e->search->knowledge;
    uint32_t first = e->search->level.first_way;
    uint32_t count = least(e->search->level.own_ways, k->own_count - first);
    struct rd_luck luck = rd_luck_from_key(e->key[0], e->key[1]);
    struct rd_mind mind = mind_of(e, &luck);
    for (uint32_t i = 0; i < count && e->count < e->size; i++) {
        struct plan *plan = new_plan(e, k->own_ways[first + i]);
        plan->genes = k->orders(&mind, plan->way, plan->gene, GENES_MAX);
        plan->whole = plan->genes > 0 && ends_turn(e, plan->gene[plan->genes - 1]);
        keep_new(e);
    }
}

/* Single orders, each followed by the first of the ways. */
static void add_candidates(struct evolution *e)
{
    struct rd_search *s = e->search;
    const struct rd_game *game = s->question->game;
    uint32_t index[RD_SEARCH_ARMS];
    struct rd_luck luck = rd_luck_from_key(e->key[0], e->key[1]);
    struct rd_mind mind = mind_of(e, &luck);
    if (s->knowledge->candidates == NULL) {
        return;
    }
    uint32_t room = least(game->legal_max, RD_SEARCH_LEGAL);
    uint32_t legal = least(game->legal(s->root, s->question->seat, s->legal, room), room);
    uint32_t count =
        legal == 0 ? 0 : s->knowledge->candidates(&mind, s->legal, legal, index, RD_SEARCH_ARMS);
    for (uint32_t i = 0; i < count && e->count < e->size; i++) {
        struct plan *plan = new_plan(e, s->knowledge->own_ways[s->level.first_way]);
        plan->gene[plan->genes++] = s->legal[index[i]];
        plan->doubted = 1;
        keep_new(e);
    }
}

/* ---- playing them out ---- */

static void rehearse(struct evolution *e, struct plan *plan, struct rd_luck luck)
{
    struct rd_search *s = e->search;
    const struct rd_game *game = s->question->game;
    rd_seat me = s->question->seat;
    struct rd_ways ways = { plan->way, s->knowledge->other_ways[plan->tries % e->others] };
    uint32_t turn = game->turns(s->root).done;
    rd_search_restart(s);
    for (uint32_t i = 0; i < plan->genes; i++) {
        if (game->turns(s->work).done == turn &&
            game->judge(s->work, me, plan->gene[i]).code == RD_OK) {
            rd_search_act(s, me, plan->gene[i], &luck);
        }
    }
    plan->sum += rd_search_play_out(s, ways, &luck);
    plan->tries++;
}

/* Up to so many samples of every plan; false when the budget ran out on the way. */
static int32_t rehearse_all(struct evolution *e, uint32_t samples)
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
            struct rd_luck luck = rd_luck_from_key(e->key[0], e->key[1] + n);
            if (!guessed) {
                rd_search_guess(s, &luck);
                guessed = 1;
            }
            rehearse(e, plan, rd_luck_from_key(e->key[0] + 1, e->key[1] + n));
        }
    }
    return 1;
}

static int32_t mean(const struct plan *plan)
{
    return plan->tries == 0 ? -RD_SURE : (int32_t)(plan->sum / plan->tries);
}

/* Of many that were seldom tried, the luckiest seems best. So what no way to play would do has to
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
static void sort_plans(struct evolution *e)
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

/* ---- children ---- */

static uint32_t subject_of(const struct evolution *e, struct rd_action action)
{
    return e->search->knowledge->subject != NULL ? e->search->knowledge->subject(action)
                                                 : action.arg[0];
}

/* The plan's order to whomever this one is given to. */
static const struct rd_action *gene_of(const struct evolution *e, const struct plan *plan,
                                       struct rd_action action)
{
    for (uint32_t i = 0; i < plan->genes; i++) {
        if (subject_of(e, plan->gene[i]) == subject_of(e, action)) {
            return &plan->gene[i];
        }
    }
    return NULL;
}

/* For each subject the order of one parent or the other; the end of the turn stays the end. */
static void cross(const struct evolution *e, const struct plan *mother, const struct plan *father,
                  struct plan *child, struct rd_luck *luck)
{
    *child = *mother;
    child->tries = 0;
    child->sum = 0;
    child->doubted = 1;
    for (uint32_t i = 0; i + child->whole < child->genes; i++) {
        const struct rd_action *other = gene_of(e, father, child->gene[i]);
        if (other != NULL && rd_luck_range(luck, 0, 1) == 0) {
            child->gene[i] = *other;
        }
    }
}

static void mutate(struct evolution *e, struct plan *child, struct rd_luck *luck)
{
    const struct rd_knowledge *k = e->search->knowledge;
    struct rd_mind mind = mind_of(e, luck);
    for (uint32_t i = 0; i < MUTATIONS && child->genes > child->whole; i++) {
        int32_t last = (int32_t)(child->genes - child->whole) - 1;
        uint32_t place = (uint32_t)rd_luck_range(luck, 0, last);
        struct rd_action changed;
        if (k->vary != NULL && k->vary(&mind, child->gene[place], &changed)) {
            child->gene[place] = changed;
        }
    }
}

static void breed(struct evolution *e, struct rd_luck *luck)
{
    uint32_t parents = e->count;
    for (uint32_t i = parents; i < e->size && parents > 0; i++) {
        int32_t last = (int32_t)parents - 1;
        const struct plan *mother = &e->pool->plan[rd_luck_range(luck, 0, last)];
        const struct plan *father = &e->pool->plan[rd_luck_range(luck, 0, last)];
        struct plan *child = &e->pool->plan[e->count];
        cross(e, mother, father, child, luck);
        mutate(e, child, luck);
        keep_new(e);
    }
}

/* ---- generations ---- */

static uint32_t price(const struct rd_search *s)
{
    return s->nodes / (s->playouts == 0 ? 1 : s->playouts) + 1;
}

static uint32_t left(const struct rd_search *s)
{
    return s->limit > s->nodes ? s->limit - s->nodes : 0;
}

/* Half of the budget is for finding plans. */
static void evolve(struct evolution *e)
{
    struct rd_search *s = e->search;
    uint32_t generations = s->level.generations;
    struct rd_luck luck = rd_luck_from_key(e->key[0] + 2, e->key[1]);
    uint32_t births = e->count + generations * e->size / 2;
    rehearse_all(e, 1);
    uint32_t samples = left(s) / 2 / births / price(s);
    samples = samples == 0 ? 1 : samples;
    for (uint32_t i = 0; i < generations && rehearse_all(e, samples); i++) {
        sort_plans(e);
        e->count = least(e->count, e->size / 2);
        breed(e, &luck);
    }
}

/* Drop the weaker half until one is left: the fewer they are, the longer each is looked at. */
static void race(struct evolution *e)
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

static void tell_why(const struct evolution *e, uint32_t best, uint32_t tested)
{
    const struct plan *told[RD_BOT_LINES];
    uint32_t count = 0;
    for (uint32_t i = 0; i <= tested && count < RD_BOT_LINES; i++) {
        const struct plan *plan = &e->pool->plan[i == 0 ? best : i - 1];
        uint32_t known = 0;
        while (known < count && memcmp(told[known]->gene, plan->gene, sizeof plan->gene[0]) != 0) {
            known++;
        }
        if (known == count && plan->tries > 0) {
            told[count++] = plan;
            rd_search_report(e->search, plan->gene[0], mean(plan), plan->tries);
        }
    }
}

static uint32_t answer(const struct evolution *e, uint32_t tested)
{
    const struct rd_search *s = e->search;
    uint32_t best = 0, compared = s->level.noise > 0 ? tested : e->count;
    int32_t most = 0;
    for (uint32_t i = 0; i < compared; i++) {
        const struct plan *plan = &e->pool->plan[i];
        int32_t value = worth(plan) + rd_search_err(s);
        if (plan->tries > 0 && (i == 0 || value > most)) {
            most = value;
            best = i;
        }
    }
    tell_why(e, best, tested);
    return rd_search_index(s->question, e->pool->plan[best].gene[0]);
}

static int32_t is_one_mind(const struct evolution *e)
{
    for (uint32_t i = 1; i < e->count; i++) {
        if (memcmp(e->pool->plan[i].gene, e->pool->plan[0].gene, sizeof(struct rd_action)) != 0) {
            return 0;
        }
    }
    return 1;
}

uint32_t rd_evolve_choose(struct rd_search *search)
{
    struct rd_luck *luck = search->question->luck;
    const struct rd_knowledge *k = search->knowledge;
    struct evolution e = { .search = search, .pool = search->own };
    e.size = search->level.plans != 0 ? least(search->level.plans, PLANS_MAX - 1) : PLANS_MAX - 1;
    e.others = least(search->level.other_ways, k->other_count);
    e.key[0] = (uint64_t)(uint32_t)rd_luck_range(luck, 0, INT32_MAX);
    e.key[1] = (uint64_t)(uint32_t)rd_luck_range(luck, 0, INT32_MAX) << 32;
    struct rd_luck fresh = rd_luck_from_key(e.key[0], e.key[1]);
    rd_search_guess(search, &fresh);
    add_ways(&e);
    add_candidates(&e);
    if (e.count == 0) {
        return search->question->legal_count - 1; /* what it overlooks leaves nothing to do */
    }
    if (!is_one_mind(&e)) {
        if (search->level.generations > 0) {
            evolve(&e);
        }
        uint32_t tested = e.count;
        race(&e);
        return answer(&e, tested);
    }
    if (search->question->report != NULL) { /* nothing to compare, but a word about it */
        rehearse_all(&e, REASONS);
        tell_why(&e, 0, e.count);
    }
    return rd_search_index(search->question, e.pool->plan[0].gene[0]);
}
