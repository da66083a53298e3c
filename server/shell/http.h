/*
 * server/shell/http.h - the head of an HTTP request, read strictly. Pure: bytes in, facts out, so
 * that a fuzzer can have it alone.
 */
#ifndef REDOUBT_SERVER_HTTP_H
#define REDOUBT_SERVER_HTTP_H

#include <stdbool.h>
#include <stddef.h>

enum { HTTP_HEAD_MAX = 8192, HTTP_PATH_ROOM = 1024, HTTP_VALUE_ROOM = 256 };

enum http_method { HTTP_GET, HTTP_HEAD, HTTP_OTHER };

enum http_result {
    HTTP_MORE, /* the head is not whole yet */
    HTTP_FINE,
    HTTP_BAD,      /* 400 */
    HTTP_TOO_LARGE /* 431 */
};

struct http_request {
    enum http_method method;
    size_t head;               /* bytes of it, with the empty line */
    char path[HTTP_PATH_ROOM]; /* decoded, without query */
    bool stays;                /* the connection may be used again */
    bool body;                 /* one follows: we take none */
    bool upgrade;              /* to WebSocket version 13, with a key */
    /* Headers; empty: not there, or too long to be true. */
    char host[HTTP_VALUE_ROOM], origin[HTTP_VALUE_ROOM], if_none_match[HTTP_VALUE_ROOM];
    char forwarded[HTTP_VALUE_ROOM], key[HTTP_VALUE_ROOM];
};

enum http_result http_read(const char *bytes, size_t size, struct http_request *request);
const char *http_reason(int status); /* "Not Found" */

#endif
