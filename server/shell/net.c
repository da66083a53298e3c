#define _GNU_SOURCE
#include "server/shell/net.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "host/list.h"
#include "redoubt/base.h"
#include "server/core/table.h"
#include "server/shell/http.h"
#include "server/shell/log.h"
#include "server/shell/visitors.h"
#include "server/shell/websocket.h"

#define WS_PATH "/v1/ws"
#define POLICY                                                                      \
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "  \
    "img-src 'self' data:; font-src 'self'; media-src 'self'; connect-src 'self'; " \
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; " \
    "frame-ancestors 'none'"

enum {
    EVENTS = 256,
    CHUNK = 65536,       /* bytes that are read at once */
    PIECES = 32,         /* that are written at once */
    ACCEPT_MAX = 64,     /* connections that are let in at once, before others are served */
    HEADERS_ROOM = 2048, /* of an answer */
    ADDRESS_ROOM = 64,
    DRAIN_MS = 1000,   /* at the end, for what waits */
    SWEEP_MS = 500,    /* between looks at all connections */
    GOODBYE_MS = 5000, /* for somebody who is to read a reason, and to hang up */
    PAGE_MS = 30000,   /* without a byte of a page being taken */
    STAYS_MS = 15000   /* between two requests of a connection */
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
    bool leaving; /* ends when everything is sent; what it says is not heard */
    bool deaf;    /* we have said everything, and wait for its end */
    bool dead;    /* is in net.grave */
    bool stays;   /* the connection may be used for another page */
    bool served;  /* a page is on its way */
};

struct net {
    int epoll, waker;
    struct net_config config;
    struct net_hooks hooks;
    struct net_counts counts;
    struct visitors *visitors;
    struct table by_id;
    struct peer **peer;
    uint32_t peers, peer_room;
    struct peer **fresh; /* with something new to send */
    uint32_t fresh_count, fresh_room;
    struct peer **grave; /* are buried when nobody has hands on them */
    uint32_t graves, grave_room;
    uint64_t last_id;
    int64_t timer_ms, sweep_ms;
    bool stop, closing;
    char chunk[CHUNK];
};

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- the end of a connection ------------------------------------------------------------------
 */

static void die(struct net *net, struct peer *peer)
{
    if (!peer->dead) {
        peer->dead = true;
        net->grave = rd_grown(net->grave, net->graves, &net->grave_room, sizeof *net->grave);
        net->grave[net->graves++] = peer;
    }
}

static void drop_outgoing(struct peer *peer)
{
    while (peer->first != NULL) {
        struct outgoing *next = peer->first->next;
        free(peer->first->owned);
        free(peer->first);
        peer->first = next;
    }
    peer->last = NULL;
    peer->waiting = 0;
}

static void forget_fresh(struct net *net, const struct peer *peer)
{
    for (uint32_t i = 0; peer->fresh && i < net->fresh_count; i++) {
        if (net->fresh[i] == peer) {
            net->fresh[i] = net->fresh[--net->fresh_count];
            return;
        }
    }
}

static void bury(struct net *net, struct peer *peer)
{
    uint64_t id = peer->id;
    bool websocket = peer->speech == SPEAKS_WEBSOCKET;
    forget_fresh(net, peer);
    drop_outgoing(peer);
    ws_reader_free(&peer->reader);
    free(peer->in);
    close(peer->fd); /* and so it is gone from epoll */
    visitors_leave(net->visitors, peer->ticket);
    net->peer[peer->place] = net->peer[--net->peers];
    net->peer[peer->place]->place = peer->place;
    net->counts.open--;
    free(peer);
    if (id != 0) {
        table_remove(&net->by_id, id);
        net->counts.websockets -= websocket;
        net->hooks.closed(net->hooks.context, id);
    }
}

static void bury_all(struct net *net)
{
    while (net->graves > 0) { /* an end may bring about others */
        bury(net, net->grave[--net->graves]);
    }
}

/* ---- sending ----------------------------------------------------------------------------------
 */

static void want(struct net *net, struct peer *peer, bool out)
{
    struct epoll_event event = { .data = { .ptr = peer } };
    bool in = peer->speech != SPEAKS_HTTP || peer->first == NULL; /* one page after the other */
    event.events = (in ? EPOLLIN : 0) | (out ? EPOLLOUT : 0);
    peer->wants_out = out;
    epoll_ctl(net->epoll, EPOLL_CTL_MOD, peer->fd, &event);
}

