/* Jobs, one after the other; several of us may run at the same time: what was handed in is built
 * and tried, fights are played, and what the organiser wants is done. A job that was begun when we
 * were killed is begun again: entering the same files twice changes nothing, a fight has the luck
 * of its number, an order sets what it sets.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "arena/game_run.h"
#include "arena/process.h"
#include "arena/sandbox.h"
#include "clients/cli/command.h"
#include "clients/cli/site.h"
#include "host/text.h"

enum { LOOK_MS = 100, FIGHT_MS = 30000 /* of each game */ };

static json_t *told(bool ok, const char *text)
{
    return json_pack("{s:b, s:s}", "ok", (int)ok, "text", text);
}

/* ---- what was handed in ---- */

static json_t *upload_result(bool fine, const struct contest_built *built,
                             const struct rd_problem *problem)
{
    char text[RD_PROBLEM_MAX + 64];
    if (fine) {
        snprintf(text, sizeof text, "accepted as version %u%s", built->number,
                 built->known ? ": it is the same as before" : "");
    } else {
        snprintf(text, sizeof text, "refused: %s", problem->text);
    }
    json_t *json = told(fine, text);
    json_object_set_new(json, "version", json_integer(built->number));
    return json;
}

static bool has_game(const struct contest *c, const struct job *job, uint32_t number)
{
    char path[CONTEST_PATH];
    return access(contest_path(c, path, "entrants/%s/%u.rdr", job->who, number), R_OK) == 0;
}

/* Built without holding anybody up; the contest is changed at the end only. */
static json_t *take_in(struct contest *c, const struct job *job, const struct person *person,
                       struct contest_built *built)
{
    static struct contest changing;
    struct rd_problem problem = { "" };
    struct contest_entry entry = { .name = "" };
    snprintf(entry.name, sizeof entry.name, "%s", job->who);
    snprintf(entry.team, sizeof entry.team, "%s", person->team);
    snprintf(entry.division, sizeof entry.division, "%s", person->division);
    job_path(c, job, job->what, entry.path);
    contest_build(c, &entry, built);
    bool fine = contest_open(&changing, c->folder, true, &problem);
    if (fine && !contest_is_phase(&changing, "open")) {
        fine = rd_problem_at(&problem, NULL, "the contest is %s now", contest_phase(&changing));
    }
    fine = fine && contest_take(&changing, &entry, built, &problem);
    contest_close(&changing);
    json_t *json = upload_result(fine, built, &problem);
    json_object_set_new(json, "games", json_integer(has_game(c, job, built->number)));
    return json;
}

static json_t *do_upload(struct contest *c, const struct job *job)
{
    struct person person;
    struct contest_built *built = calloc(1, sizeof *built);
    RD_ASSERT(built != NULL);
    json_t *json = !person_read(c, job->who, &person) || person.quarantined[0] != '\0'
                       ? told(false, "refused: you take part no more")
                       : take_in(c, job, &person, built);
    free(built);
    return json;
}

/* ---- fights ---- */

static bool go_on(void *context, const void *state)
{
    const int64_t *until_ms = context;
    (void)state;
    return process_now_ms() < *until_ms;
}

static bool read_fighter(const struct contest *c, const struct rd_game *game, const char *name,
                         struct entrant *out, struct rd_problem *problem)
{
    char spec[ENTRANT_SPEC_MAX] = "random";
    const json_t *entrant = json_object_get(json_object_get(c->state, "entrants"), name);
    bool bot = strcmp(name, "random") == 0;
    if (!bot && contest_version(entrant) == 0) {
        return rd_problem_at(problem, NULL, "%s does not play at the moment", name);
    }
    if (!bot) {
        contest_spec(c, name, entrant, spec);
    }
    return entrant_read(out, game, spec, problem);
}

struct fight {
    struct rd_chosen chosen;
    struct limits limits;
    bool sandboxed;
    struct entrant fighter[2], random;
};

static bool begin_fight(const struct contest *c, const struct job *job, struct fight *fight,
                        struct rd_problem *problem)
{
    if (!contest_setup(c, &fight->chosen, &fight->limits, problem)) {
        return false;
    }
    const struct rd_game *game = fight->chosen.game;
    process_prepare();
    bool fine = sandbox_decide(&fight->limits, &fight->sandboxed, problem) &&
                entrant_read(&fight->random, game, "random", problem) &&
                read_fighter(c, game, job->who, &fight->fighter[0], problem) &&
                read_fighter(c, game, job->what, &fight->fighter[1], problem);
    if (!fine) {
        rd_chosen_close(&fight->chosen);
    }
    return fine;
}

