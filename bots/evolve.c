/*
 * Online evolution of a plan for a turn of many orders.
 *
 * The best plan so far has one child at a time: the orders for one of its units come from another
 * plan, or one order is changed, if possible to one that the game's heuristics think worth a try;
 * when it knows of none, nothing of this turn deserves the time. Both are played out until the
 * seat's next turn, by when all others have answered: what comes later depends more on the
 * playbooks that go on from there than on this turn. A child meets the samples that its parent met,
 * so that their luck and what they guess cancel out, and takes its place if it is better by more
 * than what is left of luck. Nearly all are worse, which one sample shows.
 *
 * What is new comes first in a child. The answer to a question is a plan's first order, and nothing
 * is remembered: an improvement further back would be lost.
 */
#include <string.h>

#include "bots/plans.h"

enum {
    METHODS = 3,
    SUGGESTED_OF = 9, /* children of so many and METHODS have an order that is worth a try */
    SAMPLES = 32,     /* that a child is compared on at most */
    SURE = 10, /* it has to be better by more than luck: its lead squared, over the sum of the
                  squares */
    LEAD = RD_SURE / 50 /* and by more than a judgement may be wrong */
};

struct population {
    struct planning *e;
    struct rd_luck luck; /* of the evolution, not of the game */
    struct plan *best, *child;
    const struct plan *other; /* a parent for orders that the best does not have */
    uint32_t suggested[RD_SEARCH_CHOICES], suggestions; /* orders worth a try, by their index */
    int32_t best_value[SAMPLES], child_value[SAMPLES];
    uint32_t known;           /* of best_value */
    uint32_t nodes, playouts; /* of the search, before it began */
};

static uint32_t draw(struct population *b, uint32_t count)
{
    return (uint32_t)rd_luck_range(&b->luck, 0, (int32_t)count - 1);
}

static uint32_t flags_of(const struct population *b, struct rd_action order)
{
    return b->e->search->question->game->verbs[order.verb].flags;
}

static int32_t is_same(struct rd_action a, struct rd_action b)
{
    return rd_action_compare(a, b) == 0;
}

/* Are both orders for the same unit? */
static int32_t is_for_same_unit(const struct population *b, struct rd_action one,
                                struct rd_action two)
{
    return (flags_of(b, one) & flags_of(b, two) & RD_VERB_COMMANDS) != 0 &&
           one.arg[0] == two.arg[0];
}

/* ---- children ---- */

/* The best plan without one of its orders, and without others for the same unit. */
static void add_rest(struct population *b, struct rd_action gone)
{
    struct plan *child = b->child;
    for (uint32_t i = 0, once = 0; i < b->best->orders && child->orders < PLAN_ORDERS_MAX; i++) {
        struct rd_action order = b->best->order[i];
        uint32_t leaves = is_for_same_unit(b, order, gone) || (!once && is_same(order, gone));
        once |= leaves;
        if (!leaves && !is_same(order, child->order[0])) {
            child->order[child->orders++] = order;
        }
    }
}

/* What the other parent orders one of its units. If that is what the best plan does too, it does it
 * first: where orders build on each other that may be better. */
static int32_t cross(struct population *b)
{
    struct plan *child = b->child;
    struct rd_action wanted = b->other->order[draw(b, b->other->orders)];
    for (uint32_t i = 0; i < b->other->orders; i++) {
        struct rd_action order = b->other->order[i];
        if (is_for_same_unit(b, order, wanted) || (is_same(order, wanted) && child->orders == 0)) {
            child->order[child->orders++] = order;
        }
    }
    add_rest(b, wanted);
    return 1;
}

static int32_t try_suggestion(struct population *b)
{
    struct rd_action fresh = b->e->search->question->legal[b->suggested[draw(b, b->suggestions)]];
    b->child->order[b->child->orders++] = fresh;
    add_rest(b, fresh);
    return 1;
}

/* The legal orders with this verb and first argument are side by side. */
static uint32_t variants(const struct population *b, uint32_t verb, uint32_t first, uint32_t *from)
{
    const struct rd_bot_question *q = b->e->search->question;
    struct rd_action low = { (uint16_t)verb, { (uint16_t)first, 0, 0 } };
    struct rd_action high = { (uint16_t)verb, { (uint16_t)first, UINT16_MAX, UINT16_MAX } };
    *from = rd_bot_lower_bound(q, low);
    return rd_bot_lower_bound(q, high) - *from;
}

/* Another order for the same unit, or another place for the same order; each verb is as likely. */
static int32_t mutate(struct population *b)
{
    const struct rd_bot_question *q = b->e->search->question;
    struct rd_action old = b->best->order[draw(b, b->best->orders)], fresh = old;
    uint32_t seen = 0, from;
    for (uint32_t verb = 0; q->game->verbs[verb].name != NULL; verb++) {
        struct rd_action like = { (uint16_t)verb, { old.arg[0], 0, 0 } };
        if ((verb != old.verb && !is_for_same_unit(b, like, old)) ||
            (flags_of(b, like) & RD_VERB_TAKES_BACK) != 0) {
            continue;
        }
        uint32_t count = variants(b, verb, old.arg[0], &from);
        if (count > 0 && draw(b, ++seen) == 0) {
            fresh = q->legal[from + draw(b, count)];
        }
    }
    b->child->order[b->child->orders++] = fresh;
    add_rest(b, old);
    return seen > 0 && !is_same(fresh, old);
}

