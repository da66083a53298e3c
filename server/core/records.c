/* Entries of the log and players, to and from the JSON that is stored. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "host/field.h"
#include "host/json_game.h"
#include "host/json_read.h"
#include "host/list.h"
#include "host/text.h"
#include "older/older.h"
#include "redoubt/hash.h"
#include "server/core/state.h"

static const char *const kind_names[] = { [ENTRY_CREATED] = "created",
                                          [ENTRY_SEATED] = "seated",
                                          [ENTRY_LEFT] = "left",
                                          [ENTRY_ORDER] = "order",
                                          [ENTRY_UNDO] = "undo",
                                          [ENTRY_LATE] = "late",
                                          [ENTRY_OFFER] = "offer",
                                          [ENTRY_DECLINE] = "decline",
                                          [ENTRY_RESUME] = "resume",
                                          [ENTRY_ABORT] = "abort",
                                          [ENTRY_CLAIM] = "claim",
                                          [ENTRY_SAID] = "said",
                                          [ENTRY_MUTE] = "mute",
                                          [ENTRY_REMATCH] = "rematch",
                                          [ENTRY_RATED] = "rated",
                                          [ENTRY_SHARE] = "share",
                                          NULL };

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

/* ---- players ---- */

static json_t *ratings_to_json(const struct player *player)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < player->rating_count; i++) {
        const struct rating *r = &player->rating[i];
        json_array_append_new(list, json_pack("{s:s, s:b, s:[f,f,f], s:[f,f], s:I, s:I}", "game",
                                              r->game, "many", r->many, "glicko", r->glicko.rating,
                                              r->glicko.deviation, r->glicko.volatility, "skill",
                                              r->skill.mu, r->skill.sigma, "at",
                                              (json_int_t)r->at_ms, "games", (json_int_t)r->games));
    }
    return list;
}

char *player_to_body(const struct player *player)
{
    json_t *tokens = json_array();
    for (uint32_t i = 0; i < player->token_count; i++) {
        char hash[2 * HASH_SIZE + 1];
        sodium_bin2hex(hash, sizeof hash, player->token[i], HASH_SIZE);
        json_array_append_new(tokens, json_pack("[s,I,I]", hash, (json_int_t)player->token_until[i],
                                                (json_int_t)player->token_made_ms[i]));
    }
    json_t *json = json_pack("{s:s, s:o}", "name", player->name, "tokens", tokens);
    if (player->account) {
        json_object_set_new(json, "password", json_string(player->password));
    }
    if (player->program) {
        json_object_set_new(json, "program", json_true());
    }
    if (player->keys != NULL) {
        json_object_set_new(json, "keys", keys_to_json(player->keys));
    }
    if (player->owner != NULL) {
        json_object_set_new(json, "owner", json_string(player->owner->id));
    }
    if (player->rating_count > 0) {
        json_object_set_new(json, "ratings", ratings_to_json(player));
    }
    if (player->banned) {
        json_object_set_new(json, "banned", json_true());
    }
    if (player->muted) {
        json_object_set_new(json, "muted", json_true());
    }
    if (player->moderator) {
        json_object_set_new(json, "moderator", json_true());
    }
    if (player->closed_network != 0) {
        json_object_set_new(json, "network", json_integer((json_int_t)player->closed_network));
    }
    if (player->forgotten) {
        json_object_set_new(json, "forgotten", json_true());
    }
    if (player->last_command[0] != '\0') {
        json_object_set_new(json, "last", json_string(player->last_command));
    }
    return dumped(json);
}

static bool read_token(const json_t *json, struct player *player)
{
    const json_t *hash = json_is_array(json) ? json_array_get(json, 0) : json; /* it ends */
    const char *text = json_string_value(hash);
    size_t length = 0;
    if (player->token_count < TOKENS_MAX) {
        player->token_until[player->token_count] = json_integer_value(json_array_get(json, 1));
        player->token_made_ms[player->token_count] = json_integer_value(json_array_get(json, 2));
    }
    return text != NULL && player->token_count < TOKENS_MAX &&
           sodium_hex2bin(player->token[player->token_count++], HASH_SIZE, text, strlen(text), NULL,
                          &length, NULL) == 0 &&
           length == HASH_SIZE;
}

