/* The pages of an entrant: what was handed in, what became of it, and her games. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "clients/cli/site.h"
#include "host/file.h"
#include "host/text.h"

enum {
    JOBS_SHOWN = 20,
    LOG_MAX = 1 << 20,
    FORM_MAX = 8192,
    FORM_MS = 5000,
    UPLOAD_MS = 60000, /* for all of what is handed in */
    WAIT_S = 120,      /* for what becomes of it, when a program asks */
    WAITING_MAX = 200, /* of all */
    UPLOADS_AT_ONCE = 8,
    WAITERS_MAX = 24,
    LOOK_AGAIN_S = 2
};

static const char *text_in(const json_t *json, const char *key)
{
    const char *text = json_string_value(json_object_get(json, key));
    return text == NULL ? "" : text;
}

/* False: there is nothing in it. */
static bool put_text_file(struct visit *visit, const char *path, bool escaped)
{
    struct rd_problem problem = { "" };
    char *text;
    size_t size = 0;
    if (rd_file_read(path, LOG_MAX, &text, &size, &problem)) {
        if (escaped) {
            page_put(visit, text);
        } else {
            fwrite(text, 1, size, visit->out);
        }
        free(text);
    }
    return size > 0;
}

/* ---- a job ---- */

static const char *log_path(const struct visit *visit, const struct job *job, const json_t *result,
                            char out[CONTEST_PATH])
{
    return contest_path(visit->contest, out, "entrants/%s/%lld.log", job->who,
                        (long long)json_integer_value(json_object_get(result, "version")));
}

/* "job-7.1" to look at, and the errors beside it. */
static void put_game_links(struct visit *visit, const struct job *job, const json_t *result)
{
    json_int_t games = json_integer_value(json_object_get(result, "games"));
    for (json_int_t i = 1; i <= games; i++) {
        fprintf(visit->out,
                "<a href=\"/#/replay/contest.job-%u.%lld\">game %lld</a> (<a "
                "href=\"/contest/errors/job-%u.%lld\">standard error</a>) ",
                job->number, (long long)i, (long long)i, job->number, (long long)i);
    }
}

static void put_job(struct visit *visit, const struct job *job, bool whole)
{
    char path[CONTEST_PATH];
    json_t *result = job_result(visit->contest, job);
    bool good = json_is_true(json_object_get(result, "ok"));
    fprintf(visit->out,
            "<section id=\"job-%u\"><p class=\"%s\"><a href=\"/contest/job/%u\">%u</a>: ",
            job->number, result == NULL || good ? "good" : "bad", job->number, job->number);
    page_put(visit, job->kind == JOB_FIGHT ? "fight " : "");
    page_put(visit, job->what);
    fputs(": ", visit->out);
    page_put(visit, result == NULL ? "waits, or is being done" : text_in(result, "text"));
    fputs(" ", visit->out);
    put_game_links(visit, job, result);
    fputs("</p>", visit->out);
    if (whole && job->kind == JOB_UPLOAD && result != NULL) {
        fputs("<h2>How it was built</h2><pre>", visit->out);
        if (!put_text_file(visit, log_path(visit, job, result, path), true)) {
            fputs("Nothing was said.", visit->out);
        }
        fputs("</pre>", visit->out);
    }
    fputs("</section>\n", visit->out);
    json_decref(result);
}

/* The job of a path that ends in its number, if it is theirs. */
static bool find_job(struct visit *visit, uint32_t number, struct job *job)
{
    return jobs_get(&visit->site->jobs, visit->contest, number, job) &&
           (visit->person.organiser || strcmp(job->who, visit->person.name) == 0);
}

