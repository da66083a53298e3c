/* Maps: {"FloorTiles":[rows],"PlayerBaseR":{x,y},"PlayerBaseB":{x,y},"DemonSpawners":[...]}. This
 * reads what a file can say; whether the map can be played is check_map()'s to tell, R1.3. Readers
 * of lists have one form, here and in the other games: is the list there, is it a list, then entry
 * by entry. */
#include <string.h>

#include "host/json_read.h"
#include "hosted.h"

static const char *const tile_chars = " Orb"; /* by enum apoca_tile, R1.1 */

/* A character is a tile, also one of several bytes: anything unknown is void. */
static uint32_t tile_count(const char *row)
{
    uint32_t count = 0;
    for (; *row != '\0'; row++) {
        count += ((unsigned char)*row & 0xc0u) != 0x80u;
    }
    return count;
}

static void copy_row(const char *row, uint8_t *tile)
{
    for (; *row != '\0'; row++) {
        if (((unsigned char)*row & 0xc0u) != 0x80u) {
            const char *known = strchr(tile_chars, *row);
            *tile++ = (uint8_t)(known == NULL ? APOCA_VOID : known - tile_chars);
        }
    }
}

static bool read_rows(const struct rd_field *list, struct apoca_map *map)
{
    size_t rows;
    if (!rd_field_list(list, 1, APOCA_SIDE_MAX, &rows)) {
        return false;
    }
    for (size_t y = 0; y < rows; y++) {
        struct rd_field row = rd_field_item(list, y);
        const char *text;
        if (!rd_field_text(&row, &text)) {
            return false;
        }
        uint32_t tiles = tile_count(text);
        if (y == 0 && (tiles == 0 || tiles > APOCA_SIDE_MAX)) {
            return rd_field_problem(&row, "has %u tiles, must have 1 to %d", tiles, APOCA_SIDE_MAX);
        }
        if (y == 0) {
            map->width = (uint8_t)tiles;
        } else if (tiles != map->width) {
            return rd_field_problem(&row, "has %u tiles, but the first row has %u", tiles,
                                    map->width);
        }
        copy_row(text, &map->tile[y * APOCA_SIDE_MAX]);
    }
    map->height = (uint8_t)rows;
    return true;
}

static bool read_base(const struct rd_field *whole, uint32_t seat, struct apoca_map *map)
{
    static const char *const names[APOCA_SEATS] = { "PlayerBaseR", "PlayerBaseB" };
    static const char *const keys[] = { "x", "y", NULL };
    struct rd_field base;
    uint32_t cell;
    if (!rd_field_need(whole, names[seat], &base) || !rd_field_object(&base, keys) ||
        !apoca_place_read(&base, map->width, map->height, &cell)) {
        return false;
    }
    map->base[seat][0] = (uint8_t)apoca_cell_x(cell);
    map->base[seat][1] = (uint8_t)apoca_cell_y(cell);
    return true;
}

static bool read_spawner(const struct rd_field *field, struct apoca_map *map)
{
    static const char *const keys[] = { "x", "y", "initial_target", "switch_target", NULL };
    struct rd_field target, ignored;
    uint32_t cell, seat;
    if (!rd_field_object(field, keys) || !apoca_place_read(field, map->width, map->height, &cell) ||
        !rd_field_need(field, "initial_target", &target) ||
        !rd_field_choice(&target, apoca_word_team, &seat)) {
        return false;
    }
    /* Old files have it; a spawner's target never changes, R6.6. */
    if (rd_field_get(field, "switch_target", &ignored) && !json_is_boolean(ignored.json)) {
        return rd_field_problem(&ignored, "must be true or false");
    }
    struct apoca_map_spawner *spawner = &map->spawner[map->spawner_count++];
    spawner->x = (uint8_t)apoca_cell_x(cell);
    spawner->y = (uint8_t)apoca_cell_y(cell);
    spawner->target = (uint8_t)seat;
    return true;
}

static bool read_spawners(const struct rd_field *whole, struct apoca_map *map)
{
    struct rd_field list;
    size_t count;
    if (!rd_field_get(whole, "DemonSpawners", &list)) {
        return true;
    }
    if (!rd_field_list(&list, 0, APOCA_SPAWNERS_MAX, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        struct rd_field spawner = rd_field_item(&list, i);
        if (!read_spawner(&spawner, map)) {
            return false;
        }
    }
    return true;
}

bool apoca_map_field(const struct rd_field *field, struct apoca_map *map)
{
    static const char *const keys[] = { "FloorTiles", "PlayerBaseR", "PlayerBaseB", "DemonSpawners",
                                        NULL };
    struct rd_field rows;
    memset(map, 0, sizeof *map);
    return rd_field_object(field, keys) && rd_field_need(field, "FloorTiles", &rows) &&
           read_rows(&rows, map) && read_base(field, APOCA_RED, map) &&
           read_base(field, APOCA_BLUE, map) && read_spawners(field, map);
}

bool apoca_map_json_read(const json_t *json, void *map, struct rd_problem *problem)
{
    struct rd_field root = rd_field_root(json, "", problem);
    return apoca_map_field(&root, map);
}

bool apoca_map_text(const char *text, size_t size, void *map, struct rd_problem *problem)
{
    json_t *json = rd_json_parse(text, size, problem);
    bool fine = json != NULL && apoca_map_json_read(json, map, problem);
    json_decref(json);
    return fine;
}

static json_t *rows_json(const struct apoca_map *map)
{
    json_t *rows = json_array();
    for (uint32_t y = 0; y < map->height; y++) {
        char row[APOCA_SIDE_MAX];
        for (uint32_t x = 0; x < map->width; x++) {
            row[x] = tile_chars[map->tile[y * APOCA_SIDE_MAX + x]];
        }
        json_array_append_new(rows, json_stringn(row, map->width));
    }
    return rows;
}

json_t *apoca_map_json(const void *map)
{
    const struct apoca_map *m = map;
    json_t *spawners = json_array();
    for (uint32_t i = 0; i < m->spawner_count; i++) {
        json_array_append_new(spawners, json_pack("{s:i, s:i, s:s}", "x", m->spawner[i].x, "y",
                                                  m->spawner[i].y, "initial_target",
                                                  apoca_word_team[m->spawner[i].target]));
    }
    return json_pack("{s:o, s:{s:i, s:i}, s:{s:i, s:i}, s:o}", "FloorTiles", rows_json(m),
                     "PlayerBaseR", "x", m->base[APOCA_RED][0], "y", m->base[APOCA_RED][1],
                     "PlayerBaseB", "x", m->base[APOCA_BLUE][0], "y", m->base[APOCA_BLUE][1],
                     "DemonSpawners", spawners);
}

char *apoca_map_file(const void *map)
{
    json_t *json = apoca_map_json(map);
    char *text = json_dumps(json, JSON_INDENT(1));
    RD_ASSERT(text != NULL);
    json_decref(json);
    return text;
}
