/* redoubt kit - a folder with a first bot, its tests, a local arena and the schemas of a game. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/limits.h"
#include "bots/bot.h"
#include "clients/cli/command.h"
#include "clients/cli/schema.h"
#include "host/nearest.h"
#include "host/text.h"

enum { PATH_ROOM = 4096, TEXT_ROOM = 1 << 16, WORDS_ROOM = 512 };

/* clients/kits, built in: bots by their file names, and files/ for all of them. */
extern const struct rd_embedded_text kit_texts[];

static const struct language {
    const char *name, *title, *text, *file;
    const char *build, *run; /* build NULL: there is nothing to build */
} languages[] = {
    { "python", "Python", "python", "bot.py", NULL, "exec python3 bot.py" },
    { "javascript", "JavaScript", "javascript", "bot.mjs", NULL, "exec node bot.mjs" },
    { "c", "C", "c", "bot.c", "cc -O2 -std=c11 -Wall -o bot bot.c", "exec ./bot" },
    { "cpp", "C++", "cpp", "bot.cpp", "c++ -O2 -std=c++17 -Wall -o bot bot.cpp", "exec ./bot" },
    { "java", "Java", "java", "Bot.java", "javac -d classes Bot.java",
      "exec java -cp classes Bot" },
    { "rust", "Rust", "rust", "bot.rs", "rustc -O -o bot bot.rs", "exec ./bot" },
};
enum { LANGUAGES = sizeof languages / sizeof languages[0] };

struct kit {
    const struct rd_game *game;
    const struct language *language;
    const char *folder;
    struct limits limits;
    char limit_words[WORDS_ROOM]; /* as options */
    char limit_list[WORDS_ROOM];  /* for people */
    char others[WORDS_ROOM], house[WORDS_ROOM];
};

static const char *text_of(const char *name)
{
    for (const struct rd_embedded_text *each = kit_texts; each->name != NULL; each++) {
        if (strcmp(each->name, name) == 0) {
            return (const char *)each->text;
        }
    }
    RD_ASSERT(false);
    return "";
}

/* ---- texts with words between @ signs ---- */

static const char *word_of(const struct kit *kit, const char *word, size_t length)
{
    const struct {
        const char *name, *value;
    } words[] = {
        { "GAME", kit->game->id },
        { "TITLE", kit->game->title },
        { "LANGUAGE", kit->language->title },
        { "SOURCE", kit->language->file },
        { "LIMITS", kit->limit_words },
        { "LIMITS_WORDS", kit->limit_list },
        { "OTHERS", kit->others },
        { "HOUSE", kit->house },
        { "DIR", kit->folder },
    };
    for (uint32_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strlen(words[i].name) == length && strncmp(words[i].name, word, length) == 0) {
            return words[i].value;
        }
    }
    return NULL;
}

static void fill(const struct kit *kit, const char *text, FILE *out)
{
    while (*text != '\0') {
        const char *end = *text == '@' ? strchr(text + 1, '@') : NULL;
        const char *value = end == NULL ? NULL : word_of(kit, text + 1, (size_t)(end - text - 1));
        if (value != NULL) {
            fputs(value, out);
            text = end + 1;
        } else {
            fputc(*text++, out);
        }
    }
}

/* ---- files ---- */

static FILE *begin_file(const struct kit *kit, const char *name, struct rd_problem *problem)
{
    char path[PATH_ROOM];
    snprintf(path, sizeof path, "%s/%s", kit->folder, name);
    FILE *file = fopen(path, "wx");
    if (file == NULL) {
        rd_problem_at(problem, NULL, "%.300s can't be written: %s", path, strerror(errno));
    }
    return file;
}

static bool end_file(FILE *file, struct rd_problem *problem)
{
    return fclose(file) == 0 || rd_problem_at(problem, NULL, "%s", strerror(errno));
}

static bool write_text(const struct kit *kit, const char *name, const char *text,
                       struct rd_problem *problem)
{
    FILE *file = begin_file(kit, name, problem);
    if (file == NULL) {
        return false;
    }
    fill(kit, text, file);
    return end_file(file, problem);
}

static bool write_line(const struct kit *kit, const char *name, const char *line,
                       struct rd_problem *problem)
{
    char text[WORDS_ROOM];
    snprintf(text, sizeof text, "#!/bin/sh\n%s\n", line);
    return write_text(kit, name, text, problem);
}

static bool write_json(const struct kit *kit, const char *name, json_t *json,
                       struct rd_problem *problem)
{
    FILE *file = begin_file(kit, name, problem);
    if (file != NULL) {
        json_dumpf(json, file, JSON_INDENT(1));
        fputc('\n', file);
    }
    json_decref(json);
    return file != NULL && end_file(file, problem);
}

static bool write_fields(const struct kit *kit, struct rd_problem *problem)
{
    FILE *file = begin_file(kit, "fields.md", problem);
    if (file == NULL) {
        return false;
    }
    rd_view_fields_table(kit->game, file);
    return end_file(file, problem);
}

