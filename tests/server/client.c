#include "tests/server/client.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/json_game.h"
#include "host/json_numbers.h"
#include "server/core/luck.h"

static void wrong(struct client *client, const char *what, const char *text)
{
    if (client->wrong[0] == '\0') {
        snprintf(client->wrong, sizeof client->wrong, "%s: %s: %.150s", client->name, what, text);
    }
}

void client_open(struct client *client, struct world *world, const char *name,
                 struct hash_map *told)
{
    memset(client, 0, sizeof *client);
    client->world = world;
    client->name = name;
    client->told = told;
}

static void forget_match(struct client *client)
{
    client->match[0] = '\0';
    client->game = NULL;
    client->n = client->n_due = 0;
    client->act = client->over = client->watching = client->paused = client->clocked = false;
    client->sharing = false;
    client->watch_id[0] = '\0';
    free(client->view);
    free(client->view_text);
    free(client->view_cut);
    client->view = NULL;
    client->view_text = client->view_cut = NULL;
}

void client_close(struct client *client)
{
    forget_match(client);
    free(client->command);
    for (uint32_t i = 0; i < client->past_count; i++) {
        free(client->past[i].text);
        free(client->past[i].answer);
    }
}

void client_set_match(struct client *client, const char *match, rd_seat seat)
{
    forget_match(client);
    snprintf(client->match, sizeof client->match, "%s", match);
    client->seat = seat;
}

void client_break(struct client *client)
{
    if (client->connection != 0) {
        world_break(client->world, client->connection);
    }
    client->connection = 0;
    client->greeted = client->watching = false;
    client->hello_id[0] = client->watch_id[0] = '\0';
}

bool client_idle(const struct client *client)
{
    bool following = client->match[0] == '\0' || (client->watching && client->n >= client->n_due);
    return client->greeted && client->command == NULL && following;
}

/* ---- answers ---- */

static void send_command(struct client *client)
{
    client->resent += client->command_sent != 0;
    client->command_sent = client->connection;
    world_send(client->world, client->connection, client->command);
}

static void remember(struct client *client, const char *answer)
{
    if (client->past_count < PAST_MAX) {
        struct past *past = &client->past[client->past_count++];
        snprintf(past->id, sizeof past->id, "%s", client->command_id);
        past->text = client->command;
        past->answer = strdup(answer);
    } else {
        free(client->command);
    }
    client->command = NULL;
}

/* Somebody else, or the clock, was faster; or it was talk that could not be. */
static bool is_fair(const struct client *client, const char *code)
{
    static const char *const fair[] = {
        "storage", "nothing_to_undo", "game_over", "full", "not_begun",
        "paused",  "not_allowed",     "over",      "rate", "busy"
    };
    static const char *const fair_with_clocks[] = { "time", "not_your_turn", "against_rules",
                                                    "bad_arg" };
    bool found = false;
    for (uint32_t i = 0; i < sizeof fair / sizeof fair[0]; i++) {
        found = found || strcmp(fair[i], code) == 0;
    }
    for (uint32_t i = 0; i < sizeof fair_with_clocks / sizeof fair_with_clocks[0]; i++) {
        found = found || (client->clocked && strcmp(fair_with_clocks[i], code) == 0);
    }
    return found;
}

/* Another server plays the match: it connects again, and says which one it wants. */
static void go_elsewhere(struct client *client, const char *match)
{
    snprintf(client->wanted, sizeof client->wanted, "%s", match);
    client_break(client);
}

static void command_elsewhere(struct client *client)
{
    json_t *json = json_loads(client->command, 0, NULL);
    go_elsewhere(client, json_string_value(json_object_get(json, "match")));
    json_decref(json);
}

static void command_refused(struct client *client, const char *code, const char *text)
{
    if (strcmp(code, "elsewhere") == 0) {
        command_elsewhere(client);
        return;
    }
    if (!is_fair(client, code)) {
        wrong(client, "unfair refusal", text);
    }
    client->refused++;
    if (strcmp(code, "storage") == 0 ||
        strcmp(code, "busy") == 0) { /* that one is sent again as it is */
        send_command(client);
        return;
    }
    free(client->command);
    client->command = NULL;
}

