/* What goes out: one queue for each connection, bounded. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include "host/list.h"
#include "redoubt/base.h"
#include "server/shell/peer.h"

enum {
    PIECES = 32, /* that are written at once */
    MUCH = 65536 /* bytes for one, when too many wait for all */
};

void peer_die(struct net *net, struct peer *peer)
{
    if (!peer->dead) {
        peer->dead = true;
        net->closed =
            rd_grown(net->closed, net->closed_count, &net->closed_room, sizeof(struct peer *));
        net->closed[net->closed_count++] = peer;
    }
}

void peer_drop_outgoing(struct net *net, struct peer *peer)
{
    net->waiting -= peer->waiting;
    while (peer->first != NULL) {
        struct outgoing *next = peer->first->next;
        free(peer->first->owned);
        free(peer->first);
        peer->first = next;
    }
    peer->last = NULL;
    peer->waiting = 0;
}

void peer_want(struct net *net, struct peer *peer, bool out)
{
    struct epoll_event event = { .data = { .ptr = peer } };
    /* One page after the other. */
    bool in = peer->speech != SPEAKS_HTTP ||
              (peer->first == NULL && peer->asked == NULL && !peer->in_turn);
    event.events = (in ? EPOLLIN : 0) | (out ? EPOLLOUT : 0);
    peer->wants_out = out;
    epoll_ctl(net->epoll, EPOLL_CTL_MOD, peer->fd, &event);
}

/* Memory counts, not what the other side will read: very many small messages are mostly this. */
static void count_waiting(struct net *net, struct peer *peer, size_t more, size_t less)
{
    net->waiting += more - less;
    peer->waiting += more - less;
}

/* What was taken by the socket. */
static void taken(struct net *net, struct peer *peer, size_t size)
{
    count_waiting(net, peer, 0, size);
    while (size > 0 && peer->first != NULL) {
        struct outgoing *first = peer->first;
        size_t part = size < first->size ? size : first->size;
        first->at += part;
        first->size -= part;
        size -= part;
        if (first->size == 0) {
            peer->first = first->next;
            peer->last = peer->first == NULL ? NULL : peer->last;
            free(first->owned);
            free(first);
            count_waiting(net, peer, 0, sizeof *first);
        }
    }
}

/* As much as the socket takes. False: it is broken. */
static bool transmit_all(struct net *net, struct peer *peer)
{
    while (peer->first != NULL) {
        struct iovec piece[PIECES];
        struct msghdr message = { .msg_iov = piece };
        size_t whole = 0;
        for (struct outgoing *at = peer->first; at != NULL && message.msg_iovlen < PIECES;
             at = at->next) {
            union { /* sendmsg changes nothing */
                const char *given;
                char *wanted;
            } bytes = { at->at };
            piece[message.msg_iovlen].iov_base = bytes.wanted;
            piece[message.msg_iovlen++].iov_len = at->size;
            whole += at->size;
        }
        ssize_t sent = sendmsg(peer->fd, &message, MSG_NOSIGNAL);
        if (sent < 0) {
            return errno == EAGAIN || errno == EINTR;
        }
        net->counts.bytes_out += (uint64_t)sent;
        if (peer->speech == SPEAKS_HTTP) {
            peer->deadline_ms = net_now_ms() + PAGE_MS;
        }
        taken(net, peer, (size_t)sent);
        if ((size_t)sent < whole) {
            return true;
        }
    }
    return true;
}

/* Likewise. Sending a page takes longer than making one, so it is counted with that. */
static bool transmit(struct net *net, struct peer *peer)
{
    bool page = peer->speech == SPEAKS_HTTP && peer->first != NULL;
    int64_t begun_us = page ? net_now_us() : 0;
    bool fine = transmit_all(net, peer);
    if (page) {
        turn_spent(net, begun_us);
    }
    return fine;
}

/* Everything was said: the other side may still be reading, so it hangs up first. */
static void finish(struct peer *peer)
{
    if (!peer->deaf) {
        peer->deaf = true;
        peer->deadline_ms = net_now_ms() + GOODBYE_MS;
        shutdown(peer->fd, SHUT_WR);
    }
}

