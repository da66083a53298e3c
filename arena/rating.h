/*
 * arena/rating.h - how strong, and how sure are we?
 *
 * Strengths are those of Bradley and Terry at their most likely, on the scale of Elo, with the
 * average at 0: a game of several seats counts as a comparison of each two of them. Everybody has
 * also drawn one game against the average, so that whoever has won all games has a finite rating.
 *
 * The games of a group share their luck, and the comparisons of a game its course: they are not
 * independent, and intervals that took them to be would be too small or too large. So the spread
 * is measured from group to group (a sandwich estimate); the plain one of the model is used where
 * it is larger.
 */
#ifndef REDOUBT_ARENA_RATING_H
#define REDOUBT_ARENA_RATING_H

#include "arena/schedule.h"

struct rating {
    double elo, margin; /* 95 %: elo - margin .. elo + margin */
    double points;
    uint32_t games, wins, draws, losses; /* a win is alone in the first place */
    uint32_t faults, seats_lost;
    uint32_t silent;          /* games in which the program gave no answer */
    uint32_t ends[SEAT_ENDS]; /* how it fared, game by game */
    uint64_t used_ms, cpu_ms; /* of programs: for answers, and of the processor, altogether */
    uint32_t memory_kb;       /* of its largest process in any game */
};

/* Only games that are done count. */
void ratings_compute(const struct tournament *t, const struct games *games,
                     struct rating rating[ENTRANTS_MAX]);

/* Comparisons of a with b: points of a, and how many. */
struct cross {
    double points;
    uint32_t games;
    double low, high; /* 95 % of the mean score; the games of a group are one observation */
};
void cross_table(const struct tournament *t, const struct games *games, struct cross *cross);

/* How seats fare on a map: the mean score of a seat, measured group by group. */
struct seat_balance {
    double mean, margin; /* 95 % */
    uint32_t games;
};
struct seat_balance balance_of(const struct games *games, uint32_t setup, uint32_t seat);

/* ---- is the new one stronger? (sprt.c) ---- */

enum { PAIR_RESULTS = 5 }; /* of two games: 0, 1/2, 1, 3/2, 2 points */
enum sprt_verdict { SPRT_GOES_ON, SPRT_REJECTED, SPRT_ACCEPTED };

/* A sequential test of two hypotheses over pairs of games, pair by pair in their sequence. */
struct sprt {
    uint32_t result[PAIR_RESULTS]; /* how often, seen from the second entrant */
    uint32_t groups;               /* looked at */
    double llr;                    /* log of the likelihood ratio */
    double lower, upper;           /* where the test ends */
    enum sprt_verdict verdict;
    double elo, low, high; /* estimate, 95 %; infinite where nothing bounds it */
};

/* Looks at the pairs that are done without a gap, up to the one that decides. */
struct sprt sprt_look(const struct tournament *t, const struct games *games);

/* For tests: the log likelihood ratio of five counts. */
double sprt_llr(const uint32_t result[PAIR_RESULTS], double elo0, double elo1);

#endif
