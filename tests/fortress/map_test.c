/* Boards: the standard ones, drawn ones over many seeds and parameters, those of our own, and what
 * is refused. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "games/fortress/hosted/maps.h"
#include "redoubt/hash.h"

enum { SEEDS = 40, PROBLEMS = 8 };

static const int32_t presets[FORTRESS_OPTIONS] = {
    [FORTRESS_OPT_FOREST] = 18,
    [FORTRESS_OPT_MOUNTAIN] = 6,
    [FORTRESS_OPT_RIVER] = 4,
    [FORTRESS_OPT_LAKE] = 3,
};

static void draw(struct fortress_map *map, const int32_t *option, uint64_t seed)
{
    struct rd_luck luck = rd_luck_from_seed(seed);
    fortress_draw_map(map, option, &luck);
}

static uint32_t count_of(const struct fortress_map *map, uint32_t tile)
{
    return fortress_tiles_of(map, tile, NULL, 0);
}

static uint32_t cell_count(const struct fortress_map *map)
{
    return FORTRESS_CELLS - count_of(map, FORTRESS_VOID);
}

static void check_fine(const struct fortress_map *map)
{
    struct rd_verdict verdict[PROBLEMS];
    CHECK_EQ(fortress_check_map(map, verdict, PROBLEMS), 0);
    CHECK(fortress_is_fair(map));
}

/* ---- cells ----------------------------------------------------------------------------------- */

static void steps_are_those_of_the_table(void)
{
    static const int8_t dx[2][FORTRESS_DIRECTIONS] = { { 1, 0, -1, -1, -1, 0 },
                                                       { 1, 1, 0, -1, 0, 1 } };
    static const int8_t dy[FORTRESS_DIRECTIONS] = { 0, -1, -1, 0, 1, 1 };
    for (int32_t y = 5; y < 7; y++) {
        for (uint32_t d = 0; d < FORTRESS_DIRECTIONS; d++) {
            uint32_t next = fortress_beside(fortress_cell(5, y), d);
            CHECK_EQ(next, fortress_cell(5 + dx[y & 1][d], y + dy[d]));
            CHECK_EQ(fortress_distance(fortress_cell(5, y), next), 1);
        }
    }
    CHECK_EQ(fortress_beside(fortress_cell(3, 0), 1), RD_NO_CELL);
    CHECK_EQ(fortress_beside(fortress_cell(3, FORTRESS_ROWS - 1), 5), RD_NO_CELL);
    /* Straight on to the north-east from 5,5: 6,4 6,3 7,2 7,1. */
    uint32_t cell = fortress_cell(5, 5);
    for (uint32_t i = 0; i < 4; i++) {
        cell = fortress_beside(cell, 1);
    }
    CHECK_EQ(cell, fortress_cell(7, 1));
}

static int may_exist(uint32_t cell)
{
    return cell != RD_NO_CELL && fortress_cell(fortress_x(cell), fortress_y(cell)) != RD_NO_CELL;
}

static void edges_lead_to_cells_that_never_exist(void)
{
    for (int32_t y = 0; y < FORTRESS_ROWS; y++) {
        uint32_t first = fortress_cell(FORTRESS_X0, y);
        uint32_t last = fortress_cell(FORTRESS_X0 + FORTRESS_COLUMNS - 1, y);
        CHECK(!may_exist(fortress_beside(first, 3)));
        CHECK(!may_exist(fortress_beside(last, 0)));
        for (uint32_t d = 0; d < FORTRESS_DIRECTIONS; d++) {
            int west = d >= 2 && d <= 4, outside = west ? (y & 1) == 0 : (y & 1) == 1;
            CHECK(!outside || !may_exist(fortress_beside(west ? first : last, d)));
        }
    }
}

