/* redoubt scenario - play orders on a position with scripted luck, or check the examples. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/cli/command.h"
#include "host/json_read.h"
#include "host/notation.h"
#include "host/scenario.h"

enum { LABEL_MAX = 160 };

/* A file holds one scenario or a list of them. */
static size_t scenario_count(const json_t *file)
{
    return json_is_array(file) ? json_array_size(file) : 1;
}

static json_t *scenario_at(json_t *file, size_t index)
{
    return json_is_array(file) ? json_array_get(file, index) : file;
}

/* "examples.json[3] C4": which scenario of which file a message is about. */
static void label_scenario(char out[LABEL_MAX], const char *path, json_t *file, size_t index)
{
    const char *id = json_string_value(json_object_get(scenario_at(file, index), "id"));
    char place[32] = "";
    if (json_is_array(file)) {
        snprintf(place, sizeof place, "[%zu]", index);
    }
    snprintf(out, LABEL_MAX, "%.*s%s%s%.*s", LABEL_MAX / 2, path, place, id == NULL ? "" : " ",
             LABEL_MAX / 4, id == NULL ? "" : id);
}

/* Read, play and perhaps compare one scenario. */
struct task {
    struct rd_scenario_how how;
    const char *view; /* --view, not yet understood: the seats' names depend on the game */
    bool check;
};

enum verdict { PASSED, FAILED, BAD };

static bool choose_view(struct task *task, const struct rd_game *game, struct rd_problem *problem)
{
    task->how.has_view = task->view != NULL;
    return task->view == NULL ||
           rd_seat_parse(game, task->view, true, &task->how.view_seat, problem);
}

static enum verdict play_one(struct task *task, json_t *json, struct rd_problem *problem)
{
    struct rd_scenario scenario;
    struct rd_scenario_result result;
    enum verdict verdict = BAD;
    if (!rd_scenario_open(&scenario, json, RD_MAP_FILES_YES, problem)) {
        return BAD;
    }
    if (choose_view(task, scenario.chosen.game, problem) &&
        rd_scenario_run(&scenario, &task->how, &result, problem)) {
        verdict = PASSED;
        if (task->check) {
            verdict = rd_scenario_as_expected(&scenario, &result, problem) ? PASSED : FAILED;
        } else if (task->how.strict && json_array_size(result.refused) > 0) {
            verdict = FAILED;
        }
        rd_scenario_result_close(&result);
    }
    rd_scenario_close(&scenario);
    return verdict;
}

/* ---- --check ---------------------------------------------------------------------------- */

struct tally {
    size_t passed, failed;
    bool bad; /* a file that could not be understood */
};

static void check_file(struct task *task, const char *path, struct tally *tally)
{
    struct rd_problem problem = { "" };
    json_t *file = rd_json_load(path, &problem);
    if (file == NULL) {
        cli_bad("scenario", "%s", problem.text);
        tally->failed++;
        tally->bad = true;
        return;
    }
    for (size_t i = 0; i < scenario_count(file); i++) {
        char label[LABEL_MAX];
        struct rd_problem why = { "" };
        enum verdict verdict = play_one(task, scenario_at(file, i), &why);
        label_scenario(label, path, file, i);
        if (verdict == PASSED) {
            tally->passed++;
        } else if (verdict == FAILED) {
            tally->failed++;
            printf("%s: %s\n", label, why.text);
        } else {
            tally->failed++;
            tally->bad = true;
            cli_bad("scenario", "%s: %s", label, why.text);
        }
    }
    json_decref(file);
}

static int check_files(struct task *task, char **paths)
{
    struct tally tally = { 0, 0, false };
    for (; *paths != NULL; paths++) {
        check_file(task, *paths, &tally);
    }
    printf("%zu passed, %zu failed\n", tally.passed, tally.failed);
    if (tally.bad) {
        return CLI_USAGE;
    }
    return tally.failed > 0 || tally.passed == 0 ? CLI_FAILED : CLI_FINE;
}

/* ---- playing ------------------------------------------------------------------------------ */

static enum verdict play_all(struct task *task, const char *path, json_t *file,
                             struct rd_problem *problem)
{
    enum verdict verdict = PASSED;
    for (size_t i = 0; verdict == PASSED && i < scenario_count(file); i++) {
        char label[LABEL_MAX];
        struct rd_problem why = { "" };
        label_scenario(label, path, file, i);
        task->how.label = json_is_array(file) ? label : NULL;
        verdict = play_one(task, scenario_at(file, i), &why);
        if (verdict == BAD) {
            rd_problem_at(problem, label, "%s", why.text);
        }
        task->how.label = NULL;
    }
    return verdict;
}

