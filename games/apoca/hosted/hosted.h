/*
 * hosted.h - the parts of the JSON side of ApocaWarlords, for each other only.
 *
 * Positions have the keys of the game's older programs (FloorTiles, Towers, HealthR, ...), so
 * that their maps and tools keep working. Readers report to a struct rd_field's problem.
 */
#ifndef APOCA_HOSTED_H
#define APOCA_HOSTED_H

#include "games/apoca/apoca_internal.h"
#include "host/codec.h"
#include "host/field.h"

/* words.c: the texts of positions; each list ends with NULL. */
extern const char *const apoca_word_team[];    /* by seat; "tie" as a winner only */
extern const char *const apoca_word_victory[]; /* by winner */
extern const char *const apoca_word_type[];    /* by enum apoca_tower_type */
extern const char *const apoca_word_mood[];    /* by enum apoca_mood */
extern const char apoca_word_unit[];           /* first letter of a name, by enum apoca_unit_kind */

static inline int apoca_cell_x(uint32_t cell)
{
    return (int)(cell % APOCA_SIDE_MAX);
}

static inline int apoca_cell_y(uint32_t cell)
{
    return (int)(cell / APOCA_SIDE_MAX);
}

enum { APOCA_RELOAD_SHOWN = 10 /* "MaxReloadTime" of every spawner in both rulesets */ };

/* position_write.c. secret[seat] NULL: not for these eyes. */
json_t *apoca_position_json(const struct apoca_open *open,
                            const struct apoca_secret *const secret[APOCA_SEATS]);

json_t *apoca_occupied_json(const struct apoca_open *open);
/* The lists of a position, in its sequence; kind is enum apoca_unit_kind. */
json_t *apoca_towers_json(const struct apoca_open *open);
json_t *apoca_units_json(const struct apoca_open *open, uint32_t kind);
json_t *apoca_spawners_json(const struct apoca_open *open);
json_t *apoca_prices_json(const int32_t price[APOCA_TOWER_TYPES]);

/* orders.c: the sealed orders of a seat; and back, into a position that is otherwise complete. */
json_t *apoca_orders_json(const struct apoca_secret *secret);
bool apoca_orders_read(const struct rd_field *orders, struct rd_luck *luck,
                       struct apoca_state *state);

/* position_read.c */
bool apoca_position_read(const json_t *position, const struct rd_setup *setup, struct rd_luck *luck,
                         void *state, struct rd_problem *problem);

/* pieces_read.c: the lists of towers, mercenaries and demons. */
bool apoca_towers_read(const struct rd_field *list, struct apoca_open *open);
bool apoca_units_read(const struct rd_field *list, uint32_t kind, struct apoca_open *open);
/* The members x and y of an object, which must lie on a board of this size. */
bool apoca_place_read(const struct rd_field *object, uint32_t width, uint32_t height,
                      uint32_t *cell);

/* mapfile.c */
bool apoca_map_text(const char *text, size_t size, void *map, struct rd_problem *problem);
bool apoca_map_field(const struct rd_field *field, struct apoca_map *map);
bool apoca_map_json_read(const json_t *json, void *map, struct rd_problem *problem);
json_t *apoca_map_json(const void *map);
char *apoca_map_file(const void *map);

/* edit.c */
bool apoca_edit(json_t *position, const struct rd_edit *edit, struct rd_problem *problem);

/* megaminer.c: one line of a MegaMiner program as orders, R5.9. Any bytes will do. */
bool apoca_line_order(const void *state, rd_seat seat, const json_t *json, struct rd_order *order);

#endif
