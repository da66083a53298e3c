/* Captain Ruska Vane, Knight: others fight better beside her, and when she says so. R20 */
#include "../attack.h"
#include "../board.h"
#include "../cards.h"
#include "../frames.h"
#include "../kinds.h"
#include "heroes.h"

enum { ORDER_REACH = 2, RALLY_REACH = 2 };

/* ---- Banner, R20.1 ---- */

static uint32_t banner(const struct fate_state *s, uint32_t unit, const struct fate_frame *attack)
{
    uint32_t ally = (fate_allies(s, unit) >> attack->unit & 1u) != 0;
    uint32_t path = (attack->flags & FATE_AT_PATH) != 0;
    if (attack->kind != FATE_F_ATTACK || !ally || (!path && !(attack->flags & FATE_AT_NORMAL))) {
        return 0;
    }
    uint32_t at = s->unit[unit].at;
    return fate_distance(at, s->unit[attack->unit].at) <= 1 ||
           (path && fate_distance(at, attack->from) <= 1);
}

const struct fate_hooks fate_banner = {
    .damage_bonus = banner,
};

/* ---- Give the Order, R20.2 ---- */

static uint32_t followers(const struct fate_state *s, uint32_t unit)
{
    return fate_within(s, fate_allies(s, unit), s->unit[unit].at, ORDER_REACH);
}

static uint32_t their_targets(const struct fate_state *s, uint32_t unit, uint32_t named)
{
    (void)unit;
    return fate_targets(s, named);
}

static void command(struct fate_run *run, uint32_t unit, const uint16_t arg[RD_ARGS_MAX])
{
    RD_ASSERT(arg[0] < FATE_UNITS && arg[1] < FATE_UNITS);
    (void)unit;
    uint32_t arrow = fate_traits_of(run->s, arg[0])->pattern == FATE_ARROW;
    if (!arrow || !fate_arrow_stopped(run, arg[0], arg[1])) {
        fate_begin_attack(run, arg[0], arg[1], FATE_AT_NORMAL, FATE_GIVE_THE_ORDER);
    }
}

const struct fate_hooks fate_give_the_order = {
    .units = followers,
    .targets = their_targets,
    .use = command,
};

/* ---- Rally, R20.3 ---- */

static void rally_after_death(struct fate_run *run, uint32_t unit, uint32_t dead)
{
    RD_ASSERT(dead < FATE_CORE);
    if (fate_seat_of(dead) == fate_seat_of(unit)) {
        fate_gain(run, unit, FATE_RALLY, 1);
    }
}

static void rally(struct fate_run *run, uint32_t unit)
{
    struct fate_state *s = run->s;
    if (fate_cannot_pay(s, unit, FATE_RALLY) != 0) {
        return;
    }
    fate_pay(run, unit, FATE_RALLY);
    uint32_t near = fate_within(s, fate_allies(s, unit), s->unit[unit].at, RALLY_REACH);
    for (near |= fate_bit(unit); near != 0; near &= near - 1) {
        fate_heal(run, fate_lowest(near), 1);
    }
}

const struct fate_hooks fate_rally = {
    .on_death = rally_after_death,
    .on_settled = rally,
};
