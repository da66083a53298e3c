/*
 * server/shell/websocket.h - frames of RFC 6455 as a server reads and writes them. Pure: bytes in,
 * messages out, so that a fuzzer can have it alone.
 */
#ifndef REDOUBT_SERVER_WEBSOCKET_H
#define REDOUBT_SERVER_WEBSOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum ws_opcode { WS_MORE = 0, WS_TEXT = 1, WS_BINARY = 2, WS_CLOSE = 8, WS_PING = 9, WS_PONG = 10 };

enum ws_status {
    WS_BYE = 1000,
    WS_GOING_AWAY = 1001,
    WS_PROTOCOL = 1002,
    WS_UNSUPPORTED = 1003,
    WS_NO_STATUS = 1005,
    WS_NOT_UTF8 = 1007,
    WS_POLICY = 1008,
    WS_TOO_LARGE = 1009
};

enum {
    WS_HEAD_MAX = 10,
    WS_CONTROL_MAX = 125,
    WS_ACCEPT_ROOM = 29,
    WS_PARTS_MAX = 64 /* of one message: each costs more than its bytes */
};

/* The value of Sec-WebSocket-Accept. */
void ws_accept(const char *key, char out[WS_ACCEPT_ROOM]);

/* The head of a frame to be sent, whole and not masked; returns its length. */
size_t ws_head(enum ws_opcode opcode, size_t size, unsigned char out[WS_HEAD_MAX]);

/* What a connection remembers between frames: the parts of a message that have come. */
struct ws_reader {
    char *parts; /* owned */
    size_t size;
    uint32_t count; /* of parts */
    bool begun;
};
void ws_reader_free(struct ws_reader *reader);

struct ws_frame {
    enum ws_opcode opcode; /* WS_TEXT: a whole message */
    char *bytes;           /* in the input or in the reader */
    size_t size;
    uint16_t status; /* of a WS_CLOSE, or what to close with */
};

enum ws_result {
    WS_WAIT,    /* for more bytes */
    WS_NOTHING, /* a part was kept */
    WS_FRAME,
    WS_WRONG /* frame->status says why, frame->bytes in words */
};

/* The next frame; *used is how many bytes it took. The input is unmasked where it lies. A frame's
 * bytes last until the next call. */
enum ws_result ws_read(struct ws_reader *reader, char *bytes, size_t size, size_t message_max,
                       size_t *used, struct ws_frame *frame);

bool ws_utf8(const char *bytes, size_t size);

#endif
