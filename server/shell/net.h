/*
 * server/shell/net.h - HTTP and WebSocket. libwebsockets is known only to net.c.
 *
 * Everything runs in the thread that calls net_run, but for net_wake.
 */
#ifndef REDOUBT_SERVER_NET_H
#define REDOUBT_SERVER_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/problem.h"

/* An answer to GET. What is not owned must last until the page is sent. */
struct net_page {
    int status;
    const char *type, *cache, *etag; /* cache, etag: NULL for none */
    bool download;                   /* to be kept as filename */
    char filename[48];
    const char *bytes;
    size_t size;
    bool owned; /* net frees the bytes */
};

struct net_hooks {
    void *context;
    void (*connected)(void *context, uint64_t connection);
    void (*message)(void *context, uint64_t connection, const char *text, size_t size);
    void (*closed)(void *context, uint64_t connection);
    /* False: there is no such page. The path has no query and is decoded. */
    bool (*get)(void *context, const char *path, struct net_page *page);
    void (*woken)(void *context); /* after net_wake, and when the timer is due */
};

struct net_config {
    const char *bind;         /* address of an interface, NULL: all of them */
    int port;                 /* 0: any that is free */
    uint32_t message_max;     /* bytes of a message that is received */
    uint32_t connections_max; /* of all kinds */
    uint32_t waiting_max;     /* bytes that wait to be sent to one connection */
};

struct net;

struct net *net_open(const struct net_config *config, const struct net_hooks *hooks,
                     struct rd_problem *problem);
void net_close(struct net *net); /* NULL is fine */
int net_port(const struct net *net);

void net_send(struct net *net, uint64_t connection, const char *text);
void net_hang_up(struct net *net, uint64_t connection, const char *reason);
void net_set_timer(struct net *net, int64_t in_ms);

/* From any thread, and from signal handlers. */
void net_wake(struct net *net);

/* Until net_stop; then what waits is sent, for a second at most. */
void net_run(struct net *net);
void net_stop(struct net *net);

#endif
