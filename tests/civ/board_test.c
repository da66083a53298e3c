/* Boards: what grows from a number, bit for bit, and what a map must be like. */
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "games/civ/civ.h"

/* ---- noise ---- */

struct noise {
    int32_t seed;
    uint32_t x, y, bits;
};

static const struct noise noises[] = {
    { 0, 3, 31, 0xbef53c78 },           { 0, 10, 26, 0xbe3ad412 },
    { 0, 17, 21, 0xbef8f860 },          { 1, 4, 29, 0xbdc044b8 },
    { 1, 11, 24, 0x3e380e94 },          { 1, 18, 19, 0xbd1ed333 },
    { -1, 5, 27, 0xbdf71512 },          { -1, 12, 22, 0xbcacc8a0 },
    { -1, 19, 17, 0x3d70c0c0 },         { 20260117, 6, 25, 0x00000000 },
    { 20260117, 13, 20, 0x3e0168fc },   { 20260117, 20, 15, 0x3e2a0c86 },
    { -1234567, 7, 23, 0xbd835f78 },    { -1234567, 14, 18, 0xbe2e753c },
    { -1234567, 21, 13, 0x3da98742 },   { 2147483647, 8, 21, 0x3edeef86 },
    { 2147483647, 15, 16, 0xbd4700f8 }, { 2147483647, 22, 11, 0xbecf2262 },
};

static void noise_has_these_bits(void)
{
    for (uint32_t i = 0; i < sizeof noises / sizeof noises[0]; i++) {
        const struct noise *n = &noises[i];
        CHECK_HEX(civ_noise_bits(n->seed, n->x, n->y), n->bits);
    }
}

/* ---- boards ---- */

struct grown {
    uint32_t size;
    uint64_t seed;
    const char *column[8]; /* of the quadrant in the north-west; the rest is its mirror image */
};

static const struct grown boards[] = {
    { 8, 1, { "1122", "1112", "2112", "2221" } },
    { 10, 77, { "11001", "11000", "00000", "00000", "10001" } },
    { 16,
      20260117,
      { "11100112", "11001122", "10011204", "00130444", "01104440", "11244422", "12044211",
        "22440210" } },
};

static uint32_t mirrored(uint32_t place, uint32_t size)
{
    return place < size / 2 ? place : size - 1 - place;
}

static void boards_grow_like_this(void)
{
    for (uint32_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        const struct grown *board = &boards[i];
        struct civ_map map;
        civ_grow_map(&map, board->size, board->seed);
        CHECK_EQ(map.size, board->size);
        for (uint32_t x = 0; x < board->size; x++) {
            for (uint32_t y = 0; y < board->size; y++) {
                const char *column = board->column[mirrored(x, board->size)];
                int want = column[mirrored(y, board->size)] - '0';
                CHECK_EQ(map.terrain[y * CIV_SIDE_MAX + x], want);
            }
        }
    }
}

static void boards_are_the_same_from_every_corner(void)
{
    for (uint32_t size = CIV_SIDE_MIN; size <= CIV_SIDE_MAX; size += 2) {
        struct civ_map map;
        civ_grow_map(&map, size, size * UINT64_C(0x123456789));
        uint32_t last = size - 1;
        CHECK_EQ(map.terrain[0], CIV_GRASSLAND);
        for (uint32_t y = 0; y < size; y++) {
            for (uint32_t x = 0; x < size; x++) {
                uint32_t here = map.terrain[y * CIV_SIDE_MAX + x];
                CHECK(here < CIV_TERRAINS);
                CHECK_EQ(map.terrain[x * CIV_SIDE_MAX + y], here);
                CHECK_EQ(map.terrain[y * CIV_SIDE_MAX + last - x], here);
                CHECK_EQ(map.terrain[(last - y) * CIV_SIDE_MAX + x], here);
            }
        }
    }
}

/* ---- vectors from outside: a folder with boards.jsonl and noise.jsonl ---- */

static FILE *open_vectors(const char *name)
{
    const char *folder = getenv("REDOUBT_CIV_VECTORS");
    char path[4096];
    if (folder == NULL) {
        return NULL;
    }
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        printf("# %s: %s\n", path, strerror(errno));
    }
    return file;
}

static json_int_t number_in(const json_t *line, const char *key)
{
    return json_integer_value(json_object_get(line, key));
}

static void check_noise_line(const json_t *line)
{
    const char *bits = json_string_value(json_object_get(line, "bits"));
    CHECK(bits != NULL);
    uint32_t want = bits == NULL ? 0 : (uint32_t)strtoul(bits, NULL, 16);
    CHECK_HEX(civ_noise_bits((int32_t)number_in(line, "seed"), (uint32_t)number_in(line, "x"),
                             (uint32_t)number_in(line, "y")),
              want);
}

static void check_board_line(const json_t *line)
{
    uint32_t size = (uint32_t)number_in(line, "size");
    const json_t *columns = json_object_get(line, "columns");
    struct civ_map map;
    civ_grow_map(&map, size, (uint64_t)number_in(line, "seed"));
    for (uint32_t x = 0; x < size; x++) {
        const char *column = json_string_value(json_array_get(columns, x));
        CHECK(column != NULL && strlen(column) == size);
        for (uint32_t y = 0; column != NULL && y < strlen(column); y++) {
            CHECK_EQ(map.terrain[y * CIV_SIDE_MAX + x], column[y] - '0');
        }
    }
}

static void check_vectors(const char *name, void (*check)(const json_t *line))
{
    char line[65536], title[128];
    FILE *file = open_vectors(name);
    uint32_t count = 0;
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        json_t *json = json_loads(line, 0, NULL);
        CHECK(json != NULL);
        check(json);
        json_decref(json);
        count++;
    }
    if (file != NULL) {
        fclose(file);
        CHECK(count > 0);
        snprintf(title, sizeof title, "%u lines of %s", count, name);
    } else {
        snprintf(title, sizeof title, "%s # SKIP not at hand: REDOUBT_CIV_VECTORS names its folder",
                 name);
    }
    check_report(title);
}