void page_job(struct visit *visit)
{
    struct job job;
    const char *number = visit->head.path + strlen("/contest/job/");
    if (!visit_wants_person(visit)) {
        return;
    }
    if (!find_job(visit, (uint32_t)strtoul(number, NULL, 10), &job)) {
        visit_fail(visit, 404, "you have handed in nothing with this number");
        return;
    }
    visit->again_s = job.done ? 0 : LOOK_AGAIN_S;
    page_begin(visit, job.kind == JOB_FIGHT ? "A fight" : "What was handed in");
    put_job(visit, &job, true);
    fputs("<p><a href=\"/contest/me\">Back</a></p>", visit->out);
    page_end(visit);
}

/* ---- the page of an entrant ---- */

static void put_forms(struct visit *visit)
{
    const char *name;
    json_t *entrant;
    char tools[CONTEST_WORD];
    fprintf(visit->out, "<div class=\"row\"><section><h2>Hand in</h2><form method=\"post\" "
                        "action=\"/contest/upload\" enctype=\"multipart/form-data\">");
    page_mark(visit);
    fprintf(
        visit->out,
        "<label>A program, or an archive: tar.gz, tar.xz, zip; at most %s MiB<br><input "
        "type=\"file\" name=\"file\" required></label><p><button>Hand in</button></p></form><p>",
        visit->contest->upload_mb);
    page_put(visit, contest_tools(tools));
    fputs("</p></section><section><h2>Fight</h2><form method=\"post\" action=\"/contest/fight\">",
          visit->out);
    page_mark(visit);
    fputs("<label>Against<br><select name=\"against\"><option>random</option>", visit->out);
    json_object_foreach(json_object_get(visit->contest->state, "entrants"), name, entrant)
    {
        if (contest_version(entrant) > 0 && strcmp(name, visit->person.name) != 0) {
            fputs("<option>", visit->out);
            page_put(visit, name);
            fputs("</option>", visit->out);
        }
    }
    fputs("</select></label><p><button>Fight now</button></p></form><p>Both sides once. It counts "
          "for "
          "nothing.</p></section></div>\n",
          visit->out);
}

static bool is_of(const char *entrant, const char *person)
{
    size_t length = strlen(person);
    return strncmp(entrant, person, length) == 0 &&
           (entrant[length] == '\0' || entrant[length] == '.' || entrant[length] == '@');
}

static void put_own_game(struct visit *visit, const json_t *game)
{
    size_t seat;
    json_t *each;
    const char *part = text_in(game, "part");
    long long id = (long long)json_integer_value(json_object_get(game, "id"));
    fputs("<tr><td><a href=\"/#/replay/contest.", visit->out);
    page_put(visit, part);
    fprintf(visit->out, ".%lld\">", id);
    page_put(visit, part);
    fprintf(visit->out, " %lld</a><td><a href=\"/contest/errors/", id);
    page_put(visit, part);
    fprintf(visit->out, ".%lld\">standard error</a><td>", id);
    json_array_foreach(json_object_get(game, "seats"), seat, each)
    {
        bool mine = is_of(text_in(each, "name"), visit->person.name);
        fprintf(visit->out, "%s%s%lld. ", seat == 0 ? "" : ", ", mine ? "<strong>" : "",
                (long long)json_integer_value(json_object_get(each, "rank")));
        page_put(visit, text_in(each, "name"));
        long long faults = (long long)json_integer_value(json_object_get(each, "faults"));
        if (mine && faults > 0) {
            fprintf(visit->out, " (%lld faults, ", faults);
            page_put(visit, text_in(each, "end"));
            fputs(")", visit->out);
        }
        fputs(mine ? "</strong>" : "", visit->out);
    }
    fputs("<td>", visit->out);
    page_put(visit, text_in(game, "ending"));
    fputs("</tr>\n", visit->out);
}

static json_t *own_games(const struct visit *visit)
{
    char path[CONTEST_PATH];
    return json_load_file(
        contest_path(visit->contest, path, "site/own/%s.json", visit->person.name), 0, NULL);
}

