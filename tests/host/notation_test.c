/* Orders, events and refusals as text and JSON: from the tables of every game, and from a table
 * made up here that has every type of argument. */
#include <stdlib.h>

#include "check.h"
#include "host/json_game.h"
#include "host/names.h"
#include "host/notation.h"
#include "host/order.h"
#include "host/play.h"

/* ---- every registered game ----------------------------------------------------------------- */

static void round_trip(const struct rd_game *game, struct rd_action action)
{
    char text[RD_TEXT_MAX];
    struct rd_action back;
    struct rd_problem problem = { "" };
    CHECK(rd_action_print(game, action, text, sizeof text) < sizeof text);
    CHECK(rd_action_parse(game, text, &back, &problem));
    CHECK_TEXT(problem.text, "");
    CHECK_EQ(rd_action_compare(action, back), 0);

    json_t *json = rd_action_to_json(game, action);
    CHECK_EQ(rd_action_from_json(game, json, &back, NULL, &problem), RD_READ_FINE);
    CHECK_EQ(rd_action_compare(action, back), 0);
    json_decref(json);
}

enum { SAMPLES = 100000, SPACE_MAX = 16000000 }; /* of a larger space not even a soak tries all */

static bool is_soak;

/* Odd, so that it does not jump over the same arguments again and again. */
static uint32_t step_through(uint32_t count)
{
    return count > (is_soak ? SPACE_MAX : SAMPLES) ? (count / SAMPLES) | 1 : 1;
}

static void every_action_of_every_game_round_trips(void)
{
    const struct rd_action resign = { RD_VERB_RESIGN, { 0 } };
    for (uint32_t g = 0; rd_game_at(g) != NULL; g++) {
        const struct rd_game *game = rd_game_at(g);
        uint32_t count = rd_action_count(game->verbs);
        uint32_t step = step_through(count);
        for (uint32_t i = 0; i < count && check_failures == 0; i += step) {
            round_trip(game, rd_action_from_index(game->verbs, i));
        }
        round_trip(game, resign);
    }
}

static bool is_reserved(const char *name)
{
    for (uint32_t i = 0; rd_event_keys[i] != NULL; i++) {
        if (strcmp(rd_event_keys[i], name) == 0) {
            return true;
        }
    }
    return false;
}

/* Every {name} of a template is an argument, and no argument hides a key of ours. */
static void check_event_kind(const struct rd_game *game, const struct rd_event_kind *kind)
{
    struct rd_event event = { .kind = (uint16_t)(kind - game->events), .seen_by = RD_ALL_SEATS };
    char text[1024];
    rd_event_print(game, &event, text, sizeof text);
    if (strpbrk(text, "{}") != NULL) {
        printf("# %s %s: \"%s\" names no argument\n", game->id, kind->name, text);
        check_failures++;
    }
    CHECK(kind->rule != NULL);
    for (uint32_t i = 0; i < RD_EVENT_ARGS_MAX; i++) {
        CHECK(kind->arg[i].type == RD_ARG_NONE || !is_reserved(kind->arg[i].name));
    }
    json_t *json = rd_event_to_json(game, &event);
    CHECK_TEXT(json_string_value(json_object_get(json, "kind")), kind->name);
    CHECK_TEXT(json_string_value(json_object_get(json, "text")), text);
    json_decref(json);
}

static void every_event_has_a_sentence(void)
{
    for (uint32_t g = 0; rd_game_at(g) != NULL; g++) {
        const struct rd_game *game = rd_game_at(g);
        for (uint32_t k = 0; game->events[k].name != NULL; k++) {
            check_event_kind(game, &game->events[k]);
        }
    }
}

/* ---- a table with every type ---- */

static const char *const colours[] = { "red", "reddish", "blue" };
static const char *const prefixes[] = { "m", "d" };

static const struct rd_verb verbs[] = {
    { "go", "", 0, { { "to", RD_ARG_CELL, 81, NULL } } },
    { "give", "", 0, { { "whom", RD_ARG_SEAT, 3, NULL }, { "n", RD_ARG_AMOUNT, 100, NULL } } },
    { "hit", "", 0, { { "unit", RD_ARG_UNIT, 50, prefixes }, { "number", RD_ARG_UNIT, 9, NULL } } },
    { "paint", "", 0, { { "colour", RD_ARG_CHOICE, 3, colours } } },
    { "gone", "", 0, { { NULL } } },
    { 0 },
};

