#include "doors/civ.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host/json_game.h"
#include "host/list.h"
#include "host/text.h"

static const char type_of_json[] = "application/json;charset=UTF-8";

/* A request on its way through the checks. */
struct visit {
    struct civ_door *door;
    const struct request *request;
    const char *path;
    int64_t now_ms, unix_ms;
    enum civ_who who;
    struct answer *answer;
    FILE *out; /* of the body */
};

/* ---- answers ---- */

static void refuse(struct visit *v, const char *text)
{
    fprintf(v->out, "{\"error\": \"%s\" }", text);
}

static void agree(struct visit *v)
{
    fputs("{\"error\": null}", v->out);
}

/* An error of the framework that the original stood on: message is JSON already. */
static void fail(struct visit *v, int status, const char *message)
{
    static const struct {
        int status;
        const char *reason;
    } reasons[] = { { 400, "Bad Request" },
                    { 404, "Not Found" },
                    { 405, "Method Not Allowed" },
                    { 500, "Internal Server Error" } };
    const char *reason = "";
    for (uint32_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
        reason = reasons[i].status == status ? reasons[i].reason : reason;
    }
    char date[32];
    struct tm parts;
    time_t seconds = (time_t)(v->unix_ms / 1000);
    gmtime_r(&seconds, &parts);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &parts);
    json_t *texts = json_pack("[s,s]", message, v->path);
    char *quoted[2] = { NULL, NULL };
    for (size_t i = 0; i < 2; i++) {
        quoted[i] = json_dumps(json_array_get(texts, i), JSON_ENCODE_ANY);
    }
    fprintf(v->out,
            "{\"timestamp\":\"%s.%03d+0000\",\"status\":%d,\"error\":\"%s\",\"message\":%s,"
            "\"path\":%s}",
            date, (int)(v->unix_ms % 1000), status, reason, quoted[0] == NULL ? "\"\"" : quoted[0],
            quoted[1] == NULL ? "\"\"" : quoted[1]);
    free(quoted[0]);
    free(quoted[1]);
    json_decref(texts);
    v->answer->status = status;
}

/* ---- parameters ---- */

/* As the framework reads a number: outer blanks, a sign, 0x or # before hexadecimal digits. */
static bool read_int(const char *text, int32_t *out)
{
    char compact[64];
    size_t used = 0;
    for (; *text != '\0' && used + 1 < sizeof compact; text++) {
        if (strchr(" \t\r\n", *text) == NULL) {
            compact[used++] = *text;
        }
    }
    compact[used] = '\0';
    const char *digits = compact + (compact[0] == '-' || compact[0] == '+');
    int base = 10;
    if (digits[0] == '#' || (digits[0] == '0' && (digits[1] | 0x20) == 'x')) {
        digits += digits[0] == '#' ? 1 : 2;
        base = 16;
    }
    char *end;
    if (*text != '\0' || strchr("+-", digits[0]) != NULL) {
        return false;
    }
    int64_t value = strtoll(digits, &end, base);
    value = compact[0] == '-' ? -value : value;
    *out = (int32_t)value;
    return end != digits && *end == '\0' && value >= INT32_MIN && value <= INT32_MAX;
}

static bool need_text(struct visit *v, const char *name, char *out, size_t size)
{
    if (request_all(v->request, name, out, size)) {
        return true;
    }
    char message[128];
    snprintf(message, sizeof message, "Required String parameter '%s' is not present", name);
    fail(v, 400, message);
    return false;
}

/* `optional` parameters were declared so by mistake, and are missed later and louder. */
static bool need_int(struct visit *v, const char *name, bool optional, int32_t *out)
{
    char message[REQUEST_TEXT_MAX + 256];
    const char *text = request_first(v->request, name);
    if (text == NULL && optional) {
        snprintf(message, sizeof message,
                 "Optional int parameter '%s' is present but cannot be translated into a null "
                 "value due to being declared as a primitive type. Consider declaring it as object "
                 "wrapper for the corresponding primitive type.",
                 name);
        fail(v, 500, message);
        return false;
    }
    if (text == NULL) {
        snprintf(message, sizeof message, "Required int parameter '%s' is not present", name);
        fail(v, 400, message);
        return false;
    }
    if (!read_int(text, out)) {
        snprintf(message, sizeof message,
                 "Failed to convert value of type 'java.lang.String' to required type 'int'; "
                 "nested exception is java.lang.NumberFormatException: For input string: \"%s\"",
                 text);
        fail(v, 400, message);
        return false;
    }
    return true;
}

