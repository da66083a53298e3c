/* Positions from JSON. A new game on the map is begun and every field that the position gives is
 * laid over it, so a field left out has the value of the beginning. Readers of lists have one form,
 * here and in the other games: is the list there, is it a list, then entry by entry. */
#include <string.h>

#include "host/setup.h"
#include "hosted.h"

static bool read_integer(const struct rd_field *object, const char *key, int64_t min, int64_t max,
                         int64_t *out)
{
    struct rd_field field;
    return !rd_field_get(object, key, &field) || rd_field_integer(&field, min, max, out);
}

static bool read_seat_pair(const struct rd_field *state, const char *const key[APOCA_SEATS],
                           int64_t min, int32_t out[APOCA_SEATS])
{
    for (uint32_t seat = 0; seat < APOCA_SEATS; seat++) {
        int64_t value = out[seat];
        if (!read_integer(state, key[seat], min, INT32_MAX, &value)) {
            return false;
        }
        out[seat] = (int32_t)value;
    }
    return true;
}

static bool read_numbers(const struct rd_field *state, struct apoca_open *open)
{
    static const char *const health[] = { "HealthR", "HealthB" };
    static const char *const money[] = { "RedTeamMoney", "BlueTeamMoney" };
    static const char *const spent[] = { "SpentR", "SpentB" };
    int64_t turn = open->turn;
    if (!read_integer(state, "CurrentTurn", 0, open->turn_limit, &turn)) {
        return false;
    }
    open->turn = (uint16_t)turn;
    return read_seat_pair(state, health, INT32_MIN, open->health) &&
           read_seat_pair(state, money, 0, open->money) &&
           read_seat_pair(state, spent, 0, open->spent);
}

static bool read_pieces(const struct rd_field *state, struct apoca_open *open)
{
    struct rd_field list;
    return (!rd_field_get(state, "Towers", &list) || apoca_towers_read(&list, open)) &&
           (!rd_field_get(state, "Mercenaries", &list) ||
            apoca_units_read(&list, APOCA_MERCENARY, open)) &&
           (!rd_field_get(state, "Demons", &list) || apoca_units_read(&list, APOCA_DEMON, open));
}

static bool read_prices(const struct rd_field *state, struct apoca_open *open)
{
    static const char *const keys[] = { "TowerPricesR", "TowerPricesB" };
    for (uint32_t seat = 0; seat < APOCA_SEATS; seat++) {
        struct rd_field prices;
        if (!rd_field_get(state, keys[seat], &prices)) {
            continue;
        }
        if (!rd_field_object(&prices, apoca_word_type)) {
            return false;
        }
        for (uint32_t type = 0; type < APOCA_TOWER_TYPES; type++) {
            int64_t price = open->price[seat][type], first = apoca_tower_kinds[type].price;
            if (!read_integer(&prices, apoca_word_type[type], first, INT32_MAX, &price)) {
                return false;
            }
            open->price[seat][type] = (int32_t)price;
        }
    }
    return true;
}

/* ---- spawners ------------------------------------------------------------------------------ */

static bool read_spawner(const struct rd_field *field, const struct apoca_open *open,
                         struct apoca_spawner *spawner)
{
    static const char *const keys[] = { "x", "y", "Target", "ReloadTime", "MaxReloadTime", NULL };
    uint32_t home = open->path_cell[spawner->path], cell, seat = spawner->target;
    int64_t reload = spawner->reload, shown = APOCA_RELOAD_SHOWN;
    struct rd_field target;
    if (!rd_field_object(field, keys) ||
        !apoca_place_read(field, open->width, open->height, &cell)) {
        return false;
    }
    if (cell != home) {
        return rd_field_problem(field, "the map has this spawner on [%d,%d]", apoca_cell_x(home),
                                apoca_cell_y(home));
    }
    if (rd_field_get(field, "Target", &target) &&
        !rd_field_choice(&target, apoca_word_team, &seat)) {
        return false;
    }
    if (seat != spawner->target) {
        return rd_field_problem(&target, "the map says \"%s\"", apoca_word_team[spawner->target]);
    }
    if (!read_integer(field, "ReloadTime", 0, APOCA_RELOAD_SHOWN, &reload) ||
        !read_integer(field, "MaxReloadTime", APOCA_RELOAD_SHOWN, APOCA_RELOAD_SHOWN, &shown)) {
        return false;
    }
    spawner->reload = (uint8_t)reload;
    return true;
}

