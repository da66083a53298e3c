/* What the command can't show with the heap game alone: scripted luck, orders of several
 * actions, and the comparison with what was expected. */
#include <stdlib.h>

#include "check.h"
#include "host/scenario.h"

/* ---- the heap game with a die, rolled at each turn ------------------------------------------ */

static int32_t last_roll;

static void rolling_apply(void *state, rd_seat seat, struct rd_action action, struct rd_luck *luck,
                          struct rd_event_log *log)
{
    last_roll = rd_luck_range(luck, 1, 6);
    rd_game_find("null")->apply(state, seat, action, luck, log);
}

static struct rd_game rolling_game(void)
{
    struct rd_game game = *rd_game_find("null");
    game.apply = rolling_apply;
    return game;
}

/* Runs a scenario of the rolling game; NULL, or the final line as a new reference. */
static json_t *run_rolling(const char *text, struct rd_problem *problem)
{
    struct rd_game game = rolling_game();
    struct rd_scenario scenario;
    struct rd_scenario_result result;
    const struct rd_scenario_how how = { 0 };
    json_t *json = json_loads(text, 0, NULL), *final = NULL;
    CHECK(rd_scenario_open(&scenario, json, RD_MAP_FILES_NO, problem));
    scenario.chosen.game = &game;
    if (rd_scenario_run(&scenario, &how, &result, problem)) {
        final = json_incref(result.final);
        rd_scenario_result_close(&result);
    }
    rd_scenario_close(&scenario);
    json_decref(json);
    return final;
}

#define STEP_A "[0,{\"verb\":\"take\",\"stones\":1}]"
#define STEP_B "[1,{\"verb\":\"take\",\"stones\":1}]"

static void rolls_come_first_then_the_seed(void)
{
    struct rd_problem problem = { "" };
    json_t *final = run_rolling(
        "{\"game\":\"null\",\"rolls\":[4,6,1],\"steps\":[" STEP_A "," STEP_B "]}", &problem);
    CHECK_EQ(json_integer_value(json_object_get(final, "rolls_left")), 1);
    CHECK_EQ(last_roll, 6);
    json_decref(final);
    struct rd_luck luck = rd_luck_from_seed(7);
    int32_t first = rd_luck_range(&luck, 1, 6), second = rd_luck_range(&luck, 1, 6);
    final = run_rolling(
        "{\"game\":\"null\",\"seed\":7,\"rolls\":[3],\"steps\":[" STEP_A "," STEP_B "]}", &problem);
    CHECK_EQ(json_integer_value(json_object_get(final, "rolls_left")), 0);
    CHECK_EQ(last_roll, first);
    json_decref(final);
    final = run_rolling("{\"game\":\"null\",\"seed\":\"7\",\"steps\":[" STEP_A "," STEP_B "]}",
                        &problem);
    CHECK_EQ(last_roll, second);
    CHECK_TEXT(problem.text, "");
    json_decref(final);
}

static void a_roll_out_of_range_is_a_bad_file(void)
{
    struct rd_problem problem = { "" };
    CHECK(run_rolling("{\"game\":\"null\",\"rolls\":[4,7],\"steps\":[" STEP_A "," STEP_B "]}",
                      &problem) == NULL);
    CHECK_TEXT(problem.text, "rolls[1]: 7 is outside the range of its draw, in steps[1]");
}

static void a_roll_that_nobody_draws_may_be_anything(void)
{
    struct rd_problem problem = { "" };
    json_t *final =
        run_rolling("{\"game\":\"null\",\"rolls\":[4,99],\"steps\":[" STEP_A "]}", &problem);
    CHECK_EQ(json_integer_value(json_object_get(final, "rolls_left")), 1);
    json_decref(final);
}

static void a_refused_step_draws_nothing(void)
{
    struct rd_problem problem = { "" };
    json_t *final = run_rolling(
        "{\"game\":\"null\",\"rolls\":[1,2],\"steps\":[" STEP_B "," STEP_A "]}", &problem);
    CHECK_EQ(json_integer_value(json_object_get(final, "rolls_left")), 1);
    CHECK_EQ(last_roll, 1);
    json_decref(final);
}

/* ---- orders of several actions ---- */

static void an_order_is_done_whole_or_not_at_all(void)
{
    struct rd_game game = rolling_game();
    struct rd_chosen chosen;
    struct rd_play play;
    CHECK(rd_chosen_open(&chosen, "null", NULL));
    chosen.game = &game;
    rd_play_begin(&play, &chosen, rd_luck_from_seed(1));
    uint8_t before[64];
    memcpy(before, play.state, game.state_size);
    struct rd_luck luck_before = play.luck;
    struct rd_order twice = { .count = 2, .action = { { 0, { 1 } }, { 0, { 1 } } } };
    uint32_t refused = 9;
    /* The second is not this seat's turn any more. */
    CHECK_EQ(rd_play_order(&play, 0, &twice, &refused).code, RD_NOT_YOUR_TURN);
    CHECK_EQ(refused, 1);
    CHECK_EQ(play.log.count, 0);
    CHECK(memcmp(before, play.state, game.state_size) == 0);
    CHECK(memcmp(&luck_before, &play.luck, sizeof play.luck) == 0);
    struct rd_order once = { .count = 1, .action = { { 0, { 1 } } } };
    CHECK_EQ(rd_play_order(&play, 0, &once, &refused).code, RD_OK);
    CHECK_EQ(play.log.count, 1);
    struct rd_order sealed = { .count = 1, .action = { { 0, { 1 } } } };
    sealed.verdict = rd_verdict_of(RD_AGAINST_RULES, 1, 0);
    CHECK_EQ(rd_play_order(&play, 1, &sealed, NULL).code, RD_AGAINST_RULES);
    CHECK_EQ(play.log.count, 0);
    rd_play_end(&play);
    rd_chosen_close(&chosen);
}

