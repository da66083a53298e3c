/* What a viewer is told, as text. Only views and events that the viewer sees go in here. */
#include <sodium.h>
#include <stdlib.h>

#include "host/json_game.h"
#include "server/core/match.h"

json_t *viewer_to_json(rd_seat viewer)
{
    return viewer == RD_SPECTATOR ? json_string("spectator") : json_integer(viewer);
}

json_t *turn_to_json(const struct match *match, const struct fold *fold)
{
    struct rd_turns turns = match->chosen.game->turns(fold->state);
    return json_pack("[I,I]", (json_int_t)turns.done, (json_int_t)turns.limit);
}

json_t *seats_to_json(const struct match *match, const struct fold *fold)
{
    json_t *list = json_array();
    for (uint32_t seat = 0; seat < match_seats(match); seat++) {
        const struct chair *chair = &fold->chair[seat];
        json_t *json = chair->kind == CHAIR_OPEN ? json_pack("{s:s}", "who", "open")
                       : chair->kind == CHAIR_BOT
                           ? json_pack("{s:s, s:s}", "name", chair->bot->name, "who", "bot")
                           : json_pack("{s:s, s:s}", "name", chair->player->name, "who", "person");
        json_array_append_new(list, json);
    }
    return list;
}

static json_t *view_to_json(const void *view, size_t size)
{
    size_t room = sodium_base64_ENCODED_LEN(size, sodium_base64_VARIANT_ORIGINAL);
    char *text = malloc(room);
    RD_ASSERT(text != NULL);
    sodium_bin2base64(text, room, view, size, sodium_base64_VARIANT_ORIGINAL);
    json_t *json = json_stringn(text, room - 1);
    free(text);
    return json;
}

static bool to_act(const struct match *match, const struct fold *fold, rd_seat viewer)
{
    return viewer != RD_SPECTATOR && !match_open(match, fold) &&
           (match->chosen.game->to_act(fold->state) & RD_SEAT_BIT(viewer)) != 0;
}

static json_t *head(const struct match *match, const struct fold *fold, const char *type,
                    rd_seat viewer)
{
    return json_pack("{s:s, s:s, s:o, s:I, s:s, s:o, s:b}", "type", type, "match", match->id,
                     "seat", viewer_to_json(viewer), "n", (json_int_t)fold->told[viewer], "state",
                     match_state_name(match, fold), "turn", turn_to_json(match, fold), "act",
                     to_act(match, fold, viewer) ? 1 : 0);
}

/* View, outcome, and the key once the match is over; as text, and the JSON is gone. */
static char *finish(json_t *json, const struct match *match, const struct fold *fold,
                    struct bench *bench, struct watcher to)
{
    const struct rd_game *game = match->chosen.game;
    struct rd_outcome outcome;
    void *view = bench->after[to.viewer];
    game->observe(fold->state, to.viewer, view);
    json_object_set_new(json, "view", view_to_json(view, game->view_size));
    if (to.json) {
        json_object_set_new(json, "position", rd_codec_of(game)->view(view));
    }
    game->outcome(fold->state, &outcome);
    json_object_set_new(json, "outcome", rd_outcome_to_json(game, &outcome));
    if (outcome.over) {
        char key[33];
        key_to_text(match->key, key);
        json_object_set_new(json, "key", json_string(key));
    }
    char *text = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    RD_ASSERT(text != NULL);
    return text;
}

char *news_update(const struct match *match, const struct fold *fold, struct bench *bench,
                  const struct news *news, struct watcher to)
{
    if (!news->told[to.viewer]) {
        return NULL;
    }
    json_t *json = head(match, fold, "update", to.viewer);
    json_object_set_new(json, "events",
                        rd_events_to_json(match->chosen.game, &bench->play.log, to.viewer));
    if (news->undone == to.viewer) {
        json_object_set_new(json, "undone", json_true());
    }
    if (news->seats) {
        json_object_set_new(json, "seats", seats_to_json(match, fold));
    }
    return finish(json, match, fold, bench, to);
}

char *news_snapshot(const struct match *match, struct bench *bench, struct watcher to)
{
    json_t *json = head(match, &match->now, "snapshot", to.viewer);
    json_object_set_new(json, "seats", seats_to_json(match, &match->now));
    return finish(json, match, &match->now, bench, to);
}
