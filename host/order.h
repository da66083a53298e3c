/*
 * host/order.h - orders as they are written in a position: in the short form of the game, where
 * it has one for them ("K E4-E5"), and else in that of the verb table (host/notation.h); units may
 * go by their cells or by what they are (host/unit_words.h).
 */
#ifndef REDOUBT_HOST_ORDER_H
#define REDOUBT_HOST_ORDER_H

#include <stdbool.h>
#include <stddef.h>

#include "host/problem.h"
#include "redoubt/game.h"

/* state: before the order. Returns the whole length, like the printers of notation.h. Of an action
 * that the verb table does not know the numbers are printed. */
size_t rd_order_print(const struct rd_game *game, const void *state, struct rd_action action,
                      char *out, size_t size);

/* Either form. A short one that does not fit what the seat knows of the position is a problem;
 * whether the order is legal is for judge() to say. */
bool rd_order_parse(const struct rd_game *game, const void *state, rd_seat seat, const char *text,
                    struct rd_action *action, struct rd_problem *problem);

/* Is it in the short form, whether or not it fits? */
bool rd_order_is_short(const struct rd_game *game, const void *state, rd_seat seat,
                       const char *text);

#endif
