/* Map files: a few lines of the form key=value, then "grid:" and a line for each row. This reads
 * what a file can say; whether the map can be played is check_map()'s to tell, R3.6. */
#include <stdlib.h>
#include <string.h>

#include "host/lines.h"
#include "host/text.h"
#include "hosted.h"

/* By enum civ_terrain. */
#define TERRAIN(ID, name, sign, ...) sign
static const char tile_chars[] =
#include "games/civ/terrains.def"
    ;
#undef TERRAIN
RD_STATIC_ASSERT(sizeof tile_chars == CIV_TERRAINS + 1, "every terrain has one character");

/* "name=..." or "author=...": for people, and not kept. */
static bool read_header(struct rd_lines *lines)
{
    struct rd_line key, value;
    while (rd_lines_header(lines, &key, &value)) {
        if (!rd_line_is(key, "name") && !rd_line_is(key, "author")) {
            return rd_lines_problem(lines, "the known keys are name and author");
        }
    }
    return lines->in_grid;
}

/* ---- the rows ---- */

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

static bool unknown_tile(const struct rd_lines *lines)
{
    char list[RD_PROBLEM_MAX];
    struct rd_text text = rd_text_into(list, sizeof list);
    for (uint32_t i = 0; i < CIV_TERRAINS; i++) {
        rd_text_add(&text, "%s%c %s", i == 0 ? "" : ", ", tile_chars[i], civ_terrain_names[i]);
    }
    return rd_lines_problem(lines, "a tile is one of %s", list);
}

static bool read_row(const struct rd_lines *lines, struct rd_line line, uint32_t y,
                     struct civ_map *map)
{
    if (line.length > CIV_SIDE_MAX) {
        return rd_lines_problem(lines, "a row has at most 64 tiles");
    }
    if (y == 0) {
        map->size = (uint8_t)line.length;
    }
    if (line.length != map->size) {
        return rd_lines_problem(lines, "has %zu tiles, but the first row has %u", line.length,
                                map->size);
    }
    if (y >= map->size) {
        return rd_lines_problem(lines, "there are more rows than the %u columns", map->size);
    }
    return read_tiles(line.text, line.length, y, map) || unknown_tile(lines);
}

static bool read_rows(struct rd_lines *lines, struct civ_map *map)
{
    struct rd_line line;
    uint32_t rows = 0;
    bool ended = false;
    while (rd_lines_next(lines, &line)) {
        if (rd_line_trimmed(line).length == 0) {
            ended = true;
        } else if (ended) {
            return rd_lines_problem(lines, "only empty lines may follow the rows");
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
    struct rd_lines lines = rd_lines_of(text, size, problem);
    memset(map, 0, sizeof(struct civ_map));
    return read_header(&lines) && read_rows(&lines, map);
}

static void row_chars(const struct civ_map *map, uint32_t y, char row[CIV_SIDE_MAX])
{
    for (uint32_t x = 0; x < map->size; x++) {
        row[x] = tile_chars[map->terrain[y * CIV_SIDE_MAX + x]];
    }
}

char *civ_map_file(const void *map)
{
    static const char head[] = "grid:\n";
    const struct civ_map *m = map;
    size_t size = sizeof head + (size_t)m->size * (m->size + 1u);
    char *text = malloc(size);
    RD_ASSERT(text != NULL);
    struct rd_text out = rd_text_into(text, size);
    rd_text_add(&out, "%s", head);
    for (uint32_t y = 0; y < m->size; y++) {
        char row[CIV_SIDE_MAX];
        row_chars(m, y, row);
        rd_text_add(&out, "%.*s\n", m->size, row);
    }
    return text;
}

/* ---- as JSON: {"rows":["gg~...",...]} ---- */

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
            return rd_field_problem(&row, "a tile is one of"
#define TERRAIN(ID, name, sign, ...) " " sign
#include "games/civ/terrains.def"
#undef TERRAIN
            );
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
        row_chars(m, y, row);
        json_array_append_new(rows, json_stringn(row, m->size));
    }
    return json_pack("{s:o}", "rows", rows);
}
