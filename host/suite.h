/*
 * host/suite.h - the worked cases of all games, built into the program, for other implementations.
 *
 * docs/suite.md describes cases, questions and answers as people get them. A case is a scenario
 * (host/scenario.h) with an id and the paragraphs it is about; a question is a case without its
 * title, its note and what it wants.
 */
#ifndef REDOUBT_HOST_SUITE_H
#define REDOUBT_HOST_SUITE_H

#include <jansson.h>
#include <stdbool.h>

#include "host/problem.h"

/* The version of the format: files, questions and answers. */
enum { RD_SUITE_VERSION = 1 };

/* What tools/pack-suite packed: {"cases": [...], "files": {name: text}}. New reference. */
json_t *rd_suite_load(void);

/* A case as it is exported: the position is complete, "refused" is always there, "seed" only where
 * luck beyond "rolls" is drawn, and "rolls_used" tells how many rolls the set-up and each step
 * take. New reference; NULL with a problem when the case can't be played. */
json_t *rd_suite_case(const json_t *packed, struct rd_problem *problem);

/* The answer to a question: {"id", "refused", "why", "over", "outcome", "rolls_left", "position",
 * "views"}, or {"id", "begins": false, "why"} where it can't be begun or played. New reference. */
json_t *rd_suite_answer(const json_t *question);

#endif
