/* The combat stage of civ: attack groups in the order of their targets (R11.3 to R11.5). */
#include "civ_internal.h"

#include <string.h>

enum { DEADLY = 1000 /* more than any army has */ };

/* One target and whoever attacks it: a unit's entry in its list tells all. */
struct group {
    uint32_t target;
    uint32_t source[CIV_STEPS]; /* by step; RD_NO_CELL where there is none */
    uint32_t mark[CIV_STEPS];   /* the entry of a unit that attacks from there */
    uint32_t armies[CIV_STEPS];
    uint32_t attackers; /* armies of all sides */
    uint32_t defenders[CIV_SEATS];
    uint32_t defended; /* sum of them */
};

static uint32_t count_of(const uint16_t *list, uint32_t count, uint32_t mask, uint32_t value)
{
    uint32_t found = 0;
    for (uint32_t i = civ_find(list, 0, count, mask, value); i < count;
         i = civ_find(list, i + 1, count, mask, value)) {
        found++;
    }
    return found;
}

static void gather(const struct civ_context *context, uint32_t target, struct group *group)
{
    static const uint8_t opposite[CIV_STEPS] = { 0, 3, 4, 1, 2 };
    RD_ASSERT(context->seat < CIV_SEATS);
    const struct civ_side *own = &context->state->side[context->seat];
    memset(group, 0, sizeof *group);
    group->target = target;
    for (uint32_t step = 1; step < CIV_STEPS; step++) {
        uint32_t source = civ_stepped(&context->state->common, target, opposite[step]);
        group->source[step] = source;
        if (source != RD_NO_CELL) {
            group->mark[step] = source | step << CIV_ATTACK_SHIFT | CIV_MOVED;
            group->armies[step] = count_of(own->army, own->armies, 0xffff, group->mark[step]);
            group->attackers += group->armies[step];
        }
    }
}

static void count_defenders(const struct civ_context *context, struct group *group)
{
    for (uint32_t seat = 0; seat < CIV_SEATS; seat++) {
        const struct civ_side *side = &context->state->side[seat];
        if (seat != context->seat) {
            group->defenders[seat] =
                count_of(side->army, side->armies, CIV_CELL_BITS, group->target);
            group->defended += group->defenders[seat];
        }
    }
}

/* ---- workers -------------------------------------------------------------------------------- */

static void tell_workers_killed(struct civ_context *context, uint32_t seat, uint32_t cell,
                                uint32_t lost, rd_seats seen_by)
{
    const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)seat, (int32_t)cell, (int32_t)lost };
    civ_tell(context, CIV_E_WORKERS_KILLED, seen_by, arg);
}

void civ_tell_workers_fallen(struct civ_context *context, uint32_t from, uint32_t to, uint32_t lost)
{
    if (context->log != NULL && lost > 0) {
        rd_seats seen_by = civ_tell_fallen(context, CIV_WORKER, from, to, lost);
        tell_workers_killed(context, context->seat, from, lost, seen_by);
    }
}

void civ_kill_workers(struct civ_context *context, uint32_t cell)
{
    for (uint32_t seat = 0; seat < CIV_SEATS; seat++) {
        if (seat != context->seat) {
            uint32_t lost = civ_drop_workers_at(&context->state->side[seat], cell);
            if (context->log != NULL && lost > 0) {
                tell_workers_killed(context, seat, cell, lost, civ_witnesses(context, cell));
            }
        }
    }
}

/* R11.3: attacking workers die where anybody is, and walk in where nobody is any more. */
static void settle_workers(struct civ_context *context, const struct group *group, uint32_t step,
                           int32_t contact)
{
    RD_ASSERT(context->seat < CIV_SEATS);
    struct civ_side *own = &context->state->side[context->seat];
    uint32_t lost = 0;
    for (uint32_t i = civ_find(own->worker, 0, own->workers, 0xffff, group->mark[step]);
         i < own->workers; i = civ_find(own->worker, i, own->workers, 0xffff, group->mark[step])) {
        if (contact) {
            civ_drop_worker(own, i);
            lost++;
        } else {
            own->worker[i] = (uint16_t)(group->target | CIV_MOVED);
            civ_tell_moved(context, CIV_WORKER, group->source[step], group->target);
        }
    }
    civ_tell_workers_fallen(context, group->source[step], group->target, lost);
}

