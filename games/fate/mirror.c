/*
 * A unit and its likeness that nobody else can tell apart: Pell and the Image. R23.1
 *
 * The state holds the truth: each of the two is its own number, wherever it stands, and s->mirror
 * of its owner says that the others can't tell them apart. Rules work on true units alone. What the
 * others believe is that the one on the earlier cell goes by Pell's number and the other by the
 * Image's, and that both are like him. It is made in the second half of this file, and comes in
 * where something passes between a player and the rules:
 *
 *   orders    fate_true_name(), from the unit that is named to the one that is meant (orders.c)
 *   legality  fate_as_seen() (orders.c, legal.c)
 *   views     fate_show_pair() (see.c), and back by fate_draw_pair() (guess.c)
 *   events    fate_shown() (events.c)
 *   in turn   fate_first_met() for those who are met in the order of their numbers (volley.c)
 */
#include "mirror.h"

#include <string.h>

#include "board.h"
#include "events.h"
#include "frames.h"
#include "fx.h"
#include "kinds.h"
#include "rules.h"

static uint32_t original_of(uint32_t seat)
{
    return seat * FATE_CLASSES + FATE_IMAGE_CLASS;
}

static uint32_t likeness_of(uint32_t seat)
{
    return FATE_CORE + FATE_SUMMON_KINDS * seat + (FATE_IMAGE - FATE_FIRST_SUMMON);
}

static uint32_t both_of(uint32_t seat)
{
    return fate_bit(original_of(seat)) | fate_bit(likeness_of(seat));
}

/* ---- true units ---- */

uint32_t fate_in_pair(const struct fate_state *s, uint32_t unit)
{
    uint32_t seat = fate_seat_of(unit);
    return s->mirror[seat] != 0 && (both_of(seat) >> unit & 1u) != 0;
}

uint32_t fate_passes_for(const struct fate_state *s, uint32_t unit)
{
    return fate_in_pair(s, unit) ? original_of(fate_seat_of(unit)) : unit;
}

rd_seats fate_who_knows_true_unit(const struct fate_state *s, uint32_t unit)
{
    return fate_in_pair(s, unit) ? fate_owner(unit) : fate_witnesses(s, unit);
}

void fate_make_pair(struct fate_state *s, uint32_t unit)
{
    uint32_t seat = fate_seat_of(unit);
    RD_ASSERT(unit == original_of(seat) && s->unit[unit].hp != 0);
    s->mirror[seat] = 1;
}

static void exchange_cells(struct fate_state *s, uint32_t seat)
{
    RD_ASSERT(seat < FATE_SEATS);
    struct fate_unit *a = &s->unit[original_of(seat)];
    struct fate_unit *b = &s->unit[likeness_of(seat)];
    uint8_t at = a->at;
    a->at = b->at;
    b->at = at;
}

void fate_exchange_pair(struct fate_state *s, uint32_t unit)
{
    RD_ASSERT(fate_in_pair(s, unit));
    exchange_cells(s, fate_seat_of(unit));
}

void fate_part_pair(struct fate_state *s, uint32_t unit)
{
    if (fate_in_pair(s, unit)) {
        s->mirror[fate_seat_of(unit)] = 0;
    }
}

void fate_tell_apart(struct fate_run *run, uint32_t unit)
{
    RD_ASSERT(unit < FATE_UNITS);
    struct fate_state *s = run->s;
    uint32_t seat = fate_seat_of(unit);
    if (fate_in_pair(s, unit)) {
        s->mirror[seat] = 0;
        FATE_TELL(run, FATE_E_APART, RD_ALL_SEATS, (int32_t)original_of(seat),
                  s->unit[original_of(seat)].at, s->unit[likeness_of(seat)].at);
    }
}

uint32_t fate_real_units(struct fate_run *run, uint32_t mask)
{
    RD_ASSERT(mask >> FATE_UNITS == 0);
    for (uint32_t seat = 0; seat < FATE_SEATS; seat++) {
        if (run->s->mirror[seat] != 0 && (mask & both_of(seat)) != 0) {
            fate_tell_apart(run, original_of(seat));
            mask &= ~fate_bit(likeness_of(seat));
        }
    }
    return mask;
}

