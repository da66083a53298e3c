/*
 * arena/marks.h - is an entrant the same on two machines? A program is its files (fingerprint.h). A
 * built-in bot is what it does: the state that it comes to in a few turns with the luck of this
 * tournament, which shows other rules and another bot as well.
 */
#ifndef REDOUBT_ARENA_MARKS_H
#define REDOUBT_ARENA_MARKS_H

#include "arena/tournament.h"
#include "host/text.h"

/* A text for each entrant, as they are on this machine. New reference; NULL with a problem. */
json_t *marks_json(const struct tournament *t, struct rd_problem *problem);

/* One number for a plan, its marks and the version of the program: who has the same ticket plays
 * the same tournament. */
void marks_ticket(const json_t *plan, const json_t *marks, const char *version,
                  char out[RD_HEX64_TEXT]);

#endif
