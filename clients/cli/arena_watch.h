/*
 * clients/cli/arena_watch.h - how far a tournament is, on standard error.
 */
#ifndef REDOUBT_CLI_ARENA_WATCH_H
#define REDOUBT_CLI_ARENA_WATCH_H

#include "arena/books.h"

struct arena_watcher {
    const struct tournament *t;
    bool terminal, quiet;
    bool began;  /* games may have been played */
    double last; /* seconds of the run, when something was shown */
};

/* The context is a watcher. */
void arena_watch(void *context, const struct progress *p, const struct games *games);
void arena_watch_end(const struct arena_watcher *watcher);

#endif
