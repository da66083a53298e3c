/*
 * prove/crew.h - the threads that go through one level, and how they are told to pause.
 */
#ifndef REDOUBT_PROVE_CREW_H
#define REDOUBT_PROVE_CREW_H

#include "prove/work.h"

struct prove_crew {
    struct prove_worker *worker; /* count of them, one for each thread */
    uint32_t count;
    struct prove_reader *reader; /* where positions come from */

    /* For crew.c alone. */
    struct prove_crew_job {
        struct prove_crew *crew;
        struct prove_worker *worker;
        pthread_t thread;
    } job[PROVE_WORKERS_MAX];
    pthread_mutex_t lock;
    pthread_cond_t moved;
    uint32_t working; /* threads that are not paused and have not ended */
    bool pause, end;
};

void prove_crew_open(struct prove_crew *crew);
void prove_crew_close(struct prove_crew *crew);
bool prove_crew_start(struct prove_crew *crew, struct rd_problem *problem);
/* Waits for a change or a part of a second. True: all threads have ended. */
bool prove_crew_wait(struct prove_crew *crew);
/* Returns when all threads are still; their counts are right then. */
void prove_crew_pause(struct prove_crew *crew);
void prove_crew_go_on(struct prove_crew *crew);
/* Waits for the end of all threads. now: whatever is left of the level. */
void prove_crew_join(struct prove_crew *crew, bool now);

#endif
