/*
 * server/core/names.h - names that others see. Private to server/core.
 *
 * Two names that look alike are the same name: "Admin", "AdmIn", "Аdmin" with a Cyrillic letter and
 * "Ad min". What one looks like is written down as its skeleton.
 */
#ifndef REDOUBT_SERVER_NAMES_H
#define REDOUBT_SERVER_NAMES_H

#include <stdbool.h>

enum { SKELETON_ROOM = 136 }; /* of a name of 40 bytes */

/* No control characters and none that can't be seen, no blank at its ends, and some letter, digit
 * or picture. */
bool name_is_fine(const char *name, unsigned room);
/* What it looks like: the same text for names that look alike. */
void name_skeleton(const char *name, char out[SKELETON_ROOM]);

#endif