static void command_answered(struct client *client, const json_t *json, const char *text)
{
    const char *code = json_string_value(json_object_get(json, "code"));
    if (code != NULL) {
        command_refused(client, code, text);
        return;
    }
    const char *match = json_string_value(json_object_get(json, "match"));
    const char *secret = json_string_value(json_object_get(json, "secret"));
    const char *token = json_string_value(json_object_get(json, "token"));
    if (token != NULL) { /* an account has another one than the guest had */
        snprintf(client->token, sizeof client->token, "%s", token);
    }
    if (secret != NULL) {
        client_set_match(client, match, 0);
        snprintf(client->secret, sizeof client->secret, "%s", secret);
    } else if (json_object_get(json, "n") != NULL) {
        client->n_due = (uint32_t)json_integer_value(json_object_get(json, "n"));
    } else if (json_object_get(json, "seat") != NULL) { /* joined */
        client_set_match(client, match, (rd_seat)json_integer_value(json_object_get(json, "seat")));
    }
    remember(client, text);
}

static void say_hello(struct client *client)
{
    char text[256];
    snprintf(text, sizeof text, "{\"cmd\":\"hello\",\"id\":\"%s\",\"version\":1,\"%s\":\"%s\"}",
             client->hello_id, client->token[0] != '\0' ? "token" : "name",
             client->token[0] != '\0' ? client->token : client->name);
    world_send(client->world, client->connection, text);
}

static bool disk_failed(const json_t *json)
{
    const char *code = json_string_value(json_object_get(json, "code"));
    return code != NULL && (strcmp(code, "storage") == 0 || strcmp(code, "busy") == 0);
}

static void greeted(struct client *client, const json_t *json, const char *text)
{
    const char *token = json_string_value(json_object_get(json, "token"));
    if (client->greeted) {
        return; /* hello was delivered twice */
    }
    if (token != NULL) {
        snprintf(client->token, sizeof client->token, "%s", token);
    }
    client->greeted = json_is_true(json_object_get(json, "ok"));
    if (!client->greeted && disk_failed(json)) {
        say_hello(client);
    } else if (!client->greeted) {
        wrong(client, "no welcome", text);
    }
}

static bool is_elsewhere(const json_t *json)
{
    const char *code = json_string_value(json_object_get(json, "code"));
    return code != NULL && strcmp(code, "elsewhere") == 0;
}

static void watched(struct client *client, const json_t *json, const char *text)
{
    const char *game = json_string_value(json_object_get(json, "game"));
    if (disk_failed(json)) { /* the log could not be read: once more */
        client->watch_id[0] = '\0';
        return;
    }
    if (is_elsewhere(json)) {
        go_elsewhere(client, client->match);
        return;
    }
    if (game == NULL) {
        wrong(client, "may not watch", text);
        return;
    }
    const struct rd_game *found = rd_game_find(game);
    if (found != client->game) {
        rd_tables_name(found, client->tables);
    }
    client->game = found;
    client->watching = true;
    if ((json_int_t)client->n > json_integer_value(json_object_get(json, "n"))) {
        wrong(client, "the server has forgotten messages", text);
    }
}

/* A watch that was delivered twice may succeed when the first one had failed. */
static bool is_late_watch(const struct client *client, const json_t *json)
{
    const char *match = json_string_value(json_object_get(json, "match"));
    return json_object_get(json, "commitment") != NULL && strcmp(match, client->match) == 0;
}

