/* redoubt megaminer - stands in for the backend of the MegaMiner 2025 tournament. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/sandbox.h"
#include "clients/cli/command.h"
#include "doors/megaminer.h"
#include "host/nearest.h"

enum { PATH_ROOM = 4096, PATIENCE_MS = 60000 };

struct wish {
    const char *map;
    const char *agent[2];
    bool human[2];
    bool visualizer;
};

/* The backend said such things on standard output, and scripts look there. */
static int complain(const char *format, const char *what)
{
    printf(format, what);
    putchar('\n');
    return CLI_FAILED;
}

/* False: with one dash or two, as the backend had them. */
static bool is_no_option(const char *word, const struct option *known)
{
    char room[RD_NEAREST_TEXT];
    struct rd_nearest nearest = rd_nearest_to(word + strspn(word, "-"));
    for (uint32_t i = 0; known[i].name != NULL; i++) {
        rd_nearest_try(&nearest, known[i].name);
    }
    cli_bad("megaminer", "%s is no option, or lacks its file%s; see redoubt megaminer --help", word,
            rd_nearest_ask(&nearest, room));
    return false;
}

static bool read_words(int argc, char **argv, struct wish *wish)
{
    static const struct option longs[] = { { "a1", required_argument, NULL, '1' },
                                           { "ai_agent_file_1", required_argument, NULL, '1' },
                                           { "a2", required_argument, NULL, '2' },
                                           { "ai_agent_file_2", required_argument, NULL, '2' },
                                           { "h1", no_argument, NULL, '3' },
                                           { "agent_1_is_human", no_argument, NULL, '3' },
                                           { "h2", no_argument, NULL, '4' },
                                           { "agent_2_is_human", no_argument, NULL, '4' },
                                           { "visualizer", no_argument, NULL, 'v' },
                                           { 0 } };
    opterr = 0;
    for (int option; (option = getopt_long_only(argc, argv, "", longs, NULL)) != -1;) {
        if (option == '1' || option == '2') {
            wish->agent[option - '1'] = optarg;
        } else if (option == '3' || option == '4') {
            wish->human[option - '3'] = true;
        } else if (option == 'v') {
            wish->visualizer = true;
        } else {
            return is_no_option(argv[optind - 1], longs);
        }
    }
    wish->map = optind < argc ? argv[optind] : NULL;
    return true;
}

static int play(const struct wish *wish, const struct rd_chosen *chosen)
{
    struct rd_problem problem = { "" };
    struct limits limits = limits_preset();
    limits.value[LIMIT_START_MS] = PATIENCE_MS; /* there was no clock at all */
    limits.value[LIMIT_TURN_MS] = PATIENCE_MS;
    struct megaminer_backend backend = { .chosen = chosen,
                                         .agent = { wish->agent[0], wish->agent[1] },
                                         .visualizer = wish->visualizer,
                                         .limits = &limits,
                                         .in = stdin,
                                         .out = stdout,
                                         .log = fopen("log.txt", "we") };
    if (backend.log == NULL) {
        cli_bad("megaminer", "log.txt can't be written: %s", strerror(errno));
        return CLI_FAILED;
    }
    process_prepare();
    sandbox_decide(&limits, &backend.sandboxed, &problem);
    bool fine = megaminer_backend_run(&backend, &problem);
    fclose(backend.log);
    if (!fine) {
        cli_bad("megaminer", "%s", problem.text);
    }
    return fine ? CLI_FINE : CLI_FAILED;
}

static int play_on_map(const struct wish *wish)
{
    struct rd_problem problem = { "" };
    struct rd_chosen chosen = { 0 };
    char map[PATH_ROOM];
    snprintf(map, sizeof map, "map=%s%s", strchr(wish->map, '/') == NULL ? "./" : "", wish->map);
    bool fine = rd_chosen_open(&chosen, "apoca", &problem) &&
                rd_chosen_set(&chosen, "rules=megaminer", RD_MAP_FILES_NO, &problem) &&
                rd_chosen_set(&chosen, map, RD_MAP_FILES_YES, &problem) &&
                rd_chosen_check(&chosen, &problem);
    int status = fine ? play(wish, &chosen) : complain("%s", problem.text);
    rd_chosen_close(&chosen);
    return status;
}

static int run(int argc, char **argv)
{
    struct wish wish = { .map = NULL };
    if (!read_words(argc, argv, &wish)) {
        return CLI_USAGE;
    }
    if (wish.map == NULL) {
        return complain("which map? redoubt megaminer MAP.json -a1 FILE -a2 FILE%s", "");
    }
    if (access(wish.map, R_OK) != 0) {
        return complain("the map '%s' can't be read", wish.map);
    }
    for (uint32_t i = 0; i < 2; i++) {
        if (wish.human[i] == (wish.agent[i] != NULL)) {
            return complain("say who plays: either -a%s",
                            i == 0 ? "1 FILE or -h1" : "2 FILE or -h2");
        }
        if (wish.agent[i] != NULL && access(wish.agent[i], R_OK) != 0) {
            return complain("the agent '%s' can't be read", wish.agent[i]);
        }
    }
    return play_on_map(&wish);
}

const struct command command_megaminer = {
    .name = "megaminer",
    .summary = "stand in for the backend of MegaMiner 2025",
    .help =
        "usage: redoubt megaminer MAP.json (-a1 FILE | -h1) (-a2 FILE | -h2) [-v]\n"
        "\n"
        "Plays one game of ApocaWarlords by its megaminer rules between agents of that\n"
        "tournament, and prints what its backend printed: visualizers and scripts written for\n"
        "it work. Agent 1 is Red, agent 2 Blue; python3 runs them. log.txt in this folder gets\n"
        "the story of the game and what agents wrote to standard error.\n"
        "\n"
        "  -a1, -a2 FILE  an agent (also --ai_agent_file_1, --ai_agent_file_2)\n"
        "  -h1, -h2       a person: a line for each turn on standard input\n"
        "                 (also --agent_1_is_human, --agent_2_is_human)\n"
        "  --visualizer   wait for --NEXT TURN-- on standard input after each turn (also -v)\n"
        "  --help         this text\n"
        "\n"
        "An agent has a minute for each turn. redoubt match apoca --set rules=megaminer plays\n"
        "agents by the hundred.\n",
    .run = run,
};
