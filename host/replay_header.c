/* What a replay says before its first order. */
#include "host/replay_header.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "host/codec.h"
#include "host/field.h"
#include "host/json_game.h"
#include "host/text.h"
#include "older/older.h"
#include "redoubt/hash.h"

static const char *const who_names[] = { "person", "bot", "program", NULL };

static const char *const arg_type_names[] = {
    [RD_ARG_NONE] = "none",       [RD_ARG_CELL] = "cell",     [RD_ARG_UNIT] = "unit",
    [RD_ARG_SEAT] = "seat",       [RD_ARG_AMOUNT] = "amount", [RD_ARG_CHOICE] = "choice",
    [RD_ARG_REFUSAL] = "refusal", [RD_ARG_STEP] = "step"
};

bool rd_replay_names_fit(const struct rd_replay_start *start, struct rd_problem *problem)
{
    for (uint32_t s = 0; s < start->chosen->setup.seats; s++) {
        json_t *text = json_string(start->seat[s].name); /* NULL: not UTF-8 */
        bool fits = text != NULL && rd_text_is_printable(start->seat[s].name);
        json_decref(text);
        if (!fits) {
            return rd_problem_at(problem, NULL,
                                 "the name of seat %u must be UTF-8 without control characters", s);
        }
    }
    return true;
}

/* ---- writing ---- */

static json_t *arg_to_json(const struct rd_arg *arg)
{
    json_t *json = json_pack("{s:s, s:s}", "name", arg->name, "type", arg_type_names[arg->type]);
    bool named = arg->choices != NULL && arg->type == RD_ARG_CHOICE;
    json_t *choices = named ? json_array() : NULL;
    for (uint32_t i = 0; named && i < arg->limit; i++) {
        json_array_append_new(choices, json_string(arg->choices[i]));
    }
    if (named) {
        json_object_set_new(json, "choices", choices);
    }
    return json;
}

/* Orders are stored by number. This table says what the numbers mean, so that a file can be
 * understood without this program, and so that a table that was changed is noticed. */
static json_t *verbs_to_json(const struct rd_game *game)
{
    json_t *verbs = json_array();
    for (uint32_t v = 0; game->verbs[v].name != NULL; v++) {
        json_t *args = json_array();
        for (uint32_t i = 0; i < RD_ARGS_MAX; i++) {
            if (game->verbs[v].arg[i].type != RD_ARG_NONE) {
                json_array_append_new(args, arg_to_json(&game->verbs[v].arg[i]));
            }
        }
        json_array_append_new(
            verbs, json_pack("{s:s, s:o}", "name", game->verbs[v].name, "arguments", args));
    }
    return verbs;
}

static json_t *cells_to_json(const struct rd_game *game)
{
    const struct rd_cells *cells = &game->cells;
    return json_pack("{s:i, s:i, s:i, s:s}", "stride", cells->stride, "x0", cells->x0, "y0",
                     cells->y0, "style", cells->style == RD_CELLS_LETTERS ? "letters" : "xy");
}

static json_t *seats_to_json(const struct rd_replay_start *start)
{
    json_t *seats = json_array();
    for (uint32_t s = 0; s < start->chosen->setup.seats; s++) {
        json_array_append_new(seats, json_pack("{s:s, s:s}", "name", start->seat[s].name, "who",
                                               who_names[start->seat[s].who]));
    }
    return seats;
}

json_t *rd_replay_header_make(const struct rd_replay_start *start, uint64_t hash)
{
    const struct rd_game *game = start->chosen->game;
    char seed[RD_SEED_TEXT_MAX], hex[RD_HEX64_TEXT];
    rd_seed_print(start->key, seed);
    json_t *header = json_pack(
        "{s:s, s:I, s:o, s:o, s:s, s:I, s:s, s:o, s:o}", "game", game->id, "rules_version",
        (json_int_t)game->rules_version, "options", rd_options_to_json(game, &start->chosen->setup),
        "seats", seats_to_json(start), "seed", seed, "drawn", (json_int_t)start->drawn, "hash",
        rd_hex64_print(hash, hex), "verbs", verbs_to_json(game), "cells", cells_to_json(game));
    if (header != NULL && start->state != NULL) {
        json_object_set_new(header, "position", rd_codec_of(game)->position(start->state));
    }
    if (header != NULL && start->luck != NULL) {
        json_object_set_new(header, "luck", json_deep_copy(start->luck));
    }
    return header;
}

/* ---- reading ---- */

static bool read_name(const struct rd_field *object, const char *key, size_t room, const char **out)
{
    struct rd_field field;
    if (!rd_field_need(object, key, &field) || !rd_field_text(&field, out)) {
        return false;
    }
    if (strlen(*out) >= room || !rd_text_is_printable(*out)) {
        return rd_field_problem(
            &field, "must be shorter than %zu bytes and without control characters", room);
    }
    return true;
}

static bool read_seat(const struct rd_field *field, struct rd_replay_seat *seat)
{
    struct rd_field who;
    const char *name = NULL;
    uint32_t index = 0;
    if (!read_name(field, "name", RD_REPLAY_NAME_MAX, &name) ||
        !rd_field_need(field, "who", &who) || !rd_field_choice(&who, who_names, &index)) {
        return false;
    }
    snprintf(seat->name, sizeof seat->name, "%s", name);
    seat->who = (enum rd_replay_who)index;
    return true;
}

