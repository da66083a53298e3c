/*
 * arena/cgroup.h - limits for a program and all it starts together: how many processes, and how
 * much memory. Where the system lets us make groups of our own (version 2 of cgroups when they were
 * delegated to us, or version 1 for root); elsewhere there are only the limits of each process.
 */
#ifndef REDOUBT_ARENA_CGROUP_H
#define REDOUBT_ARENA_CGROUP_H

#include <stdbool.h>
#include <stdint.h>

enum { CGROUP_PATH_ROOM = 512 };

/* At most one folder for processes and one for memory; "" = there is none. */
struct cgroup {
    char processes[CGROUP_PATH_ROOM];
    char memory[CGROUP_PATH_ROOM]; /* the same as the other in version 2 */
};

/* Can they be had? Tried once, from one thread. */
struct cgroup_kinds {
    bool processes, memory;
};
struct cgroup_kinds cgroup_kinds(void);

/* Makes one. Nothing is made, and nothing limited, where that is not possible. */
void cgroup_make(struct cgroup *group, int32_t processes, int32_t memory_mb);
/* Puts the calling process into it, before it becomes another user. Safe after fork. */
void cgroup_enter(const struct cgroup *group);
/* The most memory that it ever had, in KiB; 0: not known. Safe after fork. */
uint32_t cgroup_peak_kb(const struct cgroup *group);
/* When nobody is left in it. Safe after fork. */
void cgroup_remove(const struct cgroup *group);

#endif