static void put_own_games(struct visit *visit)
{
    json_t *games = own_games(visit), *game;
    size_t i;
    fputs("<div class=\"wide\"><table><caption>My games, the latest first</caption><thead><tr><th "
          "scope=\"col\">Replay<th scope=\"col\">Beside it<th scope=\"col\">Ranks by seat<th "
          "scope=\"col\">End</tr></thead><tbody>\n",
          visit->out);
    json_array_foreach(games, i, game)
    {
        put_own_game(visit, game);
    }
    fputs("</tbody></table></div>\n", visit->out);
    json_decref(games);
}

static void put_rating(struct visit *visit)
{
    json_t *shown = page_shown(visit), *part, *each;
    size_t i, j;
    json_array_foreach(json_object_get(shown, "parts"), i, part)
    {
        json_array_foreach(json_object_get(part, "standings"), j, each)
        {
            if (is_of(text_in(each, "name"), visit->person.name)) {
                fprintf(visit->out, "<p>%s: place %zu, rating %+.0f &plusmn; %.0f, ",
                        strcmp(text_in(part, "title"), "final") == 0 ? "Final" : "Ladder", j + 1,
                        json_number_value(json_object_get(each, "elo")),
                        json_number_value(json_object_get(each, "margin")));
                page_put(visit, text_in(each, "name"));
                fputs("</p>", visit->out);
            }
        }
    }
    json_decref(shown);
}

void page_mine(struct visit *visit)
{
    struct job job[JOBS_SHOWN];
    if (!visit_wants_person(visit)) {
        return;
    }
    if (visit->person.organiser) {
        visit_go(visit, "/contest/organiser");
        return;
    }
    uint32_t count =
        jobs_of(&visit->site->jobs, visit->contest, visit->person.name, job, JOBS_SHOWN);
    page_begin(visit, visit->person.name);
    put_rating(visit);
    put_forms(visit);
    put_own_games(visit);
    fputs("<h2>Handed in, and fights</h2>", visit->out);
    for (uint32_t i = 0; i < count; i++) {
        put_job(visit, &job[i], false);
    }
    page_end(visit);
}

/* ---- games of jobs ---- */

/* "job-7.2" is the second game of job 7; false: it is none of theirs. */
static bool read_job_game(struct visit *visit, const char *name, struct job *job, uint32_t *game)
{
    char *rest;
    if (!visit->known || strncmp(name, "job-", 4) != 0) {
        return false;
    }
    uint32_t number = (uint32_t)strtoul(name + 4, &rest, 10);
    *game = rest[0] == '.' ? (uint32_t)strtoul(rest + 1, NULL, 10) : 0;
    return *game >= 1 && *game <= 2 && find_job(visit, number, job) && job->done;
}

bool mine_replay_path(struct visit *visit, const char *name, char path[CONTEST_PATH])
{
    struct job job;
    uint32_t game;
    char file[32];
    if (!read_job_game(visit, name, &job, &game)) {
        return false;
    }
    if (job.kind == JOB_FIGHT) {
        snprintf(file, sizeof file, "%u.rdr", game);
        job_path(visit->contest, &job, file, path);
        return true;
    }
    json_t *result = job_result(visit->contest, &job);
    contest_path(visit->contest, path, "entrants/%s/%lld.rdr", job.who,
                 (long long)json_integer_value(json_object_get(result, "version")));
    json_decref(result);
    return job.kind == JOB_UPLOAD;
}

/* The logs of their seats in a game of the ladder or the final. */
static bool put_errors_of(struct visit *visit, const char *name)
{
    json_t *games = own_games(visit), *game, *each;
    size_t i, seat;
    bool found = false;
    const char *point = strrchr(name, '.');
    json_array_foreach(games, i, game)
    {
        const char *part = text_in(game, "part");
        unsigned long id = (unsigned long)json_integer_value(json_object_get(game, "id"));
        if (point == NULL || strlen(part) != (size_t)(point - name) ||
            strncmp(part, name, strlen(part)) != 0 || strtoul(point + 1, NULL, 10) != id) {
            continue;
        }
        found = true;
        json_array_foreach(json_object_get(game, "seats"), seat, each)
        {
            char path[CONTEST_PATH];
            if (is_of(text_in(each, "name"), visit->person.name)) {
                fprintf(visit->out, "%s, seat %zu\n\n", text_in(each, "name"), seat + 1);
                put_text_file(visit,
                              contest_path(visit->contest, path,
                                           "%s.db.replays/%06lu.rdr.seat%zu.log", part, id, seat),
                              false);
            }
        }
    }
    json_decref(games);
    return found;
}

