/* What whoever runs the server may do: look at everything, end and pause matches, ban players.
 * These commands come over a connection that the shell says is the host's. */
#include <stdlib.h>
#include <string.h>

#include "server/core/state.h"

enum { ADMIN_LIST_MAX = 1000 };

static bool is_listed(const struct match *match, const json_t *line, const char *state)
{
    const char *is = match->broken       ? "broken"
                     : match->older != 0 ? "older"
                                         : json_string_value(json_object_get(line, "state"));
    return state == NULL || (is != NULL && strcmp(is, state) == 0);
}

/* The newest first: {"match",...} as lists have it, whoever may see it. */
enum step command_admin_list(struct core *core, struct request *request)
{
    struct rd_field field;
    const char *state = NULL;
    json_t *list = json_array();
    if (rd_field_get(&request->root, "state", &field) && !rd_field_text(&field, &state)) {
        json_decref(list);
        return bad_message(core, request);
    }
    for (uint32_t i = core->match_count; i > 0 && json_array_size(list) < ADMIN_LIST_MAX; i--) {
        const struct match *match = core->match[i - 1];
        json_t *line = match->broken
                           ? json_pack("{s:s, s:s}", "match", match->id, "state", "broken")
                           : line_of(match);
        if (is_listed(match, line, state)) {
            json_array_append_new(list, line);
        } else {
            json_decref(line);
        }
    }
    return answer_fine(core, request->connection->id, request->command,
                       json_pack("{s:o}", "matches", list));
}

/* Who is who: the ids that ban takes. */
static json_t *players_of(const struct match *match)
{
    json_t *list = json_array();
    for (uint32_t seat = 0; seat < match_seats(match); seat++) {
        const struct player *player = match->now.holder[seat].player;
        json_array_append_new(list, player == NULL ? json_null() : json_string(player->id));
    }
    return list;
}

static json_t *muted_of(const struct match *match)
{
    json_t *list = json_array();
    for (uint32_t seat = 0; seat < match_seats(match); seat++) {
        const struct player *player = match->now.holder[seat].player;
        json_array_append_new(list, json_boolean(player != NULL && player->muted));
    }
    return list;
}

static json_t *banned_of(const struct match *match)
{
    json_t *list = json_array();
    for (uint32_t seat = 0; seat < match_seats(match); seat++) {
        const struct player *player = match->now.holder[seat].player;
        json_array_append_new(list, json_boolean(player != NULL && player->banned));
    }
    return list;
}

enum step command_admin_show(struct core *core, struct request *request)
{
    enum step step;
    struct match *match = match_of(core, request, &step);
    if (match == NULL) {
        return step;
    }
    json_t *line = line_of(match);
    json_object_set_new(line, "records", json_integer(match->log_count));
    json_object_set_new(line, "players", players_of(match));
    json_object_set_new(line, "banned", banned_of(match));
    json_object_set_new(line, "muted", muted_of(match));
    json_object_set_new(line, "watched_by", json_integer(match->watcher_count));
    json_object_set_new(line, "paused", json_boolean(match->now.clock.paused));
    json_object_set_new(line, "held", json_boolean(match->now.held));
    return answer_fine(core, request->connection->id, request->command, line);
}

/* ---- matches ---- */

/* An entry of nobody's: the host has no seat and no player. */
static enum step decide(struct core *core, struct request *request, struct match *match,
                        struct entry entry)
{
    struct op op = {
        .kind = OP_ENTRY, .connection = request->connection->id, .match = match, .entry = entry
    };
    snprintf(op.command, sizeof op.command, "%s", request->command);
    submit_own(core, &op);
    return STEP_UNDERWAY;
}

/* A match that nothing is under way for, and that is not over. */
static struct match *going_on(struct core *core, struct request *request, enum step *step)
{
    struct match *match = match_of(core, request, step);
    if (match != NULL && match->busy) {
        *step = STEP_BLOCKED;
        return NULL;
    }
    if (match != NULL && match_over(match, &match->now)) {
        *step = refuse(core, request, "over", "the match is over");
        return NULL;
    }
    return match;
}

enum step command_admin_end(struct core *core, struct request *request)
{
    enum step step;
    struct match *match = going_on(core, request, &step);
    struct entry entry = { .kind = ENTRY_ABORT, .seat = RD_SPECTATOR };
    return match == NULL ? step : decide(core, request, match, entry);
}

enum step command_admin_pause(struct core *core, struct request *request)
{
    enum step step;
    struct match *match = going_on(core, request, &step);
    struct entry entry = { .kind = ENTRY_OFFER, .seat = RD_SPECTATOR, .what = OFFER_PAUSE };
    if (match == NULL) {
        return step;
    }
    if (match_open(match, &match->now) || match->now.held) {
        return refuse(core, request, "paused", "the match %s",
                      match->now.held ? "is paused already" : "has not begun");
    }
    return decide(core, request, match, entry);
}

enum step command_admin_resume(struct core *core, struct request *request)
{
    enum step step;
    struct match *match = going_on(core, request, &step);
    struct entry entry = { .kind = ENTRY_RESUME, .seat = RD_SPECTATOR };
    if (match == NULL) {
        return step;
    }
    return match->now.clock.paused
               ? decide(core, request, match, entry)
               : refuse(core, request, "not_allowed", "the match is not paused");
}

/* ---- players ---- */

static enum step decide_about(struct core *core, struct request *request, enum moderation_kind what)
{
    struct rd_field field;
    struct moderation moderation = { .what = what, .why = "" };
    const char *id = NULL;
    if (!rd_field_need(&request->root, "player", &field) || !rd_field_text(&field, &id)) {
        return bad_message(core, request);
    }
    moderation.player = core_player(core, id);
    return moderation.player == NULL
               ? refuse(core, request, "no_such_player", "player: nobody has this id")
               : moderate(core, request, &moderation);
}

enum step command_admin_ban(struct core *core, struct request *request)
{
    return decide_about(core, request, MODERATION_BAN);
}

enum step command_admin_unban(struct core *core, struct request *request)
{
    return decide_about(core, request, MODERATION_UNBAN);
}

enum step command_admin_mute(struct core *core, struct request *request)
{
    return decide_about(core, request, MODERATION_MUTE);
}

enum step command_admin_unmute(struct core *core, struct request *request)
{
    return decide_about(core, request, MODERATION_UNMUTE);
}

enum step command_admin_appoint(struct core *core, struct request *request)
{
    return decide_about(core, request, MODERATION_APPOINT);
}

enum step command_admin_dismiss(struct core *core, struct request *request)
{
    return decide_about(core, request, MODERATION_DISMISS);
}

void admin_ban_stored(struct core *core, const struct player *player)
{
    for (size_t i = 0; player->banned && i < core->connections.room; i++) {
        const struct connection *connection = core->connections.slot[i].value;
        if (connection != NULL && connection->player == player) {
            struct core_effect *effect = core_add_effect(core, CORE_CLOSE);
            effect->connection = connection->id;
            effect->text = copied("banned");
        }
    }
}

bool admin_refuses(struct core *core, struct request *request, const struct player *player)
{
    if (!player->banned) {
        return false;
    }
    refuse(core, request, "banned", "the host of this server has banned this player");
    return true;
}
