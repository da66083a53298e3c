/*
 * maps.h - boards of fortress outside the rules: map files (R3.2) and the "board" of positions,
 *
 *     {"origin":[0,0],"rows":["....ff..",...],"bases":[[0,5],[18,5]],"towers":[[[2,5]],[[16,5]]]}
 *
 * They read what a file can say; whether the map can be played is check_map()'s to tell.
 */
#ifndef FORTRESS_HOSTED_MAPS_H
#define FORTRESS_HOSTED_MAPS_H

#include <jansson.h>

#include "games/fortress/map.h"
#include "host/field.h"

/* map_text.c */
bool fortress_map_text(const char *text, size_t size, void *map, struct rd_problem *problem);
/* What fortress_map_text() reads, to be freed by the caller. */
char *fortress_map_file(const void *map);

/* map_json.c */
bool fortress_board_field(const struct rd_field *field, struct fortress_map *map);
bool fortress_map_json_read(const json_t *json, void *map, struct rd_problem *problem);
json_t *fortress_map_json(const void *map);

/* One character of a row (R3.2). 0: it is unknown. */
extern const char fortress_tile_chars[FORTRESS_TILES + 1]; /* by enum fortress_tile */
bool fortress_tile_of(char c, uint8_t *tile);
/* A row of the board as characters, from x to the last cell; returns how many. */
uint32_t fortress_row_chars(const struct fortress_map *map, int32_t x, int32_t y,
                            char out[FORTRESS_COLUMNS]);

#endif