void page_errors(struct visit *visit)
{
    const char *name = visit->head.path + strlen("/contest/errors/");
    char path[CONTEST_PATH];
    struct job job;
    uint32_t game;
    if (!visit_wants_person(visit)) {
        return;
    }
    visit->type = "text/plain; charset=utf-8";
    if (read_job_game(visit, name, &job, &game) && mine_replay_path(visit, name, path)) {
        char log[CONTEST_PATH + 16]; /* theirs is seat 0 in the first, 1 in the second */
        snprintf(log, sizeof log, "%s.seat%u.log", path, game - 1);
        put_text_file(visit, log, false);
    } else if (!put_errors_of(visit, name)) {
        visit->type = "text/html; charset=utf-8";
        visit_fail(visit, 404, "this is no game of yours");
    }
}

/* ---- handing in ---- */

/* Letters that no shell and no folder takes for anything else. */
static void tame_name(const char *from, char out[SITE_FILE_NAME])
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
    const char *last = strrchr(from, '/');
    size_t used = 0;
    for (const char *at = last == NULL ? from : last + 1; *at != '\0' && used < SITE_FILE_NAME - 1;
         at++) {
        if (strchr(letters, *at) != NULL && (used > 0 || (*at != '.' && *at != '-'))) {
            out[used++] = *at;
        }
    }
    out[used] = '\0';
    if (used == 0 || strcmp(out, "job.json") == 0 || strcmp(out, "result.json") == 0) {
        snprintf(out, SITE_FILE_NAME, "program");
    }
}

/* One at a time, and none for those who wait too long already. */
static bool has_place(struct visit *visit, enum rate rate, enum rate rate_from)
{
    uint32_t all;
    const char *phase = contest_phase(visit->contest);
    if (visit->person.organiser || strcmp(phase, "open") != 0 || contest_is_due(visit->contest)) {
        visit_fail(visit, 403,
                   visit->person.organiser
                       ? "the organiser has no program"
                       : "nothing can be handed in now: the contest is not open");
        return false;
    }
    if (jobs_waiting(&visit->site->jobs, visit->contest, visit->person.name, &all) > 0) {
        visit_fail(visit, 429, "what you handed in before is not done yet");
        return false;
    }
    if (all >= WAITING_MAX || !rate_take(rate, visit->person.name) ||
        !rate_take(rate_from, visit->address)) {
        visit_fail(visit, 429, "that is too much at once: wait some minutes");
        return false;
    }
    return true;
}

/* What is handed in is in memory until it is whole, and who waits keeps a thread. */
static uint32_t uploads, waiters;

/* False: there are so many already. */
static bool count_up(uint32_t *count, uint32_t most, int step)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    bool fine = step < 0 || *count < most;
    *count += fine ? (uint32_t)step : 0;
    pthread_mutex_unlock(&lock);
    return fine;
}

