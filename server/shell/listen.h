/*
 * server/shell/listen.h - sockets that others connect to: an address and a port, a path, or one
 * that systemd has opened for us. All of them don't block, and programs we start don't get them.
 */
#ifndef REDOUBT_SERVER_LISTEN_H
#define REDOUBT_SERVER_LISTEN_H

#include "host/problem.h"

/* bind NULL: every interface. -1 with a problem. */
int listen_on_port(const char *bind, int port, struct rd_problem *problem);
/* Only for its owner. What lies there from a server that was killed is replaced. */
int listen_on_path(const char *path, struct rd_problem *problem);
/* The first socket that was handed over as systemd does ($LISTEN_FDS), or -1. */
int listen_inherited(void);
/* -1: it has none. */
int listen_port_of(int fd);

#endif
