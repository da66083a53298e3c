/*
 * host/json_game.h - orders, events, options, outcomes and refusals in JSON, from the tables.
 *
 *   order    {"verb":"build","type":"cannon","at":[5,3]}   arguments by their names
 *   event    {"kind":"took","seat":0,"stones":2,"text":"First takes 2.","rule":"R2.1",
 *             "seen_by":[0,1,"spectator"],"cause":0}       cause: index in the same list
 *   options  {"rules":"seed","turns":300}                  choices by name
 *   outcome  null, or {"rank":[1,2],"score":[1,0],"rule":"R8.1","reason":"..."}
 *   refusal  {"code":"against_rules","rule":"R5.4","why":"..."}
 *
 * A cell is [x,y], or "E4" where the game's cells have letters; a seat is a number; a choice is its
 * name; a unit is a number, or a name such as "m3" where its argument has prefixes.
 * Writers return a new reference and can't fail on what the rules made.
 */
#ifndef REDOUBT_HOST_JSON_GAME_H
#define REDOUBT_HOST_JSON_GAME_H

#include <jansson.h>
#include <stdbool.h>

#include "host/codec.h"
#include "host/problem.h"
#include "redoubt/game.h"

/* Keys of an event besides its arguments: no argument may be called so. NULL-terminated. */
extern const char *const rd_event_keys[];

/* ---- orders -------------------------------------------------------------------------- */

/* Three answers, because they need three reactions. */
enum rd_reading {
    RD_READ_FINE,
    RD_READ_BAD_ARG,  /* well written, but a value is out of its range: a refused order */
    RD_READ_MALFORMED /* unknown verb, argument missing or of the wrong type: a bad file */
};

/* The verb form, and {"verb":"resign"}, whose action has verb RD_VERB_RESIGN. The problem names the
 * argument and what it may be. After RD_READ_BAD_ARG *bad_arg (may be NULL) is its index. */
enum rd_reading rd_action_from_json(const struct rd_game *game, const json_t *json,
                                    struct rd_action *action, uint32_t *bad_arg,
                                    struct rd_problem *problem);
json_t *rd_action_to_json(const struct rd_game *game, struct rd_action action);

/* Any order: the game's own form if its codec knows one, else the verb form as one action.
 * RD_READ_FINE may still carry a refusal in order->verdict; RD_READ_BAD_ARG sets
 * order->verdict and leaves the words in the problem. seat need not exist. */
enum rd_reading rd_order_from_json(const struct rd_game *game, const void *state, rd_seat seat,
                                   const json_t *json, struct rd_order *order,
                                   struct rd_problem *problem);

/* ---- events -------------------------------------------------------------------------- */

json_t *rd_event_to_json(const struct rd_game *game, const struct rd_event *event);

/* Those of the log that seat sees, in the sequence logged, with cause renumbered to the list.
 * RD_SEATS_MAX + 1 or more as seat means all of them: use RD_EVERY_EVENT. */
#define RD_EVERY_EVENT ((rd_seat)0xff)
json_t *rd_events_to_json(const struct rd_game *game, const struct rd_event_log *log, rd_seat seat);

/* Event number index of the log as seat sees it: its cause is 1 + a place among those that seat
 * sees, 0 where it saw none. False: it doesn't see it. */
bool rd_event_seen(const struct rd_event_log *log, rd_seat seat, uint32_t index,
                   struct rd_event *event);

/* ---- the rest ------------------------------------------------------------------------- */

/* Every option by its key, "seats" where the number can vary, "map" for a map of one's own. Reading
 * is in host/setup.h. */
json_t *rd_options_to_json(const struct rd_game *game, const struct rd_setup *setup);

/* The two lists of an outcome, by seats. */
void rd_ranks_to_json(const struct rd_outcome *outcome, json_t **rank, json_t **score);

/* null while the game goes on. */
json_t *rd_outcome_to_json(const struct rd_game *game, const struct rd_outcome *outcome);

/* "against_rules"; "ok" for RD_OK. */
const char *rd_code_name(uint32_t code);

/* {"code","rule","why"}; rule is left out where none is cited. why replaces the sentence that
 * the tables give when it is neither NULL nor empty. */
json_t *rd_refusal_to_json(const struct rd_game *game, struct rd_verdict verdict,
                           const struct rd_action *action, const char *why);

#endif
