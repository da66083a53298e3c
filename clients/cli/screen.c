#include "clients/cli/screen.h"

#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { COLUMNS_MIN = 20, COLUMNS_USUAL = 80, COLUMNS_READABLE = 100 };

static uint32_t columns_of_terminal(bool terminal)
{
    const char *given = getenv("COLUMNS");
    int columns = given == NULL ? 0 : atoi(given);
    struct winsize size;
    if (columns <= 0 && terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) {
        columns = size.ws_col;
    }
    if (columns <= 0) {
        columns = COLUMNS_USUAL;
    }
    return columns < COLUMNS_MIN ? COLUMNS_MIN : (uint32_t)columns;
}

struct screen screen_open(void)
{
    const char *no_colour = getenv("NO_COLOR");
    const char *kind = getenv("TERM");
    struct screen screen;
    screen.terminal = isatty(STDOUT_FILENO) == 1;
    screen.columns = columns_of_terminal(screen.terminal);
    screen.colours = screen.terminal && (no_colour == NULL || no_colour[0] == '\0') && kind != NULL &&
                     strcmp(kind, "dumb") != 0;
    setlocale(LC_CTYPE, "");
    screen.utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    return screen;
}

uint32_t screen_width_of(const char *text)
{
    uint32_t width = 0;
    for (; *text != '\0'; text++) {
        width += ((unsigned char)*text & 0xc0) != 0x80;
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
            printf("\n%*s", (int)indent, "");
            column = indent;
            fresh = true;
        }
        printf("%s%.*s", fresh ? "" : " ", (int)length, text);
        column += width + !fresh;
        fresh = false;
        text += length;
        text += strspn(text, " ");
        if (*text == '\n') {
            printf("\n%*s", text[1] == '\0' ? 0 : (int)indent, "");
            column = indent;
            fresh = true;
            text++;
        }
    }
    if (!fresh) {
        putchar('\n');
    }
}

void screen_entry(const struct screen *screen, const char *term, uint32_t column, const char *text)
{
    printf("  %s", term);
    uint32_t at = 2 + screen_width_of(term);
    if (column + COLUMNS_MIN > screen->columns) { /* too narrow for two columns */
        printf("\n    ");
        screen_wrap(screen, 4, 4, text);
        return;
    }
    if (at + 1 >= column) {
        putchar('\n');
        at = 0;
    }
    printf("%*s", (int)(column - at), "");
    screen_wrap(screen, column, column, text);
}
