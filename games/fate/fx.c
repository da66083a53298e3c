/* What lasts on a unit: rows of data, and when it ends. */
#include "fx.h"

#include <string.h>

#include "events.h"
#include "frames.h"
#include "mirror.h"

const struct fate_fx_row fate_fx_rows[FATE_FX_KINDS] = {
/* clang-format off */
#define EFFECT(ID, name, card, flags, turns) { flags, FATE_##card, turns },
#include "units.def"
    /* clang-format on */
};

uint32_t fate_fx_flags(const struct fate_state *s, uint32_t unit)
{
    const struct fate_unit *u = &s->unit[unit];
    uint32_t flags = 0;
    for (uint32_t i = 0; i < u->fx_count; i++) {
        flags |= fate_fx_rows[u->fx[i].kind].flags;
    }
    return flags;
}

static uint32_t matches(const struct fate_fx *fx, uint32_t kind, uint32_t by)
{
    return fx->kind == kind && (by == FATE_NONE || fx->by == by);
}

uint32_t fate_has_fx(const struct fate_state *s, uint32_t unit, uint32_t kind, uint32_t by)
{
    RD_ASSERT(unit < FATE_UNITS && kind < FATE_FX_KINDS);
    const struct fate_unit *u = &s->unit[unit];
    for (uint32_t i = 0; i < u->fx_count; i++) {
        if (matches(&u->fx[i], kind, by)) {
            return 1;
        }
    }
    return 0;
}

struct fate_fx *fate_find_fx(struct fate_state *s, uint32_t unit, uint32_t kind, uint32_t by)
{
    RD_ASSERT(unit < FATE_UNITS && kind < FATE_FX_KINDS);
    struct fate_unit *u = &s->unit[unit];
    for (uint32_t i = 0; i < u->fx_count; i++) {
        if (matches(&u->fx[i], kind, by)) {
            return &u->fx[i];
        }
    }
    return NULL;
}

/* Of something secret only its maker is told; of a hidden unit only its side. Which of a pair has a
 * trace would tell which is which. */
static rd_seats told(const struct fate_state *s, uint32_t unit, const struct fate_fx *fx)
{
    uint32_t flags = fate_fx_rows[fx->kind].flags;
    if ((flags & FATE_FX_TRACE) != 0) {
        return fate_who_knows_true_unit(s, unit);
    }
    return (flags & FATE_FX_SECRET) != 0 ? fate_owner(fx->by) : fate_witnesses(s, unit);
}

static void take_out(struct fate_run *run, uint32_t unit, uint32_t index)
{
    struct fate_unit *u = &run->s->unit[unit];
    RD_ASSERT(index < u->fx_count);
    struct fate_fx fx = u->fx[index];
    u->fx_count--;
    for (uint32_t i = index; i < u->fx_count; i++) {
        u->fx[i] = u->fx[i + 1];
    }
    memset(&u->fx[u->fx_count], 0, sizeof u->fx[0]);
    FATE_TELL(run, FATE_E_LAPSED, told(run->s, unit, &fx), (int32_t)unit, fx.kind);
}

void fate_end_fx(struct fate_run *run, uint32_t unit, uint32_t kind, uint32_t by)
{
    RD_ASSERT(unit < FATE_UNITS && kind < FATE_FX_KINDS);
    struct fate_unit *u = &run->s->unit[unit];
    for (uint32_t i = u->fx_count; i-- > 0;) {
        if (matches(&u->fx[i], kind, by)) {
            take_out(run, unit, i);
        }
    }
}

void fate_end_fx_flagged(struct fate_run *run, uint32_t unit, uint32_t flags, uint32_t by)
{
    RD_ASSERT(by < FATE_UNITS || by == FATE_NONE);
    struct fate_unit *u = &run->s->unit[unit];
    for (uint32_t i = u->fx_count; i-- > 0;) {
        if ((fate_fx_rows[u->fx[i].kind].flags & flags) != 0 &&
            (by == FATE_NONE || u->fx[i].by == by)) {
            take_out(run, unit, i);
        }
    }
}

void fate_add_fx(struct fate_run *run, uint32_t unit, struct fate_fx fx)
{
    RD_ASSERT(unit < FATE_UNITS && fx.kind != FATE_FX_NOTHING && fx.kind < FATE_FX_KINDS &&
              fx.by < FATE_UNITS);
    struct fate_unit *u = &run->s->unit[unit];
    for (uint32_t i = 0; i < u->fx_count; i++) {
        if (matches(&u->fx[i], fx.kind, fx.by)) {
            u->fx_count--;
            memmove(&u->fx[i], &u->fx[i + 1], (u->fx_count - i) * sizeof u->fx[0]);
            break;
        }
    }
    if (u->fx_count == FATE_FX_MAX) { /* cannot be: there are fewer sources than places */
        take_out(run, unit, 0);
    }
    u->fx[u->fx_count] = fx;
    u->fx_count++;
    FATE_TELL(run, FATE_E_LASTS, told(run->s, unit, &fx), (int32_t)unit, fx.kind, fx.by);
}

void fate_fx_turn_starts(struct fate_run *run, uint32_t by)
{
    RD_ASSERT(by < FATE_UNITS);
    struct fate_state *s = run->s;
    for (uint32_t unit = 0; unit < FATE_UNITS; unit++) {
        struct fate_unit *u = &s->unit[unit];
        if (u->fx_count == 0) {
            continue;
        }
        fate_end_fx_flagged(run, unit, FATE_FX_TILL_START, by);
        for (uint32_t i = u->fx_count; i-- > 0;) {
            if (u->fx[i].by != by || (fate_fx_rows[u->fx[i].kind].flags & FATE_FX_COUNTED) == 0) {
                continue;
            }
            u->fx[i].left = (uint8_t)(u->fx[i].left - (u->fx[i].left > 0));
            if (u->fx[i].left == 0) {
                take_out(run, unit, i);
            }
        }
    }
}

void fate_fx_turn_ends(struct fate_run *run, uint32_t by)
{
    RD_ASSERT(by < FATE_UNITS);
    for (uint32_t unit = 0; unit < FATE_UNITS; unit++) {
        if (run->s->unit[unit].fx_count != 0) {
            fate_end_fx_flagged(run, unit, FATE_FX_TILL_END, by);
        }
    }
}

void fate_fx_dies(struct fate_run *run, uint32_t by)
{
    RD_ASSERT(by < FATE_UNITS);
    struct fate_unit *dead = &run->s->unit[by];
    memset(dead->fx, 0, sizeof dead->fx);
    dead->fx_count = 0;
    for (uint32_t unit = 0; unit < FATE_UNITS; unit++) {
        struct fate_unit *u = &run->s->unit[unit];
        for (uint32_t i = u->fx_count; i-- > 0;) {
            if (u->fx[i].by == by && u->fx[i].kind != FATE_FX_ROOT) {
                take_out(run, unit, i);
            }
        }
    }
}
