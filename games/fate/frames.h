/*
 * frames.h - a command under way (frames.c)
 *
 * A command pushes frames (struct fate_frame) and fate_go() takes one step of the top frame after
 * the other until none is left or a prompt is open. There is no recursion, and a state between two
 * commands holds all that a reaction interrupted.
 */
#ifndef FATE_FRAMES_H
#define FATE_FRAMES_H

#include "fate.h"

struct fate_run {
    struct fate_state *s;
    struct rd_luck *luck;
    struct rd_event_log *log; /* or NULL */
    uint32_t root_event;      /* event that what follows comes from: a move, a card, a turn */
    uint32_t blow;            /* the roll of the attack under way */
    struct rd_frames *frames; /* of rd_game.apply_steps; NULL: nobody asks */
};

void fate_go(struct fate_run *run);
struct fate_frame *fate_push(struct fate_run *run, enum fate_frame_kind kind, uint32_t unit,
                             uint32_t card);
/* Take the top frame off; the one below learns the result. */
void fate_pop(struct fate_run *run, uint32_t result);
static inline struct fate_frame *fate_top(struct fate_state *s)
{
    return &s->frame[s->depth - 1];
}
/* The order is carried out and nothing is pending: Rally, a dead active unit, Rally again. */
void fate_settle(struct fate_run *run);

#endif
