#include "arena/call.h"

#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "redoubt/base.h"

enum {
    HOST_ROOM = 256,
    SECRET_ROOM = 256,
    HEAD_ROOM = 1024,
    PIECE = 1 << 16,
    ANSWER_MAX = 16 << 20,
    PATIENCE_MS = 20000 /* for anything to come or go */
};

struct call {
    char host[HOST_ROOM], port[16], secret[SECRET_ROOM];
    int fd; /* -1: no connection */
    char *bytes;
    size_t count, room;
};

struct call *call_open(const char *url, const char *secret, struct rd_problem *problem)
{
    const char *at = strncmp(url, "http://", 7) == 0 ? url + 7 : "";
    size_t length = *at == '[' ? strcspn(at, "]") + 1 : strcspn(at, ":/");
    const char *rest = at + (length < strlen(at) ? length : strlen(at));
    size_t digits = *rest == ':' ? strspn(rest + 1, "0123456789") : 0;
    const char *end = rest + (digits > 0 ? digits + 1 : 0);
    if (length == 0 || length >= HOST_ROOM || digits > 5 || strspn(end, "/") != strlen(end)) {
        rd_problem_at(problem, NULL,
                      "'%.100s' is no address of an arena: http://HOST:PORT; for another network "
                      "let a tunnel (ssh -L, stunnel) listen on this machine",
                      url);
        return NULL;
    }
    struct call *call = calloc(1, sizeof *call);
    RD_ASSERT(call != NULL);
    bool six = *at == '[';
    snprintf(call->host, sizeof call->host, "%.*s", (int)length - 2 * six, at + six);
    snprintf(call->port, sizeof call->port, "%.*s", digits > 0 ? (int)digits : 2,
             digits > 0 ? rest + 1 : "80");
    snprintf(call->secret, sizeof call->secret, "%s", secret == NULL ? "" : secret);
    call->fd = -1;
    return call;
}

static void hang_up(struct call *call)
{
    if (call->fd >= 0) {
        close(call->fd);
    }
    call->fd = -1;
}

void call_close(struct call *call)
{
    if (call != NULL) {
        hang_up(call);
        free(call->bytes);
        free(call);
    }
}

/* ---- the line ---- */

static bool wait_for(const struct call *call, short what)
{
    struct pollfd end = { .fd = call->fd, .events = what };
    return poll(&end, 1, PATIENCE_MS) > 0;
}

static bool dial_one(struct call *call, const struct addrinfo *at)
{
    int failed = 0;
    socklen_t size = sizeof failed;
    call->fd = socket(at->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (call->fd >= 0 &&
        (connect(call->fd, at->ai_addr, at->ai_addrlen) == 0 ||
         (errno == EINPROGRESS && wait_for(call, POLLOUT) &&
          getsockopt(call->fd, SOL_SOCKET, SO_ERROR, &failed, &size) == 0 && failed == 0))) {
        return true;
    }
    hang_up(call);
    return false;
}

static bool dial(struct call *call)
{
    struct addrinfo hints = { .ai_socktype = SOCK_STREAM }, *list = NULL;
    if (getaddrinfo(call->host, call->port, &hints, &list) != 0) {
        return false;
    }
    for (const struct addrinfo *at = list; at != NULL && call->fd < 0; at = at->ai_next) {
        dial_one(call, at);
    }
    freeaddrinfo(list);
    return call->fd >= 0;
}

static bool send_all(struct call *call, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t sent = send(call->fd, bytes, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EAGAIN && wait_for(call, POLLOUT)) {
            continue;
        }
        if (sent <= 0) {
            return false;
        }
        bytes += sent;
        size -= (size_t)sent;
    }
    return true;
}

/* False: nothing comes any more. */
static bool more(struct call *call)
{
    if (call->room - call->count < PIECE) {
        call->room = 2 * call->room + PIECE;
        call->bytes = realloc(call->bytes, call->room);
        RD_ASSERT(call->bytes != NULL);
    }
    if (call->count > ANSWER_MAX || !wait_for(call, POLLIN)) {
        return false;
    }
    ssize_t size = recv(call->fd, call->bytes + call->count, PIECE - 1, 0);
    call->count += size > 0 ? (size_t)size : 0;
    call->bytes[call->count] = '\0';
    return size > 0 || (size < 0 && (errno == EAGAIN || errno == EINTR));
}

/* ---- one request ---- */

static bool send_request(struct call *call, const char *path, const char *body)
{
    char head[HEAD_ROOM], guard[SECRET_ROOM + 32] = "";
    size_t length = body == NULL ? 0 : strlen(body);
    if (call->secret[0] != '\0') {
        snprintf(guard, sizeof guard, "Authorization: Bearer %s\r\n", call->secret);
    }
    int size = snprintf(head, sizeof head,
                        "%s %s HTTP/1.1\r\nHost: %s:%s\r\n%sContent-Length: %zu\r\n\r\n",
                        body == NULL ? "GET" : "POST", path, call->host, call->port, guard, length);
    return send_all(call, head, (size_t)size) && (body == NULL || send_all(call, body, length));
}

/* The value of a header of the head that ends there; NULL: it has none such. */
static const char *header(const char *bytes, const char *end, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = strstr(bytes, "\r\n"); at != NULL && at + 2 < end;
         at = strstr(at + 2, "\r\n")) {
        if (strncasecmp(at + 2, name, length) == 0) {
            return at + 2 + length;
        }
    }
    return NULL;
}

/* The whole answer; its body begins at *body. False: it broke off, or is none. */
static bool read_answer(struct call *call, int *status, size_t *body, size_t *length)
{
    const char *end = NULL;
    call->count = 0;
    while (end == NULL && more(call)) {
        end = strstr(call->bytes, "\r\n\r\n");
    }
    if (end == NULL || strncmp(call->bytes, "HTTP/1.", 7) != 0) {
        return false;
    }
    const char *told = header(call->bytes, end, "content-length:");
    bool closes = header(call->bytes, end, "connection: close") != NULL || call->bytes[7] == '0';
    *status = (int)strtol(call->bytes + 9, NULL, 10);
    *body = (size_t)(end + 4 - call->bytes);
    *length = told == NULL ? 0 : (size_t)strtoul(told, NULL, 10);
    if (*length > ANSWER_MAX) {
        return false;
    }
    while (call->count < *body + *length) {
        if (!more(call)) {
            return false;
        }
    }
    if (closes) {
        hang_up(call);
    }
    return true;
}

json_t *call_ask(struct call *call, const char *path, const json_t *body, int *status,
                 struct rd_problem *problem)
{
    char *text = body == NULL ? NULL : json_dumps(body, JSON_COMPACT);
    size_t at = 0, length = 0;
    bool kept = call->fd >= 0, fine = false;
    for (uint32_t tries = 0; !fine && tries < (kept ? 2u : 1u); tries++) {
        fine = (call->fd >= 0 || dial(call)) && send_request(call, path, text) &&
               read_answer(call, status, &at, &length);
        if (!fine) { /* a connection that was kept may have ended long ago */
            hang_up(call);
        }
    }
    free(text);
    if (!fine) {
        rd_problem_at(problem, NULL, "%s:%s can't be reached", call->host, call->port);
        return NULL;
    }
    json_t *answer = json_loadb(call->bytes + at, length, 0, NULL);
    if (answer == NULL) {
        rd_problem_at(problem, NULL, "%s:%s is no arena: its answer is no JSON", call->host,
                      call->port);
    }
    return answer;
}
