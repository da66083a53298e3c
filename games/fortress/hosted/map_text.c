/* Map files: lines of the form key=value, then "grid:" and a line for each row (R3.2). */
#include <stdlib.h>
#include <string.h>

#include "host/lines.h"
#include "host/text.h"
#include "maps.h"

enum { LARGE = 10000 /* no coordinate is, and sums of them don't overflow */ };

enum key { NAME, AUTHOR, CATEGORY, SIZE, BASE1, BASE2, TOWERS1, TOWERS2, ORIGIN, KEYS };

static const char *const key_names[KEYS] = { "name",  "author",  "category", "size",  "base1",
                                             "base2", "towers1", "towers2",  "origin" };

struct reader {
    struct rd_lines lines;
    struct fortress_map *map;
    bool given[KEYS];
    int32_t x0, y0;
};

/* ---- the header ------------------------------------------------------------------------------ */

/* A number at the beginning of the text, which becomes shorter by it. */
static bool take_number(struct rd_line *text, int32_t *number)
{
    bool negative = text->length > 0 && text->text[0] == '-';
    size_t at = negative ? 1 : 0, first = at;
    *number = 0;
    for (; at < text->length && text->text[at] >= '0' && text->text[at] <= '9'; at++) {
        *number = *number < LARGE ? *number * 10 + (text->text[at] - '0') : LARGE;
    }
    *number = negative ? -*number : *number;
    text->text += at;
    text->length -= at;
    return at > first;
}

static bool take_char(struct rd_line *text, char c)
{
    if (text->length == 0 || text->text[0] != c) {
        return false;
    }
    text->text++;
    text->length--;
    return true;
}

static bool take_place(struct rd_line *text, int32_t *x, int32_t *y)
{
    return take_number(text, x) && take_char(text, ',') && take_number(text, y);
}

static bool take_cell(struct reader *r, struct rd_line *text, uint16_t *cell)
{
    int32_t x, y;
    if (!take_place(text, &x, &y)) {
        return rd_lines_problem(&r->lines, "a place is written x,y");
    }
    *cell = fortress_cell(x, y);
    return *cell != RD_NO_CELL ||
           rd_lines_problem(&r->lines, "%d,%d is beyond columns -1 to 59 and rows 0 to 44", (int)x,
                            (int)y);
}

static bool at_end(const struct reader *r, struct rd_line rest)
{
    return rest.length == 0 || rd_lines_problem(&r->lines, "there is more than one place");
}

static bool read_base(struct reader *r, struct rd_line value, uint32_t seat)
{
    return take_cell(r, &value, &r->map->base[seat]) && at_end(r, value);
}

static bool read_towers(struct reader *r, struct rd_line value, uint32_t seat)
{
    uint8_t *count = &r->map->tower_count[seat];
    while (value.length > 0) {
        if (*count == FORTRESS_START_TOWERS) {
            return rd_lines_problem(&r->lines, "a side begins with at most %d towers",
                                    FORTRESS_START_TOWERS);
        }
        if (!take_cell(r, &value, &r->map->tower[seat][*count])) {
            return false;
        }
        *count += 1;
        if (value.length > 0 && !take_char(&value, ';')) {
            return rd_lines_problem(&r->lines, "places are separated by semicolons");
        }
    }
    return true;
}

static bool read_origin(struct reader *r, struct rd_line value)
{
    return (take_place(&value, &r->x0, &r->y0) ||
            rd_lines_problem(&r->lines, "a place is written x,y")) &&
           at_end(r, value);
}

static bool read_choice(const struct reader *r, struct rd_line value, const char *first,
                        const char *second)
{
    return rd_line_is(value, first) || rd_line_is(value, second) ||
           rd_lines_problem(&r->lines, "must be %s or %s", first, second);
}

/* Name, author, category and size are for people, and not kept. */
static bool read_value(struct reader *r, uint32_t key, struct rd_line value)
{
    switch (key) {
    case CATEGORY:
        return read_choice(r, value, "normal", "themed");
    case SIZE:
        return read_choice(r, value, "normal", "small");
    case BASE1:
    case BASE2:
        return read_base(r, value, key - BASE1);
    case TOWERS1:
    case TOWERS2:
        return read_towers(r, value, key - TOWERS1);
    case ORIGIN:
        return read_origin(r, value);
    default:
        return true;
    }
}