static void answered(struct client *client, const json_t *json, const char *text)
{
    const char *re = json_string_value(json_object_get(json, "re"));
    for (uint32_t i = 0; i < client->past_count; i++) {
        if (re != NULL && strcmp(client->past[i].id, re) == 0) {
            bool once = strstr(client->past[i].text, "\"register\"") != NULL; /* its token */
            if (strcmp(client->past[i].answer, text) != 0 && !once && !disk_failed(json) &&
                !is_elsewhere(json)) {
                wrong(client, "another answer than before", text);
            }
            return;
        }
    }
    if (re == NULL) {
        wrong(client, "an answer to nothing", text);
    } else if (client->command != NULL && strcmp(re, client->command_id) == 0) {
        command_answered(client, json, text);
    } else if (strcmp(re, client->hello_id) == 0) {
        greeted(client, json, text);
    } else if (strcmp(re, client->watch_id) == 0 || is_late_watch(client, json)) {
        watched(client, json, text);
    }
}

/* ---- updates ---- */

/* Number n of a seat is the same for everybody who hears it in the same form, always. */
static void check_same(struct client *client, uint32_t n, const char *text)
{
    static const uint64_t key[2] = { 1, 2 };
    char name[80];
    snprintf(name, sizeof name, "%s/%u/%u/%d/%d", client->match, client->seat, n, client->numbers,
             client->frames);
    uint64_t place = rd_siphash(key, name, strlen(name));
    uint64_t *before = hash_map_get(client->told, place);
    if (before == NULL) {
        before = malloc(sizeof *before);
        *before = client->letter;
        hash_map_put(client->told, place, before);
    } else if (*before != client->letter) {
        wrong(client, "a message has changed", text);
    }
}

/* Views are long, and most are never looked at: they are cut out before the JSON is read. */
static void cut_view(struct client *client, char *text)
{
    static const char mark[] = "\"view\":\"";
    char *begin = strstr(text, mark);
    char *end = begin == NULL ? NULL : strchr(begin + sizeof mark - 1, '"');
    free(client->view_cut);
    client->view_cut = NULL;
    if (end != NULL) {
        begin += sizeof mark - 1;
        client->view_cut = strndup(begin, (size_t)(end - begin));
        memmove(begin, end, strlen(end) + 1);
    }
}

static void keep_view(struct client *client, const char *message)
{
    if (client->view_cut == NULL) {
        wrong(client, "no view", message);
        return;
    }
    free(client->view_text);
    client->view_text = client->view_cut;
    client->view_cut = NULL;
}

bool client_sees(const struct client *client)
{
    return client->view != NULL || client->view_text != NULL;
}

void client_look(struct client *client)
{
    const char *text = client->view_text;
    size_t size = 0;
    if (text == NULL) {
        return;
    }
    if (client->view == NULL) {
        client->view = calloc(1, client->game->view_size);
    }
    if (sodium_base642bin(client->view, client->game->view_size, text, strlen(text), NULL, &size,
                          NULL, sodium_base64_VARIANT_ORIGINAL) != 0 ||
        size != client->game->view_size) {
        wrong(client, "not a view", text);
    }
    free(client->view_text);
    client->view_text = NULL;
}

/* Nobody's time is below zero, and only seats that are to decide something lose any. */
static void check_clock(struct client *client, const json_t *json, const char *text)
{
    const json_t *clock = json_object_get(json, "clock"), *left = json_object_get(clock, "left");
    client->clocked = clock != NULL;
    client->late += json_object_get(json, "late") != NULL;
    for (size_t i = 0; i < json_array_size(left); i++) {
        bool runs = json_is_true(json_array_get(json_object_get(clock, "runs"), i));
        if (json_integer_value(json_array_get(left, i)) < 0 ||
            (runs && (client->over || client->paused))) {
            wrong(client, "a clock that can't be", text);
        }
    }
}

/* A kind of the table, a cause that came before, and as many facts as the kind has. */
static bool are_numbers(const struct rd_game *game, const json_t *event, size_t index)
{
    uint32_t kinds = 0, facts = 0;
    json_int_t kind = json_integer_value(json_array_get(event, 0));
    json_int_t cause = json_integer_value(json_array_get(event, 1));
    while (game->events[kinds].name != NULL) {
        kinds++;
    }
    while (kind < kinds && facts < RD_EVENT_ARGS_MAX &&
           game->events[kind].arg[facts].type != RD_ARG_NONE) {
        facts++;
    }
    bool fine = kind < kinds && cause <= (json_int_t)index;
    for (size_t i = 0; i < json_array_size(event); i++) {
        fine = fine && json_is_integer(json_array_get(event, i));
    }
    return fine && json_array_size(event) == 2 + facts;
}

