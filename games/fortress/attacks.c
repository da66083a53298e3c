/* The Attacks step: everything is computed first, then applied (R10.3). */
#include "fortress_internal.h"

#include <string.h>

struct attack {
    uint16_t who, target;
    uint8_t ranged;
};

struct attacks {
    struct fortress_turn *turn;
    uint32_t count;
    struct attack attack[FORTRESS_SEATS * FORTRESS_UNITS_MAX]; /* as collected */
    uint8_t crowd[FORTRESS_WHO_MAX];                           /* attackers of a target */
    uint16_t target[FORTRESS_WHO_MAX];                         /* attacked, by id */
    uint32_t targets;
    struct fortress_batch ranged, melee;
};

enum {
    HEALTH_BITS = 32 /* damage is in 2^-32 health */
};

/* ---- spells that hurt ---- */

static void hit(struct attacks *a, uint32_t event, uint32_t who, uint32_t whom, uint32_t damage)
{
    struct fortress_turn *turn = a->turn;
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    RD_ASSERT(whom < FORTRESS_WHO_MAX);
    const struct fortress_piece *caster = &turn->s->piece[who], *victim = &turn->s->piece[whom];
    struct fortress_report report = { event,
                                      turn->cause[whom],
                                      (rd_seats)(fortress_witnesses(turn, who, caster->cell) &
                                                 fortress_witnesses(turn, whom, victim->cell)),
                                      { (int32_t)caster->id, (int32_t)victim->id,
                                        (int32_t)damage * 1000 } };
    turn->cause[whom] = fortress_tell(turn, &report);
    fortress_batch_add(&a->ranged, whom, fortress_owner(who), (uint64_t)damage << HEALTH_BITS);
}

static void throw_fireball(struct attacks *a, uint32_t who)
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    uint32_t whom = a->turn->target[who];
    const struct fortress_spell *spell = &fortress_spells[FORTRESS_FIREBALL];
    uint32_t damage = spell->amount;
    if (!fortress_is_mobile(whom)) {
        damage = spell->to_buildings;
    } else if (a->turn->s->piece[whom].type == FORTRESS_DRAGON) {
        damage = spell->to_dragons;
    }
    hit(a, FORTRESS_E_FIREBALL, who, whom, damage);
}

static uint32_t leap_from(struct attacks *a, uint32_t who, uint32_t from, uint32_t damage,
                          uint8_t *struck, uint16_t *layer)
{
    const struct fortress_turn *turn = a->turn;
    uint32_t count = 0;
    for (uint32_t d = 0; d < FORTRESS_DIRECTIONS; d++) {
        uint32_t cell = fortress_beside(turn->s->piece[from].cell, d);
        uint32_t whom =
            cell == RD_NO_CELL ? (uint32_t)FORTRESS_NOBODY : fortress_who_at(turn, cell);
        if (whom != FORTRESS_NOBODY && !struck[whom] &&
            fortress_owner(whom) != fortress_owner(who)) {
            struck[whom] = 1;
            layer[count] = (uint16_t)whom;
            count++;
            hit(a, FORTRESS_E_LEAPT, who, whom, damage);
        }
    }
    return count;
}

static void throw_lightning(struct attacks *a, uint32_t who)
{
    uint8_t struck[FORTRESS_WHO_MAX] = { 0 };
    uint16_t queue[FORTRESS_MOBILE_MAX];
    uint32_t first = 0, end = 1;
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    queue[0] = a->turn->target[who];
    struck[queue[0]] = 1;
    hit(a, FORTRESS_E_LIGHTNING, who, queue[0], fortress_spells[FORTRESS_LIGHTNING].amount);
    for (uint32_t damage = fortress_spells[FORTRESS_LIGHTNING].amount / 2u; damage > 0;
         damage /= 2) {
        uint32_t layer_end = end;
        for (; first < layer_end; first++) {
            end += leap_from(a, who, queue[first], damage, struck, queue + end);
        }
    }
}

static void throw_spells(struct attacks *a)
{
    uint16_t caster[FORTRESS_WHO_MAX];
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        uint32_t count =
            fortress_casters(a->turn->s, seat, FORTRESS_FIREBALL, FORTRESS_LIGHTNING, caster);
        for (uint32_t i = 0; i < count; i++) {
            if (!fortress_pay_spell(a->turn, caster[i])) {
                continue;
            }
            if (a->turn->s->task[caster[i]].verb == FORTRESS_FIREBALL) {
                throw_fireball(a, caster[i]);
            } else {
                throw_lightning(a, caster[i]);
            }
        }
    }
}

/* ---- arrows and blades ---- */

