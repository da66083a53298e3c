/* Messages become commands; commands wait their turn, are carried out and answered. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/json_read.h"
#include "host/list.h"
#include "host/text.h"
#include "server/core/state.h"

struct command {
    const char *name;
    const char *const *keys; /* besides cmd and id; ended by NULL */
    enum step (*handle)(struct core *core, struct request *request);
};

#define KEYS(...) ((const char *const[]){ "cmd", "id", __VA_ARGS__, NULL })
static const struct command commands[] = {
    { "hello", KEYS("version", "token", "name", "program"), command_hello },
    { "register", KEYS("name", "password"), command_register },
    { "login", KEYS("version", "name", "password", "claim", "digits"), command_login },
    { "recover", KEYS("version", "name", "code", "password"), command_recover },
    { "codes", KEYS("password"), command_codes },
    { "second_factor", KEYS("on", "password", "digits"), command_second },
    { "sessions", KEYS(NULL), command_sessions },
    { "end_session", KEYS("session"), command_end_session },
    { "export", KEYS("before"), command_export },
    { "forget", KEYS("password"), command_forget },
    { "password", KEYS("old", "new"), command_password },
    { "logout", KEYS(NULL), command_logout },
    { "create",
      KEYS("game", "options", "map", "seats", "sides", "public", "rated", "clock", "on_timeout",
           "claim", "delay", "pace", "seal"),
      command_create },
    { "join", KEYS("match", "secret", "seat", "agree", "seal"), command_join },
    { "share", KEYS("match", "seat", "share"), command_share },
    { "watch", KEYS("match", "seat", "since", "json", "form", "frames"), command_watch },
    { "ready", KEYS("match", "seat", "turn", "step"), command_ready },
    { "order", KEYS("match", "seat", "order", "text", "tables"), command_order },
    { "undo", KEYS("match", "seat"), command_undo },
    { "resign", KEYS("match", "seat"), command_resign },
    { "offer", KEYS("match", "seat", "what"), command_offer },
    { "decline", KEYS("match", "seat", "what"), command_decline },
    { "resume", KEYS("match", "seat"), command_resume },
    { "claim", KEYS("match", "seat", "against"), command_claim },
    { "abort", KEYS("match"), command_abort },
    { "say", KEYS("match", "seat", "text"), command_say },
    { "mute", KEYS("match", "seat", "who", "on"), command_mute },
    { "report", KEYS("match", "who", "why"), command_report },
    { "reports", KEYS(NULL), command_reports },
    { "sanction", KEYS("player", "what", "address", "why"), command_sanction },
    { "leave", KEYS("match"), command_leave },
    { "list", KEYS(NULL), command_list },
    { "lobby", KEYS("on", "game", "free", "rated", "speed"), command_lobby },
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

/* Over the host's connection there are others. */
static const struct command admin_commands[] = {
    { "list", KEYS("state"), command_admin_list },
    { "show", KEYS("match"), command_admin_show },
    { "end", KEYS("match"), command_admin_end },
    { "pause", KEYS("match"), command_admin_pause },
    { "resume", KEYS("match"), command_admin_resume },
    { "ban", KEYS("player"), command_admin_ban },
    { "unban", KEYS("player"), command_admin_unban },
    { "mute", KEYS("player"), command_admin_mute },
    { "unmute", KEYS("player"), command_admin_unmute },
    { "appoint", KEYS("player"), command_admin_appoint },
    { "dismiss", KEYS("player"), command_admin_dismiss },
};
enum { HOST_COMMANDS = sizeof admin_commands / sizeof admin_commands[0] };

static const struct command *known_commands(const struct request *request, uint32_t *count)
{
    *count = request->connection->host ? HOST_COMMANDS : COMMANDS;
    return request->connection->host ? admin_commands : commands;
}

/* ---- answers ---- */

static void send_json(struct core *core, uint64_t connection, json_t *json)
{
    char *text = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    RD_ASSERT(text != NULL);
    core_send(core, connection, text);
}

enum step answer_fine(struct core *core, uint64_t connection, const char *command, json_t *fields)
{
    json_t *json = json_pack("{s:s, s:b}", "re", command, "ok", 1);
    if (fields != NULL) {
        json_object_update(json, fields);
        json_decref(fields);
    }
    send_json(core, connection, json);
    return STEP_DONE;
}

enum step answer_refused(struct core *core, uint64_t connection, const char *command,
                         const char *code, const char *why)
{
    json_t *json = json_object();
    if (command != NULL) {
        json_object_set_new(json, "re", json_string(command));
    }
    json_object_set_new(json, "ok", json_false());
    json_object_set_new(json, "code", json_string(code));
    json_object_set_new(json, "why", json_string(why));
    send_json(core, connection, json);
    return STEP_DONE;
}

enum step refuse(struct core *core, struct request *request, const char *code, const char *format,
                 ...)
{
    char why[RD_PROBLEM_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    return answer_refused(core, request->connection->id, request->command, code, why);
}

enum step bad_message(struct core *core, struct request *request)
{
    return refuse(core, request, "bad_message", "%s", request->problem.text);
}

static bool has_number(enum entry_kind kind)
{
    return kind != ENTRY_CREATED && kind != ENTRY_SEATED && kind != ENTRY_LEFT;
}

void answer_entry(struct core *core, const struct op *op, const struct entry *entry)
{
    const struct match *match = op->match;
    if (op->connection == 0) {
        return;
    }
    json_t *fields = json_pack("{s:s}", "match", match->id);
    if (entry->kind == ENTRY_CREATED) {
        char link[3 * CORE_ID_MAX];
        snprintf(link, sizeof link, "/#/m/%s/%s", match->id, match->secret);
        json_object_set_new(fields, "secret", json_string(match->secret));
        json_object_set_new(fields, "link", json_string(link));
    } else if (entry->kind != ENTRY_LEFT) {
        json_object_set_new(fields, "seat", viewer_to_json(entry->seat));
    }
    if (has_number(entry->kind)) {
        json_object_set_new(fields, "n", json_integer(entry->told));
    }
    if (entry->note != NULL) {
        json_object_set_new(fields, "note", json_string(entry->note));
    }
    if (entry->kind == ENTRY_REMATCH) {
        json_object_set_new(fields, "rematch", json_string(entry->text));
    }
    answer_fine(core, op->connection, op->command, fields);
}

/* ---- which match, which seat ---- */

struct match *match_of(struct core *core, struct request *request, enum step *step)
{
    struct rd_field field;
    const char *id = NULL;
    *step = STEP_DONE;
    if (!rd_field_need(&request->root, "match", &field) || !rd_field_text(&field, &id)) {
        bad_message(core, request);
        return NULL;
    }
    struct match *match = core_match_by_id(core, id);
    if (match == NULL && news_wait(core, request)) {
        *step = STEP_BLOCKED;
        return NULL;
    }
    if (match == NULL) {
        refuse(core, request, "no_such_match", "there is no such match");
    } else if (match->broken) {
        refuse(core, request, "broken", "the record of this match can't be played by this server");
        return NULL;
    } else if (match->older != 0) {
        char why[RD_PROBLEM_MAX];
        older_sentence(match, why, sizeof why);
        refuse(core, request, "older_rules", "%s", why);
        return NULL;
    } else if (match->elsewhere) {
        refuse_elsewhere(core, request, match);
        return NULL;
    } else if (match->unreadable) {
        refuse(core, request, "storage", "the server could not read its disk; try it again");
        return NULL;
    } else if (match->asleep && core_is_short(core, request)) {
        return NULL;
    } else if (match->asleep) {
        sleep_wake(core, match);
        *step = STEP_BLOCKED;
        return NULL;
    } else {
        sleep_touch(core, match);
    }
    return match;
}

struct match *fresh_match(struct core *core, struct request *request, enum step *step)
{
    struct match *match = match_of(core, request, step);
    if (match == NULL) {
        return NULL;
    }
    if (match->busy && (!request->early || request->tried)) {
        *step = STEP_BLOCKED;
        return NULL;
    }
    const struct entry *before =
        match_find_command(match, request->connection->player, request->command);
    if (before != NULL) {
        answer_again(core, request, match, before);
        return NULL;
    }
    return match;
}

bool has_begun(struct core *core, struct request *request, const struct match *match)
{
    if (match_has_room(match, &match->now)) {
        refuse(core, request, "not_begun", "the match begins when no seat is open");
    } else if (match_open(match, &match->now)) {
        refuse(core, request, "not_begun",
               "the match begins when all seats have opened what they add to its luck");
    } else {
        return true;
    }
    return false;
}

bool read_seat(struct core *core, struct request *request, const struct match *match,
               const char *key, rd_seat *seat)
{
    struct rd_field field;
    int64_t number = 0;
    if (!rd_field_need(&request->root, key, &field) ||
        !rd_field_integer(&field, 0, (int64_t)match_seats(match) - 1, &number)) {
        bad_message(core, request);
        return false;
    }
    RD_ASSERT(number >= 0 && number < RD_SEATS_MAX);
    *seat = (rd_seat)number;
    return true;
}

bool own_seat(struct core *core, struct request *request, const struct match *match, rd_seat *seat)
{
    const struct player *me = request->connection->player;
    struct rd_field field;
    if (!rd_field_get(&request->root, "seat", &field)) {
        if (!match_seat_of(match, me, seat)) {
            refuse(core, request, "not_allowed", "you have no seat in this match");
            return false;
        }
        return true;
    }
    if (!read_seat(core, request, match, "seat", seat)) {
        return false;
    }
    if (!player_same(match->now.holder[*seat].player, me)) {
        refuse(core, request, "not_allowed", "seat: it is not yours");
        return false;
    }
    return true;
}

struct match *seated_match(struct core *core, struct request *request, rd_seat *seat,
                           enum step *step)
{
    struct match *match = fresh_match(core, request, step);
    return match != NULL && own_seat(core, request, match, seat) ? match : NULL;
}

/* ---- one command ---- */

static enum step unknown_command(struct core *core, struct request *request)
{
    char list[RD_PROBLEM_MAX / 2];
    struct rd_text text = rd_text_into(list, sizeof list);
    uint32_t count;
    const struct command *known = known_commands(request, &count);
    for (uint32_t i = 0; i < count; i++) {
        rd_text_add(&text, "%s%s", i == 0 ? "" : ", ", known[i].name);
    }
    return refuse(core, request, "unknown_command", "cmd must be one of %s", list);
}

static enum step carry_out(struct core *core, struct request *request)
{
    const char *name = json_string_value(json_object_get(request->root.json, "cmd"));
    uint32_t count;
    const struct command *known = known_commands(request, &count), *command = known;
    while (command < known + count && (name == NULL || strcmp(command->name, name) != 0)) {
        command++;
    }
    if (command == known + count) {
        return unknown_command(core, request);
    }
    if (!rd_field_object(&request->root, command->keys)) {
        return bad_message(core, request);
    }
    if (request->connection->player == NULL && !request->connection->host &&
        command->handle != command_hello && command->handle != command_login &&
        command->handle != command_recover) {
        return refuse(core, request, "no_hello",
                      "the first command must be hello, login or recover");
    }
    if (store_has(core, request->connection->player, request->command)) {
        return STEP_BLOCKED; /* the same from another connection: its answer is not known yet */
    }
    return command->handle(core, request);
}

static enum step handle(struct core *core, struct connection *connection, struct queued *queued)
{
    const json_t *json = queued->json;
    struct request request = { .connection = connection,
                               .tried = queued->tried,
                               .asked = queued->asked };
    request.root = rd_field_root(json, "", &request.problem);
    request.command = json_string_value(json_object_get(json, "id"));
    enum step step = carry_out(core, &request);
    queued->tried = request.tried;
    queued->asked = request.asked;
    return step;
}

/* ---- queues ---- */

static void drop_first(struct connection *connection)
{
    struct queued *done = connection->first;
    connection->first = done->next;
    connection->last = connection->first == NULL ? NULL : connection->last;
    RD_ASSERT(connection->queued > 0);
    connection->queued--;
    json_decref(done->json);
    free(done);
}

/* Works off what waits, as far as it goes. */
static void work_off(struct core *core, struct connection *connection)
{
    while (connection->first != NULL && !connection->underway) {
        enum step step = handle(core, connection, connection->first);
        if (step == STEP_BLOCKED) {
            return;
        }
        connection->underway = step == STEP_UNDERWAY;
        drop_first(connection);
    }
}

void commands_pump(struct core *core, struct connection *connection)
{
    work_off(core, connection);
    if (connection->first != NULL && !connection->waiting) {
        core->waiting = rd_grown(core->waiting, core->waiting_count, &core->waiting_room,
                                 sizeof *core->waiting);
        RD_ASSERT(core->waiting_count < core->connections.count); /* each is there once */
        core->waiting[core->waiting_count++] = connection->id;
        connection->waiting = true;
    }
}

void commands_pump_all(struct core *core)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < core->waiting_count; i++) {
        struct connection *connection = hash_map_get(&core->connections, core->waiting[i]);
        RD_ASSERT(connection != NULL && connection->waiting);
        work_off(core, connection);
        connection->waiting = connection->first != NULL;
        if (connection->waiting) {
            core->waiting[kept++] = core->waiting[i];
        }
    }
    core->waiting_count = kept;
}

