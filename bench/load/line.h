/*
 * bench/load/line.h - many WebSocket connections to 127.0.0.1 in one thread. Just enough of the
 * protocol for a client that trusts its server.
 */
#ifndef REDOUBT_LOAD_LINE_H
#define REDOUBT_LOAD_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct lines;

struct line {
    struct lines *lines;
    int fd;    /* -1: closed */
    bool open; /* the upgrade is done */
    bool blind;
    char *in;
    size_t in_size, in_room;
    char *out; /* what the socket did not take at once */
    size_t out_size, out_room;
    void *user;
};

struct lines {
    int epoll;
    uint32_t open, closed;
    void *context;
    void (*opened)(struct line *line);
    /* One message; the text ends with 0 and lasts until the return. Must not close the line. */
    void (*message)(struct line *line, char *text, size_t size);
    void (*ended)(struct line *line); /* the server closed it */
};

void lines_open(struct lines *lines);
void lines_close(struct lines *lines);

/* False: no socket can be had. The upgrade goes on in lines_work. */
bool line_connect(struct lines *lines, struct line *line, int port);
void line_close(struct line *line);
void line_send(struct line *line, const char *text, size_t size);
/* Any frame: opcode with or without the final bit (0x80). */
void line_frame(struct line *line, uint8_t first, const char *bytes, size_t size);
/* Nothing that comes is read any more. */
void line_blind(struct line *line);
/* Waits at most so long, and handles what there is. */
void lines_work(struct lines *lines, int wait_ms);

uint64_t now_us(void);

#endif