/* Nothing is printed before everything is known to be in order. */
static int play_file(struct task *task, const char *path)
{
    struct rd_problem problem = { "" };
    char *text = NULL;
    size_t size = 0;
    json_t *file = rd_json_load(path, &problem);
    if (file == NULL) {
        return cli_bad("scenario", "%s", problem.text);
    }
    task->how.out = open_memstream(&text, &size);
    RD_ASSERT(task->how.out != NULL);
    const char *name = strcmp(path, "-") == 0 ? "standard input" : path;
    enum verdict verdict = play_all(task, name, file, &problem);
    json_decref(file);
    fclose(task->how.out);
    int status = verdict == PASSED ? CLI_FINE : CLI_FAILED;
    if (verdict == BAD) {
        status = cli_bad("scenario", "%s", problem.text);
    } else {
        fwrite(text, 1, size, stdout);
    }
    free(text);
    return status;
}

/* ---- the command ---------------------------------------------------------------------------- */

static bool take_option(struct task *task, int option)
{
    switch (option) {
    case 'c':
        task->check = true;
        return true;
    case 'e':
        task->how.each = true;
        return true;
    case 'f':
        task->how.frames = true;
        return true;
    case 's':
        task->how.strict = true;
        return true;
    case 'x':
        task->how.explain = true;
        return true;
    case 'a':
        task->how.draw = task->how.explain = true;
        return true;
    case 'v':
        task->view = optarg;
        return true;
    default:
        return false;
    }
}

static int run(int argc, char **argv)
{
    static const struct option longs[] = {
        { "check", no_argument, NULL, 'c' },   { "each", no_argument, NULL, 'e' },
        { "frames", no_argument, NULL, 'f' },  { "strict", no_argument, NULL, 's' },
        { "explain", no_argument, NULL, 'x' }, { "view", required_argument, NULL, 'v' },
        { "ascii", no_argument, NULL, 'a' },   { 0 }
    };
    const struct cli_options options = { "scenario", longs, NULL };
    struct task task = { 0 };
    for (int option; (option = cli_option(&options, argc, argv)) != -1;) {
        if (!take_option(&task, option)) {
            return CLI_USAGE;
        }
    }
    if (argc == optind) {
        return cli_bad("scenario", "which file? redoubt scenario FILE (- is standard input)");
    }
    if (task.check) {
        if (task.how.each || task.how.frames || task.how.strict || task.how.explain ||
            task.view != NULL) {
            return cli_bad(
                "scenario",
                "--check compares and prints no lines: "
                "--each, --frames, --strict, --explain, --ascii and --view don't go with it");
        }
        return check_files(&task, argv + optind);
    }
    if (argc - optind > 1) {
        return cli_bad("scenario", "one file at a time; only --check takes several");
    }
    return play_file(&task, argv[optind]);
}

const struct command command_scenario = {
    .name = "scenario",
    .summary = "play orders on a position with scripted luck, or check examples",
    .help =
        "usage: redoubt scenario FILE [--each] [--frames] [--strict] [--explain|--ascii]\n"
        "                             [--view SEAT]\n"
        "       redoubt scenario --check FILE...\n"
        "\n"
        "Plays the steps of a scenario and prints one JSON line a step and a final one.\n"
        "FILE holds one scenario or a list of them; - is standard input.\n"
        "\n"
        "  --each       print the position after every step, not only those in \"show\"\n"
        "  --frames     the steps that every order is carried out in, as the seat of --view saw\n"
        "               them, or a spectator; with --ascii --each the board after each\n"
        "  --strict     stop at the first refused step and exit with status 1\n"
        "  --explain    sentences for people instead of JSON\n"
        "  --ascii      the same with the board at the end, and with --each after every step\n"
        "  --view SEAT  what that seat sees (0, 1, ... or spectator), not the whole truth\n"
        "  --check      compare with \"expect\": a line for each scenario that is not as\n"
        "               expected, and at the end 'N passed, N failed'\n"
        "  --help       this text\n"
        "\n"
        "A scenario:\n"
        "  {\"game\":\"null\", \"options\":{\"heap\":5}, \"seed\":\"7\",\n"
        "   \"position\":{...},   left out: a new game from options and seed\n"
        "   \"drawn\":0,          so much of the seed's luck was used up before\n"
        "   \"rolls\":[4,2],      values of the next draws; then the seed's luck goes on\n"
        "   \"show\":[0],         print the position after these steps\n"
        "   \"steps\":[[0,{\"verb\":\"take\",\"stones\":2}]],\n"
        "   \"expect\":{\"refused\":[], \"over\":false, \"position\":{\"heap\":3}}}\n"
        "\n"
        "Exit status: 0 fine; 1 a refused step with --strict, an unmet expectation, or\n"
        "nothing to check; 2 a file that can't be understood: then nothing is printed.\n",
    .run = run,
};
