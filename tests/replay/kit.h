/* tests/replay/kit.h - replays in memory, made by random play, and taken apart again. */
#ifndef REDOUBT_TESTS_REPLAY_KIT_H
#define REDOUBT_TESTS_REPLAY_KIT_H

#include "host/match.h"
#include "host/replay.h"
#include "host/replay_block.h"

struct recording {
    char *bytes;
    size_t size;
};

/* How a recording is made. */
struct recipe {
    uint64_t seed;
    bool block_a_turn;             /* flush after every turn: one block each */
    uint32_t break_off;            /* the game ends unfinished after this turn; 0: never */
    struct rd_match_result result; /* out */
};

/* A setup of the game whose options are drawn from seed: presets, extremes and between. The
 * first (seed 0) is all presets. */
void kit_choose(struct rd_chosen *chosen, const struct rd_game *game, uint64_t seed);

/* A start with the chosen setup, bots in all seats and the key of the seed. */
struct rd_replay_start kit_start(const struct rd_chosen *chosen, uint64_t seed);

/* A match of random bots, recorded. */
struct recording kit_record(const struct rd_replay_start *start, struct recipe *recipe);
/* All of the above with the presets of a game, for those who only need some recording. */
struct recording kit_recording(const char *game, uint64_t seed, bool block_a_turn);

/* Plays it again to the end, or to the problem. RD_REPLAY_DAMAGED if it can't be opened. */
enum rd_replay_kind kit_verify(const char *bytes, size_t size, uint32_t *turns,
                               struct rd_problem *problem);

/* The same recording with each block changed by `change` (which may be NULL: nothing) and sealed
 * again with a right checksum. */
typedef void (*kit_change)(void *context, uint32_t number, struct rd_block *block);
struct recording kit_rewrite(const struct recording *recording, kit_change change, void *context);

/* Offset of each block, at most max of them; returns how many there are. */
uint32_t kit_block_offsets(const struct recording *recording, size_t *offset, uint32_t max);

#endif
