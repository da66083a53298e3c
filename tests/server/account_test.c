/* Who somebody is: guests, accounts, tokens, passwords. */
#include <stdlib.h>

#include "server/core/keys.h"
#include "tests/check.h"
#include "tests/server/person.h"

static const char *const pass = "correct horse";
#define FORGOTTEN "(deleted)"

/* The one that the latest answer has. */
static void keep_token(struct person *person)
{
    const char *token = json_string_value(json_object_get(person->answer, "token"));
    CHECK(token != NULL && strcmp(token, person->token) != 0);
    snprintf(person->token, sizeof person->token, "%s", token == NULL ? "" : token);
}

static bool sign_up(struct person *person, const char *name, const char *password)
{
    bool fine = person_can(person, "\"cmd\":\"register\",\"name\":\"%s\",\"password\":\"%s\"", name,
                           password);
    if (fine && json_object_get(person->answer, "token") != NULL) {
        keep_token(person);
    }
    return fine;
}

static json_t *log_in(struct person *person, const char *name, const char *password,
                      const char *more)
{
    return person_ask(person,
                      "\"cmd\":\"login\",\"version\":1,\"name\":\"%s\",\"password\":\"%s\"%s", name,
                      password, more);
}

static const char *code_of(const json_t *answer)
{
    const char *code = json_string_value(json_object_get(answer, "code"));
    return code == NULL ? "fine" : code;
}

static bool token_works(struct person *person, const char *token)
{
    person->connection = world_connect(person->world);
    const json_t *answer =
        person_ask(person, "\"cmd\":\"hello\",\"version\":1,\"token\":\"%s\"", token);
    return json_is_true(json_object_get(answer, "ok"));
}

static bool disk_tells(const struct world *world, const char *text)
{
    for (uint32_t i = 0; i < world->disk_count; i++) {
        if (strstr(world->disk[i].body, text) != NULL) {
            return true;
        }
    }
    return false;
}

static void a_guest_becomes_an_account(void)
{
    struct world world;
    struct person ada, bob;
    world_open(&world, 1);
    person_open(&ada, &world, "ada");
    person_open(&bob, &world, "bob");
    CHECK(person_can(&ada, "\"cmd\":\"create\",\"game\":\"null\",\"seats\":[\"me\",\"open\"]"));
    CHECK(sign_up(&ada, "Ada", pass));
    CHECK_TEXT(json_string_value(json_object_get(ada.answer, "player")), ada.player);
    ada.ids--; /* the same command once more */
    CHECK(sign_up(&ada, "Ada", pass));
    CHECK(person_refused(&ada, "not_allowed",
                         "\"cmd\":\"register\",\"name\":\"Eve\",\"password\":\"12345678\""));
    CHECK(person_refused(&bob, "name_taken",
                         "\"cmd\":\"register\",\"name\":\"aDA\",\"password\":\"12345678\""));
    CHECK(person_refused(&bob, "bad_message",
                         "\"cmd\":\"register\",\"name\":\"Bob\",\"password\":\"1234567\""));
    bob.connection = world_connect(&world);
    CHECK(person_refused(&bob, "name_taken", "\"cmd\":\"hello\",\"version\":1,\"name\":\"ADA\""));
    CHECK_TEXT(code_of(log_in(&bob, "ada", pass, "")), "fine");
    CHECK(person_can(&bob, "\"cmd\":\"list\""));
    CHECK_EQ(json_array_size(json_object_get(bob.answer, "matches")), 1);
    CHECK(world_restart(&world));
    CHECK(token_works(&ada, ada.token));
    CHECK(json_is_true(json_object_get(ada.answer, "account")));
    CHECK(!disk_tells(&world, ada.token));
    person_close(&ada);
    person_close(&bob);
    world_close(&world);
}

static void a_log_in_claims_the_guests_matches(void)
{
    struct world world;
    struct person ada, guest;
    char match[32];
    world_open(&world, 2);
    person_open(&ada, &world, "Ada");
    CHECK(sign_up(&ada, "Ada", pass));
    person_open(&guest, &world, "Somebody");
    CHECK(person_can(&guest, "\"cmd\":\"create\",\"game\":\"null\",\"seats\":[\"me\",{\"bot\":"
                             "\"random\"}]"));
    snprintf(match, sizeof match, "%s", json_string_value(json_object_get(guest.answer, "match")));
    CHECK(person_can(&guest, "\"cmd\":\"watch\",\"match\":\"%s\"", match));
    CHECK_TEXT(code_of(log_in(&guest, "Ada", "wrong horse", ",\"claim\":true")), "bad_login");
    CHECK_TEXT(code_of(log_in(&guest, "Ada", pass, ",\"claim\":true")), "fine");
    for (uint32_t restarts = 0; restarts < 2; restarts++) {
        CHECK(token_works(&ada, ada.token));
        CHECK(person_can(&ada, "\"cmd\":\"watch\",\"match\":\"%s\"", match));
        CHECK(json_is_integer(json_object_get(ada.answer, "seat")));
        CHECK_EQ(json_integer_value(json_object_get(ada.answer, "seat")), 0);
        CHECK(!token_works(&guest, guest.token)); /* the guest is gone */
        world_turn_rows(&world, "player");
        CHECK(world_restart(&world));
    }
    person_close(&ada);
    person_close(&guest);
    world_close(&world);
}

