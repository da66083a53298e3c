/* Are two batches the same to the last byte? */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/side.h"

static const char *const names[BENCH_CALLS] = {
    [BENCH_CALL_STEP] = "rewards",
    [BENCH_CALL_SAMPLE] = "orders drawn",
    [BENCH_CALL_VERBS] = "masks of verbs",
    [BENCH_CALL_CHOOSE] = "orders drawn for the next seat",
    [BENCH_CALL_ARGUMENTS] = "masks of arguments",
    [BENCH_CALL_VIEWS] = "observations",
    [BENCH_CALL_PACK] = "packed observations",
    [BENCH_CALL_UNPACK] = "unpacked observations",
    [BENCH_CALL_HASH] = "states",
};

/* What follows a step, and so compares everything there is. */
static const enum bench_call calls[] = {
    BENCH_CALL_SAMPLE,    BENCH_CALL_STEP,  BENCH_CALL_HASH, BENCH_CALL_VERBS,  BENCH_CALL_CHOOSE,
    BENCH_CALL_ARGUMENTS, BENCH_CALL_VIEWS, BENCH_CALL_PACK, BENCH_CALL_UNPACK,
};

static bool same(struct bench_side *a, struct bench_side *b, enum bench_call call, bool *equal)
{
    void *one = bench_side_read(a, call), *other = one == NULL ? NULL : bench_side_read(b, call);
    bool fine = other != NULL;
    *equal = fine && memcmp(one, other, a->size[call]) == 0;
    free(one);
    free(other);
    return fine;
}

bool bench_parity(struct bench_side *a, struct bench_side *b, uint32_t steps,
                  char differs[BENCH_DIFFERS_TEXT])
{
    differs[0] = '\0';
    for (uint32_t step = 0; step < steps; step++) {
        for (uint32_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
            bool equal = false;
            if (!bench_side_call(a, calls[i], step) || !bench_side_call(b, calls[i], step) ||
                !same(a, b, calls[i], &equal)) {
                return false;
            }
            if (!equal) {
                snprintf(differs, BENCH_DIFFERS_TEXT, "%s in step %u", names[calls[i]], step + 1);
                return true;
            }
        }
    }
    return true;
}
