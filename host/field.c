#include "host/field.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "host/text.h"

enum { PATH_MAX_TEXT = 200, SHOWN_MAX = 40, LIST_TEXT_MAX = 240, DEPTH_MAX = 16 };

struct rd_field rd_field_root(const json_t *json, const char *name, struct rd_problem *problem)
{
    struct rd_field root = { json, NULL, name, 0, problem };
    return root;
}

bool rd_field_get(const struct rd_field *object, const char *key, struct rd_field *out)
{
    struct rd_field member = { json_object_get(object->json, key), object, key, 0,
                               object->problem };
    *out = member;
    return member.json != NULL;
}

bool rd_field_need(const struct rd_field *object, const char *key, struct rd_field *out)
{
    return rd_field_get(object, key, out) || rd_field_problem(out, "is missing");
}

struct rd_field rd_field_item(const struct rd_field *list, size_t index)
{
    struct rd_field item = { json_array_get(list->json, index), list, NULL, index, list->problem };
    return item;
}

static void path_of(const struct rd_field *field, char *out, size_t size)
{
    const struct rd_field *way[DEPTH_MAX];
    struct rd_text path = rd_text_into(out, size);
    size_t depth = 0;
    for (; field != NULL && depth < DEPTH_MAX; field = field->parent) {
        way[depth++] = field;
    }
    while (depth > 0) {
        const struct rd_field *step = way[--depth];
        char key[SHOWN_MAX];
        if (step->key == NULL) {
            rd_text_add(&path, "[%zu]", step->index);
        } else if (step->key[0] != '\0') {
            rd_text_add(&path, "%s%s", path.used > 0 ? "." : "",
                        rd_text_printable(step->key, strlen(step->key), key, sizeof key));
        }
    }
}

bool rd_field_problem(const struct rd_field *field, const char *format, ...)
{
    char path[PATH_MAX_TEXT], text[RD_PROBLEM_MAX];
    path_of(field, path, sizeof path);
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return rd_problem_at(field->problem, path, "%s", text);
}

/* What stands there, for "... is not ...". */
static const char *shown(const json_t *json, char *out, size_t size)
{
    switch (json_typeof(json)) {
    case JSON_OBJECT:
        return "an object";
    case JSON_ARRAY:
        return "a list";
    case JSON_STRING: {
        char tame[SHOWN_MAX];
        snprintf(out, size, "\"%s\"",
                 rd_text_printable(json_string_value(json), json_string_length(json), tame,
                                   sizeof tame));
        return out;
    }
    case JSON_INTEGER:
        snprintf(out, size, "%" JSON_INTEGER_FORMAT, json_integer_value(json));
        return out;
    case JSON_REAL:
        snprintf(out, size, "%g", json_real_value(json));
        return out;
    case JSON_TRUE:
        return "true";
    case JSON_FALSE:
        return "false";
    case JSON_NULL:
    default:
        return "null";
    }
}

static void names_text(const char *const *names, char *out, size_t size)
{
    struct rd_text list = rd_text_into(out, size);
    rd_text_add_names(&list, names);
}

static bool is_name(const char *const *names, const char *text, uint32_t *index)
{
    for (*index = 0; names[*index] != NULL; (*index)++) {
        if (strcmp(names[*index], text) == 0) {
            return true;
        }
    }
    return false;
}

bool rd_field_object(const struct rd_field *field, const char *const *keys)
{
    char text[SHOWN_MAX + 8], list[LIST_TEXT_MAX];
    if (!json_is_object(field->json)) {
        return rd_field_problem(field, "%s is not an object",
                                shown(field->json, text, sizeof text));
    }
    /* jansson has no iterator over a const object; this loop changes nothing. */
    json_t *object = (json_t *)(uintptr_t)field->json;
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value)
    {
        uint32_t index;
        if (!is_name(keys, key, &index)) {
            struct rd_field stray = { value, field, key, 0, field->problem };
            names_text(keys, list, sizeof list);
            return rd_field_problem(&stray, "there is no such field; known are %s", list);
        }
    }
    return true;
}

bool rd_field_list(const struct rd_field *field, size_t min, size_t max, size_t *count)
{
    char text[SHOWN_MAX + 8];
    if (!json_is_array(field->json)) {
        return rd_field_problem(field, "%s is not a list", shown(field->json, text, sizeof text));
    }
    *count = json_array_size(field->json);
    if (*count >= min && *count <= max) {
        return true;
    }
    if (min == max) {
        return rd_field_problem(field, "has %zu entries, must have %zu", *count, min);
    }
    return rd_field_problem(field, "has %zu entries, must have %zu to %zu", *count, min, max);
}

bool rd_field_integer(const struct rd_field *field, int64_t min, int64_t max, int64_t *out)
{
    char text[SHOWN_MAX + 8];
    if (!json_is_integer(field->json)) {
        return rd_field_problem(field, "%s is not a whole number",
                                shown(field->json, text, sizeof text));
    }
    *out = json_integer_value(field->json);
    if (*out >= min && *out <= max) {
        return true;
    }
    return rd_field_problem(field, "%" PRId64 " is not within %" PRId64 " to %" PRId64, *out, min,
                            max);
}

bool rd_field_choice(const struct rd_field *field, const char *const *names, uint32_t *out)
{
    const char *name = json_string_value(field->json);
    /* The length: a name followed by a NUL character is not that name. */
    if (name != NULL && json_string_length(field->json) == strlen(name) &&
        is_name(names, name, out)) {
        return true;
    }
    char text[SHOWN_MAX + 8], list[LIST_TEXT_MAX];
    names_text(names, list, sizeof list);
    return rd_field_problem(field, "%s is not one of %s", shown(field->json, text, sizeof text),
                            list);
}

bool rd_field_text(const struct rd_field *field, const char **out)
{
    char text[SHOWN_MAX + 8];
    *out = json_string_value(field->json);
    return *out != NULL ||
           rd_field_problem(field, "%s is not text", shown(field->json, text, sizeof text));
}
