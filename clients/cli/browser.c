#include "clients/cli/browser.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "clients/cli/command.h"
#include "server/shell/serve.h"

enum { PATH_ROOM = 4096 };

bool browser_can(void)
{
    char web[PATH_ROOM];
    return server_find_web(web, sizeof web);
}

/* xdg-open, if there is a screen to open something on. It may fail: the address was printed. */
static void show(const char *url)
{
    if (getenv("DISPLAY") == NULL && getenv("WAYLAND_DISPLAY") == NULL) {
        return;
    }
    fflush(stdout);
    signal(SIGCHLD, SIG_IGN); /* nobody waits for it */
    if (fork() == 0) {
        int nowhere = open("/dev/null", O_RDWR);
        dup2(nowhere, STDIN_FILENO);
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
        execlp("xdg-open", "xdg-open", url, (char *)NULL);
        _exit(1);
    }
}

int browser_play(const char *game)
{
    char db[PATH_ROOM], url[256];
    struct rd_problem problem = { "" };
    struct config config;
    config_presets(&config);
    config.port = 0;
    config.log = false;
    if (!server_default_db(db, sizeof db)) {
        return cli_bad("play", "there is no HOME to keep the game in; --tty needs none");
    }
    if (!browser_can()) {
        return cli_bad("play", "the web client is not there; play with --tty");
    }
    struct server *server = server_open(&config, "redoubt " REDOUBT_VERSION, &problem);
    if (server == NULL) {
        cli_bad("play", "%s; redoubt play --tty needs no server", problem.text);
        return CLI_FAILED;
    }
    snprintf(url, sizeof url, "http://127.0.0.1:%d/%s%s", server_port(server),
             game == NULL ? "" : "#/new/", game == NULL ? "" : game);
    printf("Play at %s\nYour games are kept in %s. Ctrl-C ends this.\n", url, db);
    fflush(stdout);
    show(url);
    server_run(server);
    server_close(server);
    return CLI_FINE;
}