static bool read_seats(const struct rd_field *root, struct rd_replay_seat *seat, size_t *count)
{
    struct rd_field list;
    if (!rd_field_need(root, "seats", &list) || !rd_field_list(&list, 1, RD_SEATS_MAX, count)) {
        return false;
    }
    for (size_t s = 0; s < *count; s++) {
        struct rd_field item = rd_field_item(&list, s);
        if (!read_seat(&item, &seat[s])) {
            return false;
        }
    }
    return true;
}

bool rd_replay_header_check(const json_t *header, struct rd_problem *problem)
{
    struct rd_field root = rd_field_root(header, "", problem), version;
    struct rd_replay_seat seat[RD_SEATS_MAX];
    const char *id = NULL;
    int64_t number = 0;
    size_t seats = 0;
    return read_name(&root, "game", RD_REPLAY_NAME_MAX, &id) &&
           rd_field_need(&root, "rules_version", &version) &&
           rd_field_integer(&version, 0, UINT32_MAX, &number) && read_seats(&root, seat, &seats);
}

/* The rules it was played by, or we say what is missing. */
static bool find_rules(const json_t *header, struct rd_chosen *chosen, struct rd_problem *problem)
{
    const char *id = json_string_value(json_object_get(header, "game"));
    json_int_t version = json_integer_value(json_object_get(header, "rules_version"));
    const struct rd_game *now = rd_game_find(id), *game = rd_game_of(id, (uint64_t)version);
    if (now == NULL) {
        return rd_problem_at(problem, NULL, "this program has no game called '%s'", id);
    }
    if (game == NULL) {
        return rd_problem_at(problem, NULL,
                             "it was played by version %" JSON_INTEGER_FORMAT
                             " of the rules of %s, and this program plays version %" PRIu32,
                             version, now->title, now->rules_version);
    }
    rd_chosen_begin(chosen, game);
    json_t *verbs = verbs_to_json(game);
    bool same = json_equal(verbs, json_object_get(header, "verbs")) != 0;
    json_decref(verbs);
    return same ? true
                : rd_problem_at(problem, "verbs",
                                "the orders have other numbers than in this program");
}

static bool read_luck(const struct rd_field *root, struct rd_replay_start *start)
{
    struct rd_field seed, drawn;
    int64_t blocks = 0;
    if (!rd_field_need(root, "seed", &seed) ||
        !rd_seed_from_json(seed.json, start->key, root->problem) ||
        (rd_field_get(root, "drawn", &drawn) && !rd_field_integer(&drawn, 0, INT64_MAX, &blocks))) {
        return false;
    }
    start->drawn = (uint64_t)blocks;
    return true;
}

static bool read_position(const struct rd_field *root, struct rd_replay_begun *begun)
{
    struct rd_field position;
    if (!rd_field_get(root, "position", &position)) {
        return true;
    }
    struct rd_play play;
    struct rd_luck luck = rd_luck_from_key(begun->start.key[0], begun->start.key[1]);
    if (!rd_play_import(&play, &begun->chosen, luck, position.json, root->problem)) {
        return false;
    }
    begun->state = malloc(begun->chosen.game->state_size);
    if (begun->state != NULL) {
        memcpy(begun->state, play.state, begun->chosen.game->state_size);
        begun->start.state = begun->state;
    }
    rd_play_end(&play);
    return begun->state != NULL || rd_problem_at(root->problem, NULL, "out of memory");
}

static bool check_hash(const struct rd_field *root, const struct rd_replay_begun *begun)
{
    struct rd_field field;
    uint64_t recorded = 0;
    if (!rd_field_need(root, "hash", &field)) {
        return false;
    }
    if (!rd_hex64_parse(json_string_value(field.json), &recorded)) {
        return rd_field_problem(&field, "must be 16 hexadecimal digits");
    }
    struct rd_play play;
    rd_replay_start_play(&begun->start, &play);
    bool same = rd_hash(play.state, play.game->state_size) == recorded;
    rd_play_end(&play);
    return same ||
           rd_problem_at(root->problem, NULL, "the first position differs from the recorded one");
}

bool rd_replay_header_read(const json_t *header, struct rd_replay_begun *begun,
                           struct rd_problem *problem)
{
    memset(begun, 0, sizeof *begun);
    struct rd_field root = rd_field_root(header, "", problem), options;
    size_t seats = 0;
    if (!find_rules(header, &begun->chosen, problem) ||
        !rd_field_need(&root, "options", &options) ||
        !rd_chosen_set_json(&begun->chosen, options.json, RD_MAP_FILES_NO, problem) ||
        !rd_chosen_check(&begun->chosen, problem) ||
        !read_seats(&root, begun->start.seat, &seats)) {
        return false;
    }
    begun->start.chosen = &begun->chosen;
    if (seats != begun->chosen.setup.seats) {
        return rd_problem_at(problem, "seats", "there are %zu, and the options say %d", seats,
                             begun->chosen.setup.seats);
    }
    return read_luck(&root, &begun->start) && read_position(&root, begun) &&
           check_hash(&root, begun);
}

void rd_replay_begun_free(struct rd_replay_begun *begun)
{
    rd_chosen_close(&begun->chosen);
    free(begun->state);
}
