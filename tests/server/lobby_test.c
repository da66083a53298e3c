/* The list of matches that is told as it changes. */
#include <stdlib.h>
#include <string.h>

#include "tests/check.h"
#include "tests/server/person.h"

static char last_match[32];

static void make(struct person *person, const char *fields)
{
    CHECK(person_can(person, "\"cmd\":\"create\",%s", fields));
    snprintf(last_match, sizeof last_match, "%s",
             json_string_value(json_object_get(person->answer, "match")));
}

static const char *line_text(struct person *person, const char *key)
{
    const char *text = json_string_value(json_object_get(person_latest(person, "line"), key));
    return text == NULL ? "" : text;
}

static size_t listed(const struct person *person)
{
    return json_array_size(json_object_get(person->answer, "matches"));
}

static void the_lobby_tells_of_changes(void)
{
    struct world world;
    struct person ada, bob, eve;
    world_open(&world, 1);
    person_open(&ada, &world, "Ada");
    person_open(&bob, &world, "Bob");
    person_open(&eve, &world, "Eve");
    CHECK(person_can(&eve, "\"cmd\":\"lobby\",\"free\":true"));
    CHECK_EQ(listed(&eve), 0);
    make(&ada, "\"game\":\"null\",\"public\":true,\"seats\":[\"me\",\"open\"]");
    person_settle(&eve);
    CHECK_TEXT(line_text(&eve, "match"), last_match);
    CHECK_TEXT(line_text(&eve, "state"), "open");
    CHECK(person_can(&bob, "\"cmd\":\"join\",\"match\":\"%s\"", last_match));
    person_settle(&eve);
    CHECK_TEXT(person_text(&eve, "gone"), last_match); /* no seat is free any more */
    CHECK(person_can(&eve, "\"cmd\":\"lobby\""));
    CHECK_EQ(listed(&eve), 1);
    person_forget(&eve);
    CHECK(person_can(&bob, "\"cmd\":\"resign\",\"match\":\"%s\"", last_match));
    person_settle(&eve);
    CHECK_TEXT(person_text(&eve, "gone"), last_match);
    person_forget(&eve);
    make(&ada, "\"game\":\"null\",\"seats\":[\"me\",\"open\"]");
    person_settle(&eve);
    CHECK_EQ(json_array_size(eve.mail), 0); /* it is not public */
    CHECK(person_can(&ada, "\"cmd\":\"say\",\"match\":\"%s\",\"text\":\"early\"", last_match));
    CHECK(person_can(&ada, "\"cmd\":\"watch\",\"match\":\"%s\"", last_match));
    const json_t *first = json_array_get(person_latest(&ada, "chat"), 0);
    CHECK_TEXT(json_string_value(json_object_get(first, "text")),
               "early"); /* before anybody came */
    CHECK(person_can(&eve, "\"cmd\":\"lobby\",\"on\":false"));
    make(&ada, "\"game\":\"null\",\"public\":true,\"seats\":[\"me\",\"open\"]");
    person_settle(&eve);
    CHECK_EQ(json_array_size(eve.mail), 0);
    person_leave(&eve);
    make(&ada, "\"game\":\"null\",\"public\":true,\"seats\":[\"me\",\"open\"]");
    person_close(&ada);
    person_close(&bob);
    person_close(&eve);
    world_close(&world);
}

static void filters_leave_out_what_does_not_fit(void)
{
    struct world world;
    struct person ada, eve;
    world_open(&world, 2);
    person_open(&ada, &world, "Ada");
    person_open(&eve, &world, "Eve");
    make(&ada, "\"game\":\"null\",\"public\":true,\"seats\":[\"me\",\"open\"]");
    make(&ada, "\"game\":\"apoca\",\"public\":true,\"seats\":[\"me\",\"open\"],"
               "\"clock\":{\"turn\":30}");
    make(&ada, "\"game\":\"apoca\",\"public\":true,\"seats\":[\"me\",\"invited\"],"
               "\"clock\":{\"days\":1}");
    make(&ada, "\"game\":\"apoca\",\"seats\":[\"me\",\"open\"]");
    CHECK(person_can(&eve, "\"cmd\":\"lobby\""));
    CHECK_EQ(listed(&eve), 3);
    CHECK(person_can(&eve, "\"cmd\":\"lobby\",\"game\":\"apoca\""));
    CHECK_EQ(listed(&eve), 2);
    CHECK(person_can(&eve, "\"cmd\":\"lobby\",\"speed\":\"live\""));
    CHECK_EQ(listed(&eve), 1);
    CHECK(person_can(&eve, "\"cmd\":\"lobby\",\"free\":true"));
    CHECK_EQ(listed(&eve), 2);
    CHECK(person_can(&eve, "\"cmd\":\"lobby\",\"rated\":true"));
    CHECK_EQ(listed(&eve), 0);
    CHECK(person_refused(&eve, "bad_message", "\"cmd\":\"lobby\",\"game\":\"chess\""));
    CHECK(person_refused(&eve, "bad_message", "\"cmd\":\"lobby\",\"speed\":\"fast\""));
    person_forget(&eve);
    CHECK(person_can(&eve, "\"cmd\":\"lobby\",\"game\":\"null\""));
    make(&ada, "\"game\":\"apoca\",\"public\":true,\"seats\":[\"me\",\"open\"]");
    person_settle(&eve);
    CHECK_EQ(json_array_size(eve.mail), 0);
    person_close(&ada);
    person_close(&eve);
    world_close(&world);
}

