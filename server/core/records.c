/* Entries of the log and players, to and from the JSON that is stored. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "host/field.h"
#include "host/json_game.h"
#include "host/json_read.h"
#include "host/text.h"
#include "redoubt/hash.h"
#include "server/core/state.h"

static const char *const kind_names[] = {
    [ENTRY_CREATED] = "created", [ENTRY_SEATED] = "seated", [ENTRY_LEFT] = "left",
    [ENTRY_ORDER] = "order",     [ENTRY_UNDO] = "undo",     NULL
};

const char *entry_kind_name(enum entry_kind kind)
{
    return kind_names[kind];
}

static char *dumped(json_t *json)
{
    char *text = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    RD_ASSERT(text != NULL);
    return text;
}

/* ---- players -----------------------------------------------------------------------------------
 */

char *player_to_body(const struct player *player)
{
    char hash[2 * HASH_SIZE + 1];
    sodium_bin2hex(hash, sizeof hash, player->token_hash, HASH_SIZE);
    return dumped(json_pack("{s:s, s:s}", "name", player->name, "token_hash", hash));
}

bool player_from_body(const struct core_record *record, struct player *player,
                      struct rd_problem *problem)
{
    json_t *json = rd_json_parse(record->body, strlen(record->body), problem);
    struct rd_field root = rd_field_root(json, record->id, problem), name, hash;
    const char *name_text = "", *hash_text = "";
    size_t length = 0;
    bool fine = json != NULL && rd_field_need(&root, "name", &name) &&
                rd_field_text(&name, &name_text) && rd_field_need(&root, "token_hash", &hash) &&
                rd_field_text(&hash, &hash_text);
    fine = fine && strlen(name_text) < NAME_ROOM &&
           sodium_hex2bin(player->token_hash, HASH_SIZE, hash_text, strlen(hash_text), NULL,
                          &length, NULL) == 0 &&
           length == HASH_SIZE;
    if (fine) {
        snprintf(player->id, sizeof player->id, "%s", record->id);
        snprintf(player->name, sizeof player->name, "%s", name_text);
    } else {
        rd_problem_at(problem, record->id, "the record of this player can't be read");
    }
    json_decref(json);
    return fine;
}

/* ---- writing entries
 * ------------------------------------------------------------------------------
 */

static void add_common(json_t *json, const struct entry *entry)
{
    char hex[RD_HEX64_TEXT];
    if (entry->player != NULL) {
        json_object_set_new(json, "player", json_string(entry->player->id));
        json_object_set_new(json, "command", json_string(entry->command));
    }
    if (entry->note != NULL) {
        json_object_set_new(json, "note", json_string(entry->note));
    }
    json_object_set_new(json, "hash", json_string(rd_hex64_print(entry->hash, hex)));
}

static json_t *chair_to_json(const struct chair *chair)
{
    if (chair->kind == CHAIR_OPEN) {
        return json_null();
    }
    return chair->kind == CHAIR_BOT ? json_pack("{s:s}", "bot", chair->bot->name)
                                    : json_pack("{s:s}", "player", chair->player->id);
}

char *created_to_body(const struct match *match, const struct entry *entry)
{
    const struct rd_game *game = match->chosen.game;
    char key[33];
    key_to_text(match->key, key);
    json_t *seats = json_array();
    for (uint32_t seat = 0; seat < match_seats(match); seat++) {
        json_array_append_new(seats, chair_to_json(&match->first[seat]));
    }
    json_t *json = json_pack("{s:s, s:I, s:o, s:o, s:b, s:s}", "game", game->id, "rules_version",
                             (json_int_t)game->rules_version, "options",
                             rd_options_to_json(game, &match->chosen.setup), "seats", seats,
                             "public", match->is_public ? 1 : 0, "key", key);
    add_common(json, entry);
    return dumped(json);
}

char *entry_to_body(const struct entry *entry)
{
    json_t *json = json_pack("{s:i}", "seat", entry->seat);
    if (entry->kind == ENTRY_ORDER) {
        json_t *actions = json_array();
        for (uint32_t i = 0; i < entry->count; i++) {
            const struct rd_action *a = &entry->action[i];
            json_array_append_new(actions,
                                  json_pack("[i,i,i,i]", a->verb, a->arg[0], a->arg[1], a->arg[2]));
        }
        json_object_set_new(json, "actions", actions);
    }
    add_common(json, entry);
    return dumped(json);
}

/* ---- reading entries
 * ------------------------------------------------------------------------------
 */

static bool read_common(const struct rd_field *root, const struct core *core, struct entry *entry)
{
    struct rd_field field;
    const char *id = NULL, *text = NULL;
    if (rd_field_get(root, "player", &field)) {
        if (!rd_field_text(&field, &id) || !rd_field_need(root, "command", &field) ||
            !rd_field_text(&field, &text)) {
            return false;
        }
        entry->player = core_player_by_id(core, id);
        if (entry->player == NULL) {
            return rd_field_problem(root, "there is no player %.40s", id);
        }
        entry->command = copied(text);
    }
    if (rd_field_get(root, "note", &field) && rd_field_text(&field, &text)) {
        entry->note = copied(text);
    }
    if (!rd_field_need(root, "hash", &field)) {
        return false;
    }
    return rd_hex64_parse(json_string_value(field.json), &entry->hash) ||
           rd_field_problem(&field, "must be 16 hexadecimal digits");
}

