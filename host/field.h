/*
 * host/field.h - reading JSON from outside, strictly, with a path to whatever is wrong.
 *
 * A struct rd_field is one value and the way to it: "state.Towers[2].x". It lives on the
 * reader's stack and points to its parent, so the path costs nothing until there is a problem.
 * Every reader returns false after it has reported the problem, so that they chain with &&.
 */
#ifndef REDOUBT_HOST_FIELD_H
#define REDOUBT_HOST_FIELD_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "host/problem.h"

struct rd_field {
    const json_t *json;
    const struct rd_field *parent; /* NULL: the root */
    const char *key;               /* name in its object, NULL: an entry of a list */
    size_t index;                  /* place in its list */
    struct rd_problem *problem;
};

/* The whole. name is "" unless the paths should begin with one. */
struct rd_field rd_field_root(const json_t *json, const char *name, struct rd_problem *problem);

/* A member of an object; false if it was left out (which is no problem). */
bool rd_field_get(const struct rd_field *object, const char *key, struct rd_field *out);
/* A member that must be there. */
bool rd_field_need(const struct rd_field *object, const char *key, struct rd_field *out);
/* An entry of a list. */
struct rd_field rd_field_item(const struct rd_field *list, size_t index);

/* Report "path: message". Always false. */
bool rd_field_problem(const struct rd_field *field, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* An object that has no keys but these (a list that ends with NULL). */
bool rd_field_object(const struct rd_field *field, const char *const *keys);
/* A list of min to max entries. */
bool rd_field_list(const struct rd_field *field, size_t min, size_t max, size_t *count);
bool rd_field_integer(const struct rd_field *field, int64_t min, int64_t max, int64_t *out);
/* One of the names (a list that ends with NULL); out is its index. */
bool rd_field_choice(const struct rd_field *field, const char *const *names, uint32_t *out);
/* A string; out stays owned by the JSON value. */
bool rd_field_text(const struct rd_field *field, const char **out);

#endif
