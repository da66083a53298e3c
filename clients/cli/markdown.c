#include "clients/cli/markdown.h"

#include <string.h>

enum { PARAGRAPH_MAX = 16384 };

struct layout {
    const struct screen *screen;
    char paragraph[PARAGRAPH_MAX]; /* lines joined by blanks, not yet printed */
    size_t used;
    bool after_blank; /* the line before was empty, or there was none */
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
    return (numbered || bullet) && at + 1 < line.size && line.text[at + 1] == ' ' ? (uint32_t)at + 2 : 0;
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

/* The length of a link "[words](target)" at this place, 0 = none; *words is the length of "words". */
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

static void flush(struct layout *layout)
{
    static struct inline_text text;
    if (layout->used == 0) {
        return;
    }
    memset(&text, 0, sizeof text);
    text.screen = layout->screen;
    for (const char *at = layout->paragraph; *at != '\0';) {
        at += take_sign(&text, layout->paragraph, at);
    }
    struct line whole = { layout->paragraph, layout->used };
    screen_wrap(layout->screen, 0, item_indent(whole), text.out);
    layout->used = 0;
}

/* ---- lines ------------------------------------------------------------------------------------ */

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
    fprintf(layout->screen->out, "%s%.*s%s\n", bold(layout->screen, true), (int)(line.size - marks),
            line.text + marks, bold(layout->screen, false));
}

static bool stands_alone(const struct layout *layout, struct line line)
{
    return line.size == 0 || line.text[0] == '|' || (begins(line, "    ") && layout->used == 0);
}

static void take_line(struct layout *layout, struct line line)
{
    if (begins(line, "[") && has(line, "](examples/")) {
        return;
    }
    if (begins(line, "#")) {
        flush(layout);
        print_heading(layout, line);
    } else if (stands_alone(layout, line)) {
        flush(layout);
        if (line.size > 0 || !layout->after_blank) {
            fprintf(layout->screen->out, "%.*s\n", (int)line.size, line.text);
        }
    } else {
        if (item_indent(line) > 0 || begins(line, "**R")) {
            flush(layout);
        }
        join(layout, line);
    }
    layout->after_blank = line.size == 0;
}

void markdown_print(const struct screen *screen, const char *text, size_t size)
{
    static struct layout layout;
    const char *end = text + size;
    memset(&layout, 0, sizeof layout);
    layout.screen = screen;
    layout.after_blank = true;
    while (text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        struct line line = { text, (size_t)((stop == NULL ? end : stop) - text) };
        take_line(&layout, line);
        text += line.size + 1;
    }
    flush(&layout);
}
