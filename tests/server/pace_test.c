/* Turns that all seats at the table watch together: who is waited for, for how long, and what
 * others hear of it. */
#include <stdlib.h>
#include <string.h>

#include "tests/check.h"
#include "tests/server/person.h"

enum { STEPS = 7 /* of a turn in Fortress */, APOCA_STEPS = 5, WAIT_MS = 5000 };

struct stage {
    struct world world;
    struct person ada, bob, eve;
    char match[32];
};

static bool watches(struct stage *s, struct person *person, const char *seat, const char *more)
{
    return person_can(person, "\"cmd\":\"watch\",\"match\":\"%s\",\"seat\":%s%s", s->match, seat,
                      more);
}

static void open_stage(struct stage *s, uint64_t seed, const char *game, const char *seats)
{
    world_open(&s->world, seed);
    person_open(&s->ada, &s->world, "Ada");
    person_open(&s->bob, &s->world, "Bob");
    person_open(&s->eve, &s->world, "Eve");
    CHECK(person_can(&s->ada,
                     "\"cmd\":\"create\",\"public\":true,\"seats\":%s,\"game\":\"%s\","
                     "\"pace\":\"together\"",
                     seats, game));
    snprintf(s->match, sizeof s->match, "%s",
             json_string_value(json_object_get(s->ada.answer, "match")));
    CHECK(watches(s, &s->ada, "0", ",\"frames\":true"));
}

/* Ada and Bob at the table. */
static void open_table(struct stage *s, uint64_t seed, const char *game)
{
    open_stage(s, seed, game, "[\"me\",\"open\"]");
    CHECK(person_can(&s->bob, "\"cmd\":\"join\",\"match\":\"%s\"", s->match));
    CHECK(watches(s, &s->bob, "1", ",\"frames\":true"));
}

static void close_stage(struct stage *s)
{
    person_close(&s->ada);
    person_close(&s->bob);
    person_close(&s->eve);
    world_close(&s->world);
}

static void done(struct stage *s, struct person *person)
{
    CHECK(person_can(person, "\"cmd\":\"order\",\"match\":\"%s\",\"text\":\"done\"", s->match));
}

static void turn(struct stage *s)
{
    s->world.frozen = true;
    done(s, &s->ada);
    done(s, &s->bob);
}

static bool ready(struct stage *s, struct person *person, int turn, const char *step)
{
    return person_can(person, "\"cmd\":\"ready\",\"match\":\"%s\",\"turn\":%d,\"step\":%s",
                      s->match, turn, step);
}

/* "attacks", or "" where all may be shown; "?": nobody has said anything. */
static const char *shown(struct person *person)
{
    const json_t *step;
    person_settle(person);
    step = person_latest(person, "step");
    return step == NULL ? "?" : json_is_null(step) ? "" : json_string_value(step);
}

static uint32_t told(struct person *person)
{
    uint32_t count = 0;
    person_settle(person);
    for (size_t i = 0; i < json_array_size(person->mail); i++) {
        const char *type =
            json_string_value(json_object_get(json_array_get(person->mail, i), "type"));
        count += type != NULL && strcmp(type, "pace") == 0;
    }
    return count;
}

static void a_step_waits_for_every_seat(void)
{
    struct stage s;
    open_table(&s, 1, "fortress");
    CHECK_TEXT(shown(&s.ada), "");
    turn(&s);
    CHECK_TEXT(shown(&s.ada), "spawns");
    CHECK(ready(&s, &s.ada, 1, "\"spawns\""));
    CHECK_TEXT(shown(&s.ada), "spawns");
    CHECK(ready(&s, &s.bob, 1, "1")); /* by its row */
    CHECK_TEXT(shown(&s.ada), "spells");
    CHECK_TEXT(shown(&s.bob), "spells");
    CHECK(ready(&s, &s.bob, 1, "null")); /* of all that is left */
    CHECK(ready(&s, &s.ada, 1, "\"movement\""));
    CHECK_TEXT(shown(&s.bob), "neutrals");
    CHECK(ready(&s, &s.ada, 1, "null"));
    CHECK_TEXT(shown(&s.ada), "");
    close_stage(&s);
}