static void an_invited_seat_needs_the_link(void)
{
    struct world world;
    struct person ada, bob;
    char secret[32];
    world_open(&world, 3);
    person_open(&ada, &world, "Ada");
    person_open(&bob, &world, "Bob");
    make(&ada, "\"game\":\"null\",\"public\":true,\"seats\":[\"me\",\"invited\"]");
    snprintf(secret, sizeof secret, "%s", json_string_value(json_object_get(ada.answer, "secret")));
    CHECK(person_refused(&bob, "not_allowed", "\"cmd\":\"join\",\"match\":\"%s\"", last_match));
    CHECK(person_can(&bob, "\"cmd\":\"join\",\"match\":\"%s\",\"secret\":\"%s\"", last_match,
                     secret));
    person_close(&ada);
    person_close(&bob);
    world_close(&world);
}

static const char *who_sits(struct person *person, size_t seat)
{
    const json_t *holder = json_array_get(person_latest(person, "seats"), seat);
    return json_string_value(json_object_get(holder, "who"));
}

/* As many seats as the rules allow, and no more. */
static void a_match_has_the_seats_that_are_given(void)
{
    static const char *const seats[] = { "\"me\"", "\"me\",\"open\"", "\"me\",\"open\",\"open\"",
                                         "\"me\",\"open\",\"open\",\"open\"" };
    struct world world;
    struct person ada;
    world_open(&world, 5);
    person_open(&ada, &world, "Ada");
    CHECK(person_can(&ada, "\"cmd\":\"create\",\"game\":\"apoca\""));
    CHECK(person_can(&ada, "\"cmd\":\"watch\",\"match\":\"%s\"",
                     json_string_value(json_object_get(ada.answer, "match"))));
    CHECK_TEXT(who_sits(&ada, 0), "person");
    CHECK_TEXT(who_sits(&ada, 1), "bot"); /* nobody was named */
    for (size_t i = 0; i < 4; i++) {
        CHECK(person_can(&ada, "\"cmd\":\"create\",\"game\":\"civ\",\"public\":true,\"seats\":[%s]",
                         seats[i]));
        CHECK(person_can(&ada, "\"cmd\":\"watch\",\"match\":\"%s\"",
                         json_string_value(json_object_get(ada.answer, "match"))));
        CHECK_EQ(json_array_size(person_latest(&ada, "seats")), i + 1);
    }
    CHECK(person_refused(&ada, "bad_setup",
                         "\"cmd\":\"create\",\"game\":\"civ\",\"seats\":[%s,\"open\"]", seats[3]));
    CHECK(person_refused(&ada, "bad_setup", "\"cmd\":\"create\",\"game\":\"civ\",\"seats\":[]"));
    CHECK(person_refused(&ada, "bad_setup",
                         "\"cmd\":\"create\",\"game\":\"apoca\",\"seats\":[\"me\"]"));
    person_close(&ada);
    world_close(&world);
}

static void check_answer(struct world *world, uint64_t connection, const char *want)
{
    char *text = NULL;
    while ((text = world_receive(world, connection)) == NULL && world_step(world)) {
    }
    CHECK(text != NULL && strstr(text, want) != NULL);
    free(text);
}

/* What is no command at all is answered with what would be one. */
static void nonsense_is_told_what_is_wrong(void)
{
    struct world world;
    world_open(&world, 6);
    uint64_t connection = world_connect(&world);
    world_send(&world, connection, "{\"cmd\":\"list\"}");
    check_answer(&world, connection, "a text of 1 to");
    world_send(&world, connection, "{\"cmd\":\"list\",\"id\":\"\"}");
    check_answer(&world, connection, "a text of 1 to");
    world_send(&world, connection, "{\"cmd\":");
    check_answer(&world, connection, "line 1");
    char *large = malloc(3000000);
    memset(large, ' ', 2999999);
    large[2999999] = '\0';
    world_send(&world, connection, large);
    check_answer(&world, connection, "a message has at most");
    free(large);
    world_close(&world);
}

