/*
 * host/json_tables.h - everything that a game's tables say about it, as JSON: for
 * `redoubt games --json` and for the server's clients.
 */
#ifndef REDOUBT_HOST_JSON_TABLES_H
#define REDOUBT_HOST_JSON_TABLES_H

#include <jansson.h>

#include "redoubt/game.h"

/* {"id","title","summary","rules_version","seats":[min,max],"seat_names","options","verbs","bots",
 * "pieces":[{"name","title","text","rule","traits":[...],"numbers":{name: value}}],"own_maps"}. New
 * references. */
json_t *rd_game_to_json(const struct rd_game *game);
json_t *rd_games_to_json(void);

#endif