/* The first version had one token, and nothing else. */
static bool read_tokens(const json_t *json, struct player *player)
{
    const json_t *only = json_object_get(json, "token_hash"),
                 *list = json_object_get(json, "tokens");
    bool fine = only == NULL || read_token(only, player);
    for (size_t i = 0; fine && i < json_array_size(list); i++) {
        fine = read_token(json_array_get(list, i), player);
    }
    return fine;
}

/* Numbers that can't be are left at their presets, all of them. */
static struct rating read_rating(json_t *json)
{
    const char *game = json_string_value(json_object_get(json, "game"));
    struct rating rating =
        rating_fresh(game == NULL ? "" : game, json_is_true(json_object_get(json, "many")));
    struct glicko glicko = { 0, 0, 0 };
    struct skill skill = { 0, 0 };
    if (json_unpack(json, "{s:[F,F,F], s:[F,F]}", "glicko", &glicko.rating, &glicko.deviation,
                    &glicko.volatility, "skill", &skill.mu, &skill.sigma) == 0 &&
        glicko.deviation > 0 && skill.sigma > 0 && glicko.volatility > 0) {
        rating.glicko = glicko;
        rating.skill = skill;
    }
    rating.at_ms = json_integer_value(json_object_get(json, "at"));
    rating.games = (uint32_t)json_integer_value(json_object_get(json, "games"));
    return rating;
}

static void read_ratings(const json_t *list, struct player *player)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        player->rating = rd_grown(player->rating, player->rating_count, &player->rating_room,
                                  sizeof *player->rating);
        player->rating[player->rating_count++] = read_rating(json_array_get(list, i));
    }
}

static bool read_keys(const json_t *json, struct player *player)
{
    const json_t *keys = json_object_get(json, "keys");
    player->keys = keys == NULL ? NULL : malloc(sizeof *player->keys);
    return keys == NULL || keys_from_json(keys, player->keys);
}

static void copy_text(const json_t *json, const char *key, char *out, size_t size)
{
    const char *text = json_string_value(json_object_get(json, key));
    snprintf(out, size, "%s", text == NULL ? "" : text);
}

bool player_from_body(const struct core_record *record, struct player *player,
                      struct rd_problem *problem)
{
    json_t *json = rd_json_parse(record->body, strlen(record->body), problem);
    const char *name = json_string_value(json_object_get(json, "name"));
    const char *password = json_string_value(json_object_get(json, "password"));
    bool fine = name != NULL && strlen(name) < NAME_ROOM && read_tokens(json, player) &&
                read_keys(json, player);
    if (fine) {
        snprintf(player->id, sizeof player->id, "%s", record->id);
        player->made_ms = record->at_ms;
        snprintf(player->name, sizeof player->name, "%s", name);
        player->account = password != NULL;
        player->password = password == NULL ? NULL : copied(password);
        player->program = json_is_true(json_object_get(json, "program"));
        player->banned = json_is_true(json_object_get(json, "banned"));
        player->muted = json_is_true(json_object_get(json, "muted"));
        player->moderator = json_is_true(json_object_get(json, "moderator"));
        player->closed_network = (uint64_t)json_integer_value(json_object_get(json, "network"));
        player->forgotten = json_is_true(json_object_get(json, "forgotten"));
        read_ratings(json_object_get(json, "ratings"), player);
        copy_text(json, "owner", player->owner_id, sizeof player->owner_id);
        copy_text(json, "last", player->last_command, sizeof player->last_command);
    } else {
        rd_problem_at(problem, record->id, "the record of this player can't be read");
    }
    json_decref(json);
    return fine;
}

/* With the chat, which is what most reports are about. */
char *report_to_body(const struct match *match, const struct player *by, rd_seat who,
                     const char *why)
{
    RD_ASSERT(who < RD_SEATS_MAX);
    const struct player *whom = match->now.holder[who].player;
    json_t *json =
        json_pack("{s:s, s:s, s:i, s:s, s:o}", "by", by->id, "match", match->id, "seat", who, "why",
                  why, "chat", chat_to_json(match, &match->now, RD_SPECTATOR));
    if (whom != NULL) {
        json_object_set_new(json, "player", json_string(whom->id));
    }
    return dumped(json);
}

