/*
 * arena/call_filter.h - the system calls that a program in the sandbox may not make: those that
 * reach other machines, other programs or the system itself. A refused call fails with EPERM (or
 * ENOSYS, where programs then try something else); nobody is killed for trying.
 */
#ifndef REDOUBT_ARENA_CALL_FILTER_H
#define REDOUBT_ARENA_CALL_FILTER_H

#include <stdbool.h>

/* Do we have one for this kind of machine? */
bool call_filter_exists(void);

/* A descriptor from which bubblewrap can read the filter, -1 if there is none. Safe after fork.
 * sockets: lines over IPv4 may be had, for programs in a network of their own. */
int call_filter_open(bool sockets);

#endif
