#include "doors/http.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "host/text.h"

/* ---- parameters
 * ------------------------------------------------------------------------------------ */

static int hex_digit(char c)
{
    const char *digits = "0123456789abcdef";
    char small = (char)(c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c);
    const char *at = small == '\0' ? NULL : strchr(digits, small);
    return at == NULL ? -1 : (int)(at - digits);
}

/* Percent and plus; what does not fit or is a NUL is left out. */
static void decode(const char *from, size_t length, bool plus, char *out, size_t room)
{
    size_t used = 0;
    for (size_t i = 0; i < length && used + 1 < room; i++) {
        char c = from[i];
        if (c == '%' && i + 2 < length && hex_digit(from[i + 1]) >= 0 &&
            hex_digit(from[i + 2]) >= 0) {
            c = (char)(hex_digit(from[i + 1]) * 16 + hex_digit(from[i + 2]));
            i += 2;
        } else if (c == '+' && plus) {
            c = ' ';
        }
        if (c != '\0') {
            out[used++] = c;
        }
    }
    out[used] = '\0';
}

static void add_parameters(struct request *request, const char *text, size_t length)
{
    const char *end = text + length;
    while (text < end && request->parameters < REQUEST_PARAMETERS_MAX) {
        const char *stop = memchr(text, '&', (size_t)(end - text));
        stop = stop == NULL ? end : stop;
        const char *equals = memchr(text, '=', (size_t)(stop - text));
        const char *name_end = equals == NULL ? stop : equals;
        struct parameter *parameter = &request->parameter[request->parameters];
        decode(text, (size_t)(name_end - text), true, parameter->name, sizeof parameter->name);
        const char *value = equals == NULL ? stop : equals + 1;
        decode(value, (size_t)(stop - value), true, parameter->value, sizeof parameter->value);
        request->parameters += parameter->name[0] != '\0';
        text = stop + 1;
    }
}

const char *request_first(const struct request *request, const char *name)
{
    for (uint32_t i = 0; i < request->parameters; i++) {
        if (strcmp(request->parameter[i].name, name) == 0) {
            return request->parameter[i].value;
        }
    }
    return NULL;
}

bool request_all(const struct request *request, const char *name, char *out, size_t size)
{
    struct rd_text text = rd_text_into(out, size);
    bool found = false;
    for (uint32_t i = 0; i < request->parameters; i++) {
        if (strcmp(request->parameter[i].name, name) == 0) {
            rd_text_add(&text, "%s%s", found ? "," : "", request->parameter[i].value);
            found = true;
        }
    }
    return found;
}

/* ---- the head
 * ----------------------------------------------------------------------------------------- */

/* "//api/board/" is "/api/board". */
static void read_path(struct request *request, const char *target, size_t length)
{
    char decoded[REQUEST_PATH_MAX];
    size_t used = 0;
    decode(target, length, false, decoded, sizeof decoded);
    for (const char *at = decoded; *at != '\0'; at++) {
        if (*at != '/' || used == 0 || request->path[used - 1] != '/') {
            request->path[used++] = *at;
        }
    }
    while (used > 1 && request->path[used - 1] == '/') {
        used--;
    }
    request->path[used] = '\0';
}

/* "GET /api/board?key=a HTTP/1.1". */
static bool read_first_line(struct request *request, const char *line, size_t length)
{
    const char *space = memchr(line, ' ', length), *end = line + length;
    if (space == NULL || space == line || (size_t)(space - line) >= sizeof request->method) {
        return false;
    }
    memcpy(request->method, line, (size_t)(space - line));
    request->method[space - line] = '\0';
    const char *target = space + 1;
    const char *stop = memchr(target, ' ', (size_t)(end - target));
    if (stop == NULL || target[0] != '/' || end - stop < 9 || memcmp(stop + 1, "HTTP/1.", 7) != 0) {
        return false;
    }
    request->keep_alive = stop[8] != '0';
    const char *query = memchr(target, '?', (size_t)(stop - target));
    read_path(request, target, (size_t)((query == NULL ? stop : query) - target));
    if (query != NULL) {
        add_parameters(request, query + 1, (size_t)(stop - query - 1));
    }
    return true;
}

/* What matters among the headers. */
struct headers {
    size_t length; /* of the body */
    bool form, sized, chunked, bad;
};

static bool is_header(const char *line, size_t length, const char *name, const char **value)
{
    size_t size = strlen(name);
    if (length <= size || line[size] != ':' || strncasecmp(line, name, size) != 0) {
        return false;
    }
    *value = line + size + 1;
    *value += strspn(*value, " \t");
    return true;
}

