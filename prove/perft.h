/*
 * prove/perft.h - how many sequences of orders there are, and how many positions they lead to.
 *
 * Level by level: a position that many sequences lead to is played on once, and counts for all of
 * them. The luck goes on as each sequence has used it, so positions after different numbers of
 * draws are kept apart.
 */
#ifndef REDOUBT_PROVE_PERFT_H
#define REDOUBT_PROVE_PERFT_H

#include <stdbool.h>
#include <stdio.h>

#include "redoubt/game.h"

enum { PROVE_PERFT_MAX = 32 };

struct prove_perft_level {
    uint64_t sequences, positions, over; /* over: sequences that end the game */
};

struct prove_perft {
    const struct rd_game *game;
    const void *beginning;
    struct rd_luck luck;
    uint32_t depth;   /* wanted */
    double seconds;   /* no level is begun later; 0: no limit */
    uint64_t memory;  /* bytes that a level may take */
    FILE *progress;   /* NULL: silent */
    uint32_t reached; /* levels that are whole, and counted here */
    const char *why;  /* "depth", "time", "memory", "over" (no game is left), "numbers" */
    struct prove_perft_level level[PROVE_PERFT_MAX + 1];
};

/* False: not enough memory to begin. */
bool prove_perft(struct prove_perft *perft);

#endif