static const struct rd_event_kind events[] = {
    { "all",
      "{who} {what} {unit} at {where}, {n} {colour}: {why} {nothing}",
      "R1.1",
      { { "who", RD_ARG_SEAT, 3, NULL },
        { "where", RD_ARG_CELL, 81, NULL },
        { "unit", RD_ARG_UNIT, 0, prefixes },
        { "n", RD_ARG_AMOUNT, 0, NULL },
        { "colour", RD_ARG_CHOICE, 3, colours },
        { "why", RD_ARG_REFUSAL, 0, NULL } } },
    { 0 },
};

static const struct rd_refusal refusals[] = { { 0 }, { "R9.9", "too late" }, { 0 } };
static const struct rd_ending endings[] = { { 0 }, { "R8.1", "all fell" }, { 0 } };
static const char *const seat_names[] = { "Red", "Blue", "Sea Green", NULL };

/* In the order of struct rd_game, which every game fills: so their tables look alike. */
static const struct rd_game made_up = {
    .id = "made-up",
    .seats_min = 3,
    .seats_max = 3,
    .cells = { 9, 9, 0, 0, RD_CELLS_LETTERS, 0 },
    .verbs = verbs,
    .events = events,
    .refusals = refusals,
    .endings = endings,
    .seat_names = seat_names,
};

static void check_print(struct rd_action action, const char *want)
{
    char text[RD_TEXT_MAX];
    rd_action_print(&made_up, action, text, sizeof text);
    CHECK_TEXT(text, want);
    round_trip(&made_up, action);
}

static void orders_are_printed(void)
{
    check_print((struct rd_action){ 0, { 40 } }, "go E4");
    check_print((struct rd_action){ 1, { 2, 99 } }, "give 2 99");
    check_print((struct rd_action){ 2, { 7, 8 } }, "hit m7 8");
    check_print((struct rd_action){ 3, { 1 } }, "paint reddish");
    check_print((struct rd_action){ 4, { 0 } }, "gone");
    check_print((struct rd_action){ RD_VERB_RESIGN, { 0 } }, "resign");
    for (uint32_t i = 0; i < rd_action_count(verbs); i++) {
        round_trip(&made_up, rd_action_from_index(verbs, i));
    }
}

struct reading {
    const char *text;
    struct rd_action action;
};

static void people_may_be_brief(void)
{
    static const struct reading good[] = {
        { "  go   e4 \n", { 0, { 40 } } },
        { "GO A0", { 0, { 0 } } },
        { "gi blue 5", { 1, { 1, 5 } } },
        { "give B 5", { 1, { 1, 5 } } },
        { "p b", { 3, { 2 } } },
        { "paint RED", { 3, { 0 } } },
        { "h M3 4", { 2, { 3, 4 } } },
        { "go I8", { 0, { 80 } } },
        { "RES", { RD_VERB_RESIGN, { 0 } } },
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        struct rd_problem problem = { "" };
        struct rd_action action;
        CHECK(rd_action_parse(&made_up, good[i].text, &action, &problem));
        CHECK_TEXT(problem.text, "");
        CHECK_EQ(rd_action_compare(action, good[i].action), 0);
    }
}

static void mistakes_say_what_is_possible(void)
{
    static const char *const bad[][2] = {
        { "", "an order is one of go, give, hit, paint, gone, resign" },
        { "fly", "there is no order \"fly\"; orders are go, give, hit, paint, gone, resign" },
        { "g E4", "there is no order \"g\"; orders are go, give, hit, paint, gone, resign" },
        { "go", "go TO: to is missing, a cell from A0 to I8" },
        { "go J0", "to: \"J0\" is not a cell from A0 to I8" },
        { "go A9", "to: \"A9\" is not a cell from A0 to I8" },
        { "go A", "to: \"A\" is not a cell from A0 to I8" },
        { "go 4,4", "to: \"4,4\" is not a cell from A0 to I8" },
        { "go E4x", "to: \"E4x\" is not a cell from A0 to I8" },
        { "go E99999999999", "to: \"E99999999999\" is not a cell from A0 to I8" },
        { "go E4 E5", "go TO: \"E5\" is too much" },
        { "give 3 1", "whom: \"3\" is not a seat from 0 to 2" },
        { "give 0 100", "n: \"100\" is not a whole number from 0 to 99" },
        { "give 0 -1", "n: \"-1\" is not a whole number from 0 to 99" },
        { "give 0 1.5", "n: \"1.5\" is not a whole number from 0 to 99" },
        { "give 0 99999999999999999999",
          "n: \"99999999999999999999\" is not a whole number from 0 to 99" },
        { "hit m50 1", "unit: \"m50\" is not a unit from m0 to m49" },
        { "hit d1 1", "unit: \"d1\" is not a unit from m0 to m49" },
        { "hit m 1", "unit: \"m\" is not a unit from m0 to m49" },
        { "hit m1 9", "number: \"9\" is not a unit from 0 to 8" },
        { "paint re", "colour: \"re\" is not one of red, reddish, blue" },
        { "paint \x1b[31m", "colour: \"?[31m\" is not one of red, reddish, blue" },
        { "resign now", "resign: \"now\" is too much" },
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct rd_problem problem = { "" };
        struct rd_action action;
        CHECK(!rd_action_parse(&made_up, bad[i][0], &action, &problem));
        CHECK_TEXT(problem.text, bad[i][1]);
    }
}

