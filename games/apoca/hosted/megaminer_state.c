#include "megaminer_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hosted.h"

enum { NAME_ROOM = 16 };

/* ---- names: unique, and told apart by team as the old ones were ---- */

static void tower_name(const struct apoca_open *open, const struct apoca_tower *tower,
                       char out[NAME_ROOM])
{
#define TOWER(ID, name, title, tag, ...) tag,
    static const char *const tags[APOCA_TOWER_TYPES] = {
#include "games/apoca/towers.def"
    };
#undef TOWER
    bool blue = apoca_land_owner(open, tower->land) == APOCA_BLUE;
    snprintf(out, NAME_ROOM, "%c_%s_%u", blue ? 'B' : 'R', tags[apoca_tower_type(tower)],
             (unsigned)tower->number);
}

static void unit_name(const struct apoca_unit *unit, char out[NAME_ROOM])
{
    char letter = apoca_unit_is(unit, APOCA_WILD) ? 'd' : "rb"[apoca_unit_team(unit)];
    snprintf(out, NAME_ROOM, "%c%u", letter, (unsigned)unit->number);
}

static json_t *towers(const struct apoca_open *open)
{
    json_t *list = apoca_towers_json(open);
    for (uint32_t i = 0; i < open->tower_count; i++) {
        char name[NAME_ROOM];
        tower_name(open, &open->tower[i], name);
        json_object_set_new(json_array_get(list, i), "Name", json_string(name));
    }
    return list;
}

static json_t *units(const struct apoca_open *open, uint32_t kind)
{
    json_t *list = apoca_units_json(open, kind);
    size_t place = 0;
    for (uint32_t i = 0; i < open->unit_count; i++) {
        if (apoca_unit_kind(&open->unit[i]) == kind) {
            char name[NAME_ROOM];
            unit_name(&open->unit[i], name);
            json_object_set_new(json_array_get(list, place++), "Name", json_string(name));
        }
    }
    return list;
}

/* Rows of names, "" where nothing stands; the dead are gone, bases and spawners never there. */
static json_t *entity_grid(const struct apoca_open *open)
{
    json_t *rows = json_array();
    for (uint32_t y = 0; y < open->height; y++) {
        json_t *row = json_array();
        for (uint32_t x = 0; x < open->width; x++) {
            json_array_append_new(row, json_string(""));
        }
        json_array_append_new(rows, row);
    }
    char name[NAME_ROOM];
    for (uint32_t i = 0; i < open->tower_count; i++) {
        uint32_t cell = open->land_cell[open->tower[i].land];
        tower_name(open, &open->tower[i], name);
        json_array_set_new(json_array_get(rows, (size_t)apoca_cell_y(cell)),
                           (size_t)apoca_cell_x(cell), json_string(name));
    }
    for (uint32_t i = 0; i < open->unit_count; i++) {
        if (apoca_is_alive(&open->unit[i])) {
            uint32_t cell = open->path_cell[open->unit[i].path];
            unit_name(&open->unit[i], name);
            json_array_set_new(json_array_get(rows, (size_t)apoca_cell_y(cell)),
                               (size_t)apoca_cell_x(cell), json_string(name));
        }
    }
    return rows;
}

/* ---- the rest ---- */

static json_t *base(const struct apoca_open *open, uint32_t seat)
{
    return json_pack("{s:s, s:i, s:i, s:i, s:i}", "Team", apoca_word_team[seat], "Health",
                     (int)open->health[seat], "Money", (int)open->money[seat], "x",
                     apoca_cell_x(open->base[seat]), "y", apoca_cell_y(open->base[seat]));
}

static json_t *floor_tiles(const struct apoca_open *open)
{
    struct apoca_map map;
    apoca_map_of_board(open, &map);
    json_t *whole = apoca_map_json(&map);
    json_t *rows = json_incref(json_object_get(whole, "FloorTiles"));
    json_decref(whole);
    return rows;
}

/* In escapes jansson writes hexadecimal digits as capitals, and Python does not. */
static void lower_escapes(char *text)
{
    for (char *at = strchr(text, '\\'); at != NULL; at = strchr(at, '\\')) {
        if (at[1] == 'u') {
            for (uint32_t i = 2; i < 6; i++) {
                at[i] = (char)(at[i] >= 'A' && at[i] <= 'F' ? at[i] - 'A' + 'a' : at[i]);
            }
        }
        at += 2;
    }
}

char *apoca_megaminer_state(const struct apoca_open *open, const char *const names[APOCA_SEATS],
                            bool undecided)
{
    bool over = open->ending != APOCA_PLAYING && !undecided;
    bool reasoned = over && open->winner != APOCA_TIE;
    json_t *state = json_pack(
        "{s:s, s:s, s:o, s:s, s:i, s:i, s:o, s:o, s:i, s:i}", "TeamNameR", names[APOCA_RED],
        "TeamNameB", names[APOCA_BLUE], "Victory",
        over ? json_string(apoca_word_victory[open->winner]) : json_null(), "VictoryReason",
        reasoned ? apoca_game.endings[open->ending].reason : "", "TurnsRemaining",
        open->turn_limit - open->turn, "CurrentTurn", (int)open->turn, "PlayerBaseR",
        base(open, APOCA_RED), "PlayerBaseB", base(open, APOCA_BLUE), "RedTeamMoney",
        (int)open->money[APOCA_RED], "BlueTeamMoney", (int)open->money[APOCA_BLUE]);
    RD_ASSERT(state != NULL);
    /* The keys are those of position_write.c, the values are not: programs of MegaMiner know other
     * names. */
    json_object_set_new(state, "FloorTiles", floor_tiles(open));
    json_object_set_new(state, "EntityGrid", entity_grid(open));
    json_object_set_new(state, "Towers", towers(open));
    json_object_set_new(state, "Mercenaries", units(open, APOCA_MERCENARY));
    json_object_set_new(state, "Demons", units(open, APOCA_DEMON));
    json_object_set_new(state, "DemonSpawners", apoca_spawners_json(open));
    json_object_set_new(state, "TowerPricesR", apoca_prices_json(open->price[APOCA_RED]));
    json_object_set_new(state, "TowerPricesB", apoca_prices_json(open->price[APOCA_BLUE]));
    char *text = json_dumps(state, JSON_ENSURE_ASCII);
    RD_ASSERT(text != NULL);
    json_decref(state);
    lower_escapes(text);
    return text;
}
