/*
 * doors/civ_peers.h - who has a line to the civ door: bytes come, requests are answered in the
 * sequence in which they are whole. Waiting is done by whoever has them.
 */
#ifndef REDOUBT_DOORS_CIV_PEERS_H
#define REDOUBT_DOORS_CIV_PEERS_H

#include <poll.h>

#include "doors/civ.h"

enum { PEERS_MAX = 512 };

struct peer {
    int fd;
    int64_t heard_ms;
    char *in;
    size_t in_count, in_room;
    char *out;
    size_t out_count, out_sent;
    bool closing; /* when everything is sent */
};

struct civ_peers {
    int listener;
    uint32_t most; /* PEERS_MAX at most */
    void (*answer)(void *context, const struct request *request, struct answer *answer);
    void *context;
    bool held; /* set by answer(): what comes now waits */
    struct peer peer[PEERS_MAX];
    uint32_t peers;
};

int64_t civ_clock_ms(clockid_t clock);

/* What to wait for: peers->peers + 1 of them, the listener last. */
uint32_t civ_peers_wait(const struct civ_peers *peers, struct pollfd *ends);
/* After the wait, with the same count. */
void civ_peers_serve(struct civ_peers *peers, const struct pollfd *ends, uint32_t count);
/* No longer held: what has come meanwhile is answered. */
void civ_peers_go_on(struct civ_peers *peers);
void civ_peers_leave(struct civ_peers *peers);

#endif
