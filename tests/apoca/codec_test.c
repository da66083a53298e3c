/* Positions of ApocaWarlords in JSON: what was written is read back byte for byte, what is
 * wrong is refused with the name of the field. */
#include "apoca_test.h"
#include "bots/bot.h"

static const struct rd_codec *codec;

/* Write, read, compare; and the same over a text. */
static void check_round_trip(const struct apoca_state *state, const struct rd_setup *setup)
{
    struct apoca_state again;
    struct rd_luck luck = rd_luck_from_seed(1);
    struct rd_problem problem = { "" };
    json_t *json = codec->position(state);
    char *text = json_dumps(json, JSON_COMPACT);
    json_t *parsed = rd_json_parse(text, strlen(text), &problem);
    CHECK_TEXT(problem.text, "");
    CHECK(json_equal(json, parsed));
    CHECK(codec->read_position(parsed, setup, &luck, &again, &problem));
    CHECK_TEXT(problem.text, "");
    CHECK(memcmp(&again, state, sizeof again) == 0);
    json_decref(parsed);
    json_decref(json);
    free(text);
}

/* A view is written without the other side's secrets, and can be read as a position that the
 * seat can't tell from the true one. */
static void check_view(const struct apoca_state *state, const struct rd_setup *setup, rd_seat seat)
{
    static const char *const queue[] = { "QueueR", "QueueB" };
    struct apoca_view view, again_view;
    struct apoca_state again;
    struct rd_luck luck = rd_luck_from_seed(1);
    struct rd_problem problem = { "" };
    apoca_game.observe(state, seat, &view);
    json_t *json = codec->view(&view);
    json_t *inner = json_object_get(json, "state");
    for (rd_seat other = 0; other < APOCA_SEATS; other++) {
        bool known = other == seat;
        CHECK(known == (json_object_get(json_object_get(inner, "Hidden"), queue[other]) != NULL));
        CHECK(known == json_is_array(json_array_get(json_object_get(inner, "Orders"), other)));
    }
    CHECK(codec->read_position(json, setup, &luck, &again, &problem));
    CHECK_TEXT(problem.text, "");
    apoca_game.observe(&again, seat, &again_view);
    CHECK(memcmp(&again_view, &view, sizeof view) == 0);
    json_decref(json);
}

static rd_seat pick_seat(rd_seats to_act, struct rd_luck *luck)
{
    RD_ASSERT(to_act != 0);
    rd_seat seat = (rd_seat)rd_luck_range(luck, 0, APOCA_SEATS - 1);
    return (to_act & RD_SEAT_BIT(seat)) != 0 ? seat : (rd_seat)(1 - seat);
}

static void play_out(const struct rd_setup *setup, uint64_t seed, uint32_t every)
{
    struct apoca_state state;
    struct apoca_view view;
    struct rd_luck luck = rd_luck_from_seed(seed);
    struct rd_action *legal = malloc(apoca_game.legal_max * sizeof *legal);
    const struct rd_bot *bot = rd_bot_find(&apoca_game, "random");
    apoca_game.init(&state, setup, &luck);
    for (uint32_t step = 0; apoca_game.to_act(&state) != 0; step++) {
        rd_seat seat = pick_seat(apoca_game.to_act(&state), &luck);
        uint32_t count = apoca_game.legal(&state, seat, legal, apoca_game.legal_max);
        apoca_game.observe(&state, seat, &view);
        struct rd_bot_question question = { &apoca_game, &view, seat, legal, count, &luck };
        apoca_game.apply(&state, seat, legal[bot->choose(&question)], &luck, NULL);
        if (step % every == 0) {
            check_round_trip(&state, setup);
            check_view(&state, setup, seat);
        }
    }
    check_round_trip(&state, setup);
    check_view(&state, setup, RD_SPECTATOR);
    free(legal);
}

static void random_games_survive_the_round_trip(void)
{
    for (int32_t rules = APOCA_SEED; rules <= APOCA_MEGAMINER; rules++) {
        struct rd_setup setup = test_setup(rules);
        const struct rd_option *maps = &apoca_game.options[APOCA_OPT_MAP];
        for (int32_t map = maps->min; map <= maps->max; map++) {
            setup.option[APOCA_OPT_MAP] = map;
            play_out(&setup, (uint64_t)map, 13);
        }
        setup.option[APOCA_OPT_TURNS] = 3;
        play_out(&setup, 99, 1);
        setup.option[APOCA_OPT_TURNS] = APOCA_TURNS_MAX;
        setup.option[APOCA_OPT_MONEY] = APOCA_MONEY_MAX;
        play_out(&setup, 100, 29);
    }
}

