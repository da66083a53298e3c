/*
 * arena/reception.h - where workers call: requests of HTTP come in, answers in JSON go out. One
 * thread, which waits for all connections at once. A stranger without the secret is turned away
 * before the body of a request is read.
 */
#ifndef REDOUBT_ARENA_RECEPTION_H
#define REDOUBT_ARENA_RECEPTION_H

#include "host/problem.h"
#include "net/http.h"

enum { RECEPTION_BODY_MAX = 8 << 20 };

struct reception;

/* A request that waits for its answer. */
struct caller {
    uint32_t line;
    enum http_method method;
    char path[HTTP_PATH_ROOM];
    const char *body; /* until it is answered */
    size_t size;
};

/* listen: "HOST:PORT", or only a port, at 127.0.0.1 then; port 0: any. secret: NULL: none is asked
 * for, which is allowed on this machine only. NULL with a problem. */
struct reception *reception_open(const char *listen, const char *secret,
                                 struct rd_problem *problem);
void reception_close(struct reception *reception); /* NULL is fine */
const char *
reception_address(const struct reception *reception); /* "127.0.0.1:7790", with the true port */

/* Until something comes, at most for so long. */
void reception_wait(struct reception *reception, int wait_ms);
/* The next request that is whole and was not returned before. False: none for now. */
bool reception_next(struct reception *reception, struct caller *caller);
void reception_answer(struct reception *reception, uint32_t line, int status, const char *json);
/* Are there answers that have not gone out? */
bool reception_is_writing(const struct reception *reception);

#endif
