/*
 * bench/bench.h - how fast a game's rules are, on one core, in CPU time.
 *
 * Whole games of random legal orders (or of another bot) are recorded first; then the recorded
 * orders are applied again with nothing else in the timed loop. Each further phase adds one kind of
 * work to that loop, so a difference between two phases is the price of that work.
 */
#ifndef REDOUBT_BENCH_H
#define REDOUBT_BENCH_H

#include <stdbool.h>

#include "bots/bot.h"
#include "redoubt/game.h"

enum bench_phase {
    BENCH_STEP, /* apply alone, without a log */
    /* + the legal orders of the seat before each of its orders, or of its turn: in factors where
     * the game makes them itself, else as a list */
    BENCH_LEGAL,
    BENCH_VIEWS,   /* + the views of all seats once a turn: the "full" figure */
    BENCH_TENSORS, /* + the tensors of all seats once a turn */
    BENCH_LISTS,   /* BENCH_VIEWS with lists instead of factors; only of games that make factors */
    BENCH_PHASES
};

enum { BENCH_ORDERS_MAX = 4 /* orders of a seat in a turn before it ends the turn */ };

struct bench_record;

/* What is recorded. The setup must have passed check_setup. */
struct bench_plan {
    const struct rd_game *game;
    const struct rd_setup *setup;
    const struct rd_bot *bot; /* plays against itself */
    double seconds;           /* most that recording takes */
    uint32_t units;           /* of each seat at the beginning, where the game has a crowd */
};

/* Record 64 games, fewer if they are long or take seconds. NULL when memory runs out. */
struct bench_record *bench_record(const struct bench_plan *plan);
void bench_forget(struct bench_record *record);

struct bench_figures {
    uint32_t games; /* recorded */
    uint64_t turns, orders;
    double warm_up_s;                 /* CPU time spent before anything counted */
    double first_turns_per_s;         /* of the very first pass, cold caches and all */
    double turns_per_s[BENCH_PHASES]; /* of the best round; 0: not measured */
    double orders_per_s[BENCH_PHASES];
    double clones_per_s; /* memcpy of a state */
};

/* Spend about this much CPU time, shared by all phases. */
struct bench_figures bench_measure(struct bench_record *record, double seconds);

/* ---- crowds (crowds.c) -------------------------------------------------------------------- */

/* Some games begin with next to nothing, and their cost is that of what stands on the board. A
 * crowd fills a state that init() made with so many units a seat; its games are followed for a few
 * turns only, so that they stay about as crowded as that. */
struct bench_crowd {
    const char *game;
    uint32_t units, units_max; /* of each seat: usually, and at most */
    uint32_t turns;            /* of a game */
    /* A seat asks once in a turn what is legal, gives each unit any order of that list, and ends
     * its turn. false: it asks before each order. */
    bool at_once;
    void (*fill)(void *state, uint32_t units);
};
const struct bench_crowd *bench_crowd_of(const struct rd_game *game); /* NULL: none */

/* ---- variants (variants.c) ---------------------------------------------------------------- */

/* The same game set up otherwise, measured after the usual one: what does that cost? */
enum { BENCH_SETS_MAX = 16 };
struct bench_variant {
    const char *game;
    const char *title;
    const char *set[BENCH_SETS_MAX]; /* "key=value", then NULL */
};
const struct bench_variant *bench_variant_of(const struct rd_game *game); /* NULL: none */

/* ---- growth (growth.c) -------------------------------------------------------------------- */

/* How speed changes with what is on the board, and with the board: a row of a table. */
struct bench_growth {
    const char *game;
    const char *title;
    uint32_t units;                  /* of each seat, 0 = as usual */
    const char *set[BENCH_SETS_MAX]; /* "key=value", then NULL */
};
/* The row of this number of the game, NULL past the last. */
const struct bench_growth *bench_growth_of(const struct rd_game *game, uint32_t number);

/* ---- what to compare with (anchors.c) --------------------------------------------------- */

/* What a game promises on one quiet core. */
struct bench_gate {
    const char *game;
    double step_turns_per_s, full_turns_per_s;
    uint32_t state_bytes;
};
const struct bench_gate *bench_gate_of(const struct rd_game *game); /* NULL: none */
bool bench_gate_met(const struct bench_gate *gate, const struct rd_game *game,
                    const struct bench_figures *figures);

/* Another system. Its figure was taken on another machine: only ratios mean something. */
enum bench_against { BENCH_AGAINST_STEP, BENCH_AGAINST_FULL, BENCH_AGAINST_CLONE };
struct bench_anchor {
    const char *game; /* the game it is compared with, NULL = any */
    const char *who;
    const char *what; /* the unit that it counts */
    double per_s;
    enum bench_against against;
};
extern const struct bench_anchor bench_anchors[]; /* ends with a zero entry */

/* Ours divided by theirs. */
double bench_ratio(const struct bench_anchor *anchor, const struct bench_figures *figures);

#endif
