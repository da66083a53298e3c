/*
 * arena/cores.h - how long a program had to wait for a core while others ran.
 *
 * On a machine that is shared, time on the clock says little about what a program did. So the time
 * in which it could have run and was not let counts for nobody: it is taken off what an answer
 * took. A program that sleeps, or waits for something else, waits for no core.
 */
#ifndef REDOUBT_ARENA_CORES_H
#define REDOUBT_ARENA_CORES_H

#include <stdint.h>
#include <sys/types.h>

/* Of a process and everything it has started, since each began. */
struct cores_look {
    int64_t ran_us;    /* on all cores together */
    int64_t waited_us; /* of the thread that waited longest */
};

/* Reads /proc; zeros where that tells nothing. */
struct cores_look cores_look(pid_t process);

/* What is to be taken off `wall_us` between two looks: waiting, and no more than the time in which
 * nothing of the program ran. */
int64_t cores_credit_us(const struct cores_look *before, const struct cores_look *after,
                        int64_t wall_us);

#endif
