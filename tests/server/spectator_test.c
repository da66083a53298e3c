/* Who sees what when: the public at once, everything late or at the end. */
#include <stdlib.h>

#include "tests/check.h"
#include "tests/server/person.h"

struct stage {
    struct world world;
    struct person ada, bob, eve;
    char match[32];
};

static void open_stage(struct stage *s, uint64_t seed, const char *fields)
{
    world_open(&s->world, seed);
    person_open(&s->ada, &s->world, "Ada");
    person_open(&s->bob, &s->world, "Bob");
    person_open(&s->eve, &s->world, "Eve");
    CHECK(person_can(&s->ada, "\"cmd\":\"create\",\"public\":true,\"seats\":[\"me\",\"open\"],%s",
                     fields));
    snprintf(s->match, sizeof s->match, "%s",
             json_string_value(json_object_get(s->ada.answer, "match")));
    CHECK(person_can(&s->bob, "\"cmd\":\"join\",\"match\":\"%s\",\"agree\":true", s->match));
}

static void close_stage(struct stage *s)
{
    person_close(&s->ada);
    person_close(&s->bob);
    person_close(&s->eve);
    world_close(&s->world);
}

static void turn(struct stage *s)
{
    struct person *people[] = { &s->ada, &s->bob };
    for (uint32_t i = 0; i < 2; i++) {
        CHECK(person_can(people[i], "\"cmd\":\"order\",\"match\":\"%s\",\"text\":\"done\"",
                         s->match));
    }
}

static bool watches(struct stage *s, struct person *person, const char *seat)
{
    return person_can(person, "\"cmd\":\"watch\",\"match\":\"%s\",\"seat\":%s", s->match, seat);
}

static bool may_not(struct stage *s, struct person *person, const char *seat)
{
    return person_refused(person, "not_allowed", "\"cmd\":\"watch\",\"match\":\"%s\",\"seat\":%s",
                          s->match, seat);
}

static int64_t turn_seen(struct person *person)
{
    return json_integer_value(json_array_get(person_latest(person, "turn"), 0));
}

static const char *const apoca = "\"game\":\"apoca\",\"options\":{\"turns\":20,\"map\":\"duel\"}";

static void seats_of_others_open_at_the_end(void)
{
    struct stage s;
    open_stage(&s, 1, apoca);
    CHECK(watches(&s, &s.eve, "\"spectator\""));
    CHECK(may_not(&s, &s.eve, "0"));
    CHECK(may_not(&s, &s.bob, "0"));
    CHECK(person_can(&s.bob, "\"cmd\":\"resign\",\"match\":\"%s\"", s.match));
    CHECK(watches(&s, &s.eve, "0"));
    CHECK(json_is_integer(json_object_get(s.eve.answer, "seat")));
    CHECK_EQ(json_integer_value(json_object_get(s.eve.answer, "seat")), 0);
    CHECK_TEXT(person_text(&s.eve, "state"), "over");
    CHECK(watches(&s, &s.bob, "0"));
    close_stage(&s);
}

static void a_delay_shows_everything_late(void)
{
    struct stage s;
    char fields[160];
    snprintf(fields, sizeof fields, "%s,\"delay\":2", apoca);
    open_stage(&s, 2, fields);
    CHECK(may_not(&s, &s.bob, "0")); /* not to players */
    CHECK(watches(&s, &s.eve, "0"));
    CHECK_EQ(turn_seen(&s.eve), 0);
    for (int64_t done = 1; done <= 6; done++) {
        turn(&s);
        person_settle(&s.eve);
        CHECK_EQ(turn_seen(&s.eve), done > 2 ? done - 2 : 0);
    }
    int64_t latest = json_integer_value(person_latest(&s.eve, "n"));
    person_forget(&s.eve);
    CHECK(person_can(&s.eve, "\"cmd\":\"watch\",\"match\":\"%s\",\"seat\":0,\"since\":%d", s.match,
                     (int)latest - 2));
    CHECK_EQ(json_integer_value(person_latest(&s.eve, "n")), latest);
    CHECK_EQ(turn_seen(&s.eve), 4);
    CHECK(person_latest(&s.eve, "key") == NULL);
    CHECK(person_can(&s.bob, "\"cmd\":\"resign\",\"match\":\"%s\"", s.match));
    person_settle(&s.eve);
    CHECK_TEXT(person_text(&s.eve, "state"), "over");
    CHECK(person_latest(&s.eve, "key") != NULL);
    close_stage(&s);
}

