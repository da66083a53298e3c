/* How JSON values lie in memory. Private to json_*.c. */
#ifndef REDOUBT_HOSTED_JSON_VALUE_H
#define REDOUBT_HOSTED_JSON_VALUE_H

#include <jansson.h>
#include <stdbool.h>

enum { JSON_KEYS_MAX = 4096 }; /* of one object; they are found by looking at each */

struct json_member {
    char *key; /* owned */
    json_t *value;
};

struct json_object {
    json_t base;
    struct json_member *member;
    size_t count, room;
};

struct json_array {
    json_t base;
    json_t **item;
    size_t count, room;
};

struct json_string {
    json_t base;
    char *text; /* owned, ended by a zero byte */
    size_t size;
};

struct json_integer {
    json_t base;
    json_int_t value;
};

struct json_real {
    json_t base;
    double value;
};

bool json_is_utf8(const char *text, size_t size);

#endif
