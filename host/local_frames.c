#include "host/local_frames.h"

#include <stdlib.h>
#include <string.h>

#include "host/list.h"
#include "host/patch.h"

void rd_local_track_open(struct rd_local_track *track, const struct rd_game *game,
                         const void *state, rd_seat seat)
{
    if (track->view == NULL) {
        track->view = malloc(game->view_size);
        RD_ASSERT(track->view != NULL);
    }
    game->observe(state, seat, track->view);
    track->count = track->length = 0;
}

void rd_local_track_close(struct rd_local_track *track)
{
    free(track->view);
    free(track->frame);
    free(track->order);
    free(track->patches);
}

static void make_room_for_patch(struct rd_local_track *track, size_t size)
{
    size_t wanted = track->length + rd_patch_max(size);
    if (wanted > track->patch_room) {
        track->patches = realloc(track->patches, 2 * wanted);
        RD_ASSERT(track->patches != NULL);
        track->patch_room = (uint32_t)(2 * wanted);
    }
}

/* What the last frame ended with is told as its difference from the end of the new one. */
static void patch_last(struct rd_local_track *track, const void *view, size_t size)
{
    struct rd_local_frame *last = &track->frame[track->count - 1];
    make_room_for_patch(track, size);
    last->patch = track->length;
    last->length = (uint32_t)rd_patch(view, track->view, size, track->patches + track->length);
    track->length += last->length;
}

static void add_frame(struct rd_local_track *track, const struct rd_frame_walk *walk,
                      uint32_t order)
{
    size_t size = walk->shown.game->view_size;
    if (track->count > 0) {
        patch_last(track, walk->view, size);
    }
    memcpy(track->view, walk->view, size);
    track->frame = rd_grown(track->frame, track->count, &track->room, sizeof *track->frame);
    track->order = rd_grown(track->order, track->count, &track->order_room, sizeof *track->order);
    track->order[track->count] = order;
    track->frame[track->count++] =
        (struct rd_local_frame){ .step = walk->step, .events = rd_frame_heard(walk) };
}

void rd_local_track_add(struct rd_local_track *track, const struct rd_shown *shown, rd_seat seat,
                        uint32_t order)
{
    struct rd_frame_walk walk;
    if (track->told) {
        track->count = track->length = 0;
        track->told = false;
    }
    rd_frame_walk_begin(&walk, shown, seat);
    while (rd_frame_walk_next(&walk)) {
        add_frame(track, &walk, order);
    }
    rd_frame_walk_end(&walk);
}

void rd_local_track_cut(struct rd_local_track *track, const struct rd_game *game, const void *state,
                        rd_seat seat, uint32_t order)
{
    while (track->count > 0 && (track->told || track->order[track->count - 1] >= order)) {
        track->count--;
    }
    if (track->count > 0) {
        struct rd_local_frame *last = &track->frame[track->count - 1];
        track->length = last->length > 0 ? last->patch : track->length;
        last->patch = last->length = 0;
    } else {
        track->length = 0;
    }
    game->observe(state, seat, track->view);
}