static void distances_are_those_of_cubes(void)
{
    CHECK_EQ(fortress_distance(fortress_cell(0, 0), fortress_cell(0, 0)), 0);
    CHECK_EQ(fortress_distance(fortress_cell(-1, 15), fortress_cell(35, 15)), 36);
    CHECK_EQ(fortress_distance(fortress_cell(2, 10), fortress_cell(2, 20)), 10);
    CHECK_EQ(fortress_distance(fortress_cell(0, 0), fortress_cell(5, 4)), 7);
    CHECK_EQ(fortress_distance(fortress_cell(5, 4), fortress_cell(0, 0)), 7);
}

/* ---- standard boards ------------------------------------------------------------------------- */

static void check_standard(uint32_t size, uint32_t cells, const int8_t place[8][2])
{
    struct fortress_map map;
    fortress_bare_board(&map, size, 0, 0);
    CHECK_EQ(cell_count(&map), cells);
    CHECK_EQ(count_of(&map, FORTRESS_OPEN), cells);
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        CHECK_EQ(map.base[seat], fortress_cell(place[4 * seat][0], place[4 * seat][1]));
        CHECK_EQ(map.tower_count[seat], 3);
        for (uint32_t i = 0; i < 3; i++) {
            const int8_t *tower = place[4 * seat + 1 + i];
            CHECK_EQ(map.tower[seat][i], fortress_cell(tower[0], tower[1]));
        }
    }
    check_fine(&map);
}

static void standard_boards_are_as_described(void)
{
    static const int8_t normal[8][2] = { { -1, 15 }, { 2, 10 },  { 2, 15 },  { 2, 20 },
                                         { 35, 15 }, { 33, 10 }, { 32, 15 }, { 33, 20 } };
    static const int8_t small[8][2] = { { -1, 15 }, { 1, 10 },  { 2, 15 },  { 1, 20 },
                                        { 29, 15 }, { 28, 10 }, { 26, 15 }, { 28, 20 } };
    check_standard(FORTRESS_NORMAL, 1131, normal);
    check_standard(FORTRESS_SMALL, 579, small);
}

static void boards_of_every_size_are_fair(void)
{
    for (int32_t columns = FORTRESS_COLUMNS_MIN; columns <= FORTRESS_COLUMNS_DRAWN; columns++) {
        for (int32_t rows = FORTRESS_ROWS_MIN; rows <= FORTRESS_ROWS; rows += 2) {
            struct fortress_map map;
            fortress_bare_board(&map, (uint32_t)(columns & 1), columns, rows);
            CHECK_EQ(cell_count(&map), columns * rows + rows / 2);
            CHECK_EQ(fortress_y(map.base[0]), (rows - 1) / 2);
            check_fine(&map);
        }
    }
}

/* ---- drawn maps ------------------------------------------------------------------------------ */

static void check_far(const struct fortress_map *map, uint32_t tile, uint32_t from, uint32_t least)
{
    uint16_t a[FORTRESS_MINES_MAX], b[FORTRESS_MINES_MAX];
    uint32_t a_count = fortress_tiles_of(map, tile, a, FORTRESS_MINES_MAX);
    uint32_t b_count = fortress_tiles_of(map, from, b, FORTRESS_MINES_MAX);
    for (uint32_t i = 0; i < a_count; i++) {
        for (uint32_t j = 0; j < b_count; j++) {
            /* A pair may be close together: only what was placed before counts. */
            int pair = a[i] == b[j] || fortress_turned(map, a[i]) == b[j];
            CHECK(pair || fortress_distance(a[i], b[j]) >= least);
        }
    }
}

static void check_tile_far(const struct fortress_map *map, uint32_t tile, uint32_t base,
                           uint32_t tower)
{
    uint16_t cell[FORTRESS_CELLS];
    uint32_t count = fortress_tiles_of(map, tile, cell, FORTRESS_CELLS);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
            CHECK(fortress_distance(cell[i], map->base[seat]) >= base);
            for (uint32_t t = 0; t < map->tower_count[seat]; t++) {
                CHECK(fortress_distance(cell[i], map->tower[seat][t]) >= tower);
            }
        }
    }
}

