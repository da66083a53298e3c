/* Positions from JSON. Everything is checked where it is read, so that a problem names its field.
 * Readers of lists have one form, here and in the other games: is the list there, is it a list,
 * then entry by entry. */
#include <string.h>

#include "hosted.h"

static bool read_player(const struct rd_field *entry, struct fortress_side *side)
{
    static const char *const keys[] = { "gold",         "mana",         "melee_bonus",
                                        "ranged_bonus", "mana_rewards", NULL };
    int64_t gold = 0, mana = 0, melee = 0, ranged = 0, gifts = 0;
    int64_t points = (int64_t)FORTRESS_REWARDS_MAX * FORTRESS_REWARD_POINTS;
    if (!rd_field_object(entry, keys) ||
        !fortress_number_read(entry, "gold", 0, FORTRESS_GOLD_MAX / 2, &gold) ||
        !fortress_number_read(entry, "mana", 0, FORTRESS_MANA_MAX, &mana) ||
        !fortress_number_read(entry, "melee_bonus", 0, points, &melee) ||
        !fortress_number_read(entry, "ranged_bonus", 0, points, &ranged) ||
        !fortress_number_read(entry, "mana_rewards", 0, FORTRESS_REWARDS_MAX, &gifts)) {
        return false;
    }
    if (melee % FORTRESS_REWARD_POINTS != 0 || ranged % FORTRESS_REWARD_POINTS != 0) {
        return rd_field_problem(entry, "a bonus is 3 points for each reward");
    }
    side->gold = (int32_t)gold;
    side->mana = (int32_t)mana;
    side->rewards[FORTRESS_REWARD_MELEE] = (uint16_t)(melee / FORTRESS_REWARD_POINTS);
    side->rewards[FORTRESS_REWARD_RANGED] = (uint16_t)(ranged / FORTRESS_REWARD_POINTS);
    side->rewards[FORTRESS_REWARD_MANA] = (uint16_t)gifts;
    return true;
}

static bool read_players(const struct rd_field *root, struct fortress_state *s)
{
    struct rd_field list;
    size_t count;
    if (!rd_field_get(root, "players", &list)) {
        return true;
    }
    if (!rd_field_list(&list, FORTRESS_SEATS, FORTRESS_SEATS, &count)) {
        return false;
    }
    struct rd_field first = rd_field_item(&list, 0), second = rd_field_item(&list, 1);
    return read_player(&first, &s->side[0]) && read_player(&second, &s->side[1]);
}

/* A list of numbers, one for each seat (and one more). */
static bool read_numbers(const struct rd_field *root, const char *key, size_t count, int64_t max,
                         int64_t *out)
{
    struct rd_field list;
    size_t length;
    if (!rd_field_get(root, key, &list)) {
        return true;
    }
    if (!rd_field_list(&list, count, count, &length)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        struct rd_field item = rd_field_item(&list, i);
        if (!rd_field_integer(&item, 0, max, &out[i])) {
            return false;
        }
    }
    return true;
}

static bool read_next_ids(const struct rd_field *root, struct fortress_state *s)
{
    uint32_t usual[FORTRESS_SEATS + 1];
    fortress_usual_next_ids(s, usual);
    int64_t next[3] = { usual[0], usual[1],
                        (int64_t)FORTRESS_NEUTRAL_ID + usual[FORTRESS_NEUTRAL] + 1 };
    int64_t most = FORTRESS_NEUTRAL_ID + FORTRESS_NEUTRAL_IDS;
    struct rd_field field;
    if (!read_numbers(root, "next_id", 3, most, next)) {
        return false;
    }
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        if (next[seat] < usual[seat] || next[seat] % 2 == seat ||
            next[seat] > (int64_t)4 * FORTRESS_IDS) {
            rd_field_get(root, "next_id", &field);
            return rd_field_problem(&field, "must be above all ids in use, odd and even");
        }
        s->side[seat].next_id = (uint16_t)next[seat];
    }
    if (next[2] <= FORTRESS_NEUTRAL_ID + (int64_t)usual[FORTRESS_NEUTRAL]) {
        rd_field_get(root, "next_id", &field);
        return rd_field_problem(&field, "must be above all ids in use");
    }
    s->next_neutral = (uint32_t)(next[2] - FORTRESS_NEUTRAL_ID - 1);
    return true;
}

