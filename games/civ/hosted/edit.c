/* A position of civ changed by an editor, in its own JSON. Editors have one form in all games: one
 * case for each kind of edit (host/codec.h). */
#include <string.h>

#include "host/edit.h"
#include "hosted.h"

#define PRODUCT(ID, name, plural, ...) plural,
static const char *const lists[] = {
#include "games/civ/products.def"
    NULL
};
#undef PRODUCT
#define PRODUCT(ID, name, ...) name,
static const char *const units[] = {
#include "games/civ/products.def"
    NULL
};
#undef PRODUCT

static json_t *player_of(json_t *position, uint32_t seat)
{
    return json_array_get(json_object_get(json_object_get(position, "state"), "players"), seat);
}

static bool put(json_t *position, const struct rd_edit *edit, struct rd_spot spot,
                struct rd_problem *problem)
{
    uint32_t unit = 0;
    if (!rd_edit_name(edit, units, &unit, problem) || !rd_edit_owner(edit, CIV_SEATS, problem)) {
        return false;
    }
    int32_t health = edit->amount > 0 ? edit->amount : CIV_HEALTH;
    json_t *entry = civ_product_is(unit, CIV_STANDS) ? json_pack("[i,i]", spot.x, spot.y)
                    : civ_product_is(unit, CIV_FIGHTS)
                        ? json_pack("[i,i,i,i]", spot.x, spot.y, health, 0)
                        : json_pack("[i,i,i]", spot.x, spot.y, 0);
    json_array_append_new(json_object_get(player_of(position, edit->owner), lists[unit]), entry);
    return true;
}

static void clear(json_t *position, struct rd_spot spot)
{
    for (uint32_t seat = 0; seat < CIV_SEATS; seat++) {
        for (uint32_t i = 0; lists[i] != NULL; i++) {
            rd_clear_spot(json_object_get(player_of(position, seat), lists[i]), spot);
        }
    }
}

/* Boards are columns of terrain numbers. */
static bool paint(json_t *position, const struct rd_edit *edit, struct rd_spot spot,
                  struct rd_problem *problem)
{
    uint32_t terrain = 0;
    if (!rd_edit_name(edit, civ_game.terrain_names, &terrain, problem)) {
        return false;
    }
    json_t *column = json_array_get(json_object_get(position, "board"), (size_t)spot.x);
    return json_array_set_new(column, (size_t)spot.y, json_integer(terrain)) == 0 ||
           rd_problem_at(problem, "cell", "is not on the board");
}

static bool count(json_t *position, const struct rd_edit *edit, struct rd_problem *problem)
{
    static const char *const purse[] = { "food", "production", "trade", NULL };
    uint32_t which = 0;
    if (rd_edit_counter(json_object_get(position, "state"), "round", "round", edit)) {
        return true;
    }
    return rd_edit_name(edit, purse, &which, problem) && rd_edit_owner(edit, CIV_SEATS, problem) &&
           rd_edit_counter(player_of(position, edit->owner), purse[which], purse[which], edit);
}

bool civ_edit(json_t *position, const struct rd_edit *edit, struct rd_problem *problem)
{
    struct rd_spot spot = rd_edit_spot(&civ_game, edit);
    switch (edit->kind) {
    case RD_EDIT_PUT:
        return put(position, edit, spot, problem);
    case RD_EDIT_CLEAR:
        clear(position, spot);
        return true;
    case RD_EDIT_TERRAIN:
        return paint(position, edit, spot, problem);
    case RD_EDIT_COUNTER:
    default:
        return count(position, edit, problem);
    }
}