static void long_orders_are_cut_not_crashed(void)
{
    char text[5000];
    struct rd_problem problem = { "" };
    struct rd_action action;
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    CHECK(!rd_action_parse(&made_up, text, &action, &problem));
    for (size_t i = 0; i < sizeof text - 1; i += 2) {
        text[i] = ' ';
    }
    memcpy(text, "gone", 4);
    struct rd_problem many = { "" };
    CHECK(!rd_action_parse(&made_up, text, &action, &many));
    CHECK(strstr(many.text, "too much") != NULL);
}

/* ---- cells and seats ---- */

static void cells_have_names(void)
{
    const struct rd_cells wide = { 64, 4, 0, 0, RD_CELLS_LETTERS, 0 };
    const struct rd_cells offset = { 20, 10, -1, -2, RD_CELLS_XY, 0 };
    char text[16];
    uint16_t cell;
    rd_cell_print(&wide, 63, text, sizeof text);
    CHECK_TEXT(text, "BL0");
    CHECK(rd_cell_parse(&wide, "bl0", &cell) && cell == 63);
    CHECK(rd_cell_parse(&wide, "Z3", &cell) && cell == 3 * 64 + 25);
    CHECK(!rd_cell_parse(&wide, "BM0", &cell));
    CHECK(!rd_cell_parse(&wide, "A4", &cell));
    CHECK(!rd_cell_parse(&wide, "AAA0", &cell));
    rd_cell_print(&offset, 0, text, sizeof text);
    CHECK_TEXT(text, "-1,-2");
    for (uint16_t i = 0; i < 200; i++) {
        rd_cell_print(&offset, i, text, sizeof text);
        CHECK(rd_cell_parse(&offset, text, &cell) && cell == i);
    }
    CHECK(!rd_cell_parse(&offset, "-2,0", &cell));
    CHECK(!rd_cell_parse(&offset, "19,0", &cell));
    CHECK(!rd_cell_parse(&offset, "0,8", &cell));
    CHECK(!rd_cell_parse(&offset, "0,", &cell));
    CHECK(!rd_cell_parse(&offset, "0 0", &cell));
    rd_cell_print(&offset, -1, text, sizeof text);
    CHECK_TEXT(text, "nowhere");
    CHECK_EQ(rd_cell_print(&offset, 0, text, 3), 5);
    CHECK_TEXT(text, "-1");
}

static void seats_have_names(void)
{
    rd_seat seat = 99;
    struct rd_problem problem = { "" };
    CHECK(rd_seat_parse(&made_up, "2", false, &seat, &problem) && seat == 2);
    CHECK(rd_seat_parse(&made_up, "blue", false, &seat, &problem) && seat == 1);
    CHECK(rd_seat_parse(&made_up, "spectator", true, &seat, &problem) && seat == RD_SPECTATOR);
    CHECK(!rd_seat_parse(&made_up, "spectator", false, &seat, &problem));
    CHECK_TEXT(problem.text,
               "there is no seat \"spectator\"; seats are 0 to 2 (Red, Blue, Sea Green)");
    CHECK(!rd_seat_parse(&made_up, "3", true, &seat, NULL));
    char text[16];
    rd_seat_print(&made_up, 2, text, sizeof text);
    CHECK_TEXT(text, "Sea Green");
    rd_seat_print(&made_up, 5, text, sizeof text);
    CHECK_TEXT(text, "seat 5");
}

/* ---- events and refusals ---- */

