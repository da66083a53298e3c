/* redoubt serve - the server that browsers and bots play on. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "clients/cli/command.h"
#include "server/shell/serve.h"

enum { PATH_ROOM = 4096 };

static const struct option longs[] = { { "config", required_argument, NULL, 'c' },
                                       { "port", required_argument, NULL, 'p' },
                                       { "bind", required_argument, NULL, 'b' },
                                       { "db", required_argument, NULL, 'd' },
                                       { "web", required_argument, NULL, 'w' },
                                       { "set", required_argument, NULL, 's' },
                                       { "show-config", no_argument, NULL, 'S' },
                                       { "quiet", no_argument, NULL, 'q' },
                                       { 0 } };
static const struct cli_options about = { "serve", longs, NULL };

/* The file first, whatever its place on the line: flags override it. */
static bool read_file(struct config *config, int argc, char **argv, struct rd_problem *problem)
{
    char path[PATH_ROOM] = "";
    bool given = false;
    for (int option; (option = cli_option(&about, argc, argv)) != -1;) {
        if (option == '?') {
            return false;
        }
        if (option == 'c') {
            given = true;
            snprintf(path, sizeof path, "%s", optarg);
        }
    }
    optind = 1;
    return (!given && !config_find(path, sizeof path)) || config_read(config, path, problem);
}

static bool take_option(struct config *config, int option, struct rd_problem *problem)
{
    switch (option) {
    case 'p':
        return config_set(config, "port", optarg, problem);
    case 'b':
        return config_set(config, "bind", optarg, problem);
    case 'd':
        return config_set(config, "db", optarg, problem);
    case 'w':
        return config_set(config, "web", optarg, problem);
    case 's':
        return config_assign(config, optarg, problem);
    case 'q':
        return config_set(config, "log", "no", problem);
    default:
        return true; /* read before, or asked afterwards */
    }
}

/* The site of the contest, unless it is open already; it ends with us. */
static void start_site(const struct config *config, int port)
{
    char url[64], folder[sizeof config->contest];
    char *words[] = { "redoubt", "contest", "site", folder, "--server", url, NULL };
    pid_t parent = getpid();
    snprintf(url, sizeof url, "http://127.0.0.1:%d", port);
    snprintf(folder, sizeof folder, "%s", config->contest);
    signal(SIGCHLD, SIG_IGN); /* it says itself why it ends */
    if (config->contest[0] != '\0' && fork() == 0) {
        signal(SIGCHLD, SIG_DFL);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() == parent) {
            execv("/proc/self/exe", words);
        }
        _exit(127);
    }
}

static int serve(const struct config *config)
{
    struct rd_problem problem = { "" };
    struct server *server = server_open(config, "redoubt " REDOUBT_VERSION, &problem);
    if (server == NULL) {
        cli_bad("serve", "%s", problem.text);
        return CLI_FAILED;
    }
    printf("http://%s:%d/\n", strcmp(config->bind, "all") == 0 ? "localhost" : config->bind,
           server_port(server));
    fflush(stdout);
    start_site(config, server_port(server));
    bool fine = server_run(server);
    server_close(server);
    return fine ? CLI_FINE : CLI_FAILED;
}

static int run(int argc, char **argv)
{
    struct config config;
    struct rd_problem problem = { "" };
    bool show = false;
    config_presets(&config);
    bool fine = read_file(&config, argc, argv, &problem);
    for (int option; fine && (option = cli_option(&about, argc, argv)) != -1;) {
        show = show || option == 'S';
        fine = take_option(&config, option, &problem);
    }
    if (!fine) {
        return problem.text[0] == '\0' ? CLI_USAGE : cli_bad("serve", "%s", problem.text);
    }
    if (argc > optind) {
        return cli_bad("serve",
                       "there is nothing to name: redoubt serve [--port N] [--db FILE] ...");
    }
    if (show) {
        config_print(&config, stdout);
        return CLI_FINE;
    }
    return serve(&config);
}

const struct command command_serve = {
    .name = "serve",
    .summary = "the server that browsers and bots play on",
    .help =
        "usage: redoubt serve [--config FILE] [--port N] [--bind ADDRESS] [--db FILE] [--web DIR]\n"
        "                     [--set KEY=VALUE]... [--show-config] [--quiet]\n"
        "\n"
        "Lets people and bots play all games over HTTP and WebSocket, and prints its address.\n"
        "Every order is on the disk before it is acknowledged. Ends on SIGTERM or Ctrl-C,\n"
        "after what is being written is written.\n"
        "\n"
        "  --config FILE   lines key = value; by default $XDG_CONFIG_HOME/redoubt/server.conf\n"
        "                  or /etc/redoubt/server.conf, if one is there. Flags override it\n"
        "  --port N        7777 by default; 0: any that is free\n"
        "  --bind ADDRESS  where to listen; 127.0.0.1 by default, all: every interface\n"
        "  --db FILE       the database; by default $XDG_STATE_HOME/redoubt/redoubt.db. Or that "
        "of\n"
        "                  several servers, in PostgreSQL: postgresql://USER@HOST/NAME\n"
        "  --web DIR       the files of the web client; by default those of this build\n"
        "  --set KEY=VALUE any setting of the file\n"
        "  --show-config   print all settings as such a file, and end\n"
        "  --quiet         no log lines on standard error\n"
        "  --help          this text\n"
        "\n"
        "Put a proxy with TLS before it where strangers play. Log lines hold no tokens and no\n"
        "orders.\n" REDOUBT_DOCS "/protocol.md says how to talk to it,\n" REDOUBT_DOCS
        "/deploy.md how to run it.\n",
    .run = run,
};
