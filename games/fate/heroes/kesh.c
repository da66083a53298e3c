/* Kesh Dunebreaker, Rider: he hunts the same prey, tramples it, and raises dust. R18 */
#include "../attack.h"
#include "../board.h"
#include "../cards.h"
#include "../frames.h"
#include "../fx.h"
#include "../mirror.h"
#include "../move.h"
#include "../prompt.h"
#include "heroes.h"

/* ---- Run Them Ragged, R18.1 ---- */

/* Attacks out of turn are not recorded. */
static void hunt(struct fate_run *run, uint32_t unit, const struct fate_frame *attack)
{
    RD_ASSERT(attack->target < FATE_UNITS);
    const struct fate_fx fx = { FATE_FX_HUNTED, (uint8_t)unit, 0 };
    if (run->s->active == unit) {
        fate_add_fx(run, attack->target, fx);
    }
}

/* Whom he hunted in this turn is his prey until the end of the next. */
static void mark_prey(struct fate_run *run, uint32_t unit)
{
    const struct fate_fx prey = { FATE_FX_PREY, (uint8_t)unit, 0 };
    for (uint32_t left = fate_living(run->s); left != 0; left &= left - 1) {
        uint32_t other = fate_lowest(left);
        if (fate_has_fx(run->s, other, FATE_FX_HUNTED, unit)) {
            fate_end_fx(run, other, FATE_FX_HUNTED, unit);
            fate_add_fx(run, other, prey);
        }
    }
}

static uint32_t ragged(const struct fate_state *s, uint32_t unit, const struct fate_frame *attack)
{
    return attack->unit == unit && fate_has_fx(s, attack->victim, FATE_FX_PREY, unit);
}

const struct fate_hooks fate_run_them_ragged = {
    .at_end = mark_prey,
    .on_declare = hunt,
    .damage_bonus = ragged,
};

/* ---- Trample, R18.2 ---- */

static void trample(struct fate_run *run, uint32_t unit, const uint16_t arg[RD_ARGS_MAX])
{
    RD_ASSERT(arg[0] < FATE_UNITS);
    fate_begin_attack(run, unit, arg[0], FATE_AT_NORMAL, FATE_TRAMPLE);
}

static uint32_t push_on_hit(struct fate_run *run, uint32_t unit, struct fate_frame *attack)
{
    uint32_t victim = attack->victim;
    if (attack->card == FATE_TRAMPLE && attack->unit == unit &&
        (attack->flags & FATE_AT_HIT) != 0 && run->s->unit[victim].hp != 0 &&
        !fate_push_away(run, victim, unit, 1)) {
        fate_lose(run, victim, 1, unit);
    }
    return 0;
}

const struct fate_hooks fate_trample = {
    .units = fate_beside,
    .use = trample,
    .after_attack = push_on_hit,
};

/* ---- Dust Wall, R18.3: offered whether or not anybody is near ---- */

static void offer_dust(struct fate_run *run, uint32_t unit)
{
    if (fate_cannot_pay(run->s, unit, FATE_DUST_WALL) == 0) {
        fate_ask(run, unit, FATE_DUST_WALL);
    }
}

static uint32_t dust_asks(const struct fate_state *s, uint32_t unit, const struct fate_frame *top)
{
    return fate_asks_at_start(s, unit, top) && fate_cannot_pay(s, unit, FATE_DUST_WALL) == 0;
}

static void raise_dust(struct fate_run *run, uint32_t unit, struct fate_frame *top, uint32_t option)
{
    struct fate_state *s = run->s;
    const struct fate_fx dust = { FATE_FX_DUST, (uint8_t)unit, 0 };
    (void)top;
    if (option != FATE_SAY_ACCEPT) {
        return;
    }
    fate_pay(run, unit, FATE_DUST_WALL);
    uint32_t near = fate_within(s, fate_enemies(s, unit), s->unit[unit].at, 1);
    for (near = fate_real_units(run, near); near != 0; near &= near - 1) {
        fate_add_fx(run, fate_lowest(near), dust);
    }
}

const struct fate_hooks fate_dust_wall = {
    .asks = dust_asks,
    .options = fate_yes_or_no,
    .answer = raise_dust,
    .at_start = offer_dust,
};
