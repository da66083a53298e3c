/* What must not grow for ever: logs, matches that one player makes, tables that nobody comes to. */
#include <stdlib.h>

#include "server/core/state.h"
#include "tests/check.h"
#include "tests/server/person.h"

enum { FIDGETS = 500, MADE_MAX = 500 };

static const char *const apoca = "\"game\":\"apoca\",\"options\":{\"turns\":50,\"map\":\"duel\"}";

static void make_match(struct person *person, const char *seats, char match[32])
{
    CHECK(person_can(person, "\"cmd\":\"create\",%s,\"seats\":[%s]", apoca, seats));
    snprintf(match, 32, "%s", json_string_value(json_object_get(person->answer, "match")));
}

/* The answer; whoever is too fast waits a little. */
static const char *patiently(struct person *person, const char *fields, const char *match)
{
    for (;;) {
        const json_t *answer = person_ask(person, "%s,\"match\":\"%s\"", fields, match);
        const char *code = json_string_value(json_object_get(answer, "code"));
        if (code == NULL || strcmp(code, "rate") != 0) {
            return code == NULL ? "fine" : code;
        }
        world_wait(person->world, 5000);
    }
}

static void a_log_has_an_end(void)
{
    struct world world;
    struct person ada;
    char match[32];
    uint32_t count = 0;
    world_open(&world, 1);
    person_open(&ada, &world, "Ada");
    make_match(&ada, "\"me\",\"me\"", match);
    while (count < 2 * FIDGETS &&
           strcmp(patiently(&ada, "\"cmd\":\"mute\",\"seat\":0,\"who\":1", match), "fine") == 0) {
        count++;
    }
    CHECK_EQ(count, FIDGETS);
    CHECK_TEXT(patiently(&ada, "\"cmd\":\"offer\",\"what\":\"pause\"", match), "full");
    CHECK_TEXT(patiently(&ada, "\"cmd\":\"order\",\"text\":\"done\",\"seat\":0", match), "fine");
    CHECK_TEXT(patiently(&ada, "\"cmd\":\"order\",\"text\":\"done\",\"seat\":1", match), "fine");
    CHECK_TEXT(patiently(&ada, "\"cmd\":\"offer\",\"what\":\"pause\"", match),
               "fine"); /* a new turn */
    CHECK_TEXT(patiently(&ada, "\"cmd\":\"resume\"", match), "fine");
    person_close(&ada);
    world_close(&world);
}

/* Five lines at once, one more after two seconds, and two hundred in a match. */
static void talk_has_an_end(void)
{
    enum { AT_ONCE = 5, LINES_MAX = 200 };
    struct world world;
    struct person ada;
    char match[32];
    world_open(&world, 11);
    person_open(&ada, &world, "Ada");
    make_match(&ada, "\"me\",\"me\"", match);
    const char *say = "\"cmd\":\"say\",\"match\":\"%s\",\"seat\":0,\"text\":\"hello\"";
    for (uint32_t i = 0; i < AT_ONCE; i++) {
        CHECK(person_can(&ada, say, match));
    }
    CHECK(person_refused(&ada, "rate", say, match));
    for (uint32_t i = AT_ONCE; i < LINES_MAX; i++) {
        world_wait(&world, 2000);
        CHECK(person_can(&ada, say, match));
    }
    world_wait(&world, 60000);
    CHECK(person_refused(&ada, "rate", say, match));
    make_match(&ada, "\"me\",\"me\"", match); /* of this match only */
    CHECK(person_can(&ada, say, match));
    person_close(&ada);
    world_close(&world);
}

/* Who leaves the second of two matches no longer watches it, and still the first. */
static void who_leaves_a_match_watches_the_others(void)
{
    struct world world;
    struct person ada;
    char first[32], second[32];
    world_open(&world, 12);
    person_open(&ada, &world, "Ada");
    make_match(&ada, "\"me\",\"open\"", first);
    make_match(&ada, "\"me\",\"open\"", second);
    const char *watch = "\"cmd\":\"watch\",\"match\":\"%s\"";
    CHECK(person_can(&ada, watch, first));
    CHECK(person_can(&ada, watch, second));
    CHECK(person_can(&ada, "\"cmd\":\"leave\",\"match\":\"%s\"", second));
    const char *say = "\"cmd\":\"say\",\"match\":\"%s\",\"text\":\"hello\"";
    CHECK(person_refused(&ada, "not_allowed", say, second));
    CHECK(person_can(&ada, say, first));
    person_close(&ada);
    world_close(&world);
}

