/*
 * clients/cli/replay_luck.h - where the luck of a match on a server came from, as its replay says.
 */
#ifndef REDOUBT_CLI_REPLAY_LUCK_H
#define REDOUBT_CLI_REPLAY_LUCK_H

#include <jansson.h>
#include <stdbool.h>

#include "host/problem.h"

/* Does the key fit what was committed to, each share its seal, and the luck all of them? True also
 * for a replay that doesn't tell. False: the problem says what doesn't fit. */
bool replay_luck_fits(const json_t *header, struct rd_problem *problem);
/* What was checked, to people; nothing for a replay that doesn't tell. */
void replay_luck_print(const json_t *header);

#endif
