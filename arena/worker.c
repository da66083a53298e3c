#include "arena/worker.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "arena/books.h"
#include "arena/call.h"
#include "arena/crew.h"
#include "arena/game_text.h"
#include "arena/hub_files.h"
#include "arena/marks.h"
#include "arena/process.h"
#include "arena/sandbox.h"

enum {
    NAME_ROOM = 80,
    FOLDER_ROOM = 1024,
    AT_ONCE = 512,        /* results in a call */
    FILES_MOST = 2 << 20, /* bytes of one game's files */
    CALL_MOST = 5 << 20,  /* bytes of all files of a call, as they are sent */
    HOLDS = 1 << 16,      /* games */
    PAUSE_MS = 20,        /* between two calls */
    HUNGRY_MS = 100,      /* when there is not enough to play */
    BUSY_MS = 1000,       /* when there is: a sign of life */
    AGAIN_MS = 300        /* when nobody answers */
};

enum session_end { SESSION_OVER, SESSION_AGAIN, SESSION_FAILED };

struct session {
    const struct worker_plan *plan;
    struct call *call;
    char name[NAME_ROOM], ticket[RD_HEX64_TEXT], folder[FOLDER_ROOM];
    struct tournament *tournament;
    struct crew_plan crew_plan;
    struct crew *crew;
    json_t *statement; /* what is in force, until it was told */
    json_t *done;      /* results that were not taken yet */
    uint32_t played;
    uint32_t recent; /* games that were finished between the last two calls */
};

static bool is_stopped(const struct session *s)
{
    return s->plan->stop != NULL && *s->plan->stop != 0;
}

static void pause_ms(uint32_t ms)
{
    const struct timespec moment = { ms / 1000, (int64_t)ms % 1000 * 1000000 };
    nanosleep(&moment, NULL);
}

/* As long as nobody answers and patience lasts. NULL with a problem; or it was told to stop. */
static json_t *ask(struct session *s, const char *path, const json_t *body, int *status,
                   struct rd_problem *problem)
{
    double began = books_seconds();
    bool told = false;
    for (;;) {
        struct rd_problem now = { "" };
        json_t *answer = call_ask(s->call, path, body, status, &now);
        if (answer != NULL) {
            return answer;
        }
        if (is_stopped(s) || books_seconds() - began > s->plan->patience_s) {
            rd_problem_at(problem, NULL, "%s", now.text);
            return NULL;
        }
        if (!told) {
            s->plan->on_word(s->plan->context, now.text);
        }
        told = true;
        pause_ms(AGAIN_MS);
    }
}

/* ---- the plan ---- */

static bool lay_files(struct tournament *t, const struct worker_plan *plan,
                      struct rd_problem *problem)
{
    for (uint32_t i = 0; i < plan->file_count; i++) {
        const char *equals = strchr(plan->files[i], '=');
        size_t length = equals == NULL ? 0 : (size_t)(equals - plan->files[i]);
        bool found = false;
        for (uint32_t j = 0; j < t->entrants; j++) {
            struct entrant *entrant = &t->entrant[j];
            if (strlen(entrant->name) != length || entrant->retired ||
                strncmp(entrant->name, plan->files[i], length) != 0) {
                continue;
            }
            found = true;
            if (!entrant_set_folder(entrant, equals + 1, problem)) {
                return false;
            }
        }
        if (!found) {
            return rd_problem_at(problem, "--files",
                                 "'%.60s' must be NAME=FOLDER, with the name of a bot that takes "
                                 "part",
                                 plan->files[i]);
        }
    }
    return true;
}

