#include "arena/runner.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "arena/rating.h"

enum {
    THREADS_MAX = 256,
    QUEUE_PER_THREAD = 64, /* games taken from the store ahead of being played */
    PATH_ROOM = 4096,
    BATCH_MAX = 1024, /* games written or taken at once */
    BOOKS_MS = 100,   /* how often results are written */
    LEASE_MS =
        3600 * 1000 /* for what was taken; this process frees all of it when it opens again */
};

struct runner {
    const struct run_plan *plan;
    struct games *games;
    pthread_mutex_t lock;
    pthread_cond_t more_to_play, more_to_write;
    /* Under the lock: */
    struct game *queue; /* copies: the list of all games may move */
    uint32_t queued, queue_room;
    struct game *finished;
    uint32_t finished_count, finished_room;
    uint32_t playing;
    bool stop;
    struct rd_problem problem; /* of a worker */
    /* Only of the caller's thread: */
    uint32_t done, before;
    uint64_t engine_us;   /* CPU time within games */
    uint64_t programs_us; /* and of programs */
    double began;
    struct game *batch;
    uint32_t batch_room;
};

static double seconds_of(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

uint32_t runner_cores(void)
{
    cpu_set_t set;
    int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return count < 1 ? 1 : (uint32_t)count;
}

/* ---- playing ---- */

void runner_replay_path(const char *folder, const struct game *game, char *out, size_t size)
{
    snprintf(out, size, "%s/%06u.rdr", folder, game->id);
}

static bool keeps_replay(const struct run_plan *plan, const struct game *game)
{
    return plan->replays != NULL && game->group % plan->replays_every == 0;
}

static void take_result(struct game *game, const struct game_run_result *result)
{
    for (uint32_t seat = 0; seat < game->seats; seat++) {
        uint32_t faults = result->seat[seat].faults;
        game->rank[seat] = result->match.outcome.rank[seat];
        game->end[seat] = (uint8_t)result->seat[seat].end;
        game->faults[seat] = (uint16_t)(faults < UINT16_MAX ? faults : UINT16_MAX);
        game->silent[seat] = result->seat[seat].never_played;
        game->used_ms[seat] = (uint32_t)result->seat[seat].used_ms;
        game->cpu_ms[seat] = result->seat[seat].cpu_ms;
        game->memory_kb[seat] = result->seat[seat].memory_kb;
    }
    game->ending = result->match.outcome.ending;
    game->turns = result->match.turns;
    game->orders = result->match.orders;
    game->hash = result->match.hash;
    game->done = true;
}

static void play_game(const struct run_plan *plan, struct game *game, struct rd_problem *problem)
{
    const struct tournament *t = plan->tournament;
    char path[PATH_ROOM];
    struct game_run_result result;
    struct game_run_plan table = { .chosen = &t->setup[game->setup],
                                   .limits = &t->limits,
                                   .sandboxed = plan->sandboxed };
    tournament_key(t, game->group, table.key);
    for (uint32_t seat = 0; seat < game->seats; seat++) {
        table.entrant[seat] = &t->entrant[game->entrant[seat]];
    }
    if (keeps_replay(plan, game)) {
        runner_replay_path(plan->replays, game, path, sizeof path);
        table.replay = path;
        game->has_replay = true;
    }
    double began = seconds_of(CLOCK_THREAD_CPUTIME_ID);
    game_run(&table, &result, problem);
    game->cpu_us = (uint32_t)(1e6 * (seconds_of(CLOCK_THREAD_CPUTIME_ID) - began));
    take_result(game, &result);
}

/* False: no more. */
static bool next_game(struct runner *r, struct game *game)
{
    while (r->queued == 0 && !r->stop) {
        pthread_cond_wait(&r->more_to_play, &r->lock);
    }
    if (r->stop) {
        return false;
    }
    *game = r->queue[0];
    r->queued--;
    memmove(r->queue, r->queue + 1, r->queued * sizeof *r->queue);
    r->playing++;
    return true;
}

static bool is_low(const struct runner *r)
{
    return r->queued * 4 < r->queue_room;
}

/* Under the lock. */
static void hand_in(struct runner *r, const struct game *game, const struct rd_problem *problem)
{
    bool fine = problem->text[0] == '\0';
    r->playing--;
    if (fine) {
        RD_ASSERT(r->finished_count < r->finished_room);
        r->finished[r->finished_count++] = *game;
    } else {
        rd_problem_at(&r->problem, NULL, "%s", problem->text);
    }
    if (is_low(r) || !fine) {
        pthread_cond_signal(&r->more_to_write);
    }
}

static void *work(void *context)
{
    struct runner *r = context;
    struct game game;
    pthread_mutex_lock(&r->lock);
    while (next_game(r, &game)) {
        struct rd_problem problem = { "" };
        pthread_mutex_unlock(&r->lock);
        play_game(r->plan, &game, &problem);
        pthread_mutex_lock(&r->lock);
        hand_in(r, &game, &problem);
    }
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

/* ---- the books ---- */

/* Hands in what has been played since the last time. */
static bool write_finished(struct runner *r, struct rd_problem *problem)
{
    const struct game *list[BATCH_MAX];
    pthread_mutex_lock(&r->lock);
    uint32_t count = r->finished_count < BATCH_MAX ? r->finished_count : BATCH_MAX;
    memcpy(r->batch, r->finished, count * sizeof *r->batch);
    r->finished_count -= count;
    memmove(r->finished, r->finished + count, r->finished_count * sizeof *r->finished);
    pthread_mutex_unlock(&r->lock);
    for (uint32_t i = 0; i < count; i++) {
        list[i] = &r->batch[i];
    }
    if (count == 0) {
        return true;
    }
    if (!store_finish(r->plan->store, list, count, problem)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        r->games->game[list[i]->id - 1] = *list[i];
        r->engine_us += list[i]->cpu_us;
        for (uint32_t seat = 0; seat < list[i]->seats; seat++) {
            r->programs_us += 1000 * (uint64_t)list[i]->cpu_ms[seat];
        }
    }
    r->done += count;
    return true;
}

/* Takes games from the store while there is room. */
static bool fill_queue(struct runner *r, struct rd_problem *problem)
{
    uint32_t id[BATCH_MAX];
    pthread_mutex_lock(&r->lock);
    uint32_t busy = r->queued + r->playing + r->finished_count;
    pthread_mutex_unlock(&r->lock);
    if (busy * 2 > r->queue_room) {
        return true;
    }
    int64_t now_ms = (int64_t)time(NULL) * 1000;
    struct lease lease = { "only", now_ms, now_ms + LEASE_MS };
    uint32_t room = r->queue_room - busy;
    int32_t taken =
        store_take(r->plan->store, &lease, id, room < BATCH_MAX ? room : BATCH_MAX, problem);
    pthread_mutex_lock(&r->lock);
    for (int32_t i = 0; i < taken; i++) {
        RD_ASSERT(id[i] >= 1 && id[i] <= r->games->count);
        r->queue[r->queued++] = r->games->game[id[i] - 1];
    }
    pthread_cond_broadcast(&r->more_to_play);
    pthread_mutex_unlock(&r->lock);
    return taken >= 0;
}

static bool is_decided(const struct runner *r)
{
    const struct tournament *t = r->plan->tournament;
    return t->format == FORMAT_SPRT && sprt_look(t, r->games).verdict != SPRT_GOES_ON;
}

/* False: the tournament is over. */
static bool begin_round(struct runner *r, struct rd_problem *problem)
{
    uint32_t before = r->games->count;
    return !is_decided(r) && schedule_next(r->plan->tournament, r->games) &&
           store_add(r->plan->store, r->games->game + before, r->games->count - before, problem);
}

static void show(const struct runner *r)
{
    struct progress progress = { .done = r->done,
                                 .planned = schedule_games(r->plan->tournament, r->games),
                                 .before = r->before,
                                 .seconds = seconds_of(CLOCK_MONOTONIC) - r->began };
    if (r->games->count > 0) {
        progress.round = r->games->game[r->games->count - 1].round + 1;
    }
    progress.games_per_s = (r->done - r->before) / (progress.seconds > 0 ? progress.seconds : 1);
    if (r->plan->on_progress != NULL) {
        r->plan->on_progress(r->plan->context, &progress, r->games);
    }
}

/* Until something is finished and little is left in the queue, or for a moment. */
static bool wait_a_moment(struct runner *r, struct rd_problem *problem)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += BOOKS_MS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_mutex_lock(&r->lock);
    if (!is_low(r) || r->finished_count == 0) {
        pthread_cond_timedwait(&r->more_to_write, &r->lock, &until);
    }
    bool fine = r->problem.text[0] == '\0' || rd_problem_at(problem, NULL, "%s", r->problem.text);
    pthread_mutex_unlock(&r->lock);
    return fine;
}

static bool keep_books(struct runner *r, struct rd_problem *problem)
{
    for (;;) {
        if (!write_finished(r, problem) || problem->text[0] != '\0') {
            return false;
        }
        show(r);
        if (r->plan->stop != NULL && *r->plan->stop != 0) {
            return true;
        }
        if ((r->plan->tournament->format == FORMAT_SPRT && is_decided(r)) ||
            (r->done == r->games->count && !begin_round(r, problem))) {
            return problem->text[0] == '\0';
        }
        if (!fill_queue(r, problem) || !wait_a_moment(r, problem)) {
            return false;
        }
    }
}

/* ---- beginning and end ---- */

static void *room_for(uint32_t count, size_t size)
{
    void *room = calloc(count, size);
    RD_ASSERT(room != NULL);
    return room;
}

static bool open_runner(struct runner *r, const struct run_plan *plan, struct games *games,
                        struct rd_problem *problem)
{
    uint32_t threads = plan->threads == 0 ? runner_cores() : plan->threads;
    r->plan = plan;
    r->games = games;
    pthread_mutex_init(&r->lock, NULL);
    pthread_cond_init(&r->more_to_play, NULL);
    pthread_cond_init(&r->more_to_write, NULL);
    r->queue_room = (threads < THREADS_MAX ? threads : THREADS_MAX) * QUEUE_PER_THREAD;
    r->finished_room = 2 * r->queue_room;
    r->queue = room_for(r->queue_room, sizeof *r->queue);
    r->finished = room_for(r->finished_room, sizeof *r->finished);
    r->batch = room_for(BATCH_MAX, sizeof *r->batch);
    if (plan->replays != NULL && mkdir(plan->replays, 0777) != 0 && errno != EEXIST) {
        return rd_problem_at(problem, plan->replays, "can't be made: %s", strerror(errno));
    }
    if (!store_load(plan->store, games, problem)) {
        return false;
    }
    for (uint32_t i = 0; i < games->count; i++) {
        r->before += games->game[i].done || games->game[i].dropped;
    }
    r->done = r->before;
    return true;
}

static void close_runner(struct runner *r)
{
    free(r->queue);
    free(r->finished);
    free(r->batch);
    pthread_mutex_destroy(&r->lock);
    pthread_cond_destroy(&r->more_to_play);
    pthread_cond_destroy(&r->more_to_write);
}

static uint32_t start_threads(struct runner *r, pthread_t thread[THREADS_MAX])
{
    uint32_t wanted = r->queue_room / QUEUE_PER_THREAD, count = 0;
    while (count < wanted && pthread_create(&thread[count], NULL, work, r) == 0) {
        count++;
    }
    return count;
}

static void stop_threads(struct runner *r, pthread_t thread[THREADS_MAX], uint32_t count)
{
    pthread_mutex_lock(&r->lock);
    r->stop = true;
    pthread_cond_broadcast(&r->more_to_play);
    pthread_mutex_unlock(&r->lock);
    for (uint32_t i = 0; i < count; i++) {
        pthread_join(thread[i], NULL);
    }
}

static void take_figures(const struct runner *r, double cpu_before, uint32_t threads,
                         struct run_figures *figures)
{
    figures->played = r->done - r->before;
    figures->seconds = seconds_of(CLOCK_MONOTONIC) - r->began;
    figures->games_per_s = figures->played / (figures->seconds > 0 ? figures->seconds : 1);
    figures->cpu_s = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - cpu_before;
    figures->cpu_use = figures->cpu_s / (figures->seconds > 0 ? figures->seconds : 1) / threads;
    figures->engine_s = (double)r->engine_us / 1e6;
    figures->programs_s = (double)r->programs_us / 1e6;
    figures->threads = threads;
}

bool runner_run(const struct run_plan *plan, struct games *games, struct run_figures *figures,
                struct rd_problem *problem)
{
    pthread_t thread[THREADS_MAX];
    struct runner r = { .began = seconds_of(CLOCK_MONOTONIC) };
    double cpu_before = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    memset(figures, 0, sizeof *figures);
    bool fine = open_runner(&r, plan, games, problem);
    if (fine) {
        uint32_t threads = start_threads(&r, thread);
        fine = threads > 0 ? keep_books(&r, problem)
                           : rd_problem_at(problem, NULL, "no thread can be started");
        stop_threads(&r, thread, threads);
        while (fine && r.finished_count > 0) { /* by those who were told to stop */
            fine = write_finished(&r, problem);
        }
        take_figures(&r, cpu_before, threads, figures);
    }
    close_runner(&r);
    return fine;
}
