/* Views as JSON: a position with what the seat does not know left out, and "?" for dark tiles. */
#include <string.h>

#include "hosted.h"

static json_t *rows_json(const struct fortress_view *v, const struct fortress_map *map,
                         struct fortress_extent box)
{
    json_t *rows = json_array();
    for (int32_t y = box.y_min; y <= box.y_max; y++) {
        char row[FORTRESS_COLUMNS];
        uint32_t length = fortress_row_chars(map, box.x_min, y, row);
        for (uint32_t i = 0; i < length; i++) {
            uint32_t cell = fortress_cell(box.x_min + (int32_t)i, y);
            if (row[i] != ' ' && !fortress_has(&v->know.explored, cell)) {
                row[i] = '?';
            }
        }
        json_array_append_new(rows, json_stringn(row, length));
    }
    return rows;
}

static json_t *board_json(const struct fortress_view *v)
{
    struct fortress_map map;
    memset(&map, 0, sizeof map);
    for (uint32_t cell = 0; cell < FORTRESS_CELLS; cell++) {
        if (fortress_exists(&v->board, cell)) {
            map.tile[cell] = (uint8_t)fortress_ground_at(&v->board, cell);
        }
    }
    for (uint32_t i = 0; i < v->board.mines; i++) {
        map.tile[v->board.mine[i]] = FORTRESS_MINE;
    }
    for (uint32_t i = 0; i < v->board.camps; i++) {
        map.tile[v->board.camp[i]] = FORTRESS_CAMP;
    }
    for (uint32_t i = 0; i < v->board.lairs; i++) {
        map.tile[v->board.lair[i]] = FORTRESS_LAIR;
    }
    struct fortress_extent box = fortress_extent_of(&map);
    return json_pack("{s:o, s:o}", "origin",
                     fortress_cell_json(fortress_cell(box.x_min, box.y_min)), "rows",
                     rows_json(v, &map, box));
}

static json_t *units_json(const struct fortress_view *v)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < (uint32_t)v->own.units + v->own.bought; i++) {
        bool bought = i >= v->own.units;
        fortress_add_unit(list, &v->unit[i], v->seat, bought ? NULL : &v->task[i],
                          bought ? NULL : &v->plan[i]);
        if (bought) {
            json_object_set_new(json_array_get(list, i), "bought", json_true());
        }
    }
    for (uint32_t i = 0; i < v->own.structures; i++) {
        fortress_add_unit(list, &v->structure[i], v->seat, &v->structure_task[i], NULL);
    }
    for (uint32_t i = 0; i < v->seen_count; i++) {
        const struct fortress_seen *seen = &v->seen[i];
        struct fortress_piece piece = { seen->id, seen->cell, 0, seen->health, seen->type, 0, 0 };
        fortress_add_unit(list, &piece, seen->owner, NULL, NULL);
        if (seen->health == 0) {
            json_t *json = json_array_get(list, json_array_size(list) - 1);
            json_object_del(json, "hp");
            json_object_set_new(json, "remembered", json_true());
        }
    }
    return list;
}

static json_t *sites_json(const struct fortress_view *v)
{
    json_t *list = json_array();
    for (uint32_t cell = 0; cell < FORTRESS_CELLS; cell++) {
        if (v->know.site[cell] == 0) {
            continue;
        }
        json_t *json = fortress_site_json(cell, v->know.site[cell]);
        for (uint32_t i = 0; i < v->ward_count; i++) {
            if (v->ward[i].cell == cell) {
                fortress_add_ward(json, &v->ward[i], 0);
            }
        }
        if (!fortress_has(&v->know.visible, cell)) {
            json_object_set_new(json, "remembered", json_true());
        }
        json_array_append_new(list, json);
    }
    return list;
}

static void add_features(json_t *json, const struct fortress_view *v)
{
    json_t *mines = json_array(), *camps = json_array(), *lairs = json_array();
    for (uint32_t i = 0; i < v->board.mines; i++) {
        json_array_append_new(mines,
                              json_pack("{s:o, s:o}", "at", fortress_cell_json(v->board.mine[i]),
                                        "owner", fortress_owner_json(v->know.mine[i])));
    }
    for (uint32_t i = 0; i < v->board.camps; i++) {
        json_array_append_new(
            camps, json_pack("{s:o, s:i, s:b}", "at", fortress_cell_json(v->board.camp[i]),
                             "respawn", (int)v->camp_respawn[i], "archer", (int)v->know.camp[i]));
    }
    for (uint32_t i = 0; i < v->board.lairs; i++) {
        json_t *lair = json_pack("{s:o, s:i}", "at", fortress_cell_json(v->board.lair[i]),
                                 "respawn", (int)v->lair_respawn[i]);
        if (v->know.dragon[i] != 0) {
            json_object_set_new(lair, "reward",
                                json_string(fortress_reward_names[v->know.dragon[i] - 1]));
        }
        json_array_append_new(lairs, lair);
    }
    json_object_set_new(json, "mines", mines);
    json_object_set_new(json, "camps", camps);
    json_object_set_new(json, "lairs", lairs);
}

static json_t *cells_json(const struct fortress_set *set)
{
    json_t *list = json_array();
    for (uint32_t cell = 0; cell < FORTRESS_CELLS; cell++) {
        if (fortress_has(set, cell)) {
            json_array_append_new(list, fortress_cell_json(cell));
        }
    }
    return list;
}

static void add_own(json_t *json, const struct fortress_view *v)
{
    const struct fortress_side *own = &v->own;
    json_t *player = json_pack(
        "{s:i, s:i, s:i, s:i, s:i}", "gold", (int)(own->gold - own->spent), "mana", (int)own->mana,
        "melee_bonus", own->rewards[FORTRESS_REWARD_MELEE] * FORTRESS_REWARD_POINTS, "ranged_bonus",
        own->rewards[FORTRESS_REWARD_RANGED] * FORTRESS_REWARD_POINTS, "mana_rewards",
        (int)own->rewards[FORTRESS_REWARD_MANA]);
    json_t *players = json_array();
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        json_array_append(players, seat == v->seat ? player : json_null());
    }
    json_decref(player);
    json_object_set_new(json, "players", players);
    json_object_set_new(json, "done", json_boolean(own->done));
    json_object_set_new(json, "next_id", json_integer(own->next_id));
}

json_t *fortress_view_json(const void *view)
{
    const struct fortress_view *v = view;
    json_t *json = json_pack("{s:i, s:o, s:o, s:o, s:o}", "turn", (int)v->turn, "board",
                             board_json(v), "units", units_json(v), "buildables", sites_json(v),
                             "visible", cells_json(&v->know.visible));
    add_features(json, v);
    if (v->seat < FORTRESS_SEATS) {
        add_own(json, v);
    }
    if (v->ending != FORTRESS_PLAYING) {
        json_object_set_new(json, "outcome", fortress_outcome_json(v->ending));
    }
    return json;
}
