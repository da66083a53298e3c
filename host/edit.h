/*
 * host/edit.h - what the games' editors of positions share: entries of lists that stand on a cell.
 *
 * Positions write a place as {"x":..,"y":..}, as {"at":[x,y]} or as the head of a list [x,y,...].
 */
#ifndef REDOUBT_HOST_EDIT_H
#define REDOUBT_HOST_EDIT_H

#include <jansson.h>

#include "host/codec.h"

/* Where the edit happens, in the game's own coordinates. */
struct rd_spot {
    int32_t x, y;
};
struct rd_spot rd_edit_spot(const struct rd_game *game, const struct rd_edit *edit);

bool rd_stands_at(const json_t *entry, struct rd_spot spot);
/* Takes out of a list whatever stands there. */
void rd_clear_spot(json_t *list, struct rd_spot spot);

/* Index of the name in a NULL-terminated list; false with a problem if it isn't there. */
bool rd_edit_name(const struct rd_edit *edit, const char *const *names, uint32_t *index,
                  struct rd_problem *problem);

/* A seat below count; false with a problem if it is nobody's. */
bool rd_edit_owner(const struct rd_edit *edit, uint32_t count, struct rd_problem *problem);

/* Sets object[key] to the amount if the edit's name is wanted. */
bool rd_edit_counter(json_t *object, const char *key, const char *wanted,
                     const struct rd_edit *edit);

#endif
