/* redoubt map - lists maps, says what is wrong with one, draws one. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/cli/command.h"
#include "clients/cli/screen.h"
#include "host/board_text.h"
#include "host/codec.h"
#include "host/file.h"
#include "host/nearest.h"

enum { MAP_FILE_MAX = 1 << 20, PROBLEMS_MAX = 64, NAMES_MAX = 1000, NAME_MAX_BYTES = 128 };

/* The scene of a new game on the chosen map, for a spectator. Freed by the caller. */
static struct rd_scene *open_scene(const struct rd_chosen *chosen)
{
    const struct rd_game *game = chosen->game;
    struct rd_luck luck = rd_luck_from_seed(1);
    void *state = malloc(game->state_size), *view = malloc(game->view_size);
    struct rd_scene *scene = malloc(sizeof *scene);
    RD_ASSERT(state != NULL && view != NULL && scene != NULL);
    game->init(state, &chosen->setup, &luck);
    game->observe(state, RD_SPECTATOR, view);
    game->scene(view, scene);
    free(state);
    free(view);
    return scene;
}

/* ---- list ---------------------------------------------------------------------------------- */

static void print_map(const struct rd_game *game, const char *name)
{
    struct rd_problem problem = { "" };
    struct rd_chosen chosen;
    char assignment[NAME_MAX_BYTES + 8];
    snprintf(assignment, sizeof assignment, "map=%s", name);
    if (rd_chosen_open(&chosen, game->id, &problem) &&
        rd_chosen_set(&chosen, assignment, RD_MAP_FILES_YES, &problem) &&
        rd_chosen_check(&chosen, &problem)) {
        struct rd_scene *scene = open_scene(&chosen);
        printf("  %-20s %2u x %u\n", name, scene->columns, scene->rows);
        free(scene);
    } else {
        printf("  %-20s can't be played: %s\n", name, problem.text);
    }
    rd_chosen_close(&chosen);
}