static enum civ_who who_has(const struct civ_door *door, const char *key)
{
    enum civ_who who = CIV_SEAT_0;
    while (who < CIV_KEYS && (key[0] == '\0' || strcmp(door->wish.keys[who], key) != 0)) {
        who++;
    }
    return who < CIV_OBSERVER && door->wish.take != NULL ? (enum civ_who)door->wish.seat : who;
}

static bool need_key(struct visit *v)
{
    char key[REQUEST_TEXT_MAX];
    if (!need_text(v, "key", key, sizeof key)) {
        return false;
    }
    v->who = who_has(v->door, key);
    return true;
}

/* ---- observing ---- */

bool civ_door_over(const struct civ_door *door)
{
    return ((const struct civ_state *)door->play.state)->common.ending != CIV_PLAYING;
}

static void observe(const struct visit *v, struct civ_view *view)
{
    rd_seat seat = v->who < CIV_OBSERVER ? (rd_seat)v->who : RD_SPECTATOR;
    civ_game.observe(v->door->play.state, seat, view);
}

static bool started_and_known(struct visit *v)
{
    if (!v->door->started) {
        refuse(v, "no active game");
        return false;
    }
    if (v->who == CIV_NOBODY) {
        refuse(v, "invalid key");
        return false;
    }
    return true;
}

static void get_board(struct visit *v)
{
    struct civ_view view;
    if (v->who == CIV_NOBODY) {
        refuse(v, "invalid key");
        return;
    }
    observe(v, &view);
    fputs("{\"error\": null, ", v->out);
    civ_text_board(v->out, &view);
    fputc('}', v->out);
}

static void get_seen(struct visit *v)
{
    struct civ_view view;
    const char *route = strrchr(v->path, '/') + 1;
    if (!started_and_known(v)) {
        return;
    }
    observe(v, &view);
    fputs("{\"error\": null, ", v->out);
    if (strcmp(route, "resources") == 0) {
        civ_text_resources(v->out, &view);
    } else if (strcmp(route, "players") == 0) {
        civ_text_players(v->out, &view, v->door);
    } else {
        civ_text_places(v->out, &view, route);
    }
    fputc('}', v->out);
}

/* Without a game all known bots go on waiting when they are told turn -1. */
static void get_current_player(struct visit *v)
{
    const struct civ_state *state = v->door->play.state;
    bool idle = !v->door->started || civ_door_over(v->door);
    if (idle && !v->door->wish.strict) {
        fputs("{\"error\": \"no active game\", \"turn\": -1}", v->out);
    } else if (started_and_known(v)) {
        fprintf(v->out, "{\"error\": null, \"turn\": %u}", state->common.current);
    }
}

static void get_player_index(struct visit *v)
{
    if (v->who == CIV_NOBODY) {
        refuse(v, "invalid key");
    } else if (v->who >= CIV_OBSERVER) {
        refuse(v, "key is not a player key");
    } else {
        fprintf(v->out, "{\"error\": null, \"player\": %d}", (int)v->who);
    }
}

static void get_info(struct visit *v)
{
    if (v->who == CIV_NOBODY) {
        refuse(v, "not a valid key");
        return;
    }
    fprintf(v->out,
            "{\"error\": null, \"version\": \"1.3.6\", \"observeRefreshRate\": %d, "
            "\"playerRefreshRate\": %d}",
            v->door->wish.refresh_ms, v->door->wish.refresh_ms);
}

/* Ours: how it ended. */
static void get_result(struct visit *v)
{
    struct rd_outcome outcome;
    if (v->who == CIV_NOBODY) {
        refuse(v, "invalid key");
        return;
    }
    civ_game.outcome(v->door->play.state, &outcome);
    json_t *json = rd_outcome_to_json(&civ_game, &outcome);
    char *text = json_dumps(json, JSON_ENCODE_ANY);
    fprintf(v->out, "{\"error\": null, \"result\": %s}", text == NULL ? "null" : text);
    free(text);
    json_decref(json);
}

/* Ours: the replay shows everything, so only who may see everything gets it before the end. */
static void get_replay(struct visit *v)
{
    struct rd_problem problem = { "" };
    if (v->who == CIV_NOBODY || (v->who < CIV_OBSERVER && !civ_door_over(v->door))) {
        refuse(v, v->who == CIV_NOBODY ? "invalid key" : "the game is not over");
    } else if (civ_door_write_replay(v->door, v->out, &problem)) {
        v->answer->type = "application/octet-stream";
    } else {
        fail(v, 500, problem.text);
    }
}

