/*
 * megaminer_state.h - a position as programs of the MegaMiner tournament are told it: one line of
 * JSON with their keys in their order, written as Python's json module writes.
 */
#ifndef APOCA_MEGAMINER_STATE_H
#define APOCA_MEGAMINER_STATE_H

#include <stdbool.h>

#include "games/apoca/apoca.h"

/* The line without its end; the caller frees it. names are the teams', "" before they are known.
 * undecided: tell nothing of a winner yet. */
char *apoca_megaminer_state(const struct apoca_open *open, const char *const names[APOCA_SEATS],
                            bool undecided);

#endif
