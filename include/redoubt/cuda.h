/*
 * redoubt/cuda.h - batches whose games lie and are played on a card of NVIDIA.
 *
 * The driver's library is opened when the first batch is; nothing has to be installed to build or
 * to link this, and without a card rd_cuda_open() says so. What a game does is what it does in
 * redoubt/batch.h: the same luck, the same states to the last byte.
 *
 * Every array is memory of the card, by its address there; its shape is that of the call of the
 * same name in batch.h. Work is given to the default stream of the device's primary context, where
 * torch and others work too: who uses that stream as well needs no waiting in between.
 */
#ifndef REDOUBT_CUDA_H
#define REDOUBT_CUDA_H

#include "redoubt/batch.h"

RD_PUBLIC_BEGIN

enum { RD_CUDA_TEXT = 400 };

/* What went wrong, for people; empty after RD_CUDA_OK. */
struct rd_cuda_problem {
    char text[RD_CUDA_TEXT];
};

enum rd_cuda_code {
    RD_CUDA_OK = 0,
    RD_CUDA_ILLEGAL,   /* an order that its game refuses: see rd_cuda_fault() */
    RD_CUDA_NO_CARD,   /* no driver, or no such card */
    RD_CUDA_NO_MEMORY, /* the card has not that much memory left: the text says how much */
    RD_CUDA_BAD_CALL, /* a plan, seat or step that does not exist, a process that did not open it */
    RD_CUDA_BAD_MODULE, /* the kernels are of another game or version, or the driver refuses them */
    RD_CUDA_HUNG,    /* the watchdog: a launch was not done in time. The batch is of no use now */
    RD_CUDA_FAILED,  /* anything else the driver says */
    RD_CUDA_BAD_SAVE /* not what rd_cuda_save() or rd_batch_save() of such a batch wrote */
};

/* How states lie; results are the same in all. */
enum rd_cuda_layout { RD_CUDA_ROWS = 0, RD_CUDA_COPIES = 1, RD_CUDA_COLUMNS = 2 };

struct rd_cuda_plan {
    const void *module;     /* rules-GAME.ptx with a zero byte after it, or a cubin of that */
    uint32_t device;        /* number of the card */
    uint32_t layout;        /* enum rd_cuda_layout */
    uint32_t block;         /* threads of a block, a multiple of 32; 0: 64 */
    uint32_t watchdog_s;    /* longest that a launch may take; 0: 120 */
    uint32_t stack;         /* bytes for calls that the compiler cannot follow; 0: 16384 */
    uint32_t registers_max; /* of a thread; 0: as the driver likes */
};

/* An address on the card. */
typedef uint64_t rd_cuda_address;

struct rd_cuda;

enum rd_cuda_code rd_cuda_open(const struct rd_batch_plan *plan, const struct rd_cuda_plan *how,
                               struct rd_cuda **batch, struct rd_cuda_problem *problem);
void rd_cuda_close(struct rd_cuda *batch);

enum rd_cuda_code rd_cuda_reset(struct rd_cuda *batch, uint64_t seed, rd_cuda_address which,
                                struct rd_cuda_problem *problem);
/* result: of addresses. Unless the plan has RD_BATCH_NOOP it waits until all orders are judged. */
enum rd_cuda_code rd_cuda_step(struct rd_cuda *batch, rd_cuda_address orders,
                               const struct rd_batch_result *result,
                               struct rd_cuda_problem *problem);
enum rd_cuda_code rd_cuda_look(struct rd_cuda *batch, const struct rd_batch_result *result,
                               struct rd_cuda_problem *problem);
/* Of the last RD_CUDA_ILLEGAL: the game and the seat of the first order that was refused. */
struct rd_batch_fault rd_cuda_fault(const struct rd_cuda *batch);
enum rd_cuda_code rd_cuda_observe(struct rd_cuda *batch, rd_seats seats, uint32_t final,
                                  rd_cuda_address tensors, struct rd_cuda_problem *problem);
/* As rd_batch_pack() and rd_batch_pack_final(), and rd_batch_unpack(). */
enum rd_cuda_code rd_cuda_pack(struct rd_cuda *batch, rd_seats seats, uint32_t final,
                               rd_cuda_address packed, struct rd_cuda_problem *problem);
enum rd_cuda_code rd_cuda_unpack(struct rd_cuda *batch, uint32_t views, rd_cuda_address packed,
                                 rd_cuda_address tensors, struct rd_cuda_problem *problem);
enum rd_cuda_code rd_cuda_masks(struct rd_cuda *batch, rd_seats seats, uint32_t step,
                                rd_cuda_address chosen, rd_cuda_address masks,
                                struct rd_cuda_problem *problem);
enum rd_cuda_code rd_cuda_sample(struct rd_cuda *batch, rd_seats seats, uint64_t key,
                                 rd_cuda_address orders, struct rd_cuda_problem *problem);
/* Random play of so many steps in one launch, as that many times sample() of all seats, with the
 * keys key, key + 1 and so on, and step(). orders: uint32 of each game, how many were given. */
enum rd_cuda_code rd_cuda_playout(struct rd_cuda *batch, uint64_t key, uint32_t steps,
                                  rd_cuda_address orders, const struct rd_batch_result *result,
                                  struct rd_cuda_problem *problem);
enum rd_cuda_code rd_cuda_hash(struct rd_cuda *batch, rd_cuda_address hashes,
                               struct rd_cuda_problem *problem);
/* Games as bytes of this machine, as rd_batch_save() and the others of batch.h write them: a game
 * can go from a card to this machine and back. */
uint32_t rd_cuda_save_size(const struct rd_cuda *batch);
enum rd_cuda_code rd_cuda_save(struct rd_cuda *batch, uint32_t game, void *bytes,
                               struct rd_cuda_problem *problem);
enum rd_cuda_code rd_cuda_load(struct rd_cuda *batch, uint32_t game, const void *bytes,
                               struct rd_cuda_problem *problem);
enum rd_cuda_code rd_cuda_save_all(struct rd_cuda *batch, void *bytes,
                                   struct rd_cuda_problem *problem);
enum rd_cuda_code rd_cuda_load_all(struct rd_cuda *batch, const void *bytes,
                                   struct rd_cuda_problem *problem);
/* Everything that was asked for is done when this comes back. */
enum rd_cuda_code rd_cuda_wait(struct rd_cuda *batch, struct rd_cuda_problem *problem);

/* Memory of the card, for those who have no other way to it. */
enum rd_cuda_code rd_cuda_memory(struct rd_cuda *batch, uint64_t size, rd_cuda_address *memory,
                                 struct rd_cuda_problem *problem);
void rd_cuda_free(struct rd_cuda *batch, rd_cuda_address memory);
enum rd_cuda_code rd_cuda_to_card(struct rd_cuda *batch, rd_cuda_address to, const void *from,
                                  uint64_t size, struct rd_cuda_problem *problem);
enum rd_cuda_code rd_cuda_from_card(struct rd_cuda *batch, void *to, rd_cuda_address from,
                                    uint64_t size, struct rd_cuda_problem *problem);

/* Of a kernel ("step"): registers, bytes of its own in memory; for those who measure. */
struct rd_cuda_kernel {
    int32_t registers, local_bytes, threads_max, zero;
};
struct rd_cuda_kernel rd_cuda_kernel(const struct rd_cuda *batch, const char *name);

RD_PUBLIC_END

#endif
