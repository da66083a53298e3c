/* Behaviour that stands and queues that go on: the orders they give at Upkeep (R8.5). */
#include "fortress_internal.h"

#include <string.h>

void fortress_drop_queue(struct fortress_plan *plan)
{
    plan->queue = 0;
    plan->given = 0;
    fortress_path_clear(plan);
}

int32_t fortress_move_order(const struct fortress_state *s, uint32_t who,
                            struct fortress_plan *plan, struct fortress_task *task)
{
    const struct fortress_task move = { FORTRESS_MOVE, 0, 0, 0, 0 };
    uint32_t seat = fortress_owner(who);
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    struct fortress_walk walk = { plan, seat, seat, s->piece[who].type,
                                  fortress_path_index(plan, s->piece[who].cell) };
    if (walk.from > plan->length) {
        return 0;
    }
    uint32_t steps = fortress_affordable(s, &walk);
    if (steps == 0) {
        return 0;
    }
    *task = move;
    plan->from = (uint8_t)walk.from;
    plan->steps = (uint8_t)steps;
    plan->expected = (uint16_t)fortress_path_cell(plan, walk.from + steps);
    return 1;
}

int32_t fortress_next_order(const struct fortress_state *s, uint32_t who,
                            struct fortress_plan *plan, struct fortress_task *task)
{
    return plan->queue == FORTRESS_MOVE_TO ? fortress_move_order(s, who, plan, task)
                                           : fortress_track_order(s, who, plan, task);
}

int32_t fortress_queue_again(struct fortress_state *s, uint32_t who, struct fortress_plan *plan,
                             struct fortress_task *task)
{
    struct fortress_side *side = &s->side[fortress_owner(who)];
    const struct fortress_side kept = *side;
    side->spent = 0;
    side->gold = plan->given ? FORTRESS_GOLD_MAX : side->gold;
    int32_t goes_on = fortress_next_order(s, who, plan, task);
    *side = kept;
    return goes_on;
}

/* ---- standing behaviour, a to d ---- */

static void order_simply(struct fortress_state *s, uint32_t who, uint32_t verb)
{
    struct fortress_task task = { (uint8_t)verb, 0, 0, 0, 0 };
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    s->task[who] = task;
}

static void order_auto_build(struct fortress_state *s, uint32_t who)
{
    struct fortress_plan *plan = fortress_plan_of(s, who);
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    RD_ASSERT(s->piece[who].cell < FORTRESS_CELLS);
    struct fortress_site site = fortress_site_read(s->site[s->piece[who].cell]);
    if (site.type == plan->standing_what && site.owner == fortress_owner(who) &&
        site.condition == FORTRESS_BUILDING) {
        struct fortress_task task = { FORTRESS_BUILD, plan->standing_what, 0, 0, 0 };
        s->task[who] = task;
    } else {
        plan->standing = plan->standing_what = 0;
    }
}

void fortress_order_by_behaviour(struct fortress_state *s, uint32_t who)
{
    switch (fortress_plan_of(s, who)->standing) {
    case FORTRESS_HEAL_UNTIL_FULL:
        if (s->piece[who].health < FORTRESS_HEALTH_MAX) {
            order_simply(s, who, FORTRESS_HEAL);
        }
        break;
    case FORTRESS_ALWAYS_DEFEND:
        order_simply(s, who, FORTRESS_DEFEND);
        break;
    case FORTRESS_ALWAYS_LOOKOUT:
        order_simply(s, who, FORTRESS_LOOKOUT);
        break;
    case FORTRESS_BUILD:
        order_auto_build(s, who);
        break;
    default:
        break;
    }
}

/* ---- wards, e ---- */

static void order_wards(struct fortress_state *s)
{
    for (uint32_t i = 0; i < s->ward_count; i++) {
        struct fortress_ward *ward = &s->ward[i];
        struct fortress_site site = fortress_site_read(s->site[ward->cell]);
        if (!ward->always || site.condition != FORTRESS_INTACT) {
            continue;
        }
        ward->always = s->side[site.owner].mana >= FORTRESS_WARD_COST;
        ward->ordered = ward->always;
    }
}

