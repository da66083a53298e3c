/*
 * prove/openings.h - small boards that come with the program, as scenarios.
 */
#ifndef REDOUBT_PROVE_OPENINGS_H
#define REDOUBT_PROVE_OPENINGS_H

#include <jansson.h>

#include "host/problem.h"
#include "redoubt/game.h"

/* The name of a game's opening, NULL past the last. */
const char *prove_opening_name(const struct rd_game *game, uint32_t index);
/* The opening of that name as a scenario, or NULL with a problem that lists those there are. */
json_t *prove_opening_load(const struct rd_game *game, const char *name,
                           struct rd_problem *problem);

#endif
