/*
 * clients/cli/command.h - one subcommand of `redoubt`: a name, its help and what it does.
 *
 * Each lives in a file of its own, cmd_NAME.c, which defines `const struct command command_NAME`,
 * and is listed once in commands.def. main.c prints the help for --help; run() gets argv[0] = the
 * subcommand's name, ready for cli_option. Options are read in one form everywhere: a table with a
 * letter for each, a function with a case for each letter.
 */
#ifndef REDOUBT_CLI_COMMAND_H
#define REDOUBT_CLI_COMMAND_H

#include <getopt.h>
#include <stdbool.h>

#include "host/problem.h"
#include "host/setup.h"
#include "redoubt/game.h"

enum cli_exit {
    CLI_FINE = 0,
    CLI_FAILED = 1, /* the thing asked for failed: a refused order, a lost verification */
    CLI_USAGE = 2   /* bad usage or bad input; a message on stderr says what would be right */
};

struct command {
    const char *name;
    const char *summary; /* one line, no full stop, for the list */
    const char *help;    /* the whole text of --help */
    int (*run)(int argc, char **argv);
};

/* cli.c: "redoubt NAME: message" on stderr, and CLI_USAGE. */
int cli_bad(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The options of a subcommand. `longs` ends with a zero entry, as for getopt_long. */
enum { CLI_OPTIONS_MAX = 32 };
struct cli_options {
    const char *command;
    const struct option *longs;
    const char *shorts; /* as for getopt, without the leading colon; NULL = none */
};
/* cli.c: getopt_long with our messages. Returns the option, -1 at the end, or '?' after the
 * message was printed: then return CLI_USAGE. */
int cli_option(const struct cli_options *options, int argc, char **argv);

/* cli.c: false, with a problem that lists the game's bots and names the nearest. `none` is a word
 * where people may take all seats. */
bool cli_no_such_bot(const struct rd_game *game, const char *name, bool none,
                     struct rd_problem *problem);

/* cli.c: the game, or NULL and a problem that lists the games there are. */
const struct rd_game *cli_game_find(const char *id, struct rd_problem *problem);

/* A game with its options and its luck as a command line gives them. */
struct cli_game {
    struct rd_chosen chosen;
    uint64_t key[2]; /* of the luck */
    bool seeded;     /* --seed was given; otherwise the key was drawn from the system */
};

/* cli.c: prepare with presets and a fresh key; false with a problem when there is no such game. */
bool cli_game_open(struct cli_game *out, const char *id, struct rd_problem *problem);
/* One `--set key=value`; key "map" takes a built-in name or a file, "seats" a number. */
bool cli_game_set(struct cli_game *out, const char *assignment, struct rd_problem *problem);
/* `--seed N` (decimal) or 32 hexadecimal digits: the whole 128-bit key. */
bool cli_game_seed(struct cli_game *out, const char *text, struct rd_problem *problem);
void cli_game_close(struct cli_game *out);

/* --set and --seed may stand before GAME: gather them first, then open the game with all of them.
 */
enum { CLI_SETS_MAX = 64 };
struct cli_wishes {
    const char *set[CLI_SETS_MAX];
    uint32_t set_count;
    const char *seed; /* NULL: a fresh key */
};
bool cli_wish(struct cli_wishes *wishes, const char *assignment, struct rd_problem *problem);
/* Open, set, seed and check. On false nothing is left to close. */
bool cli_game_as_wished(struct cli_game *out, const char *id, const struct cli_wishes *wishes,
                        struct rd_problem *problem);

#endif
