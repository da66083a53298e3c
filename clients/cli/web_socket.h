/*
 * clients/cli/web_socket.h - a WebSocket to a server, for programs that play there. Text messages
 * only; pings are answered while we listen.
 */
#ifndef REDOUBT_CLI_WEB_SOCKET_H
#define REDOUBT_CLI_WEB_SOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/problem.h"

enum { WEB_SOCKET_MAX = 16 << 20 }; /* bytes of a message */

struct web_socket;

/* "http://host:port" or "ws://..."; the path is /v1/ws. match: which of several servers' matches is
 * wanted; NULL or "": any. NULL with a problem. */
struct web_socket *web_socket_open(const char *url, const char *match, struct rd_problem *problem);
/* The match of a link, or an id. Returns what stands behind it. */
const char *web_socket_match(const char *link, char *match, size_t room);
void web_socket_close(struct web_socket *socket); /* NULL is fine */

bool web_socket_send(struct web_socket *socket, const char *text);
/* The next message, ended by NUL, valid until the next call; NULL: nothing within this time, or
 * the line is broken, which *broken tells. */
const char *web_socket_receive(struct web_socket *socket, int64_t wait_ms, bool *broken);

#endif
