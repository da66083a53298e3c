/* The invariants of orders, plans and queues. */
#include "fortress_internal.h"

#include <string.h>

/* ---- paths ---- */

static const char *audit_path(const struct fortress_state *s, const struct fortress_plan *plan)
{
    uint32_t cell = plan->origin;
    if (plan->length > FORTRESS_PATH_MAX || plan->from + plan->steps > plan->length) {
        return "a path is too long";
    }
    if (plan->length == 0 && (plan->origin != 0 || plan->expected != 0)) {
        return "a path without steps";
    }
    for (uint32_t i = 0; i < FORTRESS_PATH_MAX; i++) {
        uint32_t direction = fortress_path_get(plan, i);
        if (i >= plan->length) {
            if (direction != 0) {
                return "bytes behind a path are not zero";
            }
            continue;
        }
        if (direction >= FORTRESS_DIRECTIONS || !fortress_exists(&s->board, cell)) {
            return "a path leaves the board";
        }
        cell = fortress_step(&s->board, cell, direction);
    }
    return plan->length > 0 && cell == RD_NO_CELL ? "a path leaves the board" : NULL;
}

static const char *audit_plan(const struct fortress_state *s, uint32_t who)
{
    RD_ASSERT(who < FORTRESS_SEATS * FORTRESS_UNITS_MAX);
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    const struct fortress_plan *plan = &s->plan[who];
    uint32_t type = s->piece[who].type;
    int32_t tracks = plan->queue == FORTRESS_ROAD_TO || plan->queue == FORTRESS_RAIL_TO;
    int32_t builds = plan->standing == FORTRESS_BUILD;
    if (plan->works != (plan->queue != 0 && s->task[who].verb == FORTRESS_BUILD) ||
        plan->given > 1 || (plan->given && plan->queue == 0)) {
        return "a flag of a plan is out of range";
    }
    if (plan->queue != 0 && plan->queue != FORTRESS_MOVE_TO && !tracks) {
        return "there is no such queue";
    }
    if ((tracks || builds) && !fortress_is(type, FORTRESS_T_BUILDS)) {
        return "only builders build";
    }
    if (plan->standing != 0 && plan->standing != FORTRESS_HEAL_UNTIL_FULL &&
        plan->standing != FORTRESS_ALWAYS_DEFEND && !builds &&
        (plan->standing != FORTRESS_ALWAYS_LOOKOUT || !fortress_is(type, FORTRESS_T_LOOKS_OUT))) {
        return "there is no such behaviour";
    }
    if (plan->standing_what >= (builds ? FORTRESS_STRUCTURES : 1)) {
        return "there is no such behaviour";
    }
    if (plan->queue != 0 && (plan->standing != 0 || plan->length == 0)) {
        return "a queue beside a behaviour, or without a path";
    }
    if (plan->queue == 0 &&
        (plan->expected != 0 || (s->task[who].verb != FORTRESS_MOVE && plan->length != 0))) {
        return "a path that nobody walks";
    }
    return audit_path(s, plan);
}

/* What a queue does this turn follows from it. */
static const char *audit_queue(const struct fortress_state *s, uint32_t who)
{
    RD_ASSERT(who < FORTRESS_SEATS * FORTRESS_UNITS_MAX);
    struct fortress_state again = *s;
    struct fortress_plan plan = s->plan[who];
    struct fortress_task task = { 0, 0, 0, 0, 0 };
    int32_t goes_on = fortress_queue_again(&again, who, &plan, &task);
    return goes_on && memcmp(&plan, &s->plan[who], sizeof plan) == 0 &&
                   memcmp(&task, &s->task[who], sizeof task) == 0
               ? NULL
               : "an order that does not follow from its queue";
}

/* ---- tasks ---- */

static const char *audit_move(const struct fortress_state *s, uint32_t who)
{
    RD_ASSERT(who < FORTRESS_SEATS * FORTRESS_UNITS_MAX);
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    const struct fortress_plan *plan = &s->plan[who];
    const struct fortress_task *task = &s->task[who];
    if (plan->steps == 0 || fortress_path_cell(plan, plan->from) != s->piece[who].cell) {
        return "a move does not begin where its unit is";
    }
    if ((plan->queue == 0) != (task->order != 0) || (plan->queue == 0 && plan->from != 0) ||
        (plan->queue == 0 && plan->steps != plan->length)) {
        return "a move is not what its path says";
    }
    return task->what != 0 || task->cell != 0 || task->pool != 0 ? "bytes of a move are not zero"
                                                                 : NULL;
}

