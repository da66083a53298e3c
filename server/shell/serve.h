/*
 * server/shell/serve.h - a whole server: core, disk, network, threads, signals.
 */
#ifndef REDOUBT_SERVER_SERVE_H
#define REDOUBT_SERVER_SERVE_H

#include <stdbool.h>
#include <stddef.h>

#include "host/problem.h"
#include "server/shell/config.h"

struct server;

/* Loads everything and listens. name: "redoubt 1.2.0". NULL with a problem. */
struct server *server_open(const struct config *config, const char *name,
                           struct rd_problem *problem);
int server_port(const struct server *server);
/* Until SIGTERM or SIGINT; what is being written is finished, and what waits is sent. False: it had
 * to stop, since another server has taken over. */
bool server_run(struct server *server);
void server_close(struct server *server); /* NULL is fine */

/* $XDG_STATE_HOME/redoubt/redoubt.db, by default under ~/.local/state. False: there is no home. */
bool server_default_db(char *out, size_t size);
/* Where the server of this database is administered, unless the setting admin says otherwise. */
void server_admin_path(const char *db, char *out, size_t size);
/* The folder of the web client beside this program: clients/web/dist in a build folder,
 * ../share/redoubt/web where it is installed. False: there is none. */
bool server_find_web(char *out, size_t size);

#endif
