/*
 * hosted.h - the parts of the JSON side of FATE, for each other only.
 *
 *   {"state":{"phase":"battle", "cur":"P1", "turn":1, "round":1, "active":"P1-knight", "qi":0,
 *             "queue":[ids], "placed":[ids], "init":{"P1":7,"P2":4,"winner":"P1"},
 *             "lastKnown":{"P1":{enemy id: cell},"P2":{}},
 *             "units":{id: {"hp", "at", "alive", "st", "sl", "slots", "ad", "own", and of heroes
 *                           "hero", "max", "dmg", "form", "ch":{card: n}, "used":[cards],
 *                           "fx":[{"kind","by","left"}]}}}}
 *
 * and, where there is any: tokens, pm (the movement roll), prompt with what it interrupted in
 * pending, sensed (R9.8), stopped (R8.1), mirror, ending, and with heroes numbers (R13.9).
 */
#ifndef FATE_HOSTED_H
#define FATE_HOSTED_H

#include "games/fate/fate.h"
#include "host/codec.h"
#include "host/field.h"

/* position_write.c. viewer: a seat, RD_SPECTATOR, or FATE_NONE for the whole truth. */
json_t *fate_position_json(const struct fate_state *s, uint32_t viewer);

/* position_read.c, units_read.c, tokens_read.c, pending_read.c */
bool fate_position_read(const json_t *position, const struct rd_setup *setup, struct rd_luck *luck,
                        void *state, struct rd_problem *problem);
bool fate_units_read(const struct rd_field *field, struct fate_state *s);
bool fate_tokens_read(const struct rd_field *field, struct fate_state *s);
/* The hero who has the card of such tokens. */
uint32_t fate_layer_of(uint32_t token_kind);
bool fate_pending_read(const struct rd_field *state, struct fate_state *s);
/* A cell ("E4"), a unit's id, a list of them. */
bool fate_cell_read(const struct rd_field *field, uint8_t *cell);
bool fate_unit_read(const struct rd_field *field, uint8_t *unit);
bool fate_list_read(const struct rd_field *field, uint32_t most, uint8_t *list, uint8_t *count);
bool fate_byte_read(const struct rd_field *field, int64_t max, uint8_t *out);

/* orders.c: {"verb":"ability","id":"trample",...} and {"verb":"concede"} */
bool fate_order_read(const void *state, rd_seat seat, const json_t *json, struct rd_order *order);

/* notation.c */
size_t fate_print_short(const void *state, struct rd_action action, char *out, size_t size);
bool fate_expand_short(const void *state, rd_seat seat, const char *text, char *out, size_t size,
                       struct rd_problem *problem);

/* edit.c */
bool fate_edit(json_t *position, const struct rd_edit *edit, struct rd_problem *problem);

/* The numbers of a frame by name, for pending. */
struct fate_frame_field {
    const char *name;
    uint16_t offset;
    uint16_t size; /* bytes of the number */
    uint32_t max;
    uint32_t preset; /* not printed if it is this */
};
extern const struct fate_frame_field fate_frame_fields[];
extern const char *const fate_frame_names[FATE_FRAME_KINDS + 1];
extern const char *const fate_phase_names[];
extern const char *const fate_seat_ids[];

#endif