uint32_t fate_pair_is_sound(const struct fate_state *s, uint32_t seat)
{
    const struct fate_unit *a = &s->unit[original_of(seat)];
    const struct fate_unit *b = &s->unit[likeness_of(seat)];
    return s->mirror[seat] == 0 ||
           (s->mirror[seat] == 1 && a->kind == fate_kinds[FATE_IMAGE].maker && a->hp != 0 &&
            b->hp != 0);
}

/* ---- shown ones ---- */

static uint32_t is_earlier(uint32_t a, uint32_t b)
{
    return fate_column(a) != fate_column(b) ? fate_column(a) < fate_column(b) : a < b;
}

/* Does the original of a pair stand on the later cell, so that each goes by the other's name? */
static uint32_t is_crossed(const struct fate_state *s, uint32_t seat)
{
    return s->mirror[seat] != 0 &&
           !is_earlier(s->unit[original_of(seat)].at, s->unit[likeness_of(seat)].at);
}

uint32_t fate_crossed_pairs(const struct fate_state *s)
{
    return is_crossed(s, 0) | is_crossed(s, 1) << 1;
}

/* Of the two of this seat, the other one; anybody else stays. */
static uint32_t renamed(uint32_t unit, uint32_t seat)
{
    return unit == original_of(seat)   ? likeness_of(seat)
           : unit == likeness_of(seat) ? original_of(seat)
                                       : unit;
}

static uint32_t renamed_mask(uint32_t mask, uint32_t seat)
{
    uint32_t one = mask >> original_of(seat) & 1u;
    uint32_t other = mask >> likeness_of(seat) & 1u;
    return (mask & ~both_of(seat)) | one << likeness_of(seat) | other << original_of(seat);
}

uint32_t fate_shown(const struct fate_state *s, uint32_t viewer, uint32_t unit)
{
    RD_ASSERT(unit < FATE_UNITS);
    uint32_t seat = fate_seat_of(unit);
    return seat != viewer && is_crossed(s, seat) ? renamed(unit, seat) : unit;
}

/* Names are exchanged or not: there and back is the same. */
uint32_t fate_true_name(const struct fate_state *s, uint32_t seat, uint32_t named)
{
    RD_ASSERT(seat < FATE_SEATS);
    return fate_shown(s, seat, named);
}

uint32_t fate_first_met(uint32_t mask, uint32_t crossed)
{
    RD_ASSERT(mask != 0 && mask >> FATE_UNITS == 0);
    uint32_t shown = mask;
    for (uint32_t seat = 0; seat < FATE_SEATS; seat++) {
        shown = (crossed >> seat & 1u) != 0 ? renamed_mask(shown, seat) : shown;
    }
    uint32_t first = fate_lowest(shown);
    return (crossed >> fate_seat_of(first) & 1u) != 0 ? renamed(first, fate_seat_of(first)) : first;
}

/* Whom a card of the pair's own side names is named for its owner alone. */
static void rename_frame(struct fate_frame *frame, uint32_t seat)
{
    RD_ASSERT(frame->count <= FATE_PATH_MAX);
    if (frame->kind == FATE_F_CARD && fate_seat_of(frame->unit) == seat) {
        return;
    }
    frame->target = (uint8_t)renamed(frame->target, seat);
    frame->victim = (uint8_t)renamed(frame->victim, seat);
    frame->mask = renamed_mask(frame->mask, seat);
    for (uint32_t i = 0; frame->kind == FATE_F_MOVE && i < frame->count; i++) {
        frame->list[i] = (uint8_t)renamed(frame->list[i], seat);
    }
    if (frame->kind == FATE_F_VOLLEY) {
        frame->crossed = (uint8_t)(frame->crossed ^ 1u << seat);
    }
}

