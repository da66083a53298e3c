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
    bool form, chunked, bad;
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
    } else if (is_header(line, length, "Content-Type", &value)) {
        static const char form[] = "application/x-www-form-urlencoded";
        headers->form = strncasecmp(value, form, strlen(form)) == 0;
    } else if (is_header(line, length, "Transfer-Encoding", &value)) {
        headers->chunked = true;
    } else if (is_header(line, length, "Connection", &value)) {
        request->keep_alive = strncasecmp(value, "close", 5) != 0 &&
                              (request->keep_alive || strncasecmp(value, "keep-alive", 10) == 0);
    }
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
    struct headers headers = { 0, false, false, false };
    const char *end = head_end(bytes, size), *line = bytes;
    request->parameters = 0;
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
    if (headers.bad || headers.chunked) {
        return REQUEST_BAD;
    }
    request->size = (size_t)(end - bytes) + headers.length;
    if (size < request->size) {
        return REQUEST_MORE;
    }
    if (headers.form) {
        add_parameters(request, end, headers.length);
    }
    return REQUEST_WHOLE;
}
