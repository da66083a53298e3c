/*
 * redoubt/batch.h - many games of one setup, played side by side, for learners and simulators.
 *
 * A batch lies in one block of memory that the caller owns: ask rd_batch_size(), give that much.
 * Its threads are started once; after rd_batch_open() nothing is allocated. Results do not depend
 * on the number of threads.
 *
 * Arrays of all seats are in C order, game by game and seat by seat: [games][seats]. Game g of
 * seed s has luck of its own, with the key (s, g * 2^32 + e) in its episode e: a batch of one plays
 * what rd_luck_from_seed(s) plays.
 *
 * One step takes one order of each seat that is to act. A seat that acts several times in a turn
 * needs several steps; the others are not to act in those.
 *
 * A batch is used by one thread at a time, and not after fork(): both are noticed and refused.
 * Batches of different blocks have nothing to do with each other.
 */
#ifndef REDOUBT_BATCH_H
#define REDOUBT_BATCH_H

#include "redoubt/game.h"
#include "redoubt/packing.h"
#include "redoubt/steps.h"

RD_PUBLIC_BEGIN

enum {
    RD_BATCH_ALIGN = 64,        /* of the block */
    RD_BATCH_THREADS_MAX = 256, /* more are not started */
    RD_BATCH_GAMES_MAX = 1 << 24
};

enum rd_batch_flag {
    RD_BATCH_AUTO_RESET = 1, /* a game that is over begins anew within the step */
    RD_BATCH_NOOP = 2        /* an illegal order is counted and left out; otherwise the step is
                              * refused, and nothing happens in any game */
};

enum rd_batch_code {
    RD_BATCH_OK = 0,
    RD_BATCH_ILLEGAL,  /* an order that its game refuses: see struct rd_batch_fault */
    RD_BATCH_BUSY,     /* another thread is using the batch */
    RD_BATCH_FORKED,   /* the batch belongs to the process that opened it */
    RD_BATCH_BAD_CALL, /* a game, seat or step that does not exist, or no final states are kept */
    RD_BATCH_BAD_SAVE  /* not what rd_batch_save() of such a batch wrote */
};

struct rd_batch_plan {
    const struct rd_game *game;
    const struct rd_setup *setup; /* copied, with its map */
    uint64_t seed;
    uint32_t games;   /* 1 .. RD_BATCH_GAMES_MAX */
    uint32_t threads; /* 0: one for each core that this process may use */
    uint32_t flags;   /* enum rd_batch_flag */
    uint32_t steps;   /* an episode is cut off after so many; 0: never */
};

/* What a step came to; each pointer may be NULL. */
struct rd_batch_result {
    float *reward;       /* [games][seats]: 0, and at the end (beaten - better) / (seats - 1) */
    uint8_t *terminated; /* [games]: the game is over */
    uint8_t *truncated;  /* [games]: the episode was cut off */
    uint8_t *to_act;     /* [games]: set of the seats to act now, after a reset if there was one */
    uint32_t *illegal;   /* [games]: orders left out so far in this episode */
    int32_t *score;      /* [games][seats]: rd_outcome.score, of the end if there was one */
};

/* The first order that was refused. */
struct rd_batch_fault {
    uint32_t game;
    uint32_t seat;
    struct rd_action order;
    struct rd_verdict verdict;
};

struct rd_batch; /* lies in the block */

/* RD_OK, or what is wrong with the setup. */
struct rd_verdict rd_batch_check(const struct rd_batch_plan *plan);
/* Bytes of the block; 0: the plan is refused, or has no games or too many. Most of what a worker
 * may need for factors is never touched, so memory that the system gives when it is first written
 * (malloc, mmap) is used less than this. */
uint64_t rd_batch_size(const struct rd_batch_plan *plan);
/* Opens a batch in the block, and resets all games. NULL: the block is too small or not aligned,
 * or the system gives no threads. */
