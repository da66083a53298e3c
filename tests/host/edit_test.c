/* Positions changed by an editor: what the tables name is put, cleared, painted and counted. */
#include "host/edit.h"

#include <stdlib.h>

#include "check.h"
#include "host/json_read.h"
#include "host/play.h"

/* Begins a game, edits its position and reads it back; "" when all went well. */
static const char *edited(const char *id, struct rd_edit edit, json_t **out)
{
    static struct rd_problem problem;
    struct rd_chosen chosen;
    struct rd_play play, again;
    problem.text[0] = '\0';
    *out = NULL;
    CHECK(rd_chosen_open(&chosen, id, &problem));
    rd_play_begin(&play, &chosen, rd_luck_from_seed(1));
    json_t *position = rd_codec_of(chosen.game)->position(play.state);
    if (rd_codec_of(chosen.game)->edit(position, &edit, &problem) &&
        rd_play_import(&again, &chosen, rd_luck_from_seed(1), position, &problem)) {
        *out = rd_codec_of(chosen.game)->position(again.state);
        rd_play_end(&again);
    }
    json_decref(position);
    rd_play_end(&play);
    rd_chosen_close(&chosen);
    return problem.text;
}

static void put_and_clear_on_hexes(void)
{
    json_t *position;
    struct rd_edit edit = { RD_EDIT_PUT, "soldier", 0, 1, 40 };
    const struct rd_cells *cells = &rd_game_find("classic")->cells;
    edit.cell = (uint32_t)((7 - cells->y0) * cells->stride + (8 - cells->x0));
    CHECK_TEXT(edited("classic", edit, &position), "");
    json_t *units = json_object_get(position, "units");
    json_t *last = json_array_get(units, 0);
    for (size_t i = 0; i < json_array_size(units); i++) {
        json_t *unit = json_array_get(units, i);
        last = json_integer_value(json_object_get(unit, "hp")) == 40 ? unit : last;
    }
    CHECK_EQ(json_integer_value(json_object_get(last, "id")), 4);
    CHECK_EQ(json_integer_value(json_object_get(last, "owner")), 1);
    json_decref(position);
    edit.name = "dragon";
    CHECK_TEXT(edited("classic", edit, &position), "name: 'dragon' can't be set up here");
    edit = (struct rd_edit){ RD_EDIT_PUT, "soldier", edit.cell, RD_SEATS_MAX, 0 };
    CHECK_TEXT(edited("classic", edit, &position), "owner: somebody must own it");
}

/* FATE has one unit of each class, and its edited positions are battles. */
static void units_by_class_are_put_once(void)
{
    json_t *position;
    struct rd_edit edit = { RD_EDIT_PUT, "ilse", 40, 1, 3 };
    CHECK_TEXT(edited("fate", edit, &position), "");
    json_t *state = json_object_get(position, "state");
    json_t *unit = json_object_get(json_object_get(state, "units"), "P2-spearman");
    CHECK_TEXT(json_string_value(json_object_get(unit, "at")), "E4");
    CHECK_TEXT(json_string_value(json_object_get(unit, "hero")), "ilse");
    CHECK_EQ(json_integer_value(json_object_get(unit, "hp")), 3);
    CHECK_TEXT(json_string_value(json_object_get(state, "phase")), "battle");
    CHECK_TEXT(json_string_value(json_object_get(state, "active")), "P2-spearman");
    json_decref(position);
    edit.amount = 99;
    CHECK(strstr(edited("fate", edit, &position), "units.P2-spearman.hp") != NULL);
    edit = (struct rd_edit){ RD_EDIT_PUT, "turret", 40, 0, 0 };
    CHECK(strstr(edited("fate", edit, &position), "without its maker") != NULL);
    edit = (struct rd_edit){ RD_EDIT_TERRAIN, "plain", 40, RD_SEATS_MAX, 0 };
    CHECK_TEXT(edited("fate", edit, &position), "cell: this board is always the same");
}

static void what_the_reader_refuses_is_told_in_its_words(void)
{
    json_t *position;
    struct rd_edit edit = { RD_EDIT_PUT, "cannon", 0, 0, 0 }; /* 0,0 is no land of Red */
    CHECK(strstr(edited("apoca", edit, &position), "Towers[0]") != NULL);
    edit = (struct rd_edit){ RD_EDIT_PUT, "cannon", 2, 0, 0 };
    CHECK_TEXT(edited("apoca", edit, &position), "");
    json_t *towers = json_object_get(json_object_get(position, "state"), "Towers");
    CHECK_EQ(json_array_size(towers), 1);
    CHECK_TEXT(json_string_value(json_object_get(json_array_get(towers, 0), "Name")), "t0");
    json_decref(position);
}

static void land_and_purse_are_changed(void)
{
    json_t *position;
    struct rd_edit edit = { RD_EDIT_TERRAIN, "forest", 1, RD_SEATS_MAX, 0 };
    CHECK_TEXT(edited("civ", edit, &position), "");
    json_t *column = json_array_get(json_object_get(position, "board"), 1);
    CHECK_EQ(json_integer_value(json_array_get(column, 0)), 3);
    json_decref(position);
    edit = (struct rd_edit){ RD_EDIT_COUNTER, "production", 0, 2, 77 };
    CHECK_TEXT(edited("civ", edit, &position), "");
    json_t *players = json_object_get(json_object_get(position, "state"), "players");
    json_t *third = json_array_get(players, 2);
    CHECK_EQ(json_integer_value(json_object_get(third, "production")), 77);
    json_decref(position);
    edit = (struct rd_edit){ RD_EDIT_PUT, "army", 0, 0, 33 };
    CHECK_TEXT(edited("civ", edit, &position), "");
    players = json_object_get(json_object_get(position, "state"), "players");
    json_t *army = json_array_get(json_object_get(json_array_get(players, 0), "armies"), 0);
    CHECK_EQ(json_integer_value(json_array_get(army, 2)), 33);
    json_decref(position);
    edit = (struct rd_edit){ RD_EDIT_CLEAR, "", 0, RD_SEATS_MAX, 0 }; /* whose turn it is */
    CHECK_TEXT(edited("civ", edit, &position), "state: the seat to act is out of the game");
    edit.cell = 31;
    CHECK_TEXT(edited("civ", edit, &position), "");
    players = json_object_get(json_object_get(position, "state"), "players");
    CHECK_EQ(json_array_size(json_object_get(json_array_get(players, 1), "cities")), 0);
    json_decref(position);
}

static void a_heap_is_counted(void)
{
    json_t *position;
    struct rd_edit edit = { RD_EDIT_COUNTER, "stones", 0, RD_SEATS_MAX, 5 };
    CHECK_TEXT(edited("null", edit, &position), "");
    CHECK_EQ(json_integer_value(json_object_get(position, "heap")), 5);
    json_decref(position);
    edit.kind = RD_EDIT_PUT;
    CHECK_TEXT(edited("null", edit, &position), "only the number of stones can be changed");
}

int main(void)
{
    RUN(put_and_clear_on_hexes);
    RUN(units_by_class_are_put_once);
    RUN(what_the_reader_refuses_is_told_in_its_words);
    RUN(land_and_purse_are_changed);
    RUN(a_heap_is_counted);
    return check_end();
}
