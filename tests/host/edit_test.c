/* Positions changed by an editor: what the tables name is put, cleared, painted and counted. */
#include "host/edit.h"

#include <stdlib.h>

#include "check.h"
#include "host/json_read.h"
#include "host/play.h"

enum { EDITS = 300 }; /* of each game, one after the other */

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

static uint32_t tile_of(const char *id, int32_t x, int32_t y)
{
    const struct rd_cells *cells = &rd_game_find(id)->cells;
    return (uint32_t)((y - cells->y0) * cells->stride + (x - cells->x0));
}

/* The entry of a list of the position that stands there; NULL: none. */
static json_t *found_at(const json_t *position, const char *list, int32_t x, int32_t y)
{
    struct rd_spot spot = { x, y };
    json_t *entries = json_object_get(position, list);
    for (size_t i = 0; i < json_array_size(entries); i++) {
        if (rd_stands_at(json_array_get(entries, i), spot)) {
            return json_array_get(entries, i);
        }
    }
    return NULL;
}

static json_int_t number_of(const json_t *entry, const char *key)
{
    return json_integer_value(json_object_get(entry, key));
}

/* Frontier: P1 at -1,15, a tower at 2,10, a mine at 9,15, a camp at 8,10. */
static void a_war_is_set_up(void)
{
    json_t *position;
    struct rd_edit edit = { RD_EDIT_PUT, "crystal miner", tile_of("fortress", 9, 15), 0, 40 };
    CHECK_TEXT(edited("fortress", edit, &position), "");
    json_t *unit = found_at(position, "units", 9, 15);
    CHECK_TEXT(json_string_value(json_object_get(unit, "type")), "crystal_miner");
    CHECK_EQ(number_of(unit, "hp"), 40);
    CHECK_EQ(number_of(unit, "id") % 2, 1);
    json_decref(position);
    edit = (struct rd_edit){ RD_EDIT_PUT, "dragon", tile_of("fortress", 15, 14), RD_SEATS_MAX, 0 };
    CHECK_TEXT(edited("fortress", edit, &position), "");
    CHECK(json_is_null(json_object_get(found_at(position, "units", 15, 14), "owner")));
    CHECK(found_at(position, "lairs", 15, 14) != NULL);
    json_decref(position);
    edit = (struct rd_edit){ RD_EDIT_PUT, "base", tile_of("fortress", 0, 13), 0, 60 };
    CHECK_TEXT(edited("fortress", edit, &position), "");
    CHECK_EQ(number_of(found_at(position, "units", 0, 13), "hp"), 60);
    json_decref(position);
    edit = (struct rd_edit){ RD_EDIT_CLEAR, "", tile_of("fortress", 2, 10), RD_SEATS_MAX, 0 };
    CHECK_TEXT(edited("fortress", edit, &position), "");
    CHECK(found_at(position, "units", 2, 10) == NULL);
    json_decref(position);
    edit.cell = tile_of("fortress", -1, 15);
    CHECK_TEXT(edited("fortress", edit, &position),
               "cell: a side has its base: put it elsewhere instead");
    edit.cell = tile_of("fortress", -1, 0);
    CHECK_TEXT(edited("fortress", edit, &position), "cell: is not on the board");
}

static void works_are_put_where_they_can_be(void)
{
    json_t *position;
    struct rd_edit edit = { RD_EDIT_PUT, "mana pool", tile_of("fortress", 10, 15), 1, 0 };
    CHECK_TEXT(edited("fortress", edit, &position), "");
    json_t *pool = found_at(position, "buildables", 10, 15);
    CHECK_TEXT(json_string_value(json_object_get(pool, "type")), "mana_pool");
    CHECK_EQ(json_integer_value(json_array_get(json_object_get(pool, "source"), 0)), 9);
    json_decref(position);
    edit.cell = tile_of("fortress", 10, 17);
    CHECK_TEXT(edited("fortress", edit, &position),
               "cell: a pool needs a mine or your base beside it that has no pool yet");
    edit = (struct rd_edit){ RD_EDIT_PUT, "mana pump", tile_of("fortress", 10, 15), 1, 0 };
    CHECK(strstr(edited("fortress", edit, &position), "a pump needs") != NULL);
    edit.name = "road"; /* on a mine */
    edit.cell = tile_of("fortress", 9, 15);
    CHECK_TEXT(edited("fortress", edit, &position),
               "cell: nothing is built on a mine, camp, lair, base or tower");
    edit.name = "fortification"; /* in the forest */
    edit.cell = tile_of("fortress", 7, 2);
    CHECK_TEXT(edited("fortress", edit, &position), "cell: that can't be built on this ground");
    edit.owner = RD_SEATS_MAX;
    CHECK_TEXT(edited("fortress", edit, &position), "owner: somebody must own it");
}

