/*
 * fuzz/ - one harness for each door through which bytes come in from outside.
 *
 * Each harness is one function in a file of its own. It is built twice: with libFuzzer, which
 * looks for bytes that break it (tools/fuzz), and as a plain program that tries the kept corpus
 * again (make test). Whatever happens to the bytes, nothing may crash, leak, hang or break a law.
 */
#ifndef REDOUBT_FUZZ_H
#define REDOUBT_FUZZ_H

#include <stddef.h>
#include <stdint.h>

#include "redoubt/game.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* FUZZ_MUST stops the program: a law is broken. */
#define FUZZ_MUST(cond)                           \
    do {                                          \
        if (!(cond)) {                            \
            fuzz_stop(__FILE__, __LINE__, #cond); \
        }                                         \
    } while (0)
_Noreturn void fuzz_stop(const char *file, int line, const char *cond);

/* The game that a byte chooses. */
const struct rd_game *fuzz_game(uint8_t byte);

/* Play a state that passed audit() on at random, up to so many steps: it must pass after each, and
 * everything that can be asked about it must have an answer. */
void fuzz_play_on(const struct rd_game *game, void *state, uint32_t steps);

#endif
