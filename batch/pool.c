/* Threads that wait for a job, take shares of it, and wait again. */
#include "batch/pool.h"

#include <signal.h>

static void take_shares(struct pool *pool, uint32_t worker)
{
    for (;;) {
        uint32_t first = atomic_fetch_add(&pool->next, pool->share);
        if (first >= pool->total) {
            return;
        }
        uint32_t left = pool->total - first;
        pool->work(pool->job, worker, first, first + (left < pool->share ? left : pool->share));
    }
}

static void *helper(void *argument)
{
    struct pool *pool = argument;
    uint32_t seen = 0;
    pthread_mutex_lock(&pool->lock);
    uint32_t worker = ++pool->names;
    for (;;) {
        while (pool->round == seen && !pool->stop) {
            pthread_cond_wait(&pool->begin, &pool->lock);
        }
        if (pool->stop) {
            break;
        }
        seen = pool->round;
        pthread_mutex_unlock(&pool->lock);
        take_shares(pool, worker);
        pthread_mutex_lock(&pool->lock);
        if (--pool->working == 0) {
            pthread_cond_signal(&pool->end);
        }
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* Signals are for the threads of the program that uses us. */
static bool start_helpers(struct pool *pool, uint32_t helpers)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (pool->helpers < helpers &&
           pthread_create(&pool->thread[pool->helpers], NULL, helper, pool) == 0) {
        pool->helpers++;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return pool->helpers == helpers;
}

bool pool_open(struct pool *pool, uint32_t threads)
{
    pool->helpers = pool->round = pool->working = pool->names = 0;
    pool->stop = false;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->begin, NULL);
    pthread_cond_init(&pool->end, NULL);
    if (!start_helpers(pool, threads - 1)) {
        pool_close(pool);
        return false;
    }
    return true;
}

void pool_close(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->stop = true;
    pthread_cond_broadcast(&pool->begin);
    pthread_mutex_unlock(&pool->lock);
    for (uint32_t i = 0; i < pool->helpers; i++) {
        pthread_join(pool->thread[i], NULL);
    }
    pthread_cond_destroy(&pool->begin);
    pthread_cond_destroy(&pool->end);
    pthread_mutex_destroy(&pool->lock);
}

void pool_run(struct pool *pool, pool_work *work, void *job, uint32_t total)
{
    enum { SHARES = 8 /* of a thread: who is held up leaves some to others */, SHARE_MAX = 64 };
    if (pool->helpers == 0) {
        work(job, 0, 0, total);
        return;
    }
    uint32_t share = total / (SHARES * (pool->helpers + 1)) + 1;
    pthread_mutex_lock(&pool->lock);
    pool->work = work;
    pool->job = job;
    pool->total = total;
    pool->share = share < SHARE_MAX ? share : SHARE_MAX;
    atomic_store(&pool->next, 0);
    pool->working = pool->helpers;
    pool->round++;
    pthread_cond_broadcast(&pool->begin);
    pthread_mutex_unlock(&pool->lock);
    take_shares(pool, 0);
    pthread_mutex_lock(&pool->lock);
    while (pool->working > 0) {
        pthread_cond_wait(&pool->end, &pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
}