/* Everybody whom the log knows, each once. */
static json_t *known_to_json(const struct match *match)
{
    json_t *set = json_object(), *list = json_array();
    for (uint32_t i = 0; i < match->log_count; i++) {
        const struct player *player = match->log[i].player;
        if (player != NULL) {
            json_object_set_new(set, player->id, json_true());
        }
    }
    for (uint32_t seat = 0; seat < match_seats(match); seat++) {
        if (match->first[seat].player != NULL) {
            json_object_set_new(set, match->first[seat].player->id, json_true());
        }
    }
    const char *id;
    json_t *value;
    json_object_foreach(set, id, value)
    {
        json_array_append_new(list, json_string(id));
    }
    json_decref(set);
    return list;
}

/* What lists, deadlines and the idempotence of create need. */
char *stub_to_body(const struct match *match, const struct entry *created, int64_t time)
{
    char key[33];
    json_t *players = json_array();
    key_to_text(match->key, key);
    for (uint32_t seat = 0; seat < match_seats(match); seat++) {
        const struct player *player = match->now.holder[seat].player;
        json_array_append_new(players, player == NULL ? json_null() : json_string(player->id));
    }
    json_t *json =
        json_pack("{s:s, s:I, s:I, s:I, s:o, s:o, s:o, s:b}", "key", key, "t", (json_int_t)time,
                  "records", (json_int_t)match->log_count, "made", (json_int_t)match->made_ms,
                  "line", line_of(match), "players", players, "terms", terms_to_json(&match->terms),
                  "over", match_over(match, &match->now));
    if (match->place != 0) {
        json_object_set_new(json, "deadline", json_integer(match->deadline));
    }
    json_object_set_new(json, "known", known_to_json(match));
    json_object_set_new(json, "rules", json_integer(match->chosen.game->rules_version));
    json_object_set_new(json, "played", json_boolean(match->played));
    json_object_set_new(json, "only_bots", json_boolean(match->only_bots));
    if (created->player != NULL) {
        json_object_set_new(json, "by", json_string(created->player->id));
        json_object_set_new(json, "command", json_string(created->command));
    }
    return dumped(json);
}

char *time_to_body(int64_t time)
{
    return dumped(json_pack("{s:I}", "time", (json_int_t)time));
}

bool time_from_body(const struct core_record *record, int64_t *time, struct rd_problem *problem)
{
    json_t *json = rd_json_parse(record->body, strlen(record->body), problem);
    struct rd_field root = rd_field_root(json, record->id, problem), field;
    bool fine = json != NULL && rd_field_need(&root, "time", &field) &&
                rd_field_integer(&field, 0, INT64_MAX, time);
    json_decref(json);
    return fine;
}

/* ---- writing entries ---- */

static json_t *card_to_json(const struct player_card *card)
{
    json_t *json = json_pack("{s:s, s:b}", "name", card->name, "account", card->account);
    if (card->deviation > 0) {
        json_object_set_new(json, "rating", json_pack("[i,i]", card->rating, card->deviation));
    }
    return json;
}

static void add_common(json_t *json, const struct entry *entry)
{
    char hex[RD_HEX64_TEXT];
    json_object_set_new(json, "t", json_integer(entry->t));
    if (entry->card != NULL) {
        json_object_set_new(json, "card", card_to_json(entry->card));
    }
    if (entry->text != NULL) {
        json_object_set_new(json, "text", json_string(entry->text));
    }
    if (entry->player != NULL) {
        json_object_set_new(json, "player", json_string(entry->player->id));
        json_object_set_new(json, "command", json_string(entry->command));
    }
    if (entry->note != NULL) {
        json_object_set_new(json, "note", json_string(entry->note));
    }
    json_object_set_new(json, "hash", json_string(rd_hex64_print(entry->hash, hex)));
}

