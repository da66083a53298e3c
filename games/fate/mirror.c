/*
 * A unit and its likeness that nobody else can tell apart: Pell and the Image. R23.1
 *
 * While they are a pair the state holds what the others believe: the one on the earlier cell goes
 * by Pell's number, the other by the Image's, and everything is carried out on those numbers. The
 * truth is one bit, s->mirror of the owner, so that views need to hide nothing else of it. As soon
 * as they are told apart the two change places if need be, in the frames under way as well.
 */
#include "mirror.h"

#include "board.h"
#include "events.h"
#include "frames.h"
#include "kinds.h"

static uint32_t original_of(uint32_t seat)
{
    return seat * FATE_CLASSES + FATE_IMAGE_CLASS;
}

static uint32_t likeness_of(uint32_t seat)
{
    return FATE_CORE + FATE_SUMMON_KINDS * seat + (FATE_IMAGE - FATE_FIRST_SUMMON);
}

uint32_t fate_in_pair(const struct fate_state *s, uint32_t unit)
{
    uint32_t seat = fate_seat_of(unit);
    return s->mirror[seat] != FATE_NO_PAIR &&
           (unit == original_of(seat) || unit == likeness_of(seat));
}

uint32_t fate_passes_for(const struct fate_state *s, uint32_t unit)
{
    return fate_in_pair(s, unit) ? original_of(fate_seat_of(unit)) : unit;
}

uint32_t fate_shown_hp(const struct fate_state *s, uint32_t unit)
{
    return s->unit[fate_passes_for(s, unit)].hp;
}

/* Of the two, the other one. */
static uint32_t twin(uint32_t unit)
{
    uint32_t seat = fate_seat_of(unit);
    return unit == original_of(seat) ? likeness_of(seat) : original_of(seat);
}

uint32_t fate_true_cell(const struct fate_state *s, uint32_t unit)
{
    uint32_t crossed = fate_in_pair(s, unit) && s->mirror[fate_seat_of(unit)] == FATE_CROSSED;
    return s->unit[crossed ? twin(unit) : unit].at;
}

rd_seats fate_privy(const struct fate_state *s, uint32_t unit)
{
    return fate_in_pair(s, unit) ? fate_owner(unit) : fate_witnesses(s, unit);
}

static void change_places(struct fate_state *s, uint32_t seat)
{
    struct fate_unit *a = &s->unit[original_of(seat)];
    struct fate_unit *b = &s->unit[likeness_of(seat)];
    uint8_t at = a->at;
    a->at = b->at;
    b->at = at;
}

static uint8_t renamed(uint32_t unit, uint32_t seat)
{
    uint32_t either = unit == original_of(seat) || unit == likeness_of(seat);
    return (uint8_t)(either ? twin(unit) : unit);
}

static uint32_t renamed_mask(uint32_t mask, uint32_t seat)
{
    uint32_t a = mask >> original_of(seat) & 1u;
    uint32_t b = mask >> likeness_of(seat) & 1u;
    mask &= ~(fate_bit(original_of(seat)) | fate_bit(likeness_of(seat)));
    return mask | a << likeness_of(seat) | b << original_of(seat);
}

static void rename_frame(struct fate_frame *frame, uint32_t seat)
{
    frame->target = renamed(frame->target, seat);
    frame->victim = renamed(frame->victim, seat);
    frame->mask = renamed_mask(frame->mask, seat);
    for (uint32_t i = 0; frame->kind == FATE_F_MOVE && i < frame->count; i++) {
        frame->list[i] = renamed(frame->list[i], seat);
    }
}

uint32_t fate_reality(struct fate_run *run, uint32_t unit)
{
    struct fate_state *s = run->s;
    uint32_t seat = fate_seat_of(unit);
    if (!fate_in_pair(s, unit)) {
        return unit;
    }
    uint32_t crossed = s->mirror[seat] == FATE_CROSSED;
    s->mirror[seat] = FATE_NO_PAIR;
    if (crossed) {
        change_places(s, seat);
        for (uint32_t i = 0; i < s->depth; i++) {
            rename_frame(&s->frame[i], seat);
        }
    }
    FATE_TELL(run, FATE_E_APART, RD_ALL_SEATS, (int32_t)original_of(seat),
              s->unit[original_of(seat)].at, s->unit[likeness_of(seat)].at);
    return crossed ? twin(unit) : unit;
}

uint32_t fate_real_units(struct fate_run *run, uint32_t mask)
{
    for (uint32_t seat = 0; seat < FATE_SEATS; seat++) {
        uint32_t pair = fate_bit(original_of(seat)) | fate_bit(likeness_of(seat));
        if (run->s->mirror[seat] != FATE_NO_PAIR && (mask & pair) != 0) {
            uint32_t crossed = run->s->mirror[seat] == FATE_CROSSED;
            fate_reality(run, original_of(seat));
            mask = crossed ? renamed_mask(mask, seat) : mask;
            mask &= ~fate_bit(likeness_of(seat));
        }
    }
    return mask;
}

static uint32_t is_earlier(uint32_t a, uint32_t b)
{
    return fate_column(a) != fate_column(b) ? fate_column(a) < fate_column(b) : a < b;
}

void fate_make_pair(struct fate_run *run, uint32_t unit)
{
    struct fate_state *s = run->s;
    uint32_t seat = fate_seat_of(unit);
    if (!is_earlier(s->unit[original_of(seat)].at, s->unit[likeness_of(seat)].at)) {
        change_places(s, seat);
    }
    s->mirror[seat] = FATE_AS_SHOWN;
}

/* Of a pair whose cells are the true ones. */
void fate_show_pair(struct fate_state *s, uint32_t seat)
{
    uint32_t fine = is_earlier(s->unit[original_of(seat)].at, s->unit[likeness_of(seat)].at);
    if (!fine) {
        change_places(s, seat);
    }
    s->mirror[seat] = fine ? FATE_AS_SHOWN : FATE_CROSSED;
}

void fate_settle_pair(struct fate_state *s, uint32_t unit, uint32_t true_cell)
{
    s->mirror[fate_seat_of(unit)] = s->unit[unit].at == true_cell ? FATE_AS_SHOWN : FATE_CROSSED;
}

void fate_cross_pair(struct fate_state *s, uint32_t seat)
{
    s->mirror[seat] = s->mirror[seat] == FATE_CROSSED ? FATE_AS_SHOWN : FATE_CROSSED;
}

/* The likeness is gone, or its original. */
void fate_part_pair(struct fate_state *s, uint32_t seat)
{
    s->mirror[seat] = FATE_NO_PAIR;
}

uint32_t fate_pair_is_sound(const struct fate_state *s, uint32_t seat)
{
    const struct fate_unit *a = &s->unit[original_of(seat)];
    const struct fate_unit *b = &s->unit[likeness_of(seat)];
    return s->mirror[seat] <= FATE_CROSSED &&
           (s->mirror[seat] == FATE_NO_PAIR ||
            (a->kind == fate_kind_of(s, likeness_of(seat))->maker && a->hp != 0 && b->hp != 0 &&
             is_earlier(a->at, b->at)));
}

/* ---- the owner's eyes ---- */

const struct fate_state *fate_as_owner(const struct fate_state *s, uint32_t seat,
                                       struct fate_state *copy)
{
    if (seat >= FATE_SEATS || s->mirror[seat] != FATE_CROSSED) {
        return s;
    }
    *copy = *s;
    change_places(copy, seat);
    copy->mirror[seat] = FATE_AS_SHOWN;
    return copy;
}