/* ---- too much to do ---- */

static void refuse_busy(struct core *core, const struct connection *connection, const char *id)
{
    core->busy_count++;
    answer_refused(core, connection->id, id, "busy",
                   "the server has too much to do just now; try it again in a second");
}

static int64_t waits(const struct core *core, const struct connection *connection)
{
    return connection == NULL || connection->first == NULL
               ? 0
               : core->now_ms - connection->first->come_ms;
}

int64_t commands_waited(const struct core *core)
{
    return core->waiting_count == 0
               ? 0
               : waits(core, hash_map_get(&core->connections, core->waiting[0]));
}

void commands_shed(struct core *core)
{
    for (uint32_t i = 0; i < core->waiting_count; i++) {
        struct connection *connection = hash_map_get(&core->connections, core->waiting[i]);
        while (waits(core, connection) >= BUSY_MS) {
            struct queued *late = connection->first;
            const char *id = json_string_value(json_object_get(late->json, "id"));
            refuse_busy(core, connection, id);
            drop_first(connection);
        }
    }
    commands_pump_all(core);
}

bool core_is_short(struct core *core, struct request *request)
{
    if (core->pressure < 2) {
        return false;
    }
    refuse_busy(core, request->connection, request->command);
    return true;
}

/* ---- messages ---- */

