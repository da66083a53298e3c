#include "server/core/core.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "host/list.h"
#include "older/older.h"
#include "redoubt/hash.h"
#include "server/core/state.h"

const struct core_limits core_limits_preset = { .message = 65536,
                                                .connections = 5000,
                                                .matches = 100000,
                                                .per_player = 500,
                                                .per_origin = 2000,
                                                .unused_after = 14 * 86400,
                                                .queue = 32,
                                                .burst = 60,
                                                .per_second = 20,
                                                .sleep_after = 300 };

char *copied(const char *text)
{
    char *copy = strdup(text);
    RD_ASSERT(copy != NULL);
    return copy;
}

/* ---- effects ---- */

struct core_effect *core_add_effect(struct core *core, enum core_effect_kind kind)
{
    struct core_effects *list = core->effects;
    RD_ASSERT(list != NULL); /* only while an event is handled */
    list->effect = rd_grown(list->effect, list->count, &list->room, sizeof *list->effect);
    struct core_effect *effect = &list->effect[list->count++];
    memset(effect, 0, sizeof *effect);
    effect->kind = kind;
    return effect;
}

void core_send(struct core *core, uint64_t connection, char *text)
{
    struct core_effect *effect = core_add_effect(core, CORE_SEND);
    effect->connection = connection;
    effect->text = text;
}

void core_effects_clear(struct core_effects *effects)
{
    for (uint32_t i = 0; i < effects->count; i++) {
        free(effects->effect[i].text);
        core_batch_free(effects->effect[i].batch);
        core_question_free(effects->effect[i].question);
        core_hash_free(effects->effect[i].hash);
        core_fetch_free(effects->effect[i].fetch);
        core_replay_file_free(effects->effect[i].replay);
    }
    effects->count = 0;
}

void core_effects_free(struct core_effects *effects)
{
    core_effects_clear(effects);
    free(effects->effect);
    memset(effects, 0, sizeof *effects);
}

/* ---- open and close ---- */

/* All games, then the rules of earlier versions. NULL past the end. */
static const struct rd_game *rules_at(uint32_t index)
{
    uint32_t games = 0;
    while (games < index && rd_game_at(games) != NULL) {
        games++;
    }
    const struct rd_game *game = rd_game_at(games);
    return game != NULL ? game : rd_game_older(index - games);
}

struct core *core_open(const struct core_config *config)
{
    struct core *core = calloc(1, sizeof *core);
    int sodium = sodium_init();
    RD_ASSERT(core != NULL && sodium >= 0);
    core->config = *config;
    core->others = config->together;
    random_bytes(core, core->secret, sizeof core->secret);
    while (rules_at(core->scratches) != NULL) {
        core->scratches++;
    }
    core->scratch = calloc(core->scratches, sizeof *core->scratch);
    RD_ASSERT(core->scratch != NULL);
    return core;
}

static void free_connection(struct connection *connection)
{
    while (connection->first != NULL) {
        struct queued *next = connection->first->next;
        json_decref(connection->first->json);
        free(connection->first);
        connection->first = next;
    }
    free(connection);
}

static void free_ops(struct op_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        struct op *op = &list->op[i];
        entry_drop(&op->entry);
        json_decref(op->told);
        player_free(op->next);
        if (op->kind == OP_PLAYER) {
            player_free(op->player);
        } else if (op->kind == OP_CREATE) {
            match_free(op->match);
        }
    }
    free(list->op);
}

