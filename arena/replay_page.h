/*
 * arena/replay_page.h - a replay as a page that needs nothing else, no script either: boards and
 * sentences, turn by turn.
 */
#ifndef REDOUBT_ARENA_REPLAY_PAGE_H
#define REDOUBT_ARENA_REPLAY_PAGE_H

#include <stdio.h>

#include "arena/crew.h"
#include "arena/schedule.h"

enum { PAGES_MAX = 200, PAGES_MB = 64 /* of a tournament: the first of its games */ };

/* False with a problem: it is no replay, or of other rules. What can be played is written. */
bool replay_page_write(FILE *replay, FILE *out, struct rd_problem *problem);

/* Beside GAME.rdr, GAME.html, if it is not there or older. Its size; 0: it can't be made. */
size_t replay_page_make(const char *replay);

/* The pages of the first games of a tournament, whose replays lie in a folder, as many as there is
 * room for. How many games have theirs, without a gap. */
uint32_t replay_pages_make(const struct games *games, const char *folder);

/* The name of that page. */
void replay_page_path(const char *replay, char *out, size_t size);

#endif
