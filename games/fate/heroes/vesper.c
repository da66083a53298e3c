/* Vesper Coil, Assassin: hides easily, marks her prey, and is elsewhere. */
#include "../board.h"
#include "../cards.h"
#include "../frames.h"
#include "../fx.h"
#include "../mirror.h"
#include "../move.h"
#include "../prompt.h"
#include "../stealth.h"
#include "../summon.h"
#include "heroes.h"

enum { THREAD_REACH = 2, VANISH_REACH = 3, OLDER = 0, NEWER = 1 /* fx.left of a mark */ };

/* Its number stands in the traits. */
const struct fate_hooks fate_smoke_skinned = {
    0 /* its number stands in the row of its owner */
};

/* ---- Black Thread: two marks, the newer one remembered as such ---- */

static uint32_t may_be_marked(const struct fate_state *s, uint32_t unit)
{
    uint32_t seen = fate_seen(s, fate_seat_of(unit), fate_enemies(s, unit));
    return fate_within(s, seen, s->unit[unit].at, THREAD_REACH);
}

/* A third mark ends the older of two; whatever stays is the older one now. */
static void age_marks(struct fate_run *run, uint32_t unit)
{
    uint32_t marks = 0;
    for (uint32_t i = 0; i < FATE_UNITS; i++) {
        marks += fate_has_fx(run->s, i, FATE_FX_MARK, unit);
    }
    RD_ASSERT(marks <= FATE_UNITS);
    for (uint32_t i = 0; i < FATE_UNITS; i++) {
        struct fate_fx *mark = fate_find_fx(run->s, i, FATE_FX_MARK, unit);
        if (mark != NULL && mark->left == OLDER && marks >= 2) {
            fate_end_fx(run, i, FATE_FX_MARK, unit);
        } else if (mark != NULL) {
            mark->left = OLDER;
        }
    }
}

static void mark(struct fate_run *run, uint32_t unit, const uint16_t arg[RD_ARGS_MAX])
{
    RD_ASSERT(arg[0] < FATE_UNITS);
    const struct fate_fx thread = { FATE_FX_MARK, (uint8_t)unit, NEWER };
    if (fate_real_units(run, fate_bit(arg[0])) == 0) {
        return;
    }
    fate_end_fx(run, arg[0], FATE_FX_MARK, unit);
    age_marks(run, unit);
    fate_add_fx(run, arg[0], thread);
}

static uint32_t thread_bonus(const struct fate_state *s, uint32_t unit,
                             const struct fate_frame *attack)
{
    return attack->unit == unit && attack->kind == FATE_F_ATTACK && s->unit[unit].hidden &&
           fate_has_fx(s, attack->victim, FATE_FX_MARK, unit);
}

const struct fate_hooks fate_black_thread = {
    .units = may_be_marked,
    .use = mark,
    .damage_bonus = thread_bonus,
};

/* ---- Vanish ---- */

enum vanish_step { HIDDEN_NOW, ASKED };

static void vanish(struct fate_run *run, uint32_t unit, const uint16_t arg[RD_ARGS_MAX])
{
    (void)arg;
    fate_hide(run, unit);
    fate_push(run, FATE_F_CARD, unit, FATE_VANISH);
}

static void go_vanish(struct fate_run *run, struct fate_frame *frame)
{
    RD_ASSERT(frame->card == FATE_VANISH);
    if (frame->step == HIDDEN_NOW) {
        frame->step = ASKED;
        fate_ask(run, frame->unit, FATE_VANISH);
    } else {
        fate_pop(run, 0);
    }
}

static uint32_t vanish_is_sound(const struct fate_state *s, const struct fate_frame *frame)
{
    return frame->step == ASKED && s->unit[frame->unit].at != FATE_NONE;
}

static uint32_t vanish_asks(const struct fate_state *s, uint32_t unit, const struct fate_frame *top)
{
    (void)s;
    return top->kind == FATE_F_CARD && top->card == FATE_VANISH && top->unit == unit &&
           top->step == ASKED;
}

static struct fate_options vanish_options(const struct fate_state *s, uint32_t unit,
                                          const struct fate_frame *top)
{
    struct fate_options options = { { 1u << FATE_SAY_DECLINE, 0 } };
    (void)top;
    fate_options_add_cells(&options, fate_set_and(fate_disc(s->unit[unit].at, VANISH_REACH),
                                                  fate_looks_empty(s, fate_seat_of(unit))));
    return options;
}

static void answer_vanish(struct fate_run *run, uint32_t unit, struct fate_frame *top,
                          uint32_t option)
{
    RD_ASSERT(option == FATE_SAY_DECLINE || option >= FATE_SAY_CELL);
    (void)top;
    if (option >= FATE_SAY_CELL) {
        fate_begin_move(run, unit, option - FATE_SAY_CELL, FATE_MV_JUMPS | FATE_MV_QUIET);
    }
}

const struct fate_hooks fate_vanish = {
    .use = vanish,
    .go = go_vanish,
    .sound = vanish_is_sound,
    .asks = vanish_asks,
    .options = vanish_options,
    .answer = answer_vanish,
};