/* What was taken by the socket. */
static void taken(struct peer *peer, size_t size)
{
    peer->waiting -= size;
    while (size > 0) {
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
        }
    }
}

/* As much as the socket takes. False: it is broken. */
static bool transmit(struct net *net, struct peer *peer)
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
            peer->deadline_ms = now_ms() + PAGE_MS;
        }
        taken(peer, (size_t)sent);
        if ((size_t)sent < whole) {
            return true;
        }
    }
    return true;
}

/* Everything was said: the other side may still be reading, so it hangs up first. */
static void finish(struct peer *peer)
{
    if (!peer->deaf) {
        peer->deaf = true;
        peer->deadline_ms = now_ms() + GOODBYE_MS;
        shutdown(peer->fd, SHUT_WR);
    }
}

static void next_request(struct net *net, struct peer *peer);

static void send_out(struct net *net, struct peer *peer)
{
    bool waited = peer->wants_out;
    if (peer->dead || !transmit(net, peer)) {
        die(net, peer);
        return;
    }
    if (peer->first != NULL && !waited) {
        want(net, peer, true);
    } else if (peer->first == NULL && waited) {
        want(net, peer, false);
    }
    if (peer->first == NULL && peer->leaving) {
        finish(peer);
    } else if (peer->first == NULL) {
        next_request(net, peer);
    }
}

/* What an event led to is written at once: sockets nearly always take it. */
static void send_fresh(struct net *net)
{
    while (net->fresh_count > 0) {
        struct peer *peer = net->fresh[--net->fresh_count];
        peer->fresh = false;
        if (!net->closing) {
            send_out(net, peer);
        }
    }
}

static void enqueue(struct net *net, struct peer *peer, struct outgoing *outgoing)
{
    outgoing->next = NULL;
    if (peer->last == NULL) {
        peer->first = outgoing;
    } else {
        peer->last->next = outgoing;
    }
    peer->last = outgoing;
    peer->waiting += outgoing->size;
    if (!peer->fresh && !peer->wants_out) {
        peer->fresh = true;
        net->fresh = rd_grown(net->fresh, net->fresh_count, &net->fresh_room, sizeof *net->fresh);
        net->fresh[net->fresh_count++] = peer;
    }
}

/* A copy of two parts. */
static void enqueue_copy(struct net *net, struct peer *peer, const void *head, size_t head_size,
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
    enqueue(net, peer, outgoing);
}

static void send_frame(struct net *net, struct peer *peer, enum ws_opcode opcode, const char *bytes,
                       size_t size)
{
    unsigned char head[WS_HEAD_MAX];
    enqueue_copy(net, peer, head, ws_head(opcode, size, head), bytes, size);
}

/* The last frame; what waits before it is still sent. */
static void close_with(struct net *net, struct peer *peer, uint16_t status, const char *why)
{
    char body[2 + WS_CONTROL_MAX];
    if (peer->leaving) {
        return;
    }
    if (peer->speech != SPEAKS_WEBSOCKET) {
        die(net, peer);
        return;
    }
    body[0] = (char)(status >> 8);
    body[1] = (char)status;
    int size = snprintf(body + 2, WS_CONTROL_MAX - 2, "%s", why);
    send_frame(net, peer, WS_CLOSE, body,
               status == WS_NO_STATUS ? 0 : 2 + (size_t)(size < WS_CONTROL_MAX - 2 ? size : 0));
    peer->leaving = true;
    peer->deadline_ms = now_ms() + GOODBYE_MS;
}

void net_hang_up(struct net *net, uint64_t connection, const char *reason)
{
    struct peer *peer = table_get(&net->by_id, connection);
    if (peer != NULL) {
        close_with(net, peer, WS_POLICY, reason);
    }
}

void net_send(struct net *net, uint64_t connection, const char *text)
{
    struct peer *peer = table_get(&net->by_id, connection);
    size_t size = strlen(text);
    if (peer == NULL || peer->leaving || peer->dead) {
        return;
    }
    if (peer->waiting + size > net->config.waiting_max) {
        net->counts.slow++; /* it gets the rest with since */
        close_with(net, peer, WS_POLICY, "you read too slowly");
        return;
    }
    net->counts.messages_out++;
    if (peer->speech == SPEAKS_LINES) {
        enqueue_copy(net, peer, text, size, "\n", 1);
    } else {
        send_frame(net, peer, WS_TEXT, text, size);
    }
}

/* ---- WebSocket --------------------------------------------------------------------------------
 */

