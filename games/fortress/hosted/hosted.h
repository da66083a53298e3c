/*
 * hosted.h - the parts of the JSON side of Fortress Frontiers, for each other only.
 *
 *   {"turn":3, "board":{...}, "players":[{"gold":25,"mana":0, ...}, {...}],
 *    "units":[{"id":9,"owner":0,"type":"soldier","at":[10,5],"hp":100}, ...],
 *    "buildables":[{"type":"road","owner":0,"at":[4,5],"state":"intact"}],
 *    "mines":[{"at":[8,5],"owner":null}], "camps":[{"at":[9,9],"respawn":0}],
 *    "lairs":[{"at":[12,2],"respawn":0,"reward":"gold"}], "explored":["all","all"]}
 *
 * and what is not as usual: of a unit buff, standing, queue, looking_out, order and bought; at the
 * top memory, next_id, priority, done and outcome. A trace, which older positions have, is ignored.
 */
#ifndef FORTRESS_HOSTED_H
#define FORTRESS_HOSTED_H

#include "games/fortress/fortress_internal.h"
#include "host/codec.h"
#include "host/field.h"
#include "maps.h"

/* words.c */
json_t *fortress_cell_json(uint32_t cell);
json_t *fortress_owner_json(uint32_t owner_and_one); /* seat + 1, 0 = null */
bool fortress_cell_read(const struct rd_field *field, const struct fortress_board *board,
                        uint32_t *cell);
bool fortress_flag_read(const struct rd_field *parent, const char *key, bool *out);
/* A number that may be left out. */
bool fortress_number_read(const struct rd_field *parent, const char *key, int64_t min, int64_t max,
                          int64_t *out);
/* A seat, or null where nobody is allowed: seat + 1, 0. */
bool fortress_owner_read(const struct rd_field *parent, bool nobody, uint32_t *out);

void fortress_usual_next_ids(const struct fortress_state *s, uint32_t usual[FORTRESS_SEATS + 1]);

/* map_of_state.c */
void fortress_map_of_state(const void *state, void *map);

/* position_write.c */
json_t *fortress_position_json(const void *state);
json_t *fortress_site_json(uint32_t cell, uint8_t code);
void fortress_add_ward(json_t *json, const struct fortress_ward *ward, uint32_t number);
void fortress_add_unit(json_t *list, const struct fortress_piece *piece, uint32_t owner,
                       const struct fortress_task *task, const struct fortress_plan *plan);
json_t *fortress_outcome_json(uint32_t ending);

/* view_write.c */
json_t *fortress_view_json(const void *view);

/* memory.c: what is remembered beyond the usual, and back. */
void fortress_usual_memory(struct fortress_state *s, uint32_t seat);
json_t *fortress_memory_json(const struct fortress_state *s);
/* Of a camp: the seats that remember an archer there, if not the usual ones. */
void fortress_add_camp_memory(json_t *json, const struct fortress_state *s, uint32_t camp);
bool fortress_memory_read(const struct rd_field *root, struct fortress_state *s);
bool fortress_explored_read(const struct rd_field *root, struct fortress_state *s);
json_t *fortress_explored_json(const struct fortress_state *s);

/* orders_json.c: orders and queues of units. */
json_t *fortress_order_json(const struct fortress_task *task, const struct fortress_plan *plan);
json_t *fortress_queue_json(const struct fortress_plan *plan);
bool fortress_order_read(const struct rd_field *field, struct fortress_state *s, uint32_t who);
bool fortress_queue_read(const struct rd_field *field, struct fortress_state *s, uint32_t who);
/* {"verb":"concede"}, and spell_buff with its mana as a number. */
bool fortress_own_order(const void *state, rd_seat seat, const json_t *json,
                        struct rd_order *order);

/* edit.c */
bool fortress_edit(json_t *position, const struct rd_edit *edit, struct rd_problem *problem);

/* sites_read.c, units_read.c, position_read.c */
bool fortress_site_read_json(const struct rd_field *field, const struct fortress_board *board,
                             uint32_t *cell, uint8_t *code);
bool fortress_sites_read(const struct rd_field *root, struct fortress_state *s);
bool fortress_features_read(const struct rd_field *root, struct fortress_state *s);
bool fortress_units_read(const struct rd_field *root, const struct fortress_map *map,
                         struct fortress_state *s);
/* After knowledge: orders, standing behaviour and queues. */
bool fortress_unit_orders_read(const struct rd_field *root, struct fortress_state *s);
bool fortress_position_read(const json_t *position, const struct rd_setup *setup,
                            struct rd_luck *luck, void *state, struct rd_problem *problem);

#endif
