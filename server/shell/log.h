/*
 * server/shell/log.h - lines for whoever runs the server: time, event, key=value pairs. On standard
 * error, from any thread. Never tokens, never orders, never what players wrote.
 */
#ifndef REDOUBT_SERVER_LOG_H
#define REDOUBT_SERVER_LOG_H

#include <stdbool.h>

void server_log(const char *event, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Whether lines are written at all. */
void server_log_to_stderr(bool yes);

#endif
