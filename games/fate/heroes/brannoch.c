/* Brannoch Thornwarden, Spearman: thorns for those who miss him, and for those who walk. R15 */
#include "../attack.h"
#include "../board.h"
#include "../cards.h"
#include "../frames.h"
#include "../fx.h"
#include "../move.h"
#include "../prompt.h"
#include "../tokens.h"
#include "heroes.h"

enum { SOW_REACH = 2, THICKET_REACH = 3 };
static const uint8_t thicket_damage[FATE_NUMBERS] = { [FATE_BOOK] = 2, [FATE_TUNED] = 1 };

/* ---- Bristle, R15.1 ---- */

static uint32_t bristle(struct fate_run *run, uint32_t unit, struct fate_frame *attack)
{
    const struct fate_state *s = run->s;
    uint32_t missed = attack->target == unit && (attack->flags & FATE_AT_HIT) == 0;
    if (missed && (attack->flags & (FATE_AT_NORMAL | FATE_AT_PATH)) != 0 &&
        fate_distance(s->unit[attack->unit].at, s->unit[unit].at) == 1) {
        fate_lose(run, attack->unit, 1, unit);
    }
    return 0;
}

const struct fate_hooks fate_bristle = {
    .after_attack = bristle,
};

/* ---- Sow Caltrops, R15.2 ---- */

static struct fate_set sow_cells(const struct fate_state *s, uint32_t unit, uint32_t named)
{
    uint32_t seat = fate_seat_of(unit);
    struct fate_set cells =
        fate_set_and(fate_disc(s->unit[unit].at, SOW_REACH), fate_looks_empty(s, seat));
    (void)named;
    for (uint32_t i = 0; i < s->token_count; i++) {
        if (s->token[i].kind == FATE_CALTROP && fate_seat_of(s->token[i].by) == seat) {
            fate_set_drop(&cells, s->token[i].at);
        }
    }
    return cells;
}

/* The first cell waits in the frame: both are laid together. */
static void sow(struct fate_run *run, uint32_t unit, const uint16_t arg[RD_ARGS_MAX])
{
    RD_ASSERT(arg[0] < FATE_CELLS);
    fate_push(run, FATE_F_CARD, unit, FATE_SOW_CALTROPS)->to = (uint8_t)arg[0];
}

static void go_sow(struct fate_run *run, struct fate_frame *frame)
{
    fate_ask(run, frame->unit, FATE_SOW_CALTROPS);
}

static uint32_t sow_is_sound(const struct fate_state *s, const struct fate_frame *frame)
{
    return frame->to != FATE_NONE && s->unit[frame->unit].hp != 0;
}

static uint32_t sow_asks(const struct fate_state *s, uint32_t unit, const struct fate_frame *top)
{
    (void)s;
    return top->kind == FATE_F_CARD && top->card == FATE_SOW_CALTROPS && top->unit == unit;
}

static struct fate_options sow_options(const struct fate_state *s, uint32_t unit,
                                       const struct fate_frame *top)
{
    struct fate_options options = { { 1u << FATE_SAY_DECLINE, 0 } };
    struct fate_set cells = sow_cells(s, unit, FATE_NONE);
    fate_set_drop(&cells, top->to);
    fate_options_add_cells(&options, cells);
    return options;
}

static void lay(struct fate_run *run, uint32_t unit, uint32_t cell)
{
    RD_ASSERT(cell < FATE_CELLS);
    struct fate_token caltrop = { FATE_CALTROP, (uint8_t)unit, (uint8_t)cell, 0 };
    fate_add_token(run, caltrop);
}

static void answer_sow(struct fate_run *run, uint32_t unit, struct fate_frame *top, uint32_t option)
{
    RD_ASSERT(option == FATE_SAY_DECLINE || option >= FATE_SAY_CELL);
    lay(run, unit, top->to);
    if (option != FATE_SAY_DECLINE) {
        lay(run, unit, option - FATE_SAY_CELL);
    }
    fate_pop(run, 0);
}

const struct fate_hooks fate_sow_caltrops = {
    .cells = sow_cells,
    .use = sow,
    .asks = sow_asks,
    .options = sow_options,
    .answer = answer_sow,
    .go = go_sow,
    .sound = sow_is_sound,
};

/* The first caltrop of the other side among the cells of the move stops it. */
static void meet_caltrop(struct fate_run *run, struct fate_frame *move)
{
    RD_ASSERT(move->kind == FATE_F_MOVE);
    struct fate_state *s = run->s;
    uint32_t other = 1 - fate_seat_of(move->unit);
    for (uint32_t i = 1; fate_playbook(move, i) != FATE_NONE; i++) {
        uint32_t cell = fate_playbook(move, i);
        uint32_t goal =
            fate_playbook(move, i + 1) == FATE_NONE && (move->flags & FATE_MV_STOPPED) == 0;
        if (goal && fate_unit_at(s, cell) != FATE_NONE) {
            return; /* R9.6 goes first */
        }
        uint32_t index = fate_token_at(s, FATE_CALTROP, other, cell);
        if (index != FATE_NONE) {
            move->target = s->token[index].by;
            move->flags |= FATE_MV_HURT;
            fate_drop_token(run, index);
            fate_move_stop(run, move, i);
            return;
        }
    }
}

const struct fate_token_hooks fate_caltrop_token = {
    .on_way = meet_caltrop,
};

/* ---- Thicket Rising, R15.3 ---- */

static struct fate_set thicket_cells(const struct fate_state *s, uint32_t unit, uint32_t named)
{
    struct fate_set cells = { { 0, 0 } };
    (void)named;
    for (uint32_t direction = 0; direction < FATE_DIRECTIONS; direction++) {
        for (uint32_t i = 1; i <= THICKET_REACH; i++) {
            fate_set_add(&cells, fate_walk(s->unit[unit].at, direction, i));
        }
    }
    return cells;
}

static void raise_thicket(struct fate_run *run, uint32_t unit, const uint16_t arg[RD_ARGS_MAX])
{
    RD_ASSERT(arg[0] < FATE_CELLS);
    uint32_t targets = fate_in_area(run->s, fate_enemies(run->s, unit), arg[0], 1);
    fate_begin_volley(run, unit, FATE_THICKET_RISING, targets, thicket_damage[run->s->numbers]);
}

static void root(struct fate_run *run, uint32_t unit, uint32_t victim)
{
    RD_ASSERT(run->s->unit[victim].hp != 0);
    struct fate_fx fx = { FATE_FX_ROOT, (uint8_t)unit, 0 };
    fate_add_fx(run, victim, fx);
}

const struct fate_hooks fate_thicket_rising = {
    .cells = thicket_cells,
    .use = raise_thicket,
    .volley_hit = root,
};
