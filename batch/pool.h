/*
 * batch/pool.h - threads that share out a range of numbers.
 */
#ifndef REDOUBT_BATCH_POOL_H
#define REDOUBT_BATCH_POOL_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "redoubt/batch.h"

/* Does first .. end-1. worker is below the number of threads, and no other has it meanwhile. */
typedef void pool_work(void *job, uint32_t worker, uint32_t first, uint32_t end);

struct pool {
    pthread_t thread[RD_BATCH_THREADS_MAX];
    uint32_t helpers; /* threads besides the caller's */
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    uint32_t round;   /* goes up with each job */
    uint32_t working; /* helpers who are not done with it */
    uint32_t names;   /* given to helpers that have started */
    bool stop;
    pool_work *work;
    void *job;
    uint32_t total, share;
    _Atomic uint32_t next;
};

/* false: the system gives no threads; then there is nothing to close. */
bool pool_open(struct pool *pool, uint32_t threads);
void pool_close(struct pool *pool);
/* 0 .. total-1, in shares, by all threads and the caller; back when all is done. */
void pool_run(struct pool *pool, pool_work *work, void *job, uint32_t total);

#endif
