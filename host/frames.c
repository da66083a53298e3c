#include "host/frames.h"

#include <stdlib.h>
#include <string.h>

struct rd_shown rd_play_shown(const struct rd_play *play)
{
    RD_ASSERT(play->before != NULL);
    struct rd_shown shown = { play->game, play->before, play->state, &play->log, &play->frames };
    return shown;
}

void rd_frame_walk_begin(struct rd_frame_walk *walk, const struct rd_shown *shown, rd_seat seat)
{
    RD_ASSERT(shown->frames->count <= shown->frames->cap && seat <= RD_SPECTATOR);
    memset(walk, 0, sizeof *walk);
    walk->shown = *shown;
    walk->seat = seat;
    walk->view = malloc(shown->game->view_size);
    walk->view_before = malloc(shown->game->view_size);
    RD_ASSERT(walk->view != NULL && walk->view_before != NULL);
    shown->game->observe(shown->before, seat, walk->view);
}

void rd_frame_walk_end(struct rd_frame_walk *walk)
{
    free(walk->view);
    free(walk->view_before);
}

uint32_t rd_frame_heard(const struct rd_frame_walk *walk)
{
    const struct rd_event_log *log = walk->shown.log;
    uint32_t heard = 0;
    for (uint32_t i = walk->first; i < walk->last && i < log->cap; i++) {
        heard += (log->event[i].seen_by & RD_SEAT_BIT(walk->seat)) != 0;
    }
    return heard;
}

bool rd_frame_walk_next(struct rd_frame_walk *walk)
{
    const struct rd_shown *shown = &walk->shown;
    const struct rd_frames *frames = shown->frames;
    memcpy(walk->view_before, walk->view, shown->game->view_size);
    walk->first = walk->last;
    while (walk->next <= frames->count) {
        bool rest = walk->next == frames->count;
        const void *state = rest ? shown->after : rd_frame_state(frames, walk->next);
        walk->last = rest ? shown->log->count : frames->frame[walk->next].events;
        walk->step = rest ? 0 : frames->frame[walk->next].step;
        walk->next++;
        shown->game->observe(state, walk->seat, walk->view);
        if (memcmp(walk->view, walk->view_before, shown->game->view_size) != 0 ||
            rd_frame_heard(walk) > 0) {
            return true;
        }
    }
    return false;
}
