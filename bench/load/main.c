/*
 * server-load - how much a server bears: bots as clients over real sockets on 127.0.0.1.
 *
 *     play    live matches at one order per second and seat: how long an acknowledgement takes
 *     echo    the smallest commands, as many as go: messages per second of the server's CPU time
 *     idle    connections that only are there: memory of each
 *     hostile the same with clients that mean no good: what the others notice of them
 *     bots    the same while bots of the server think about fifty other matches
 *     sleep   matches that nobody looks at: memory, and how long a restart takes
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "bench/load/load.h"

static const struct part {
    const char *name;
    bool (*run)(const struct plan *plan);
} parts[] = { { "play", load_play },       { "echo", load_echo }, { "idle", load_idle },
              { "hostile", load_hostile }, { "bots", load_bots }, { "sleep", load_sleep } };
enum { PARTS = sizeof parts / sizeof parts[0] };

static int usage(void)
{
    fputs("usage: server-load REDOUBT [play] [echo] [idle] [hostile] [bots] [sleep] [--game ID]\n"
          "                   [--bot NAME] [--rival NAME] [--matches N] [--sleeping N]\n"
          "                   [--seconds S] [--folder DIR] [--metrics metrics_port=N]\n"
          "                   [--floor MS] [--frames] [--db ADDRESS] [--gate]\n"
          "\n"
          "REDOUBT is the program whose server is measured. All parts by default; 2000 matches of\n"
          "apoca, 50000 sleeping ones, 10 seconds. The database is made in DIR, /tmp by default:\n"
          "the disk matters. --metrics: where to look at the server of the part play meanwhile.\n"
          "--floor: answers within so many milliseconds are always fast enough, 10 by\n"
          "default. --frames: who plays asks for the steps of turns, as the page does. --db: where "
          "the part\n"
          "play keeps its matches, an empty database of PostgreSQL with its tables. --gate:\n"
          "exit with status 1 if a promise is missed.\n",
          stderr);
    return 2;
}

double own_cpu_s(void)
{
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return (double)used.tv_sec + (double)used.tv_nsec / 1e9;
}

bool gate(const char *what, double figure, double promise, bool at_most)
{
    bool met = at_most ? figure <= promise : figure >= promise;
    printf("  %s: %.4g, promised %s %.4g: %s\n", what, figure, at_most ? "at most" : "at least",
           promise, met ? "met" : "NOT MET");
    return met;
}

static void raise_limits(void)
{
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
}

static bool read_options(struct plan *plan, int argc, char **argv)
{
    static const struct option longs[] = { { "game", required_argument, NULL, 'g' },
                                           { "bot", required_argument, NULL, 'b' },
                                           { "rival", required_argument, NULL, 'r' },
                                           { "matches", required_argument, NULL, 'm' },
                                           { "sleeping", required_argument, NULL, 'z' },
                                           { "seconds", required_argument, NULL, 's' },
                                           { "folder", required_argument, NULL, 'f' },
                                           { "metrics", required_argument, NULL, 'p' },
                                           { "floor", required_argument, NULL, 'l' },
                                           { "frames", no_argument, NULL, 't' },
                                           { "gate", no_argument, NULL, 'x' },
                                           { "db", required_argument, NULL, 'd' },
                                           { 0 } };
    /* A case for each option, as in the subcommands of clients/cli. */
    for (int option; (option = getopt_long(argc, argv, "", longs, NULL)) != -1;) {
        switch (option) {
        case 'g':
            plan->game = rd_game_find(optarg);
            break;
        case 'b':
            plan->bot = optarg;
            break;
        case 'r':
            plan->rival = optarg;
            break;
        case 'm':
            plan->matches = (uint32_t)atoi(optarg);
            break;
        case 'z':
            plan->sleeping = (uint32_t)atoi(optarg);
            break;
        case 's':
            plan->seconds = atof(optarg);
            break;
        case 'f':
            plan->folder = optarg;
            break;
        case 'p':
            plan->metrics = optarg;
            break;
        case 'l':
            plan->floor_us = atof(optarg) * 1000;
            break;
        case 't':
            plan->frames = true;
            break;
        case 'd':
            plan->db = optarg;
            break;
        case 'x':
            plan->gate = true;
            break;
        default:
            return false;
        }
    }
    return plan->game != NULL && plan->seconds > 0 && plan->matches > 0 &&
           rd_bot_find(plan->game, plan->bot) != NULL &&
           rd_bot_find(plan->game, plan->rival) != NULL;
}

static bool run_part(const struct plan *plan, const struct part *part)
{
    double loads[3] = { 0, 0, 0 };
    getloadavg(loads, 3);
    printf("%s (load average %.1f)\n", part->name, loads[0]);
    fflush(stdout);
    bool fine = part->run(plan);
    putchar('\n');
    fflush(stdout);
    return fine;
}

int main(int argc, char **argv)
{
    struct plan plan = { .game = rd_game_find("apoca"),
                         .bot = "random",
                         .rival = "expert",
                         .matches = 2000,
                         .sleeping = 50000,
                         .seconds = 10,
                         .floor_us = 10000,
                         .folder = "/tmp" };
    bool fine = true, some = false;
    if (!read_options(&plan, argc, argv) || optind >= argc) {
        return usage();
    }
    plan.program = argv[optind];
    raise_limits();
    for (uint32_t i = 0; i < PARTS; i++) {
        bool wanted = argc == optind + 1;
        for (int j = optind + 1; j < argc; j++) {
            wanted = wanted || strcmp(argv[j], parts[i].name) == 0;
        }
        some = some || wanted;
        fine = (!wanted || run_part(&plan, &parts[i])) && fine;
    }
    return !some ? usage() : plan.gate && !fine ? 1 : 0;
}
