/*
 * arena/keeper.h - the small process between us and a program. Private to process.c.
 *
 * It runs in the child of a fork of a process with threads: only functions that are safe there.
 */
#ifndef REDOUBT_ARENA_KEEPER_H
#define REDOUBT_ARENA_KEEPER_H

#include <stdbool.h>
#include <stdint.h>

struct cgroup;

struct keeper_report {
    int status;      /* as of waitpid, -1 if it never began */
    uint32_t cpu_ms; /* of all processes that were waited for */
    uint32_t
        memory_kb; /* of all together, or of the largest of them: at least that of our own fork */
};

struct keeper {
    int input, output, errors; /* the program's ends */
    int life;                  /* closed by us, or by our death: end the program */
    int report;                /* gets a struct keeper_report */
    int net;                   /* gets the socket of its private network; -1 = it has none */
    int32_t memory_mb, cpu_s;
    int32_t processes; /* RLIMIT_NPROC */
    bool terminate;
    bool filtered; /* the program is to find the filter of system calls at SANDBOX_FILTER */
    const struct cgroup *group;
    char *const *words;
    char *const *environment;
};

/* Start the program, wait for the end of life, leave nothing behind. */
_Noreturn void keeper_run(const struct keeper *keeper);

#endif
