/* JSON text from strangers: what is refused, and whether the message helps. */
#include <stdlib.h>

#include "check.h"
#include "host/json_read.h"

struct bad {
    const char *name, *text;
    size_t size; /* 0: up to the NUL */
    const char *says;
};

static const struct bad table[] = {
    { "empty", "", 0, "line 1, column 1" },
    { "blanks", " \n\t ", 0, "nothing here" },
    { "truncated", "{\"a\":[1,2", 0, "line 1" },
    { "garbage behind", "{} x", 0, "line 1, column 4" },
    { "second value", "1 2", 0, "line 1" },
    { "second line", "{\"a\":1,\n \"b\":}", 0, "line 2, column 6" },
    { "NaN", "[NaN]", 0, "NaN" },
    { "Infinity", "[Infinity]", 0, "Infinity" },
    { "minus infinity", "[-Infinity]", 0, "line 1" },
    { "huge integer", "[123456789012345678901234567890]", 0, "too big" },
    { "huge real", "[1e999]", 0, "overflow" },
    { "hexadecimal", "[0x10]", 0, "line 1" },
    { "plus sign", "[+1]", 0, "line 1" },
    { "leading zero", "[01]", 0, "line 1" },
    { "duplicate key", "{\"a\":1,\"a\":2}", 0, "duplicate" },
    { "duplicate by escape", "{\"a\":1,\"\\u0061\":2}", 0, "duplicate" },
    { "trailing comma", "[1,]", 0, "line 1" },
    { "comment", "[1] // x", 0, "line 1" },
    { "single quotes", "{'a':1}", 0, "line 1" },
    { "bare NUL", "[1,\0002]", 6, "NUL" },
    { "NUL at the end", "[1]\0", 4, "NUL" },
    { "escaped NUL", "[\"\\u0000\"]", 0, "line 1" },
    { "control character", "[\"a\nb\"]", 0, "line 1" },
    { "overlong UTF-8", "[\"\xc0\xaf\"]", 0, "UTF-8" },
    { "half UTF-8", "[\"\xe2\x82\"]", 0, "UTF-8" },
    { "surrogate in UTF-8", "[\"\xed\xa0\x80\"]", 0, "UTF-8" },
    { "past Unicode", "[\"\xf4\x90\x80\x80\"]", 0, "UTF-8" },
    { "half a surrogate pair", "[\"\\ud800\"]", 0, "line 1" },
    { "byte order mark", "\xef\xbb\xbf[]", 0, "line 1" },
    { "lone quote", "\"", 0, "line 1" },
    { "lone backslash", "\"\\", 0, "line 1" },
    { "closing first", "]]]]", 0, "line 1" },
};

static bool is_one_clear_line(const char *text)
{
    for (const char *c = text; *c != '\0'; c++) {
        if (*c < 0x20 || *c > 0x7e) {
            return false;
        }
    }
    return text[0] != '\0';
}

static void hostile_texts_are_refused_with_a_place(void)
{
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct rd_problem problem = { "" };
        size_t size = table[i].size > 0 ? table[i].size : strlen(table[i].text);
        json_t *json = rd_json_parse(table[i].text, size, &problem);
        CHECK(json == NULL);
        CHECK(is_one_clear_line(problem.text));
        if (strstr(problem.text, table[i].says) == NULL) {
            printf("# %s: \"%s\" does not say \"%s\"\n", table[i].name, problem.text,
                   table[i].says);
            check_failures++;
        }
        json_decref(json);
    }
}

/* count times open, then count times close. */
static char *nested(size_t count, const char *open, const char *close, size_t *size)
{
    size_t unit = strlen(open), end = strlen(close);
    char *text = malloc(count * (unit + end) + 2);
    char *at = text;
    for (size_t i = 0; i < count; i++, at += unit) {
        memcpy(at, open, unit);
    }
    *at++ = '1';
    for (size_t i = 0; i < count; i++, at += end) {
        memcpy(at, close, end);
    }
    *size = (size_t)(at - text);
    return text;
}

