/*
 * batch/block.h - how a batch lies in its block.
 */
#ifndef REDOUBT_BATCH_BLOCK_H
#define REDOUBT_BATCH_BLOCK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <sys/types.h>

#include "batch/pool.h"
#include "redoubt/batch.h"

/* One game, but for its state. Flat: it is saved as it is. */
struct slot {
    uint64_t key[2];
    uint64_t drawn;
    uint32_t episode;
    uint32_t steps;
    uint32_t illegal;
    rd_seats to_act;
    uint8_t ended; /* terminated or truncated, and not reset yet */
    uint8_t zero[2];
};
RD_STATIC_ASSERT(sizeof(struct slot) == 40, "flat, without padding");

/* What each worker has for itself. */
struct desk {
    void *view;
    void *trial; /* a state that is looked at before it is played on */
    struct rd_action *legal;
    struct rd_factors factors;
};

struct rd_batch {
    struct rd_batch_plan plan; /* its setup is the one below */
    struct rd_setup setup;
    pid_t owner;
    atomic_flag busy;
    uint32_t threads;
    struct rd_batch_fault fault;
    struct slot *slot;
    uint8_t *state;     /* of each game */
    uint8_t *final;     /* of each game: where its last episode ended; NULL: not kept */
    uint8_t *has_ended; /* of each game: there is such a state */
    struct desk *desk;  /* of each worker */
    struct pool pool;
};

static inline void *batch_state(const struct rd_batch *batch, uint32_t game)
{
    return batch->state + (size_t)game * batch->plan.game->state_size;
}

/* Who uses the batch from now on; anything but RD_BATCH_OK: the caller may not. */
enum rd_batch_code batch_enter(struct rd_batch *batch);
void batch_leave(struct rd_batch *batch);

/* Begins the next game in a slot whose key is set. */
void batch_begin(struct rd_batch *batch, uint32_t game);

/* A walk over the seats that are asked for, as rd_batch_observe() and others do. */
struct asked {
    rd_seat seat[RD_SEATS_MAX];
    uint32_t count;
};
struct asked batch_asked(const struct rd_batch *batch, rd_seats seats, rd_seats to_act);
bool batch_has_seats(const struct rd_batch *batch, rd_seats seats);

#endif