static void without_a_claim_nothing_moves(void)
{
    struct world world;
    struct person ada, guest;
    world_open(&world, 3);
    person_open(&ada, &world, "Ada");
    CHECK(sign_up(&ada, "Ada", pass));
    person_open(&guest, &world, "Somebody");
    CHECK(person_can(&guest, "\"cmd\":\"create\",\"game\":\"null\",\"seats\":[\"me\",\"open\"]"));
    char match[32];
    snprintf(match, sizeof match, "%s", json_string_value(json_object_get(guest.answer, "match")));
    CHECK(person_can(&guest, "\"cmd\":\"watch\",\"match\":\"%s\"", match));
    CHECK_TEXT(code_of(log_in(&guest, "Ada", pass, "")), "fine");
    CHECK(person_can(&guest, "\"cmd\":\"list\""));
    CHECK_EQ(json_array_size(json_object_get(guest.answer, "matches")), 0);
    person_forget(&guest);
    CHECK(token_works(&ada, guest.token)); /* the guest is still there, on another line */
    CHECK(person_can(&ada, "\"cmd\":\"leave\",\"match\":\"%s\"", match));
    person_settle(&guest);
    CHECK_EQ(json_array_size(guest.mail), 0); /* Ada's line hears nothing of the guest's seat */
    person_close(&ada);
    person_close(&guest);
    world_close(&world);
}

static void tokens_end(void)
{
    struct world world;
    struct person ada, other;
    char first[64];
    world_open(&world, 4);
    person_open(&ada, &world, "Ada");
    person_open(&other, &world, "Other");
    CHECK(person_refused(&other, "not_allowed", "\"cmd\":\"logout\""));
    CHECK(sign_up(&ada, "Ada", pass));
    log_in(&other, "Ada", pass, "");
    snprintf(first, sizeof first, "%s", json_string_value(json_object_get(other.answer, "token")));
    CHECK(person_refused(&ada, "bad_login",
                         "\"cmd\":\"password\",\"old\":\"incorrect\",\"new\":\"battery staple\""));
    CHECK(person_can(&ada, "\"cmd\":\"password\",\"old\":\"%s\",\"new\":\"battery staple\"", pass));
    keep_token(&ada);
    CHECK(!token_works(&other, first));
    CHECK_TEXT(code_of(log_in(&other, "Ada", pass, "")), "bad_login");
    CHECK_TEXT(code_of(log_in(&other, "Ada", "battery staple", "")), "fine");
    snprintf(first, sizeof first, "%s", json_string_value(json_object_get(other.answer, "token")));
    CHECK(person_can(&other, "\"cmd\":\"logout\""));
    CHECK(!token_works(&other, first));
    CHECK(token_works(&ada, ada.token));
    person_close(&ada);
    person_close(&other);
    world_close(&world);
}

static bool is_cut_off(struct person *person)
{
    return person_ask(person, "\"cmd\":\"list\"") == NULL;
}

static void who_came_with_an_ended_token_leaves(void)
{
    struct world world;
    struct person ada, thief, guest, stale;
    world_open(&world, 6);
    person_open(&ada, &world, "Ada");
    CHECK(sign_up(&ada, "Ada", pass));
    person_open(&thief, &world, "Thief");
    CHECK_TEXT(code_of(log_in(&thief, "Ada", pass, "")), "fine");
    CHECK(person_can(&ada, "\"cmd\":\"password\",\"old\":\"%s\",\"new\":\"battery staple\"", pass));
    CHECK(is_cut_off(&thief));
    CHECK(!is_cut_off(&ada));
    person_open(&guest, &world, "Guest");
    stale = guest;
    stale.mail = json_array();
    stale.answer = NULL;
    stale.connection = world_connect(&world);
    CHECK(token_works(&stale, guest.token));
    CHECK_TEXT(code_of(log_in(&guest, "Ada", "battery staple", ",\"claim\":true")), "fine");
    CHECK(is_cut_off(&stale)); /* or it could play for the account */
    CHECK(!is_cut_off(&guest) && !is_cut_off(&ada));
    person_close(&ada);
    person_close(&thief);
    person_close(&guest);
    person_close(&stale);
    world_close(&world);
}

