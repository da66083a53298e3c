/* A batch on a card begins and ends: the driver, the kernels, the memory. */
#include "batch/cuda/card.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    BLOCK = 64,
    WATCHDOG_S = 120,
    STACK = 16384,
    DESKS_MAX_BYTES = 1 << 30,
    SCRATCH_MAX_BYTES = 1 << 28,
    PARTS = 6 /* of the memory of games */
};

/* ---- the card -------------------------------------------------------------------------------- */

static enum rd_cuda_code open_context(struct rd_cuda *card, const struct rd_cuda_plan *how,
                                      struct rd_cuda_problem *problem)
{
    const char *why = cuda_driver_open(&card->driver);
    int count = 0, error;
    if (why != NULL) {
        return card_say(RD_CUDA_NO_CARD, why, problem);
    }
    card->driver.device_count(&count);
    if (count < 0 || how->device >= (uint32_t)count) {
        char text[RD_CUDA_TEXT];
        snprintf(text, sizeof text, "there is no card %u: the driver knows %d", how->device, count);
        return card_say(RD_CUDA_NO_CARD, text, problem);
    }
    error = card->driver.device(&card->device, (int)how->device);
    if (error == CUDA_SUCCESS) {
        error = card->driver.context_retain(&card->context, card->device);
    }
    return error == CUDA_SUCCESS ? RD_CUDA_OK : card_fail(card, error, "opening the card", problem);
}

static enum rd_cuda_code set_stack(struct rd_cuda *card, const struct rd_cuda_plan *how,
                                   struct rd_cuda_problem *problem)
{
    size_t now = 0, wanted = how->stack == 0 ? STACK : how->stack;
    card->driver.limit_now(&now, CUDA_LIMIT_STACK_SIZE);
    int error = now >= wanted ? CUDA_SUCCESS : card->driver.limit(CUDA_LIMIT_STACK_SIZE, wanted);
    return error == CUDA_SUCCESS ? RD_CUDA_OK : card_fail(card, error, "the stack", problem);
}

/* ---- the kernels ----------------------------------------------------------------------------- */

static void *number(uintptr_t value)
{
    return (void *)value; /* options of the driver are numbers in pointers */
}

static enum rd_cuda_code load_module(struct rd_cuda *card, const struct rd_cuda_plan *how,
                                     struct rd_cuda_problem *problem)
{
    static const char *const names[] = {
#define X(name) "card_" #name,
        CARD_KERNELS(X)
#undef X
    };
    char log[200] = "";
    int options[] = { CUDA_JIT_ERROR_LOG, CUDA_JIT_ERROR_LOG_SIZE, CUDA_JIT_MAX_REGISTERS };
    void *values[] = { log, number(sizeof log - 1), number(how->registers_max) };
    int error = card->driver.module_load(&card->module, how->module,
                                         how->registers_max == 0 ? 2 : 3, options, values);
    if (error != CUDA_SUCCESS) {
        char text[RD_CUDA_TEXT];
        snprintf(text, sizeof text, "the driver refuses the kernels (error %d) %s", error, log);
        card->module = NULL;
        return card_say(RD_CUDA_BAD_MODULE, text, problem);
    }
    for (uint32_t i = 0; i < KERNELS; i++) {
        error = card->driver.function(&card->kernel[i], card->module, names[i]);
        if (error != CUDA_SUCCESS) {
            return card_say(RD_CUDA_BAD_MODULE, "the module has other kernels", problem);
        }
    }
    return RD_CUDA_OK;
}

/* Are they of this game, and of this version? */
static enum rd_cuda_code check_module(struct rd_cuda *card, struct rd_cuda_problem *problem)
{
    const struct rd_game *game = card->plan.game;
    struct card_facts facts;
    struct card_job job = card->job;
    rd_cuda_address at = 0;
    memset(&facts, 0, sizeof facts);
    enum rd_cuda_code code = card_part(card, sizeof facts, "facts", &at, problem);
    job.out = card_pointer(at);
    if (code == RD_CUDA_OK) {
        code = card_launch(card, KERNEL_facts, &job, problem);
    }
    if (code == RD_CUDA_OK) {
        code = card_wait(card, problem);
    }
    if (code != RD_CUDA_OK) {
        return code;
    }
    card->driver.from_card(&facts, at, sizeof facts);
    if (facts.state_size != game->state_size || facts.view_size != game->view_size ||
        facts.legal_max != game->legal_max || facts.tensor_size != game->tensor_size ||
        facts.rules_version != game->rules_version || facts.packed_size != rd_packed_size(game)) {
        return card_say(RD_CUDA_BAD_MODULE, "the kernels are of another game or version", problem);
    }
    card->desk_size = facts.desk_size;
    return RD_CUDA_OK;
}

