/* Map files of ApocaWarlords: read, written back, and refused by the name of the field. */
#include "apoca_test.h"

static const struct rd_codec *codec;

static void a_map_is_read(void)
{
    struct apoca_map map;
    struct rd_problem problem = { "" };
    CHECK(codec->read_map(TEST_MAP, strlen(TEST_MAP), &map, &problem));
    CHECK_TEXT(problem.text, "");
    CHECK_EQ(map.width, 15);
    CHECK_EQ(map.height, 5);
    CHECK_EQ(map.base[APOCA_BLUE][0], 13);
    CHECK_EQ(map.spawner_count, 1);
    CHECK_EQ(map.spawner[0].x, 7);
    CHECK_EQ(map.spawner[0].target, APOCA_RED);
    CHECK_EQ(map.tile[0], APOCA_LAND_RED);
    CHECK_EQ(map.tile[7], APOCA_VOID);
    CHECK_EQ(map.tile[APOCA_SIDE_MAX + 1], APOCA_PATH);
    CHECK_EQ(map.tile[APOCA_SIDE_MAX + 14], APOCA_LAND_BLUE);
    CHECK_EQ(apoca_game.check_map(&map, NULL, 0), 0);
}

static void a_map_survives_the_round_trip(void)
{
    struct apoca_map map, again;
    struct rd_problem problem = { "" };
    CHECK(codec->read_map(TEST_MAP, strlen(TEST_MAP), &map, &problem));
    json_t *json = codec->map_to_json(&map);
    CHECK(codec->map_from_json(json, &again, &problem));
    CHECK(memcmp(&map, &again, sizeof map) == 0);
    json_decref(json);
}

/* The map of a state is the map it was begun on, for every built-in one. */
static void a_state_knows_its_map(void)
{
    const struct rd_option *maps = &apoca_game.options[APOCA_OPT_MAP];
    for (int32_t i = maps->min; i <= maps->max; i++) {
        struct rd_setup setup = test_setup(APOCA_SEED);
        struct rd_luck luck = rd_luck_from_seed(1);
        struct apoca_state state, again;
        struct apoca_map map;
        setup.option[APOCA_OPT_MAP] = i;
        apoca_game.init(&state, &setup, &luck);
        codec->map_of_state(&state, &map);
        CHECK_EQ(apoca_game.check_map(&map, NULL, 0), 0);
        setup.map = &map;
        setup.map_size = sizeof map;
        apoca_game.init(&again, &setup, &luck);
        CHECK(memcmp(&state, &again, sizeof state) == 0);
    }
}

/* Unknown characters are void, also those of several bytes; switch_target is there and unread. */
static void odd_tiles_are_void(void)
{
    const char *text = "{\"FloorTiles\":[\"r.\\u00e9O\",\"\xe2\x82\xacOob\"],\"PlayerBaseR\":"
                       "{\"x\":0,\"y\":0},\"PlayerBaseB\":{\"x\":3,\"y\":1},\"DemonSpawners\":"
                       "[{\"x\":1,\"y\":1,\"initial_target\":\"b\",\"switch_target\":true}]}";
    struct apoca_map map;
    struct rd_problem problem = { "" };
    CHECK(codec->read_map(text, strlen(text), &map, &problem));
    CHECK_TEXT(problem.text, "");
    CHECK_EQ(map.width, 4);
    CHECK_EQ(map.tile[2], APOCA_VOID);
    CHECK_EQ(map.tile[3], APOCA_PATH);
    CHECK_EQ(map.tile[APOCA_SIDE_MAX], APOCA_VOID);
    CHECK_EQ(map.tile[APOCA_SIDE_MAX + 1], APOCA_PATH);
    CHECK_EQ(map.tile[APOCA_SIDE_MAX + 2], APOCA_VOID);
    CHECK_EQ(map.tile[APOCA_SIDE_MAX + 3], APOCA_LAND_BLUE);
    CHECK_EQ(map.spawner[0].target, APOCA_BLUE);
}

struct refusal {
    const char *text;
    const char *problem;
};

