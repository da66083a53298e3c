/*
 * server/shell/visitors.h - how many connections each address has, and how fast it makes new ones.
 *
 * An IPv6 address counts as its network of 64 bits, since that is what one household gets; a
 * network of 56 bits may have as much as four of those, one of 48 bits as much as sixteen. This
 * machine itself is not limited: a proxy, bots and tests live there.
 */
#ifndef REDOUBT_SERVER_VISITORS_H
#define REDOUBT_SERVER_VISITORS_H

#include <stdbool.h>
#include <stdint.h>

struct visitors;

struct visitors *visitors_open(uint32_t at_once, uint32_t per_minute);
void visitors_close(struct visitors *visitors); /* NULL is fine */

/* One more connection from there. False: too many. *ticket is for visitors_leave; 0: not limited.
 * What is no address counts as one address. */
bool visitors_enter(struct visitors *visitors, const char *address, int64_t now_ms,
                    uint64_t *ticket);
void visitors_leave(struct visitors *visitors, uint64_t ticket);
/* A number for where a ticket is from, the same in all servers; 0: not limited. */
uint64_t visitors_network(const struct visitors *visitors, uint64_t ticket);

/* Is the address one of those? They stand with blanks between them; NULL: none. */
bool visitors_is_proxy(const char *proxies, const char *address);

/* Addresses that are remembered, for tests. */
uint32_t visitors_count(const struct visitors *visitors);

#endif