void core_close(struct core *core)
{
    if (core == NULL) {
        return;
    }
    for (size_t i = 0; i < core->connections.room; i++) {
        if (core->connections.slot[i].value != NULL) {
            free_connection(core->connections.slot[i].value);
        }
    }
    free_ops(&core->gathered);
    free_ops(&core->storing);
    core_batch_free(core->batch);
    for (uint32_t i = 0; i < core->match_count; i++) {
        match_free(core->match[i]);
    }
    for (uint32_t i = 0; i < core->player_count; i++) {
        player_free(core->player[i]);
    }
    for (size_t i = 0; i < core->hashing.room; i++) {
        if (core->hashing.slot[i].value != NULL) {
            hashing_free(core->hashing.slot[i].value);
        }
    }
    for (uint32_t i = 0; i < core->scratches; i++) {
        if (core->scratch[i].game != NULL) {
            scratch_close(&core->scratch[i]);
        }
    }
    struct hash_map *tables[] = { &core->connections, &core->players, &core->tokens,
                                  &core->names,       &core->matches, &core->created,
                                  &core->tickets,     &core->hashing, &core->skeletons };
    for (uint32_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        hash_map_free(tables[i]);
    }
    /* Member by member, as in every close. */
    free(core->games);
    for (uint32_t i = 0; i < RANKINGS_MAX; i++) {
        free(core->ranking[i].text);
    }
    free(core->scratch);
    free(core->match);
    free(core->player);
    free(core->waiting);
    free(core->answer);
    free(core->due);
    free(core->unrated);
    free(core->wake_work);
    free(core->lobby);
    free(core->noticed);
    index_free(core);
    hash_queue_free(core);
    origins_free(core);
    hash_map_free(&core->closed_networks);
    json_decref(core->reports);
    sodium_memzero(core, sizeof *core);
    free(core);
}

/* ---- who and what there is ---- */

struct scratch *core_scratch(struct core *core, const struct rd_game *game)
{
    uint32_t i = 0;
    while (rules_at(i) != game) {
        RD_ASSERT(i < core->scratches);
        i++;
    }
    if (core->scratch[i].game == NULL) { /* many a server never plays some games */
        scratch_open(&core->scratch[i], game);
    }
    return &core->scratch[i];
}

struct player *core_player(const struct core *core, const char *id)
{
    struct player *player = hash_map_get(&core->players, hash_map_key(core->secret, id));
    return player != NULL && strcmp(player->id, id) == 0 ? player : NULL;
}

const struct player *core_player_by_id(const struct core *core, const char *id)
{
    return core_player(core, id);
}

struct match *core_match_by_id(const struct core *core, const char *id)
{
    struct match *match = hash_map_get(&core->matches, hash_map_key(core->secret, id));
    return match != NULL && strcmp(match->id, id) == 0 ? match : NULL;
}

uint64_t core_created_key(const struct core *core, const char *player, const char *command)
{
    char text[CORE_ID_MAX + COMMAND_ROOM + 1];
    snprintf(text, sizeof text, "%s:%s", player, command);
    return hash_map_key(core->secret, text);
}

void core_add_match(struct core *core, struct match *match)
{
    core->match =
        rd_grown(core->match, core->match_count, &core->match_room, sizeof(struct match *));
    core->match[core->match_count++] = match;
    match->serial = ++core->last_serial;
    hash_map_put(&core->matches, hash_map_key(core->secret, match->id), match);
}

struct core_counts core_count(const struct core *core)
{
    struct core_counts counts = { (uint32_t)core->connections.count,
                                  core->player_count,
                                  core->match_count,
                                  core->broken_count,
                                  core->asleep_count,
                                  core->older_count,
                                  core->busy_count };
    return counts;
}

/* ---- loading ---- */

static bool load_player(struct core *core, const struct core_record *record,
                        struct rd_problem *problem)
{
    struct player *player = calloc(1, sizeof *player);
    RD_ASSERT(player != NULL);
    if (!player_from_body(record, player, problem)) {
        player_free(player);
        return false;
    }
    player->version = record->version;
    struct player *before = hash_map_get(&core->players, hash_map_key(core->secret, player->id));
    if (before != NULL) {
        players_replace(core, before, player);
    } else {
        core_add_player(core, player);
    }
    return true;
}

void core_reach_time(struct core *core, int64_t time)
{
    core->time = time > core->time ? time : core->time;
}

static bool load_time(struct core *core, const struct core_record *record,
                      struct rd_problem *problem)
{
    int64_t time = 0;
    if (!time_from_body(record, &time, problem)) {
        return false;
    }
    core_reach_time(core, time);
    return true;
}

