/*
 * prove/run.h - every position that an opening leads to, and the laws in each of them.
 *
 * Breadth first: level d holds the positions that d orders lead to and fewer do not. Seats that act
 * at the same time do so in the sequence of their numbers, since the law of sealing says that it
 * does not matter. All dice are tried.
 *
 * Levels lie in files of a folder. A run that stops (by its limits, a signal, or a power failure)
 * goes on from its last checkpoint.
 */
#ifndef REDOUBT_PROVE_RUN_H
#define REDOUBT_PROVE_RUN_H

#include <jansson.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>

#include "host/problem.h"
#include "laws/laws.h"
#include "prove/table.h"

enum { PROVE_DEPTH_MAX = 512, PROVE_WORKERS_MAX = 64 };

/* What one level came to. */
struct prove_counts {
    uint64_t positions;   /* that were looked at */
    uint64_t transitions; /* orders and dice that were tried in them */
    uint64_t over;        /* of the positions: the game is over */
    uint64_t view_pairs;  /* pairs of positions with equal views, compared */
    uint64_t heard_pairs; /* pairs of transitions with equal views before and after, compared */
    uint64_t left_out;    /* positions that were met and not kept, or draws too wide to try */
    uint64_t long_rolls;  /* dice thrown again and again, not followed: PROVE_DRAWS_MAX */
    uint64_t no_room;     /* members of classes for which there was no memory */
};

struct prove_wish {
    const struct rd_game *game; /* NULL: the registered one; a broken copy of it, for tests */
    const char *folder;
    double seconds;       /* 0: no limit */
    uint64_t transitions; /* likewise, in all */
    uint32_t depth;       /* likewise */
    uint64_t memory;      /* bytes, for all tables */
    uint32_t workers;
    bool only_pairs; /* single positions are not shown to the laws; for tests */
    FILE *progress;  /* NULL: silent */
};

struct prove_result {
    bool complete; /* no position is left: every game was followed to its end */
    bool broken;   /* finding says what, scenario how to see it again */
    uint32_t depth;
    struct prove_counts level[PROVE_DEPTH_MAX];
    uint64_t positions;       /* met, also those that were not looked at yet */
    uint64_t view_classes;    /* different views */
    double doubt;             /* the chance that two positions were taken for one */
    double seconds;           /* of this run */
    double processor_seconds; /* of all threads and all runs of this opening */
    struct finding finding;   /* the law that is broken */
    json_t *scenario;         /* owned; NULL: none */
    const char *why_it_ended; /* "complete", "time", ... */
};

/* scenario: the opening, its steps are played first. False: a problem of the folder, of the opening
 * or of memory. */
bool prove_run(json_t *scenario, const struct prove_wish *wish, struct prove_result *result,
               struct rd_problem *problem);
/* Set by a signal handler: the run comes to an end soon. */
extern volatile sig_atomic_t prove_stop_wanted;

/* Sums over all levels. */
struct prove_counts prove_sum(const struct prove_result *result);

#endif
