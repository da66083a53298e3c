/* The playouts of the parity test, a line for each step. Compiled into every native program, and
 * into the module that node runs, which calls it through parity_* below. */
#include "playout.h"

static struct playout now;

#if defined(__wasm__)
#define EXPORT(name) __attribute__((export_name(name))) extern
#else
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#define EXPORT(name) static
#endif

EXPORT("parity_begin") uint32_t parity_begin(uint32_t game, uint32_t seed)
{
    if (rd_game_at(game) == NULL) {
        return 0;
    }
    playout_begin(&now, rd_game_at(game), seed, NULL);
    return 1;
}

EXPORT("parity_step") uint32_t parity_step(void)
{
    return (uint32_t)playout_step(&now);
}

EXPORT("parity_state") uint64_t parity_state(void)
{
    return playout_state_hash(&now);
}

EXPORT("parity_answers") uint64_t parity_answers(void)
{
    return playout_answers_hash(&now);
}

#if !defined(__wasm__)
/* usage: GAME-NUMBER SEEDS STEPS */
int main(int argc, char **argv)
{
    uint32_t game = argc == 4 ? (uint32_t)strtoul(argv[1], NULL, 10) : UINT32_MAX;
    uint32_t seeds = argc == 4 ? (uint32_t)strtoul(argv[2], NULL, 10) : 0;
    uint32_t steps = argc == 4 ? (uint32_t)strtoul(argv[3], NULL, 10) : 0;
    for (uint32_t seed = 1; seed <= seeds; seed++) {
        if (!parity_begin(game, seed)) {
            return 2;
        }
        for (uint32_t step = 0; step < steps && (step == 0 || parity_step()); step++) {
            printf("%" PRIu32 " %" PRIu32 " %016" PRIx64 " %016" PRIx64 "\n", seed, step,
                   parity_state(), parity_answers());
        }
    }
    return 0;
}
#endif
