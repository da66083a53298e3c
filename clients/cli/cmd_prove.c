/* redoubt prove - every position of small boards, and the laws in each of them. */
#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clients/cli/command.h"
#include "prove/openings.h"
#include "prove/run.h"

enum { OPENINGS_MAX = 64, MEGABYTE = 1 << 20 };

struct wish {
    struct prove_wish prove;
    const char *folder; /* NULL: in the user's cache */
    bool json, list;
};

/* ---- where a run keeps its files ----------------------------------------------------------- */

/* $XDG_CACHE_HOME/redoubt/prove, by default under ~/.cache; "" when there is no home. */
static void default_folder(char *out, size_t size)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    out[0] = '\0';
    if (cache != NULL && cache[0] == '/') {
        snprintf(out, size, "%s/redoubt/prove", cache);
    } else if (home != NULL && home[0] == '/') {
        snprintf(out, size, "%s/.cache/redoubt/prove", home);
    }
}

/* Every folder of the path. */
static bool make_folders(const char *path, struct rd_problem *problem)
{
    char part[PATH_MAX];
    for (size_t i = 1; path[i - 1] != '\0'; i++) {
        if (path[i] != '/' && path[i] != '\0') {
            continue;
        }
        if (i >= sizeof part) {
            return rd_problem_at(problem, path, "the name is too long");
        }
        memcpy(part, path, i);
        part[i] = '\0';
        if (mkdir(part, 0777) != 0 && errno != EEXIST) {
            return rd_problem_at(problem, part, "%s", strerror(errno));
        }
    }
    return true;
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

static bool folder_for(const struct wish *wish, const struct rd_game *game, const char *opening,
                       char *out, struct rd_problem *problem)
{
    char base[PATH_MAX];
    if (wish->folder != NULL) {
        snprintf(base, sizeof base, "%s", wish->folder);
    } else {
        default_folder(base, sizeof base);
    }
    if (base[0] == '\0') {
        return rd_problem_at(problem, NULL, "there is no HOME to keep files in: use --folder");
    }
    int length = snprintf(out, PATH_MAX, "%s/%s-%s", base, game->id, last_part(opening));
    if (length < 0 || length >= PATH_MAX) {
        return rd_problem_at(problem, base, "the name is too long");
    }
    return make_folders(out, problem);
}

/* ---- what came of it ----------------------------------------------------------------------- */

static void print_levels(const struct prove_result *result)
{
    printf("%5s %14s %16s %12s %16s %16s\n", "depth", "positions", "transitions", "games over",
           "pairs of views", "pairs heard");
    for (uint32_t i = 0; i <= result->depth; i++) {
        const struct prove_counts *level = &result->level[i];
        printf("%5u %14llu %16llu %12llu %16llu %16llu\n", i, (unsigned long long)level->positions,
               (unsigned long long)level->transitions, (unsigned long long)level->over,
               (unsigned long long)level->view_pairs, (unsigned long long)level->heard_pairs);
    }
}

static void print_finding(const struct prove_result *result)
{
    printf("LAW %u, %s, IS BROKEN: %s\n", result->finding.law, laws[result->finding.law].name,
           result->finding.text);
    json_dumpf(result->scenario, stdout, JSON_COMPACT);
    printf("\n");
}

static void print_result(const struct rd_game *game, const char *opening,
                         const struct prove_result *result)
{
    struct prove_counts sum = prove_sum(result);
    printf("%s, %s: %s\n", game->id, opening,
           result->broken     ? "a law is broken"
           : result->complete ? "complete, every game was followed to its end"
                              : result->why_it_ended);
    print_levels(result);
    printf(
        "%llu positions met, %llu looked at, %llu transitions, %.0f s of processor time in all\n",
        (unsigned long long)result->positions, (unsigned long long)sum.positions,
        (unsigned long long)sum.transitions, result->processor_seconds);
    printf("%llu different views; chance that two positions were taken for one: %.1e\n",
           (unsigned long long)result->view_classes, result->doubt);
    if (sum.left_out > 0 || sum.no_room > 0) {
        printf("left out: %llu positions or wide draws, %llu comparisons without room\n",
               (unsigned long long)sum.left_out, (unsigned long long)sum.no_room);
    }
    if (sum.long_rolls > 0) {
        printf("not followed: %llu throws of dice that are thrown again and again\n",
               (unsigned long long)sum.long_rolls);
    }
    if (result->broken) {
        print_finding(result);
    }
}

static json_t *counts_to_json(const struct prove_counts *counts)
{
    return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "positions",
                     (json_int_t)counts->positions, "transitions", (json_int_t)counts->transitions,
                     "over", (json_int_t)counts->over, "view_pairs", (json_int_t)counts->view_pairs,
                     "heard_pairs", (json_int_t)counts->heard_pairs, "left_out",
                     (json_int_t)counts->left_out, "no_room", (json_int_t)counts->no_room,
                     "long_rolls", (json_int_t)counts->long_rolls);
}

