/* The civ door as a server: one thread, requests one after the other, as the original had it. */
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "doors/civ_peers.h"

enum { WAIT_MAX_MS = 1000 };

struct civ_server {
    const struct civ_serve_wish *wish;
    int signals;
    struct civ_peers lines;
};

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

static void answer_request(void *context, const struct request *request, struct answer *answer)
{
    struct civ_server *server = context;
    const char *path;
    struct civ_door *door = find_door(server->wish, request->head.path, &path);
    civ_door_answer(door, request, path, civ_clock_ms(CLOCK_MONOTONIC),
                    civ_clock_ms(CLOCK_REALTIME), answer);
}

/* ---- the loop ---- */

/* Clocks of all games; how long nothing is due. */
static int wait_ms(const struct civ_serve_wish *wish)
{
    int64_t now = civ_clock_ms(CLOCK_MONOTONIC), next = now + WAIT_MAX_MS;
    for (uint32_t i = 0; i < wish->doors; i++) {
        int64_t due = civ_door_tick(&wish->door[i], now);
        next = due < next ? due : next;
    }
    return next <= now ? 1 : (int)(next - now);
}

static void run(struct civ_server *server)
{
    struct pollfd ends[PEERS_MAX + 2];
    for (;;) {
        uint32_t count = civ_peers_wait(&server->lines, ends);
        ends[count + 1] = (struct pollfd){ .fd = server->signals, .events = POLLIN };
        if (poll(ends, count + 2, wait_ms(server->wish)) < 0) {
            continue;
        }
        if (ends[count + 1].revents != 0) {
            return;
        }
        civ_peers_serve(&server->lines, ends, count);
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
    server->lines.listener = listen_at(found);
    freeaddrinfo(found);
    return server->lines.listener >= 0 || rd_problem_at(problem, NULL, "port %d can't be used: %s",
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
    server->lines.most = PEERS_MAX;
    server->lines.answer = answer_request;
    server->lines.context = server;
    bool fine = open_listener(server, problem);
    if (fine) {
        sigemptyset(&ends);
        sigaddset(&ends, SIGINT);
        sigaddset(&ends, SIGTERM);
        sigprocmask(SIG_BLOCK, &ends, NULL);
        server->signals = signalfd(-1, &ends, SFD_CLOEXEC);
        wish->ready(wish->context, port_of(server->lines.listener));
        run(server);
        civ_peers_leave(&server->lines);
        close(server->signals);
        close(server->lines.listener);
    }
    free(server);
    return fine;
}
