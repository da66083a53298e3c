/* What learners are shown of a batch: observations, masks, samples, hashes, a scene. */
#include "batch/block.h"

#include <string.h>

#include "redoubt/hash.h"

struct watch_job {
    struct rd_batch *batch;
    rd_seats seats;
    uint32_t step, width; /* of masks */
    uint64_t key;         /* of samples */
    const struct rd_action *chosen;
    void *out;
    bool final; /* the ends of the last episodes */
};

static enum rd_batch_code watch(struct watch_job *job, pool_work *work)
{
    enum rd_batch_code code = batch_enter(job->batch);
    if (code != RD_BATCH_OK) {
        return code;
    }
    if (batch_has_seats(job->batch, job->seats)) {
        pool_run(&job->batch->pool, work, job, job->batch->plan.games);
    } else {
        code = RD_BATCH_BAD_CALL;
    }
    batch_leave(job->batch);
    return code;
}

static rd_seats now_to_act(const struct rd_batch *batch, uint32_t game)
{
    return batch->slot[game].ended ? 0 : batch->slot[game].to_act;
}

/* ---- observations ---------------------------------------------------------------------------- */

static void observe_game(const struct watch_job *job, uint32_t worker, uint32_t game, int8_t *out)
{
    const struct rd_batch *batch = job->batch;
    const struct rd_game *rules = batch->plan.game;
    const void *state = job->final ? batch->final + (size_t)game * rules->state_size
                                   : (const uint8_t *)batch_state(batch, game);
    struct asked asked = batch_asked(batch, job->seats, job->final ? 0 : now_to_act(batch, game));
    if (job->final && !batch->has_ended[game]) {
        memset(out, 0, (size_t)asked.count * rules->tensor_size);
        return;
    }
    for (uint32_t i = 0; i < asked.count; i++, out += rules->tensor_size) {
        rules->observe(state, asked.seat[i], batch->desk[worker].view);
        rules->encode(batch->desk[worker].view, out);
    }
}

static uint32_t asked_count(const struct watch_job *job)
{
    return job->seats == 0 ? 1 : (uint32_t)__builtin_popcount(job->seats);
}

static void observe_some(void *argument, uint32_t worker, uint32_t first, uint32_t end)
{
    const struct watch_job *job = argument;
    size_t each = (size_t)asked_count(job) * job->batch->plan.game->tensor_size;
    for (uint32_t game = first; game < end; game++) {
        observe_game(job, worker, game, (int8_t *)job->out + game * each);
    }
}

enum rd_batch_code rd_batch_observe(struct rd_batch *batch, rd_seats seats, int8_t *tensors)
{
    struct watch_job job = { .batch = batch, .seats = seats, .out = tensors };
    return watch(&job, observe_some);
}

enum rd_batch_code rd_batch_observe_final(struct rd_batch *batch, rd_seats seats, int8_t *tensors)
{
    if (batch->final == NULL) {
        return RD_BATCH_BAD_CALL;
    }
    struct watch_job job = { .batch = batch, .seats = seats, .out = tensors, .final = true };
    return watch(&job, observe_some);
}

/* ---- masks ----------------------------------------------------------------------------------- */

static void mask_game(const struct watch_job *job, struct desk *desk, uint32_t game)
{
    const struct rd_batch *batch = job->batch;
    rd_seats to_act = now_to_act(batch, game);
    struct asked asked = batch_asked(batch, job->seats, to_act);
    for (uint32_t i = 0; i < asked.count; i++) {
        size_t place = (size_t)game * asked.count + i;
        uint8_t *mask = (uint8_t *)job->out + place * job->width;
        struct rd_action chosen = { 0, { 0 } };
        if ((to_act & RD_SEAT_BIT(asked.seat[i])) == 0) {
            memset(mask, 0, job->width);
            continue;
        }
        if (job->chosen != NULL) {
            chosen = job->chosen[place];
        }
        rd_legal_factors(batch->plan.game, batch_state(batch, game), asked.seat[i], desk->legal,
                         &desk->factors);
        rd_step_mask(&desk->factors, job->step, chosen, mask, job->width);
    }
}

static void mask_some(void *argument, uint32_t worker, uint32_t first, uint32_t end)
{
    const struct watch_job *job = argument;
    for (uint32_t game = first; game < end; game++) {
        mask_game(job, &job->batch->desk[worker], game);
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
    return watch(&job, mask_some);
}

/* ---- samples --------------------------------------------------------------------------------- */

/* Factors know how many they are without being listed; a game that only lists is asked for that. */
static struct rd_action any_order(const struct rd_game *rules, const void *state, rd_seat seat,
                                  struct desk *desk, struct rd_luck *luck)
{
    if (rules->factors == NULL) {
        uint32_t count = rules->legal(state, seat, desk->legal, rules->legal_max);
        return desk->legal[rd_luck_range(luck, 0, (int32_t)count - 1)];
    }
    rd_legal_factors(rules, state, seat, NULL, &desk->factors);
    uint32_t count = rd_factor_total(&desk->factors);
    return rd_factor_at(&desk->factors, (uint32_t)rd_luck_range(luck, 0, (int32_t)count - 1));
}

static void sample_game(const struct watch_job *job, struct desk *desk, uint32_t game)
{
    const struct rd_batch *batch = job->batch;
    rd_seats to_act = now_to_act(batch, game);
    struct asked asked = batch_asked(batch, job->seats, to_act);
    struct rd_action *out = (struct rd_action *)job->out + (size_t)game * asked.count;
    memset(out, 0, asked.count * sizeof *out);
    for (uint32_t i = 0; i < asked.count; i++) {
        rd_seat seat = asked.seat[i];
        if ((to_act & RD_SEAT_BIT(seat)) != 0) {
            struct rd_luck luck = rd_luck_from_key(job->key, (uint64_t)game << 8 | seat);
            out[i] = any_order(batch->plan.game, batch_state(batch, game), seat, desk, &luck);
        }
    }
}

static void sample_some(void *argument, uint32_t worker, uint32_t first, uint32_t end)
{
    const struct watch_job *job = argument;
    for (uint32_t game = first; game < end; game++) {
        sample_game(job, &job->batch->desk[worker], game);
    }
}

enum rd_batch_code rd_batch_sample(struct rd_batch *batch, rd_seats seats, uint64_t key,
                                   struct rd_action *orders)
{
    struct watch_job job = { .batch = batch, .seats = seats, .key = key, .out = orders };
    return watch(&job, sample_some);
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
    return watch(&job, hash_some);
}