/* Everybody who plays must be the same here and there. */
static bool agree(struct session *s, const json_t *about, struct rd_problem *problem)
{
    const struct tournament *t = s->tournament;
    const json_t *theirs = json_object_get(about, "marks");
    const json_t *plan = json_object_get(about, "plan");
    json_t *ours = marks_json(t, problem);
    bool fine = ours != NULL;
    for (uint32_t i = 0; fine && i < t->entrants; i++) {
        if (!json_equal(json_array_get(ours, i), json_array_get(theirs, i))) {
            fine =
                rd_problem_at(problem, NULL,
                              t->entrant[i].bot != NULL
                                  ? "the bot %s plays differently here and there: use the same "
                                    "build of the program"
                                  : "the files of %s are not the same here and there: copy them, "
                                    "or say where they are with --files %s=DIR",
                              t->entrant[i].name, t->entrant[i].name);
        }
    }
    if (fine) {
        marks_ticket(plan, ours, s->plan->version, s->ticket);
    }
    json_decref(ours);
    return fine;
}

static bool read_plan(struct session *s, const json_t *about, struct rd_problem *problem)
{
    const char *version = json_string_value(json_object_get(about, "program"));
    if (json_integer_value(json_object_get(about, "arena")) != 1 || version == NULL) {
        return rd_problem_at(problem, NULL, "%s hands out no games that this program knows",
                             s->plan->url);
    }
    if (strcmp(version, s->plan->version) != 0) {
        return rd_problem_at(problem, NULL,
                             "the program is of version %.20s there, and of %.20s here: use the "
                             "same one",
                             version, s->plan->version);
    }
    if (!tournament_from_json(s->tournament, json_object_get(about, "plan"), problem)) {
        return false;
    }
    s->tournament->limits.sandbox = s->plan->sandbox;
    s->crew_plan.replays_every =
        (uint32_t)json_integer_value(json_object_get(about, "replays_every"));
    return lay_files(s->tournament, s->plan, problem) && agree(s, about, problem);
}

static bool ask_plan(struct session *s, struct rd_problem *problem)
{
    int status = 0;
    json_t *about = ask(s, "/arena/plan", NULL, &status, problem);
    const char *error = json_string_value(json_object_get(about, "error"));
    bool fine = about != NULL &&
                (status == 200 || rd_problem_at(problem, NULL, "%s says: %.200s", s->plan->url,
                                                error == NULL ? "no" : error)) &&
                read_plan(s, about, problem);
    json_decref(about);
    return fine;
}

static bool prepare_programs(struct session *s, struct rd_problem *problem)
{
    char statement[1024];
    bool any = false;
    for (uint32_t i = 0; i < s->tournament->entrants; i++) {
        any = any || s->tournament->entrant[i].door != NULL;
    }
    if (!any) {
        return true;
    }
    process_prepare();
    if (!sandbox_decide(&s->tournament->limits, &s->crew_plan.sandboxed, problem)) {
        return false;
    }
    sandbox_statement(&s->tournament->limits, s->crew_plan.sandboxed, statement, sizeof statement);
    s->plan->on_word(s->plan->context, statement);
    s->statement = json_string(statement);
    return true;
}

/* ---- calls ---- */

/* The folder of replays comes back as it was: files travel with their results. */
static void collect(struct session *s)
{
    struct game *game = calloc(AT_ONCE, sizeof *game);
    RD_ASSERT(game != NULL);
    uint32_t count = json_array_size(s->done) > 0 ? 0 : crew_collect(s->crew, game, AT_ONCE);
    for (uint32_t i = 0; i < count; i++) {
        json_t *one = json_pack("{s:I, s:o}", "id", (json_int_t)game[i].id, "result",
                                game_result_json(&game[i]));
        if (game[i].has_replay) {
            json_object_set_new(one, "files",
                                hub_files_pack(s->crew_plan.replays, &game[i], FILES_MOST));
        }
        json_array_append_new(s->done, one);
    }
    s->recent = count;
    free(game);
}

static size_t size_of_files(const json_t *one)
{
    size_t size = 0;
    const char *key;
    json_t *value, *files = json_object_get(one, "files");
    json_object_foreach(files, key, value)
    {
        size += json_string_length(value);
    }
    return size;
}

