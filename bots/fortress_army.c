/*
 * The army of Fortress Frontiers. Everybody who can strike does, where it counts most; the rest go
 * where the army is wanted: home if an enemy is near, to the enemy's base if there are enough of
 * them, else to a camp or a lair, whose gold makes the next ones. Nobody goes far ahead of the
 * others.
 */
#include "bots/fortress_playbooks.h"

#include <string.h>

#include "bots/blow.h"

enum {
    NONE = 0x7fffffff,
    WEAK = 45,       /* health below which a unit rests, if nobody is near */
    NEAR = 4,        /* steps of an enemy who does not let one rest */
    CLOSE = 6,       /* steps behind at which others still go with one */
    HUNT_REACH = 16, /* steps from the army to a camp that is worth the way */
    FAR_OUT = 12,    /* steps from home from where half of a muster goes on */
    RALLY = 3,       /* steps before the own base where the army gathers */
    CAMP_PAY = 150,
    DRAGON_PAY = 600,
    WORTH_TOWER = 60,
    WORTH_BASE = 600,
    QUARTERS = 4,    /* of a point of movement */
    CHARGE = 3,      /* steps that the fastest run at somebody */
    STEPS_TRIED = 5, /* cells that may turn out to be too far */
    HOME = 4         /* steps farther than intruders that are still at home */
};

struct army {
    struct fortress_field *f;
    uint32_t goal;
    uint32_t party; /* fighters who have to be together before they go on */
    uint32_t fighters;
    uint8_t slot[FORTRESS_UNITS_MAX]; /* of fighters, the foremost first */
    uint16_t steps[FORTRESS_CELLS];
};

/* ---- what the army is for ---- */

static uint32_t centre_of(const struct fortress_field *f)
{
    int32_t x = 0, y = 0, count = 0;
    for (uint32_t slot = 0; slot < f->s->side[f->me].units; slot++) {
        const struct fortress_piece *unit = fortress_unit(f, slot);
        if (fortress_is(unit->type, FORTRESS_T_FIGHTER)) {
            x += fortress_x(unit->cell);
            y += fortress_y(unit->cell);
            count++;
        }
    }
    return count == 0 ? f->base : fortress_cell(x / count, y / count);
}

/* The enemy nearest to home, if he is too near. */
static uint32_t intruder_of(const struct fortress_field *f)
{
    uint32_t best = NONE, nearest = f->playbook->guard + 1u;
    for (uint32_t i = 0; i < f->foes; i++) {
        uint32_t d = fortress_distance(f->foe[i].cell, f->base);
        if (f->foe[i].owner == f->other && f->foe[i].who < FORTRESS_FIRST_NEUTRAL && d < nearest) {
            nearest = d;
            best = f->foe[i].cell;
        }
    }
    return best;
}

/* The nearest camp, or lair if there are enough of us. */
static uint32_t prey_of(const struct fortress_field *f, uint32_t centre)
{
    uint32_t best = NONE, nearest = HUNT_REACH;
    if (f->playbook->hunters == 0 || f->fighters < f->playbook->hunters) {
        return NONE;
    }
    for (uint32_t i = 0; i < f->foes; i++) {
        const struct fortress_foe *foe = &f->foe[i];
        int32_t dares = foe->type == FORTRESS_CAMP_ARCHER ||
                        (foe->type == FORTRESS_DRAGON && f->fighters >= 2u * f->playbook->hunters);
        uint32_t d = fortress_distance(foe->cell, centre);
        if (dares && d < nearest) {
            nearest = d;
            best = foe->cell;
        }
    }
    return best;
}

static uint32_t rally_of(const struct fortress_field *f)
{
    uint32_t cell = f->base;
    for (uint32_t i = 0; i < RALLY; i++) {
        for (uint32_t d = 0; d < FORTRESS_DIRECTIONS; d++) {
            uint32_t next = fortress_beside(cell, d);
            if (next != RD_NO_CELL && fortress_has(&f->s->board.valid, next) &&
                fortress_distance(next, f->goal) < fortress_distance(cell, f->goal)) {
                cell = next;
                break;
            }
        }
    }
    return cell;
}

static void choose_goal(struct army *a)
{
    const struct fortress_field *f = a->f;
    uint32_t centre = centre_of(f);
    uint32_t enough = fortress_distance(centre, f->base) > FAR_OUT ? (f->playbook->muster + 1u) / 2
                                                                   : f->playbook->muster;
    uint32_t prey = prey_of(f, centre);
    if (f->fighters >= enough) {
        a->goal = f->goal;
        a->party = (f->playbook->muster + 1u) / 2;
    } else {
        a->goal = prey != NONE ? prey : rally_of(f);
        a->party = prey != NONE ? f->playbook->hunters : 0;
    }
}

