/*
 * host/json_read.h - JSON text from outside, read strictly.
 *
 * Size, depth and number of values are bounded before anything is built; duplicate keys,
 * invalid UTF-8, NUL, numbers too large for a machine and anything after the value are
 * refused. A problem names line and column. What comes back is
 * safe to walk with recursion; host/field.h then reads it field by field.
 */
#ifndef REDOUBT_HOST_JSON_READ_H
#define REDOUBT_HOST_JSON_READ_H

#include <jansson.h>
#include <stdbool.h>

#include "host/problem.h"

enum {
    RD_JSON_SIZE_MAX = 8 * 1024 * 1024, /* bytes of text */
    RD_JSON_DEPTH_MAX = 64,             /* lists and objects within each other */
    RD_JSON_VALUES_MAX = 1000000        /* numbers, texts, keys, ...: bounds the memory */
};

/* One JSON value. NULL with a problem "line 3, column 14: ..." otherwise. New reference. */
json_t *rd_json_parse(const char *text, size_t size, struct rd_problem *problem);

/* The same for a file ("-": standard input); the problem starts with the path. */
json_t *rd_json_load(const char *path, struct rd_problem *problem);

/* A short quotation of a value for messages: at most size-1 bytes of its JSON. Returns out. */
const char *rd_json_quote(const json_t *value, char *out, size_t size);

#endif
