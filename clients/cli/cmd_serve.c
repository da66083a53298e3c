/* redoubt serve - the server that browsers and bots play on. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/cli/command.h"
#include "server/shell/serve.h"

enum { PORT_PRESET = 7777, PORT_MAX = 65535, PATH_ROOM = 4096 };

static bool read_port(const char *text, int *port)
{
    char *end;
    unsigned long number = strtoul(text, &end, 10);
    *port = number <= PORT_MAX ? (int)number : -1;
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && *port >= 0;
}

static bool take_option(struct server_options *options, int option)
{
    switch (option) {
    case 'p':
        if (!read_port(optarg, &options->port)) {
            cli_bad("serve", "--port must be a number from 0 to %d; 0 takes any that is free",
                    PORT_MAX);
            return false;
        }
        return true;
    case 'b':
        options->bind = strcmp(optarg, "all") == 0 ? NULL : optarg;
        return true;
    case 'd':
        options->db = optarg;
        return true;
    case 'w':
        options->web = optarg;
        return true;
    case 'q':
        options->quiet = true;
        return true;
    default:
        return false;
    }
}

static int serve(struct server_options options)
{
    char db[PATH_ROOM], web[PATH_ROOM];
    struct rd_problem problem = { "" };
    if (options.db == NULL) {
        if (!server_default_db(db, sizeof db)) {
            return cli_bad("serve", "there is no HOME to keep the database in; give --db FILE");
        }
        options.db = db;
    }
    if (options.web == NULL && server_find_web(web, sizeof web)) {
        options.web = web;
    }
    struct server *server = server_open(&options, &problem);
    if (server == NULL) {
        cli_bad("serve", "%s", problem.text);
        return CLI_FAILED;
    }
    printf("http://%s:%d/\n", options.bind == NULL ? "localhost" : options.bind,
           server_port(server));
    fflush(stdout);
    server_run(server);
    server_close(server);
    return CLI_FINE;
}

static int run(int argc, char **argv)
{
    static const struct option longs[] = {
        { "port", required_argument, NULL, 'p' }, { "bind", required_argument, NULL, 'b' },
        { "db", required_argument, NULL, 'd' },   { "web", required_argument, NULL, 'w' },
        { "quiet", no_argument, NULL, 'q' },      { 0 }
    };
    const struct cli_options about = { "serve", longs, NULL };
    struct server_options options = { .bind = "127.0.0.1",
                                      .port = PORT_PRESET,
                                      .name = "redoubt " REDOUBT_VERSION };
    for (int option; (option = cli_option(&about, argc, argv)) != -1;) {
        if (!take_option(&options, option)) {
            return CLI_USAGE;
        }
    }
    if (argc > optind) {
        return cli_bad("serve",
                       "there is nothing to name: redoubt serve [--port N] [--db FILE] ...");
    }
    return serve(options);
}

const struct command command_serve = {
    .name = "serve",
    .summary = "the server that browsers and bots play on",
    .help = "usage: redoubt serve [--port N] [--bind ADDRESS] [--db FILE] [--web DIR] [--quiet]\n"
            "\n"
            "Lets people and bots play all games over HTTP and WebSocket, and prints its address.\n"
            "Every order is on the disk before it is acknowledged. Ends on SIGTERM or Ctrl-C,\n"
            "after what is being written is written.\n"
            "\n"
            "  --port N        7777 by default; 0: any that is free\n"
            "  --bind ADDRESS  where to listen; 127.0.0.1 by default, all: every interface\n"
            "  --db FILE       the database; by default $XDG_STATE_HOME/redoubt/redoubt.db\n"
            "  --web DIR       the files of the web client; by default those of this build\n"
            "  --quiet         no log lines on standard error\n"
            "  --help          this text\n"
            "\n"
            "Put a proxy with TLS before it where strangers play. Log lines hold no tokens and no\n"
            "orders. docs/protocol.md says how to talk to it.\n",
    .run = run,
};
