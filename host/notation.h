/*
 * host/notation.h - orders, cells, seats and events as people write and read them.
 *
 * An order is its verb and its arguments, with blanks between: "build cannon 5,3", "hire N",
 * "resign". parse(print(a)) == a for every action. On input upper and lower case are alike,
 * and a name may be shortened as long as only one name begins that way.
 *
 * Printers behave like snprintf: they never write past size, always end with NUL, and return
 * the length the whole text has.
 */
#ifndef REDOUBT_HOST_NOTATION_H
#define REDOUBT_HOST_NOTATION_H

#include <stdbool.h>
#include <stddef.h>

#include "host/problem.h"
#include "redoubt/game.h"

enum {
    RD_TEXT_MAX = 256 /* enough for any printed order, and for a usual event */
};

size_t rd_action_print(const struct rd_game *game, struct rd_action action, char *out, size_t size);

/* The problem of a false says what was possible instead: the verbs, or the values of the
 * argument. Whether the order is legal is for judge() to say. */
bool rd_action_parse(const struct rd_game *game, const char *text, struct rd_action *action,
                     struct rd_problem *problem);

/* How a verb is used: "build TYPE AT", for help and messages. */
size_t rd_verb_usage(const struct rd_verb *verb, char *out, size_t size);

/* "5,3" or "E4". A number off the board is printed as "nowhere". */
size_t rd_cell_print(const struct rd_cells *cells, int64_t cell, char *out, size_t size);
bool rd_cell_parse(const struct rd_cells *cells, const char *text, uint16_t *cell);
/* false: x,y is not on the largest board. */
bool rd_cell_at(const struct rd_cells *cells, int64_t x, int64_t y, uint16_t *cell);
int32_t rd_cell_x(const struct rd_cells *cells, uint32_t cell);
int32_t rd_cell_y(const struct rd_cells *cells, uint32_t cell);

/* An argument's value as a sentence has it: "cannon", "5,3", "Red", "m3", "12". */
size_t rd_arg_print(const struct rd_game *game, const struct rd_arg *arg, int64_t value, char *out,
                    size_t size);

/* The value of an action's argument as it is typed; a step is the cell it leads to, on the board or
 * not. */
size_t rd_action_arg_print(const struct rd_game *game, const struct rd_action *action, uint32_t arg,
                           char *out, size_t size);

/* Where a step from a cell leads (RD_ARG_STEP), and the step that leads from it to x,y; false if
 * none does. */
enum { RD_STEPS = 5 };
void rd_step_target(const struct rd_cells *cells, uint32_t from, uint32_t step, int32_t xy[2]);
bool rd_step_to(const struct rd_cells *cells, uint32_t from, int64_t x, int64_t y, uint16_t *step);

/* What a verb's argument may be: "one of N, S, W, E", "a whole number from 0 to 3". */
size_t rd_arg_expected(const struct rd_game *game, const struct rd_arg *arg, char *out,
                       size_t size);

/* The value of an argument, as rd_action_parse() reads it; not for steps. */
bool rd_arg_parse(const struct rd_game *game, const struct rd_arg *arg, const char *word,
                  uint16_t *out);

/* A unit's name such as "m3": the prefix of its kind and a number. */
bool rd_unit_parse(const struct rd_arg *arg, const char *text, uint16_t *unit);

/* The verb called name; RD_VERB_RESIGN for "resign" unless the game has its own; RD_NO_VERB. */
#define RD_NO_VERB ((uint16_t)0xfffe)
uint16_t rd_verb_find(const struct rd_game *game, const char *name);
/* The same for people: case does not matter, and a name may be shortened. */
uint16_t rd_verb_meant(const struct rd_game *game, const char *word);
/* "hire, build, done, resign" */
size_t rd_verbs_print(const struct rd_game *game, char *out, size_t size);

/* "Red", "spectator", or "seat 5" where the game has no name for it. */
size_t rd_seat_print(const struct rd_game *game, rd_seat seat, char *out, size_t size);
/* A number, a seat's name, or "spectator" where that is allowed. */
bool rd_seat_parse(const struct rd_game *game, const char *text, bool spectator, rd_seat *seat,
                   struct rd_problem *problem);

/* The event's sentence: the template of its kind with every {name} replaced. */
size_t rd_event_print(const struct rd_game *game, const struct rd_event *event, char *out,
                      size_t size);

/* The same with other words for some facts: `name` adds them and returns true, or returns false.
 * Amounts are whole numbers then, and what a name says already is not said again. */
struct rd_text;
size_t rd_event_word(const struct rd_game *game, const struct rd_event *event,
                     bool (*name)(const void *context, const struct rd_event *event, uint32_t index,
                                  struct rd_text *text),
                     const void *context, char *out, size_t size);

/* Why an order was refused, in a sentence without full stop: the game's own words, or ours for the
 * code, naming the argument and its range. action may be NULL. *rule (may be NULL) gets the
 * paragraph, or NULL. */
size_t rd_verdict_print(const struct rd_game *game, struct rd_verdict verdict,
                        const struct rd_action *action, const char **rule, char *out, size_t size);

#endif
