#include "host/frames.h"

#include <stdlib.h>
#include <string.h>

#include "host/codec.h"
#include "host/json_game.h"

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

static bool hears_any(const struct rd_frame_walk *walk)
{
    const struct rd_event_log *log = walk->shown.log;
    for (uint32_t i = walk->first; i < walk->last && i < log->cap; i++) {
        if ((log->event[i].seen_by & RD_SEAT_BIT(walk->seat)) != 0) {
            return true;
        }
    }
    return false;
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
        if (memcmp(walk->view, walk->view_before, shown->game->view_size) != 0 || hears_any(walk)) {
            return true;
        }
    }
    return false;
}

static json_t *frame_to_json(const struct rd_frame_walk *walk, json_t *events, size_t *told)
{
    const struct rd_game *game = walk->shown.game;
    json_t *json = json_object(), *own = json_array();
    if (walk->step != 0) {
        json_object_set_new(json, "step", json_string(game->step_names[walk->step]));
    }
    for (uint32_t i = walk->first; i < walk->last && i < walk->shown.log->cap; i++) {
        if ((walk->shown.log->event[i].seen_by & RD_SEAT_BIT(walk->seat)) != 0) {
            json_array_append(own, json_array_get(events, *told));
            ++*told;
        }
    }
    json_object_set_new(json, "events", own);
    json_object_set_new(json, "view", rd_codec_of(game)->view(walk->view));
    return json;
}

json_t *rd_frames_to_json(const struct rd_shown *shown, rd_seat seat)
{
    struct rd_frame_walk walk;
    json_t *list = json_array(), *events = rd_events_to_json(shown->game, shown->log, seat);
    size_t told = 0;
    rd_frame_walk_begin(&walk, shown, seat);
    while (rd_frame_walk_next(&walk)) {
        json_array_append_new(list, frame_to_json(&walk, events, &told));
    }
    rd_frame_walk_end(&walk);
    json_decref(events);
    return list;
}