static void take_frame(struct net *net, struct peer *peer, const struct ws_frame *frame)
{
    if (frame->opcode == WS_TEXT) {
        net->counts.messages_in++;
        net->hooks.message(net->hooks.context, peer->id, frame->bytes, frame->size);
    } else if (frame->opcode == WS_PING && peer->waiting < net->config.waiting_max) {
        send_frame(net, peer, WS_PONG, frame->bytes, frame->size);
    } else if (frame->opcode == WS_CLOSE) {
        close_with(net, peer, frame->status, "");
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
            close_with(net, peer, frame.status, frame.bytes);
        } else if (result == WS_FRAME) {
            take_frame(net, peer, &frame);
        }
    }
    return size;
}

/* A page of another site must not speak for somebody who looks at it. */
static bool same_origin(const struct http_request *request)
{
    const char *name = strstr(request->origin, "://");
    return request->origin[0] == '\0' || /* not a browser */
           (name != NULL && strcmp(name + 3, request->host) == 0);
}

/* Who stands behind a proxy on this machine is counted by the address that it tells: the last one,
 * since those before it may be made up. */
static bool let_forwarded_in(struct net *net, struct peer *peer, const char *list)
{
    if (!net->config.forwarded || peer->ticket != 0 || list[0] == '\0') {
        return true;
    }
    const char *comma = strrchr(list, ','), *address = comma == NULL ? list : comma + 1;
    address += strspn(address, " ");
    bool fine = visitors_enter(net->visitors, address, now_ms(), &peer->ticket);
    net->counts.refused += !fine;
    return fine;
}

static void begin_talk(struct net *net, struct peer *peer)
{
    peer->id = ++net->last_id;
    table_put(&net->by_id, peer->id, peer);
    net->hooks.connected(net->hooks.context, peer->id, peer->door);
}

static void begin_websocket(struct net *net, struct peer *peer, const struct http_request *request)
{
    char accept[WS_ACCEPT_ROOM], head[256];
    ws_accept(request->key, accept);
    int size = snprintf(head, sizeof head,
                        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                        "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n",
                        accept);
    enqueue_copy(net, peer, head, (size_t)size, NULL, 0);
    peer->speech = SPEAKS_WEBSOCKET;
    peer->deadline_ms = INT64_MAX;
    net->counts.websockets++;
    begin_talk(net, peer);
}

/* ---- pages ------------------------------------------------------------------------------------
 */

static void plain_page(struct net_page *page, int status, const char *json)
{
    memset(page, 0, sizeof *page);
    page->status = status;
    page->type = "application/json";
    page->bytes = json;
    page->size = strlen(json);
}

static void add_header(char *out, size_t room, const char *name, const char *value)
{
    size_t used = strlen(out);
    if (value != NULL) {
        snprintf(out + used, room - used, "%s: %s\r\n", name, value);
    }
}

static void send_head(struct net *net, struct peer *peer, const struct net_page *page)
{
    char head[HEADERS_ROOM] = "", attachment[96];
    snprintf(head, sizeof head, "HTTP/1.1 %d %s\r\n", page->status, http_reason(page->status));
    add_header(head, sizeof head, "server", "redoubt");
    add_header(head, sizeof head, "content-type", page->type);
    add_header(head, sizeof head, "content-security-policy", POLICY);
    add_header(head, sizeof head, "x-content-type-options", "nosniff");
    add_header(head, sizeof head, "referrer-policy", "no-referrer");
    add_header(head, sizeof head, "cross-origin-opener-policy", "same-origin");
    add_header(head, sizeof head, "cross-origin-resource-policy", "same-origin");
    add_header(head, sizeof head, "cache-control", page->cache == NULL ? "no-store" : page->cache);
    add_header(head, sizeof head, "etag", page->etag);
    add_header(head, sizeof head, "connection", peer->stays ? "keep-alive" : "close");
    if (page->download) {
        snprintf(attachment, sizeof attachment, "attachment; filename=\"%s\"", page->filename);
        add_header(head, sizeof head, "content-disposition", attachment);
    }
    size_t used = strlen(head);
    int size = snprintf(head + used, sizeof head - used, "content-length: %zu\r\n\r\n", page->size);
    RD_ASSERT(used + (size_t)size < sizeof head);
    enqueue_copy(net, peer, head, used + (size_t)size, NULL, 0);
}

