/* The calls of a batch on a card: each is one launch, or two. */
#include "batch/cuda/card.h"

#include <stdlib.h>
#include <string.h>

#include "redoubt/steps.h"

/* One launch in the context of the card. */
static enum rd_cuda_code do_one(struct rd_cuda *card, enum card_kernel kernel,
                                const struct card_job *job, struct rd_cuda_problem *problem)
{
    enum rd_cuda_code code = card_enter(card, problem);
    if (code == RD_CUDA_OK) {
        code = card_launch(card, kernel, job, problem);
        card_leave(card);
    }
    return code;
}

static bool has_seats(const struct rd_cuda *card, rd_seats seats)
{
    return seats >> card->setup.seats == 0;
}

enum rd_cuda_code rd_cuda_reset(struct rd_cuda *batch, uint64_t seed, rd_cuda_address which,
                                struct rd_cuda_problem *problem)
{
    struct card_job job = batch->job;
    job.seed = seed;
    job.which = card_pointer(which);
    return do_one(batch, KERNEL_reset, &job, problem);
}

/* ---- steps ----------------------------------------------------------------------------------- */

static enum rd_cuda_code judge(struct rd_cuda *card, const struct card_job *job,
                               struct rd_cuda_problem *problem)
{
    int error = card->driver.fill((uint64_t)(uintptr_t)job->fault, UINT32_MAX, 1, NULL);
    return error == CUDA_SUCCESS ? card_launch(card, KERNEL_judge, job, problem)
                                 : card_fail(card, error, "a fault", problem);
}

/* Was an order refused? */
static enum rd_cuda_code see_fault(struct rd_cuda *card, struct rd_cuda_problem *problem)
{
    uint32_t fault = UINT32_MAX;
    enum rd_cuda_code code = card_wait(card, problem);
    if (code != RD_CUDA_OK) {
        return code;
    }
    card->driver.from_card(&fault, (uint64_t)(uintptr_t)card->job.fault, sizeof fault);
    if (fault == UINT32_MAX) {
        return RD_CUDA_OK;
    }
    memset(&card->fault, 0, sizeof card->fault);
    card->fault.game = fault / 8;
    card->fault.seat = fault % 8;
    return card_say(RD_CUDA_ILLEGAL, "an order is illegal", problem);
}

enum rd_cuda_code rd_cuda_step(struct rd_cuda *batch, rd_cuda_address orders,
                               const struct rd_batch_result *result,
                               struct rd_cuda_problem *problem)
{
    bool strict = (batch->plan.flags & RD_BATCH_NOOP) == 0;
    struct card_job job = batch->job;
    job.orders = card_pointer(orders);
    job.fault = strict ? batch->job.fault : NULL;
    if (result != NULL) {
        job.result = *result;
    }
    enum rd_cuda_code code = card_enter(batch, problem);
    if (code != RD_CUDA_OK) {
        return code;
    }
    if (strict) {
        code = judge(batch, &job, problem);
    }
    if (code == RD_CUDA_OK) {
        code = card_launch(batch, KERNEL_step, &job, problem);
    }
    if (code == RD_CUDA_OK && strict) {
        code = see_fault(batch, problem);
    }
    card_leave(batch);
    return code;
}

struct rd_batch_fault rd_cuda_fault(const struct rd_cuda *batch)
{
    return batch->fault;
}

enum rd_cuda_code rd_cuda_look(struct rd_cuda *batch, const struct rd_batch_result *result,
                               struct rd_cuda_problem *problem)
{
    struct card_job job = batch->job;
    job.result = *result;
    return do_one(batch, KERNEL_look, &job, problem);
}

enum rd_cuda_code rd_cuda_playout(struct rd_cuda *batch, uint64_t key, uint32_t steps,
                                  rd_cuda_address orders, const struct rd_batch_result *result,
                                  struct rd_cuda_problem *problem)
{
    struct card_job job = batch->job;
    job.seed = key;
    job.step = steps;
    job.out = card_pointer(orders);
    if (result != NULL) {
        job.result = *result;
    }
    return do_one(batch, KERNEL_playout, &job, problem);
}

/* ---- what learners are shown ----------------------------------------------------------------- */

static enum rd_cuda_code observe(struct rd_cuda *batch, enum card_kernel kernel, rd_seats seats,
                                 uint32_t final, void *out, struct rd_cuda_problem *problem)
{
    struct card_job job = batch->job;
    if (!has_seats(batch, seats) ||
        (final != 0 && (batch->plan.flags & RD_BATCH_AUTO_RESET) == 0)) {
        return card_say(RD_CUDA_BAD_CALL, "no such seats, or no final states are kept", problem);
    }
    job.seats = seats;
    job.is_final = final != 0;
    job.out = out;
    return do_one(batch, kernel, &job, problem);
}

enum rd_cuda_code rd_cuda_observe(struct rd_cuda *batch, rd_seats seats, uint32_t final,
                                  rd_cuda_address tensors, struct rd_cuda_problem *problem)
{
    return observe(batch, KERNEL_observe, seats, final, card_pointer(tensors), problem);
}

