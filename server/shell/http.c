#include "server/shell/http.h"

#include <string.h>

#include "host/text.h"

enum { LINES_MAX = 100 };

/* A piece of the head; nothing is copied before it is understood. */
struct piece {
    const char *at;
    size_t size;
};

static bool is(struct piece piece, const char *word)
{
    size_t size = strlen(word);
    if (piece.size != size) {
        return false;
    }
    for (size_t i = 0; i < size; i++) {
        char sign = piece.at[i];
        sign = (char)(sign >= 'A' && sign <= 'Z' ? sign + 32 : sign);
        if (sign != word[i]) {
            return false;
        }
    }
    return true;
}

static struct piece trimmed(struct piece piece)
{
    while (piece.size > 0 && (piece.at[0] == ' ' || piece.at[0] == '\t')) {
        piece.at++;
        piece.size--;
    }
    while (piece.size > 0 &&
           (piece.at[piece.size - 1] == ' ' || piece.at[piece.size - 1] == '\t')) {
        piece.size--;
    }
    return piece;
}

/* Up to the sign, which is skipped; all of it if there is none. */
static struct piece cut(struct piece *rest, char sign)
{
    struct piece first = *rest;
    const char *found = memchr(rest->at, sign, rest->size);
    if (found == NULL) {
        rest->at += rest->size;
        rest->size = 0;
        return first;
    }
    first.size = (size_t)(found - rest->at);
    rest->size -= first.size + 1;
    rest->at = found + 1;
    return first;
}

/* One of a list with commas is the word. */
static bool lists(struct piece list, const char *word)
{
    while (list.size > 0) {
        if (is(trimmed(cut(&list, ',')), word)) {
            return true;
        }
    }
    return false;
}

/* ---- the first line ---------------------------------------------------------------------------
 */

static int hex(char sign)
{
    return sign >= '0' && sign <= '9'   ? sign - '0'
           : sign >= 'a' && sign <= 'f' ? sign - 'a' + 10
           : sign >= 'A' && sign <= 'F' ? sign - 'A' + 10
                                        : -1;
}

/* Plain ASCII that can't be mistaken for anything; %00 and other control characters are refused. */
static bool read_path(struct piece target, char out[HTTP_PATH_ROOM])
{
    struct piece path = cut(&target, '?');
    size_t used = 0;
    if (path.size == 0 || path.at[0] != '/') {
        return false;
    }
    for (size_t i = 0; i < path.size; i++) {
        int sign = (unsigned char)path.at[i];
        if (sign == '%') {
            int high = i + 2 < path.size ? hex(path.at[i + 1]) : -1;
            int low = high < 0 ? -1 : hex(path.at[i + 2]);
            if (low < 0) {
                return false;
            }
            sign = high * 16 + low;
            i += 2;
        }
        if (sign < ' ' || sign == 127 || used + 1 >= HTTP_PATH_ROOM) {
            return false;
        }
        out[used++] = (char)sign;
    }
    out[used] = '\0';
    return true;
}

static bool read_first(struct piece line, struct http_request *request)
{
    struct piece method = cut(&line, ' '), target = cut(&line, ' ');
    request->method = method.size == 3 && memcmp(method.at, "GET", 3) == 0    ? HTTP_GET
                      : method.size == 4 && memcmp(method.at, "HEAD", 4) == 0 ? HTTP_HEAD
                                                                              : HTTP_OTHER;
    request->stays = is(line, "http/1.1");
    return method.size > 0 && (request->stays || is(line, "http/1.0")) &&
           read_path(target, request->path);
}

/* ---- headers ----------------------------------------------------------------------------------
 */

/* What the upgrade is made of. */
struct wishes {
    bool websocket, upgrade, version;
};

/* Of what is too long the end: there the last proxy wrote whom it saw, and nothing else fits. */
static void keep(struct piece value, char out[HTTP_VALUE_ROOM])
{
    size_t size = value.size < HTTP_VALUE_ROOM ? value.size : HTTP_VALUE_ROOM - 1;
    memcpy(out, value.at + value.size - size, size);
    out[size] = '\0';
}

static void read_header(struct piece name, struct piece value, struct http_request *request,
                        struct wishes *wishes)
{
    const struct {
        const char *name;
        char *out;
    } kept[] = { { "host", request->host },
                 { "origin", request->origin },
                 { "if-none-match", request->if_none_match },
                 { "x-forwarded-for", request->forwarded },
                 { "sec-websocket-key", request->key } };
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
        if (is(name, kept[i].name)) {
            keep(value, kept[i].out);
        }
    }
    if (is(name, "connection")) {
        request->stays = request->stays && !lists(value, "close");
        wishes->upgrade = wishes->upgrade || lists(value, "upgrade");
    }
    wishes->websocket = wishes->websocket || (is(name, "upgrade") && lists(value, "websocket"));
    wishes->version = wishes->version || (is(name, "sec-websocket-version") && is(value, "13"));
    request->body = request->body || is(name, "transfer-encoding") ||
                    (is(name, "content-length") && !is(value, "0"));
}

static bool read_headers(struct piece rest, struct http_request *request)
{
    struct wishes wishes = { false, false, false };
    for (uint32_t lines = 0; rest.size > 0; lines++) {
        struct piece line = cut(&rest, '\n');
        line.size -= line.size > 0 && line.at[line.size - 1] == '\r';
        struct piece value = line, name = cut(&value, ':');
        bool folded = line.size > 0 && (line.at[0] == ' ' || line.at[0] == '\t');
        if (lines == LINES_MAX || name.size == 0 || name.size == line.size || folded ||
            name.at[name.size - 1] == ' ') {
            return false;
        }
        read_header(name, trimmed(value), request, &wishes);
    }
    request->upgrade = wishes.websocket && wishes.upgrade && wishes.version &&
                       strlen(request->key) == 24 && request->method == HTTP_GET;
    return true;
}

/* ---- the whole head ---------------------------------------------------------------------------
 */

/* Where the empty line ends, 0: it has not come. */
static size_t head_length(const char *bytes, size_t size)
{
    for (size_t i = 3; i < size; i++) {
        if (bytes[i] == '\n' && memcmp(bytes + i - 3, "\r\n\r\n", 4) == 0) {
            return i + 1;
        }
    }
    return 0;
}

enum http_result http_read(const char *bytes, size_t size, struct http_request *request)
{
    size_t seen = size < HTTP_HEAD_MAX ? size : HTTP_HEAD_MAX, length = head_length(bytes, seen);
    memset(request, 0, sizeof *request);
    if (length == 0) {
        return size < HTTP_HEAD_MAX ? HTTP_MORE : HTTP_TOO_LARGE;
    }
    if (memchr(bytes, '\0', length) != NULL) {
        return HTTP_BAD;
    }
    request->head = length;
    struct piece rest = { bytes, length - 2 }, line = cut(&rest, '\n');
    line.size -= line.size > 0 && line.at[line.size - 1] == '\r';
    return read_first(line, request) && read_headers(rest, request) ? HTTP_FINE : HTTP_BAD;
}

const char *http_reason(int status)
{
    switch (status) {
    case 101:
        return "Switching Protocols";
    case 200:
        return "OK";
    case 304:
        return "Not Modified";
    case 400:
        return "Bad Request";
    case 403:
        return "Forbidden";
    case 404:
        return "Not Found";
    case 405:
        return "Method Not Allowed";
    case 409:
        return "Conflict";
    case 429:
        return "Too Many Requests";
    case 431:
        return "Request Header Fields Too Large";
    case 503:
        return "Service Unavailable";
    default:
        return "Answer";
    }
}