bool core_play_entry(struct core *core, struct match *match, struct entry *entry,
                     struct rd_problem *problem)
{
    struct update update;
    bool fine =
        match_state_apply(&match->now, core_scratch(core, match->chosen.game), entry, &update);
    bool same = rd_hash(match->now.state, match->chosen.game->state_size) == entry->hash;
    match->played = match->played || (entry->kind == ENTRY_ORDER && entry->player != NULL);
    guest_used(core, entry->player);
    match_add_entry(match, entry);
    core_reach_time(core, entry->t);
    if (fine && same) {
        RD_ASSERT(match->now.records == match->log_count);
        match_keep_mark(match);
        return true;
    }
    match->broken = true;
    core->broken_count++;
    return rd_problem_at(problem, match->id, "record %u %s", match->log_count,
                         fine ? "leads to another state than it did when it was stored"
                              : "does not follow from those before it");
}

void core_note_creation(struct core *core, struct match *match, const char *player,
                        const char *command)
{
    hash_map_put(&core->created, core_created_key(core, player, command), match);
}

static bool load_created(struct core *core, const struct core_record *record,
                         struct rd_problem *problem)
{
    struct entry entry;
    struct match *match = match_from_record(record, core, &entry, problem);
    if (match == NULL && (match = older_from_record(record, core)) != NULL) {
        core_add_match(core, match);
        core->asleep_count++;
        core->older_count++;
        return true;
    }
    if (match == NULL) {
        core->broken_count++;
        snprintf(core->unreadable, sizeof core->unreadable, "%s", record->id);
        return false;
    }
    core_add_match(core, match);
    match->maker = entry.player;
    for (uint32_t seat = 0; seat < match_seats(match); seat++) {
        guest_used(core, match->first[seat].player);
    }
    if (entry.player != NULL) {
        core_note_creation(core, match, entry.player->id, entry.command);
    }
    return core_play_entry(core, match, &entry, problem);
}

static bool load_stub(struct core *core, const struct core_record *record,
                      struct rd_problem *problem)
{
    struct match *match = stub_from_record(record, core, problem);
    if (match == NULL) {
        return false; /* its log is read instead */
    }
    core_add_match(core, match);
    match->elsewhere = strcmp(record->kind, "notice") == 0;
    core->asleep_count++;
    core->older_count += match->older != 0;
    return true;
}

/* What belongs to no log. */
static bool load_single(struct core *core, const struct core_record *record,
                        struct rd_problem *problem)
{
    if (strcmp(record->kind, "player") == 0) {
        return load_player(core, record, problem);
    }
    if (strcmp(record->kind, "stub") == 0 || strcmp(record->kind, "notice") == 0) {
        return load_stub(core, record, problem);
    }
    if (strcmp(record->kind, "report") == 0) {
        return reports_load(core, record);
    }
    return strcmp(record->kind, "time") != 0 || load_time(core, record, problem);
}

bool core_load(struct core *core, const struct core_record *record, struct rd_problem *problem)
{
    struct entry entry;
    if (strcmp(record->kind, "player") != 0) {
        players_settle(core);
    }
    if (record->n == 0) {
        return load_single(core, record, problem);
    }
    if (record->n == 1 && strcmp(record->kind, "created") == 0) {
        return load_created(core, record, problem);
    }
    struct match *match = core_match_by_id(core, record->id);
    if (match == NULL || match->broken || match->older != 0) {
        return strcmp(core->unreadable, record->id) == 0 || match != NULL ||
               rd_problem_at(problem, record->id, "record %u has no beginning", record->n);
    }
    bool readable =
        record->n == match->log_count + 1 && entry_from_record(record, core, &entry, problem);
    if (!readable) {
        match->broken = true;
        core->broken_count++;
        return rd_problem_at(problem, record->id, "record %u can't be read", record->n);
    }
    return core_play_entry(core, match, &entry, problem);
}

/* Stubs are read before logs; lists have the newest first all the same. */
static int older(const void *a, const void *b)
{
    const struct match *first = *(struct match *const *)a, *second = *(struct match *const *)b;
    return first->made_ms != second->made_ms ? (first->made_ms > second->made_ms) * 2 - 1
                                             : strcmp(first->id, second->id);
}

void core_start_match(struct core *core, struct match *match)
{
    presence_begin(core, match);
    sleep_touch(core, match);
    index_match(core, match);
    if (match->elsewhere) {
        return;
    }
    if (match->asleep) {
        deadline_set(core, match, match->deadline);
    } else {
        notice_mark(core, match);
        time_look(core, match);
        ratings_look(core, match);
    }
}

