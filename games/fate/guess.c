/* A whole position that a seat can't tell from the true one: hidden units are put somewhere that
 * fits what the seat has seen, caltrops nowhere. */
#include "board.h"
#include "cards.h"
#include "frames.h"
#include "kinds.h"
#include "mirror.h"
#include "rules.h"

static uint32_t nth(const struct fate_set *set, uint32_t n)
{
    uint32_t cell = fate_set_next(set, 0);
    for (; n > 0; n--) {
        cell = fate_set_next(set, cell + 1);
    }
    return cell;
}

static uint32_t draw_cell(const struct fate_set *set, struct rd_luck *luck)
{
    uint32_t count = fate_set_count(set);
    RD_ASSERT(count > 0); /* the board has far more cells than units */
    return nth(set, (uint32_t)rd_luck_range(luck, 0, (int32_t)count - 1));
}

/* The narrower set, if anything is left of it. */
static struct fate_set narrow(struct fate_set set, struct fate_set within)
{
    struct fate_set both = fate_set_and(set, within);
    return fate_set_empty(&both) ? set : both;
}

/* As far as it can have gone since it was last seen. */
static struct fate_set in_reach(const struct fate_state *s, uint32_t unit)
{
    const struct fate_unit *u = &s->unit[unit];
    uint32_t step = (fate_traits_of(s, unit)->moves & FATE_DASHES) != 0 ? 2 : 1;
    RD_ASSERT(u->timer <= FATE_STEALTH_TURNS);
    uint32_t turns = FATE_STEALTH_TURNS - u->timer + 1u;
    struct fate_set set = fate_disc(u->known, step * turns);
    fate_set_add(&set, u->known);
    return set;
}

/* R8.1: something unseen stands before the target of a stopped arrow. */
static struct fate_set on_stopped_line(const struct fate_state *s)
{
    struct fate_set set = { { 0, 0 } };
    uint32_t from = s->unit[s->stopped].at;
    uint32_t to = s->unit[s->stopped_for].at;
    uint32_t direction = fate_direction(from, to);
    for (uint32_t i = 1; i < fate_distance(from, to) && direction != FATE_NONE; i++) {
        fate_set_add(&set, fate_walk(from, direction, i));
    }
    return set;
}

/* Cells from where the unit could have opened the prompt that is open. */
static struct fate_set asking_cells(struct fate_state *s, uint32_t unit, struct fate_set among)
{
    RD_ASSERT(s->prompt < FATE_CARDS && s->depth > 0);
    struct fate_set set = { { 0, 0 } };
    const struct fate_hooks *card = fate_hooks[s->prompt];
    for (uint32_t cell = fate_set_next(&among, 0); cell != FATE_NONE;
         cell = fate_set_next(&among, cell + 1)) {
        s->unit[unit].at = (uint8_t)cell;
        if (card->asks(s, unit, fate_top(s))) {
            fate_set_add(&set, cell);
        }
    }
    return set;
}

static void draw_charges(struct fate_state *s, uint32_t unit, struct rd_luck *luck)
{
    const struct fate_kind *kind = fate_kind_of(s, unit);
    for (uint32_t i = 0; i < kind->card_count; i++) {
        uint32_t card = kind->card[i];
        uint32_t counts = fate_counts(card) && !fate_card_sleeps(s, unit, card);
        uint32_t most = counts ? fate_card_max(s, unit, card) : 0;
        int32_t drawn = rd_luck_range(luck, 0, (int32_t)most);
        s->unit[unit].charge[i] = (uint8_t)(s->prompt == card ? most : (uint32_t)drawn);
    }
}

static void draw_unit(struct fate_state *s, uint32_t unit, uint32_t viewer, struct rd_luck *luck)
{
    RD_ASSERT(unit < FATE_UNITS && viewer < FATE_SEATS);
    struct fate_unit *u = &s->unit[unit];
    struct fate_set cells =
        fate_set_minus(fate_looks_empty(s, viewer), fate_cells_of(s, FATE_SIDE_1 | FATE_SIDE_2));
    u->timer = (uint8_t)rd_luck_range(luck, 0, FATE_STEALTH_TURNS);
    u->hp = (uint8_t)rd_luck_range(luck, 1, u->max);
    draw_charges(s, unit, luck);
    if (s->prompt_unit == unit) { /* what is known for certain goes first */
        cells = narrow(cells, asking_cells(s, unit, cells));
    }
    if ((s->sensed[viewer] >> unit & 1u) != 0) {
        cells = narrow(cells, fate_disc(s->sensed_at[viewer], 1));
    }
    if (s->stopped < FATE_UNITS && fate_seat_of(s->stopped) == viewer) {
        cells = narrow(cells, on_stopped_line(s));
    }
    cells = narrow(cells, in_reach(s, unit));
    u->at = (uint8_t)draw_cell(&cells, luck);
}

/* What the owner named first is as secret as the rest of it. */
static void draw_frames(struct fate_state *s, struct rd_luck *luck)
{
    for (uint32_t i = 0; i < s->depth; i++) {
        struct fate_frame *frame = &s->frame[i];
        if (frame->kind != FATE_F_CARD || frame->to != FATE_NONE ||
            (fate_cards[frame->card].flags & FATE_SECRET_CELL) == 0) {
            continue;
        }
        struct fate_set cells = fate_hooks[frame->card]->cells(s, frame->unit, FATE_NONE);
        if (fate_set_empty(&cells)) {
            cells = fate_disc(s->unit[frame->unit].at, 2);
        }
        frame->to = (uint8_t)draw_cell(&cells, luck);
    }
}

void fate_guess(const void *view, struct rd_luck *luck, void *state)
{
    const struct fate_view *v = view;
    struct fate_state *s = state;
    uint32_t viewer = v->seat;
    RD_ASSERT(viewer < FATE_SEATS);
    *s = v->known;
    for (uint32_t i = 0; i < FATE_UNITS; i++) {
        if (s->unit[i].hidden && s->unit[i].at == FATE_NONE) {
            draw_unit(s, i, viewer, luck);
        }
    }
    if (s->mirror[1 - viewer] != 0) {
        fate_draw_pair(s, 1 - viewer, luck);
    }
    draw_frames(s, luck);
}
