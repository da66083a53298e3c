/*
 * clients/cli/schema.h - JSON Schema (draft 2020-12) of what a game sends and takes, made of its
 * tables: the view of a seat from games/<id>/hosted/view.txt, which explains every field, and
 * orders from the table of verbs.
 */
#ifndef REDOUBT_CLI_SCHEMA_H
#define REDOUBT_CLI_SCHEMA_H

#include <jansson.h>

#include <stdio.h>

#include "host/embedded.h"
#include "redoubt/game.h"

/* New references. */
json_t *rd_view_schema(const struct rd_game *game);
json_t *rd_orders_schema(const struct rd_game *game);

/* The fields of the view as a table in Markdown. */
void rd_view_fields_table(const struct rd_game *game, FILE *out);

/* games/<id>/hosted/view.txt by id, built in. */
extern const struct rd_embedded_text rd_view_fields[];

#endif
