/* Boards as JSON. Readers of lists have one form, here and in the other games: is the list there,
 * is it a list, then entry by entry. */
#include <string.h>

#include "maps.h"

const char fortress_tile_chars[FORTRESS_TILES + 1] = " .f^~o$cD";

bool fortress_tile_of(char c, uint8_t *tile)
{
    const char *known = c == '\0' ? NULL : strchr(fortress_tile_chars, c);
    if (known != NULL) {
        *tile = (uint8_t)(known - fortress_tile_chars);
    }
    return known != NULL;
}

uint32_t fortress_row_chars(const struct fortress_map *map, int32_t x, int32_t y,
                            char out[FORTRESS_COLUMNS])
{
    uint32_t count = 0, length = 0;
    for (; fortress_cell(x, y) != RD_NO_CELL; x++) {
        uint8_t tile = map->tile[fortress_cell(x, y)];
        out[count++] = fortress_tile_chars[tile];
        length = tile != FORTRESS_VOID ? count : length;
    }
    return length;
}

/* ---- reading --------------------------------------------------------------------------------- */

/* [x,y] of a cell that some board has. */
static bool read_cell(const struct rd_field *field, uint16_t *cell)
{
    size_t count;
    int64_t at[2];
    if (!rd_field_list(field, 2, 2, &count)) {
        return false;
    }
    for (size_t i = 0; i < 2; i++) {
        struct rd_field number = rd_field_item(field, i);
        if (!rd_field_integer(&number, INT16_MIN, INT16_MAX, &at[i])) {
            return false;
        }
    }
    *cell = fortress_cell((int32_t)at[0], (int32_t)at[1]);
    return *cell != RD_NO_CELL ||
           rd_field_problem(field, "[%d,%d] is beyond columns -1 to 59 and rows 0 to 44",
                            (int)at[0], (int)at[1]);
}

static bool read_row(const struct rd_field *field, int32_t x, int32_t y, struct fortress_map *map)
{
    const char *row;
    if (!rd_field_text(field, &row)) {
        return false;
    }
    for (; *row != '\0'; row++, x++) {
        uint8_t tile;
        if (!fortress_tile_of(*row, &tile)) {
            return rd_field_problem(field, "a tile is one of . f ^ ~ o $ c D or a blank");
        }
        if (tile != FORTRESS_VOID && fortress_cell(x, y) == RD_NO_CELL) {
            return rd_field_problem(field, "[%d,%d] is beyond columns -1 to 59 and rows 0 to 44",
                                    (int)x, (int)y);
        }
        if (tile != FORTRESS_VOID) {
            map->tile[fortress_cell(x, y)] = tile;
        }
    }
    return true;
}

static bool read_rows(const struct rd_field *board, struct fortress_map *map)
{
    struct rd_field origin, rows;
    uint16_t first = fortress_cell(0, 0);
    size_t count;
    if ((rd_field_get(board, "origin", &origin) && !read_cell(&origin, &first)) ||
        !rd_field_need(board, "rows", &rows) || !rd_field_list(&rows, 0, FORTRESS_ROWS, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        struct rd_field row = rd_field_item(&rows, i);
        if (!read_row(&row, fortress_x(first), fortress_y(first) + (int32_t)i, map)) {
            return false;
        }
    }
    return true;
}

static bool read_bases(const struct rd_field *board, struct fortress_map *map)
{
    struct rd_field bases;
    size_t count;
    if (!rd_field_need(board, "bases", &bases) ||
        !rd_field_list(&bases, FORTRESS_SEATS, FORTRESS_SEATS, &count)) {
        return false;
    }
    for (size_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        struct rd_field base = rd_field_item(&bases, seat);
        if (!read_cell(&base, &map->base[seat])) {
            return false;
        }
    }
    return true;
}

static bool read_side(const struct rd_field *side, uint32_t seat, struct fortress_map *map)
{
    size_t count;
    if (!rd_field_list(side, 0, FORTRESS_START_TOWERS, &count)) {
        return false;
    }
    map->tower_count[seat] = (uint8_t)count;
    for (size_t i = 0; i < count; i++) {
        struct rd_field tower = rd_field_item(side, i);
        if (!read_cell(&tower, &map->tower[seat][i])) {
            return false;
        }
    }
    return true;
}

static bool read_towers(const struct rd_field *board, struct fortress_map *map)
{
    struct rd_field towers;
    size_t count;
    if (!rd_field_get(board, "towers", &towers)) {
        return true;
    }
    if (!rd_field_list(&towers, FORTRESS_SEATS, FORTRESS_SEATS, &count)) {
        return false;
    }
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        struct rd_field side = rd_field_item(&towers, seat);
        if (!read_side(&side, seat, map)) {
            return false;
        }
    }
    return true;
}

bool fortress_board_field(const struct rd_field *field, struct fortress_map *map)
{
    static const char *const keys[] = { "origin", "rows", "bases", "towers", NULL };
    memset(map, 0, sizeof *map);
    return rd_field_object(field, keys) && read_rows(field, map) && read_bases(field, map) &&
           read_towers(field, map);
}

bool fortress_map_json_read(const json_t *json, void *map, struct rd_problem *problem)
{
    struct rd_field root = rd_field_root(json, "", problem);
    return fortress_board_field(&root, map);
}

/* ---- writing --------------------------------------------------------------------------------- */

static json_t *cell_json(uint32_t cell)
{
    return json_pack("[i, i]", (int)fortress_x(cell), (int)fortress_y(cell));
}

static json_t *towers_json(const struct fortress_map *map, uint32_t seat)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < map->tower_count[seat]; i++) {
        json_array_append_new(list, cell_json(map->tower[seat][i]));
    }
    return list;
}

json_t *fortress_map_json(const void *map)
{
    const struct fortress_map *m = map;
    struct fortress_extent box = fortress_extent_of(m);
    json_t *rows = json_array();
    for (int32_t y = box.y_min; y <= box.y_max; y++) {
        char row[FORTRESS_COLUMNS];
        uint32_t length = fortress_row_chars(m, box.x_min, y, row);
        json_array_append_new(rows, json_stringn(row, length));
    }
    bool empty = box.x_min > box.x_max;
    uint32_t origin = fortress_cell(empty ? 0 : box.x_min, empty ? 0 : box.y_min);
    return json_pack("{s:o, s:o, s:[o, o], s:[o, o]}", "origin", cell_json(origin), "rows", rows,
                     "bases", cell_json(m->base[0]), cell_json(m->base[1]), "towers",
                     towers_json(m, 0), towers_json(m, 1));
}
