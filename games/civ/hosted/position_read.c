/* Positions from JSON. A new game is begun and whatever the position gives takes the place of what
 * the beginning has, so a field left out has the value of the beginning. Readers of lists have one
 * form, here and in the other games: is the list there, is it a list, then entry by entry. */
#include <string.h>

#include "hosted.h"

static bool read_integer(const struct rd_field *object, const char *key, int64_t min, int64_t max,
                         int64_t *out)
{
    struct rd_field field;
    return !rd_field_get(object, key, &field) || rd_field_integer(&field, min, max, out);
}

/* ---- the board ---- */

static bool read_column(const struct rd_field *column, uint32_t x, struct civ_map *map)
{
    size_t rows;
    if (!rd_field_list(column, map->size, map->size, &rows)) {
        return false;
    }
    for (size_t y = 0; y < rows; y++) {
        struct rd_field entry = rd_field_item(column, y);
        int64_t code;
        if (!rd_field_integer(&entry, 0, CIV_TERRAINS - 1, &code)) {
            return false;
        }
        map->terrain[y * CIV_SIDE_MAX + x] = (uint8_t)code;
    }
    return true;
}

static bool read_board(const struct rd_field *field, struct civ_map *map)
{
    size_t columns;
    if (!rd_field_list(field, CIV_SIDE_MIN, CIV_SIDE_MAX, &columns)) {
        return false;
    }
    if (columns % 2 != 0) {
        return rd_field_problem(field, "has %zu columns, must have an even number of them",
                                columns);
    }
    map->size = (uint8_t)columns;
    for (size_t x = 0; x < columns; x++) {
        struct rd_field column = rd_field_item(field, x);
        if (!read_column(&column, (uint32_t)x, map)) {
            return false;
        }
    }
    return true;
}

/* ---- how far the game has come ---- */

static bool read_ending(const struct rd_field *state, struct civ_common *common)
{
    struct rd_field field;
    int64_t winner = -1;
    bool over = false;
    uint32_t ending = CIV_PLAYING;
    if (rd_field_get(state, "over", &field)) {
        if (!json_is_boolean(field.json)) {
            return rd_field_problem(&field, "must be true or false");
        }
        over = json_is_true(field.json);
    }
    if (rd_field_get(state, "winner", &field) && !json_is_null(field.json) &&
        !rd_field_integer(&field, 0, common->seats - 1, &winner)) {
        return false;
    }
    if (winner >= 0 && !over) {
        return rd_field_problem(&field, "nobody has won while the game is not over");
    }
    if (over) {
        ending = winner >= 0 ? CIV_CONQUEST : CIV_LIMIT;
    }
    if (rd_field_get(state, "ending", &field)) {
        if (!rd_field_choice(&field, civ_ending_word, &ending)) {
            return false;
        }
        if (over != (ending != CIV_PLAYING)) {
            return rd_field_problem(&field, "does not fit to whether the game is over");
        }
    }
    common->ending = (uint8_t)ending;
    common->winner = (uint8_t)(winner + 1);
    return true;
}

static bool read_progress(const struct rd_field *state, struct civ_common *common)
{
    int64_t last = common->round_limit > 0 ? (int64_t)common->round_limit : CIV_ROUNDS_END;
    int64_t current = 0, round = 1;
    if (!read_integer(state, "current", 0, common->seats - 1, &current) ||
        !read_integer(state, "round", 1, last, &round)) {
        return false;
    }
    /* Left out: as if nobody had been skipped. */
    int64_t turn = (round - 1) * common->seats + current;
    if (!read_integer(state, "turn", 0, round * common->seats, &turn)) {
        return false;
    }
    common->current = (uint8_t)current;
    common->round = (uint32_t)round;
    common->ended = (uint32_t)turn;
    return read_ending(state, common);
}

/* ---- the whole ---- */

static bool read_players(const struct rd_field *state, struct civ_state *s)
{
    struct rd_field list;
    size_t count;
    if (!rd_field_get(state, "players", &list)) {
        return true;
    }
    if (!rd_field_list(&list, CIV_SEATS, CIV_SEATS, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        struct rd_field player = rd_field_item(&list, i);
        if (!civ_player_read(&player, &s->common, &s->side[i])) {
            return false;
        }
    }
    return true;
}

static bool read_state(const struct rd_field *field, struct civ_state *s)
{
    static const char *const keys[] = { "current", "round",   "over",    "winner", "turn",
                                        "players", "pending", "attacks", "ending", NULL };
    struct rd_field list;
    size_t count;
    if (!rd_field_object(field, keys) || !read_progress(field, &s->common) ||
        !read_players(field, s)) {
        return false;
    }
    /* pending is a summary for readers; who attacks is told by attacks alone. */
    if (rd_field_get(field, "pending", &list) &&
        !rd_field_list(&list, 0, CIV_TARGETS_MAX, &count)) {
        return false;
    }
    return !rd_field_get(field, "attacks", &list) || civ_attacks_read(&list, s);
}

static bool begin(const struct rd_field *root, const struct rd_setup *setup, struct rd_luck *luck,
                  struct civ_state *s)
{
    struct civ_map map;
    struct rd_field board, size;
    int64_t side;
    civ_game.init(s, setup, luck);
    memset(&map, 0, sizeof map);
    bool given = rd_field_get(root, "board", &board);
    if (given && !read_board(&board, &map)) {
        return false;
    }
    if (rd_field_get(root, "size", &size)) {
        if (!rd_field_integer(&size, CIV_SIDE_MIN, CIV_SIDE_MAX, &side)) {
            return false;
        }
        if (side != (given ? map.size : s->common.size)) {
            return rd_field_problem(&size, "the board has %d columns",
                                    given ? map.size : s->common.size);
        }
    }
    if (!given) {
        return true;
    }
    struct rd_setup own = *setup; /* corners and all for a board of that size */
    own.map = NULL;
    own.map_size = 0;
    own.option[CIV_OPT_MAP] = 0;
    own.option[CIV_OPT_MAP_SEED] = 1;
    own.option[CIV_OPT_SIZE] = map.size;
    civ_game.init(s, &own, luck);
    civ_lay_board(s->terrain, &map);
    return true;
}

bool civ_position_read(const json_t *position, const struct rd_setup *setup, struct rd_luck *luck,
                       void *state, struct rd_problem *problem)
{
    static const char *const keys[] = { "size", "board", "state", NULL };
    struct rd_field root = rd_field_root(position, "", problem), field;
    struct civ_state *s = state;
    if (!rd_field_object(&root, keys) || !begin(&root, setup, luck, s)) {
        return false;
    }
    field = root;
    if (rd_field_get(&root, "state", &field) && !read_state(&field, s)) {
        return false;
    }
    const char *broken = civ_game.audit(s);
    return broken == NULL || rd_field_problem(&field, "%s", broken);
}