/* ---- armies ---- */

/* R2.1 and R10.1, in tenths */
static uint64_t strength(const struct civ_side *side, enum civ_technology what)
{
    RD_ASSERT(what < CIV_TECHNOLOGIES);
    return 10u + 3u * (uint64_t)side->research[what];
}

/* What many armies of one seat do to each of some others, R11.4. */
static uint32_t damage(uint64_t offense, uint64_t many, uint64_t defense, uint64_t some)
{
    uint64_t exact = 100 * offense * many / (defense * some);
    return exact > DEADLY ? (uint32_t)DEADLY : (uint32_t)exact;
}

static uint32_t damage_to_attackers(const struct civ_context *context, const struct group *group)
{
    RD_ASSERT(context->seat < CIV_SEATS);
    const struct civ_side *own = &context->state->side[context->seat];
    uint32_t sum = 0;
    for (uint32_t seat = 0; seat < CIV_SEATS; seat++) {
        if (group->defenders[seat] > 0) {
            sum += damage(strength(&context->state->side[seat], CIV_OFFENSE),
                          group->defenders[seat], strength(own, CIV_DEFENSE), group->attackers);
        }
    }
    return sum;
}

/* Who fights hears of the battle; so does whoever sees the target and all who attack it. */
static rd_seats audience(const struct civ_context *context, const struct group *group)
{
    uint32_t parties = civ_only(context->seat);
    uint32_t watchers = civ_witnesses(context, group->target);
    for (uint32_t seat = 0; seat < CIV_SEATS; seat++) {
        parties |= group->defenders[seat] > 0 ? RD_SEAT_BIT(seat) : 0u;
    }
    for (uint32_t step = 1; step < CIV_STEPS; step++) {
        watchers &= group->armies[step] > 0 ? civ_witnesses(context, group->source[step]) : 0xffu;
    }
    return (rd_seats)(parties | watchers);
}

struct blow {
    uint32_t seat, cell, attack, damage;
    uint32_t target; /* of the attackers, when they are the ones struck */
    uint32_t cause;
    rd_seats parties; /* hear of blows that leave no trace */
};

static void tell_struck(struct civ_context *context, const struct blow *blow,
                        struct civ_losses losses)
{
    const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)blow->seat, (int32_t)blow->cell,
                                             (int32_t)losses.struck, (int32_t)blow->damage,
                                             (int32_t)losses.dead };
    rd_seats seen_by = civ_witnesses(context, blow->cell);
    if (blow->seat == context->seat) {
        seen_by = civ_tell_fallen(context, CIV_ARMY, blow->cell, blow->target, losses.dead);
    }
    civ_tell_because(context, CIV_E_STRUCK, blow->damage > 0 ? seen_by : blow->parties, blow->cause,
                     arg);
}

static uint32_t strike(struct civ_context *context, const struct blow *blow)
{
    RD_ASSERT(blow->seat < CIV_SEATS);
    struct civ_losses losses =
        civ_strike(&context->state->side[blow->seat], blow->cell, blow->attack, blow->damage);
    if (context->log != NULL && losses.struck > 0) {
        tell_struck(context, blow, losses);
    }
    return losses.dead;
}

