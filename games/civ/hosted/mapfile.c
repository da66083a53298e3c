/* Map files: a few lines of the form key=value, then "grid:" and a line for each row. This reads
 * what a file can say; whether the map can be played is check_map()'s to tell, R3.6. */
#include <string.h>

#include "host/text.h"
#include "hosted.h"

static const char tile_chars[] = "~ghf^"; /* by enum civ_terrain */

/* The lines of a text, one after the other. */
struct lines {
    const char *at, *end;
    uint32_t number;
    struct rd_problem *problem;
};

struct line {
    const char *text;
    size_t length;
};

static bool next_line(struct lines *lines, struct line *line)
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

static bool line_problem(const struct lines *lines, const char *text)
{
    return rd_problem_at(lines->problem, NULL, "line %u: %s", lines->number, text);
}

/* ---- the header --------------------------------------------------------------------------------
 */

static struct line trimmed(struct line line)
{
    while (line.length > 0 && (line.text[0] == ' ' || line.text[0] == '\t')) {
        line.text++;
        line.length--;
    }
    while (line.length > 0 &&
           (line.text[line.length - 1] == ' ' || line.text[line.length - 1] == '\t')) {
        line.length--;
    }
    return line;
}

static bool is_text(struct line line, const char *text)
{
    return line.length == strlen(text) && memcmp(line.text, text, line.length) == 0;
}

/* "name=..." or "author=...": for people, and not kept. */
static bool read_key(const struct lines *lines, struct line line)
{
    const char *equals = memchr(line.text, '=', line.length);
    if (equals == NULL) {
        return line_problem(lines, "must be KEY=VALUE, a remark that begins with #, or grid:");
    }
    struct line key = { line.text, (size_t)(equals - line.text) };
    key = trimmed(key);
    if (!is_text(key, "name") && !is_text(key, "author")) {
        return line_problem(lines, "the known keys are name and author");
    }
    return true;
}

static bool read_header(struct lines *lines)
{
    struct line line;
    while (next_line(lines, &line)) {
        line = trimmed(line);
        if (is_text(line, "grid:")) {
            return true;
        }
        if (line.length > 0 && line.text[0] != '#' && !read_key(lines, line)) {
            return false;
        }
    }
    return rd_problem_at(lines->problem, NULL,
                         "there is no line grid:, behind which the rows begin");
}

/* ---- the rows
 * ------------------------------------------------------------------------------------ */

static bool read_tiles(const char *text, size_t length, uint32_t y, struct civ_map *map)
{
    for (size_t x = 0; x < length; x++) {
        const char *known = text[x] == '\0' ? NULL : strchr(tile_chars, text[x]);
        if (known == NULL) {
            return false;
        }
        map->terrain[(size_t)y * CIV_SIDE_MAX + x] = (uint8_t)(known - tile_chars);
    }
    return true;
}

static bool read_row(const struct lines *lines, struct line line, uint32_t y, struct civ_map *map)
{
    if (line.length > CIV_SIDE_MAX) {
        return line_problem(lines, "a row has at most 64 tiles");
    }
    if (y == 0) {
        map->size = (uint8_t)line.length;
    }
    if (line.length != map->size) {
        return rd_problem_at(lines->problem, NULL,
                             "line %u: has %zu tiles, but the first row has %u", lines->number,
                             line.length, map->size);
    }
    if (y >= map->size) {
        return rd_problem_at(lines->problem, NULL,
                             "line %u: there are more rows than the %u columns", lines->number,
                             map->size);
    }
    return read_tiles(line.text, line.length, y, map) ||
           line_problem(lines, "a tile is one of ~ ocean, g grassland, h hills, f forest, "
                               "^ mountains");
}

static bool read_rows(struct lines *lines, struct civ_map *map)
{
    struct line line;
    uint32_t rows = 0;
    bool ended = false;
    while (next_line(lines, &line)) {
        if (trimmed(line).length == 0) {
            ended = true;
        } else if (ended) {
            return line_problem(lines, "only empty lines may follow the rows");
        } else if (!read_row(lines, line, rows, map)) {
            return false;
        } else {
            rows++;
        }
    }
    if (rows == 0 || rows != map->size) {
        return rd_problem_at(lines->problem, NULL,
                             "the grid has %u rows of %u tiles: it must be square", rows,
                             map->size);
    }
    return true;
}

bool civ_map_text(const char *text, size_t size, void *map, struct rd_problem *problem)
{
    struct lines lines = { text, text + size, 0, problem };
    memset(map, 0, sizeof(struct civ_map));
    return read_header(&lines) && read_rows(&lines, map);
}

/* ---- as JSON: {"rows":["gg~...",...]}
 * -------------------------------------------------------------- */

bool civ_map_json_read(const json_t *json, void *map, struct rd_problem *problem)
{
    static const char *const keys[] = { "rows", NULL };
    struct civ_map *m = map;
    struct rd_field root = rd_field_root(json, "", problem), rows;
    size_t count;
    memset(m, 0, sizeof *m);
    if (!rd_field_object(&root, keys) || !rd_field_need(&root, "rows", &rows) ||
        !rd_field_list(&rows, 1, CIV_SIDE_MAX, &count)) {
        return false;
    }
    m->size = (uint8_t)count;
    for (size_t y = 0; y < count; y++) {
        struct rd_field row = rd_field_item(&rows, y);
        const char *text;
        if (!rd_field_text(&row, &text)) {
            return false;
        }
        if (strlen(text) != count) {
            return rd_field_problem(&row, "has %zu tiles, but there are %zu rows", strlen(text),
                                    count);
        }
        if (!read_tiles(text, count, (uint32_t)y, m)) {
            return rd_field_problem(&row, "a tile is one of ~ g h f ^");
        }
    }
    return true;
}

json_t *civ_map_json(const void *map)
{
    const struct civ_map *m = map;
    json_t *rows = json_array();
    for (uint32_t y = 0; y < m->size; y++) {
        char row[CIV_SIDE_MAX];
        for (uint32_t x = 0; x < m->size; x++) {
            row[x] = tile_chars[m->terrain[y * CIV_SIDE_MAX + x]];
        }
        json_array_append_new(rows, json_stringn(row, m->size));
    }
    return json_pack("{s:o}", "rows", rows);
}