#define ROWS    "\"FloorTiles\":[\"OO\",\"OO\"]"
#define BASES   "\"PlayerBaseR\":{\"x\":0,\"y\":0},\"PlayerBaseB\":{\"x\":1,\"y\":1}"
#define SIXTEEN "OOOOOOOOOOOOOOOO"

static const struct refusal refusals[] = {
    { "[]", "a list is not an object" },
    { "{}", "FloorTiles: is missing" },
    { "{" ROWS ",\"Name\":\"x\"}",
      "Name: there is no such field; known are FloorTiles, PlayerBaseR, PlayerBaseB, "
      "DemonSpawners" },
    { "{\"FloorTiles\":\"OO\"}", "FloorTiles: \"OO\" is not a list" },
    { "{\"FloorTiles\":[]}", "FloorTiles: has 0 entries, must have 1 to 64" },
    { "{\"FloorTiles\":[\"\"]}", "FloorTiles[0]: has 0 tiles, must have 1 to 64" },
    { "{\"FloorTiles\":[\"" SIXTEEN SIXTEEN SIXTEEN SIXTEEN "O\"]}",
      "FloorTiles[0]: has 65 tiles, must have 1 to 64" },
    { "{\"FloorTiles\":[\"OO\",7]}", "FloorTiles[1]: 7 is not text" },
    { "{\"FloorTiles\":[\"OO\",\"OO\",\"OOO\"]}",
      "FloorTiles[2]: has 3 tiles, but the first row has 2" },
    { "{\"FloorTiles\":[\"OO\",\"\"]}", "FloorTiles[1]: has 0 tiles, but the first row has 2" },
    { "{" ROWS "}", "PlayerBaseR: is missing" },
    { "{" ROWS ",\"PlayerBaseR\":[0,0]}", "PlayerBaseR: a list is not an object" },
    { "{" ROWS ",\"PlayerBaseR\":{\"x\":0}}", "PlayerBaseR.y: is missing" },
    { "{" ROWS ",\"PlayerBaseR\":{\"x\":0,\"y\":2}}",
      "PlayerBaseR.y: 2 is not on the board, whose y is 0 to 1" },
    { "{" ROWS ",\"PlayerBaseR\":{\"x\":0,\"y\":1.0}}", "PlayerBaseR.y: 1 is not a whole number" },
    { "{" ROWS "," BASES ",\"DemonSpawners\":{}}", "DemonSpawners: an object is not a list" },
    { "{" ROWS "," BASES ",\"DemonSpawners\":[{\"x\":0,\"y\":0}]}",
      "DemonSpawners[0].initial_target: is missing" },
    { "{" ROWS "," BASES ",\"DemonSpawners\":[{\"x\":0,\"y\":0,\"initial_target\":\"red\"}]}",
      "DemonSpawners[0].initial_target: \"red\" is not one of r, b" },
    { "{" ROWS "," BASES ",\"DemonSpawners\":[{\"x\":0,\"y\":0,\"initial_target\":\"r\","
      "\"switch_target\":1}]}",
      "DemonSpawners[0].switch_target: must be true or false" },
};

static void bad_maps_are_refused_by_field(void)
{
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        struct apoca_map map;
        struct rd_problem problem = { "" };
        CHECK(!codec->read_map(refusals[i].text, strlen(refusals[i].text), &map, &problem));
        CHECK_TEXT(problem.text, refusals[i].problem);
    }
}

/* A map that can be read but not played is refused in a position, with the paragraph. */
static void unplayable_maps_are_refused_in_positions(void)
{
    struct apoca_state state;
    struct rd_problem problem;
    CHECK(!test_read("!{\"map\":{\"FloorTiles\":[\"O \",\" O\"]," BASES "}}", APOCA_SEED, &state,
                     &problem));
    CHECK(strstr(problem.text, "R1.3") != NULL);
    CHECK(strncmp(problem.text, "map", 3) == 0);
}

int main(void)
{
    codec = rd_codec_of(&apoca_game);
    RUN(a_map_is_read);
    RUN(a_map_survives_the_round_trip);
    RUN(a_state_knows_its_map);
    RUN(odd_tiles_are_void);
    RUN(bad_maps_are_refused_by_field);
    RUN(unplayable_maps_are_refused_in_positions);
    return check_end();
}
