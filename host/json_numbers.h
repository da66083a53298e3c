/*
 * host/json_numbers.h - orders, events and outcomes as the numbers of the tables, for a client that
 * has the same tables; host/json_game.h has the names, for everybody else.
 *
 *   order    [verb,a,b,c]                  a struct rd_action; unused arguments are 0
 *   event    [kind,cause,fact,fact,...]    as many facts as the kind has; cause: 1 + index in the
 *                                          same list, 0 = none
 *   outcome  null, or {"rank":[1,2],"score":[1,0],"ending":3}
 *   verdict  [code,why,detail]             a struct rd_verdict
 */
#ifndef REDOUBT_HOST_JSON_NUMBERS_H
#define REDOUBT_HOST_JSON_NUMBERS_H

#include <jansson.h>
#include <stdbool.h>

#include "host/problem.h"
#include "redoubt/game.h"

enum { RD_TABLES_TEXT = 17 };

/* Which tables the numbers are of: rd_tables_hash() in hexadecimal. */
void rd_tables_name(const struct rd_game *game, char out[RD_TABLES_TEXT]);

/* False: these are no four numbers, the problem says so. The verb may still be unknown, and the
 * arguments out of range: rd_judge() refuses those. */
bool rd_action_from_numbers(const json_t *json, struct rd_action *action,
                            struct rd_problem *problem);

/* Those that seat sees, as rd_events_to_json() lists them. */
json_t *rd_events_to_numbers(const struct rd_game *game, const struct rd_event_log *log,
                             rd_seat seat);

json_t *rd_outcome_to_numbers(const struct rd_outcome *outcome);
json_t *rd_verdict_to_numbers(struct rd_verdict verdict);

#endif