/* ---- acting ---- */

static void save_replay(const struct civ_door *door)
{
    struct rd_problem problem = { "" };
    FILE *file = door->wish.replay == NULL ? NULL : fopen(door->wish.replay, "wb");
    if (file != NULL) {
        civ_door_write_replay(door, file, &problem);
        fclose(file);
    }
}

/* Carry it out and remember it. */
static struct rd_verdict act(struct civ_door *door, rd_seat seat, struct rd_action action,
                             int64_t now_ms)
{
    const struct civ_state *state = door->play.state;
    uint32_t ended = state->common.ended;
    if (door->wish.take != NULL) {
        return door->wish.take(door->wish.context, action);
    }
    struct rd_verdict verdict = rd_play_action(&door->play, seat, action);
    if (verdict.code == RD_OK) {
        struct civ_order order = { seat, action };
        door->order = rd_grown(door->order, door->orders, &door->order_room, sizeof *door->order);
        door->order[door->orders++] = order;
        door->turn_began_ms = state->common.ended != ended ? now_ms : door->turn_began_ms;
        if (civ_door_over(door)) {
            save_replay(door);
        }
    }
    return verdict;
}

static void tell(struct visit *v, struct rd_verdict verdict)
{
    if (verdict.code == RD_OK) {
        agree(v);
    } else if (verdict.why == CIV_MIXED_STACK) { /* the original died of it */
        fail(v, 500, civ_game.refusals[verdict.why].text);
    } else {
        refuse(v, civ_game.refusals[verdict.why].text);
    }
}

/* The checks before all others. */
static bool may_act(struct visit *v)
{
    if (!v->door->started || civ_door_over(v->door)) {
        refuse(v, "no active game");
        return false;
    }
    if (v->who >= CIV_OBSERVER) {
        refuse(v, "not a player key");
        return false;
    }
    return true;
}

static void give(struct visit *v, struct rd_action action)
{
    tell(v, act(v->door, (rd_seat)v->who, action, v->now_ms));
}

/* Numbers that are no product, technology or tile become ones that the rules refuse as such. */
static uint16_t choice_of(int32_t number)
{
    return number < 0 || number > UINT8_MAX ? UINT16_MAX : (uint16_t)number;
}

static uint16_t cell_of(int32_t x, int32_t y)
{
    bool on = x >= 0 && x < CIV_SIDE_MAX && y >= 0 && y < CIV_SIDE_MAX;
    return on ? (uint16_t)(y * CIV_SIDE_MAX + x) : RD_NO_CELL;
}

static void post_produce(struct visit *v)
{
    int32_t type, x, y;
    if (need_int(v, "type", true, &type) && need_int(v, "x", true, &x) &&
        need_int(v, "y", true, &y) && may_act(v)) {
        struct rd_action action = { CIV_PRODUCE, { choice_of(type), cell_of(x, y), 0 } };
        give(v, action);
    }
}

static void post_technology(struct visit *v)
{
    int32_t type;
    if (need_int(v, "type", false, &type) && may_act(v)) {
        struct rd_action action = { CIV_RESEARCH, { choice_of(type), 0, 0 } };
        give(v, action);
    }
}

/* A move names two tiles, an action a tile and a step: the codec knows what a far one is told. */
static void post_move(struct visit *v)
{
    const char *verb = strrchr(v->path, '/') + 1;
    int32_t from[2], to[2];
    struct rd_problem problem = { "" };
    struct rd_order order = { .count = 0 };
    if (!need_int(v, "srcX", false, &from[0]) || !need_int(v, "srcY", false, &from[1]) ||
        !need_int(v, "dstX", false, &to[0]) || !need_int(v, "dstY", false, &to[1]) || !may_act(v)) {
        return;
    }
    json_t *json = json_pack("{s:s, s:[i,i], s:[i,i]}", "verb", verb, "from", from[0], from[1],
                             "to", to[0], to[1]);
    rd_order_from_json(&civ_game, v->door->play.state, (rd_seat)v->who, json, &order, &problem);
    json_decref(json);
    if (order.verdict.code != RD_OK) {
        tell(v, order.verdict);
    } else {
        give(v, order.action[0]);
    }
}

