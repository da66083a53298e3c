/* Tamsin Fairrein, Rider: she carries others, and rides as nobody else does. R17 */
#include "../attack.h"
#include "../board.h"
#include "../cards.h"
#include "../frames.h"
#include "../fx.h"
#include "../move.h"
#include "../prompt.h"
#include "heroes.h"

enum step { RIDE, ARRIVED, AGAIN };

static struct fate_set ride_cells(const struct fate_state *s, uint32_t unit, uint32_t named)
{
    (void)named;
    return fate_moves(s, unit);
}

static uint32_t there(const struct fate_state *s, const struct fate_frame *frame)
{
    return s->unit[frame->unit].hp != 0 && s->unit[frame->unit].at == frame->to;
}

/* ---- Pillion, R17.1 ---- */

static uint32_t passengers(const struct fate_state *s, uint32_t unit)
{
    return fate_within(s, fate_allies(s, unit), s->unit[unit].at, 1);
}

static void ride_pillion(struct fate_run *run, uint32_t unit, const uint16_t arg[RD_ARGS_MAX])
{
    RD_ASSERT(arg[0] < FATE_UNITS && arg[1] < FATE_CELLS);
    struct fate_frame *frame = fate_push(run, FATE_F_CARD, unit, FATE_PILLION);
    frame->target = (uint8_t)arg[0];
    frame->to = (uint8_t)arg[1];
}

static struct fate_set set_down_cells(const struct fate_state *s, uint32_t unit)
{
    return fate_set_and(fate_disc(s->unit[unit].at, 1), fate_looks_empty(s, fate_seat_of(unit)));
}

static void go_pillion(struct fate_run *run, struct fate_frame *frame)
{
    RD_ASSERT(frame->card == FATE_PILLION);
    struct fate_state *s = run->s;
    if (frame->step == RIDE) {
        frame->step = ARRIVED;
        fate_begin_move(run, frame->unit, frame->to, FATE_MV_SPENDS);
        return;
    }
    if (there(s, frame) && s->unit[frame->target].hp != 0) {
        fate_ask(run, frame->unit, FATE_PILLION);
    } else {
        fate_pop(run, 0);
    }
}

static uint32_t pillion_is_sound(const struct fate_state *s, const struct fate_frame *frame)
{
    (void)s;
    return frame->target != FATE_NONE && frame->to != FATE_NONE && frame->step == ARRIVED;
}

static uint32_t pillion_asks(const struct fate_state *s, uint32_t unit,
                             const struct fate_frame *top)
{
    return top->kind == FATE_F_CARD && top->card == FATE_PILLION && top->unit == unit &&
           there(s, top) && s->unit[top->target].hp != 0;
}

static struct fate_options pillion_options(const struct fate_state *s, uint32_t unit,
                                           const struct fate_frame *top)
{
    struct fate_options options = { { 0, 0 } };
    struct fate_set cells = set_down_cells(s, unit);
    (void)top;
    if (fate_set_empty(&cells)) { /* asked all the same: a hidden ally may be the reason */
        fate_options_add(&options, FATE_SAY_DECLINE);
    }
    fate_options_add_cells(&options, cells);
    return options;
}

static void set_down(struct fate_run *run, uint32_t unit, struct fate_frame *top, uint32_t option)
{
    RD_ASSERT(option == FATE_SAY_DECLINE || option >= FATE_SAY_CELL);
    (void)unit;
    if (option >= FATE_SAY_CELL) {
        fate_put(run, top->target, option - FATE_SAY_CELL);
    }
    fate_pop(run, 0);
}

const struct fate_hooks fate_pillion = {
    .units = passengers,
    .cells = ride_cells,
    .use = ride_pillion,
    .asks = pillion_asks,
    .options = pillion_options,
    .answer = set_down,
    .go = go_pillion,
    .sound = pillion_is_sound,
};

/* ---- Wide Gallop, R17.2 ---- */

