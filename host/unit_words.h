/*
 * host/unit_words.h - units in orders as people name them: by the cell where they stand, or by what
 * they are, where that is enough. "attack D4" and "attack rider" are "attack P2-rider", "move 4,7
 * 5,7" and "move soldier 5,7" are "move 12 5,7".
 */
#ifndef REDOUBT_HOST_UNIT_WORDS_H
#define REDOUBT_HOST_UNIT_WORDS_H

#include <stdbool.h>

#include "host/notation.h"
#include "host/problem.h"
#include "redoubt/game.h"

/* Does a value of this argument stand for a unit, as rd_scene_token.unit does? */
bool rd_arg_is_unit(const struct rd_arg *arg);
/* The first argument of an order that does, or NULL: orders of this game name no units. */
const struct rd_arg *rd_unit_arg(const struct rd_game *game);

/* The order with its units in the words of the verb table. What it means is looked for among the
 * orders that are legal for the seat, then among all that the seat sees. Words that name nothing
 * are left as they are, and if all of them are, out is empty. False: a word may mean several units.
 */
bool rd_units_in_words(const struct rd_game *game, const void *state, rd_seat seat,
                       const char *text, char out[RD_TEXT_MAX], struct rd_problem *problem);

#endif