static void nobody_makes_matches_without_end(void)
{
    struct world world;
    struct person ada, bob;
    char match[32];
    uint32_t made = 0;
    world_open(&world, 2);
    world.sleep_after = 0; /* those that sleep count too */
    CHECK(world_restart(&world));
    person_open(&ada, &world, "Ada");
    person_open(&bob, &world, "Bob");
    const char *create = "\"cmd\":\"create\",\"game\":\"null\",\"seats\":[\"open\",\"open\"]";
    for (; made < 2 * MADE_MAX; made++) {
        const json_t *answer = person_ask(&ada, "%s", create);
        const char *code = json_string_value(json_object_get(answer, "code"));
        if (code != NULL && strcmp(code, "full") == 0) {
            break;
        }
        if (code != NULL) {
            world_wait(&world, 5000);
            made--;
        } else {
            snprintf(match, sizeof match, "%s",
                     json_string_value(json_object_get(answer, "match")));
        }
    }
    CHECK_EQ(made, MADE_MAX);
    CHECK(person_can(&bob, "%s", create)); /* others may */
    CHECK_TEXT(patiently(&ada, "\"cmd\":\"abort\"", match), "fine");
    CHECK(person_can(&ada, "%s", create)); /* one ended, one more */
    person_close(&ada);
    person_close(&bob);
    world_close(&world);
}

static const char *state_of(struct person *person, const char *match)
{
    CHECK(person_can(person, "\"cmd\":\"watch\",\"match\":\"%s\"", match));
    return person_text(person, "state");
}

static void play_once(struct person *person, const char *match)
{
    CHECK_TEXT(patiently(person, "\"cmd\":\"order\",\"seat\":0,\"text\":\"done\"", match), "fine");
}

/* The server is full of matches that are open or running, asleep or not, and of no others. */
static void what_is_over_takes_no_room(void)
{
    struct world world;
    struct person ada;
    char match[3][32], more[32];
    world_open(&world, 6);
    world.sleep_after = 0;
    world.matches = 3;
    CHECK(world_restart(&world));
    person_open(&ada, &world, "Ada");
    for (uint32_t i = 0; i < 3; i++) {
        make_match(&ada, "\"me\",\"me\"", match[i]);
        play_once(&ada, match[i]);
    }
    const char *create = "\"cmd\":\"create\",\"game\":\"null\",\"seats\":[\"me\",\"open\"]";
    CHECK(person_refused(&ada, "full", "%s", create));
    CHECK_TEXT(patiently(&ada, "\"cmd\":\"abort\"", match[1]), "fine");
    make_match(&ada, "\"me\",\"me\"", more);
    play_once(&ada, more);
    CHECK(person_refused(&ada, "full", "%s", create));
    CHECK(world_restart(&world));
    person_return(&ada);
    CHECK(person_refused(&ada, "full", "%s", create));
    CHECK_TEXT(patiently(&ada, "\"cmd\":\"abort\"", more), "fine");
    CHECK(person_can(&ada, "%s", create));
    person_close(&ada);
    world_close(&world);
}

/* Whoever fills the server with matches that nobody plays keeps nobody out: theirs end, those that
 * are played and those that somebody watches do not. */
