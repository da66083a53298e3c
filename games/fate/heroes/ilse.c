/* Ilse Longwatch, Spearman: she reaches far and stands for others. R16 */
#include "../attack.h"
#include "../board.h"
#include "../cards.h"
#include "../frames.h"
#include "../fx.h"
#include "../mirror.h"
#include "../prompt.h"
#include "heroes.h"

const struct fate_hooks fate_long_arm = {
    0 /* its number stands in the row of its owner */
};

static uint32_t guards(const struct fate_state *s, uint32_t unit, uint32_t other)
{
    uint32_t ally = (fate_allies(s, unit) >> fate_passes_for(s, other) & 1u) != 0; /* R23.1 */
    return ally && fate_distance(s->unit[unit].at, s->unit[other].at) == 1;
}

/* ---- Steady Line, R16.2 ---- */

static uint32_t steady(const struct fate_state *s, uint32_t unit, const struct fate_frame *attack)
{
    return guards(s, unit, attack->target);
}

const struct fate_hooks fate_steady_line = {
    .defence_bonus = steady,
};

/* ---- Interpose, R16.3 ---- */

static uint32_t may_interpose(const struct fate_state *s, uint32_t unit,
                              const struct fate_frame *attack)
{
    return (attack->flags & (FATE_AT_NORMAL | FATE_AT_PATH)) != 0 &&
           (attack->flags & FATE_AT_HIT) != 0 && attack->unit != unit &&
           attack->victim == attack->target && guards(s, unit, attack->target) &&
           fate_cannot_pay(s, unit, FATE_INTERPOSE) == 0;
}

static uint32_t offer_interpose(struct fate_run *run, uint32_t unit, struct fate_frame *attack)
{
    if (!may_interpose(run->s, unit, attack)) {
        return 0;
    }
    fate_ask(run, unit, FATE_INTERPOSE);
    return 1;
}

static uint32_t interpose_asks(const struct fate_state *s, uint32_t unit,
                               const struct fate_frame *top)
{
    return top->kind == FATE_F_ATTACK && top->step == FATE_A_REACT && may_interpose(s, unit, top);
}

static void interpose(struct fate_run *run, uint32_t unit, struct fate_frame *top, uint32_t option)
{
    if (option == FATE_SAY_ACCEPT) {
        fate_pay(run, unit, FATE_INTERPOSE);
        top->victim = (uint8_t)unit;
    }
}

const struct fate_hooks fate_interpose = {
    .asks = interpose_asks,
    .options = fate_yes_or_no,
    .answer = interpose,
    .before_hit = offer_interpose,
};

/* ---- No Further, R16.4 ---- */

static void hold(struct fate_run *run, uint32_t unit, const uint16_t arg[RD_ARGS_MAX])
{
    struct fate_state *s = run->s;
    const struct fate_fx held = { FATE_FX_HELD, (uint8_t)unit, 0 };
    uint32_t near = fate_within(s, fate_enemies(s, unit), s->unit[unit].at, 1);
    (void)arg;
    for (near = fate_real_units(run, near); near != 0; near &= near - 1) {
        fate_add_fx(run, fate_lowest(near), held);
    }
}

const struct fate_hooks fate_no_further = {
    .use = hold,
};
