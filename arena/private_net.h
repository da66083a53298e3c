/*
 * arena/private_net.h - a network with nobody in it but one program and us, for programs that were
 * written for a server: its only address is 127.0.0.1, and we listen there.
 */
#ifndef REDOUBT_ARENA_PRIVATE_NET_H
#define REDOUBT_ARENA_PRIVATE_NET_H

#include <stdbool.h>

enum { PRIVATE_NET_PORT = 8080 };

/* In the child that becomes the program: moves it into a network of its own, listens there, and
 * hands the socket over `line`. Safe after fork. */
bool private_net_enter(int line);
/* Ours: the socket that was handed over, -1 if there is none. */
int private_net_take(int line);

/* Without a sandbox: a socket at a free port of this machine; *port gets it. -1: none to be had. */
int private_net_here(int *port);

#endif
