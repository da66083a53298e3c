/* Quill Hollowhand, Assassin: other hands do his work, and he signs last. */
#include "../attack.h"
#include "../board.h"
#include "../cards.h"
#include "../frames.h"
#include "../kinds.h"
#include "../mirror.h"
#include "../prompt.h"
#include "../summon.h"
#include "heroes.h"

enum { HAND_REACH = 2, SIGNED_HP = 2, SIGNED_LOSS = 2 };

/* ---- Borrowed Hand ---- */

static uint32_t hands(const struct fate_state *s, uint32_t unit)
{
    uint32_t enemies = fate_unhidden(s, fate_enemies(s, unit));
    uint32_t found = 0;
    for (uint32_t left = enemies; left != 0; left &= left - 1) {
        uint32_t other = fate_lowest(left);
        found |= fate_kind_of(s, other)->class == FATE_CLASSES ? 0 : fate_bit(other);
    }
    return fate_within(s, found, s->unit[unit].at, HAND_REACH);
}

/* Anybody in its pattern but Quill; what this owner sees on a line stops its arrow. */
static uint32_t hand_targets(const struct fate_state *s, uint32_t unit, uint32_t named)
{
    RD_ASSERT(named < FATE_UNITS);
    const struct fate_traits *traits = fate_traits_of(s, named);
    uint32_t others = fate_living(s) & ~fate_bit(named);
    uint32_t blockers = fate_seen(s, fate_seat_of(unit), others);
    uint32_t open = fate_unhidden(s, others) & ~fate_bit(unit);
    uint32_t reached = fate_reachable(s, named, open, blockers, traits->pattern, traits->reach);
    return fate_within(s, reached, s->unit[named].at, fate_sight(s, named));
}

static void borrow(struct fate_run *run, uint32_t unit, const uint16_t arg[RD_ARGS_MAX])
{
    RD_ASSERT(arg[0] < FATE_UNITS && arg[1] < FATE_UNITS);
    (void)unit;
    if (fate_real_units(run, fate_bit(arg[0])) != 0) {
        fate_begin_attack(run, arg[0], arg[1], FATE_AT_NORMAL, FATE_BORROWED_HAND);
    }
}

const struct fate_hooks fate_borrowed_hand = {
    .units = hands,
    .targets = hand_targets,
    .use = borrow,
};

/* ---- Slip the Knife ---- */

static uint32_t may_slip(const struct fate_state *s, uint32_t unit, const struct fate_frame *move)
{
    const struct fate_unit *mover = &s->unit[move->unit];
    return s->unit[unit].hidden && !mover->hidden && mover->hp != 0 &&
           fate_distance(s->unit[unit].at, mover->at) == 1 &&
           fate_cannot_pay(s, unit, FATE_SLIP_THE_KNIFE) == 0;
}

static uint32_t offer_slip(struct fate_run *run, uint32_t unit, struct fate_frame *move)
{
    if (!may_slip(run->s, unit, move)) {
        return 0;
    }
    fate_ask(run, unit, FATE_SLIP_THE_KNIFE);
    return 1;
}

static uint32_t slip_asks(const struct fate_state *s, uint32_t unit, const struct fate_frame *top)
{
    return top->kind == FATE_F_MOVE && may_slip(s, unit, top);
}

static void answer_slip(struct fate_run *run, uint32_t unit, struct fate_frame *top,
                        uint32_t option)
{
    uint32_t mover = top->unit;
    if (option == FATE_SAY_ACCEPT) {
        fate_pay(run, unit, FATE_SLIP_THE_KNIFE);
        fate_begin_attack(run, unit, mover, FATE_AT_NORMAL, FATE_SLIP_THE_KNIFE);
    }
}

const struct fate_hooks fate_slip_the_knife = {
    .on_move_end = offer_slip,
    .asks = slip_asks,
    .options = fate_yes_or_no,
    .answer = answer_slip,
};

/* ---- Last Signature ---- */

static uint32_t may_be_signed(const struct fate_state *s, uint32_t unit)
{
    uint32_t near = fate_within(s, fate_unhidden(s, fate_enemies(s, unit)), s->unit[unit].at, 1);
    for (uint32_t left = near; left != 0; left &= left - 1) {
        uint32_t other = fate_lowest(left);
        near &= s->unit[other].hp <= SIGNED_HP ? ~UINT32_C(0) : ~fate_bit(other);
    }
    return near;
}

static void sign(struct fate_run *run, uint32_t unit, const uint16_t arg[RD_ARGS_MAX])
{
    RD_ASSERT(arg[0] < FATE_UNITS);
    fate_lose(run, arg[0], SIGNED_LOSS, unit);
}

const struct fate_hooks fate_last_signature = {
    .units = may_be_signed,
    .use = sign,
};
