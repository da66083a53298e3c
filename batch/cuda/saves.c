/* Games of a card as bytes of this machine, and back. */
#include <stdlib.h>

#include "batch/block.h"
#include "batch/cuda/card.h"

uint32_t rd_cuda_save_size(const struct rd_cuda *batch)
{
    return (uint32_t)sizeof(struct slot) + batch->plan.game->state_size;
}

/* Some games that follow each other. */
struct some {
    uint32_t first, count;
};

static uint64_t bytes_of(const struct rd_cuda *card, struct some games)
{
    return (uint64_t)games.count * rd_cuda_save_size(card);
}

static enum rd_cuda_code check(const struct rd_cuda *card, struct some games,
                               struct rd_cuda_problem *problem)
{
    return games.first < card->plan.games
               ? RD_CUDA_OK
               : card_say(RD_CUDA_BAD_CALL, "there is no such game", problem);
}

/* Between memory of the card and the games. */
static enum rd_cuda_code launch(struct rd_cuda *card, enum card_kernel kernel, struct some games,
                                rd_cuda_address at, struct rd_cuda_problem *problem)
{
    struct card_job job = card->job;
    job.step = games.first;
    job.width = games.count;
    job.out = card_pointer(at);
    enum rd_cuda_code code = card_enter(card, problem);
    if (code == RD_CUDA_OK) {
        code = card_launch(card, kernel, &job, problem);
        code = code == RD_CUDA_OK ? card_wait(card, problem) : code;
        card_leave(card);
    }
    return code;
}

static enum rd_cuda_code save(struct rd_cuda *card, struct some games, void *bytes,
                              struct rd_cuda_problem *problem)
{
    rd_cuda_address at = 0;
    enum rd_cuda_code code = check(card, games, problem);
    if (code != RD_CUDA_OK ||
        (code = rd_cuda_memory(card, bytes_of(card, games), &at, problem)) != RD_CUDA_OK) {
        return code;
    }
    code = launch(card, KERNEL_save, games, at, problem);
    if (code == RD_CUDA_OK) {
        code = rd_cuda_from_card(card, bytes, at, bytes_of(card, games), problem);
    }
    rd_cuda_free(card, at);
    return code;
}

/* What is played on is audited here: a kernel would have no room for it. */
static enum rd_cuda_code check_saves(const struct rd_cuda *card, struct some games,
                                     const uint8_t *bytes, struct rd_cuda_problem *problem)
{
    void *state = malloc(card->plan.game->state_size);
    bool fine = state != NULL;
    for (uint32_t i = 0; fine && i < games.count; i++) {
        fine = batch_is_save(&card->plan, bytes + (size_t)i * rd_cuda_save_size(card), state);
    }
    if (state == NULL) {
        return card_say(RD_CUDA_NO_MEMORY, "this machine has no memory left", problem);
    }
    free(state);
    return fine ? RD_CUDA_OK
                : card_say(RD_CUDA_BAD_SAVE, "not what such a batch wrote as a save", problem);
}

static enum rd_cuda_code load(struct rd_cuda *card, struct some games, const void *bytes,
                              struct rd_cuda_problem *problem)
{
    rd_cuda_address at = 0;
    enum rd_cuda_code code = check(card, games, problem);
    if (code != RD_CUDA_OK || (code = check_saves(card, games, bytes, problem)) != RD_CUDA_OK ||
        (code = rd_cuda_memory(card, bytes_of(card, games), &at, problem)) != RD_CUDA_OK) {
        return code;
    }
    code = rd_cuda_to_card(card, at, bytes, bytes_of(card, games), problem);
    if (code == RD_CUDA_OK) {
        code = launch(card, KERNEL_load, games, at, problem);
    }
    rd_cuda_free(card, at);
    return code;
}

enum rd_cuda_code rd_cuda_save(struct rd_cuda *batch, uint32_t game, void *bytes,
                               struct rd_cuda_problem *problem)
{
    return save(batch, (struct some){ game, 1 }, bytes, problem);
}

enum rd_cuda_code rd_cuda_load(struct rd_cuda *batch, uint32_t game, const void *bytes,
                               struct rd_cuda_problem *problem)
{
    return load(batch, (struct some){ game, 1 }, bytes, problem);
}

enum rd_cuda_code rd_cuda_save_all(struct rd_cuda *batch, void *bytes,
                                   struct rd_cuda_problem *problem)
{
    return save(batch, (struct some){ 0, batch->plan.games }, bytes, problem);
}

enum rd_cuda_code rd_cuda_load_all(struct rd_cuda *batch, const void *bytes,
                                   struct rd_cuda_problem *problem)
{
    return load(batch, (struct some){ 0, batch->plan.games }, bytes, problem);
}
