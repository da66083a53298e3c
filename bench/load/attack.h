/*
 * bench/load/attack.h - clients that mean no good, in a process of their own: a thousand that never
 * finish their request, readers that never read, floods of garbage, forged tokens, frames that are
 * too large, in pieces, or not UTF-8. Whoever is thrown out comes back.
 */
#ifndef REDOUBT_LOAD_ATTACK_H
#define REDOUBT_LOAD_ATTACK_H

#include <stdint.h>
#include <sys/types.h>

/* Begins at once, until it is stopped. */
pid_t attack_start(int port, uint32_t half_open);
void attack_stop(pid_t pid);

#endif
