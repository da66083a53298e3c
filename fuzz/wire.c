/* Bytes as a client sends them: a request first, then frames, cut into pieces. The first byte says
 * how large the pieces are and whether it begins with frames. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "net/http.h"
#include "server/shell/websocket.h"

enum { MESSAGE_MAX = 4096 };

/* The request, in a block of its own so that a byte too many is noticed. */
static size_t try_request(const uint8_t *data, size_t size)
{
    struct http_request request;
    char *bytes = malloc(size + (size == 0));
    FUZZ_MUST(bytes != NULL);
    memcpy(bytes, data, size);
    enum http_result result = http_read(bytes, size, &request);
    FUZZ_MUST(result != HTTP_FINE || (request.head <= size && request.path[0] == '/'));
    FUZZ_MUST(!request.upgrade || strlen(request.key) == 24);
    free(bytes);
    return result == HTTP_FINE ? request.head : size;
}

/* Frames as they would be kept: what is left of a piece waits for the next. */
static void try_frames(const uint8_t *data, size_t size, size_t piece)
{
    struct ws_reader reader = { .parts = NULL };
    struct ws_frame frame;
    char *bytes = malloc(size + (size == 0));
    size_t at = 0, come = 0, used;
    FUZZ_MUST(bytes != NULL);
    memcpy(bytes, data, size);
    for (enum ws_result result = WS_WAIT;
         result != WS_WRONG && (come < size || result != WS_WAIT);) {
        if (result == WS_WAIT) {
            come = size - come < piece ? size : come + piece;
        }
        result = ws_read(&reader, bytes + at, come - at, MESSAGE_MAX, &used, &frame);
        at += used;
        FUZZ_MUST(at <= come && (used > 0 || result == WS_WAIT || result == WS_WRONG));
        FUZZ_MUST(result != WS_FRAME || frame.size <= MESSAGE_MAX);
        FUZZ_MUST(result != WS_FRAME || frame.opcode != WS_TEXT ||
                  ws_utf8(frame.bytes, frame.size));
    }
    ws_reader_free(&reader);
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1) {
        return 0;
    }
    size_t piece = (size_t)(data[0] >> 1) + 1;
    size_t head = (data[0] & 1) == 0 ? 0 : try_request(data + 1, size - 1);
    try_frames(data + 1 + head, size - 1 - head, piece);
    return 0;
}
