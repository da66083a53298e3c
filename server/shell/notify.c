#include "server/shell/notify.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* The first sign @ stands for a name that is in no folder. */
static void tell(const char *text)
{
    struct sockaddr_un to = { .sun_family = AF_UNIX };
    const char *path = getenv("NOTIFY_SOCKET");
    size_t length = path == NULL ? 0 : strlen(path);
    if (length < 2 || length >= sizeof to.sun_path || (path[0] != '/' && path[0] != '@')) {
        return;
    }
    memcpy(to.sun_path, path, length);
    to.sun_path[0] = path[0] == '@' ? '\0' : path[0];
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd >= 0) {
        ssize_t ignored = sendto(fd, text, strlen(text), MSG_NOSIGNAL, (const struct sockaddr *)&to,
                                 (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length));
        (void)ignored;
        close(fd);
    }
}

void notify_ready(void)
{
    tell("READY=1");
}

/* Half as long as systemd waits. 0: it doesn't. */
static int64_t pause_ms(void)
{
    const char *us = getenv("WATCHDOG_USEC"), *pid = getenv("WATCHDOG_PID");
    if (us == NULL || (pid != NULL && strtol(pid, NULL, 10) != (long)getpid())) {
        return 0;
    }
    return strtoll(us, NULL, 10) / 2000;
}

void notify_alive(int64_t now_ms)
{
    static int64_t told_ms;
    int64_t pause = pause_ms();
    if (pause > 0 && now_ms - told_ms >= pause) {
        told_ms = now_ms;
        tell("WATCHDOG=1");
    }
}
