#include "clients/cli/markdown.h"

#include <string.h>

enum { PARAGRAPH_MAX = 16384, ROWS_MAX = 64, COLUMNS_MAX = 20, CELL_MAX = 256, GAP = 2 };

/* Rows beyond the limits are printed as they come, as another table. */
struct table {
    char cell[ROWS_MAX][COLUMNS_MAX][CELL_MAX];
    uint32_t rows, columns;
};

struct layout {
    const struct screen *screen;
    char paragraph[PARAGRAPH_MAX]; /* lines joined by blanks, not yet printed */
    size_t used;
    struct table table; /* not yet printed */
    bool begun;         /* something has been printed */
    bool blank_pending; /* an empty line comes before whatever is printed next */
};

/* A line of the source, without its newline. */
struct line {
    const char *text;
    size_t size;
};

static bool begins(struct line line, const char *opening)
{
    size_t length = strlen(opening);
    return line.size >= length && memcmp(line.text, opening, length) == 0;
}

static bool has(struct line line, const char *part)
{
    size_t length = strlen(part);
    for (size_t i = 0; i + length <= line.size; i++) {
        if (memcmp(line.text + i, part, length) == 0) {
            return true;
        }
    }
    return false;
}

static size_t leading_blanks(struct line line)
{
    size_t blanks = 0;
    while (blanks < line.size && line.text[blanks] == ' ') {
        blanks++;
    }
    return blanks;
}

/* How far the text of a list item is indented: "* text", "- text", "12. text"; 0 = no item. */
static uint32_t item_indent(struct line line)
{
    size_t at = leading_blanks(line), first = at;
    while (at < line.size && line.text[at] >= '0' && line.text[at] <= '9') {
        at++;
    }
    bool numbered = at > first && at < line.size && line.text[at] == '.';
    bool bullet = at == first && at < line.size && (line.text[at] == '*' || line.text[at] == '-');
    return (numbered || bullet) && at + 1 < line.size && line.text[at + 1] == ' ' ? (uint32_t)at + 2
                                                                                  : 0;
}

static void begin_block(struct layout *layout)
{
    if (layout->blank_pending && layout->begun) {
        fputc('\n', layout->screen->out);
    }
    layout->begun = true;
    layout->blank_pending = false;
}

/* ---- within a paragraph --------------------------------------------------------------------- */

static const char *bold(const struct screen *screen, bool on)
{
    return !screen->colours ? "" : on ? "\033[1m" : "\033[0m";
}

struct inline_text {
    const struct screen *screen;
    char out[PARAGRAPH_MAX + 64];
    size_t used;
    bool strong, code;
};

static void add(struct inline_text *text, const char *bytes, size_t count)
{
    if (text->used + count < sizeof text->out) {
        memcpy(text->out + text->used, bytes, count);
        text->used += count;
        text->out[text->used] = '\0';
    }
}

/* The length of a link "[words](target)" at this place, 0 = none; *words is the length of "words".
 */
static size_t link_length(const char *at, size_t *words)
{
    if (at[0] != '[') {
        return 0;
    }
    *words = strcspn(at + 1, "]");
    const char *target = at + 1 + *words;
    if (target[0] != ']' || target[1] != '(') {
        return 0;
    }
    size_t length = strcspn(target, ")");
    return target[length] == ')' ? (size_t)(target - at) + length + 1 : 0;
}

/* Emphasis: an asterisk that touches a word on one side only. */
static bool is_emphasis(const char *paragraph, const char *at)
{
    bool word_before = at > paragraph && at[-1] != ' ';
    bool word_behind = at[1] != ' ' && at[1] != '\0';
    return at[0] == '*' && (word_before || word_behind);
}

/* The next sign of the paragraph; returns how many bytes of it were used up. */
static size_t take_sign(struct inline_text *text, const char *paragraph, const char *at)
{
    size_t words = 0, link = link_length(at, &words);
    if (at[0] == '`') {
        text->code = !text->code;
        return 1;
    }
    if (text->code) {
        add(text, at, 1);
        return 1;
    }
    if (at[0] == '*' && at[1] == '*') {
        text->strong = !text->strong;
        add(text, bold(text->screen, text->strong), strlen(bold(text->screen, text->strong)));
        return 2;
    }
    if (link > 0) {
        add(text, at + 1, words);
        return link;
    }
    if (!is_emphasis(paragraph, at)) {
        add(text, at, 1);
    }
    return 1;
}

/* Without its marks; valid until the next call. */
static const char *without_marks(const struct screen *screen, const char *source)
{
    static struct inline_text text;
    memset(&text, 0, sizeof text);
    text.screen = screen;
    for (const char *at = source; *at != '\0';) {
        at += take_sign(&text, source, at);
    }
    return text.out;
}

/* ---- tables ---- */

static void add_row(struct layout *layout, struct line line)
{
    struct table *table = &layout->table;
    uint32_t column = 0;
    for (size_t at = 1; at < line.size && column < COLUMNS_MAX; column++) {
        char source[CELL_MAX];
        const char *bar = memchr(line.text + at, '|', line.size - at);
        size_t end = bar == NULL ? line.size : (size_t)(bar - line.text), last = end;
        while (at < last && line.text[at] == ' ') {
            at++;
        }
        while (last > at && line.text[last - 1] == ' ') {
            last--;
        }
        snprintf(source, sizeof source, "%.*s", (int)(last - at), line.text + at);
        snprintf(table->cell[table->rows][column], CELL_MAX, "%.*s", CELL_MAX - 1,
                 without_marks(layout->screen, source));
        at = end + 1;
    }
    for (uint32_t rest = column; rest < COLUMNS_MAX; rest++) {
        table->cell[table->rows][rest][0] = '\0';
    }
    table->columns = column > table->columns ? column : table->columns;
    table->rows++;
}

