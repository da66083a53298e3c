#include "bench/load/line.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
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

enum { EVENTS = 512, CHUNK = 65536, OP_TEXT = 1, OP_CLOSE = 8, OP_PING = 9, OP_PONG = 10 };

static const unsigned char mask[4] = { 0x5a, 0xc3, 0x17, 0x88 };

uint64_t now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

void lines_open(struct lines *lines)
{
    lines->epoll = epoll_create1(EPOLL_CLOEXEC);
    RD_ASSERT(lines->epoll >= 0);
}

void lines_close(struct lines *lines)
{
    close(lines->epoll);
}

/* ---- sending ---- */

static void want(struct line *line, uint32_t events)
{
    events = line->blind ? events & ~(uint32_t)EPOLLIN : events;
    struct epoll_event event = { .events = events, .data = { .ptr = line } };
    epoll_ctl(line->lines->epoll, EPOLL_CTL_MOD, line->fd, &event);
}

void line_blind(struct line *line)
{
    line->blind = true;
    want(line, EPOLLIN);
}

static void keep(struct line *line, const char *bytes, size_t size)
{
    if (line->out_size + size > line->out_room) {
        line->out_room = 2 * (line->out_size + size);
        line->out = realloc(line->out, line->out_room);
        RD_ASSERT(line->out != NULL);
    }
    memcpy(line->out + line->out_size, bytes, size);
    line->out_size += size;
}

static void transmit(struct line *line, const char *bytes, size_t size)
{
    ssize_t sent = line->out_size > 0 ? 0 : send(line->fd, bytes, size, MSG_NOSIGNAL);
    size_t taken = sent < 0 ? 0 : (size_t)sent;
    if (taken < size) {
        keep(line, bytes + taken, size - taken);
        want(line, EPOLLIN | EPOLLOUT);
    }
}

static void transmit_rest(struct line *line)
{
    ssize_t sent = send(line->fd, line->out, line->out_size, MSG_NOSIGNAL);
    if (sent > 0) {
        line->out_size -= (size_t)sent;
        memmove(line->out, line->out + sent, line->out_size);
    }
    if (line->out_size == 0) {
        want(line, EPOLLIN);
    }
}

void line_frame(struct line *line, uint8_t first, const char *bytes, size_t size)
{
    unsigned char *frame = malloc(size + 14);
    size_t head = size < 126 ? 2 : size < 65536 ? 4 : 10;
    RD_ASSERT(frame != NULL);
    frame[0] = first;
    frame[1] = (unsigned char)(0x80 | (size < 126 ? size : size < 65536 ? 126 : 127));
    for (size_t i = 2; i < head; i++) {
        frame[i] = (unsigned char)(size >> (8 * (head - 1 - i)));
    }
    memcpy(frame + head, mask, sizeof mask);
    for (size_t i = 0; i < size; i++) {
        frame[head + 4 + i] = (unsigned char)bytes[i] ^ mask[i & 3];
    }
    transmit(line, (const char *)frame, head + 4 + size);
    free(frame);
}

void line_send(struct line *line, const char *text, size_t size)
{
    line_frame(line, 0x80 | OP_TEXT, text, size);
}

/* ---- receiving ---- */

/* The frame at the beginning of what came: its length with head, 0 if it is not whole. */
static size_t frame_length(const struct line *line, size_t at, size_t *head)
{
    const unsigned char *bytes = (const unsigned char *)line->in + at;
    size_t have = line->in_size - at, size;
    if (have < 2) {
        return 0;
    }
    size = bytes[1] & 0x7f;
    *head = size < 126 ? 2 : size == 126 ? 4 : 10;
    if (have < *head) {
        return 0;
    }
    if (size >= 126) {
        size = 0;
        for (size_t i = 2; i < *head; i++) {
            size = size << 8 | bytes[i];
        }
    }
    return have < *head + size ? 0 : *head + size;
}

