/* What happens around the board: clocks, pauses, draws, claims, aborts, rematches, chat. */
#include <stdlib.h>

#include "tests/check.h"
#include "tests/server/person.h"

struct round_table {
    struct world world;
    struct person ada, bob, eve; /* Eve watches */
    char match[32], secret[32];
};

static const char *const apoca = "\"game\":\"apoca\",\"options\":{\"turns\":50,\"map\":\"duel\"}";
static const char *const heap = "\"game\":\"null\",\"options\":{\"heap\":21}";

static void watch(struct round_table *t, struct person *person)
{
    CHECK(person_can(person, "\"cmd\":\"watch\",\"match\":\"%s\"", t->match));
}

static void keep_match(struct round_table *t)
{
    const json_t *answer = t->ada.answer;
    snprintf(t->match, sizeof t->match, "%s", json_string_value(json_object_get(answer, "match")));
    snprintf(t->secret, sizeof t->secret, "%s",
             json_string_value(json_object_get(answer, "secret")));
}

/* Ada makes a match, Bob sits down with her, Eve watches. */
static void sit_down(struct round_table *t, uint64_t seed, const char *game, const char *terms)
{
    world_open(&t->world, seed);
    person_open(&t->ada, &t->world, "Ada");
    person_open(&t->bob, &t->world, "Bob");
    person_open(&t->eve, &t->world, "Eve");
    CHECK(person_can(&t->ada, "\"cmd\":\"create\",%s,\"seats\":[\"me\",\"open\"]%s", game, terms));
    keep_match(t);
    watch(t, &t->ada);
    CHECK(person_can(&t->bob, "\"cmd\":\"join\",\"match\":\"%s\",\"secret\":\"%s\"", t->match,
                     t->secret));
    watch(t, &t->bob);
    watch(t, &t->eve);
}

static void get_up(struct round_table *t)
{
    person_close(&t->ada);
    person_close(&t->bob);
    person_close(&t->eve);
    world_close(&t->world);
}

static bool can(struct round_table *t, struct person *person, const char *fields)
{
    return person_can(person, "%s,\"match\":\"%s\"", fields, t->match);
}

static bool refused(struct round_table *t, struct person *person, const char *code,
                    const char *fields)
{
    return person_refused(person, code, "%s,\"match\":\"%s\"", fields, t->match);
}

static bool done(struct round_table *t, struct person *person)
{
    return can(t, person, "\"cmd\":\"order\",\"text\":\"done\"");
}

static int64_t left(struct person *person, size_t seat)
{
    const json_t *clock = person_latest(person, "clock");
    return json_integer_value(json_array_get(json_object_get(clock, "left"), seat));
}

static bool runs(struct person *person, size_t seat)
{
    const json_t *clock = person_latest(person, "clock");
    return json_is_true(json_array_get(json_object_get(clock, "runs"), seat));
}

static int64_t turn(struct person *person)
{
    return json_integer_value(json_array_get(person_latest(person, "turn"), 0));
}

static bool is_about(int64_t got, int64_t want)
{
    bool fine = got <= want + 1000 && got > want - 3000;
    if (!fine) {
        printf("# %lld ms, not about %lld\n", (long long)got, (long long)want);
    }
    return fine;
}

/* ---- clocks ---- */

static void a_bank_is_spent_and_filled(void)
{
    struct round_table t;
    sit_down(&t, 1, apoca, ",\"clock\":{\"bank\":100,\"increment\":10}");
    CHECK(is_about(left(&t.ada, 0), 100000) && runs(&t.ada, 0) && runs(&t.ada, 1));
    world_wait(&t.world, 30000);
    CHECK(done(&t, &t.ada));
    CHECK(is_about(left(&t.ada, 0), 80000) && !runs(&t.ada, 0));
    CHECK(runs(&t.ada, 1)); /* as far as she knows */
    world_wait(&t.world, 20000);
    CHECK(done(&t, &t.bob));
    CHECK_EQ(turn(&t.bob), 1);
    CHECK(is_about(left(&t.bob, 0), 80000) && is_about(left(&t.bob, 1), 60000));
    CHECK(runs(&t.bob, 0) && runs(&t.bob, 1) && runs(&t.eve, 0));
    get_up(&t);
}