static void check_distances(const struct fortress_map *map)
{
    check_far(map, FORTRESS_MINE, FORTRESS_MINE, 3);
    check_far(map, FORTRESS_CAMP, FORTRESS_CAMP, 3);
    check_far(map, FORTRESS_LAIR, FORTRESS_CAMP, 4);
    check_tile_far(map, FORTRESS_MINE, 3, 3);
    check_tile_far(map, FORTRESS_CAMP, 3, 3);
    check_tile_far(map, FORTRESS_LAIR, 1, 7);
    for (uint32_t tile = FORTRESS_FOREST; tile <= FORTRESS_LAKE; tile++) {
        check_tile_far(map, tile, 3, 3);
    }
}

static void drawn_maps_are_fair_and_keep_distances(void)
{
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        int32_t option[FORTRESS_OPTIONS];
        struct fortress_map map;
        memcpy(option, presets, sizeof option);
        option[FORTRESS_OPT_SIZE] = (int32_t)(seed & 1);
        draw(&map, option, seed);
        check_fine(&map);
        check_distances(&map);
    }
}

static void drawn_maps_have_what_is_asked(void)
{
    struct fortress_map map;
    int32_t option[FORTRESS_OPTIONS];
    memcpy(option, presets, sizeof option);
    draw(&map, option, 1); /* 37 * 31 = 1147: 9, 8 and 3, of which the odd ones lose one */
    CHECK_EQ(count_of(&map, FORTRESS_MINE), 8);
    CHECK_EQ(count_of(&map, FORTRESS_CAMP), 8);
    CHECK_EQ(count_of(&map, FORTRESS_LAIR), 2);
    option[FORTRESS_OPT_MINES] = 21;
    option[FORTRESS_OPT_CAMPS] = 4;
    option[FORTRESS_OPT_DRAGONS] = 1;
    draw(&map, option, 1);
    CHECK_EQ(count_of(&map, FORTRESS_MINE), 20);
    CHECK_EQ(count_of(&map, FORTRESS_CAMP), 4);
    CHECK_EQ(count_of(&map, FORTRESS_LAIR), 0);
    option[FORTRESS_OPT_SIZE] = FORTRESS_SMALL; /* 31 * 19 = 589: 4, 4 and 1 */
    option[FORTRESS_OPT_MINES] = option[FORTRESS_OPT_CAMPS] = option[FORTRESS_OPT_DRAGONS] = 0;
    draw(&map, option, 1);
    CHECK_EQ(count_of(&map, FORTRESS_MINE), 4);
    CHECK_EQ(count_of(&map, FORTRESS_CAMP), 4);
    CHECK_EQ(count_of(&map, FORTRESS_LAIR), 0);
}

/* Of 1131 cells: forest 18 % of 85/100 = 173, mountains 6 % of 70/100 = 48 (47.5), lakes 34. Less
 * only what lay close to a base or tower. */
static void drawn_maps_have_as_much_terrain(void)
{
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct fortress_map map;
        draw(&map, presets, seed);
        uint32_t forest = count_of(&map, FORTRESS_FOREST);
        uint32_t mountain = count_of(&map, FORTRESS_MOUNTAIN);
        uint32_t lake = count_of(&map, FORTRESS_LAKE);
        CHECK(forest > 120 && forest <= 173);
        CHECK(mountain > 30 && mountain <= 48);
        CHECK(lake > 20 && lake <= 34);
        CHECK(count_of(&map, FORTRESS_RIVER) > 0);
    }
}

static void no_percent_is_no_terrain(void)
{
    int32_t option[FORTRESS_OPTIONS] = { 0 };
    struct fortress_map map;
    draw(&map, option, 7);
    for (uint32_t tile = FORTRESS_FOREST; tile <= FORTRESS_LAKE; tile++) {
        CHECK_EQ(count_of(&map, tile), 0);
    }
    check_fine(&map);
}

