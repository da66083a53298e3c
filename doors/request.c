#include "doors/request.h"

#include <string.h>

#include "host/text.h"

/* Percent and plus; what does not fit or is a NUL is left out. */
static void decode(const char *from, size_t length, char *out, size_t room)
{
    size_t used = 0;
    for (size_t i = 0; i < length && used + 1 < room; i++) {
        char c = from[i];
        if (c == '%' && i + 2 < length && http_hex_digit(from[i + 1]) >= 0 &&
            http_hex_digit(from[i + 2]) >= 0) {
            c = (char)(http_hex_digit(from[i + 1]) * 16 + http_hex_digit(from[i + 2]));
            i += 2;
        } else if (c == '+') {
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
        decode(text, (size_t)(name_end - text), parameter->name, sizeof parameter->name);
        const char *value = equals == NULL ? stop : equals + 1;
        decode(value, (size_t)(stop - value), parameter->value, sizeof parameter->value);
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

/* "//api/board/" is "/api/board". */
static void tidy_path(char *path)
{
    size_t used = 0;
    for (const char *at = path; *at != '\0'; at++) {
        if (*at != '/' || used == 0 || path[used - 1] != '/') {
            path[used++] = *at;
        }
    }
    while (used > 1 && path[used - 1] == '/') {
        used--;
    }
    path[used] = '\0';
}

enum http_result request_read(const char *bytes, size_t size, struct request *request)
{
    enum http_result result = http_read(bytes, size, &request->head);
    request->parameters = 0;
    if (result == HTTP_FINE) {
        result = http_read_body(bytes, size, &request->head, &request->body);
    }
    if (result != HTTP_FINE) {
        return result;
    }
    tidy_path(request->head.path);
    add_parameters(request, request->head.query, request->head.query_size);
    if (request->head.form) {
        add_parameters(request, request->body.bytes, request->body.size);
    }
    return HTTP_FINE;
}
