#include "arena/private_net.h"

#include <fcntl.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

enum { WAITING = 64 };

static bool write_map(const char *path, const char *text)
{
    int file = open(path, O_WRONLY | O_CLOEXEC);
    ssize_t length = (ssize_t)strlen(text);
    bool fine = file >= 0 && write(file, text, (size_t)length) == length;
    if (file >= 0) {
        close(file);
    }
    return fine;
}

/* Who is not root needs a space of users in which he may make networks; he stays who he is. */
static bool leave_network(void)
{
    char users[48], groups[48];
    snprintf(users, sizeof users, "%u %u 1", geteuid(), geteuid());
    snprintf(groups, sizeof groups, "%u %u 1", getegid(), getegid());
    return unshare(CLONE_NEWNET) == 0 ||
           (unshare(CLONE_NEWUSER | CLONE_NEWNET) == 0 &&
            write_map("/proc/self/setgroups", "deny") && write_map("/proc/self/uid_map", users) &&
            write_map("/proc/self/gid_map", groups));
}

static bool raise_loopback(void)
{
    struct ifreq request = { .ifr_name = "lo" };
    int any = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    bool fine = any >= 0 && ioctl(any, SIOCGIFFLAGS, &request) == 0;
    request.ifr_flags = (short)(request.ifr_flags | IFF_UP);
    fine = fine && ioctl(any, SIOCSIFFLAGS, &request) == 0;
    if (any >= 0) {
        close(any);
    }
    return fine;
}

static int listen_at(uint16_t port)
{
    struct sockaddr_in address = { .sin_family = AF_INET,
                                   .sin_port = htons(port),
                                   .sin_addr = { htonl(INADDR_LOOPBACK) } };
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (listener >= 0 && (bind(listener, (const struct sockaddr *)&address, sizeof address) != 0 ||
                          listen(listener, WAITING) != 0)) {
        close(listener);
        listener = -1;
    }
    return listener;
}

/* ---- a socket through a line ---- */

union handed {
    char bytes[CMSG_SPACE(sizeof(int))];
    struct cmsghdr head;
};

static bool hand_over(int line, int listener)
{
    char nothing = 0;
    struct iovec one = { &nothing, 1 };
    union handed handed = { { 0 } };
    struct msghdr message = {
        .msg_iov = &one, .msg_iovlen = 1, .msg_control = &handed, .msg_controllen = sizeof handed
    };
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof listener);
    memcpy(CMSG_DATA(head), &listener, sizeof listener);
    return sendmsg(line, &message, MSG_NOSIGNAL) == 1;
}

int private_net_take(int line)
{
    char nothing;
    int listener = -1;
    struct iovec one = { &nothing, 1 };
    union handed handed = { { 0 } };
    struct msghdr message = {
        .msg_iov = &one, .msg_iovlen = 1, .msg_control = &handed, .msg_controllen = sizeof handed
    };
    if (recvmsg(line, &message, MSG_CMSG_CLOEXEC) == 1) {
        struct cmsghdr *head = CMSG_FIRSTHDR(&message);
        if (head != NULL && head->cmsg_type == SCM_RIGHTS &&
            head->cmsg_len == CMSG_LEN(sizeof listener)) {
            memcpy(&listener, CMSG_DATA(head), sizeof listener);
        }
    }
    return listener;
}

bool private_net_enter(int line)
{
    int listener = leave_network() && raise_loopback() ? listen_at(PRIVATE_NET_PORT) : -1;
    bool fine = listener >= 0 && hand_over(line, listener);
    if (listener >= 0) {
        close(listener);
    }
    return fine;
}

int private_net_here(int *port)
{
    struct sockaddr_in address = { 0 };
    socklen_t size = sizeof address;
    int listener = listen_at(0);
    if (listener >= 0 && getsockname(listener, (struct sockaddr *)&address, &size) == 0) {
        *port = ntohs(address.sin_port);
    }
    return listener;
}
