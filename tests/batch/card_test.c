/* The kernels for cards, run on this machine as one thread of a card, against a batch of threads:
 * the same states, results, masks, samples and tensors. */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "batch/cuda/job.h"
#include "check.h"
#include "redoubt/batch.h"
#include "redoubt/steps.h"

enum { GAMES = 5, SEED = 11, STEPS = 120 };

static const char *folder;

typedef void kernel(struct card_job job);

/* Both sides of one game. */
struct pair {
    void *library;
    const struct rd_game *game;
    struct rd_setup setup;
    struct rd_batch_plan plan;
    struct rd_batch *batch;
    void *block;
    struct card_job job;
    uint32_t fault;
};

static kernel *kernel_of(const struct pair *pair, const char *name)
{
    kernel *found = NULL;
    void *at = dlsym(pair->library, name);
    memcpy(&found, &at, sizeof found);
    RD_ASSERT(found != NULL);
    return found;
}

static void open_pair(struct pair *pair, const char *id, enum card_layout layout, uint32_t flags)
{
    char path[1000];
    memset(pair, 0, sizeof *pair);
    snprintf(path, sizeof path, "%s/libcard-%s.so", folder, id);
    pair->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    RD_ASSERT(pair->library != NULL);
    pair->game = rd_game_find(id);
    rd_setup_presets(pair->game, &pair->setup);
    pair->plan = (struct rd_batch_plan){ pair->game, &pair->setup, SEED, GAMES, 1, flags, 40 };
    uint64_t size = rd_batch_size(&pair->plan);
    pair->block = aligned_alloc(RD_BATCH_ALIGN, size);
    pair->batch = rd_batch_open(&pair->plan, pair->block, size);
    struct card_job *job = &pair->job;
    job->terms = (struct terms){ NULL, &pair->setup, pair->setup.seats, flags, 40 };
    job->games = GAMES;
    job->layout = layout;
    job->slot = calloc(GAMES, sizeof *job->slot);
    job->state = calloc(GAMES, pair->game->state_size);
    job->final = calloc(GAMES, pair->game->state_size);
    job->has_ended = calloc(GAMES, 1);
    job->desks = malloc(8u * pair->game->legal_max);
    job->scratch = malloc(rd_packed_size(pair->game));
    job->seed = SEED;
    kernel_of(pair, "card_reset")(*job);
}

static void close_pair(struct pair *pair)
{
    rd_batch_close(pair->batch);
    free(pair->block);
    free(pair->job.slot);
    free(pair->job.state);
    free(pair->job.final);
    free(pair->job.has_ended);
    free(pair->job.desks);
    free(pair->job.scratch);
    dlclose(pair->library);
}

static void same_hashes(struct pair *pair)
{
    uint64_t ours[GAMES] = { 0 }, theirs[GAMES] = { 1 };
    struct card_job job = pair->job;
    job.out = theirs;
    kernel_of(pair, "card_hash")(job);
    rd_batch_hash(pair->batch, ours);
    CHECK(memcmp(ours, theirs, sizeof ours) == 0);
}

static void same_masks(struct pair *pair, const struct rd_action *chosen)
{
    for (uint32_t step = 0; step < RD_STEPS; step++) {
        uint32_t width = rd_step_width(pair->game->verbs, step);
        uint8_t *ours = calloc(GAMES, width), *theirs = calloc(GAMES, width);
        struct card_job job = pair->job;
        job.step = step;
        job.width = width;
        job.orders = chosen;
        job.out = theirs;
        kernel_of(pair, "card_masks")(job);
        rd_batch_masks(pair->batch, 0, step, chosen, ours);
        CHECK(memcmp(ours, theirs, (size_t)GAMES * width) == 0);
        free(ours);
        free(theirs);
    }
}

