/* Lists of matches: one's own, and the live one of public matches. */
#include <stdlib.h>
#include <string.h>

#include "host/list.h"
#include "server/core/state.h"

/* ---- lines ---------------------------------------------------------------------------------- */

uint32_t free_seats(const struct match *match)
{
    uint32_t count = 0;
    for (uint32_t seat = 0; seat < match_seats(match) && !match->asleep; seat++) {
        const struct seat_holder *holder = &match->now.holder[seat];
        count += holder->kind == HOLDER_NONE && !holder->invited;
    }
    return match->asleep ? match->free_seats : count;
}

/* A line that was written before somebody wanted to be forgotten. */
static json_t *kept_line(const struct match *match)
{
    json_t *line = json_loads(match->line, 0, NULL), *seats = json_object_get(line, "seats");
    for (uint32_t seat = 0; seat < match_seats(match); seat++) {
        if (player_is_forgotten(match->now.holder[seat].player)) {
            json_object_set_new(json_array_get(seats, seat), "name", json_string(FORGOTTEN_NAME));
        }
    }
    return line;
}

json_t *line_of(const struct match *match)
{
    if (match->asleep) {
        return kept_line(match);
    }
    const struct match_state *now = &match->now;
    json_t *line =
        json_pack("{s:s, s:s, s:o, s:s, s:o, s:I, s:b, s:b, s:o, s:s, s:i}", "match", match->id,
                  "game", match->chosen.game->id, "seats", seats_to_json(match, now), "state",
                  match_state_name(match, now), "turn", turn_to_json(match, now), "at",
                  (json_int_t)match->made_ms, "public", match->terms.is_public, "rated",
                  match->terms.rated, "clock", clock_terms_to_json(&match->terms.clock), "speed",
                  terms_speed(&match->terms), "free", (int)free_seats(match));
    eyes_to_json(line, match, now);
    match_ending(line, match);
    return line;
}

/* The youngest of the player's own and of those that a lobby shows; NULL: none is left. */
static const struct match *next_of(const struct player_index *own, uint32_t *owns,
                                   const struct match_list *listed, uint32_t *listeds)
{
    while (*listeds > 0 && listed->match[*listeds - 1] == NULL) {
        --*listeds;
    }
    const struct match *mine = *owns > 0 ? own->match[*owns - 1] : NULL;
    const struct match *other = *listeds > 0 ? listed->match[*listeds - 1] : NULL;
    bool first = other == NULL || (mine != NULL && mine->serial >= other->serial);
    *listeds -= other != NULL && (!first || mine == other);
    *owns -= mine != NULL && first;
    return first ? mine : other;
}

enum step command_list(struct core *core, struct request *request)
{
    const struct player *me = request->connection->player;
    const struct player_index *own = index_of_player(core, me);
    uint32_t owns = own->count, listeds = core->listed.count;
    const struct match *match;
    json_t *list = json_array();
    while (json_array_size(list) < LIST_MAX &&
           (match = next_of(own, &owns, &core->listed, &listeds)) != NULL) {
        rd_seats mine = match->broken ? 0 : match_seats_of(match, &match->now, me);
        if (mine != 0 || index_is_listed(match)) {
            json_t *line = line_of(match);
            json_object_set_new(line, "mine", seats_list(mine));
            json_array_append_new(list, line);
        }
    }
    return answer_fine(core, request->connection->id, request->command,
                       json_pack("{s:o}", "matches", list));
}

/* ---- the filter ---- */

static bool read_flag(const struct rd_field *root, const char *key, enum wanted *out)
{
    struct rd_field field;
    if (!rd_field_get(root, key, &field)) {
        return true;
    }
    *out = json_is_true(field.json) ? WANTED_YES : WANTED_NO;
    return json_is_boolean(field.json) || rd_field_problem(&field, "must be true or false");
}

static const char *const speeds[] = { "live", "days", "none", NULL };