static void hexes_are_painted_and_hidden(void)
{
    json_t *position;
    struct rd_edit edit = { RD_EDIT_TERRAIN, "lake", tile_of("fortress", 8, 10), RD_SEATS_MAX, 0 };
    CHECK_TEXT(edited("fortress", edit, &position), ""); /* the camp and its archer go */
    CHECK(found_at(position, "camps", 8, 10) == NULL);
    CHECK(found_at(position, "units", 8, 10) == NULL);
    json_t *rows = json_object_get(json_object_get(position, "board"), "rows");
    CHECK_EQ(json_string_value(json_array_get(rows, 10))[9], 'o');
    json_t *known = json_array_get(json_object_get(position, "explored"), 1);
    size_t explored = json_array_size(known);
    json_decref(position);
    edit.name = "unknown"; /* it never was known to P2 */
    CHECK_TEXT(edited("fortress", edit, &position), "");
    known = json_array_get(json_object_get(position, "explored"), 1);
    CHECK_EQ(json_array_size(known), explored - 1);
    CHECK(found_at(position, "camps", 8, 10) != NULL);
    json_decref(position);
    edit = (struct rd_edit){ RD_EDIT_TERRAIN, "mountain", tile_of("fortress", -1, 15), 0, 0 };
    CHECK(strstr(edited("fortress", edit, &position), "board") != NULL);
    edit = (struct rd_edit){ RD_EDIT_COUNTER, "mana", 0, 1, 0 };
    CHECK_TEXT(edited("fortress", edit, &position), "");
    json_decref(position);
    edit = (struct rd_edit){ RD_EDIT_COUNTER, "gold", 0, 1, 777 };
    CHECK_TEXT(edited("fortress", edit, &position), "");
    CHECK_EQ(number_of(json_array_get(json_object_get(position, "players"), 1), "gold"), 777);
    json_decref(position);
    edit = (struct rd_edit){ RD_EDIT_COUNTER, "base health", 0, 1, 0 };
    CHECK_TEXT(edited("fortress", edit, &position), ""); /* the game is over then */
    json_decref(position);
    edit = (struct rd_edit){ RD_EDIT_COUNTER, "mines", 0, 1, 3 };
    CHECK_TEXT(edited("fortress", edit, &position), "name: 'mines' can't be set up here");
}

static const char *drawn_name(const char *const *names, struct rd_luck *luck)
{
    int32_t count = 0;
    while (names[count] != NULL) {
        count++;
    }
    return count == 0 ? "" : names[rd_luck_range(luck, 0, count - 1)];
}

/* Any change that a client can ask for, sensible or not. */
static struct rd_edit drawn_edit(const struct rd_game *game, struct rd_luck *luck)
{
    static const int32_t amounts[] = { 0, 1, 40, 100, 1000000, -1 };
    int32_t cells = (int32_t)game->cells.stride * game->cells.rows;
    struct rd_edit edit = { .kind = (enum rd_edit_kind)rd_luck_range(luck, 0, RD_EDIT_COUNTER) };
    const char *const *names = edit.kind == RD_EDIT_COUNTER   ? game->counter_names
                               : edit.kind == RD_EDIT_TERRAIN ? game->terrain_names
                                                              : game->token_names;
    edit.name = drawn_name(names, luck);
    edit.cell = (uint32_t)rd_luck_range(luck, 0, cells > 0 ? cells - 1 : 0);
    edit.owner = (rd_seat)rd_luck_range(luck, 0, RD_SEATS_MAX);
    edit.owner = edit.owner >= game->seats_max ? RD_SEATS_MAX : edit.owner;
    edit.amount = amounts[rd_luck_range(luck, 0, 5)];
    return edit;
}

/* One edit after the other on what the last good one left: each is read, or its trouble is told. */
static void any_edit_is_read_or_refused(void)
{
    for (uint32_t g = 0; rd_game_at(g) != NULL; g++) {
        const struct rd_codec *codec = rd_codec_of(rd_game_at(g));
        struct rd_luck luck = rd_luck_from_seed(g);
        struct rd_problem problem = { "" };
        struct rd_chosen chosen;
        struct rd_play play, again;
        if (codec->edit == NULL) {
            continue;
        }
        CHECK(rd_chosen_open(&chosen, rd_game_at(g)->id, &problem));
        rd_play_begin(&play, &chosen, rd_luck_from_seed(1));
        for (uint32_t i = 0; i < EDITS; i++) {
            struct rd_edit edit = drawn_edit(chosen.game, &luck);
            json_t *position = codec->position(play.state);
            problem.text[0] = '\0';
            bool fine = codec->edit(position, &edit, &problem) &&
                        rd_play_import(&again, &chosen, rd_luck_from_seed(1), position, &problem);
            CHECK(fine || problem.text[0] != '\0');
            if (fine) {
                rd_play_end(&play);
                play = again;
            }
            json_decref(position);
        }
        rd_play_end(&play);
        rd_chosen_close(&chosen);
    }
}

int main(void)
{
    RUN(put_and_clear_on_hexes);
    RUN(units_by_class_are_put_once);
    RUN(what_the_reader_refuses_is_told_in_its_words);
    RUN(land_and_purse_are_changed);
    RUN(a_heap_is_counted);
    RUN(a_war_is_set_up);
    RUN(works_are_put_where_they_can_be);
    RUN(hexes_are_painted_and_hidden);
    RUN(any_edit_is_read_or_refused);
    return check_end();
}
