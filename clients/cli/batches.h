/*
 * clients/cli/batches.h - batches side by side: how fast they are, for `redoubt bench`, and where
 * their kernels for cards are.
 */
#ifndef REDOUBT_CLI_BATCHES_H
#define REDOUBT_CLI_BATCHES_H

#include <jansson.h>
#include <stdbool.h>

#include "host/setup.h"
#include "redoubt/batch.h"

struct batches {
    uint32_t games;      /* side by side */
    double seconds;      /* for each device */
    const char *kernels; /* the folder of rules-GAME.ptx */
};

/* Where the kernels lie if nobody says: in the build folder of this program. */
const char *batches_kernels(void);

/* Of the game: prints a row for each device, and a line with the reason where there is no card; or
 * adds the same to the JSON. false: what is wrong was said. */
bool batches_measure(const struct rd_chosen *chosen, const struct batches *how, json_t *json);

#endif