static void post_end_turn(struct visit *v)
{
    struct rd_action action = { CIV_END_TURN, { 0 } };
    if (may_act(v)) {
        give(v, action);
    }
}

static void post_set_name(struct visit *v)
{
    char name[REQUEST_TEXT_MAX];
    if (!need_text(v, "name", name, sizeof name)) {
        return;
    }
    if (v->who == CIV_NOBODY) {
        refuse(v, "invalid key");
    } else if (v->who >= CIV_OBSERVER) {
        refuse(v, "key is not a player key");
    } else {
        json_t *valid = json_string(name);
        snprintf(v->door->name[v->who], CIV_NAME_MAX, "%.*s",
                 (int)rd_text_fit(name, strlen(name), CIV_NAME_MAX - 1),
                 valid == NULL ? "?" : name);
        json_decref(valid);
        agree(v);
    }
}

/* ---- the admin ---- */

static bool is_admin(struct visit *v)
{
    if (v->who != CIV_ADMIN) {
        refuse(v, "not admin key");
    }
    return v->who == CIV_ADMIN;
}

/* In the name of the seat to act, R16.1. */
static struct rd_verdict act_as_host(struct visit *v, enum civ_verb verb)
{
    const struct civ_state *state = v->door->play.state;
    struct rd_action action = { (uint16_t)verb, { 0 } };
    return act(v->door, state->common.current, action, v->now_ms);
}

/* Once more: the turn begins again, with another harvest. */
static void post_start(struct visit *v)
{
    struct civ_door *door = v->door;
    if (!is_admin(v)) {
        return;
    }
    if (door->begun) {
        act_as_host(v, CIV_BEGIN_AGAIN);
    }
    door->started = door->begun = true;
    door->turn_began_ms = v->now_ms;
    agree(v);
}

static void post_stop(struct visit *v)
{
    if (is_admin(v)) {
        v->door->started = false;
        agree(v);
    }
}

static void post_new_map(struct visit *v)
{
    if (is_admin(v)) {
        tell(v, act_as_host(v, CIV_NEW_MAP));
    }
}

/* ---- routes ---- */

struct route {
    const char *method, *path;
    void (*visit)(struct visit *v);
};

static const struct route routes[] = {
    { "GET", "/api/board", get_board },
    { "GET", "/api/cities", get_seen },
    { "GET", "/api/armies", get_seen },
    { "GET", "/api/workers", get_seen },
    { "GET", "/api/resources", get_seen },
    { "GET", "/api/players", get_seen },
    { "GET", "/api/current_player", get_current_player },
    { "GET", "/api/player_index", get_player_index },
    { "GET", "/api/info", get_info },
    { "GET", "/api/result", get_result },
    { "GET", "/api/replay", get_replay },
    { "POST", "/api/set_name", post_set_name },
    { "POST", "/api/produce", post_produce },
    { "POST", "/api/technology", post_technology },
    { "POST", "/api/move_worker", post_move },
    { "POST", "/api/move_army", post_move },
    { "POST", "/api/end_turn", post_end_turn },
    { "POST", "/api/admin/start", post_start },
    { "POST", "/api/admin/stop", post_stop },
    { "POST", "/api/admin/new_map", post_new_map },
};

static const char *viewer_text(const char *name)
{
    uint32_t i = 0;
    while (strcmp(civ_viewer_texts[i].name, name) != 0) {
        i++;
    }
    return (const char *)civ_viewer_texts[i].text;
}

/* What needs no key: health, and the page that shows the game, under the names it had. */
static bool static_page(struct visit *v)
{
    static const char health[] = "application/vnd.spring-boot.actuator.v2+json;charset=UTF-8";
    static const struct {
        const char *path, *type, *body, *viewer; /* a body, or the name of a text of the viewer */
    } pages[] = {
        { "/actuator/health", health, "{\"status\":\"UP\"}", NULL },
        { "/actuator/info", health, "{}", NULL },
        { "/", "text/html;charset=UTF-8", NULL, "page" },
        { "/main.css", "text/css;charset=UTF-8", NULL, "style" },
        { "/main.js", "text/javascript;charset=UTF-8", NULL, "script" },
    };
    for (uint32_t i = 0; i < sizeof pages / sizeof pages[0]; i++) {
        if (strcmp(v->path, pages[i].path) == 0) {
            fputs(pages[i].body != NULL ? pages[i].body : viewer_text(pages[i].viewer), v->out);
            v->answer->type = pages[i].type;
            return true;
        }
    }
    for (const struct civ_picture *picture = civ_pictures; picture->path != NULL; picture++) {
        if (strcmp(v->path, picture->path) == 0) {
            fwrite(picture->bytes, 1, picture->size, v->out);
            v->answer->type = picture->type;
            return true;
        }
    }
    return false;
}

