/* A position of ApocaWarlords changed by an editor, in its own JSON. Editors have one form in all
 * games: one case for each kind of edit (host/codec.h). */
#include <stdio.h>
#include <string.h>

#include "host/edit.h"
#include "hosted.h"

static const char *const team[APOCA_SEATS] = { "r", "b" };

/* What is listed in the state, by enum apoca_made. */
static const char *const lists[] = { "Towers", "Mercenaries", "Demons" };
static const char letters[] = "tmd";

/* A name that nobody has, in the order of creation: the counter of Made goes on. */
static json_t *new_name(json_t *state, uint32_t made)
{
    char name[16];
    json_t *counts = json_object_get(state, "Made");
    json_int_t number = json_integer_value(json_array_get(counts, made));
    json_array_set_new(counts, made, json_integer(number + 1));
    snprintf(name, sizeof name, "%c%d", letters[made], (int)number);
    return json_string(name);
}

static void put_tower(json_t *state, const struct rd_edit *edit, struct rd_spot spot, uint32_t type)
{
    json_array_append_new(json_object_get(state, lists[APOCA_MADE_TOWERS]),
                          json_pack("{s:o, s:s, s:s, s:i, s:i, s:i}", "Name",
                                    new_name(state, APOCA_MADE_TOWERS), "Type",
                                    apoca_word_type[type], "Team", team[edit->owner], "x", spot.x,
                                    "y", spot.y, "Cooldown", 0));
}

static void put_unit(json_t *state, const struct rd_edit *edit, struct rd_spot spot, uint32_t kind)
{
    const struct apoca_strength *first = &apoca_unit_kinds[kind].first[APOCA_SEED];
    uint32_t made = APOCA_MADE_UNITS + kind;
    json_array_append_new(json_object_get(state, lists[made]),
                          json_pack("{s:o, s:s, s:i, s:i, s:i, s:i}", "Name", new_name(state, made),
                                    "Team", team[edit->owner], "x", spot.x, "y", spot.y, "Health",
                                    edit->amount > 0 ? edit->amount : first->health, "Damage",
                                    first->damage));
}

static bool put(json_t *position, const struct rd_edit *edit, struct rd_spot spot,
                struct rd_problem *problem)
{
#define NAMES(ID, name, ...) name,
#define TOWER                NAMES
#define UNIT                 NAMES
    static const char *const kinds[] = { "base",
#include "games/apoca/towers.def"
#include "games/apoca/units.def"
                                         NULL };
#undef TOWER
#undef UNIT
    enum { BASE, TOWERS, UNITS = TOWERS + APOCA_TOWER_TYPES };
    json_t *state = json_object_get(position, "state");
    uint32_t kind = 0;
    if (!rd_edit_name(edit, kinds, &kind, problem) || !rd_edit_owner(edit, APOCA_SEATS, problem)) {
        return false;
    }
    if (kind == BASE) {
        json_object_set_new(json_object_get(position, "map"),
                            edit->owner == APOCA_RED ? "PlayerBaseR" : "PlayerBaseB",
                            json_pack("{s:i, s:i}", "x", spot.x, "y", spot.y));
    } else if (kind < UNITS) {
        put_tower(state, edit, spot, kind - TOWERS);
    } else {
        put_unit(state, edit, spot, kind - UNITS);
    }
    return true;
}

static bool paint(json_t *position, const struct rd_edit *edit, struct rd_spot spot,
                  struct rd_problem *problem)
{
    static const char tiles[] = " Orb"; /* by enum apoca_tile */
    char row[APOCA_SIDE_MAX + 1];
    uint32_t terrain = 0;
    json_t *rows = json_object_get(json_object_get(position, "map"), "FloorTiles");
    const char *old = json_string_value(json_array_get(rows, (size_t)spot.y));
    if (!rd_edit_name(edit, apoca_game.terrain_names, &terrain, problem)) {
        return false;
    }
    if (old == NULL || (size_t)spot.x >= strlen(old) || strlen(old) > APOCA_SIDE_MAX) {
        return rd_problem_at(problem, "cell", "is not on the board");
    }
    snprintf(row, sizeof row, "%s", old);
    row[spot.x] = tiles[terrain];
    json_array_set_new(rows, (size_t)spot.y, json_string(row));
    return true;
}

static bool count(json_t *position, const struct rd_edit *edit, struct rd_problem *problem)
{
    static const char *const known[] = { "turn", "money", "health", NULL };
    static const char *const keys[][APOCA_SEATS] = { { "CurrentTurn", "CurrentTurn" },
                                                     { "RedTeamMoney", "BlueTeamMoney" },
                                                     { "HealthR", "HealthB" } };
    uint32_t which = 0;
    if (!rd_edit_name(edit, known, &which, problem)) {
        return false;
    }
    uint32_t seat = edit->owner < APOCA_SEATS ? edit->owner : APOCA_RED;
    return rd_edit_counter(json_object_get(position, "state"), keys[which][seat], known[which],
                           edit);
}

bool apoca_edit(json_t *position, const struct rd_edit *edit, struct rd_problem *problem)
{
    struct rd_spot spot = rd_edit_spot(&apoca_game, edit);
    json_t *state = json_object_get(position, "state");
    json_object_del(state, "Occupied"); /* it follows from the rest */
    switch (edit->kind) {
    case RD_EDIT_PUT:
        return put(position, edit, spot, problem);
    case RD_EDIT_CLEAR:
        for (uint32_t i = 0; i < APOCA_MADE_COUNT; i++) {
            rd_clear_spot(json_object_get(state, lists[i]), spot);
        }
        return true;
    case RD_EDIT_TERRAIN:
        return paint(position, edit, spot, problem);
    case RD_EDIT_COUNTER:
    default:
        return count(position, edit, problem);
    }
}
