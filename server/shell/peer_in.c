/* What comes in: requests, frames, lines. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "host/text.h"
#include "redoubt/base.h"
#include "server/shell/log.h"
#include "server/shell/peer.h"

enum {
    STAYS_MS = 15000,    /* between two requests of a connection */
    COMMAND_SHOWN = 256, /* bytes of a line of the log */
    PONGS_WAIT = 4096 /* bytes that wait: who reads no more than that needs no answer to a ping */
};

static void take_frame(struct net *net, struct peer *peer, const struct ws_frame *frame)
{
    if (frame->opcode == WS_TEXT) {
        net->counts.messages_in++;
        net->hooks.message(net->hooks.context, peer->id, frame->bytes, frame->size);
    } else if (frame->opcode == WS_PING && peer->waiting < PONGS_WAIT) {
        peer_send_frame(net, peer, WS_PONG, frame->bytes, frame->size);
    } else if (frame->opcode == WS_CLOSE) {
        peer_close(net, peer, frame->status, "");
    }
}

/* Returns how many bytes were understood. */
static size_t take_frames(struct net *net, struct peer *peer, char *bytes, size_t size)
{
    size_t at = 0, used;
    struct ws_frame frame;
    while (!peer->leaving && !peer->dead) {
        enum ws_result result =
            ws_read(&peer->reader, bytes + at, size - at, net->config.message_max, &used, &frame);
        at += used;
        if (result == WS_WAIT) {
            return at;
        }
        if (result == WS_WRONG) {
            peer_close(net, peer, frame.status, frame.bytes);
        } else if (result == WS_FRAME) {
            take_frame(net, peer, &frame);
        }
    }
    return size;
}

static size_t take_request(struct net *net, struct peer *peer, const char *bytes, size_t size)
{
    struct http_request request;
    enum http_result result = http_read(bytes, size, &request);
    if (result == HTTP_MORE) {
        return 0;
    }
    if (!turn_has_come(net, peer)) {
        turn_wait(net, peer);
        return 0;
    }
    if (result == HTTP_FINE) {
        int64_t begun_us = net_now_us();
        bool elsewhere = peer_hand_over(net, peer, &request, bytes, size) ||
                         peer_pass_on(net, peer, &request, bytes, size);
        if (!elsewhere) {
            peer_answer(net, peer, &request);
        }
        turn_spent(net, begun_us);
        return elsewhere ? size : request.head;
    }
    peer_refuse(net, peer, result == HTTP_BAD ? 400 : 431,
                "{\"ok\":false,\"code\":\"bad_request\",\"why\":\"this is no request\"}");
    return size;
}

/* What the host does is written down: commands and ids, nothing of what players say. */
static void note_command(const char *text, size_t size)
{
    char shown[COMMAND_SHOWN];
    server_log("admin", "command=%s", rd_text_printable(text, size, shown, sizeof shown));
}

static size_t take_lines(struct net *net, struct peer *peer, char *bytes, size_t size)
{
    size_t at = 0;
    for (char *end; (end = memchr(bytes + at, '\n', size - at)) != NULL && !peer->dead;) {
        note_command(bytes + at, (size_t)(end - bytes) - at);
        net->hooks.message(net->hooks.context, peer->id, bytes + at, (size_t)(end - bytes) - at);
        at = (size_t)(end - bytes) + 1;
    }
    if (size - at > net->config.message_max) {
        peer_die(net, peer);
    }
    return at;
}

/* What is understood of these bytes. */
static size_t understand(struct net *net, struct peer *peer, char *bytes, size_t size)
{
    size_t at = 0, used = 1;
    while (used > 0 && at < size && !peer->dead) {
        if (peer->leaving) {
            return size;
        }
        if (peer->speech == SPEAKS_WEBSOCKET) {
            return at + take_frames(net, peer, bytes + at, size - at);
        }
        if (peer->speech == SPEAKS_LINES) {
            return at + take_lines(net, peer, bytes + at, size - at);
        }
        if (peer->first != NULL || peer->asked != NULL || peer->in_turn) {
            return at; /* the page before is still on its way, or others come first */
        }
        used = take_request(net, peer, bytes + at, size - at);
        at += used;
    }
    return at;
}

/* What is left is kept for next time. */
static void keep_rest(struct peer *peer, const char *bytes, size_t size)
{
    char *rest = NULL;
    if (size > 0) {
        rest = malloc(size);
        RD_ASSERT(rest != NULL);
        memcpy(rest, bytes, size);
    }
    free(peer->in);
    peer->in = rest;
    peer->in_size = size;
}

static void hear(struct net *net, struct peer *peer, size_t size)
{
    char *bytes = net->chunk;
    if (peer->in_size > 0) {
        char *larger = realloc(peer->in, peer->in_size + size);
        RD_ASSERT(larger != NULL);
        memcpy(larger + peer->in_size, net->chunk, size);
        peer->in = bytes = larger;
        size += peer->in_size;
    }
    size_t used = understand(net, peer, bytes, size);
    keep_rest(peer, bytes + used, size - used);
}

void peer_receive(struct net *net, struct peer *peer)
{
    ssize_t got = recv(peer->fd, net->chunk, CHUNK, 0);
    if (got <= 0) {
        if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
            peer_die(net, peer);
        }
        return;
    }
    peer->heard_ms = net_now_ms();
    peer->pinged = false;
    if (!peer->leaving) {
        net->counts.bytes_in += (uint64_t)got;
        hear(net, peer, (size_t)got);
    }
}

void peer_next_request(struct net *net, struct peer *peer)
{
    if (!peer->served) {
        return;
    }
    peer->served = false;
    peer->deadline_ms = net_now_ms() + STAYS_MS;
    if (peer->in_size > 0) {
        turn_wait(net, peer);
    } else {
        peer_want(net, peer, peer->wants_out); /* nothing was heard while the page was on its way */
    }
}

void peer_take_turn(struct net *net, struct peer *peer)
{
    size_t used = understand(net, peer, peer->in, peer->in_size);
    if (used > 0) {
        keep_rest(peer, peer->in + used, peer->in_size - used);
    }
    peer_want(net, peer, peer->wants_out);
}