static void dispatch(struct visit *v)
{
    const char *method = v->request->head.method == HTTP_HEAD ? "GET" : v->request->head.word;
    bool known = false;
    for (uint32_t i = 0; i < sizeof routes / sizeof routes[0]; i++) {
        if (strcmp(routes[i].path, v->path) != 0) {
            continue;
        }
        known = true;
        if (strcmp(routes[i].method, method) == 0) {
            if (need_key(v)) {
                routes[i].visit(v);
            }
            return;
        }
    }
    char message[64];
    snprintf(message, sizeof message, "Request method '%s' not supported", method);
    if (known) {
        fail(v, 405, message);
    } else if (strcmp(method, "GET") != 0 || !static_page(v)) {
        fail(v, 404, "No message available");
    }
}

void civ_door_answer(struct civ_door *door, const struct request *request, const char *path,
                     int64_t now_ms, int64_t unix_ms, struct answer *answer)
{
    struct visit visit = { .door = door,
                           .request = request,
                           .path = path,
                           .now_ms = now_ms,
                           .unix_ms = unix_ms,
                           .who = CIV_NOBODY,
                           .answer = answer };
    civ_door_tick(door, now_ms);
    memset(answer, 0, sizeof *answer);
    answer->status = 200;
    answer->type = type_of_json;
    visit.out = open_memstream(&answer->body, &answer->size);
    RD_ASSERT(visit.out != NULL);
    dispatch(&visit);
    int failed = fclose(visit.out);
    RD_ASSERT(failed == 0);
}

/* ---- beginning, clock and end ---- */

void civ_door_open(struct civ_door *door, const struct civ_door_wish *wish, int64_t now_ms)
{
    memset(door, 0, sizeof *door);
    door->wish = *wish;
    door->started = door->begun = !wish->waits;
    door->turn_began_ms = now_ms;
    rd_play_begin(&door->play, wish->chosen, rd_luck_from_key(wish->key[0], wish->key[1]));
    for (uint32_t seat = 0; seat < CIV_SEATS; seat++) {
        snprintf(door->name[seat], CIV_NAME_MAX, "Unnamed AI %u", seat);
    }
}

void civ_door_close(struct civ_door *door)
{
    if (door->orders > 0 && !civ_door_over(door)) {
        save_replay(door); /* as far as it came */
    }
    rd_play_end(&door->play);
    free(door->order);
}

int64_t civ_door_tick(struct civ_door *door, int64_t now_ms)
{
    const struct civ_state *state = door->play.state;
    const struct rd_action end_turn = { CIV_END_TURN, { 0 } };
    if (door->wish.turn_ms == 0 || !door->started || civ_door_over(door)) {
        return INT64_MAX;
    }
    if (now_ms - door->turn_began_ms >= door->wish.turn_ms) {
        act(door, state->common.current, end_turn, now_ms);
    }
    return door->turn_began_ms + door->wish.turn_ms;
}

bool civ_door_write_replay(const struct civ_door *door, FILE *file, struct rd_problem *problem)
{
    struct rd_replay_start start = { .chosen = door->wish.chosen,
                                     .key = { door->wish.key[0], door->wish.key[1] } };
    struct rd_play play;
    for (uint32_t seat = 0; seat < door->wish.chosen->setup.seats; seat++) {
        rd_text_printable(door->name[seat], strlen(door->name[seat]), start.seat[seat].name,
                          sizeof start.seat[seat].name);
        start.seat[seat].who = RD_REPLAY_PROGRAM;
    }
    struct rd_replay_writer *writer = rd_replay_create(file, &start, problem);
    if (writer == NULL) {
        return false;
    }
    rd_replay_start_play(&start, &play);
    for (uint32_t i = 0; i < door->orders; i++) {
        rd_play_action(&play, door->order[i].seat, door->order[i].action);
        rd_replay_record(writer, door->order[i].seat, door->order[i].action, play.state);
    }
    bool fine = rd_replay_finish(writer, play.state, problem);
    rd_play_end(&play);
    rd_replay_close(writer);
    return fine;
}
