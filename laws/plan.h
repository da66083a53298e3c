/*
 * laws/plan.h - what each seat is going to order in one simultaneous phase, for the laws that
 * play such a phase in several ways.
 */
#ifndef REDOUBT_LAWS_PLAN_H
#define REDOUBT_LAWS_PLAN_H

#include "laws/laws.h"

enum { PLAN_MAX = 24 /* orders of one seat in one phase */ };

struct plan {
    struct rd_action action[RD_SEATS_MAX][PLAN_MAX];
    uint32_t count[RD_SEATS_MAX];
    uint32_t total;
};

/* Random orders, or those of a bot, for every seat that is to act at the trial's position, each
 * seat's last one ending its turn. False: this is no simultaneous phase, or a seat did not come to
 * an end. */
bool plan_phase(struct trial *trial, struct plan *plan);

#endif
