#include "prove/run.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "host/scenario.h"
#include "prove/resume.h"

enum { CHECKPOINT_SECONDS = 60, SEEN_SHARE = 2, VIEWS_SHARE = 4, HEARD_SHARE = 4 };

volatile sig_atomic_t prove_stop_wanted;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* ---- counts and limits ----------------------------------------------------------------------- */

/* Field by field, as sums of counts are everywhere. */
void prove_add_counts(struct prove_counts *sum, const struct prove_counts *part)
{
    sum->positions += part->positions;
    sum->transitions += part->transitions;
    sum->over += part->over;
    sum->view_pairs += part->view_pairs;
    sum->heard_pairs += part->heard_pairs;
    sum->left_out += part->left_out;
    sum->long_rolls += part->long_rolls;
    sum->no_room += part->no_room;
}

struct prove_counts prove_sum(const struct prove_result *result)
{
    struct prove_counts sum = { 0 };
    for (uint32_t i = 0; i < PROVE_DEPTH_MAX; i++) {
        prove_add_counts(&sum, &result->level[i]);
    }
    return sum;
}

static uint64_t transitions_so_far(const struct prove_under_way *run)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < PROVE_DEPTH_MAX; i++) {
        sum += run->at.level[i].transitions;
    }
    for (uint32_t i = 0; i < run->space.wish->workers; i++) {
        sum += __atomic_load_n(&run->worker[i].counts.transitions, __ATOMIC_RELAXED);
    }
    return sum;
}

static void tell_progress(const struct prove_under_way *run, double since)
{
    const struct prove_wish *wish = run->space.wish;
    if (wish->progress != NULL) {
        fprintf(wish->progress, "\r%.0f s, depth %u: %llu transitions, %llu positions \033[K",
                now() - since, run->at.depth, (unsigned long long)transitions_so_far(run),
                (unsigned long long)__atomic_load_n(&run->space.seen.count, __ATOMIC_RELAXED));
        fflush(wish->progress);
    }
}

/* NULL: go on. */
static const char *limit_reached(const struct prove_under_way *run, double since)
{
    const struct prove_wish *wish = run->space.wish;
    if (prove_stop_wanted) {
        return "stopped";
    }
    if (wish->seconds > 0 && now() - since >= wish->seconds) {
        return "time";
    }
    if (wish->transitions > 0 && transitions_so_far(run) >= wish->transitions) {
        return "transitions";
    }
    return prove_seen_is_full(&run->space.seen) ? "memory" : NULL;
}

/* ---- levels ---------------------------------------------------------------------------------- */

/* Lets the threads work until the level is done or a limit is reached; NULL: the level is done. */
static const char *watch(struct prove_under_way *run, double since, struct rd_problem *problem)
{
    double saved = now();
    const char *why = NULL;
    while (why == NULL && !prove_crew_wait(&run->crew)) {
        tell_progress(run, since);
        why = limit_reached(run, since);
        if (why == NULL && now() - saved > CHECKPOINT_SECONDS) {
            prove_crew_pause(&run->crew);
            why = prove_save(run, problem) ? NULL : "disk";
            saved = now();
            prove_crew_go_on(&run->crew);
        }
    }
    prove_crew_join(&run->crew, why != NULL);
    return why;
}

static const struct prove_worker *with_finding(const struct prove_under_way *run)
{
    for (uint32_t i = 0; i < run->space.wish->workers; i++) {
        if (run->worker[i].finding.broken) {
            return &run->worker[i];
        }
    }
    return NULL;
}

static bool open_writers(struct prove_under_way *run, struct rd_problem *problem)
{
    const struct prove_wish *wish = run->space.wish;
    for (uint32_t i = 0; i < wish->workers; i++) {
        if (!prove_writer_open(&run->worker[i].out, wish->folder, run->at.depth + 1, i,
                               run->at.written[i], problem)) {
            return false;
        }
    }
    return true;
}

/* The level at run->at.depth, from where the checkpoint stands. *why NULL: it is done. */
static bool run_level(struct prove_under_way *run, double since, const char **why,
                      struct rd_problem *problem)
{
    const struct prove_wish *wish = run->space.wish;
    if (!prove_reader_open(&run->reader, wish->folder, run->at.depth, problem)) {
        return false;
    }
    memcpy(run->reader.at, run->at.read, sizeof run->reader.at);
    bool fine = open_writers(run, problem) && prove_crew_start(&run->crew, problem);
    if (fine) {
        *why = watch(run, since, problem);
        /* A run with a finding goes on from where it stood before: to find it again. */
        fine = with_finding(run) != NULL || prove_save(run, problem);
    }
    for (uint32_t i = 0; i < wish->workers; i++) {
        prove_writer_close(&run->worker[i].out);
    }
    prove_reader_close(&run->reader);
    return fine && problem->text[0] == '\0';
}

static uint64_t written(const struct prove_under_way *run)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < PROVE_FILES_MAX; i++) {
        sum += run->at.written[i];
    }
    return sum;
}

