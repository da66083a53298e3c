/*
 * server/shell/peer.h - whoever is connected, from the first byte to the last. Private to the
 * network:
 *
 *     net.c        the loop, doors, time
 *     peer_in.c    what comes: requests, frames, lines
 *     peer_out.c   what goes: one queue for each, bounded
 *     peer_page.c  answers to requests: pages, and the upgrade to WebSocket
 */
#ifndef REDOUBT_SERVER_PEER_H
#define REDOUBT_SERVER_PEER_H

#include "net/http.h"
#include "server/core/hash_map.h"
#include "server/shell/net.h"
#include "server/shell/visitors.h"
#include "server/shell/websocket.h"

enum {
    CHUNK = 65536,     /* bytes that are read at once */
    GOODBYE_MS = 5000, /* for somebody who is to read a reason, and to hang up */
    PAGE_MS = 30000    /* without a byte of a page being taken */
};

/* Bytes that wait to be sent. */
struct outgoing {
    struct outgoing *next;
    const char *at;
    size_t size; /* that are left */
    char *owned; /* freed with it; NULL: in own, or somebody else's */
    char own[];
};

enum speech { SPEAKS_HTTP, SPEAKS_WEBSOCKET, SPEAKS_LINES };

struct peer {
    int fd;
    enum net_door door;
    enum speech speech;
    uint64_t id;     /* of who sends messages; 0: pages only */
    uint64_t serial; /* in net.by_serial */
    uint64_t ticket; /* in the visitors' book; 0: none */
    uint32_t place;  /* in net.peer */
    char *in;        /* what came and is not understood yet */
    size_t in_size;
    struct ws_reader reader;
    struct outgoing *first, *last;
    size_t waiting;
    int64_t heard_ms;    /* the last sign of life */
    int64_t deadline_ms; /* then it ends; INT64_MAX: never */
    bool fresh;          /* it is in net.fresh */
    bool wants_out;      /* epoll is asked whether it can be written */
    bool pinged;
    bool leaving;               /* ends when everything is sent; what it says is not heard */
    bool deaf;                  /* we have said everything, and wait for its end */
    bool dead;                  /* is in net.closed */
    bool stays;                 /* the connection may be used for another page */
    bool served;                /* a page is on its way */
    bool in_turn;               /* it is in net.turn: it has asked for another page already */
    int64_t purse, counted_ms;  /* thousandths of pages that it may ask for, and since when */
    struct http_request *asked; /* for a page that is not there yet; owned, NULL: none */
};

/* What may be set wrong. */
enum note { NOTE_HOST, NOTE_PROXY, NOTES };

struct net {
    int epoll, waker;
    struct net_config config;
    struct net_hooks hooks;
    struct net_counts counts;
    struct visitors *visitors;
    struct hash_map by_id, by_serial;
    struct peer **peer;
    uint32_t peers, peer_room;
    struct peer **fresh; /* with something new to send */
    uint32_t fresh_count, fresh_room;
    struct peer **closed; /* are freed when nobody uses them any more */
    uint32_t closed_count, closed_room;
    uint64_t waiting; /* bytes, for all of them */
    bool full;        /* nobody is let in */
    uint32_t asking;  /* peers that have asked */
    uint64_t *turn;   /* serials of peers whose next request waits, the longest first */
    uint32_t turns, turn_room;
    int64_t round_ms;                 /* when the events of this round were noticed */
    int64_t page_us, page_counted_us; /* time that pages may take, and since when it is counted */
    int64_t noted_ms[NOTES];          /* when somebody was last told of it */
    uint64_t last_serial;
    uint64_t last_id;
    int64_t timer_ms, sweep_ms;
    bool stop, closing;
    int contest; /* connected to the site of the contest; -1: not */
    char chunk[CHUNK];
};

int64_t net_now_ms(void);

/* ---- peer_out.c ---- */

/* It is freed when nobody uses it any more. */
void peer_die(struct net *net, struct peer *peer);
void peer_drop_outgoing(struct net *net, struct peer *peer);
/* Which events it waits for. */
void peer_want(struct net *net, struct peer *peer, bool out);
void peer_enqueue(struct net *net, struct peer *peer, struct outgoing *outgoing);
/* A copy of two parts. */
void peer_enqueue_copy(struct net *net, struct peer *peer, const void *head, size_t head_size,
                       const void *body, size_t size);
void peer_send_frame(struct net *net, struct peer *peer, enum ws_opcode opcode, const char *bytes,
                     size_t size);
/* The last frame; what waits before it is still sent. */
void peer_close(struct net *net, struct peer *peer, uint16_t status, const char *why);
void peer_send_out(struct net *net, struct peer *peer);
/* What an event led to is written at once: sockets nearly always take it. */
void peers_send_fresh(struct net *net);

/* ---- peer_page.c ---- */

void peer_answer(struct net *net, struct peer *peer, const struct http_request *request);
/* It no longer waits for a page. */
void peer_forget_asked(struct net *net, struct peer *peer);
/* False, and it was refused: the server is not known by this name. */
bool peer_knows_host(struct net *net, struct peer *peer, const char *host);
void peer_refuse(struct net *net, struct peer *peer, int status, const char *json);
/* It sends messages from now on. */
void peer_begin_talk(struct net *net, struct peer *peer);

/* ---- handover.c ---- */

/* Is the request for the site of a contest? Then the connection goes there, with what has been read
 * of it; if it can't, it is refused. False: the request is ours. */
/* Likewise to another server, which has the match. */
bool peer_pass_on(struct net *net, struct peer *peer, const struct http_request *request,
                  const char *bytes, size_t size);
bool peer_hand_over(struct net *net, struct peer *peer, const struct http_request *request,
                    const char *bytes, size_t size);

/* ---- peer_turn.c: requests wait their turn. ---- */

/* May this peer ask for a page now? */
bool turn_has_come(struct net *net, struct peer *peer);
/* It waits for that with what it has sent. */
void turn_wait(struct net *net, struct peer *peer);
/* A page was made, or sent, since then. */
void turn_spent(struct net *net, int64_t begun_us);
/* One request of each that waits, as long as there is time for it. */
void turns_take(struct net *net);
/* Milliseconds until turns_take should be called again; INT64_MAX: nobody waits. */
int64_t turns_wait_ms(const struct net *net);
int64_t net_now_us(void);

/* ---- peer_in.c ---- */

void peer_receive(struct net *net, struct peer *peer);
/* Its next request is answered, if it is whole. */
void peer_take_turn(struct net *net, struct peer *peer);
/* The page is gone; perhaps another was asked for meanwhile. */
void peer_next_request(struct net *net, struct peer *peer);

#endif
