/*
 * bench/record.h - recorded games, for bench/ only.
 */
#ifndef REDOUBT_BENCH_RECORD_H
#define REDOUBT_BENCH_RECORD_H

#include "bench/bench.h"

enum { BENCH_GAMES = 64 };

struct bench_order {
    struct rd_action action;
    rd_seat seat;
    uint8_t turn_ended; /* with this order */
    uint8_t asks;       /* its seat asked for the legal orders first */
    uint8_t zero;
};

struct bench_game {
    struct rd_luck luck;   /* as it was after init */
    uint32_t first, count; /* in bench_record.order */
};

struct bench_record {
    const struct rd_game *game;
    const struct rd_bot *bot;
    const struct bench_crowd *crowd; /* or NULL */
    uint8_t seats;
    uint8_t *began; /* the first state of each game, one after the other */
    struct bench_game played[BENCH_GAMES];
    uint32_t game_count;
    struct bench_order *order;
    uint32_t order_count, order_room;
    uint64_t turns;
    /* Scratch. */
    void *state;
    uint8_t *views;
    int8_t *tensor;
    struct rd_action *legal;
    struct rd_factors factors; /* with room for any that was asked for while recording */
};

double bench_cpu_seconds(void);
/* Does the game make factors itself? */
bool bench_has_factors(const struct bench_record *record);

#endif