static void amounts_in_parts_have_decimals(void)
{
    static const struct rd_event_kind kinds[] = {
        { "parts",
          "{a} {b} {c}",
          "R1.1",
          { { "a", RD_ARG_AMOUNT, 200, NULL },
            { "b", RD_ARG_AMOUNT, 1000, NULL },
            { "c", RD_ARG_AMOUNT, 1, NULL } } },
        { 0 },
    };
    static const struct {
        int32_t a, b;
        const char *want;
    } cases[] = {
        { 2000, 41312, "10 41.312 5" },
        { 1990, 41300, "9.95 41.3 5" },
        { 1, 40, "0.005 0.04 5" },
        { -1900, -1, "-9.5 -0.001 5" },
        { 0, 0, "0 0 5" },
    };
    struct rd_game game = made_up;
    char text[RD_TEXT_MAX];
    game.events = kinds;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct rd_event event = { .kind = 0, .arg = { cases[i].a, cases[i].b, 5 } };
        rd_event_print(&game, &event, text, sizeof text);
        CHECK_TEXT(text, cases[i].want);
    }
}

static void events_are_sentences(void)
{
    const struct rd_event event = { .kind = 0,
                                    .seen_by = RD_SEAT_BIT(1) | RD_SEAT_BIT(RD_SPECTATOR),
                                    .cause = 3,
                                    .arg = { 2, 40, 1 << 16 | 7, -12, 2, 1 } };
    char text[RD_TEXT_MAX];
    rd_event_print(&made_up, &event, text, sizeof text);
    CHECK_TEXT(text, "Sea Green {what} d7 at E4, -12 blue: too late {nothing}");
    CHECK_EQ(rd_event_print(&made_up, &event, text, 10), 55);
    CHECK_TEXT(text, "Sea Green");
    json_t *json = rd_event_to_json(&made_up, &event);
    char *dump = json_dumps(json, JSON_COMPACT);
    CHECK_TEXT(dump, "{\"kind\":\"all\",\"who\":2,\"where\":\"E4\",\"unit\":\"d7\",\"n\":-12,"
                     "\"colour\":\"blue\",\"why\":\"too late\",\"text\":\"Sea Green {what} d7 at "
                     "E4, -12 blue: too late {nothing}\",\"rule\":\"R1.1\",\"seen_by\":[1,"
                     "\"spectator\"],\"cause\":2}");
    free(dump);
    json_decref(json);
    const struct rd_event absent = { .kind = 0, .arg = { -1, -1, 3, 0, 0, 0 } };
    rd_event_print(&made_up, &absent, text, sizeof text);
    CHECK_TEXT(text, "nobody {what} m3 at nowhere, 0 red: no reason {nothing}");
}

static void each_seat_is_told_what_it_saw(void)
{
    struct rd_event list[] = {
        { .kind = 0, .seen_by = RD_SEAT_BIT(0) },
        { .kind = 0, .seen_by = RD_SEAT_BIT(0) | RD_SEAT_BIT(1), .cause = 1 },
        { .kind = 0, .seen_by = RD_SEAT_BIT(1), .cause = 2 },
    };
    const struct rd_event_log log = { list, 3, 3 };
    json_t *all = rd_events_to_json(&made_up, &log, RD_EVERY_EVENT);
    json_t *second = rd_events_to_json(&made_up, &log, 1);
    CHECK_EQ(json_array_size(all), 3);
    CHECK_EQ(json_integer_value(json_object_get(json_array_get(all, 2), "cause")), 1);
    CHECK(json_object_get(json_array_get(all, 0), "cause") == NULL);
    CHECK_EQ(json_array_size(second), 2);
    CHECK(json_object_get(json_array_get(second, 0), "cause") == NULL);
    CHECK(json_object_get(json_array_get(second, 0), "seen_by") == NULL);
    CHECK_EQ(json_integer_value(json_object_get(json_array_get(second, 1), "cause")), 0);
    json_decref(all);
    json_decref(second);
}

static void check_refusal(struct rd_verdict verdict, const char *want)
{
    const struct rd_action action = { 1, { 0 } };
    json_t *json = rd_refusal_to_json(&made_up, verdict, &action, NULL);
    char *dump = json_dumps(json, JSON_COMPACT);
    CHECK_TEXT(dump, want);
    free(dump);
    json_decref(json);
}

static void refusals_say_why(void)
{
    check_refusal(rd_verdict_of(RD_AGAINST_RULES, 1, 0),
                  "{\"code\":\"against_rules\",\"rule\":\"R9.9\",\"why\":\"too late\"}");
    check_refusal(rd_verdict_of(RD_AGAINST_RULES, 0, 0),
                  "{\"code\":\"against_rules\",\"why\":\"the rules don't allow that now\"}");
    check_refusal(rd_verdict_of(RD_BAD_ARG, 0, 1),
                  "{\"code\":\"bad_arg\",\"why\":\"n must be a whole number from 0 to 99\"}");
    check_refusal(rd_verdict_of(RD_BAD_ARG, 0, 2),
                  "{\"code\":\"bad_arg\",\"why\":\"an argument is out of its range\"}");
    check_refusal(rd_verdict_of(RD_NOT_YOUR_TURN, 0, 0),
                  "{\"code\":\"not_your_turn\",\"why\":\"this seat has nothing to decide now\"}");
    check_refusal(rd_verdict_of(RD_GAME_OVER, 0, 0),
                  "{\"code\":\"game_over\",\"why\":\"the game is over\"}");
    check_refusal(rd_verdict_of(RD_NO_SUCH_VERB, 0, 0),
                  "{\"code\":\"no_such_verb\",\"why\":\"there is no such order; orders are go, "
                  "give, hit, paint, gone, resign\"}");
}