/* ---- the memory ------------------------------------------------------------------------------ */

static enum rd_cuda_code put_setup(struct rd_cuda *card, const struct rd_setup *setup,
                                   struct rd_cuda_problem *problem)
{
    rd_cuda_address map = 0, at = 0;
    struct rd_setup there = *setup;
    enum rd_cuda_code code = RD_CUDA_OK;
    if (setup->map != NULL) {
        code = card_part(card, setup->map_size, "the map", &map, problem);
        there.map = card_pointer(map);
    }
    if (code == RD_CUDA_OK && setup->map != NULL) {
        card->driver.to_card(map, setup->map, setup->map_size);
    }
    if (code == RD_CUDA_OK) {
        code = card_part(card, sizeof there, "the setup", &at, problem);
    }
    if (code == RD_CUDA_OK) {
        card->driver.to_card(at, &there, sizeof there);
        card->job.terms.setup = card_pointer(at);
    }
    return code;
}

/* Those of whole blocks, for all games or as many as there may be at once. */
static uint64_t threads_of(const struct rd_cuda *card, uint32_t most)
{
    uint64_t threads = card->plan.games < most ? card->plan.games : most;
    return (threads + card->block - 1) / card->block * card->block;
}

/* The games, and what each thread has for itself. */
static enum rd_cuda_code put_games(struct rd_cuda *card, struct rd_cuda_problem *problem)
{
    uint64_t games = card->plan.games, states = games * card->plan.game->state_size;
    bool keeps = (card->plan.flags & RD_BATCH_AUTO_RESET) != 0;
    char what[80];
    snprintf(what, sizeof what, "the states of %u games of %s", card->plan.games,
             card->plan.game->title);
    rd_cuda_address at[PARTS] = { 0 };
    if (card->desk_size > 0) {
        card->threads_max =
            (uint32_t)(DESKS_MAX_BYTES / card->desk_size) / card->block * card->block;
    }
    uint32_t packed = rd_packed_size(card->plan.game);
    card->views_max = SCRATCH_MAX_BYTES / packed / card->block * card->block;
    const struct {
        uint64_t size;
        const char *what;
    } part[PARTS] = { { states, what },
                      { keeps ? states : 1, "final states" },
                      { games * sizeof(struct slot), "slots" },
                      { games + 4, "marks of games that have ended" },
                      { threads_of(card, card->threads_max) * card->desk_size, "lists of orders" },
                      { threads_of(card, card->views_max) * packed, "packed views" } };
    for (uint32_t i = 0; i < PARTS; i++) {
        enum rd_cuda_code code = card_part(card, part[i].size, part[i].what, &at[i], problem);
        if (code != RD_CUDA_OK) {
            return code;
        }
    }
    card->driver.fill(at[3], 0, (games + 3) / 4, NULL);
    card->driver.fill(at[2], 0, games * sizeof(struct slot) / 4, NULL);
    card->job.state = card_pointer(at[0]);
    card->job.final = card_pointer(at[1]);
    card->job.slot = card_pointer(at[2]);
    card->job.has_ended = card_pointer(at[3]);
    card->job.desks = card_pointer(at[4]);
    card->job.scratch = card_pointer(at[5]);
    return RD_CUDA_OK;
}

static enum rd_cuda_code put_fault(struct rd_cuda *card, struct rd_cuda_problem *problem)
{
    rd_cuda_address at = 0;
    enum rd_cuda_code code = card_part(card, sizeof(uint32_t), "a fault", &at, problem);
    card->job.fault = card_pointer(at);
    return code;
}

/* ---- all of it ------------------------------------------------------------------------------- */

static void fill_in(struct rd_cuda *card, const struct rd_batch_plan *plan,
                    const struct rd_cuda_plan *how)
{
    card->plan = *plan;
    card->setup = *plan->setup;
    card->plan.setup = &card->setup;
    card->owner = getpid();
    card->block = how->block == 0 ? BLOCK : how->block;
    card->watchdog_s = how->watchdog_s == 0 ? WATCHDOG_S : how->watchdog_s;
    card->threads_max = RD_BATCH_GAMES_MAX;
    card->job.games = plan->games;
    card->job.layout = how->layout;
    card->job.terms = (struct terms){ NULL, NULL, plan->setup->seats, plan->flags, plan->steps };
}

