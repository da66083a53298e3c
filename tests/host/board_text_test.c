/* Scenes as text, compared with the picture that a person would draw. */
#include <stdlib.h>

#include "check.h"
#include "host/board_text.h"

static const char *const seat_names[] = { "Red", "Blue", NULL };
static const char *const terrain_names[] = { "void", "path", "Red land", NULL };
static const char *const token_names[] = { "house", "hut", "tower", NULL };
static const char *const counter_names[] = { "turn", "money", NULL };

/* In the order of struct rd_game, which every game fills: so their tables look alike. */
static struct rd_game game = {
    .seats_min = 2,
    .seats_max = 2,
    .cells = { 16, 16, 0, 0, RD_CELLS_XY, 0 },
    .seat_names = seat_names,
    .terrain_names = terrain_names,
    .token_names = token_names,
    .counter_names = counter_names,
};

static struct rd_scene scene;

static void make_scene(uint16_t topology, uint16_t columns, uint16_t rows)
{
    memset(&scene, 0, sizeof scene);
    scene.topology = topology;
    scene.columns = columns;
    scene.rows = rows;
    for (int16_t y = 0; y < (int16_t)rows; y++) {
        for (int16_t x = 0; x < (int16_t)columns; x++) {
            struct rd_scene_cell cell = { x, y, 1, 0, 2, 0 };
            scene.cell[scene.cell_count++] = cell;
        }
    }
}

static void check_picture(const struct rd_board_style *style, const char *want)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    rd_board_print(out, &game, &scene, style);
    fclose(out);
    CHECK_TEXT(text, want);
    free(text);
}

static void squares_have_edges_tokens_and_a_legend(void)
{
    make_scene(RD_SQUARES, 3, 2);
    scene.cell[0].terrain = 0;
    scene.cell[5].terrain = 2;
    scene.cell[3].light = 0;
    scene.token_count = 3;
    scene.token[0] = (struct rd_scene_token){ .cell = 1, .kind = 0, .owner = 1, .badge = 4 };
    scene.token[1] = (struct rd_scene_token){ .cell = 4, .kind = 1, .owner = 2, .badge = -1 };
    scene.token[2] = (struct rd_scene_token){ .cell = 4, .kind = 2, .owner = 2, .badge = -1 };
    scene.counter_count = 3;
    scene.counter[0] = (struct rd_scene_counter){ 7, 0, 0, 0 };
    scene.counter[1] = (struct rd_scene_counter){ 30, 1, 1, 0 };
    scene.counter[2] = (struct rd_scene_counter){ -2, 1, 2, 0 };
    const uint16_t chosen[] = { 2 };
    const struct rd_board_style style = { .highlight = chosen, .highlight_count = 1 };
    check_picture(&style, "     0 1 2 \n"
                          "  0    H4.* 0\n"
                          "  1  ? t -  1\n"
                          "     0 1 2 \n"
                          ". path   - Red land\n"
                          "H Red house   u Blue hut   t Blue tower\n"
                          "turn 7\n"
                          "Red: money 30\n"
                          "Blue: money -2\n");
}

/* A cart is a kind of house and a wagon is none: only the cart goes by the letter of the house. */
static void a_kind_goes_by_the_letter_of_its_class(void)
{
    static const char *const kinds[] = { "house", "wagon", "cart", NULL };
    static const char *const traits[] = { "fast", "house", NULL };
    static const struct rd_piece_card cards[] = { { "cart", "cart", "", "R1", 3, { 0 } },
                                                  { "wagon", "wagon", "", "R1", 1, { 0 } },
                                                  { 0 } };
    struct rd_game before = game;
    make_scene(RD_SQUARES, 3, 1);
    scene.token_count = 3;
    for (uint16_t i = 0; i < 3; i++) {
        scene.token[i] =
            (struct rd_scene_token){ .cell = i, .kind = (uint8_t)i, .owner = 1, .badge = -1 };
    }
    game.token_names = kinds;
    game.trait_names = traits;
    game.pieces = cards;
    check_picture(NULL, "     0 1 2 \n"
                        "  0  H W H  0\n"
                        "     0 1 2 \n"
                        ". path\n"
                        "H Red house   W Red wagon   H Red cart\n");
    game = before;
}

static void hexes_are_shifted_by_half_a_cell(void)
{
    make_scene(RD_HEXES, 2, 3);
    const struct rd_board_style style = { .no_legend = true };
    check_picture(&style, "     0 1 \n"
                          "  0  . .   0\n"
                          "  1   . .  1\n"
                          "  2  . .   2\n"
                          "     0 1 \n");
}

static void colours_are_asked_for(void)
{
    make_scene(RD_SQUARES, 1, 1);
    scene.token_count = 1;
    scene.token[0] = (struct rd_scene_token){ .cell = 0, .kind = 0, .owner = 2, .badge = -1 };
    const struct rd_board_style style = { .colour = true, .unicode = true };
    check_picture(&style, "     0 \n"
                          "  0  \033[1;34mh \033[0m 0\n"
                          "     0 \n"
                          "· path\n"
                          "\033[1;34mh\033[0m Blue house\n");
}

static void wide_boards_count_tens(void)
{
    make_scene(RD_SQUARES, 12, 1);
    check_picture(NULL, "                         1   \n"
                        "     0 1 2 3 4 5 6 7 8 9 0 1 \n"
                        "  0  . . . . . . . . . . . .  0\n"
                        "                         1   \n"
                        "     0 1 2 3 4 5 6 7 8 9 0 1 \n"
                        ". path\n");
}

static void boards_may_begin_below_zero(void)
{
    make_scene(RD_SQUARES, 2, 1);
    scene.cell[0].x = -1;
    scene.cell[1].x = 0;
    check_picture(NULL, "     -   \n"
                        "     1 0 \n"
                        "  0  . .  0\n"
                        "     -   \n"
                        "     1 0 \n"
                        ". path\n");
}

static void a_game_without_a_board_shows_its_counters(void)
{
    make_scene(RD_NO_BOARD, 0, 0);
    scene.counter_count = 1;
    scene.counter[0] = (struct rd_scene_counter){ 7, 0, 0, 0 };
    check_picture(NULL, "turn 7\n");
}

int main(void)
{
    RUN(squares_have_edges_tokens_and_a_legend);
    RUN(a_kind_goes_by_the_letter_of_its_class);
    RUN(hexes_are_shifted_by_half_a_cell);
    RUN(colours_are_asked_for);
    RUN(wide_boards_count_tens);
    RUN(boards_may_begin_below_zero);
    RUN(a_game_without_a_board_shows_its_counters);
    return check_end();
}