void core_start(struct core *core, int64_t now_ms, int64_t wall_ms, struct core_effects *effects)
{
    RD_ASSERT(core->effects == NULL && effects != NULL);
    core->now_ms = now_ms;
    core->wall_ms = wall_ms;
    core->kept_time = core->guests_t = core->time; /* guests have an hour to come back */
    core->effects = effects;
    players_settle(core);
    if (core->match_count > 0) {
        qsort(core->match, core->match_count, sizeof(struct match *), older);
    }
    for (uint32_t i = 0; i < core->match_count; i++) {
        core->match[i]->serial = i + 1;
        core_start_match(core, core->match[i]);
    }
    bots_ask_all_due(core);
    ratings_pump(core);
    notices_pump(core);
    time_pass(core);
    store_flush(core);
    core->effects = NULL;
}

/* ---- events ---- */

static void connected(struct core *core, const struct core_event *event)
{
    uint64_t id = event->connection, address = event->address;
    bool host = event->host;
    if (core->connections.count >= core->config.limits.connections && !host) {
        struct core_effect *effect = core_add_effect(core, CORE_CLOSE);
        effect->connection = id;
        effect->text = copied("too many connections");
        return;
    }
    struct connection *connection = calloc(1, sizeof *connection);
    RD_ASSERT(connection != NULL);
    connection->id = id;
    connection->host = host;
    connection->address = address;
    connection->network = event->network;
    connection->origin = origin_key(address, id);
    connection->bucket = (int64_t)core->config.limits.burst * 1000;
    connection->bucket_ms = core->now_ms;
    hash_map_put(&core->connections, id, connection);
}

static void closed(struct core *core, uint64_t id)
{
    struct connection *connection = hash_map_remove(&core->connections, id);
    if (connection == NULL) {
        return;
    }
    watch_stop_all(core, connection);
    lobby_stop(core, connection);
    for (uint32_t i = 0; connection->waiting && i < core->waiting_count; i++) {
        if (core->waiting[i] == id) {
            core->waiting_count--;
            memmove(core->waiting + i, core->waiting + i + 1,
                    (core->waiting_count - i) * sizeof *core->waiting);
            break;
        }
    }
    RD_ASSERT(connection->watches == 0 && !connection->in_lobby);
    free_connection(connection);
}

static void tick(struct core *core)
{
    if (core->retry_ms != 0 && core->now_ms >= core->retry_ms) {
        core->retry_ms = 0;
        bots_ask_all_due(core);
        ratings_pump(core);
        notices_pump(core);
    }
    commands_shed(core);
    bots_pump(core);
    sleep_go_on(core);
}

static void dispatch(struct core *core, const struct core_event *event)
{
    struct connection *connection;
    switch (event->kind) {
    case CORE_CONNECTED:
        connected(core, event);
        break;
    case CORE_MESSAGE:
        connection = hash_map_get(&core->connections, event->connection);
        if (connection != NULL) {
            commands_receive(core, connection, event);
        }
        break;
    case CORE_CLOSED:
        closed(core, event->connection);
        break;
    case CORE_TICK:
        tick(core);
        break;
    case CORE_STORED:
        store_done(core, event);
        break;
    case CORE_BOT_ANSWERED:
        bots_answered(core, event->ticket, event->action);
        break;
    case CORE_HASHED:
        accounts_hashed(core, event->hash);
        break;
    case CORE_FETCHED:
        sleep_fetched(core, event->fetch);
        break;
    case CORE_REPLAY_MADE:
        replay_file_done(core, event->replay);
        break;
    case CORE_NEWS:
        news_heard(core, event->news);
        break;
    case CORE_REST:
        sleep_rest(core);
        break;
    }
}

void core_handle(struct core *core, const struct core_event *event, struct core_effects *effects)
{
    core->pressure = event->pressure;
    time_advance(core, event->now_ms, event->wall_ms);
    core->effects = effects;
    dispatch(core, event);
    sleep_scan(core);
    guests_scan(core);
    origins_scan(core);
    guesses_scan(core);
    time_pass(core);
    store_flush(core);
    core->effects = NULL;
}
