/* Games of a batch begin and go on: each worker its share of them, as spot.c plays one. */
#include "batch/block.h"

struct reset_job {
    struct rd_batch *batch;
    uint64_t seed;
    const uint8_t *which;
};

static void reset_some(void *argument, uint32_t worker, uint32_t first, uint32_t end)
{
    const struct reset_job *job = argument;
    (void)worker;
    for (uint32_t game = first; game < end; game++) {
        if (job->which == NULL || job->which[game] != 0) {
            spot_reset(&job->batch->terms, batch_spot(job->batch, game), job->seed);
        }
    }
}

enum rd_batch_code rd_batch_reset(struct rd_batch *batch, uint64_t seed, const uint8_t *which)
{
    enum rd_batch_code code = batch_enter(batch);
    if (code != RD_BATCH_OK) {
        return code;
    }
    struct reset_job job = { batch, seed, which };
    pool_run(&batch->pool, reset_some, &job, batch->plan.games);
    batch_leave(batch);
    return RD_BATCH_OK;
}

/* ---- orders ---------------------------------------------------------------------------------- */

enum { NO_FAULT = UINT32_MAX, SEATS_OF_A_FAULT = 8 };

struct step_job {
    struct rd_batch *batch;
    const struct rd_action *orders;
    struct rd_batch_result result;
    _Atomic uint32_t fault; /* game * SEATS_OF_A_FAULT + seat: the lowest */
};

/* The lowest, whoever finds it first. RD_BATCH_GAMES_MAX * 8 fits. */
static void note_fault(struct step_job *job, uint32_t game, rd_seat seat)
{
    uint32_t mine = game * SEATS_OF_A_FAULT + seat, known = atomic_load(&job->fault);
    while (mine < known && !atomic_compare_exchange_weak(&job->fault, &known, mine)) {
    }
}

static void judge_some(void *argument, uint32_t worker, uint32_t first, uint32_t end)
{
    struct step_job *job = argument;
    const struct terms *terms = &job->batch->terms;
    (void)worker;
    for (uint32_t game = first; game < end; game++) {
        uint32_t seat = spot_refused(terms, batch_spot(job->batch, game),
                                     job->orders + (size_t)game * terms->seats);
        if (seat != NO_SEAT) {
            note_fault(job, game, (rd_seat)seat);
        }
    }
}

static void step_some(void *argument, uint32_t worker, uint32_t first, uint32_t end)
{
    struct step_job *job = argument;
    (void)worker;
    for (uint32_t game = first; game < end; game++) {
        const struct terms *terms = &job->batch->terms;
        spot_step(terms, batch_spot(job->batch, game), job->orders + (size_t)game * terms->seats,
                  &job->result);
    }
}

static void look_at_some(void *argument, uint32_t worker, uint32_t first, uint32_t end)
{
    struct step_job *job = argument;
    (void)worker;
    for (uint32_t game = first; game < end; game++) {
        spot_look(&job->batch->terms, batch_spot(job->batch, game), &job->result);
    }
}

/* ---- steps ----------------------------------------------------------------------------------- */

static enum rd_batch_code refuse(struct rd_batch *batch, const struct step_job *job)
{
    uint32_t fault = atomic_load(&job->fault);
    struct rd_batch_fault told = { .game = fault / SEATS_OF_A_FAULT,
                                   .seat = fault % SEATS_OF_A_FAULT };
    told.order = job->orders[(size_t)told.game * batch->setup.seats + told.seat];
    told.verdict =
        batch->plan.game->judge(batch_state(batch, told.game), (rd_seat)told.seat, told.order);
    batch->fault = told;
    return RD_BATCH_ILLEGAL;
}

enum rd_batch_code rd_batch_step(struct rd_batch *batch, const struct rd_action *orders,
                                 const struct rd_batch_result *result)
{
    enum rd_batch_code code = batch_enter(batch);
    if (code != RD_BATCH_OK) {
        return code;
    }
    struct step_job job = { .batch = batch, .orders = orders, .fault = NO_FAULT };
    if (result != NULL) {
        job.result = *result;
    }
    if ((batch->plan.flags & RD_BATCH_NOOP) == 0) {
        pool_run(&batch->pool, judge_some, &job, batch->plan.games);
    }
    if (atomic_load(&job.fault) != NO_FAULT) {
        code = refuse(batch, &job);
    } else {
        pool_run(&batch->pool, step_some, &job, batch->plan.games);
    }
    batch_leave(batch);
    return code;
}

enum rd_batch_code rd_batch_look(struct rd_batch *batch, const struct rd_batch_result *result)
{
    enum rd_batch_code code = batch_enter(batch);
    if (code != RD_BATCH_OK) {
        return code;
    }
    struct step_job job = { .batch = batch, .result = *result, .fault = NO_FAULT };
    pool_run(&batch->pool, look_at_some, &job, batch->plan.games);
    batch_leave(batch);
    return RD_BATCH_OK;
}

struct rd_batch_fault rd_batch_fault(const struct rd_batch *batch)
{
    return batch->fault;
}
