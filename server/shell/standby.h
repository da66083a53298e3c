/*
 * server/shell/standby.h - visitors of a server that stands by are passed on to the one that plays:
 * bytes there and back, whatever they mean. Of each connection only the first request is read, and
 * given the address of its visitor, so that limits count him and not us.
 */
#ifndef REDOUBT_SERVER_STANDBY_H
#define REDOUBT_SERVER_STANDBY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct standby;

/* The door stays the caller's. proxies: see net.h. */
struct standby *standby_open(int door, uint32_t connections_max, uint32_t handshake_s,
                             const char *proxies);
/* Those who are passed on are cut off. NULL is fine. */
void standby_close(struct standby *standby);
/* One that came in elsewhere, and the request that was read of it; it is taken. to: "host:port". */
void standby_adopt(struct standby *standby, int fd, const char *to, const char *bytes, size_t size);
uint32_t standby_count(const struct standby *standby); /* connections on the way */
/* For so long. to: NULL: nobody comes in here. Otherwise "host:port" of the one who plays. */
void standby_pass_on(struct standby *standby, const char *to, int wait_ms);

#endif