static void guessing_is_slowed_down(void)
{
    struct world world;
    struct person ada, eve;
    world_open(&world, 5);
    person_open(&ada, &world, "Ada");
    person_open(&eve, &world, "Eve");
    CHECK(sign_up(&ada, "Ada", pass));
    for (uint32_t i = 0; i < 10; i++) {
        CHECK_TEXT(code_of(log_in(&eve, "Ada", "12345678", "")), "bad_login");
    }
    CHECK_TEXT(code_of(log_in(&eve, "Ada", pass, "")), "rate");
    CHECK_TEXT(code_of(log_in(&eve, "ADA", pass, "")), "rate");
    CHECK_TEXT(code_of(log_in(&eve, "Nobody", "12345678", "")), "bad_login");
    person_leave(&ada); /* the owner is not locked out, elsewhere */
    world.address = 9;
    ada.connection = world_connect(&world);
    CHECK_TEXT(code_of(log_in(&ada, "Ada", pass, "")), "fine");
    world.address = 0;
    for (uint32_t minutes = 0; minutes < 11; minutes++) {
        world_wait(&world, 60000);
    }
    CHECK_TEXT(code_of(log_in(&eve, "Ada", pass, "")), "fine");
    person_close(&ada);
    person_close(&eve);
    world_close(&world);
}

/* The answer with the new token may be lost: the old one is good until the new one is used. */
static void a_token_ends_when_its_successor_is_used(void)
{
    struct world world;
    struct person ada, thief;
    char old[64];
    world_open(&world, 11);
    person_open(&ada, &world, "Ada");
    person_open(&thief, &world, "Thief");
    snprintf(old, sizeof old, "%s", ada.token);
    CHECK(sign_up(&ada, "Ada", pass));
    CHECK(world_restart(&world));
    CHECK(token_works(&thief, old));
    CHECK(token_works(&ada, ada.token));
    CHECK(!token_works(&thief, old));
    person_close(&ada);
    person_close(&thief);
    world_close(&world);
}

static const char *listed(const struct person *person, const char *list, size_t index)
{
    const char *text =
        json_string_value(json_array_get(json_object_get(person->answer, list), index));
    return text == NULL ? "" : text;
}

static json_t *recover(struct person *person, const char *name, const char *code,
                       const char *password)
{
    return person_ask(person,
                      "\"cmd\":\"recover\",\"version\":1,\"name\":\"%s\",\"code\":\"%s\","
                      "\"password\":\"%s\"",
                      name, code, password);
}

/* Many addresses together close a name, but not where its owner has been. */
static void a_name_is_guarded_against_many(void)
{
    struct world world;
    struct person ada, eve;
    world_open(&world, 7);
    world.address = 5;
    char code_kept[RECOVERY_ROOM];
    person_open(&ada, &world, "Ada");
    person_open(&eve, &world, "Eve");
    CHECK(sign_up(&ada, "Ada", pass));
    snprintf(code_kept, sizeof code_kept, "%s", listed(&ada, "codes", 0));
    CHECK_TEXT(code_of(log_in(&ada, "Ada", pass, "")), "fine");
    for (uint32_t i = 0; i < 110; i++) {
        world.address = 100 + i / 9;
        eve.connection = world_connect(&world);
        const char *code = code_of(log_in(&eve, "Ada", "12345678", ""));
        CHECK_TEXT(code, i < 100 ? "bad_login" : "rate");
    }
    world.address = 5;
    ada.connection = world_connect(&world);
    CHECK_TEXT(code_of(log_in(&ada, "Ada", pass, "")), "fine");
    world.address = 6; /* a new place: by a token, or by a code, which nobody guesses */
    ada.connection = world_connect(&world);
    CHECK_TEXT(code_of(log_in(&ada, "Ada", pass, "")), "rate");
    CHECK_TEXT(code_of(recover(&ada, "Ada", code_kept, "battery staple")), "fine");
    person_close(&ada);
    person_close(&eve);
    world_close(&world);
}