/* Moves the first results that fit into one call. */
static json_t *some_done(struct session *s)
{
    json_t *some = json_array();
    size_t size = 0;
    while (json_array_size(s->done) > 0) {
        json_t *one = json_array_get(s->done, 0);
        size += size_of_files(one);
        if (json_array_size(some) > 0 && size > CALL_MOST) {
            break;
        }
        json_array_append(some, one);
        json_array_remove(s->done, 0);
    }
    return some;
}

/* Games for about two calls, so that nobody waits, and no more, so that others have some too. */
static uint32_t wanted(struct session *s, size_t holds)
{
    uint32_t room = crew_room(s->crew), enough = 2 * crew_threads(s->crew) + 2 * s->recent;
    uint32_t want = enough > holds ? enough - (uint32_t)holds : 0;
    return want < room ? want : room;
}

static json_t *holds_json(struct session *s, bool leaves)
{
    uint32_t *id = calloc(HOLDS, sizeof *id);
    RD_ASSERT(id != NULL);
    uint32_t all = leaves ? 0 : crew_holds(s->crew, id, HOLDS), count = all < HOLDS ? all : HOLDS;
    json_t *list = json_array();
    size_t i;
    json_t *each;
    for (uint32_t j = 0; j < count; j++) {
        json_array_append_new(list, json_integer(id[j]));
    }
    json_array_foreach(s->done, i, each) /* which did not fit into the call */
    {
        json_array_append(list, json_object_get(each, "id"));
    }
    free(id);
    return list;
}

/* What is to be said: results, what it has, what it wants. */
static json_t *words(struct session *s, json_t *some, bool leaves)
{
    json_t *holds = holds_json(s, leaves);
    uint32_t want = leaves ? 0 : wanted(s, json_array_size(holds));
    json_t *body = json_pack("{s:s, s:s, s:O, s:o, s:i}", "worker", s->name, "ticket", s->ticket,
                             "done", some, "holds", holds, "want", (int)want);
    if (s->statement != NULL) {
        json_object_set(body, "in_force", s->statement);
    }
    return body;
}

static bool take_games(struct session *s, const json_t *list)
{
    size_t i;
    json_t *each;
    if (json_array_size(list) > crew_room(s->crew)) {
        return false;
    }
    json_array_foreach(list, i, each)
    {
        struct game game;
        if (!game_task_read(&game, each) || game.setup >= s->tournament->setups ||
            game.seats != tournament_seats(s->tournament)) {
            return false;
        }
        for (uint32_t seat = 0; seat < game.seats; seat++) {
            if (game.entrant[seat] >= s->tournament->entrants) {
                return false;
            }
        }
        crew_give(s->crew, &game, 1);
    }
    return true;
}

static enum session_end fail(struct session *s, struct rd_problem *problem, const json_t *answer)
{
    const char *error = json_string_value(json_object_get(answer, "error"));
    rd_problem_at(problem, NULL, "%s says: %.200s", s->plan->url,
                  error == NULL ? "something that this program does not understand" : error);
    return SESSION_FAILED;
}

/* One call. True: go on. */
static bool talk(struct session *s, bool leaves, enum session_end *end, struct rd_problem *problem)
{
    int status = 0;
    json_t *some = some_done(s), *body = words(s, some, leaves);
    json_t *answer = ask(s, "/arena/task", body, &status, problem);
    *end = SESSION_FAILED;
    if (answer != NULL && status == 200) {
        s->played += (uint32_t)json_array_size(some);
        json_decref(s->statement);
        s->statement = NULL;
        bool over = json_is_true(json_object_get(answer, "over"));
        *end = over                                              ? SESSION_OVER
               : take_games(s, json_object_get(answer, "games")) ? SESSION_AGAIN
                                                                 : fail(s, problem, NULL);
        leaves = leaves || over;
    } else if (answer != NULL) {
        *end = status == 409 ? SESSION_AGAIN : fail(s, problem, answer);
        leaves = true;
    }
    json_decref(answer);
    json_decref(body);
    json_decref(some);
    return *end == SESSION_AGAIN && !leaves;
}

/* ---- the session ---- */