void peer_send_out(struct net *net, struct peer *peer)
{
    bool waited = peer->wants_out;
    if (peer->dead || !transmit(net, peer)) {
        peer_die(net, peer);
        return;
    }
    if (peer->first != NULL && !waited) {
        peer_want(net, peer, true);
    } else if (peer->first == NULL && waited) {
        peer_want(net, peer, false);
    }
    if (peer->first == NULL && peer->leaving) {
        finish(peer);
    } else if (peer->first == NULL) {
        peer_next_request(net, peer);
    }
}

void peers_send_fresh(struct net *net)
{
    while (net->fresh_count > 0) {
        struct peer *peer = net->fresh[--net->fresh_count];
        peer->fresh = false;
        if (!net->closing) {
            peer_send_out(net, peer);
        }
    }
}

void peer_enqueue(struct net *net, struct peer *peer, struct outgoing *outgoing)
{
    outgoing->next = NULL;
    if (peer->last == NULL) {
        peer->first = outgoing;
    } else {
        peer->last->next = outgoing;
    }
    peer->last = outgoing;
    count_waiting(net, peer, outgoing->size + sizeof *outgoing, 0);
    if (!peer->fresh && !peer->wants_out) {
        peer->fresh = true;
        net->fresh =
            rd_grown(net->fresh, net->fresh_count, &net->fresh_room, sizeof(struct peer *));
        net->fresh[net->fresh_count++] = peer;
    }
}

void peer_enqueue_copy(struct net *net, struct peer *peer, const void *head, size_t head_size,
                       const void *body, size_t size)
{
    struct outgoing *outgoing = malloc(sizeof *outgoing + head_size + size);
    RD_ASSERT(outgoing != NULL);
    outgoing->owned = NULL;
    outgoing->at = outgoing->own;
    outgoing->size = head_size + size;
    memcpy(outgoing->own, head, head_size);
    if (size > 0) {
        memcpy(outgoing->own + head_size, body, size);
    }
    peer_enqueue(net, peer, outgoing);
}

void peer_send_frame(struct net *net, struct peer *peer, enum ws_opcode opcode, const char *bytes,
                     size_t size)
{
    unsigned char head[WS_HEAD_MAX];
    peer_enqueue_copy(net, peer, head, ws_head(opcode, size, head), bytes, size);
}

void peer_close(struct net *net, struct peer *peer, uint16_t status, const char *why)
{
    char body[2 + WS_CONTROL_MAX];
    if (peer->leaving) {
        return;
    }
    if (peer->speech != SPEAKS_WEBSOCKET) {
        peer_die(net, peer);
        return;
    }
    body[0] = (char)(status >> 8);
    body[1] = (char)status;
    int size = snprintf(body + 2, WS_CONTROL_MAX - 2, "%s", why);
    peer_send_frame(net, peer, WS_CLOSE, body,
                    status == WS_NO_STATUS ? 0
                                           : 2 + (size_t)(size < WS_CONTROL_MAX - 2 ? size : 0));
    peer->leaving = true;
    peer->deadline_ms = net_now_ms() + GOODBYE_MS;
}

void net_hang_up(struct net *net, uint64_t connection, const char *reason)
{
    struct peer *peer = hash_map_get(&net->by_id, connection);
    if (peer != NULL) {
        peer_close(net, peer, WS_POLICY, reason);
    }
}

void net_send(struct net *net, uint64_t connection, const char *text)
{
    struct peer *peer = hash_map_get(&net->by_id, connection);
    size_t size = strlen(text);
    if (peer == NULL || peer->leaving || peer->dead) {
        return;
    }
    bool too_much = net->waiting + size > net->config.all_waiting_max && peer->waiting > MUCH;
    if (peer->waiting + size > net->config.waiting_max || too_much) {
        net->counts.slow++; /* it gets the rest with since */
        peer_close(net, peer, WS_POLICY, "you read too slowly");
        return;
    }
    net->counts.messages_out++;
    if (peer->speech == SPEAKS_LINES) {
        peer_enqueue_copy(net, peer, text, size, "\n", 1);
    } else {
        peer_send_frame(net, peer, WS_TEXT, text, size);
    }
}