static void resignation_survives_the_round_trip(void)
{
    struct rd_setup setup = test_setup(APOCA_SEED);
    for (rd_seat seat = 0; seat < APOCA_SEATS; seat++) {
        struct apoca_state state;
        struct rd_luck luck = rd_luck_from_seed(1);
        apoca_game.init(&state, &setup, &luck);
        apoca_game.resign(&state, seat, NULL);
        check_round_trip(&state, &setup);
    }
}

static void a_map_alone_is_a_new_game(void)
{
    struct apoca_state state, fresh;
    struct rd_problem problem;
    struct rd_setup setup = test_setup(APOCA_SEED);
    struct rd_luck luck = rd_luck_from_seed(1);
    CHECK(test_read("!{\"map\":" TEST_MAP "}", APOCA_SEED, &state, &problem));
    CHECK_EQ(state.open.width, 15);
    CHECK_EQ(state.open.money[APOCA_RED], 30);
    CHECK_EQ(state.open.health[APOCA_BLUE], 200);
    CHECK_EQ(state.open.turn, 0);
    /* And without a map, the one that the options choose. */
    CHECK(test_read("!{}", APOCA_SEED, &state, &problem));
    apoca_game.init(&fresh, &setup, &luck);
    CHECK(memcmp(&state, &fresh, sizeof state) == 0);
}

static void fields_left_out_have_defaults(void)
{
    struct apoca_state s;
    struct rd_problem problem;
    const char *text =
        "{\"CurrentTurn\":9,\"Towers\":[{\"Type\":\"House\",\"x\":2,\"y\":2},"
        "{\"Name\":\"t7\",\"Type\":\"Cannon\",\"x\":9,\"y\":2}],"
        "\"Mercenaries\":[{\"Team\":\"b\",\"x\":5,\"y\":1}],"
        "\"Demons\":[{\"Name\":\"d4\",\"Team\":\"r\",\"x\":7,\"y\":1,\"Health\":-3}]}";
    CHECK(test_read(text, APOCA_MEGAMINER, &s, &problem));
    CHECK_TEXT(problem.text, "");
    CHECK_EQ(s.open.turn, 9);
    CHECK_EQ(s.open.tower_count, 2);
    CHECK_EQ(s.open.tower[0].number, 0);
    CHECK_EQ(s.open.tower[1].number, 7);
    CHECK_EQ(apoca_tower_cooldown(&s.open.tower[1]), 0);
    CHECK_EQ(s.open.unit[0].health, 20); /* R11.1 */
    CHECK_EQ(s.open.unit[0].damage, 15);
    CHECK_EQ(apoca_unit_mood(&s.open.unit[0]), APOCA_MOVING);
    CHECK_EQ(apoca_unit_mood(&s.open.unit[1]), APOCA_DEAD);
    CHECK_EQ(s.open.unit[1].damage, 10);
    CHECK_EQ(s.open.made[APOCA_MADE_TOWERS], 8);
    CHECK_EQ(s.open.made[APOCA_MADE_UNITS + APOCA_MERCENARY], 1);
    CHECK_EQ(s.open.made[APOCA_MADE_UNITS + APOCA_DEMON], 5);
    CHECK_EQ(s.open.price[APOCA_RED][APOCA_HOUSE], 10);
    CHECK(test_read(text, APOCA_SEED, &s, &problem));
    CHECK_EQ(s.open.unit[0].health, 25);
}

/* A reason that follows from the rest may be left out, as in old recordings of ties. */
static void the_reason_of_a_victory_may_be_plain(void)
{
    struct apoca_state s;
    struct rd_problem problem;
    CHECK(
        test_read("{\"CurrentTurn\":5,\"Victory\":\"r\",\"HealthB\":0}", APOCA_SEED, &s, &problem));
    CHECK_EQ(s.open.ending, APOCA_BLUE_BASE_FELL);
    CHECK(test_read("{\"CurrentTurn\":5,\"Victory\":\"b\",\"HealthR\":-5}", APOCA_SEED, &s,
                    &problem));
    CHECK_EQ(s.open.ending, APOCA_RED_BASE_FELL);
    CHECK(test_read("{\"CurrentTurn\":300,\"Victory\":\"tie\",\"VictoryReason\":\"\"}", APOCA_SEED,
                    &s, &problem));
    CHECK_EQ(s.open.ending, APOCA_TIED);
    CHECK_TEXT(problem.text, "");
}

