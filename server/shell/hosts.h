/*
 * server/shell/hosts.h - by which names this server may be asked for.
 *
 * A page of another site can make its own name lead to this machine, and would then be of the same
 * origin as the server. It can't do so with an address, nor with a name without a dot, which is
 * nobody's on the Internet.
 */
#ifndef REDOUBT_SERVER_HOSTS_H
#define REDOUBT_SERVER_HOSTS_H

#include <stdbool.h>

/* host: as a request has it, with or without a port. names: those that the settings allow, with
 * blanks or commas between them; "*": all. own: the name of this machine, or "". Addresses,
 * names without a dot (localhost, or of a machine in the house) and what ends in .localhost are
 * always fine. */
bool host_is_fine(const char *host, const char *names, const char *own);

#endif
