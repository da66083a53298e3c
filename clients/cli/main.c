/* redoubt - finds the subcommand and hands over. What each one does is in cmd_NAME.c. */
#include <stdio.h>
#include <string.h>

#include "clients/cli/command.h"
#include "doors/doors.h"
#include "host/nearest.h"

#define COMMAND(name) extern const struct command command_##name;
#include "clients/cli/commands.def"
#undef COMMAND

static const struct command *const commands[] = {
#define COMMAND(name) &command_##name,
#include "clients/cli/commands.def"
#undef COMMAND
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static const struct command *find_command(const char *name)
{
    for (uint32_t i = 0; i < COMMANDS; i++) {
        if (strcmp(commands[i]->name, name) == 0) {
            return commands[i];
        }
    }
    return NULL;
}

static void print_overview(FILE *out)
{
    fputs("usage: redoubt COMMAND [ARGUMENTS]\n"
          "\n"
          "Turn-based war games: play them, script them, run bots, keep and check replays.\n\n",
          out);
    for (uint32_t i = 0; i < COMMANDS; i++) {
        fprintf(out, "  %-9s %s\n", commands[i]->name, commands[i]->summary);
    }
    fputs("  help      explain a command\n"
          "\n"
          "redoubt COMMAND --help explains one of them; redoubt --version says which build this "
          "is.\n",
          out);
}

static int unknown_command(const char *name)
{
    const char *names[COMMANDS + 2] = { NULL };
    for (uint32_t i = 0; i < COMMANDS; i++) {
        names[i] = commands[i]->name;
    }
    names[COMMANDS] = "help";
    const char *nearest = rd_nearest_of(name, names);
    if (nearest != NULL) {
        fprintf(stderr, "redoubt: there is no command '%s'; did you mean '%s'?\n", name, nearest);
    } else {
        fprintf(stderr, "redoubt: there is no command '%s'; redoubt help lists them\n", name);
    }
    return CLI_USAGE;
}

static int help(const char *topic)
{
    if (topic == NULL || strcmp(topic, "help") == 0) {
        print_overview(stdout);
        return CLI_FINE;
    }
    const struct command *command = find_command(topic);
    if (command == NULL) {
        return unknown_command(topic);
    }
    fputs(command->help, stdout);
    return CLI_FINE;
}

/* Everything after "--" is the command's own business. */
static bool asks_for_help(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            return true;
        }
    }
    return false;
}

/* A full disk must not look like success. */
static int closed(int status)
{
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("redoubt: the output could not be written\n", stderr);
        return CLI_FAILED;
    }
    return status;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        print_overview(stderr);
        return CLI_USAGE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("redoubt " REDOUBT_VERSION);
        return closed(CLI_FINE);
    }
    if (strcmp(argv[1], "help") == 0 || strcmp(argv[1], "--help") == 0 ||
        strcmp(argv[1], "-h") == 0) {
        return closed(help(argc > 2 ? argv[2] : NULL));
    }
    const struct command *command = find_command(argv[1]);
    if (command == NULL) {
        return unknown_command(argv[1]);
    }
    if (asks_for_help(argc - 1, argv + 1)) {
        fputs(command->help, stdout);
        return closed(CLI_FINE);
    }
    doors_use();
    return closed(command->run(argc - 1, argv + 1));
}
