/* Accounts: a guest who has a name of its own and a password. Passwords are hashed outside the
 * core, which takes long on purpose; a command waits for it like another for the disk. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "host/list.h"
#include "host/text.h"
#include "server/core/accounts.h"
#include "server/core/names.h"

enum {
    GRACE_MS = 86400000, /* for a token whose successor nobody has used */
    PASSWORD_MIN = 8,
    PASSWORD_MAX = 128
};
RD_STATIC_ASSERT((int)PASSWORD_MAX < (int)CORE_PASSWORD_ROOM, "with its 0");
RD_STATIC_ASSERT(crypto_pwhash_STRBYTES <= CORE_HASH_ROOM, "a hash as text");

void core_hash_free(struct core_hash *hash)
{
    if (hash != NULL) {
        sodium_memzero(hash, sizeof *hash);
        free(hash);
    }
}

void core_hash_work(struct core_hash *hash)
{
    size_t length = strlen(hash->password);
    if (hash->against[0] != '\0') {
        hash->ok = crypto_pwhash_str_verify(hash->against, hash->password, length) == 0;
    } else {
        hash->ok = crypto_pwhash_str(hash->made, hash->password, length,
                                     crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                     crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
    }
    sodium_memzero(hash->password, sizeof hash->password);
}

/* ---- names ---------------------------------------------------------------------------------- */

/* Upper and lower case of a name are the same name. */
static uint64_t name_key(const struct core *core, const char *name)
{
    char folded[NAME_ROOM];
    size_t i = 0;
    for (; name[i] != '\0' && i + 1 < sizeof folded; i++) {
        folded[i] = (char)(name[i] >= 'A' && name[i] <= 'Z' ? name[i] + 32 : name[i]);
    }
    folded[i] = '\0';
    return hash_map_key(core->secret, folded);
}

struct player *account_by_name(const struct core *core, const char *name)
{
    struct player *player = hash_map_get(&core->names, name_key(core, name));
    return player != NULL && player->account && rd_text_same(player->name, name) ? player : NULL;
}

/* Names that look alike are one name, and belong to who had it first. */
static uint64_t skeleton_key(const struct core *core, const char *name)
{
    char skeleton[SKELETON_ROOM];
    name_skeleton(name, skeleton);
    return hash_map_key(core->secret, skeleton);
}

bool name_is_free(const struct core *core, const char *name)
{
    return hash_map_get(&core->skeletons, skeleton_key(core, name)) == NULL &&
           hash_map_get(&core->names, name_key(core, name)) == NULL;
}

static void take_name(struct core *core, const char *name, struct player *player)
{
    uint64_t key = skeleton_key(core, name);
    hash_map_put(&core->names, name_key(core, name), player);
    if (hash_map_get(&core->skeletons, key) == NULL) { /* older accounts may look alike */
        hash_map_put(&core->skeletons, key, player);
    }
}

void account_add_name(struct core *core, struct player *player)
{
    take_name(core, player->name, player);
}

/* ---- what waits for a hash ---- */

struct hashing *begin_hash(struct core *core, struct request *request, enum hashing_kind kind,
                           const char *password, const char *against)
{
    struct hashing *wait = calloc(1, sizeof *wait);
    struct core_hash *hash = calloc(1, sizeof *hash);
    RD_ASSERT(wait != NULL && hash != NULL);
    wait->kind = kind;
    wait->connection = request->connection->id;
    wait->origin = request->connection->origin;
    wait->network = request->connection->network;
    memcpy(wait->token_hash, request->connection->token_hash, HASH_SIZE);
    snprintf(wait->command, sizeof wait->command, "%s", request->command);
    hash->ticket = ++core->last_ticket;
    snprintf(hash->password, sizeof hash->password, "%s", password);
    snprintf(hash->against, sizeof hash->against, "%s", against);
    hash_map_put(&core->hashing, hash->ticket, wait);
    hash_add(core, wait->origin, hash);
    return wait;
}

void hashing_free(struct hashing *wait)
{
    sodium_memzero(wait, sizeof *wait);
    free(wait);
}

bool read_password(struct core *core, struct request *request, const char *key,
                   const char **password)
{
    struct rd_field field;
    if (!rd_field_need(&request->root, key, &field) || !rd_field_text(&field, password)) {
        bad_message(core, request);
        return false;
    }
    size_t length = strlen(*password);
    if (length < PASSWORD_MIN || length > PASSWORD_MAX ||
        length != json_string_length(field.json)) {
        refuse(core, request, "bad_message", "%s: must have %d to %d bytes", key, PASSWORD_MIN,
               PASSWORD_MAX);
        return false;
    }
    if (!hash_place_free(core, request->connection->origin)) {
        refuse(core, request, "full", "too many passwords are being checked; wait a second");
        return false;
    }
    return true;
}

bool read_name(struct core *core, struct request *request, const char **name)
{
    struct rd_field field;
    if (!rd_field_need(&request->root, "name", &field) || !rd_field_text(&field, name)) {
        bad_message(core, request);
        return false;
    }
    return true;
}

/* The latest of such commands, sent again. */
static bool said_before(const struct request *request, const struct player *me)
{
    return me != NULL && strcmp(me->last_command, request->command) == 0;
}

static json_t *account_fields(const struct player *player)
{
    return json_pack("{s:s, s:s, s:b}", "player", player->id, "name", player->name, "account",
                     player->account);
}

enum step command_register(struct core *core, struct request *request)
{
    struct player *me = request->connection->player;
    const char *name = "", *password = "";
    if (said_before(request, me)) {
        return answer_fine(core, request->connection->id, request->command, account_fields(me));
    }
    if (!read_name(core, request, &name) || !read_password(core, request, "password", &password)) {
        return STEP_DONE;
    }
    if (me->busy) {
        return STEP_BLOCKED;
    }
    if (me->account) {
        return refuse(core, request, "not_allowed", "you have an account already");
    }
    if (!name_fits(name)) {
        return refuse_name(core, request);
    }
    if (name_says_program(name) != me->program) {
        return refuse_mark(core, request, me->program);
    }
    if (!name_is_free(core, name)) {
        return refuse(core, request, "name_taken",
                      "name: it belongs to an account, or looks like one that does");
    }
    struct hashing *wait = begin_hash(core, request, HASHING_REGISTER, password, "");
    wait->player = me;
    wait->version = me->version;
    me->busy = true;
    snprintf(wait->name, sizeof wait->name, "%s", name);
    take_name(core, name, me); /* nobody else gets it meanwhile */
    return STEP_UNDERWAY;
}

/* An account that nobody has takes as long to find out about as a wrong password. */
enum step command_login(struct core *core, struct request *request)
{
    const char *name = "", *password = "";
    struct rd_field claim, field;
    const char *digits = "";
    bool claims = rd_field_get(&request->root, "claim", &claim);
    if (claims && !json_is_boolean(claim.json)) {
        rd_field_problem(&claim, "must be true or false");
        return bad_message(core, request);
    }
    if (rd_field_get(&request->root, "digits", &field) && !rd_field_text(&field, &digits)) {
        return bad_message(core, request);
    }
    if (!read_version(core, request) || !read_name(core, request, &name) ||
        !read_password(core, request, "password", &password)) {
        return STEP_DONE;
    }
    if (news_wait(core, request)) { /* whoever it is: how long it takes tells nothing */
        return STEP_BLOCKED;
    }
    struct player *account = account_by_name(core, name), *me = request->connection->player;
    if ((account != NULL && account->busy) || (me != NULL && me->busy)) {
        return STEP_BLOCKED;
    }
    if (!guess_allowed(core, request->connection, name, account)) {
        return refuse(core, request, "rate", "too many wrong passwords; wait some minutes");
    }
    struct hashing *wait = begin_hash(core, request, HASHING_LOGIN, password,
                                      account == NULL ? "" : account->password);
    wait->player = account;
    wait->version = account == NULL ? 0 : account->version;
    snprintf(wait->name, sizeof wait->name, "%s", name);
    snprintf(wait->digits, sizeof wait->digits, "%s", digits);
    wait->claims = claims && json_is_true(claim.json) && me != NULL && !me->account;
    return STEP_UNDERWAY;
}

struct hashing *begin_own_hash(struct core *core, struct request *request, enum hashing_kind kind,
                               const char *password, enum step *step)
{
    struct player *me = request->connection->player;
    if (me->busy) {
        *step = STEP_BLOCKED;
        return NULL;
    }
    if (!me->account) {
        *step = refuse(core, request, "not_allowed", "a guest has no password: register");
        return NULL;
    }
    if (!guess_allowed(core, request->connection, me->name, me)) {
        *step = refuse(core, request, "rate", "too many wrong passwords; wait some minutes");
        return NULL;
    }
    struct hashing *wait = begin_hash(core, request, kind, password, me->password);
    wait->player = me;
    wait->version = me->version;
    me->busy = true;
    *step = STEP_UNDERWAY;
    return wait;
}

enum step command_password(struct core *core, struct request *request)
{
    struct player *me = request->connection->player;
    const char *old = "", *new = "";
    if (said_before(request, me)) {
        return answer_fine(core, request->connection->id, request->command, NULL);
    }
    if (!read_password(core, request, "old", &old) || !read_password(core, request, "new", &new)) {
        return STEP_DONE;
    }
    enum step step;
    struct hashing *wait = begin_own_hash(core, request, HASHING_OLD, old, &step);
    if (wait != NULL) {
        snprintf(wait->password, sizeof wait->password, "%s", new);
    }
    return step;
}

enum step command_logout(struct core *core, struct request *request)
{
    struct connection *connection = request->connection;
    struct player *me = connection->player;
    if (!me->account) {
        return refuse(core, request, "not_allowed", "a guest would never come back: register");
    }
    if (me->busy) {
        return STEP_BLOCKED;
    }
    struct op op = request_op(request, ACCOUNT_LOGOUT, me);
    player_drop_token(op.next, connection->token_hash);
    store_account(core, &op);
    return STEP_UNDERWAY;
}

/* ---- the hash is there ---- */

void finish_refused(struct core *core, const struct hashing *wait, const char *code,
                    const char *why)
{
    struct connection *connection = hash_map_get(&core->connections, wait->connection);
    answer_refused(core, wait->connection, wait->command, code, why);
    if (connection != NULL) {
        connection->underway = false;
    }
}

struct op player_op(uint64_t connection, const char *command, enum account_kind kind,
                    struct player *player)
{
    struct op op = { .kind = OP_ACCOUNT,
                     .account = kind,
                     .connection = connection,
                     .player = player,
                     .next = player_copy(player) };
    snprintf(op.command, sizeof op.command, "%s", command);
    return op;
}

struct op request_op(const struct request *request, enum account_kind kind, struct player *player)
{
    return player_op(request->connection->id, request->command, kind, player);
}

struct op account_op(const struct hashing *wait, enum account_kind kind, struct player *player)
{
    struct op op = player_op(wait->connection, wait->command, kind, player);
    snprintf(op.next->last_command, sizeof op.next->last_command, "%s", wait->command);
    return op;
}

/* Whoever has seen an older token is nobody now; the answer has the new one. It may be lost on its
 * way: the one of this connection is good until the new one is used. */
static void rotate_token(struct core *core, const struct hashing *wait, struct op *op)
{
    player_end_token_later(op->next, wait->token_hash, core->time + GRACE_MS);
    make_token(core, op->token);
    player_add_token(op->next, op->token, core->wall_ms);
}

static void registered(struct core *core, struct hashing *wait, const struct core_hash *hash)
{
    struct op op = account_op(wait, ACCOUNT_REGISTER, wait->player);
    op.next->account = true;
    op.next->password = copied(hash->made);
    rotate_token(core, wait, &op);
    op.told = json_pack("{s:o}", "codes", recovery_make(core, op.next));
    snprintf(op.next->name, sizeof op.next->name, "%s", wait->name);
    store_account(core, &op);
}

/* The guest of the connection becomes the account: two rows in one batch. */
static void claim_guest(struct core *core, const struct hashing *wait)
{
    const struct connection *connection = hash_map_get(&core->connections, wait->connection);
    struct player *guest = connection == NULL ? NULL : connection->player;
    if (!wait->claims || guest == NULL || guest->account || guest->busy) {
        return;
    }
    struct op op = account_op(wait, ACCOUNT_CLAIMED, guest);
    op.connection = 0;
    op.next->owner = wait->player;
    op.next->token_count = 0;
    store_account(core, &op);
}

static void logged_in(struct core *core, struct hashing *wait, const struct core_hash *hash)
{
    struct player *account = wait->player;
    if (account == NULL || !hash->ok) {
        guess_wrong(core, wait->network, wait->origin, wait->name);
        finish_refused(core, wait, "bad_login", "no account has this name and password");
        return;
    }
    if (account->banned) {
        finish_refused(core, wait, "banned", "the host of this server has banned this player");
        return;
    }
    if (account->busy) {
        finish_refused(core, wait, "full", "the account is being changed; try it again");
        return;
    }
    struct op op = account_op(wait, ACCOUNT_LOGIN, account);
    if (second_refuses(core, wait, op.next)) {
        player_free(op.next);
        return;
    }
    guess_right(core, wait, wait->name, op.next);
    store_group(core);
    claim_guest(core, wait);
    make_token(core, op.token);
    player_add_token(op.next, op.token, core->wall_ms);
    store_account(core, &op);
    store_group_end(core);
}

/* False: answered. */
static bool is_own_password(struct core *core, struct hashing *wait, const struct core_hash *hash,
                            const char *field)
{
    char why[64];
    if (!hash->ok) {
        wait->player->busy = false;
        guess_wrong(core, wait->network, wait->origin, wait->player->name);
        snprintf(why, sizeof why, "%s: it is not your password", field);
        finish_refused(core, wait, "bad_login", why);
    }
    return hash->ok;
}

/* The old password was right: now the new one. */
static void old_checked(struct core *core, struct hashing *wait, const struct core_hash *hash)
{
    if (!is_own_password(core, wait, hash, "old")) {
        return;
    }
    struct hashing *next = calloc(1, sizeof *next);
    struct core_hash *made = calloc(1, sizeof *made);
    RD_ASSERT(next != NULL && made != NULL);
    *next = *wait;
    next->kind = HASHING_NEW;
    made->ticket = ++core->last_ticket;
    snprintf(made->password, sizeof made->password, "%s", wait->password);
    hash_map_put(&core->hashing, made->ticket, next);
    hash_add(core, next->origin, made);
}

/* All other tokens end. */
static void changed(struct core *core, struct hashing *wait, const struct core_hash *hash)
{
    struct op op = account_op(wait, ACCOUNT_PASSWORD, wait->player);
    free(op.next->password);
    op.next->password = copied(hash->made);
    rotate_token(core, wait, &op);
    store_account(core, &op);
}

/* Another server has changed the account meanwhile: what was checked may not hold any more. */
static bool is_outdated(struct core *core, const struct hashing *wait)
{
    if (!core->config.together || wait->player == NULL || wait->player->version == wait->version) {
        return false;
    }
    if (wait->kind != HASHING_LOGIN) {
        account_failed(core, wait->player, wait->kind == HASHING_REGISTER ? wait->name : NULL);
    }
    finish_refused(core, wait, "busy", "the account was changed just now; try it again");
    return true;
}

void accounts_hashed(struct core *core, const struct core_hash *hash)
{
    struct hashing *wait = hash_map_remove(&core->hashing, hash->ticket);
    if (wait == NULL) {
        return;
    }
    hash_done(core, wait->origin);
    if (is_outdated(core, wait)) {
        sodium_memzero(wait->password, sizeof wait->password);
    } else if (wait->kind == HASHING_LOGIN) {
        logged_in(core, wait, hash);
    } else if (wait->kind == HASHING_OLD) {
        old_checked(core, wait, hash);
    } else if (wait->kind == HASHING_CONFIRM) {
        if (is_own_password(core, wait, hash, "password")) {
            confirmed(core, wait);
        }
    } else if (!hash->ok) { /* no memory for it */
        account_failed(core, wait->player, wait->kind == HASHING_REGISTER ? wait->name : NULL);
        finish_refused(core, wait, "full", "the server has no room to check passwords now");
    } else if (wait->kind == HASHING_REGISTER) {
        registered(core, wait, hash);
    } else if (wait->kind == HASHING_RECOVER) {
        recovered(core, wait, hash);
    } else {
        changed(core, wait, hash);
    }
    hashing_free(wait);
    commands_pump_all(core);
}

void accounts_hash_dropped(struct core *core, uint64_t ticket)
{
    struct hashing *wait = hash_map_remove(&core->hashing, ticket);
    RD_ASSERT(wait != NULL);
    if (wait->kind != HASHING_LOGIN) {
        account_failed(core, wait->player, wait->kind == HASHING_REGISTER ? wait->name : NULL);
    }
    finish_refused(core, wait, "full", "too many passwords are being checked; wait a second");
    hashing_free(wait);
}

/* ---- stored, or not ---- */

/* As far as it is the player's: older accounts may look alike. */
void account_drop_name(struct core *core, const char *name, const struct player *player)
{
    uint64_t key = name_key(core, name), skeleton = skeleton_key(core, name);
    if (hash_map_get(&core->names, key) == player) {
        hash_map_remove(&core->names, key);
    }
    if (hash_map_get(&core->skeletons, skeleton) == player) {
        hash_map_remove(&core->skeletons, skeleton);
    }
}

void account_failed(struct core *core, struct player *player, const char *name)
{
    player->busy = false;
    if (name != NULL) { /* it was kept for it */
        account_drop_name(core, name, player);
    }
}

void store_account(struct core *core, const struct op *op)
{
    op->player->busy = true;
    op->next->version = op->player->version + 1;
    store_op(core, op, "player", player_to_body(op->next));
}

static void answer_account(struct core *core, const struct op *op)
{
    struct connection *connection = hash_map_get(&core->connections, op->connection);
    if (connection == NULL) {
        return;
    }
    if (op->account == ACCOUNT_LOGIN) {
        connection->player = op->player;
        op->player->network = connection->network;
        token_hash(op->token, connection->token_hash);
        watch_recheck(core, connection);
        welcome(core, op);
        return;
    }
    json_t *fields = op->account == ACCOUNT_REGISTER ? account_fields(op->player) : json_object();
    if (op->token[0] != '\0') {
        token_hash(op->token, connection->token_hash);
        json_object_set_new(fields, "token", json_string(op->token));
    }
    json_object_update(fields, op->told);
    answer_fine(core, op->connection, op->command, fields);
    if (op->account == ACCOUNT_LOGOUT || op->account == ACCOUNT_FORGOTTEN) {
        struct core_effect *effect = core_add_effect(core, CORE_CLOSE);
        effect->connection = op->connection;
        effect->text = copied("logged out");
    }
}

void account_close_ended(struct core *core, uint64_t but)
{
    for (size_t i = 0; i < core->connections.room; i++) {
        const struct connection *connection = core->connections.slot[i].value;
        if (connection != NULL && connection->player != NULL && connection->id != but &&
            !player_has_token(connection->player, connection->token_hash)) {
            struct core_effect *effect = core_add_effect(core, CORE_CLOSE);
            effect->connection = connection->id;
            effect->text = copied("logged out");
        }
    }
}

static bool ends_sessions(enum account_kind kind)
{
    return kind == ACCOUNT_LOGOUT || kind == ACCOUNT_SESSION || kind == ACCOUNT_FORGOTTEN;
}

void account_stored(struct core *core, struct op *op)
{
    if (op->account == ACCOUNT_FORGOTTEN && op->player->account) {
        account_drop_name(core, op->player->name, op->player);
    }
    players_replace(core, op->player, op->next);
    op->next = NULL;
    op->player->busy = false;
    if (op->account == ACCOUNT_CLAIMED) {
        index_adopt(core, op->player);
    }
    if (op->account == ACCOUNT_BANNED) {
        admin_ban_stored(core, op->player);
    }
    answer_account(core, op);
    json_decref(op->told);
    op->told = NULL;
    if (op->token[0] != '\0' || ends_sessions(op->account)) {
        account_close_ended(core, op->connection);
    }
}
