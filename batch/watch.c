/* What learners are shown of a batch: observations, masks, samples, hashes, a scene. */
#include "batch/block.h"

#include "redoubt/hash.h"

struct watch_job {
    struct rd_batch *batch;
    rd_seats seats;
    const uint32_t *views; /* to be unpacked */
    uint32_t step, width;  /* of masks */
    uint64_t key;          /* of samples */
    const struct rd_action *chosen;
    void *out;
    struct glance glance; /* of observations */
};

/* count: how many there are to share out, games or views. */
static enum rd_batch_code watch(struct watch_job *job, pool_work *work, uint32_t count)
{
    enum rd_batch_code code = batch_enter(job->batch);
    if (code != RD_BATCH_OK) {
        return code;
    }
    if (batch_has_seats(job->batch, job->seats)) {
        pool_run(&job->batch->pool, work, job, count);
    } else {
        code = RD_BATCH_BAD_CALL;
    }
    batch_leave(job->batch);
    return code;
}

/* ---- observations ---------------------------------------------------------------------------- */

static uint32_t asked_count(const struct watch_job *job)
{
    return job->seats == 0 ? 1 : (uint32_t)__builtin_popcount(job->seats);
}

static void observe_some(void *argument, uint32_t worker, uint32_t first, uint32_t end)
{
    const struct watch_job *job = argument;
    const struct rd_batch *batch = job->batch;
    size_t each = asked_count(job) * glance_bytes(&job->glance, batch->plan.game);
    for (uint32_t game = first; game < end; game++) {
        spot_observe(&batch->terms, batch_spot(batch, game), &batch->desk[worker], &job->glance,
                     (uint8_t *)job->out + game * each);
    }
}

static enum rd_batch_code observe(struct rd_batch *batch, struct glance glance, void *out)
{
    if (glance.final && batch->final == NULL) {
        return RD_BATCH_BAD_CALL;
    }
    struct watch_job job = { .batch = batch, .seats = glance.seats, .glance = glance, .out = out };
    return watch(&job, observe_some, batch->plan.games);
}

enum rd_batch_code rd_batch_observe(struct rd_batch *batch, rd_seats seats, int8_t *tensors)
{
    return observe(batch, (struct glance){ seats, false, false }, tensors);
}

enum rd_batch_code rd_batch_observe_final(struct rd_batch *batch, rd_seats seats, int8_t *tensors)
{
    return observe(batch, (struct glance){ seats, true, false }, tensors);
}

enum rd_batch_code rd_batch_pack(struct rd_batch *batch, rd_seats seats, uint32_t *packed)
{
    return observe(batch, (struct glance){ seats, false, true }, packed);
}

enum rd_batch_code rd_batch_pack_final(struct rd_batch *batch, rd_seats seats, uint32_t *packed)
{
    return observe(batch, (struct glance){ seats, true, true }, packed);
}

static void unpack_some(void *argument, uint32_t worker, uint32_t first, uint32_t end)
{
    const struct watch_job *job = argument;
    const struct rd_game *game = job->batch->plan.game;
    size_t words = rd_packed_size(game) / sizeof(uint32_t);
    (void)worker;
    for (uint32_t view = first; view < end; view++) {
        rd_unpack(game, job->views + view * words,
                  (int8_t *)job->out + (size_t)view * game->tensor_size);
    }
}

enum rd_batch_code rd_batch_unpack(struct rd_batch *batch, uint32_t views, const uint32_t *packed,
                                   int8_t *tensors)
{
    struct watch_job job = { .batch = batch, .views = packed, .out = tensors };
    return watch(&job, unpack_some, views);
}

/* ---- masks ----------------------------------------------------------------------------------- */

static void mask_some(void *argument, uint32_t worker, uint32_t first, uint32_t end)
{
    const struct watch_job *job = argument;
    for (uint32_t game = first; game < end; game++) {
        size_t place = (size_t)game * asked_count(job);
        spot_masks(&job->batch->terms, batch_spot(job->batch, game), &job->batch->desk[worker],
                   job->seats, job->step, job->chosen == NULL ? NULL : job->chosen + place,
                   (uint8_t *)job->out + place * job->width);
    }
}

enum rd_batch_code rd_batch_masks(struct rd_batch *batch, rd_seats seats, uint32_t step,
                                  const struct rd_action *chosen, uint8_t *masks)
{
    if (step >= RD_STEPS || (step > 0 && chosen == NULL)) {
        return RD_BATCH_BAD_CALL;
    }
    struct watch_job job = { .batch = batch, .seats = seats, .step = step, .chosen = chosen };
    job.width = rd_step_width(batch->plan.game->verbs, step);
    job.out = masks;
    return watch(&job, mask_some, batch->plan.games);
}

/* ---- samples --------------------------------------------------------------------------------- */

static void sample_some(void *argument, uint32_t worker, uint32_t first, uint32_t end)
{
    const struct watch_job *job = argument;
    for (uint32_t game = first; game < end; game++) {
        spot_sample(&job->batch->terms, batch_spot(job->batch, game), &job->batch->desk[worker],
                    job->seats, job->key,
                    (struct rd_action *)job->out + (size_t)game * asked_count(job));
    }
}

enum rd_batch_code rd_batch_sample(struct rd_batch *batch, rd_seats seats, uint64_t key,
                                   struct rd_action *orders)
{
    struct watch_job job = { .batch = batch, .seats = seats, .key = key, .out = orders };
    return watch(&job, sample_some, batch->plan.games);
}

/* ---- single looks ---------------------------------------------------------------------------- */

enum rd_batch_code rd_batch_scene(struct rd_batch *batch, uint32_t game, rd_seat seat,
                                  struct rd_scene *scene)
{
    if (game >= batch->plan.games || (seat >= batch->setup.seats && seat != RD_SPECTATOR)) {
        return RD_BATCH_BAD_CALL;
    }
    enum rd_batch_code code = batch_enter(batch);
    if (code == RD_BATCH_OK) {
        batch->plan.game->observe(batch_state(batch, game), seat, batch->desk[0].view);
        batch->plan.game->scene(batch->desk[0].view, scene);
        batch_leave(batch);
    }
    return code;
}

static void hash_some(void *argument, uint32_t worker, uint32_t first, uint32_t end)
{
    const struct watch_job *job = argument;
    (void)worker;
    for (uint32_t game = first; game < end; game++) {
        ((uint64_t *)job->out)[game] =
            rd_hash(batch_state(job->batch, game), job->batch->plan.game->state_size);
    }
}

enum rd_batch_code rd_batch_hash(struct rd_batch *batch, uint64_t *hashes)
{
    struct watch_job job = { .batch = batch, .out = hashes };
    return watch(&job, hash_some, batch->plan.games);
}
