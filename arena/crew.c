#include "arena/crew.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    THREADS_MAX = 256,
    QUEUE_PER_THREAD = 64, /* games that wait to be played */
    PATH_ROOM = 4096
};

struct crew {
    const struct crew_plan *plan;
    pthread_t thread[THREADS_MAX];
    uint32_t threads;
    atomic_bool break_off;
    pthread_mutex_t lock;
    pthread_cond_t more_to_play, more_to_collect;
    /* Under the lock: */
    struct game *queue;
    uint32_t queued, queue_room;
    struct game *finished;
    uint32_t finished_count, finished_room;
    uint32_t playing;
    uint32_t at_table[THREADS_MAX]; /* the games that are on, by thread; 0: none */
    uint32_t seats_taken;           /* threads that have begun */
    bool stop;
    struct rd_problem problem; /* of a thread */
};

uint32_t crew_cores(void)
{
    cpu_set_t set;
    int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return count < 1 ? 1 : (uint32_t)count;
}

/* ---- playing ---- */

void crew_replay_path(const char *folder, const struct game *game, char *out, size_t size)
{
    snprintf(out, size, "%s/%06u.rdr", folder, game->id);
}

static bool keeps_replay(const struct crew_plan *plan, const struct game *game)
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

/* CPU time of this thread. */
static double thread_seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static bool goes_on(void *context, const void *state)
{
    const struct crew *crew = context;
    (void)state;
    return !atomic_load(&crew->break_off);
}

/* Who plays no more has a program that ends at once, and so loses. */
static const struct entrant *sits_there(const struct tournament *t, uint16_t number,
                                        struct entrant *absent)
{
    static const char spec[] = "cmd:echo takes part no more >&2";
    *absent = t->entrant[number];
    if (!absent->retired) {
        return &t->entrant[number];
    }
    memcpy(absent->spec, spec, sizeof spec);
    absent->command_at = sizeof "cmd:" - 1;
    absent->door = &door_line;
    absent->bot = NULL;
    absent->folder[0] = '\0';
    return absent;
}

static void play_game(struct crew *crew, struct game *game, struct rd_problem *problem)
{
    const struct crew_plan *plan = crew->plan;
    const struct tournament *t = plan->tournament;
    char path[PATH_ROOM];
    struct game_run_result result;
    struct entrant absent[RD_SEATS_MAX];
    struct game_run_plan table = { .chosen = &t->setup[game->setup],
                                   .limits = &t->limits,
                                   .sandboxed = plan->sandboxed,
                                   .on_turn = goes_on,
                                   .context = crew };
    tournament_key(t, game->group, table.key);
    for (uint32_t seat = 0; seat < game->seats; seat++) {
        table.entrant[seat] = sits_there(t, game->entrant[seat], &absent[seat]);
    }
    if (keeps_replay(plan, game)) {
        crew_replay_path(plan->replays, game, path, sizeof path);
        table.replay = path;
        game->has_replay = true;
    }
    double began = thread_seconds();
    game_run(&table, &result, problem);
    game->cpu_us = (uint32_t)(1e6 * (thread_seconds() - began));
    take_result(game, &result);
}

/* False: no more. */
static bool next_game(struct crew *crew, uint32_t me, struct game *game)
{
    while (crew->queued == 0 && !crew->stop) {
        pthread_cond_wait(&crew->more_to_play, &crew->lock);
    }
    if (crew->stop) {
        return false;
    }
    *game = crew->queue[0];
    crew->queued--;
    memmove(crew->queue, crew->queue + 1, crew->queued * sizeof *crew->queue);
    crew->playing++;
    crew->at_table[me] = game->id;
    return true;
}

static bool is_low(const struct crew *crew)
{
    return crew->queued * 4 < crew->queue_room;
}

/* Under the lock. A game that was broken off may look like any other: none is kept then. */
static void hand_in(struct crew *crew, uint32_t me, const struct game *game,
                    const struct rd_problem *problem)
{
    bool fine = problem->text[0] == '\0';
    crew->playing--;
    crew->at_table[me] = 0;
    if (!fine) {
        rd_problem_at(&crew->problem, NULL, "%s", problem->text);
    } else if (!atomic_load(&crew->break_off)) {
        RD_ASSERT(crew->finished_count < crew->finished_room);
        crew->finished[crew->finished_count++] = *game;
    }
    if (is_low(crew) || !fine) {
        pthread_cond_signal(&crew->more_to_collect);
    }
}

