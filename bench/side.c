/* A batch here or on a card. */
#include "bench/side.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/file.h"

enum { MODULE_MAX = 256 << 20, PATH_ROOM = 1000 };

static bool say(struct bench_side *side, const char *text)
{
    snprintf(side->problem.text, sizeof side->problem.text, "%s", text);
    return false;
}

/* ---- arrays ---------------------------------------------------------------------------------- */

static void lay_out(struct bench_side *side)
{
    const struct rd_game *game = side->plan.game;
    uint64_t games = side->plan.games;
    uint64_t orders = games * side->seats * sizeof(struct rd_action);
    side->size[BENCH_CALL_STEP] = games * side->seats * sizeof(float);
    side->size[BENCH_CALL_SAMPLE] = orders;
    side->size[BENCH_CALL_VERBS] = games * rd_step_width(game->verbs, 0);
    side->size[BENCH_CALL_CHOOSE] = games * sizeof(struct rd_action);
    side->size[BENCH_CALL_ARGUMENTS] = games * rd_step_width(game->verbs, 1);
    side->size[BENCH_CALL_VIEWS] = side->size[BENCH_CALL_UNPACK] = games * game->tensor_size;
    side->size[BENCH_CALL_PACK] = games * rd_packed_size(game);
    side->size[BENCH_CALL_HASH] = games * sizeof(uint64_t);
}

static bool make_arrays(struct bench_side *side)
{
    lay_out(side);
    for (uint32_t i = 0; i < BENCH_CALLS; i++) {
        if (side->card != NULL) {
            if (rd_cuda_memory(side->card, side->size[i], &side->array[i], &side->problem) !=
                RD_CUDA_OK) {
                return false;
            }
        } else {
            side->array[i] = (uint64_t)(uintptr_t)calloc(1, side->size[i]);
        }
        if (side->array[i] == 0) {
            return say(side, "not enough memory");
        }
    }
    return true;
}

static void *here(const struct bench_side *side, enum bench_call call)
{
    return (void *)(uintptr_t)side->array[call];
}

/* ---- begin and end --------------------------------------------------------------------------- */

static void begin(struct bench_side *side, const struct rd_batch_plan *plan)
{
    memset(side, 0, sizeof *side);
    side->plan = *plan;
    side->seats = plan->setup->seats;
}

static bool opened(struct bench_side *side)
{
    if (!make_arrays(side)) {
        bench_side_close(side);
        return false;
    }
    return true;
}

bool bench_side_open(struct bench_side *side, const struct rd_batch_plan *plan)
{
    begin(side, plan);
    uint64_t size = rd_batch_size(plan);
    size = (size + RD_BATCH_ALIGN - 1) / RD_BATCH_ALIGN * RD_BATCH_ALIGN;
    side->block = size == 0 ? NULL : aligned_alloc(RD_BATCH_ALIGN, size);
    side->here = side->block == NULL ? NULL : rd_batch_open(plan, side->block, size);
    if (side->here == NULL) {
        free(side->block);
        return say(side, "not enough memory or threads for the batch");
    }
    return opened(side);
}

/* A cubin if one is there, else PTX; with a zero byte after it. NULL: the problem says what is not
 * there. */
static char *read_module(const struct bench_side *side, const char *folder,
                         struct rd_problem *problem)
{
    static const char *const endings[] = { "cubin", "ptx" };
    char path[PATH_ROOM], *text = NULL;
    size_t size = 0;
    for (uint32_t i = 0; i < 2; i++) {
        problem->text[0] = '\0'; /* of the last one */
        snprintf(path, sizeof path, "%s/rules-%s.%s", folder, side->plan.game->id, endings[i]);
        if (rd_file_read(path, MODULE_MAX, &text, &size, problem)) {
            return text;
        }
    }
    return NULL;
}

/* That there is no card is said before that there are no kernels for it. */
bool bench_side_open_card(struct bench_side *side, const struct rd_batch_plan *plan,
                          const char *folder)
{
    struct rd_problem problem = { "" };
    begin(side, plan);
    char *module = read_module(side, folder, &problem);
    struct rd_cuda_plan how = { .module = module == NULL ? "" : module };
    enum rd_cuda_code code = rd_cuda_open(plan, &how, &side->card, &side->problem);
    if (module == NULL && code == RD_CUDA_BAD_MODULE) {
        say(side, problem.text);
    }
    free(module);
    return code == RD_CUDA_OK && opened(side);
}