static bool id_fits(const json_t *json)
{
    const json_t *id = json_object_get(json, "id");
    size_t length = json_string_length(id);
    return length > 0 && length < COMMAND_ROOM && strlen(json_string_value(id)) == length;
}

/* In thousandths of a plain command. */
static int64_t cost_of(const json_t *json)
{
    bool secret = json_object_get(json, "password") != NULL ||
                  json_object_get(json, "old") != NULL || json_object_get(json, "digits") != NULL;
    return secret                                   ? PASSWORD_COST * 1000
           : json_object_get(json, "since") != NULL ? TAIL_COST * 1000
                                                    : 1000;
}

/* rates: at most, and in a second. */
static void fill(int64_t *bucket, int64_t *since_ms, int64_t now_ms, const int64_t rates[2])
{
    int64_t passed = now_ms - *since_ms, full = rates[0] * 1000;
    passed = passed < 0 ? 0 : passed > 3600000 ? 3600000 : passed;
    *since_ms = now_ms;
    *bucket += passed * rates[1];
    *bucket = *bucket > full ? full : *bucket;
}

/* Not too fast? */
static bool afford(struct core *core, struct connection *connection, int64_t cost)
{
    const struct core_limits *limits = &core->config.limits;
    const int64_t one[2] = { limits->burst, limits->per_second };
    const int64_t all[2] = { one[0] * PLAYER_SHARE, one[1] * PLAYER_SHARE };
    struct player *player = connection->player;
    fill(&connection->bucket, &connection->bucket_ms, core->now_ms, one);
    if (player != NULL) {
        fill(&player->bucket, &player->bucket_ms, core->now_ms, all);
    }
    if (connection->bucket < cost || (player != NULL && player->bucket < cost)) {
        return false;
    }
    connection->bucket -= cost;
    if (player != NULL) {
        player->bucket -= cost;
    }
    connection->strikes = 0;
    return true;
}

