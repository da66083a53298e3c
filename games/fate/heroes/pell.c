/* Pell Mirrorwright, Trickster: two of him, and glass. What a pair is, mirror.c says. */
#include "../attack.h"
#include "../board.h"
#include "../cards.h"
#include "../frames.h"
#include "../mirror.h"
#include "../move.h"
#include "../prompt.h"
#include "../stealth.h"
#include "../summon.h"
#include "heroes.h"

enum { IMAGE_REACH = 2, SHATTER_RADIUS = 2, SHATTER_DAMAGE = 2 };

static uint32_t image_of(const struct fate_state *s, uint32_t unit)
{
    uint32_t image = fate_summon_of(unit, FATE_IMAGE);
    return s->unit[image].hp != 0 ? image : (uint32_t)FATE_NONE;
}

/* ---- Mirror Image ---- */

static struct fate_set image_cells(const struct fate_state *s, uint32_t unit, uint32_t named)
{
    (void)named;
    return fate_set_and(fate_disc(s->unit[unit].at, IMAGE_REACH),
                        fate_looks_empty(s, fate_seat_of(unit)));
}

static void cast_image(struct fate_run *run, uint32_t unit, const uint16_t arg[RD_ARGS_MAX])
{
    RD_ASSERT(arg[0] < FATE_CELLS);
    struct fate_state *s = run->s;
    uint32_t met = fate_unit_at(s, arg[0]);
    if (met != FATE_NONE) { /* the older one stays, told apart */
        fate_reveal(run, met, FATE_BY_STEP);
        return;
    }
    if (image_of(s, unit) != FATE_NONE) {
        fate_unsummon(run, image_of(s, unit));
    }
    fate_make_pair(s, unit);
    fate_summon(run, fate_summon_of(unit, FATE_IMAGE), arg[0]);
    fate_push(run, FATE_F_CARD, unit, FATE_MIRROR_IMAGE);
}

enum image_step { CAST, ASKED };

static void go_image(struct fate_run *run, struct fate_frame *frame)
{
    if (frame->step == CAST) {
        frame->step = ASKED;
        fate_ask(run, frame->unit, FATE_MIRROR_IMAGE);
    } else {
        fate_pop(run, 0);
    }
}

static uint32_t image_is_sound(const struct fate_state *s, const struct fate_frame *frame)
{
    return frame->step == ASKED && fate_in_pair(s, frame->unit);
}

static uint32_t image_asks(const struct fate_state *s, uint32_t unit, const struct fate_frame *top)
{
    return top->kind == FATE_F_CARD && top->card == FATE_MIRROR_IMAGE && top->unit == unit &&
           top->step == ASKED && fate_in_pair(s, unit);
}

/* Which of the two cells is his. */
static struct fate_options image_options(const struct fate_state *s, uint32_t unit,
                                         const struct fate_frame *top)
{
    struct fate_options options = { { 0, 0 } };
    (void)top;
    fate_options_add(&options, FATE_SAY_CELL + s->unit[unit].at);
    fate_options_add(&options, FATE_SAY_CELL + s->unit[fate_summon_of(unit, FATE_IMAGE)].at);
    return options;
}

static void answer_image(struct fate_run *run, uint32_t unit, struct fate_frame *top,
                         uint32_t option)
{
    RD_ASSERT(option >= FATE_SAY_CELL && option < FATE_OPTIONS);
    (void)top;
    if (run->s->unit[unit].at != option - FATE_SAY_CELL) {
        fate_exchange_pair(run->s, unit);
    }
}

const struct fate_hooks fate_mirror_image = {
    .cells = image_cells,
    .use = cast_image,
    .go = go_image,
    .sound = image_is_sound,
    .asks = image_asks,
    .options = image_options,
    .answer = answer_image,
};

/* ---- Switch ---- */

static uint32_t partners(const struct fate_state *s, uint32_t unit)
{
    uint32_t image = image_of(s, unit);
    uint32_t all = fate_allies(s, unit) | (image == FATE_NONE ? 0 : fate_bit(image));
    return fate_within(s, all, s->unit[unit].at, FATE_SIDE);
}

/* With an Image that is still taken for him nobody sees a thing. */
static void switch_places(struct fate_run *run, uint32_t unit, const uint16_t arg[RD_ARGS_MAX])
{
    RD_ASSERT(arg[0] < FATE_UNITS);
    if (fate_in_pair(run->s, unit)) {
        fate_exchange_pair(run->s, unit);
    } else {
        fate_swap(run, unit, arg[0]);
    }
}

static uint32_t keeps_pair(const struct fate_state *s, uint32_t unit,
                           const uint16_t arg[RD_ARGS_MAX])
{
    return arg[0] == image_of(s, unit);
}

const struct fate_hooks fate_switch = {
    .units = partners,
    .keeps_pair = keeps_pair,
    .use = switch_places,
};

/* ---- Laughing Glass and Shatter ---- */

static void gather_shard(struct fate_run *run, uint32_t unit)
{
    fate_gain(run, unit, FATE_LAUGHING_GLASS, 1);
}

const struct fate_hooks fate_laughing_glass = {
    .on_double = gather_shard,
};

static uint32_t centres(const struct fate_state *s, uint32_t unit)
{
    uint32_t image = image_of(s, unit);
    return fate_bit(unit) | (image == FATE_NONE ? 0 : fate_bit(image));
}

static void shatter(struct fate_run *run, uint32_t unit, const uint16_t arg[RD_ARGS_MAX])
{
    RD_ASSERT(arg[0] < FATE_UNITS);
    struct fate_state *s = run->s;
    uint32_t targets = fate_within(s, fate_enemies(s, unit), s->unit[arg[0]].at, SHATTER_RADIUS);
    struct fate_frame *volley = fate_begin_volley(run, unit, FATE_SHATTER, targets, SHATTER_DAMAGE);
    volley->from = (uint8_t)arg[0]; /* the centre, a unit */
}

static void shatter_over(struct fate_run *run, const struct fate_frame *volley)
{
    RD_ASSERT(volley->from < FATE_UNITS);
    if (fate_is_summon(volley->from) && run->s->unit[volley->from].hp != 0) {
        fate_unsummon(run, volley->from);
    }
}

const struct fate_hooks fate_shatter = {
    .units = centres,
    .use = shatter,
    .volley_over = shatter_over,
};
