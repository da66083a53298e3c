/*
 * bench/load/load.h - the parts of server-load. Each prints its figures and says whether what is
 * promised of them is kept.
 */
#ifndef REDOUBT_LOAD_H
#define REDOUBT_LOAD_H

#include <stdbool.h>
#include <stdint.h>

#include "bots/bot.h"

struct plan {
    const char *program; /* redoubt */
    const struct rd_game *game;
    const char *bot;   /* of the clients */
    const char *rival; /* of the server, for the part bots */
    uint32_t matches, sleeping;
    double seconds;
    double floor_us;     /* faster than that is fast enough under attack */
    const char *folder;  /* for databases */
    const char *db;      /* an empty one of PostgreSQL for the part play; NULL: a file */
    const char *metrics; /* "metrics_port=N" for the server, or NULL */
    bool gate;
    bool frames; /* who plays asks for the steps of turns */
};

/* One function for each part, all of one form: see main.c. */
bool load_play(const struct plan *plan);
bool load_echo(const struct plan *plan);
bool load_idle(const struct plan *plan);
bool load_hostile(const struct plan *plan);
bool load_bots(const struct plan *plan);
bool load_sleep(const struct plan *plan);

/* main.c */
double own_cpu_s(void);
bool gate(const char *what, double figure, double promise, bool at_most); /* printed */

#endif
