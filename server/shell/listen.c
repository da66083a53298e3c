#include "server/shell/listen.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { BACKLOG = 1024, FIRST_INHERITED = 3 };

static void prepare(int fd)
{
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
    fcntl(fd, F_SETFD, FD_CLOEXEC);
}

static int try_address(const struct addrinfo *at)
{
    int yes = 1, no = 0, fd = socket(at->ai_family, at->ai_socktype, at->ai_protocol);
    if (fd < 0) {
        return -1;
    }
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (at->ai_family == AF_INET6) { /* every interface means IPv4 too */
        setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof no);
    }
    if (bind(fd, at->ai_addr, at->ai_addrlen) != 0 || listen(fd, BACKLOG) != 0) {
        int reason = errno;
        close(fd);
        errno = reason;
        return -1;
    }
    prepare(fd);
    return fd;
}

int listen_on_port(const char *bind_to, int port, struct rd_problem *problem)
{
    struct addrinfo wanted = { .ai_flags = AI_PASSIVE | AI_NUMERICSERV,
                               .ai_family = bind_to == NULL ? AF_INET6 : AF_UNSPEC,
                               .ai_socktype = SOCK_STREAM };
    struct addrinfo *found = NULL;
    char service[16];
    int fd = -1;
    snprintf(service, sizeof service, "%d", port);
    if (getaddrinfo(bind_to, service, &wanted, &found) == 0) {
        for (struct addrinfo *at = found; at != NULL && fd < 0; at = at->ai_next) {
            fd = try_address(at);
        }
        freeaddrinfo(found);
    }
    wanted.ai_family = AF_INET; /* a machine without IPv6 */
    if (fd < 0 && bind_to == NULL && getaddrinfo(NULL, service, &wanted, &found) == 0) {
        fd = try_address(found);
        freeaddrinfo(found);
    }
    if (fd < 0) {
        rd_problem_at(problem, NULL, "can't listen on %s port %d: is another program using it?",
                      bind_to == NULL ? "any address," : bind_to, port);
    }
    return fd;
}

int listen_on_path(const char *path, struct rd_problem *problem)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    if (strlen(path) >= sizeof address.sun_path) {
        rd_problem_at(problem, path, "the path of a socket has at most %d bytes; set admin",
                      (int)sizeof address.sun_path - 1);
        return -1;
    }
    memcpy(address.sun_path, path, strlen(path) + 1);
    struct stat there;
    if (lstat(path, &there) == 0 && !S_ISSOCK(there.st_mode)) {
        rd_problem_at(problem, path, "is there, and is no socket; set admin to another path");
        return -1;
    }
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    unlink(path); /* of a server that was killed */
    mode_t before = umask(0177);
    bool fine = fd >= 0 && bind(fd, (const struct sockaddr *)&address, sizeof address) == 0 &&
                listen(fd, BACKLOG) == 0;
    umask(before);
    if (!fine) {
        rd_problem_at(problem, path, "can't be listened on: %s", strerror(errno));
        if (fd >= 0) {
            close(fd);
        }
        return -1;
    }
    prepare(fd);
    return fd;
}

static long number_of(const char *text)
{
    return text == NULL ? 0 : strtol(text, NULL, 10);
}

int listen_inherited(void)
{
    int listening = 0;
    socklen_t size = sizeof listening;
    if (number_of(getenv("LISTEN_PID")) != (long)getpid() || number_of(getenv("LISTEN_FDS")) < 1) {
        return -1;
    }
    if (getsockopt(FIRST_INHERITED, SOL_SOCKET, SO_ACCEPTCONN, &listening, &size) != 0 ||
        listening == 0) {
        return -1;
    }
    prepare(FIRST_INHERITED);
    return FIRST_INHERITED;
}

int listen_port_of(int fd)
{
    struct sockaddr_storage own;
    socklen_t size = sizeof own;
    char port[16];
    if (getsockname(fd, (struct sockaddr *)&own, &size) != 0 ||
        getnameinfo((struct sockaddr *)&own, size, NULL, 0, port, sizeof port, NI_NUMERICSERV) !=
            0) {
        return -1;
    }
    return (int)number_of(port);
}