static void same_tensors(struct pair *pair, bool final)
{
    size_t size = (size_t)GAMES * pair->setup.seats * pair->game->tensor_size;
    int8_t *ours = calloc(size, 1), *theirs = calloc(size, 1);
    struct card_job job = pair->job;
    job.seats = (rd_seats)((1u << pair->setup.seats) - 1);
    job.is_final = final;
    job.out = theirs;
    kernel_of(pair, "card_observe")(job);
    if (final) {
        rd_batch_observe_final(pair->batch, job.seats, ours);
    } else {
        rd_batch_observe(pair->batch, job.seats, ours);
    }
    CHECK(memcmp(ours, theirs, size) == 0);
    free(ours);
    free(theirs);
}

static void same_packed(struct pair *pair, bool final)
{
    size_t views = (size_t)GAMES * pair->setup.seats, size = views * rd_packed_size(pair->game);
    size_t tensors = views * pair->game->tensor_size;
    uint32_t *ours = calloc(size, 1), *theirs = calloc(size, 1);
    int8_t *want = calloc(tensors, 1), *got = calloc(tensors, 1);
    struct card_job job = pair->job;
    job.seats = (rd_seats)((1u << pair->setup.seats) - 1);
    job.is_final = final;
    job.out = theirs;
    kernel_of(pair, "card_pack")(job);
    CHECK_EQ((final ? rd_batch_pack_final : rd_batch_pack)(pair->batch, job.seats, ours),
             RD_BATCH_OK);
    CHECK(memcmp(ours, theirs, size) == 0);
    job.games = (uint32_t)views;
    job.views = theirs;
    job.out = got;
    kernel_of(pair, "card_unpack")(job);
    CHECK_EQ(rd_batch_unpack(pair->batch, (uint32_t)views, ours, want), RD_BATCH_OK);
    CHECK(memcmp(want, got, tensors) == 0);
    memset(got, 1, tensors);
    (final ? rd_batch_observe_final : rd_batch_observe)(pair->batch, job.seats, got);
    CHECK(memcmp(want, got, tensors) == 0);
    free(ours);
    free(theirs);
    free(want);
    free(got);
}

static void draw(struct pair *pair, rd_seats seats, uint64_t key, struct rd_action *ours)
{
    struct rd_action theirs[GAMES * RD_SEATS_MAX];
    struct card_job job = pair->job;
    uint32_t count = seats == 0 ? 1 : pair->setup.seats;
    memset(theirs, 0, sizeof theirs);
    job.seats = seats;
    job.seed = key;
    job.out = theirs;
    kernel_of(pair, "card_sample")(job);
    rd_batch_sample(pair->batch, seats, key, ours);
    CHECK(memcmp(ours, theirs, GAMES * count * sizeof *ours) == 0);
}

struct told {
    float reward[GAMES * RD_SEATS_MAX];
    uint8_t terminated[GAMES], truncated[GAMES], to_act[GAMES];
    uint32_t illegal[GAMES];
    int32_t score[GAMES * RD_SEATS_MAX];
};

static struct rd_batch_result result_of(struct told *told)
{
    memset(told, 0, sizeof *told);
    return (struct rd_batch_result){ told->reward, told->terminated, told->truncated,
                                     told->to_act, told->illegal,    told->score };
}

static void same_step(struct pair *pair, const struct rd_action *orders)
{
    struct told ours, theirs;
    struct rd_batch_result result = result_of(&ours);
    struct card_job job = pair->job;
    CHECK_EQ(rd_batch_step(pair->batch, orders, &result), RD_BATCH_OK);
    job.orders = orders;
    job.result = result_of(&theirs);
    job.fault = &pair->fault;
    pair->fault = UINT32_MAX;
    kernel_of(pair, "card_judge")(job);
    CHECK_HEX(pair->fault, UINT32_MAX);
    kernel_of(pair, "card_step")(job);
    CHECK(memcmp(&ours, &theirs, sizeof ours) == 0);
}

static void save_both(struct pair *pair, uint8_t *ours, uint8_t *theirs)
{
    struct card_job job = pair->job;
    job.width = GAMES;
    job.out = theirs;
    kernel_of(pair, "card_save")(job);
    CHECK_EQ(rd_batch_save_all(pair->batch, ours), RD_BATCH_OK);
    CHECK(memcmp(ours, theirs, (size_t)GAMES * rd_batch_save_size(pair->batch)) == 0);
}

