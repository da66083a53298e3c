/* redoubt perft - counts every sequence of orders to a depth, and the positions they lead to. A
 * changed count is a changed rule: the cheapest alarm there is. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clients/cli/command.h"
#include "prove/perft.h"

enum { MEMORY = 2000, MEGABYTE = 1 << 20 };

static void print_table(const struct prove_perft *p)
{
    printf("%5s %20s %20s %20s\n", "depth", "sequences", "distinct positions", "games over");
    for (uint32_t d = 0; d <= p->reached; d++) {
        const struct prove_perft_level *level = &p->level[d];
        printf("%5u %20llu %20llu %20llu\n", d, (unsigned long long)level->sequences,
               (unsigned long long)level->positions, (unsigned long long)level->over);
    }
    if (p->reached < p->depth) {
        printf("no deeper: %s\n", strcmp(p->why, "over") == 0   ? "every game is over"
                                  : strcmp(p->why, "time") == 0 ? "the time is up"
                                  : strcmp(p->why, "memory") == 0
                                      ? "the next depth needs more --memory"
                                      : "the numbers have more than 64 bits");
    }
}

static void print_json(const struct prove_perft *p)
{
    json_t *list = json_array();
    for (uint32_t d = 0; d <= p->reached; d++) {
        const struct prove_perft_level *level = &p->level[d];
        json_array_append_new(list, json_pack("{s:i, s:I, s:I, s:I}", "depth", (int)d, "sequences",
                                              (json_int_t)level->sequences, "distinct",
                                              (json_int_t)level->positions, "over",
                                              (json_int_t)level->over));
    }
    json_t *json = json_pack("{s:s, s:i, s:s, s:o}", "game", p->game->id, "rules_version",
                             (int)p->game->rules_version, "ended", p->why, "depths", list);
    json_dumpf(json, stdout, JSON_COMPACT);
    putchar('\n');
    json_decref(json);
}

static int count(const struct cli_game *chosen, struct prove_perft *p, bool json)
{
    p->game = chosen->chosen.game;
    p->progress = isatty(STDERR_FILENO) == 1 ? stderr : NULL;
    p->luck = rd_luck_from_key(chosen->key[0], chosen->key[1]);
    void *beginning = malloc(p->game->state_size);
    if (beginning == NULL) {
        return cli_bad("perft", "not enough memory");
    }
    p->game->init(beginning, &chosen->chosen.setup, &p->luck);
    p->beginning = beginning;
    bool fine = prove_perft(p);
    if (p->progress != NULL) {
        fputs("\r\033[K", stderr);
    }
    if (fine) {
        (json ? print_json : print_table)(p);
    }
    free(beginning);
    return fine ? CLI_FINE : cli_bad("perft", "not enough memory");
}

static bool read_depth(const char *text, uint32_t *depth)
{
    *depth = (uint32_t)strtoul(text, NULL, 10);
    return text[0] != '\0' && strspn(text, "0123456789") == strlen(text) && strlen(text) <= 2 &&
           *depth <= PROVE_PERFT_MAX;
}

static bool read_number(const char *text, uint32_t *out)
{
    *out = (uint32_t)strtoul(text, NULL, 10);
    return text[0] != '\0' && strspn(text, "0123456789") == strlen(text) && strlen(text) <= 6 &&
           *out > 0;
}

static int run(int argc, char **argv)
{
    static const struct option longs[] = {
        { "set", required_argument, NULL, 's' },     { "seed", required_argument, NULL, 'e' },
        { "seconds", required_argument, NULL, 't' }, { "memory", required_argument, NULL, 'm' },
        { "json", no_argument, NULL, 'j' },          { 0 }
    };
    const struct cli_options options = { "perft", longs, NULL };
    struct cli_wishes wishes = { .seed = "1" };
    struct rd_problem problem = { "" };
    struct prove_perft p = { .memory = (uint64_t)MEMORY * MEGABYTE };
    uint32_t number = 0;
    bool json = false;
    for (int option; (option = cli_option(&options, argc, argv)) != -1;) {
        if (option == '?') {
            return CLI_USAGE;
        }
        json = json || option == 'j';
        wishes.seed = option == 'e' ? optarg : wishes.seed;
        if ((option == 't' || option == 'm') && !read_number(optarg, &number)) {
            return cli_bad("perft", "'%s' is not a whole number from 1 to 999999", optarg);
        }
        p.seconds = option == 't' ? number : p.seconds;
        p.memory = option == 'm' ? (uint64_t)number * MEGABYTE : p.memory;
        if (option == 's' && !cli_wish(&wishes, optarg, &problem)) {
            return cli_bad("perft", "%s", problem.text);
        }
    }
    if (argc - optind != 2 || !read_depth(argv[optind + 1], &p.depth)) {
        return cli_bad("perft", "a game and a depth from 0 to %d: redoubt perft GAME DEPTH",
                       PROVE_PERFT_MAX);
    }
    struct cli_game chosen;
    if (!cli_game_as_wished(&chosen, argv[optind], &wishes, &problem)) {
        return cli_bad("perft", "%s", problem.text);
    }
    int status = count(&chosen, &p, json);
    cli_game_close(&chosen);
    return status;
}

const struct command command_perft = {
    .name = "perft",
    .summary = "count the order sequences and positions of a game",
    .help = "usage: redoubt perft GAME DEPTH [--set KEY=VALUE]... [--seed S] [--seconds S]\n"
            "                     [--memory MB] [--json]\n"
            "\n"
            "Plays every legal order from the first position, then every answer, and so on to\n"
            "DEPTH orders. Seats that act at the same time do so in the sequence of their\n"
            "numbers. Prints for each depth how many sequences of orders there are, how many\n"
            "different positions they lead to, and how many sequences end the game. The luck\n"
            "comes from one seed for all of them. Progress goes to the terminal. For all\n"
            "dice, and the laws in every position, see redoubt prove.\n"
            "\n"
            "  --set KEY=VALUE   an option of the game; redoubt games GAME lists them\n"
            "  --seed S          the luck: a number, or 32 hexadecimal digits; default 1\n"
            "  --seconds S       stop at the depth that is whole by then\n"
            "  --memory MB       for the positions of one depth, default 2000\n"
            "  --json            the table as JSON\n"
            "  --help            this text\n",
    .run = run,
};