/* Whoever sends many long messages is refused before they are read; short ones of others are heard.
 */
static void long_messages_cost_more(void)
{
    enum { LONG = 60000, TIMES = 5 };
    struct world world;
    struct person ada;
    uint32_t read = 0, refused = 0;
    char *text = malloc(LONG + 1);
    RD_ASSERT(text != NULL);
    memset(text, ' ', LONG);
    memcpy(text, "{\"x\":[", 6);
    for (uint32_t at = 6; at + 3 < LONG; at += 3) {
        memcpy(text + at, "{},", 3);
    }
    text[LONG] = '\0';
    world_open(&world, 8);
    world.paced = true;
    world_restart(&world);
    person_open(&ada, &world, "Ada");
    uint64_t eve = world_connect(&world);
    for (uint32_t i = 0; i < TIMES; i++) {
        world_send(&world, eve, text);
    }
    person_settle(&ada);
    for (char *got; (got = world_receive(&world, eve)) != NULL; free(got)) {
        read += strstr(got, "\"bad_message\"") != NULL;
        refused += strstr(got, "\"rate\"") != NULL;
    }
    CHECK(read >= 1 && read <= 3);
    CHECK_EQ(read + refused, TIMES);
    CHECK(person_can(&ada, "\"cmd\":\"list\""));
    person_close(&ada);
    world_close(&world);
    free(text);
}

static void check_field(struct person *person, const char *fields, const char *named)
{
    CHECK(person_refused(person, "bad_message", "\"cmd\":%s", fields));
    const char *why = json_string_value(json_object_get(person->answer, "why"));
    CHECK(why != NULL && strncmp(why, named, strlen(named)) == 0);
}

/* Every command says which of its fields is wrong. */
static void fields_are_checked(void)
{
    static const char *const of_match[][2] = {
        { "\"offer\",\"what\":\"tea\"", "what" },
        { "\"say\"", "text" },
        { "\"say\",\"text\":\"\"", "text" },
        { "\"mute\",\"seat\":0,\"who\":1,\"on\":5", "on" },
        { "\"report\",\"who\":\"nobody\"", "who" },
        { "\"order\",\"seat\":0,\"order\":{\"verb\":\"done\"},\"text\":\"done\"", "give either" },
        { "\"watch\",\"seat\":\"first\"", "seat" },
    };
    static const char *const other[][2] = {
        { "\"register\",\"name\":\"Ada\"", "password" },
        { "\"login\",\"version\":1,\"name\":\"Ada\",\"password\":\"12345678\",\"claim\":5",
          "claim" },
        { "\"password\",\"old\":\"12345678\"", "new" },
        { "\"end_session\"", "session" },
        { "\"lobby\",\"on\":5", "on" },
        { "\"list\",\"text\":\"done\"", "text" },
    };
    struct world world;
    struct person ada;
    char fields[200];
    world_open(&world, 7);
    person_open(&ada, &world, "Ada");
    make(&ada, "\"game\":\"null\",\"seats\":[\"me\",\"me\"]");
    for (size_t i = 0; i < sizeof of_match / sizeof of_match[0]; i++) {
        snprintf(fields, sizeof fields, "%s,\"match\":\"%s\"", of_match[i][0], last_match);
        check_field(&ada, fields, of_match[i][1]);
    }
    for (size_t i = 0; i < sizeof other / sizeof other[0]; i++) {
        check_field(&ada, other[i][0], other[i][1]);
    }
    person_close(&ada);
    world_close(&world);
}

/* Both sides come up, and nobody is lost on the way. */
static void sides_are_drawn_by_lot(void)
{
    struct world world;
    struct person ada;
    uint32_t first = 0;
    world_open(&world, 4);
    person_open(&ada, &world, "Ada");
    for (uint32_t i = 0; i < 64; i++) {
        make(&ada, "\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"sides\":\"random\"");
        CHECK(person_can(&ada, "\"cmd\":\"watch\",\"match\":\"%s\"", last_match));
        first += json_integer_value(json_object_get(ada.answer, "seat")) == 0;
        CHECK(person_can(&ada, "\"cmd\":\"leave\",\"match\":\"%s\"", last_match));
    }
    CHECK(first > 16 && first < 48);
    person_close(&ada);
    world_close(&world);
}

int main(void)
{
    RUN(the_lobby_tells_of_changes);
    RUN(filters_leave_out_what_does_not_fit);
    RUN(an_invited_seat_needs_the_link);
    RUN(a_match_has_the_seats_that_are_given);
    RUN(nonsense_is_told_what_is_wrong);
    RUN(long_messages_cost_more);
    RUN(fields_are_checked);
    RUN(sides_are_drawn_by_lot);
    return check_end();
}
