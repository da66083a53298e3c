/*
 * older/older.h - rules of earlier versions, kept so that matches and replays of then go on.
 *
 * Each has the id of its game and a rules_version of its own. New games are never begun by them, so
 * rd_game_at() and rd_game_find() don't know them.
 */
#ifndef REDOUBT_OLDER_OLDER_H
#define REDOUBT_OLDER_OLDER_H

#include "redoubt/game.h"

const struct rd_game *rd_game_older(uint32_t index); /* NULL past the end */

/* The rules that this program has of a game in that version, of now or kept; NULL: none. */
const struct rd_game *rd_game_of(const char *id, uint64_t rules_version);

#endif
