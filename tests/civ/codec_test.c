/* The JSON of civ: positions, views, orders that no action can say, and map files. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "games/civ/civ.h"
#include "host/codec.h"
#include "host/json_game.h"
#include "host/json_read.h"

static struct civ_state state;

static struct rd_setup setup_of(int32_t rules)
{
    struct rd_setup setup;
    rd_setup_presets(&civ_game, &setup);
    setup.option[CIV_OPT_RULES] = rules;
    setup.option[CIV_OPT_SIZE] = 8;
    setup.option[CIV_OPT_MAP_SEED] = 1;
    return setup;
}

static bool read_text(const char *text, int32_t rules, struct rd_problem *problem)
{
    struct rd_setup setup = setup_of(rules);
    struct rd_luck luck = rd_luck_from_seed(1);
    problem->text[0] = '\0';
    json_t *json = rd_json_parse(text, strlen(text), problem);
    CHECK(json != NULL);
    bool fine = rd_codec_of(&civ_game)->read_position(json, &setup, &luck, &state, problem);
    json_decref(json);
    return fine;
}

#define PLAYERS(first)                                                \
    "{\"state\":{\"players\":[" first                                 \
    ",{\"cities\":[[7,0]]},{\"cities\":[[0,7]]},{\"cities\":[[7,7]]}" \
    "]}}"

/* ---- positions ---- */

struct mistake {
    int32_t rules;
    const char *text, *says;
};

static const struct mistake mistakes[] = {
    { CIV_BOOK, "{\"size\":10}", "size: the board has 8 columns" },
    { CIV_BOOK, "{\"boards\":1}", "boards: there is no such field" },
    { CIV_BOOK, "{\"board\":[[1]]}", "board: " },
    { CIV_BOOK, "{\"state\":{\"current\":4}}", "state.current: " },
    { CIV_BOOK, "{\"state\":{\"round\":257}}", "state.round: " },
    { CIV_BOOK, "{\"state\":{\"winner\":0}}", "state.winner: nobody has won" },
    { CIV_BOOK, "{\"state\":{\"over\":1}}", "state.over: must be true or false" },
    { CIV_BOOK, "{\"state\":{\"ending\":\"limit\"}}", "state.ending: does not fit" },
    { CIV_BOOK, "{\"state\":{\"players\":[]}}", "state.players: " },
    { CIV_BOOK, PLAYERS("{}"), "state: the seat to act is out of the game" },
    { CIV_BOOK, PLAYERS("{\"cities\":[[0,0],[7,0]]}"), "state: two cities stand on one tile" },
    { CIV_BOOK, PLAYERS("{\"cities\":[[8,0]]}"), "state.players[0].cities[0][0]: " },
    { CIV_BOOK, PLAYERS("{\"food\":-1}"), "state.players[0].food: " },
    { CIV_BOOK, PLAYERS("{\"offense10\":11}"), "state.players[0].offense10: 11 is not 10" },
    { CIV_BOOK, PLAYERS("{\"offense\":1.0}"), "state.players[0].offense: there is no such" },
    { CIV_FINAL, PLAYERS("{\"offense\":1.2}"), "state.players[0].offense: 1.2 is not 1.0" },
    { CIV_FINAL, PLAYERS("{\"offense\":1e300}"), "state.players[0].offense: " },
    { CIV_BOOK, PLAYERS("{\"armies\":[[1,1,0,0]]}"), "state.players[0].armies[0][2]: " },
    { CIV_BOOK, PLAYERS("{\"armies\":[[1,1,101]]}"), "state.players[0].armies[0][2]: " },
    { CIV_BOOK, PLAYERS("{\"workers\":[[1,1,2]]}"), "state.players[0].workers[0][2]: " },
    { CIV_BOOK, PLAYERS("{\"cities\":[[0,0]],\"out\":0}"), "state.players[0].out: is for a" },
    { CIV_BOOK, "{\"state\":{\"attacks\":[[[1,0],[],[]]]}}", "state.attacks[0]: nobody" },
    { CIV_BOOK, "{\"state\":{\"attacks\":[[[1,0],[0],[]]]}}", "state.attacks[0][1]: " },
};

