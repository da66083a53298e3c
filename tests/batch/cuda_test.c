/* Batches on a card, over a driver that has none: fake_cuda.c. What goes wrong is said. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "redoubt/batch.h"
#include "redoubt/cuda.h"

enum { GAMES = 6, SEED = 3 };

static const char *folder;

struct table {
    struct rd_setup setup;
    struct rd_batch_plan plan;
    struct rd_cuda_plan how;
    struct rd_cuda *card;
    struct rd_cuda_problem problem;
    char module[1000];
};

static enum rd_cuda_code try_open(struct table *t, const char *id, const char *module,
                                  uint32_t flags)
{
    memset(t, 0, sizeof *t);
    rd_setup_presets(rd_game_find(id), &t->setup);
    t->plan = (struct rd_batch_plan){ rd_game_find(id), &t->setup, SEED, GAMES, 1, flags, 0 };
    snprintf(t->module, sizeof t->module, "%s/libcard-%s.so", folder, module);
    t->how = (struct rd_cuda_plan){ .module = t->module, .watchdog_s = 1 };
    return rd_cuda_open(&t->plan, &t->how, &t->card, &t->problem);
}

static void a_game_is_played(void)
{
    struct table t;
    uint64_t hash[2][GAMES] = { { 0 }, { 1 } };
    struct rd_action orders[GAMES * 2];
    rd_cuda_address at = 0, hashes = 0;
    CHECK_EQ(try_open(&t, "fate", "fate", RD_BATCH_AUTO_RESET), RD_CUDA_OK);
    uint64_t size = rd_batch_size(&t.plan);
    void *block = aligned_alloc(RD_BATCH_ALIGN, size);
    struct rd_batch *batch = rd_batch_open(&t.plan, block, size);
    CHECK_EQ(rd_cuda_memory(t.card, sizeof orders, &at, &t.problem), RD_CUDA_OK);
    CHECK_EQ(rd_cuda_memory(t.card, sizeof hash[0], &hashes, &t.problem), RD_CUDA_OK);
    for (uint32_t step = 0; step < 50; step++) {
        rd_batch_sample(batch, 3, step, orders);
        rd_batch_step(batch, orders, NULL);
        CHECK_EQ(rd_cuda_sample(t.card, 3, step, at, &t.problem), RD_CUDA_OK);
        CHECK_EQ(rd_cuda_step(t.card, at, NULL, &t.problem), RD_CUDA_OK);
    }
    rd_batch_hash(batch, hash[0]);
    CHECK_EQ(rd_cuda_hash(t.card, hashes, &t.problem), RD_CUDA_OK);
    CHECK_EQ(rd_cuda_from_card(t.card, hash[1], hashes, sizeof hash[1], &t.problem), RD_CUDA_OK);
    CHECK(memcmp(hash[0], hash[1], sizeof hash[0]) == 0);
    rd_cuda_free(t.card, at);
    rd_cuda_free(t.card, hashes);
    rd_cuda_close(t.card);
    rd_batch_close(batch);
    free(block);
}

static void saves_are_checked(void)
{
    struct table t;
    CHECK_EQ(try_open(&t, "apoca", "apoca", RD_BATCH_AUTO_RESET), RD_CUDA_OK);
    size_t each = rd_cuda_save_size(t.card);
    uint8_t *bytes = malloc(GAMES * each);
    CHECK_EQ(rd_cuda_save_all(t.card, bytes, &t.problem), RD_CUDA_OK);
    CHECK_EQ(rd_cuda_load(t.card, 5, bytes, &t.problem), RD_CUDA_OK);
    CHECK_EQ(rd_cuda_save(t.card, GAMES, bytes, &t.problem), RD_CUDA_BAD_CALL);
    CHECK(strstr(t.problem.text, "no such game") != NULL);
    memset(bytes + 5 * each, 0xa5, each);
    CHECK_EQ(rd_cuda_load_all(t.card, bytes, &t.problem), RD_CUDA_BAD_SAVE);
    CHECK(strstr(t.problem.text, "wrote") != NULL);
    CHECK_EQ(rd_cuda_load(t.card, 0, bytes + 5 * each, &t.problem), RD_CUDA_BAD_SAVE);
    free(bytes);
    rd_cuda_close(t.card);
}

static void illegal_orders(void)
{
    struct table t;
    rd_cuda_address at = 0;
    struct rd_action orders[GAMES * 2];
    CHECK_EQ(try_open(&t, "apoca", "apoca", 0), RD_CUDA_OK);
    CHECK_EQ(rd_cuda_memory(t.card, sizeof orders, &at, &t.problem), RD_CUDA_OK);
    CHECK_EQ(rd_cuda_sample(t.card, 3, 1, at, &t.problem), RD_CUDA_OK);
    CHECK_EQ(rd_cuda_from_card(t.card, orders, at, sizeof orders, &t.problem), RD_CUDA_OK);
    orders[7].verb = 900;
    CHECK_EQ(rd_cuda_to_card(t.card, at, orders, sizeof orders, &t.problem), RD_CUDA_OK);
    CHECK_EQ(rd_cuda_step(t.card, at, NULL, &t.problem), RD_CUDA_ILLEGAL);
    CHECK_EQ(rd_cuda_fault(t.card).game, 3);
    CHECK_EQ(rd_cuda_fault(t.card).seat, 1);
    rd_cuda_free(t.card, at);
    rd_cuda_close(t.card);
}

static void other_modules_are_refused(void)
{
    struct table t;
    CHECK_EQ(try_open(&t, "fate", "apoca", 0), RD_CUDA_BAD_MODULE);
    CHECK(strstr(t.problem.text, "another game") != NULL);
    CHECK(t.card == NULL);
    CHECK_EQ(try_open(&t, "fate", "none", 0), RD_CUDA_BAD_MODULE);
    CHECK(strstr(t.problem.text, "refuses") != NULL);
}

static void too_little_memory(void)
{
    struct table t;
    setenv("FAKE_CUDA_BYTES", "6000", 1);
    CHECK_EQ(try_open(&t, "fate", "fate", 0), RD_CUDA_NO_MEMORY);
    CHECK(strstr(t.problem.text, "states of 6 games of") != NULL);
    CHECK(strstr(t.problem.text, "GB are free") != NULL);
    unsetenv("FAKE_CUDA_BYTES");
}

/* What hangs is never freed, so a child does it. */
static int hang(void)
{
    struct table t;
    bool fine = try_open(&t, "null", "null", 0) == RD_CUDA_OK;
    setenv("FAKE_CUDA_HANGS", "1", 1);
    fine = fine && rd_cuda_wait(t.card, &t.problem) == RD_CUDA_HUNG;
    fine = fine && strstr(t.problem.text, "not done after 1 s") != NULL;
    unsetenv("FAKE_CUDA_HANGS");
    return fine && rd_cuda_reset(t.card, 1, 0, &t.problem) == RD_CUDA_HUNG ? 0 : 1;
}

