/*
 * host/scenario.h - orders played on a position with scripted luck, and what must come of it.
 *
 *   {"game":"null", "options":{"heap":5}, "seed":"7",
 *    "position":{...},            absent: a new game from options and seed
 *    "drawn":12,                  so much of the seed's luck was used up before
 *    "rolls":[4,2,6],             values of the next draws; then the seed's luck goes on
 *    "show":[1],                  print the position after these steps
 *    "steps":[[0,{"verb":"take","stones":2}]],
 *    "expect":{"refused":[], "over":false, "position":{"heap":3}}}
 *
 * Besides parts of the final line, "expect" may hold "refused" (the steps, none if left out), "why"
 * (the reasons of the refused steps), "views" (what seats know at the end, by number or
 * "spectator": parts of their views) and "told": the sentences of all events of all steps, each
 * after the seats that hear it (s = spectators) and with its cause, by number within its step:
 * "01s: 9 strikes 10. (after 3)". tools/told writes such lists.
 *
 * A seed left out is 0. "id", "title", "note", "paragraphs" and "rolls_used" are for people. A
 * refused step changes nothing and the run goes on. A file that can't be understood is a problem,
 * and then nothing is to be printed.
 */
#ifndef REDOUBT_HOST_SCENARIO_H
#define REDOUBT_HOST_SCENARIO_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "host/play.h"
#include "host/problem.h"
#include "host/setup.h"

enum { RD_SCENARIO_STEPS_MAX = 100000, RD_SCENARIO_ROLLS_MAX = 100000 };

struct rd_scenario {
    struct rd_chosen chosen;
    uint64_t key[2];
    uint64_t drawn; /* counter blocks used up before the beginning */
    int32_t *rolls; /* owned */
    uint32_t roll_count;
    json_t *json; /* the whole scenario, one reference */
    bool *show;   /* owned, one a step */
    uint32_t step_count;
};

/* Read and check everything that can be checked without playing. Takes a reference of its own
 * to json. The problem names the field. On false nothing is left to close. */
bool rd_scenario_open(struct rd_scenario *scenario, json_t *json, enum rd_map_files files,
                      struct rd_problem *problem);
void rd_scenario_close(struct rd_scenario *scenario);

/* The position that the steps start from; the caller ends the play before it closes the scenario.
 */
bool rd_scenario_begin(const struct rd_scenario *scenario, struct rd_play *play,
                       struct rd_problem *problem);

/* How a run prints. Zeroed: nothing, just the result. */
struct rd_scenario_how {
    FILE *out;     /* lines, one a step and a final one; NULL = none */
    bool each;     /* the position after every step */
    bool frames;   /* the steps that every order was carried out in, as view_seat or a spectator
                    * saw them */
    bool explain;  /* the events' sentences instead of JSON */
    bool draw;     /* and the board, where JSON would have a position */
    bool strict;   /* stop after the first refused step */
    bool has_view; /* what view_seat sees, instead of the whole truth */
    rd_seat view_seat;
    bool begin;        /* keep the position that the steps start from */
    const char *label; /* printed above an explanation, and "scenario" in every line; NULL = none */
};

struct rd_scenario_result {
    json_t *final;      /* the last line */
    json_t *refused;    /* list of step numbers */
    json_t *why;        /* list of the reasons they were given */
    json_t *told;       /* list of sentences; NULL = none are expected */
    json_t *views;      /* those that are expected, by seat */
    json_t *rolls_used; /* how many of them the set-up and each step took */
    json_t *begin;      /* the position that the steps start from; NULL = not asked for */
    /* counter blocks of the seed's luck used up, there and at the end */
    uint64_t begin_drawn, drawn;
};

/* The seat a key of expect.views means: a number or "spectator"; RD_SPECTATOR + 1 if neither. */
rd_seat rd_scenario_viewer(const struct rd_scenario *scenario, const char *key);

/* Play the steps. false: the file is bad after all (unknown verb, roll out of its range); what was
 * written to how->out is then to be thrown away. The result is released with _result_close. */
bool rd_scenario_run(const struct rd_scenario *scenario, const struct rd_scenario_how *how,
                     struct rd_scenario_result *result, struct rd_problem *problem);
void rd_scenario_result_close(struct rd_scenario_result *result);

/* false: the result is not what scenario["expect"] says, and the problem is the first difference. A
 * scenario that expects nothing fails. */
bool rd_scenario_as_expected(const struct rd_scenario *scenario,
                             const struct rd_scenario_result *result, struct rd_problem *problem);

/* host/json_match.c. false: the problem is the first difference of want, a subset, from got.
 * Objects: every key of want; a null also matches a missing key; "gone" lists ids that got.units
 * must not have. Lists of objects that all have "id" (else "at") are matched by it, other lists
 * item by item. */
bool rd_json_matches(const json_t *want, const json_t *got, struct rd_problem *problem);

#endif