/* ---- queues, f and g ---- */

/* R9.8: a move has arrived, a build has left a track of one's own. */
static int32_t tracks_go_on(const struct fortress_state *s, uint32_t who)
{
    RD_ASSERT(who < FORTRESS_SEATS * FORTRESS_UNITS_MAX);
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    const struct fortress_plan *plan = &s->plan[who];
    uint32_t cell = s->piece[who].cell;
    if (cell != plan->expected) {
        return 0;
    }
    if (!plan->works) {
        return 1;
    }
    RD_ASSERT(cell < FORTRESS_CELLS);
    struct fortress_site site = fortress_site_read(s->site[cell]);
    return (site.type == FORTRESS_ROAD || site.type == FORTRESS_RAIL) &&
           site.owner == fortress_owner(who) && site.condition != FORTRESS_DISABLED;
}

/* Why a queue has no next order, short of its goal. */
static enum fortress_queue_end why_it_ends(const struct fortress_state *s, uint32_t who)
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    const struct fortress_plan *plan = &s->plan[who];
    if (s->piece[who].cell != plan->expected) {
        return FORTRESS_FELL_SHORT;
    }
    if (plan->queue == FORTRESS_MOVE_TO) {
        return FORTRESS_WAY_BLOCKED;
    }
    return tracks_go_on(s, who) ? FORTRESS_CANNOT_BUILD : FORTRESS_WORK_UNDONE;
}

/* The queue is over: it came to its goal, or something came between. */
static void tell_queue_over(struct fortress_turn *turn, uint32_t who)
{
    const struct fortress_state *s = turn->s;
    RD_ASSERT(who < FORTRESS_SEATS * FORTRESS_UNITS_MAX);
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    const struct fortress_plan *plan = &s->plan[who];
    uint32_t cell = s->piece[who].cell;
    int32_t there = cell == fortress_path_cell(plan, plan->length);
    int32_t rail = plan->queue == FORTRESS_RAIL_TO;
    if (there && plan->queue == FORTRESS_MOVE_TO) {
        fortress_tell_owner(turn, FORTRESS_E_ARRIVED, who, (int32_t)cell, 0);
    } else if (there && fortress_track_status(s, who, plan->queue, 0) == FORTRESS_SKIP) {
        fortress_tell_owner(turn, FORTRESS_E_WAY_BUILT, who, rail ? FORTRESS_RAIL : FORTRESS_ROAD,
                            (int32_t)cell);
    } else {
        fortress_tell_owner(turn, FORTRESS_E_QUEUE_ENDED, who, (int32_t)cell,
                            (int32_t)why_it_ends(s, who));
    }
}

static void order_by_queue(struct fortress_state *s, struct fortress_turn *turn, uint32_t who)
{
    struct fortress_plan *plan = fortress_plan_of(s, who);
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    struct fortress_task *task = &s->task[who];
    int32_t arrived = plan->queue == FORTRESS_MOVE_TO ? s->piece[who].cell == plan->expected
                                                      : tracks_go_on(s, who);
    if (!arrived || !fortress_next_order(s, who, plan, task)) {
        tell_queue_over(turn, who);
        fortress_drop_queue(plan);
    }
}

/* No unit has both. */
static void order_units(struct fortress_state *s, struct fortress_turn *turn, int32_t queues)
{
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        for (uint32_t slot = 0; slot < s->side[seat].units; slot++) {
            uint32_t who = fortress_unit_who(seat, slot);
            if (s->plan[who].queue == 0 && !queues) {
                fortress_order_by_behaviour(s, who);
            } else if (s->plan[who].queue != 0 && queues) {
                order_by_queue(s, turn, who);
            }
        }
    }
}

void fortress_standing_orders(struct fortress_state *s, struct fortress_turn *turn)
{
    order_units(s, turn, 0);
    order_wards(s);
    order_units(s, turn, 1);
}