/* In the first game the one who asked has the first seat, in the second the second. */
static bool play_one(const struct contest *c, const struct job *job, const struct fight *fight,
                     uint32_t number, struct rd_text *text, struct rd_problem *problem)
{
    struct game_run_result result;
    char file[32], path[CONTEST_PATH];
    int64_t until_ms = process_now_ms() + FIGHT_MS;
    snprintf(file, sizeof file, "%u.rdr", number + 1);
    struct game_run_plan plan = { .chosen = &fight->chosen,
                                  .key = { job->number, 2 },
                                  .limits = &fight->limits,
                                  .sandboxed = fight->sandboxed,
                                  .replay = job_path(c, job, file, path),
                                  .on_turn = go_on,
                                  .context = &until_ms };
    for (uint32_t seat = 0; seat < fight->chosen.setup.seats; seat++) {
        plan.entrant[seat] = seat < 2 ? &fight->fighter[(seat + number) % 2] : &fight->random;
    }
    if (!game_run(&plan, &result, problem)) {
        return false;
    }
    rd_text_add(text, "%s", number == 0 ? "" : "; ");
    for (uint32_t seat = 0; seat < 2; seat++) {
        rd_text_add(text, "%s%u. %s", seat == 0 ? "" : ", ", result.match.outcome.rank[seat],
                    plan.entrant[seat]->name);
    }
    rd_text_add(text, "%s", process_now_ms() < until_ms ? "" : " (broken off after a while)");
    return true;
}

static json_t *do_fight(struct contest *c, const struct job *job)
{
    struct rd_problem problem = { "" };
    char words[SITE_WHY];
    struct rd_text text = rd_text_into(words, sizeof words);
    struct fight *fight = calloc(1, sizeof *fight);
    RD_ASSERT(fight != NULL);
    bool fine = begin_fight(c, job, fight, &problem);
    if (fine) {
        for (uint32_t number = 0; fine && number < 2; number++) {
            fine = play_one(c, job, fight, number, &text, &problem);
        }
        rd_chosen_close(&fight->chosen);
    }
    free(fight);
    json_t *json = told(fine, fine ? words : problem.text);
    json_object_set_new(json, "games", json_integer(fine ? 2 : 0));
    return json;
}

/* ---- orders ---- */

static bool set_word(struct contest *c, const struct job *job, const char *key, const char *value,
                     struct rd_problem *problem)
{
    json_t *entrant = contest_entrant(c, job->whom, false);
    if (entrant == NULL) {
        return rd_problem_at(problem, NULL, "%s does not take part", job->whom);
    }
    if (value == NULL) {
        json_object_del(entrant, key);
    } else {
        json_object_set_new(entrant, key, json_string(value));
    }
    return true;
}

static const char *reason(const struct job *job, const char *preset)
{
    return job->why[0] == '\0' ? preset : job->why;
}

static bool pause_it(struct contest *c, const struct job *job, struct rd_problem *problem)
{
    (void)problem;
    json_object_set_new(c->state, "paused", json_boolean(strcmp(job->what, "pause") == 0));
    return true;
}

static bool disable(struct contest *c, const struct job *job, struct rd_problem *problem)
{
    bool off = strcmp(job->what, "disable") == 0;
    return set_word(c, job, "disabled", off ? reason(job, "disabled by the organiser") : NULL,
                    problem);
}

/* It plays no more, and its author hands in nothing more. */
static bool quarantine(struct contest *c, const struct job *job, struct rd_problem *problem)
{
    struct person person;
    struct rd_problem other = { "" };
    bool off = strcmp(job->what, "quarantine") == 0;
    if (!person_read(c, job->whom, &person) || person.organiser) {
        return rd_problem_at(problem, NULL, "%s did not come through the site", job->whom);
    }
    snprintf(person.quarantined, sizeof person.quarantined, "%s",
             off ? reason(job, "in quarantine, by the organiser") : "");
    set_word(c, job, "disabled", off ? person.quarantined : NULL, &other); /* may have no program */
    return person_write(c, &person) || rd_problem_at(problem, NULL, "it can't be written");
}

