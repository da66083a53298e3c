#include "arena/reception.h"

#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "redoubt/base.h"

enum {
    LINES = 512,
    PIECE = 1 << 16,
    HOST_ROOM = 256,
    SILENT_S = 60,   /* a connection that says nothing for so long ends */
    HEAD_ROOM = 256, /* of an answer */
    WAITING = 64
};

enum line_state { LINE_FREE, LINE_READS, LINE_ASKED, LINE_WAITS, LINE_WRITES };

struct line {
    int fd;
    enum line_state state;
    bool ends; /* after the answer */
    time_t heard;
    struct http_request head;
    bool headed;
    char *in, *out;
    size_t in_count, in_room, out_count, out_at;
};

struct reception {
    int door;
    char address[HOST_ROOM + 16];
    char secret[HTTP_VALUE_ROOM];
    bool guarded;
    struct line line[LINES];
};

static time_t now_s(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec;
}

/* ---- the door ---- */

static bool split(const char *listen, char host[HOST_ROOM], char port[16])
{
    const char *colon = strrchr(listen, ':'), *from = colon == NULL ? listen : colon + 1;
    size_t length = colon == NULL ? 0 : (size_t)(colon - listen);
    if (length >= HOST_ROOM || strlen(from) == 0 || strlen(from) > 5 ||
        strspn(from, "0123456789") != strlen(from)) {
        return false;
    }
    snprintf(host, HOST_ROOM, "%.*s", (int)length, listen);
    snprintf(port, 16, "%s", from);
    if (host[0] == '[' && length > 2) { /* [::1] */
        memmove(host, host + 1, length - 2);
        host[length - 2] = '\0';
    }
    if (host[0] == '\0') {
        snprintf(host, HOST_ROOM, "127.0.0.1");
    }
    return true;
}

static bool is_this_machine(const struct sockaddr *address)
{
    const struct sockaddr_in *four = (const struct sockaddr_in *)address;
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)address;
    static const unsigned char own[16] = { [15] = 1 };
    return address->sa_family == AF_INET ? (ntohl(four->sin_addr.s_addr) >> 24) == 127
                                         : memcmp(&six->sin6_addr, own, sizeof own) == 0;
}

static int open_door(const struct addrinfo *at, struct rd_problem *problem)
{
    int yes = 1, fd = socket(at->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd >= 0 && setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 &&
        bind(fd, at->ai_addr, at->ai_addrlen) == 0 && listen(fd, WAITING) == 0) {
        return fd;
    }
    rd_problem_at(problem, "--listen", "can't be opened: %s", strerror(errno));
    if (fd >= 0) {
        close(fd);
    }
    return -1;
}

static void read_address(struct reception *reception)
{
    char host[HOST_ROOM], port[16];
    struct sockaddr_storage address = { 0 };
    socklen_t size = sizeof address;
    getsockname(reception->door, (struct sockaddr *)&address, &size);
    getnameinfo((struct sockaddr *)&address, size, host, sizeof host, port, sizeof port,
                NI_NUMERICHOST | NI_NUMERICSERV);
    const char *form = address.ss_family == AF_INET6 ? "[%s]:%s" : "%s:%s";
    snprintf(reception->address, sizeof reception->address, form, host, port);
}

struct reception *reception_open(const char *listen, const char *secret, struct rd_problem *problem)
{
    struct addrinfo hints = { .ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE }, *list = NULL;
    char host[HOST_ROOM], port[16];
    if (!split(listen, host, port) || getaddrinfo(host, port, &hints, &list) != 0) {
        rd_problem_at(problem, "--listen", "'%.100s' is no HOST:PORT", listen);
        return NULL;
    }
    struct reception *reception = calloc(1, sizeof *reception);
    RD_ASSERT(reception != NULL);
    reception->door = -1;
    reception->guarded = secret != NULL;
    snprintf(reception->secret, sizeof reception->secret, "Bearer %s",
             secret == NULL ? "" : secret);
    if (secret == NULL && !is_this_machine(list->ai_addr)) {
        rd_problem_at(problem, "--secret",
                      "is needed where other machines can call: a file with a word that workers "
                      "have, too");
    } else {
        reception->door = open_door(list, problem);
    }
    freeaddrinfo(list);
    if (reception->door < 0) {
        free(reception);
        return NULL;
    }
    read_address(reception);
    return reception;
}