static bool read_spawners(const struct rd_field *state, struct apoca_open *open)
{
    struct rd_field list;
    size_t count;
    if (!rd_field_get(state, "DemonSpawners", &list)) {
        return true;
    }
    if (!rd_field_list(&list, open->spawner_count, open->spawner_count, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        struct rd_field spawner = rd_field_item(&list, i);
        if (!read_spawner(&spawner, open, &open->spawner[i])) {
            return false;
        }
    }
    return true;
}

static bool read_spawner_counts(const struct rd_field *hidden, struct apoca_open *open)
{
    struct rd_field list;
    size_t count;
    if (!rd_field_get(hidden, "Spawners", &list)) {
        return true;
    }
    if (!rd_field_list(&list, open->spawner_count, open->spawner_count, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        struct rd_field pair = rd_field_item(&list, i);
        size_t two;
        int64_t queue, produced;
        if (!rd_field_list(&pair, 2, 2, &two)) {
            return false;
        }
        struct rd_field first = rd_field_item(&pair, 0), second = rd_field_item(&pair, 1);
        if (!rd_field_integer(&first, 0, UINT16_MAX, &queue) ||
            !rd_field_integer(&second, 0, UINT16_MAX, &produced)) {
            return false;
        }
        open->spawner[i].queue = (uint16_t)queue;
        open->spawner[i].count = (uint16_t)produced;
    }
    return true;
}

/* ---- what players don't see of each other ---------------------------------------------------- */

static bool read_queue(const struct rd_field *hidden, const char *key, const uint16_t *start,
                       struct apoca_secret *secret)
{
    static const char direction[APOCA_DIRECTIONS] = { 'N', 'S', 'W', 'E' };
    struct rd_field list;
    size_t count;
    if (!rd_field_get(hidden, key, &list)) {
        return true;
    }
    if (!rd_field_list(&list, APOCA_DIRECTIONS, APOCA_DIRECTIONS, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        struct rd_field entry = rd_field_item(&list, i);
        int64_t queue;
        if (!rd_field_integer(&entry, 0, UINT16_MAX, &queue)) {
            return false;
        }
        if (queue > 0 && start[i] == APOCA_NONE) {
            return rd_field_problem(&entry, "no lane begins %c of that base", direction[i]);
        }
        secret->queue[i] = (uint16_t)queue;
    }
    return true;
}

static bool read_hidden(const struct rd_field *state, struct apoca_state *s)
{
    static const char *const keys[] = { "QueueR", "QueueB", "Spawners", NULL };
    struct rd_field hidden;
    if (!rd_field_get(state, "Hidden", &hidden)) {
        return true;
    }
    if (!rd_field_object(&hidden, keys)) {
        return false;
    }
    for (uint32_t seat = 0; seat < APOCA_SEATS; seat++) {
        if (!read_queue(&hidden, keys[seat], s->open.start[seat], &s->secret[seat])) {
            return false;
        }
    }
    return read_spawner_counts(&hidden, &s->open);
}

/* ---- what follows from the rest ------------------------------------------------------------- */

/* The first number of each kind that no piece on the board has. */
static void after_names(const struct apoca_open *open, uint16_t made[APOCA_MADE_COUNT])
{
    memset(made, 0, APOCA_MADE_COUNT * sizeof made[0]);
    for (uint32_t i = 0; i < open->tower_count; i++) {
        made[APOCA_MADE_TOWERS] = (uint16_t)(open->tower[i].number + 1u);
    }
    for (uint32_t i = 0; i < open->unit_count; i++) {
        made[APOCA_MADE_UNITS + apoca_unit_kind(&open->unit[i])] =
            (uint16_t)(open->unit[i].number + 1u);
    }
}

static bool read_made(const struct rd_field *state, struct apoca_open *open)
{
    static const char letter[APOCA_MADE_COUNT] = { 't', 'm', 'd' };
    struct rd_field list;
    size_t count;
    after_names(open, open->made);
    if (!rd_field_get(state, "Made", &list)) {
        return true;
    }
    if (!rd_field_list(&list, APOCA_MADE_COUNT, APOCA_MADE_COUNT, &count)) {
        return false;
    }
    for (size_t i = 0; i < APOCA_MADE_COUNT; i++) {
        struct rd_field entry = rd_field_item(&list, i);
        int64_t made;
        if (!rd_field_integer(&entry, 0, UINT16_MAX, &made)) {
            return false;
        }
        if (made < open->made[i]) {
            return rd_field_problem(&entry, "%c%d exists, so at least %d", letter[i],
                                    open->made[i] - 1, open->made[i]);
        }
        open->made[i] = (uint16_t)made;
    }
    return true;
}

/* Nothing new stands in Occupied; whoever gives it must be right about it. */
static bool check_occupied(const struct rd_field *state, const struct apoca_open *open)
{
    struct rd_field list;
    size_t count;
    if (!rd_field_get(state, "Occupied", &list)) {
        return true;
    }
    json_t *right = apoca_occupied_json(open);
    bool fine = rd_field_list(&list, json_array_size(right), json_array_size(right), &count);
    for (size_t i = 0; fine && i < count; i++) {
        struct rd_field entry = rd_field_item(&list, i);
        const json_t *want = json_array_get(right, i);
        if (!json_equal(json_array_get(list.json, i), json_array_get(right, i))) {
            fine = rd_field_problem(&entry, "must be [%d,%d,\"%s\"], as the towers and units stand",
                                    (int)json_integer_value(json_array_get(want, 0)),
                                    (int)json_integer_value(json_array_get(want, 1)),
                                    json_string_value(json_array_get(want, 2)));
        }
    }
    json_decref(right);
    return fine;
}

/* The ending with this reason; without one, what winner and bases tell. 0 = none. */
static uint32_t find_ending(const struct apoca_open *open, uint32_t winner, const char *reason)
{
    if (reason[0] != '\0') {
        uint32_t ending = APOCA_ENDINGS - 1;
        while (ending > 0 && strcmp(apoca_game.endings[ending].reason, reason) != 0) {
            ending--;
        }
        return ending;
    }
    if (winner == APOCA_TIE) {
        return APOCA_TIED;
    }
    uint32_t fallen = winner == APOCA_RED ? APOCA_BLUE_BASE_FELL : APOCA_RED_BASE_FELL;
    return open->health[1 - winner] <= 0 ? fallen : APOCA_PLAYING;
}

static bool read_victory(const struct rd_field *state, struct apoca_open *open)
{
    struct rd_field victory, reason;
    const char *text = "";
    uint32_t winner;
    if (rd_field_get(state, "VictoryReason", &reason) && !rd_field_text(&reason, &text)) {
        return false;
    }
    if (!rd_field_get(state, "Victory", &victory) || json_is_null(victory.json)) {
        return text[0] == '\0' ||
               rd_field_problem(&reason, "must be empty while there is no Victory");
    }
    if (!rd_field_choice(&victory, apoca_word_victory, &winner)) {
        return false;
    }
    uint32_t ending = find_ending(open, winner, text);
    if (ending == APOCA_PLAYING && text[0] == '\0') {
        return rd_field_problem(&reason, "must say why the game is over");
    }
    if (ending == APOCA_PLAYING) {
        return rd_field_problem(&reason, "\"%.60s\" is no way for a game to end", text);
    }
    if (apoca_ending_winner(ending) != winner) {
        return rd_field_problem(&victory, "\"%s\" does not win by \"%s\"",
                                apoca_word_victory[winner], text);
    }
    open->ending = (uint8_t)ending;
    open->winner = (uint8_t)winner;
    return true;
}

static bool read_state(const struct rd_field *field, struct rd_luck *luck, struct apoca_state *s)
{
    static const char *const keys[] = {
        "Victory",       "VictoryReason", "CurrentTurn",  "HealthR",     "HealthB",
        "RedTeamMoney",  "BlueTeamMoney", "Towers",       "Mercenaries", "Demons",
        "DemonSpawners", "TowerPricesR",  "TowerPricesB", "Occupied",    "Hidden",
        "SpentR",        "SpentB",        "Made",         "Orders",      NULL
    };
    struct rd_field orders;
    if (!rd_field_object(field, keys) || !read_numbers(field, &s->open) ||
        !read_pieces(field, &s->open) || !read_spawners(field, &s->open) ||
        !read_prices(field, &s->open) || !check_occupied(field, &s->open) ||
        !read_hidden(field, s) || !read_made(field, &s->open) || !read_victory(field, &s->open)) {
        return false;
    }
    const char *broken = apoca_game.audit(s);
    if (broken != NULL) {
        return rd_field_problem(field, "%s", broken);
    }
    return !rd_field_get(field, "Orders", &orders) || apoca_orders_read(&orders, luck, s);
}

static bool begin(const struct rd_field *root, const struct rd_setup *setup, struct rd_luck *luck,
                  struct apoca_state *s)
{
    struct rd_setup own = *setup;
    struct apoca_map map;
    struct rd_field field;
    if (rd_field_get(root, "map", &field)) {
        struct rd_verdict wrong;
        if (!apoca_map_field(&field, &map)) {
            return false;
        }
        if (apoca_game.check_map(&map, &wrong, 1) > 0) {
            rd_setup_verdict(&apoca_game, wrong, root->problem);
            return false;
        }
        own.map = &map;
        own.map_size = sizeof map;
    }
    apoca_game.init(s, &own, luck);
    return true;
}

bool apoca_position_read(const json_t *position, const struct rd_setup *setup, struct rd_luck *luck,
                         void *state, struct rd_problem *problem)
{
    static const char *const keys[] = { "map", "state", NULL };
    struct rd_field root = rd_field_root(position, "", problem), field;
    return rd_field_object(&root, keys) && begin(&root, setup, luck, state) &&
           (!rd_field_get(&root, "state", &field) || read_state(&field, luck, state));
}