static void outcomes_are_null_or_complete(void)
{
    struct rd_outcome outcome = { .seats = 3 };
    json_t *playing = rd_outcome_to_json(&made_up, &outcome);
    CHECK(json_is_null(playing));
    const struct rd_outcome over = { 1, 3, 1, { 1, 2, 2 }, { 5, -1, 0 } };
    json_t *json = rd_outcome_to_json(&made_up, &over);
    char *dump = json_dumps(json, JSON_COMPACT);
    CHECK_TEXT(dump,
               "{\"rank\":[1,2,2],\"score\":[5,-1,0],\"rule\":\"R8.1\",\"reason\":\"all fell\"}");
    free(dump);
    json_decref(json);
    json_decref(playing);
}

/* ---- orders in JSON ---- */

struct order {
    const char *json;
    enum rd_reading reading;
    const char *says;
};

static void orders_in_json_have_three_answers(void)
{
    static const struct order table[] = {
        { "{\"verb\":\"go\",\"to\":\"J0\"}", RD_READ_BAD_ARG, "to: \"J0\" is not a cell" },
        { "{\"verb\":\"give\",\"whom\":0,\"n\":100}", RD_READ_BAD_ARG, "n: 100 is not a whole" },
        { "{\"verb\":\"give\",\"whom\":0,\"n\":-1}", RD_READ_BAD_ARG, "n: -1 is not" },
        { "{\"verb\":\"give\",\"whom\":0,\"n\":1.5}", RD_READ_BAD_ARG, "n: 1.5 is not" },
        { "{\"verb\":\"give\",\"whom\":9e18,\"n\":1}", RD_READ_BAD_ARG, "whom: 9" },
        { "{\"verb\":\"hit\",\"unit\":\"d0\",\"number\":1}", RD_READ_BAD_ARG, "unit: \"d0\"" },
        { "{\"verb\":\"paint\",\"colour\":\"re\"}", RD_READ_BAD_ARG,
          "colour: \"re\" is not one of" },
        { "{\"verb\":\"paint\",\"colour\":\"RED\"}", RD_READ_BAD_ARG, "colour" },
        { "{\"verb\":\"fly\"}", RD_READ_MALFORMED,
          "verb: there is no order \"fly\"; orders are go" },
        { "{\"verb\":\"go\"}", RD_READ_MALFORMED, "to: is missing, a cell from A0 to I8" },
        { "{\"verb\":\"go\",\"to\":[4,4]}", RD_READ_MALFORMED, "to: [4,4] is not a cell" },
        { "{\"verb\":\"paint\",\"colour\":1}", RD_READ_MALFORMED, "colour: 1 is not one of" },
        { "{\"verb\":\"gone\",\"to\":1}", RD_READ_MALFORMED, "to: there is no such field" },
        { "{\"verb\":\"resign\",\"to\":1}", RD_READ_MALFORMED, "to: there is no such field" },
        { "{\"verb\":7}", RD_READ_MALFORMED, "verb: 7 is not text" },
        { "{}", RD_READ_MALFORMED, "verb: is missing" },
        { "[]", RD_READ_MALFORMED, "an order is an object such as" },
        { "\"go E4\"", RD_READ_MALFORMED, "an order is an object such as" },
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct rd_problem problem = { "" };
        struct rd_action action;
        json_t *json = json_loads(table[i].json, JSON_DECODE_ANY, NULL);
        CHECK_EQ(rd_action_from_json(&made_up, json, &action, NULL, &problem), table[i].reading);
        if (strncmp(problem.text, table[i].says, strlen(table[i].says)) != 0) {
            CHECK_TEXT(problem.text, table[i].says);
        }
        json_decref(json);
    }
}

/* ---- steps: a neighbour, written as its cell ---- */

static const struct rd_verb stepping[] = {
    { "walk", "", 0, { { "from", RD_ARG_CELL, 16, NULL }, { "to", RD_ARG_STEP, 5, NULL } } },
    { 0 },
};

