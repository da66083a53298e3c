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
#include <time.h>
#include <unistd.h>

#include "host/list.h"
#include "redoubt/base.h"
#include "server/shell/peer.h"

enum {
    EVENTS = 256,
    ACCEPT_MAX = 64, /* connections that are let in at once, before others are served */
    ADDRESS_ROOM = 64,
    DRAIN_MS = 1000,      /* at the end, for what waits */
    SWEEP_MS = 500,       /* between looks at all connections */
    PAGES_FULL_MS = 60000 /* a new one may ask for as many pages as one that has long been silent */
};

int64_t net_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- the end of a connection ---- */

static void forget_fresh(struct net *net, const struct peer *peer)
{
    for (uint32_t i = 0; peer->fresh && i < net->fresh_count; i++) {
        if (net->fresh[i] == peer) {
            net->fresh[i] = net->fresh[--net->fresh_count];
            return;
        }
    }
}

static void free_closed_peer(struct net *net, struct peer *peer)
{
    uint64_t id = peer->id;
    bool websocket = peer->speech == SPEAKS_WEBSOCKET;
    forget_fresh(net, peer);
    peer_forget_asked(net, peer);
    peer_drop_outgoing(net, peer);
    ws_reader_free(&peer->reader);
    free(peer->in);
    close(peer->fd); /* and so it is gone from epoll */
    visitors_leave(net->visitors, peer->ticket);
    hash_map_remove(&net->by_serial, peer->serial);
    net->peer[peer->place] = net->peer[--net->peers];
    net->peer[peer->place]->place = peer->place;
    net->counts.open--;
    free(peer);
    if (id != 0) {
        hash_map_remove(&net->by_id, id);
        net->counts.websockets -= websocket;
        net->hooks.closed(net->hooks.context, id);
    }
}

static void free_closed_peers(struct net *net)
{
    while (net->closed_count > 0) { /* an end may bring about others */
        free_closed_peer(net, net->closed[--net->closed_count]);
    }
}

/* ---- doors ---- */

/* Whether there is room for one more, from there. Those whom a proxy brings are counted when it has
 * said who they are. */
static bool admit(struct net *net, enum net_door door, const struct sockaddr_storage *from,
                  socklen_t size, uint64_t *ticket)
{
    char address[ADDRESS_ROOM] = "";
    *ticket = 0;
    if (net->counts.open >= net->config.connections_max || (net->full && door == NET_PLAY)) {
        return false;
    }
    if (door != NET_PLAY) {
        return true;
    }
    getnameinfo((const struct sockaddr *)from, size, address, sizeof address, NULL, 0,
                NI_NUMERICHOST);
    return visitors_is_proxy(net->config.proxies, address) ||
           visitors_enter(net->visitors, address, net_now_ms(), ticket);
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
    peer->heard_ms = net_now_ms();
    peer->deadline_ms = peer->heard_ms + (int64_t)net->config.handshake_s * 1000;
    peer->place = net->peers;
    net->peer = rd_grown(net->peer, net->peers, &net->peer_room, sizeof(struct peer *));
    net->peer[net->peers++] = peer;
    peer->serial = ++net->last_serial;
    hash_map_put(&net->by_serial, peer->serial, peer);
    peer->counted_ms = peer->heard_ms - PAGES_FULL_MS;
    net->counts.open++;
    net->counts.connections++;
    epoll_ctl(net->epoll, EPOLL_CTL_ADD, fd, &event);
    if (peer->speech == SPEAKS_LINES) {
        peer->deadline_ms = INT64_MAX;
        peer_begin_talk(net, peer);
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

/* ---- time ---- */

/* Nobody is silent for ever: half-open connections, pages nobody reads, lines that went dead. */
static void sweep(struct net *net, int64_t now)
{
    int64_t silence = (int64_t)net->config.silence_s * 1000;
    for (uint32_t i = 0; i < net->peers; i++) {
        struct peer *peer = net->peer[i];
        int64_t quiet = now - peer->heard_ms;
        if (now >= peer->deadline_ms ||
            (peer->speech == SPEAKS_WEBSOCKET && quiet >= silence * 3 / 2)) {
            peer_die(net, peer);
        } else if (peer->speech == SPEAKS_WEBSOCKET && quiet >= silence && !peer->pinged &&
                   !peer->leaving) {
            peer->pinged = true;
            peer_send_frame(net, peer, WS_PING, "", 0);
        }
    }
    net->sweep_ms = now + SWEEP_MS;
    net->hooks.beat(net->hooks.context);
}

void net_set_timer(struct net *net, int64_t in_ms)
{
    net->timer_ms = net_now_ms() + (in_ms < 0 ? 0 : in_ms);
}

static int wait_ms(const struct net *net)
{
    int64_t next = net->timer_ms < net->sweep_ms ? net->timer_ms : net->sweep_ms;
    int64_t left = next - net_now_ms(), turns = turns_wait_ms(net);
    left = left < turns ? left : turns;
    return left < 0 ? 0 : (int)left;
}

static void pass_time(struct net *net)
{
    int64_t now = net_now_ms();
    if (now >= net->timer_ms) {
        net->timer_ms = INT64_MAX;
        net->hooks.woken(net->hooks.context);
    }
    if (now >= net->sweep_ms) {
        sweep(net, now);
    }
}

void net_let_nobody_in(struct net *net, bool yes)
{
    net->full = yes;
}

int64_t net_lag_ms(const struct net *net)
{
    return net_now_ms() - net->round_ms;
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

/* ---- the loop ---- */

static void serve_peer(struct net *net, struct peer *peer, uint32_t events)
{
    if ((events & EPOLLOUT) != 0) {
        peer_send_out(net, peer);
    }
    if (!peer->dead && (events & EPOLLIN) != 0) {
        peer_receive(net, peer);
    }
    if (!peer->dead && (events & (EPOLLHUP | EPOLLERR)) != 0) {
        peer_die(net, peer);
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
    net->round_ms = net_now_ms();
    for (int i = 0; i < count; i++) {
        if (!serve_own(net, event[i].data.ptr)) {
            serve_peer(net, event[i].data.ptr, event[i].events);
        }
        peers_send_fresh(net);
    }
    pass_time(net);
    turns_take(net);
    do {
        peers_send_fresh(net);
        free_closed_peers(net);
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
            peer_close(net, net->peer[i], WS_GOING_AWAY, "the server stops");
        }
    }
    peers_send_fresh(net);
    int64_t until = net_now_ms() + DRAIN_MS;
    while (!all_sent(net) && net_now_ms() < until) {
        turn(net, (int)(until - net_now_ms()));
    }
}

void net_stop(struct net *net)
{
    net->stop = true;
}

/* ---- open and close ---- */

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
    net->contest = -1;
    net->sweep_ms = net_now_ms() + SWEEP_MS;
    net->page_counted_us = net_now_us();
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
        peer_die(net, net->peer[i]);
    }
    free_closed_peers(net);
    for (uint32_t door = 0; door < NET_DOORS; door++) {
        close_fd(net->config.door[door]);
    }
    close_fd(net->contest);
    close_fd(net->waker);
    close_fd(net->epoll);
    visitors_close(net->visitors);
    hash_map_free(&net->by_id);
    hash_map_free(&net->by_serial);
    free(net->turn);
    free(net->peer);
    free(net->fresh);
    free(net->closed);
    free(net);
}

struct net_counts net_count(const struct net *net)
{
    return net->counts;
}
