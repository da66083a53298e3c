/*
 * redoubt/luck.h - chance as an argument.
 *
 * A struct rd_luck is owned by the caller and passed to whatever may draw; states and
 * views never hold one. Draw number n is SipHash-2-4 of the counter n under a 128-bit key,
 * so a player who has seen every roll so far still can't foretell the next one, and anyone
 * who is given the key afterwards can check them all.
 *
 * A script supplies the values of the next draws (tests, scenarios, puzzles). When it runs
 * out, the key's luck goes on. A scripted value outside the range of its draw is the
 * author's mistake: it is moved to the nearest end and `script_bad` says so, for the host to
 * report.
 */
#ifndef REDOUBT_LUCK_H
#define REDOUBT_LUCK_H

#include "redoubt/base.h"

RD_PUBLIC_BEGIN

struct rd_luck {
    uint64_t key[2];
    uint64_t drawn;        /* counter blocks used so far */
    const int32_t *script; /* NULL: no script */
    uint32_t script_count, script_next;
    uint32_t script_bad; /* 1 + index of the first scripted value out of range, 0 = none */
    uint32_t zero;
};

/* Luck without a script that starts at its first draw. */
struct rd_luck rd_luck_from_key(uint64_t key0, uint64_t key1);

/* The key of a plain 64-bit seed, as in `--seed 7`. */
struct rd_luck rd_luck_from_seed(uint64_t seed);

/* Uniform in [lo, hi], without bias. One draw even when lo == hi. */
int32_t rd_luck_range(struct rd_luck *luck, int32_t lo, int32_t hi);

/* SipHash-2-4 of size bytes (the published function, for vectors and commitments). */
uint64_t rd_siphash(const uint64_t key[2], const void *bytes, size_t size);

RD_PUBLIC_END

#endif