static void what_is_taken_back_has_cost_time(void)
{
    struct round_table t;
    sit_down(&t, 2, apoca, ",\"clock\":{\"turn\":60}");
    world_wait(&t.world, 10000);
    CHECK(done(&t, &t.ada));
    world_wait(&t.world, 20000);
    CHECK(can(&t, &t.ada, "\"cmd\":\"undo\""));
    CHECK(is_about(left(&t.ada, 0), 30000) && runs(&t.ada, 0));
    CHECK(done(&t, &t.ada));
    world_wait(&t.world, 27000);
    CHECK_EQ(turn(&t.ada), 0);
    world_wait(&t.world, 4000); /* Bob's time is over */
    CHECK_EQ(turn(&t.ada), 1);
    CHECK_EQ(json_integer_value(json_array_get(person_latest(&t.ada, "late"), 0)), 1);
    get_up(&t);
}

static void a_decision_whose_time_is_over_stays(void)
{
    struct round_table t;
    sit_down(&t, 3, apoca, ",\"clock\":{\"bank\":20}");
    CHECK(done(&t, &t.bob));
    world_wait(&t.world, 14000);
    CHECK(done(&t, &t.ada)); /* she has 6 seconds left */
    CHECK(done(&t, &t.ada));
    world_wait(&t.world, 3000);
    CHECK(can(&t, &t.ada, "\"cmd\":\"undo\"") && done(&t, &t.ada));
    world_wait(&t.world, 4000);
    CHECK(refused(&t, &t.ada, "time", "\"cmd\":\"undo\""));
    world_wait(&t.world, 15000);
    CHECK_EQ(turn(&t.ada), 2);               /* Bob's draft stood */
    CHECK(is_about(left(&t.bob, 1), 10000)); /* and he has a little more */
    get_up(&t);
}

static void a_turn_ends_when_nobody_comes(void)
{
    struct round_table t;
    sit_down(&t, 4, apoca, ",\"clock\":{\"turn\":30}");
    world_wait(&t.world, 95000);
    CHECK_EQ(turn(&t.eve), 3);
    person_leave(&t.ada);
    world_wait(&t.world, 31000);
    person_return(&t.ada);
    watch(&t, &t.ada);
    CHECK(turn(&t.ada) >= 4);
    CHECK(done(&t, &t.ada)); /* she is back */
    get_up(&t);
}

static void a_bot_stands_in(void)
{
    struct round_table t;
    sit_down(&t, 5, apoca, ",\"clock\":{\"turn\":30},\"on_timeout\":{\"bot\":\"greedy\"}");
    CHECK(done(&t, &t.ada));
    world_wait(&t.world, 31000);
    CHECK_EQ(turn(&t.ada), 1);
    CHECK(runs(&t.bob, 1)); /* it is Bob's decision again */
    CHECK(done(&t, &t.bob));
    get_up(&t);
}

static void a_clock_of_days(void)
{
    struct round_table t;
    sit_down(&t, 6, heap, ",\"clock\":{\"days\":2}");
    CHECK(is_about(left(&t.ada, 0), INT64_C(2) * 86400 * 1000));
    CHECK(runs(&t.ada, 0) && !runs(&t.ada, 1)); /* they take turns */
    world_wait(&t.world, INT64_C(172800000) + 1000);
    CHECK(!runs(&t.ada, 0) && runs(&t.ada, 1)); /* a stone was taken for her */
    get_up(&t);
}

static void a_stop_of_the_server_costs_nobody_time(void)
{
    struct round_table t;
    sit_down(&t, 7, apoca, ",\"clock\":{\"bank\":100,\"increment\":0}");
    world_wait(&t.world, 40000);
    CHECK(done(&t, &t.bob));
    person_leave(&t.ada);
    t.world.now_ms += 5000000; /* nothing runs */
    CHECK(world_restart(&t.world));
    person_return(&t.ada);
    watch(&t, &t.ada);
    CHECK(is_about(left(&t.ada, 0), 60000));
    t.world.now_ms += 5000000; /* the process was stopped */
    person_settle(&t.ada);
    watch(&t, &t.ada);
    CHECK(is_about(left(&t.ada, 0), 60000));
    get_up(&t);
}