const char *reception_address(const struct reception *reception)
{
    return reception->address;
}

static void hang_up(struct line *line)
{
    close(line->fd);
    free(line->in);
    free(line->out);
    *line = (struct line){ .fd = -1 };
}

void reception_close(struct reception *reception)
{
    if (reception == NULL) {
        return;
    }
    for (uint32_t i = 0; i < LINES; i++) {
        if (reception->line[i].state != LINE_FREE) {
            hang_up(&reception->line[i]);
        }
    }
    close(reception->door);
    free(reception);
}

/* ---- reading ---- */

/* What is no request of a worker is answered here, and nobody else hears of it. */
static void refuse(struct reception *reception, struct line *line, int status, const char *why)
{
    char json[256];
    snprintf(json, sizeof json, "{\"error\": \"%s\"}", why);
    line->ends = true;
    line->headed = false;
    reception_answer(reception, (uint32_t)(line - reception->line), status, json);
}

static bool knows_secret(const struct reception *reception, const struct http_request *head)
{
    char told[HTTP_VALUE_ROOM] = { 0 };
    snprintf(told, sizeof told, "%s", head->authorization);
    return !reception->guarded || sodium_memcmp(told, reception->secret, sizeof told) == 0;
}

static void look_at_head(struct reception *reception, struct line *line)
{
    enum http_result result = http_read(line->in, line->in_count, &line->head);
    if (result == HTTP_MORE) {
        return;
    }
    const struct http_request *head = &line->head;
    if (result != HTTP_FINE) {
        refuse(reception, line, result == HTTP_TOO_LARGE ? 431 : 400, "this is no request");
    } else if (!knows_secret(reception, head)) {
        refuse(reception, line, 401, "the secret is missing or wrong: --secret FILE");
    } else if (head->body != HTTP_NO_BODY && head->body != HTTP_SIZED) {
        refuse(reception, line, 400, "a body needs its length");
    } else if (head->body == HTTP_SIZED && head->length > RECEPTION_BODY_MAX) {
        refuse(reception, line, 413, "too much at once");
    } else {
        line->headed = true;
    }
}

static size_t body_size(const struct line *line)
{
    return line->head.body == HTTP_SIZED ? (size_t)line->head.length : 0;
}

/* A request is whole when its head and its body are there. */
static void look(struct reception *reception, struct line *line)
{
    if (!line->headed) {
        look_at_head(reception, line);
    }
    if (line->headed && line->in_count >= line->head.head + body_size(line)) {
        line->state = LINE_ASKED;
        line->ends = !line->head.stays;
    }
}

static void hear(struct reception *reception, struct line *line)
{
    if (line->in_room - line->in_count < PIECE) {
        line->in_room = 2 * line->in_room + PIECE;
        line->in = realloc(line->in, line->in_room);
        RD_ASSERT(line->in != NULL);
    }
    ssize_t size = recv(line->fd, line->in + line->in_count, PIECE, 0);
    if (size == 0 || (size < 0 && errno != EAGAIN && errno != EINTR)) {
        hang_up(line);
    } else if (size > 0) {
        line->in_count += (size_t)size;
        look(reception, line);
        line->heard = line->headed ? now_s() : line->heard; /* a head comes in time */
    }
}

/* ---- writing ---- */

/* What was sent behind the request is the next one. */
static void begin_again(struct reception *reception, struct line *line)
{
    size_t whole = line->head.head + body_size(line);
    memmove(line->in, line->in + whole, line->in_count - whole);
    line->in_count -= whole;
    line->headed = false;
    line->state = LINE_READS;
    look(reception, line);
}

