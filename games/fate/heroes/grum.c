/* Grum Twiceborn, Berserker: gets up once, and turns every blow into embers. */
#include "../attack.h"
#include "../board.h"
#include "../cards.h"
#include "../events.h"
#include "../frames.h"
#include "../prompt.h"
#include "heroes.h"

enum { FIRST_LIFE = 0, SECOND_LIFE = 1, SECOND_DAMAGE = 3 };
static const uint8_t second_hp[FATE_NUMBERS] = { [FATE_BOOK] = 4, [FATE_TUNED] = 1 };
enum { AUTO_DEFENCE_PLACE = 0, SWEEP_RADIUS = 1, SWEEP_DAMAGE = 1, KILL_EMBERS = 2 };

/* ---- Second Breath ---- */

static void start_with_second_life(struct fate_unit *u, uint32_t numbers)
{
    RD_ASSERT(numbers < FATE_NUMBERS);
    u->form = SECOND_LIFE;
    u->max = second_hp[numbers];
    u->hp = second_hp[numbers];
    u->damage = SECOND_DAMAGE;
    u->charge[AUTO_DEFENCE_PLACE] = 0;
}

static uint32_t rise(struct fate_run *run, uint32_t unit)
{
    RD_ASSERT(run->s->unit[unit].hp == 0);
    if (fate_cannot_pay(run->s, unit, FATE_SECOND_BREATH) != 0) {
        return 0;
    }
    fate_pay(run, unit, FATE_SECOND_BREATH);
    start_with_second_life(&run->s->unit[unit], run->s->numbers);
    FATE_TELL(run, FATE_E_CHANGED, RD_ALL_SEATS, (int32_t)unit, FATE_SECOND_BREATH);
    return 1;
}

const struct fate_hooks fate_second_breath = {
    .survives = rise,
    .becomes = start_with_second_life,
};

/* ---- Embers ---- */

/* The end of a summon is no kill. */
static void take_price(struct fate_run *run, uint32_t unit, uint32_t victim)
{
    uint32_t killed = victim < FATE_CORE && run->s->unit[victim].hp == 0;
    fate_gain(run, unit, FATE_BLOOD_PRICE, killed ? 1 + KILL_EMBERS : 1);
}

const struct fate_hooks fate_blood_price = {
    .on_dealt = take_price,
};

/* As many as he has, no more than he lacks. */
static uint32_t heal_limit(const struct fate_state *s, uint32_t unit)
{
    const struct fate_unit *u = &s->unit[unit];
    uint32_t lacks = u->hp < u->max ? (uint32_t)(u->max - u->hp) : 0;
    uint32_t embers = fate_charges(s, unit, FATE_BLOOD_PRICE);
    return lacks < embers ? lacks : embers;
}

static void mend(struct fate_run *run, uint32_t unit, const uint16_t arg[RD_ARGS_MAX])
{
    RD_ASSERT(arg[0] >= 1 && arg[0] <= heal_limit(run->s, unit));
    uint8_t *embers = fate_counter(run->s, unit, FATE_BLOOD_PRICE);
    *embers = (uint8_t)(*embers - arg[0]);
    FATE_TELL(run, FATE_E_CHARGED, RD_ALL_SEATS, (int32_t)unit, FATE_BLOOD_PRICE, *embers);
    fate_heal(run, unit, arg[0]);
}

const struct fate_hooks fate_mend = {
    .number = heal_limit,
    .use = mend,
};

/* ---- Spiteful Sweep: offered whether or not anybody is near ---- */

static uint32_t may_sweep(const struct fate_state *s, uint32_t unit,
                          const struct fate_frame *attack)
{
    return attack->victim == unit && (attack->flags & FATE_AT_HIT) != 0 &&
           (attack->flags & (FATE_AT_NORMAL | FATE_AT_PATH)) != 0 &&
           fate_seat_of(attack->unit) != fate_seat_of(unit) &&
           fate_cannot_pay(s, unit, FATE_SPITEFUL_SWEEP) == 0;
}

static uint32_t offer_sweep(struct fate_run *run, uint32_t unit, struct fate_frame *attack)
{
    if (!may_sweep(run->s, unit, attack)) {
        return 0;
    }
    fate_ask(run, unit, FATE_SPITEFUL_SWEEP);
    return 1;
}

static uint32_t sweep_asks(const struct fate_state *s, uint32_t unit, const struct fate_frame *top)
{
    return top->kind == FATE_F_ATTACK && top->step == FATE_A_AFTER && may_sweep(s, unit, top);
}

static void answer_sweep(struct fate_run *run, uint32_t unit, struct fate_frame *top,
                         uint32_t option)
{
    struct fate_state *s = run->s;
    (void)top;
    if (option == FATE_SAY_ACCEPT) {
        fate_pay(run, unit, FATE_SPITEFUL_SWEEP);
        fate_begin_volley(run, unit, FATE_SPITEFUL_SWEEP,
                          fate_within(s, fate_enemies(s, unit), s->unit[unit].at, SWEEP_RADIUS),
                          SWEEP_DAMAGE);
    }
}

const struct fate_hooks fate_spiteful_sweep = {
    .after_attack = offer_sweep,
    .asks = sweep_asks,
    .options = fate_yes_or_no,
    .answer = answer_sweep,
};