static void collect_seat(struct attacks *a, uint32_t seat)
{
    struct fortress_turn *turn = a->turn;
    uint16_t unit[FORTRESS_WHO_MAX];
    uint32_t count = fortress_casters(turn->s, seat, FORTRESS_RANGED, FORTRESS_MELEE, unit);
    for (uint32_t i = 0; i < count; i++) {
        const struct fortress_task *task = &turn->s->task[unit[i]];
        uint32_t target = turn->target[unit[i]];
        if (!fortress_lives(turn, target)) {
            fortress_tell_owner(turn, FORTRESS_E_TARGET_GONE, unit[i], task->cell, 0);
            continue;
        }
        struct attack attack = { unit[i], (uint16_t)target, task->verb == FORTRESS_RANGED };
        a->attack[a->count] = attack;
        a->count++;
        if (a->crowd[target] == 0) {
            a->target[a->targets] = (uint16_t)target;
            a->targets++;
        }
        a->crowd[target]++;
    }
}

static void sort_targets(struct attacks *a)
{
    const struct fortress_piece *piece = a->turn->s->piece;
    for (uint32_t i = 1; i < a->targets; i++) {
        uint16_t one = a->target[i];
        uint32_t place = i;
        while (place > 0 && piece[a->target[place - 1]].id > piece[one].id) {
            a->target[place] = a->target[place - 1];
            place--;
        }
        a->target[place] = one;
    }
}

/* R11.4: who answers for this target, or FORTRESS_NOBODY. */
uint32_t fortress_retaliator(const struct fortress_turn *turn, uint32_t target, uint32_t attacker,
                             int32_t ranged)
{
    const struct fortress_piece *piece = turn->s->piece;
    uint32_t who = target;
    if (!fortress_is_mobile(target)) {
        who = fortress_who_at(turn, piece[target].cell);
        if (who == FORTRESS_NOBODY || fortress_owner(who) != fortress_owner(target)) {
            return FORTRESS_NOBODY;
        }
    }
    if (!fortress_defends(turn, who)) {
        return FORTRESS_NOBODY;
    }
    int32_t adjacent = fortress_distance(piece[who].cell, piece[attacker].cell) == 1;
    int32_t shoots = ranged && fortress_is(piece[who].type, FORTRESS_T_SHOOTS);
    return adjacent || shoots ? who : (uint32_t)FORTRESS_NOBODY;
}

static void answer(struct attacks *a, const struct attack *attack, struct fortress_batch *batch)
{
    struct fortress_turn *turn = a->turn;
    uint32_t who = fortress_retaliator(turn, attack->target, attack->who, attack->ranged);
    if (who == FORTRESS_NOBODY) {
        return;
    }
    int32_t bow = attack->ranged && fortress_is(turn->s->piece[who].type, FORTRESS_T_SHOOTS);
    uint32_t victim = attack->who;
    RD_ASSERT(victim < FORTRESS_WHO_MAX);
    uint32_t cover = fortress_who_on(turn, turn->s->piece[victim].cell);
    if (cover != FORTRESS_NOBODY && fortress_owner(cover) == fortress_owner(victim)) {
        victim = cover; /* R11.4 b */
    }
    struct fortress_blow blow = {
        FORTRESS_E_ANSWERED, who, victim, bow ? FORTRESS_RANGED_BLOW : FORTRESS_MELEE_BLOW, 1, 0
    };
    fortress_batch_add(batch, victim, fortress_owner(who), fortress_damage(turn, &blow));
}

static void strike(struct attacks *a, const struct attack *attack)
{
    struct fortress_batch *batch = attack->ranged ? &a->ranged : &a->melee;
    RD_ASSERT(attack->target < FORTRESS_WHO_MAX);
    struct fortress_blow blow = { attack->ranged ? FORTRESS_E_SHOT : FORTRESS_E_STRUCK,
                                  attack->who,
                                  attack->target,
                                  attack->ranged ? FORTRESS_RANGED_BLOW : FORTRESS_MELEE_BLOW,
                                  a->crowd[attack->target],
                                  0 };
    fortress_batch_add(batch, attack->target, fortress_owner(attack->who),
                       fortress_damage(a->turn, &blow));
    answer(a, attack, batch);
}

static int32_t comes_before(const struct fortress_state *s, const struct attack *x,
                            const struct attack *y)
{
    RD_ASSERT(x->who < FORTRESS_WHO_MAX);
    RD_ASSERT(y->who < FORTRESS_WHO_MAX);
    uint32_t first = s->task[x->who].order, second = s->task[y->who].order;
    return first < second || (first == second && s->piece[x->who].id < s->piece[y->who].id);
}

/* The melee attackers of a target by priority, then id. */
static uint32_t melee_against(const struct attacks *a, uint32_t target, struct attack *out)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < a->count; i++) {
        const struct attack *attack = &a->attack[i];
        if (attack->ranged || attack->target != target) {
            continue;
        }
        uint32_t place = count++;
        while (place > 0 && comes_before(a->turn->s, attack, &out[place - 1])) {
            out[place] = out[place - 1];
            place--;
        }
        out[place] = *attack;
    }
    return count;
}