static const struct rd_game squares = {
    .id = "squares",
    .seats_min = 1,
    .seats_max = 1,
    .topology = RD_SQUARES,
    .cells = { 4, 4, 0, 0, RD_CELLS_XY, 0 },
    .verbs = stepping,
    .seat_names = seat_names,
};

static void steps_are_written_as_cells(void)
{
    static const char *const words[] = { "walk 1,2 1,2", "walk 1,2 2,2", "walk 1,2 1,1",
                                         "walk 1,2 0,2", "walk 1,2 1,3" };
    char text[RD_TEXT_MAX];
    for (uint16_t step = 0; step < 5; step++) {
        struct rd_action action = { 0, { 9, step, 0 } };
        rd_action_print(&squares, action, text, sizeof text);
        CHECK_TEXT(text, words[step]);
    }
    for (uint32_t i = 0; i < rd_action_count(stepping); i++) { /* those off the board too */
        round_trip(&squares, rd_action_from_index(stepping, i));
    }
}

static void steps_go_no_further(void)
{
    struct rd_problem problem = { "" };
    struct rd_action action;
    uint32_t bad_arg = 9;
    CHECK(!rd_action_parse(&squares, "walk 1,2 3,2", &action, &problem));
    CHECK_TEXT(problem.text, "to: \"3,2\" is not that cell or one beside it");
    json_t *far = json_loads("{\"verb\":\"walk\",\"from\":[1,2],\"to\":[2,3]}", 0, NULL);
    CHECK_EQ(rd_action_from_json(&squares, far, &action, &bad_arg, NULL), RD_READ_BAD_ARG);
    CHECK_EQ(bad_arg, 1);
    CHECK_EQ(action.arg[0], 9);
    CHECK_EQ(action.arg[1], UINT16_MAX);
    json_decref(far);
    json_t *lost = json_loads("{\"verb\":\"walk\",\"from\":[9,9],\"to\":[9,9]}", 0, NULL);
    CHECK_EQ(rd_action_from_json(&squares, lost, &action, &bad_arg, NULL), RD_READ_BAD_ARG);
    CHECK_EQ(bad_arg, 0);
    json_decref(lost);
    json_t *number = json_loads("{\"verb\":\"walk\",\"from\":[1,2],\"to\":1}", 0, NULL);
    CHECK_EQ(rd_action_from_json(&squares, number, &action, NULL, NULL), RD_READ_MALFORMED);
    json_decref(number);
}

/* ---- orders that a position lets be written shorter ---------------------------------------- */

/* What is read and then printed, and the problem where it is not read. */
static void check_written(const struct rd_play *play, rd_seat seat, const char *text,
                          const char *printed, const char *problem_text)
{
    struct rd_action action;
    struct rd_problem problem = { "" };
    char out[RD_TEXT_MAX] = "";
    if (rd_order_parse(play->game, play->state, seat, text, &action, &problem)) {
        rd_order_print(play->game, play->state, action, out, sizeof out);
    }
    CHECK_TEXT(out, printed);
    CHECK_TEXT(problem.text, problem_text);
}

static void orders_are_short_where_the_game_says_so(void)
{
    struct rd_problem problem = { "" };
    struct rd_chosen chosen;
    struct rd_play play;
    json_t *position = json_loads("{\"state\":{\"units\":{\"P1-knight\":{\"at\":\"E4\"},"
                                  "\"P2-rider\":{\"at\":\"E6\"}}}}",
                                  0, NULL);
    CHECK(rd_chosen_open(&chosen, "fate", &problem));
    CHECK(rd_play_import(&play, &chosen, rd_luck_from_seed(1), position, &problem));
    check_written(&play, 0, "move e5", "K E4-E5", "");
    check_written(&play, 0, "k  e4-e5", "K E4-E5", "");
    check_written(&play, 0, "attack P2-ri", "K x P2-rider", "");
    check_written(&play, 0, "K x p2-rider", "K x P2-rider", "");
    check_written(&play, 0, "search move", "search move", "");
    check_written(&play, 0, "resign", "resign", "");
    check_written(&play, 0, "B E4-E5", "", "it is the turn of P1-knight (K)");
    check_written(&play, 0, "K E3-E5", "", "P1-knight stands on E4");
    check_written(&play, 1, "K E3-E5", "K E4-E5", ""); /* not its turn: it is told nothing */
    const struct rd_action unknown = { 999, { 1, 2, 3 } };
    char text[RD_TEXT_MAX];
    CHECK(rd_order_print(play.game, play.state, unknown, text, sizeof text) < sizeof text);
    CHECK_TEXT(text, "verb 999 with 1, 2, 3");
    CHECK(rd_order_is_short(play.game, play.state, 0, "K E3-E5"));
    CHECK(!rd_order_is_short(play.game, play.state, 0, "K E4"));
    CHECK(!rd_order_is_short(play.game, play.state, 0, "K x P2-rider now"));
    CHECK(!rd_order_is_short(play.game, play.state, 0, "move E5"));
    rd_play_end(&play);
    rd_chosen_close(&chosen);
    json_decref(position);
}