/* Half a minute is a time that could have passed: only a clock that nobody sets tells. */
static void setting_the_clock_costs_nobody_time(void)
{
    struct round_table t;
    sit_down(&t, 7, apoca, ",\"clock\":{\"turn\":20}");
    world_wait(&t.world, 1000);
    t.world.skew_ms += 30000;
    world_wait(&t.world, 1000);
    CHECK(done(&t, &t.bob));
    watch(&t, &t.ada);
    CHECK(is_about(left(&t.ada, 0), 18000));
    t.world.skew_ms -= 3600000;
    world_wait(&t.world, 1000);
    watch(&t, &t.ada);
    CHECK(is_about(left(&t.ada, 0), 17000));
    get_up(&t);
}

static bool was_told(struct round_table *t, struct person *person, const char *part)
{
    bool found = false;
    for (char *text; (text = world_receive(&t->world, person->connection)) != NULL; free(text)) {
        found = found || strstr(text, part) != NULL;
    }
    return found;
}

static void say(struct round_table *t, struct person *person, const char *id, const char *order)
{
    char text[200];
    snprintf(text, sizeof text,
             "{\"cmd\":\"order\",\"id\":\"%s\",\"match\":\"%s\",\"text\":\"%s\"}", id, t->match,
             order);
    world_send(&t->world, person->connection, text);
    world_wait(&t->world, 50);
}

/* How long a refusal takes must not tell whether somebody else has just given an order. */
static void a_refusal_waits_for_nobody(void)
{
    struct round_table t;
    sit_down(&t, 31, apoca, "");
    t.world.hold_writes = true;
    say(&t, &t.bob, "b1", "hire N");
    say(&t, &t.ada, "a1", "hire XYZ");
    CHECK(was_told(&t, &t.ada, "a1"));
    say(&t, &t.ada, "a2", "hire N"); /* this one needs the disk */
    CHECK(!was_told(&t, &t.ada, "a2"));
    t.world.hold_writes = false;
    world_wait(&t.world, 50);
    CHECK(was_told(&t, &t.ada, "\"re\":\"a2\",\"ok\":true"));
    CHECK(was_told(&t, &t.bob, "\"re\":\"b1\",\"ok\":true"));
    get_up(&t);
}

/* Who would have to wait for more than a second is told so, and may try again. */
static void nobody_waits_long_without_a_word(void)
{
    struct round_table t;
    sit_down(&t, 32, apoca, "");
    t.world.frozen = true; /* but for what is waited for */
    t.world.hold_writes = true;
    say(&t, &t.bob, "b1", "hire N");
    say(&t, &t.ada, "a1", "hire N");
    world_wait(&t.world, 700);
    CHECK(!was_told(&t, &t.ada, "a1"));
    world_wait(&t.world, 300);
    CHECK(was_told(&t, &t.ada, "\"busy\""));
    t.world.hold_writes = false;
    world_wait(&t.world, 50);
    CHECK(was_told(&t, &t.bob, "\"re\":\"b1\",\"ok\":true"));
    say(&t, &t.ada, "a1", "hire N"); /* the same command again */
    world_wait(&t.world, 50);
    CHECK(was_told(&t, &t.ada, "\"re\":\"a1\",\"ok\":true"));
    CHECK_EQ(core_count(t.world.core).busy, 1);
    get_up(&t);
}

