/*
 * host/codec.h - what a game says about itself in JSON, beyond what its tables already tell.
 *
 * Orders, events, options and outcomes are read and written from the tables in game.h
 * (host/json_game.h). A position has a shape of its own in every rulebook, so each
 * game brings one struct rd_codec in games/<id>/hosted/. This is the only part of a game
 * that may allocate; it is linked into the host, never into the rules library.
 *
 * Readers are strict: whatever they accept passes the game's audit(), and whatever they
 * refuse is explained in the problem, field first. Writers return a new reference.
 */
#ifndef REDOUBT_HOST_CODEC_H
#define REDOUBT_HOST_CODEC_H

#include <jansson.h>
#include <stdbool.h>

#include "host/problem.h"
#include "redoubt/game.h"

/* The most actions one written order can stand for (a whole turn in one line). */
enum { RD_ORDER_ACTIONS_MAX = 8 };

/* What an order that is not in the plain verb form means. */
struct rd_order {
    struct rd_action action[RD_ORDER_ACTIONS_MAX];
    uint32_t count;
    struct rd_verdict verdict; /* RD_OK, or the refusal of the order as a whole */
    char note[RD_PROBLEM_MAX]; /* parts that came to nothing and why; "" = none */
};

/* One change of a position, in words of the game's tables. */
enum rd_edit_kind {
    RD_EDIT_PUT,     /* a token: name is one of rd_game.token_names */
    RD_EDIT_CLEAR,   /* whatever stands on a cell goes */
    RD_EDIT_TERRAIN, /* name is one of rd_game.terrain_names */
    RD_EDIT_COUNTER  /* name is one of rd_game.counter_names, amount its value */
};

struct rd_edit {
    enum rd_edit_kind kind;
    const char *name;
    uint32_t cell;  /* as in rd_game.cells */
    rd_seat owner;  /* RD_SEATS_MAX: nobody */
    int32_t amount; /* of a token: its health, 0 = full */
};

struct rd_codec {
    const char *game; /* rd_game.id */

    /* The whole truth, and what one seat knows of it. */
    json_t *(*position)(const void *state);
    json_t *(*view)(const void *view);

    /* Import. setup holds the options (and the map, if the caller read one); fields left out
     * take their defaults. On false the state is undefined and the problem is set. */
    bool (*read_position)(const json_t *position, const struct rd_setup *setup,
                          struct rd_luck *luck, void *state, struct rd_problem *problem);

    /* A map file of the game's own format, as bytes, into rd_game.map_size bytes, and such a file
     * to be freed by the caller; the same as the JSON value that a replay keeps. map_ending is how
     * the names of such files end (".json"). All five NULL where the game takes no maps. */
    const char *map_ending;
    bool (*read_map)(const char *text, size_t size, void *map, struct rd_problem *problem);
    char *(*write_map)(const void *map);
    bool (*map_from_json)(const json_t *json, void *map, struct rd_problem *problem);
    json_t *(*map_to_json)(const void *map);

    /* The map a state is played on, for replays of games that began from a position. NULL likewise.
     */
    void (*map_of_state)(const void *state, void *map);

    /* Orders in a form of the game's own (a JSON string, say). Returns false if this is not
     * such a form, so that the verb table decides. NULL: only the verb table. */
    bool (*read_order)(const void *state, rd_seat seat, const json_t *json, struct rd_order *order);

    /* A shorter way to write some orders of a position ("K E4-E5"), NULL: none. print_short gets an
     * action in range and returns the length, 0 if this one has no short form. expand_short writes
     * the same order in the words of the verb table; false: it is not in the short form, or, with a
     * problem, it does not fit what the seat knows of the position. Use host/order.h. */
    size_t (*print_short)(const void *state, struct rd_action action, char *out, size_t size);
    bool (*expand_short)(const void *state, rd_seat seat, const char *text, char *out, size_t size,
                         struct rd_problem *problem);

    /* For editors: change a position as position() wrote it. read_position() judges the result, so
     * only what can't even be tried is a problem here. NULL: edited as text only. */
    bool (*edit)(json_t *position, const struct rd_edit *edit, struct rd_problem *problem);
};

/* The codec of a game. Every registered game has one. */
const struct rd_codec *rd_codec_of(const struct rd_game *game);

#endif