static uint32_t column_width(const struct table *table, uint32_t column)
{
    uint32_t widest = 0;
    for (uint32_t row = 0; row < table->rows; row++) {
        uint32_t width = screen_width_of(table->cell[row][column]);
        widest = width > widest ? width : widest;
    }
    return widest;
}

static void print_aligned(const struct screen *screen, const struct table *table)
{
    for (uint32_t row = 0; row < table->rows; row++) {
        fputs(row == 0 ? bold(screen, true) : "", screen->out);
        for (uint32_t column = 0; column < table->columns; column++) {
            const char *cell = table->cell[row][column];
            uint32_t fill = column_width(table, column) + GAP - screen_width_of(cell);
            fprintf(screen->out, "%s%*s", cell, column + 1 < table->columns ? (int)fill : 0, "");
        }
        fprintf(screen->out, "%s\n", row == 0 ? bold(screen, false) : "");
    }
}

/* Too wide: each row as a sentence, "House: first price 10, cooldown 5". */
static void print_as_list(const struct screen *screen, const struct table *table)
{
    static char text[COLUMNS_MAX * (2 * CELL_MAX + 8)];
    for (uint32_t row = 1; row < table->rows; row++) {
        size_t used = (size_t)snprintf(text, sizeof text, "* %s", table->cell[row][0]);
        for (uint32_t column = 1; column < table->columns; column++) {
            used += (size_t)snprintf(text + used, sizeof text - used, "%s %s %s",
                                     column == 1 ? ":" : ",", table->cell[0][column],
                                     table->cell[row][column]);
        }
        screen_wrap(screen, 0, 2, text);
    }
}

static void flush_table(struct layout *layout)
{
    struct table *table = &layout->table;
    uint32_t width = 0;
    if (table->rows == 0) {
        return;
    }
    for (uint32_t column = 0; column < table->columns; column++) {
        width += column_width(table, column) + (column > 0 ? GAP : 0);
    }
    begin_block(layout);
    if (width <= layout->screen->columns) {
        print_aligned(layout->screen, table);
    } else {
        print_as_list(layout->screen, table);
    }
    table->rows = table->columns = 0;
}

/* ---- lines ---- */

static void flush(struct layout *layout)
{
    flush_table(layout);
    if (layout->used > 0) {
        struct line whole = { layout->paragraph, layout->used };
        begin_block(layout);
        screen_wrap(layout->screen, 0, item_indent(whole),
                    without_marks(layout->screen, layout->paragraph));
        layout->used = 0;
    }
}

static void join(struct layout *layout, struct line line)
{
    size_t blanks = layout->used == 0 ? 0 : leading_blanks(line);
    size_t needed = line.size - blanks + 1;
    if (layout->used + needed + 1 > sizeof layout->paragraph) {
        flush(layout);
    }
    if (needed + 1 > sizeof layout->paragraph) {
        return;
    }
    if (layout->used > 0) {
        layout->paragraph[layout->used++] = ' ';
    }
    memcpy(layout->paragraph + layout->used, line.text + blanks, line.size - blanks);
    layout->used += line.size - blanks;
    layout->paragraph[layout->used] = '\0';
}

static void print_heading(struct layout *layout, struct line line)
{
    size_t marks = 0;
    while (marks < line.size && (line.text[marks] == '#' || line.text[marks] == ' ')) {
        marks++;
    }
    begin_block(layout);
    fprintf(layout->screen->out, "%s%.*s%s\n", bold(layout->screen, true), (int)(line.size - marks),
            line.text + marks, bold(layout->screen, false));
}

static void take_line(struct layout *layout, struct line line)
{
    if (begins(line, "[") && has(line, "](examples/")) {
        return;
    }
    if (begins(line, "|")) {
        if (layout->used > 0 || layout->table.rows == ROWS_MAX) {
            flush(layout);
        }
        if (!begins(line, "|-")) { /* the rule under the heading */
            add_row(layout, line);
        }
    } else if (begins(line, "#")) {
        flush(layout);
        print_heading(layout, line);
    } else if (line.size == 0) {
        flush(layout);
        layout->blank_pending = true;
    } else if (begins(line, "    ") && layout->used == 0) { /* a drawing */
        flush(layout);
        begin_block(layout);
        fprintf(layout->screen->out, "%.*s\n", (int)line.size, line.text);
    } else {
        if (item_indent(line) > 0 || begins(line, "**R") || layout->table.rows > 0) {
            flush(layout);
        }
        join(layout, line);
    }
}

void markdown_print(const struct screen *screen, const char *text, size_t size)
{
    static struct layout layout;
    const char *end = text + size;
    memset(&layout, 0, sizeof layout);
    layout.screen = screen;
    while (text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        struct line line = { text, (size_t)((stop == NULL ? end : stop) - text) };
        take_line(&layout, line);
        text += line.size + 1;
    }
    flush(&layout);
}
