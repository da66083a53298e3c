#define _GNU_SOURCE /* NOLINT: memmem */
#include "clients/cli/web_socket.h"

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

enum { HOST_ROOM = 256, PIECE = 1 << 16, HEAD_ROOM = 1024, ANSWER_MAX = 8192, SHAKE_MS = 10000 };
enum { TEXT = 1, CLOSE = 8, PING = 9, PONG = 10 };

struct web_socket {
    int file;
    unsigned char *bytes; /* what has come and was not used */
    size_t count, room;
    char *message; /* the one being put together */
    size_t length;
};

static int64_t now_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* ---- the line ---- */

static bool split(const char *url, char host[HOST_ROOM], char port[16], struct rd_problem *problem)
{
    static const char *const begins[] = { "http://", "ws://" };
    const char *at = NULL;
    for (uint32_t i = 0; i < 2; i++) {
        size_t length = strlen(begins[i]);
        at = strncmp(url, begins[i], length) == 0 ? url + length : at;
    }
    if (at == NULL || strchr(at, '@') != NULL) {
        return rd_problem_at(problem, NULL,
                             "'%.100s' is no address of a server: http://HOST:PORT; for https let "
                             "a tunnel of your own (socat, stunnel) listen on this machine",
                             url);
    }
    size_t length = strcspn(at, ":/");
    snprintf(host, HOST_ROOM, "%.*s", (int)(length < HOST_ROOM ? length : HOST_ROOM - 1), at);
    at += length;
    snprintf(port, 16, "%.*s", *at == ':' ? (int)strcspn(at + 1, "/") : 2,
             *at == ':' ? at + 1 : "80");
    return true;
}

static int dial(const char *host, const char *port)
{
    struct addrinfo hints = { .ai_socktype = SOCK_STREAM }, *list = NULL;
    int file = -1;
    if (getaddrinfo(host, port, &hints, &list) != 0) {
        return -1;
    }
    for (struct addrinfo *each = list; each != NULL && file < 0; each = each->ai_next) {
        file = socket(each->ai_family, each->ai_socktype | SOCK_CLOEXEC, each->ai_protocol);
        if (file >= 0 && connect(file, each->ai_addr, each->ai_addrlen) != 0) {
            close(file);
            file = -1;
        }
    }
    freeaddrinfo(list);
    return file;
}

static bool send_all(struct web_socket *ws, const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size > 0) {
        ssize_t sent = send(ws->file, at, size, MSG_NOSIGNAL);
        if (sent < 0 && errno != EINTR) {
            return false;
        }
        at += sent > 0 ? sent : 0;
        size -= sent > 0 ? (size_t)sent : 0;
    }
    return true;
}

/* More bytes; false: nothing until then, or the end. */
static bool more(struct web_socket *ws, int64_t until_ms, bool *broken)
{
    struct pollfd end = { .fd = ws->file, .events = POLLIN };
    int64_t left = until_ms - now_ms();
    if (poll(&end, 1, left < 0 ? 0 : (int)left) <= 0) {
        return false;
    }
    if (ws->room - ws->count < PIECE) {
        ws->room = 2 * ws->room + PIECE;
        ws->bytes = realloc(ws->bytes, ws->room);
        RD_ASSERT(ws->bytes != NULL);
    }
    ssize_t size = recv(ws->file, ws->bytes + ws->count, PIECE, 0);
    *broken = size == 0 || (size < 0 && errno != EINTR);
    ws->count += size > 0 ? (size_t)size : 0;
    return size > 0;
}

static void drop(struct web_socket *ws, size_t count)
{
    memmove(ws->bytes, ws->bytes + count, ws->count - count);
    ws->count -= count;
}

/* ---- the handshake ---- */

static bool shake_hands(struct web_socket *ws, const char *host, const char *port,
                        const char *match)
{
    unsigned char random[16];
    char key[32], head[HEAD_ROOM];
    bool broken = false, any = match == NULL || match[0] == '\0';
    randombytes_buf(random, sizeof random);
    sodium_bin2base64(key, sizeof key, random, sizeof random, sodium_base64_VARIANT_ORIGINAL);
    int length =
        snprintf(head, sizeof head,
                 "GET /v1/ws%s%s HTTP/1.1\r\nHost: %s:%s\r\nUpgrade: websocket\r\nConnection: "
                 "Upgrade\r\nSec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\n\r\n",
                 any ? "" : "?match=", any ? "" : match, host, port, key);
    int64_t until_ms = now_ms() + SHAKE_MS;
    if (!send_all(ws, head, (size_t)length)) {
        return false;
    }
    while (ws->count < ANSWER_MAX) {
        char *end = ws->count == 0 ? NULL : memmem(ws->bytes, ws->count, "\r\n\r\n", 4);
        if (end != NULL) {
            bool fine = ws->count > 12 && memcmp(ws->bytes, "HTTP/1.1 101", 12) == 0;
            drop(ws, (size_t)((unsigned char *)end - ws->bytes) + 4);
            return fine;
        }
        if (!more(ws, until_ms, &broken)) {
            return false;
        }
    }
    return false;
}

