/* Positions and views as JSON: the same shape, less what a seat may not know. */
#include <stdio.h>

#include "hosted.h"

static json_t *name_json(char letter, uint32_t number)
{
    char name[16];
    snprintf(name, sizeof name, "%c%u", letter, (unsigned)number);
    return json_string(name);
}

static json_t *cell_json(uint32_t cell)
{
    return json_pack("[i,i]", apoca_cell_x(cell), apoca_cell_y(cell));
}

static json_t *targets_json(const struct apoca_open *open, const struct apoca_tower *tower)
{
    uint16_t cell[APOCA_DISC_BITS];
    uint32_t count = apoca_tower_aims(open, tower, cell);
    json_t *list = json_array();
    for (uint32_t i = 0; i < count; i++) {
        json_array_append_new(list, cell_json(cell[i]));
    }
    return list;
}

static json_t *tower_json(const struct apoca_open *open, const struct apoca_tower *tower)
{
    uint32_t cell = open->land_cell[tower->land];
    return json_pack("{s:o, s:s, s:s, s:i, s:i, s:o, s:i}", "Name", name_json('t', tower->number),
                     "Type", apoca_word_type[apoca_tower_type(tower)], "Team",
                     apoca_word_team[apoca_land_owner(open, tower->land)], "x", apoca_cell_x(cell),
                     "y", apoca_cell_y(cell), "Targets", targets_json(open, tower), "Cooldown",
                     (int)apoca_tower_cooldown(tower));
}

json_t *apoca_towers_json(const struct apoca_open *open)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < open->tower_count; i++) {
        json_array_append_new(list, tower_json(open, &open->tower[i]));
    }
    return list;
}

static json_t *unit_json(const struct apoca_open *open, const struct apoca_unit *unit)
{
    uint32_t cell = open->path_cell[unit->path];
    return json_pack("{s:o, s:s, s:i, s:i, s:i, s:i, s:s}", "Name",
                     name_json(apoca_word_unit[apoca_unit_kind(unit)], unit->number), "Team",
                     apoca_word_team[apoca_unit_team(unit)], "x", apoca_cell_x(cell), "y",
                     apoca_cell_y(cell), "Health", (int)unit->health, "Damage", (int)unit->damage,
                     "State", apoca_word_mood[apoca_unit_mood(unit)]);
}

json_t *apoca_units_json(const struct apoca_open *open, uint32_t kind)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < open->unit_count; i++) {
        if (apoca_unit_kind(&open->unit[i]) == kind) {
            json_array_append_new(list, unit_json(open, &open->unit[i]));
        }
    }
    return list;
}

json_t *apoca_spawners_json(const struct apoca_open *open)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < open->spawner_count; i++) {
        const struct apoca_spawner *spawner = &open->spawner[i];
        uint32_t cell = open->path_cell[spawner->path];
        json_array_append_new(list,
                              json_pack("{s:i, s:i, s:s, s:i, s:i}", "x", apoca_cell_x(cell), "y",
                                        apoca_cell_y(cell), "Target",
                                        apoca_word_team[spawner->target], "ReloadTime",
                                        (int)spawner->reload, "MaxReloadTime", APOCA_RELOAD_SHOWN));
    }
    return list;
}

json_t *apoca_prices_json(const int32_t price[APOCA_TOWER_TYPES])
{
    json_t *prices = json_object();
    for (uint32_t type = 0; type < APOCA_TOWER_TYPES; type++) {
        json_object_set_new(prices, apoca_word_type[type], json_integer(price[type]));
    }
    return prices;
}

/* Whoever stands on a cell: letter 0 = nobody. */
struct occupant {
    uint16_t number;
    char letter;
};

json_t *apoca_occupied_json(const struct apoca_open *open)
{
    struct occupant at[APOCA_SIDE_MAX * APOCA_SIDE_MAX] = { { 0, 0 } };
    for (uint32_t i = 0; i < open->tower_count; i++) {
        struct occupant tower = { open->tower[i].number, 't' };
        at[open->land_cell[open->tower[i].land]] = tower;
    }
    for (uint32_t i = 0; i < open->unit_count; i++) {
        const struct apoca_unit *unit = &open->unit[i];
        if (apoca_is_alive(unit)) {
            struct occupant walker = { unit->number, apoca_word_unit[apoca_unit_kind(unit)] };
            at[open->path_cell[unit->path]] = walker;
        }
    }
    json_t *list = json_array();
    for (uint32_t x = 0; x < open->width; x++) { /* ascending: by x, then y */
        for (uint32_t y = 0; y < open->height; y++) {
            const struct occupant *who = &at[y * APOCA_SIDE_MAX + x];
            if (who->letter != 0) {
                json_array_append_new(list, json_pack("[i,i,o]", (int)x, (int)y,
                                                      name_json(who->letter, who->number)));
            }
        }
    }
    return list;
}