/* Cells and names of a pair, from true to shown or back. */
static void cross(struct fate_state *s, uint32_t seat)
{
    RD_ASSERT(s->depth <= FATE_FRAMES_MAX && seat < FATE_SEATS);
    exchange_cells(s, seat);
    s->stopped_for = (uint8_t)renamed(s->stopped_for, seat);
    for (uint32_t i = 0; i < s->depth; i++) {
        rename_frame(&s->frame[i], seat);
    }
}

static uint32_t is_trace(const struct fate_fx *fx)
{
    return (fate_fx_rows[fx->kind].flags & FATE_FX_TRACE) != 0;
}

static void take_traces(struct fate_unit *u, struct fate_fx traces[FATE_FX_KINDS][FATE_UNITS])
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < u->fx_count; i++) {
        struct fate_fx fx = u->fx[i];
        if (is_trace(&fx)) {
            traces[fx.kind][fx.by] = fx;
        } else {
            u->fx[kept] = fx;
            kept++;
        }
    }
    RD_ASSERT(kept <= u->fx_count && u->fx_count <= FATE_FX_MAX);
    u->fx_count = (uint8_t)kept; /* what lies behind is written over by show_traces() */
}

/* What somebody did to one of the two may be seen on both, and in no order of time. */
static void show_traces(struct fate_unit *original, struct fate_unit *likeness)
{
    struct fate_fx traces[FATE_FX_KINDS][FATE_UNITS] = { 0 };
    take_traces(likeness, traces);
    take_traces(original, traces);
    for (uint32_t kind = 0; kind < FATE_FX_KINDS; kind++) {
        for (uint32_t by = 0; by < FATE_UNITS && original->fx_count < FATE_FX_MAX; by++) {
            if (traces[kind][by].kind != FATE_FX_NOTHING) {
                original->fx[original->fx_count] = traces[kind][by];
                original->fx_count++;
            }
        }
    }
}

void fate_show_pair(struct fate_state *known, uint32_t seat)
{
    RD_ASSERT(known->mirror[seat] == 1);
    struct fate_unit *original = &known->unit[original_of(seat)];
    struct fate_unit *likeness = &known->unit[likeness_of(seat)];
    if (is_crossed(known, seat)) {
        cross(known, seat);
    }
    show_traces(original, likeness);
    original->slots = 0;
    memset(original->charge, 0, sizeof original->charge);
    uint8_t at = likeness->at;
    *likeness = *original;
    likeness->at = at;
}

const struct fate_state *fate_as_seen(const struct fate_state *s, uint32_t seat,
                                      struct fate_state *copy)
{
    if (seat >= FATE_SEATS || s->mirror[1 - seat] == 0) {
        return s;
    }
    *copy = *s;
    fate_show_pair(copy, 1 - seat);
    return copy;
}

/* Which of the two has a trace is as unknown as which is which. */
static void draw_traces(struct fate_unit *original, struct fate_unit *likeness,
                        struct rd_luck *luck)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < original->fx_count; i++) {
        struct fate_fx fx = original->fx[i];
        if (is_trace(&fx) && rd_luck_range(luck, 0, 1) == 1) {
            likeness->fx[likeness->fx_count] = fx;
            likeness->fx_count++;
        } else {
            original->fx[kept] = fx;
            kept++;
        }
    }
    RD_ASSERT(kept + likeness->fx_count == original->fx_count);
    memset(&original->fx[kept], 0, (original->fx_count - kept) * sizeof original->fx[0]);
    original->fx_count = (uint8_t)kept;
}

void fate_draw_pair(struct fate_state *s, uint32_t seat, struct rd_luck *luck)
{
    RD_ASSERT(s->mirror[seat] == 1);
    struct fate_unit *likeness = &s->unit[likeness_of(seat)];
    uint8_t at = likeness->at;
    fate_make_unit(likeness, FATE_IMAGE, s->numbers);
    likeness->at = at;
    draw_traces(&s->unit[original_of(seat)], likeness, luck);
    if (rd_luck_range(luck, 0, 1) == 1) {
        cross(s, seat);
    }
}
