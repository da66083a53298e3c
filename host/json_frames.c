#include "host/json_frames.h"

#include "host/codec.h"
#include "host/json_game.h"

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
