/* Batches side by side, for `redoubt bench`. */
#include "clients/cli/batches.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bench/side.h"
#include "clients/cli/command.h"

/* Which figures are told, in this order. */
static const struct {
    enum bench_call call;
    const char *key, *title;
} columns[] = {
    { BENCH_CALL_STEP, "steps", "steps" },
    { BENCH_CALL_SAMPLE, "samples", "samples" },
    { BENCH_CALL_VERBS, "masks_of_verbs", "verbs" },
    { BENCH_CALL_ARGUMENTS, "masks_of_arguments", "arguments" },
    { BENCH_CALL_VIEWS, "views", "views" },
    { BENCH_CALL_PACK, "packed", "packed" },
    { BENCH_CALL_UNPACK, "unpacked", "unpacked" },
};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

static const struct {
    const char *name;
    uint32_t threads;
    bool card;
} devices[] = { { "one core", 1, false }, { "all cores", 0, false }, { "card", 1, true } };
enum { DEVICES = sizeof devices / sizeof devices[0] };

const char *batches_kernels(void)
{
    static char folder[1024]; /* found once, and the same for all who ask */
    ssize_t length = readlink("/proc/self/exe", folder, sizeof folder - sizeof "/batch/cuda");
    while (length > 0 && folder[length - 1] != '/') {
        length--;
    }
    if (length <= 0) {
        return "batch/cuda";
    }
    memcpy(folder + length, "batch/cuda", sizeof "batch/cuda");
    return folder;
}

static bool measure(const struct rd_batch_plan *plan, bool card, const struct batches *how,
                    struct bench_rates *rates, char why[RD_CUDA_TEXT])
{
    struct bench_side side;
    bool fine =
        card ? bench_side_open_card(&side, plan, how->kernels) : bench_side_open(&side, plan);
    if (fine) {
        fine = bench_side_measure(&side, how->seconds, rates);
        bench_side_close(&side);
    }
    memcpy(why, side.problem.text, RD_CUDA_TEXT);
    return fine;
}

static json_t *row_json(const char *device, uint32_t games, const struct bench_rates *rates)
{
    json_t *row = json_pack("{s:s, s:i}", "device", device, "games", (int)games);
    for (uint32_t i = 0; i < COLUMNS; i++) {
        json_object_set_new(row, columns[i].key, json_real(rates->per_s[columns[i].call]));
    }
    return row;
}

static void print_head(uint32_t games)
{
    printf("\n  Batches of %u games, in thousands of games a second\n  %-10s", games, "");
    for (uint32_t i = 0; i < COLUMNS; i++) {
        printf(" %9s", columns[i].title);
    }
    putchar('\n');
}

static void print_row(const char *device, const struct bench_rates *rates)
{
    printf("  %-10s", device);
    for (uint32_t i = 0; i < COLUMNS; i++) {
        double thousands = rates->per_s[columns[i].call] / 1e3;
        printf(" %9.*f", thousands < 100 ? 1 : 0, thousands);
    }
    putchar('\n');
}

bool batches_measure(const struct rd_chosen *chosen, const struct batches *how, json_t *json)
{
    json_t *rows = json_array();
    bool fine = true;
    if (json == NULL) {
        print_head(how->games);
    }
    for (uint32_t i = 0; i < DEVICES; i++) {
        char why[RD_CUDA_TEXT] = "";
        struct bench_rates rates;
        struct rd_batch_plan plan = { chosen->game,       &chosen->setup,      1, how->games,
                                      devices[i].threads, RD_BATCH_AUTO_RESET, 0 };
        if (measure(&plan, devices[i].card, how, &rates, why)) {
            json_array_append_new(rows, row_json(devices[i].name, how->games, &rates));
            if (json == NULL) {
                print_row(devices[i].name, &rates);
            }
        } else if (!devices[i].card) {
            cli_bad("bench", "%s", why);
            fine = false;
        } else if (json == NULL) {
            printf("  no row of a card: %s\n", why);
        } else {
            json_object_set_new(json, "no_card", json_string(why));
        }
        fflush(stdout);
    }
    if (json != NULL) {
        json_object_set(json, "batches", rows);
    }
    json_decref(rows);
    return fine;
}
