/* JSON values: making, counting references, comparing. See include/jansson.h. */
#include "json_value.h"

#include <stdlib.h>
#include <string.h>

static json_t *make(json_type type, size_t size)
{
    json_t *json = calloc(1, size);
    if (json != NULL) {
        json->type = type;
        json->refcount = 1;
    }
    return json;
}

json_t *json_object(void)
{
    return make(JSON_OBJECT, sizeof(struct json_object));
}

json_t *json_array(void)
{
    return make(JSON_ARRAY, sizeof(struct json_array));
}

json_t *json_integer(json_int_t value)
{
    struct json_integer *json = (struct json_integer *)make(JSON_INTEGER, sizeof *json);
    if (json != NULL) {
        json->value = value;
    }
    return (json_t *)json;
}

json_t *json_real(double value)
{
    struct json_real *json = (struct json_real *)make(JSON_REAL, sizeof *json);
    if (json != NULL) {
        json->value = value;
    }
    return (json_t *)json;
}

/* How many bytes this first byte of a letter announces; 0: it can't be one. */
static size_t letter_size(unsigned char first)
{
    if (first < 0x80) {
        return 1;
    }
    return first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
}

static bool is_letter(const unsigned char *at, size_t size)
{
    for (size_t i = 1; i < size; i++) {
        if ((at[i] & 0xc0) != 0x80) {
            return false;
        }
    }
    bool overlong = (at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xf0 && at[1] < 0x90);
    bool half = at[0] == 0xed && at[1] > 0x9f;
    return !overlong && !half && !(at[0] == 0xf4 && at[1] > 0x8f);
}

bool json_is_utf8(const char *text, size_t size)
{
    const unsigned char *at = (const unsigned char *)text;
    for (size_t i = 0; i < size;) {
        size_t letter = letter_size(at[i]);
        if (letter == 0 || letter > size - i || !is_letter(at + i, letter)) {
            return false;
        }
        i += letter;
    }
    return true;
}

json_t *json_stringn(const char *text, size_t size)
{
    if (text == NULL || !json_is_utf8(text, size)) {
        return NULL;
    }
    struct json_string *json = (struct json_string *)make(JSON_STRING, sizeof *json);
    char *copy = malloc(size + 1);
    if (json == NULL || copy == NULL) {
        free(json);
        free(copy);
        return NULL;
    }
    memcpy(copy, text, size);
    copy[size] = '\0';
    json->text = copy;
    json->size = size;
    return (json_t *)json;
}

json_t *json_string(const char *text)
{
    return text == NULL ? NULL : json_stringn(text, strlen(text));
}

json_t *json_true(void)
{
    static json_t value = { JSON_TRUE, SIZE_MAX };
    return &value;
}

json_t *json_false(void)
{
    static json_t value = { JSON_FALSE, SIZE_MAX };
    return &value;
}

json_t *json_null(void)
{
    static json_t value = { JSON_NULL, SIZE_MAX };
    return &value;
}

void json_delete(json_t *json)
{
    if (json->type == JSON_OBJECT) {
        struct json_object *object = (struct json_object *)json;
        for (size_t i = 0; i < object->count; i++) {
            free(object->member[i].key);
            json_decref(object->member[i].value);
        }
        free(object->member);
    } else if (json->type == JSON_ARRAY) {
        struct json_array *array = (struct json_array *)json;
        for (size_t i = 0; i < array->count; i++) {
            json_decref(array->item[i]);
        }
        free(array->item);
    } else if (json->type == JSON_STRING) {
        free(((struct json_string *)json)->text);
    }
    free(json);
}

const char *json_string_value(const json_t *json)
{
    return json_is_string(json) ? ((const struct json_string *)json)->text : NULL;
}

size_t json_string_length(const json_t *json)
{
    return json_is_string(json) ? ((const struct json_string *)json)->size : 0;
}

json_int_t json_integer_value(const json_t *json)
{
    return json_is_integer(json) ? ((const struct json_integer *)json)->value : 0;
}

double json_real_value(const json_t *json)
{
    return json_is_real(json) ? ((const struct json_real *)json)->value : 0;
}

double json_number_value(const json_t *json)
{
    return json_is_integer(json) ? (double)json_integer_value(json) : json_real_value(json);
}

static int same_members(const json_t *left, const json_t *right)
{
    const struct json_object *object = (const struct json_object *)left;
    if (object->count != json_object_size(right)) {
        return 0;
    }
    for (size_t i = 0; i < object->count; i++) {
        if (!json_equal(object->member[i].value, json_object_get(right, object->member[i].key))) {
            return 0;
        }
    }
    return 1;
}

static int same_items(const json_t *left, const json_t *right)
{
    size_t count = json_array_size(left);
    if (count != json_array_size(right)) {
        return 0;
    }
    for (size_t i = 0; i < count; i++) {
        if (!json_equal(json_array_get(left, i), json_array_get(right, i))) {
            return 0;
        }
    }
    return 1;
}

int json_equal(const json_t *left, const json_t *right)
{
    if (left == NULL || right == NULL || left->type != right->type) {
        return 0;
    }
    switch (left->type) {
    case JSON_OBJECT:
        return same_members(left, right);
    case JSON_ARRAY:
        return same_items(left, right);
    case JSON_STRING:
        return json_string_length(left) == json_string_length(right) &&
               strcmp(json_string_value(left), json_string_value(right)) == 0;
    case JSON_INTEGER:
        return json_integer_value(left) == json_integer_value(right);
    case JSON_REAL:
        return json_real_value(left) == json_real_value(right);
    default:
        return 1;
    }
}

/* deep: what is within is copied too, else it is shared. */
static json_t *copy_of(const json_t *json, bool deep);

static json_t *part_of(json_t *part, bool deep)
{
    return deep ? copy_of(part, true) : json_incref(part);
}

static json_t *copy_of(const json_t *json, bool deep)
{
    json_t *copy = NULL;
    switch (json->type) {
    case JSON_OBJECT:
        copy = json_object();
        for (size_t i = 0; i < json_object_size(json); i++) {
            const struct json_member *member = &((const struct json_object *)json)->member[i];
            json_object_set_new(copy, member->key, part_of(member->value, deep));
        }
        return copy;
    case JSON_ARRAY:
        copy = json_array();
        for (size_t i = 0; i < json_array_size(json); i++) {
            json_array_append_new(copy, part_of(json_array_get(json, i), deep));
        }
        return copy;
    case JSON_STRING:
        return json_stringn(json_string_value(json), json_string_length(json));
    case JSON_INTEGER:
        return json_integer(json_integer_value(json));
    case JSON_REAL:
        return json_real(json_real_value(json));
    default:
        return (json_t *)(uintptr_t)json; /* true, false and null are the same everywhere */
    }
}

json_t *json_copy(json_t *json)
{
    return json == NULL ? NULL : copy_of(json, false);
}

json_t *json_deep_copy(const json_t *json)
{
    return json == NULL ? NULL : copy_of(json, true);
}