/* ---- striking ---- */

static int32_t worth_of(const struct fortress_foe *foe)
{
    switch (foe->type) {
    case FORTRESS_BASE:
        return WORTH_BASE;
    case FORTRESS_TOWER:
        return WORTH_TOWER;
    case FORTRESS_CAMP_ARCHER:
        return CAMP_PAY;
    case FORTRESS_DRAGON:
        return DRAGON_PAY;
    default:
        return fortress_kinds[foe->type].cost;
    }
}

/* Of my fighters, those who are close enough to help against it. */
static uint32_t crowd_at(const struct fortress_field *f, uint32_t cell)
{
    uint32_t count = 0;
    for (uint32_t slot = 0; slot < f->s->side[f->me].units; slot++) {
        const struct fortress_piece *unit = fortress_unit(f, slot);
        count += fortress_is(unit->type, FORTRESS_T_FIGHTER) &&
                 fortress_distance(unit->cell, cell) <= NEAR;
    }
    return count;
}

static int32_t gain_of(const struct fortress_field *f, const struct fortress_piece *unit,
                       const struct fortress_foe *foe)
{
    const struct fortress_kind *kind = &fortress_kinds[unit->type];
    int32_t attack = fortress_is(unit->type, FORTRESS_T_SHOOTS) ? kind->ranged : kind->melee;
    attack = attack * (100 + unit->health) / 200;
    int32_t damage = rd_bot_blow(attack, fortress_kinds[foe->type].melee);
    int32_t dragon = foe->type == FORTRESS_DRAGON;
    if (foe->health <= 0 || (dragon && crowd_at(f, foe->cell) < 2u * f->playbook->hunters)) {
        return 0;
    }
    if (!f->playbook->focuses) {
        return worth_of(foe);
    }
    int32_t kills = damage >= foe->health;
    int32_t done = kills ? foe->health : damage;
    return worth_of(foe) * done / 100 + (kills ? worth_of(foe) / 2 : 0);
}

/* Orders the best that this verb can do to somebody in reach; 1 if there was one. */
static int32_t hit(struct fortress_field *f, const struct fortress_piece *unit, uint32_t verb,
                   uint32_t reach)
{
    int32_t bow = fortress_is(unit->type, FORTRESS_T_SHOOTS);
    struct fortress_foe *best = NULL;
    int32_t most = 0;
    for (uint32_t i = 0; i < f->foes; i++) {
        struct fortress_foe *foe = &f->foe[i];
        if (fortress_distance(unit->cell, foe->cell) > reach) {
            continue;
        }
        int32_t gain = gain_of(f, unit, foe);
        struct rd_action order = { (uint16_t)verb, { (uint16_t)unit->id, foe->cell, 0 } };
        if (gain > most && f->position->game->judge(f->s, f->position->seat, order).code == RD_OK) {
            most = gain;
            best = foe;
        }
    }
    if (best == NULL || !fortress_give(f, verb, unit->id, best->cell)) {
        return 0;
    }
    int32_t attack = bow ? fortress_kinds[unit->type].ranged : fortress_kinds[unit->type].melee;
    best->health = (int16_t)(best->health - rd_bot_blow(attack, fortress_kinds[best->type].melee));
    return 1;
}

/* R12.6: running into somebody who stands there is a blow, too. */
static int32_t strike(struct fortress_field *f, const struct fortress_piece *unit)
{
    if (fortress_is(unit->type, FORTRESS_T_SHOOTS)) {
        return hit(f, unit, FORTRESS_RANGED, fortress_kinds[unit->type].range + 1u);
    }
    return hit(f, unit, FORTRESS_MELEE, 1) ||
           (f->playbook->drilled && hit(f, unit, FORTRESS_MOVE, CHARGE));
}

/* ---- going ---- */

static int32_t foe_near(const struct fortress_field *f, uint32_t cell, uint32_t within)
{
    for (uint32_t i = 0; i < f->foes; i++) {
        if (f->foe[i].who < FORTRESS_FIRST_STRUCTURE &&
            fortress_distance(f->foe[i].cell, cell) <= within) {
            return 1;
        }
    }
    return 0;
}

