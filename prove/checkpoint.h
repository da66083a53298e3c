/*
 * prove/checkpoint.h - how far a run has come, as a file that is written whole or not at all.
 */
#ifndef REDOUBT_PROVE_CHECKPOINT_H
#define REDOUBT_PROVE_CHECKPOINT_H

#include "prove/levels.h"
#include "prove/run.h"

struct prove_checkpoint {
    uint64_t opening; /* fingerprint of the opening and of the rules' version */
    uint32_t depth;   /* the level that is being read */
    bool complete;
    uint64_t read[PROVE_FILES_MAX];    /* of each of its files */
    uint64_t written[PROVE_FILES_MAX]; /* of each file of the next level */
    struct prove_counts level[PROVE_DEPTH_MAX];
    uint64_t positions, view_classes;
    double processor_seconds; /* of all threads and all runs of this opening */
};

bool prove_checkpoint_write(const struct prove_checkpoint *checkpoint, const char *folder,
                            struct rd_problem *problem);
/* *found: there is one, of the same opening. False: it can't be read. */
bool prove_checkpoint_read(struct prove_checkpoint *checkpoint, const char *folder,
                           uint64_t opening, bool *found, struct rd_problem *problem);

#endif