static void sealed_orders_are_read(void)
{
    struct apoca_state s;
    struct rd_problem problem;
    CHECK(test_read(
        "{\"RedTeamMoney\":3,\"Towers\":[{\"Type\":\"House\",\"x\":2,\"y\":2}],\"Orders\":"
        "[[{\"verb\":\"destroy\",\"at\":[2,2]},{\"verb\":\"provoke\"},{\"verb\":\"done\"}],"
        "[{\"verb\":\"hire\",\"dir\":\"S\"},"
        "{\"verb\":\"build\",\"type\":\"church\",\"at\":[9,2]}]]}",
        APOCA_SEED, &s, &problem));
    CHECK_TEXT(problem.text, "");
    CHECK_EQ(s.secret[APOCA_RED].tower_verb, APOCA_DESTROY);
    CHECK_EQ(s.secret[APOCA_RED].tower_cell, 2 * APOCA_SIDE_MAX + 2);
    CHECK_EQ(s.secret[APOCA_RED].provoke, 1);
    CHECK_EQ(s.secret[APOCA_RED].done, 1);
    CHECK_EQ(s.secret[APOCA_BLUE].hire, 1 + APOCA_S);
    CHECK_EQ(s.secret[APOCA_BLUE].tower_type, APOCA_CHURCH);
    CHECK_EQ(s.secret[APOCA_BLUE].done, 0);
}

struct refusal {
    const char *text; /* a state on the test map, or with '!' a whole position */
    const char *problem;
};

#define TOWER(rest) "{\"Towers\":[{\"Type\":\"House\",\"x\":2,\"y\":2}," rest "]}"
#define UNIT(rest)  "{\"Mercenaries\":[{\"Team\":\"r\",\"x\":4,\"y\":1}," rest "]}"