static void a_pause_stops_the_clocks(void)
{
    struct round_table t;
    sit_down(&t, 8, apoca, ",\"clock\":{\"bank\":100}");
    CHECK(can(&t, &t.ada, "\"cmd\":\"offer\",\"what\":\"pause\""));
    CHECK(refused(&t, &t.ada, "not_allowed", "\"cmd\":\"offer\",\"what\":\"pause\""));
    CHECK(person_latest(&t.bob, "paused") == NULL);
    CHECK(json_object_get(person_latest(&t.bob, "offers"), "pause") != NULL);
    CHECK(can(&t, &t.bob, "\"cmd\":\"offer\",\"what\":\"pause\""));
    CHECK(json_is_true(person_latest(&t.ada, "paused")));
    world_wait(&t.world, 500000);
    CHECK(refused(&t, &t.ada, "paused", "\"cmd\":\"order\",\"text\":\"done\""));
    CHECK(can(&t, &t.bob, "\"cmd\":\"resume\""));
    CHECK(is_about(left(&t.ada, 0), 100000) && runs(&t.ada, 0));
    CHECK(refused(&t, &t.bob, "not_allowed", "\"cmd\":\"resume\""));
    CHECK(done(&t, &t.ada));
    get_up(&t);
}

/* ---- endings ---- */

static void a_draw_is_agreed_on(void)
{
    struct round_table t;
    sit_down(&t, 9, apoca, "");
    CHECK(can(&t, &t.ada, "\"cmd\":\"offer\",\"what\":\"draw\""));
    CHECK(can(&t, &t.bob, "\"cmd\":\"decline\",\"what\":\"draw\""));
    CHECK_EQ(json_object_size(person_latest(&t.ada, "offers")), 0);
    CHECK(refused(&t, &t.bob, "not_allowed", "\"cmd\":\"decline\",\"what\":\"draw\""));
    CHECK(can(&t, &t.ada, "\"cmd\":\"offer\",\"what\":\"draw\""));
    CHECK(can(&t, &t.bob, "\"cmd\":\"offer\",\"what\":\"draw\""));
    CHECK_TEXT(person_text(&t.eve, "state"), "over");
    CHECK_TEXT(person_text(&t.eve, "ended"), "draw");
    CHECK_EQ(json_integer_value(
                 json_array_get(json_object_get(person_latest(&t.eve, "outcome"), "rank"), 1)),
             1);
    CHECK_EQ(strlen(person_text(&t.eve, "key")), 32);
    CHECK(refused(&t, &t.ada, "game_over", "\"cmd\":\"order\",\"text\":\"done\""));
    CHECK(refused(&t, &t.ada, "over", "\"cmd\":\"offer\",\"what\":\"pause\""));
    struct core_page page;
    char path[80];
    snprintf(path, sizeof path, "/v1/matches/%s/replay", t.match);
    CHECK(world_get(&t.world, path, &page) && page.status == 200 && page.size > 0);
    free(page.bytes);
    get_up(&t);
}

static void an_offer_of_a_draw_ends_with_the_turn(void)
{
    struct round_table t;
    sit_down(&t, 10, apoca, "");
    CHECK(can(&t, &t.ada, "\"cmd\":\"offer\",\"what\":\"draw\""));
    CHECK(done(&t, &t.ada) && done(&t, &t.bob));
    CHECK_EQ(json_object_size(person_latest(&t.bob, "offers")), 0);
    CHECK(can(&t, &t.bob, "\"cmd\":\"offer\",\"what\":\"draw\""));
    CHECK_TEXT(person_text(&t.bob, "state"), "running");
    get_up(&t);
}

static void an_offer_of_a_pause_ends_with_the_match(void)
{
    struct round_table t;
    sit_down(&t, 31, apoca, "");
    CHECK(can(&t, &t.ada, "\"cmd\":\"offer\",\"what\":\"pause\""));
    CHECK_EQ(json_object_size(person_latest(&t.bob, "offers")), 1);
    CHECK(can(&t, &t.bob, "\"cmd\":\"resign\""));
    CHECK_EQ(json_object_size(person_latest(&t.bob, "offers")), 0);
    get_up(&t);
}

/* ---- numbers instead of names ---- */

static int64_t number_in(const json_t *list, size_t index)
{
    return json_integer_value(json_array_get(list, index));
}

