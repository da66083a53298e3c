#include "server/shell/standby.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "redoubt/base.h"
#include "server/shell/visitors.h"

enum {
    ROOM = 16384, /* bytes on the way in one direction; the first request has to fit */
    EVENTS = 64,
    ADDRESS_ROOM = 64,
    NAME_ROOM = 256,
    HEADER_ROOM = 128
};

/* What came in here, and waits to go out at the other end. */
struct end {
    struct pair *pair;
    int fd;
    uint32_t wanted; /* of epoll */
    char bytes[ROOM];
    size_t size, sent;
};

enum { VISITOR, PLAYING }; /* the two ends */

struct pair {
    struct end end[2];
    char from[ADDRESS_ROOM]; /* "": a proxy, perhaps on this machine */
    bool has_head;           /* the first request has been passed on */
    bool is_dead;
    int64_t begun_ms;
    struct pair *next;
};

struct standby {
    int door, epoll;
    uint32_t connections_max, count;
    int64_t handshake_ms;
    const char *proxies;
    struct pair *first;
    char to[NAME_ROOM]; /* whom address belongs to */
    struct sockaddr_storage address;
    socklen_t address_size; /* 0: there is none */
};

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- whom to pass on to ---- */

/* Asking for a name may take a while, so it is asked for once. */
static void find_address(struct standby *standby, const char *to)
{
    struct addrinfo wanted = { .ai_socktype = SOCK_STREAM }, *found = NULL;
    char host[NAME_ROOM];
    const char *colon = strrchr(to, ':');
    if (strcmp(standby->to, to) == 0) {
        return;
    }
    snprintf(standby->to, sizeof standby->to, "%s", to);
    standby->address_size = 0;
    if (colon == NULL) {
        return;
    }
    bool bracketed = to[0] == '[' && colon > to + 2 && colon[-1] == ']';
    snprintf(host, sizeof host, "%.*s", (int)(colon - to) - 2 * bracketed, to + bracketed);
    if (getaddrinfo(host, colon + 1, &wanted, &found) == 0) {
        memcpy(&standby->address, found->ai_addr, found->ai_addrlen);
        standby->address_size = found->ai_addrlen;
        freeaddrinfo(found);
    }
}

/* -1: nobody is there. The connection may still be on its way. */
static int connect_on(const struct standby *standby)
{
    int yes = 1;
    int fd = standby->address_size == 0 ? -1
                                        : socket(standby->address.ss_family,
                                                 SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd >= 0 &&
        connect(fd, (const struct sockaddr *)&standby->address, standby->address_size) != 0 &&
        errno != EINPROGRESS) {
        close(fd);
        return -1;
    }
    if (fd >= 0) {
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    }
    return fd;
}

/* ---- pairs ---- */

static struct end *other_end(struct end *end)
{
    return &end->pair->end[end == &end->pair->end[VISITOR] ? PLAYING : VISITOR];
}

/* An end is read while nothing waits to go out on the other side, and written while something does.
 */
static void want(struct standby *standby, struct end *end)
{
    struct epoll_event event = { .data = { .ptr = end } };
    const struct end *other = other_end(end);
    bool head = end == &end->pair->end[VISITOR] && !end->pair->has_head;
    event.events = (uint32_t)(end->size == 0 || head ? EPOLLIN : 0) |
                   (uint32_t)(other->size > 0 && end->pair->has_head ? EPOLLOUT : 0);
    if (event.events != end->wanted) {
        end->wanted = event.events;
        epoll_ctl(standby->epoll, EPOLL_CTL_MOD, end->fd, &event);
    }
}

static void watch(struct standby *standby, struct end *end)
{
    struct epoll_event event = { .events = EPOLLIN, .data = { .ptr = end } };
    end->wanted = EPOLLIN;
    epoll_ctl(standby->epoll, EPOLL_CTL_ADD, end->fd, &event);
}

