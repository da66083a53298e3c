/*
 * The MegaMiner program's way of walking (R11.4): a unit looks two tiles ahead, a verdict runs
 * back along the column behind it, and columns without a verdict walk together.
 */
#include "apoca_internal.h"

enum { NO_VERDICT = APOCA_DEAD }; /* no unit that decides is dead */

/* One unit's place in its lane, looking the way it walks. */
struct outlook {
    uint32_t next, after; /* path indices, both held back at the lane's last tile */
    int32_t step;
    int32_t is_at_gate; /* one tile before the last: the place to hit the base from */
};

static struct outlook outlook_of(const struct apoca_open *open, const struct apoca_unit *unit)
{
    uint32_t lane = apoca_lane_of(open, unit->path);
    uint32_t heading = apoca_unit_heading(unit);
    uint32_t last = heading == 0 ? open->lane_first[lane + 1] - 1u : open->lane_first[lane];
    struct outlook look = { unit->path, unit->path, heading == 0 ? 1 : -1, 0 };
    if (look.next != last) {
        look.next = (uint32_t)((int32_t)look.next + look.step);
        look.is_at_gate = look.next == last;
    }
    look.after = look.next == last ? last : (uint32_t)((int32_t)look.next + look.step);
    return look;
}

static const struct apoca_unit *unit_on(const struct apoca_turn *t, uint32_t path)
{
    RD_ASSERT(path < APOCA_PATH_MAX);
    return t->at[path] == 0 ? NULL : &t->open->unit[t->at[path] - 1];
}

static uint32_t mercenary_verdict(const struct apoca_turn *t, const struct apoca_unit *unit)
{
    struct outlook look = outlook_of(t->open, unit);
    const struct apoca_unit *next = unit_on(t, look.next);
    const struct apoca_unit *after = unit_on(t, look.after);
    uint32_t team = apoca_unit_team(unit);
    if (next != NULL && apoca_unit_is(next, APOCA_WILD)) {
        return apoca_unit_team(next) == team ? APOCA_FIGHTING : APOCA_WAITING;
    }
    if (next != NULL) {
        return apoca_unit_team(next) == team ? NO_VERDICT : APOCA_FIGHTING;
    }
    if (look.is_at_gate) {
        return APOCA_FIGHTING;
    }
    int32_t is_enemy =
        after != NULL && apoca_unit_is(after, APOCA_HIRED) && apoca_unit_team(after) != team;
    return is_enemy ? APOCA_FIGHTING : NO_VERDICT;
}

static uint32_t demon_verdict(const struct apoca_turn *t, const struct apoca_unit *unit)
{
    struct outlook look = outlook_of(t->open, unit);
    const struct apoca_unit *next = unit_on(t, look.next);
    const struct apoca_unit *after = unit_on(t, look.after);
    uint32_t team = apoca_unit_team(unit);
    if (next != NULL) {
        int32_t is_alike = apoca_unit_is(next, APOCA_WILD) && apoca_unit_team(next) == team;
        return is_alike ? NO_VERDICT : APOCA_FIGHTING;
    }
    if (look.is_at_gate) {
        return APOCA_FIGHTING;
    }
    int32_t is_opposed =
        after != NULL && apoca_unit_is(after, APOCA_WILD) && apoca_unit_team(after) != team;
    return is_opposed ? APOCA_FIGHTING : NO_VERDICT;
}

/* The unbroken column behind a unit that doesn't advance can't advance either. */
static void hold_column(struct apoca_turn *t, const struct apoca_unit *head)
{
    uint32_t lane = apoca_lane_of(t->open, head->path);
    RD_ASSERT(lane < APOCA_LANES_MAX);
    int32_t first = t->open->lane_first[lane];
    int32_t last = (int32_t)t->open->lane_first[lane + 1] - 1;
    int32_t back = apoca_unit_heading(head) == 0 ? -1 : 1;
    uint32_t mood = apoca_unit_is(head, APOCA_WILD) ? APOCA_FIGHTING : APOCA_WAITING;
    for (int32_t path = head->path + back; path >= first && path <= last; path += back) {
        uint32_t behind = t->at[path];
        if (behind == 0 || ((t->open->unit[behind - 1].traits ^ head->traits) & 3u) != 0) {
            return;
        }
        apoca_set_mood(&t->open->unit[behind - 1], mood);
    }
}

static void decide(struct apoca_turn *t, uint32_t index)
{
    RD_ASSERT(index < APOCA_UNITS_MAX);
    struct apoca_unit *unit = &t->open->unit[index];
    uint32_t verdict =
        apoca_unit_is(unit, APOCA_WILD) ? demon_verdict(t, unit) : mercenary_verdict(t, unit);
    if (verdict != NO_VERDICT) {
        apoca_set_mood(unit, verdict);
        hold_column(t, unit);
    } else if (outlook_of(t->open, unit).next == unit->path) {
        /* At the very end of its lane a unit sees itself, so it has no verdict, but it can't
         * walk on: those behind it are held all the same, or two would share a tile. */
        hold_column(t, unit);
    }
}

/* Everybody leaves, then everybody arrives: a column's tiles are entered as they are left. */
static void move_together(struct apoca_turn *t, uint32_t first, uint32_t end)
{
    uint16_t to[APOCA_UNITS_MAX];
    for (uint32_t i = first; i < end; i++) {
        const struct apoca_unit *unit = &t->open->unit[i];
        if (apoca_unit_mood(unit) == APOCA_MOVING) {
            to[i] = (uint16_t)outlook_of(t->open, unit).next;
            t->at[unit->path] = 0;
        } else if (apoca_unit_mood(unit) == APOCA_WAITING) {
            apoca_stay(t, unit);
        }
    }
    for (uint32_t i = first; i < end; i++) {
        struct apoca_unit *unit = &t->open->unit[i];
        if (apoca_unit_mood(unit) == APOCA_MOVING) {
            apoca_arrive(t, i, to[i]);
        }
    }
}

/* Fighters look again; whatever stands there is hit, friend or foe. */
static void fight(struct apoca_turn *t, const struct apoca_unit *unit)
{
    struct outlook look = outlook_of(t->open, unit);
    RD_ASSERT(look.next < APOCA_PATH_MAX);
    if (t->at[look.next] != 0) {
        apoca_strike_unit(t, unit, t->at[look.next] - 1u);
    } else if (t->at[look.after] != 0) {
        RD_ASSERT(look.after < APOCA_PATH_MAX);
        apoca_strike_unit(t, unit, t->at[look.after] - 1u); /* R11.12 for demons */
    } else if (look.is_at_gate) {
        apoca_strike_base(t, unit);
    }
}

void apoca_act_in_tandem(struct apoca_turn *turn, uint32_t first, uint32_t end)
{
    struct apoca_unit *units = turn->open->unit;
    for (uint32_t i = first; i < end; i++) {
        if (apoca_is_alive(&units[i])) {
            apoca_set_mood(&units[i], APOCA_MOVING);
        }
    }
    for (uint32_t i = first; i < end; i++) {
        if (apoca_unit_mood(&units[i]) == APOCA_MOVING) { /* not yet held by somebody ahead */
            decide(turn, i);
        }
    }
    move_together(turn, first, end);
    for (uint32_t i = first; i < end; i++) {
        if (apoca_unit_mood(&units[i]) == APOCA_FIGHTING) {
            fight(turn, &units[i]);
        }
    }
}
