/* The queue, the end of a turn and the start of the next. R5, R13.4 */
#include "turn.h"

#include <string.h>

#include "board.h"
#include "cards.h"
#include "events.h"
#include "frames.h"
#include "fx.h"
#include "kinds.h"
#include "rules.h"
#include "stealth.h"
#include "summon.h"
#include "tokens.h"

enum step { DRAINS, NEXT, LAPSES, STEALTH, ZONES, CHARGES, SLOTS, IMPULSES };

void fate_begin_battle(struct fate_run *run)
{
    RD_ASSERT(run->s->placed_count == FATE_CORE);
    struct fate_state *s = run->s;
    s->phase = FATE_BATTLE;
    s->queue_count = FATE_CORE;
    memcpy(s->queue, s->placed, FATE_CORE);
    s->queue_index = 0;
    s->active = s->queue[0];
    s->current = (uint8_t)fate_seat_of(s->active);
    FATE_TELL(run, FATE_E_BATTLE, RD_ALL_SEATS, 0);
    FATE_TELL(run, FATE_E_TURN, RD_ALL_SEATS, s->active, (int32_t)s->turn);
    fate_push(run, FATE_F_TURN, s->active, FATE_NO_CARD)->step = LAPSES;
}

void fate_end_turn(struct fate_run *run)
{
    RD_ASSERT(run->s->active < FATE_UNITS && run->s->depth == 0);
    uint32_t alive = run->s->unit[run->s->active].hp != 0;
    fate_push(run, FATE_F_TURN, run->s->active, FATE_NO_CARD)->step = alive ? DRAINS : NEXT;
}

/* R13.8 */
void fate_enqueue(struct fate_state *s, uint32_t unit, uint32_t after)
{
    RD_ASSERT(fate_is_summon(unit) && after < FATE_CORE);
    uint32_t place = s->queue_count;
    for (uint32_t i = 0; i < s->queue_count; i++) {
        if (s->queue[i] == unit) {
            return;
        }
        place = s->queue[i] == after ? i + 1 : place;
    }
    RD_ASSERT(s->queue_count < FATE_QUEUE_MAX);
    memmove(&s->queue[place + 1], &s->queue[place], s->queue_count - place);
    s->queue[place] = (uint8_t)unit;
    s->queue_count++;
    s->queue_index = (uint8_t)(s->queue_index + (s->queue_index >= place));
}

/* ---- the end of a turn ---- */

static void drain(struct fate_run *run, struct fate_frame *frame)
{
    RD_ASSERT(frame->unit < FATE_UNITS);
    uint32_t unit = frame->unit;
    frame->step = NEXT;
    if (!fate_has_heroes(run->s)) {
        return;
    }
    fate_fx_turn_ends(run, unit);
    const struct fate_kind *kind = fate_kind_of(run->s, unit);
    for (uint32_t i = 0; i < kind->card_count && run->s->unit[unit].hp != 0; i++) {
        const struct fate_hooks *card = fate_hooks[kind->card[i]];
        if (card->at_end != NULL) {
            card->at_end(run, unit);
        }
    }
}

/* R12.1, R12.2: 0 while both sides stand. */
static uint32_t eliminated(const struct fate_state *s)
{
    uint32_t living = fate_living(s) & ~(uint32_t)FATE_SUMMONS;
    uint32_t first = (living & FATE_SIDE_1) != 0;
    uint32_t second = (living & FATE_SIDE_2) != 0;
    if (first && second) {
        return FATE_PLAYING;
    }
    return first ? FATE_ELIMINATED_2 : second ? FATE_ELIMINATED_1 : FATE_BOTH_GONE;
}

static uint32_t next_index(const struct fate_state *s)
{
    RD_ASSERT(s->queue_count > 0 && s->queue_index < s->queue_count);
    uint32_t index = s->queue_index;
    do {
        index = index + 1 < s->queue_count ? index + 1 : 0;
    } while (s->unit[s->queue[index]].hp == 0 && index != s->queue_index);
    return index;
}

static void forget_turn(struct fate_state *s)
{
    s->roll = 0;
    s->rolled[0] = s->rolled[1] = 0;
    s->stopped = FATE_NONE;
    s->stopped_for = FATE_NONE;
    for (uint32_t seat = 0; seat < FATE_SEATS; seat++) {
        s->sensed[seat] = 0;
        s->sensed_at[seat] = FATE_NONE;
    }
}