/* ---- units by their cells and by what they are ---- */

struct naming {
    rd_seat seat;
    const char *text, *printed, *problem;
};

static void check_namings(const char *game, const char *position, const struct naming *table)
{
    struct rd_problem problem = { "" };
    struct rd_chosen chosen;
    struct rd_play play;
    json_t *json = json_loads(position, 0, NULL);
    CHECK(rd_chosen_open(&chosen, game, &problem));
    bool fine = rd_play_import(&play, &chosen, rd_luck_from_seed(1), json, &problem);
    CHECK_TEXT(problem.text, "");
    for (; fine && table->text != NULL; table++) {
        check_written(&play, table->seat, table->text, table->printed, table->problem);
    }
    if (fine) {
        rd_play_end(&play);
    }
    rd_chosen_close(&chosen);
    json_decref(json);
}

static void units_go_by_cell_or_kind(void)
{
    static const struct naming fate[] = {
        { 0, "attack E5", "R x P2-rider", "" },
        { 0, "attack rider", "R x P2-rider", "" }, /* P1's own may not be attacked */
        { 0, "attack ri", "R x P2-rider", "" },
        { 0, "attack P2-rider(E5)", "R x P2-rider", "" },
        { 0, "R x e5", "R x P2-rider", "" },
        { 0, "attack pell", "R x P2-trickster", "" }, /* by its name, out of reach */
        { 0, "attack a0", "R x P2-trickster", "" },   /* and by its cell */
        { 0, "attack P1-rider", "R x P1-rider", "" }, /* as it is written: judge() refuses */
        { 0, "trample e5", "trample P2-rider", "" },  /* no order that is legal now */
        { 0, "borrowed_hand e5 e4", "borrowed_hand P2-rider P1-rider", "" },
        { 0, "borrowed_hand rider pell", "",
          "unit: \"rider\" may be P1-rider at E4 or P2-rider at E5" },
        { 0, NULL, NULL, NULL },
    };
    static const struct naming classic[] = {
        { 0, "move 4,7 5,7", "move 3 5,7", "" },
        { 0, "move scout 5,7", "move 3 5,7", "" },
        { 0, "heal archer", "heal 9", "" }, /* the other archer is the enemy's */
        { 1, "heal archer", "heal 12", "" },
        { 0, "heal soldier", "", "unit: \"soldier\" may be 5 at 4,9 or 7 at 6,9" },
        { 0, "heal 6,9", "heal 7", "" },
        { 0, "move 3 5,7", "move 3 5,7", "" },
        { 0, NULL, NULL, NULL },
    };
    static const struct naming fortress[] = {
        { 0, "defend 6,4", "defend 9", "" },   { 0, "defend soldier", "defend 9", "" },
        { 0, "defend 7,4", "defend 10", "" }, /* seen, and not hers: judge() refuses */
        { 1, "defend phal", "defend 10", "" }, { 0, NULL, NULL, NULL },
    };
    check_namings(
        "fate",
        "{\"state\":{\"units\":{\"P1-rider\":{\"at\":\"E4\"},\"P2-rider\":{\"at\":\"E5\"},"
        "\"P2-trickster\":{\"at\":\"A0\",\"hero\":\"pell\"}}}}",
        fate);
    check_namings(
        "classic",
        "{\"turn\":7,\"units\":[{\"id\":3,\"owner\":0,\"type\":\"scout\",\"at\":[4,7],\"hp\":100},"
        "{\"id\":5,\"owner\":0,\"type\":\"soldier\",\"at\":[4,9],\"hp\":50},"
        "{\"id\":7,\"owner\":0,\"type\":\"soldier\",\"at\":[6,9],\"hp\":50},"
        "{\"id\":9,\"owner\":0,\"type\":\"archer\",\"at\":[8,9],\"hp\":50},"
        "{\"id\":12,\"owner\":1,\"type\":\"archer\",\"at\":[12,9],\"hp\":50}]}",
        classic);
    check_namings(
        "fortress",
        "{\"turn\":3,\"board\":{\"origin\":[0,0],\"rows\":[\"..............\",\"..............\","
        "\"..............\",\"..............\",\"..............\",\"..............\",\"............"
        "..\","
        "\"..............\",\"..............\"],\"bases\":[[0,4],[13,4]],\"towers\":[[],[]]},"
        "\"units\":[{\"id\":9,\"owner\":0,\"type\":\"soldier\",\"at\":[6,4],\"hp\":100},"
        "{\"id\":10,\"owner\":1,\"type\":\"phalanx\",\"at\":[7,4],\"hp\":100}]}",
        fortress);
}