static void *work(void *context)
{
    struct crew *crew = context;
    struct game game;
    pthread_mutex_lock(&crew->lock);
    uint32_t me = crew->seats_taken++;
    while (next_game(crew, me, &game)) {
        struct rd_problem problem = { "" };
        pthread_mutex_unlock(&crew->lock);
        play_game(crew, &game, &problem);
        pthread_mutex_lock(&crew->lock);
        hand_in(crew, me, &game, &problem);
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

/* ---- giving and collecting ---- */

uint32_t crew_room(struct crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    uint32_t busy = crew->queued + crew->playing + crew->finished_count;
    pthread_mutex_unlock(&crew->lock);
    return busy * 2 > crew->queue_room ? 0 : crew->queue_room - busy;
}

void crew_give(struct crew *crew, const struct game *game, uint32_t count)
{
    pthread_mutex_lock(&crew->lock);
    RD_ASSERT(crew->queued + count <= crew->queue_room);
    memcpy(crew->queue + crew->queued, game, count * sizeof *game);
    crew->queued += count;
    pthread_cond_broadcast(&crew->more_to_play);
    pthread_mutex_unlock(&crew->lock);
}

uint32_t crew_collect(struct crew *crew, struct game *game, uint32_t room)
{
    pthread_mutex_lock(&crew->lock);
    uint32_t count = crew->finished_count < room ? crew->finished_count : room;
    memcpy(game, crew->finished, count * sizeof *game);
    crew->finished_count -= count;
    memmove(crew->finished, crew->finished + count, crew->finished_count * sizeof *crew->finished);
    pthread_mutex_unlock(&crew->lock);
    return count;
}

static void add_id(uint32_t id, uint32_t *list, uint32_t room, uint32_t *count)
{
    if (id != 0 && *count < room) {
        list[*count] = id;
    }
    *count += id != 0;
}

uint32_t crew_holds(struct crew *crew, uint32_t *id, uint32_t room)
{
    uint32_t count = 0;
    pthread_mutex_lock(&crew->lock);
    for (uint32_t i = 0; i < crew->threads; i++) {
        add_id(crew->at_table[i], id, room, &count);
    }
    for (uint32_t i = 0; i < crew->queued; i++) {
        add_id(crew->queue[i].id, id, room, &count);
    }
    for (uint32_t i = 0; i < crew->finished_count; i++) {
        add_id(crew->finished[i].id, id, room, &count);
    }
    pthread_mutex_unlock(&crew->lock);
    return count;
}

bool crew_wait(struct crew *crew, uint32_t for_ms, struct rd_problem *problem)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += (int64_t)for_ms % 1000 * 1000000;
    until.tv_sec += for_ms / 1000 + until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&crew->lock);
    if (!is_low(crew) || crew->finished_count == 0) {
        pthread_cond_timedwait(&crew->more_to_collect, &crew->lock, &until);
    }
    bool fine =
        crew->problem.text[0] == '\0' || rd_problem_at(problem, NULL, "%s", crew->problem.text);
    pthread_mutex_unlock(&crew->lock);
    return fine;
}

/* ---- beginning and end ---- */

static void *room_for(uint32_t count, size_t size)
{
    void *room = calloc(count, size);
    RD_ASSERT(room != NULL);
    return room;
}

struct crew *crew_open(const struct crew_plan *plan, struct rd_problem *problem)
{
    uint32_t wanted = plan->threads == 0 ? crew_cores() : plan->threads;
    wanted = wanted < THREADS_MAX ? wanted : THREADS_MAX;
    struct crew *crew = room_for(1, sizeof *crew);
    crew->plan = plan;
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->more_to_play, NULL);
    pthread_cond_init(&crew->more_to_collect, NULL);
    crew->queue_room = wanted * QUEUE_PER_THREAD;
    crew->finished_room = 2 * crew->queue_room;
    crew->queue = room_for(crew->queue_room, sizeof *crew->queue);
    crew->finished = room_for(crew->finished_room, sizeof *crew->finished);
    while (crew->threads < wanted &&
           pthread_create(&crew->thread[crew->threads], NULL, work, crew) == 0) {
        crew->threads++;
    }
    if (crew->threads == 0) {
        rd_problem_at(problem, NULL, "no thread can be started");
        crew_close(crew);
        return NULL;
    }
    return crew;
}

uint32_t crew_threads(const struct crew *crew)
{
    return crew->threads;
}

void crew_stop(struct crew *crew, bool break_off)
{
    pthread_mutex_lock(&crew->lock);
    crew->stop = true;
    atomic_store(&crew->break_off, break_off);
    pthread_cond_broadcast(&crew->more_to_play);
    pthread_mutex_unlock(&crew->lock);
    for (uint32_t i = 0; i < crew->threads; i++) {
        pthread_join(crew->thread[i], NULL);
    }
}

void crew_close(struct crew *crew)
{
    free(crew->queue);
    free(crew->finished);
    pthread_mutex_destroy(&crew->lock);
    pthread_cond_destroy(&crew->more_to_play);
    pthread_cond_destroy(&crew->more_to_collect);
    free(crew);
}