struct rd_batch *rd_batch_open(const struct rd_batch_plan *plan, void *block, uint64_t size);
/* Ends its threads. The block is the caller's again. */
void rd_batch_close(struct rd_batch *batch);

/* Facts that don't change. */
uint32_t rd_batch_seats(const struct rd_batch *batch);
uint32_t rd_batch_threads(const struct rd_batch *batch);

/* New games, episode 0 of the seed: all, or those g with which[g] != 0. */
enum rd_batch_code rd_batch_reset(struct rd_batch *batch, uint64_t seed, const uint8_t *which);
/* orders: [games][seats]; those of seats that are not to act are not looked at. */
enum rd_batch_code rd_batch_step(struct rd_batch *batch, const struct rd_action *orders,
                                 const struct rd_batch_result *result);
/* The same without a step: what is to be known now; no rewards. */
enum rd_batch_code rd_batch_look(struct rd_batch *batch, const struct rd_batch_result *result);
/* Of the last RD_BATCH_ILLEGAL. */
struct rd_batch_fault rd_batch_fault(const struct rd_batch *batch);

/*
 * Observations, masks and samples are of the seats in the set, one after the other; of an empty
 * set: of one seat a game, the lowest that is to act (seat 0 when none is).
 */
/* [games][seats of the set][rd_game.tensor_size]. */
enum rd_batch_code rd_batch_observe(struct rd_batch *batch, rd_seats seats, int8_t *tensors);
/* The same of the positions in which the last episodes ended. Needs RD_BATCH_AUTO_RESET; before its
 * first end a game has zeros. */
enum rd_batch_code rd_batch_observe_final(struct rd_batch *batch, rd_seats seats, int8_t *tensors);
/* The same two in rd_packed_size() bytes for each seat: packing.h. */
enum rd_batch_code rd_batch_pack(struct rd_batch *batch, rd_seats seats, uint32_t *packed);
enum rd_batch_code rd_batch_pack_final(struct rd_batch *batch, rd_seats seats, uint32_t *packed);
/* Packed views, of this batch or another of the same game, as tensors: [views][tensor_size]. */
enum rd_batch_code rd_batch_unpack(struct rd_batch *batch, uint32_t views, const uint32_t *packed,
                                   int8_t *tensors);
/* rd_step_mask() of every seat: [games][seats of the set][width]; all 0 for one not to act.
 * chosen: [games][seats of the set], may be NULL for step 0. */
enum rd_batch_code rd_batch_masks(struct rd_batch *batch, rd_seats seats, uint32_t step,
                                  const struct rd_action *chosen, uint8_t *masks);
/* A legal order for each seat of the set, all equally likely, drawn from the key: [games][seats of
 * the set]; zeros for one not to act. The same key draws the same. */
enum rd_batch_code rd_batch_sample(struct rd_batch *batch, rd_seats seats, uint64_t key,
                                   struct rd_action *orders);
/* What one game looks like to a seat or to RD_SPECTATOR. */
enum rd_batch_code rd_batch_scene(struct rd_batch *batch, uint32_t game, rd_seat seat,
                                  struct rd_scene *scene);

/* rd_hash() of each state: [games]. */
enum rd_batch_code rd_batch_hash(struct rd_batch *batch, uint64_t *hashes);

/* One game as bytes: its state, luck and counts. Into any game of a batch of the same plan. */
uint32_t rd_batch_save_size(const struct rd_batch *batch);
enum rd_batch_code rd_batch_save(struct rd_batch *batch, uint32_t game, void *bytes);
enum rd_batch_code rd_batch_load(struct rd_batch *batch, uint32_t game, const void *bytes);
/* All games, one after the other. If one of them is refused, none is loaded. */
enum rd_batch_code rd_batch_save_all(struct rd_batch *batch, void *bytes);
enum rd_batch_code rd_batch_load_all(struct rd_batch *batch, const void *bytes);

RD_PUBLIC_END

#endif