static void some_seconds_are_enough(void)
{
    struct stage s;
    open_table(&s, 2, "fortress");
    turn(&s);
    CHECK(ready(&s, &s.ada, 1, "null"));
    world_wait(&s.world, WAIT_MS - 100);
    CHECK_TEXT(shown(&s.ada), "spawns");
    world_wait(&s.world, 200);
    CHECK_TEXT(shown(&s.ada), "spells");
    world_wait(&s.world, (STEPS - 1) * WAIT_MS);
    CHECK_TEXT(shown(&s.ada), "");
    close_stage(&s);
}

static void who_is_away_or_a_bot_is_ready(void)
{
    struct stage s;
    open_table(&s, 3, "fortress");
    turn(&s);
    CHECK(ready(&s, &s.ada, 1, "null"));
    CHECK_TEXT(shown(&s.ada), "spawns");
    person_leave(&s.bob);
    CHECK_TEXT(shown(&s.ada), "");
    close_stage(&s);
    open_stage(&s, 4, "fortress", "[\"me\",{\"bot\":\"greedy\"}]");
    s.world.frozen = true;
    done(&s, &s.ada);
    CHECK_TEXT(shown(&s.ada), "spawns");
    CHECK(ready(&s, &s.ada, 1, "null"));
    CHECK_TEXT(shown(&s.ada), "");
    close_stage(&s);
}

static void nobody_waits_for_those_who_see_no_steps(void)
{
    struct stage s;
    open_table(&s, 10, "fortress");
    CHECK(watches(&s, &s.ada, "0", ""));
    CHECK(watches(&s, &s.bob, "1", ""));
    turn(&s);
    CHECK(watches(&s, &s.ada, "0", ",\"frames\":true"));
    CHECK_TEXT(shown(&s.ada), "");
    close_stage(&s);
}

static void who_comes_back_is_told_where_it_stands(void)
{
    struct stage s;
    open_table(&s, 5, "fortress");
    turn(&s);
    CHECK(ready(&s, &s.bob, 1, "\"attacks\""));
    CHECK(ready(&s, &s.ada, 1, "\"spells\""));
    CHECK_TEXT(shown(&s.bob), "attacks");
    person_leave(&s.ada);
    CHECK_TEXT(shown(&s.bob), "engineering");
    person_forget(&s.ada);
    person_return(&s.ada);
    CHECK(watches(&s, &s.ada, "0", ",\"frames\":true,\"since\":0"));
    CHECK_TEXT(shown(&s.ada), "engineering");
    CHECK(ready(&s, &s.bob, 1, "null"));
    CHECK_TEXT(shown(&s.bob), "engineering"); /* she is waited for again */
    close_stage(&s);
}

static void a_restart_lets_everything_go(void)
{
    struct stage s;
    open_table(&s, 6, "fortress");
    turn(&s);
    CHECK_TEXT(shown(&s.ada), "spawns");
    person_leave(&s.ada);
    person_leave(&s.bob);
    CHECK(world_restart(&s.world));
    person_forget(&s.ada);
    person_return(&s.ada);
    CHECK(watches(&s, &s.ada, "0", ",\"frames\":true"));
    CHECK_TEXT(shown(&s.ada), "");
    person_return(&s.bob);
    CHECK(watches(&s, &s.bob, "1", ",\"frames\":true"));
    turn(&s); /* the match is still one that is watched together */
    CHECK_TEXT(shown(&s.ada), "spawns");
    close_stage(&s);
}

/* As many messages, whatever happened and whoever was quick; none to those who see no steps. */
static void the_pace_tells_nothing_else(void)
{
    struct stage s;
    open_table(&s, 7, "apoca");
    CHECK(watches(&s, &s.eve, "\"spectator\"", ""));
    CHECK_EQ(told(&s.eve), 0);
    person_forget(&s.ada);
    turn(&s);
    CHECK(ready(&s, &s.ada, 1, "null"));
    CHECK(ready(&s, &s.bob, 1, "null"));
    CHECK_EQ(told(&s.ada), APOCA_STEPS + 1);
    CHECK_EQ(told(&s.eve), 0);
    CHECK_EQ(json_object_size(json_array_get(s.ada.mail, json_array_size(s.ada.mail) - 1)), 5);
    CHECK(watches(&s, &s.eve, "\"spectator\"", ",\"frames\":true"));
    person_forget(&s.eve);
    turn(&s); /* who only watches is not waited for, but told */
    CHECK(ready(&s, &s.ada, 2, "null"));
    CHECK(ready(&s, &s.bob, 2, "null"));
    CHECK_EQ(told(&s.eve), APOCA_STEPS + 1);
    close_stage(&s);
}