static bool read_counters(const struct rd_field *root, struct fortress_state *s)
{
    int64_t priority[FORTRESS_SEATS] = { s->side[0].priority, s->side[1].priority };
    struct rd_field list;
    size_t count;
    if (!read_numbers(root, "priority", FORTRESS_SEATS, FORTRESS_PRIORITY_MAX, priority)) {
        return false;
    }
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        s->side[seat].priority = (uint16_t)priority[seat];
    }
    if (!rd_field_get(root, "done", &list)) {
        return true;
    }
    if (!rd_field_list(&list, FORTRESS_SEATS, FORTRESS_SEATS, &count)) {
        return false;
    }
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        struct rd_field item = rd_field_item(&list, seat);
        if (!json_is_boolean(item.json)) {
            return rd_field_problem(&item, "must be true or false");
        }
        s->side[seat].done = json_is_true(item.json);
    }
    return true;
}

static bool read_outcome(const struct rd_field *root, struct fortress_state *s)
{
    static const char *const keys[] = { "rank", "score", "rule", "reason", NULL };
    struct rd_field outcome, reason;
    const char *text;
    s->ending = (uint8_t)fortress_fallen(s);
    if (!rd_field_get(root, "outcome", &outcome) || json_is_null(outcome.json)) {
        return true;
    }
    if (!rd_field_object(&outcome, keys) || !rd_field_need(&outcome, "reason", &reason) ||
        !rd_field_text(&reason, &text)) {
        return false;
    }
    uint32_t ending = FORTRESS_ENDINGS - 1;
    while (ending > 0 && strcmp(fortress_endings[ending].reason, text) != 0) {
        ending--;
    }
    if (ending == 0) {
        return rd_field_problem(&reason, "\"%.60s\" is no way for a game to end", text);
    }
    s->ending = (uint8_t)ending;
    return true;
}

static bool read_board(const struct rd_field *root, const struct rd_setup *setup,
                       struct rd_luck *luck, struct fortress_map *map)
{
    struct rd_field board;
    struct rd_verdict verdict;
    if (!rd_field_get(root, "board", &board)) {
        fortress_map_of_setup(setup, luck, map);
        return true;
    }
    if (!fortress_board_field(&board, map)) {
        return false;
    }
    if (fortress_check_map(map, &verdict, 1) == 0) {
        return true;
    }
    const struct rd_refusal *why = &fortress_refusals[verdict.why];
    if (verdict.detail == RD_NO_CELL) {
        return rd_field_problem(&board, "%s (%s)", why->text, why->rule);
    }
    return rd_field_problem(&board, "[%d,%d]: %s (%s)", (int)fortress_x(verdict.detail),
                            (int)fortress_y(verdict.detail), why->text, why->rule);
}

/* R8.5 e: what Upkeep gives to wards. */
static void order_wards(struct fortress_state *s)
{
    for (uint32_t i = 0; i < s->ward_count; i++) {
        struct fortress_site site = fortress_site_read(s->site[s->ward[i].cell]);
        if (s->ward[i].always && site.condition == FORTRESS_INTACT) {
            s->ward[i].always = s->side[site.owner].mana >= FORTRESS_WARD_COST;
            s->ward[i].ordered = s->ward[i].always;
        }
    }
}

static bool read_whole(const struct rd_field *root, const struct rd_setup *setup,
                       struct rd_luck *luck, struct fortress_state *s)
{
    static const char *const keys[] = { "turn",       "board",  "players", "units",
                                        "buildables", "mines",  "camps",   "lairs",
                                        "explored",   "memory", "next_id", "priority",
                                        "done",       "trace",  "outcome", NULL };
    struct fortress_map map;
    int64_t turn = 1;
    if (!rd_field_object(root, keys) || !read_board(root, setup, luck, &map)) {
        return false;
    }
    fortress_lay_board(s, &map);
    s->turn_limit = (uint16_t)setup->option[FORTRESS_OPT_LIMIT];
    s->show_timers = (uint8_t)setup->option[FORTRESS_OPT_TIMERS];
    if (!fortress_number_read(root, "turn", 1, FORTRESS_TURNS_END, &turn)) {
        return false;
    }
    s->turn = (uint32_t)turn;
    if (!read_players(root, s) || !fortress_features_read(root, s) ||
        !fortress_units_read(root, &map, s) || !read_outcome(root, s) ||
        !fortress_sites_read(root, s) || !fortress_explored_read(root, s) ||
        !fortress_memory_read(root, s) || !read_next_ids(root, s)) {
        return false;
    }
    order_wards(s);
    return (s->ending != FORTRESS_PLAYING || fortress_unit_orders_read(root, s)) &&
           read_counters(root, s);
}

bool fortress_position_read(const json_t *position, const struct rd_setup *setup,
                            struct rd_luck *luck, void *state, struct rd_problem *problem)
{
    struct rd_field root = rd_field_root(position, "", problem);
    if (!read_whole(&root, setup, luck, state)) {
        return false;
    }
    const char *broken = fortress_game.audit(state);
    return broken == NULL || rd_field_problem(&root, "%s", broken);
}
