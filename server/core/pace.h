/*
 * server/core/pace.h - steps of a turn that all seats at the table are shown together. Private to
 * server/core.
 *
 * When a turn is over, its steps are shown one after the other: the next one when every seat that
 * is shown steps has said that it is ready, or when some seconds have gone.
 */
#ifndef REDOUBT_SERVER_PACE_H
#define REDOUBT_SERVER_PACE_H

#include "server/core/match.h"

struct core;

/* A turn has been completed. */
void pace_begin(struct core *core, struct match *match);
/* Somebody came, went or said something: does the next step begin? */
void pace_look(struct core *core, struct match *match);
/* What is shown now, to somebody who begins to watch. */
void pace_send(struct core *core, const struct match *match, struct watcher to);

/* In the server's time; INT64_MAX: nothing is waited for. */
int64_t pace_deadline(const struct match *match);
void pace_run_out(struct core *core, struct match *match);

#endif