static void extremes_are_fair_and_connected(void)
{
    static const int32_t extreme[][7] = {
        { 12, 11, 0, 90, 0, 0, 40 },   { 60, 45, 0, 90, 0, 0, 40 }, { 12, 45, 90, 90, 90, 90, 40 },
        { 60, 11, 90, 90, 90, 90, 2 }, { 0, 0, 0, 0, 90, 0, 0 },    { 0, 0, 0, 0, 0, 90, 1 },
    };
    for (uint32_t i = 0; i < sizeof extreme / sizeof extreme[0]; i++) {
        for (uint64_t seed = 1; seed <= 6; seed++) {
            int32_t option[FORTRESS_OPTIONS] = { 0 };
            struct fortress_map map;
            memcpy(&option[FORTRESS_OPT_COLUMNS], extreme[i], sizeof extreme[i]);
            option[FORTRESS_OPT_CAMPS] = option[FORTRESS_OPT_MINES] / 4;
            option[FORTRESS_OPT_DRAGONS] = 3;
            CHECK_EQ(fortress_check_options(option).code, RD_OK);
            draw(&map, option, seed);
            check_fine(&map);
            check_distances(&map);
        }
    }
}

/* Whatever is drawn now was always drawn: replays depend on it. */
static void drawn_maps_are_as_they_were(void)
{
    uint64_t sum = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct fortress_map map;
        draw(&map, presets, seed);
        sum = sum * 31 + rd_hash(&map, sizeof map);
    }
    CHECK_HEX(sum, UINT64_C(0x636197d7f19466ff));
}

static void options_that_dont_go_together_are_named(void)
{
    static const struct {
        int32_t columns, rows;
        uint32_t why, option;
    } bad[] = {
        { 0, 31, FORTRESS_MAP_COLUMNS_ONE_ZERO, FORTRESS_OPT_COLUMNS },
        { 36, 0, FORTRESS_MAP_COLUMNS_ONE_ZERO, FORTRESS_OPT_ROWS },
        { 11, 31, FORTRESS_MAP_COLUMNS_FEW, FORTRESS_OPT_COLUMNS },
        { 61, 31, FORTRESS_MAP_COLUMNS_FEW, FORTRESS_OPT_COLUMNS },
        { 36, 30, FORTRESS_MAP_ROWS_ODD, FORTRESS_OPT_ROWS },
        { 36, 9, FORTRESS_MAP_ROWS_ODD, FORTRESS_OPT_ROWS },
        { 36, 47, FORTRESS_MAP_ROWS_ODD, FORTRESS_OPT_ROWS },
    };
    int32_t option[FORTRESS_OPTIONS] = { 0 };
    CHECK_EQ(fortress_check_options(option).code, RD_OK);
    for (uint32_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        option[FORTRESS_OPT_COLUMNS] = bad[i].columns;
        option[FORTRESS_OPT_ROWS] = bad[i].rows;
        struct rd_verdict verdict = fortress_check_options(option);
        CHECK_EQ(verdict.code, RD_BAD_SETUP);
        CHECK_EQ(verdict.why, bad[i].why);
        CHECK_EQ(verdict.detail, bad[i].option);
    }
}

/* ---- maps of our own ------------------------------------------------------------------------- */

static void own_maps_are_fair(void)
{
    struct rd_setup setup = { .seats = FORTRESS_SEATS };
    const struct rd_option *choice = &fortress_options[FORTRESS_OPT_MAP];
    CHECK(choice->max >= 8);
    for (int32_t i = choice->min; i < choice->max; i++) {
        struct fortress_map map;
        setup.option[FORTRESS_OPT_MAP] = i;
        fortress_map_of_setup(&setup, NULL, &map); /* no luck is needed */
        check_fine(&map);
        CHECK(count_of(&map, FORTRESS_MINE) >= 6);
        CHECK(cell_count(&map) == 1131 || cell_count(&map) == 579);
        for (uint32_t tile = FORTRESS_FOREST; tile < FORTRESS_TILES; tile++) {
            check_tile_far(&map, tile, 2, 2);
        }
    }
    CHECK_TEXT(choice->choices[choice->max], "procedural");
}

/* ---- texts and JSON -------------------------------------------------------------------------- */