static void resigning_is_judged_too(void)
{
    struct rd_chosen chosen;
    struct rd_play play;
    const struct rd_action resign = { RD_VERB_RESIGN, { 0 } };
    CHECK(rd_chosen_open(&chosen, "null", NULL));
    rd_play_begin(&play, &chosen, rd_luck_from_seed(1));
    CHECK_EQ(rd_play_action(&play, 2, resign).code, RD_NOT_YOUR_TURN);
    CHECK_EQ(rd_play_action(&play, RD_SPECTATOR, resign).code, RD_NOT_YOUR_TURN);
    CHECK_EQ(rd_play_action(&play, 1, resign).code, RD_OK);
    CHECK_EQ(rd_play_action(&play, 0, resign).code, RD_GAME_OVER);
    rd_play_end(&play);
    rd_chosen_close(&chosen);
}

/* ---- comparing ---- */

struct pair {
    const char *want, *got, *difference; /* "": they match */
};

static void expectations_are_subsets(void)
{
    static const struct pair table[] = {
        { "{}", "{\"a\":1}", "" },
        { "{\"a\":1}", "{\"a\":1,\"b\":2}", "" },
        { "{\"a\":1}", "{\"a\":2}", "a: wanted 1, got 2" },
        { "{\"a\":{\"b\":1}}", "{\"a\":{\"b\":1,\"c\":2}}", "" },
        { "{\"a\":{\"b\":1}}", "{\"a\":{\"b\":true}}", "a.b: wanted 1, got true" },
        { "{\"a\":{\"b\":1}}", "{\"a\":{}}", "a.b: is missing" },
        { "{\"a\":{\"b\":1}}", "{\"a\":[]}", "a: wanted {\"b\":1}, got []" },
        { "{\"a\":null}", "{}", "" },
        { "{\"a\":null}", "{\"a\":null}", "" },
        { "{\"a\":null}", "{\"a\":0}", "a: wanted null, got 0" },
        { "{\"a\":0}", "{\"a\":null}", "a: wanted 0, got null" },
        { "{\"a\":1}", "{\"a\":1.0}", "" },
        { "{\"a\":1.5}", "{\"a\":1}", "a: wanted 1.5, got 1" },
        { "{\"a\":\"x\"}", "{\"a\":\"y\"}", "a: wanted \"x\", got \"y\"" },
        { "[1,2]", "[1,2]", "" },
        { "[1,2]", "[1]", "wanted [1,2], got [1]" },
        { "[1]", "[1,2]", "wanted [1], got [1,2]" },
        { "[]", "[]", "" },
        { "[]", "[1]", "wanted [], got [1]" },
        { "[1,[2,3]]", "[1,[2,4]]", "[1][1]: wanted 3, got 4" },
        { "[{\"a\":1}]", "[{\"a\":1,\"b\":2}]", "" },
        { "[{\"a\":1}]", "[{\"a\":1},{\"a\":2}]", "wanted [{\"a\":1}], got [{\"a\":1},{\"a\":2}]" },
        { "[{\"id\":2,\"hp\":5}]", "[{\"id\":1},{\"id\":2,\"hp\":5}]", "" },
        { "[{\"id\":2,\"hp\":5}]", "[{\"id\":1},{\"id\":2,\"hp\":6}]",
          "[id=2].hp: wanted 5, got 6" },
        { "[{\"id\":3}]", "[{\"id\":1},{\"id\":2}]", "no entry with id=3" },
        { "[{\"id\":3}]", "[1,\"x\"]", "no entry with id=3" },
        { "[{\"at\":[1,2],\"hp\":5}]", "[{\"at\":[0,0]},{\"at\":[1,2],\"hp\":4}]",
          "[at=[1,2]].hp: wanted 5, got 4" },
        { "[{\"id\":1},{\"at\":2}]", "[{\"id\":1},{\"at\":2}]", "" },
        { "[{\"id\":1},{\"at\":2}]", "[{\"at\":2},{\"id\":1}]", "[0].id: is missing" },
        { "{\"gone\":[1,3]}", "{\"units\":[{\"id\":2}]}", "" },
        { "{\"gone\":[1,2]}", "{\"units\":[{\"id\":2}]}", "unit 2 should be gone" },
        { "{\"p\":{\"gone\":[\"a\"]}}", "{\"p\":{\"units\":{\"a\":{}}}}",
          "p: unit \"a\" should be gone" },
        { "{\"gone\":[\"a\"]}", "{\"units\":{\"b\":{}}}", "" },
        { "{\"gone\":[1]}", "{}", "" },
        { "{\"gone\":1}", "{}", "\"gone\" must be a list of ids" },
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct rd_problem problem = { "" };
        json_t *want = json_loads(table[i].want, 0, NULL), *got = json_loads(table[i].got, 0, NULL);
        CHECK(want != NULL && got != NULL);
        CHECK_EQ(rd_json_matches(want, got, &problem), table[i].difference[0] == '\0');
        CHECK_TEXT(problem.text, table[i].difference);
        json_decref(want);
        json_decref(got);
    }
}

int main(void)
{
    RUN(rolls_come_first_then_the_seed);
    RUN(a_roll_out_of_range_is_a_bad_file);
    RUN(a_roll_that_nobody_draws_may_be_anything);
    RUN(a_refused_step_draws_nothing);
    RUN(an_order_is_done_whole_or_not_at_all);
    RUN(resigning_is_judged_too);
    RUN(expectations_are_subsets);
    return check_end();
}
