/* One damage figure (R6.3), and the batch in which figures are added up and applied (R6.4). */
#include "classic_internal.h"

#include "redoubt/fixed.h"

enum { FULL = CLASSIC_HEALTH_MAX, EXPECTED_DAMAGE = 30, THOUSAND = 1000 };

struct classic_strength classic_melee_strength(const struct classic_unit *unit, int32_t penalty)
{
    /* R6.3: a base always strikes as if it had full health. */
    RD_ASSERT(unit->type < CLASSIC_TYPES);
    struct classic_strength strength = { classic_kinds[unit->type].melee, penalty,
                                         unit->type == CLASSIC_BASE ? FULL : unit->health };
    return strength;
}

static int32_t parts_of(const struct classic_strength *strength)
{
    return (strength->points - strength->penalty) * (FULL + strength->health);
}

/* ---- telling ---- */

/* Where a strength is not just its points, say what it was made of. Returns the new cause. */
static uint32_t tell_strength(const struct classic_turn *turn, uint32_t who,
                              const struct classic_strength *strength, uint32_t cause)
{
    if (strength->health == FULL && strength->penalty == 0) {
        return cause;
    }
    const int32_t arg[RD_EVENT_ARGS_MAX] = { turn->unit[who].id, strength->points,
                                             strength->penalty, strength->health,
                                             parts_of(strength) };
    return classic_tell(turn->log, CLASSIC_E_STRENGTH, cause, arg);
}

static int32_t thousandths(uint64_t damage)
{
    return (int32_t)((damage * THOUSAND + RD_FIXED_ONE / 2) / RD_FIXED_ONE);
}

/* The blows against one unit in one batch cause each other, so that all of them explain a death. */
static void tell_blow(struct classic_turn *turn, const struct classic_blow *blow, int32_t luck,
                      uint64_t damage)
{
    RD_ASSERT(blow->whom < CLASSIC_WHO_MAX);
    uint32_t cause = turn->is_wounded[blow->whom] ? turn->cause[blow->whom] : 0;
    cause = tell_strength(turn, blow->who, &blow->attack, cause);
    cause = tell_strength(turn, blow->whom, &blow->defence, cause);
    const int32_t arg[RD_EVENT_ARGS_MAX] = { turn->unit[blow->who].id,
                                             turn->unit[blow->whom].id,
                                             parts_of(&blow->attack),
                                             parts_of(&blow->defence),
                                             luck,
                                             thousandths(damage) };
    turn->cause[blow->whom] = classic_tell(turn->log, blow->event, cause, arg);
}

/* ---- striking ---- */

void classic_strike(struct classic_turn *turn, const struct classic_blow *blow)
{
    int32_t difference = parts_of(&blow->attack) - parts_of(&blow->defence);
    int32_t luck = CLASSIC_LUCK_ONE;
    if (!turn->open->steady) { /* R10.1, R10.2 */
        luck = CLASSIC_LUCK_LEAST + rd_luck_range(turn->luck, 0, CLASSIC_LUCK_SPAN);
    }
    uint64_t damage = rd_fixed_power(&rd_fixed_e_5120000, EXPECTED_DAMAGE, difference * luck);
    uint32_t whom = blow->whom;
    classic_watch(turn, blow->event, blow->who, whom);
    if (turn->log != NULL) {
        tell_blow(turn, blow, luck, damage);
    }
    RD_ASSERT(whom < CLASSIC_WHO_MAX);
    if (!turn->is_wounded[whom]) {
        turn->is_wounded[whom] = 1;
        turn->loss[whom] = 0;
        RD_ASSERT(turn->wounded_count < CLASSIC_WHO_MAX);
        turn->wounded[turn->wounded_count] = (uint16_t)whom;
        turn->wounded_count++;
    }
    turn->loss[whom] += damage;
}

/* ---- settling ---- */

/* R6.4: by ascending id. */
static void sort_wounded(struct classic_turn *turn)
{
    for (uint32_t i = 1; i < turn->wounded_count; i++) {
        uint16_t who = turn->wounded[i];
        uint32_t place = i;
        while (place > 0 && turn->unit[turn->wounded[place - 1]].id > turn->unit[who].id) {
            turn->wounded[place] = turn->wounded[place - 1];
            place--;
        }
        turn->wounded[place] = who;
    }
}

static void tell_loss(struct classic_turn *turn, uint32_t who)
{
    RD_ASSERT(who < CLASSIC_WHO_MAX);
    const struct classic_unit *unit = &turn->unit[who];
    const int32_t hurt[RD_EVENT_ARGS_MAX] = { unit->id, thousandths(turn->loss[who]),
                                              unit->health };
    turn->cause[who] = classic_tell(turn->log, CLASSIC_E_HURT, turn->cause[who], hurt);
    if (unit->health == 0 && unit->type != CLASSIC_BASE) {
        const int32_t died[RD_EVENT_ARGS_MAX] = { unit->id, unit->cell };
        classic_tell(turn->log, CLASSIC_E_DIED, turn->cause[who], died);
    }
}

static void lose_health(struct classic_turn *turn, uint32_t who)
{
    RD_ASSERT(who < CLASSIC_WHO_MAX);
    struct classic_unit *unit = &turn->unit[who];
    /* floor(health - loss) is health less the loss rounded up. */
    uint64_t whole = (turn->loss[who] + (RD_FIXED_ONE - 1)) / RD_FIXED_ONE;
    unit->health = (uint8_t)(whole >= unit->health ? 0 : unit->health - whole);
    if (turn->log != NULL) {
        tell_loss(turn, who);
    }
    if (unit->health == 0 && unit->type != CLASSIC_BASE) {
        RD_ASSERT(unit->cell < CLASSIC_CELLS);
        turn->at[unit->cell] = 0;
        classic_order_of(turn, who)->verb = 0;
    }
}

uint32_t classic_settle(struct classic_turn *turn)
{
    sort_wounded(turn);
    for (uint32_t i = 0; i < turn->wounded_count; i++) {
        lose_health(turn, turn->wounded[i]);
        turn->is_wounded[turn->wounded[i]] = 0;
    }
    turn->wounded_count = 0;
    return classic_fallen(turn->open); /* R8.1: after every batch */
}