static void maps_are_the_same_when_written_and_read(void)
{
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct rd_problem problem = { "" };
        struct fortress_map map, again;
        draw(&map, presets, seed);
        char *text = fortress_map_file(&map);
        CHECK(fortress_map_text(text, strlen(text), &again, &problem));
        CHECK_TEXT(problem.text, "");
        CHECK(memcmp(&map, &again, sizeof map) == 0);
        free(text);
        json_t *json = fortress_map_json(&map);
        CHECK(fortress_map_json_read(json, &again, &problem));
        CHECK(memcmp(&map, &again, sizeof map) == 0);
        json_decref(json);
    }
}

#define HEAD "base1=0,0\nbase2=3,0\n"

static void bad_texts_are_explained(void)
{
    static const char *const bad[][2] = {
        { "", "there is no line grid:, behind which the rows begin" },
        { "base1=0,0\ngrid:\n....\n", "there is no line base2=x,y" },
        { "colour=red\ngrid:\n", "line 1: the known keys are name, author, category, size, base1, "
                                 "base2, towers1, towers2 and origin" },
        { "name\ngrid:\n", "line 1: must be KEY=VALUE, a remark that begins with #, or grid:" },
        { "base1=0,0\nbase1=0,0\ngrid:\n", "line 2: base1 is given twice" },
        { "base1=0\ngrid:\n", "line 1: a place is written x,y" },
        { "base1=0,0;1,0\ngrid:\n", "line 1: there is more than one place" },
        { "base1=0,99\ngrid:\n", "line 1: 0,99 is beyond columns -1 to 59 and rows 0 to 44" },
        { "base1=99999999999,-99999999999\ngrid:\n",
          "line 1: 10000,-10000 is beyond columns -1 to 59 and rows 0 to 44" },
        { "towers1=1,1 2,2\ngrid:\n", "line 1: places are separated by semicolons" },
        { "towers1=1,1;1,2;1,3;1,4;1,5;1,6;1,7;1,8;1,9\ngrid:\n",
          "line 1: a side begins with at most 8 towers" },
        { "category=fancy\ngrid:\n", "line 1: must be normal or themed" },
        { "size=huge\ngrid:\n", "line 1: must be normal or small" },
        { "origin=here\ngrid:\n", "line 1: a place is written x,y" },
        { HEAD "grid:\n..x.\n", "line 4: a tile is one of . open, f forest, ^ mountain, ~ river, o "
                                "lake, $ mine, c camp, D lair, or a blank" },
        { HEAD "origin=57,0\ngrid:\n....\n",
          "line 5: 60,0 is beyond columns -1 to 59 and rows 0 to 44" },
        { HEAD "origin=0,44\ngrid:\n....\n....\n",
          "line 6: 0,45 is beyond columns -1 to 59 and rows 0 to 44" },
    };
    for (uint32_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct rd_problem problem = { "" };
        struct fortress_map map;
        CHECK(!fortress_map_text(bad[i][0], strlen(bad[i][0]), &map, &problem));
        CHECK_TEXT(problem.text, bad[i][1]);
    }
}

/* What a text can say but nobody can play. */
static void bad_maps_are_refused(void)
{
    static const struct {
        const char *text;
        uint32_t why;
        int32_t x, y;
    } bad[] = {
        { "base1=0,0\nbase2=5,0\ngrid:\n....\n", FORTRESS_MAP_BASE, 5, 0 },
        { HEAD "towers1=1,3\ngrid:\n....\n", FORTRESS_MAP_TOWER, 1, 3 },
        { HEAD "towers2=0,0\ngrid:\n....\n", FORTRESS_MAP_TAKEN, 0, 0 },
        { HEAD "towers2=2,0\ngrid:\n..$.\n", FORTRESS_MAP_GROUND, 2, 0 },
        { HEAD "grid:\n^...\n", FORTRESS_MAP_GROUND, 0, 0 },
        { HEAD "grid:\n.^..\n", FORTRESS_MAP_CUT_OFF, 3, 0 },
        { HEAD "grid:\n.  .\n", FORTRESS_MAP_CUT_OFF, 3, 0 },
    };
    for (uint32_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct rd_problem problem = { "" };
        struct rd_verdict verdict[PROBLEMS];
        struct fortress_map map;
        CHECK(fortress_map_text(bad[i].text, strlen(bad[i].text), &map, &problem));
        CHECK_TEXT(problem.text, "");
        CHECK_EQ(fortress_check_map(&map, verdict, PROBLEMS), 1);
        CHECK_EQ(verdict[0].code, RD_BAD_MAP);
        CHECK_EQ(verdict[0].why, bad[i].why);
        CHECK_EQ(verdict[0].detail, fortress_cell(bad[i].x, bad[i].y));
    }
}