static void words_of_another_turn_mean_nothing(void)
{
    struct stage s;
    open_table(&s, 8, "fortress");
    turn(&s);
    CHECK(ready(&s, &s.ada, 0, "null"));
    CHECK(ready(&s, &s.ada, 2, "null"));
    CHECK(ready(&s, &s.bob, 1, "null"));
    CHECK_TEXT(shown(&s.ada), "spawns");
    turn(&s); /* nobody was kept from ordering, and the new turn begins at its first step */
    CHECK_TEXT(shown(&s.ada), "spawns");
    CHECK(ready(&s, &s.ada, 2, "null"));
    CHECK_TEXT(shown(&s.ada), "spawns"); /* what Bob said was about the turn before */
    close_stage(&s);
}

static void what_makes_no_sense_is_refused(void)
{
    struct stage s;
    open_table(&s, 9, "fortress");
    CHECK(person_refused(&s.ada, "bad_message",
                         "\"cmd\":\"ready\",\"match\":\"%s\",\"turn\":0,\"step\":\"x\"", s.match));
    CHECK(person_refused(&s.ada, "bad_message",
                         "\"cmd\":\"ready\",\"match\":\"%s\",\"turn\":0,\"step\":8", s.match));
    CHECK(person_refused(&s.ada, "bad_message",
                         "\"cmd\":\"ready\",\"match\":\"%s\",\"turn\":0,\"step\":0", s.match));
    CHECK(person_refused(&s.ada, "bad_message", "\"cmd\":\"ready\",\"match\":\"%s\",\"step\":null",
                         s.match));
    CHECK(person_refused(&s.ada, "bad_message", "\"cmd\":\"ready\",\"match\":\"%s\",\"turn\":0",
                         s.match));
    CHECK(person_refused(&s.ada, "not_allowed",
                         "\"cmd\":\"ready\",\"match\":\"%s\",\"seat\":1,\"turn\":0,\"step\":1",
                         s.match));
    CHECK(person_refused(&s.eve, "not_allowed",
                         "\"cmd\":\"ready\",\"match\":\"%s\",\"turn\":0,\"step\":1", s.match));
    CHECK(person_refused(&s.ada, "bad_setup",
                         "\"cmd\":\"create\",\"game\":\"null\",\"pace\":\"x\"") ||
          person_refused(&s.ada, "bad_message",
                         "\"cmd\":\"create\",\"game\":\"null\",\"pace\":\"x\""));
    CHECK(person_can(&s.ada, "\"cmd\":\"create\",\"game\":\"fortress\",\"seats\":[\"me\",{\"bot\":"
                             "\"greedy\"}],\"pace\":null"));
    char match[32];
    snprintf(match, sizeof match, "%s", json_string_value(json_object_get(s.ada.answer, "match")));
    CHECK(person_refused(&s.ada, "not_allowed",
                         "\"cmd\":\"ready\",\"match\":\"%s\",\"turn\":0,\"step\":1", match));
    close_stage(&s);
}

int main(void)
{
    RUN(a_step_waits_for_every_seat);
    RUN(some_seconds_are_enough);
    RUN(who_is_away_or_a_bot_is_ready);
    RUN(nobody_waits_for_those_who_see_no_steps);
    RUN(who_comes_back_is_told_where_it_stands);
    RUN(a_restart_lets_everything_go);
    RUN(the_pace_tells_nothing_else);
    RUN(words_of_another_turn_mean_nothing);
    RUN(what_makes_no_sense_is_refused);
    return check_end();
}
