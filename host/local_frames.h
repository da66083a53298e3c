/*
 * host/local_frames.h - the frames that one listener of a local match has not been told yet.
 */
#ifndef REDOUBT_HOST_LOCAL_FRAMES_H
#define REDOUBT_HOST_LOCAL_FRAMES_H

#include "host/frames.h"
#include "host/local_match.h"

/* Zeroed: nobody keeps frames. */
struct rd_local_track {
    void *view; /* at the end of the last frame, owned */
    struct rd_local_frame *frame;
    uint32_t *order; /* of each frame, the number of the order that it belongs to */
    uint32_t count, room, order_room;
    uint8_t *patches;
    uint32_t length, patch_room;
    bool told; /* what is here makes room for what comes */
};

/* From now on frames are kept. */
void rd_local_track_open(struct rd_local_track *track, const struct rd_game *game,
                         const void *state, rd_seat seat);
void rd_local_track_close(struct rd_local_track *track);

/* What came of an order, as the seat saw it. */
void rd_local_track_add(struct rd_local_track *track, const struct rd_shown *shown, rd_seat seat,
                        uint32_t order);
/* Orders from this number on have not been given, and the seat sees this state. */
void rd_local_track_cut(struct rd_local_track *track, const struct rd_game *game, const void *state,
                        rd_seat seat, uint32_t order);

#endif
