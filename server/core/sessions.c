/* Where somebody is logged in: one session for each token. */
#include <sodium.h>
#include <string.h>

#include "server/core/accounts.h"

enum { SESSION_ROOM = 17 }; /* the name of a session: the beginning of its token's hash */

static void session_name(const uint8_t hash[HASH_SIZE], char out[SESSION_ROOM])
{
    sodium_bin2hex(out, SESSION_ROOM, hash, (SESSION_ROOM - 1) / 2);
}

static uint32_t lines_of(const struct core *core, const struct player *player,
                         const uint8_t hash[HASH_SIZE])
{
    uint32_t count = 0;
    for (size_t i = 0; i < core->connections.room; i++) {
        const struct connection *line = core->connections.slot[i].value;
        count += line != NULL && line->player == player &&
                 memcmp(line->token_hash, hash, HASH_SIZE) == 0;
    }
    return count;
}

enum step command_sessions(struct core *core, struct request *request)
{
    const struct connection *from = request->connection;
    const struct player *me = from->player;
    json_t *list = json_array();
    for (uint32_t i = 0; i < me->token_count; i++) {
        char name[SESSION_ROOM];
        session_name(me->token[i], name);
        json_t *json = json_pack("{s:s, s:b, s:i}", "session", name, "mine",
                                 memcmp(me->token[i], from->token_hash, HASH_SIZE) == 0,
                                 "connections", (int)lines_of(core, me, me->token[i]));
        if (me->token_made_ms[i] != 0) {
            json_object_set_new(json, "since", json_integer(me->token_made_ms[i]));
        }
        json_array_append_new(list, json);
    }
    return answer_fine(core, from->id, request->command, json_pack("{s:o}", "sessions", list));
}

static const uint8_t *session_by_name(const struct player *player, const char *wanted)
{
    for (uint32_t i = 0; i < player->token_count; i++) {
        char name[SESSION_ROOM];
        session_name(player->token[i], name);
        if (strcmp(name, wanted) == 0) {
            return player->token[i];
        }
    }
    return NULL;
}

enum step command_end_session(struct core *core, struct request *request)
{
    struct connection *from = request->connection;
    struct rd_field field;
    const char *name = "";
    if (!rd_field_need(&request->root, "session", &field) || !rd_field_text(&field, &name)) {
        return bad_message(core, request);
    }
    if (from->player->busy) {
        return STEP_BLOCKED;
    }
    const uint8_t *hash = session_by_name(from->player, name);
    if (hash == NULL || memcmp(hash, from->token_hash, HASH_SIZE) == 0) {
        return refuse(core, request, "not_allowed",
                      hash == NULL ? "you have no such session" : "this one ends by logout");
    }
    struct op op = request_op(request, ACCOUNT_SESSION, from->player);
    player_drop_token(op.next, hash);
    store_account(core, &op);
    return STEP_UNDERWAY;
}
