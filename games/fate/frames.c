/* The stack of what is under way, and the loop that carries it out. */
#include "frames.h"

#include <string.h>

#include "attack.h"
#include "board.h"
#include "cards.h"
#include "kinds.h"
#include "move.h"
#include "turn.h"

struct fate_frame *fate_push(struct fate_run *run, enum fate_frame_kind kind, uint32_t unit,
                             uint32_t card)
{
    struct fate_state *s = run->s;
    RD_ASSERT(s->depth < FATE_FRAMES_MAX);
    RD_ASSERT(unit < FATE_UNITS && (card < FATE_CARDS || card == FATE_NO_CARD));
    struct fate_frame *frame = &s->frame[s->depth];
    s->depth++;
    memset(frame, 0, sizeof *frame);
    frame->kind = (uint8_t)kind;
    frame->unit = (uint8_t)unit;
    frame->target = FATE_NONE;
    frame->victim = FATE_NONE;
    frame->card = (uint8_t)card;
    frame->from = FATE_NONE;
    frame->to = FATE_NONE;
    return frame;
}

void fate_pop(struct fate_run *run, uint32_t result)
{
    struct fate_state *s = run->s;
    RD_ASSERT(s->depth > 0 && s->prompt == FATE_NO_CARD);
    s->depth--;
    memset(&s->frame[s->depth], 0, sizeof s->frame[0]);
    if (s->depth > 0) {
        s->frame[s->depth - 1].result = (uint8_t)result;
    }
}

static void go_card(struct fate_run *run, struct fate_frame *frame)
{
    RD_ASSERT(frame->card < FATE_CARDS && fate_hooks[frame->card]->go != NULL);
    fate_hooks[frame->card]->go(run, frame);
}

/* What happened is told, so steps without an event are not shown. What is under way is left out: it
 * holds where hidden units go. With a prompt the order is over, and its result shows all. */
static void show(struct fate_run *run, uint32_t step)
{
    struct rd_frames *frames = run->frames;
    uint32_t shown = frames->count > 0 && frames->count <= frames->cap
                         ? frames->frame[frames->count - 1].events
                         : 0;
    if (run->log->count == shown || run->s->prompt != FATE_NO_CARD) {
        return;
    }
    struct fate_state *frame = rd_frame_open(frames, run->s);
    if (frame != NULL) {
        frame->depth = 0;
        memset(frame->frame, 0, sizeof frame->frame);
        rd_frame_close(frames, step, run->log);
    }
}

void fate_go(struct fate_run *run)
{
    static void (*const go[FATE_FRAME_KINDS])(struct fate_run *, struct fate_frame *) = {
        [FATE_F_TURN] = fate_go_turn,     [FATE_F_MOVE] = fate_go_move,
        [FATE_F_ATTACK] = fate_go_attack, [FATE_F_VOLLEY] = fate_go_volley,
        [FATE_F_CARD] = go_card,
    };
    struct fate_state *s = run->s;
    while (s->depth > 0 && s->prompt == FATE_NO_CARD) {
        struct fate_frame *top = fate_top(s);
        RD_ASSERT(top->kind > FATE_F_NOTHING && top->kind < FATE_FRAME_KINDS);
        uint32_t kind = top->kind;
        go[kind](run, top);
        if (run->frames != NULL) {
            show(run, kind);
        }
    }
}

/* R13.4: a turn whose unit died ends as soon as nothing is pending. */
void fate_settle(struct fate_run *run)
{
    struct fate_state *s = run->s;
    while (s->depth == 0 && s->phase == FATE_BATTLE) {
        RD_ASSERT(s->active < FATE_UNITS);
        fate_tell_heroes(run, FATE_SETTLED);
        if (s->unit[s->active].hp != 0) {
            return;
        }
        fate_end_turn(run);
        fate_go(run);
    }
}
