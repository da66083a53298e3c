/*
 * host/frames.h - an order as one seat saw it, step by step.
 *
 *     struct rd_frame_walk walk;
 *     rd_frame_walk_begin(&walk, &shown, seat);
 *     while (rd_frame_walk_next(&walk)) { ... walk.step, walk.first to walk.last, walk.view ... }
 *     rd_frame_walk_end(&walk);
 *
 * A step in which the seat saw and heard nothing new is left out, and nothing tells that there was
 * one. An order without steps is one frame, or none. The last view is the one after the order.
 */
#ifndef REDOUBT_HOST_FRAMES_H
#define REDOUBT_HOST_FRAMES_H

#include <stdbool.h>

#include "host/play.h"
#include "redoubt/game.h"

/* What came of an order. All of it is the caller's. */
struct rd_shown {
    const struct rd_game *game;
    const void *before, *after; /* states */
    const struct rd_event_log *log;
    const struct rd_frames *frames; /* all of them had room */
};

/* Of the latest order of a game whose frames were asked for. */
struct rd_shown rd_play_shown(const struct rd_play *play);

struct rd_frame_walk {
    struct rd_shown shown;
    rd_seat seat; /* or RD_SPECTATOR */
    uint32_t next;
    uint32_t first, last;     /* its events are those of the log from first to before last */
    uint32_t step;            /* index into rd_game.step_names; 0: what came after the last step */
    void *view, *view_before; /* at its end and at its beginning, owned */
};

void rd_frame_walk_begin(struct rd_frame_walk *walk, const struct rd_shown *shown, rd_seat seat);
/* False: there is no more. */
bool rd_frame_walk_next(struct rd_frame_walk *walk);
void rd_frame_walk_end(struct rd_frame_walk *walk);
/* How many events of this frame the seat saw or heard. */
uint32_t rd_frame_heard(const struct rd_frame_walk *walk);

#endif
