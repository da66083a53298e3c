/* Texts from outside, line by line. */
#include "host/lines.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct rd_lines rd_lines_of(const char *text, size_t size, struct rd_problem *problem)
{
    struct rd_lines lines = { text, text + size, 0, false, problem };
    return lines;
}

bool rd_lines_next(struct rd_lines *lines, struct rd_line *line)
{
    if (lines->at == lines->end) {
        return false;
    }
    const char *stop = memchr(lines->at, '\n', (size_t)(lines->end - lines->at));
    const char *end = stop == NULL ? lines->end : stop;
    line->text = lines->at;
    line->length = (size_t)(end - lines->at);
    if (line->length > 0 && line->text[line->length - 1] == '\r') {
        line->length--;
    }
    lines->at = stop == NULL ? lines->end : stop + 1;
    lines->number++;
    return true;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

struct rd_line rd_line_trimmed(struct rd_line line)
{
    while (line.length > 0 && is_blank(line.text[0])) {
        line.text++;
        line.length--;
    }
    while (line.length > 0 && is_blank(line.text[line.length - 1])) {
        line.length--;
    }
    return line;
}

bool rd_line_is(struct rd_line line, const char *text)
{
    return line.length == strlen(text) && memcmp(line.text, text, line.length) == 0;
}

/* Functions with a format all begin and end so: C has no shorter way to pass arguments on. */
bool rd_lines_problem(const struct rd_lines *lines, const char *format, ...)
{
    char message[RD_PROBLEM_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    return rd_problem_at(lines->problem, NULL, "line %u: %s", lines->number, message);
}

static bool split(const struct rd_lines *lines, struct rd_line line, struct rd_line *key,
                  struct rd_line *value)
{
    const char *equals = memchr(line.text, '=', line.length);
    if (equals == NULL) {
        return rd_lines_problem(lines, "must be KEY=VALUE, a remark that begins with #, or grid:");
    }
    size_t before = (size_t)(equals - line.text);
    *key = rd_line_trimmed((struct rd_line){ line.text, before });
    *value = rd_line_trimmed((struct rd_line){ equals + 1, line.length - before - 1 });
    return true;
}

bool rd_lines_header(struct rd_lines *lines, struct rd_line *key, struct rd_line *value)
{
    struct rd_line line;
    while (rd_lines_next(lines, &line)) {
        line = rd_line_trimmed(line);
        if (rd_line_is(line, "grid:")) {
            lines->in_grid = true;
            return false;
        }
        if (line.length > 0 && line.text[0] != '#') {
            return split(lines, line, key, value);
        }
    }
    return rd_problem_at(lines->problem, NULL,
                         "there is no line grid:, behind which the rows begin");
}
