/* Moves and fights of civ-final (R15.6 to R15.15): inside the order, one attacker at a time. */
#include "civ_internal.h"

#include <string.h>

void civ_final_move_worker(struct civ_context *context, uint32_t index, uint32_t to)
{
    RD_ASSERT(context->seat < CIV_SEATS);
    struct civ_side *own = &context->state->side[context->seat];
    RD_ASSERT(index < CIV_WORKERS_MAX);
    uint32_t from = civ_cell_of(own->worker[index]);
    if (civ_foreign_unit(context->state, context->seat, to) == CIV_SEATS) {
        own->worker[index] = (uint16_t)(to | CIV_MOVED);
        civ_tell_moved(context, CIV_WORKER, from, to);
        return;
    }
    civ_kill_workers(context, to); /* R15.15 */
    civ_drop_worker(own, index);
    civ_tell_workers_fallen(context, from, to, 1);
}

struct fight {
    uint32_t index; /* of the mover in its list */
    uint32_t from, to;
    uint32_t defenders[CIV_SEATS]; /* those that count, R15.10 */
    uint32_t defended, left;
    uint32_t damage[CIV_SEATS]; /* to each defender of a seat */
    uint32_t back;              /* to the mover */
    uint32_t cause;
    int32_t lives;
};

static uint32_t armies_at(const struct civ_side *side, uint32_t cell)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < side->armies; i++) {
        found += civ_cell_of(side->army[i]) == cell;
    }
    return found;
}

static void count_defenders(const struct civ_context *context, struct fight *fight)
{
    int32_t own_count = (context->state->common.defects & CIV_B2) != 0 || fight->from == fight->to;
    for (uint32_t seat = 0; seat < CIV_SEATS; seat++) {
        if (seat != context->seat || own_count) {
            fight->defenders[seat] = armies_at(&context->state->side[seat], fight->to);
            fight->defended += fight->defenders[seat];
        }
    }
    fight->left = fight->defended;
}

/* R15.8 and R15.9, with the armies of several seats as R11.4 has them where B4 is off. */
static void weigh(const struct civ_context *context, struct fight *fight)
{
    const struct civ_state *s = context->state;
    RD_ASSERT(context->seat < CIV_SEATS);
    const struct civ_side *own = &s->side[context->seat];
    struct civ_blow there = { .terrain_dealing = civ_terrain_at(s->terrain, fight->from),
                              .terrain_taking = civ_terrain_at(s->terrain, fight->to),
                              .home_dealing = (uint32_t)civ_has_city(own, fight->from) };
    for (uint32_t seat = 0; seat < CIV_SEATS; seat++) {
        const struct civ_side *side = &s->side[seat];
        if (fight->defenders[seat] == 0) {
            continue;
        }
        there.home_taking = (uint32_t)civ_has_city(side, fight->to);
        there.offense = own->research[CIV_OFFENSE];
        there.defense = side->research[CIV_DEFENSE];
        there.armies = fight->defended;
        struct civ_blow back = { .offense = side->research[CIV_OFFENSE],
                                 .defense = own->research[CIV_DEFENSE],
                                 .terrain_dealing = there.terrain_taking,
                                 .terrain_taking = there.terrain_dealing,
                                 .home_dealing = there.home_taking,
                                 .home_taking = there.home_dealing,
                                 .armies = fight->defenders[seat] };
        fight->damage[seat] = civ_final_attack(&there);
        fight->back += civ_final_defence(&back);
    }
}

static void tell_battle(struct civ_context *context, struct fight *fight)
{
    if (context->log == NULL) {
        return;
    }
    const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)context->seat, (int32_t)fight->to, 1,
                                             (int32_t)fight->defended };
    rd_seats both = civ_witnesses(context, fight->to) & civ_witnesses(context, fight->from);
    fight->cause = civ_tell(context, CIV_E_BATTLE, both, arg);
}

static void tell_struck(struct civ_context *context, const struct fight *fight, uint32_t seat,
                        struct civ_losses losses)
{
    if (context->log == NULL || losses.struck == 0) {
        return;
    }
    RD_ASSERT(seat < CIV_SEATS);
    uint32_t damage = fight->damage[seat];
    const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)seat, (int32_t)fight->to,
                                             (int32_t)losses.struck, (int32_t)damage,
                                             (int32_t)losses.dead };
    rd_seats seen_by = civ_witnesses(context, fight->to);
    if (damage == 0) { /* leaves no trace: for those who see the whole battle */
        seen_by &= civ_witnesses(context, fight->from);
    }
    civ_tell_because(context, CIV_E_STRUCK, seen_by, fight->cause, arg);
}

