/* Games, options and seeds as people and files give them. */
#include <stdlib.h>

#include "check.h"
#include "host/json_game.h"
#include "host/setup.h"

static void unknown_games_list_the_known(void)
{
    struct rd_chosen chosen;
    struct rd_problem problem = { "" };
    CHECK(!rd_chosen_open(&chosen, "chess\n", &problem));
    CHECK(strncmp(problem.text, "there is no game \"chess?\"; games are null", 41) == 0);
}

static void options_are_set_by_text(void)
{
    struct rd_chosen chosen;
    struct rd_problem problem = { "" };
    CHECK(rd_chosen_open(&chosen, "null", &problem));
    CHECK_EQ(chosen.setup.option[0], 21);
    CHECK(rd_chosen_set(&chosen, "heap=64", RD_MAP_FILES_NO, &problem));
    CHECK_EQ(chosen.setup.option[0], 64);
    CHECK(rd_chosen_set(&chosen, "seats=2", RD_MAP_FILES_NO, &problem));
    CHECK(rd_chosen_check(&chosen, &problem));
    CHECK_TEXT(problem.text, "");
    rd_chosen_close(&chosen);
}

static void bad_assignments_say_what_is_right(void)
{
    static const char *const table[][2] = {
        { "heap", "\"heap\" is not KEY=VALUE" },
        { "=5", "\"=5\" is not KEY=VALUE" },
        { "heap=0", "heap: 0 is not a whole number from 1 to 64" },
        { "heap=65", "heap: 65 is not a whole number from 1 to 64" },
        { "heap=", "heap: \"\" is not a whole number from 1 to 64" },
        { "heap=5x", "heap: \"5x\" is not a whole number from 1 to 64" },
        { "heap= 5", "heap: \" 5\" is not a whole number from 1 to 64" },
        { "heap=99999999999999999999999",
          "heap: \"99999999999999999999999\" is not a whole number from 1 to 64" },
        { "seats=3", "seats: 3 is not a whole number from 2 to 2" },
        { "stones=3", "null has no option \"stones\"; options are heap" },
        { "map=x", "map: there is no map \"x\"" },
        { "map=/etc/passwd", "map: there is no map \"/etc/passwd\"" },
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct rd_chosen chosen;
        struct rd_problem problem = { "" };
        CHECK(rd_chosen_open(&chosen, "null", &problem));
        CHECK(!rd_chosen_set(&chosen, table[i][0], RD_MAP_FILES_YES, &problem));
        CHECK_TEXT(problem.text, table[i][1]);
        CHECK_EQ(chosen.setup.option[0], 21);
        rd_chosen_close(&chosen);
    }
}

static void bad_json_options_say_what_is_right(void)
{
    static const char *const table[][2] = {
        { "[]", "options are an object such as {\"KEY\":VALUE}" },
        { "{\"heap\":0}", "heap: 0 is not a whole number from 1 to 64" },
        { "{\"heap\":\"5\"}", "heap: \"5\" is not a whole number" },
        { "{\"heap\":5.0}", "heap: 5 is not a whole number" },
        { "{\"heap\":null}", "heap: null is not a whole number" },
        { "{\"heaps\":5}", "null has no option \"heaps\" (did you mean heap?); options are heap" },
        { "{\"map\":{}}", "null has no option \"map\"; options are heap" },
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct rd_chosen chosen;
        struct rd_problem problem = { "" };
        json_t *json = json_loads(table[i][0], 0, NULL);
        CHECK(rd_chosen_open(&chosen, "null", &problem));
        CHECK(!rd_chosen_set_json(&chosen, json, RD_MAP_FILES_NO, &problem));
        CHECK_TEXT(problem.text, table[i][1]);
        rd_chosen_close(&chosen);
        json_decref(json);
    }
}

/* What is written can be read, at both ends of every option of every game. */
static void options_round_trip_in_json(void)
{
    for (uint32_t g = 0; rd_game_at(g) != NULL; g++) {
        for (int extreme = 0; extreme < 2; extreme++) {
            const struct rd_game *game = rd_game_at(g);
            struct rd_chosen out, back;
            struct rd_problem problem = { "" };
            CHECK(rd_chosen_open(&out, game->id, &problem));
            for (uint32_t i = 0; game->options[i].key != NULL; i++) {
                out.setup.option[i] = extreme ? game->options[i].max : game->options[i].min;
            }
            json_t *json = rd_options_to_json(game, &out.setup);
            CHECK(rd_chosen_open(&back, game->id, &problem));
            CHECK(rd_chosen_set_json(&back, json, RD_MAP_FILES_NO, &problem));
            CHECK_TEXT(problem.text, "");
            CHECK(memcmp(&out.setup, &back.setup, sizeof out.setup) == 0);
            json_decref(json);
            rd_chosen_close(&out);
            rd_chosen_close(&back);
        }
    }
}