static void mistakes_name_their_place(void)
{
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        struct rd_problem problem;
        CHECK(!read_text(mistakes[i].text, mistakes[i].rules, &problem));
        if (strncmp(problem.text, mistakes[i].says, strlen(mistakes[i].says)) != 0) {
            CHECK_TEXT(problem.text, mistakes[i].says);
        }
    }
}

static void attacks_are_read(void)
{
    struct rd_problem problem;
    const char *text =
        "{\"state\":{\"players\":[{\"cities\":[[0,0]],\"armies\":[[3,3],[2,3,50,1],[4,2]],"
        "\"workers\":[[4,4]]},{\"cities\":[[7,0]],\"armies\":[[4,3]]},{\"cities\":[[0,7]]},"
        "{\"cities\":[[7,7]]}],\"attacks\":[[[4,3],[0,2],[0]]]}}";
    CHECK(read_text(text, CIV_BOOK, &problem));
    CHECK_TEXT(problem.text, "");
    CHECK_EQ(state.common.target_count, 1);
    CHECK_EQ(civ_attack_of(state.side[0].army[0]), 1);
    CHECK_EQ(civ_attack_of(state.side[0].army[1]), 0);
    CHECK_EQ(civ_attack_of(state.side[0].army[2]), 4);
    CHECK_EQ(civ_attack_of(state.side[0].worker[0]), 2);
    CHECK(!read_text(text, CIV_FINAL, &problem));
    json_t *json = rd_codec_of(&civ_game)->position(&state);
    json_decref(json);
}

static void views_leave_out_what_is_hidden(void)
{
    static struct civ_view view;
    struct rd_problem problem;
    CHECK(read_text(PLAYERS("{\"cities\":[[0,0]],\"workers\":[[0,0,1]],\"armies\":[[6,1]]}"),
                    CIV_BOOK, &problem));
    civ_game.observe(&state, 1, &view);
    json_t *json = rd_codec_of(&civ_game)->view(&view);
    json_t *board = json_object_get(json, "board");
    json_t *players = json_object_get(json_object_get(json, "state"), "players");
    json_t *first = json_array_get(players, 0);
    CHECK_EQ(json_integer_value(json_array_get(json_array_get(board, 0), 0)), -1);
    CHECK(json_integer_value(json_array_get(json_array_get(board, 7), 0)) >= 0);
    CHECK_EQ(json_array_size(json_object_get(first, "cities")), 0);
    CHECK_EQ(json_array_size(json_object_get(first, "workers")), 0);
    CHECK_EQ(json_array_size(json_object_get(first, "armies")), 1);
    CHECK_EQ(json_array_size(json_array_get(json_object_get(first, "armies"), 0)), 3);
    CHECK(json_object_get(json_object_get(json, "state"), "attacks") == NULL);
    json_decref(json);
}

/* ---- orders ---- */

struct far {
    rd_seat seat;
    const char *order, *why;
};

/* In the order of checks: over, seat, turn, source, destination, unit, distance. */
static const struct far refused[] = {
    { 9, "{\"verb\":\"move_army\",\"from\":[1,1],\"to\":[5,5]}", "not a player key" },
    { 9, "{\"verb\":\"end_turn\"}", "not a player key" },
    { 1, "{\"verb\":\"move_army\",\"from\":[99,1],\"to\":[5,5]}", "not current player" },
    { 0, "{\"verb\":\"move_army\",\"from\":[99,1],\"to\":[99,5]}", "src position is not on board" },
    { 0, "{\"verb\":\"move_army\",\"from\":[8,1],\"to\":[9,1]}", "src position is not on board" },
    { 0, "{\"verb\":\"move_army\",\"from\":[-1,1],\"to\":[0,1]}", "src position is not on board" },
    { 0, "{\"verb\":\"move_army\",\"from\":[5,5],\"to\":[99,5]}", "dst position is not on board" },
    { 0, "{\"verb\":\"move_army\",\"from\":[7,5],\"to\":[8,5]}", "dst position is not on board" },
    { 0, "{\"verb\":\"move_army\",\"from\":[0,5],\"to\":[-1,5]}", "dst position is not on board" },
    { 0, "{\"verb\":\"move_army\",\"from\":[5,5],\"to\":[1,1]}",
      "no army at specified source location" },
    { 0, "{\"verb\":\"move_worker\",\"from\":[5,5],\"to\":[1,1]}",
      "no worker at specified source location" },
    { 0, "{\"verb\":\"move_army\",\"from\":[6,1],\"to\":[5,2]}", "invalid move (too far)" },
    { 0, "{\"verb\":\"move_worker\",\"from\":[0,0],\"to\":[2,0]}", "invalid move (too far)" },
    { 0, "{\"verb\":\"move_worker\",\"from\":[0,0],\"to\":[1,0]}",
      "worker already moved this turn" },
    { 1, "{\"verb\":\"produce\",\"what\":\"army\",\"at\":[8,0]}", "position is not on board" },
    { 1, "{\"verb\":\"produce\",\"what\":\"army\",\"at\":[99,0]}", "position is not on board" },
    { 1, "{\"verb\":\"produce\",\"what\":\"tank\",\"at\":[0,0]}", "not current player" },
    { 0, "{\"verb\":\"produce\",\"what\":\"tank\",\"at\":[0,0]}", "invalid production type" },
    { 0, "{\"verb\":\"research\",\"what\":\"magic\"}", "invalid technology type" },
};