enum rd_cuda_code rd_cuda_pack(struct rd_cuda *batch, rd_seats seats, uint32_t final,
                               rd_cuda_address packed, struct rd_cuda_problem *problem)
{
    return observe(batch, KERNEL_pack, seats, final, card_pointer(packed), problem);
}

enum rd_cuda_code rd_cuda_unpack(struct rd_cuda *batch, uint32_t views, rd_cuda_address packed,
                                 rd_cuda_address tensors, struct rd_cuda_problem *problem)
{
    struct card_job job = batch->job;
    job.games = views;
    job.views = card_pointer(packed);
    job.out = card_pointer(tensors);
    return views == 0 ? RD_CUDA_OK : do_one(batch, KERNEL_unpack, &job, problem);
}

enum rd_cuda_code rd_cuda_masks(struct rd_cuda *batch, rd_seats seats, uint32_t step,
                                rd_cuda_address chosen, rd_cuda_address masks,
                                struct rd_cuda_problem *problem)
{
    struct card_job job = batch->job;
    if (!has_seats(batch, seats) || step >= RD_STEPS || (step > 0 && chosen == 0)) {
        return card_say(RD_CUDA_BAD_CALL, "no such seats or step, or nothing was chosen", problem);
    }
    job.seats = seats;
    job.step = step;
    job.width = rd_step_width(batch->plan.game->verbs, step);
    job.orders = card_pointer(chosen);
    job.out = card_pointer(masks);
    uint64_t rows =
        (uint64_t)batch->plan.games * (seats == 0 ? 1 : (uint32_t)__builtin_popcount(seats));
    enum rd_cuda_code code = card_enter(batch, problem);
    if (code != RD_CUDA_OK) {
        return code;
    }
    int error = batch->driver.fill_bytes(masks, 0, rows * job.width, NULL);
    code = error == CUDA_SUCCESS ? card_launch(batch, KERNEL_masks, &job, problem)
                                 : card_fail(batch, error, "masks", problem);
    card_leave(batch);
    return code;
}

enum rd_cuda_code rd_cuda_sample(struct rd_cuda *batch, rd_seats seats, uint64_t key,
                                 rd_cuda_address orders, struct rd_cuda_problem *problem)
{
    struct card_job job = batch->job;
    if (!has_seats(batch, seats)) {
        return card_say(RD_CUDA_BAD_CALL, "no such seats", problem);
    }
    job.seats = seats;
    job.seed = key;
    job.out = card_pointer(orders);
    return do_one(batch, KERNEL_sample, &job, problem);
}

enum rd_cuda_code rd_cuda_hash(struct rd_cuda *batch, rd_cuda_address hashes,
                               struct rd_cuda_problem *problem)
{
    struct card_job job = batch->job;
    job.out = card_pointer(hashes);
    return do_one(batch, KERNEL_hash, &job, problem);
}

enum rd_cuda_code rd_cuda_wait(struct rd_cuda *batch, struct rd_cuda_problem *problem)
{
    enum rd_cuda_code code = card_enter(batch, problem);
    if (code == RD_CUDA_OK) {
        code = card_wait(batch, problem);
        card_leave(batch);
    }
    return code;
}

/* ---- memory ---------------------------------------------------------------------------------- */

enum rd_cuda_code rd_cuda_memory(struct rd_cuda *batch, uint64_t size, rd_cuda_address *memory,
                                 struct rd_cuda_problem *problem)
{
    enum rd_cuda_code code = card_enter(batch, problem);
    if (code == RD_CUDA_OK) {
        code = card_part(batch, size, "arrays", memory, problem);
        batch->parts -= code == RD_CUDA_OK; /* the caller frees it */
        card_leave(batch);
    }
    return code;
}

void rd_cuda_free(struct rd_cuda *batch, rd_cuda_address memory)
{
    if (card_enter(batch, NULL) == RD_CUDA_OK) {
        batch->driver.free(memory);
        card_leave(batch);
    }
}

enum rd_cuda_code rd_cuda_to_card(struct rd_cuda *batch, rd_cuda_address to, const void *from,
                                  uint64_t size, struct rd_cuda_problem *problem)
{
    enum rd_cuda_code code = card_enter(batch, problem);
    if (code == RD_CUDA_OK) {
        int error = batch->driver.to_card(to, from, (size_t)size);
        code = error == CUDA_SUCCESS ? code : card_fail(batch, error, "a copy", problem);
        card_leave(batch);
    }
    return code;
}

enum rd_cuda_code rd_cuda_from_card(struct rd_cuda *batch, void *to, rd_cuda_address from,
                                    uint64_t size, struct rd_cuda_problem *problem)
{
    enum rd_cuda_code code = card_enter(batch, problem);
    if (code == RD_CUDA_OK) {
        int error = batch->driver.from_card(to, from, (size_t)size);
        code = error == CUDA_SUCCESS ? code : card_fail(batch, error, "a copy", problem);
        card_leave(batch);
    }
    return code;
}
