/*
 * host/setup.h - which game, with which options, on which map, from which luck.
 *
 * Options come as JSON (scenarios, replays, the web) or as key=value (the command line). The
 * key "seats" sets the number of players where a game lets it vary. The key "map" is
 *   a name that the game's own option "map" lists: a built-in map;
 *   a text with a '/' in it or ending in .json: a file;
 *   another name: the file NAME.json of the user's maps, see rd_maps_folder;
 *   in JSON also an object: the map itself.
 * In JSON a list sets a group of options at once: "heroes1": [...] gives its values to the options
 * whose keys begin with "heroes1.", in the order of the table.
 * Files are only looked at when the caller allows it: a peer must not read our disk.
 */
#ifndef REDOUBT_HOST_SETUP_H
#define REDOUBT_HOST_SETUP_H

#include <jansson.h>
#include <stdbool.h>

#include "host/problem.h"
#include "redoubt/game.h"

/* A setup that owns its map. Zeroed is empty; rd_chosen_close what rd_chosen_open began. */
struct rd_chosen {
    const struct rd_game *game;
    struct rd_setup setup; /* setup.map is map, or NULL */
    void *map;             /* rd_game.map_size bytes, or NULL */
};

enum rd_map_files { RD_MAP_FILES_NO, RD_MAP_FILES_YES };

/* Presets of a game, of whichever rules_version. */
void rd_chosen_begin(struct rd_chosen *chosen, const struct rd_game *game);

/* Presets of the game called id; the problem of a false lists the games there are. */
bool rd_chosen_open(struct rd_chosen *chosen, const char *id, struct rd_problem *problem);
void rd_chosen_close(struct rd_chosen *chosen);

/* One "key=value". The problem names the option and what it may be. */
bool rd_chosen_set(struct rd_chosen *chosen, const char *assignment, enum rd_map_files files,
                   struct rd_problem *problem);

/* A JSON object of options; NULL is fine and changes nothing. */
bool rd_chosen_set_json(struct rd_chosen *chosen, const json_t *options, enum rd_map_files files,
                        struct rd_problem *problem);

/* The game's own check_map and check_setup, in words. Call after the last change: init() of a
 * setup that this refuses is a bug. */
bool rd_chosen_check(const struct rd_chosen *chosen, struct rd_problem *problem);

/* What check_setup() or check_map() said, in words: "map: R1.3 rows differ in length (at 5,3)". */
void rd_setup_verdict(const struct rd_game *game, struct rd_verdict verdict,
                      struct rd_problem *problem);

/* $XDG_DATA_HOME/redoubt/maps/GAME, by default under ~/.local/share. "" when there is no home. */
void rd_maps_folder(const struct rd_game *game, char *out, size_t size);

/* ---- luck ---------------------------------------------------------------------------- */

enum { RD_SEED_TEXT_MAX = 33 }; /* 32 digits and NUL */

/* A decimal number below 2^64, or the whole 128-bit key in 32 hexadecimal digits. */
bool rd_seed_parse(const char *text, uint64_t key[2], struct rd_problem *problem);
/* A JSON string of either form, or a whole number. */
bool rd_seed_from_json(const json_t *json, uint64_t key[2], struct rd_problem *problem);
/* The shortest form that rd_seed_parse reads back. */
void rd_seed_print(const uint64_t key[2], char out[RD_SEED_TEXT_MAX]);
/* A key from the operating system's randomness. */
bool rd_seed_fresh(uint64_t key[2], struct rd_problem *problem);

#endif