/* The same bytes, also of games that were loaded from them into the place of others. */
static void same_saves(struct pair *pair)
{
    size_t each = rd_batch_save_size(pair->batch);
    uint8_t *ours = calloc(GAMES, each), *theirs = calloc(GAMES, each);
    struct card_job job = pair->job;
    save_both(pair, ours, theirs);
    job.step = 1;
    job.width = 2;
    job.out = theirs;
    kernel_of(pair, "card_load")(job); /* games 0 and 1 into 1 and 2 */
    CHECK_EQ(rd_batch_load(pair->batch, 1, ours), RD_BATCH_OK);
    CHECK_EQ(rd_batch_load(pair->batch, 2, ours + each), RD_BATCH_OK);
    save_both(pair, ours, theirs);
    free(ours);
    free(theirs);
}

static void plays_the_same(const char *id, enum card_layout layout)
{
    struct pair pair;
    open_pair(&pair, id, layout, RD_BATCH_AUTO_RESET);
    rd_seats all = (rd_seats)((1u << pair.setup.seats) - 1);
    struct rd_action orders[GAMES * RD_SEATS_MAX];
    for (uint32_t step = 0; step < STEPS; step++) {
        if (step % 16 == 3) {
            draw(&pair, 0, step, orders);
            same_masks(&pair, orders);
            same_tensors(&pair, false);
            same_packed(&pair, false);
        }
        draw(&pair, all, step, orders);
        same_step(&pair, orders);
        same_hashes(&pair);
    }
    same_tensors(&pair, true);
    same_packed(&pair, true);
    same_saves(&pair);
    draw(&pair, all, STEPS, orders);
    same_step(&pair, orders);
    same_hashes(&pair);
    close_pair(&pair);
}

static void many_steps_in_one(const char *id)
{
    struct pair pair;
    open_pair(&pair, id, CARD_COPIES, RD_BATCH_AUTO_RESET);
    rd_seats all = (rd_seats)((1u << pair.setup.seats) - 1);
    struct rd_action orders[GAMES * RD_SEATS_MAX];
    uint32_t given[GAMES];
    struct card_job job = pair.job;
    for (uint32_t step = 0; step < 50; step++) {
        rd_batch_sample(pair.batch, all, 100 + step, orders);
        rd_batch_step(pair.batch, orders, NULL);
    }
    job.seed = 100;
    job.step = 50;
    job.out = given;
    kernel_of(&pair, "card_playout")(job);
    same_hashes(&pair);
    CHECK(given[0] >= 50);
    close_pair(&pair);
}

static void illegal_orders_are_found(const char *id)
{
    struct pair pair;
    struct rd_action orders[GAMES * RD_SEATS_MAX];
    open_pair(&pair, id, CARD_ROWS, 0);
    draw(&pair, (rd_seats)((1u << pair.setup.seats) - 1), 5, orders);
    uint32_t seat = (uint32_t)__builtin_ctz(pair.job.slot[2].to_act);
    orders[2 * pair.setup.seats + seat].verb = 900;
    orders[4 * pair.setup.seats + seat].verb = 900;
    pair.fault = UINT32_MAX;
    pair.job.fault = &pair.fault;
    pair.job.orders = orders;
    kernel_of(&pair, "card_judge")(pair.job);
    CHECK_EQ(pair.fault, 2 * 8 + seat);
    kernel_of(&pair, "card_step")(pair.job);
    same_hashes(&pair);
    close_pair(&pair);
}

static const char *id;

static void rows(void)
{
    plays_the_same(id, CARD_ROWS);
}

static void copies(void)
{
    plays_the_same(id, CARD_COPIES);
}

static void columns(void)
{
    plays_the_same(id, CARD_COLUMNS);
}

static void playouts(void)
{
    many_steps_in_one(id);
}

static void faults(void)
{
    illegal_orders_are_found(id);
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: card_test FOLDER GAME\n");
        return 2;
    }
    folder = argv[1];
    id = argv[2];
    RUN(rows);
    RUN(copies);
    RUN(columns);
    RUN(playouts);
    RUN(faults);
    return check_end();
}