/* R5.2 */
static void pass_on(struct fate_run *run, struct fate_frame *frame)
{
    struct fate_state *s = run->s;
    uint32_t ending = eliminated(s);
    forget_turn(s);
    if (ending != FATE_PLAYING) {
        fate_over(run, ending);
        return;
    }
    uint32_t index = next_index(s);
    uint32_t new_round = index <= s->queue_index;
    if (new_round && s->rounds != 0 && s->round >= s->rounds) { /* R12.4 */
        fate_over(run, FATE_ROUND_LIMIT);
        return;
    }
    s->turn += s->turn < UINT32_MAX;
    s->round += new_round && s->round < UINT32_MAX;
    s->queue_index = (uint8_t)index;
    s->active = s->queue[index];
    s->current = (uint8_t)fate_seat_of(s->active);
    if (new_round) {
        FATE_TELL(run, FATE_E_ROUND, RD_ALL_SEATS, (int32_t)s->round);
    }
    FATE_TELL(run, FATE_E_TURN, RD_ALL_SEATS, s->active, (int32_t)s->turn);
    frame->unit = s->active;
    frame->cursor = 0;
    frame->step = LAPSES;
}

/* ---- the start of a turn ---- */

/* R9.5 */
static void tick(struct fate_run *run, uint32_t unit)
{
    RD_ASSERT(unit < FATE_UNITS);
    struct fate_unit *u = &run->s->unit[unit];
    if (!u->hidden) {
        return;
    }
    if (u->timer == 0) {
        fate_reveal(run, unit, FATE_BY_TIMER);
    } else {
        u->timer--;
    }
}

static void meet_zones(struct fate_run *run, uint32_t unit)
{
    RD_ASSERT(run->s->token_count <= FATE_TOKENS_MAX);
    struct fate_state *s = run->s;
    for (uint32_t i = 0; i < s->token_count && s->unit[unit].hp != 0; i++) {
        const struct fate_token_hooks *hooks = fate_token_hooks[s->token[i].kind];
        if (hooks->at_start != NULL) {
            hooks->at_start(run, i, unit);
        }
    }
}

static void charge(struct fate_run *run, uint32_t unit)
{
    RD_ASSERT(unit < FATE_UNITS);
    const struct fate_kind *kind = fate_kind_of(run->s, unit);
    for (uint32_t i = 0; i < kind->card_count; i++) {
        uint32_t card = kind->card[i], gain = fate_cards[card].gain;
        if (gain > 0 && !fate_card_sleeps(run->s, unit, card)) {
            fate_gain(run, unit, card, gain);
        }
    }
}

/* Root marks M as spent and is gone. */
static void clear_slots(struct fate_run *run, uint32_t unit)
{
    struct fate_unit *u = &run->s->unit[unit];
    u->slots = 0;
    if (u->fx_count != 0 && fate_has_fx(run->s, unit, FATE_FX_ROOT, FATE_NONE)) {
        u->slots = FATE_M;
        fate_end_fx(run, unit, FATE_FX_ROOT, FATE_NONE);
    }
}

/* R13.4 step 7: cards in their order, each may ask. */
static void ask_impulses(struct fate_run *run, struct fate_frame *frame)
{
    RD_ASSERT(frame->unit == run->s->active);
    const struct fate_kind *kind = fate_kind_of(run->s, frame->unit);
    while (frame->cursor < kind->card_count) {
        const struct fate_hooks *card = fate_hooks[kind->card[frame->cursor]];
        frame->cursor++;
        if (card->at_start != NULL) {
            card->at_start(run, frame->unit);
            return;
        }
    }
    fate_pop(run, 0);
}

void fate_go_turn(struct fate_run *run, struct fate_frame *frame)
{
    RD_ASSERT(frame == fate_top(run->s));
    uint32_t unit = frame->unit;
    if (run->s->unit[unit].hp == 0) {
        frame->step = NEXT;
    }
    /* One case for each step of the frame: every kind of frame is carried out so (frames.h). */
    switch ((enum step)frame->step) {
    case DRAINS:
        drain(run, frame);
        return;
    case NEXT:
        pass_on(run, frame);
        return;
    case LAPSES:
        if (fate_has_heroes(run->s)) {
            fate_fx_turn_starts(run, unit);
        }
        frame->step = STEALTH;
        return;
    case STEALTH:
        tick(run, unit);
        frame->step = ZONES;
        return;
    case ZONES:
        meet_zones(run, unit);
        frame->step = CHARGES;
        return;
    case CHARGES:
        charge(run, unit);
        frame->step = SLOTS;
        return;
    case SLOTS:
        run->s->unit[unit].own++;
        clear_slots(run, unit);
        frame->step = IMPULSES;
        return;
    case IMPULSES:
    default:
        ask_impulses(run, frame);
        return;
    }
}