static json_t *queue_json(const struct apoca_secret *secret)
{
    return json_pack("[i,i,i,i]", secret->queue[APOCA_N], secret->queue[APOCA_S],
                     secret->queue[APOCA_W], secret->queue[APOCA_E]);
}

static json_t *hidden_json(const struct apoca_open *open,
                           const struct apoca_secret *const secret[APOCA_SEATS])
{
    static const char *const keys[APOCA_SEATS] = { "QueueR", "QueueB" };
    json_t *hidden = json_object();
    for (uint32_t seat = 0; seat < APOCA_SEATS; seat++) {
        if (secret[seat] != NULL) {
            json_object_set_new(hidden, keys[seat], queue_json(secret[seat]));
        }
    }
    json_t *spawners = json_array();
    for (uint32_t i = 0; i < open->spawner_count; i++) {
        json_array_append_new(spawners,
                              json_pack("[i,i]", open->spawner[i].queue, open->spawner[i].count));
    }
    json_object_set_new(hidden, "Spawners", spawners);
    return hidden;
}

static json_t *all_orders_json(const struct apoca_secret *const secret[APOCA_SEATS])
{
    json_t *list = json_array();
    for (uint32_t seat = 0; seat < APOCA_SEATS; seat++) {
        json_array_append_new(list,
                              secret[seat] == NULL ? json_null() : apoca_orders_json(secret[seat]));
    }
    return list;
}

static void put(json_t *object, const char *key, json_t *value)
{
    json_object_set_new(object, key, value);
}

static json_t *state_json(const struct apoca_open *open,
                          const struct apoca_secret *const secret[APOCA_SEATS])
{
    json_t *state = json_object();
    bool over = open->ending != 0;
    put(state, "Victory", over ? json_string(apoca_word_victory[open->winner]) : json_null());
    put(state, "VictoryReason", json_string(over ? apoca_game.endings[open->ending].reason : ""));
    put(state, "CurrentTurn", json_integer(open->turn));
    put(state, "HealthR", json_integer(open->health[APOCA_RED]));
    put(state, "HealthB", json_integer(open->health[APOCA_BLUE]));
    put(state, "RedTeamMoney", json_integer(open->money[APOCA_RED]));
    put(state, "BlueTeamMoney", json_integer(open->money[APOCA_BLUE]));
    put(state, "Towers", apoca_towers_json(open));
    put(state, "Mercenaries", apoca_units_json(open, APOCA_MERCENARY));
    put(state, "Demons", apoca_units_json(open, APOCA_DEMON));
    put(state, "DemonSpawners", apoca_spawners_json(open));
    put(state, "TowerPricesR", apoca_prices_json(open->price[APOCA_RED]));
    put(state, "TowerPricesB", apoca_prices_json(open->price[APOCA_BLUE]));
    put(state, "Occupied", apoca_occupied_json(open));
    put(state, "Hidden", hidden_json(open, secret));
    put(state, "SpentR", json_integer(open->spent[APOCA_RED]));
    put(state, "SpentB", json_integer(open->spent[APOCA_BLUE]));
    put(state, "Made",
        json_pack("[i,i,i]", open->made[APOCA_MADE_TOWERS],
                  open->made[APOCA_MADE_UNITS + APOCA_MERCENARY],
                  open->made[APOCA_MADE_UNITS + APOCA_DEMON]));
    put(state, "Orders", all_orders_json(secret));
    return state;
}

json_t *apoca_position_json(const struct apoca_open *open,
                            const struct apoca_secret *const secret[APOCA_SEATS])
{
    struct apoca_map map;
    apoca_map_of_board(open, &map);
    return json_pack("{s:o, s:o}", "map", apoca_map_json(&map), "state", state_json(open, secret));
}