static const struct rd_event_kind *event_named(const struct rd_game *game, const char *name,
                                               struct rd_event *event)
{
    while (strcmp(game->events[event->kind].name, name) != 0) {
        event->kind++;
    }
    return &game->events[event->kind];
}

static void sentence_for_people(const char *id, const char *name, const int32_t *args,
                                uint32_t count, const char *want)
{
    char text[RD_TEXT_MAX];
    static struct rd_names names;
    struct rd_event event = { .kind = 0 };
    const struct rd_game *game = rd_game_find(id);
    CHECK(event_named(game, name, &event) != NULL);
    memcpy(event.arg, args, count * sizeof args[0]);
    rd_names_open(&names, game, 0);
    CHECK_EQ(rd_event_tell(&names, &event, text, sizeof text), strlen(text));
    CHECK_TEXT(text, want);
}

/* Articles, health of whoever is more than dead, luck as a percentage, names of heroes. */
static void people_are_told_in_whole_words(void)
{
    sentence_for_people("civ", "stayed", (int32_t[]){ 0, 0, 0 }, 3,
                        "An army of your side stays at 0,0.");
    sentence_for_people("apoca", "hit", (int32_t[]){ 0, 1, 20, -24 }, 4,
                        "A mercenary hits a mercenary for 20, 0 left.");
    sentence_for_people("classic", "shot", (int32_t[]){ 1, 2, 1800, 1600, 1229, 30000 }, 6,
                        "1 shoots 2: strength 9 against 8, luck 120 %: 30 damage.");
}

/* A minigun and two who walk may have the same number; demons are nobody's. */
static void letters_tell_units_apart(void)
{
    char text[RD_TEXT_MAX];
    static struct rd_names names;
    static struct rd_scene scene;
    const struct rd_game *game = rd_game_find("apoca");
    struct rd_event event = { .arg = { 7, 1 << 16 | 7, 5, 3 } };
    CHECK(event_named(game, "hit", &event) != NULL);
    scene.token_count = 3;
    scene.cell[1].x = 4;
    for (uint8_t i = 0; i < 3; i++) {
        static const char *const kinds[] = { "mercenary", "demon", "minigun" };
        scene.token[i] = (struct rd_scene_token){ .cell = i, .unit = 7, .owner = 2 };
        while (strcmp(game->token_names[scene.token[i].kind], kinds[i]) != 0) {
            scene.token[i].kind++;
        }
    }
    rd_names_open(&names, game, 0);
    rd_names_see(&names, &scene);
    rd_event_tell(&names, &event, text, sizeof text);
    CHECK_TEXT(text, "The enemy mercenary hits the demon for 5, 3 left.");
    event.arg[0] = 2 << 16 | 7;
    rd_event_tell(&names, &event, text, sizeof text);
    CHECK_TEXT(text, "The enemy minigun hits the demon for 5, 3 left.");
}

/* usage: host_notation [--soak]: with it, every order of a space of some millions. */
int main(int argc, char **argv)
{
    is_soak = argc == 2 && strcmp(argv[1], "--soak") == 0;
    RUN(every_action_of_every_game_round_trips);
    RUN(every_event_has_a_sentence);
    RUN(orders_are_printed);
    RUN(people_may_be_brief);
    RUN(mistakes_say_what_is_possible);
    RUN(long_orders_are_cut_not_crashed);
    RUN(cells_have_names);
    RUN(seats_have_names);
    RUN(events_are_sentences);
    RUN(amounts_in_parts_have_decimals);
    RUN(each_seat_is_told_what_it_saw);
    RUN(refusals_say_why);
    RUN(outcomes_are_null_or_complete);
    RUN(orders_in_json_have_three_answers);
    RUN(steps_are_written_as_cells);
    RUN(steps_go_no_further);
    RUN(orders_are_short_where_the_game_says_so);
    RUN(units_go_by_cell_or_kind);
    RUN(people_are_told_in_whole_words);
    RUN(letters_tell_units_apart);
    return check_end();
}
