/* redoubt games - what there is to play, and everything a game's tables say about it. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "clients/cli/command.h"
#include "clients/cli/screen.h"
#include "host/json_tables.h"
#include "host/nearest.h"
#include "redoubt/packing.h"

enum { COLUMN = 26 };

/* ---- for people -------------------------------------------------------------------------- */

static void join_names(char *out, size_t room, const char *const *names, const char *between)
{
    out[0] = '\0';
    for (uint32_t i = 0; names[i] != NULL; i++) {
        size_t used = strlen(out);
        snprintf(out + used, room - used, "%s%s", i == 0 ? "" : between, names[i]);
    }
}

/* Choices are max-min+1 names without a NULL behind them. */
static void describe_option(const struct rd_option *option, char *term, size_t room)
{
    if (option->choices == NULL) {
        snprintf(term, room, "%s=%d..%d", option->key, option->min, option->max);
        return;
    }
    snprintf(term, room, "%s=", option->key);
    for (int32_t i = 0; i <= option->max - option->min; i++) {
        size_t used = strlen(term);
        snprintf(term + used, room - used, "%s%s", i == 0 ? "" : "|", option->choices[i]);
    }
}

static void print_option(const struct screen *screen, const struct rd_option *option)
{
    char term[1024], text[1024], preset[16];
    if (strcmp(option->key, "map") == 0) { /* listed by itself, one map a line */
        snprintf(term, sizeof term, "map=NAME|FILE");
    } else {
        describe_option(option, term, sizeof term);
    }
    snprintf(preset, sizeof preset, "%d", option->preset);
    snprintf(text, sizeof text, "%s Preset: %s.", option->help,
             option->choices == NULL ? preset : option->choices[option->preset - option->min]);
    screen_entry(screen, term, COLUMN, text);
}

static void print_verb(const struct screen *screen, const struct rd_verb *verb)
{
    char term[128];
    snprintf(term, sizeof term, "%s", verb->name);
    for (uint32_t i = 0; i < RD_ARGS_MAX && verb->arg[i].type != RD_ARG_NONE; i++) {
        size_t used = strlen(term);
        snprintf(term + used, sizeof term - used, " <%s>", verb->arg[i].name);
    }
    screen_entry(screen, term, COLUMN, verb->help);
}

static bool plays(const struct rd_bot *bot, const struct rd_game *game)
{
    return bot->game == NULL || strcmp(bot->game, game->id) == 0;
}

static const struct rd_option *map_option(const struct rd_game *game)
{
    for (const struct rd_option *option = game->options; option->key != NULL; option++) {
        if (strcmp(option->key, "map") == 0 && option->choices != NULL) {
            return option;
        }
    }
    return NULL;
}

static void print_maps(const struct screen *screen, const struct rd_game *game)
{
    const struct rd_option *maps = map_option(game);
    if (maps == NULL && game->map_size == 0) {
        return;
    }
    printf("\nMaps: redoubt map %s shows them\n", game->id);
    char list[1024] = "";
    for (int32_t i = 0; maps != NULL && i <= maps->max - maps->min; i++) {
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i == 0 ? "" : ", ", maps->choices[i]);
    }
    fputs("  ", stdout);
    screen_wrap(screen, 2, 2, list);
}

static void print_game(const struct screen *screen, const struct rd_game *game)
{
    char names[128];
    join_names(names, sizeof names, game->seat_names, ", ");
    printf("%s (%s), rules version %u\n", game->title, game->id, game->rules_version);
    screen_wrap(screen, 0, 0, game->summary);
    if (game->seats_min == game->seats_max) {
        printf("\nSeats: %u (%s)\n", game->seats_min, names);
    } else {
        printf("\nSeats: %u to %u (%s), --set seats=N\n", game->seats_min, game->seats_max, names);
    }
    puts("\nOptions: --set KEY=VALUE");
    for (const struct rd_option *option = game->options; option->key != NULL; option++) {
        print_option(screen, option);
    }
    puts("\nOrders");
    for (const struct rd_verb *verb = game->verbs; verb->name != NULL; verb++) {
        print_verb(screen, verb);
    }
    puts("\nBots");
    for (uint32_t i = 0; rd_bot_at(i) != NULL; i++) {
        if (plays(rd_bot_at(i), game)) {
            screen_entry(screen, rd_bot_at(i)->name, COLUMN, rd_bot_at(i)->summary);
        }
    }
    print_maps(screen, game);
    printf("\nRules: redoubt rules %s\n", game->id);
}

