/* clients/cli/browser.h - `redoubt play` in a browser: a server of one's own, and the way to it. */
#ifndef REDOUBT_CLI_BROWSER_H
#define REDOUBT_CLI_BROWSER_H

#include <stdbool.h>

/* The web client is there. */
bool browser_can(void);
/* Serves until Ctrl-C. game: the one whose page is opened, NULL: the list. An exit status. */
int browser_play(const char *game);

#endif