static void what_hangs_is_given_up(void)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        _exit(hang());
    }
    int status = -1;
    CHECK_EQ(waitpid(child, &status, 0), child);
    CHECK_EQ(status, 0);
}

static void bad_calls(void)
{
    struct table t;
    CHECK_EQ(try_open(&t, "null", "null", 0), RD_CUDA_OK);
    CHECK_EQ(rd_cuda_observe(t.card, 4, 0, 64, &t.problem), RD_CUDA_BAD_CALL);
    CHECK_EQ(rd_cuda_observe(t.card, 1, 1, 64, &t.problem), RD_CUDA_BAD_CALL);
    CHECK_EQ(rd_cuda_masks(t.card, 1, 4, 64, 64, &t.problem), RD_CUDA_BAD_CALL);
    CHECK_EQ(rd_cuda_masks(t.card, 1, 1, 0, 64, &t.problem), RD_CUDA_BAD_CALL);
    CHECK_EQ(rd_cuda_sample(t.card, 8, 1, 64, &t.problem), RD_CUDA_BAD_CALL);
    rd_cuda_close(t.card);
    struct rd_cuda *card = NULL;
    t.plan.games = 0;
    CHECK_EQ(rd_cuda_open(&t.plan, &t.how, &card, &t.problem), RD_CUDA_BAD_CALL);
    t.plan.games = 1;
    t.how.device = 1;
    CHECK_EQ(rd_cuda_open(&t.plan, &t.how, &card, &t.problem), RD_CUDA_NO_CARD);
    CHECK(card == NULL);
}

static void a_child_is_refused(void)
{
    struct table t;
    CHECK_EQ(try_open(&t, "null", "null", 0), RD_CUDA_OK);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        enum rd_cuda_code code = rd_cuda_wait(t.card, &t.problem);
        _exit(code == RD_CUDA_BAD_CALL ? 0 : 1);
    }
    int status = -1;
    CHECK_EQ(waitpid(child, &status, 0), child);
    CHECK_EQ(status, 0);
    rd_cuda_close(t.card);
}

static void no_driver(void)
{
    struct table t;
    CHECK_EQ(try_open(&t, "null", "null", 0), RD_CUDA_NO_CARD);
    CHECK(strstr(t.problem.text, "no driver of NVIDIA") != NULL);
}

int main(int argc, char **argv)
{
    folder = argc > 1 ? argv[1] : "";
    if (argc > 2) { /* where no driver is to be found */
        RUN(no_driver);
        return check_end();
    }
    RUN(a_game_is_played);
    RUN(saves_are_checked);
    RUN(illegal_orders);
    RUN(other_modules_are_refused);
    RUN(too_little_memory);
    RUN(what_hangs_is_given_up);
    RUN(bad_calls);
    RUN(a_child_is_refused);
    return check_end();
}