static const char *audit_build(const struct fortress_state *s, uint32_t who)
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    const struct fortress_task *task = &s->task[who];
    uint32_t cell = s->piece[who].cell;
    RD_ASSERT(cell < FORTRESS_CELLS);
    int32_t fresh = s->know[fortress_owner(who)].site[cell] == 0;
    int32_t drains = task->what == FORTRESS_POOL || task->what == FORTRESS_PUMP;
    if (!fortress_is(s->piece[who].type, FORTRESS_T_BUILDS) || task->what >= FORTRESS_STRUCTURES) {
        return "only builders build";
    }
    if (!drains || !fresh) {
        return task->cell != 0 || task->pool != 0 ? "bytes of a build are not zero" : NULL;
    }
    if (!fortress_exists(&s->board, task->cell) || fortress_distance(cell, task->cell) != 1) {
        return "a pool or pump without a source";
    }
    if (task->what == FORTRESS_POOL) {
        return task->pool != 0 ? "bytes of a build are not zero" : NULL;
    }
    int32_t fits = fortress_exists(&s->board, task->pool) &&
                   fortress_distance(cell, task->pool) == 1 &&
                   fortress_distance(task->cell, task->pool) == 1;
    return fits ? NULL : "a pump without a pool";
}

static const char *audit_aimed(const struct fortress_state *s, uint32_t who)
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    const struct fortress_task *task = &s->task[who];
    int32_t buff = task->verb == FORTRESS_SPELL_BUFF;
    int32_t spell = task->verb >= FORTRESS_SPELL_HEAL;
    uint32_t type = s->piece[who].type;
    if (!fortress_exists(&s->board, task->cell) || task->pool != 0 ||
        (buff ? task->what == 0 || task->what > 20 : task->what != 0)) {
        return "an attack or spell at no cell";
    }
    if (spell && !fortress_is(type, FORTRESS_T_CASTS)) {
        return "only wizards, bases and towers cast spells";
    }
    if ((task->verb == FORTRESS_RANGED && !fortress_is(type, FORTRESS_T_SHOOTS)) ||
        (task->verb == FORTRESS_REPAIR && !fortress_is(type, FORTRESS_T_BUILDS))) {
        return "an order that its unit can't follow";
    }
    return NULL;
}

static const char *audit_rest(const struct fortress_task *task, uint32_t type)
{
    if (task->what != 0 || task->cell != 0 || task->pool != 0) {
        return "bytes of an order are not zero";
    }
    return task->verb == FORTRESS_LOOKOUT && !fortress_is(type, FORTRESS_T_LOOKS_OUT)
               ? "only scouts look out"
               : NULL;
}

static const char *audit_task(const struct fortress_state *s, uint32_t who)
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    const struct fortress_task *task = &s->task[who];
    int32_t mobile = fortress_is_mobile(who);
    switch (task->verb) {
    case 0:
        return task->order != 0 ? "a number without an order"
                                : audit_rest(task, s->piece[who].type);
    case FORTRESS_SPELL_HEAL:
    case FORTRESS_SPELL_BUFF:
    case FORTRESS_FIREBALL:
    case FORTRESS_LIGHTNING:
        return audit_aimed(s, who);
    case FORTRESS_RANGED:
    case FORTRESS_MELEE:
    case FORTRESS_REPAIR:
        return mobile ? audit_aimed(s, who) : "a base or tower only casts spells";
    case FORTRESS_MOVE:
        return mobile ? audit_move(s, who) : "a base or tower only casts spells";
    case FORTRESS_BUILD:
        return mobile ? audit_build(s, who) : "a base or tower only casts spells";
    case FORTRESS_HEAL:
    case FORTRESS_DEFEND:
    case FORTRESS_LOOKOUT:
    case FORTRESS_SABOTAGE:
        return mobile ? audit_rest(task, s->piece[who].type) : "a base or tower only casts spells";
    default:
        return "there is no such order";
    }
}

/* ---- where the numbers come from ---- */

