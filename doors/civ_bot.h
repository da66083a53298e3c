/*
 * doors/civ_bot.h - programs of the older civ contest, as they are, in matches and contests.
 *
 * Such a program asks a server over HTTP. Here that server is for it alone: the last two words of
 * its command are the server's address and its key. Who asks while others are on move gets the
 * answer when its own turn has come.
 */
#ifndef REDOUBT_DOORS_CIV_BOT_H
#define REDOUBT_DOORS_CIV_BOT_H

#include "arena/entrant.h"

extern const struct door door_civ;

#endif
