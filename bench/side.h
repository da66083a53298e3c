/*
 * bench/side.h - a batch here or on a card, called in the same way: to be timed, and compared.
 */
#ifndef REDOUBT_BENCH_SIDE_H
#define REDOUBT_BENCH_SIDE_H

#include <stdbool.h>

#include "redoubt/batch.h"
#include "redoubt/cuda.h"

/* What learners ask of a batch. Masks, views and packed views are of the seat to act. */
enum bench_call {
    BENCH_CALL_STEP,      /* the orders drawn last */
    BENCH_CALL_SAMPLE,    /* an order of every seat to act */
    BENCH_CALL_VERBS,     /* masks of the verb */
    BENCH_CALL_CHOOSE,    /* an order of the seat to act, for the next one */
    BENCH_CALL_ARGUMENTS, /* masks of the first argument, given the verb of that order */
    BENCH_CALL_VIEWS,     /* as tensors */
    BENCH_CALL_PACK,      /* packed views */
    BENCH_CALL_UNPACK,    /* of those the tensors */
    BENCH_CALL_HASH,
    BENCH_CALLS
};

struct bench_side {
    struct rd_batch_plan plan;
    uint32_t seats;
    struct rd_batch *here; /* NULL: on a card */
    void *block;
    struct rd_cuda *card;
    uint64_t array[BENCH_CALLS]; /* what each call writes: its address, here or there */
    uint64_t size[BENCH_CALLS];
    struct rd_cuda_problem problem; /* what went wrong */
};

/* On this machine, or on card 0 with the kernels of the file rules-GAME.ptx (or .cubin) in this
 * folder. false: the problem says why, and there is nothing to close. */
bool bench_side_open(struct bench_side *side, const struct rd_batch_plan *plan);
bool bench_side_open_card(struct bench_side *side, const struct rd_batch_plan *plan,
                          const char *folder);
void bench_side_close(struct bench_side *side);

/* Does it, and waits until it is done. key: of what is drawn. */
bool bench_side_call(struct bench_side *side, enum bench_call call, uint64_t key);
/* What a call wrote: a copy that the caller frees; NULL: the problem says why. */
void *bench_side_read(struct bench_side *side, enum bench_call call);

/* ---- batch.c ---------------------------------------------------------------------------- */

/* Games a second, of each call. */
struct bench_rates {
    double per_s[BENCH_CALLS];
};
/* Spends about this many seconds: of CPU time where there is one thread, else of the clock. false:
 * the problem of the side says why. */
bool bench_side_measure(struct bench_side *side, double seconds, struct bench_rates *rates);

/* ---- parity.c --------------------------------------------------------------------------- */

/* Plays the same on both, with all calls after each step; what differs is said in the text,
 * which is empty if nothing does. false: the problem of one of them says why it could not be done.
 */
enum { BENCH_DIFFERS_TEXT = 120 };
bool bench_parity(struct bench_side *a, struct bench_side *b, uint32_t steps,
                  char differs[BENCH_DIFFERS_TEXT]);

#endif
