/*
 * arena/fingerprint.h - has a program changed since it last played? A hash over the files it is
 * made of: those of a folder, or those that its command names.
 */
#ifndef REDOUBT_ARENA_FINGERPRINT_H
#define REDOUBT_ARENA_FINGERPRINT_H

#include <stddef.h>

enum { FINGERPRINT_TEXT = 17 }; /* 16 hexadecimal digits */

/* Of the files below a folder (names, contents, what may be run; not __pycache__ and .git), or,
 * for a folder that is NULL or "", of the files that the command names and the folders it goes to,
 * but for the system's. "" if there are none. */
void fingerprint_of(const char *command, const char *folder, char out[FINGERPRINT_TEXT]);

#endif
