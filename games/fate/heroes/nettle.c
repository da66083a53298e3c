/* Nettle Farrow, Archer: her arrows find their mark, and her light finds the hidden. R21 */
#include "../attack.h"
#include "../board.h"
#include "../cards.h"
#include "../frames.h"
#include "../prompt.h"
#include "../stealth.h"
#include "heroes.h"

enum { ARROWFALL_DAMAGE = 1 };

const struct fate_hooks fate_true_fletch = {
    0 /* its number stands in the row of its owner */
};

/* ---- Arrowfall, R21.2 ---- */

/* Lines end with the first enemy that her owner sees. */
static struct fate_set arrowfall_cells(const struct fate_state *s, uint32_t unit, uint32_t named)
{
    uint32_t seen = fate_seen(s, fate_seat_of(unit), fate_enemies(s, unit));
    struct fate_set blocked = fate_cells_of(s, seen);
    struct fate_set cells = { { 0, 0 } };
    (void)named;
    for (uint32_t direction = 0; direction < FATE_DIRECTIONS; direction++) {
        for (uint32_t i = 1; i <= FATE_PATH_MAX; i++) {
            uint32_t cell = fate_walk(s->unit[unit].at, direction, i);
            fate_set_add(&cells, cell);
            if (cell == FATE_NONE || fate_set_has(&blocked, cell)) {
                break;
            }
        }
    }
    return cells;
}

static void shower(struct fate_run *run, uint32_t unit, const uint16_t arg[RD_ARGS_MAX])
{
    uint32_t targets = fate_in_area(run->s, fate_living(run->s), arg[0], 1);
    fate_begin_volley(run, unit, FATE_ARROWFALL, targets, ARROWFALL_DAMAGE);
}

const struct fate_hooks fate_arrowfall = {
    .cells = arrowfall_cells,
    .use = shower,
};

/* ---- Flare, R21.3: it is paid when it fires, then she chooses ---- */

static void fire_flare(struct fate_run *run, uint32_t unit)
{
    if (fate_cannot_pay(run->s, unit, FATE_FLARE) == 0) {
        fate_pay(run, unit, FATE_FLARE);
        fate_ask(run, unit, FATE_FLARE);
    }
}

static struct fate_options flare_options(const struct fate_state *s, uint32_t unit,
                                         const struct fate_frame *top)
{
    struct fate_options options = { { 0, 0 } };
    (void)s;
    (void)unit;
    (void)top;
    for (uint32_t cell = 0; cell < FATE_CELLS; cell++) {
        fate_options_add(&options, FATE_SAY_CELL + cell);
    }
    return options;
}

static void light_up(struct fate_run *run, uint32_t unit, struct fate_frame *top, uint32_t option)
{
    struct fate_state *s = run->s;
    uint32_t near = fate_in_area(s, fate_enemies(s, unit), option - FATE_SAY_CELL, 1);
    (void)top;
    for (; near != 0; near &= near - 1) {
        fate_reveal(run, fate_lowest(near), FATE_BY_ABILITY);
    }
}

const struct fate_hooks fate_flare = {
    .asks = fate_asks_at_start,
    .options = flare_options,
    .answer = light_up,
    .at_start = fire_flare,
};