static bool write_all(const struct kit *kit, struct rd_problem *problem)
{
    const struct language *l = kit->language;
    return write_text(kit, l->file, text_of(l->text), problem) &&
           write_line(kit, "run", l->run, problem) &&
           (l->build == NULL || write_line(kit, "build", l->build, problem)) &&
           write_text(kit, "test.sh", text_of("test"), problem) &&
           write_text(kit, "arena.sh", text_of("arena"), problem) &&
           write_text(kit, "README.md", text_of("readme"), problem) &&
           write_json(kit, "view.schema.json", rd_view_schema(kit->game), problem) &&
           write_json(kit, "orders.schema.json", rd_orders_schema(kit->game), problem) &&
           write_fields(kit, problem);
}

/* ---- what is asked for ---- */

static const struct language *find_language(const char *name, struct rd_problem *problem)
{
    char list[128], ask[RD_NEAREST_TEXT];
    struct rd_text text = rd_text_into(list, sizeof list);
    struct rd_nearest nearest = rd_nearest_to(name);
    for (uint32_t i = 0; i < LANGUAGES; i++) {
        if (rd_text_same(name, languages[i].name) || rd_text_same(name, languages[i].title)) {
            return &languages[i];
        }
        rd_text_add(&text, "%s%s", i == 0 ? "" : ", ", languages[i].name);
        rd_nearest_try(&nearest, languages[i].name);
    }
    rd_problem_at(problem, NULL, "there is no kit in '%.40s'%s; languages are %s", name,
                  rd_nearest_ask(&nearest, ask), list);
    return NULL;
}

static void find_words(struct kit *kit)
{
    struct rd_text words = rd_text_into(kit->limit_words, sizeof kit->limit_words);
    struct rd_text house = rd_text_into(kit->house, sizeof kit->house);
    struct rd_text others = rd_text_into(kit->others, sizeof kit->others);
    for (uint32_t i = 0; i < LIMITS; i++) {
        rd_text_add(&words, "%s--limit %s=%d", i == 0 ? "" : " ", limit_name((enum limit)i),
                    kit->limits.value[i]);
    }
    limits_print(&kit->limits, kit->limit_list, sizeof kit->limit_list);
    for (uint32_t i = 0; rd_bot_at(i) != NULL; i++) {
        const struct rd_bot *bot = rd_bot_at(i);
        if (bot->game == NULL || strcmp(bot->game, kit->game->id) == 0) {
            rd_text_add(&house, "%s%s", house.used == 0 ? "" : " ", bot->name);
        }
    }
    uint32_t seats = kit->game->seats_min < 2 ? kit->game->seats_max : kit->game->seats_min;
    for (uint32_t i = 1; i < seats; i++) {
        rd_text_add(&others, "%s\"$other\"", i == 1 ? "" : " ");
    }
}

static int run(int argc, char **argv)
{
    static const struct option longs[] = { { "limit", required_argument, NULL, 'l' }, { 0 } };
    const struct cli_options options = { "kit", longs, NULL };
    struct kit kit = { .limits = limits_preset() };
    struct rd_problem problem = { "" };
    for (int option; (option = cli_option(&options, argc, argv)) != -1;) {
        if (option == '?') {
            return CLI_USAGE;
        }
        if (!limits_set(&kit.limits, optarg, &problem)) {
            return cli_bad("kit", "%s", problem.text);
        }
    }
    if (argc - optind != 3) {
        return cli_bad("kit",
                       "which game, language and new folder? redoubt kit apoca python mybot");
    }
    kit.game = cli_game_find(argv[optind], &problem);
    kit.language = kit.game == NULL ? NULL : find_language(argv[optind + 1], &problem);
    kit.folder = argv[optind + 2];
    if (kit.language == NULL) {
        return cli_bad("kit", "%s", problem.text);
    }
    if (mkdir(kit.folder, 0755) != 0) {
        return cli_bad("kit", "the folder %s can't be made: %s; name one that is not there yet",
                       kit.folder, strerror(errno));
    }
    find_words(&kit);
    if (!write_all(&kit, &problem)) {
        cli_bad("kit", "%s", problem.text);
        return CLI_FAILED;
    }
    printf("%s: a bot for %s in %s; sh %s/test.sh tries it\n", kit.folder, kit.game->title,
           kit.language->title, kit.folder);
    return CLI_FINE;
}

const struct command command_kit = {
    .name = "kit",
    .summary = "a folder with a first bot, its tests and a local arena",
    .help =
        "usage: redoubt kit GAME LANGUAGE DIR [--limit NAME=N]\n"
        "\n"
        "Makes the folder DIR with a bot that plays, to put your own ideas into; test.sh, which\n"
        "says whether it is ready to be handed in; arena.sh, a tournament against the house\n"
        "bots; JSON Schemas of views and orders with every field explained; and README.md.\n"
        "LANGUAGE is python, javascript, c, cpp, java or rust. What DIR needs to be built with\n"
        "is in its file build, how it is started in its file run: a contest uses the same two.\n"
        "\n"
        "  --limit NAME=N  a limit of the judge, see redoubt match; may be given often\n"
        "  --help          this text\n",
    .run = run,
};
