/* redoubt think - bots that think for servers on other machines. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/cli/command.h"
#include "server/shell/config.h"
#include "server/shell/storage.h"
#include "server/shell/think.h"

static const struct option longs[] = { { "db", required_argument, NULL, 'd' },
                                       { "config", required_argument, NULL, 'c' },
                                       { "threads", required_argument, NULL, 't' },
                                       { "quiet", no_argument, NULL, 'q' },
                                       { 0 } };
static const struct cli_options about = { "think", longs, NULL };

static volatile sig_atomic_t stop;
static bool quiet;

static void on_signal(int number)
{
    (void)number;
    stop = 1;
}

static void say(const char *sentence)
{
    if (!quiet) {
        fprintf(stderr, "redoubt think: %s\n", sentence);
    }
}

static int work(const struct config *config, uint32_t threads)
{
    struct rd_problem problem = { "" };
    struct sigaction action = { .sa_handler = on_signal };
    struct think_plan plan = {
        .address = config->db, .threads = threads, .stop = &stop, .on_word = say
    };
    uint64_t answers = 0;
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    if (!storage_is_address(config->db)) {
        return cli_bad("think", "--db must be the address of the servers' database in PostgreSQL: "
                                "postgresql://USER@HOST/NAME");
    }
    bool fine = think_run(&plan, &answers, &problem);
    if (!fine) {
        cli_bad("think", "%s", problem.text);
    } else if (!quiet) {
        fprintf(stderr, "redoubt think: gave %llu answers\n", (unsigned long long)answers);
    }
    return fine ? CLI_FINE : CLI_FAILED;
}

static bool read_threads(uint32_t *threads, struct rd_problem *problem)
{
    char *end;
    unsigned long number = strtoul(optarg, &end, 10);
    if (*optarg < '0' || *optarg > '9' || *end != '\0' || number > THINK_THREADS_MAX) {
        return rd_problem_at(problem, "--threads", "must be a number from 0 to %d",
                             THINK_THREADS_MAX);
    }
    *threads = (uint32_t)number;
    return true;
}

static int run(int argc, char **argv)
{
    struct config config, given;
    struct rd_problem problem = { "" };
    uint32_t threads = 0;
    bool fine = true;
    config_presets(&config);
    config_presets(&given);
    for (int option; fine && (option = cli_option(&about, argc, argv)) != -1;) {
        quiet = quiet || option == 'q';
        fine = option == 'd'   ? config_set(&given, "db", optarg, &problem)
               : option == 'c' ? config_read(&config, optarg, &problem)
               : option == 't' ? read_threads(&threads, &problem)
                               : option != '?';
    }
    if (!fine) {
        return problem.text[0] == '\0' ? CLI_USAGE : cli_bad("think", "%s", problem.text);
    }
    if (argc > optind) {
        return cli_bad("think", "there is nothing to name: redoubt think --db postgresql://...");
    }
    return work(given.db[0] != '\0' ? &given : &config, threads);
}

const struct command command_think = {
    .name = "think",
    .summary = "bots that think for servers on other machines",
    .help = "usage: redoubt think --db postgresql://USER@HOST/NAME [--threads N] [--quiet]\n"
            "       redoubt think --config FILE [--threads N] [--quiet]\n"
            "\n"
            "Thinks for the bots of servers that share this database, as many questions at once\n"
            "as it has threads. It is told what a bot's seat sees, and nothing else. Ends on\n"
            "SIGTERM or Ctrl-C; whatever ends it, matches go on: the servers ask another thinker,\n"
            "or think themselves.\n"
            "\n"
            "  --db ADDRESS    the servers' database. A role without any rights to its tables is\n"
            "                  enough, and best\n"
            "  --config FILE   takes db = ADDRESS out of such a file, so that no password is in\n"
            "                  the line of a command\n"
            "  --threads N     how many bots think at once; 0, the default: one on each core\n"
            "  --quiet         no lines on standard error but why it could not begin\n"
            "  --help          this text\n"
            "\n" REDOUBT_DOCS "/deploy.md says how to set it up.\n",
    .run = run,
};
