#include "arena/hub.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "arena/game_text.h"
#include "arena/hub_files.h"
#include "arena/marks.h"
#include "arena/reception.h"
#include "host/json_read.h"

enum {
    WORKERS = 4096,
    NAME_ROOM = 80,
    CALLS = 512,     /* in one change of the store */
    AT_ONCE = 1024,  /* games for one call, or results of one */
    HOLDS = 1 << 16, /* games that a worker may have */
    TICK_MS = 200,   /* how often it looks whether to stop */
    STATEMENT = 1024,
    NEW_S = 3,    /* one that was started again may have workers that have not called yet */
    AWAY_MS = 100 /* before the store is tried again */
};

struct worker {
    char name[NAME_ROOM];
    double heard, renewed; /* when; 0: never in this run */
    uint64_t holds;        /* the sum of what it should have */
    bool told_over;
};

/* A call that is being carried out. */
struct order {
    uint32_t line;
    struct worker *worker;
    json_t *json;
    uint32_t *hold, holds; /* what it says it has, results apart */
    uint64_t sum;          /* of these and of its results */
    bool renewed;
    uint32_t want;
    uint32_t *taken, takes; /* what it gets */
};

struct hub {
    const struct hub_plan *plan;
    struct books books;
    struct reception *reception;
    char *about; /* the answer to "what is played here?" */
    char ticket[RD_HEX64_TEXT];
    struct worker *worker;
    uint32_t workers;
    struct order order[CALLS];
    uint32_t orders;
    struct game *result; /* of this change, not kept before */
    uint32_t results, result_room;
    uint32_t looked_at; /* games that were done when the books were asked to go on */
    bool over, away;
    double over_since;
    char in_force[STATEMENT];
    uint32_t calls;
};

/* ---- what workers say ---- */

static uint64_t sum_of(uint32_t id)
{
    uint64_t x = (uint64_t)id * 0x9e3779b97f4a7c15u;
    return (x ^ (x >> 29)) * 0xbf58476d1ce4e5b9u;
}