static json_t *holder_to_json(const struct seat_holder *holder)
{
    if (holder->kind == HOLDER_NONE) {
        return holder->invited ? json_pack("{s:b}", "invited", 1) : json_null();
    }
    if (holder->kind == HOLDER_BOT) {
        return json_pack("{s:s}", "bot", holder->bot->name);
    }
    json_t *json =
        json_pack("{s:s, s:o}", "player", holder->player->id, "card", card_to_json(&holder->card));
    if (holder->agreed) {
        json_object_set_new(json, "agreed", json_true());
    }
    return json;
}

char *created_to_body(const struct match *match, const struct entry *entry)
{
    const struct rd_game *game = match->chosen.game;
    char key[33];
    key_to_text(match->key, key);
    json_t *seats = json_array();
    for (uint32_t seat = 0; seat < match_seats(match); seat++) {
        json_array_append_new(seats, holder_to_json(&match->first[seat]));
    }
    json_t *json = json_pack("{s:s, s:I, s:o, s:o, s:o, s:s}", "game", game->id, "rules_version",
                             (json_int_t)game->rules_version, "options",
                             rd_options_to_json(game, &match->chosen.setup), "seats", seats,
                             "terms", terms_to_json(&match->terms), "key", key);
    add_common(json, entry);
    return dumped(json);
}