static enum session_end play(struct session *s, struct rd_problem *problem)
{
    enum session_end end = SESSION_AGAIN;
    while (!is_stopped(s)) {
        collect(s);
        if (!talk(s, false, &end, problem)) {
            return end;
        }
        bool hungry = crew_holds(s->crew, NULL, 0) < 2 * crew_threads(s->crew);
        pause_ms(PAUSE_MS);
        if (json_array_size(s->done) == 0 &&
            !crew_wait(s->crew, hungry ? HUNGRY_MS : BUSY_MS, problem)) {
            return SESSION_FAILED;
        }
    }
    collect(s);
    talk(s, true, &end, problem);
    problem->text[0] = '\0';
    return SESSION_OVER;
}

/* False with a problem. What is in the folder goes with it. */
static bool open_folder(struct session *s, struct rd_problem *problem)
{
    const char *tmp = getenv("TMPDIR");
    snprintf(s->folder, sizeof s->folder, "%s/redoubt-work-XXXXXX", tmp == NULL ? "/tmp" : tmp);
    if (mkdtemp(s->folder) == NULL) {
        return rd_problem_at(problem, s->folder, "this folder can't be made");
    }
    s->crew_plan.replays = s->crew_plan.replays_every > 0 ? s->folder : NULL;
    return true;
}

/* Games that were broken off have left their files. */
static void close_folder(struct session *s, const uint32_t *id, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        struct game game = { .id = id[i], .seats = (uint8_t)tournament_seats(s->tournament) };
        json_decref(hub_files_pack(s->folder, &game, 0));
    }
    rmdir(s->folder);
}

static enum session_end run_crew(struct session *s, struct rd_problem *problem)
{
    if (!open_folder(s, problem)) {
        return SESSION_FAILED;
    }
    uint32_t *left = calloc(HOLDS, sizeof *left);
    RD_ASSERT(left != NULL);
    s->crew = crew_open(&s->crew_plan, problem);
    enum session_end end = SESSION_FAILED;
    uint32_t count = 0;
    if (s->crew != NULL) {
        end = play(s, problem);
        count = crew_holds(s->crew, left, HOLDS);
        count = count < HOLDS ? count : HOLDS;
        crew_stop(s->crew, true);
        crew_close(s->crew);
    }
    close_folder(s, left, count);
    free(left);
    return end;
}

static void name_self(char name[NAME_ROOM])
{
    char host[48] = "";
    gethostname(host, sizeof host - 1);
    for (char *at = host; *at != '\0'; at++) {
        bool plain = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') ||
                     (*at >= '0' && *at <= '9') || *at == '-' || *at == '.';
        *at = plain ? *at : '_';
    }
    snprintf(name, NAME_ROOM, "%s-%d-%08x", host, (int)getpid(), randombytes_random());
}

/* With one plan. */
static enum session_end session(struct session *s, struct rd_problem *problem)
{
    enum session_end end = SESSION_FAILED;
    s->crew_plan = (struct crew_plan){ .tournament = s->tournament, .threads = s->plan->threads };
    s->done = json_array();
    name_self(s->name);
    if (ask_plan(s, problem) && prepare_programs(s, problem)) {
        end = run_crew(s, problem);
    }
    tournament_close(s->tournament);
    json_decref(s->statement);
    s->statement = NULL;
    json_decref(s->done);
    return end;
}

bool worker_run(const struct worker_plan *plan, struct worker_figures *figures,
                struct rd_problem *problem)
{
    struct session s = { .plan = plan, .call = call_open(plan->url, plan->secret, problem) };
    enum session_end end = SESSION_FAILED;
    if (s.call == NULL) {
        return false;
    }
    s.tournament = calloc(1, sizeof *s.tournament);
    RD_ASSERT(s.tournament != NULL);
    do {
        end = session(&s, problem);
        pause_ms(end == SESSION_AGAIN ? AGAIN_MS : 0);
    } while (end == SESSION_AGAIN);
    figures->played = s.played;
    free(s.tournament);
    call_close(s.call);
    return end == SESSION_OVER;
}
