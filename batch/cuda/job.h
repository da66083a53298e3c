/*
 * batch/cuda/job.h - what a kernel is told: the same struct on both sides, passed by value.
 *
 * All pointers are addresses on the card. A module of kernels plays one game.
 */
#ifndef REDOUBT_BATCH_CUDA_JOB_H
#define REDOUBT_BATCH_CUDA_JOB_H

#include "batch/spot.h"

/* Where the words of states lie. */
enum card_layout {
    CARD_ROWS,    /* one state after the other, played on where it lies */
    CARD_COPIES,  /* the same, played on in memory of the thread's own */
    CARD_COLUMNS, /* word w of game g at w * games + g, played on in memory of the thread's own */
    CARD_LAYOUTS
};

/* X(name): a kernel card_name. */
#define CARD_KERNELS(X) \
    X(facts)            \
    X(reset)            \
    X(judge)            \
    X(step)             \
    X(look) X(observe) X(pack) X(unpack) X(masks) X(sample) X(playout) X(hash) X(save) X(load)

/* The same numbers for all kernels of a module: what it was compiled for. */
struct card_facts {
    uint64_t tables; /* rd_tables_hash() */
    uint32_t state_size, view_size, legal_max, tensor_size;
    uint32_t rules_version, packed_size;
    uint32_t zero;
    uint32_t desk_size; /* of each thread that runs, in card_job.desks */
};

/* Of each warp that writes views: 32 threads, so many words of each, and one word between them. */
enum { CARD_TILE_WORDS = 8, CARD_TILE_BYTES = 32 * (CARD_TILE_WORDS + 1) * 4 };

struct card_job {
    /* of the batch */
    struct terms terms; /* without its game, which is the module's */
    uint32_t games, layout;
    struct slot *slot;
    uint64_t *state;
    uint8_t *final;
    uint8_t *has_ended;
    uint8_t *desks;
    uint32_t *scratch; /* a packed view of each thread that observes */
    /* of this launch */
    uint64_t seed; /* or the key of samples */
    const uint8_t *which;
    const struct rd_action *orders; /* or what was chosen */
    const uint32_t *views;          /* packed ones */
    struct rd_batch_result result;
    void *out;
    uint32_t *fault; /* game * 8 + seat of the lowest that was refused */
    uint32_t step;   /* of masks; of a playout: how many; of saves: the first game */
    uint32_t width;  /* of masks; of saves: how many games */
    uint8_t seats;
    uint8_t is_final;
    uint8_t zero[6];
};
RD_STATIC_ASSERT(sizeof(struct card_job) < 4096, "what a launch may carry");

#endif
