#include "redoubt/game.h"

#include <string.h>

static uint8_t *room_of(const struct rd_frames *frames, uint32_t index)
{
    RD_ASSERT(index < frames->cap);
    return (uint8_t *)frames->state + (size_t)index * frames->state_size;
}

void *rd_frame_open(struct rd_frames *frames, const void *state)
{
    if (frames == NULL) {
        return NULL;
    }
    RD_ASSERT(state != NULL && frames->state_size > 0);
    if (frames->count >= frames->cap) {
        frames->count++;
        return NULL;
    }
    return memcpy(room_of(frames, frames->count), state, frames->state_size);
}

static int32_t is_unchanged(const struct rd_frames *frames, uint32_t events)
{
    uint32_t now = frames->count;
    return now > 0 && frames->frame[now - 1].events == events &&
           memcmp(room_of(frames, now - 1), room_of(frames, now), frames->state_size) == 0;
}

void rd_frame_close(struct rd_frames *frames, uint32_t step, const struct rd_event_log *log)
{
    RD_ASSERT(log != NULL && frames->count < frames->cap);
    if (!is_unchanged(frames, log->count)) {
        struct rd_frame frame = { step, log->count };
        frames->frame[frames->count] = frame;
        frames->count++;
    }
}

const void *rd_frame_state(const struct rd_frames *frames, uint32_t index)
{
    RD_ASSERT(index < frames->count);
    return room_of(frames, index);
}