/* Who has stolen a session can't find out the password with it. */
static void the_old_password_is_guarded_too(void)
{
    struct world world;
    struct person ada;
    world_open(&world, 8);
    person_open(&ada, &world, "Ada");
    CHECK(sign_up(&ada, "Ada", pass));
    for (uint32_t i = 0; i < 10; i++) {
        CHECK(person_refused(
            &ada, "bad_login",
            "\"cmd\":\"password\",\"old\":\"incorrect\",\"new\":\"battery staple\""));
    }
    CHECK(person_refused(&ada, "rate",
                         "\"cmd\":\"password\",\"old\":\"%s\",\"new\":\"battery staple\"", pass));
    person_close(&ada);
    world_close(&world);
}

static bool was_told(struct world *world, uint64_t connection, const char *part)
{
    bool found = false;
    for (char *text; (text = world_receive(world, connection)) != NULL; free(text)) {
        found = found || strstr(text, part) != NULL;
    }
    return found;
}

/* A hundred connections that all want a password checked: whoever comes then has to wait for few.
 */
static void a_flood_of_passwords_waits_behind_others(void)
{
    struct world world;
    struct person ada, flood[100];
    uint32_t before = 0, refused = 0;
    world_open(&world, 9);
    world.address = 3;
    person_open(&ada, &world, "Ada");
    CHECK(sign_up(&ada, "Ada", pass));
    for (uint32_t i = 0; i < 100; i++) {
        world.address = 50 + i / 10;
        person_open(&flood[i], &world, "Flood");
        log_in(&flood[i], "Ada", "12345678", "");
    }
    world.hold_hashes = true;
    for (uint32_t i = 0; i < 100; i++) {
        char text[160];
        snprintf(text, sizeof text,
                 "{\"cmd\":\"login\",\"id\":\"f\",\"version\":1,\"name\":\"N%u\",\"password\":"
                 "\"12345678\"}",
                 i);
        world_send(&world, flood[i].connection, text);
    }
    world_wait(&world, 1000);
    char text[] = "{\"cmd\":\"login\",\"id\":\"a\",\"version\":1,\"name\":\"Ada\",\"password\":"
                  "\"correct horse\"}";
    world_send(&world, ada.connection, text);
    world_wait(&world, 100);
    for (bool answered = false; !answered && before < 100; before++) {
        CHECK(world_hash(&world));
        world_wait(&world, 100);
        answered = was_told(&world, ada.connection, "\"token\"");
    }
    CHECK(before <= 4);
    world.hold_hashes = false;
    for (uint32_t i = 0; i < 100; i++) {
        refused += was_told(&world, flood[i].connection, "\"full\"");
        person_close(&flood[i]);
    }
    CHECK(refused >= 30); /* four places for each address */
    person_close(&ada);
    world_close(&world);
}

static void hashes_are_argon2id(void)
{
    struct core_hash made = { .password = "correct horse" }, wrong = { .password = "wrong horse" };
    struct core_hash right = { .password = "correct horse" };
    core_hash_work(&made);
    CHECK(made.ok && strncmp(made.made, "$argon2id$", 10) == 0);
    CHECK_TEXT(made.password, "");
    memcpy(right.against, made.made, sizeof right.against);
    memcpy(wrong.against, made.made, sizeof wrong.against);
    core_hash_work(&right);
    core_hash_work(&wrong);
    CHECK(right.ok && !wrong.ok);
}

/* ---- what opens an account besides its password ---- */

