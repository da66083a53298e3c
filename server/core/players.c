/* Who somebody is: guests, and tokens that are only kept as hashes. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "host/list.h"
#include "host/text.h"
#include "server/core/names.h"
#include "server/core/state.h"

static const char *const capabilities[] = { "json_view", "numbers", "undo",     "bots",
                                            "replay",    "notes",   "clocks",   "offers",
                                            "rematch",   "chat",    "accounts", "ratings",
                                            "lobby",     "delay",   "pace",     "shares" };

static json_t *welcome_fields(const struct core *core, const struct player *player)
{
    const struct core_limits *limits = &core->config.limits;
    json_t *known = json_array();
    for (uint32_t i = 0; i < sizeof capabilities / sizeof capabilities[0]; i++) {
        json_array_append_new(known, json_string(capabilities[i]));
    }
    json_t *fields = json_pack(
        "{s:s, s:s, s:b, s:s, s:i, s:o, s:{s:I,s:I,s:i,s:I,s:I,s:i}}", "player", player->id, "name",
        player->name, "account", player->account, "server", core->config.server, "version",
        CORE_PROTOCOL, "capabilities", known, "limits", "message", (json_int_t)limits->message,
        "queue", (json_int_t)limits->queue, "watches", WATCHES_MAX, "burst",
        (json_int_t)limits->burst, "per_second", (json_int_t)limits->per_second, "chat", CHAT_MAX);
    if (player->moderator) {
        json_object_set_new(fields, "moderator", json_true());
    }
    return fields;
}

void welcome(struct core *core, const struct op *op)
{
    struct connection *connection = hash_map_get(&core->connections, op->connection);
    if (connection == NULL) {
        return;
    }
    connection->player = op->player;
    token_hash(op->token, connection->token_hash);
    json_t *fields = welcome_fields(core, op->player);
    json_object_set_new(fields, "token", json_string(op->token));
    answer_fine(core, op->connection, op->command, fields);
}

/* Names are shown to others: no control characters, which terminals and logs would obey, and
 * nothing that can't be seen. */
bool name_fits(const char *name)
{
    return name_is_fine(name, NAME_ROOM);
}

