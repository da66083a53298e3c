/* Gauge Rivetborn, Archer: a turret to leave behind and a frame to climb into. */
#include "../attack.h"
#include "../board.h"
#include "../cards.h"
#include "../events.h"
#include "../frames.h"
#include "../move.h"
#include "../prompt.h"
#include "../stealth.h"
#include "../summon.h"
#include "../turn.h"
#include "heroes.h"

enum { ON_FOOT = 0, FRAMED = 1 };
static const uint8_t frame_hp[FATE_NUMBERS] = { [FATE_BOOK] = 2, [FATE_TUNED] = 1 };

/* Cells beside a unit that look empty to its owner. */
static struct fate_set free_beside(const struct fate_state *s, uint32_t unit)
{
    return fate_set_and(fate_disc(s->unit[unit].at, 1), fate_looks_empty(s, fate_seat_of(unit)));
}

/* ---- Unfold Turret ---- */

static struct fate_set turret_cells(const struct fate_state *s, uint32_t unit, uint32_t named)
{
    (void)named;
    return free_beside(s, unit);
}

static void unfold(struct fate_run *run, uint32_t unit, const uint16_t arg[RD_ARGS_MAX])
{
    RD_ASSERT(arg[0] < FATE_CELLS);
    struct fate_state *s = run->s;
    uint32_t turret = fate_summon_of(unit, FATE_TURRET);
    uint32_t met = fate_unit_at(s, arg[0]);
    if (met != FATE_NONE) { /* the older one stays */
        fate_reveal(run, met, FATE_BY_STEP);
        return;
    }
    if (s->unit[turret].hp != 0) {
        fate_unsummon(run, turret);
    }
    fate_summon(run, turret, arg[0]);
    fate_enqueue(s, turret, unit);
}

const struct fate_hooks fate_unfold_turret = {
    .cells = turret_cells,
    .use = unfold,
};

/* ---- Recoil Step ---- */

/* Offered though there is nowhere to go: a hidden ally may be the reason, R13.5. */
static uint32_t may_recoil(uint32_t unit, const struct fate_frame *attack)
{
    return attack->unit == unit && (attack->flags & FATE_AT_NORMAL) != 0 &&
           (attack->flags & FATE_AT_HIT) != 0;
}

static uint32_t offer_recoil(struct fate_run *run, uint32_t unit, struct fate_frame *attack)
{
    if (!may_recoil(unit, attack)) {
        return 0;
    }
    fate_ask(run, unit, FATE_RECOIL_STEP);
    return 1;
}

static uint32_t recoil_asks(const struct fate_state *s, uint32_t unit, const struct fate_frame *top)
{
    (void)s;
    return top->kind == FATE_F_ATTACK && top->step == FATE_A_AFTER && may_recoil(unit, top);
}

static struct fate_options recoil_options(const struct fate_state *s, uint32_t unit,
                                          const struct fate_frame *top)
{
    struct fate_options options = { { 1u << FATE_SAY_DECLINE, 0 } };
    (void)top;
    fate_options_add_cells(&options, free_beside(s, unit));
    return options;
}

static void answer_recoil(struct fate_run *run, uint32_t unit, struct fate_frame *top,
                          uint32_t option)
{
    RD_ASSERT(option == FATE_SAY_DECLINE || option >= FATE_SAY_CELL);
    (void)top;
    if (option >= FATE_SAY_CELL) {
        fate_begin_move(run, unit, option - FATE_SAY_CELL, 0);
    }
}

const struct fate_hooks fate_recoil_step = {
    .after_attack = offer_recoil,
    .asks = recoil_asks,
    .options = recoil_options,
    .answer = answer_recoil,
};

/* ---- Walker Frame ---- */

static void start_with_frame(struct fate_unit *u, uint32_t numbers)
{
    RD_ASSERT(u->max <= FATE_HP_MAX && numbers < FATE_NUMBERS);
    uint32_t room = FATE_HP_MAX - u->max;
    uint32_t more = frame_hp[numbers] < room ? frame_hp[numbers] : room;
    u->form = FRAMED;
    u->max = (uint8_t)(u->max + more);
    u->hp = (uint8_t)(u->hp + more);
}

static void climb_in(struct fate_run *run, uint32_t unit, const uint16_t arg[RD_ARGS_MAX])
{
    (void)arg;
    start_with_frame(&run->s->unit[unit], run->s->numbers);
    FATE_TELL(run, FATE_E_CHANGED, RD_ALL_SEATS, (int32_t)unit, FATE_WALKER_FRAME);
}

const struct fate_hooks fate_walker_frame = {
    .use = climb_in,
    .becomes = start_with_frame,
};
