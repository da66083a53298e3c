/*
 * prove/work.h - one thread that takes positions of a level, looks at them and plays on.
 */
#ifndef REDOUBT_PROVE_WORK_H
#define REDOUBT_PROVE_WORK_H

#include "prove/dice.h"
#include "prove/levels.h"
#include "prove/run.h"

/* What all workers share. */
struct prove_space {
    const struct rd_game *game;
    struct rd_setup setup;
    const void *opening; /* the first position; others are packed against it */
    const struct prove_wish *wish;
    struct prove_seen seen;
    struct prove_pairs views, heard;
};

struct prove_worker {
    struct prove_space *space;
    struct trial trial;
    struct record *record;  /* that a trial wants; stays empty */
    struct finding finding; /* of this worker */
    struct prove_dice dice;
    struct prove_counts counts; /* since they were last gathered */
    struct prove_writer out;    /* the next level */
    struct rd_action *legal;
    void *position; /* that it works on */
    uint8_t *packed;
    uint64_t view_print[RD_SEATS_MAX + 1];
    struct step step; /* that a law is shown; for reports */
    bool in_step;
};

bool prove_worker_open(struct prove_worker *worker, struct prove_space *space);
void prove_worker_close(struct prove_worker *worker);
/* The laws in one position, then all orders and dice. False: a law is broken. */
bool prove_worker_take(struct prove_worker *worker, const struct prove_item *item);
/* How to see a broken law again; a new reference. */
json_t *prove_worker_scenario(const struct prove_worker *worker, const json_t *opening);

#endif
