/* Who somebody is: guests, and tokens that are only kept as hashes. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "host/text.h"
#include "server/core/state.h"

static const char *const capabilities[] = { "json_view", "undo",   "bots",    "replay", "notes",
                                            "clocks",    "offers", "rematch", "chat" };

static json_t *welcome_fields(const struct core *core, const struct player *player)
{
    const struct core_limits *limits = &core->config.limits;
    json_t *known = json_array();
    for (uint32_t i = 0; i < sizeof capabilities / sizeof capabilities[0]; i++) {
        json_array_append_new(known, json_string(capabilities[i]));
    }
    return json_pack("{s:s, s:s, s:b, s:s, s:i, s:o, s:{s:I,s:I,s:i,s:I,s:I,s:i}}", "player",
                     player->id, "name", player->name, "account", player->account, "server",
                     core->config.server, "version", CORE_PROTOCOL, "capabilities", known, "limits",
                     "message", (json_int_t)limits->message, "queue", (json_int_t)limits->queue,
                     "watches", WATCHES_MAX, "burst", (json_int_t)limits->burst, "per_second",
                     (json_int_t)limits->per_second, "chat", CHAT_MAX);
}

void welcome(struct core *core, const struct op *op)
{
    struct connection *connection = table_get(&core->connections, op->connection);
    if (connection == NULL) {
        return;
    }
    connection->player = op->player;
    json_t *fields = welcome_fields(core, op->player);
    json_object_set_new(fields, "token", json_string(op->token));
    answer_fine(core, op->connection, op->command, fields);
}

/* Names are shown to others: no control characters, which terminals and logs would obey. */
static bool name_fits(const char *name)
{
    size_t length = strlen(name);
    return length > 0 && length < NAME_ROOM && name[0] != ' ' && name[length - 1] != ' ' &&
           rd_text_is_tame(name);
}

static enum step make_guest(struct core *core, struct request *request, const char *name)
{
    uint8_t bytes[24];
    struct op op = { .kind = OP_PLAYER, .connection = request->connection->id };
    op.player = calloc(1, sizeof *op.player);
    RD_ASSERT(op.player != NULL);
    random_bytes(core, bytes, sizeof bytes);
    sodium_bin2base64(op.token, sizeof op.token, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    token_hash(op.token, op.player->token_hash);
    random_id(core, 'p', op.player->id);
    snprintf(op.player->name, sizeof op.player->name, "%s", name);
    snprintf(op.command, sizeof op.command, "%s", request->command);
    store_op(core, &op, "player", player_to_body(op.player));
    return STEP_UNDERWAY;
}

static enum step said_before(struct core *core, struct request *request)
{
    return refuse(core, request, "not_allowed", "this connection has already said hello");
}

static enum step known_player(struct core *core, struct request *request, const char *token)
{
    uint8_t hash[HASH_SIZE];
    token_hash(token, hash);
    struct player *player = table_get(&core->tokens, token_key(hash));
    if (player == NULL || sodium_memcmp(player->token_hash, hash, sizeof hash) != 0) {
        return refuse(core, request, "bad_token", "this token is not known here");
    }
    if (request->connection->player != NULL && request->connection->player != player) {
        return said_before(core, request);
    }
    request->connection->player = player;
    return answer_fine(core, request->connection->id, request->command,
                       welcome_fields(core, player));
}

enum step command_hello(struct core *core, struct request *request)
{
    struct rd_field version, token, name;
    int64_t number = 0;
    const char *text = "";
    if (!rd_field_need(&request->root, "version", &version) ||
        !rd_field_integer(&version, CORE_PROTOCOL, CORE_PROTOCOL, &number)) {
        return bad_message(core, request);
    }
    if (rd_field_get(&request->root, "token", &token)) {
        return rd_field_text(&token, &text) ? known_player(core, request, text)
                                            : bad_message(core, request);
    }
    if (!rd_field_need(&request->root, "name", &name) || !rd_field_text(&name, &text)) {
        return bad_message(core, request);
    }
    if (!name_fits(text)) {
        return refuse(
            core, request, "bad_message",
            "name: must have 1 to %d bytes, no control characters and no blank at its ends",
            NAME_ROOM - 1);
    }
    return request->connection->player != NULL ? said_before(core, request)
                                               : make_guest(core, request, text);
}