static void a_code_opens_a_lost_account(void)
{
    struct world world;
    struct person ada, thief, late;
    char code[2][RECOVERY_ROOM], loud[RECOVERY_ROOM], shown[64];
    world_open(&world, 21);
    person_open(&ada, &world, "Ada");
    CHECK(sign_up(&ada, "Ada", pass));
    CHECK_EQ(json_array_size(json_object_get(ada.answer, "codes")), RECOVERY_CODES);
    for (uint32_t i = 0; i < 2; i++) {
        snprintf(code[i], sizeof code[i], "%s", listed(&ada, "codes", 5 + i));
    }
    CHECK(strcmp(code[0], code[1]) != 0);
    for (uint32_t i = 0; i < sizeof loud; i++) { /* groups, case and blanks don't matter */
        loud[i] =
            code[0][i] == '-' ? ' ' : (char)(code[0][i] >= 'a' ? code[0][i] - 32 : code[0][i]);
    }
    person_open(&thief, &world, "Thief");
    CHECK_TEXT(code_of(log_in(&thief, "Ada", pass, "")), "fine");
    snprintf(shown, sizeof shown, "%s", json_string_value(json_object_get(thief.answer, "token")));
    CHECK(world_restart(&world));
    CHECK(!disk_tells(&world, code[0]));
    person_open(&late, &world, "Late");
    CHECK_TEXT(code_of(recover(&late, "Nobody", code[0], "a new password")), "bad_login");
    CHECK_TEXT(code_of(recover(&late, "Ada", "aaaa-aaaa-aaaa-aaaa", "a new password")),
               "bad_login");
    late.connection = world_connect(&world); /* it may be the first thing that is said */
    CHECK_TEXT(code_of(recover(&late, "Ada", loud, "a new password")), "fine");
    CHECK_TEXT(json_string_value(json_object_get(late.answer, "player")), ada.player);
    keep_token(&late);
    CHECK(token_works(&late, late.token));
    CHECK(!token_works(&ada, ada.token));
    CHECK(!token_works(&thief, shown));
    CHECK_TEXT(code_of(log_in(&ada, "Ada", pass, "")), "bad_login");
    CHECK_TEXT(code_of(log_in(&ada, "Ada", "a new password", "")), "fine");
    CHECK_TEXT(code_of(recover(&thief, "Ada", code[0], "mine from now on")),
               "bad_login"); /* once */
    CHECK(world_restart(&world));
    thief.connection = world_connect(&world);
    CHECK_TEXT(code_of(recover(&thief, "Ada", code[0], "mine from now on")), "bad_login");
    CHECK_TEXT(code_of(recover(&thief, "Ada", code[1], "battery staple")), "fine");
    person_close(&ada);
    person_close(&thief);
    person_close(&late);
    world_close(&world);
}

static void codes_are_guarded_and_renewed(void)
{
    struct world world;
    struct person ada, eve;
    char old[RECOVERY_ROOM];
    world_open(&world, 22);
    person_open(&ada, &world, "Ada");
    CHECK(person_refused(&ada, "not_allowed", "\"cmd\":\"codes\",\"password\":\"%s\"", pass));
    CHECK(sign_up(&ada, "Ada", pass));
    snprintf(old, sizeof old, "%s", listed(&ada, "codes", 0));
    CHECK(person_refused(&ada, "bad_login", "\"cmd\":\"codes\",\"password\":\"incorrect\""));
    CHECK(person_can(&ada, "\"cmd\":\"codes\",\"password\":\"%s\"", pass));
    CHECK(strcmp(listed(&ada, "codes", 0), old) != 0);
    person_open(&eve, &world, "Eve");
    CHECK_TEXT(code_of(recover(&eve, "Ada", old, "a new password")), "bad_login");
    for (uint32_t i = 0; i < 9; i++) {
        CHECK_TEXT(code_of(recover(&eve, "Ada", "aaaa-aaaa-aaaa-aaaa", "12345678")), "bad_login");
    }
    CHECK_TEXT(code_of(recover(&eve, "Ada", listed(&ada, "codes", 0), "12345678")), "rate");
    person_close(&ada);
    person_close(&eve);
    world_close(&world);
}