static void read_header(struct request *request, const char *line, size_t length,
                        struct headers *headers)
{
    const char *value;
    if (is_header(line, length, "Content-Length", &value)) {
        char *end;
        uint64_t size = strtoull(value, &end, 10);
        headers->bad = headers->bad || end == value || size > REQUEST_BODY_MAX;
        headers->length = (size_t)size;
        headers->sized = true;
    } else if (is_header(line, length, "Content-Type", &value)) {
        static const char form[] = "application/x-www-form-urlencoded";
        headers->form = strncasecmp(value, form, strlen(form)) == 0;
    } else if (is_header(line, length, "Transfer-Encoding", &value)) {
        headers->chunked = strncasecmp(value, "chunked\r", 8) == 0;
        headers->bad = headers->bad || !headers->chunked;
    } else if (is_header(line, length, "Connection", &value)) {
        request->keep_alive = strncasecmp(value, "close", 5) != 0 &&
                              (request->keep_alive || strncasecmp(value, "keep-alive", 10) == 0);
    }
}

/* ---- the body
 * ----------------------------------------------------------------------------------------- */

static bool read_chunk_size(const char *line, const char *stop, size_t *size)
{
    const char *at = line;
    for (*size = 0; at < stop && hex_digit(*at) >= 0 && *size <= REQUEST_BODY_MAX; at++) {
        *size = *size * 16 + (size_t)hex_digit(*at);
    }
    return at > line && *size <= REQUEST_BODY_MAX && (at == stop || strchr("; \t", *at) != NULL);
}

/* The end of the line that begins here, before its two bytes; NULL: not there yet. */
static const char *line_end(const char *line, const char *end)
{
    const char *stop = line < end ? memchr(line, '\n', (size_t)(end - line)) : NULL;
    return stop == NULL || stop == line || stop[-1] != '\r' ? NULL : stop - 1;
}

/* "5\r\nhello\r\n0\r\n\r\n" is hello. Sets where the request ends. */
static enum request_state read_chunks(struct request *request, const char *bytes, const char *at,
                                      const char *end)
{
    size_t size = 1;
    for (const char *stop; size > 0; at = stop + 2 + size + 2) {
        stop = line_end(at, end);
        if (stop == NULL) {
            return end - at > REQUEST_LINE_MAX ? REQUEST_BAD : REQUEST_MORE;
        }
        if (!read_chunk_size(at, stop, &size) || size > REQUEST_BODY_MAX - request->body_size) {
            return REQUEST_BAD;
        }
        if ((size_t)(end - stop) < 2 + size + 2) {
            return REQUEST_MORE;
        }
        memcpy(request->body + request->body_size, stop + 2, size);
        request->body_size += size;
        if (memcmp(stop + 2 + size, "\r\n", 2) != 0) {
            return REQUEST_BAD; /* also for trailers: no known client sends any */
        }
    }
    request->size = (size_t)(at - bytes);
    return REQUEST_WHOLE;
}

static enum request_state read_sized(struct request *request, const char *bytes, const char *at,
                                     const char *end, size_t length)
{
    if ((size_t)(end - at) < length) {
        return REQUEST_MORE;
    }
    memcpy(request->body, at, length);
    request->body_size = length;
    request->size = (size_t)(at - bytes) + length;
    return REQUEST_WHOLE;
}

/* The end of the head: behind its empty line. NULL: not there yet. */
static const char *head_end(const char *bytes, size_t size)
{
    for (size_t i = 3; i < size; i++) {
        if (memcmp(bytes + i - 3, "\r\n\r\n", 4) == 0) {
            return bytes + i + 1;
        }
    }
    return NULL;
}

enum request_state request_read(const char *bytes, size_t size, struct request *request)
{
    struct headers headers = { 0 };
    const char *end = head_end(bytes, size), *line = bytes;
    request->parameters = 0;
    request->body_size = 0;
    if (end == NULL) {
        return size > REQUEST_HEAD_MAX ? REQUEST_BAD : REQUEST_MORE;
    }
    for (bool first = true; line < end - 2; first = false) {
        const char *stop = memchr(line, '\r', (size_t)(end - line));
        size_t length = (size_t)(stop - line);
        if (first && !read_first_line(request, line, length)) {
            return REQUEST_BAD;
        }
        read_header(request, line, length, &headers);
        line = stop + 2;
    }
    if (headers.bad || (headers.chunked && headers.sized)) {
        return REQUEST_BAD;
    }
    enum request_state state = headers.chunked
                                   ? read_chunks(request, bytes, end, bytes + size)
                                   : read_sized(request, bytes, end, bytes + size, headers.length);
    if (state == REQUEST_WHOLE && headers.form) {
        add_parameters(request, request->body, request->body_size);
    }
    return state;
}