/* Takes what the page owns. */
static void send_page(struct net *net, struct peer *peer, struct net_page *page, bool with_body)
{
    union { /* what is owned is ours to free */
        const char *given;
        char *ours;
    } bytes = { page->bytes };
    send_head(net, peer, page);
    if (with_body && page->size > 0) {
        struct outgoing *outgoing = malloc(sizeof *outgoing);
        RD_ASSERT(outgoing != NULL);
        outgoing->at = page->bytes;
        outgoing->size = page->size;
        outgoing->owned = page->owned ? bytes.ours : NULL;
        enqueue(net, peer, outgoing);
    } else if (page->owned) {
        free(bytes.ours);
    }
    peer->leaving = !peer->stays;
    peer->served = peer->stays;
    peer->deadline_ms = now_ms() + PAGE_MS;
}

static void refuse(struct net *net, struct peer *peer, int status, const char *json)
{
    struct net_page page;
    plain_page(&page, status, json);
    peer->stays = false;
    send_head(net, peer, &page);
    enqueue_copy(net, peer, json, page.size, NULL, 0);
    peer->leaving = true;
    peer->deadline_ms = now_ms() + PAGE_MS;
}

static void answer_get(struct net *net, struct peer *peer, const struct http_request *request)
{
    struct net_page page;
    peer->stays = request->stays;
    if (!net->hooks.get(net->hooks.context, peer->door, request->path, &page)) {
        plain_page(&page, 404,
                   "{\"ok\":false,\"code\":\"not_found\",\"why\":\"there is no such page\"}");
    }
    bool known =
        page.etag != NULL && page.status == 200 && strcmp(request->if_none_match, page.etag) == 0;
    if (known) {
        page.status = 304;
    }
    send_page(net, peer, &page, request->method == HTTP_GET && !known);
}

static void answer(struct net *net, struct peer *peer, const struct http_request *request)
{
    bool socket = peer->door == NET_PLAY && strcmp(request->path, WS_PATH) == 0;
    if (request->method == HTTP_OTHER || request->body) {
        refuse(net, peer, 405, "{\"ok\":false,\"code\":\"method\",\"why\":\"GET only\"}");
    } else if (!socket) {
        answer_get(net, peer, request);
    } else if (!request->upgrade || !same_origin(request)) {
        refuse(net, peer, request->upgrade ? 403 : 400,
               "{\"ok\":false,\"code\":\"upgrade\",\"why\":\"this is for WebSockets of the same "
               "origin\"}");
    } else if (!let_forwarded_in(net, peer, request->forwarded)) {
        refuse(net, peer, 429, "{\"ok\":false,\"code\":\"full\",\"why\":\"too many connections\"}");
    } else {
        begin_websocket(net, peer, request);
    }
}

static size_t take_request(struct net *net, struct peer *peer, const char *bytes, size_t size)
{
    struct http_request request;
    enum http_result result = http_read(bytes, size, &request);
    if (result == HTTP_MORE) {
        return 0;
    }
    if (result == HTTP_FINE) {
        answer(net, peer, &request);
        return request.head;
    }
    refuse(net, peer, result == HTTP_BAD ? 400 : 431,
           "{\"ok\":false,\"code\":\"bad_request\",\"why\":\"this is no request\"}");
    return size;
}

/* ---- lines ------------------------------------------------------------------------------------
 */

static size_t take_lines(struct net *net, struct peer *peer, char *bytes, size_t size)
{
    size_t at = 0;
    for (char *end; (end = memchr(bytes + at, '\n', size - at)) != NULL && !peer->dead;) {
        net->hooks.message(net->hooks.context, peer->id, bytes + at, (size_t)(end - bytes) - at);
        at = (size_t)(end - bytes) + 1;
    }
    if (size - at > net->config.message_max) {
        die(net, peer);
    }
    return at;
}

/* ---- receiving --------------------------------------------------------------------------------
 */

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
        if (peer->first != NULL) {
            return at; /* the page before is still on its way */
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

static void receive(struct net *net, struct peer *peer)
{
    ssize_t got = recv(peer->fd, net->chunk, CHUNK, 0);
    if (got <= 0) {
        if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
            die(net, peer);
        }
        return;
    }
    peer->heard_ms = now_ms();
    peer->pinged = false;
    if (!peer->leaving) {
        net->counts.bytes_in += (uint64_t)got;
        hear(net, peer, (size_t)got);
    }
}

