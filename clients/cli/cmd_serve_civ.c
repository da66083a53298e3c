/* redoubt serve-civ - the HTTP interface of an older civ server. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "clients/cli/command.h"
#include "doors/civ.h"

enum { PORT_PRESET = 8080, GAMES_ASKED_MAX = 64, PATH_ROOM = 4096, REFRESH_MS = 500 };

struct wish {
    struct cli_wishes game;
    const char *bind, *replays;
    int64_t port, games, turn_ms, refresh_ms;
    bool strict;
};

static bool read_number(const char *name, int64_t min, int64_t max, int64_t *out,
                        struct rd_problem *problem)
{
    char *end;
    *out = strtoll(optarg, &end, 10);
    return (end != optarg && *end == '\0' && *out >= min && *out <= max) ||
           rd_problem_at(problem, name, "'%.40s' is not a number from %d to %d", optarg, (int)min,
                         (int)max);
}

static bool take_option(struct wish *wish, int option, struct rd_problem *problem)
{
    switch (option) {
    case 'p':
        return read_number("--port", 0, 65535, &wish->port, problem);
    case 'b':
        wish->bind = strcmp(optarg, "all") == 0 ? NULL : optarg;
        return true;
    case 'g':
        return read_number("--games", 1, GAMES_ASKED_MAX, &wish->games, problem);
    case 't':
        return read_number("--turn-ms", 0, 86400000, &wish->turn_ms, problem);
    case 'r':
        return read_number("--refresh-ms", 1, 60000, &wish->refresh_ms, problem);
    case 'R':
        wish->replays = optarg;
        return true;
    case 's':
        return cli_wish(&wish->game, optarg, problem);
    case 'S':
        wish->game.seed = optarg;
        return true;
    default:
        wish->strict = true;
        return true;
    }
}

static void read_keys(char keys[CIV_KEYS][CIV_KEY_MAX])
{
    static const struct {
        const char *variable, *preset;
    } table[CIV_KEYS] = { { "CIV_PLAYER0_KEY", "secret0" },  { "CIV_PLAYER1_KEY", "secret1" },
                          { "CIV_PLAYER2_KEY", "secret2" },  { "CIV_PLAYER3_KEY", "secret3" },
                          { "CIV_OBSERVE_KEY", "observe0" }, { "CIV_ADMIN_KEY", "admin0" } };
    for (uint32_t i = 0; i < CIV_KEYS; i++) {
        const char *value = getenv(table[i].variable);
        snprintf(keys[i], CIV_KEY_MAX, "%s", value == NULL ? table[i].preset : value);
    }
}

static void print_address(void *context, int port)
{
    const struct wish *wish = context;
    printf("http://%s:%d/\n", wish->bind == NULL ? "localhost" : wish->bind, port);
    fflush(stdout);
}

static int64_t now_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* civ-1.rdr, and when there is one from before, civ-1-2.rdr, civ-1-3.rdr: nothing is written over.
 */
static void free_name(char path[PATH_ROOM], const char *folder, int game)
{
    snprintf(path, PATH_ROOM, "%s/civ-%d.rdr", folder, game);
    for (int more = 2; access(path, F_OK) == 0; more++) {
        snprintf(path, PATH_ROOM, "%s/civ-%d-%d.rdr", folder, game, more);
    }
}

static int serve(const struct wish *wish, const struct cli_game *game)
{
    static char path[GAMES_ASKED_MAX][PATH_ROOM];
    struct rd_problem problem = { "" };
    struct civ_door *door = calloc((size_t)wish->games, sizeof *door);
    RD_ASSERT(door != NULL);
    struct civ_door_wish each = { .chosen = &game->chosen,
                                  .waits = getenv("CIV_ENABLE_ADMIN_CONTROL") != NULL,
                                  .strict = wish->strict,
                                  .refresh_ms = (int32_t)wish->refresh_ms,
                                  .turn_ms = wish->turn_ms };
    read_keys(each.keys);
    for (int64_t i = 0; i < wish->games; i++) {
        each.key[0] = game->key[0];
        each.key[1] = game->key[1] + (uint64_t)i;
        free_name(path[i], wish->replays == NULL ? "" : wish->replays, (int)i + 1);
        each.replay = wish->replays == NULL ? NULL : path[i];
        civ_door_open(&door[i], &each, now_ms());
    }
    struct wish context = *wish;
    struct civ_serve_wish server = { .bind = wish->bind,
                                     .port = (int)wish->port,
                                     .door = door,
                                     .doors = (uint32_t)wish->games,
                                     .ready = print_address,
                                     .context = &context };
    bool fine = civ_serve(&server, &problem);
    for (int64_t i = 0; i < wish->games; i++) {
        civ_door_close(&door[i]);
    }
    free(door);
    if (!fine) {
        cli_bad("serve-civ", "%s", problem.text);
    }
    return fine ? CLI_FINE : CLI_FAILED;
}

