/* Ser Odwin Palehelm, Knight: a wall when he stands, a duellist when he does not. R19 */
#include "../attack.h"
#include "../board.h"
#include "../cards.h"
#include "../events.h"
#include "../frames.h"
#include "../fx.h"
#include "../prompt.h"
#include "../refusals.h"
#include "heroes.h"

enum { STANCE_FROM = 4, TRIAL_ATTACKS = 6 };

/* ---- Raise Bulwark, R19.1 ---- */

static uint32_t stance_stands(const struct fate_state *s, uint32_t unit)
{
    return fate_has_fx(s, unit, FATE_FX_BULWARK, unit) ? FATE_R_RAISE_BULWARK : 0;
}

static void raise_bulwark(struct fate_run *run, uint32_t unit, const uint16_t arg[RD_ARGS_MAX])
{
    const struct fate_fx stance = { FATE_FX_BULWARK, (uint8_t)unit,
                                    fate_fx_rows[FATE_FX_BULWARK].turns };
    (void)arg;
    if (fate_roll_one(run, unit, FATE_WHY_CARD, RD_ALL_SEATS) >= STANCE_FROM) {
        fate_add_fx(run, unit, stance);
    }
}

const struct fate_hooks fate_raise_bulwark = {
    .forbids = stance_stands,
    .use = raise_bulwark,
};

/* ---- Trial of Steel, R19.2 ---- */

enum step { STRIKE, STRUCK };

static void begin_trial(struct fate_run *run, uint32_t unit, const uint16_t arg[RD_ARGS_MAX])
{
    RD_ASSERT(arg[0] < FATE_UNITS);
    fate_push(run, FATE_F_CARD, unit, FATE_TRIAL_OF_STEEL)->target = (uint8_t)arg[0];
}

static uint32_t goes_on(const struct fate_state *s, const struct fate_frame *frame)
{
    const struct fate_unit *odwin = &s->unit[frame->unit];
    const struct fate_unit *target = &s->unit[frame->target];
    return odwin->hp != 0 && target->hp != 0 && frame->cursor < TRIAL_ATTACKS &&
           fate_distance(odwin->at, target->at) == 1;
}

static uint32_t may_pay(const struct fate_state *s, const struct fate_frame *frame)
{
    return goes_on(s, frame) && s->unit[frame->unit].hp > 1;
}

static void go_trial(struct fate_run *run, struct fate_frame *frame)
{
    uint32_t at_once = frame->step == STRIKE || (frame->result & FATE_AT_HIT) != 0;
    if (at_once && goes_on(run->s, frame)) {
        frame->step = STRUCK;
        frame->cursor++;
        fate_begin_attack(run, frame->unit, frame->target, FATE_AT_NORMAL, FATE_TRIAL_OF_STEEL);
    } else if (!at_once && may_pay(run->s, frame)) {
        fate_ask(run, frame->unit, FATE_TRIAL_OF_STEEL);
    } else {
        fate_pop(run, 0);
    }
}

static uint32_t trial_is_sound(const struct fate_state *s, const struct fate_frame *frame)
{
    (void)s;
    return frame->target != FATE_NONE && frame->step == STRUCK;
}

static uint32_t trial_asks(const struct fate_state *s, uint32_t unit, const struct fate_frame *top)
{
    return top->kind == FATE_F_CARD && top->card == FATE_TRIAL_OF_STEEL && top->unit == unit &&
           may_pay(s, top);
}

static void answer_trial(struct fate_run *run, uint32_t unit, struct fate_frame *top,
                         uint32_t option)
{
    if (option == FATE_SAY_ACCEPT) {
        top->step = STRIKE;
        fate_lose(run, unit, 1, unit);
    } else {
        fate_pop(run, 0);
    }
}

const struct fate_hooks fate_trial_of_steel = {
    .units = fate_beside,
    .use = begin_trial,
    .asks = trial_asks,
    .options = fate_yes_or_no,
    .answer = answer_trial,
    .go = go_trial,
    .sound = trial_is_sound,
};