/* R11.4: all blows are dealt at the same time. Returns how many defenders are left. */
static uint32_t fight(struct civ_context *context, struct group *group)
{
    struct civ_state *s = context->state;
    struct blow blow = { .cell = group->target, .attack = 0xff, .target = group->target };
    uint32_t back = damage_to_attackers(context, group);
    uint32_t left = group->defended;
    if (context->log != NULL) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)context->seat, (int32_t)group->target,
                                                 (int32_t)group->attackers,
                                                 (int32_t)group->defended };
        blow.parties = audience(context, group);
        blow.cause = civ_tell(context, CIV_E_BATTLE, blow.parties, arg);
    }
    for (blow.seat = 0; blow.seat < CIV_SEATS; blow.seat++) {
        if (group->defenders[blow.seat] > 0) {
            RD_ASSERT(context->seat < CIV_SEATS);
            blow.damage = damage(strength(&s->side[context->seat], CIV_OFFENSE), group->attackers,
                                 strength(&s->side[blow.seat], CIV_DEFENSE), group->defended);
            left -= strike(context, &blow);
        }
    }
    blow.seat = context->seat;
    blow.damage = back;
    for (blow.attack = 1; blow.attack < CIV_STEPS; blow.attack++) {
        if (group->armies[blow.attack] > 0) {
            blow.cell = group->source[blow.attack];
            group->attackers -= strike(context, &blow);
        }
    }
    return left;
}

/* R11.5: those who won walk in, those who did not stay. */
static void settle_armies(struct civ_context *context, const struct group *group, int32_t won)
{
    RD_ASSERT(context->seat < CIV_SEATS);
    struct civ_side *own = &context->state->side[context->seat];
    for (uint32_t step = 1; step < CIV_STEPS; step++) {
        if (group->armies[step] == 0) {
            continue;
        }
        uint32_t there = (won ? group->target : group->source[step]) | CIV_MOVED;
        for (uint32_t i = civ_find(own->army, 0, own->armies, 0xffff, group->mark[step]);
             i < own->armies;
             i = civ_find(own->army, i + 1, own->armies, 0xffff, group->mark[step])) {
            own->army[i] = (uint16_t)there;
            if (won) {
                civ_tell_moved(context, CIV_ARMY, group->source[step], group->target);
            }
        }
    }
}

static void resolve(struct civ_context *context, uint32_t target)
{
    struct civ_state *s = context->state;
    struct group group;
    gather(context, target, &group);
    int32_t contact = civ_foreign_unit(s, context->seat, target) < CIV_SEATS;
    if (contact) {
        civ_kill_workers(context, target);
    }
    for (uint32_t step = 1; step < CIV_STEPS; step++) {
        if (group.source[step] != RD_NO_CELL) {
            settle_workers(context, &group, step, contact);
        }
    }
    if (group.attackers == 0) {
        return;
    }
    count_defenders(context, &group);
    uint32_t left = group.defended > 0 ? fight(context, &group) : 0;
    settle_armies(context, &group, left == 0);
    uint32_t owner = civ_city_owner(s, target);
    if (left == 0 && group.attackers > 0 && owner < CIV_SEATS && owner != context->seat) {
        civ_capture(context, owner, target);
    }
}

void civ_clear_attacks(struct civ_state *state)
{
    RD_ASSERT(state->common.current < CIV_SEATS);
    struct civ_side *side = &state->side[state->common.current];
    if (state->common.target_count == 0) {
        return;
    }
    for (uint32_t i = 0; i < side->workers; i++) {
        side->worker[i] = (uint16_t)(side->worker[i] & ~CIV_ATTACK_BITS);
    }
    for (uint32_t i = 0; i < side->armies; i++) {
        side->army[i] = (uint16_t)(side->army[i] & ~CIV_ATTACK_BITS);
    }
    memset(state->target, 0, state->common.target_count * sizeof state->target[0]);
    state->common.target_count = 0;
}

void civ_combat_stage(struct civ_context *context)
{
    for (uint32_t i = 0; i < context->state->common.target_count; i++) {
        resolve(context, context->state->target[i]);
        civ_show(context, CIV_STEP_ATTACK);
    }
    civ_clear_attacks(context->state);
}