static void what_nobody_plays_makes_room(void)
{
    struct world world;
    struct person flood, ada;
    char played[32], watched[32], match[12][32], mine[6][32];
    world_open(&world, 7);
    world.matches = 10;
    world.sleep_after = 0;
    CHECK(world_restart(&world));
    person_open(&ada, &world, "Ada");
    person_open(&flood, &world, "Flood");
    make_match(&ada, "\"me\",\"me\"", played);
    play_once(&ada, played);
    make_match(&ada, "\"me\",\"open\"", watched);
    CHECK(person_can(&ada, "\"cmd\":\"watch\",\"match\":\"%s\"", watched));
    for (uint32_t i = 0; i < 12; i++) {
        make_match(&flood, "\"me\",\"open\"", match[i]);
    }
    for (uint32_t i = 0; i < 4; i++) {
        make_match(&ada, "\"me\",\"me\"", mine[i]);
        play_once(&ada, mine[i]);
    }
    person_settle(&ada);
    CHECK_TEXT(state_of(&ada, played), "running");
    CHECK_TEXT(state_of(&ada, watched), "open");
    for (uint32_t i = 0; i < 4; i++) {
        CHECK_TEXT(state_of(&ada, mine[i]), "running");
    }
    CHECK_TEXT(state_of(&flood, match[0]), "over");
    CHECK_TEXT(state_of(&flood, match[11]), "open");
    person_close(&flood);
    person_close(&ada);
    world_close(&world);
}

/* One address makes so many, whoever it says it is; this machine as many as it likes. */
static void an_address_has_its_share(void)
{
    struct world world;
    struct person one, two, other;
    char match[32];
    const char *create = "\"cmd\":\"create\",\"game\":\"apoca\",\"seats\":[\"me\",\"open\"]";
    world_open(&world, 8);
    world.per_origin = 3;
    CHECK(world_restart(&world));
    world.address = 77;
    person_open(&one, &world, "One");
    person_open(&two, &world, "Two");
    world.address = 78;
    person_open(&other, &world, "Other");
    make_match(&one, "\"me\",\"me\"", match);
    make_match(&one, "\"me\",\"me\"", match);
    CHECK(person_can(&two, "%s", create));
    CHECK(person_refused(&two, "full", "%s", create));
    CHECK(person_can(&other, "%s", create));
    CHECK_TEXT(patiently(&one, "\"cmd\":\"abort\"", match), "fine");
    CHECK(person_can(&two, "%s", create));
    CHECK(person_refused(&one, "full", "%s", create));
    person_close(&other);
    world.per_origin = 1;
    world.address = 79;
    CHECK(world_restart(&world));
    person_open(&other, &world, "New"); /* from where nobody came yet */
    CHECK(person_can(&other, "%s", create));
    CHECK(person_refused(&other, "full", "%s", create));
    person_close(&one);
    person_close(&two);
    person_close(&other);
    world_close(&world);
}

/* The newest first, one's own and those of the lobby, each once; what is over is nowhere but in
 * one's own. */
static void lists_are_merged(void)
{
    struct world world;
    struct person ada, bob;
    char match[6][32];
    static const uint32_t wanted[2][5] = { { 4, 2, 1, 0, 9 }, { 2, 1, 0, 9, 9 } };
    world_open(&world, 9);
    person_open(&ada, &world, "Ada");
    person_open(&bob, &world, "Bob");
    for (uint32_t i = 0; i < 6; i++) { /* public: 0, 2, 4; Ada's: 0, 1, 2; Bob's: 3, 4, 5 */
        struct person *maker = i < 3 ? &ada : &bob;
        CHECK(person_can(maker,
                         "\"cmd\":\"create\",\"game\":\"apoca\",\"seats\":[\"me\",\"open\"],"
                         "\"public\":%s",
                         i % 2 == 0 ? "true" : "false"));
        snprintf(match[i], sizeof match[i], "%s",
                 json_string_value(json_object_get(maker->answer, "match")));
    }
    for (uint32_t round = 0; round < 2; round++) {
        CHECK(person_can(&ada, "\"cmd\":\"list\""));
        const json_t *list = json_object_get(ada.answer, "matches");
        for (uint32_t i = 0; i < 5; i++) {
            const char *id = json_string_value(json_object_get(json_array_get(list, i), "match"));
            CHECK_TEXT(id == NULL ? "" : id, wanted[round][i] == 9 ? "" : match[wanted[round][i]]);
        }
        if (round == 0) {
            CHECK_TEXT(patiently(&bob, "\"cmd\":\"abort\"", match[4]), "fine");
            CHECK_TEXT(patiently(&ada, "\"cmd\":\"abort\"", match[2]), "fine");
        }
    }
    person_close(&ada);
    person_close(&bob);
    world_close(&world);
}

