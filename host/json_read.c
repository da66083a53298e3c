#include "host/json_read.h"

#include <stdlib.h>
#include <string.h>

#include "host/file.h"
#include "host/text.h"

/* What a look at the brackets tells before anything is allocated. */
struct look {
    const char *text;
    size_t size;
    struct rd_problem *problem;
};

static bool bad_place(const struct look *look, size_t offset, const char *what)
{
    size_t line = 1, column = 1;
    for (size_t i = 0; i < offset; i++) {
        column = look->text[i] == '\n' ? 1 : column + 1;
        line += look->text[i] == '\n';
    }
    return rd_problem_at(look->problem, NULL, "line %zu, column %zu: %s", line, column, what);
}

/* The offset just behind the string that begins at offset. */
static size_t skip_string(const struct look *look, size_t offset)
{
    for (offset++; offset < look->size && look->text[offset] != '"'; offset++) {
        if (look->text[offset] == '\\') {
            offset++;
        }
    }
    return offset + 1;
}

static bool within_limits(const struct look *look)
{
    size_t depth = 0, values = 1;
    for (size_t i = 0; i < look->size;) {
        char c = look->text[i];
        if (c == '"') {
            i = skip_string(look, i);
            continue;
        }
        if (c == '[' || c == '{') {
            depth++;
        } else if ((c == ']' || c == '}') && depth > 0) {
            depth--;
        }
        values += c == ',' || c == ':' || c == '[' || c == '{';
        if (depth > RD_JSON_DEPTH_MAX) {
            return bad_place(look, i, "lists and objects are nested more than 64 deep");
        }
        if (values > RD_JSON_VALUES_MAX) {
            return bad_place(look, i, "more than a million values");
        }
        i++;
    }
    return true;
}
_Static_assert(RD_JSON_DEPTH_MAX == 64 && RD_JSON_VALUES_MAX == 1000000, "as the messages say");

static bool only_blanks(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (strchr(" \t\r\n", text[i]) == NULL || text[i] == '\0') {
            return false;
        }
    }
    return true;
}

static bool parser_problem(const json_error_t *error, struct rd_problem *problem)
{
    char what[RD_PROBLEM_MAX / 2];
    /* The parser's own words for this one name a switch of its interface. */
    const char *said = json_error_code(error) == json_error_null_character
                           ? "\\u0000 has no place in a text"
                           : error->text;
    rd_text_printable(said, strlen(said), what, sizeof what);
    bool utf8 = json_error_code(error) == json_error_invalid_utf8;
    return rd_problem_at(problem, NULL, "line %d, column %d: %s%s", error->line, error->column,
                         utf8 ? "not UTF-8: " : "", what);
}

json_t *rd_json_parse(const char *text, size_t size, struct rd_problem *problem)
{
    struct look look = { text, size, problem };
    if (size > RD_JSON_SIZE_MAX) {
        rd_problem_at(problem, NULL, "%zu bytes of JSON are more than the %d that are read", size,
                      RD_JSON_SIZE_MAX);
        return NULL;
    }
    if (only_blanks(text, size)) {
        rd_problem_at(problem, NULL, "line 1, column 1: there is nothing here, JSON was expected");
        return NULL;
    }
    const char *nul = memchr(text, '\0', size);
    if (nul != NULL) {
        bad_place(&look, (size_t)(nul - text), "a NUL byte has no place in JSON");
        return NULL;
    }
    if (!within_limits(&look)) {
        return NULL;
    }
    json_error_t error;
    json_t *json = json_loadb(text, size, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
    if (json == NULL) {
        parser_problem(&error, problem);
    }
    return json;
}

json_t *rd_json_load(const char *path, struct rd_problem *problem)
{
    char *text;
    size_t size;
    if (!rd_file_read(path, RD_JSON_SIZE_MAX, &text, &size, problem)) {
        return NULL;
    }
    struct rd_problem inner = { "" };
    json_t *json = rd_json_parse(text, size, &inner);
    if (json == NULL) {
        rd_problem_at(problem, strcmp(path, "-") == 0 ? "standard input" : path, "%s", inner.text);
    }
    free(text);
    return json;
}

const char *rd_json_quote(const json_t *value, char *out, size_t size)
{
    char *text = value == NULL
                     ? NULL
                     : json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY | JSON_ENSURE_ASCII);
    const char *shown = text == NULL ? "nothing" : text;
    rd_text_printable(shown, strlen(shown), out, size);
    free(text);
    return out;
}