/* The page is gone; perhaps another was asked for meanwhile. */
static void next_request(struct net *net, struct peer *peer)
{
    if (!peer->served) {
        return;
    }
    peer->served = false;
    peer->deadline_ms = now_ms() + STAYS_MS;
    size_t used = peer->in_size == 0 ? 0 : understand(net, peer, peer->in, peer->in_size);
    if (used > 0) {
        keep_rest(peer, peer->in + used, peer->in_size - used);
    }
}

/* ---- doors ------------------------------------------------------------------------------------
 */

/* Whether there is room for one more, from there. */
static bool admit(struct net *net, enum net_door door, const struct sockaddr_storage *from,
                  socklen_t size, uint64_t *ticket)
{
    char address[ADDRESS_ROOM] = "";
    *ticket = 0;
    if (net->counts.open >= net->config.connections_max) {
        return false;
    }
    if (door != NET_PLAY) {
        return true;
    }
    getnameinfo((const struct sockaddr *)from, size, address, sizeof address, NULL, 0,
                NI_NUMERICHOST);
    return visitors_enter(net->visitors, address, now_ms(), ticket);
}

static void welcome(struct net *net, enum net_door door, int fd, uint64_t ticket)
{
    struct peer *peer = calloc(1, sizeof *peer);
    struct epoll_event event = { .events = EPOLLIN, .data = { .ptr = peer } };
    int yes = 1;
    RD_ASSERT(peer != NULL);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    peer->fd = fd;
    peer->door = door;
    peer->speech = door == NET_ADMIN ? SPEAKS_LINES : SPEAKS_HTTP;
    peer->ticket = ticket;
    peer->heard_ms = now_ms();
    peer->deadline_ms = peer->heard_ms + (int64_t)net->config.handshake_s * 1000;
    peer->place = net->peers;
    net->peer = rd_grown(net->peer, net->peers, &net->peer_room, sizeof(struct peer *));
    net->peer[net->peers++] = peer;
    net->counts.open++;
    net->counts.connections++;
    epoll_ctl(net->epoll, EPOLL_CTL_ADD, fd, &event);
    if (peer->speech == SPEAKS_LINES) {
        peer->deadline_ms = INT64_MAX;
        begin_talk(net, peer);
    }
}

static void open_door(struct net *net, enum net_door door)
{
    for (uint32_t i = 0; i < ACCEPT_MAX; i++) {
        struct sockaddr_storage from;
        socklen_t size = sizeof from;
        uint64_t ticket;
        int fd = accept4(net->config.door[door], (struct sockaddr *)&from, &size,
                         SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd < 0) {
            return;
        }
        if (admit(net, door, &from, size, &ticket)) {
            welcome(net, door, fd, ticket);
        } else {
            net->counts.refused++;
            close(fd);
        }
    }
}

/* ---- time -------------------------------------------------------------------------------------
 */

/* Nobody is silent for ever: half-open connections, pages nobody reads, lines that went dead. */
static void sweep(struct net *net, int64_t now)
{
    int64_t silence = (int64_t)net->config.silence_s * 1000;
    for (uint32_t i = 0; i < net->peers; i++) {
        struct peer *peer = net->peer[i];
        int64_t quiet = now - peer->heard_ms;
        if (now >= peer->deadline_ms ||
            (peer->speech == SPEAKS_WEBSOCKET && quiet >= silence * 3 / 2)) {
            die(net, peer);
        } else if (peer->speech == SPEAKS_WEBSOCKET && quiet >= silence && !peer->pinged &&
                   !peer->leaving) {
            peer->pinged = true;
            send_frame(net, peer, WS_PING, "", 0);
        }
    }
    net->sweep_ms = now + SWEEP_MS;
}

void net_set_timer(struct net *net, int64_t in_ms)
{
    net->timer_ms = now_ms() + (in_ms < 0 ? 0 : in_ms);
}

static int wait_ms(const struct net *net)
{
    int64_t next = net->timer_ms < net->sweep_ms ? net->timer_ms : net->sweep_ms;
    int64_t left = next - now_ms();
    return left < 0 ? 0 : (int)left;
}

static void pass_time(struct net *net)
{
    int64_t now = now_ms();
    if (now >= net->timer_ms) {
        net->timer_ms = INT64_MAX;
        net->hooks.woken(net->hooks.context);
    }
    if (now >= net->sweep_ms) {
        sweep(net, now);
    }
}

void net_wake(struct net *net)
{
    uint64_t one = 1;
    ssize_t ignored = write(net->waker, &one, sizeof one); /* full: it is awake already */
    (void)ignored;
}