/* Bots alone think for nobody in particular: accounts may let them, some at a time. */
static void bots_alone_play_for_accounts(void)
{
    struct world world;
    struct person ada;
    const char *create =
        "\"cmd\":\"create\",\"game\":\"apoca\",\"options\":{\"turns\":20,\"map\":\"duel\"},"
        "\"seats\":[{\"bot\":\"random\"},{\"bot\":\"random\"}]";
    world_open(&world, 12);
    person_open(&ada, &world, "Ada");
    CHECK(person_refused(&ada, "bad_setup", "%s", create));
    CHECK(person_can(&ada, "\"cmd\":\"register\",\"name\":\"Ada\",\"password\":\"12345678\""));
    uint32_t made = 0;
    world.hold_bots = true;
    for (; made < 20; made++) {
        const json_t *answer = person_ask(&ada, "%s", create);
        if (!json_is_true(json_object_get(answer, "ok"))) {
            break;
        }
    }
    CHECK_EQ(made, 5);
    world.hold_bots = false;
    world_wait(&world, 60000);
    for (uint32_t i = 0; i < 100; i++) {
        world_wait(&world, 1000);
    }
    CHECK(person_can(&ada, "%s", create)); /* those are over */
    person_close(&ada);
    world_close(&world);
}

static void wait_days(struct world *world, uint32_t days)
{
    for (uint32_t minutes = 0; minutes < days * 24 * 60; minutes++) {
        world_wait(world, 60000);
    }
}

static void a_table_that_nobody_comes_to_is_cleared(void)
{
    struct world world;
    struct person ada;
    char lonely[32], running[32], unplayed[32];
    world_open(&world, 3);
    person_open(&ada, &world, "Ada");
    make_match(&ada, "\"me\",\"open\"", lonely);
    make_match(&ada, "\"me\",\"me\"", running);
    make_match(&ada, "\"me\",\"me\"", unplayed);
    play_once(&ada, running);
    wait_days(&world, 7);
    CHECK(world_restart(&world)); /* it counts on afterwards, and while the match sleeps */
    person_return(&ada);
    CHECK_TEXT(state_of(&ada, lonely), "open");
    person_leave(&ada);
    wait_days(&world, 8);
    person_return(&ada);
    CHECK_TEXT(state_of(&ada, lonely), "over");
    CHECK_TEXT(person_text(&ada, "ended"), "aborted");
    CHECK_TEXT(state_of(&ada, running), "running");
    CHECK_TEXT(state_of(&ada, unplayed), "over");
    person_close(&ada);
    world_close(&world);
}

/* What Ada was sent in a match of many entries, made again. */
static void missed_messages_of_a_long_match(void)
{
    struct world world;
    struct person ada;
    char match[32];
    world_open(&world, 4);
    person_open(&ada, &world, "Ada");
    make_match(&ada, "\"me\",\"me\"", match);
    CHECK(person_can(&ada, "\"cmd\":\"watch\",\"match\":\"%s\",\"seat\":0", match));
    for (uint32_t i = 0; i < 700; i++) { /* half of what seat 1 does is sealed from seat 0 */
        static const char *const orders[] = { "\"cmd\":\"order\",\"seat\":1,\"text\":\"hire N\"",
                                              "\"cmd\":\"undo\",\"seat\":1",
                                              "\"cmd\":\"order\",\"seat\":0,\"text\":\"done\"",
                                              "\"cmd\":\"order\",\"seat\":1,\"text\":\"done\"" };
        patiently(&ada, orders[i % 4], match);
    }
    const struct match *long_one = core_match_by_id(world.core, match);
    const struct match_state *mark = long_one->mark[0];
    CHECK(mark->packed > 0 && mark->packed < long_one->chosen.game->state_size / 2);
    json_t *sent = json_copy(ada.mail);
    size_t count = json_array_size(sent);
    int64_t latest = json_integer_value(json_object_get(json_array_get(sent, count - 1), "n"));
    CHECK(latest > 100);
    for (int64_t since = latest - 1; since > latest - 40; since -= 13) {
        person_forget(&ada);
        world_wait(&world, 5000);
        CHECK(person_can(&ada, "\"cmd\":\"watch\",\"match\":\"%s\",\"seat\":0,\"since\":%lld",
                         match, (long long)since));
        int64_t next = since;
        for (size_t i = 0; i < json_array_size(ada.mail); i++) {
            const json_t *again = json_array_get(ada.mail, i);
            if (json_object_get(again, "n") != NULL) {
                const json_t *before = json_array_get(sent, count - (size_t)(latest - next));
                CHECK(json_equal(again, before));
                next++;
            }
        }
        CHECK_EQ(next, latest);
    }
    json_decref(sent);
    person_close(&ada);
    world_close(&world);
}