/* Published vectors of RFC 6238, six of their digits. */
static void digits_are_those_of_every_authenticator(void)
{
    static const struct {
        int64_t seconds;
        uint32_t digits;
    } vector[] = { { 59, 287082 },       { 1111111109, 81804 },  { 1111111111, 50471 },
                   { 1234567890, 5924 }, { 2000000000, 279037 }, { 20000000000, 353130 } };
    const uint8_t *secret = (const uint8_t *)"12345678901234567890";
    char text[TOTP_ROOM];
    for (uint32_t i = 0; i < sizeof vector / sizeof vector[0]; i++) {
        CHECK_EQ(totp_digits(secret, vector[i].seconds / 30), vector[i].digits);
    }
    totp_secret_text(secret, text);
    CHECK_TEXT(text, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
    int64_t used = 0;
    CHECK(!totp_accepts(secret, "28708", 59000, &used) &&
          !totp_accepts(secret, "+87082", 59000, &used));
    CHECK(!totp_accepts(secret, "287083", 59000, &used) && used == 0);
    CHECK(!totp_accepts(secret, "287082", 59000 + 60000, &used)); /* too late */
    CHECK(totp_accepts(secret, "287082", 59000 + 30000, &used));  /* a clock that is behind */
    CHECK(!totp_accepts(secret, "287082", 59000, &used));         /* once */
    const int64_t then = 1111111109000;
    CHECK(!totp_accepts(secret, "081804", then - 60000, &used)); /* too early */
    CHECK(totp_accepts(secret, "081804", then - 30000, &used));
}

/* An authenticator: the digits for the secret that was shown. */
static const char *digits_for(const struct world *world, const char *text)
{
    static char digits[8];
    uint8_t secret[TOTP_SECRET] = { 0 };
    for (uint32_t i = 0; text[i] != '\0' && i < 32; i++) {
        uint32_t five = (uint32_t)(text[i] >= 'A' ? text[i] - 'A' : text[i] - '2' + 26);
        for (uint32_t bit = 0; bit < 5; bit++) {
            uint32_t at = 5 * i + bit;
            secret[at / 8] |= (uint8_t)((five >> (4 - bit) & 1) << (7 - at % 8));
        }
    }
    snprintf(digits, sizeof digits, "%06u",
             totp_digits(secret, (world->now_ms + world->skew_ms) / TOTP_STEP_MS));
    return digits;
}

static const char *log_in_with(struct person *person, const char *digits)
{
    char more[32];
    snprintf(more, sizeof more, ",\"digits\":\"%s\"", digits);
    return code_of(log_in(person, "Ada", pass, more));
}

static void a_second_factor_is_asked_for(void)
{
    struct world world;
    struct person ada, eve;
    char secret[TOTP_ROOM], code[RECOVERY_ROOM], digits[8];
    world_open(&world, 23);
    person_open(&ada, &world, "Ada");
    person_open(&eve, &world, "Eve");
    CHECK(sign_up(&ada, "Ada", pass));
    snprintf(code, sizeof code, "%s", listed(&ada, "codes", 0));
    CHECK(person_refused(&ada, "not_allowed", "\"cmd\":\"second_factor\",\"digits\":\"123456\""));
    CHECK(person_refused(&ada, "bad_login",
                         "\"cmd\":\"second_factor\",\"on\":true,\"password\":\"incorrect\""));
    CHECK(person_can(&ada, "\"cmd\":\"second_factor\",\"on\":true,\"password\":\"%s\"", pass));
    snprintf(secret, sizeof secret, "%s", json_string_value(json_object_get(ada.answer, "secret")));
    CHECK_EQ(strlen(secret), 32);
    CHECK_TEXT(code_of(log_in(&eve, "Ada", pass, "")),
               "fine"); /* not tried yet: nobody is shut out */
    snprintf(digits, sizeof digits, "%s", digits_for(&world, secret));
    CHECK(person_refused(&ada, "bad_login", "\"cmd\":\"second_factor\",\"digits\":\"%06u\"",
                         (unsigned)(strtoul(digits, NULL, 10) + 500000) % 1000000));
    CHECK(person_can(&ada, "\"cmd\":\"second_factor\",\"digits\":\"%s\"", digits));
    CHECK(world_restart(&world));
    eve.connection = world_connect(&world);
    CHECK_TEXT(code_of(log_in(&eve, "Ada", pass, "")), "needs_digits");
    CHECK_TEXT(log_in_with(&eve, digits), "bad_login"); /* they were used */
    world_wait(&world, 60000);
    snprintf(digits, sizeof digits, "%s", digits_for(&world, secret));
    CHECK_TEXT(log_in_with(&eve, digits), "fine");
    eve.connection = world_connect(&world);
    CHECK_TEXT(log_in_with(&eve, digits), "bad_login");
    CHECK_TEXT(code_of(log_in(&eve, "Ada", "incorrect", ",\"digits\":\"123456\"")), "bad_login");
    CHECK_TEXT(code_of(recover(&eve, "Ada", code, pass)), "fine"); /* and the factor is gone */
    eve.connection = world_connect(&world);
    CHECK_TEXT(code_of(log_in(&eve, "Ada", pass, "")), "fine");
    person_close(&ada);
    person_close(&eve);
    world_close(&world);
}

static void a_second_factor_can_be_given_up(void)
{
    struct world world;
    struct person ada, eve;
    world_open(&world, 24);
    person_open(&ada, &world, "Ada");
    person_open(&eve, &world, "Eve");
    CHECK(sign_up(&ada, "Ada", pass));
    CHECK(person_can(&ada, "\"cmd\":\"second_factor\",\"on\":true,\"password\":\"%s\"", pass));
    CHECK(person_can(&ada, "\"cmd\":\"second_factor\",\"digits\":\"%s\"",
                     digits_for(&world, json_string_value(json_object_get(ada.answer, "secret")))));
    CHECK_TEXT(code_of(log_in(&eve, "Ada", pass, "")), "needs_digits");
    CHECK(person_can(&ada, "\"cmd\":\"second_factor\",\"on\":false,\"password\":\"%s\"", pass));
    CHECK_TEXT(code_of(log_in(&eve, "Ada", pass, "")), "fine");
    person_close(&ada);
    person_close(&eve);
    world_close(&world);
}

/* ---- sessions ---- */

static const json_t *session_of(struct person *person, bool mine)
{
    CHECK(person_can(person, "\"cmd\":\"sessions\""));
    size_t index;
    json_t *session;
    json_array_foreach(json_object_get(person->answer, "sessions"), index, session)
    {
        if (json_is_true(json_object_get(session, "mine")) == mine &&
            json_integer_value(json_object_get(session, "connections")) > 0) {
            return session;
        }
    }
    return NULL;
}

static void sessions_are_listed_and_ended(void)
{
    struct world world;
    struct person ada, away, other;
    char name[32], own[32], token[64];
    world_open(&world, 25);
    person_open(&ada, &world, "Ada");
    person_open(&away, &world, "Away");
    person_open(&other, &world, "Other");
    CHECK(sign_up(&ada, "Ada", pass));
    CHECK_TEXT(code_of(log_in(&away, "Ada", pass, "")), "fine");
    snprintf(token, sizeof token, "%s", json_string_value(json_object_get(away.answer, "token")));
    const json_t *mine = session_of(&ada, true);
    snprintf(own, sizeof own, "%s", json_string_value(json_object_get(mine, "session")));
    const json_t *session = session_of(&ada, false);
    CHECK(session != NULL && json_integer_value(json_object_get(session, "since")) > 0);
    snprintf(name, sizeof name, "%s", json_string_value(json_object_get(session, "session")));
    CHECK(strstr(token, name) == NULL);
    CHECK(
        person_refused(&other, "not_allowed", "\"cmd\":\"end_session\",\"session\":\"%s\"", name));
    CHECK(person_refused(&ada, "not_allowed", "\"cmd\":\"end_session\",\"session\":\"%s\"", own));
    CHECK(person_can(&ada, "\"cmd\":\"end_session\",\"session\":\"%s\"", name));
    CHECK(is_cut_off(&away));
    CHECK(!token_works(&away, token));
    CHECK(!is_cut_off(&ada) && !is_cut_off(&other));
    CHECK(world_restart(&world));
    CHECK(!token_works(&away, token));
    CHECK(token_works(&ada, ada.token));
    person_close(&ada);
    person_close(&away);
    person_close(&other);
    world_close(&world);
}

/* ---- one's own data ---- */

static bool page_has(struct world *world, const char *kind, const char *id, const char *text)
{
    char path[80];
    struct core_page page;
    snprintf(path, sizeof path, "/v1/%s/%s", kind, id);
    CHECK(world_get(world, path, &page) && page.status == 200);
    bool found = strstr(page.bytes, text) != NULL;
    free(page.bytes);
    return found;
}

static bool list_has(struct person *person, const char *text)
{
    CHECK(person_can(person, "\"cmd\":\"list\""));
    char *list = json_dumps(person->answer, 0);
    bool found = strstr(list, text) != NULL;
    free(list);
    return found;
}

/* Ada was a guest first, talked and played with Bob; then she wants to be forgotten. */
static void who_wants_to_be_forgotten_is(void)
{
    struct world world;
    struct person ada, bob, again;
    char match[32], sentence[] = "my secret";
    world_open(&world, 31);
    world.sleep_after = 1;
    CHECK(world_restart(&world));
    person_open(&ada, &world, "Adalind");
    person_open(&bob, &world, "Bob");
    CHECK(person_can(&ada, "\"cmd\":\"create\",\"game\":\"null\",\"public\":true,\"seats\":[\"me\","
                           "\"open\"]"));
    snprintf(match, sizeof match, "%s", json_string_value(json_object_get(ada.answer, "match")));
    CHECK(person_can(&bob, "\"cmd\":\"join\",\"match\":\"%s\"", match));
    CHECK(person_can(&ada, "\"cmd\":\"say\",\"match\":\"%s\",\"text\":\"%s\"", match, sentence));
    CHECK(sign_up(&ada, "Adalind", pass));
    CHECK(person_can(&ada, "\"cmd\":\"export\""));
    const json_t *line = json_array_get(json_object_get(ada.answer, "matches"), 0);
    CHECK_TEXT(json_string_value(json_object_get(line, "match")), match);
    CHECK_TEXT(json_string_value(json_object_get(ada.answer, "name")), "Adalind");
    CHECK(person_refused(&ada, "not_allowed", "\"cmd\":\"forget\",\"password\":\"%s\"", pass));
    CHECK(person_can(&ada, "\"cmd\":\"resign\",\"match\":\"%s\"", match));
    CHECK(person_refused(&ada, "bad_login", "\"cmd\":\"forget\",\"password\":\"incorrect\""));
    CHECK(page_has(&world, "matches", match, "Adalind"));
    world_wait(&world, 60000); /* it sleeps, and its line is written */
    CHECK(person_can(&ada, "\"cmd\":\"forget\",\"password\":\"%s\"", pass));
    CHECK(is_cut_off(&ada));
    person_open(&again, &world, "Again");
    CHECK(sign_up(&again, "Adalind", pass));       /* the name is free */
    for (uint32_t round = 0; round < 3; round++) { /* asleep, awake, after a start */
        CHECK(!list_has(&bob, "Adalind") && list_has(&bob, FORGOTTEN));
        CHECK(!page_has(&world, "matches", match, "Adalind"));
        CHECK(!page_has(&world, "players", ada.player, "Adalind"));
        CHECK(person_can(&bob, "\"cmd\":\"watch\",\"match\":\"%s\"", match));
        const json_t *chat = json_array_get(person_latest(&bob, "chat"), 0);
        CHECK_TEXT(json_string_value(json_object_get(chat, "text")), FORGOTTEN);
        CHECK_TEXT(json_string_value(json_object_get(chat, "name")), FORGOTTEN);
        CHECK(person_can(&bob, "\"cmd\":\"leave\",\"match\":\"%s\"", match));
        if (round == 1) {
            CHECK(world_restart(&world));
            person_return(&bob);
        }
        world_wait(&world, 60000);
    }
    CHECK(!token_works(&ada, ada.token));
    ada.connection = world_connect(&world);
    CHECK_TEXT(code_of(log_in(&ada, "Adalind", pass, "")), "fine"); /* somebody else's */
    CHECK(strcmp(json_string_value(json_object_get(ada.answer, "player")), again.player) == 0);
    person_close(&ada);
    person_close(&again);
    person_close(&bob);
    world_close(&world);
}

static void guests_can_go_too(void)
{
    struct world world;
    struct person guest, account;
    world_open(&world, 32);
    person_open(&guest, &world, "Guest");
    CHECK(person_can(&guest, "\"cmd\":\"forget\""));
    CHECK(is_cut_off(&guest));
    CHECK(!token_works(&guest, guest.token));
    person_open(&account, &world, "Grace");
    CHECK(sign_up(&account, "Grace", pass));
    person_close(&guest);
    person_open(&guest, &world, "Gregor"); /* claimed by the account, and forgotten with it */
    CHECK_TEXT(code_of(log_in(&guest, "Grace", pass, ",\"claim\":true")), "fine");
    CHECK(person_can(&guest, "\"cmd\":\"export\""));
    CHECK_EQ(json_array_size(json_object_get(guest.answer, "guests")), 1);
    CHECK(person_refused(&guest, "bad_message", "\"cmd\":\"forget\""));
    CHECK(person_can(&guest, "\"cmd\":\"forget\",\"password\":\"%s\"", pass));
    CHECK(world_restart(&world));
    for (uint32_t i = 0; i < world.disk_count; i++) {
        bool latest = strcmp(world.disk[i].kind, "player") == 0;
        for (uint32_t k = i + 1; latest && k < world.disk_count; k++) {
            latest = strcmp(world.disk[k].id, world.disk[i].id) != 0;
        }
        CHECK(!latest || strstr(world.disk[i].body, "Gregor") == NULL);
        CHECK(!latest || strstr(world.disk[i].body, "Grace") == NULL);
    }
    person_close(&guest);
    person_close(&account);
    world_close(&world);
}

int main(void)
{
    RUN(a_guest_becomes_an_account);
    RUN(a_log_in_claims_the_guests_matches);
    RUN(without_a_claim_nothing_moves);
    RUN(tokens_end);
    RUN(who_came_with_an_ended_token_leaves);
    RUN(guessing_is_slowed_down);
    RUN(a_token_ends_when_its_successor_is_used);
    RUN(a_name_is_guarded_against_many);
    RUN(the_old_password_is_guarded_too);
    RUN(a_flood_of_passwords_waits_behind_others);
    RUN(hashes_are_argon2id);
    RUN(a_code_opens_a_lost_account);
    RUN(codes_are_guarded_and_renewed);
    RUN(digits_are_those_of_every_authenticator);
    RUN(a_second_factor_is_asked_for);
    RUN(a_second_factor_can_be_given_up);
    RUN(sessions_are_listed_and_ended);
    RUN(who_wants_to_be_forgotten_is);
    RUN(guests_can_go_too);
    return check_end();
}
