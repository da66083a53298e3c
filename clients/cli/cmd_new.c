/* redoubt new - the first position of a game, as a scenario file or as a picture. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "clients/cli/command.h"
#include "clients/cli/screen.h"
#include "host/board_text.h"
#include "host/json_game.h"
#include "host/notation.h"
#include "host/play.h"

static void print_json(const struct cli_game *chosen, const struct rd_play *play)
{
    char seed[RD_SEED_TEXT_MAX];
    rd_seed_print(chosen->key, seed);
    json_t *json = json_pack("{s:s, s:o, s:s, s:o}", "game", play->game->id, "options",
                             rd_options_to_json(play->game, &chosen->chosen.setup), "seed", seed,
                             "position", rd_codec_of(play->game)->position(play->state));
    json_dumpf(json, stdout, JSON_COMPACT);
    putchar('\n');
    json_decref(json);
}

static void print_board(const struct rd_play *play, rd_seat seat)
{
    struct screen screen = screen_open();
    const struct rd_board_style style = { .colour = screen.colours };
    void *view = calloc(1, play->game->view_size);
    struct rd_scene *scene = calloc(1, sizeof *scene);
    RD_ASSERT(view != NULL && scene != NULL);
    play->game->observe(play->state, seat, view);
    play->game->scene(view, scene);
    rd_board_print(stdout, play->game, scene, &style);
    free(scene);
    free(view);
}

static void print_map(const struct rd_play *play)
{
    const struct rd_codec *codec = rd_codec_of(play->game);
    void *map = calloc(1, play->game->map_size);
    RD_ASSERT(map != NULL);
    codec->map_of_state(play->state, map);
    char *text = codec->write_map(map);
    fputs(text, stdout);
    free(text);
    free(map);
}

/* What to print of it. */
struct picture {
    bool board, map;
    const char *view; /* a seat, for the board; NULL: a spectator */
};

static bool understand(const struct picture *picture, const struct rd_game *game, rd_seat *seat,
                       struct rd_problem *problem)
{
    *seat = RD_SPECTATOR;
    if (picture->map && game->map_size == 0) {
        return rd_problem_at(problem, NULL, "%s is not played on maps", game->id);
    }
    if (picture->view != NULL && !picture->board) {
        return rd_problem_at(problem, NULL,
                             "--view goes with --ascii: whose board shall be drawn?");
    }
    return picture->view == NULL || rd_seat_parse(game, picture->view, true, seat, problem);
}

static int print_new(const char *id, const struct cli_wishes *wishes, const struct picture *picture)
{
    struct rd_problem problem = { "" };
    struct cli_game chosen;
    struct rd_play play;
    rd_seat seat;
    if (!cli_game_as_wished(&chosen, id, wishes, &problem)) {
        return cli_bad("new", "%s", problem.text);
    }
    if (!understand(picture, chosen.chosen.game, &seat, &problem)) {
        cli_game_close(&chosen);
        return cli_bad("new", "%s", problem.text);
    }
    rd_play_begin(&play, &chosen.chosen, rd_luck_from_key(chosen.key[0], chosen.key[1]));
    if (picture->board) {
        print_board(&play, seat);
    } else if (picture->map) {
        print_map(&play);
    } else {
        print_json(&chosen, &play);
    }
    rd_play_end(&play);
    cli_game_close(&chosen);
    return CLI_FINE;
}

static int run(int argc, char **argv)
{
    static const struct option longs[] = {
        { "ascii", no_argument, NULL, 'a' },      { "map", no_argument, NULL, 'm' },
        { "view", required_argument, NULL, 'v' }, { "seed", required_argument, NULL, 's' },
        { "set", required_argument, NULL, 'o' },  { 0 }
    };
    const struct cli_options options = { "new", longs, NULL };
    struct cli_wishes wishes = { .seed = NULL };
    struct rd_problem problem = { "" };
    struct picture picture = { 0 };
    for (int option; (option = cli_option(&options, argc, argv)) != -1;) {
        if (option == '?') {
            return CLI_USAGE;
        }
        if (option == 'o' && !cli_wish(&wishes, optarg, &problem)) {
            return cli_bad("new", "%s", problem.text);
        }
        wishes.seed = option == 's' ? optarg : wishes.seed;
        picture.board = picture.board || option == 'a';
        picture.map = picture.map || option == 'm';
        picture.view = option == 'v' ? optarg : picture.view;
    }
    if (argc - optind != 1) {
        return cli_bad("new", "one game, please: redoubt new GAME; redoubt games lists them");
    }
    return print_new(argv[optind], &wishes, &picture);
}

const struct command command_new = {
    .name = "new",
    .summary = "print the first position of a game",
    .help = "usage: redoubt new GAME [--set KEY=VALUE]... [--seed SEED]\n"
            "                        [--ascii [--view SEAT] | --map]\n"
            "\n"
            "Prints a new game as one line of JSON, which redoubt scenario reads.\n"
            "\n"
            "  --set KEY=VALUE  an option of the game; redoubt games GAME lists them\n"
            "  --set map=NAME   a built-in map, a file, or a map in your own folder\n"
            "                   (~/.local/share/redoubt/maps/GAME)\n"
            "  --seed SEED      a whole number, or 32 hexadecimal digits; else a fresh one\n"
            "  --ascii          draw the board instead\n"
            "  --view SEAT      as that seat sees it (0, 1, ..., a name or spectator)\n"
            "  --map            print the board as a map file instead\n"
            "  --help           this text\n",
    .run = run,
};
