/*
 * bench/load/process.h - a server in a process of its own, and what it has used.
 */
#ifndef REDOUBT_LOAD_PROCESS_H
#define REDOUBT_LOAD_PROCESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { PROCESS_ARGS = 24 };

struct process {
    pid_t pid;
    int port;
    double ready_s; /* from its start to its address */
};

/* redoubt serve on a free port with this database; more: further arguments, ended by NULL. */
bool process_start(struct process *process, const char *program, const char *db,
                   const char *const *more);
void process_stop(struct process *process);
void process_forget(const char *db); /* the database and the files beside it */
double process_cpu_s(pid_t pid);     /* of all its threads */
uint64_t process_memory(pid_t pid);  /* bytes that are its own and in memory */

#endif
