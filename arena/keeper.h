/*
 * arena/keeper.h - the small process between us and a program. Private to process.c.
 *
 * It runs in the child of a fork of a process with threads: only functions that are safe there.
 */
#ifndef REDOUBT_ARENA_KEEPER_H
#define REDOUBT_ARENA_KEEPER_H

#include <stdbool.h>
#include <stdint.h>

struct keeper {
    int input, output, errors; /* the program's ends */
    int life;                  /* closed by us, or by our death: end the program */
    int report;                /* gets the program's wait status, an int */
    int32_t memory_mb, cpu_s;
    int32_t processes; /* RLIMIT_NPROC */
    bool terminate;
    char *const *words;
    char *const *environment;
};

/* Start the program, wait for the end of life, leave nothing behind. */
_Noreturn void keeper_run(const struct keeper *keeper);

#endif
