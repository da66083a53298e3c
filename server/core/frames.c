/* The steps of an order in an update: host/frames.h as JSON of few bytes. */
#include <stdlib.h>

#include "host/frames.h"
#include "host/patch.h"
#include "server/core/base64.h"
#include "server/core/match.h"

static json_t *frame_to_json(const struct rd_frame_walk *walk, bool numbers)
{
    json_t *json = json_object();
    if (walk->step != 0) {
        json_object_set_new(json, "step",
                            numbers ? json_integer(walk->step)
                                    : json_string(walk->shown.game->step_names[walk->step]));
    }
    json_object_set_new(json, "events", json_integer(rd_frame_heard(walk)));
    return json;
}

/* The frame before this one ended where this one begins: told as its difference from the end of
 * this one, so that who has the last view can make all of them. */
static void add_patch(json_t *frame, const struct rd_frame_walk *walk, bool position)
{
    const struct rd_game *game = walk->shown.game;
    uint8_t *patch = malloc(rd_patch_max(game->view_size));
    RD_ASSERT(patch != NULL);
    size_t size = rd_patch(walk->view, walk->view_before, game->view_size, patch);
    char *text = malloc(base64_length(size) + 1);
    RD_ASSERT(text != NULL);
    *base64_write(text, patch, size) = '\0';
    json_object_set_new(frame, "patch", json_string(text));
    free(text);
    free(patch);
    if (position) {
        json_object_set_new(frame, "position", rd_codec_of(game)->view(walk->view_before));
    }
}

json_t *frames_to_json(const struct match_state *now, const struct scratch *scratch,
                       struct watcher to)
{
    struct rd_frame_walk walk;
    struct rd_shown shown = rd_play_shown(&scratch->play);
    json_t *list = json_array(), *before = NULL;
    shown.after = now->state;
    rd_frame_walk_begin(&walk, &shown, to.viewer);
    while (rd_frame_walk_next(&walk)) {
        if (before != NULL) {
            add_patch(before, &walk, to.json);
        }
        before = frame_to_json(&walk, to.numbers);
        json_array_append_new(list, before);
    }
    rd_frame_walk_end(&walk);
    bool whole = json_array_size(list) == 1 && json_object_get(before, "step") == NULL;
    if (before == NULL || whole) { /* the update says as much */
        json_decref(list);
        return NULL;
    }
    return list;
}
