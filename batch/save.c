/* Games of a batch as bytes, and back. */
#include "batch/block.h"

#include <string.h>

uint32_t rd_batch_save_size(const struct rd_batch *batch)
{
    return (uint32_t)sizeof(struct slot) + batch->plan.game->state_size;
}

/* ---- one game -------------------------------------------------------------------------------- */

static void save_game(const struct rd_batch *batch, uint32_t game, uint8_t *bytes)
{
    memcpy(bytes, &batch->slot[game], sizeof(struct slot));
    memcpy(bytes + sizeof(struct slot), batch_state(batch, game), batch->plan.game->state_size);
}

bool batch_is_save(const struct rd_batch_plan *plan, const uint8_t *bytes, void *state)
{
    struct slot slot;
    struct rd_outcome outcome;
    const struct rd_game *rules = plan->game;
    memcpy(&slot, bytes, sizeof slot);
    memcpy(state, bytes + sizeof slot, rules->state_size);
    if (slot.ended > 1 || slot.zero[0] != 0 || slot.zero[1] != 0 || rules->audit(state) != NULL) {
        return false;
    }
    memset(&outcome, 0, sizeof outcome);
    rules->outcome(state, &outcome);
    return outcome.seats == plan->setup->seats && slot.to_act == rules->to_act(state) &&
           (slot.to_act != 0 || slot.ended);
}

static void load_game(struct rd_batch *batch, uint32_t game, const uint8_t *bytes)
{
    memcpy(&batch->slot[game], bytes, sizeof(struct slot));
    memcpy(batch_state(batch, game), bytes + sizeof(struct slot), batch->plan.game->state_size);
}

enum rd_batch_code rd_batch_save(struct rd_batch *batch, uint32_t game, void *bytes)
{
    if (game >= batch->plan.games) {
        return RD_BATCH_BAD_CALL;
    }
    enum rd_batch_code code = batch_enter(batch);
    if (code == RD_BATCH_OK) {
        save_game(batch, game, bytes);
        batch_leave(batch);
    }
    return code;
}

enum rd_batch_code rd_batch_load(struct rd_batch *batch, uint32_t game, const void *bytes)
{
    if (game >= batch->plan.games) {
        return RD_BATCH_BAD_CALL;
    }
    enum rd_batch_code code = batch_enter(batch);
    if (code != RD_BATCH_OK) {
        return code;
    }
    if (batch_is_save(&batch->plan, bytes, batch->desk[0].trial)) {
        load_game(batch, game, bytes);
    } else {
        code = RD_BATCH_BAD_SAVE;
    }
    batch_leave(batch);
    return code;
}

/* ---- all games ------------------------------------------------------------------------------- */

struct save_job {
    struct rd_batch *batch;
    uint8_t *to;
    const uint8_t *from;
    _Atomic uint32_t bad;
};

static void save_some(void *argument, uint32_t worker, uint32_t first, uint32_t end)
{
    const struct save_job *job = argument;
    (void)worker;
    for (uint32_t game = first; game < end; game++) {
        save_game(job->batch, game, job->to + (size_t)game * rd_batch_save_size(job->batch));
    }
}

static void check_some(void *argument, uint32_t worker, uint32_t first, uint32_t end)
{
    struct save_job *job = argument;
    void *state = job->batch->desk[worker].trial;
    for (uint32_t game = first; game < end; game++) {
        const uint8_t *bytes = job->from + (size_t)game * rd_batch_save_size(job->batch);
        if (!batch_is_save(&job->batch->plan, bytes, state)) {
            atomic_fetch_add(&job->bad, 1);
        }
    }
}

static void load_some(void *argument, uint32_t worker, uint32_t first, uint32_t end)
{
    const struct save_job *job = argument;
    (void)worker;
    for (uint32_t game = first; game < end; game++) {
        load_game(job->batch, game, job->from + (size_t)game * rd_batch_save_size(job->batch));
    }
}

enum rd_batch_code rd_batch_save_all(struct rd_batch *batch, void *bytes)
{
    enum rd_batch_code code = batch_enter(batch);
    if (code == RD_BATCH_OK) {
        struct save_job job = { .batch = batch, .to = bytes };
        pool_run(&batch->pool, save_some, &job, batch->plan.games);
        batch_leave(batch);
    }
    return code;
}

enum rd_batch_code rd_batch_load_all(struct rd_batch *batch, const void *bytes)
{
    enum rd_batch_code code = batch_enter(batch);
    if (code != RD_BATCH_OK) {
        return code;
    }
    struct save_job job = { .batch = batch, .from = bytes };
    pool_run(&batch->pool, check_some, &job, batch->plan.games);
    if (atomic_load(&job.bad) == 0) {
        pool_run(&batch->pool, load_some, &job, batch->plan.games);
    } else {
        code = RD_BATCH_BAD_SAVE;
    }
    batch_leave(batch);
    return code;
}
