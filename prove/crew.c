/* A level ends when the reader has no more, a law is broken, or somebody says so. */
#include "prove/crew.h"

#include <time.h>

#include "laws/hearing.h"

/* False: the thread is to end. */
static bool may_go_on(struct prove_crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    while (crew->pause && !crew->end) {
        crew->working--;
        pthread_cond_broadcast(&crew->moved);
        pthread_cond_wait(&crew->moved, &crew->lock);
        crew->working++;
    }
    bool end = crew->end;
    pthread_mutex_unlock(&crew->lock);
    return !end;
}

static void leave(struct prove_crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    crew->working--;
    pthread_cond_broadcast(&crew->moved);
    pthread_mutex_unlock(&crew->lock);
}

static void *work(void *argument)
{
    struct prove_crew_job *job = argument;
    struct prove_crew *crew = job->crew;
    struct prove_item item;
    while (may_go_on(crew) && prove_reader_next(crew->reader, &item)) {
        if (!prove_worker_take(job->worker, &item)) {
            pthread_mutex_lock(&crew->lock);
            crew->end = true;
            pthread_mutex_unlock(&crew->lock);
            break;
        }
    }
    hearing_close();
    leave(crew);
    return NULL;
}

static void set_pause(struct prove_crew *crew, bool pause, bool end)
{
    pthread_mutex_lock(&crew->lock);
    crew->pause = pause;
    crew->end = crew->end || end;
    pthread_cond_broadcast(&crew->moved);
    pthread_mutex_unlock(&crew->lock);
}

void prove_crew_open(struct prove_crew *crew)
{
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->moved, NULL);
}

void prove_crew_close(struct prove_crew *crew)
{
    pthread_mutex_destroy(&crew->lock);
    pthread_cond_destroy(&crew->moved);
}

bool prove_crew_start(struct prove_crew *crew, struct rd_problem *problem)
{
    crew->working = crew->count;
    crew->pause = crew->end = false;
    for (uint32_t i = 0; i < crew->count; i++) {
        struct prove_crew_job *job = &crew->job[i];
        job->crew = crew;
        job->worker = &crew->worker[i];
        if (pthread_create(&job->thread, NULL, work, job) != 0) {
            return rd_problem_at(problem, NULL, "a thread can't be started");
        }
    }
    return true;
}

bool prove_crew_wait(struct prove_crew *crew)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 200000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&crew->lock);
    if (crew->working > 0) {
        pthread_cond_timedwait(&crew->moved, &crew->lock, &until);
    }
    bool ended = crew->working == 0;
    pthread_mutex_unlock(&crew->lock);
    return ended;
}

void prove_crew_pause(struct prove_crew *crew)
{
    set_pause(crew, true, false);
    pthread_mutex_lock(&crew->lock);
    while (crew->working > 0) {
        pthread_cond_wait(&crew->moved, &crew->lock);
    }
    pthread_mutex_unlock(&crew->lock);
}

void prove_crew_go_on(struct prove_crew *crew)
{
    set_pause(crew, false, false);
}

void prove_crew_join(struct prove_crew *crew, bool now)
{
    set_pause(crew, false, now);
    for (uint32_t i = 0; i < crew->count; i++) {
        pthread_join(crew->job[i].thread, NULL);
    }
}