static bool read_line(struct reader *r, struct rd_line name, struct rd_line value)
{
    uint32_t key = 0;
    while (key < KEYS && !rd_line_is(name, key_names[key])) {
        key++;
    }
    if (key == KEYS) {
        return rd_lines_problem(&r->lines,
                                "the known keys are name, author, category, size, base1, "
                                "base2, towers1, towers2 and origin");
    }
    if (r->given[key]) {
        return rd_lines_problem(&r->lines, "%s is given twice", key_names[key]);
    }
    r->given[key] = true;
    return read_value(r, key, value);
}

static bool read_header(struct reader *r)
{
    struct rd_line name, value;
    while (rd_lines_header(&r->lines, &name, &value)) {
        if (!read_line(r, name, value)) {
            return false;
        }
    }
    if (!r->lines.in_grid) {
        return false;
    }
    for (uint32_t key = BASE1; key <= BASE2; key++) {
        if (!r->given[key]) {
            return rd_problem_at(r->lines.problem, NULL, "there is no line %s=x,y", key_names[key]);
        }
    }
    return true;
}

/* ---- the rows -------------------------------------------------------------------------------- */

static bool read_tile(struct reader *r, char c, int32_t x, int32_t y)
{
    uint8_t tile;
    uint16_t cell = fortress_cell(x, y);
    if (!fortress_tile_of(c, &tile)) {
        return rd_lines_problem(&r->lines,
                                "a tile is one of . open, f forest, ^ mountain, ~ river, "
                                "o lake, $ mine, c camp, D lair, or a blank");
    }
    if (tile != FORTRESS_VOID && cell == RD_NO_CELL) {
        return rd_lines_problem(&r->lines, "%d,%d is beyond columns -1 to 59 and rows 0 to 44",
                                (int)x, (int)y);
    }
    if (tile != FORTRESS_VOID) {
        r->map->tile[cell] = tile;
    }
    return true;
}

static bool read_rows(struct reader *r)
{
    struct rd_line line;
    for (int32_t y = r->y0; rd_lines_next(&r->lines, &line); y = y < LARGE ? y + 1 : y) {
        if (rd_line_trimmed(line).length == 0) {
            continue;
        }
        for (size_t i = 0; i < line.length; i++) {
            int32_t x = r->x0 + (int32_t)(i < LARGE ? i : LARGE);
            if (!read_tile(r, line.text[i], x, y)) {
                return false;
            }
        }
    }
    return true;
}

bool fortress_map_text(const char *text, size_t size, void *map, struct rd_problem *problem)
{
    struct reader reader = { .lines = rd_lines_of(text, size, problem), .map = map };
    memset(map, 0, sizeof(struct fortress_map));
    return read_header(&reader) && read_rows(&reader);
}

/* ---- writing --------------------------------------------------------------------------------- */

static void add_towers(struct rd_text *out, const struct fortress_map *map, uint32_t seat)
{
    rd_text_add(out, "towers%u=", seat + 1);
    for (uint32_t i = 0; i < map->tower_count[seat]; i++) {
        uint32_t cell = map->tower[seat][i];
        rd_text_add(out, "%s%d,%d", i == 0 ? "" : ";", (int)fortress_x(cell),
                    (int)fortress_y(cell));
    }
    rd_text_add(out, "\n");
}

static void add_rows(struct rd_text *out, const struct fortress_map *map)
{
    struct fortress_extent box = fortress_extent_of(map);
    rd_text_add(out, "origin=%d,%d\ngrid:\n", (int)box.x_min, (int)box.y_min);
    for (int32_t y = box.y_min; y <= box.y_max; y++) {
        char row[FORTRESS_COLUMNS];
        rd_text_add_bytes(out, row, fortress_row_chars(map, box.x_min, y, row));
        rd_text_add(out, "\n");
    }
}

static size_t write_file(const struct fortress_map *map, char *out, size_t size)
{
    struct rd_text text = rd_text_into(out, size);
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        rd_text_add(&text, "base%u=%d,%d\n", seat + 1, (int)fortress_x(map->base[seat]),
                    (int)fortress_y(map->base[seat]));
    }
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        add_towers(&text, map, seat);
    }
    add_rows(&text, map);
    return text.used;
}

char *fortress_map_file(const void *map)
{
    size_t size = write_file(map, NULL, 0) + 1;
    char *text = malloc(size);
    RD_ASSERT(text != NULL);
    write_file(map, text, size);
    return text;
}