/* Ada and Bob hear the same turn, she in numbers and he in names. */
static void a_turn_in_numbers(void)
{
    struct round_table t;
    char tables[32], order[96];
    sit_down(&t, 8, heap, "");
    CHECK(can(&t, &t.ada, "\"cmd\":\"watch\",\"form\":\"numbers\""));
    snprintf(tables, sizeof tables, "%s",
             json_string_value(json_object_get(t.ada.answer, "tables")));
    CHECK_EQ(strlen(tables), 16);
    snprintf(order, sizeof order, "\"cmd\":\"order\",\"order\":[0,2,0,0],\"tables\":\"%s\"",
             tables);
    CHECK(can(&t, &t.ada, order));
    const json_t *event = json_array_get(person_latest(&t.ada, "events"), 0);
    CHECK_EQ(json_array_size(event), 5); /* took: kind, cause, seat, stones, left */
    CHECK(number_in(event, 0) == 0 && number_in(event, 1) == 0 && number_in(event, 2) == 0);
    CHECK(number_in(event, 3) == 2 && number_in(event, 4) == 19);
    event = json_array_get(person_latest(&t.bob, "events"), 0);
    CHECK_TEXT(json_string_value(json_object_get(event, "kind")), "took");
    CHECK(can(&t, &t.ada, "\"cmd\":\"resign\""));
    const json_t *outcome = person_latest(&t.ada, "outcome");
    CHECK_EQ(json_integer_value(json_object_get(outcome, "ending")), 2);
    outcome = person_latest(&t.bob, "outcome");
    CHECK_TEXT(json_string_value(json_object_get(outcome, "reason")), "resigned");
    get_up(&t);
}

/* Refused, and with which numbers of the tables. */
static void check_verdict(struct round_table *t, const char *tables, const char *order,
                          const char *code, enum rd_code number)
{
    char fields[128];
    snprintf(fields, sizeof fields, "\"cmd\":\"order\",\"order\":%s,\"tables\":\"%s\"", order,
             tables);
    CHECK(refused(t, &t->ada, code, fields));
    const json_t *verdict = json_object_get(t->ada.answer, "verdict");
    CHECK_EQ(json_array_size(verdict), 3);
    CHECK_EQ(number_in(verdict, 0), (int64_t)number);
}

static void wrong_numbers_are_refused(void)
{
    static const char *const bad[] = { "[]",           "[0,1,0]",       "[0,1,0,0,0]",
                                       "[0,-1,0,0]",   "[0,65536,0,0]", "[0,1.5,0,0]",
                                       "[0,true,0,0]", "[0,\"1\",0,0]" };
    struct round_table t;
    char tables[32], fields[128];
    sit_down(&t, 9, heap, "");
    CHECK(refused(&t, &t.ada, "bad_message", "\"cmd\":\"watch\",\"form\":\"letters\""));
    watch(&t, &t.ada);
    snprintf(tables, sizeof tables, "%s",
             json_string_value(json_object_get(t.ada.answer, "tables")));
    for (uint32_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        snprintf(fields, sizeof fields, "\"cmd\":\"order\",\"order\":%s,\"tables\":\"%s\"", bad[i],
                 tables);
        CHECK(refused(&t, &t.ada, "bad_message", fields));
    }
    CHECK(refused(&t, &t.ada, "bad_message", "\"cmd\":\"order\",\"order\":[0,1,0,0]"));
    CHECK(refused(&t, &t.ada, "other_tables",
                  "\"cmd\":\"order\",\"order\":[0,1,0,0],\"tables\":\"0123456789abcdef\""));
    check_verdict(&t, tables, "[7,0,0,0]", "no_such_verb", RD_NO_SUCH_VERB);
    check_verdict(&t, tables, "[0,1,1,0]", "bad_arg", RD_BAD_ARG);
    check_verdict(&t, tables, "[0,0,0,0]", "against_rules", RD_AGAINST_RULES);
    CHECK_EQ(number_in(json_object_get(t.ada.answer, "verdict"), 1), 1); /* the first refusal */
    get_up(&t);
}

