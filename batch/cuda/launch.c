/* Launches, and waits for them; problems in words. */
#include "batch/cuda/card.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- problems -------------------------------------------------------------------------------- */

enum rd_cuda_code card_say(enum rd_cuda_code code, const char *what,
                           struct rd_cuda_problem *problem)
{
    if (problem != NULL) {
        snprintf(problem->text, sizeof problem->text, "%s", what);
    }
    return code;
}

enum rd_cuda_code card_fail(const struct rd_cuda *card, int error, const char *what,
                            struct rd_cuda_problem *problem)
{
    const char *words = NULL;
    char text[RD_CUDA_TEXT];
    card->driver.error_text(error, &words);
    snprintf(text, sizeof text, "%s: the driver says \"%s\" (error %d)", what,
             words == NULL ? "?" : words, error);
    return card_say(error == CUDA_ERROR_OUT_OF_MEMORY ? RD_CUDA_NO_MEMORY : RD_CUDA_FAILED, text,
                    problem);
}

/* ---- memory ---------------------------------------------------------------------------------- */

enum rd_cuda_code card_part(struct rd_cuda *card, uint64_t size, const char *what,
                            rd_cuda_address *memory, struct rd_cuda_problem *problem)
{
    int error = card->driver.memory(memory, size == 0 ? 1 : (size_t)size);
    if (error == CUDA_ERROR_OUT_OF_MEMORY) {
        size_t left = 0, all = 0;
        char text[RD_CUDA_TEXT];
        card->driver.memory_left(&left, &all);
        snprintf(text, sizeof text,
                 "the card has no room for %.2f GB (%s): %.2f of its %.2f GB are free",
                 (double)size / 1e9, what, (double)left / 1e9, (double)all / 1e9);
        return card_say(RD_CUDA_NO_MEMORY, text, problem);
    }
    if (error != CUDA_SUCCESS) {
        return card_fail(card, error, what, problem);
    }
    RD_ASSERT(card->parts < CARD_PARTS_MAX);
    card->part[card->parts++] = *memory;
    return RD_CUDA_OK;
}

/* ---- contexts and launches ------------------------------------------------------------------- */

enum rd_cuda_code card_enter(struct rd_cuda *card, struct rd_cuda_problem *problem)
{
    if (problem != NULL) {
        problem->text[0] = '\0';
    }
    if (card->owner != getpid()) {
        return card_say(RD_CUDA_BAD_CALL, "the batch belongs to the process that opened it",
                        problem);
    }
    if (card->is_hung) {
        return card_say(RD_CUDA_HUNG, "a launch of this batch never ended: open another", problem);
    }
    int error = card->driver.context_push(card->context);
    return error == CUDA_SUCCESS ? RD_CUDA_OK : card_fail(card, error, "the context", problem);
}

void card_leave(struct rd_cuda *card)
{
    cuda_handle context;
    card->driver.context_pop(&context);
}

enum rd_cuda_code card_launch(struct rd_cuda *card, enum card_kernel kernel,
                              const struct card_job *job, struct rd_cuda_problem *problem)
{
    struct card_job mine = *job;
    void *arguments[] = { &mine };
    uint64_t wanted = kernel == KERNEL_unpack ? 32 * (uint64_t)job->games : job->games;
    bool observes = kernel == KERNEL_observe || kernel == KERNEL_pack;
    uint64_t most = observes                  ? card->views_max
                    : kernel == KERNEL_unpack ? RD_BATCH_GAMES_MAX
                                              : card->threads_max;
    uint64_t threads = wanted < most ? wanted : most;
    uint32_t blocks = (uint32_t)((threads + card->block - 1) / card->block);
    uint32_t shared = observes ? card->block / 32 * CARD_TILE_BYTES : 0;
    int error = card->driver.launch(card->kernel[kernel], blocks, 1, 1, card->block, 1, 1, shared,
                                    NULL, arguments, NULL);
    return error == CUDA_SUCCESS ? RD_CUDA_OK : card_fail(card, error, "a launch", problem);
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Asks without a pause for the first millisecond: most launches are done by then. */
enum rd_cuda_code card_wait(struct rd_cuda *card, struct rd_cuda_problem *problem)
{
    double begin = seconds();
    int error = card->driver.event_record(card->done, NULL);
    if (error == CUDA_SUCCESS) {
        error = CUDA_ERROR_NOT_READY;
    }
    while (error == CUDA_ERROR_NOT_READY &&
           (error = card->driver.event_query(card->done)) == CUDA_ERROR_NOT_READY) {
        double spent = seconds() - begin;
        if (spent > card->watchdog_s) {
            char text[RD_CUDA_TEXT];
            card->is_hung = true;
            snprintf(text, sizeof text, "a launch was not done after %u s: the batch is given up",
                     card->watchdog_s);
            return card_say(RD_CUDA_HUNG, text, problem);
        }
        if (spent > 1e-3) {
            nanosleep(&(struct timespec){ 0, 50000 }, NULL);
        }
    }
    return error == CUDA_SUCCESS ? RD_CUDA_OK : card_fail(card, error, "a kernel", problem);
}
