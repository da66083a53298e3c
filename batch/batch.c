/* A batch in its block: how large, how it is laid out, who may use it. */
#include "batch/block.h"

#include <sched.h>
#include <string.h>
#include <unistd.h>

/* ---- layout: every part begins at a multiple of RD_BATCH_ALIGN ------------------------------- */

/* Counts bytes, and hands them out where there is a block. */
struct cutter {
    uint8_t *block; /* NULL: only count */
    uint64_t used;
};

static void *cut(struct cutter *cutter, uint64_t size)
{
    void *part = cutter->block == NULL ? NULL : cutter->block + cutter->used;
    cutter->used += (size + RD_BATCH_ALIGN - 1) / RD_BATCH_ALIGN * RD_BATCH_ALIGN;
    return part;
}

static void cut_desk(struct cutter *cutter, const struct rd_game *game, struct desk *desk)
{
    struct rd_factors_room room = { 0, 0 };
    if (game->factors != NULL) {
        room = rd_factors_room(game);
    }
    struct desk one = { .view = cut(cutter, game->view_size) };
    one.trial = cut(cutter, game->state_size);
    one.legal = cut(cutter, game->factors == NULL ? 8ull * game->legal_max : 0);
    one.factors.factor_cap = room.factors;
    one.factors.word_cap = room.words;
    one.factors.factor = cut(cutter, (uint64_t)room.factors * sizeof *one.factors.factor);
    one.factors.word = cut(cutter, (uint64_t)room.words * sizeof *one.factors.word);
    if (desk != NULL) {
        *desk = one;
    }
}

/* All of it; returns where the batch itself lies. */
static struct rd_batch *lay_out(struct cutter *cutter, const struct rd_batch_plan *plan,
                                uint32_t threads)
{
    struct rd_batch *batch = cut(cutter, sizeof *batch), none = { .threads = 0 };
    struct rd_batch *to = batch == NULL ? &none : batch;
    uint64_t states = (uint64_t)plan->games * plan->game->state_size;
    bool keeps = (plan->flags & RD_BATCH_AUTO_RESET) != 0;
    memset(to, 0, sizeof *to);
    to->setup = *plan->setup;
    to->setup.map = cut(cutter, plan->setup->map_size);
    to->slot = cut(cutter, plan->games * sizeof *to->slot);
    to->state = cut(cutter, states);
    to->final = cut(cutter, keeps ? states : 0);
    to->has_ended = cut(cutter, plan->games);
    to->desk = cut(cutter, threads * sizeof *to->desk);
    for (uint32_t i = 0; i < threads; i++) {
        cut_desk(cutter, plan->game, to->desk == NULL ? NULL : &to->desk[i]);
    }
    if (!keeps) {
        to->final = NULL;
    }
    return batch;
}

static uint32_t threads_of(const struct rd_batch_plan *plan)
{
    uint32_t threads = plan->threads;
    if (threads == 0) {
        cpu_set_t cores;
        threads = sched_getaffinity(0, sizeof cores, &cores) == 0 ? (uint32_t)CPU_COUNT(&cores) : 1;
    }
    threads = threads > plan->games ? plan->games : threads;
    return threads > RD_BATCH_THREADS_MAX ? RD_BATCH_THREADS_MAX : threads;
}

/* ---- opening and closing --------------------------------------------------------------------- */

struct rd_verdict rd_batch_check(const struct rd_batch_plan *plan)
{
    return plan->game->check_setup(plan->setup);
}

uint64_t rd_batch_size(const struct rd_batch_plan *plan)
{
    if (plan->games == 0 || plan->games > RD_BATCH_GAMES_MAX ||
        rd_batch_check(plan).code != RD_OK) {
        return 0;
    }
    struct cutter cutter = { NULL, 0 };
    lay_out(&cutter, plan, threads_of(plan));
    return cutter.used;
}

static void copy_map(struct rd_batch *batch, const struct rd_setup *from)
{
    if (from->map == NULL) {
        batch->setup.map = NULL;
        return;
    }
    uint8_t *to = (uint8_t *)(uintptr_t)batch->setup.map;
    memcpy(to, from->map, from->map_size);
}

struct rd_batch *rd_batch_open(const struct rd_batch_plan *plan, void *block, uint64_t size)
{
    uint64_t needed = rd_batch_size(plan);
    if (block == NULL || needed == 0 || size < needed || (uintptr_t)block % RD_BATCH_ALIGN != 0) {
        return NULL;
    }
    struct cutter cutter = { block, 0 };
    uint32_t threads = threads_of(plan);
    struct rd_batch *batch = lay_out(&cutter, plan, threads);
    batch->plan = *plan;
    batch->plan.setup = &batch->setup;
    batch->terms =
        (struct terms){ plan->game, &batch->setup, plan->setup->seats, plan->flags, plan->steps };
    batch->threads = threads;
    batch->owner = getpid();
    atomic_flag_clear(&batch->busy);
    copy_map(batch, plan->setup);
    memset(batch->slot, 0, plan->games * sizeof *batch->slot);
    memset(batch->has_ended, 0, plan->games);
    if (!pool_open(&batch->pool, threads)) {
        return NULL;
    }
    rd_batch_reset(batch, plan->seed, NULL);
    return batch;
}

void rd_batch_close(struct rd_batch *batch)
{
    if (batch->owner == getpid()) { /* a child has no such threads */
        pool_close(&batch->pool);
    }
}

uint32_t rd_batch_seats(const struct rd_batch *batch)
{
    return batch->setup.seats;
}

uint32_t rd_batch_threads(const struct rd_batch *batch)
{
    return batch->threads;
}

/* ---- one user at a time ---------------------------------------------------------------------- */

enum rd_batch_code batch_enter(struct rd_batch *batch)
{
    if (batch->owner != getpid()) {
        return RD_BATCH_FORKED;
    }
    return atomic_flag_test_and_set(&batch->busy) ? RD_BATCH_BUSY : RD_BATCH_OK;
}

void batch_leave(struct rd_batch *batch)
{
    atomic_flag_clear(&batch->busy);
}

/* ---- which seats ----------------------------------------------------------------------------- */

bool batch_has_seats(const struct rd_batch *batch, rd_seats seats)
{
    return seats >> batch->setup.seats == 0;
}
