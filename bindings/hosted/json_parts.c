/* Members of objects and items of lists. See include/jansson.h. */
#include <stdlib.h>
#include <string.h>

#include "json_value.h"

static struct json_object *object_of(const json_t *json)
{
    return json_is_object(json) ? (struct json_object *)(uintptr_t)json : NULL;
}

static struct json_array *array_of(const json_t *json)
{
    return json_is_array(json) ? (struct json_array *)(uintptr_t)json : NULL;
}

/* Room for one more entry of this size; false when memory is out. */
static bool make_room(void **entries, size_t count, size_t *room, size_t size)
{
    if (count < *room) {
        return true;
    }
    size_t wanted = *room == 0 ? 4 : 2 * *room;
    void *larger = realloc(*entries, wanted * size);
    if (larger == NULL) {
        return false;
    }
    *entries = larger;
    *room = wanted;
    return true;
}

/* ---- objects ---- */

size_t json_object_size(const json_t *json)
{
    return json_is_object(json) ? object_of(json)->count : 0;
}

static struct json_member *find(const json_t *json, const char *key)
{
    struct json_object *object = object_of(json);
    for (size_t i = 0; object != NULL && i < object->count; i++) {
        if (strcmp(object->member[i].key, key) == 0) {
            return &object->member[i];
        }
    }
    return NULL;
}

json_t *json_object_get(const json_t *json, const char *key)
{
    struct json_member *member = key == NULL ? NULL : find(json, key);
    return member == NULL ? NULL : member->value;
}

static int add_member(struct json_object *object, const char *key, json_t *value)
{
    size_t size = strlen(key) + 1;
    char *copy = malloc(size);
    if (copy == NULL || object->count == JSON_KEYS_MAX ||
        !make_room((void **)&object->member, object->count, &object->room,
                   sizeof *object->member)) {
        free(copy);
        json_decref(value);
        return -1;
    }
    memcpy(copy, key, size);
    object->member[object->count] = (struct json_member){ copy, value };
    object->count++;
    return 0;
}

int json_object_set_new(json_t *json, const char *key, json_t *value)
{
    struct json_object *object = object_of(json);
    if (object == NULL || key == NULL || value == NULL) {
        json_decref(value);
        return -1;
    }
    struct json_member *member = find(json, key);
    if (member == NULL) {
        return add_member(object, key, value);
    }
    json_decref(member->value);
    member->value = value;
    return 0;
}

int json_object_del(json_t *json, const char *key)
{
    struct json_object *object = object_of(json);
    struct json_member *member = find(json, key);
    if (member == NULL) {
        return -1;
    }
    size_t index = (size_t)(member - object->member);
    free(member->key);
    json_decref(member->value);
    object->count--;
    memmove(member, member + 1, (object->count - index) * sizeof *member);
    return 0;
}

int json_object_update(json_t *json, json_t *other)
{
    const struct json_object *from = object_of(other);
    for (size_t i = 0; from != NULL && i < from->count; i++) {
        json_object_set(json, from->member[i].key, from->member[i].value);
    }
    return from == NULL ? -1 : 0;
}

void *json_object_iter(json_t *json)
{
    return json_object_size(json) == 0 ? NULL : object_of(json)->member;
}

void *json_object_iter_next(json_t *json, void *iter)
{
    struct json_object *object = object_of(json);
    struct json_member *next = (struct json_member *)iter + 1;
    return next < object->member + object->count ? next : NULL;
}

const char *json_object_iter_key(void *iter)
{
    return ((struct json_member *)iter)->key;
}

json_t *json_object_iter_value(void *iter)
{
    return ((struct json_member *)iter)->value;
}

/* ---- lists ---- */

size_t json_array_size(const json_t *json)
{
    return json_is_array(json) ? array_of(json)->count : 0;
}

json_t *json_array_get(const json_t *json, size_t index)
{
    return index < json_array_size(json) ? array_of(json)->item[index] : NULL;
}

int json_array_append_new(json_t *json, json_t *value)
{
    struct json_array *array = array_of(json);
    if (array == NULL || value == NULL ||
        !make_room((void **)&array->item, array->count, &array->room, sizeof(json_t *))) {
        json_decref(value);
        return -1;
    }
    array->item[array->count] = value;
    array->count++;
    return 0;
}

int json_array_set_new(json_t *json, size_t index, json_t *value)
{
    if (index >= json_array_size(json) || value == NULL) {
        json_decref(value);
        return -1;
    }
    json_t **item = &array_of(json)->item[index];
    json_decref(*item);
    *item = value;
    return 0;
}

int json_array_remove(json_t *json, size_t index)
{
    struct json_array *array = array_of(json);
    if (index >= json_array_size(json)) {
        return -1;
    }
    json_decref(array->item[index]);
    array->count--;
    memmove(&array->item[index], &array->item[index + 1],
            (array->count - index) * sizeof(json_t *));
    return 0;
}

int json_array_insert_new(json_t *json, size_t index, json_t *value)
{
    struct json_array *array = array_of(json);
    if (index > json_array_size(json)) {
        json_decref(value);
        return -1;
    }
    if (json_array_append_new(json, value) != 0) {
        return -1;
    }
    memmove(&array->item[index + 1], &array->item[index],
            (array->count - 1 - index) * sizeof(json_t *));
    array->item[index] = value;
    return 0;
}

int json_array_extend(json_t *json, json_t *other)
{
    for (size_t i = 0; i < json_array_size(other); i++) {
        json_array_append(json, json_array_get(other, i));
    }
    return json_is_array(json) && json_is_array(other) ? 0 : -1;
}

/* ---- packing ---- */

static json_t *pack_value(const char **format, va_list *values);

/* Blanks, commas and colons of a format say nothing. */
static char next_letter(const char **format)
{
    *format += strspn(*format, " ,:");
    return **format;
}

static json_t *pack_object(const char **format, va_list *values)
{
    json_t *object = json_object();
    while (next_letter(format) == 's') {
        (*format)++;
        const char *key = va_arg(*values, const char *);
        next_letter(format);
        json_object_set_new(object, key, pack_value(format, values));
    }
    (*format)++; /* the brace */
    return object;
}

static json_t *pack_array(const char **format, va_list *values)
{
    json_t *array = json_array();
    while (next_letter(format) != ']' && **format != '\0') {
        json_array_append_new(array, pack_value(format, values));
    }
    (*format)++;
    return array;
}

static json_t *pack_value(const char **format, va_list *values)
{
    char letter = next_letter(format);
    (*format)++;
    switch (letter) {
    case '{':
        return pack_object(format, values);
    case '[':
        return pack_array(format, values);
    case 's':
        return json_string(va_arg(*values, const char *));
    case 'i':
        return json_integer(va_arg(*values, int));
    case 'I':
        return json_integer(va_arg(*values, json_int_t));
    case 'b':
        return json_boolean(va_arg(*values, int));
    case 'f':
        return json_real(va_arg(*values, double));
    case 'n':
        return json_null();
    case 'o':
        return va_arg(*values, json_t *);
    case 'O':
        return json_incref(va_arg(*values, json_t *));
    default:
        return NULL;
    }
}

json_t *json_pack(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    json_t *json = pack_value(&format, &values);
    va_end(values);
    return json;
}