static bool is_known(struct person *person)
{
    person->connection = world_connect(person->world);
    const json_t *answer =
        person_ask(person, "\"cmd\":\"hello\",\"version\":1,\"token\":\"%s\"", person->token);
    return json_is_true(json_object_get(answer, "ok"));
}

static void guests_who_did_nothing_are_forgotten(void)
{
    struct world world;
    struct person idle, here, maker, talker;
    char match[32];
    world_open(&world, 5);
    person_open(&idle, &world, "Idle");
    person_open(&here, &world, "Here");
    person_open(&maker, &world, "Maker");
    person_open(&talker, &world, "Talker");
    make_match(&maker, "\"me\",\"me\"", match);
    CHECK(person_can(&talker, "\"cmd\":\"watch\",\"match\":\"%s\"", match));
    CHECK_TEXT(patiently(&talker, "\"cmd\":\"say\",\"text\":\"Hello\"", match), "fine");
    person_leave(&idle);
    person_leave(&maker);
    person_leave(&talker);
    for (uint32_t minutes = 0; minutes < 150; minutes++) { /* it is looked for every hour */
        world_wait(&world, 60000);
    }
    CHECK_EQ(core_count(world.core).players, 4);
    wait_days(&world, 1);
    CHECK(world_restart(&world)); /* the match sleeps, and its stub knows who talked */
    CHECK_EQ(core_count(world.core).asleep, 1);
    CHECK(is_known(&here));
    wait_days(&world, 1);
    CHECK_EQ(core_count(world.core).players, 3);
    CHECK(!is_known(&idle));
    CHECK(is_known(&here) && is_known(&maker) && is_known(&talker));
    CHECK(world_restart(&world));
    CHECK_EQ(core_count(world.core).players, 3);
    CHECK(is_known(&maker));
    CHECK_TEXT(patiently(&maker, "\"cmd\":\"watch\"", match), "fine");
    person_close(&idle);
    person_close(&here);
    person_close(&maker);
    person_close(&talker);
    world_close(&world);
}

/* So many in an hour as take no time. */
static void crowds_of_guests_go_bit_by_bit(void)
{
    enum { AT_ONCE = 1000, MORE = 2 };
    struct world world;
    world_open(&world, 6);
    world.frozen = true;
    for (uint32_t i = 0; i < AT_ONCE + MORE; i++) {
        struct person guest;
        person_open(&guest, &world, "Guest");
        person_leave(&guest);
        person_close(&guest);
    }
    CHECK_EQ(core_count(world.core).players, AT_ONCE + MORE);
    for (uint32_t i = 0; i < 1560 && core_count(world.core).players > AT_ONCE; i++) { /* a day */
        world_wait(&world, 60000);
    }
    CHECK_EQ(core_count(world.core).players, MORE);
    for (uint32_t minutes = 0; minutes < 59; minutes++) {
        world_wait(&world, 60000);
    }
    CHECK_EQ(core_count(world.core).players, MORE);
    world_wait(&world, 60000);
    CHECK_EQ(core_count(world.core).players, 0);
    world_close(&world);
}

int main(void)
{
    RUN(a_log_has_an_end);
    RUN(talk_has_an_end);
    RUN(who_leaves_a_match_watches_the_others);
    RUN(nobody_makes_matches_without_end);
    RUN(what_is_over_takes_no_room);
    RUN(what_nobody_plays_makes_room);
    RUN(an_address_has_its_share);
    RUN(lists_are_merged);
    RUN(bots_alone_play_for_accounts);
    RUN(a_table_that_nobody_comes_to_is_cleared);
    RUN(guests_who_did_nothing_are_forgotten);
    RUN(crowds_of_guests_go_bit_by_bit);
    RUN(missed_messages_of_a_long_match);
    return check_end();
}
