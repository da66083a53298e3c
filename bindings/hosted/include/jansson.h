/*
 * The part of jansson's interface that the host's readers and writers use, for host.wasm: the same
 * names and promises, implemented in json_*.c beside it. Nothing else may include it.
 */
#ifndef REDOUBT_HOSTED_JANSSON_H
#define REDOUBT_HOSTED_JANSSON_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef long long json_int_t;
#define JSON_INTEGER_FORMAT "lld"

typedef enum {
    JSON_OBJECT,
    JSON_ARRAY,
    JSON_STRING,
    JSON_INTEGER,
    JSON_REAL,
    JSON_TRUE,
    JSON_FALSE,
    JSON_NULL
} json_type;

typedef struct json_t {
    json_type type;
    size_t refcount; /* SIZE_MAX: true, false and null, which are never freed */
} json_t;

#define json_typeof(json)     ((json)->type)
#define json_is_object(json)  ((json) != NULL && json_typeof(json) == JSON_OBJECT)
#define json_is_array(json)   ((json) != NULL && json_typeof(json) == JSON_ARRAY)
#define json_is_string(json)  ((json) != NULL && json_typeof(json) == JSON_STRING)
#define json_is_integer(json) ((json) != NULL && json_typeof(json) == JSON_INTEGER)
#define json_is_real(json)    ((json) != NULL && json_typeof(json) == JSON_REAL)
#define json_is_number(json)  (json_is_integer(json) || json_is_real(json))
#define json_is_true(json)    ((json) != NULL && json_typeof(json) == JSON_TRUE)
#define json_is_false(json)   ((json) != NULL && json_typeof(json) == JSON_FALSE)
#define json_is_boolean(json) (json_is_true(json) || json_is_false(json))
#define json_is_null(json)    ((json) != NULL && json_typeof(json) == JSON_NULL)
#define json_boolean(value)   ((value) ? json_true() : json_false())

/* Values. All return a new reference, NULL when memory is out or a text is not UTF-8. */
json_t *json_object(void);
json_t *json_array(void);
json_t *json_string(const char *text);
json_t *json_stringn(const char *text, size_t size);
json_t *json_integer(json_int_t value);
json_t *json_real(double value);
json_t *json_true(void);
json_t *json_false(void);
json_t *json_null(void);
json_t *json_copy(json_t *json);
json_t *json_deep_copy(const json_t *json);
int json_equal(const json_t *left, const json_t *right);
void json_delete(json_t *json);

static inline json_t *json_incref(json_t *json)
{
    if (json != NULL && json->refcount != SIZE_MAX) {
        json->refcount++;
    }
    return json;
}

static inline void json_decref(json_t *json)
{
    if (json != NULL && json->refcount != SIZE_MAX && --json->refcount == 0) {
        json_delete(json);
    }
}

const char *json_string_value(const json_t *json);
size_t json_string_length(const json_t *json);
json_int_t json_integer_value(const json_t *json);
double json_real_value(const json_t *json);
double json_number_value(const json_t *json);

/* Objects keep their keys in the order in which they came. The _new ones take the reference. */
size_t json_object_size(const json_t *object);
json_t *json_object_get(const json_t *object, const char *key);
int json_object_set_new(json_t *object, const char *key, json_t *value);
int json_object_del(json_t *object, const char *key);
int json_object_update(json_t *object, json_t *other);
static inline int json_object_set(json_t *object, const char *key, json_t *value)
{
    return json_object_set_new(object, key, json_incref(value));
}

void *json_object_iter(json_t *object);
void *json_object_iter_next(json_t *object, void *iter);
const char *json_object_iter_key(void *iter);
json_t *json_object_iter_value(void *iter);
#define json_object_foreach(object, key, value)                                  \
    for (void *json_iter_ = json_object_iter(object);                            \
         json_iter_ != NULL && ((key) = json_object_iter_key(json_iter_),        \
                               (value) = json_object_iter_value(json_iter_), 1); \
         json_iter_ = json_object_iter_next(object, json_iter_))

size_t json_array_size(const json_t *array);
json_t *json_array_get(const json_t *array, size_t index);
int json_array_append_new(json_t *array, json_t *value);
int json_array_set_new(json_t *array, size_t index, json_t *value);
int json_array_remove(json_t *array, size_t index);
int json_array_insert_new(json_t *array, size_t index, json_t *value);
int json_array_extend(json_t *array, json_t *other);
static inline int json_array_append(json_t *array, json_t *value)
{
    return json_array_append_new(array, json_incref(value));
}
static inline int json_array_set(json_t *array, size_t index, json_t *value)
{
    return json_array_set_new(array, index, json_incref(value));
}
#define json_array_foreach(array, index, value)                                                \
    for ((index) = 0;                                                                          \
         (index) < json_array_size(array) && ((value) = json_array_get(array, index)) != NULL; \
         (index)++)

/* Formats: s text, i int, I json_int_t, b boolean, f double, n null, o and O values, [] and {}. */
json_t *json_pack(const char *format, ...);

/* ---- text ---- */

enum { JSON_REJECT_DUPLICATES = 1, JSON_DECODE_ANY = 4 };
#define JSON_INDENT(blanks) 0 /* nobody reads it here */
enum { JSON_COMPACT = 0x20, JSON_ENSURE_ASCII = 0x40, JSON_ENCODE_ANY = 0x200 };

enum json_error_code {
    json_error_unknown,
    json_error_invalid_syntax,
    json_error_invalid_utf8,
    json_error_null_character,
    json_error_duplicate_key,
    json_error_numeric_overflow
};

typedef struct json_error_t {
    int line, column;
    enum json_error_code code;
    char text[160];
} json_error_t;

static inline enum json_error_code json_error_code(const json_error_t *error)
{
    return error->code;
}

json_t *json_loadb(const char *text, size_t size, size_t flags, json_error_t *error);
/* To be freed by free(); NULL when memory is out. Always compact. */
char *json_dumps(const json_t *json, size_t flags);

#endif