/* Understanding a long message takes longer than carrying out most commands, so it is paid for
 * before. */
static bool afford_to_read(struct core *core, struct connection *connection, size_t size)
{
    return size < LONG_MESSAGE || afford(core, connection, (int64_t)(size / LONG_MESSAGE) * 1000);
}

static void too_fast(struct core *core, struct connection *connection, const char *id)
{
    answer_refused(core, connection->id, id, "rate", "too many commands; wait a second");
    if (++connection->strikes == STRIKES_MAX) {
        struct core_effect *effect = core_add_effect(core, CORE_CLOSE);
        effect->connection = connection->id;
        effect->text = copied("too many commands");
    }
}

static void enqueue(struct connection *connection, json_t *json, int64_t come_ms)
{
    struct queued *queued = calloc(1, sizeof *queued);
    RD_ASSERT(queued != NULL);
    queued->json = json;
    queued->come_ms = come_ms;
    if (connection->last == NULL) {
        connection->first = queued;
    } else {
        connection->last->next = queued;
    }
    connection->last = queued;
    connection->queued++;
}

void commands_receive(struct core *core, struct connection *connection,
                      const struct core_event *event)
{
    size_t size = event->size;
    struct rd_problem problem = { "" };
    json_t *json = NULL;
    if (!afford_to_read(core, connection, size)) {
        too_fast(core, connection, NULL);
        return;
    }
    if (size > core->config.limits.message) {
        rd_problem_at(&problem, NULL, "a message has at most %u bytes",
                      core->config.limits.message);
    } else {
        json = rd_json_parse(event->text, size, &problem);
    }
    const char *id = id_fits(json) ? json_string_value(json_object_get(json, "id")) : NULL;
    if (json != NULL && id == NULL) {
        rd_problem_at(&problem, NULL,
                      "a command is an object with cmd and id, a text of 1 to %d bytes",
                      COMMAND_ROOM - 1);
    }
    if (!afford(core, connection, cost_of(json))) {
        too_fast(core, connection, id);
    } else if (id == NULL) {
        answer_refused(core, connection->id, NULL, "bad_message", problem.text);
    } else if (event->waited_ms >= BUSY_MS || (core->pressure >= 2 && connection->queued > 0)) {
        refuse_busy(core, connection, id);
    } else if (connection->queued >= core->config.limits.queue) {
        answer_refused(core, connection->id, id, "full",
                       "too many commands wait for their answers");
    } else {
        enqueue(connection, json, core->now_ms - event->waited_ms);
        commands_pump(core, connection);
        return;
    }
    json_decref(json);
}