static void check_refused(const struct far *far)
{
    struct rd_problem problem = { "" };
    struct rd_order order;
    json_t *json = json_loads(far->order, 0, NULL);
    enum rd_reading reading =
        rd_order_from_json(&civ_game, &state, far->seat, json, &order, &problem);
    struct rd_verdict verdict = order.verdict;
    CHECK(reading != RD_READ_MALFORMED);
    if (verdict.code == RD_OK) {
        verdict = civ_game.judge(&state, far->seat, order.action[0]);
    }
    CHECK(verdict.code != RD_OK && verdict.why != 0);
    CHECK_TEXT(civ_game.refusals[verdict.why].text, far->why);
    json_decref(json);
}

static void refusals_come_in_their_order(void)
{
    struct rd_problem problem;
    CHECK(read_text(PLAYERS("{\"cities\":[[0,0]],\"workers\":[[0,0,1]],\"armies\":[[6,1]]}"),
                    CIV_BOOK, &problem));
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        check_refused(&refused[i]);
    }
    civ_game.resign(&state, 0, NULL);
    civ_game.resign(&state, 1, NULL);
    civ_game.resign(&state, 2, NULL);
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        struct far over = { refused[i].seat, refused[i].order, "no active game" };
        check_refused(&over);
    }
}

/* ---- map files ---- */

#define ROWS "gggggggg\ngggggggg\ngggggggg\ngggggggg\ngggggggg\ngggggggg\ngggggggg\n"

struct file {
    const char *text, *says;
};

static const struct file files[] = {
    { "grid:\n" ROWS "gggggggg\n", "" },
    { "# a remark\n\n name = Meadow \r\nauthor=me\ngrid:\r\n" ROWS "gg~hf^gg\n\n\n", "" },
    { "grid:\n" ROWS "gggggggg", "" },
    { "", "there is no line grid:" },
    { "name=x\n", "there is no line grid:" },
    { "colour=red\ngrid:\n", "line 1: the known keys are" },
    { "what\ngrid:\n", "line 1: must be KEY=VALUE" },
    { "grid:\n", "the grid has 0 rows" },
    { "grid:\n" ROWS, "the grid has 7 rows of 8 tiles" },
    { "grid:\n" ROWS "ggg\n", "line 9: has 3 tiles" },
    { "grid:\n" ROWS "gggggggx\n", "line 9: a tile is one of" },
    { "grid:\n" ROWS "gggggggg\ngggggggg\n", "line 10: there are more rows" },
    { "grid:\n" ROWS "\ngggggggg\n", "line 10: only empty lines" },
};

static void map_files_are_read(void)
{
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        struct civ_map map;
        struct rd_problem problem = { "" };
        const struct rd_codec *codec = rd_codec_of(&civ_game);
        bool fine = codec->read_map(files[i].text, strlen(files[i].text), &map, &problem);
        CHECK_EQ(fine, files[i].says[0] == '\0');
        if (strncmp(problem.text, files[i].says, strlen(files[i].says)) != 0) {
            CHECK_TEXT(problem.text, files[i].says);
        }
    }
}

int main(void)
{
    RUN(mistakes_name_their_place);
    RUN(attacks_are_read);
    RUN(views_leave_out_what_is_hidden);
    RUN(refusals_come_in_their_order);
    RUN(map_files_are_read);
    return check_end();
}
