/*
 * doors/request.h - requests as clients of an older server send them. Pure: bytes in, facts out.
 *
 * Parameters come in the query or in a form, and both count. Repeated slashes in the path are one,
 * and one at its end is none.
 */
#ifndef REDOUBT_DOORS_REQUEST_H
#define REDOUBT_DOORS_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "net/http.h"

enum {
    REQUEST_PARAMETERS_MAX = 32,
    REQUEST_TEXT_MAX = 1024 /* of a parameter */
};

struct parameter {
    char name[32];
    char value[REQUEST_TEXT_MAX];
};

struct request {
    struct http_request head;
    struct http_body body;
    struct parameter parameter[REQUEST_PARAMETERS_MAX];
    uint32_t parameters;
};

/* HTTP_FINE: all of it is there. */
enum http_result request_read(const char *bytes, size_t size, struct request *request);

/* The first value; NULL: not there. */
const char *request_first(const struct request *request, const char *name);
/* All values with commas between them; false: not there. */
bool request_all(const struct request *request, const char *name, char *out, size_t size);

#endif
