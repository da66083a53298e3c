/*
 * prove/resume.h - a run under way, and how it is saved and taken up again.
 */
#ifndef REDOUBT_PROVE_RESUME_H
#define REDOUBT_PROVE_RESUME_H

#include "prove/checkpoint.h"
#include "prove/crew.h"

/* A run under way. */
struct prove_under_way {
    struct prove_space space; /* that the threads share */
    struct prove_crew crew;
    struct prove_worker *worker; /* wish->workers of them */
    struct prove_reader reader;
    struct prove_checkpoint at; /* counts are right while all threads pause */
    struct prove_result *result;
    json_t *scenario;
    double processor_before; /* what clock() is added to for at.processor_seconds */
};

/* A checkpoint, while all threads are still. */
bool prove_save(struct prove_under_way *run, struct rd_problem *problem);
/* From the last checkpoint of this opening, or else from its first position. */
bool prove_resume(struct prove_under_way *run, struct rd_problem *problem);
void prove_add_counts(struct prove_counts *sum, const struct prove_counts *part);

#endif