static void print_json(const struct rd_game *game, const char *opening,
                       const struct prove_result *result)
{
    struct prove_counts sum = prove_sum(result);
    json_t *levels = json_array();
    for (uint32_t i = 0; i <= result->depth; i++) {
        json_array_append_new(levels, counts_to_json(&result->level[i]));
    }
    json_t *json =
        json_pack("{s:s, s:i, s:s, s:s, s:b, s:I, s:I, s:f, s:f, s:f, s:o, s:o}", "game", game->id,
                  "rules_version", (int)game->rules_version, "opening", opening, "ended",
                  result->why_it_ended, "complete", result->complete, "met",
                  (json_int_t)result->positions, "views", (json_int_t)result->view_classes, "doubt",
                  result->doubt, "seconds", result->seconds, "processor_seconds",
                  result->processor_seconds, "sum", counts_to_json(&sum), "levels", levels);
    if (result->broken) {
        json_object_set_new(json, "law", json_integer(result->finding.law));
        json_object_set_new(json, "broken", json_string(result->finding.text));
        json_object_set(json, "scenario", result->scenario);
    }
    json_dumpf(json, stdout, JSON_COMPACT);
    printf("\n");
    json_decref(json);
}

/* ---- the command --------------------------------------------------------------------------- */

static json_t *load(const struct rd_game *game, const char *name, struct rd_problem *problem)
{
    if (strchr(name, '/') == NULL && strstr(name, ".json") == NULL) {
        return prove_opening_load(game, name, problem);
    }
    json_error_t error;
    json_t *json = json_load_file(name, 0, &error);
    if (json == NULL) {
        rd_problem_at(problem, name, "line %d: %s", error.line, error.text);
    }
    return json;
}

static int prove_one(const struct rd_game *game, const char *name, const struct wish *wish)
{
    struct rd_problem problem = { "" };
    struct prove_wish prove = wish->prove;
    char folder[PATH_MAX];
    json_t *scenario = load(game, name, &problem);
    if (scenario == NULL || !folder_for(wish, game, name, folder, &problem)) {
        json_decref(scenario);
        return cli_bad("prove", "%s", problem.text);
    }
    prove.folder = folder;
    struct prove_result *result = calloc(1, sizeof *result);
    int status = CLI_FAILED;
    if (result == NULL || !prove_run(scenario, &prove, result, &problem)) {
        status =
            cli_bad("prove", "%s: %s", name, result == NULL ? "not enough memory" : problem.text);
    } else {
        if (prove.progress != NULL) {
            fputs("\r\033[K", stderr);
        }
        (wish->json ? print_json : print_result)(game, name, result);
        fflush(stdout);
        status = result->broken ? CLI_FAILED : CLI_FINE;
        json_decref(result->scenario);
    }
    free(result);
    json_decref(scenario);
    return status;
}

static void stop(int number)
{
    (void)number;
    prove_stop_wanted = 1;
}

static bool read_number(const char *text, double *out)
{
    char *end = NULL;
    *out = strtod(text, &end);
    return end != text && *end == '\0' && *out >= 0 && *out <= 1e15;
}

/* One option with a number; false: not a number that fits. */
static bool take_number(struct wish *wish, int option, const char *text)
{
    double number = 0;
    if (!read_number(text, &number)) {
        return false;
    }
    struct prove_wish *prove = &wish->prove;
    switch (option) {
    case 't':
        prove->seconds = number;
        return true;
    case 'n':
        prove->transitions = (uint64_t)number;
        return true;
    case 'd':
        prove->depth = (uint32_t)number;
        return number < PROVE_DEPTH_MAX;
    case 'm':
        prove->memory = (uint64_t)number * MEGABYTE;
        return number >= 1 && number <= 1 << 20;
    default:
        prove->workers = (uint32_t)number;
        return number >= 1 && number <= PROVE_WORKERS_MAX;
    }
}

static int list_openings(const struct rd_game *game)
{
    const char *name = NULL;
    for (uint32_t i = 0; (name = prove_opening_name(game, i)) != NULL; i++) {
        struct rd_problem problem = { "" };
        json_t *scenario = prove_opening_load(game, name, &problem);
        const char *title = json_string_value(json_object_get(scenario, "title"));
        printf("%-12s %s\n", name, title != NULL ? title : "");
        json_decref(scenario);
    }
    return CLI_FINE;
}

