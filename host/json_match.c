/* Does a value contain what was expected of it? */
#include <string.h>

#include "host/json_read.h"
#include "host/scenario.h"
#include "host/text.h"

enum { PATH_MAX_TEXT = 200, SHOWN_MAX = 80 };

struct match {
    char path[PATH_MAX_TEXT];
    struct rd_problem *problem;
};

static bool matches(const json_t *want, const json_t *got, const struct match *where);

static bool differs(const struct match *where, const json_t *want, const json_t *got)
{
    char wanted[SHOWN_MAX], found[SHOWN_MAX];
    return rd_problem_at(where->problem, where->path, "wanted %s, got %s",
                         rd_json_quote(want, wanted, sizeof wanted),
                         rd_json_quote(got, found, sizeof found));
}

static struct match below(const struct match *where, const char *format, const char *text)
{
    struct match inner = { "", where->problem };
    struct rd_text path = rd_text_into(inner.path, sizeof inner.path);
    char tame[SHOWN_MAX];
    rd_text_add(&path, "%s", where->path);
    if (format[0] == '.' && where->path[0] == '\0') {
        format++;
    }
    for (; *format != '\0'; format++) {
        if (*format == '$') {
            rd_text_add(&path, "%s", rd_text_printable(text, strlen(text), tame, sizeof tame));
        } else {
            rd_text_add_bytes(&path, format, 1);
        }
    }
    return inner;
}

/* Units are a list of objects with an id, or an object with the ids as keys. */
static bool has_unit(const json_t *units, const json_t *id)
{
    if (json_is_object(units)) {
        return json_is_string(id) && json_object_get(units, json_string_value(id)) != NULL;
    }
    for (size_t i = 0; i < json_array_size(units); i++) {
        if (json_equal(json_object_get(json_array_get(units, i), "id"), id)) {
            return true;
        }
    }
    return false;
}

static bool all_gone(const json_t *ids, const json_t *got, const struct match *where)
{
    if (!json_is_array(ids)) {
        return rd_problem_at(where->problem, where->path, "\"gone\" must be a list of ids");
    }
    for (size_t i = 0; i < json_array_size(ids); i++) {
        char shown[SHOWN_MAX];
        const json_t *id = json_array_get(ids, i);
        if (has_unit(json_object_get(got, "units"), id)) {
            return rd_problem_at(where->problem, where->path, "unit %s should be gone",
                                 rd_json_quote(id, shown, sizeof shown));
        }
    }
    return true;
}

static bool object_matches(const json_t *want, const json_t *got, const struct match *where)
{
    if (!json_is_object(got)) {
        return differs(where, want, got);
    }
    /* jansson has no iterator over a const object; this loop changes nothing. */
    json_t *wanted = (json_t *)(uintptr_t)want;
    const char *key;
    json_t *value;
    json_object_foreach(wanted, key, value)
    {
        struct match inner = below(where, ".$", key);
        const json_t *there = json_object_get(got, key);
        if (strcmp(key, "gone") == 0) {
            if (!all_gone(value, got, where)) {
                return false;
            }
        } else if (there == NULL && !json_is_null(value)) {
            return rd_problem_at(where->problem, inner.path, "is missing");
        } else if (there != NULL && !matches(value, there, &inner)) {
            return false;
        }
    }
    return true;
}

static const char *key_of_all(const json_t *list)
{
    static const char *const keys[] = { "id", "at" };
    for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++) {
        size_t having = 0;
        for (size_t i = 0; i < json_array_size(list); i++) {
            having += json_object_get(json_array_get(list, i), keys[k]) != NULL;
        }
        if (having > 0 && having == json_array_size(list)) {
            return keys[k];
        }
    }
    return NULL;
}

static const json_t *find_entry(const json_t *list, const char *key, const json_t *value)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *entry = json_array_get(list, i);
        if (json_equal(json_object_get(entry, key), value)) {
            return entry;
        }
    }
    return NULL;
}

static bool keyed_list_matches(const json_t *want, const json_t *got, const char *key,
                               const struct match *where)
{
    for (size_t i = 0; i < json_array_size(want); i++) {
        char shown[SHOWN_MAX], label[SHOWN_MAX + 8];
        const json_t *entry = json_array_get(want, i);
        const json_t *value = json_object_get(entry, key);
        const json_t *there = find_entry(got, key, value);
        snprintf(label, sizeof label, "%s=%s", key, rd_json_quote(value, shown, sizeof shown));
        if (there == NULL) {
            return rd_problem_at(where->problem, where->path, "no entry with %s", label);
        }
        struct match inner = below(where, "[$]", label);
        if (!matches(entry, there, &inner)) {
            return false;
        }
    }
    return true;
}

static bool list_matches(const json_t *want, const json_t *got, const struct match *where)
{
    if (!json_is_array(got)) {
        return differs(where, want, got);
    }
    const char *key = key_of_all(want);
    if (key != NULL) {
        return keyed_list_matches(want, got, key, where);
    }
    if (json_array_size(want) != json_array_size(got)) {
        return differs(where, want, got);
    }
    for (size_t i = 0; i < json_array_size(want); i++) {
        char index[24];
        snprintf(index, sizeof index, "%zu", i);
        struct match inner = below(where, "[$]", index);
        if (!matches(json_array_get(want, i), json_array_get(got, i), &inner)) {
            return false;
        }
    }
    return true;
}

static bool same_value(const json_t *want, const json_t *got)
{
    if (json_is_real(want) || json_is_real(got)) { /* 1 and 1.0 are the same number */
        return json_is_number(want) && json_is_number(got) &&
               json_number_value(want) == json_number_value(got);
    }
    return json_equal(want, got) != 0;
}

static bool matches(const json_t *want, const json_t *got, const struct match *where)
{
    if (json_is_object(want)) {
        return object_matches(want, got, where);
    }
    if (json_is_array(want)) {
        return list_matches(want, got, where);
    }
    return same_value(want, got) || differs(where, want, got);
}

bool rd_json_matches(const json_t *want, const json_t *got, struct rd_problem *problem)
{
    struct match whole = { "", problem };
    return matches(want, got, &whole);
}