static bool is_name(const char *name)
{
    static const char signs[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";
    return name != NULL && name[0] != '\0' && strlen(name) < NAME_ROOM &&
           strspn(name, signs) == strlen(name);
}

/* A new one if nobody is called so; whoever was silent for longest makes room. */
static struct worker *worker_called(struct hub *hub, const char *name)
{
    struct worker *oldest = &hub->worker[0];
    for (uint32_t i = 0; i < hub->workers; i++) {
        if (strcmp(hub->worker[i].name, name) == 0) {
            return &hub->worker[i];
        }
        oldest = hub->worker[i].heard < oldest->heard ? &hub->worker[i] : oldest;
    }
    struct worker *worker = hub->workers < WORKERS ? &hub->worker[hub->workers++] : oldest;
    memset(worker, 0, sizeof *worker);
    memcpy(worker->name, name, strlen(name) + 1);
    return worker;
}

static bool is_ending(const struct tournament *t, uint32_t ending)
{
    const struct rd_ending *endings = t->setup[0].game->endings;
    for (uint32_t i = 1; endings[i].rule != NULL; i++) {
        if (i == ending) {
            return true;
        }
    }
    return false;
}

static bool is_new(const struct hub *hub, uint32_t id)
{
    for (uint32_t i = 0; i < hub->results; i++) {
        if (hub->result[i].id == id) {
            return false;
        }
    }
    return !hub->books.games->game[id - 1].done && !hub->books.games->game[id - 1].dropped;
}

static void keep_result(struct hub *hub, const struct game *game)
{
    if (hub->results == hub->result_room) {
        hub->result_room = 2 * hub->result_room + AT_ONCE;
        hub->result = realloc(hub->result, hub->result_room * sizeof *hub->result);
        RD_ASSERT(hub->result != NULL);
    }
    hub->result[hub->results++] = *game;
}

/* One result: {"id": 12, "result": {...}, "files": {...}}. */
static bool read_result(struct hub *hub, struct order *order, const json_t *json,
                        struct rd_problem *problem)
{
    json_int_t id = json_integer_value(json_object_get(json, "id"));
    if (id < 1 || id > hub->books.games->count) {
        return true; /* of another plan; it counts nowhere */
    }
    order->sum ^= sum_of((uint32_t)id);
    struct game game = hub->books.games->game[id - 1];
    if (!is_new(hub, (uint32_t)id) || !game_result_read(&game, json_object_get(json, "result")) ||
        !is_ending(hub->plan->tournament, game.ending)) {
        return true;
    }
    if (!hub_files_unpack(json_object_get(json, "files"), hub->plan->replays, &game, problem)) {
        return false;
    }
    keep_result(hub, &game);
    return true;
}

static void read_holds(struct order *order, const json_t *list)
{
    size_t count = json_array_size(list) < HOLDS ? json_array_size(list) : HOLDS;
    order->hold = calloc(count + 1, sizeof *order->hold);
    RD_ASSERT(order->hold != NULL);
    for (size_t i = 0; i < count; i++) {
        uint32_t id = (uint32_t)json_integer_value(json_array_get(list, i));
        order->hold[order->holds++] = id;
        order->sum ^= sum_of(id);
    }
}

/* False with a problem: a file could not be written. */
static bool read_order(struct hub *hub, struct order *order, struct rd_problem *problem)
{
    size_t i;
    json_t *each;
    json_int_t want = json_integer_value(json_object_get(order->json, "want"));
    const char *in_force = json_string_value(json_object_get(order->json, "in_force"));
    order->worker->heard = books_seconds();
    order->want = want < 0 ? 0 : want < AT_ONCE ? (uint32_t)want : AT_ONCE;
    read_holds(order, json_object_get(order->json, "holds"));
    order->taken = calloc(order->want + 1, sizeof *order->taken);
    RD_ASSERT(order->taken != NULL);
    if (in_force != NULL) {
        snprintf(hub->in_force, sizeof hub->in_force, "%s", in_force);
    }
    json_array_foreach(json_object_get(order->json, "done"), i, each)
    {
        if (!read_result(hub, order, each, problem)) {
            return false;
        }
    }
    return true;
}

/* ---- the store ---- */

/* What it has is not what we think, or it is time to say that it is still there. */
static bool renew(struct hub *hub, struct order *order, struct rd_problem *problem)
{
    struct worker *worker = order->worker;
    const struct lease lease = { worker->name, (int32_t)hub->plan->lease_ms };
    double age = books_seconds() - worker->renewed;
    if (worker->renewed > 0 && worker->holds == order->sum && age * 3000 < hub->plan->lease_ms) {
        return true;
    }
    order->renewed = true;
    return store_hold(hub->plan->store, &lease, order->hold, order->holds, problem);
}

/* For all who want something, in one statement. */
static bool take(struct hub *hub, struct rd_problem *problem)
{
    struct taking taking[CALLS];
    struct order *of[CALLS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < hub->orders; i++) {
        struct order *order = &hub->order[i];
        order->takes = 0;
        if (order->want > 0 && !hub->over) {
            of[count] = order;
            taking[count++] =
                (struct taking){ .lease = { order->worker->name, (int32_t)hub->plan->lease_ms },
                                 .want = order->want,
                                 .id = order->taken };
        }
    }
    bool fine = count == 0 || store_take(hub->plan->store, taking, count, problem);
    for (uint32_t i = 0; fine && i < count; i++) {
        of[i]->takes = taking[i].taken;
    }
    return fine;
}

static bool finish(struct hub *hub, struct rd_problem *problem)
{
    if (hub->results == 0) {
        return true;
    }
    const struct game **list = calloc(hub->results, sizeof(const struct game *));
    RD_ASSERT(list != NULL);
    for (uint32_t i = 0; i < hub->results; i++) {
        list[i] = &hub->result[i];
    }
    bool fine = store_finish(hub->plan->store, list, hub->results, problem);
    for (uint32_t i = 0; fine && i < hub->results; i++) {
        books_note(&hub->books, list[i]);
    }
    free(list);
    return fine;
}

static bool go_on(struct hub *hub, struct rd_problem *problem)
{
    if (hub->looked_at == hub->books.done && hub->books.stored == hub->books.games->count) {
        return true;
    }
    bool fine = books_go_on(&hub->books, &hub->over, problem);
    hub->looked_at = fine ? hub->books.done : UINT32_MAX;
    return fine;
}

/* All of it, or nothing. What was noted in the books stays there: it is stored by the next try. */
static bool carry_out_once(struct hub *hub, struct rd_problem *problem)
{
    uint32_t stored = hub->books.stored;
    bool fine =
        store_begin(hub->plan->store, problem) &&
        (hub->in_force[0] == '\0' || store_note_run(hub->plan->store, hub->in_force, problem)) &&
        finish(hub, problem) && go_on(hub, problem);
    for (uint32_t i = 0; fine && i < hub->orders; i++) {
        fine = renew(hub, &hub->order[i], problem);
    }
    fine = fine && take(hub, problem);
    fine = store_end(hub->plan->store, fine, problem);
    hub->books.stored = fine ? hub->books.stored : stored;
    return fine;
}

static bool is_stopped(const struct hub *hub)
{
    return hub->plan->stop != NULL && *hub->plan->stop != 0;
}

/* A database that is away is waited for. */
static bool carry_out(struct hub *hub, struct rd_problem *problem)
{
    const struct timespec moment = { 0, AWAY_MS * 1000000L };
    struct rd_problem now = { "" };
    while (!carry_out_once(hub, &now)) {
        if (!store_is_away(hub->plan->store) || is_stopped(hub)) {
            return rd_problem_at(problem, NULL, "%s", now.text);
        }
        if (!hub->away) {
            hub->plan->on_word(hub->plan->context, now.text);
        }
        hub->away = true;
        now.text[0] = '\0';
        nanosleep(&moment, NULL);
    }
    if (hub->away) {
        hub->plan->on_word(hub->plan->context, "the database is back");
    }
    hub->away = false;
    hub->in_force[0] = '\0';
    return true;
}

/* ---- answers ---- */

static void answer(struct hub *hub, struct order *order)
{
    struct worker *worker = order->worker;
    json_t *games = json_array();
    worker->renewed = order->renewed ? books_seconds() : worker->renewed;
    worker->holds = 0;
    worker->told_over = hub->over;
    for (uint32_t i = 0; i < order->holds; i++) {
        worker->holds ^= sum_of(order->hold[i]);
    }
    for (uint32_t i = 0; i < order->takes; i++) {
        worker->holds ^= sum_of(order->taken[i]);
        json_array_append_new(games, game_task_json(&hub->books.games->game[order->taken[i] - 1]));
    }
    json_t *json = json_pack("{s:o, s:b}", "games", games, "over", (int)hub->over);
    char *text = json_dumps(json, JSON_COMPACT);
    RD_ASSERT(text != NULL);
    reception_answer(hub->reception, order->line, 200, text);
    free(text);
    json_decref(json);
}

static void forget_order(struct order *order)
{
    json_decref(order->json);
    free(order->hold);
    free(order->taken);
    *order = (struct order){ 0 };
}

static void tell_progress(struct hub *hub, uint32_t line)
{
    char json[256];
    struct progress progress;
    uint32_t workers = 0;
    books_progress(&hub->books, &progress);
    for (uint32_t i = 0; i < hub->workers; i++) {
        double silent = books_seconds() - hub->worker[i].heard;
        workers += silent * 1000 < hub->plan->lease_ms;
    }
    snprintf(json, sizeof json,
             "{\"done\": %u, \"planned\": %u, \"round\": %u, \"workers\": %u, \"over\": %s}",
             progress.done, progress.planned, progress.round, workers,
             hub->over ? "true" : "false");
    reception_answer(hub->reception, line, 200, json);
}

/* Questions are answered at once. */
static void take_question(struct hub *hub, const struct caller *caller)
{
    if (strcmp(caller->path, "/arena/plan") == 0 && caller->method == HTTP_GET) {
        reception_answer(hub->reception, caller->line, 200, hub->about);
    } else if (strcmp(caller->path, "/arena/progress") == 0 && caller->method == HTTP_GET) {
        tell_progress(hub, caller->line);
    } else {
        reception_answer(hub->reception, caller->line, 404,
                         "{\"error\": \"there is GET /arena/plan, GET /arena/progress and POST "
                         "/arena/task\"}");
    }
}

static void take_call(struct hub *hub, const struct caller *caller)
{
    struct rd_problem problem = { "" };
    if (strcmp(caller->path, "/arena/task") != 0 || caller->method != HTTP_OTHER) {
        take_question(hub, caller);
        return;
    }
    json_t *json = rd_json_parse(caller->body, caller->size, &problem);
    const char *name = json_string_value(json_object_get(json, "worker"));
    const char *ticket = json_string_value(json_object_get(json, "ticket"));
    if (!is_name(name) || ticket == NULL) {
        reception_answer(hub->reception, caller->line, 400,
                         "{\"error\": \"who calls, with which ticket?\"}");
    } else if (strcmp(ticket, hub->ticket) != 0) {
        reception_answer(hub->reception, caller->line, 409,
                         "{\"error\": \"another plan is played here\"}");
    } else {
        hub->order[hub->orders++] = (struct order){ .line = caller->line,
                                                    .worker = worker_called(hub, name),
                                                    .json = json_incref(json) };
    }
    json_decref(json);
}

static bool serve_calls(struct hub *hub, struct rd_problem *problem)
{
    struct caller caller;
    bool fine = true;
    while (hub->orders < CALLS && reception_next(hub->reception, &caller)) {
        take_call(hub, &caller);
    }
    for (uint32_t i = 0; fine && i < hub->orders; i++) {
        fine = read_order(hub, &hub->order[i], problem);
    }
    fine = fine && (hub->orders == 0 || carry_out(hub, problem));
    for (uint32_t i = 0; i < hub->orders; i++) {
        if (fine) {
            answer(hub, &hub->order[i]);
        }
        forget_order(&hub->order[i]);
    }
    hub->calls += hub->orders;
    hub->orders = 0;
    hub->results = 0;
    return fine;
}

/* ---- beginning and end ---- */

/* Has every worker that still calls been told that the tournament is over? */
static bool may_end(struct hub *hub)
{
    double now = books_seconds(), lease_s = hub->plan->lease_ms / 1000.0;
    hub->over_since = hub->over_since > 0 ? hub->over_since : now;
    double age = now - hub->books.began;
    bool waits = reception_is_writing(hub->reception) || (age < NEW_S && age < lease_s);
    for (uint32_t i = 0; i < hub->workers; i++) {
        const struct worker *worker = &hub->worker[i];
        waits = waits || (!worker->told_over && now - worker->heard < lease_s);
    }
    return !waits || now - hub->over_since > lease_s;
}

static void show(const struct hub *hub)
{
    struct progress progress;
    books_progress(&hub->books, &progress);
    hub->plan->on_progress(hub->plan->context, &progress, hub->books.games);
}

static bool keep_open(struct hub *hub, struct rd_problem *problem)
{
    hub->looked_at = UINT32_MAX;
    if (!carry_out(hub, problem)) { /* the first round, or nothing is left to play */
        return false;
    }
    while (!is_stopped(hub) && !(hub->over && may_end(hub))) {
        reception_wait(hub->reception, TICK_MS);
        if (!serve_calls(hub, problem)) {
            return false;
        }
        show(hub);
    }
    return true;
}

static bool describe(struct hub *hub, struct rd_problem *problem)
{
    const struct hub_plan *plan = hub->plan;
    json_t *marks = marks_json(plan->tournament, problem);
    if (marks == NULL) {
        return false;
    }
    json_t *tournament = tournament_to_json(plan->tournament);
    marks_ticket(tournament, marks, plan->version, hub->ticket);
    json_t *json = json_pack("{s:i, s:s, s:o, s:o, s:i, s:i}", "arena", 1, "program", plan->version,
                             "plan", tournament, "marks", marks, "replays_every",
                             plan->replays == NULL ? 0 : (int)plan->replays_every, "lease_ms",
                             (int)plan->lease_ms);
    hub->about = json_dumps(json, JSON_COMPACT);
    RD_ASSERT(hub->about != NULL);
    json_decref(json);
    return true;
}

static bool open_hub(struct hub *hub, struct games *games, struct rd_problem *problem)
{
    const struct hub_plan *plan = hub->plan;
    hub->worker = calloc(WORKERS, sizeof *hub->worker);
    RD_ASSERT(hub->worker != NULL);
    if (plan->replays != NULL && mkdir(plan->replays, 0777) != 0 && errno != EEXIST) {
        return rd_problem_at(problem, plan->replays, "can't be made: %s", strerror(errno));
    }
    return books_open(&hub->books, plan->tournament, plan->store, games, problem) &&
           describe(hub, problem) &&
           (hub->reception = reception_open(plan->listen, plan->secret, problem)) != NULL;
}

bool hub_run(const struct hub_plan *plan, struct games *games, struct hub_figures *figures,
             struct rd_problem *problem)
{
    struct hub *hub = calloc(1, sizeof *hub);
    RD_ASSERT(hub != NULL);
    hub->plan = plan;
    bool fine = open_hub(hub, games, problem);
    if (fine) {
        plan->on_open(plan->context, reception_address(hub->reception));
        fine = keep_open(hub, problem);
    }
    *figures = (struct hub_figures){ .played = hub->books.done - hub->books.before,
                                     .workers = hub->workers,
                                     .calls = hub->calls,
                                     .seconds = books_seconds() - hub->books.began };
    reception_close(hub->reception);
    free(hub->about);
    free(hub->worker);
    free(hub->result);
    free(hub);
    return fine;
}