/* What the mover suffers where it comes from. One that stays is told of among the defenders. */
static void tell_mover(struct civ_context *context, const struct fight *fight)
{
    if (context->log == NULL || fight->from == fight->to) {
        return;
    }
    const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)context->seat, (int32_t)fight->from, 1,
                                             (int32_t)fight->back, !fight->lives };
    rd_seats seen_by =
        civ_tell_fallen(context, CIV_ARMY, fight->from, fight->to, (uint32_t)!fight->lives);
    civ_tell_because(context, CIV_E_STRUCK, seen_by, fight->cause, arg);
}

/* The mover takes its damage, then own defenders take theirs, itself among them if it stayed. */
static void strike_own(struct civ_context *context, struct fight *fight)
{
    RD_ASSERT(context->seat < CIV_SEATS);
    struct civ_side *own = &context->state->side[context->seat];
    struct civ_losses there = { 0, 0 };
    uint32_t kept = 0;
    uint32_t mover = fight->index;
    uint32_t fight_own = fight->defenders[context->seat] > 0;
    fight->lives = 0;
    for (uint32_t i = 0; i < own->armies; i++) {
        int32_t health = own->health[i];
        uint32_t army = own->army[i];
        uint32_t defends = fight_own && civ_cell_of(army) == fight->to;
        health -= i == mover ? (int32_t)fight->back : 0;
        health -= defends ? (int32_t)fight->damage[context->seat] : 0;
        there.struck += defends;
        there.dead += defends && health <= 0;
        if (health <= 0) {
            continue;
        }
        if (i == mover) {
            fight->lives = 1;
            fight->index = kept;
            army |= CIV_MOVED;
        }
        RD_ASSERT(kept < CIV_ARMIES_MAX);
        own->army[kept] = (uint16_t)army;
        own->health[kept] = (uint8_t)health;
        kept++;
    }
    civ_cut_armies(own, kept);
    RD_ASSERT(fight->left >= there.dead);
    fight->left -= there.dead;
    tell_struck(context, fight, context->seat, there);
    tell_mover(context, fight);
}

static void strike_all(struct civ_context *context, struct fight *fight)
{
    for (uint32_t seat = 0; seat < CIV_SEATS; seat++) {
        if (seat != context->seat && fight->defenders[seat] > 0) {
            struct civ_losses losses =
                civ_strike(&context->state->side[seat], fight->to, 0xff, fight->damage[seat]);
            RD_ASSERT(fight->left >= losses.dead);
            fight->left -= losses.dead;
            tell_struck(context, fight, seat, losses);
        }
    }
    strike_own(context, fight);
}

/* R15.12 and R15.13 */
static int32_t takes_city(const struct civ_context *context, const struct fight *fight,
                          uint32_t owner)
{
    if (owner == CIV_SEATS) {
        return 0;
    }
    if (fight->defended > 0 && fight->defenders[owner] > 0) {
        return 1; /* also one's own, after beating one's own: only lists change */
    }
    int32_t spared = fight->defended > 0 && (context->state->common.defects & CIV_B8) != 0;
    return owner != context->seat && !spared;
}

void civ_final_move_army(struct civ_context *context, uint32_t index, uint32_t to)
{
    struct civ_state *s = context->state;
    RD_ASSERT(context->seat < CIV_SEATS);
    struct civ_side *own = &s->side[context->seat];
    RD_ASSERT(index < CIV_ARMIES_MAX);
    struct fight fight = { .index = index, .from = civ_cell_of(own->army[index]), .to = to };
    fight.lives = 1;
    civ_kill_workers(context, to);
    count_defenders(context, &fight);
    if (fight.defended > 0) {
        weigh(context, &fight);
        tell_battle(context, &fight);
        strike_all(context, &fight);
    }
    if (fight.lives && fight.left == 0) {
        RD_ASSERT(fight.index < CIV_ARMIES_MAX);
        own->army[fight.index] = (uint16_t)(to | CIV_MOVED);
        civ_tell_moved(context, CIV_ARMY, fight.from, to);
        uint32_t owner = civ_city_owner(s, to);
        if (takes_city(context, &fight, owner)) {
            civ_capture(context, owner, to);
        }
    }
    if (s->common.referee) {
        civ_check_conquest(context);
    }
}
