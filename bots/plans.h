/*
 * bots/plans.h - plans for the rest of a turn: what plans.c compares and evolve.c varies.
 */
#ifndef REDOUBT_BOTS_PLANS_H
#define REDOUBT_BOTS_PLANS_H

#include "bots/search.h"

enum {
    PLANS_MAX = 47,           /* compared */
    PLAN_ORDERS_MAX = 96,     /* orders of a plan */
    PLAN_EVOLVED = PLANS_MAX, /* places in the pool beyond those: the best so far, */
    PLAN_CHILD,               /* and what it is compared with */
    PLAN_PLACES
};

struct plan {
    struct rd_action order[PLAN_ORDERS_MAX];
    uint32_t orders;
    uint32_t playbook; /* to go on by */
    uint32_t whole;    /* it ends the turn by itself */
    uint32_t doubted;  /* no playbook would do this */
    uint32_t tries;
    int64_t sum;
};

struct pool {
    struct plan plan[PLAN_PLACES];
};

struct planning {
    struct rd_search *search;
    struct pool *pool;
    uint32_t count, size; /* plans, and how many there may be */
    uint32_t others;      /* playbooks to expect of others */
    uint64_t key[2];      /* of the luck that all plans share */
};

/* Another guess of what is hidden, the same for all plans; then a plan played out from there. */
void rd_plans_guess(struct planning *e, uint32_t sample);
int32_t rd_plans_rehearse(struct planning *e, const struct plan *plan, uint32_t sample);

/* evolve.c: vary one of so many plans until the nodes are spent. False: nothing better was found;
 * else it is at PLAN_EVOLVED, without tries. */
int32_t rd_plans_evolve(struct planning *e, uint32_t best, uint32_t count);

#endif