/* The same as another unit is told: go where it goes, strike whom it strikes. */
static int32_t join(struct population *b)
{
    struct rd_action old = b->best->order[draw(b, b->best->orders)];
    struct rd_action fresh = b->best->order[draw(b, b->best->orders)];
    fresh.arg[0] = old.arg[0];
    b->child->order[b->child->orders++] = fresh;
    add_rest(b, old);
    return (flags_of(b, old) & flags_of(b, fresh) & RD_VERB_COMMANDS) != 0 && !is_same(fresh, old);
}

/* False: no child this time. */
static int32_t evolve_step(struct population *b, uint32_t parents)
{
    static int32_t (*const methods[METHODS])(struct population *) = { mutate, join, cross };
    uint32_t playbook = draw(b, b->suggestions > 0 ? METHODS + SUGGESTED_OF : METHODS);
    b->child->orders = 0;
    b->child->playbook = b->best->playbook;
    b->other = &b->e->pool->plan[draw(b, parents)];
    if (b->best->orders == 0 || b->other->orders == 0 ||
        !(playbook < METHODS ? methods[playbook] : try_suggestion)(b)) {
        return 0;
    }
    const struct rd_bot_question *q = b->e->search->question;
    return (flags_of(b, b->child->order[0]) & RD_VERB_ENDS_TURN) == 0 &&
           !is_same(b->child->order[0], b->best->order[0]) &&
           rd_bot_index(q, b->child->order[0]) != q->legal_count;
}

/* ---- selection ---- */

static void rehearse_best(struct population *b)
{
    b->best_value[b->known] = rd_plans_rehearse(b->e, b->best, b->known);
    b->known++;
}

/* On samples that both are played out on. Out of nodes: no. */
static int32_t is_better(struct population *b)
{
    const struct rd_search *s = b->e->search;
    int64_t lead = 0, squares = 0;
    for (uint32_t n = 0; n < SAMPLES && s->nodes < s->limit; n++) {
        rd_plans_guess(b->e, n);
        if (n == b->known) {
            rehearse_best(b);
        }
        b->child_value[n] = rd_plans_rehearse(b->e, b->child, n);
        int64_t more = b->child_value[n] - b->best_value[n];
        lead += more;
        squares += more * more;
        if (lead <= 0) {
            return 0;
        }
        if (lead > (int64_t)LEAD * (n + 1) && lead * lead > SURE * squares) {
            b->child->tries = n + 1;
            return 1;
        }
    }
    return 0;
}

/* Are there nodes for as many samples as a child needs at least? A turn of hundreds of orders has
 * no time for them. */
static int32_t can_win(const struct population *b)
{
    const struct rd_search *s = b->e->search;
    uint32_t playouts = s->playouts - b->playouts, samples = SURE + 1;
    uint32_t price = playouts == 0 ? b->best->orders : (s->nodes - b->nodes) / playouts;
    uint32_t known = b->known < samples ? b->known : samples;
    return s->nodes + price * (2 * samples - known) <= s->limit;
}

static void take_over(struct population *b)
{
    *b->best = *b->child;
    b->known = b->best->tries;
    memcpy(b->best_value, b->child_value, sizeof b->best_value);
}

/* False: the game's heuristics can tell, and there are none. */
static int32_t list_suggestions(struct population *b)
{
    const struct rd_search *s = b->e->search;
    const struct rd_bot_question *q = s->question;
    struct rd_search_position position = rd_search_position_of(s, &b->luck);
    if (s->heuristics->candidates == NULL) {
        return 1;
    }
    b->suggestions = s->heuristics->candidates(&position, q->legal, q->legal_count, b->suggested,
                                               RD_SEARCH_CHOICES);
    return b->suggestions > 0;
}

int32_t rd_plans_evolve(struct planning *e, uint32_t best, uint32_t count)
{
    struct rd_search *s = e->search;
    struct population b = { .e = e,
                            .luck = rd_luck_from_key(e->key[0] + 2, e->key[1]),
                            .nodes = s->nodes,
                            .playouts = s->playouts };
    int32_t changed = 0;
    b.best = &e->pool->plan[PLAN_EVOLVED];
    b.child = &e->pool->plan[PLAN_CHILD];
    *b.best = e->pool->plan[best];
    if (!can_win(&b) || !list_suggestions(&b)) {
        return 0;
    }
    s->near = 1;
    rd_plans_guess(e, 0);
    s->lead = s->heuristics->evaluate(s->root, s->question->seat);
    rehearse_best(&b);
    for (uint32_t barren = 0; can_win(&b) && barren < PLAN_ORDERS_MAX; barren++) {
        if (evolve_step(&b, count)) {
            barren = 0;
            if (is_better(&b)) {
                take_over(&b);
                changed = 1;
            }
        }
    }
    s->near = 0;
    return changed;
}
