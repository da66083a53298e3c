/*
 * net/http.h - HTTP requests, read strictly. Pure: bytes in, facts out, so that a fuzzer can have
 * it alone.
 */
#ifndef REDOUBT_NET_HTTP_H
#define REDOUBT_NET_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    HTTP_HEAD_MAX = 8192,
    HTTP_WORD_ROOM = 16,
    HTTP_PATH_ROOM = 1024,
    HTTP_VALUE_ROOM = 256,
    HTTP_BODY_MAX = 65536,
    HTTP_LINE_MAX = 256 /* before a chunk */
};

enum http_method { HTTP_GET, HTTP_HEAD, HTTP_OTHER };

enum http_result {
    HTTP_MORE, /* it is not whole yet */
    HTTP_FINE,
    HTTP_BAD,      /* 400 */
    HTTP_TOO_LARGE /* 431 */
};

/* How a body comes. */
enum http_body_kind { HTTP_NO_BODY, HTTP_SIZED, HTTP_CHUNKED, HTTP_PACKED };

enum { HTTP_GZIP = 1, HTTP_BROTLI = 2 };

struct http_request {
    enum http_method method;
    char word[HTTP_WORD_ROOM]; /* the method as it was written */
    size_t head;               /* bytes of it, with the empty line */
    char path[HTTP_PATH_ROOM]; /* decoded, without query */
    const char *query;         /* behind its question mark, among the bytes that were read */
    size_t query_size;
    bool stays; /* the connection may be used again */
    enum http_body_kind body;
    size_t body_size; /* of a sized one; HTTP_BODY_MAX + 1: more than that */
    uint64_t length;  /* what Content-Length said; UINT64_MAX: more than can be counted */
    bool form;        /* the body holds parameters, as a form sends them */
    uint32_t codings; /* in which an answer may be packed: HTTP_GZIP, HTTP_BROTLI */
    bool upgrade;     /* to WebSocket version 13, with a key */
    bool secure;      /* a proxy says that it came by TLS */
    /* Headers; empty: not there, or too long to be true. */
    char host[HTTP_VALUE_ROOM], origin[HTTP_VALUE_ROOM], if_none_match[HTTP_VALUE_ROOM];
    char forwarded[HTTP_VALUE_ROOM], key[HTTP_VALUE_ROOM];
    char cookie[HTTP_VALUE_ROOM], authorization[HTTP_VALUE_ROOM], type[HTTP_VALUE_ROOM];
};

/* The head. */
enum http_result http_read(const char *bytes, size_t size, struct http_request *request);

struct http_body {
    char bytes[HTTP_BODY_MAX];
    size_t size;
    size_t whole; /* bytes of the request, its head included */
};
/* The body behind a head that was fine; the same bytes. */
enum http_result http_read_body(const char *bytes, size_t size, const struct http_request *request,
                                struct http_body *body);

int http_hex_digit(char sign);       /* -1: it is none */
const char *http_reason(int status); /* "Not Found" */

#endif