/* ---- for learners ------------------------------------------------------------------------ */

static void print_tensor(const struct screen *screen, const struct rd_tensor *tensor, uint32_t at)
{
    char term[64];
    snprintf(term, sizeof term, "%s", tensor->name);
    for (uint32_t i = 0; i < 3 && tensor->shape[i] != 0; i++) {
        size_t used = strlen(term);
        snprintf(term + used, sizeof term - used, "[%u]", tensor->shape[i]);
    }
    printf("  %-23s from byte %u\n", term, at);
    fputs("      ", stdout);
    screen_wrap(screen, 6, 6, tensor->help);
}

static uint32_t tensor_bytes(const struct rd_tensor *tensor)
{
    uint32_t bytes = 1;
    for (uint32_t i = 0; i < 3 && tensor->shape[i] != 0; i++) {
        bytes *= tensor->shape[i];
    }
    return bytes;
}

static void print_packing(const struct rd_packing *row)
{
    char part[32] = "";
    if (row->form == RD_PACK_LIST) {
        snprintf(part, sizeof part, " of %u", row->part);
    } else if (row->form == RD_PACK_ONE) {
        snprintf(part, sizeof part, ", %u together", row->part);
    }
    printf("  %5u  %6u  %6u x %-4u  %s%s: %s\n", row->word, row->tensor, row->planes, row->cells,
           rd_pack_form_name(row->form), part, row->title);
}

static const char packing_help[] =
    "\nPacked, in words of 32 bits, each row from a word of its own. Planes are those of the "
    "tensors,\ncells in C order:\n\n"
    "   word  byte of  planes x     form: what\n"
    "         tensors       cells\n";
static const char forms_help[] =
    "\n  bit, u2, u4   so many bits a cell, the lowest bits of a word first; each plane begins "
    "with "
    "a\n                word of its own; s2, s4, s8 are two's complement\n"
    "  one           planes in groups, of which a cell has values in one at most: a plane of u4\n"
    "                (0: none, 1: the first group), then as many planes of s8 as a group has\n"
    "  list          a word with the number of entries, then room for that many: cell in the low "
    "16\n                bits, plane of the row in the next 8, value (s8) in the last 8. Entries "
    "without\n                room are counted and left out\n"
    "\nThe C library (redoubt/packing.h), the Python package and the kernels for cards unpack "
    "it.\n";

static int print_tensors(const struct screen *screen, const struct rd_game *game)
{
    uint32_t at = 0;
    if (game == NULL) {
        return cli_bad("games", "--tensors is for one game: redoubt games GAME --tensors");
    }
    printf("%s (%s): what one seat sees, for learners: %u bytes, or %u packed\n\n", game->title,
           game->id, game->tensor_size, rd_packed_size(game));
    puts("Tensors, int8, one after the other");
    for (const struct rd_tensor *tensor = game->tensors; tensor->name != NULL; tensor++) {
        print_tensor(screen, tensor, at);
        at += tensor_bytes(tensor);
    }
    fputs(packing_help, stdout);
    for (const struct rd_packing *row = game->packing; row->title != NULL; row++) {
        print_packing(row);
    }
    fputs(forms_help, stdout);
    return CLI_FINE;
}

static void print_ids(const struct rd_game *only)
{
    for (uint32_t i = 0; rd_game_at(i) != NULL; i++) {
        if (only == NULL || only == rd_game_at(i)) {
            puts(rd_game_at(i)->id);
        }
    }
}

static void print_list(const struct screen *screen)
{
    for (uint32_t i = 0; rd_game_at(i) != NULL; i++) {
        const struct rd_game *game = rd_game_at(i);
        char text[512];
        snprintf(text, sizeof text, "%s: %s", game->title, game->summary);
        screen_entry(screen, game->id, 11, text);
    }
    puts("\nredoubt games GAME tells more about one of them.");
}

/* ---- for programs --------------------------------------------------------------------------- */

static void print_json(const struct rd_game *only)
{
    json_t *json = only == NULL ? rd_games_to_json() : rd_game_to_json(only);
    json_dumpf(json, stdout, JSON_INDENT(1));
    putchar('\n');
    json_decref(json);
}

