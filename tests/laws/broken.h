/*
 * tests/laws/broken.h - the list of games that are broken on purpose.
 */
#ifndef REDOUBT_TESTS_LAWS_BROKEN_H
#define REDOUBT_TESTS_LAWS_BROKEN_H

#include "redoubt/game.h"

/* One more of them: a copy of the game, for the caller to break, which this law must find within so
 * many steps. */
struct rd_game *mutate(const char *name, uint32_t law, uint32_t steps, const struct rd_game *base);

/* broken_frames.c */
void list_frame_mutants(void);

#endif
