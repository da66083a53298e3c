/*
 * server/shell/notify.h - what systemd is told, where it started the server: that it is ready, and
 * that it still serves. Elsewhere nothing happens.
 */
#ifndef REDOUBT_SERVER_NOTIFY_H
#define REDOUBT_SERVER_NOTIFY_H

#include <stdint.h>

void notify_ready(void);
/* As often as one likes: it is told on when it is due. */
void notify_alive(int64_t now_ms);

#endif
