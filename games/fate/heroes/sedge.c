/* Old Mother Sedge, Trickster: mud around her, lanterns through it, and rain. */
#include "../attack.h"
#include "../board.h"
#include "../cards.h"
#include "../events.h"
#include "../frames.h"
#include "../fx.h"
#include "../mirror.h"
#include "../move.h"
#include "../tokens.h"
#include "heroes.h"

enum { MIRE_RADIUS = 1, FREE_FROM = 4, LANTERN_REACH = 2, DROWNS_TO = 2 };

/* ---- Mire ---- */

static void lay_mire(struct fate_run *run, uint32_t unit)
{
    if (fate_cannot_pay(run->s, unit, FATE_MIRE) == 0) {
        const struct fate_token mire = { FATE_MIRE_POOL, (uint8_t)unit, run->s->unit[unit].at, 0 };
        fate_pay(run, unit, FATE_MIRE);
        fate_add_token(run, mire);
    }
}

const struct fate_hooks fate_mire = {
    .at_start = lay_mire,
};

/* The mud that holds a unit: every zone but its own. */
static struct fate_set mud(const struct fate_state *s, uint32_t unit)
{
    struct fate_set zone = { { 0, 0 } };
    for (uint32_t i = 0; i < s->token_count; i++) {
        const struct fate_token *token = &s->token[i];
        if (token->kind == FATE_MIRE_POOL && token->by != unit) {
            struct fate_set disc = fate_disc(token->at, MIRE_RADIUS);
            zone.word[0] |= disc.word[0];
            zone.word[1] |= disc.word[1];
            fate_set_add(&zone, token->at);
        }
    }
    return zone;
}

static uint32_t enters(const struct fate_set *zone, const struct fate_frame *move)
{
    uint32_t muddy = 0;
    for (uint32_t i = 1; fate_playbook(move, i) != FATE_NONE; i++) {
        muddy |= fate_set_has(zone, fate_playbook(move, i));
    }
    return muddy;
}

/* Number of the first cell of the way that is muddy and truly empty, 0 = none. */
static uint32_t first_muddy_cell(const struct fate_state *s, const struct fate_set *zone,
                                 const struct fate_frame *move)
{
    for (uint32_t i = 1; fate_playbook(move, i) != FATE_NONE; i++) {
        uint32_t cell = fate_playbook(move, i);
        if (fate_set_has(zone, cell) && fate_unit_at(s, cell) == FATE_NONE) {
            return i;
        }
    }
    return 0;
}

/* One die however many zones; a caltrop on what is left of the way counts after it. */
static void roll_in_mud(struct fate_run *run, struct fate_frame *move)
{
    RD_ASSERT(move->kind == FATE_F_MOVE);
    struct fate_set zone = mud(run->s, move->unit);
    uint32_t inside = fate_set_has(&zone, move->from);
    if ((move->flags & FATE_MV_SPENDS) == 0 || (!inside && !enters(&zone, move))) {
        return;
    }
    uint32_t die =
        fate_roll_one(run, move->unit, FATE_WHY_CARD, fate_witnesses(run->s, move->unit));
    if (die < FREE_FROM) {
        uint32_t stays = inside || (move->flags & FATE_MV_JUMPS) != 0;
        fate_move_stop(run, move, stays ? 0 : first_muddy_cell(run->s, &zone, move));
    }
}

const struct fate_token_hooks fate_mire_token = {
    .on_way = roll_in_mud,
};

/* ---- Lantern Path ---- */

static uint32_t led(const struct fate_state *s, uint32_t unit)
{
    return fate_within(s, fate_allies(s, unit), s->unit[unit].at, LANTERN_REACH);
}

static struct fate_set lit_cells(const struct fate_state *s, uint32_t unit, uint32_t named)
{
    (void)named;
    return fate_set_and(fate_disc(s->unit[unit].at, LANTERN_REACH),
                        fate_looks_empty(s, fate_seat_of(unit)));
}

static void lead(struct fate_run *run, uint32_t unit, const uint16_t arg[RD_ARGS_MAX])
{
    RD_ASSERT(arg[0] < FATE_UNITS && arg[1] < FATE_CELLS);
    (void)unit;
    if (fate_put(run, arg[0], arg[1])) {
        fate_end_fx(run, arg[0], FATE_FX_ROOT, FATE_NONE);
    }
}

const struct fate_hooks fate_lantern_path = {
    .units = led,
    .cells = lit_cells,
    .use = lead,
};

/* ---- Drowning Rain ---- */

/* A new arena replaces an older one, whosever it is. */
static void bring_rain(struct fate_run *run, uint32_t unit, const uint16_t arg[RD_ARGS_MAX])
{
    const struct fate_token rain = { FATE_RAIN, (uint8_t)unit, FATE_NONE,
                                     fate_token_rows[FATE_RAIN].turns };
    (void)arg;
    for (uint32_t i = run->s->token_count; i-- > 0;) {
        if (run->s->token[i].kind == FATE_RAIN) {
            fate_drop_token(run, i);
        }
    }
    fate_add_token(run, rain);
}

const struct fate_hooks fate_drowning_rain = {
    .use = bring_rain,
};

static void drown(struct fate_run *run, uint32_t index, uint32_t unit)
{
    RD_ASSERT(index < run->s->token_count && run->s->token[index].left > 0);
    struct fate_token *rain = &run->s->token[index];
    uint32_t by = rain->by;
    if (unit == by) {
        rain->left--;
        if (rain->left == 0) {
            fate_drop_token(run, index);
        }
        return;
    }
    struct fate_set dry = mud(run->s, FATE_NONE);
    if (fate_set_has(&dry, run->s->unit[unit].at)) {
        return;
    }
    /* Whether there is a die tells which of a pair stands in the mud. */
    rd_seats seen = fate_in_pair(run->s, unit) ? fate_owner(unit) : fate_witnesses(run->s, unit);
    if (fate_roll_one(run, unit, FATE_WHY_CARD, seen) <= DROWNS_TO) {
        fate_lose(run, unit, 1, by);
    }
}

const struct fate_token_hooks fate_rain_token = {
    .at_start = drown,
};
