/*
 * server/shell/net.h - HTTP and WebSocket over epoll, with a limit on everything. See
 * docs/decisions/0022-our-own-wire.md.
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
    const char *coding;              /* of the bytes: "br", "gzip", or NULL */
    bool varies;                     /* another coding may be sent to others */
    bool download;                   /* to be kept as filename */
    char filename[48];
    const char *bytes;
    size_t size;
    bool owned; /* net frees the bytes */
};

/* Where somebody came in. */
enum net_door {
    NET_PLAY,    /* for everybody: pages and WebSockets */
    NET_METRICS, /* pages, for this machine */
    NET_ADMIN,   /* messages are lines, for whoever may open the socket */
    NET_DOORS
};

struct net_hooks {
    void *context;
    /* address: the same for all from one place, 0: from this machine; network: likewise, and the
     * same after a restart. */
    void (*connected)(void *context, uint64_t connection, enum net_door door, uint64_t address,
                      uint64_t network);
    void (*message)(void *context, uint64_t connection, const char *text, size_t size);
    void (*closed)(void *context, uint64_t connection);
    /* False: there is no such page. Status 0: not yet, see net_ask_again. The path has no query and
     * is decoded; codings: of HTTP_GZIP and HTTP_BROTLI those that are understood. */
    bool (*get)(void *context, enum net_door door, const char *path, uint32_t codings,
                struct net_page *page);
    /* Of the match that somebody wants, in ?match= of a connection or in the path of a page: true:
     * another server has it, and the connection was taken with the bytes that were read of it.
     * Before that fd is -1: would it be? NULL: there are no others. */
    bool (*pass_on)(void *context, const char *match, int fd, const char *bytes, size_t size);
    void (*beat)(void *context);  /* now and then, as long as the loop goes round */
    void (*woken)(void *context); /* after net_wake, and when the timer is due */
};

struct net_config {
    int door[NET_DOORS];      /* sockets that listen, -1: none; taken over */
    uint32_t message_max;     /* bytes of a message that is received */
    uint32_t connections_max; /* of all kinds */
    uint32_t waiting_max;     /* bytes that wait to be sent to one connection */
    uint64_t all_waiting_max; /* bytes that wait for all of them */
    uint32_t per_address, per_minute;
    uint32_t silence_s;   /* without a sign of life before a connection is asked for one */
    uint32_t handshake_s; /* from connecting to a whole request */
    bool forwarded;       /* a proxy on this machine tells addresses */
    const char *proxies;  /* addresses of other machines that do so, with blanks between them */
    const char *hosts;    /* names by which the server may be asked for; see hosts.h */
    const char *own;      /* the name of this machine */
    const char *contest;  /* the socket of a contest's site, or ""; see handover.h */
};

struct net_counts {
    uint64_t connections, refused, slow; /* so far */
    uint64_t messages_in, messages_out, bytes_in, bytes_out;
    int64_t page_us;           /* spent on pages: making and sending them */
    uint32_t open, websockets; /* now */
};

struct net;

struct net *net_open(const struct net_config *config, const struct net_hooks *hooks,
                     struct rd_problem *problem);
void net_close(struct net *net); /* NULL is fine */
struct net_counts net_count(const struct net *net);

void net_send(struct net *net, uint64_t connection, const char *text);
/* Memory is short: connections that are there stay, others are not let in. */
void net_let_nobody_in(struct net *net, bool yes);
void net_hang_up(struct net *net, uint64_t connection, const char *reason);
/* So long ago the events of this round were noticed: who is served now has waited that long. */
int64_t net_lag_ms(const struct net *net);
void net_set_timer(struct net *net, int64_t in_ms);
/* Pages that were not there yet are asked for again. */
void net_ask_again(struct net *net);

/* From any thread, and from signal handlers. */
void net_wake(struct net *net);

/* Until net_stop; then what waits is sent, for a second at most. */
void net_run(struct net *net);
void net_stop(struct net *net);

#endif