static void gallop(struct fate_run *run, uint32_t unit)
{
    const struct fate_fx fx = { FATE_FX_GALLOP, (uint8_t)unit, 0 };
    if (fate_cannot_pay(run->s, unit, FATE_WIDE_GALLOP) == 0) {
        fate_pay(run, unit, FATE_WIDE_GALLOP);
        fate_add_fx(run, unit, fx);
    }
}

const struct fate_hooks fate_wide_gallop = {
    .at_start = gallop,
};

/* ---- Full Circuit, R17.3 ---- */

static void ride_circuit(struct fate_run *run, uint32_t unit, const uint16_t arg[RD_ARGS_MAX])
{
    RD_ASSERT(arg[0] < FATE_CELLS);
    fate_push(run, FATE_F_CARD, unit, FATE_FULL_CIRCUIT)->to = (uint8_t)arg[0];
}

static void ride(struct fate_run *run, struct fate_frame *frame, uint32_t to)
{
    RD_ASSERT(to < FATE_CELLS);
    uint32_t met = frame->mask;
    fate_begin_move(run, frame->unit, to, FATE_MV_SPENDS | FATE_MV_RIDES)->mask = met;
}

static void go_circuit(struct fate_run *run, struct fate_frame *frame)
{
    RD_ASSERT(frame->card == FATE_FULL_CIRCUIT);
    const uint32_t broken = FATE_MV_STOPPED | FATE_MV_HURT | FATE_MV_MET;
    if (frame->step == RIDE) {
        frame->step = ARRIVED;
        ride(run, frame, frame->to);
    } else if (frame->step == ARRIVED && (frame->result & broken) == 0 && there(run->s, frame)) {
        fate_ask(run, frame->unit, FATE_FULL_CIRCUIT);
    } else {
        fate_pop(run, 0);
    }
}

/* No enemy is attacked twice: the frame below remembers them. */
static void remember(struct fate_run *run, uint32_t unit, const struct fate_frame *attack)
{
    for (uint32_t i = 0; i < run->s->depth; i++) {
        struct fate_frame *frame = &run->s->frame[i];
        if (frame->kind == FATE_F_CARD && frame->card == FATE_FULL_CIRCUIT && frame->unit == unit &&
            (attack->flags & FATE_AT_PATH) != 0) {
            frame->mask |= fate_bit(attack->target);
        }
    }
}

static uint32_t circuit_is_sound(const struct fate_state *s, const struct fate_frame *frame)
{
    (void)s;
    return frame->to != FATE_NONE && (frame->step == ARRIVED || frame->step == AGAIN);
}

static uint32_t circuit_asks(const struct fate_state *s, uint32_t unit,
                             const struct fate_frame *top)
{
    return top->kind == FATE_F_CARD && top->card == FATE_FULL_CIRCUIT && top->unit == unit &&
           top->step == ARRIVED && there(s, top);
}

static struct fate_options circuit_options(const struct fate_state *s, uint32_t unit,
                                           const struct fate_frame *top)
{
    struct fate_options options = { { 1u << FATE_SAY_DECLINE, 0 } };
    (void)top;
    fate_options_add_cells(&options, fate_moves(s, unit));
    return options;
}

static void ride_again(struct fate_run *run, uint32_t unit, struct fate_frame *top, uint32_t option)
{
    RD_ASSERT(option == FATE_SAY_DECLINE || option >= FATE_SAY_CELL);
    (void)unit;
    top->step = AGAIN;
    if (option >= FATE_SAY_CELL) {
        ride(run, top, option - FATE_SAY_CELL);
    }
}

const struct fate_hooks fate_full_circuit = {
    .cells = ride_cells,
    .use = ride_circuit,
    .asks = circuit_asks,
    .options = circuit_options,
    .answer = ride_again,
    .go = go_circuit,
    .sound = circuit_is_sound,
    .on_declare = remember,
};
