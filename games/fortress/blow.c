/* One damage figure: the strengths of both and what they are made of (R11.1, R11.2). */
#include "fortress_internal.h"

#include <string.h>

#include "redoubt/fixed.h"

/* Numbers of the rulebook; those that other files need too are in fortress_internal.h. */
enum {
    ONE = FORTRESS_STRENGTH_ONE,
    FULL = FORTRESS_HEALTH_MAX,
    EXPECTED_DAMAGE = 30,
    K_MAX = 40000, /* R1.2 */
    WALL_POINTS = 20,
    FORT_POINTS = 3,
    TOWER_POINTS = 3,
    PHALANX_POINTS = 2,
    HIDING_POINTS = 5
};

/* R5: melee attack, melee defence, ranged defence; by enum fortress_tile. */
static const int8_t ground[FORTRESS_TILES][3] = {
    [FORTRESS_FOREST] = { 0, 2, 2 },
    [FORTRESS_RIVER] = { -2, -2, -2 },
    [FORTRESS_LAKE] = { -2, 3, -3 },
};
enum ground_column { MELEE_ATTACK, MELEE_DEFENCE, RANGED_DEFENCE };

static int32_t ground_points(const struct fortress_turn *turn, uint32_t who,
                             enum ground_column column)
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    uint32_t tile = fortress_ground_at(&turn->s->board, turn->s->piece[who].cell);
    RD_ASSERT(tile < FORTRESS_TILES);
    return ONE * ground[tile][column];
}

/* ---- what the neighbourhood gives ---- */

static int32_t has_wall_beside(const struct fortress_turn *turn, uint32_t who)
{
    uint32_t owner = fortress_owner(who);
    for (uint32_t d = 0; d < FORTRESS_DIRECTIONS; d++) {
        uint32_t cell = fortress_beside(turn->s->piece[who].cell, d);
        uint32_t friend =
            cell == RD_NO_CELL ? (uint32_t)FORTRESS_NOBODY : fortress_who_at(turn, cell);
        if (friend != FORTRESS_NOBODY && fortress_owner(friend) == owner &&
            fortress_is(turn->s->piece[friend].type, FORTRESS_T_WALL) &&
            fortress_defends(turn, friend)) {
            return 1;
        }
    }
    return 0;
}

static int32_t is_on_own_tower(const struct fortress_turn *turn, uint32_t who)
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    uint32_t tower = fortress_who_on(turn, turn->s->piece[who].cell);
    return fortress_is_mobile(who) && tower != FORTRESS_NOBODY &&
           fortress_owner(tower) == fortress_owner(who) &&
           turn->s->piece[tower].type == FORTRESS_TOWER;
}

static void add_place(const struct fortress_turn *turn, uint32_t who, struct fortress_strength *s)
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    RD_ASSERT(turn->s->piece[who].cell < FORTRESS_CELLS);
    uint8_t site = turn->s->site[turn->s->piece[who].cell];
    if (site == FORTRESS_CODE_FORT || site == FORTRESS_CODE_FORT + 1) {
        s->part[FORTRESS_M_FORTIFICATION] = FORT_POINTS * ONE;
    }
    if (is_on_own_tower(turn, who)) {
        s->part[FORTRESS_M_TOWER] = TOWER_POINTS * ONE;
    }
    if (has_wall_beside(turn, who)) {
        s->part[FORTRESS_M_PHALANX] = PHALANX_POINTS * ONE;
    }
}

static int32_t gift_points(const struct fortress_turn *turn, uint32_t who,
                           enum fortress_reward reward)
{
    uint32_t owner = fortress_owner(who);
    return owner == FORTRESS_NEUTRAL
               ? 0
               : turn->s->side[owner].rewards[reward] * FORTRESS_REWARD_POINTS * ONE;
}

/* ---- strengths ---- */

