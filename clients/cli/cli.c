/* What the subcommands share: messages, options, games from the command line, files. */
#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "clients/cli/command.h"
#include "redoubt/luck.h"

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
    const char *given = argv[optind - 1];
    if (given[0] != '-' || given[1] != '-') {
        return cli_bad(options->command, "there is no option -%c; redoubt %s --help lists them", optopt,
                       options->command);
    }
    const char *names[CLI_OPTIONS_MAX + 1] = { NULL };
    for (uint32_t i = 0; options->longs[i].name != NULL && i < CLI_OPTIONS_MAX; i++) {
        names[i] = options->longs[i].name;
    }
    char bare[64];
    snprintf(bare, sizeof bare, "%.*s", (int)strcspn(given + 2, "="), given + 2);
    const char *nearest = cli_nearest(bare, names);
    if (optopt != 0) { /* the option exists, but was given a value that it does not take */
        return cli_bad(options->command, "--%s takes no value", nearest == NULL ? bare : nearest);
    }
    if (nearest != NULL) {
        return cli_bad(options->command, "there is no option --%s; did you mean --%s?", bare, nearest);
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
    const struct rd_game *game = rd_game_find(id);
    if (game != NULL) {
        return game;
    }
    char list[256] = "";
    for (uint32_t i = 0; rd_game_at(i) != NULL; i++) {
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i == 0 ? "" : ", ", rd_game_at(i)->id);
    }
    rd_problem_at(problem, NULL, "there is no game '%s'; the games are %s", id, list);
    return NULL;
}

static bool draw_key(uint64_t key[2], struct rd_problem *problem)
{
    if (getrandom(key, 2 * sizeof key[0], 0) != (int)(2 * sizeof key[0])) {
        return rd_problem_at(problem, NULL, "the system gave no random key (%s); use --seed",
                             strerror(errno));
    }
    return true;
}

bool cli_game_open(struct cli_game *out, const char *id, struct rd_problem *problem)
{
    memset(out, 0, sizeof *out);
    out->chosen.game = cli_game_find(id, problem);
    if (out->chosen.game == NULL) {
        return false;
    }
    rd_setup_presets(out->chosen.game, &out->chosen.setup);
    return draw_key(out->key, problem);
}

bool cli_game_set(struct cli_game *out, const char *assignment, struct rd_problem *problem)
{
    const char *equals = strchr(assignment, '=');
    size_t length = equals == NULL ? 0 : (size_t)(equals - assignment);
    if (length == 0) {
        return rd_problem_at(problem, "--set", "'%s' must be KEY=VALUE", assignment);
    }
    for (uint32_t i = 0; out->chosen.game->options[i].key != NULL; i++) {
        const struct rd_option *option = &out->chosen.game->options[i];
        if (strlen(option->key) == length && strncmp(option->key, assignment, length) == 0) {
            out->chosen.setup.option[i] = atoi(equals + 1);
            return true;
        }
    }
    return rd_problem_at(problem, "--set", "%s has no option '%.*s'", out->chosen.game->id, (int)length,
                         assignment);
}

static bool read_key(const char *text, uint64_t key[2])
{
    for (uint32_t half = 0; half < 2; half++) {
        char digits[17] = "";
        memcpy(digits, text + (size_t)16 * half, 16);
        if (strspn(digits, "0123456789abcdefABCDEF") != 16) {
            return false;
        }
        key[half] = strtoull(digits, NULL, 16);
    }
    return true;
}

bool cli_game_seed(struct cli_game *out, const char *text, struct rd_problem *problem)
{
    out->seeded = true;
    if (strlen(text) == 32 && read_key(text, out->key)) {
        return true;
    }
    errno = 0;
    uint64_t seed = strtoull(text, NULL, 10);
    if (text[0] == '\0' || strspn(text, "0123456789") != strlen(text) || errno != 0) {
        return rd_problem_at(problem, "--seed",
                             "'%s' is neither a number from 0 to 18446744073709551615 nor "
                             "32 hexadecimal digits",
                             text);
    }
    struct rd_luck luck = rd_luck_from_seed(seed);
    memcpy(out->key, luck.key, sizeof out->key);
    return true;
}

void cli_game_close(struct cli_game *out)
{
    free(out->chosen.map);
    memset(out, 0, sizeof *out);
}
