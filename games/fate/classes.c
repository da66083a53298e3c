/* What the two cards do that classes have. R10 */
#include "attack.h"
#include "board.h"
#include "cards.h"
#include "frames.h"
#include "heroes/heroes.h"
#include "kinds.h"
#include "prompt.h"

/* ---- Auto Defence, R10.1 ---- */

static uint32_t offer_auto(struct fate_run *run, uint32_t unit, struct fate_frame *frame)
{
    (void)frame;
    if (fate_cannot_pay(run->s, unit, FATE_AUTO_DEFENCE) != 0) {
        return 0;
    }
    fate_ask(run, unit, FATE_AUTO_DEFENCE);
    return 1;
}

static uint32_t auto_asks(const struct fate_state *s, uint32_t unit, const struct fate_frame *top)
{
    uint32_t attack = top->kind == FATE_F_ATTACK && top->step == FATE_A_BEFORE;
    uint32_t volley = top->kind == FATE_F_VOLLEY && top->step == FATE_VO_ASK;
    return (attack || volley) && top->target == unit &&
           fate_cannot_pay(s, unit, FATE_AUTO_DEFENCE) == 0;
}

static struct fate_options auto_options(const struct fate_state *s, uint32_t unit,
                                        const struct fate_frame *top)
{
    struct fate_options options = { { 1u << FATE_SAY_AUTO | 1u << FATE_SAY_ROLL, 0 } };
    (void)s;
    (void)unit;
    (void)top;
    return options;
}

static void answer_auto(struct fate_run *run, uint32_t unit, struct fate_frame *top,
                        uint32_t option)
{
    if (option == FATE_SAY_AUTO) {
        fate_pay(run, unit, FATE_AUTO_DEFENCE);
        top->flags |= FATE_AT_AUTO;
    }
}

/* A second life may need less. */
static uint32_t auto_limit(const struct fate_state *s, uint32_t unit)
{
    uint32_t guard = fate_traits_of(s, unit)->guard;
    return guard != 0 ? guard : fate_cards[FATE_AUTO_DEFENCE].max;
}

const struct fate_hooks fate_auto_defence = {
    .limit = auto_limit,
    .asks = auto_asks,
    .options = auto_options,
    .answer = answer_auto,
    .before_defence = offer_auto,
};

/* ---- the Trickster's area attack, R10.2 ---- */

enum { AREA_RADIUS = 2, AREA_DAMAGE = 1 };

static void use_area(struct fate_run *run, uint32_t unit, const uint16_t arg[RD_ARGS_MAX])
{
    struct fate_state *s = run->s;
    (void)arg;
    uint32_t targets = fate_within(s, fate_living(s), s->unit[unit].at, AREA_RADIUS);
    fate_begin_volley(run, unit, FATE_AREA_ATTACK, targets, AREA_DAMAGE);
}

const struct fate_hooks fate_area_attack = {
    .use = use_area,
};
