/*
 * doors/http.h - requests as clients of an older server send them, and answers to them. Pure: bytes
 * in, facts out.
 *
 * Parameters come in the query or in a form, and both count. A body comes whole or in chunks.
 * Repeated slashes in the path are one, and one at its end is none.
 */
#ifndef REDOUBT_DOORS_HTTP_H
#define REDOUBT_DOORS_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    REQUEST_HEAD_MAX = 16384,
    REQUEST_BODY_MAX = 65536,
    REQUEST_PATH_MAX = 512,
    REQUEST_LINE_MAX = 256, /* before a chunk */
    REQUEST_PARAMETERS_MAX = 32,
    REQUEST_TEXT_MAX = 1024 /* of a parameter */
};

enum request_state { REQUEST_MORE, REQUEST_WHOLE, REQUEST_BAD };

struct parameter {
    char name[32];
    char value[REQUEST_TEXT_MAX];
};

struct request {
    char method[16];
    char path[REQUEST_PATH_MAX];
    struct parameter parameter[REQUEST_PARAMETERS_MAX];
    uint32_t parameters;
    char body[REQUEST_BODY_MAX];
    size_t body_size;
    size_t size;     /* bytes of all of it */
    bool keep_alive; /* the connection may be used again */
};

enum request_state request_read(const char *bytes, size_t size, struct request *request);

/* The first value; NULL: not there. */
const char *request_first(const struct request *request, const char *name);
/* All values with commas between them; false: not there. */
bool request_all(const struct request *request, const char *name, char *out, size_t size);

#endif
