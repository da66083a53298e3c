#include "clients/cli/screen.h"

#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { COLUMNS_MIN = 20, COLUMNS_USUAL = 80, COLUMNS_READABLE = 100, COLUMNS_MOST = 1000 };

/* COLUMNS goes before what the terminal says, as for other programs; 0 = unknown. */
static uint32_t measured_columns(const struct screen *screen, const struct winsize *size)
{
    const char *given = getenv("COLUMNS");
    int64_t columns = given == NULL ? 0 : strtol(given, NULL, 10);
    if (columns <= 0) {
        columns = screen->terminal && size->ws_col > 0 ? size->ws_col : COLUMNS_USUAL;
    }
    return columns < COLUMNS_MIN    ? COLUMNS_MIN
           : columns > COLUMNS_MOST ? COLUMNS_MOST
                                    : (uint32_t)columns;
}

static void measure(struct screen *screen)
{
    struct winsize size = { 0 };
    if (screen->terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) {
        size.ws_col = size.ws_row = 0;
    }
    screen->columns = measured_columns(screen, &size);
    screen->rows = size.ws_row;
}

struct screen screen_open(void)
{
    const char *no_colour = getenv("NO_COLOR");
    const char *kind = getenv("TERM");
    struct screen screen = { .out = stdout, .terminal = isatty(STDOUT_FILENO) == 1 };
    measure(&screen);
    screen.colours = screen.terminal && (no_colour == NULL || no_colour[0] == '\0') &&
                     kind != NULL && strcmp(kind, "dumb") != 0;
    setlocale(LC_CTYPE, "");
    screen.utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    return screen;
}

uint32_t screen_width_of(const char *text)
{
    uint32_t width = 0;
    while (*text != '\0') {
        if (*text == '\033') { /* ESC [ ... m */
            text += strcspn(text, "m");
            text += *text == 'm';
            continue;
        }
        width += ((unsigned char)*text & 0xc0) != 0x80;
        text++;
    }
    return width;
}

static size_t word_length(const char *text)
{
    return strcspn(text, " \n");
}

void screen_wrap(const struct screen *screen, uint32_t at, uint32_t indent, const char *text)
{
    uint32_t edge = screen->columns < COLUMNS_READABLE ? screen->columns : COLUMNS_READABLE;
    uint32_t column = at;
    bool fresh = true;
    while (*text != '\0') {
        size_t length = word_length(text);
        char word[256];
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        uint32_t width = screen_width_of(word);
        if (!fresh && column + 1 + width >= edge) {
            fprintf(screen->out, "\n%*s", (int)indent, "");
            column = indent;
            fresh = true;
        }
        fprintf(screen->out, "%s%.*s", fresh ? "" : " ", (int)length, text);
        column += width + !fresh;
        fresh = false;
        text += length;
        text += strspn(text, " ");
        if (*text == '\n') {
            fprintf(screen->out, "\n%*s", text[1] == '\0' ? 0 : (int)indent, "");
            column = indent;
            fresh = true;
            text++;
        }
    }
    if (!fresh) {
        fputc('\n', screen->out);
    }
}

void screen_entry(const struct screen *screen, const char *term, uint32_t column, const char *text)
{
    fprintf(screen->out, "  %s", term);
    uint32_t at = 2 + screen_width_of(term);
    if (column + COLUMNS_MIN > screen->columns) { /* too narrow for two columns */
        fprintf(screen->out, "\n    ");
        screen_wrap(screen, 4, 4, text);
        return;
    }
    if (at + 1 >= column) {
        fputc('\n', screen->out);
        at = 0;
    }
    fprintf(screen->out, "%*s", (int)(column - at), "");
    screen_wrap(screen, column, column, text);
}

/* ---- the pager ------------------------------------------------------------------------------- */

void screen_page_begin(struct screen *screen)
{
    const char *pager = getenv("PAGER");
    if (!screen->terminal || (pager != NULL && (pager[0] == '\0' || strcmp(pager, "cat") == 0))) {
        return;
    }
    setenv("LESS", "FRX", 0); /* quit if it fits on one screen, and let colours through */
    fflush(stdout);
    /* The user's own command line, arguments and all: only a shell can read it. */
    FILE *pipe = popen(/* NOLINT(cert-env33-c) */ pager == NULL ? "less" : pager, "w");
    if (pipe != NULL) {
        screen->out = pipe;
    }
}

void screen_page_end(struct screen *screen)
{
    if (screen->out != stdout) {
        pclose(screen->out);
        screen->out = stdout;
    }
}
