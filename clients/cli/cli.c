/* What the subcommands share: messages, options, games from the command line, files. */
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "bots/bot.h"
#include "clients/cli/command.h"
#include "host/nearest.h"
#include "host/notation.h"
#include "host/text.h"

int cli_bad(const char *command, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fflush(stdout);
    fprintf(stderr, "redoubt %s: ", command);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return CLI_USAGE;
}

/* ---- options --------------------------------------------------------------------------- */

static int bad_option(const struct cli_options *options, char **argv)
{
    /* getopt tells apart: an unknown long option leaves optopt 0; a long one with a value that it
     * does not take has '=' in it; the rest are short ones, perhaps within a cluster. */
    const char *given = argv[optind - 1];
    bool is_long = strncmp(given, "--", 2) == 0 && (optopt == 0 || strchr(given, '=') != NULL);
    if (!is_long) {
        return cli_bad(options->command, "there is no option -%c; redoubt %s --help lists them",
                       optopt, options->command);
    }
    const char *names[CLI_OPTIONS_MAX + 1] = { NULL };
    for (uint32_t i = 0; i < CLI_OPTIONS_MAX && options->longs[i].name != NULL; i++) {
        names[i] = options->longs[i].name;
    }
    char bare[64];
    snprintf(bare, sizeof bare, "%.*s", (int)strcspn(given + 2, "="), given + 2);
    const char *nearest = rd_nearest_of(bare, names);
    if (optopt != 0) {
        return cli_bad(options->command, "--%s takes no value", nearest == NULL ? bare : nearest);
    }
    if (nearest != NULL) {
        return cli_bad(options->command, "there is no option --%s; did you mean --%s?", bare,
                       nearest);
    }
    return cli_bad(options->command, "there is no option --%s; redoubt %s --help lists them", bare,
                   options->command);
}

int cli_option(const struct cli_options *options, int argc, char **argv)
{
    char shorts[CLI_OPTIONS_MAX * 2 + 2];
    snprintf(shorts, sizeof shorts, ":%s", options->shorts == NULL ? "" : options->shorts);
    opterr = 0;
    optopt = 0;
    int option = getopt_long(argc, argv, shorts, options->longs, NULL);
    if (option == ':') {
        cli_bad(options->command, "%s needs a value; see redoubt %s --help", argv[optind - 1],
                options->command);
        return '?';
    }
    if (option == '?') {
        bad_option(options, argv);
    }
    return option;
}

/* ---- a bot from the command line ------------------------------------------------------------- */

bool cli_no_such_bot(const struct rd_game *game, const char *name, bool none,
                     struct rd_problem *problem)
{
    char list[RD_TEXT_MAX], shown[64], ask[RD_NEAREST_TEXT];
    struct rd_text text = rd_text_into(list, sizeof list);
    struct rd_nearest nearest = rd_nearest_to(name);
    for (uint32_t i = 0; rd_bot_at(i) != NULL; i++) {
        if (rd_bot_find(game, rd_bot_at(i)->name) == rd_bot_at(i)) {
            rd_text_add(&text, "%s%s", text.used == 0 ? "" : ", ", rd_bot_at(i)->name);
            rd_nearest_try(&nearest, rd_bot_at(i)->name);
        }
    }
    if (none) {
        rd_text_add(&text, ", and none, for two people at one keyboard");
        rd_nearest_try(&nearest, "none");
    }
    return rd_problem_at(problem, "--bot", "%s has no bot \"%s\"%s; there are %s", game->id,
                         rd_text_printable(name, strlen(name), shown, sizeof shown),
                         rd_nearest_ask(&nearest, ask), list);
}

/* ---- a game from the command line ------------------------------------------------------------ */

const struct rd_game *cli_game_find(const char *id, struct rd_problem *problem)
{
    struct rd_chosen chosen = { 0 };
    return rd_chosen_open(&chosen, id, problem) ? chosen.game : NULL;
}

bool cli_game_open(struct cli_game *out, const char *id, struct rd_problem *problem)
{
    memset(out, 0, sizeof *out);
    if (!rd_chosen_open(&out->chosen, id, problem)) {
        return false;
    }
    if (!rd_seed_fresh(out->key, problem)) {
        cli_game_close(out);
        return false;
    }
    return true;
}

bool cli_game_set(struct cli_game *out, const char *assignment, struct rd_problem *problem)
{
    return rd_chosen_set(&out->chosen, assignment, RD_MAP_FILES_YES, problem);
}

bool cli_game_seed(struct cli_game *out, const char *text, struct rd_problem *problem)
{
    out->seeded = true;
    return rd_seed_parse(text, out->key, problem);
}

void cli_game_close(struct cli_game *out)
{
    rd_chosen_close(&out->chosen);
    memset(out, 0, sizeof *out);
}

bool cli_wish(struct cli_wishes *wishes, const char *assignment, struct rd_problem *problem)
{
    if (wishes->set_count == CLI_SETS_MAX) {
        return rd_problem_at(problem, "--set", "at most %d times", CLI_SETS_MAX);
    }
    wishes->set[wishes->set_count++] = assignment;
    return true;
}

bool cli_game_as_wished(struct cli_game *out, const char *id, const struct cli_wishes *wishes,
                        struct rd_problem *problem)
{
    bool fine = cli_game_open(out, id, problem);
    for (uint32_t i = 0; fine && i < wishes->set_count; i++) {
        fine = cli_game_set(out, wishes->set[i], problem);
    }
    fine = fine && (wishes->seed == NULL || cli_game_seed(out, wishes->seed, problem));
    fine = fine && rd_chosen_check(&out->chosen, problem);
    if (!fine) {
        cli_game_close(out);
    }
    return fine;
}