/* Events are all in the form that was asked for. */
static void check_events(struct client *client, const json_t *json, const char *text)
{
    const json_t *events = json_object_get(json, "events"), *outcome;
    for (size_t i = 0; i < json_array_size(events); i++) {
        const json_t *event = json_array_get(events, i);
        if (client->numbers ? !are_numbers(client->game, event, i)
                            : json_object_get(event, "text") == NULL) {
            wrong(client, "an event in another form than asked for", text);
        }
    }
    outcome = json_object_get(json, "outcome");
    if (json_is_object(outcome) &&
        (json_object_get(outcome, "ending") != NULL) != client->numbers) {
        wrong(client, "an outcome in another form than asked for", text);
    }
}

/* Steps come to who asked for them, and share out the events between them. */
static void check_frames(struct client *client, const json_t *json, const char *text)
{
    const json_t *frames = json_object_get(json, "frames");
    json_int_t events = 0;
    if (frames == NULL) {
        return;
    }
    for (size_t i = 0; i < json_array_size(frames); i++) {
        events += json_integer_value(json_object_get(json_array_get(frames, i), "events"));
    }
    if (!client->frames || json_array_size(frames) == 0 ||
        events != (json_int_t)json_array_size(json_object_get(json, "events"))) {
        wrong(client, "frames that nobody asked for, or without all events", text);
    }
    client->framed++;
}

/* Which step all may see now, in the form that was asked for. */
static void paced(struct client *client, const json_t *json, const char *text)
{
    const json_t *step = json_object_get(json, "step");
    bool right = client->numbers ? json_is_integer(step) : json_is_string(step);
    if (!client->frames || (!right && !json_is_null(step))) {
        wrong(client, "a pace that nobody asked for, or in another form", text);
        return;
    }
    client->pace_turn = json_integer_value(json_object_get(json, "turn"));
    client->pace_step[0] = '\0';
    if (json_is_string(step)) {
        snprintf(client->pace_step, sizeof client->pace_step, "\"%s\"", json_string_value(step));
    } else if (json_is_integer(step)) {
        snprintf(client->pace_step, sizeof client->pace_step, "%d", (int)json_integer_value(step));
    }
    client->paced++;
}

void client_ready(struct client *client)
{
    char fields[160];
    if (client->pace_step[0] != '\0' && client->seat != RD_SPECTATOR) {
        snprintf(fields, sizeof fields,
                 "\"cmd\":\"ready\",\"match\":\"%s\",\"turn\":%d,\"step\":%s", client->match,
                 (int)client->pace_turn, client->pace_step);
        client_command(client, fields);
    }
}

/* What everybody here adds to the luck. */
static const char *const share = "0123456789abcdef0123456789abcdef";

void client_seal_field(char *out, size_t size)
{
    char seal[LUCK_HASH_ROOM];
    luck_seal(share, seal);
    snprintf(out, size, ",\"seal\":\"%s\"", seal);
}

void client_share(struct client *client)
{
    char fields[160];
    snprintf(fields, sizeof fields, "\"cmd\":\"share\",\"match\":\"%s\",\"share\":\"%s\"",
             client->match, share);
    client->shared++;
    client_command(client, fields);
}

/* It begins when all shares are there, not before and not later. */
static void check_luck(struct client *client, const json_t *json, const char *text)
{
    const json_t *wanted = json_object_get(json_object_get(json, "luck"), "wanted");
    const char *state = json_string_value(json_object_get(json, "state"));
    if (wanted == NULL) {
        return;
    }
    client->sharing = false;
    for (size_t i = 0; i < json_array_size(wanted); i++) {
        client->sharing = client->sharing ||
                          json_integer_value(json_array_get(wanted, i)) == (json_int_t)client->seat;
    }
    if (json_array_size(wanted) > 0 && strcmp(state, "open") != 0) {
        wrong(client, "a match began without all shares", text);
    }
}