/* The rules have no ending for it: null, not their first one. */
static void a_draw_in_numbers(void)
{
    struct round_table t;
    sit_down(&t, 10, apoca, "");
    CHECK(can(&t, &t.eve, "\"cmd\":\"watch\",\"form\":\"numbers\""));
    CHECK(can(&t, &t.ada, "\"cmd\":\"offer\",\"what\":\"draw\""));
    CHECK(can(&t, &t.bob, "\"cmd\":\"offer\",\"what\":\"draw\""));
    person_settle(&t.eve);
    const json_t *outcome = person_latest(&t.eve, "outcome");
    CHECK(json_is_null(json_object_get(outcome, "ending")));
    CHECK_EQ(json_array_size(json_object_get(outcome, "rank")), 2);
    CHECK_EQ(number_in(json_object_get(outcome, "rank"), 1), 1);
    CHECK_TEXT(person_text(&t.eve, "ended"), "draw");
    get_up(&t);
}

static void only_the_first_turn_can_be_aborted(void)
{
    struct round_table t;
    sit_down(&t, 11, apoca, "");
    CHECK(refused(&t, &t.eve, "not_allowed", "\"cmd\":\"abort\""));
    CHECK(done(&t, &t.ada));
    CHECK(can(&t, &t.bob, "\"cmd\":\"abort\""));
    CHECK_TEXT(person_text(&t.ada, "ended"), "aborted");
    CHECK(json_is_null(person_latest(&t.ada, "outcome")));
    get_up(&t);
    sit_down(&t, 12, apoca, "");
    CHECK(done(&t, &t.ada) && done(&t, &t.bob));
    CHECK(refused(&t, &t.bob, "not_allowed", "\"cmd\":\"abort\""));
    CHECK(person_can(&t.ada, "\"cmd\":\"create\",%s,\"seats\":[\"open\",\"open\"]", apoca));
    keep_match(&t);
    CHECK(refused(&t, &t.bob, "not_allowed", "\"cmd\":\"abort\""));
    CHECK(can(&t, &t.ada, "\"cmd\":\"abort\"")); /* she made it */
    CHECK(person_refused(&t.bob, "over", "\"cmd\":\"join\",\"match\":\"%s\",\"secret\":\"%s\"",
                         t.match, t.secret));
    get_up(&t);
}

static void an_absent_player_gives_up(void)
{
    struct round_table t;
    sit_down(&t, 13, apoca, ",\"claim\":60");
    CHECK(done(&t, &t.ada));
    CHECK(refused(&t, &t.ada, "not_allowed", "\"cmd\":\"claim\",\"against\":1"));
    person_leave(&t.bob);
    person_settle(&t.ada);
    const json_t *claim = person_latest(&t.ada, "claim");
    CHECK(is_about(json_integer_value(json_array_get(claim, 1)), 60000));
    CHECK(!json_is_true(json_array_get(person_latest(&t.ada, "here"), 1)));
    world_wait(&t.world, 50000);
    CHECK(refused(&t, &t.ada, "not_allowed", "\"cmd\":\"claim\",\"against\":1"));
    world_wait(&t.world, 11000);
    CHECK(can(&t, &t.ada, "\"cmd\":\"claim\",\"against\":1"));
    CHECK_EQ(json_integer_value(
                 json_array_get(json_object_get(person_latest(&t.eve, "outcome"), "rank"), 0)),
             1);
    get_up(&t);
}

static void absence_counts_from_sitting_down_and_from_resuming(void)
{
    struct round_table t;
    world_open(&t.world, 17);
    person_open(&t.ada, &t.world, "Ada");
    person_open(&t.bob, &t.world, "Bob");
    person_open(&t.eve, &t.world, "Eve");
    world_wait(&t.world, 500000); /* the server has been up for a while */
    CHECK(person_can(&t.ada, "\"cmd\":\"create\",%s,\"seats\":[\"me\",\"open\"],\"claim\":60",
                     apoca));
    keep_match(&t);
    watch(&t, &t.ada);
    world_wait(&t.world, 100000);
    CHECK(person_can(&t.bob, "\"cmd\":\"join\",\"match\":\"%s\",\"secret\":\"%s\"", t.match,
                     t.secret));
    CHECK(done(&t, &t.ada));
    CHECK(refused(&t, &t.ada, "not_allowed", "\"cmd\":\"claim\",\"against\":1"));
    CHECK(can(&t, &t.ada, "\"cmd\":\"offer\",\"what\":\"pause\""));
    CHECK(can(&t, &t.bob, "\"cmd\":\"offer\",\"what\":\"pause\""));
    world_wait(&t.world, 100000);
    CHECK(can(&t, &t.ada, "\"cmd\":\"resume\""));
    CHECK(is_about(json_integer_value(json_array_get(person_latest(&t.ada, "claim"), 1)), 60000));
    CHECK(refused(&t, &t.ada, "not_allowed", "\"cmd\":\"claim\",\"against\":1"));
    world_wait(&t.world, 61000);
    CHECK(can(&t, &t.ada, "\"cmd\":\"claim\",\"against\":1"));
    get_up(&t);
}

