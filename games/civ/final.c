/* Moves and fights of civ-final (R15.6 to R15.15): inside the order, one attacker at a time. */
#include "civ_internal.h"

#include <string.h>

void civ_final_move_worker(struct civ_deed *deed, uint32_t index, uint32_t to)
{
    RD_ASSERT(deed->seat < CIV_SEATS);
    struct civ_side *own = &deed->state->side[deed->seat];
    RD_ASSERT(index < CIV_WORKERS_MAX);
    uint32_t from = civ_cell_of(own->worker[index]);
    if (civ_foreign_unit(deed->state, deed->seat, to) == CIV_SEATS) {
        own->worker[index] = (uint16_t)(to | CIV_MOVED);
        civ_tell_moved(deed, CIV_WORKER, from, to);
        return;
    }
    civ_kill_workers(deed, to); /* R15.15 */
    civ_drop_worker(own, index);
    civ_tell_workers_fallen(deed, from, to, 1);
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

static void count_defenders(const struct civ_deed *deed, struct fight *fight)
{
    int32_t own_count = (deed->state->table.defects & CIV_B2) != 0 || fight->from == fight->to;
    for (uint32_t seat = 0; seat < CIV_SEATS; seat++) {
        if (seat != deed->seat || own_count) {
            fight->defenders[seat] = armies_at(&deed->state->side[seat], fight->to);
            fight->defended += fight->defenders[seat];
        }
    }
    fight->left = fight->defended;
}

/* R15.8 and R15.9, with the armies of several seats as R11.4 has them where B4 is off. */
static void weigh(const struct civ_deed *deed, struct fight *fight)
{
    const struct civ_state *s = deed->state;
    RD_ASSERT(deed->seat < CIV_SEATS);
    const struct civ_side *own = &s->side[deed->seat];
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

static void tell_battle(struct civ_deed *deed, struct fight *fight)
{
    if (deed->log == NULL) {
        return;
    }
    const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)deed->seat, (int32_t)fight->to, 1,
                                             (int32_t)fight->defended };
    rd_seats both = civ_witnesses(deed, fight->to) & civ_witnesses(deed, fight->from);
    fight->cause = civ_tell(deed, CIV_E_BATTLE, both, arg);
}

static void tell_struck(struct civ_deed *deed, const struct fight *fight, uint32_t seat,
                        struct civ_losses losses)
{
    if (deed->log == NULL || losses.struck == 0) {
        return;
    }
    RD_ASSERT(seat < CIV_SEATS);
    uint32_t damage = fight->damage[seat];
    const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)seat, (int32_t)fight->to,
                                             (int32_t)losses.struck, (int32_t)damage,
                                             (int32_t)losses.dead };
    rd_seats seen_by = civ_witnesses(deed, fight->to);
    if (damage == 0) { /* leaves no trace: for those who see the whole battle */
        seen_by &= civ_witnesses(deed, fight->from);
    }
    civ_tell_because(deed, CIV_E_STRUCK, seen_by, fight->cause, arg);
}

/* What the mover suffers where it comes from. One that stays is told of among the defenders. */
static void tell_mover(struct civ_deed *deed, const struct fight *fight)
{
    if (deed->log == NULL || fight->from == fight->to) {
        return;
    }
    const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)deed->seat, (int32_t)fight->from, 1,
                                             (int32_t)fight->back, !fight->lives };
    rd_seats seen_by =
        civ_tell_fallen(deed, CIV_ARMY, fight->from, fight->to, (uint32_t)!fight->lives);
    civ_tell_because(deed, CIV_E_STRUCK, seen_by, fight->cause, arg);
}

/* The mover takes its damage, then own defenders take theirs, itself among them if it stayed. */
static void strike_own(struct civ_deed *deed, struct fight *fight)
{
    RD_ASSERT(deed->seat < CIV_SEATS);
    struct civ_side *own = &deed->state->side[deed->seat];
    struct civ_losses there = { 0, 0 };
    uint32_t kept = 0;
    uint32_t mover = fight->index;
    uint32_t fight_own = fight->defenders[deed->seat] > 0;
    fight->lives = 0;
    for (uint32_t i = 0; i < own->armies; i++) {
        int32_t health = own->health[i];
        uint32_t army = own->army[i];
        uint32_t defends = fight_own && civ_cell_of(army) == fight->to;
        health -= i == mover ? (int32_t)fight->back : 0;
        health -= defends ? (int32_t)fight->damage[deed->seat] : 0;
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
    tell_struck(deed, fight, deed->seat, there);
    tell_mover(deed, fight);
}

static void strike_all(struct civ_deed *deed, struct fight *fight)
{
    for (uint32_t seat = 0; seat < CIV_SEATS; seat++) {
        if (seat != deed->seat && fight->defenders[seat] > 0) {
            struct civ_losses losses =
                civ_strike(&deed->state->side[seat], fight->to, 0xff, fight->damage[seat]);
            RD_ASSERT(fight->left >= losses.dead);
            fight->left -= losses.dead;
            tell_struck(deed, fight, seat, losses);
        }
    }
    strike_own(deed, fight);
}

/* R15.12 and R15.13 */
static int32_t takes_city(const struct civ_deed *deed, const struct fight *fight, uint32_t owner)
{
    if (owner == CIV_SEATS) {
        return 0;
    }
    if (fight->defended > 0 && fight->defenders[owner] > 0) {
        return 1; /* also one's own, after beating one's own: only lists change */
    }
    int32_t spared = fight->defended > 0 && (deed->state->table.defects & CIV_B8) != 0;
    return owner != deed->seat && !spared;
}

void civ_final_move_army(struct civ_deed *deed, uint32_t index, uint32_t to)
{
    struct civ_state *s = deed->state;
    RD_ASSERT(deed->seat < CIV_SEATS);
    struct civ_side *own = &s->side[deed->seat];
    RD_ASSERT(index < CIV_ARMIES_MAX);
    struct fight fight = { .index = index, .from = civ_cell_of(own->army[index]), .to = to };
    fight.lives = 1;
    civ_kill_workers(deed, to);
    count_defenders(deed, &fight);
    if (fight.defended > 0) {
        weigh(deed, &fight);
        tell_battle(deed, &fight);
        strike_all(deed, &fight);
    }
    if (fight.lives && fight.left == 0) {
        RD_ASSERT(fight.index < CIV_ARMIES_MAX);
        own->army[fight.index] = (uint16_t)(to | CIV_MOVED);
        civ_tell_moved(deed, CIV_ARMY, fight.from, to);
        uint32_t owner = civ_city_owner(s, to);
        if (takes_city(deed, &fight, owner)) {
            civ_capture(deed, owner, to);
        }
    }
    if (s->table.referee) {
        civ_check_conquest(deed);
    }
}