/* To the free cell nearest to the goal; archers need not come close. */
static int32_t advance(struct army *a, uint32_t slot)
{
    struct fortress_field *f = a->f;
    const struct fortress_piece *unit = fortress_unit(f, slot);
    struct fortress_set refused = f->taken;
    uint32_t stride = fortress_kinds[unit->type].move / QUARTERS;
    for (uint32_t tries = 0; tries < STEPS_TRIED; tries++) {
        uint32_t best = NONE, least = a->steps[unit->cell];
        for (uint32_t i = 0; i < FORTRESS_DIRECTIONS * (FORTRESS_DIRECTIONS + 1); i++) {
            uint32_t cell = fortress_beside(unit->cell, i % FORTRESS_DIRECTIONS);
            uint32_t turn = i / FORTRESS_DIRECTIONS;
            if (cell != RD_NO_CELL && turn < FORTRESS_DIRECTIONS) {
                cell = fortress_beside(cell, turn);
            }
            if (cell != RD_NO_CELL && a->steps[cell] < least && cell != a->goal &&
                fortress_distance(unit->cell, cell) <= stride && !fortress_has(&refused, cell)) {
                least = a->steps[cell];
                best = cell;
            }
        }
        if (best == NONE) {
            return 0;
        }
        if (fortress_give(f, FORTRESS_MOVE, unit->id, best)) {
            fortress_remove(&f->taken, unit->cell);
            fortress_add(&f->taken, best);
            return 1;
        }
        fortress_add(&refused, best);
    }
    return 0;
}

/* Enough of us are ahead of this one or not far behind. */
static int32_t has_company(const struct army *a, uint32_t steps)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < a->fighters; i++) {
        count += a->steps[fortress_unit(a->f, a->slot[i])->cell] <= steps + CLOSE;
    }
    return count >= a->party;
}

static void order_fighter(struct army *a, uint32_t slot)
{
    struct fortress_field *f = a->f;
    const struct fortress_piece *unit = fortress_unit(f, slot);
    const struct fortress_plan *plan = &f->s->plan[fortress_unit_who(f->me, slot)];
    if (strike(f, unit)) {
        return;
    }
    if (unit->health < WEAK && !foe_near(f, unit->cell, NEAR)) {
        if (plan->standing == 0) {
            fortress_give(f, FORTRESS_HEAL_UNTIL_FULL, unit->id, 0);
        }
        return;
    }
    int32_t goes = plan->standing == 0 && has_company(a, a->steps[unit->cell]) && advance(a, slot);
    if (!goes && f->playbook->drilled && plan->standing == 0) {
        fortress_give(f, FORTRESS_DEFEND, unit->id, 0);
    }
}

/* The foremost first, so that those behind find room. */
static void line_up(struct army *a, const uint8_t *slots, uint32_t count)
{
    struct fortress_set cells;
    uint32_t idle = 0;
    memset(&cells, 0, sizeof cells);
    for (uint32_t i = 0; i < count; i++) {
        fortress_add(&cells, fortress_unit(a->f, slots[i])->cell);
        idle += !fortress_is_busy(a->f, slots[i]);
    }
    if (idle == 0) {
        return;
    }
    fortress_measure(&a->f->s->board, a->goal, &cells, a->steps);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t steps = a->steps[fortress_unit(a->f, slots[i])->cell], place = a->fighters++;
        for (; place > 0 && a->steps[fortress_unit(a->f, a->slot[place - 1])->cell] > steps;
             place--) {
            a->slot[place] = a->slot[place - 1];
        }
        a->slot[place] = slots[i];
    }
    for (uint32_t i = 0; i < a->fighters; i++) {
        if (!fortress_is_busy(a->f, a->slot[i])) {
            order_fighter(a, a->slot[i]);
        }
    }
}

/* Those at home see to intruders, the others go on with what the army is for. */
void fortress_order_army(struct fortress_field *f)
{
    struct army away = { .f = f }, home = { .f = f, .goal = intruder_of(f) };
    uint8_t slots[2][FORTRESS_UNITS_MAX];
    uint32_t count[2] = { 0, 0 };
    for (uint32_t slot = 0; slot < f->s->side[f->me].units; slot++) {
        const struct fortress_piece *unit = fortress_unit(f, slot);
        uint32_t at_home = home.goal != NONE && fortress_distance(unit->cell, f->base) <=
                                                    f->playbook->guard + (uint32_t)HOME;
        if (fortress_is(unit->type, FORTRESS_T_FIGHTER)) {
            slots[at_home][count[at_home]++] = (uint8_t)slot;
        }
    }
    line_up(&home, slots[1], count[1]);
    choose_goal(&away);
    line_up(&away, slots[0], count[0]);
}