/* All openings of the game, or those that are named: each gets its share of the time. */
static int prove_all(const struct rd_game *game, struct wish *wish, char **names, int count)
{
    const char *list[OPENINGS_MAX];
    int total = 0, status = CLI_FINE;
    for (int i = 0; i < count && i < OPENINGS_MAX; i++) {
        list[total++] = names[i];
    }
    while (count == 0 && total < OPENINGS_MAX &&
           prove_opening_name(game, (uint32_t)total) != NULL) {
        list[total] = prove_opening_name(game, (uint32_t)total);
        total++;
    }
    double seconds = wish->prove.seconds;
    for (int i = 0; i < total && status == CLI_FINE; i++) {
        wish->prove.seconds = seconds / total;
        status = prove_one(game, list[i], wish);
    }
    return status;
}

static const struct option longs[] = { { "seconds", required_argument, NULL, 't' },
                                       { "transitions", required_argument, NULL, 'n' },
                                       { "depth", required_argument, NULL, 'd' },
                                       { "memory", required_argument, NULL, 'm' },
                                       { "workers", required_argument, NULL, 'w' },
                                       { "folder", required_argument, NULL, 'f' },
                                       { "json", no_argument, NULL, 'j' },
                                       { "list", no_argument, NULL, 'i' },
                                       { 0 } };

static int run(int argc, char **argv)
{
    const struct cli_options options = { "prove", longs, NULL };
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct wish wish = { .prove = { .memory = UINT64_C(2048) * MEGABYTE,
                                    .workers = cores < 1    ? 1
                                               : cores > 64 ? 64
                                                            : (uint32_t)cores } };
    struct rd_problem problem = { "" };
    for (int option; (option = cli_option(&options, argc, argv)) != -1;) {
        if (option == '?') {
            return CLI_USAGE;
        }
        wish.json = wish.json || option == 'j';
        wish.list = wish.list || option == 'i';
        wish.folder = option == 'f' ? optarg : wish.folder;
        if (strchr("jif", option) == NULL && !take_number(&wish, option, optarg)) {
            return cli_bad("prove", "'%s' does not fit there; see redoubt prove --help", optarg);
        }
    }
    if (optind >= argc) {
        return cli_bad("prove", "which game? redoubt prove GAME [OPENING]...");
    }
    const struct rd_game *game = cli_game_find(argv[optind], &problem);
    if (game == NULL) {
        return cli_bad("prove", "%s", problem.text);
    }
    if (wish.list) {
        return list_openings(game);
    }
    wish.prove.progress = isatty(STDERR_FILENO) == 1 ? stderr : NULL;
    signal(SIGINT, stop);
    signal(SIGTERM, stop);
    return prove_all(game, &wish, argv + optind + 1, argc - optind - 1);
}

const struct command command_prove = {
    .name = "prove",
    .summary = "check the laws in every position of small boards",
    .help = "usage: redoubt prove GAME [OPENING|FILE.json]... [--seconds S] [--transitions N]\n"
            "                     [--depth N] [--workers N] [--memory MB] [--folder DIR]\n"
            "                     [--json] [--list]\n"
            "\n"
            "Plays every order with every fall of the dice from an opening on a small board, then\n"
            "everything from the positions that came of it, and so on. In every position the laws\n"
            "of the rules are checked. Positions that a seat can't tell apart by its view are\n"
            "compared, all with all: the seat must have the same orders, and hear the same of\n"
            "the same order. From every position the game must be able to end. Prints how much\n"
            "was seen at each depth; a broken law is shown as a scenario, with exit status 1.\n"
            "\n"
            "Stops at a limit, by Ctrl-C or when nothing is left, and goes on from there when it\n"
            "is started again: its files stay in a folder until they are removed.\n"
            "\n"
            "  --seconds S       so long in all, in equal shares for the openings\n"
            "  --transitions N   so many orders with dice for each opening\n"
            "  --depth N         so many orders deep\n"
            "  --workers N       threads, default one for each core\n"
            "  --memory MB       for tables, default 2048\n"
            "  --folder DIR      default $XDG_CACHE_HOME/redoubt/prove or ~/.cache/redoubt/prove\n"
            "  --json            one line of JSON for each opening\n"
            "  --list            the openings of the game, and nothing else\n"
            "  --help            this text\n",
    .run = run,
};