static enum rd_cuda_code open_on(struct rd_cuda *card, const struct rd_cuda_plan *how,
                                 struct rd_cuda_problem *problem)
{
    int error = card->driver.event_make(&card->done, 2 /* without times */);
    enum rd_cuda_code code = RD_CUDA_OK;
    if (error != CUDA_SUCCESS) {
        return card_fail(card, error, "an event", problem);
    }
    if ((code = set_stack(card, how, problem)) != RD_CUDA_OK ||
        (code = load_module(card, how, problem)) != RD_CUDA_OK ||
        (code = check_module(card, problem)) != RD_CUDA_OK ||
        (code = put_setup(card, &card->setup, problem)) != RD_CUDA_OK ||
        (code = put_fault(card, problem)) != RD_CUDA_OK) {
        return code;
    }
    return put_games(card, problem);
}

static void drop(struct rd_cuda *card)
{
    if (card->is_hung) {
        return; /* the driver would wait for what never ends */
    }
    for (uint32_t i = 0; i < card->parts; i++) {
        card->driver.free(card->part[i]);
    }
    if (card->module != NULL) {
        card->driver.module_unload(card->module);
    }
    if (card->done != NULL) {
        card->driver.event_end(card->done);
    }
}

static enum rd_cuda_code check_plan(const struct rd_batch_plan *plan,
                                    const struct rd_cuda_plan *how, struct rd_cuda_problem *problem)
{
    if (plan->games == 0 || plan->games > RD_BATCH_GAMES_MAX) {
        return card_say(RD_CUDA_BAD_CALL, "the number of games is out of range", problem);
    }
    if (rd_batch_check(plan).code != RD_OK) {
        return card_say(RD_CUDA_BAD_CALL, "the setup is refused", problem);
    }
    if (how->layout >= CARD_LAYOUTS || how->block > 1024 || how->block % 32 != 0 ||
        how->module == NULL) {
        return card_say(RD_CUDA_BAD_CALL, "no such layout or module, or a block of no whole warps",
                        problem);
    }
    return RD_CUDA_OK;
}

enum rd_cuda_code rd_cuda_open(const struct rd_batch_plan *plan, const struct rd_cuda_plan *how,
                               struct rd_cuda **batch, struct rd_cuda_problem *problem)
{
    enum rd_cuda_code code = check_plan(plan, how, problem);
    struct rd_cuda *card = code == RD_CUDA_OK ? calloc(1, sizeof *card) : NULL;
    *batch = NULL;
    if (card == NULL) {
        return code == RD_CUDA_OK
                   ? card_say(RD_CUDA_NO_MEMORY, "this machine has no memory left", problem)
                   : code;
    }
    fill_in(card, plan, how);
    code = open_context(card, how, problem);
    if (code == RD_CUDA_OK && (code = card_enter(card, problem)) == RD_CUDA_OK) {
        code = open_on(card, how, problem);
        if (code != RD_CUDA_OK) {
            drop(card);
        }
        card_leave(card);
    }
    if (code == RD_CUDA_OK) {
        code = rd_cuda_reset(card, plan->seed, 0, problem);
    }
    if (code != RD_CUDA_OK) {
        free(card);
        return code;
    }
    *batch = card;
    return RD_CUDA_OK;
}

void rd_cuda_close(struct rd_cuda *batch)
{
    if (batch != NULL && batch->owner == getpid() && card_enter(batch, NULL) == RD_CUDA_OK) {
        drop(batch);
        card_leave(batch);
        batch->driver.context_release(batch->device);
    }
    free(batch);
}

struct rd_cuda_kernel rd_cuda_kernel(const struct rd_cuda *batch, const char *name)
{
    static const char *const names[] = {
#define X(name) #name,
        CARD_KERNELS(X)
#undef X
    };
    struct rd_cuda_kernel told = { 0, 0, 0, 0 };
    for (uint32_t i = 0; i < KERNELS; i++) {
        if (strcmp(names[i], name) == 0) {
            batch->driver.attribute(&told.registers, CUDA_FUNCTION_REGISTERS, batch->kernel[i]);
            batch->driver.attribute(&told.local_bytes, CUDA_FUNCTION_LOCAL_BYTES, batch->kernel[i]);
            batch->driver.attribute(&told.threads_max, CUDA_FUNCTION_THREADS_MAX, batch->kernel[i]);
        }
    }
    return told;
}
