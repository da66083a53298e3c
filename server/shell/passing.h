/*
 * server/shell/passing.h - visitors of a match that another server has: their connections are
 * passed on to it, bytes there and back, by a thread that does nothing else.
 */
#ifndef REDOUBT_SERVER_PASSING_H
#define REDOUBT_SERVER_PASSING_H

#include <stddef.h>
#include <stdint.h>

struct passing;

/* db: where the others are to be found; self: this server's name among them. */
struct passing *passing_open(const char *db, const char *self, uint32_t connections_max,
                             uint32_t handshake_s, const char *proxies);
void passing_close(struct passing *passing); /* NULL is fine */
/* Takes the connection, of which these bytes were read: a whole request. */
void passing_take(struct passing *passing, int fd, const char *match, const char *bytes,
                  size_t size);

#endif
