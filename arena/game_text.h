/*
 * arena/game_text.h - games and their results as JSON: in the databases, and between the machines
 * of a tournament. What is read may come from a worker, so it is checked.
 */
#ifndef REDOUBT_ARENA_GAME_TEXT_H
#define REDOUBT_ARENA_GAME_TEXT_H

#include "arena/tournament.h"

enum { GAME_SEATS_TEXT = 128 };

/* Who sits where: "0,1". False: it is no such list. */
const char *game_seats_print(const struct game *game, char out[GAME_SEATS_TEXT]);
bool game_seats_read(struct game *game, const char *text);

/* What is to be played. New reference. */
json_t *game_task_json(const struct game *game);
bool game_task_read(struct game *game, const json_t *json);

/* How it ended. New reference. */
json_t *game_result_json(const struct game *game);
/* Into a game whose seats are known, which is done then. False: it makes no sense. */
bool game_result_read(struct game *game, const json_t *json);

#endif
