/*
 * server/shell/relay.h - connections that are passed on to another server: bytes there and back,
 * whatever they mean. Of each only the first request is read, and given the address of its visitor,
 * so that limits count him and not us.
 */
#ifndef REDOUBT_SERVER_RELAY_H
#define REDOUBT_SERVER_RELAY_H

#include <stddef.h>
#include <stdint.h>

struct relay;
struct relay_hooks {
    void *context;
    void (*refused)(void *context, const char *to); /* at that address nobody listens */
};

/* proxies: see net.h. */
struct relay *relay_open(const struct relay_hooks *hooks, uint32_t connections_max,
                         uint32_t handshake_s, const char *proxies);
void relay_close(struct relay *relay); /* those who are passed on are cut off */
/* One that came in elsewhere, and the request that was read of it; it is taken. to: "host:port". */
void relay_adopt(struct relay *relay, int fd, const char *to, const char *bytes, size_t size);
uint32_t relay_count(const struct relay *relay); /* connections on the way */
void relay_work(struct relay *relay, int wait_ms);

#endif