static bool read_action(const struct rd_field *field, struct rd_action *action)
{
    size_t count = 0;
    int64_t number[1 + RD_ARGS_MAX] = { 0 };
    if (!rd_field_list(field, 1 + RD_ARGS_MAX, 1 + RD_ARGS_MAX, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        struct rd_field item = rd_field_item(field, i);
        if (!rd_field_integer(&item, 0, UINT16_MAX, &number[i])) {
            return false;
        }
    }
    action->verb = (uint16_t)number[0];
    for (uint32_t i = 0; i < RD_ARGS_MAX; i++) {
        action->arg[i] = (uint16_t)number[1 + i];
    }
    return true;
}

static bool read_actions(const struct rd_field *root, struct entry *entry)
{
    struct rd_field list;
    size_t count = 0;
    if (!rd_field_need(root, "actions", &list) ||
        !rd_field_list(&list, 0, RD_ORDER_ACTIONS_MAX, &count)) {
        return false;
    }
    entry->count = (uint8_t)count;
    for (size_t i = 0; i < count; i++) {
        struct rd_field item = rd_field_item(&list, i);
        if (!read_action(&item, &entry->action[i])) {
            return false;
        }
    }
    return true;
}

static bool read_entry(const struct rd_field *root, const struct core *core, struct entry *entry)
{
    struct rd_field field;
    int64_t seat = 0;
    if (!rd_field_need(root, "seat", &field) ||
        !rd_field_integer(&field, 0, RD_SEATS_MAX - 1, &seat)) {
        return false;
    }
    entry->seat = (rd_seat)seat;
    return read_common(root, core, entry) &&
           (entry->kind != ENTRY_ORDER || read_actions(root, entry));
}

static bool read_kind(const struct core_record *record, struct entry *entry,
                      struct rd_problem *problem)
{
    memset(entry, 0, sizeof *entry);
    entry->at_ms = record->at_ms;
    for (uint32_t kind = 0; kind_names[kind] != NULL; kind++) {
        if (strcmp(kind_names[kind], record->kind) == 0) {
            entry->kind = (enum entry_kind)kind;
            return true;
        }
    }
    return rd_problem_at(problem, record->id, "record %u is of an unknown kind", record->n);
}

static void drop_entry(struct entry *entry)
{
    free(entry->command);
    free(entry->note);
    memset(entry, 0, sizeof *entry);
}

bool entry_from_record(const struct core_record *record, const struct core *core,
                       struct entry *entry, struct rd_problem *problem)
{
    if (!read_kind(record, entry, problem)) {
        return false;
    }
    json_t *json = rd_json_parse(record->body, strlen(record->body), problem);
    struct rd_field root = rd_field_root(json, record->id, problem);
    bool fine = json != NULL && read_entry(&root, core, entry);
    json_decref(json);
    if (!fine) {
        drop_entry(entry);
    }
    return fine;
}

/* ---- reading a beginning
 * --------------------------------------------------------------------------
 */

static bool read_chair(const struct rd_field *field, const struct core *core,
                       const struct rd_game *game, struct chair *chair)
{
    const char *bot = json_string_value(json_object_get(field->json, "bot"));
    const char *player = json_string_value(json_object_get(field->json, "player"));
    chair->kind = bot != NULL ? CHAIR_BOT : player != NULL ? CHAIR_PERSON : CHAIR_OPEN;
    chair->bot = bot != NULL ? rd_bot_find(game, bot) : NULL;
    chair->player = player != NULL ? core_player_by_id(core, player) : NULL;
    return (bot == NULL || chair->bot != NULL) && (player == NULL || chair->player != NULL)
               ? true
               : rd_field_problem(field, "this bot or player is not known here");
}

static bool read_beginning(const struct rd_field *root, const struct core *core,
                           struct match *match, struct rd_chosen *chosen)
{
    struct rd_field game, version, options, seats, key;
    const char *id = "";
    int64_t number = 0;
    size_t count = 0;
    if (!rd_field_need(root, "game", &game) || !rd_field_text(&game, &id) ||
        !rd_chosen_open(chosen, id, root->problem) ||
        !rd_field_need(root, "rules_version", &version) ||
        !rd_field_integer(&version, 0, UINT32_MAX, &number) ||
        !rd_field_need(root, "options", &options) ||
        !rd_chosen_set_json(chosen, options.json, RD_MAP_FILES_NO, root->problem) ||
        !rd_chosen_check(chosen, root->problem) || !rd_field_need(root, "seats", &seats) ||
        !rd_field_list(&seats, chosen->setup.seats, chosen->setup.seats, &count) ||
        !rd_field_need(root, "key", &key) ||
        !rd_seed_from_json(key.json, match->key, root->problem)) {
        return false;
    }
    if (number != chosen->game->rules_version) {
        return rd_field_problem(&version, "these rules are version %u",
                                chosen->game->rules_version);
    }
    for (size_t seat = 0; seat < count; seat++) {
        struct rd_field item = rd_field_item(&seats, seat);
        if (!read_chair(&item, core, chosen->game, &match->first[seat])) {
            return false;
        }
    }
    match->is_public = json_is_true(json_object_get(root->json, "public"));
    return true;
}

struct match *match_from_record(const struct core_record *record, struct core *core,
                                struct entry *entry, struct rd_problem *problem)
{
    if (!read_kind(record, entry, problem)) {
        return NULL;
    }
    struct rd_chosen chosen = { .game = NULL };
    struct match *match = calloc(1, sizeof *match);
    RD_ASSERT(match != NULL);
    snprintf(match->id, sizeof match->id, "%s", record->id);
    json_t *json = rd_json_parse(record->body, strlen(record->body), problem);
    struct rd_field root = rd_field_root(json, record->id, problem);
    bool fine = json != NULL && read_beginning(&root, core, match, &chosen) &&
                read_common(&root, core, entry);
    json_decref(json);
    if (fine) {
        match_begin(match, &chosen, core_bench(core, chosen.game));
        return match;
    }
    drop_entry(entry);
    rd_chosen_close(&chosen);
    free(match);
    return NULL;
}
