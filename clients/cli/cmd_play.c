/* redoubt play - a game in the browser (browser.c) or in the terminal (tty_*.c): options and who
 * sits where. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bots/bot.h"
#include "clients/cli/browser.h"
#include "clients/cli/command.h"
#include "clients/cli/tty.h"
#include "host/notation.h"

#define GAME_PRESET "apoca"
#define BOT_PRESET  "greedy"
#define BOT_ALWAYS  "random"

extern const struct command command_connect;

struct request {
    const char *game, *seat, *bot, *replay;
    struct cli_wishes wishes;
    bool plain, tty, terminal; /* terminal: an option that only that has was given */
};

/* NULL in *bot: nobody but people. */
static bool choose_bot(const struct request *request, const struct rd_game *game,
                       const struct rd_bot **bot, struct rd_problem *problem)
{
    *bot = NULL;
    if (request->bot == NULL) {
        *bot = rd_bot_find(game, BOT_PRESET);
        *bot = *bot == NULL ? rd_bot_find(game, BOT_ALWAYS) : *bot;
        return true;
    }
    if (strcmp(request->bot, "none") == 0) {
        return true;
    }
    *bot = rd_bot_find(game, request->bot);
    return *bot != NULL || cli_no_such_bot(game, request->bot, true, problem);
}

static bool seat_people(const struct request *request, const struct cli_game *wanted,
                        const struct rd_bot **bots, struct rd_problem *problem)
{
    const struct rd_game *game = wanted->chosen.game;
    const struct rd_bot *bot;
    rd_seat own = 0;
    if (!choose_bot(request, game, &bot, problem)) {
        return false;
    }
    if (request->seat != NULL && !rd_seat_parse(game, request->seat, false, &own, problem)) {
        return false;
    }
    if (own >= wanted->chosen.setup.seats) {
        return rd_problem_at(problem, "--seat", "this game has only %u seats",
                             wanted->chosen.setup.seats);
    }
    for (rd_seat seat = 0; seat < wanted->chosen.setup.seats; seat++) {
        bots[seat] = seat == own ? NULL : bot;
    }
    return true;
}

static int play(const struct request *request, const struct cli_game *wanted)
{
    const struct rd_bot *bots[RD_SEATS_MAX] = { NULL };
    struct rd_problem problem = { "" };
    if (!seat_people(request, wanted, bots, &problem)) {
        return cli_bad("play", "%s", problem.text);
    }
    struct tty *tty = calloc(1, sizeof *tty);
    RD_ASSERT(tty != NULL);
    tty_open(tty, wanted, bots);
    tty->plain = request->plain;
    if (!request->terminal && !browser_can()) {
        tty_say(tty, "There is no web client beside this program: the game is played here, in the "
                     "terminal.");
    }
    tty_run(tty);
    int status = CLI_FINE;
    if (request->replay != NULL) {
        if (tty_save(tty, request->replay, &problem)) {
            tty_say(tty, "The replay is in %s.", request->replay);
        } else {
            cli_bad("play", "%s", problem.text);
            status = CLI_FAILED;
        }
    }
    tty_close(tty);
    free(tty);
    return status;
}

/* One option; false after a message. */
static bool take_option(struct request *request, int option)
{
    struct rd_problem problem = { "" };
    request->terminal = true;
    switch (option) {
    case 't':
        request->tty = true;
        return true;
    case 'p':
        request->plain = true;
        return true;
    case 'a':
        request->seat = optarg;
        return true;
    case 'b':
        request->bot = optarg;
        return true;
    case 'e':
        request->wishes.seed = optarg;
        return true;
    case 'r':
        request->replay = optarg;
        return true;
    case 'S':
        cli_bad("play", "--server URL and --as cmd:COMMAND go together");
        return false;
    case 's':
        if (!cli_wish(&request->wishes, optarg, &problem)) {
            cli_bad("play", "%s", problem.text);
            return false;
        }
        return true;
    default:
        return false;
    }
}