/* Parts that shrink with health, in points of one half. */
static void scale(const struct fortress_turn *turn, uint32_t who, int32_t base, int32_t penalty,
                  int32_t wall, struct fortress_strength *s)
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    const struct fortress_piece *piece = &turn->s->piece[who];
    int32_t steady = who >= FORTRESS_FIRST_NEUTRAL; /* neutrals, bases and towers */
    memset(s->part, 0, sizeof s->part);
    s->health = steady ? FULL : piece->health;
    int32_t factor = FULL + s->health;
    s->part[FORTRESS_M_KIND] = 2 * base * factor;
    s->part[FORTRESS_M_SPELL] = piece->buff / 5 * factor;
    s->part[FORTRESS_M_CROWD] = -2 * penalty * factor;
    s->part[FORTRESS_M_WALL] = 2 * wall * factor;
}

static void add_up(struct fortress_strength *s)
{
    s->total = 0;
    for (uint32_t i = 0; i < FORTRESS_MODIFIERS; i++) {
        s->total += s->part[i];
    }
}

static struct fortress_strength attack_of(const struct fortress_turn *turn, uint32_t who,
                                          enum fortress_mode mode)
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    RD_ASSERT(turn->s->piece[who].type < FORTRESS_TYPES);
    const struct fortress_kind *kind = &fortress_kinds[turn->s->piece[who].type];
    int32_t ranged = mode == FORTRESS_RANGED_BLOW;
    struct fortress_strength s;
    scale(turn, who, ranged ? kind->ranged : kind->melee, 0, 0, &s);
    add_place(turn, who, &s);
    s.part[FORTRESS_M_GIFT] =
        gift_points(turn, who, ranged ? FORTRESS_REWARD_RANGED : FORTRESS_REWARD_MELEE);
    s.part[FORTRESS_M_GROUND] = ranged ? 0 : ground_points(turn, who, MELEE_ATTACK);
    add_up(&s);
    return s;
}

static struct fortress_strength defence_of(const struct fortress_turn *turn, uint32_t who,
                                           enum fortress_mode mode, int32_t attackers)
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    const struct fortress_piece *piece = &turn->s->piece[who];
    RD_ASSERT(piece->type < FORTRESS_TYPES);
    const struct fortress_kind *kind = &fortress_kinds[piece->type];
    int32_t ranged = mode == FORTRESS_RANGED_BLOW;
    int32_t penalty = (attackers - 1) * kind->penalty;
    int32_t wall = fortress_is(piece->type, FORTRESS_T_WALL) && fortress_defends(turn, who);
    struct fortress_strength s;
    scale(turn, who, kind->melee, penalty, wall ? WALL_POINTS + penalty : 0, &s);
    add_place(turn, who, &s);
    s.part[FORTRESS_M_GIFT] = gift_points(turn, who, FORTRESS_REWARD_MELEE);
    s.part[FORTRESS_M_GROUND] = ground_points(turn, who, ranged ? RANGED_DEFENCE : MELEE_DEFENCE);
    if (ranged && fortress_is(piece->type, FORTRESS_T_WOODSMAN) &&
        fortress_has(&turn->s->board.forest, piece->cell)) {
        s.part[FORTRESS_M_HIDING] = HIDING_POINTS * ONE;
    }
    add_up(&s);
    return s;
}

/* R11.2: with what a defender answers by itself. */
static struct fortress_strength counter_of(const struct fortress_turn *turn, uint32_t who,
                                           enum fortress_mode mode)
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    RD_ASSERT(turn->s->piece[who].type < FORTRESS_TYPES);
    const struct fortress_kind *kind = &fortress_kinds[turn->s->piece[who].type];
    struct fortress_strength s = defence_of(turn, who, mode, 1);
    s.part[FORTRESS_M_HIDING] = 0;
    if ((kind->traits & FORTRESS_T_SHOOTS) != 0 && mode == FORTRESS_RANGED_BLOW) {
        s.part[FORTRESS_M_KIND] = 2 * kind->ranged * (FULL + s.health);
        s.part[FORTRESS_M_GIFT] = gift_points(turn, who, FORTRESS_REWARD_RANGED);
    }
    add_up(&s);
    return s;
}

