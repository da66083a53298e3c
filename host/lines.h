/*
 * host/lines.h - a text from outside, line by line, for map files of the form
 *
 *     # a remark
 *     name=Little lake
 *     grid:
 *     rows, as long as they go
 *
 * Nothing is copied: a line points into the text and does not end with NUL.
 */
#ifndef REDOUBT_HOST_LINES_H
#define REDOUBT_HOST_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/problem.h"

struct rd_line {
    const char *text;
    size_t length;
};

struct rd_lines {
    const char *at, *end;
    uint32_t number; /* of the line that was read last, from 1 */
    bool in_grid;    /* the line grid: was read */
    struct rd_problem *problem;
};

struct rd_lines rd_lines_of(const char *text, size_t size, struct rd_problem *problem);

/* The next line, without its end (LF or CRLF). false: there is none. */
bool rd_lines_next(struct rd_lines *lines, struct rd_line *line);

/* Without blanks at its ends. */
struct rd_line rd_line_trimmed(struct rd_line line);
bool rd_line_is(struct rd_line line, const char *text);

/* The next line KEY=VALUE up to the line grid:, both without blanks at their ends; empty lines and
 * remarks are skipped. false: the line grid: was read (in_grid), or there is a problem. */
bool rd_lines_header(struct rd_lines *lines, struct rd_line *key, struct rd_line *value);

/* Report "line 7: message". Always false. */
bool rd_lines_problem(const struct rd_lines *lines, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
