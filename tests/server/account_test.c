/* Who somebody is: guests, accounts, tokens, passwords. */
#include <stdlib.h>

#include "tests/check.h"
#include "tests/server/person.h"

static const char *const pass = "correct horse";

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
        CHECK_EQ(json_integer_value(json_object_get(ada.answer, "seat")), 0);
        CHECK(!token_works(&guest, guest.token)); /* the guest is gone */
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

/* Many addresses together close a name, but not where its owner has been. */
static void a_name_is_guarded_against_many(void)
{
    struct world world;
    struct person ada, eve;
    world_open(&world, 7);
    world.address = 5;
    person_open(&ada, &world, "Ada");
    person_open(&eve, &world, "Eve");
    CHECK(sign_up(&ada, "Ada", pass));
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
    world.address = 6; /* a new place: by a token only */
    ada.connection = world_connect(&world);
    CHECK_TEXT(code_of(log_in(&ada, "Ada", pass, "")), "rate");
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
    return check_end();
}