/* While the server stood still nobody could come. */
static void absence_counts_from_the_start_of_the_server(void)
{
    struct round_table t;
    sit_down(&t, 32, apoca, ",\"claim\":60");
    CHECK(done(&t, &t.ada));
    person_leave(&t.bob);
    world_wait(&t.world, 50000);
    CHECK(world_restart(&t.world));
    person_return(&t.ada);
    watch(&t, &t.ada);
    world_wait(&t.world, 30000);
    CHECK(refused(&t, &t.ada, "not_allowed", "\"cmd\":\"claim\",\"against\":1"));
    world_wait(&t.world, 31000);
    CHECK(can(&t, &t.ada, "\"cmd\":\"claim\",\"against\":1"));
    get_up(&t);
}

static void a_rematch_swaps_sides(void)
{
    struct round_table t;
    sit_down(&t, 14, apoca, ",\"clock\":{\"turn\":77}");
    CHECK(refused(&t, &t.ada, "over", "\"cmd\":\"offer\",\"what\":\"rematch\""));
    CHECK(can(&t, &t.ada, "\"cmd\":\"resign\""));
    CHECK(can(&t, &t.ada, "\"cmd\":\"offer\",\"what\":\"rematch\""));
    CHECK(can(&t, &t.bob, "\"cmd\":\"offer\",\"what\":\"rematch\""));
    CHECK_TEXT(person_text(&t.ada, "rematch"),
               json_string_value(json_object_get(t.bob.answer, "rematch")));
    CHECK(refused(&t, &t.ada, "over", "\"cmd\":\"offer\",\"what\":\"rematch\""));
    snprintf(t.match, sizeof t.match, "%s", person_text(&t.ada, "rematch"));
    watch(&t, &t.ada);
    CHECK_EQ(json_integer_value(json_object_get(t.ada.answer, "seat")), 1);
    CHECK_TEXT(person_text(&t.ada, "state"), "running");
    CHECK(is_about(left(&t.ada, 1), 77000));
    get_up(&t);
}

/* ---- chat ---- */

static const char *said(struct person *person)
{
    const json_t *line = json_array_get(person_latest(person, "chat"), 0);
    const char *text = json_string_value(json_object_get(line, "text"));
    return text == NULL ? "" : text;
}