static void depth_is_bounded(void)
{
    size_t size;
    char *text = nested(RD_JSON_DEPTH_MAX, "[", "]", &size);
    struct rd_problem problem = { "" };
    json_t *json = rd_json_parse(text, size, &problem);
    CHECK(json != NULL);
    json_decref(json);
    free(text);
    const char *const open[] = { "[", "{\"a\":" }, *const close[] = { "]", "}" };
    for (size_t kind = 0; kind < 2; kind++) {
        for (size_t depth = RD_JSON_DEPTH_MAX + 1; depth < 1000000; depth *= 100) {
            struct rd_problem deep = { "" };
            text = nested(depth, open[kind], close[kind], &size);
            CHECK(rd_json_parse(text, size, &deep) == NULL);
            CHECK(strstr(deep.text, "64 deep") != NULL);
            free(text);
        }
    }
}

static void brackets_within_text_are_only_text(void)
{
    char text[512] = "[\"";
    memset(text + 2, '[', 400);
    strcpy(text + 402, "\\\"[[\\\\\"]");
    struct rd_problem problem = { "" };
    json_t *json = rd_json_parse(text, strlen(text), &problem);
    CHECK_TEXT(problem.text, "");
    CHECK(json != NULL);
    json_decref(json);
}

static void number_of_values_is_bounded(void)
{
    size_t count = RD_JSON_VALUES_MAX + 10, size = 2 * count + 1;
    char *text = malloc(size);
    for (size_t i = 0; i < count; i++) {
        text[2 * i] = i == 0 ? '[' : ',';
        text[2 * i + 1] = '0';
    }
    text[size - 1] = ']';
    struct rd_problem problem = { "" };
    CHECK(rd_json_parse(text, size, &problem) == NULL);
    CHECK(strstr(problem.text, "million") != NULL);
    free(text);
}

static void size_is_bounded(void)
{
    size_t size = (size_t)RD_JSON_SIZE_MAX + 1;
    char *text = malloc(size);
    memset(text, ' ', size);
    struct rd_problem problem = { "" };
    CHECK(rd_json_parse(text, size, &problem) == NULL);
    CHECK(strstr(problem.text, "8388608") != NULL);
    free(text);
}

static void good_texts_are_read(void)
{
    static const char *const good[] = { "{}",
                                        "[]",
                                        "0",
                                        "\"x\"",
                                        "null",
                                        " [1 ] ",
                                        "[-0]",
                                        "[1.5e3]",
                                        "[9223372036854775807]",
                                        "[\"\xe2\x82\xac\"]",
                                        "{\"\":1}" };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        struct rd_problem problem = { "" };
        json_t *json = rd_json_parse(good[i], strlen(good[i]), &problem);
        CHECK(json != NULL);
        CHECK_TEXT(problem.text, "");
        json_decref(json);
    }
}

static void files_are_named(void)
{
    struct rd_problem missing = { "" }, folder = { "" };
    CHECK(rd_json_load("/nowhere/at/all.json", &missing) == NULL);
    CHECK(strncmp(missing.text, "/nowhere/at/all.json: ", 22) == 0);
    CHECK(rd_json_load("/", &folder) == NULL);
    CHECK_TEXT(folder.text, "/: is a folder, not a file");
}

static void quotations_are_short_and_printable(void)
{
    char out[12];
    json_t *json = json_pack("[s, i]", "\xe2\x82\xac and more", 7);
    CHECK_TEXT(rd_json_quote(json, out, sizeof out), "[\"\\u20AC...");
    CHECK_TEXT(rd_json_quote(NULL, out, sizeof out), "nothing");
    json_decref(json);
}

int main(void)
{
    RUN(hostile_texts_are_refused_with_a_place);
    RUN(depth_is_bounded);
    RUN(brackets_within_text_are_only_text);
    RUN(number_of_values_is_bounded);
    RUN(size_is_bounded);
    RUN(good_texts_are_read);
    RUN(files_are_named);
    RUN(quotations_are_short_and_printable);
    return check_end();
}
