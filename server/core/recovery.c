/* An account whose password is lost is opened by a code; one with a second factor wants six digits
 * besides its password. */
#include <stdlib.h>
#include <string.h>

#include "server/core/accounts.h"

struct account_keys *account_keys(struct player *player)
{
    if (player->keys == NULL) {
        player->keys = calloc(1, sizeof *player->keys);
        RD_ASSERT(player->keys != NULL);
    }
    return player->keys;
}

json_t *recovery_make(struct core *core, struct player *player)
{
    uint8_t random[RECOVERY_CODES][10];
    random_bytes(core, random, sizeof random);
    return keys_new_codes(account_keys(player), random);
}

/* ---- a code instead of the password ---- */

enum step command_recover(struct core *core, struct request *request)
{
    const char *name = "", *password = "", *code = "";
    struct rd_field field;
    uint32_t index = 0;
    if (!read_version(core, request) || !read_name(core, request, &name) ||
        !read_password(core, request, "password", &password)) {
        return STEP_DONE;
    }
    if (!rd_field_need(&request->root, "code", &field) || !rd_field_text(&field, &code)) {
        return bad_message(core, request);
    }
    if (news_wait(core, request)) {
        return STEP_BLOCKED;
    }
    struct player *account = account_by_name(core, name);
    if (account != NULL && account->busy) {
        return STEP_BLOCKED;
    }
    if (!guess_allowed_here(core, request->connection, name)) {
        return refuse(core, request, "rate", "too many wrong passwords; wait some minutes");
    }
    if (account == NULL || !keys_find_code(account->keys, code, &index)) {
        guess_wrong(core, request->connection->network, request->connection->origin, name);
        return refuse(core, request, "bad_login", "no account has this name and code");
    }
    if (admin_refuses(core, request, account)) {
        return STEP_DONE;
    }
    struct hashing *wait = begin_hash(core, request, HASHING_RECOVER, password, "");
    wait->player = account;
    wait->version = account->version;
    wait->code = index;
    account->busy = true;
    return STEP_UNDERWAY;
}

/* Whoever has a code has lost the rest: the second factor ends, and every session. */
void recovered(struct core *core, struct hashing *wait, const struct core_hash *hash)
{
    struct op op = account_op(wait, ACCOUNT_LOGIN, wait->player);
    keys_drop_code(op.next->keys, wait->code);
    op.next->keys->second = SECOND_NONE;
    free(op.next->password);
    op.next->password = copied(hash->made);
    op.next->token_count = 0;
    make_token(core, op.token);
    player_add_token(op.next, op.token, core->wall_ms);
    guess_right(core, wait, wait->player->name, op.next);
    store_account(core, &op);
}

/* ---- what the password has to confirm ---- */

enum step ask_password(struct core *core, struct request *request, enum confirm what)
{
    const char *password = "";
    if (!read_password(core, request, "password", &password)) {
        return STEP_DONE;
    }
    enum step step;
    struct hashing *wait = begin_own_hash(core, request, HASHING_CONFIRM, password, &step);
    if (wait != NULL) {
        wait->confirm = what;
    }
    return step;
}

enum step command_codes(struct core *core, struct request *request)
{
    return ask_password(core, request, CONFIRM_CODES);
}

/* For authenticators, which read it as a picture or as text. */
static json_t *offer_second(struct core *core, struct player *next)
{
    struct account_keys *keys = account_keys(next);
    char secret[TOTP_ROOM];
    random_bytes(core, keys->secret, sizeof keys->secret);
    keys->second = SECOND_OFFERED;
    keys->used = 0;
    totp_secret_text(keys->secret, secret);
    return json_pack("{s:s}", "secret", secret);
}

void confirmed(struct core *core, struct hashing *wait)
{
    if (wait->confirm == CONFIRM_FORGET) {
        forget_player(core, wait->connection, wait->command, wait->player);
        return;
    }
    struct op op = account_op(wait, ACCOUNT_KEYS, wait->player);
    if (wait->confirm == CONFIRM_CODES) {
        op.told = json_pack("{s:o}", "codes", recovery_make(core, op.next));
    } else if (wait->confirm == CONFIRM_SECOND_ON) {
        op.told = offer_second(core, op.next);
    } else {
        account_keys(op.next)->second = SECOND_NONE;
    }
    guess_right(core, wait, wait->player->name, op.next);
    store_account(core, &op);
}

/* ---- the second factor ---- */

/* The digits show that the secret has arrived where it belongs: from now on they are asked for. */
static enum step try_digits(struct core *core, struct request *request, const char *digits)
{
    struct player *me = request->connection->player;
    if (me->busy) {
        return STEP_BLOCKED;
    }
    if (me->keys == NULL || me->keys->second != SECOND_OFFERED) {
        return refuse(core, request, "not_allowed", "no second factor waits for its first digits");
    }
    if (!guess_allowed(core, request->connection, me->name, me)) {
        return refuse(core, request, "rate", "too many wrong passwords; wait some minutes");
    }
    struct op op = request_op(request, ACCOUNT_KEYS, me);
    if (!totp_accepts(me->keys->secret, digits, core->wall_ms, &op.next->keys->used)) {
        player_free(op.next);
        guess_wrong(core, request->connection->network, request->connection->origin, me->name);
        return refuse(core, request, "bad_login", "digits: they are not those of now");
    }
    op.next->keys->second = SECOND_ON;
    store_account(core, &op);
    return STEP_UNDERWAY;
}

enum step command_second(struct core *core, struct request *request)
{
    struct rd_field digits, on;
    const char *text = "";
    if (rd_field_get(&request->root, "digits", &digits)) {
        return rd_field_text(&digits, &text) ? try_digits(core, request, text)
                                             : bad_message(core, request);
    }
    if (!rd_field_need(&request->root, "on", &on)) {
        return bad_message(core, request);
    }
    if (!json_is_boolean(on.json)) {
        rd_field_problem(&on, "must be true or false");
        return bad_message(core, request);
    }
    return ask_password(core, request,
                        json_is_true(on.json) ? CONFIRM_SECOND_ON : CONFIRM_SECOND_OFF);
}

bool second_refuses(struct core *core, const struct hashing *wait, struct player *next)
{
    if (next->keys == NULL || next->keys->second != SECOND_ON) {
        return false;
    }
    if (wait->digits[0] == '\0') {
        finish_refused(core, wait, "needs_digits", "digits: those of your second factor");
        return true;
    }
    if (!totp_accepts(next->keys->secret, wait->digits, core->wall_ms, &next->keys->used)) {
        guess_wrong(core, wait->network, wait->origin, wait->name);
        finish_refused(core, wait, "bad_login", "digits: they are not those of now");
        return true;
    }
    return false;
}
