/*
 * hosted.h - the parts of the JSON side of civ, for each other only.
 *
 * A position is {"size":8,"board":[[...],...],"state":{...}}: the board is a list of columns, the
 * state has the keys of the game's older programs.
 */
#ifndef CIV_HOSTED_H
#define CIV_HOSTED_H

#include "games/civ/civ_internal.h"
#include "host/codec.h"
#include "host/field.h"

enum { CIV_BOARD_HIDDEN = -1 };

/* Keys of a player, R10.1: tenths in civ, doubles in civ-final. */
extern const char *const civ_strength_key[CIV_FINAL + 1][CIV_TECHNOLOGIES];
/* By enum civ_ending; "" while playing. */
extern const char *const civ_ending_word[];

/* position_write.c */
json_t *civ_position_json(const struct civ_state *state);
json_t *civ_view_json(const struct civ_view *view);

/* position_read.c */
bool civ_position_read(const json_t *position, const struct rd_setup *setup, struct rd_luck *luck,
                       void *state, struct rd_problem *problem);
/* A list [x,y] of numbers on a board of this size. */
bool civ_cell_read(const struct rd_field *field, uint32_t size, uint32_t *cell);

/* pieces_read.c: one player, and the attacks that are under way. */
bool civ_player_read(const struct rd_field *field, const struct civ_common *common,
                     struct civ_side *side);
bool civ_attacks_read(const struct rd_field *field, struct civ_state *state);

/* mapfile.c */
bool civ_map_text(const char *text, size_t size, void *map, struct rd_problem *problem);
char *civ_map_file(const void *map);
bool civ_map_json_read(const json_t *json, void *map, struct rd_problem *problem);
json_t *civ_map_json(const void *map);

/* orders.c: moves to a tile that no step leads to. */
bool civ_far_order(const void *state, rd_seat seat, const json_t *json, struct rd_order *order);

/* edit.c */
bool civ_edit(json_t *position, const struct rd_edit *edit, struct rd_problem *problem);

#endif