static void wake_up(struct net *net)
{
    uint64_t count;
    ssize_t ignored = read(net->waker, &count, sizeof count);
    (void)ignored;
    net->hooks.woken(net->hooks.context);
}

/* ---- the loop ---------------------------------------------------------------------------------
 */

static void serve_peer(struct net *net, struct peer *peer, uint32_t events)
{
    if ((events & EPOLLOUT) != 0) {
        send_out(net, peer);
    }
    if (!peer->dead && (events & EPOLLIN) != 0) {
        receive(net, peer);
    }
    if (!peer->dead && (events & (EPOLLHUP | EPOLLERR)) != 0) {
        die(net, peer);
    }
}

/* Doors and the waker are told from peers by where they lie. */
static bool serve_own(struct net *net, const void *what)
{
    for (uint32_t door = 0; door < NET_DOORS; door++) {
        if (what == &net->config.door[door]) {
            open_door(net, (enum net_door)door);
            return true;
        }
    }
    if (what == &net->waker) {
        wake_up(net);
        return true;
    }
    return false;
}

static void turn(struct net *net, int wait)
{
    struct epoll_event event[EVENTS];
    int count = epoll_wait(net->epoll, event, EVENTS, wait);
    for (int i = 0; i < count; i++) {
        if (!serve_own(net, event[i].data.ptr)) {
            serve_peer(net, event[i].data.ptr, event[i].events);
        }
        send_fresh(net);
    }
    pass_time(net);
    do {
        send_fresh(net);
        bury_all(net);
    } while (net->fresh_count > 0);
}

static bool all_sent(const struct net *net)
{
    for (uint32_t i = 0; i < net->peers; i++) {
        if (net->peer[i]->waiting > 0) {
            return false;
        }
    }
    return true;
}

void net_run(struct net *net)
{
    while (!net->stop) {
        turn(net, wait_ms(net));
    }
    for (uint32_t i = 0; i < net->peers; i++) {
        if (net->peer[i]->speech == SPEAKS_WEBSOCKET) {
            close_with(net, net->peer[i], WS_GOING_AWAY, "the server stops");
        }
    }
    send_fresh(net);
    int64_t until = now_ms() + DRAIN_MS;
    while (!all_sent(net) && now_ms() < until) {
        turn(net, (int)(until - now_ms()));
    }
}

void net_stop(struct net *net)
{
    net->stop = true;
}

/* ---- open and close ---------------------------------------------------------------------------
 */

static bool watch(struct net *net, int *fd)
{
    struct epoll_event event = { .events = EPOLLIN, .data = { .ptr = fd } };
    return *fd < 0 || epoll_ctl(net->epoll, EPOLL_CTL_ADD, *fd, &event) == 0;
}

struct net *net_open(const struct net_config *config, const struct net_hooks *hooks,
                     struct rd_problem *problem)
{
    struct net *net = calloc(1, sizeof *net);
    RD_ASSERT(net != NULL);
    net->config = *config;
    net->hooks = *hooks;
    net->timer_ms = INT64_MAX;
    net->sweep_ms = now_ms() + SWEEP_MS;
    net->visitors = visitors_open(config->per_address, config->per_minute);
    net->epoll = epoll_create1(EPOLL_CLOEXEC);
    net->waker = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    bool fine = net->epoll >= 0 && net->waker >= 0 && watch(net, &net->waker);
    for (uint32_t door = 0; fine && door < NET_DOORS; door++) {
        fine = watch(net, &net->config.door[door]);
    }
    if (!fine) {
        rd_problem_at(problem, NULL, "the network can't be set up: %s", strerror(errno));
        net_close(net);
        return NULL;
    }
    return net;
}

static void close_fd(int fd)
{
    if (fd >= 0) {
        close(fd);
    }
}

void net_close(struct net *net)
{
    if (net == NULL) {
        return;
    }
    net->closing = true;
    for (uint32_t i = 0; i < net->peers; i++) {
        die(net, net->peer[i]);
    }
    bury_all(net);
    for (uint32_t door = 0; door < NET_DOORS; door++) {
        close_fd(net->config.door[door]);
    }
    close_fd(net->waker);
    close_fd(net->epoll);
    visitors_close(net->visitors);
    table_free(&net->by_id);
    free(net->peer);
    free(net->fresh);
    free(net->grave);
    free(net);
}

struct net_counts net_count(const struct net *net)
{
    return net->counts;
}
