/*
 * arena/limits.h - what a program that plays may use up, and what happens beyond it.
 *
 * `--limit turn_ms=500`: one table gives the names, the presets, the ranges and the help.
 */
#ifndef REDOUBT_ARENA_LIMITS_H
#define REDOUBT_ARENA_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/problem.h"

enum limit {
    LIMIT_START_MS,  /* from the start to the first answer */
    LIMIT_TURN_MS,   /* for one answer */
    LIMIT_TOTAL_MS,  /* for all answers of a game; 0 = none */
    LIMIT_MEMORY_MB, /* of each process */
    LIMIT_OUTPUT_MB, /* on standard output, in a game */
    LIMIT_FAULTS,    /* turns lost before the seat is */
    LIMITS
};

enum sandbox_wish { SANDBOX_AUTO, SANDBOX_ON, SANDBOX_OFF };

struct limits {
    int32_t value[LIMITS];
    enum sandbox_wish sandbox;
};

struct limits limits_preset(void);

/* "turn_ms=500". The problem names the limit and its range. */
bool limits_set(struct limits *limits, const char *assignment, struct rd_problem *problem);
/* "auto", "on" or "off". */
bool limits_set_sandbox(struct limits *limits, const char *word, struct rd_problem *problem);

/* "start 10000 ms, turn 1000 ms, ...": for people and logs. */
size_t limits_print(const struct limits *limits, char *out, size_t size);

const char *limit_name(enum limit limit);

#endif