const char *web_socket_match(const char *link, char *match, size_t room)
{
    static const char signs[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    const char *at = strstr(link, "/m/");
    at = at == NULL ? link : at + 3;
    size_t length = strspn(at, signs);
    snprintf(match, room, "%.*s", (int)(length < room ? length : room - 1), at);
    return at + strcspn(at, "/");
}

struct web_socket *web_socket_open(const char *url, const char *match, struct rd_problem *problem)
{
    char host[HOST_ROOM], port[16];
    if (!split(url, host, port, problem)) {
        return NULL;
    }
    struct web_socket *ws = calloc(1, sizeof *ws);
    RD_ASSERT(ws != NULL);
    ws->file = dial(host, port);
    if (ws->file < 0 || !shake_hands(ws, host, port, match)) {
        rd_problem_at(problem, NULL, "no server of Redoubt answers at %.100s", url);
        web_socket_close(ws);
        return NULL;
    }
    return ws;
}

void web_socket_close(struct web_socket *ws)
{
    if (ws != NULL) {
        if (ws->file >= 0) {
            close(ws->file);
        }
        free(ws->bytes);
        free(ws->message);
        free(ws);
    }
}

/* ---- messages ---- */

static bool send_frame(struct web_socket *ws, int kind, const unsigned char *bytes, size_t size)
{
    unsigned char *frame = malloc(size + 14);
    size_t at = 2;
    RD_ASSERT(frame != NULL);
    frame[0] = (unsigned char)(0x80 | kind);
    if (size < 126) {
        frame[1] = (unsigned char)(0x80 | size);
    } else {
        uint32_t wide = size < 65536 ? 2 : 8;
        frame[1] = (unsigned char)(0x80 | (wide == 2 ? 126 : 127));
        for (uint32_t i = 0; i < wide; i++) {
            frame[at++] = (unsigned char)((uint64_t)size >> 8 * (wide - 1 - i));
        }
    }
    unsigned char *mask = frame + at;
    randombytes_buf(mask, 4);
    at += 4;
    for (size_t i = 0; i < size; i++) {
        frame[at + i] = bytes[i] ^ mask[i % 4];
    }
    bool fine = send_all(ws, frame, at + size);
    free(frame);
    return fine;
}

bool web_socket_send(struct web_socket *ws, const char *text)
{
    return send_frame(ws, TEXT, (const unsigned char *)text, strlen(text));
}

/* The frame at the front: how many bytes its head and its content have; 0: it is not whole yet. */
static size_t whole_frame(const struct web_socket *ws, size_t *head)
{
    if (ws->count < 2) {
        return 0;
    }
    uint64_t size = ws->bytes[1] & 0x7f;
    uint32_t wide = size == 126 ? 2 : size == 127 ? 8 : 0;
    *head = 2 + wide;
    if (ws->count < *head) {
        return 0;
    }
    if (wide > 0) {
        size = 0;
        for (uint32_t i = 0; i < wide; i++) {
            size = size << 8 | ws->bytes[2 + i];
        }
    }
    return size <= WEB_SOCKET_MAX && ws->count >= *head + size ? *head + (size_t)size : 0;
}

/* True: a message is complete. */
static bool take_frame(struct web_socket *ws, size_t head, size_t whole, bool *broken)
{
    int kind = ws->bytes[0] & 15;
    bool last = (ws->bytes[0] & 0x80) != 0, complete = false;
    size_t size = whole - head;
    if (kind == PING) {
        send_frame(ws, PONG, ws->bytes + head, size);
    } else if (kind == CLOSE || ws->length + size > WEB_SOCKET_MAX) {
        *broken = true;
    } else if (kind <= TEXT) {
        ws->message = realloc(ws->message, ws->length + size + 1);
        RD_ASSERT(ws->message != NULL);
        memcpy(ws->message + ws->length, ws->bytes + head, size);
        ws->length += size;
        ws->message[ws->length] = '\0';
        complete = last;
    }
    drop(ws, whole);
    return complete;
}

const char *web_socket_receive(struct web_socket *ws, int64_t wait_ms, bool *broken)
{
    int64_t until_ms = now_ms() + wait_ms;
    *broken = false;
    while (!*broken) {
        size_t head, whole = whole_frame(ws, &head);
        if (whole > 0) {
            if (take_frame(ws, head, whole, broken)) {
                ws->length = 0;
                return ws->message;
            }
        } else if (!more(ws, until_ms, broken)) {
            return NULL;
        }
    }
    return NULL;
}