char *entry_to_body(const struct entry *entry)
{
    json_t *json = json_pack("{s:i}", "seat", entry->seat);
    if (entry->kind == ENTRY_CLAIM || entry->kind == ENTRY_MUTE) {
        json_object_set_new(json, "who", json_integer(entry->who));
    }
    if (entry->what != 0) {
        json_object_set_new(json, "what", json_integer(entry->what));
    }
    if (entry->count > 0) {
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

/* ---- reading entries ---- */

/* What it was when the record was made; before there were cards, what it is now. */
static bool read_card(const struct rd_field *owner, const struct player *player,
                      struct player_card *card)
{
    struct rd_field field;
    const char *name = "";
    memset(card, 0, sizeof *card);
    if (!rd_field_get(owner, "card", &field)) {
        snprintf(card->name, sizeof card->name, "%s", player->name);
        return true;
    }
    const json_t *rating = json_object_get(field.json, "rating");
    card->account = json_is_true(json_object_get(field.json, "account"));
    card->rating = (int32_t)json_integer_value(json_array_get(rating, 0));
    card->deviation = (int32_t)json_integer_value(json_array_get(rating, 1));
    struct rd_field text;
    if (!rd_field_need(&field, "name", &text) || !rd_field_text(&text, &name)) {
        return false;
    }
    snprintf(card->name, sizeof card->name, "%s", name);
    return true;
}

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
    if (rd_field_get(root, "text", &field) && rd_field_text(&field, &text)) {
        entry->text = copied(text);
    }
    entry->t = json_integer_value(json_object_get(root->json, "t"));
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

static bool read_small(const struct rd_field *root, const char *key, uint8_t *out)
{
    struct rd_field field;
    int64_t number = 0;
    bool given = rd_field_get(root, key, &field);
    bool fine = !given || rd_field_integer(&field, 0, RD_SPECTATOR, &number);
    *out = (uint8_t)number;
    return fine;
}

static bool has_card(const struct entry *entry)
{
    return (entry->kind == ENTRY_SEATED || entry->kind == ENTRY_SAID) && entry->player != NULL;
}

static bool read_entry(const struct rd_field *root, const struct core *core, struct entry *entry)
{
    struct rd_field field;
    if (!rd_field_need(root, "seat", &field) || !read_small(root, "seat", &entry->seat) ||
        !read_small(root, "who", &entry->who) || !read_small(root, "what", &entry->what) ||
        !read_common(root, core, entry)) {
        return false;
    }
    if (has_card(entry)) {
        entry->card = calloc(1, sizeof *entry->card);
        RD_ASSERT(entry->card != NULL);
        if (!read_card(root, entry->player, entry->card)) {
            return false;
        }
    }
    bool acts = rd_field_get(root, "actions", &field);
    return acts ? read_actions(root, entry) : entry->kind != ENTRY_ORDER;
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
    return rd_problem_at(problem, record->id, "record %u %s", record->n,
                         strcmp(record->kind, CORE_DAMAGED) == 0 ? "was damaged on the disk"
                                                                 : "is of an unknown kind");
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
        entry_drop(entry);
    }
    return fine;
}

/* ---- reading a beginning ---- */

static bool read_holder(const struct rd_field *field, const struct core *core,
                        const struct rd_game *game, struct seat_holder *holder)
{
    const char *bot = json_string_value(json_object_get(field->json, "bot"));
    const char *player = json_string_value(json_object_get(field->json, "player"));
    holder->kind = bot != NULL ? HOLDER_BOT : player != NULL ? HOLDER_PERSON : HOLDER_NONE;
    holder->bot = bot != NULL ? rd_bot_find(game, bot) : NULL;
    holder->player = player != NULL ? core_player_by_id(core, player) : NULL;
    holder->invited = json_is_true(json_object_get(field->json, "invited"));
    holder->agreed = json_is_true(json_object_get(field->json, "agreed"));
    if ((bot != NULL && holder->bot == NULL) || (player != NULL && holder->player == NULL)) {
        return rd_field_problem(field, "this bot or player is not known here");
    }
    return holder->player == NULL || read_card(field, holder->player, &holder->card);
}

/* By the rules that it began with. */
static bool read_rules(const struct rd_field *root, struct rd_chosen *chosen)
{
    struct rd_field game, version;
    const char *id = "";
    int64_t number = 0;
    if (!rd_field_need(root, "game", &game) || !rd_field_text(&game, &id) ||
        !rd_chosen_open(chosen, id, root->problem) ||
        !rd_field_need(root, "rules_version", &version) ||
        !rd_field_integer(&version, 0, UINT32_MAX, &number)) {
        return false;
    }
    const struct rd_game *rules = rd_game_of(id, (uint64_t)number);
    if (rules == NULL) {
        return rd_field_problem(&version, "these rules are version %u",
                                chosen->game->rules_version);
    }
    rd_chosen_begin(chosen, rules);
    return true;
}

static bool read_beginning(const struct rd_field *root, const struct core *core,
                           struct match *match, struct rd_chosen *chosen)
{
    struct rd_field options, seats, key, terms;
    size_t count = 0;
    if (!read_rules(root, chosen) || !rd_field_need(root, "options", &options) ||
        !rd_chosen_set_json(chosen, options.json, RD_MAP_FILES_NO, root->problem) ||
        !rd_chosen_check(chosen, root->problem) || !rd_field_need(root, "seats", &seats) ||
        !rd_field_list(&seats, chosen->setup.seats, chosen->setup.seats, &count) ||
        !rd_field_need(root, "key", &key) ||
        !rd_seed_from_json(key.json, match->key, root->problem)) {
        return false;
    }
    for (size_t seat = 0; seat < count; seat++) {
        struct rd_field item = rd_field_item(&seats, seat);
        if (!read_holder(&item, core, chosen->game, &match->first[seat])) {
            return false;
        }
    }
    bool agreed = rd_field_get(root, "terms", &terms);
    return terms_read(agreed ? &terms : root, chosen->game, &match->terms);
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
    match->made_ms = record->at_ms;
    json_t *json = rd_json_parse(record->body, strlen(record->body), problem);
    struct rd_field root = rd_field_root(json, record->id, problem);
    bool fine = json != NULL && read_beginning(&root, core, match, &chosen) &&
                read_common(&root, core, entry);
    json_decref(json);
    if (fine) {
        match_begin(match, &chosen, core_scratch(core, chosen.game));
        return match;
    }
    entry_drop(entry);
    rd_chosen_close(&chosen);
    free(match);
    return NULL;
}

/* ---- reading a stub -------------------------------------------------------------------------- */

/* Those of now where the program doesn't have its own: then it is marked, or its log will say so.
 */
static const struct rd_game *sleeper_rules(const char *id, const json_t *stub)
{
    json_int_t version = json_integer_value(json_object_get(stub, "rules"));
    const struct rd_game *rules = rd_game_of(id, (uint64_t)version);
    return rules == NULL ? rd_game_find(id) : rules;
}

static bool read_sleeper(const struct rd_field *root, const struct core *core, struct match *match)
{
    const char *id =
        json_string_value(json_object_get(json_object_get(root->json, "line"), "game"));
    const json_t *players = json_object_get(root->json, "players");
    const json_t *deadline = json_object_get(root->json, "deadline");
    struct rd_field key, terms;
    match->chosen.game = id == NULL ? NULL : sleeper_rules(id, root->json);
    if (match->chosen.game == NULL || json_array_size(players) == 0 ||
        json_array_size(players) > RD_SEATS_MAX || !rd_field_need(root, "key", &key) ||
        !rd_seed_from_json(key.json, match->key, root->problem) ||
        !rd_field_need(root, "terms", &terms) ||
        !terms_read(&terms, match->chosen.game, &match->terms)) {
        return false;
    }
    match->chosen.setup.seats = (uint8_t)json_array_size(players);
    for (size_t seat = 0; seat < json_array_size(players); seat++) {
        const char *player = json_string_value(json_array_get(players, seat));
        struct seat_holder *holder = &match->now.holder[seat];
        holder->player = player == NULL ? NULL : core_player_by_id(core, player);
        holder->kind = holder->player == NULL ? HOLDER_NONE : HOLDER_PERSON;
    }
    match->deadline = deadline == NULL ? INT64_MAX : json_integer_value(deadline);
    match->made_ms = json_integer_value(json_object_get(root->json, "made"));
    match->stub_records = (uint32_t)json_integer_value(json_object_get(root->json, "records"));
    match->is_over = json_is_true(json_object_get(root->json, "over"));
    match->played = !json_is_false(json_object_get(root->json, "played"));
    match->only_bots = json_is_true(json_object_get(root->json, "only_bots"));
    match->free_seats =
        (uint8_t)json_integer_value(json_object_get(json_object_get(root->json, "line"), "free"));
    return true;
}

static void use_known(struct core *core, const json_t *stub)
{
    const json_t *known = json_object_get(stub, "known");
    core->logs_unknown = core->logs_unknown || known == NULL; /* an older program wrote it */
    for (size_t i = 0; i < json_array_size(known); i++) {
        const char *id = json_string_value(json_array_get(known, i));
        guest_used(core, id == NULL ? NULL : core_player_by_id(core, id));
    }
}

bool stub_refresh(const struct core_record *record, struct core *core, struct match *match)
{
    struct rd_problem problem = { "" };
    json_t *json = rd_json_parse(record->body, strlen(record->body), &problem);
    struct rd_field root = rd_field_root(json, record->id, &problem);
    bool fine = json != NULL && read_sleeper(&root, core, match);
    if (fine) {
        free(match->line);
        match->line = dumped(json_incref(json_object_get(json, "line")));
        core_reach_time(core, json_integer_value(json_object_get(json, "t")));
    }
    json_decref(json);
    return fine;
}

struct match *stub_from_record(const struct core_record *record, struct core *core,
                               struct rd_problem *problem)
{
    struct match *match = calloc(1, sizeof *match);
    RD_ASSERT(match != NULL);
    snprintf(match->id, sizeof match->id, "%s", record->id);
    json_t *json = rd_json_parse(record->body, strlen(record->body), problem);
    struct rd_field root = rd_field_root(json, record->id, problem);
    bool fine = json != NULL && read_sleeper(&root, core, match);
    if (fine) {
        const char *by = json_string_value(json_object_get(json, "by"));
        const char *command = json_string_value(json_object_get(json, "command"));
        core_reach_time(core, json_integer_value(json_object_get(json, "t")));
        use_known(core, json);
        match->asleep = true;
        match->line = dumped(json_incref(json_object_get(json, "line")));
        json_int_t rules = json_integer_value(json_object_get(json, "rules"));
        if (rules > 0 && rules != (json_int_t)match->chosen.game->rules_version) {
            older_mark(match, (uint32_t)rules);
        }
        match_make_secret(match);
        if (by != NULL && command != NULL) {
            match->maker = core_player_by_id(core, by);
            core_note_creation(core, match, by, command);
        }
    } else {
        rd_problem_at(problem, record->id, "the stub of this match can't be read");
        match_free(match);
    }
    json_decref(json);
    return fine ? match : NULL;
}