/* For a program that asked: the answer when it is done. */
static void tell_result(struct visit *visit, uint32_t number)
{
    const struct timespec moment = { 0, 100000000 };
    struct job job = { .number = number };
    char path[CONTEST_PATH];
    visit->type = "text/plain; charset=utf-8";
    bool may_wait = count_up(&waiters, WAITERS_MAX, 1);
    for (int i = 0; may_wait && i < 10 * WAIT_S && !job.done; i++) {
        nanosleep(&moment, NULL);
        jobs_get(&visit->site->jobs, visit->contest, number, &job);
    }
    count_up(&waiters, WAITERS_MAX, may_wait ? -1 : 0);
    json_t *result = job_result(visit->contest, &job);
    visit->status = result == NULL ? 202 : json_is_true(json_object_get(result, "ok")) ? 200 : 422;
    fprintf(visit->out, "%s\n", result == NULL ? "it waits to be done" : text_in(result, "text"));
    if (result != NULL && job.kind == JOB_UPLOAD) {
        put_text_file(visit, log_path(visit, &job, result, path), false);
    }
    fprintf(visit->out, "%s://%s/contest/job/%u\n", visit_is_secure(visit) ? "https" : "http",
            visit->head.host, number);
    json_decref(result);
}

/* Its number; 0: answered. */
static uint32_t add_job(struct visit *visit, struct job *job, const char *bytes, size_t size)
{
    struct rd_problem problem = { "" };
    snprintf(job->who, sizeof job->who, "%s", visit->person.name);
    uint32_t number = jobs_add(&visit->site->jobs, visit->contest, job, bytes, size, &problem);
    if (number == 0) {
        visit_fail(visit, 507, problem.text);
    }
    return number;
}

static void answer_job(struct visit *visit, uint32_t number)
{
    char place[64];
    snprintf(place, sizeof place, "/contest/job/%u", number);
    if (number > 0 && visit->by_page) {
        visit_go(visit, place);
    } else if (number > 0) {
        tell_result(visit, number);
    }
}

static uint32_t take_upload(struct visit *visit, bool plain)
{
    struct job job = { .kind = JOB_UPLOAD };
    size_t most = (size_t)strtoul(visit->contest->upload_mb, NULL, 10) << 20;
    if (plain ? !visit_read_body(visit, most, UPLOAD_MS)
              : !visit_read_form(visit, most + FORM_MAX, UPLOAD_MS)) {
        return 0;
    }
    const char *bytes = plain ? visit->bytes + visit->head.head : visit->form.file;
    size_t size = plain ? (size_t)visit->head.length : visit->form.file_size;
    if (bytes == NULL || size == 0) {
        visit_fail(visit, 400, "there is nothing in it");
        return 0;
    }
    tame_name(plain ? visit->head.path + strlen("/contest/upload") : visit->form.file_name,
              job.what);
    return add_job(visit, &job, bytes, size);
}

void page_do_upload(struct visit *visit)
{
    bool plain = strcmp(visit->head.word, "PUT") == 0;
    if (!visit_wants_person(visit) || !has_place(visit, RATE_UPLOADS, RATE_UPLOADS_FROM)) {
        return;
    }
    if (plain && visit->by_page) { /* it has no mark */
        visit_fail(visit, 403, "send your key: Authorization: Bearer KEY");
    } else if (!count_up(&uploads, UPLOADS_AT_ONCE, 1)) {
        visit_fail(visit, 503, "many are handing in just now: try again in a moment");
    } else {
        uint32_t number = take_upload(visit, plain);
        count_up(&uploads, UPLOADS_AT_ONCE, -1);
        answer_job(visit, number);
    }
}

void page_do_fight(struct visit *visit)
{
    struct job job = { .kind = JOB_FIGHT };
    struct rd_problem problem = { "" };
    if (!visit_wants_person(visit) || !has_place(visit, RATE_FIGHTS, RATE_FIGHTS_FROM) ||
        !visit_read_form(visit, FORM_MAX, FORM_MS)) {
        return;
    }
    const char *against = form_value(&visit->form, "against");
    if (!contest_name_is_fine(against, &problem)) {
        visit_fail(visit, 400, problem.text);
        return;
    }
    snprintf(job.what, sizeof job.what, "%.*s", CONTEST_NAME - 1, against);
    answer_job(visit, add_job(visit, &job, NULL, 0));
}