static int run(int argc, char **argv)
{
    static const struct option longs[] = {
        { "port", required_argument, NULL, 'p' },    { "bind", required_argument, NULL, 'b' },
        { "games", required_argument, NULL, 'g' },   { "set", required_argument, NULL, 's' },
        { "seed", required_argument, NULL, 'S' },    { "turn-ms", required_argument, NULL, 't' },
        { "replays", required_argument, NULL, 'R' }, { "refresh-ms", required_argument, NULL, 'r' },
        { "strict", no_argument, NULL, 'x' },        { 0 }
    };
    const struct cli_options options = { "serve-civ", longs, NULL };
    struct wish wish = {
        .bind = "127.0.0.1", .port = PORT_PRESET, .games = 1, .refresh_ms = REFRESH_MS
    };
    struct rd_problem problem = { "" };
    struct cli_game game;
    cli_wish(&wish.game, "rules=civ-final", &problem); /* what those bots were written for */
    cli_wish(&wish.game, "host=on", &problem);         /* and their admins */
    for (int option; (option = cli_option(&options, argc, argv)) != -1;) {
        if (option == '?') {
            return CLI_USAGE;
        }
        if (!take_option(&wish, option, &problem)) {
            return cli_bad("serve-civ", "%s", problem.text);
        }
    }
    if (argc > optind) {
        return cli_bad("serve-civ", "there is nothing to name: redoubt serve-civ [OPTIONS]");
    }
    if (!cli_game_as_wished(&game, "civ", &wish.game, &problem)) {
        return cli_bad("serve-civ", "%s", problem.text);
    }
    int status = serve(&wish, &game);
    cli_game_close(&game);
    return status;
}

const struct command command_serve_civ = {
    .name = "serve-civ",
    .summary = "civ over HTTP for bots of the old contest",
    .help =
        "usage: redoubt serve-civ [OPTIONS]\n"
        "\n"
        "Lets bots that were written for an older civ server play, unmodified: the same routes,\n"
        "keys and words. Prints its address, where a browser shows the game as it goes on; ends\n"
        "on SIGTERM or Ctrl-C. Keys are secret0 to secret3, observe0 and admin0, or what\n"
        "CIV_PLAYER0_KEY ..., CIV_OBSERVE_KEY and CIV_ADMIN_KEY say. With\n"
        "CIV_ENABLE_ADMIN_CONTROL a game waits for /api/admin/start.\n"
        "\n"
        "  --port N         8080 by default; 0: any that is free\n"
        "  --bind ADDRESS   where to listen; 127.0.0.1 by default, all: every interface\n"
        "  --games N        so many games at once, at /1/api, /2/api, ...; /api is the first\n"
        "  --set KEY=VALUE  an option of civ; rules=civ-final by default\n"
        "  --seed SEED      the same seed makes the same boards\n"
        "  --turn-ms N      end the turn of a seat after so long; 0: no clock, the preset\n"
        "  --replays DIR    write the games there when they are over, or at the end; files that\n"
        "                   are there already stay, the next is civ-1-2.rdr\n"
        "  --refresh-ms N   how often bots are advised to ask; 500\n"
        "  --strict         the old words also where ours keep bots from crashing\n"
        "  --help           this text\n"
        "\n" REDOUBT_DOCS "/doors.md tells what was added and what differs.\n",
    .run = run,
};
