/*
 * batch/block.h - how a batch lies in its block.
 */
#ifndef REDOUBT_BATCH_BLOCK_H
#define REDOUBT_BATCH_BLOCK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <sys/types.h>

#include "batch/pool.h"
#include "batch/spot.h"

struct rd_batch {
    struct rd_batch_plan plan; /* its setup is the one below */
    struct rd_setup setup;
    struct terms terms;
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

static inline struct spot batch_spot(const struct rd_batch *batch, uint32_t game)
{
    struct spot spot = { game, &batch->slot[game], batch_state(batch, game), NULL, NULL };
    if (batch->final != NULL) {
        spot.final = batch->final + (size_t)game * batch->plan.game->state_size;
        spot.has_ended = &batch->has_ended[game];
    }
    return spot;
}

/* Who uses the batch from now on; anything but RD_BATCH_OK: the caller may not. */
enum rd_batch_code batch_enter(struct rd_batch *batch);
void batch_leave(struct rd_batch *batch);

/* Are these bytes a save of a game of this plan? Into the state that is played on then. They may
 * come from anywhere: what is played on passes the audit, with as many seats. */
bool batch_is_save(const struct rd_batch_plan *plan, const uint8_t *bytes, void *state);

bool batch_has_seats(const struct rd_batch *batch, rd_seats seats);

#endif
