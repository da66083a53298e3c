/*
 * clients/cli/screen.h - what the terminal can show, and text that fits into it.
 *
 * Nothing here is needed to understand an answer: colours and box characters are left out for
 * pipes, for NO_COLOR and for locales other than UTF-8.
 */
#ifndef REDOUBT_CLI_SCREEN_H
#define REDOUBT_CLI_SCREEN_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct screen {
    FILE *out;        /* standard output, unless a pager stands between */
    uint32_t columns; /* at least 20 */
    uint32_t rows;    /* 0: no end, as in a file */
    bool terminal;    /* standard output is one */
    bool colours;
    bool utf8;
};

/* Looks at standard output and the environment (NO_COLOR, TERM, COLUMNS, the locale). */
struct screen screen_open(void);

/* How many columns a UTF-8 text takes, colour sequences not counted. */
uint32_t screen_width_of(const char *text);

/* Print text wrapped at blanks, each line after the first indented. The cursor stands at column
 * `at` when this is called; ends with a newline. */
void screen_wrap(const struct screen *screen, uint32_t at, uint32_t indent, const char *text);

/* "  term    explanation, wrapped beside itself". column: where explanations begin. */
void screen_entry(const struct screen *screen, const char *term, uint32_t column, const char *text);

/* What a pager needs: screen->out becomes a pipe to $PAGER when standard output is a terminal.
 * screen_page_end waits for it. */
void screen_page_begin(struct screen *screen);
void screen_page_end(struct screen *screen);

#endif