static void take_frame(struct line *line, uint8_t first, char *bytes, size_t size)
{
    char after = bytes[size]; /* the buffer has a byte to spare */
    bytes[size] = '\0';
    if ((first & 15) == OP_TEXT) {
        line->lines->message(line, bytes, size);
    } else if ((first & 15) == OP_PING) {
        line_frame(line, 0x80 | OP_PONG, bytes, size);
    } else if ((first & 15) == OP_CLOSE) {
        line->open = false;
    }
    bytes[size] = after;
}

static size_t take_upgrade(struct line *line)
{
    line->in[line->in_size] = '\0';
    char *end = strstr(line->in, "\r\n\r\n");
    if (end == NULL) {
        return 0;
    }
    line->open = strstr(line->in, " 101 ") != NULL;
    if (line->open) {
        line->lines->open++;
        line->lines->opened(line);
    }
    return (size_t)(end - line->in) + 4;
}

static void take_all(struct line *line)
{
    size_t at = line->open ? 0 : take_upgrade(line), head = 0, length;
    while (line->open && line->fd >= 0 && (length = frame_length(line, at, &head)) > 0) {
        take_frame(line, (uint8_t)line->in[at], line->in + at + head, length - head);
        at += length;
    }
    line->in_size -= at;
    memmove(line->in, line->in + at, line->in_size);
    if (line->in_size == 0) {
        free(line->in); /* thousands of them are idle */
        line->in = NULL;
        line->in_room = 0;
    }
}

static void receive(struct line *line)
{
    if (line->in_room < line->in_size + CHUNK + 1) {
        line->in_room = line->in_size + CHUNK + 1;
        line->in = realloc(line->in, line->in_room);
        RD_ASSERT(line->in != NULL);
    }
    ssize_t got = recv(line->fd, line->in + line->in_size, CHUNK, 0);
    if (got > 0) {
        line->in_size += (size_t)got;
        take_all(line);
    } else if (got == 0 || errno != EAGAIN) {
        line->lines->closed++;
        line_close(line);
        line->lines->ended(line);
    }
}

void lines_work(struct lines *lines, int wait_ms)
{
    struct epoll_event event[EVENTS];
    int count = epoll_wait(lines->epoll, event, EVENTS, wait_ms);
    for (int i = 0; i < count; i++) {
        struct line *line = event[i].data.ptr;
        if (line->fd >= 0 && (event[i].events & EPOLLOUT) != 0 && line->out_size > 0) {
            transmit_rest(line);
        }
        uint32_t end = EPOLLHUP | EPOLLERR | (line->blind ? 0 : EPOLLIN);
        if (line->fd >= 0 && (event[i].events & end) != 0) {
            receive(line);
        }
    }
}

/* ---- open and close ---- */

bool line_connect(struct lines *lines, struct line *line, int port)
{
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
    struct epoll_event event = { .events = EPOLLIN, .data = { .ptr = line } };
    char request[256];
    int yes = 1, length;
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
    line->lines = lines;
    line->blind = false;
    line->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (line->fd < 0 || connect(line->fd, (struct sockaddr *)&address, sizeof address) != 0) {
        line_close(line);
        return false;
    }
    setsockopt(line->fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    fcntl(line->fd, F_SETFL, O_NONBLOCK);
    epoll_ctl(lines->epoll, EPOLL_CTL_ADD, line->fd, &event);
    length = snprintf(request, sizeof request,
                      "GET /v1/ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\n"
                      "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                      "Sec-WebSocket-Version: 13\r\n\r\n",
                      port);
    transmit(line, request, (size_t)length);
    return true;
}

void line_close(struct line *line)
{
    if (line->fd >= 0) {
        close(line->fd);
    }
    free(line->in);
    free(line->out);
    line->fd = -1;
    line->open = line->blind = false;
    line->in = line->out = NULL;
    line->in_size = line->in_room = line->out_size = line->out_room = 0;
}