/* "ladder.12", noted for the ladder. */
static bool again(struct contest *c, const struct job *job, struct rd_problem *problem)
{
    const char *point = strrchr(job->whom, '.');
    unsigned long id = point == NULL ? 0 : strtoul(point + 1, NULL, 10);
    json_t *list = json_object_get(c->state, "again");
    if (id == 0 || strncmp(job->whom, "ladder", 6) != 0) {
        return rd_problem_at(problem, NULL,
                             "which game of the ladder? ladder.12, or ladder-DIVISION.12");
    }
    if (list == NULL) {
        list = json_array();
        json_object_set_new(c->state, "again", list);
    }
    json_array_append_new(list, json_pack("{s:i, s:s#, s:i}", "by", (int)job->number, "part",
                                          job->whom, (int)(point - job->whom), "game", (int)id));
    return true;
}

static bool freeze(struct contest *c, const struct job *job, struct rd_problem *problem)
{
    (void)job;
    if (!contest_is_phase(c, "open")) {
        return rd_problem_at(problem, NULL, "the contest is %s", contest_phase(c));
    }
    contest_set_phase(c, "frozen");
    return true;
}

static bool thaw(struct contest *c, const struct job *job, struct rd_problem *problem)
{
    (void)job;
    return contest_thaw(c, problem);
}

static const struct {
    const char *name;
    bool (*run)(struct contest *, const struct job *, struct rd_problem *);
} orders[] = {
    { "pause", pause_it }, { "resume", pause_it },       { "disable", disable },
    { "enable", disable }, { "quarantine", quarantine }, { "release", quarantine },
    { "rerun", again },    { "freeze", freeze },         { "thaw", thaw },
};
enum { ORDERS = sizeof orders / sizeof orders[0] };

static bool carry_out(struct contest *c, const struct job *job, struct rd_problem *problem)
{
    for (size_t i = 0; i < ORDERS; i++) {
        if (strcmp(orders[i].name, job->what) == 0) {
            bool was_open = contest_is_phase(c, "open") || contest_is_phase(c, "published");
            return orders[i].run(c, job, problem) && contest_save(c, problem) &&
                   ((!was_open && !contest_is_phase(c, "open")) || contest_publish(c, problem));
        }
    }
    return rd_problem_at(problem, NULL, "there is no such order");
}

static json_t *do_order(const struct contest *c, const struct job *job)
{
    static struct contest changing;
    struct rd_problem problem = { "" };
    bool fine =
        contest_open(&changing, c->folder, true, &problem) && carry_out(&changing, job, &problem);
    contest_close(&changing);
    return told(fine, fine ? "done" : problem.text);
}

/* ---- the loop ---- */

static void do_job(struct contest *c, const struct job *job)
{
    char path[CONTEST_PATH];
    if (access(job_path(c, job, "result.json", path), R_OK) == 0) { /* killed before it moved */
        json_t *result = json_load_file(path, 0, NULL);
        job_finish(c, job, result);
        json_decref(result);
        return;
    }
    bool open = contest_is_phase(c, "open");
    json_t *result = job->kind == JOB_ORDER    ? do_order(c, job)
                     : !open                   ? told(false, "refused: the contest is not open")
                     : job->kind == JOB_UPLOAD ? do_upload(c, job)
                                               : do_fight(c, job);
    job_finish(c, job, result);
    json_decref(result);
}

int site_work(const char *folder, bool only_orders)
{
    static struct contest c;
    const struct timespec moment = { 0, LOOK_MS * 1000000L };
    struct rd_problem problem = { "" };
    struct job job;
    if (!contest_open(&c, folder, false, &problem) || !site_make_folders(&c, &problem)) {
        contest_close(&c);
        return cli_bad("contest", "%s", problem.text);
    }
    for (;;) {
        int taken = job_take(&c, only_orders, &job);
        if (taken < 0) {
            nanosleep(&moment, NULL);
            continue;
        }
        char place[CONTEST_PATH];
        snprintf(place, sizeof place, "%s", c.folder);
        contest_close(&c);
        if (contest_open(&c, place, false, &problem)) { /* as it is now */
            do_job(&c, &job);
        } else {
            nanosleep(&moment, NULL);
        }
        close(taken);
    }
}