static const struct refusal refusals[] = {
    { "![]", "a list is not an object" },
    { "!{\"Map\":{}}", "Map: there is no such field; known are map, state" },
    { "!{\"map\":7}", "map: 7 is not an object" },
    { "7", "state: 7 is not an object" },
    { "{\"Turn\":1}",
      "state.Turn: there is no such field; known are Victory, VictoryReason, CurrentTurn, HealthR, "
      "HealthB, RedTeamMoney, BlueTeamMoney, Towers, Mercenaries, Demons, DemonSpawners, "
      "TowerPricesR, TowerPricesB, Occupied, Hidden, SpentR, SpentB, Made, Orders" },
    { "{\"CurrentTurn\":301}", "state.CurrentTurn: 301 is not within 0 to 300" },
    { "{\"CurrentTurn\":1.5}", "state.CurrentTurn: 1.5 is not a whole number" },
    { "{\"CurrentTurn\":\"1\"}", "state.CurrentTurn: \"1\" is not a whole number" },
    { "{\"HealthR\":null}", "state.HealthR: null is not a whole number" },
    { "{\"RedTeamMoney\":-1}", "state.RedTeamMoney: -1 is not within 0 to 2147483647" },
    { "{\"Towers\":{}}", "state.Towers: an object is not a list" },
    { TOWER("7"), "state.Towers[1]: 7 is not an object" },
    { TOWER("{}"), "state.Towers[1].Type: is missing" },
    { TOWER("{\"Type\":\"house\"}"), "state.Towers[1].Type: \"house\" is not one of {towers}" },
    { TOWER("{\"Type\":\"House\",\"y\":1}"), "state.Towers[1].x: is missing" },
    { TOWER("{\"Type\":\"House\",\"x\":99,\"y\":1}"),
      "state.Towers[1].x: 99 is not on the board, whose x is 0 to 14" },
    { TOWER("{\"Type\":\"House\",\"x\":1,\"y\":-1}"),
      "state.Towers[1].y: -1 is not on the board, whose y is 0 to 4" },
    { TOWER("{\"Type\":\"House\",\"x\":1,\"y\":1}"),
      "state.Towers[1]: [1,1] is nobody's territory" },
    { TOWER("{\"Type\":\"House\",\"x\":2,\"y\":2}"), "state.Towers[1]: two towers on [2,2]" },
    { TOWER("{\"Type\":\"House\",\"Team\":\"b\",\"x\":3,\"y\":2}"),
      "state.Towers[1].Team: [3,2] is Red's territory" },
    { TOWER("{\"Type\":\"House\",\"Team\":\"tie\",\"x\":3,\"y\":2}"),
      "state.Towers[1].Team: \"tie\" is not one of r, b" },
    { TOWER("{\"Name\":\"t0\",\"Type\":\"House\",\"x\":3,\"y\":2}"),
      "state.Towers[1].Name: t0 must come after t0: the list is in the order of names, and each is "
      "there once" },
    { TOWER("{\"Name\":\"m3\",\"Type\":\"House\",\"x\":3,\"y\":2}"),
      "state.Towers[1].Name: must be t0, t1, ..." },
    { TOWER("{\"Name\":\"t01\",\"Type\":\"House\",\"x\":3,\"y\":2}"),
      "state.Towers[1].Name: must be t0, t1, ..." },
    { TOWER("{\"Name\":\"t99999999999\",\"Type\":\"House\",\"x\":3,\"y\":2}"),
      "state.Towers[1].Name: must be t0, t1, ..." },
    { TOWER("{\"Type\":\"House\",\"x\":3,\"y\":2,\"Cooldown\":6}"),
      "state.Towers[1].Cooldown: 6 is not within 0 to 5" },
    { TOWER("{\"Type\":\"House\",\"x\":3,\"y\":2,\"Targets\":[[1,1]]}"),
      "state.Towers[1].Targets: has 1 entries, must have 0" },
    { TOWER("{\"Type\":\"Minigun\",\"x\":3,\"y\":2,\"Targets\":[[1,1],[1]]}"),
      "state.Towers[1].Targets[1]: has 1 entries, must have 2" },
    { TOWER("{\"Type\":\"Minigun\",\"x\":3,\"y\":2,\"Targets\":[[1,1],[1,1]]}"),
      "state.Towers[1].Targets[1]: must come by x, then y, each cell once" },
    { TOWER("{\"Type\":\"Minigun\",\"x\":3,\"y\":2,\"Targets\":[[13,1]]}"),
      "state.Towers[1].Targets[0]: is out of the tower's range" },
    { TOWER("{\"Type\":\"Church\",\"x\":3,\"y\":2,\"Targets\":[[3,0]]}"),
      "state.Towers[1].Targets[0]: is no path tile" },
    { TOWER("{\"Type\":\"Crossbow\",\"x\":3,\"y\":2,\"Targets\":[[9,1]]}"),
      "state.Towers[1].Targets[0]: is out of the tower's range" },
    { TOWER("{\"Type\":\"Crossbow\",\"x\":3,\"y\":2,\"Targets\":[[-1,70]]}"),
      "state.Towers[1].Targets[0]: [-1,70] is not on the board" },
    { UNIT("{\"x\":5,\"y\":1}"), "state.Mercenaries[1].Team: is missing" },
    { UNIT("{\"Team\":\"r\",\"x\":5,\"y\":2}"), "state.Mercenaries[1]: [5,2] is on no lane" },
    { UNIT("{\"Team\":\"r\",\"x\":1,\"y\":2}"), "state.Mercenaries[1]: [1,2] is on no lane" },
    { UNIT("{\"Team\":\"r\",\"x\":4,\"y\":1}"),
      "state.Mercenaries[1]: another unit stands on [4,1]" },
    { UNIT("{\"Team\":\"r\",\"x\":5,\"y\":1,\"State\":\"asleep\"}"),
      "state.Mercenaries[1].State: \"asleep\" is not one of moving, fighting, waiting, dead" },
    { UNIT("{\"Team\":\"r\",\"x\":5,\"y\":1,\"State\":\"dead\"}"),
      "state.Mercenaries[1].State: a unit is dead if its health is 0 or less, and only then" },
    { UNIT("{\"Team\":\"r\",\"x\":5,\"y\":1,\"Health\":0,\"State\":\"moving\"}"),
      "state.Mercenaries[1].State: a unit is dead if its health is 0 or less, and only then" },
    { UNIT("{\"Team\":\"r\",\"x\":5,\"y\":1,\"Health\":9999999999}"),
      "state.Mercenaries[1].Health: 9999999999 is not within -2147483648 to 2147483647" },
    { "{\"Mercenaries\":[{\"Team\":\"r\",\"x\":4,\"y\":1}],\"Demons\":[{\"Team\":\"r\",\"x\":4,"
      "\"y\":1}]}",
      "state.Demons[0]: another unit stands on [4,1]" },
    { "{\"Demons\":[{\"Team\":\"r\",\"x\":4,\"y\":1,\"State\":\"waiting\"}]}",
      "state.Demons[0].State: demons never wait" },
    { "{\"DemonSpawners\":[]}", "state.DemonSpawners: has 0 entries, must have 1" },
    { "{\"DemonSpawners\":[{\"x\":6,\"y\":1}]}",
      "state.DemonSpawners[0]: the map has this spawner on [7,1]" },
    { "{\"DemonSpawners\":[{\"x\":7,\"y\":1,\"Target\":\"b\"}]}",
      "state.DemonSpawners[0].Target: the map says \"r\"" },
    { "{\"DemonSpawners\":[{\"x\":7,\"y\":1,\"ReloadTime\":11}]}",
      "state.DemonSpawners[0].ReloadTime: 11 is not within 0 to 10" },
    { "{\"TowerPricesR\":{\"Cannon\":9}}",
      "state.TowerPricesR.Cannon: 9 is not within 10 to 2147483647" },
    { "{\"TowerPricesR\":{\"Moat\":1}}", "state.TowerPricesR.Moat: there is no such field; known "
                                         "are {towers}" },
    { "{\"Hidden\":{\"QueueR\":[0,0,0]}}", "state.Hidden.QueueR: has 3 entries, must have 4" },
    { "{\"Hidden\":{\"QueueR\":[0,0,1,0]}}",
      "state.Hidden.QueueR[2]: no lane begins W of that base" },
    { "{\"Hidden\":{\"Spawners\":[[0]]}}", "state.Hidden.Spawners[0]: has 1 entries, must have 2" },
    { "{\"Mercenaries\":[{\"Name\":\"m4\",\"Team\":\"r\",\"x\":4,\"y\":1}],\"Made\":[0,4,0]}",
      "state.Made[1]: m4 exists, so at least 5" },
    { "{\"Occupied\":[[4,1,\"m0\"]]}", "state.Occupied: has 1 entries, must have 0" },
    { "{\"Towers\":[{\"Type\":\"House\",\"x\":2,\"y\":2}],\"Occupied\":[[2,2,\"t1\"]]}",
      "state.Occupied[0]: must be [2,2,\"t0\"], as the towers and units stand" },
    { "{\"Victory\":\"x\"}", "state.Victory: \"x\" is not one of r, b, tie" },
    { "{\"Victory\":\"r\"}", "state.VictoryReason: must say why the game is over" },
    { "{\"Victory\":\"r\",\"VictoryReason\":\"because\"}",
      "state.VictoryReason: \"because\" is no way for a game to end" },
    { "{\"Victory\":\"b\",\"HealthB\":0,\"VictoryReason\":\"Blue base destroyed!\"}",
      "state.Victory: \"b\" does not win by \"Blue base destroyed!\"" },
    { "{\"VictoryReason\":\"because\"}",
      "state.VictoryReason: must be empty while there is no Victory" },
    { "{\"HealthR\":0}", "state: the game should have ended otherwise, or not yet" },
    { "{\"RedTeamMoney\":2000000000}", "state: nobody has that much money, or debts" },
    { "{\"Orders\":[[]]}", "state.Orders: has 1 entries, must have 2" },
    { "{\"RedTeamMoney\":9,\"Orders\":[[{\"verb\":\"hire\",\"dir\":\"N\"}],[]]}", NULL },
    { "{\"Orders\":[[{\"verb\":\"done\"}],[{\"verb\":\"done\"}]]}",
      "state.Orders[1][0]: both seats are done, so the turn is not under way" },
    { "{\"Orders\":[[{\"verb\":\"dance\"}],[]]}", NULL },
    { "{\"Orders\":[[{\"verb\":\"done\"},{\"verb\":\"provoke\"}],[]]}",
      "state.Orders[0][1]: this seat can't order anything now" },
};

static void bad_positions_are_refused_by_field(void)
{
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        struct apoca_state state;
        struct rd_problem problem;
        CHECK(!test_read(refusals[i].text, APOCA_SEED, &state, &problem));
        if (refusals[i].problem != NULL) {
            test_text(problem.text, refusals[i].problem);
        } else {
            CHECK(strncmp(problem.text, "state.Orders[0][0]: ", 20) == 0);
        }
    }
}

int main(void)
{
    codec = rd_codec_of(&apoca_game);
    RUN(random_games_survive_the_round_trip);
    RUN(resignation_survives_the_round_trip);
    RUN(a_map_alone_is_a_new_game);
    RUN(fields_left_out_have_defaults);
    RUN(the_reason_of_a_victory_may_be_plain);
    RUN(sealed_orders_are_read);
    RUN(bad_positions_are_refused_by_field);
    return check_end();
}