/* ---- maps of one's own ---- */

static struct civ_map meadow(void)
{
    struct civ_map map;
    memset(&map, 0, sizeof map);
    map.size = 8;
    for (uint32_t i = 0; i < 64; i++) {
        map.terrain[i / 8 * CIV_SIDE_MAX + i % 8] = CIV_GRASSLAND;
    }
    return map;
}

static void set_tile(struct civ_map *map, uint32_t x, uint32_t y, enum civ_terrain terrain)
{
    map->terrain[y * CIV_SIDE_MAX + x] = (uint8_t)terrain;
}

/* The first complaint about a map, and how many there are. */
static void check_complaint(const struct civ_map *map, enum civ_refusal why, uint32_t cell,
                            uint32_t count)
{
    struct rd_verdict verdict = { 0 };
    CHECK_EQ(civ_game.check_map(map, &verdict, 1), count);
    CHECK_EQ(verdict.code, RD_BAD_MAP);
    CHECK_EQ(verdict.why, why);
    CHECK_EQ(verdict.detail, cell);
}

static void good_maps_pass(void)
{
    struct civ_map map = meadow();
    CHECK_EQ(civ_game.check_map(&map, NULL, 0), 0);
    /* The same after a quarter turn, and no mirror image. */
    set_tile(&map, 1, 0, CIV_HILLS);
    set_tile(&map, 7, 1, CIV_HILLS);
    set_tile(&map, 6, 7, CIV_HILLS);
    set_tile(&map, 0, 6, CIV_HILLS);
    CHECK_EQ(civ_game.check_map(&map, NULL, 0), 0);
}

static void bad_maps_are_told_why(void)
{
    struct civ_map map = meadow();
    map.size = 9;
    check_complaint(&map, CIV_MAP_SIZE, RD_NO_CELL, 1);
    map = meadow();
    map.terrain[5 * CIV_SIDE_MAX + 2] = CIV_TERRAINS;
    check_complaint(&map, CIV_MAP_TERRAIN, 5 * CIV_SIDE_MAX + 2, 1);
    map = meadow();
    set_tile(&map, 8, 3, CIV_HILLS);
    check_complaint(&map, CIV_MAP_BEYOND, 3 * CIV_SIDE_MAX + 8, 1);
    map = meadow();
    set_tile(&map, 2, 3, CIV_HILLS);
    check_complaint(&map, CIV_MAP_UNFAIR, 3 * CIV_SIDE_MAX + 2, 1);
    map = meadow();
    set_tile(&map, 2, 3, CIV_HILLS); /* a mirror image from left to right only */
    set_tile(&map, 5, 3, CIV_HILLS);
    check_complaint(&map, CIV_MAP_UNFAIR, 3 * CIV_SIDE_MAX + 2, 1);
}

static void corners_must_be_land_and_joined(void)
{
    struct civ_map map = meadow();
    for (uint32_t i = 0; i < 4; i++) {
        set_tile(&map, i % 2 * 7, i / 2 * 7, CIV_OCEAN);
    }
    check_complaint(&map, CIV_MAP_CORNER, 0, 4);
    map = meadow();
    for (uint32_t y = 0; y < 8; y++) { /* a river from north to south */
        set_tile(&map, 3, y, CIV_OCEAN);
        set_tile(&map, 4, y, CIV_OCEAN);
    }
    check_complaint(&map, CIV_MAP_CUT_OFF, 7, 2);
}

static void setups_have_limits(void)
{
    struct rd_setup setup;
    rd_setup_presets(&civ_game, &setup);
    CHECK_EQ(setup.seats, 4);
    setup.option[CIV_OPT_SIZE] = 9;
    struct rd_verdict verdict = civ_game.check_setup(&setup);
    CHECK_EQ(verdict.why, CIV_SETUP_SIZE);
    CHECK_EQ(verdict.detail, CIV_OPT_SIZE);
    setup.option[CIV_OPT_SIZE] = 8;
    setup.option[CIV_OPT_RULES] = CIV_FINAL;
    setup.seats = 3;
    CHECK_EQ(civ_game.check_setup(&setup).why, CIV_SETUP_SEATS);
}

static void built_in_maps_can_be_played(void)
{
    const struct rd_option *option = &civ_game.options[CIV_OPT_MAP];
    CHECK_TEXT(option->choices[0], "grown");
    CHECK(option->max >= 3);
    for (int32_t i = 1; i <= option->max; i++) {
        static struct civ_state state;
        struct civ_map map;
        struct rd_setup setup;
        struct rd_luck luck = rd_luck_from_seed(1);
        rd_setup_presets(&civ_game, &setup);
        setup.option[CIV_OPT_MAP] = i;
        civ_game.init(&state, &setup, &luck);
        const struct civ_state *begun = &state;
        civ_map_of_board(begun->terrain, begun->common.size, &map);
        CHECK_EQ(civ_game.check_map(&map, NULL, 0), 0);
        CHECK_EQ(luck.drawn, 0);
    }
}

int main(void)
{
    RUN(noise_has_these_bits);
    RUN(boards_grow_like_this);
    RUN(boards_are_the_same_from_every_corner);
    check_vectors("noise.jsonl", check_noise_line);
    check_vectors("boards.jsonl", check_board_line);
    RUN(good_maps_pass);
    RUN(bad_maps_are_told_why);
    RUN(corners_must_be_land_and_joined);
    RUN(setups_have_limits);
    RUN(built_in_maps_can_be_played);
    return check_end();
}
