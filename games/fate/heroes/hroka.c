/* Hroka Ashmane, Berserker: throws axes, or burns and strikes harder while the fire eats her. */
#include "../attack.h"
#include "../board.h"
#include "../cards.h"
#include "../frames.h"
#include "../fx.h"
#include "../kinds.h"
#include "../refusals.h"
#include "heroes.h"

enum { AXE_REACH = 4, AXE_DAMAGE = 1, CALM = 0, BURNING = 1 };

static uint32_t burns(const struct fate_state *s, uint32_t unit)
{
    return s->unit[unit].form == BURNING;
}

static uint32_t not_in_fury(const struct fate_state *s, uint32_t unit)
{
    return burns(s, unit) ? FATE_R_EMBER_FURY : 0;
}

static uint32_t only_in_fury(const struct fate_state *s, uint32_t unit)
{
    return burns(s, unit) ? 0 : FATE_R_BANK_THE_FIRE;
}

/* ---- Axe Throw: an arrow that flies four cells ---- */

static uint32_t axe_targets(const struct fate_state *s, uint32_t unit)
{
    uint32_t enemies = fate_unhidden(s, fate_enemies(s, unit));
    uint32_t first = fate_reachable(s, unit, enemies, enemies, FATE_ARROW, AXE_REACH);
    return fate_within(s, first, s->unit[unit].at, fate_sight(s, unit));
}

static void throw_axe(struct fate_run *run, uint32_t unit, const uint16_t arg[RD_ARGS_MAX])
{
    RD_ASSERT(arg[0] < FATE_UNITS);
    if (!fate_arrow_stopped(run, unit, arg[0])) {
        fate_begin_attack(run, unit, arg[0], 0, FATE_AXE_THROW)->damage = AXE_DAMAGE;
    }
}

const struct fate_hooks fate_axe_throw = {
    .forbids = not_in_fury,
    .units = axe_targets,
    .use = throw_axe,
};

/* ---- Ember Fury ---- */

static void enter_fury(struct fate_run *run, uint32_t unit, const uint16_t arg[RD_ARGS_MAX])
{
    RD_ASSERT(!burns(run->s, unit));
    const struct fate_fx fury = { FATE_FX_FURY, (uint8_t)unit, 0 };
    (void)arg;
    fate_take_form(run->s, unit, BURNING);
    fate_add_fx(run, unit, fury);
}

/* Measured against whoever takes the hit. */
static uint32_t fury_bonus(const struct fate_state *s, uint32_t unit,
                           const struct fate_frame *attack)
{
    return attack->unit == unit && burns(s, unit) && (attack->flags & FATE_AT_NORMAL) != 0 &&
           fate_distance(s->unit[unit].at, s->unit[attack->victim].at) == 1;
}

static void eat(struct fate_run *run, uint32_t unit)
{
    if (burns(run->s, unit) && run->s->unit[unit].hp > 1) {
        fate_lose(run, unit, 1, FATE_NONE);
    }
}

const struct fate_hooks fate_ember_fury = {
    .forbids = not_in_fury,
    .use = enter_fury,
    .damage_bonus = fury_bonus,
    .at_end = eat,
};

static void leave_fury(struct fate_run *run, uint32_t unit, const uint16_t arg[RD_ARGS_MAX])
{
    RD_ASSERT(burns(run->s, unit));
    (void)arg;
    fate_take_form(run->s, unit, CALM);
    fate_end_fx(run, unit, FATE_FX_FURY, unit);
}

const struct fate_hooks fate_bank_the_fire = {
    .forbids = only_in_fury,
    .use = leave_fury,
};
