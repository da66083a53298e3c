/* redoubt parity - is a card the same as this machine, to the last byte? */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/side.h"
#include "clients/cli/batches.h"
#include "clients/cli/command.h"

struct request {
    const struct rd_game *game; /* NULL: all of them */
    const char *kernels;
    uint32_t games, steps;
    bool card; /* or else: one thread with many */
};

/* CLI_FINE: equal. CLI_FAILED: they differ. CLI_USAGE: it could not be done, and why was said. */
static int compare(const struct rd_game *game, const struct request *request)
{
    struct rd_setup setup;
    struct bench_side here, other;
    char differs[BENCH_DIFFERS_TEXT] = "";
    rd_setup_presets(game, &setup);
    struct rd_batch_plan plan = { game, &setup, 7, request->games, 0, RD_BATCH_AUTO_RESET, 0 };
    struct rd_batch_plan alone = plan;
    alone.threads = 1;
    if (!bench_side_open(&here, &plan)) {
        return cli_bad("parity", "%s: %s", game->id, here.problem.text);
    }
    bool fine = request->card ? bench_side_open_card(&other, &plan, request->kernels)
                              : bench_side_open(&other, &alone);
    if (fine) {
        fine = bench_parity(&here, &other, request->steps, differs);
        bench_side_close(&other);
    }
    bench_side_close(&here);
    if (!fine) {
        const struct bench_side *wrong = here.problem.text[0] != '\0' ? &here : &other;
        return cli_bad("parity", "%s: %s", game->id, wrong->problem.text);
    }
    printf("%s: %s%s (%u games, %u steps)\n", game->id, differs,
           differs[0] == '\0' ? "equal" : " differ", request->games, request->steps);
    fflush(stdout);
    return differs[0] == '\0' ? CLI_FINE : CLI_FAILED;
}

static int parity(const struct request *request)
{
    int status = CLI_FINE;
    for (uint32_t i = 0; rd_game_at(i) != NULL && status != CLI_USAGE; i++) {
        if (request->game == NULL || request->game == rd_game_at(i)) {
            int now = compare(rd_game_at(i), request);
            status = now > status ? now : status;
        }
    }
    return status;
}

static bool read_count(const char *text, uint32_t *count)
{
    char *end = NULL;
    unsigned long number = strtoul(text, &end, 10);
    *count = (uint32_t)number;
    return text[0] >= '1' && text[0] <= '9' && *end == '\0' && number <= RD_BATCH_GAMES_MAX;
}

static bool read_device(const char *text, bool *card)
{
    *card = strcmp(text, "cuda") == 0;
    return *card || strcmp(text, "cpu") == 0;
}

static int run(int argc, char **argv)
{
    static const struct option longs[] = { { "device", required_argument, NULL, 'd' },
                                           { "games", required_argument, NULL, 'g' },
                                           { "kernels", required_argument, NULL, 'k' },
                                           { "steps", required_argument, NULL, 's' },
                                           { 0 } };
    const struct cli_options options = { "parity", longs, NULL };
    struct rd_problem problem = { "" };
    struct request request = { .games = 256, .steps = 50, .card = true };
    request.kernels = batches_kernels();
    for (int option; (option = cli_option(&options, argc, argv)) != -1;) {
        if (option == '?') {
            return CLI_USAGE;
        }
        request.kernels = option == 'k' ? optarg : request.kernels;
        if (option == 'd' && !read_device(optarg, &request.card)) {
            return cli_bad("parity", "--device: must be cuda or cpu");
        }
        if ((option == 'g' && !read_count(optarg, &request.games)) ||
            (option == 's' && !read_count(optarg, &request.steps))) {
            return cli_bad("parity", "--%s: must be a whole number from 1 to %d",
                           option == 'g' ? "games" : "steps", RD_BATCH_GAMES_MAX);
        }
    }
    if (argc - optind > 1) {
        return cli_bad("parity", "one game at a time: redoubt parity [GAME]");
    }
    if (argc > optind && (request.game = cli_game_find(argv[optind], &problem)) == NULL) {
        return cli_bad("parity", "%s", problem.text);
    }
    return parity(&request);
}

const struct command command_parity = {
    .name = "parity",
    .summary = "check that a card plays as this machine does",
    .help =
        "usage: redoubt parity [GAME] [--device DEVICE] [--games N] [--steps N] [--kernels DIR]\n"
        "\n"
        "Plays the same random games here, on all cores, and on a card of NVIDIA, and compares\n"
        "after each step every byte of all states, rewards, drawn orders, masks of verbs and of\n"
        "arguments, observations and packed observations. Exit status 1 if anything differs, 2\n"
        "if it could not be done: then one line says why.\n"
        "\n"
        "  --device DEVICE   cuda (the default), or cpu: one thread with all of them\n"
        "  --games N         side by side, default 256\n"
        "  --steps N         default 50\n"
        "  --kernels DIR     the folder of rules-GAME.ptx, which `ninja -C build kernels` makes\n"
        "                    where clang-19 and llvm-19 are; default: batch/cuda beside redoubt\n"
        "  --help            this text\n",
    .run = run,
};