static bool read_filter(const struct rd_field *root, struct filter *filter)
{
    struct rd_field field;
    const char *game = NULL;
    memset(filter, 0, sizeof *filter);
    if (rd_field_get(root, "game", &field)) {
        if (!rd_field_text(&field, &game)) {
            return false;
        }
        filter->game = rd_game_find(game);
        if (filter->game == NULL) {
            return rd_field_problem(&field, "there is no such game");
        }
    }
    if (rd_field_get(root, "speed", &field)) {
        uint32_t word = 0;
        if (!rd_field_choice(&field, speeds, &word)) {
            return false;
        }
        filter->speed = speeds[word];
    }
    return read_flag(root, "free", &filter->free) && read_flag(root, "rated", &filter->rated);
}

static bool fits(enum wanted wanted, bool is)
{
    return wanted == WANTED_ANY || (wanted == WANTED_YES) == is;
}

/* But for free seats, which come and go. */
static bool concerns(const struct filter *filter, const struct match *match)
{
    return (filter->game == NULL || strcmp(filter->game->id, match->chosen.game->id) == 0) &&
           (filter->speed == NULL || strcmp(filter->speed, terms_speed(&match->terms)) == 0) &&
           fits(filter->rated, match->terms.rated);
}

static bool passes(const struct filter *filter, const struct match *match)
{
    return concerns(filter, match) && fits(filter->free, free_seats(match) > 0);
}

/* ---- the live list ---- */

void lobby_stop(struct core *core, struct connection *connection)
{
    for (uint32_t i = 0; connection->in_lobby && i < core->lobby_count; i++) {
        if (core->lobby[i] == connection) {
            core->lobby[i] = core->lobby[--core->lobby_count];
            break;
        }
    }
    connection->in_lobby = false;
}

static void lobby_start(struct core *core, struct connection *connection)
{
    if (!connection->in_lobby) {
        core->lobby = rd_grown(core->lobby, core->lobby_count, &core->lobby_room,
                               sizeof(struct connection *));
        core->lobby[core->lobby_count++] = connection;
        connection->in_lobby = true;
    }
}

static json_t *passing(const struct core *core, const struct filter *filter)
{
    json_t *list = json_array();
    for (uint32_t i = core->listed.count; i > 0 && json_array_size(list) < LIST_MAX; i--) {
        const struct match *match = core->listed.match[i - 1];
        if (match != NULL && passes(filter, match)) {
            json_array_append_new(list, line_of(match));
        }
    }
    return list;
}

enum step command_lobby(struct core *core, struct request *request)
{
    struct connection *connection = request->connection;
    enum wanted on = WANTED_YES;
    struct filter filter;
    if (!read_flag(&request->root, "on", &on) || !read_filter(&request->root, &filter)) {
        return bad_message(core, request);
    }
    if (on == WANTED_NO) {
        lobby_stop(core, connection);
        return answer_fine(core, connection->id, request->command, NULL);
    }
    lobby_start(core, connection);
    connection->filter = filter;
    return answer_fine(core, connection->id, request->command,
                       json_pack("{s:o}", "matches", passing(core, &filter)));
}

static void send_line(struct core *core, const struct connection *to, const struct match *match,
                      json_t *line)
{
    bool shown = line != NULL && passes(&to->filter, match);
    json_t *json = shown ? json_pack("{s:s, s:O}", "type", "lobby", "line", line)
                         : json_pack("{s:s, s:s}", "type", "lobby", "gone", match->id);
    char *text = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    RD_ASSERT(text != NULL);
    core_send(core, to->id, text);
}

void lobby_tell(struct core *core, const struct match *match)
{
    if (!match->terms.is_public || core->lobby_count == 0) {
        return;
    }
    json_t *line = index_is_listed(match) ? line_of(match) : NULL;
    for (uint32_t i = 0; i < core->lobby_count; i++) {
        /* Who never was shown the match is not told that it is gone. */
        RD_ASSERT(core->lobby[i]->in_lobby);
        if (concerns(&core->lobby[i]->filter, match)) {
            send_line(core, core->lobby[i], match, line);
        }
    }
    json_decref(line);
}