/* The options "heroes1.rider" to "heroes1.knight" of one game are a group. */
static void a_list_sets_a_group_of_options(void)
{
    static const char *const table[][2] = {
        { "{\"heroes1\":[\"kesh\",\"base\",\"base\",\"base\",\"base\",\"base\",\"ruska\"]}", "" },
        { "{\"heroes1\":[\"kesh\"]}", "heroes1: has 1 entries, must have 7" },
        { "{\"heroes1\":[\"kesh\",\"kesh\",\"base\",\"base\",\"base\",\"base\",\"base\"]}",
          "heroes1.spearman: \"kesh\" is not one of base, brannoch, ilse" },
        { "{\"heroes1\":[1,2,3,4,5,6,7]}", "heroes1[0]: 1 is not text" },
        { "{\"rounds\":[1]}", "rounds: a list is not a whole number" },
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct rd_chosen chosen;
        struct rd_problem problem = { "" };
        json_t *options = json_loads(table[i][0], 0, NULL);
        CHECK(rd_chosen_open(&chosen, "fate", &problem));
        CHECK_EQ(rd_chosen_set_json(&chosen, options, RD_MAP_FILES_NO, &problem), i == 0);
        CHECK_TEXT(problem.text, table[i][1]);
        json_t *chosen_json = rd_options_to_json(chosen.game, &chosen.setup);
        const char *knight = json_string_value(json_object_get(chosen_json, "heroes1.knight"));
        CHECK_TEXT(knight, i == 0 ? "ruska" : "base");
        json_decref(chosen_json);
        json_decref(options);
        rd_chosen_close(&chosen);
    }
}

static void maps_live_where_the_desktop_says(void)
{
    char folder[256];
    setenv("HOME", "/home/me", 1);
    setenv("XDG_DATA_HOME", "/data", 1);
    rd_maps_folder(rd_game_find("null"), folder, sizeof folder);
    CHECK_TEXT(folder, "/data/redoubt/maps/null");
    setenv("XDG_DATA_HOME", "relative", 1);
    rd_maps_folder(rd_game_find("null"), folder, sizeof folder);
    CHECK_TEXT(folder, "/home/me/.local/share/redoubt/maps/null");
    unsetenv("XDG_DATA_HOME");
    rd_maps_folder(rd_game_find("null"), folder, sizeof folder);
    CHECK_TEXT(folder, "/home/me/.local/share/redoubt/maps/null");
    unsetenv("HOME");
    rd_maps_folder(rd_game_find("null"), folder, sizeof folder);
    CHECK_TEXT(folder, "");
}

static void seeds_have_two_forms(void)
{
    uint64_t key[2] = { 9, 9 };
    char text[RD_SEED_TEXT_MAX];
    struct rd_problem problem = { "" };
    CHECK(rd_seed_parse("18446744073709551615", key, &problem));
    CHECK_HEX(key[0], UINT64_MAX);
    CHECK_HEX(key[1], 0);
    rd_seed_print(key, text);
    CHECK_TEXT(text, "18446744073709551615");
    CHECK(rd_seed_parse("0123456789abcdefFEDCBA9876543210", key, &problem));
    CHECK_HEX(key[0], UINT64_C(0x0123456789abcdef));
    CHECK_HEX(key[1], UINT64_C(0xfedcba9876543210));
    rd_seed_print(key, text);
    CHECK_TEXT(text, "0123456789abcdeffedcba9876543210");
    struct rd_luck plain = rd_luck_from_seed(7);
    CHECK(rd_seed_parse("007", key, &problem));
    CHECK(memcmp(plain.key, key, sizeof key) == 0);
    CHECK_TEXT(problem.text, "");
}

static void bad_seeds_are_refused(void)
{
    static const char *const bad[] = { "",
                                       "-1",
                                       "7.0",
                                       " 7",
                                       "0x7",
                                       "18446744073709551616",
                                       "0123456789abcdef0123456789abcdeg",
                                       "99999999999999999999",
                                       "seven" };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        uint64_t key[2];
        struct rd_problem problem = { "" };
        CHECK(!rd_seed_parse(bad[i], key, &problem));
        CHECK(strstr(problem.text, "neither a whole number below 2^64 nor 32 hexadecimal") != NULL);
    }
}

static void seeds_in_json(void)
{
    uint64_t key[2];
    struct rd_problem problem = { "" };
    json_t *number = json_integer(7), *text = json_string("7"), *negative = json_integer(-7);
    CHECK(rd_seed_from_json(number, key, &problem) && key[0] == 7);
    CHECK(rd_seed_from_json(text, key, &problem) && key[0] == 7);
    CHECK(!rd_seed_from_json(negative, key, &problem));
    json_decref(number);
    json_decref(text);
    json_decref(negative);
}

static void fresh_seeds_differ(void)
{
    uint64_t a[2], b[2];
    CHECK(rd_seed_fresh(a, NULL) && rd_seed_fresh(b, NULL));
    CHECK(memcmp(a, b, sizeof a) != 0);
}

int main(void)
{
    RUN(unknown_games_list_the_known);
    RUN(options_are_set_by_text);
    RUN(bad_assignments_say_what_is_right);
    RUN(bad_json_options_say_what_is_right);
    RUN(options_round_trip_in_json);
    RUN(a_list_sets_a_group_of_options);
    RUN(maps_live_where_the_desktop_says);
    RUN(seeds_have_two_forms);
    RUN(bad_seeds_are_refused);
    RUN(seeds_in_json);
    RUN(fresh_seeds_differ);
    return check_end();
}