static uint64_t left_out(const struct prove_under_way *run)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < PROVE_DEPTH_MAX; i++) {
        sum += run->at.level[i].left_out;
    }
    return sum;
}

static void keep_finding(struct prove_under_way *run, const struct prove_worker *finder)
{
    run->result->broken = true;
    run->result->finding = finder->finding;
    run->result->scenario = prove_worker_scenario(finder, run->scenario);
}

/* After a level was done: the next one, or why there is none. */
static const char *next_level(struct prove_under_way *run)
{
    const struct prove_wish *wish = run->space.wish;
    if (written(run) == 0) {
        run->at.complete = left_out(run) == 0;
        return run->at.complete ? "complete" : "disk";
    }
    run->at.depth++;
    memset(run->at.read, 0, sizeof run->at.read);
    memset(run->at.written, 0, sizeof run->at.written);
    bool deep =
        run->at.depth + 2 >= PROVE_DEPTH_MAX || (wish->depth > 0 && run->at.depth >= wish->depth);
    return deep ? "depth" : NULL;
}

static bool run_levels(struct prove_under_way *run, struct rd_problem *problem)
{
    double since = now();
    run->processor_before = run->at.processor_seconds - (double)clock() / CLOCKS_PER_SEC;
    const char *why = run->at.complete ? "complete" : NULL;
    while (why == NULL) {
        if (!run_level(run, since, &why, problem)) {
            return false;
        }
        if (with_finding(run) != NULL) {
            keep_finding(run, with_finding(run));
            why = "a law is broken";
        }
        if (why == NULL) {
            why = next_level(run);
            if (!prove_checkpoint_write(&run->at, run->space.wish->folder, problem)) {
                return false;
            }
        }
    }
    run->result->why_it_ended = why;
    run->result->seconds = now() - since;
    return true;
}

/* ---- beginning ------------------------------------------------------------------------------- */

static bool open_run(struct prove_under_way *run, struct rd_problem *problem)
{
    struct prove_space *space = &run->space;
    uint64_t memory = space->wish->memory;
    prove_crew_open(&run->crew);
    run->worker = calloc(space->wish->workers, sizeof *run->worker);
    run->crew.worker = run->worker;
    run->crew.count = space->wish->workers;
    run->crew.reader = &run->reader;
    bool fine = run->worker != NULL && prove_seen_open(&space->seen, memory / SEEN_SHARE) &&
                prove_pairs_open(&space->views, memory / VIEWS_SHARE) &&
                prove_pairs_open(&space->heard, memory / HEARD_SHARE);
    for (uint32_t i = 0; fine && i < space->wish->workers; i++) {
        fine = prove_worker_open(&run->worker[i], space);
    }
    if (!fine) {
        return rd_problem_at(problem, NULL, "not enough memory; try a smaller --memory");
    }
    if (mkdir(space->wish->folder, 0777) != 0 && errno != EEXIST) {
        return rd_problem_at(problem, space->wish->folder, "%s", strerror(errno));
    }
    return prove_resume(run, problem);
}

static void close_run(struct prove_under_way *run)
{
    for (uint32_t i = 0; run->worker != NULL && i < run->space.wish->workers; i++) {
        prove_worker_close(&run->worker[i]);
    }
    free(run->worker);
    prove_seen_close(&run->space.seen);
    prove_pairs_close(&run->space.views);
    prove_pairs_close(&run->space.heard);
    prove_crew_close(&run->crew);
}

static void fill_result(struct prove_under_way *run)
{
    struct prove_result *result = run->result;
    memcpy(result->level, run->at.level, sizeof result->level);
    result->processor_seconds = run->at.processor_seconds;
    result->complete = run->at.complete;
    result->depth = run->at.depth;
    result->positions = run->at.positions;
    result->view_classes = run->at.view_classes;
    result->doubt = prove_seen_doubt(&run->space.seen);
}

bool prove_run(json_t *scenario, const struct prove_wish *wish, struct prove_result *result,
               struct rd_problem *problem)
{
    struct rd_scenario opened;
    struct rd_play play;
    memset(result, 0, sizeof *result);
    if (!rd_scenario_open(&opened, scenario, RD_MAP_FILES_NO, problem)) {
        return false;
    }
    struct prove_under_way *run = calloc(1, sizeof *run);
    bool fine = run != NULL && rd_scenario_begin(&opened, &play, problem);
    if (fine) {
        run->space =
            (struct prove_space){ .game = wish->game != NULL ? wish->game : opened.chosen.game,
                                  .setup = opened.chosen.setup,
                                  .opening = play.state,
                                  .wish = wish };
        run->result = result;
        run->scenario = scenario;
        fine = open_run(run, problem) && run_levels(run, problem);
        fill_result(run);
        close_run(run);
        rd_play_end(&play);
    }
    free(run);
    rd_scenario_close(&opened);
    return fine;
}