static void strike_all(struct attacks *a)
{
    struct attack melee[FORTRESS_SEATS * FORTRESS_UNITS_MAX];
    for (uint32_t t = 0; t < a->targets; t++) {
        for (uint32_t i = 0; i < a->count; i++) {
            if (a->attack[i].ranged && a->attack[i].target == a->target[t]) {
                strike(a, &a->attack[i]);
            }
        }
    }
    for (uint32_t t = 0; t < a->targets; t++) {
        uint32_t count = melee_against(a, a->target[t], melee);
        for (uint32_t i = 0; i < count; i++) {
            strike(a, &melee[i]);
        }
    }
}

/* ---- last breaths, R15.5 ---- */

static int32_t would_die(const struct attacks *a, uint32_t who)
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    int32_t health = a->turn->s->piece[who].health;
    health -= fortress_min((int32_t)fortress_whole(fortress_batch_loss(&a->ranged, who)), health);
    return health == 0 || fortress_whole(fortress_batch_loss(&a->melee, who)) >= (uint32_t)health;
}

static void attack_in_death(struct attacks *a)
{
    uint16_t dying[FORTRESS_NEUTRALS_MAX];
    uint16_t ranked[FORTRESS_NEUTRALS_MAX];
    uint32_t count = 0, neutrals = fortress_ranked_neutrals(a->turn->s, ranked);
    for (uint32_t i = 0; i < neutrals; i++) {
        if (would_die(a, ranked[i])) {
            dying[count] = ranked[i];
            count++;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        fortress_death_attack(a->turn, dying[i], &a->ranged, &a->melee);
    }
}

/* ---- applying ---- */

static void apply_ranged(struct attacks *a)
{
    struct fortress_turn *turn = a->turn;
    fortress_batch_sort(turn, &a->ranged);
    for (uint32_t i = 0; i < a->ranged.count; i++) {
        const struct fortress_wound *wound = &a->ranged.wound[i];
        fortress_hurt(turn, wound->who, wound->loss);
        if (turn->s->piece[wound->who].health == 0) {
            int32_t neutral = fortress_owner(wound->who) == FORTRESS_NEUTRAL;
            fortress_kill(turn, wound->who, fortress_credit(turn, wound, neutral));
        }
    }
}

static void advance(struct attacks *a, uint32_t target)
{
    struct fortress_turn *turn = a->turn;
    struct fortress_piece *piece = turn->s->piece;
    struct attack melee[FORTRESS_SEATS * FORTRESS_UNITS_MAX];
    uint32_t cell = piece[target].cell;
    uint32_t count = melee_against(a, target, melee);
    uint32_t there = fortress_who_at(turn, cell);
    if (there != FORTRESS_NOBODY && there != target) {
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t who = melee[i].who;
        if (piece[who].health == 0) {
            continue;
        }
        uint32_t from = piece[who].cell;
        fortress_leave(turn, who);
        fortress_enter(turn, who, cell);
        fortress_tell_way(turn, FORTRESS_E_ADVANCED, who, from, cell);
        if (fortress_is_mobile(target)) { /* R3.5 a */
            piece[who].rank = piece[target].rank;
        }
        fortress_spring_trap(turn, who);
        return;
    }
}

static void apply_melee(struct attacks *a)
{
    struct fortress_turn *turn = a->turn;
    struct fortress_batch *batch = &a->melee;
    uint8_t died[FORTRESS_WHO_MAX];
    fortress_batch_sort(turn, batch);
    for (uint32_t i = 0; i < batch->count; i++) {
        uint32_t who = batch->wound[i].who;
        died[i] = 0;
        if (turn->s->piece[who].health > 0) { /* it outlived the batch before */
            fortress_hurt(turn, who, batch->wound[i].loss);
            died[i] = turn->s->piece[who].health == 0;
        }
    }
    for (uint32_t i = 0; i < batch->count; i++) {
        const struct fortress_wound *wound = &batch->wound[i];
        if (!died[i]) {
            continue;
        }
        int32_t neutral = fortress_owner(wound->who) == FORTRESS_NEUTRAL;
        uint32_t credit = fortress_credit(turn, wound, neutral);
        advance(a, wound->who);
        fortress_kill(turn, wound->who, credit);
    }
}

void fortress_attack_step(struct fortress_turn *turn)
{
    struct attacks a;
    a.turn = turn;
    a.count = a.targets = 0;
    memset(a.crowd, 0, sizeof a.crowd);
    fortress_batch_begin(&a.ranged);
    fortress_batch_begin(&a.melee);
    collect_seat(&a, 0);
    collect_seat(&a, 1);
    sort_targets(&a);
    strike_all(&a);
    throw_spells(&a);
    attack_in_death(&a);
    apply_ranged(&a);
    apply_melee(&a);
}