static struct pair *add_pair(struct standby *standby, int visitor, int playing, const char *from)
{
    struct pair *pair = calloc(1, sizeof *pair);
    int yes = 1;
    RD_ASSERT(pair != NULL);
    setsockopt(visitor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    snprintf(pair->from, sizeof pair->from, "%s", from);
    pair->begun_ms = now_ms();
    pair->end[VISITOR].fd = visitor;
    pair->end[PLAYING].fd = playing;
    pair->next = standby->first;
    standby->first = pair;
    standby->count++;
    for (uint32_t i = 0; i < 2; i++) {
        pair->end[i].pair = pair;
        watch(standby, &pair->end[i]);
    }
    return pair;
}

/* Which the list no longer has. */
static void free_pair(struct standby *standby, struct pair *pair)
{
    close(pair->end[VISITOR].fd); /* and so it is gone from epoll */
    close(pair->end[PLAYING].fd);
    standby->count--;
    free(pair);
}

/* ---- bytes ---- */

/* A line behind all that the visitor has written: the last one counts. A proxy has told whom it
 * brings, and may be anybody on this machine. */
static void add_address(struct pair *pair, size_t head)
{
    char line[HEADER_ROOM] = "";
    struct end *end = &pair->end[VISITOR];
    if (pair->from[0] != '\0') {
        snprintf(line, sizeof line, "X-Forwarded-For: %s\r\n", pair->from);
    }
    size_t size = strlen(line);
    memmove(end->bytes + head + size, end->bytes + head, end->size - head);
    memcpy(end->bytes + head, line, size);
    end->size += size;
}

/* Whether the first request is whole; then it can go. */
static void read_head(struct pair *pair)
{
    struct end *end = &pair->end[VISITOR];
    const char *empty = memmem(end->bytes, end->size, "\r\n\r\n", 4);
    if (empty != NULL) {
        add_address(pair, (size_t)(empty - end->bytes) + 2);
        pair->has_head = true;
    } else if (end->size >= ROOM - HEADER_ROOM) {
        pair->is_dead = true; /* that is no request */
    }
}

static void send_on(struct end *from)
{
    struct pair *pair = from->pair;
    struct end *to = other_end(from);
    while (pair->has_head && from->size > 0) {
        ssize_t sent = send(to->fd, from->bytes + from->sent, from->size, MSG_NOSIGNAL);
        if (sent < 0) {
            pair->is_dead = errno != EAGAIN && errno != EINTR && errno != ENOTCONN;
            return;
        }
        from->sent += (size_t)sent;
        from->size -= (size_t)sent;
    }
    if (from->size == 0) {
        from->sent = 0;
    }
}

static void receive(struct end *end)
{
    struct pair *pair = end->pair;
    bool head = end == &pair->end[VISITOR] && !pair->has_head;
    size_t room = ROOM - HEADER_ROOM - (head ? end->size : 0);
    ssize_t got = recv(end->fd, end->bytes + (head ? end->size : 0), room, 0);
    if (got <= 0) {
        pair->is_dead = got == 0 || (errno != EAGAIN && errno != EINTR);
        return;
    }
    end->size = (head ? end->size : 0) + (size_t)got;
    if (head) {
        read_head(pair);
    }
    send_on(end);
}

static void serve_end(struct standby *standby, struct end *end, uint32_t events)
{
    struct pair *pair = end->pair;
    if ((events & EPOLLOUT) != 0) {
        send_on(other_end(end));
    }
    if (!pair->is_dead && (events & EPOLLIN) != 0 && (end->wanted & EPOLLIN) != 0) {
        receive(end);
    }
    if ((events & (EPOLLHUP | EPOLLERR)) != 0 && (events & EPOLLIN) == 0) {
        pair->is_dead = true;
    }
    if (!pair->is_dead) {
        want(standby, &pair->end[VISITOR]);
        want(standby, &pair->end[PLAYING]);
    }
}

/* ---- the door ---- */

static void name_visitor(const struct standby *standby, const struct sockaddr_storage *from,
                         socklen_t size, char *out)
{
    char name[ADDRESS_ROOM] = "?";
    getnameinfo((const struct sockaddr *)from, size, name, sizeof name, NULL, 0, NI_NUMERICHOST);
    bool own = strncmp(name, "127.", 4) == 0 || strncmp(name, "::ffff:127.", 11) == 0 ||
               strcmp(name, "::1") == 0 || visitors_is_proxy(standby->proxies, name);
    snprintf(out, ADDRESS_ROOM, "%s", own ? "" : name);
}

static void let_in(struct standby *standby)
{
    struct sockaddr_storage from;
    socklen_t size = sizeof from;
    char name[ADDRESS_ROOM];
    int visitor;
    while ((visitor = accept4(standby->door, (struct sockaddr *)&from, &size,
                              SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0) {
        int playing = standby->count < standby->connections_max ? connect_on(standby) : -1;
        name_visitor(standby, &from, size, name);
        if (playing >= 0) {
            add_pair(standby, visitor, playing, name);
        } else {
            close(visitor);
        }
        size = sizeof from;
    }
}

void standby_adopt(struct standby *standby, int fd, const char *to, const char *bytes, size_t size)
{
    struct sockaddr_storage from;
    socklen_t from_size = sizeof from;
    char name[ADDRESS_ROOM] = "";
    find_address(standby, to);
    bool fits = size <= ROOM - HEADER_ROOM && standby->count < standby->connections_max;
    int playing = fits ? connect_on(standby) : -1;
    if (playing < 0 || getpeername(fd, (struct sockaddr *)&from, &from_size) != 0) {
        close(fd);
        if (playing >= 0) {
            close(playing);
        }
        return;
    }
    name_visitor(standby, &from, from_size, name);
    struct pair *pair = add_pair(standby, fd, playing, name);
    struct end *end = &pair->end[VISITOR];
    memcpy(end->bytes, bytes, size);
    end->size = size;
    read_head(pair);
    send_on(end);
    want(standby, &pair->end[VISITOR]);
    want(standby, &pair->end[PLAYING]);
}

uint32_t standby_count(const struct standby *standby)
{
    return standby->count;
}

/* Those that ended, and those that never say what they want. */
static void sweep(struct standby *standby)
{
    int64_t now = now_ms();
    for (struct pair **at = &standby->first; *at != NULL;) {
        struct pair *pair = *at;
        if (pair->is_dead || (!pair->has_head && now - pair->begun_ms >= standby->handshake_ms)) {
            *at = pair->next;
            free_pair(standby, pair);
        } else {
            at = &pair->next;
        }
    }
}

struct standby *standby_open(int door, uint32_t connections_max, uint32_t handshake_s,
                             const char *proxies)
{
    struct standby *standby = calloc(1, sizeof *standby);
    struct epoll_event event = { .events = EPOLLIN };
    RD_ASSERT(standby != NULL);
    standby->door = door;
    standby->connections_max = connections_max;
    standby->proxies = proxies;
    standby->handshake_ms = (int64_t)handshake_s * 1000;
    standby->epoll = epoll_create1(EPOLL_CLOEXEC);
    RD_ASSERT(standby->epoll >= 0);
    if (door >= 0) {
        epoll_ctl(standby->epoll, EPOLL_CTL_ADD, door, &event); /* a NULL in data: the door */
    }
    return standby;
}

void standby_close(struct standby *standby)
{
    if (standby == NULL) {
        return;
    }
    for (struct pair *pair = standby->first, *next; pair != NULL; pair = next) {
        next = pair->next;
        free_pair(standby, pair);
    }
    close(standby->epoll);
    free(standby);
}

void standby_pass_on(struct standby *standby, const char *to, int wait_ms)
{
    struct epoll_event event[EVENTS];
    int64_t until = now_ms() + wait_ms;
    bool some_ended = false;
    if (to != NULL) {
        find_address(standby, to);
    }
    for (int64_t left = wait_ms; left > 0; left = until - now_ms()) {
        int count = epoll_wait(standby->epoll, event, EVENTS, (int)left);
        for (int i = 0; i < count; i++) {
            if (event[i].data.ptr == NULL) {
                let_in(standby);
            } else {
                serve_end(standby, event[i].data.ptr, event[i].events);
                some_ended = some_ended || ((struct end *)event[i].data.ptr)->pair->is_dead;
            }
        }
        if (some_ended) {
            sweep(standby);
            some_ended = false;
        }
    }
    sweep(standby);
}
