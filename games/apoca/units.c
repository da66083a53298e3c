/* What mercenaries and demons do in their turns (R6.2, R6.3), and their burial (R6.4). */
#include "apoca_internal.h"

enum { BASE_AHEAD = 0xffff }; /* in place of 1 + index of a unit */

uint32_t apoca_hurt(struct apoca_turn *turn, uint32_t whom, int32_t damage, struct apoca_hit hit)
{
    RD_ASSERT(whom < APOCA_UNITS_MAX);
    struct apoca_unit *unit = &turn->open->unit[whom];
    int32_t before = unit->health;
    unit->health -= damage;
    turn->any_dead |= unit->health <= 0;
    if (turn->log == NULL) {
        return 0;
    }
    const int32_t arg[RD_EVENT_ARGS_MAX] = { hit.who, apoca_unit_name(unit), damage, unit->health };
    uint32_t event = apoca_tell(turn, hit.kind, hit.cause, arg);
    if (before > 0 && unit->health <= 0) {
        turn->felled_by[whom] = event;
    }
    return event;
}

/* What a mercenary does is told by R6.2, what a demon does by R6.3. */
static uint32_t kind_for(const struct apoca_unit *unit, uint32_t kind)
{
    return apoca_unit_is(unit, APOCA_HIRED) ? kind : kind + (APOCA_E_DEMON_MOVED - APOCA_E_MOVED);
}

void apoca_strike_unit(struct apoca_turn *turn, const struct apoca_unit *who, uint32_t whom)
{
    struct apoca_hit hit = { kind_for(who, APOCA_E_HIT), 0, apoca_unit_name(who) };
    apoca_hurt(turn, whom, who->damage, hit);
}

void apoca_strike_base(struct apoca_turn *turn, const struct apoca_unit *who)
{
    uint32_t victim = 1 - apoca_unit_heading(who);
    int32_t damage = who->damage;
    if (turn->rules->plain_base_damage && apoca_unit_is(who, APOCA_HIRED)) { /* R11.5 */
        damage = apoca_unit_kinds[apoca_unit_kind(who)].first[turn->open->rules].damage;
    }
    RD_ASSERT(victim < APOCA_SEATS);
    turn->open->health[victim] -= damage;
    if (turn->log != NULL) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { apoca_unit_name(who), (int32_t)victim, damage,
                                                 turn->open->health[victim] };
        apoca_tell(turn, kind_for(who, APOCA_E_BASE_HIT), 0, arg);
    }
}

void apoca_stay(const struct apoca_turn *turn, const struct apoca_unit *unit)
{
    if (turn->log != NULL) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { apoca_unit_name(unit),
                                                 turn->open->path_cell[unit->path] };
        apoca_tell(turn, kind_for(unit, APOCA_E_WAITED), 0, arg);
    }
}

void apoca_arrive(struct apoca_turn *turn, uint32_t index, uint32_t to)
{
    RD_ASSERT(index < APOCA_UNITS_MAX);
    struct apoca_unit *unit = &turn->open->unit[index];
    uint32_t from = unit->path;
    RD_ASSERT(to < APOCA_PATH_MAX);
    RD_ASSERT(turn->at[to] == 0);
    turn->at[to] = (uint16_t)(index + 1);
    unit->path = (uint8_t)to;
    if (from == to) {
        apoca_stay(turn, unit);
    } else if (turn->log != NULL) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { apoca_unit_name(unit), turn->open->path_cell[from],
                                                 turn->open->path_cell[to] };
        apoca_tell(turn, kind_for(unit, APOCA_E_MOVED), 0, arg);
    }
}

