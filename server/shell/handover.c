/* Requests for the site of a contest: the connection itself goes to the program that keeps it
 * (redoubt contest site), with what has been read of it. Nothing that strangers hand in is read
 * here, nothing of it waits here, and who plays never waits for it. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "net/handover.h"
#include "server/shell/peer.h"

#define PLACE "/contest"

enum { WANTED_ROOM = 32 /* of the id of a match */ };

static bool is_for_contest(const struct net *net, const struct peer *peer, const char *path)
{
    size_t length = sizeof PLACE - 1;
    return net->config.contest != NULL && net->config.contest[0] != '\0' &&
           peer->door == NET_PLAY && strncmp(path, PLACE, length) == 0 &&
           (path[length] == '\0' || path[length] == '/');
}

/* The folder's name may be longer than that of a socket: it is reached through a descriptor. */
static int connect_to(const char *folder)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    int place = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    int fd = place < 0 ? -1 : socket(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "/proc/self/fd/%d/site/door", place);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address) != 0) {
        close(fd);
        fd = -1;
    }
    if (place >= 0) {
        close(place);
    }
    return fd;
}

/* Before the bytes a sign that says whether what they tell of the visitor is believed. */
static bool pass(int to, int fd, char sign, const char *bytes, size_t size)
{
    union { /* aligned as the system wants it */
        char room[CMSG_SPACE(sizeof(int))];
        struct cmsghdr head;
    } about = { { 0 } };
    struct iovec part[2] = { { &sign, 1 }, { (char *)(uintptr_t)bytes, size } };
    struct msghdr message = { .msg_iov = part,
                              .msg_iovlen = 2,
                              .msg_control = about.room,
                              .msg_controllen = sizeof about.room };
    struct cmsghdr *rights = CMSG_FIRSTHDR(&message);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(sizeof fd);
    memcpy(CMSG_DATA(rights), &fd, sizeof fd);
    return sendmsg(to, &message, MSG_DONTWAIT | MSG_NOSIGNAL) >= 0;
}

/* Once more with a new connection: the site may have been started anew. */
static bool pass_on(struct net *net, int fd, char sign, const char *bytes, size_t size)
{
    for (int attempt = 0; attempt < 2; attempt++) {
        if (net->contest < 0) {
            net->contest = connect_to(net->config.contest);
        }
        if (net->contest >= 0 && pass(net->contest, fd, sign, bytes, size)) {
            return true;
        }
        if (net->contest < 0 || errno == EAGAIN) {
            return false; /* it is not there, or does not keep up */
        }
        close(net->contest);
        net->contest = -1;
    }
    return false;
}

bool peer_hand_over(struct net *net, struct peer *peer, const struct http_request *request,
                    const char *bytes, size_t size)
{
    if (!is_for_contest(net, peer, request->path)) {
        return false;
    }
    if (!peer_knows_host(net, peer, request->host)) {
        return true;
    }
    bool believed = peer->ticket == 0; /* this machine, or a proxy */
    if (pass_on(net, peer->fd, believed ? HANDOVER_BELIEVED : HANDOVER_COUNTED, bytes, size)) {
        /* The other program has the socket open, so that closing ours would not end the watch. */
        epoll_ctl(net->epoll, EPOLL_CTL_DEL, peer->fd, NULL);
        peer_die(net, peer);
    } else {
        peer_refuse(net, peer, 503,
                    "{\"ok\":false,\"code\":\"contest\",\"why\":\"the site of the contest is not "
                    "there at the moment; try again in a while\"}");
    }
    return true;
}

/* ---- to the server that has a match ---- */

/* The match of /v1/ws?match=ID, /v1/matches/ID and /v1/matches/ID/replay. False: none. */
static bool match_wanted(const struct http_request *request, char out[WANTED_ROOM])
{
    static const char pages[] = "/v1/matches/", key[] = "match=";
    const char *at = request->path + sizeof pages - 1;
    size_t length = 0;
    if (strncmp(request->path, pages, sizeof pages - 1) == 0) {
        length = strcspn(at, "/");
    } else if (strcmp(request->path, "/v1/ws") == 0 && request->query_size > sizeof key - 1 &&
               memcmp(request->query, key, sizeof key - 1) == 0) {
        at = request->query + sizeof key - 1;
        length = request->query_size - (sizeof key - 1);
    }
    bool fine = length > 0 && length < WANTED_ROOM;
    snprintf(out, WANTED_ROOM, "%.*s", fine ? (int)length : 0, at);
    return fine;
}

bool peer_pass_on(struct net *net, struct peer *peer, const struct http_request *request,
                  const char *bytes, size_t size)
{
    char match[WANTED_ROOM];
    const struct net_hooks *hooks = &net->hooks;
    if (hooks->pass_on == NULL || peer->door != NET_PLAY || !match_wanted(request, match) ||
        !hooks->pass_on(hooks->context, match, -1, NULL, 0)) {
        return false;
    }
    int fd = fcntl(peer->fd, F_DUPFD_CLOEXEC, 0);
    if (fd >= 0) {
        hooks->pass_on(hooks->context, match, fd, bytes, size);
    }
    epoll_ctl(net->epoll, EPOLL_CTL_DEL, peer->fd, NULL); /* closing ours does not end the watch */
    peer_die(net, peer);
    return true;
}
