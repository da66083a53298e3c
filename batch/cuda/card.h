/*
 * batch/cuda/card.h - a batch on a card, as this machine knows it.
 */
#ifndef REDOUBT_BATCH_CUDA_CARD_H
#define REDOUBT_BATCH_CUDA_CARD_H

#include <sys/types.h>

#include "batch/cuda/driver.h"
#include "batch/cuda/job.h"
#include "redoubt/cuda.h"

enum card_kernel {
#define X(name) KERNEL_##name,
    CARD_KERNELS(X)
#undef X
        KERNELS
};

enum { CARD_PARTS_MAX = 16 };

struct rd_cuda {
    struct cuda_driver driver;
    struct rd_batch_plan plan; /* its setup is the one below, its map is on the card only */
    struct rd_setup setup;
    struct rd_batch_fault fault;
    struct card_job job; /* what all launches have in common */
    cuda_handle context, module, done;
    cuda_handle kernel[KERNELS];
    rd_cuda_address part[CARD_PARTS_MAX];
    uint32_t parts;
    uint32_t block, threads_max, watchdog_s;
    uint32_t views_max; /* threads that observe */
    uint64_t desk_size; /* bytes of a thread */
    int device;
    pid_t owner;
    bool is_hung;
};

/* Writes the problem, with what the driver says of the error. */
enum rd_cuda_code card_fail(const struct rd_cuda *card, int error, const char *what,
                            struct rd_cuda_problem *problem);
enum rd_cuda_code card_say(enum rd_cuda_code code, const char *what,
                           struct rd_cuda_problem *problem);
/* Memory that is freed with the batch. */
enum rd_cuda_code card_part(struct rd_cuda *card, uint64_t size, const char *what,
                            rd_cuda_address *memory, struct rd_cuda_problem *problem);
/* The context is the thread's own from enter to leave. */
enum rd_cuda_code card_enter(struct rd_cuda *card, struct rd_cuda_problem *problem);
void card_leave(struct rd_cuda *card);
enum rd_cuda_code card_launch(struct rd_cuda *card, enum card_kernel kernel,
                              const struct card_job *job, struct rd_cuda_problem *problem);
/* The watchdog. */
enum rd_cuda_code card_wait(struct rd_cuda *card, struct rd_cuda_problem *problem);

static inline void *card_pointer(rd_cuda_address address)
{
    return (void *)(uintptr_t)address;
}

#endif