static void check_refused(const struct fortress_map *map, uint32_t why)
{
    struct rd_verdict verdict[PROBLEMS];
    CHECK_EQ(fortress_check_map(map, verdict, PROBLEMS), 1);
    CHECK_EQ(verdict[0].why, why);
}

static void bad_bytes_are_refused(void)
{
    struct fortress_map map;
    fortress_bare_board(&map, FORTRESS_NORMAL, 0, 0);
    map.tile[100] = FORTRESS_TILES;
    check_refused(&map, FORTRESS_MAP_TILE);
    map.tile[100] = FORTRESS_OPEN;
    map.tile[FORTRESS_COLUMNS] = FORTRESS_OPEN;
    check_refused(&map, FORTRESS_MAP_BEYOND);
    map.tile[FORTRESS_COLUMNS] = FORTRESS_VOID;
    map.tower_count[1] = FORTRESS_START_TOWERS + 1;
    check_refused(&map, FORTRESS_MAP_TOWERS_MANY);
    map.tower_count[1] = 3;
    map.base[1] = RD_NO_CELL;
    check_refused(&map, FORTRESS_MAP_BASE);
    memset(&map, 0xff, sizeof map);
    check_refused(&map, FORTRESS_MAP_TOWERS_MANY);
}

static void too_much_of_a_thing_is_refused(void)
{
    static const uint32_t limits[][3] = {
        { FORTRESS_MINE, FORTRESS_MINES_MAX, FORTRESS_MAP_MINES_MANY },
        { FORTRESS_CAMP, FORTRESS_CAMPS_MAX, FORTRESS_MAP_CAMPS_MANY },
        { FORTRESS_LAIR, FORTRESS_LAIRS_MAX, FORTRESS_MAP_LAIRS_MANY },
    };
    for (uint32_t i = 0; i < 3; i++) {
        struct rd_verdict verdict[PROBLEMS];
        struct fortress_map map;
        fortress_bare_board(&map, FORTRESS_NORMAL, 0, 0);
        memset(&map.tile[fortress_cell(0, 2)], (int)limits[i][0], 30);
        memset(&map.tile[fortress_cell(0, 4)], (int)limits[i][0], 10);
        if (limits[i][1] < FORTRESS_MINES_MAX) {
            check_refused(&map, limits[i][2]);
        } else {
            CHECK_EQ(fortress_check_map(&map, verdict, PROBLEMS), 0);
            map.tile[fortress_cell(0, 6)] = (uint8_t)limits[i][0];
            check_refused(&map, limits[i][2]);
        }
    }
}

int main(void)
{
    RUN(steps_are_those_of_the_table);
    RUN(edges_lead_to_cells_that_never_exist);
    RUN(distances_are_those_of_cubes);
    RUN(standard_boards_are_as_described);
    RUN(boards_of_every_size_are_fair);
    RUN(drawn_maps_are_fair_and_keep_distances);
    RUN(drawn_maps_have_what_is_asked);
    RUN(drawn_maps_have_as_much_terrain);
    RUN(no_percent_is_no_terrain);
    RUN(extremes_are_fair_and_connected);
    RUN(drawn_maps_are_as_they_were);
    RUN(options_that_dont_go_together_are_named);
    RUN(own_maps_are_fair);
    RUN(maps_are_the_same_when_written_and_read);
    RUN(bad_texts_are_explained);
    RUN(bad_maps_are_refused);
    RUN(bad_bytes_are_refused);
    RUN(too_much_of_a_thing_is_refused);
    return check_end();
}