static void updated(struct client *client, const json_t *json, const char *text)
{
    const char *match = json_string_value(json_object_get(json, "match"));
    const char *type = json_string_value(json_object_get(json, "type"));
    uint32_t n = (uint32_t)json_integer_value(json_object_get(json, "n"));
    if (match == NULL || strcmp(match, client->match) != 0) {
        return; /* of the match before, or of none */
    }
    if (strcmp(type, "presence") == 0) {
        return; /* of this moment, without a number */
    }
    if (strcmp(type, "pace") == 0) {
        paced(client, json, text);
        return;
    }
    if (client->game == NULL) {
        wrong(client, "an update before the answer to watch", text);
        return;
    }
    if (strcmp(type, "snapshot") != 0) {
        if (n <= client->n) { /* watch was delivered twice */
            check_same(client, n, text);
            return;
        }
        if (n != client->n + 1) {
            wrong(client, "a gap in the numbers", text);
        }
        check_same(client, n, text);
    } else if (n < client->n) {
        wrong(client, "a snapshot of the past", text);
    }
    client->n = n;
    client->act = json_is_true(json_object_get(json, "act"));
    client->over = strcmp(json_string_value(json_object_get(json, "state")), "over") == 0;
    if (client->over != json_is_string(json_object_get(json, "key"))) {
        wrong(client, "the key is shown when the match is over, and only then", text);
    }
    client->paused = json_is_true(json_object_get(json, "paused"));
    check_clock(client, json, text);
    check_luck(client, json, text);
    check_events(client, json, text);
    check_frames(client, json, text);
    if (strcmp(type, "note") != 0) {
        keep_view(client, text);
    } else if (json_object_get(json, "view") != NULL) {
        wrong(client, "a note with a view", text);
    }
}

static void read_letter(struct client *client, char *text)
{
    static const uint64_t key[2] = { 3, 4 };
    client->letter = rd_siphash(key, text, strlen(text));
    const uint64_t chain[3] = { client->heard, ++client->letters, client->letter };
    client->heard = rd_siphash(key, chain, sizeof chain);
    cut_view(client, text);
    json_t *json = json_loads(text, 0, NULL);
    if (json == NULL) {
        wrong(client, "not JSON", text);
    } else if (json_object_get(json, "type") != NULL) {
        updated(client, json, text);
    } else {
        answered(client, json, text);
    }
    json_decref(json);
}

static void read_letters(struct client *client)
{
    char *text;
    while (client->connection != 0 && (text = world_receive(client->world, client->connection))) {
        read_letter(client, text);
        free(text);
    }
}

/* ---- commands ---- */

static void next_id(struct client *client, char out[32])
{
    snprintf(out, 32, "%s-%u", client->name, ++client->ids);
}

static void say_watch(struct client *client)
{
    char text[256], seat[16];
    next_id(client, client->watch_id);
    snprintf(seat, sizeof seat, client->seat == RD_SPECTATOR ? "\"spectator\"" : "%u",
             client->seat);
    snprintf(text, sizeof text,
             "{\"cmd\":\"watch\",\"id\":\"%s\",\"match\":\"%s\",\"seat\":%s,\"since\":%u%s%s}",
             client->watch_id, client->match, seat, client->n,
             client->numbers ? ",\"form\":\"numbers\"" : "",
             client->frames ? ",\"frames\":true" : "");
    world_send(client->world, client->connection, text);
}

void client_command(struct client *client, const char *fields)
{
    size_t room = strlen(fields) + 64;
    next_id(client, client->command_id);
    client->command_sent = 0;
    client->command = malloc(room);
    snprintf(client->command, room, "{\"id\":\"%s\",%s}", client->command_id, fields);
    send_command(client);
}