static int32_t is_numbered(uint32_t verb)
{
    return verb == FORTRESS_MOVE || verb == FORTRESS_RANGED || verb == FORTRESS_MELEE;
}

static const char *audit_number(const struct fortress_state *s, uint32_t seat, uint32_t who)
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    const struct fortress_task *task = &s->task[who];
    int32_t derived = task->verb == FORTRESS_MOVE || task->verb == FORTRESS_BUILD ||
                      task->verb == FORTRESS_HEAL || task->verb == FORTRESS_DEFEND ||
                      task->verb == FORTRESS_LOOKOUT;
    if (task->verb != 0 && task->order == 0 && !derived) {
        return "an order that nobody gave";
    }
    if (task->order > (is_numbered(task->verb) ? s->side[seat].priority : 1)) {
        return "a priority that was never given";
    }
    for (uint32_t i = fortress_unit_who(seat, 0); i < who && task->order != 0; i++) {
        if (is_numbered(task->verb) && is_numbered(s->task[i].verb) &&
            s->task[i].order == task->order) {
            return "two orders have the same priority";
        }
    }
    return NULL;
}

/* An order that was not given follows from the plan. */
static const char *audit_origin(const struct fortress_state *s, uint32_t who)
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    const struct fortress_task *task = &s->task[who];
    RD_ASSERT(who < FORTRESS_SEATS * FORTRESS_UNITS_MAX);
    const struct fortress_plan *plan = &s->plan[who];
    uint32_t cause = 0;
    switch (task->verb) {
    case FORTRESS_HEAL:
        cause = FORTRESS_HEAL_UNTIL_FULL;
        break;
    case FORTRESS_DEFEND:
        cause = FORTRESS_ALWAYS_DEFEND;
        break;
    case FORTRESS_LOOKOUT:
        cause = FORTRESS_ALWAYS_LOOKOUT;
        break;
    case FORTRESS_BUILD:
        cause = plan->queue != 0 ? 0 : FORTRESS_BUILD;
        break;
    default:
        break;
    }
    int32_t healthy = s->piece[who].health == FORTRESS_HEALTH_MAX; /* R8.5: it need not rest */
    if (cause != 0 && plan->standing != cause && (task->order == 0 || cause == FORTRESS_BUILD)) {
        return "an order that nothing stands behind";
    }
    if (task->verb == FORTRESS_HEAL && task->order == 0 && healthy) {
        return "who is healthy rests unordered";
    }
    int32_t rested = plan->standing == FORTRESS_HEAL_UNTIL_FULL && task->verb == 0 && healthy;
    if (plan->standing != 0 && plan->standing != cause && !rested) {
        return "a behaviour beside another order";
    }
    if (plan->standing == FORTRESS_BUILD && task->what != plan->standing_what) {
        return "a behaviour beside another order";
    }
    if (plan->queue != 0 &&
        (task->order != 0 || (task->verb != FORTRESS_MOVE && task->verb != FORTRESS_BUILD))) {
        return "a queue beside another order";
    }
    return NULL;
}

const char *fortress_audit_orders(const struct fortress_state *s, uint32_t seat)
{
    RD_ASSERT(seat < FORTRESS_SEATS);
    const struct fortress_side *side = &s->side[seat];
    const char *flaw = NULL;
    for (uint32_t slot = 0; slot < side->units && flaw == NULL; slot++) {
        uint32_t who = fortress_unit_who(seat, slot);
        flaw = audit_plan(s, who);
        flaw = flaw == NULL ? audit_task(s, who) : flaw;
        flaw = flaw == NULL && s->plan[who].queue != 0 ? audit_queue(s, who) : flaw;
        flaw = flaw == NULL ? audit_number(s, seat, who) : flaw;
        flaw = flaw == NULL && s->ending == FORTRESS_PLAYING ? audit_origin(s, who) : flaw;
    }
    for (uint32_t slot = 0; slot < side->structures && flaw == NULL; slot++) {
        uint32_t who = fortress_structure_who(seat, slot);
        flaw = audit_task(s, who);
        if (flaw == NULL &&
            (s->task[who].order > 1 ||
             (s->task[who].verb != 0 && (s->task[who].order == 0 || s->piece[who].health == 0)))) {
            flaw = "an order of a base or tower that nobody gave";
        }
    }
    return flaw;
}
