#include "net/http.h"

#include <string.h>

enum { LINES_MAX = 100 };
#define LENGTH_MAX (UINT64_MAX / 10 - 1)

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

/* A line without its end. False: it doesn't end as lines of HTTP do. */
static bool cut_line(struct piece *rest, struct piece *line)
{
    *line = cut(rest, '\n');
    if (line->size == 0 || line->at[line->size - 1] != '\r') {
        return false;
    }
    line->size--;
    return memchr(line->at, '\r', line->size) == NULL;
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

/* "q=0", "q=0.000": anything but this. */
static bool weighs_nothing(struct piece weight)
{
    struct piece name = trimmed(cut(&weight, '='));
    for (size_t i = 0; i < weight.size; i++) {
        if (weight.at[i] >= '1' && weight.at[i] <= '9') {
            return false;
        }
    }
    return is(name, "q");
}

/* Those that we know in a list of codings, each perhaps with its weight. */
static uint32_t known_codings(struct piece list)
{
    uint32_t known = 0;
    while (list.size > 0) {
        struct piece one = cut(&list, ','), coding = trimmed(cut(&one, ';'));
        uint32_t bit = is(coding, "gzip") ? HTTP_GZIP : is(coding, "br") ? HTTP_BROTLI : 0;
        known |= weighs_nothing(one) ? 0 : bit;
    }
    return known;
}

/* ---- the first line ---- */

int http_hex_digit(char sign)
{
    return sign >= '0' && sign <= '9'   ? sign - '0'
           : sign >= 'a' && sign <= 'f' ? sign - 'a' + 10
           : sign >= 'A' && sign <= 'F' ? sign - 'A' + 10
                                        : -1;
}

/* Plain ASCII that can't be mistaken for anything; %00 and other control characters are refused. */
static bool read_path(struct piece path, char out[HTTP_PATH_ROOM])
{
    size_t used = 0;
    if (path.size == 0 || path.at[0] != '/') {
        return false;
    }
    for (size_t i = 0; i < path.size; i++) {
        int sign = (unsigned char)path.at[i];
        if (sign == '%') {
            int high = i + 2 < path.size ? http_hex_digit(path.at[i + 1]) : -1;
            int low = high < 0 ? -1 : http_hex_digit(path.at[i + 2]);
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
    struct piece method = cut(&line, ' '), target = cut(&line, ' '), path = cut(&target, '?');
    if (method.size == 0 || method.size >= HTTP_WORD_ROOM) {
        return false;
    }
    memcpy(request->word, method.at, method.size);
    request->method = strcmp(request->word, "GET") == 0    ? HTTP_GET
                      : strcmp(request->word, "HEAD") == 0 ? HTTP_HEAD
                                                           : HTTP_OTHER;
    request->query = target.at;
    request->query_size = target.size;
    request->stays = is(line, "http/1.1");
    return (request->stays || is(line, "http/1.0")) && read_path(path, request->path);
}

/* ---- headers ---- */

/* What the upgrade is made of, and what is said of the body. */
struct wishes {
    bool websocket, upgrade, version;
    bool sized, coded, bad;
};

/* Of what is too long the end: there the last proxy wrote whom it saw, and nothing else fits. */
static void keep(struct piece value, char out[HTTP_VALUE_ROOM])
{
    size_t size = value.size < HTTP_VALUE_ROOM ? value.size : HTTP_VALUE_ROOM - 1;
    memcpy(out, value.at + value.size - size, size);
    out[size] = '\0';
}

static bool begins(struct piece value, const char *word)
{
    size_t size = strlen(word);
    value.size = value.size < size ? value.size : size;
    return is(value, word);
}

/* Digits and nothing else, and twice only if it is the same. */
static void read_length(struct piece value, struct http_request *request, struct wishes *wishes)
{
    uint64_t length = 0;
    for (size_t i = 0; i < value.size; i++) {
        bool digit = value.at[i] >= '0' && value.at[i] <= '9';
        wishes->bad = wishes->bad || !digit;
        length = length > LENGTH_MAX ? UINT64_MAX
                                     : length * 10 + (digit ? (uint64_t)(value.at[i] - '0') : 0);
    }
    wishes->bad = wishes->bad || value.size == 0 || (wishes->sized && length != request->length);
    wishes->sized = true;
    request->length = length;
    request->body_size = length > HTTP_BODY_MAX ? HTTP_BODY_MAX + 1 : (size_t)length;
}

static void read_body_header(struct piece name, struct piece value, struct http_request *request,
                             struct wishes *wishes)
{
    if (is(name, "content-length")) {
        read_length(value, request, wishes);
    } else if (is(name, "transfer-encoding")) {
        request->body = is(value, "chunked") && !wishes->coded ? HTTP_CHUNKED : HTTP_PACKED;
        wishes->coded = true;
    } else if (is(name, "content-type")) {
        request->form = begins(value, "application/x-www-form-urlencoded");
    }
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
                 { "cookie", request->cookie },
                 { "authorization", request->authorization },
                 { "content-type", request->type },
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
    request->codings |= is(name, "accept-encoding") ? known_codings(value) : 0;
    request->secure = request->secure || (is(name, "x-forwarded-proto") && is(value, "https"));
    wishes->websocket = wishes->websocket || (is(name, "upgrade") && lists(value, "websocket"));
    wishes->version = wishes->version || (is(name, "sec-websocket-version") && is(value, "13"));
    read_body_header(name, value, request, wishes);
}

static bool read_headers(struct piece rest, struct http_request *request)
{
    struct wishes wishes = { 0 };
    for (uint32_t lines = 0; rest.size > 0; lines++) {
        struct piece line;
        if (lines == LINES_MAX || !cut_line(&rest, &line)) {
            return false;
        }
        struct piece value = line, name = cut(&value, ':');
        bool folded = line.size > 0 && (line.at[0] == ' ' || line.at[0] == '\t');
        if (name.size == 0 || name.size == line.size || folded || name.at[name.size - 1] == ' ') {
            return false;
        }
        read_header(name, trimmed(value), request, &wishes);
    }
    request->upgrade = wishes.websocket && wishes.upgrade && wishes.version &&
                       strlen(request->key) == 24 && request->method == HTTP_GET;
    if (request->body == HTTP_NO_BODY && request->body_size > 0) {
        request->body = HTTP_SIZED;
    }
    return !wishes.bad && !(wishes.sized && wishes.coded);
}

/* ---- the whole head ---- */

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
    struct piece rest = { bytes, length - 2 }, line;
    return cut_line(&rest, &line) && read_first(line, request) && read_headers(rest, request)
               ? HTTP_FINE
               : HTTP_BAD;
}

/* ---- the body ---- */

static bool read_chunk_size(const char *line, const char *stop, size_t *size)
{
    const char *at = line;
    for (*size = 0; at < stop && http_hex_digit(*at) >= 0 && *size <= HTTP_BODY_MAX; at++) {
        *size = *size * 16 + (size_t)http_hex_digit(*at);
    }
    return at > line && *size <= HTTP_BODY_MAX &&
           (at == stop || *at == ';' || *at == ' ' || *at == '\t');
}

/* The end of the line that begins here, before its two bytes; NULL: not there yet. */
static const char *line_end(const char *line, const char *end)
{
    const char *stop = line < end ? memchr(line, '\n', (size_t)(end - line)) : NULL;
    return stop == NULL || stop == line || stop[-1] != '\r' ? NULL : stop - 1;
}

/* "5\r\nhello\r\n0\r\n\r\n" is hello. */
static enum http_result read_chunks(const char *bytes, const char *at, const char *end,
                                    struct http_body *body)
{
    size_t size = 1;
    for (const char *stop; size > 0; at = stop + 2 + size + 2) {
        stop = line_end(at, end);
        if (stop == NULL) {
            return end - at > HTTP_LINE_MAX ? HTTP_BAD : HTTP_MORE;
        }
        if (!read_chunk_size(at, stop, &size) || size > HTTP_BODY_MAX - body->size) {
            return HTTP_BAD;
        }
        if ((size_t)(end - stop) < 2 + size + 2) {
            return HTTP_MORE;
        }
        memcpy(body->bytes + body->size, stop + 2, size);
        body->size += size;
        if (memcmp(stop + 2 + size, "\r\n", 2) != 0) {
            return HTTP_BAD; /* also for trailers: no known client sends any */
        }
    }
    body->whole = (size_t)(at - bytes);
    return HTTP_FINE;
}

enum http_result http_read_body(const char *bytes, size_t size, const struct http_request *request,
                                struct http_body *body)
{
    body->size = 0;
    body->whole = request->head;
    if (request->body == HTTP_PACKED || request->body_size > HTTP_BODY_MAX) {
        return HTTP_BAD;
    }
    if (request->body == HTTP_CHUNKED) {
        return read_chunks(bytes, bytes + request->head, bytes + size, body);
    }
    if (size - request->head < request->body_size) {
        return HTTP_MORE;
    }
    memcpy(body->bytes, bytes + request->head, request->body_size);
    body->size = request->body_size;
    body->whole += body->size;
    return HTTP_FINE;
}

const char *http_reason(int status)
{
    switch (status) {
    case 101:
        return "Switching Protocols";
    case 200:
        return "OK";
    case 303:
        return "See Other";
    case 304:
        return "Not Modified";
    case 400:
        return "Bad Request";
    case 401:
        return "Unauthorized";
    case 403:
        return "Forbidden";
    case 404:
        return "Not Found";
    case 405:
        return "Method Not Allowed";
    case 409:
        return "Conflict";
    case 410:
        return "Gone";
    case 411:
        return "Length Required";
    case 413:
        return "Content Too Large";
    case 415:
        return "Unsupported Media Type";
    case 421:
        return "Misdirected Request";
    case 429:
        return "Too Many Requests";
    case 431:
        return "Request Header Fields Too Large";
    case 500:
        return "Internal Server Error";
    case 503:
        return "Service Unavailable";
    case 507:
        return "Insufficient Storage";
    default:
        return "Answer";
    }
}