static const struct rd_option *map_option(const struct rd_game *game)
{
    const struct rd_option *option = game->options;
    while (option->key != NULL && strcmp(option->key, "map") != 0) {
        option++;
    }
    return option->key != NULL && option->choices != NULL ? option : NULL;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* The names, without their ending, of the map files in a folder, sorted. */
static uint32_t user_maps(const char *folder, const char *ending,
                          char names[NAMES_MAX][NAME_MAX_BYTES])
{
    size_t tail = strlen(ending);
    DIR *directory = folder[0] == '\0' ? NULL : opendir(folder);
    uint32_t count = 0;
    if (directory == NULL) {
        return 0;
    }
    for (struct dirent *entry; count < NAMES_MAX && (entry = readdir(directory)) != NULL;) {
        size_t length = strlen(entry->d_name);
        if (length > tail && length < NAME_MAX_BYTES &&
            strcmp(entry->d_name + length - tail, ending) == 0) {
            memcpy(names[count], entry->d_name, length - tail);
            names[count++][length - tail] = '\0';
        }
    }
    closedir(directory);
    qsort(names, count, NAME_MAX_BYTES, by_name);
    return count;
}

static int list(const struct rd_game *game)
{
    char folder[1024];
    char(*names)[NAME_MAX_BYTES] = calloc(NAMES_MAX, NAME_MAX_BYTES);
    RD_ASSERT(names != NULL);
    const struct rd_option *maps = map_option(game);
    puts("Built in");
    for (int32_t i = 0; maps != NULL && i <= maps->max - maps->min; i++) {
        print_map(game, maps->choices[i]);
    }
    rd_maps_folder(game, folder, sizeof folder);
    uint32_t count = user_maps(folder, rd_codec_of(game)->map_ending, names);
    printf("\nYours, in %s%s\n", folder, count == 0 ? ": none yet" : "");
    for (uint32_t i = 0; i < count; i++) {
        print_map(game, names[i]);
    }
    printf("\nredoubt map %s show NAME draws one; redoubt play %s --set map=NAME plays on it.\n",
           game->id, game->id);
    free(names);
    return CLI_FINE;
}

/* ---- check ---------------------------------------------------------------------------------- */

static uint32_t print_problems(const struct rd_game *game, const char *path, const void *map)
{
    struct rd_verdict verdict[PROBLEMS_MAX];
    uint32_t count = game->check_map(map, verdict, PROBLEMS_MAX);
    for (uint32_t i = 0; i < count && i < PROBLEMS_MAX; i++) {
        struct rd_problem problem = { "" };
        rd_setup_verdict(game, verdict[i], &problem);
        printf("%s: %s\n", path, problem.text);
    }
    if (count > PROBLEMS_MAX) {
        printf("%s: and %u more\n", path, count - PROBLEMS_MAX);
    }
    return count;
}

static int check_one(const struct rd_game *game, const char *path)
{
    struct rd_problem problem = { "" };
    char *text;
    size_t size;
    if (!rd_file_read(path, MAP_FILE_MAX, &text, &size, &problem)) {
        return cli_bad("map", "%s", problem.text);
    }
    int status = CLI_FAILED;
    void *map = calloc(1, game->map_size);
    RD_ASSERT(map != NULL);
    if (!rd_codec_of(game)->read_map(text, size, map, &problem)) {
        printf("%s: %s\n", path, problem.text);
    } else if (print_problems(game, path, map) == 0) {
        printf("%s: fine\n", path);
        status = CLI_FINE;
    }
    free(map);
    free(text);
    return status;
}

static int check(const struct rd_game *game, int count, char **paths)
{
    int worst = CLI_FINE;
    for (int i = 0; i < count; i++) {
        int status = check_one(game, paths[i]);
        worst = status > worst ? status : worst;
    }
    return worst;
}

/* ---- show ------------------------------------------------------------------------------------ */

static int show(const struct rd_game *game, const char *name)
{
    struct rd_problem problem = { "" };
    struct rd_chosen chosen;
    char assignment[4096];
    snprintf(assignment, sizeof assignment, "map=%s", name);
    int status = CLI_FINE;
    if (rd_chosen_open(&chosen, game->id, &problem) &&
        rd_chosen_set(&chosen, assignment, RD_MAP_FILES_YES, &problem) &&
        rd_chosen_check(&chosen, &problem)) {
        struct screen screen = screen_open();
        struct rd_board_style style = { .colour = screen.colours, .unicode = screen.utf8 };
        struct rd_scene *scene = open_scene(&chosen);
        rd_board_print(stdout, game, scene, &style);
        free(scene);
    } else {
        status = cli_bad("map", "%s", problem.text);
    }
    rd_chosen_close(&chosen);
    return status;
}

/* ---- the command ---- */

static int run(int argc, char **argv)
{
    static const struct option longs[] = { { 0 } };
    const struct cli_options options = { "map", longs, NULL };
    if (cli_option(&options, argc, argv) != -1) {
        return CLI_USAGE;
    }
    argc -= optind;
    argv += optind;
    struct rd_problem problem = { "" };
    const struct rd_game *game = argc < 1 ? NULL : cli_game_find(argv[0], &problem);
    if (game == NULL) {
        return cli_bad("map", "%s", argc < 1 ? "of which game? redoubt map GAME" : problem.text);
    }
    if (game->map_size == 0) {
        return cli_bad("map", "%s is not played on maps", game->id);
    }
    if (argc == 1) {
        return list(game);
    }
    if (argc > 2 && strcmp(argv[1], "check") == 0) {
        return check(game, argc - 2, argv + 2);
    }
    if (argc == 3 && strcmp(argv[1], "show") == 0) {
        return show(game, argv[2]);
    }
    static const char *const parts[] = { "check", "show", NULL };
    const char *nearest = rd_nearest_of(argv[1], parts);
    return cli_bad("map", "%s%s%sredoubt map GAME [check FILE... | show NAME|FILE]",
                   nearest == NULL ? "" : "did you mean ", nearest == NULL ? "" : nearest,
                   nearest == NULL ? "" : "? ");
}

const struct command command_map = {
    .name = "map",
    .summary = "list, check and draw maps",
    .help = "usage: redoubt map GAME\n"
            "       redoubt map GAME check FILE...\n"
            "       redoubt map GAME show NAME|FILE\n"
            "\n"
            "Lists the maps that are built in and those in your own folder,\n"
            "$XDG_DATA_HOME/redoubt/maps/GAME (by default ~/.local/share/redoubt/maps/GAME).\n"
            "A map file put there (apoca: NAME.json, others: NAME.map) is played with\n"
            "--set map=NAME.\n"
            "check says everything that is wrong with map files and exits with status 1 if there\n"
            "is anything; show draws a map.\n"
            "\n"
            "  --help   this text\n",
    .run = run,
};
