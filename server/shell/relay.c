#include "server/shell/relay.h"

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
    char to[NAME_ROOM];
    bool has_head; /* the first request has been passed on */
    bool is_dead;
    bool is_refused; /* nobody listens there */
    int64_t begun_ms;
    struct pair *next;
};

struct relay {
    int epoll;
    struct relay_hooks hooks;
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
static void find_address(struct relay *relay, const char *to)
{
    struct addrinfo wanted = { .ai_socktype = SOCK_STREAM }, *found = NULL;
    char host[NAME_ROOM];
    const char *colon = strrchr(to, ':');
    if (strcmp(relay->to, to) == 0) {
        return;
    }
    snprintf(relay->to, sizeof relay->to, "%s", to);
    relay->address_size = 0;
    if (colon == NULL) {
        return;
    }
    bool bracketed = to[0] == '[' && colon > to + 2 && colon[-1] == ']';
    snprintf(host, sizeof host, "%.*s", (int)(colon - to) - 2 * bracketed, to + bracketed);
    if (getaddrinfo(host, colon + 1, &wanted, &found) == 0) {
        memcpy(&relay->address, found->ai_addr, found->ai_addrlen);
        relay->address_size = found->ai_addrlen;
        freeaddrinfo(found);
    }
}

/* -1 with errno: nobody is there. The connection may still be on its way. */
static int connect_on(const struct relay *relay)
{
    int yes = 1;
    errno = EHOSTUNREACH;
    int fd = relay->address_size == 0
                 ? -1
                 : socket(relay->address.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd >= 0 &&
        connect(fd, (const struct sockaddr *)&relay->address, relay->address_size) != 0 &&
        errno != EINPROGRESS) {
        int error = errno;
        close(fd);
        errno = error;
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
static void want(struct relay *relay, struct end *end)
{
    struct epoll_event event = { .data = { .ptr = end } };
    const struct end *other = other_end(end);
    bool head = end == &end->pair->end[VISITOR] && !end->pair->has_head;
    event.events = (uint32_t)(end->size == 0 || head ? EPOLLIN : 0) |
                   (uint32_t)(other->size > 0 && end->pair->has_head ? EPOLLOUT : 0);
    if (event.events != end->wanted) {
        end->wanted = event.events;
        epoll_ctl(relay->epoll, EPOLL_CTL_MOD, end->fd, &event);
    }
}

static void watch(struct relay *relay, struct end *end)
{
    struct epoll_event event = { .events = EPOLLIN, .data = { .ptr = end } };
    end->wanted = EPOLLIN;
    epoll_ctl(relay->epoll, EPOLL_CTL_ADD, end->fd, &event);
}

static struct pair *add_pair(struct relay *relay, int visitor, int playing, const char *from)
{
    struct pair *pair = calloc(1, sizeof *pair);
    int yes = 1;
    RD_ASSERT(pair != NULL);
    setsockopt(visitor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    snprintf(pair->from, sizeof pair->from, "%s", from);
    pair->begun_ms = now_ms();
    pair->end[VISITOR].fd = visitor;
    pair->end[PLAYING].fd = playing;
    pair->next = relay->first;
    relay->first = pair;
    relay->count++;
    for (uint32_t i = 0; i < 2; i++) {
        pair->end[i].pair = pair;
        watch(relay, &pair->end[i]);
    }
    return pair;
}

/* Which the list no longer has. */
static void free_pair(struct relay *relay, struct pair *pair)
{
    close(pair->end[VISITOR].fd); /* and so it is gone from epoll */
    close(pair->end[PLAYING].fd);
    relay->count--;
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

/* The first error counts. */
static void end_pair(struct end *end, int error)
{
    struct pair *pair = end->pair;
    pair->is_refused =
        pair->is_refused || (!pair->is_dead && end == &pair->end[PLAYING] && error == ECONNREFUSED);
    pair->is_dead = true;
}

static void send_on(struct end *from)
{
    struct pair *pair = from->pair;
    struct end *to = other_end(from);
    while (pair->has_head && from->size > 0) {
        ssize_t sent = send(to->fd, from->bytes + from->sent, from->size, MSG_NOSIGNAL);
        if (sent < 0) {
            if (errno != EAGAIN && errno != EINTR && errno != ENOTCONN) {
                end_pair(to, errno);
            }
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
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) {
        end_pair(end, got == 0 ? 0 : errno);
    }
    if (got <= 0) {
        return;
    }
    end->size = (head ? end->size : 0) + (size_t)got;
    if (head) {
        read_head(pair);
    }
    send_on(end);
}

static void serve_end(struct relay *relay, struct end *end, uint32_t events)
{
    struct pair *pair = end->pair;
    if ((events & EPOLLOUT) != 0) {
        send_on(other_end(end));
    }
    if (!pair->is_dead && (events & EPOLLIN) != 0 && (end->wanted & EPOLLIN) != 0) {
        receive(end);
    }
    if (!pair->is_dead && (events & (EPOLLHUP | EPOLLERR)) != 0 && (events & EPOLLIN) == 0) {
        int error = 0;
        socklen_t size = sizeof error;
        getsockopt(end->fd, SOL_SOCKET, SO_ERROR, &error, &size);
        end_pair(end, error);
    }
    if (!pair->is_dead) {
        want(relay, &pair->end[VISITOR]);
        want(relay, &pair->end[PLAYING]);
    }
}

/* ---- those who come ---- */

static void name_visitor(const struct relay *relay, const struct sockaddr_storage *from,
                         socklen_t size, char *out)
{
    char name[ADDRESS_ROOM] = "?";
    getnameinfo((const struct sockaddr *)from, size, name, sizeof name, NULL, 0, NI_NUMERICHOST);
    bool own = strncmp(name, "127.", 4) == 0 || strncmp(name, "::ffff:127.", 11) == 0 ||
               strcmp(name, "::1") == 0 || visitors_is_proxy(relay->proxies, name);
    snprintf(out, ADDRESS_ROOM, "%s", own ? "" : name);
}

/* -1: he is not brought on. */
static int connect_for(struct relay *relay, int visitor, const char *to, char name[ADDRESS_ROOM])
{
    struct sockaddr_storage from;
    socklen_t size = sizeof from;
    if (relay->count >= relay->connections_max ||
        getpeername(visitor, (struct sockaddr *)&from, &size) != 0) {
        return -1;
    }
    name_visitor(relay, &from, size, name);
    find_address(relay, to);
    int playing = connect_on(relay);
    if (playing < 0 && errno == ECONNREFUSED) {
        relay->hooks.refused(relay->hooks.context, to);
    }
    return playing;
}

void relay_adopt(struct relay *relay, int fd, const char *to, const char *bytes, size_t size)
{
    char name[ADDRESS_ROOM] = "";
    int playing = size <= ROOM - HEADER_ROOM ? connect_for(relay, fd, to, name) : -1;
    if (playing < 0) {
        close(fd);
        return;
    }
    struct pair *pair = add_pair(relay, fd, playing, name);
    struct end *end = &pair->end[VISITOR];
    snprintf(pair->to, sizeof pair->to, "%s", to);
    memcpy(end->bytes, bytes, size);
    end->size = size;
    read_head(pair);
    send_on(end);
    want(relay, &pair->end[VISITOR]);
    want(relay, &pair->end[PLAYING]);
}

uint32_t relay_count(const struct relay *relay)
{
    return relay->count;
}

/* Those that ended, and those that never say what they want. */
static void sweep(struct relay *relay)
{
    int64_t now = now_ms();
    for (struct pair **at = &relay->first; *at != NULL;) {
        struct pair *pair = *at;
        if (pair->is_dead || (!pair->has_head && now - pair->begun_ms >= relay->handshake_ms)) {
            *at = pair->next;
            if (pair->is_refused) {
                relay->hooks.refused(relay->hooks.context, pair->to);
            }
            free_pair(relay, pair);
        } else {
            at = &pair->next;
        }
    }
}

struct relay *relay_open(const struct relay_hooks *hooks, uint32_t connections_max,
                         uint32_t handshake_s, const char *proxies)
{
    struct relay *relay = calloc(1, sizeof *relay);
    RD_ASSERT(relay != NULL);
    relay->hooks = *hooks;
    relay->connections_max = connections_max;
    relay->proxies = proxies;
    relay->handshake_ms = (int64_t)handshake_s * 1000;
    relay->epoll = epoll_create1(EPOLL_CLOEXEC);
    RD_ASSERT(relay->epoll >= 0);
    return relay;
}

void relay_close(struct relay *relay)
{
    for (struct pair *pair = relay->first, *next; pair != NULL; pair = next) {
        next = pair->next;
        free_pair(relay, pair);
    }
    close(relay->epoll);
    free(relay);
}

void relay_work(struct relay *relay, int wait_ms)
{
    struct epoll_event event[EVENTS];
    int64_t until = now_ms() + wait_ms;
    bool some_ended = false;
    for (int64_t left = wait_ms; left > 0; left = until - now_ms()) {
        int count = epoll_wait(relay->epoll, event, EVENTS, (int)left);
        for (int i = 0; i < count; i++) {
            serve_end(relay, event[i].data.ptr, event[i].events);
            some_ended = some_ended || ((struct end *)event[i].data.ptr)->pair->is_dead;
        }
        if (some_ended) {
            sweep(relay);
            some_ended = false;
        }
    }
    sweep(relay);
}