void client_act(struct client *client)
{
    read_letters(client);
    if (client->connection != 0 && !world_is_open(client->world, client->connection)) {
        client_break(client);
    }
    if (client->connection == 0) {
        snprintf(client->world->wanted, sizeof client->world->wanted, "%s", client->wanted);
        client->connection = world_connect(client->world);
    }
    if (!client->greeted) {
        if (client->hello_id[0] == '\0') {
            next_id(client, client->hello_id);
            say_hello(client);
        }
        return;
    }
    if (client->match[0] != '\0' && !client->watching && client->watch_id[0] == '\0') {
        say_watch(client);
    }
    bool faulty = client->world->faulty;
    bool lost = client->command_sent != client->connection; /* the line broke meanwhile */
    if (client->command != NULL && (lost || (faulty && world_chance(client->world, 20)))) {
        send_command(client);
    }
    if (client->past_count > 0 && faulty && world_chance(client->world, 30)) { /* once more */
        client->resent++;
        world_send(client->world, client->connection,
                   client->past[world_below(client->world, client->past_count)].text);
    }
}

void client_order_field(const struct client *client, struct rd_action action, char *out,
                        size_t size)
{
    if (client->numbers) {
        snprintf(out, size, "\"order\":[%u,%u,%u,%u],\"tables\":\"%s\"", action.verb, action.arg[0],
                 action.arg[1], action.arg[2], client->tables);
        return;
    }
    json_t *order = rd_action_to_json(client->game, action);
    char *text = json_dumps(order, JSON_COMPACT);
    snprintf(out, size, "\"order\":%s", text);
    free(text);
    json_decref(order);
}

void client_order(struct client *client)
{
    char fields[512], order[256];
    struct rd_luck luck = rd_luck_from_seed(world_below(client->world, 1000));
    void *state = malloc(client->game->state_size);
    struct rd_action *legal = malloc(client->game->legal_max * sizeof *legal);
    client_look(client);
    client->game->guess(client->view, &luck, state);
    uint32_t count = client->game->legal(state, client->seat, legal, client->game->legal_max);
    if (world_chance(client->world, 300)) {
        snprintf(fields, sizeof fields, "\"cmd\":\"resign\",\"match\":\"%s\"", client->match);
        client_command(client, fields);
    } else if (world_chance(client->world, 6)) {
        snprintf(fields, sizeof fields, "\"cmd\":\"undo\",\"match\":\"%s\"", client->match);
        client->undone++;
        client_command(client, fields);
    } else if (client->act && count > 0) {
        /* The last verbs end turns: without a bias games would not get anywhere. */
        uint32_t choice =
            world_chance(client->world, 2) ? count - 1 : world_below(client->world, count);
        client_order_field(client, legal[choice], order, sizeof order);
        snprintf(fields, sizeof fields, "\"cmd\":\"order\",\"match\":\"%s\",%s", client->match,
                 order);
        client->orders++;
        client_command(client, fields);
    }
    free(legal);
    free(state);
}

void client_talk(struct client *client)
{
    static const char *const talk[] = {
        "\"cmd\":\"offer\",\"what\":\"draw\"",    "\"cmd\":\"offer\",\"what\":\"pause\"",
        "\"cmd\":\"offer\",\"what\":\"rematch\"", "\"cmd\":\"decline\",\"what\":\"draw\"",
        "\"cmd\":\"decline\",\"what\":\"pause\"", "\"cmd\":\"resume\"",
        "\"cmd\":\"say\",\"text\":\"Hm\"",        "\"cmd\":\"say\",\"text\":\"Well played\"",
        "\"cmd\":\"mute\",\"who\":1,\"on\":true", "\"cmd\":\"mute\",\"who\":0,\"on\":false",
        "\"cmd\":\"claim\",\"against\":1",        "\"cmd\":\"abort\"",
    };
    enum { TALKS = sizeof talk / sizeof talk[0], SAY = 6, RESUME = 5 };
    char fields[128];
    uint32_t choice = world_below(client->world, TALKS);
    choice = client->seat == RD_SPECTATOR ? SAY : client->paused ? RESUME : choice;
    snprintf(fields, sizeof fields, "%s,\"match\":\"%s\"", talk[choice], client->match);
    client->talked++;
    client_command(client, fields);
}
