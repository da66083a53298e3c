/* Matches of a rules_version that this program has no more. Nothing can play them on, but they stay
 * where they are: in lists, with who played and how it ended as far as that is known, and with a
 * sentence that says so. See docs/decisions/0065-matches-of-older-rules.md. */
#include <stdlib.h>
#include <string.h>

#include "host/json_read.h"
#include "older/older.h"
#include "server/core/state.h"

/* 0: the record is of these rules, or can't be read. */
static uint32_t version_of(const json_t *created)
{
    const char *id = json_string_value(json_object_get(created, "game"));
    const struct rd_game *game = id == NULL ? NULL : rd_game_find(id);
    json_int_t version = json_integer_value(json_object_get(created, "rules_version"));
    bool older = game != NULL && version > 0 && rd_game_of(id, (uint64_t)version) == NULL;
    return older ? (uint32_t)version : 0;
}

uint32_t older_version(const struct core_record *record)
{
    struct rd_problem ignored = { "" };
    json_t *json = rd_json_parse(record->body, strlen(record->body), &ignored);
    uint32_t version = version_of(json);
    json_decref(json);
    return version;
}

/* Who sat where at the beginning; the players are kept for lists. */
static json_t *seats_of(const struct core *core, const json_t *created, struct match *match)
{
    const json_t *seats = json_object_get(created, "seats");
    json_t *list = json_array();
    size_t count = json_array_size(seats);
    match->chosen.setup.seats = (uint8_t)(count < RD_SEATS_MAX ? count : RD_SEATS_MAX);
    for (uint32_t seat = 0; seat < match_seats(match); seat++) {
        const json_t *holder = json_array_get(seats, seat);
        const char *bot = json_string_value(json_object_get(holder, "bot"));
        const char *id = json_string_value(json_object_get(holder, "player"));
        const struct player *player = id == NULL ? NULL : core_player_by_id(core, id);
        const char *name =
            json_string_value(json_object_get(json_object_get(holder, "card"), "name"));
        match->now.holder[seat].player = player;
        match->now.holder[seat].kind = player == NULL ? HOLDER_NONE : HOLDER_PERSON;
        json_array_append_new(
            list, bot != NULL      ? json_pack("{s:s, s:s}", "name", bot, "who", "bot")
                  : player != NULL ? json_pack("{s:s, s:s, s:s, s:b}", "name",
                                               name == NULL ? player->name : name, "who", "person",
                                               "player", player->id, "account", player->account)
                                   : json_pack("{s:s}", "who", "open"));
    }
    return list;
}

struct match *older_from_record(const struct core_record *record, const struct core *core)
{
    struct rd_problem ignored = { "" };
    json_t *json = rd_json_parse(record->body, strlen(record->body), &ignored);
    uint32_t version = version_of(json);
    struct match *match = version == 0 ? NULL : calloc(1, sizeof *match);
    if (match != NULL) {
        const json_t *terms = json_object_get(json, "terms");
        snprintf(match->id, sizeof match->id, "%s", record->id);
        match->chosen.game = rd_game_find(json_string_value(json_object_get(json, "game")));
        match->made_ms = record->at_ms;
        match->terms.is_public = json_is_true(json_object_get(terms, "public"));
        json_t *line = json_pack("{s:s, s:s, s:o, s:s, s:[i,i], s:I, s:b, s:b, s:n, s:s, s:i}",
                                 "match", match->id, "game", match->chosen.game->id, "seats",
                                 seats_of(core, json, match), "state", "over", "turn", 0, 0, "at",
                                 (json_int_t)match->made_ms, "public", match->terms.is_public,
                                 "rated", json_is_true(json_object_get(terms, "rated")), "clock",
                                 "speed", "none", "free", 0);
        match->line = json_dumps(line, JSON_COMPACT);
        json_decref(line);
        RD_ASSERT(match->line != NULL);
        match->asleep = true;
        older_mark(match, version);
    }
    json_decref(json);
    return match;
}

void older_mark(struct match *match, uint32_t version)
{
    json_error_t error;
    json_t *line = json_loads(match->line, 0, &error);
    RD_ASSERT(match->asleep && line != NULL);
    match->older = version;
    match->is_over = true; /* it takes no place of those that are played */
    match->played = true;
    match->deadline = INT64_MAX;
    json_object_set_new(line, "older_rules", json_integer(version));
    json_object_del(line, "replay");
    free(match->line);
    match->line = json_dumps(line, JSON_COMPACT);
    json_decref(line);
    RD_ASSERT(match->line != NULL);
}

void older_sentence(const struct match *match, char *out, size_t size)
{
    snprintf(out, size,
             "this match was played by version %u of the rules of %s, and this server has version "
             "%u: it is kept, and can't be played on or shown",
             match->older, match->chosen.game->id, match->chosen.game->rules_version);
}