/* A program plays, and elsewhere: that is redoubt connect, which takes all other words. */
static int play_elsewhere(int argc, char **argv, int server, int as)
{
    char **words = calloc((size_t)argc + 1, sizeof *words);
    int count = 0;
    RD_ASSERT(words != NULL);
    words[count++] = argv[0];
    words[count++] = argv[server];
    words[count++] = argv[as];
    for (int i = 1; i < argc; i++) {
        if ((i < server - 1 || i > server) && (i < as - 1 || i > as)) {
            words[count++] = argv[i];
        }
    }
    int status = command_connect.run(count, words);
    free(words);
    return status;
}

/* The word behind an option, 0: it is not there. */
static int place_behind(int argc, char **argv, const char *option)
{
    for (int i = 1; i + 1 < argc; i++) {
        if (strcmp(argv[i], option) == 0) {
            return i + 1;
        }
    }
    return 0;
}

static int run(int argc, char **argv)
{
    int server = place_behind(argc, argv, "--server"), as = place_behind(argc, argv, "--as");
    if (server > 0 && as > 0) {
        return play_elsewhere(argc, argv, server, as);
    }
    static const struct option longs[] = {
        { "tty", no_argument, NULL, 't' },          { "plain", no_argument, NULL, 'p' },
        { "seat", required_argument, NULL, 'a' },   { "bot", required_argument, NULL, 'b' },
        { "set", required_argument, NULL, 's' },    { "seed", required_argument, NULL, 'e' },
        { "replay", required_argument, NULL, 'r' }, { "server", required_argument, NULL, 'S' },
        { "as", required_argument, NULL, 'S' },     { 0 }
    };
    const struct cli_options options = { "play", longs, NULL };
    struct request request = { .game = rd_game_find(GAME_PRESET) != NULL ? GAME_PRESET : "null" };
    for (int option; (option = cli_option(&options, argc, argv)) != -1;) {
        if (!take_option(&request, option)) {
            return CLI_USAGE;
        }
    }
    if (argc - optind > 1) {
        return cli_bad("play", "one game at a time: redoubt play [GAME]");
    }
    request.game = argc > optind ? argv[optind] : request.game;
    struct rd_problem problem = { "" };
    struct cli_game wanted;
    /* Orders that come from a pipe are meant for the terminal. */
    if (!request.terminal && isatty(STDIN_FILENO) && browser_can()) {
        return cli_game_find(request.game, &problem) == NULL
                   ? cli_bad("play", "%s", problem.text)
                   : browser_play(argc > optind ? request.game : NULL);
    }
    if (!cli_game_as_wished(&wanted, request.game, &request.wishes, &problem)) {
        return cli_bad("play", "%s", problem.text);
    }
    int status = play(&request, &wanted);
    cli_game_close(&wanted);
    return status;
}

const struct command command_play = {
    .name = "play",
    .summary = "play against a bot, or two people at one keyboard",
    .help =
        "usage: redoubt play [GAME] [--tty] [--seat SEAT] [--bot NAME] [--set KEY=VALUE]...\n"
        "                    [--seed S] [--replay FILE] [--plain]\n"
        "       redoubt play --server URL --as cmd:COMMAND [OPTIONS]\n"
        "\n"
        "Without options: starts a server of your own on a free port, for this machine only,\n"
        "and opens the browser; games are kept in $XDG_STATE_HOME/redoubt. With any of these\n"
        "options, with orders from a pipe, or where there is no web client: plays in the\n"
        "terminal. Without GAME: ApocaWarlords. At the prompt, help lists what can be typed: the\n"
        "orders of the game, undo, why, rules, save, resign, quit.\n"
        "\n"
        "  --tty             in the terminal\n"
        "  --seat SEAT       your seat, by number or name; default the first\n"
        "  --bot NAME        who plays the other seats; default greedy, or random where there\n"
        "                    is none; none: people take turns at this keyboard\n"
        "  --set KEY=VALUE   an option of the game; redoubt games GAME lists them\n"
        "  --seed S          the luck: a number, or 32 hexadecimal digits\n"
        "  --replay FILE     write a replay when the game is over or left\n"
        "  --plain           sentences only, no board: for screen readers\n"
        "  --server URL      with --as: no game here; a program plays on a server, as redoubt\n"
        "                    connect lets it, with the options that this has\n"
        "  --as cmd:COMMAND  the program\n"
        "  --help            this text\n"
        "\n"
        "NO_COLOR in the environment turns colours off.\n",
    .run = run,
};