static void people_talk(void)
{
    struct round_table t;
    sit_down(&t, 15, apoca, "");
    CHECK(can(&t, &t.ada, "\"cmd\":\"say\",\"text\":\"Good luck\""));
    CHECK_TEXT(said(&t.bob), "Good luck");
    CHECK_TEXT(said(&t.eve), "Good luck");
    CHECK_TEXT(person_text(&t.bob, "type"), "note");
    CHECK(can(&t, &t.eve, "\"cmd\":\"say\",\"text\":\"Psst\""));
    CHECK_TEXT(said(&t.eve), "Psst");
    person_settle(&t.bob);
    CHECK_TEXT(said(&t.bob), "Good luck"); /* players don't hear the watchers */
    CHECK(can(&t, &t.bob, "\"cmd\":\"mute\",\"who\":0"));
    CHECK(can(&t, &t.ada, "\"cmd\":\"say\",\"text\":\"Hello?\""));
    person_settle(&t.bob);
    CHECK_TEXT(said(&t.bob), "Good luck");
    CHECK(can(&t, &t.bob, "\"cmd\":\"mute\",\"who\":0,\"on\":false"));
    CHECK(refused(&t, &t.bob, "bad_message", "\"cmd\":\"say\",\"text\":\"\\u0007\""));
    size_t lines = 2;
    while (lines < 20 && can(&t, &t.ada, "\"cmd\":\"say\",\"text\":\"La\"")) {
        lines++;
    }
    CHECK(lines >= 5 && lines < 12);
    CHECK_TEXT(json_string_value(json_object_get(t.ada.answer, "code")), "rate");
    CHECK(can(&t, &t.bob, "\"cmd\":\"report\",\"who\":0,\"why\":\"sings\""));
    CHECK(strstr(t.world.disk[t.world.disk_count - 1].body, "sings") != NULL);
    person_forget(&t.bob);
    watch(&t, &t.bob);
    CHECK_EQ(json_array_size(person_latest(&t.bob, "chat")), lines);
    get_up(&t);
}

/* Whoever comes back learns whom it muted; nobody else does. */
static void mutes_are_remembered(void)
{
    struct round_table t;
    sit_down(&t, 17, apoca, "");
    CHECK(can(&t, &t.bob, "\"cmd\":\"mute\",\"who\":0"));
    CHECK_EQ(json_array_size(person_latest(&t.bob, "muted")), 1);
    person_forget(&t.bob);
    watch(&t, &t.bob);
    CHECK(json_is_integer(json_array_get(person_latest(&t.bob, "muted"), 0)));
    CHECK_EQ(json_integer_value(json_array_get(person_latest(&t.bob, "muted"), 0)), 0);
    CHECK_EQ(json_array_size(person_latest(&t.bob, "muted")), 1);
    CHECK(can(&t, &t.bob, "\"cmd\":\"mute\",\"who\":0,\"on\":false"));
    CHECK_EQ(json_array_size(person_latest(&t.bob, "muted")), 0);
    person_forget(&t.ada);
    watch(&t, &t.ada);
    CHECK(person_latest(&t.ada, "muted") == NULL);
    get_up(&t);
}

static void the_same_command_is_one_line(void)
{
    struct round_table t;
    sit_down(&t, 16, apoca, "");
    CHECK(can(&t, &t.ada, "\"cmd\":\"say\",\"text\":\"Once\""));
    t.ada.ids--;
    CHECK(can(&t, &t.ada, "\"cmd\":\"say\",\"text\":\"Once\""));
    person_forget(&t.bob);
    watch(&t, &t.bob);
    CHECK_EQ(json_array_size(person_latest(&t.bob, "chat")), 1);
    get_up(&t);
}

int main(void)
{
    RUN(a_bank_is_spent_and_filled);
    RUN(what_is_taken_back_has_cost_time);
    RUN(a_decision_whose_time_is_over_stays);
    RUN(a_turn_ends_when_nobody_comes);
    RUN(a_bot_stands_in);
    RUN(a_clock_of_days);
    RUN(a_stop_of_the_server_costs_nobody_time);
    RUN(setting_the_clock_costs_nobody_time);
    RUN(a_refusal_waits_for_nobody);
    RUN(nobody_waits_long_without_a_word);
    RUN(a_pause_stops_the_clocks);
    RUN(a_draw_is_agreed_on);
    RUN(an_offer_of_a_draw_ends_with_the_turn);
    RUN(an_offer_of_a_pause_ends_with_the_match);
    RUN(a_turn_in_numbers);
    RUN(wrong_numbers_are_refused);
    RUN(a_draw_in_numbers);
    RUN(only_the_first_turn_can_be_aborted);
    RUN(an_absent_player_gives_up);
    RUN(absence_counts_from_sitting_down_and_from_resuming);
    RUN(absence_counts_from_the_start_of_the_server);
    RUN(a_rematch_swaps_sides);
    RUN(people_talk);
    RUN(mutes_are_remembered);
    RUN(the_same_command_is_one_line);
    return check_end();
}
