/* What the subcommands share: messages, options, games from the command line, files. */
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "clients/cli/command.h"

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
    const char *nearest = cli_nearest(bare, names);
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

/* ---- the nearest name --------------------------------------------------------------------- */

enum { WORD_MAX = 32 };

static uint32_t least(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t least_of_two = a < b ? a : b;
    return least_of_two < c ? least_of_two : c;
}

/* Letters to insert, delete or replace. Words longer than WORD_MAX are nobody's typing error. */
static uint32_t edit_distance(const char *a, const char *b)
{
    size_t length_a = strlen(a), length_b = strlen(b);
    if (length_a > WORD_MAX || length_b > WORD_MAX) {
        return WORD_MAX;
    }
    uint32_t row[WORD_MAX + 1];
    for (uint32_t j = 0; j <= length_b; j++) {
        row[j] = j;
    }
    for (uint32_t i = 1; i <= length_a; i++) {
        uint32_t diagonal = row[0];
        row[0] = i;
        for (uint32_t j = 1; j <= length_b; j++) {
            uint32_t above = row[j];
            row[j] = least(above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1]));
            diagonal = above;
        }
    }
    return row[length_b];
}

const char *cli_nearest(const char *word, const char *const *names)
{
    const char *best = NULL;
    uint32_t best_distance = (uint32_t)strlen(word) / 3 + 2;
    for (uint32_t i = 0; names[i] != NULL; i++) {
        bool beginning = word[0] != '\0' && strncmp(names[i], word, strlen(word)) == 0;
        uint32_t distance = beginning ? 0 : edit_distance(word, names[i]);
        if (distance < best_distance && distance < strlen(names[i])) {
            best = names[i];
            best_distance = distance;
        }
    }
    return best;
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
