/*
 * hosted.h - the parts of the JSON side of Fortress Frontiers Classic, for each other only.
 *
 *   {"turn":3, "players":[{"gold":25},{"gold":20}],
 *    "units":[{"id":3,"owner":0,"type":"soldier","at":[5,6],"hp":100}, ...],
 *    "mines":[{"at":[8,7],"owner":null}, ...]}
 *
 * and, where they are not what follows from these: of a unit "order" and "bought", and at the top
 * next_id, priority and done of both seats, trace (R9.2) and outcome.
 */
#ifndef CLASSIC_HOSTED_H
#define CLASSIC_HOSTED_H

#include "host/codec.h"
#include "host/field.h"
#include "older/classic1/classic_internal.h"

/* position_write.c. secret[seat] NULL: not for these eyes. */
json_t *classic1_position_json(const struct classic1_open *open,
                               const struct classic1_secret *const secret[CLASSIC_SEATS]);
json_t *classic1_cell_json(uint32_t cell);

/* position_read.c */
bool classic1_position_read(const json_t *position, const struct rd_setup *setup,
                            struct rd_luck *luck, void *state, struct rd_problem *problem);
bool classic1_cell_read(const struct rd_field *field, uint32_t *cell);

/* orders.c: the order of one unit, and back into a state where it can be given. */
json_t *classic1_order_json(const struct classic1_order *order);
bool classic1_order_read(const struct rd_field *field, uint32_t seat, uint32_t id,
                         struct classic1_state *state);
/* {"verb":"concede"} means resigning. */
bool classic1_concede(const void *state, rd_seat seat, const json_t *json, struct rd_order *order);

/* edit.c */
bool classic1_edit(json_t *position, const struct rd_edit *edit, struct rd_problem *problem);

#endif