static struct fortress_strength plain_strength_of(const struct fortress_turn *turn, uint32_t who)
{
    struct fortress_strength s;
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    RD_ASSERT(turn->s->piece[who].type < FORTRESS_TYPES);
    scale(turn, who, fortress_kinds[turn->s->piece[who].type].melee, 0, 0, &s);
    s.part[FORTRESS_M_SPELL] = 0;
    add_up(&s);
    return s;
}

/* ---- telling ---- */

/* Only its owner is told what a strength is made of. Returns the last event as a cause. */
static uint32_t tell_strength(struct fortress_turn *turn, uint32_t who,
                              const struct fortress_strength *strength, uint32_t cause)
{
    uint32_t owner = fortress_owner(who);
    struct fortress_report report = { FORTRESS_E_MODIFIER, cause, 0, { 0 } };
    if (owner != FORTRESS_NEUTRAL) {
        report.seats = RD_SEAT_BIT(owner);
    }
    if (turn->log == NULL) {
        return 0;
    }
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    report.arg[0] = (int32_t)turn->s->piece[who].id;
    for (uint32_t i = 0; i < FORTRESS_MODIFIERS; i++) {
        if (strength->part[i] != 0) {
            report.arg[1] = strength->part[i];
            report.arg[2] = (int32_t)i;
            report.cause = fortress_tell(turn, &report);
        }
    }
    report.kind = FORTRESS_E_STRENGTH;
    report.arg[1] = strength->health;
    report.arg[2] = strength->total;
    return fortress_tell(turn, &report);
}

static int32_t thousandths(uint64_t damage)
{
    return (int32_t)((damage * 1000 + RD_FIXED_ONE / 2) >> 32);
}

static uint32_t tell_blow(struct fortress_turn *turn, const struct fortress_blow *blow,
                          const struct fortress_strength strength[2], uint64_t damage)
{
    RD_ASSERT(blow->who < FORTRESS_WHO_MAX);
    const struct fortress_piece *who = &turn->s->piece[blow->who];
    RD_ASSERT(blow->whom < FORTRESS_WHO_MAX);
    const struct fortress_piece *whom = &turn->s->piece[blow->whom];
    uint32_t cause = tell_strength(turn, blow->who, &strength[0], turn->cause[blow->whom]);
    cause = tell_strength(turn, blow->whom, &strength[1], cause);
    struct fortress_report report = { blow->event,
                                      cause,
                                      (rd_seats)(fortress_witnesses(turn, blow->who, who->cell) &
                                                 fortress_witnesses(turn, blow->whom, whom->cell)),
                                      { (int32_t)who->id, (int32_t)whom->id, strength[0].total,
                                        strength[1].total, thousandths(damage) } };
    return fortress_tell(turn, &report);
}

uint64_t fortress_damage(struct fortress_turn *turn, const struct fortress_blow *blow)
{
    struct fortress_strength strength[2];
    if (blow->counter) {
        strength[0] = counter_of(turn, blow->who, blow->mode);
        strength[1] = plain_strength_of(turn, blow->whom);
    } else {
        strength[0] = attack_of(turn, blow->who, blow->mode);
        strength[1] = defence_of(turn, blow->whom, blow->mode, blow->attackers);
    }
    int32_t k = strength[0].total - strength[1].total;
    k = k > K_MAX ? K_MAX : k < -K_MAX ? -K_MAX : k;
    uint64_t damage = rd_fixed_power(&rd_fixed_1041_400, EXPECTED_DAMAGE, k);
    RD_ASSERT(blow->whom < FORTRESS_WHO_MAX);
    turn->cause[blow->whom] = tell_blow(turn, blow, strength, damage);
    return damage;
}