void bench_side_close(struct bench_side *side)
{
    for (uint32_t i = 0; i < BENCH_CALLS && side->array[i] != 0; i++) {
        if (side->card != NULL) {
            rd_cuda_free(side->card, side->array[i]);
        } else {
            free(here(side, (enum bench_call)i));
        }
    }
    if (side->card != NULL) {
        rd_cuda_close(side->card);
    } else {
        rd_batch_close(side->here);
        free(side->block);
    }
    side->here = NULL;
    side->card = NULL;
}

/* ---- calls ----------------------------------------------------------------------------------- */

static rd_seats every_seat(const struct bench_side *side)
{
    return (rd_seats)((1u << side->seats) - 1);
}

static enum rd_batch_code call_here(struct bench_side *side, enum bench_call call, uint64_t key)
{
    struct rd_batch_result result = { .reward = here(side, BENCH_CALL_STEP) };
    void *out = here(side, call);
    switch (call) {
    case BENCH_CALL_STEP:
        return rd_batch_step(side->here, here(side, BENCH_CALL_SAMPLE), &result);
    case BENCH_CALL_SAMPLE:
        return rd_batch_sample(side->here, every_seat(side), key, out);
    case BENCH_CALL_VERBS:
        return rd_batch_masks(side->here, 0, 0, NULL, out);
    case BENCH_CALL_CHOOSE:
        return rd_batch_sample(side->here, 0, key, out);
    case BENCH_CALL_ARGUMENTS:
        return rd_batch_masks(side->here, 0, 1, here(side, BENCH_CALL_CHOOSE), out);
    case BENCH_CALL_VIEWS:
        return rd_batch_observe(side->here, 0, out);
    case BENCH_CALL_PACK:
        return rd_batch_pack(side->here, 0, out);
    case BENCH_CALL_UNPACK:
        return rd_batch_unpack(side->here, side->plan.games, here(side, BENCH_CALL_PACK), out);
    case BENCH_CALL_HASH:
        return rd_batch_hash(side->here, out);
    case BENCH_CALLS:
        break;
    }
    return RD_BATCH_BAD_CALL;
}

static enum rd_cuda_code call_card(struct bench_side *side, enum bench_call call, uint64_t key)
{
    /* A result is of addresses on the card. */
    struct rd_batch_result result = { .reward = here(side, BENCH_CALL_STEP) };
    struct rd_cuda_problem *problem = &side->problem;
    uint64_t out = side->array[call];
    switch (call) {
    case BENCH_CALL_STEP:
        return rd_cuda_step(side->card, side->array[BENCH_CALL_SAMPLE], &result, problem);
    case BENCH_CALL_SAMPLE:
        return rd_cuda_sample(side->card, every_seat(side), key, out, problem);
    case BENCH_CALL_VERBS:
        return rd_cuda_masks(side->card, 0, 0, 0, out, problem);
    case BENCH_CALL_CHOOSE:
        return rd_cuda_sample(side->card, 0, key, out, problem);
    case BENCH_CALL_ARGUMENTS:
        return rd_cuda_masks(side->card, 0, 1, side->array[BENCH_CALL_CHOOSE], out, problem);
    case BENCH_CALL_VIEWS:
        return rd_cuda_observe(side->card, 0, 0, out, problem);
    case BENCH_CALL_PACK:
        return rd_cuda_pack(side->card, 0, 0, out, problem);
    case BENCH_CALL_UNPACK:
        return rd_cuda_unpack(side->card, side->plan.games, side->array[BENCH_CALL_PACK], out,
                              problem);
    case BENCH_CALL_HASH:
        return rd_cuda_hash(side->card, out, problem);
    case BENCH_CALLS:
        break;
    }
    return RD_CUDA_BAD_CALL;
}

bool bench_side_call(struct bench_side *side, enum bench_call call, uint64_t key)
{
    if (side->card == NULL) {
        return call_here(side, call, key) == RD_BATCH_OK || say(side, "the batch refuses a call");
    }
    enum rd_cuda_code code = call_card(side, call, key);
    if (code == RD_CUDA_OK) {
        code = rd_cuda_wait(side->card, &side->problem);
    }
    return code == RD_CUDA_OK;
}

void *bench_side_read(struct bench_side *side, enum bench_call call)
{
    void *copy = malloc(side->size[call]);
    if (copy == NULL) {
        say(side, "not enough memory");
        return NULL;
    }
    if (side->card == NULL) {
        memcpy(copy, here(side, call), side->size[call]);
        return copy;
    }
    if (rd_cuda_from_card(side->card, copy, side->array[call], side->size[call], &side->problem) !=
        RD_CUDA_OK) {
        free(copy);
        return NULL;
    }
    return copy;
}
