/* Sockets around the civ door: one thread, requests one after the other, as the original had it. */
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "doors/civ.h"

enum {
    PEERS_MAX = 512,
    READ_MAX = 16384,
    UNREAD_MAX = 1 << 20, /* bytes of answers that nobody fetches */
    IDLE_MS = 120000,     /* without a byte */
    WAIT_MAX_MS = 1000
};

struct peer {
    int fd;
    int64_t heard_ms;
    char *in;
    size_t in_count, in_room;
    char *out;
    size_t out_count, out_sent;
    bool closing; /* when everything is sent */
};

struct civ_server {
    const struct civ_serve_wish *wish;
    int listener, signals;
    struct peer peer[PEERS_MAX];
    uint32_t peers;
};

static int64_t clock_ms(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* ---- answers ---- */

static void append(char **bytes, size_t *count, const char *more, size_t size)
{
    *bytes = realloc(*bytes, *count + size + 1);
    RD_ASSERT(*bytes != NULL);
    memcpy(*bytes + *count, more, size);
    *count += size;
}

static void send_answer(struct peer *peer, const struct answer *answer, bool with_body)
{
    char head[512];
    int length = snprintf(head, sizeof head,
                          "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\n%s\r\n",
                          answer->status, http_reason(answer->status), answer->type, answer->size,
                          peer->closing ? "Connection: close\r\n" : "");
    append(&peer->out, &peer->out_count, head, (size_t)length);
    if (with_body) {
        append(&peer->out, &peer->out_count, answer->body, answer->size);
    }
}

/* "/2/api/board" is the second game's "/api/board"; without a number it is the first one's. */
static struct civ_door *find_door(const struct civ_serve_wish *wish, const char *path,
                                  const char **rest)
{
    char *end;
    uint64_t number = path[1] >= '1' && path[1] <= '9' ? strtoul(path + 1, &end, 10) : 0;
    *rest = path;
    if (number == 0 || number > wish->doors || (*end != '/' && *end != '\0')) {
        return &wish->door[0];
    }
    *rest = *end == '\0' ? "/" : end;
    return &wish->door[number - 1];
}

static void answer_request(struct civ_server *server, struct peer *peer,
                           const struct request *request)
{
    const char *path;
    struct answer answer;
    struct civ_door *door = find_door(server->wish, request->head.path, &path);
    civ_door_answer(door, request, path, clock_ms(CLOCK_MONOTONIC), clock_ms(CLOCK_REALTIME),
                    &answer);
    peer->closing = !request->head.stays;
    send_answer(peer, &answer, request->head.method != HTTP_HEAD);
    free(answer.body);
}

static void answer_all(struct civ_server *server, struct peer *peer)
{
    static const char bad[] =
        "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    struct request *request = malloc(sizeof *request);
    RD_ASSERT(request != NULL);
    while (!peer->closing) {
        enum http_result result = request_read(peer->in, peer->in_count, request);
        if (result == HTTP_MORE) {
            break;
        }
        if (result != HTTP_FINE) {
            append(&peer->out, &peer->out_count, bad, sizeof bad - 1);
            peer->closing = true;
            break;
        }
        answer_request(server, peer, request);
        peer->in_count -= request->body.whole;
        memmove(peer->in, peer->in + request->body.whole, peer->in_count);
    }
    free(request);
}

/* ---- connections ---- */

/* False: it is over. */
static bool hear(struct civ_server *server, struct peer *peer)
{
    char bytes[READ_MAX];
    ssize_t size = read(peer->fd, bytes, sizeof bytes);
    if (size <= 0) {
        return size < 0 && (errno == EAGAIN || errno == EINTR);
    }
    peer->heard_ms = clock_ms(CLOCK_MONOTONIC);
    append(&peer->in, &peer->in_count, bytes, (size_t)size);
    answer_all(server, peer);
    return peer->in_count <= HTTP_HEAD_MAX + HTTP_BODY_MAX;
}

static bool speak(struct peer *peer)
{
    while (peer->out_sent < peer->out_count) {
        ssize_t size = send(peer->fd, peer->out + peer->out_sent, peer->out_count - peer->out_sent,
                            MSG_NOSIGNAL);
        if (size < 0) {
            return errno == EAGAIN || errno == EINTR;
        }
        peer->out_sent += (size_t)size;
    }
    peer->out_count = peer->out_sent = 0;
    return !peer->closing;
}

static void leave(struct civ_server *server, uint32_t index)
{
    struct peer *peer = &server->peer[index];
    close(peer->fd);
    free(peer->in);
    free(peer->out);
    *peer = server->peer[--server->peers];
}

static void let_in(struct civ_server *server)
{
    int on = 1, fd = accept4(server->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd < 0) {
        return;
    }
    if (server->peers == PEERS_MAX) {
        close(fd);
        return;
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    struct peer peer = { .fd = fd, .heard_ms = clock_ms(CLOCK_MONOTONIC) };
    server->peer[server->peers++] = peer;
}

/* ---- the loop ---- */

/* Clocks of all games; how long nothing is due. */
static int wait_ms(const struct civ_serve_wish *wish)
{
    int64_t now = clock_ms(CLOCK_MONOTONIC), next = now + WAIT_MAX_MS;
    for (uint32_t i = 0; i < wish->doors; i++) {
        int64_t due = civ_door_tick(&wish->door[i], now);
        next = due < next ? due : next;
    }
    return next <= now ? 1 : (int)(next - now);
}

static void serve_peers(struct civ_server *server, const struct pollfd *ends, uint32_t count)
{
    int64_t now = clock_ms(CLOCK_MONOTONIC);
    for (uint32_t i = count; i-- > 0;) { /* backwards: whoever leaves is replaced by one served */
        struct peer *peer = &server->peer[i];
        bool stays = now - peer->heard_ms < IDLE_MS;
        if (stays && (ends[i].revents & (POLLIN | POLLHUP | POLLERR)) != 0) {
            stays = hear(server, peer);
        }
        if (stays && peer->out_count > 0) {
            stays = speak(peer);
        }
        if (!stays) {
            leave(server, i);
        }
    }
}

static void run(struct civ_server *server)
{
    struct pollfd ends[PEERS_MAX + 2];
    for (;;) {
        uint32_t count = server->peers;
        for (uint32_t i = 0; i < count; i++) {
            struct peer *peer = &server->peer[i];
            ends[i].fd = peer->fd;
            bool full = peer->out_count > UNREAD_MAX; /* then it may wait, not we grow */
            ends[i].events =
                (short)((full ? 0 : POLLIN) | (peer->out_count > peer->out_sent ? POLLOUT : 0));
        }
        ends[count] = (struct pollfd){ .fd = server->listener, .events = POLLIN };
        ends[count + 1] = (struct pollfd){ .fd = server->signals, .events = POLLIN };
        if (poll(ends, count + 2, wait_ms(server->wish)) < 0) {
            continue;
        }
        if (ends[count + 1].revents != 0) {
            return;
        }
        serve_peers(server, ends, count);
        if (ends[count].revents != 0) {
            let_in(server);
        }
    }
}

/* ---- beginning and end ---- */

static int listen_at(const struct addrinfo *address)
{
    int on = 1, fd = socket(address->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd >= 0) {
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    }
    if (fd >= 0 && (bind(fd, address->ai_addr, address->ai_addrlen) != 0 || listen(fd, 64) != 0)) {
        close(fd);
        fd = -1;
    }
    return fd;
}

static bool open_listener(struct civ_server *server, struct rd_problem *problem)
{
    struct addrinfo hints = { .ai_family = server->wish->bind == NULL ? AF_INET6 : AF_UNSPEC,
                              .ai_socktype = SOCK_STREAM,
                              .ai_flags = AI_PASSIVE };
    struct addrinfo *found = NULL;
    char port[16];
    snprintf(port, sizeof port, "%d", server->wish->port);
    int wrong = getaddrinfo(server->wish->bind, port, &hints, &found);
    if (wrong != 0) {
        return rd_problem_at(problem, server->wish->bind, "%s", gai_strerror(wrong));
    }
    server->listener = listen_at(found);
    freeaddrinfo(found);
    return server->listener >= 0 || rd_problem_at(problem, NULL, "port %d can't be used: %s",
                                                  server->wish->port, strerror(errno));
}

static int port_of(int listener)
{
    struct sockaddr_in6 address = { 0 }; /* the older kind has its port at the same place */
    socklen_t size = sizeof address;
    getsockname(listener, (struct sockaddr *)&address, &size);
    return ntohs(address.sin6_port);
}

bool civ_serve(const struct civ_serve_wish *wish, struct rd_problem *problem)
{
    struct civ_server *server = calloc(1, sizeof *server);
    RD_ASSERT(server != NULL);
    sigset_t ends;
    server->wish = wish;
    bool fine = open_listener(server, problem);
    if (fine) {
        sigemptyset(&ends);
        sigaddset(&ends, SIGINT);
        sigaddset(&ends, SIGTERM);
        sigprocmask(SIG_BLOCK, &ends, NULL);
        server->signals = signalfd(-1, &ends, SFD_CLOEXEC);
        wish->ready(wish->context, port_of(server->listener));
        run(server);
        while (server->peers > 0) {
            leave(server, server->peers - 1);
        }
        close(server->signals);
        close(server->listener);
    }
    free(server);
    return fine;
}