static void late_watchers_who_sit_down_see_no_more(void)
{
    struct stage s;
    world_open(&s.world, 3);
    person_open(&s.ada, &s.world, "Ada");
    person_open(&s.bob, &s.world, "Bob");
    person_open(&s.eve, &s.world, "Eve");
    CHECK(person_can(&s.ada,
                     "\"cmd\":\"create\",\"public\":true,\"seats\":[\"me\",\"open\"],%s,"
                     "\"delay\":1",
                     apoca));
    snprintf(s.match, sizeof s.match, "%s",
             json_string_value(json_object_get(s.ada.answer, "match")));
    CHECK(watches(&s, &s.bob, "0"));
    CHECK(person_can(&s.bob, "\"cmd\":\"join\",\"match\":\"%s\"", s.match));
    person_forget(&s.bob);
    turn(&s);
    turn(&s);
    person_settle(&s.bob);
    CHECK_EQ(json_array_size(s.bob.mail), 0);
    close_stage(&s);
}

/* Seats are shown to strangers only when everybody who sits there has said yes, and never in rated
 * matches; whoever says nothing has not agreed. */
static void eyes_are_shown_when_all_agree(void)
{
    static const char *const joins[] = { "", ",\"agree\":false", ",\"agree\":true" };
    for (uint32_t i = 0; i < 3; i++) {
        struct stage s;
        world_open(&s.world, 6 + i);
        person_open(&s.ada, &s.world, "Ada");
        person_open(&s.bob, &s.world, "Bob");
        person_open(&s.eve, &s.world, "Eve");
        CHECK(person_can(
            &s.ada, "\"cmd\":\"create\",\"public\":true,\"seats\":[\"me\",\"open\"],%s,\"delay\":1",
            apoca));
        snprintf(s.match, sizeof s.match, "%s",
                 json_string_value(json_object_get(s.ada.answer, "match")));
        CHECK(watches(&s, &s.eve, "0"));
        CHECK(person_can(&s.bob, "\"cmd\":\"join\",\"match\":\"%s\"%s", s.match, joins[i]));
        person_settle(&s.eve);
        person_forget(&s.eve);
        turn(&s);
        turn(&s);
        person_settle(&s.eve);
        CHECK_EQ(json_array_size(s.eve.mail) > 0, i == 2);
        CHECK(i == 2 ? watches(&s, &s.eve, "1") : may_not(&s, &s.eve, "1"));
        CHECK(person_can(&s.eve, "\"cmd\":\"list\""));
        const json_t *line = json_array_get(json_object_get(s.eve.answer, "matches"), 0);
        const json_t *eyes = json_object_get(line, "eyes");
        CHECK_EQ(json_integer_value(json_object_get(eyes, "delay")), 1);
        CHECK_EQ(json_array_size(json_object_get(eyes, "agreed")), i == 2 ? 2 : 1);
        CHECK_EQ(json_is_true(json_object_get(eyes, "shown")), i == 2);
        CHECK(world_restart(&s.world));
        person_return(&s.eve);
        CHECK(i == 2 ? watches(&s, &s.eve, "1") : may_not(&s, &s.eve, "1"));
        close_stage(&s);
    }
}

/* Whoever gives a match up does not see what the others had sealed. */
static void what_was_given_up_stays_sealed(void)
{
    struct stage s;
    struct core_page page;
    char path[96];
    open_stage(&s, 10, apoca);
    CHECK(person_can(&s.bob, "\"cmd\":\"order\",\"match\":\"%s\",\"text\":\"hire N\"", s.match));
    CHECK(person_can(&s.ada, "\"cmd\":\"abort\",\"match\":\"%s\"", s.match));
    CHECK(may_not(&s, &s.ada, "1"));
    CHECK(may_not(&s, &s.eve, "1"));
    CHECK(watches(&s, &s.bob, "1"));
    CHECK(watches(&s, &s.eve, "\"spectator\""));
    snprintf(path, sizeof path, "/v1/matches/%s/replay", s.match);
    CHECK(world_get(&s.world, path, &page));
    CHECK_EQ(page.status, 200);
    free(page.bytes);
    CHECK_EQ(s.world.replay_orders, 0);
    close_stage(&s);
}

/* In civ spectators see everything. */
static void all_seeing_spectators_wait(void)
{
    struct stage s;
    open_stage(&s, 4, "\"game\":\"civ\"");
    CHECK(may_not(&s, &s.eve, "\"spectator\""));
    CHECK(person_can(&s.bob, "\"cmd\":\"resign\",\"match\":\"%s\"", s.match));
    CHECK(watches(&s, &s.eve, "\"spectator\""));
    close_stage(&s);
    open_stage(&s, 5, "\"game\":\"civ\",\"delay\":1");
    CHECK(watches(&s, &s.eve, "\"spectator\""));
    CHECK(may_not(&s, &s.ada, "\"spectator\""));
    close_stage(&s);
}

int main(void)
{
    RUN(seats_of_others_open_at_the_end);
    RUN(a_delay_shows_everything_late);
    RUN(late_watchers_who_sit_down_see_no_more);
    RUN(eyes_are_shown_when_all_agree);
    RUN(what_was_given_up_stays_sealed);
    RUN(all_seeing_spectators_wait);
    return check_end();
}
