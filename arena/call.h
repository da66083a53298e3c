/*
 * arena/call.h - requests of HTTP to whoever hands out games, one after the other over a connection
 * that is kept.
 */
#ifndef REDOUBT_ARENA_CALL_H
#define REDOUBT_ARENA_CALL_H

#include <jansson.h>

#include "host/problem.h"

struct call;

/* "http://HOST:PORT"; nothing is asked yet. NULL with a problem: it is no address. */
struct call *call_open(const char *url, const char *secret, struct rd_problem *problem);
void call_close(struct call *call); /* NULL is fine */

/* GET without a body, else POST. The answer, a new reference, and its status; NULL with a problem:
 * nobody can be reached there, or no JSON came. A request may arrive twice. */
json_t *call_ask(struct call *call, const char *path, const json_t *body, int *status,
                 struct rd_problem *problem);

#endif