/* The first thing within two tiles ahead: 1 + index of a unit, BASE_AHEAD, or 0 (R6.2). */
static uint32_t blocker_of(const struct apoca_turn *t, const struct apoca_unit *unit)
{
    uint32_t lane = apoca_lane_of(t->open, unit->path);
    uint32_t heading = apoca_unit_heading(unit);
    RD_ASSERT(lane < APOCA_LANES_MAX);
    uint32_t tiles_ahead = heading == 0 ? t->open->lane_first[lane + 1] - 1u - unit->path
                                        : (uint32_t)unit->path - t->open->lane_first[lane];
    if (tiles_ahead == 0) {
        return BASE_AHEAD;
    }
    int32_t step = heading == 0 ? 1 : -1;
    uint32_t next = t->at[unit->path + step];
    if (next != 0) {
        return next;
    }
    return tiles_ahead == 1 ? (uint32_t)BASE_AHEAD : t->at[unit->path + 2 * step];
}

static uint32_t mood_before(const struct apoca_turn *t, const struct apoca_unit *unit,
                            uint32_t blocker)
{
    if (blocker == 0) {
        return APOCA_MOVING;
    }
    if (blocker == BASE_AHEAD || apoca_unit_is(unit, APOCA_WILD)) { /* R6.3 */
        return APOCA_FIGHTING;
    }
    RD_ASSERT(blocker <= t->open->unit_count);
    const struct apoca_unit *other = &t->open->unit[blocker - 1];
    int32_t is_friend =
        apoca_unit_is(other, APOCA_HIRED) && apoca_unit_team(other) == apoca_unit_team(unit);
    return is_friend ? APOCA_WAITING : APOCA_FIGHTING;
}

/* The rulebook's rule: all decide on one snapshot, then movers move, then fighters hit. */
static void act_by_two_tiles(struct apoca_turn *t, uint32_t first, uint32_t end)
{
    uint16_t blocker[APOCA_UNITS_MAX];
    RD_ASSERT(first <= end && end <= APOCA_UNITS_MAX);
    for (uint32_t i = first; i < end; i++) {
        struct apoca_unit *unit = &t->open->unit[i];
        if (apoca_is_alive(unit)) {
            blocker[i] = (uint16_t)blocker_of(t, unit);
            apoca_set_mood(unit, mood_before(t, unit, blocker[i]));
        }
    }
    for (uint32_t i = first; i < end; i++) {
        const struct apoca_unit *unit = &t->open->unit[i];
        if (apoca_unit_mood(unit) == APOCA_MOVING) {
            t->at[unit->path] = 0; /* nobody else enters or needs it: R6.2 keeps a gap */
            apoca_arrive(t, i, unit->path + (apoca_unit_heading(unit) == 0 ? 1u : ~0u));
        } else if (apoca_unit_mood(unit) == APOCA_WAITING) {
            apoca_stay(t, unit);
        }
    }
    for (uint32_t i = first; i < end; i++) {
        const struct apoca_unit *unit = &t->open->unit[i];
        if (apoca_unit_mood(unit) != APOCA_FIGHTING) {
            continue;
        }
        if (blocker[i] == BASE_AHEAD) {
            apoca_strike_base(t, unit);
        } else {
            apoca_strike_unit(t, unit, blocker[i] - 1u);
        }
    }
}

void apoca_units_act(struct apoca_turn *turn, uint32_t kind)
{
    uint32_t first = kind == APOCA_MERCENARY ? 0 : turn->mercenaries;
    uint32_t end = kind == APOCA_MERCENARY ? turn->mercenaries : turn->open->unit_count;
    if (turn->rules->tandem) {
        apoca_act_in_tandem(turn, first, end); /* R11.4 */
    } else {
        act_by_two_tiles(turn, first, end);
    }
}

void apoca_remove_dead(struct apoca_turn *turn)
{
    if (!turn->any_dead) {
        return;
    }
    turn->any_dead = 0;
    for (uint32_t i = 0; i < turn->open->unit_count; i++) {
        struct apoca_unit *unit = &turn->open->unit[i];
        if (unit->health > 0 || !apoca_is_alive(unit)) {
            continue;
        }
        apoca_set_mood(unit, APOCA_DEAD);
        turn->at[unit->path] = 0;
        if (turn->log != NULL) {
            const int32_t arg[RD_EVENT_ARGS_MAX] = { apoca_unit_name(unit),
                                                     turn->open->path_cell[unit->path] };
            apoca_tell(turn, APOCA_E_DIED, turn->felled_by[i], arg);
        }
    }
}