void make_token(struct core *core, char token[48])
{
    uint8_t bytes[24];
    random_bytes(core, bytes, sizeof bytes);
    sodium_bin2base64(token, 48, bytes, sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

/* "Ada (bot)": so that everybody sees what it is, wherever names are shown. */
bool name_says_program(const char *name)
{
    static const char mark[] = " (bot)";
    size_t length = strlen(name);
    return length >= sizeof mark && strcasecmp(name + length - (sizeof mark - 1), mark) == 0;
}

enum step refuse_mark(struct core *core, struct request *request, bool program)
{
    return refuse(core, request, "bad_message",
                  program ? "name: that of a program ends with \" (bot)\""
                          : "name: \" (bot)\" at its end is for programs, which say hello with "
                            "program");
}

enum step refuse_name(struct core *core, struct request *request)
{
    return refuse(
        core, request, "bad_message",
        "name: must have 1 to %d bytes, some letter or digit, no characters that can't be "
        "seen and no blank at its ends",
        NAME_ROOM - 1);
}

/* ---- rows ------------------------------------------------------------------------------------ */

struct player *player_copy(const struct player *player)
{
    struct player *copy = malloc(sizeof *copy);
    RD_ASSERT(copy != NULL);
    *copy = *player;
    copy->password = player->password == NULL ? NULL : copied(player->password);
    copy->rating = NULL;
    if (player->keys != NULL) {
        copy->keys = malloc(sizeof *copy->keys);
        RD_ASSERT(copy->keys != NULL);
        *copy->keys = *player->keys;
    }
    memset(&copy->index, 0, sizeof copy->index);
    copy->rating_room = player->rating_count;
    if (player->rating_count > 0) {
        copy->rating = malloc(player->rating_count * sizeof *copy->rating);
        RD_ASSERT(copy->rating != NULL);
        memcpy(copy->rating, player->rating, player->rating_count * sizeof *copy->rating);
    }
    return copy;
}

void player_free(struct player *player)
{
    if (player != NULL) {
        free(player->password);
        free(player->keys);
        free(player->rating);
        free(player->index.match);
        free(player);
    }
}

void player_drop_token(struct player *player, const uint8_t hash[HASH_SIZE])
{
    for (uint32_t i = 0; i < player->token_count; i++) {
        if (memcmp(player->token[i], hash, HASH_SIZE) == 0) {
            player->token_count--;
            memmove(player->token[i], player->token[i + 1],
                    (player->token_count - i) * (size_t)HASH_SIZE);
            memmove(player->token_until + i, player->token_until + i + 1,
                    (player->token_count - i) * sizeof player->token_until[0]);
            memmove(player->token_made_ms + i, player->token_made_ms + i + 1,
                    (player->token_count - i) * sizeof player->token_made_ms[0]);
            return;
        }
    }
}

bool player_has_token(const struct player *player, const uint8_t hash[HASH_SIZE])
{
    bool found = false;
    for (uint32_t i = 0; i < player->token_count; i++) {
        found = sodium_memcmp(player->token[i], hash, HASH_SIZE) == 0 || found;
    }
    return found;
}

void player_add_token(struct player *player, const char *token, int64_t made_ms)
{
    if (player->token_count == TOKENS_MAX) { /* the oldest ends */
        player_drop_token(player, player->token[0]);
    }
    RD_ASSERT(player->token_count < TOKENS_MAX);
    player->token_until[player->token_count] = 0;
    player->token_made_ms[player->token_count] = made_ms;
    token_hash(token, player->token[player->token_count++]);
}

void player_end_token_later(struct player *player, const uint8_t hash[HASH_SIZE], int64_t until)
{
    memcpy(player->token[0], hash, HASH_SIZE);
    player->token_until[0] = until;
    player->token_made_ms[0] = 0;
    player->token_count = 1;
}

/* A token that ends is good until the one that takes its place is used. False: it is too late. */
static bool use_token(const struct core *core, struct player *player, const uint8_t hash[HASH_SIZE])
{
    for (uint32_t i = 0; i < player->token_count; i++) {
        if (sodium_memcmp(player->token[i], hash, HASH_SIZE) == 0 && player->token_until[i] != 0) {
            return core->time < player->token_until[i];
        }
    }
    for (uint32_t i = 0; i < player->token_count; i++) {
        player->token_until[i] = player->token_until[i] != 0 ? 1 : 0;
    }
    return true;
}

static void index_tokens(struct core *core, struct player *player)
{
    for (uint32_t i = 0; i < player->token_count; i++) {
        hash_map_put(&core->tokens, token_key(player->token[i]), player);
    }
}

static void add_to_maps(struct core *core, struct player *player)
{
    index_tokens(core, player);
    if (player->account) {
        account_add_name(core, player);
    }
    core->orphans += player->owner_id[0] != '\0';
    networks_add(core, player);
}

void players_replace(struct core *core, struct player *player, struct player *next)
{
    for (uint32_t i = 0; i < player->token_count; i++) {
        hash_map_remove(&core->tokens, token_key(player->token[i]));
    }
    struct player_index index = player->index;
    uint32_t place = player->place;
    free(player->password);
    free(player->keys);
    free(player->rating);
    networks_drop(core, player);
    *player = *next;
    player->index = index;
    player->place = place;
    free(next);
    add_to_maps(core, player);
}

void players_renew(struct core *core, struct player *player, struct player *next)
{
    bool claimed = player->owner == NULL && next->owner_id[0] != '\0';
    if (player->account && strcmp(player->name, next->name) != 0) {
        account_drop_name(core, player->name, player);
    }
    next->used = player->used;
    next->here = player->here;
    next->busy = player->busy;
    next->network = player->network;
    next->made_ms = player->made_ms;
    next->bucket = player->bucket;
    next->bucket_ms = player->bucket_ms;
    next->spoken_t = player->spoken_t;
    next->reports_t = player->reports_t;
    next->reports = player->reports;
    memcpy(next->place_known, player->place_known, sizeof next->place_known);
    players_replace(core, player, next);
    players_settle(core);
    if (claimed) {
        index_adopt(core, player);
    }
}

void players_forget(struct core *core, struct player *player)
{
    uint32_t place = player->place - 1;
    for (uint32_t i = 0; i < player->token_count; i++) {
        hash_map_remove(&core->tokens, token_key(player->token[i]));
    }
    hash_map_remove(&core->players, hash_map_key(core->secret, player->id));
    networks_drop(core, player);
    RD_ASSERT(place < core->player_count && core->player[place] == player);
    core->player[place] = core->player[--core->player_count];
    core->player[place]->place = place + 1;
    player_free(player);
}

void core_add_player(struct core *core, struct player *player)
{
    core->player =
        rd_grown(core->player, core->player_count, &core->player_room, sizeof(struct player *));
    core->player[core->player_count++] = player;
    player->place = core->player_count;
    hash_map_put(&core->players, hash_map_key(core->secret, player->id), player);
    add_to_maps(core, player);
}

void players_settle(struct core *core)
{
    for (uint32_t i = 0; core->orphans > 0 && i < core->player_count; i++) {
        struct player *guest = core->player[i];
        if (guest->owner_id[0] != '\0') {
            guest->owner = core_player_by_id(core, guest->owner_id);
            guest->owner_id[0] = '\0';
        }
    }
    core->orphans = 0;
}

/* ---- hello ----------------------------------------------------------------------------------- */

static enum step make_guest(struct core *core, struct request *request, const char *name,
                            bool program)
{
    if (core_is_short(core, request) || network_refuses(core, request)) {
        return STEP_DONE;
    }
    struct op op = { .kind = OP_PLAYER, .connection = request->connection->id };
    op.player = calloc(1, sizeof *op.player);
    RD_ASSERT(op.player != NULL);
    make_token(core, op.token);
    player_add_token(op.player, op.token, core->wall_ms);
    random_id(core, 'p', op.player->id);
    op.player->made_ms = core->wall_ms;
    op.player->program = program;
    op.player->network = request->connection->network;
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
    if (news_wait(core, request)) {
        return STEP_BLOCKED; /* what another server has told this player is known here, too */
    }
    token_hash(token, hash);
    struct player *player = hash_map_get(&core->tokens, token_key(hash));
    if (player == NULL || !player_has_token(player, hash) || !use_token(core, player, hash)) {
        return refuse(core, request, "bad_token", "this token is not known here");
    }
    if (request->connection->player != NULL && request->connection->player != player) {
        return said_before(core, request);
    }
    if (player->going) {
        return STEP_BLOCKED; /* a moment too late, unless the disk refuses */
    }
    if (admin_refuses(core, request, player) ||
        (!player->account && network_refuses(core, request))) {
        return STEP_DONE;
    }
    player->network = request->connection->network;
    request->connection->player = player;
    memcpy(request->connection->token_hash, hash, sizeof hash);
    return answer_fine(core, request->connection->id, request->command,
                       welcome_fields(core, player));
}

bool read_version(struct core *core, struct request *request)
{
    struct rd_field version;
    int64_t number = 0;
    if (!rd_field_need(&request->root, "version", &version) ||
        !rd_field_integer(&version, CORE_PROTOCOL, CORE_PROTOCOL, &number)) {
        bad_message(core, request);
        return false;
    }
    return true;
}

static enum step new_player(struct core *core, struct request *request, const char *name)
{
    struct rd_field field;
    bool program = rd_field_get(&request->root, "program", &field) && json_is_true(field.json);
    if (!name_fits(name)) {
        return refuse_name(core, request);
    }
    if (name_says_program(name) != program) {
        return refuse_mark(core, request, program);
    }
    if (!name_is_free(core, name)) {
        return refuse(
            core, request, "name_taken",
            "name: it belongs to an account, or looks like one that does; log in, or take another");
    }
    return request->connection->player != NULL ? said_before(core, request)
                                               : make_guest(core, request, name, program);
}

enum step command_hello(struct core *core, struct request *request)
{
    struct rd_field token, name;
    const char *text = "";
    if (!read_version(core, request)) {
        return STEP_DONE;
    }
    if (rd_field_get(&request->root, "token", &token)) {
        return rd_field_text(&token, &text) ? known_player(core, request, text)
                                            : bad_message(core, request);
    }
    if (!rd_field_need(&request->root, "name", &name) || !rd_field_text(&name, &text)) {
        return bad_message(core, request);
    }
    return new_player(core, request, text);
}
