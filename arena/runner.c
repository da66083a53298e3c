#include "arena/runner.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "arena/crew.h"

enum {
    BATCH_MAX = 1024, /* games written or taken at once */
    BOOKS_MS = 100,   /* how often results are written */
    LEASE_MS =
        3600 * 1000 /* for what was taken; this process frees all of it when it opens again */
};

struct runner {
    const struct run_plan *plan;
    struct books books;
    struct crew *crew;
    struct game *batch;
};

/* CPU time of this process. */
static double cpu_seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Hands in what has been played since the last time. *any: there was something. */
static bool write_finished(struct runner *r, bool *any, struct rd_problem *problem)
{
    const struct game *list[BATCH_MAX];
    uint32_t count = crew_collect(r->crew, r->batch, BATCH_MAX);
    for (uint32_t i = 0; i < count; i++) {
        list[i] = &r->batch[i];
    }
    *any = count > 0;
    if (count > 0 && !store_finish(r->plan->store, list, count, problem)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        books_note(&r->books, list[i]);
    }
    return true;
}

/* Takes games from the store while there is room. */
static bool fill_crew(struct runner *r, struct rd_problem *problem)
{
    uint32_t id[BATCH_MAX], room = crew_room(r->crew);
    struct taking taking = { .lease = { STORE_OWN, LEASE_MS },
                             .want = room < BATCH_MAX ? room : BATCH_MAX,
                             .id = id };
    if (room == 0) {
        return true;
    }
    if (!store_take(r->plan->store, &taking, 1, problem)) {
        return false;
    }
    for (uint32_t i = 0; i < taking.taken; i++) {
        RD_ASSERT(id[i] >= 1 && id[i] <= r->books.games->count);
        crew_give(r->crew, &r->books.games->game[id[i] - 1], 1);
    }
    return true;
}

static void show(const struct runner *r)
{
    struct progress progress;
    if (r->plan->on_progress != NULL) {
        books_progress(&r->books, &progress);
        r->plan->on_progress(r->plan->context, &progress, r->books.games);
    }
}

static bool keep_books(struct runner *r, struct rd_problem *problem)
{
    bool over = false, any;
    for (;;) {
        if (!write_finished(r, &any, problem)) {
            return false;
        }
        show(r);
        if (r->plan->stop != NULL && *r->plan->stop != 0) {
            return true;
        }
        if (!books_go_on(&r->books, &over, problem) || over) {
            return over;
        }
        if (!fill_crew(r, problem) || !crew_wait(r->crew, BOOKS_MS, problem)) {
            return false;
        }
    }
}

static void take_figures(const struct runner *r, double cpu_before, struct run_figures *figures)
{
    const struct books *books = &r->books;
    figures->played = books->done - books->before;
    figures->seconds = books_seconds() - books->began;
    figures->games_per_s = figures->played / (figures->seconds > 0 ? figures->seconds : 1);
    figures->cpu_s = cpu_seconds() - cpu_before;
    figures->threads = crew_threads(r->crew);
    figures->cpu_use =
        figures->cpu_s / (figures->seconds > 0 ? figures->seconds : 1) / figures->threads;
    figures->engine_s = (double)books->engine_us / 1e6;
    figures->programs_s = (double)books->programs_us / 1e6;
}

static bool play(struct runner *r, double cpu_before, struct run_figures *figures,
                 struct rd_problem *problem)
{
    r->batch = calloc(BATCH_MAX, sizeof *r->batch);
    RD_ASSERT(r->batch != NULL);
    bool any = true, fine = keep_books(r, problem);
    crew_stop(r->crew, false);
    while (fine && any) { /* by those who were told to stop */
        fine = write_finished(r, &any, problem);
    }
    take_figures(r, cpu_before, figures);
    free(r->batch);
    return fine;
}

bool runner_run(const struct run_plan *plan, struct games *games, struct run_figures *figures,
                struct rd_problem *problem)
{
    double cpu_before = cpu_seconds();
    const struct crew_plan crew = { plan->tournament, plan->sandboxed, plan->threads, plan->replays,
                                    plan->replays_every };
    struct runner r = { .plan = plan };
    memset(figures, 0, sizeof *figures);
    if (plan->replays != NULL && mkdir(plan->replays, 0777) != 0 && errno != EEXIST) {
        return rd_problem_at(problem, plan->replays, "can't be made: %s", strerror(errno));
    }
    if (!books_open(&r.books, plan->tournament, plan->store, games, problem) ||
        (r.crew = crew_open(&crew, problem)) == NULL) {
        return false;
    }
    bool fine = play(&r, cpu_before, figures, problem);
    crew_close(r.crew);
    return fine;
}