static void tell(struct reception *reception, struct line *line)
{
    ssize_t sent =
        send(line->fd, line->out + line->out_at, line->out_count - line->out_at, MSG_NOSIGNAL);
    if (sent < 0 && errno != EAGAIN && errno != EINTR) {
        hang_up(line);
        return;
    }
    line->out_at += sent > 0 ? (size_t)sent : 0;
    line->heard = now_s();
    if (line->out_at < line->out_count) {
        return;
    }
    free(line->out);
    line->out = NULL;
    if (line->ends) {
        shutdown(line->fd, SHUT_RDWR);
        hang_up(line);
    } else {
        begin_again(reception, line);
    }
}

void reception_answer(struct reception *reception, uint32_t number, int status, const char *json)
{
    struct line *line = &reception->line[number];
    size_t length = strlen(json);
    line->out = malloc(HEAD_ROOM + length);
    RD_ASSERT(line->out != NULL);
    int head =
        snprintf(line->out, HEAD_ROOM,
                 "HTTP/1.1 %d %s\r\ncontent-type: application/json\r\ncontent-length: "
                 "%zu\r\n%s\r\n",
                 status, http_reason(status), length, line->ends ? "connection: close\r\n" : "");
    memcpy(line->out + head, json, length);
    line->out_count = (size_t)head + length;
    line->out_at = 0;
    line->state = LINE_WRITES;
}

bool reception_is_writing(const struct reception *reception)
{
    bool any = false;
    for (uint32_t i = 0; i < LINES; i++) {
        any = any || reception->line[i].state == LINE_WRITES;
    }
    return any;
}

/* ---- all of them ---- */

static void let_in(struct reception *reception)
{
    uint32_t i = 0;
    int fd = accept4(reception->door, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    while (i < LINES && reception->line[i].state != LINE_FREE) {
        i++;
    }
    if (fd >= 0 && i == LINES) {
        close(fd);
    } else if (fd >= 0) {
        reception->line[i] = (struct line){ .fd = fd, .state = LINE_READS, .heard = now_s() };
    }
}

static void serve_line(struct reception *reception, struct line *line, int what)
{
    if (line->state == LINE_READS && what != 0) {
        hear(reception, line);
    } else if (line->state == LINE_WRITES && what != 0) {
        tell(reception, line);
    } else if (line->state != LINE_FREE && line->state != LINE_WAITS &&
               now_s() - line->heard > SILENT_S) {
        hang_up(line);
    }
}

void reception_wait(struct reception *reception, int wait_ms)
{
    struct pollfd end[1 + LINES] = { { .fd = reception->door, .events = POLLIN } };
    for (uint32_t i = 0; i < LINES; i++) {
        const struct line *line = &reception->line[i];
        end[1 + i].fd = line->state == LINE_READS || line->state == LINE_WRITES ? line->fd : -1;
        end[1 + i].events = line->state == LINE_READS ? POLLIN : POLLOUT;
        wait_ms = line->state == LINE_ASKED ? 0 : wait_ms;
    }
    if (poll(end, 1 + LINES, wait_ms) < 0) {
        return;
    }
    for (uint32_t i = 0; i < LINES; i++) {
        serve_line(reception, &reception->line[i], end[1 + i].revents);
    }
    if (end[0].revents != 0) {
        let_in(reception);
    }
}

bool reception_next(struct reception *reception, struct caller *caller)
{
    for (uint32_t i = 0; i < LINES; i++) {
        struct line *line = &reception->line[i];
        if (line->state != LINE_ASKED) {
            continue;
        }
        line->state = LINE_WAITS;
        caller->line = i;
        caller->method = line->head.method;
        snprintf(caller->path, sizeof caller->path, "%s", line->head.path);
        caller->body = line->in + line->head.head;
        caller->size = body_size(line);
        return true;
    }
    return false;
}