static void print_bot_names(const struct rd_game *game)
{
    for (uint32_t i = 0; rd_bot_at(i) != NULL; i++) {
        if (plays(rd_bot_at(i), game)) {
            puts(rd_bot_at(i)->name);
        }
    }
}

static void print_choices(const struct rd_option *option, const char *before)
{
    for (int32_t i = 0; option != NULL && i <= option->max - option->min; i++) {
        printf("%s%s\n", before, option->choices[i]);
    }
}

static void print_map_names(const struct rd_game *game)
{
    print_choices(map_option(game), "");
}

/* What --set may be given: "turns=", or "rules=seed" where there are choices. */
static void print_assignments(const struct rd_game *game)
{
    for (const struct rd_option *option = game->options; option->key != NULL; option++) {
        char before[64];
        snprintf(before, sizeof before, "%s=", option->key);
        if (option->choices == NULL) {
            puts(before);
        } else {
            print_choices(option, before);
        }
    }
    if (game->seats_min != game->seats_max) {
        puts("seats=");
    }
}

static void print_seat_names(const struct rd_game *game)
{
    for (uint32_t i = 0; game->seat_names[i] != NULL; i++) {
        puts(game->seat_names[i]);
    }
}

static const struct {
    const char *name;
    void (*print)(const struct rd_game *game);
} lists[] = { { "bots", print_bot_names },
              { "maps", print_map_names },
              { "options", print_assignments },
              { "seats", print_seat_names } };
enum { LISTS = sizeof lists / sizeof lists[0] };

static int print_names(const struct rd_game *game, const char *what)
{
    struct rd_nearest nearest = rd_nearest_to(what);
    char ask[RD_NEAREST_TEXT];
    if (game == NULL) {
        return cli_bad("games", "--list is for one game: redoubt games GAME --list bots");
    }
    for (uint32_t i = 0; i < LISTS; i++) {
        if (strcmp(lists[i].name, what) == 0) {
            lists[i].print(game);
            return CLI_FINE;
        }
        rd_nearest_try(&nearest, lists[i].name);
    }
    return cli_bad("games", "--list must be bots, maps, options or seats%s",
                   rd_nearest_ask(&nearest, ask));
}

/* ---- the command ---- */

static int run(int argc, char **argv)
{
    static const struct option longs[] = { { "json", no_argument, NULL, 'j' },
                                           { "ids", no_argument, NULL, 'i' },
                                           { "list", required_argument, NULL, 'l' },
                                           { "tensors", no_argument, NULL, 't' },
                                           { 0 } };
    const struct cli_options options = { "games", longs, NULL };
    bool json = false, ids = false, tensors = false;
    const char *list = NULL;
    for (int option; (option = cli_option(&options, argc, argv)) != -1;) {
        if (option == '?') {
            return CLI_USAGE;
        }
        json = json || option == 'j';
        ids = ids || option == 'i';
        tensors = tensors || option == 't';
        list = option == 'l' ? optarg : list;
    }
    if (argc - optind > 1) {
        return cli_bad("games", "one game at a time: redoubt games [GAME] [OPTION]");
    }
    const struct rd_game *only = NULL;
    if (argc > optind) {
        struct rd_problem problem = { "" };
        only = cli_game_find(argv[optind], &problem);
        if (only == NULL) {
            return cli_bad("games", "%s", problem.text);
        }
    }
    if (list != NULL) {
        return print_names(only, list);
    }
    struct screen screen = screen_open();
    if (tensors) {
        return print_tensors(&screen, only);
    }
    if (ids) {
        print_ids(only);
    } else if (json) {
        print_json(only);
    } else if (only != NULL) {
        print_game(&screen, only);
    } else {
        print_list(&screen);
    }
    return CLI_FINE;
}

const struct command command_games = {
    .name = "games",
    .summary = "list the games, or tell everything about one",
    .help = "usage: redoubt games [GAME] [--ids | --json]\n"
            "       redoubt games GAME --list WHAT\n"
            "       redoubt games GAME --tensors\n"
            "\n"
            "Lists the games. With GAME: its seats, options, orders, bots and maps.\n"
            "\n"
            "  --ids        only the short names, one a line, for scripts\n"
            "  --json       the same as JSON, with everything in the tables\n"
            "  --list WHAT  the names of its bots, maps, options or seats, one a line\n"
            "  --tensors    what learners are shown: the tensors, and how they are packed\n"
            "  --help       this text\n",
    .run = run,
};
