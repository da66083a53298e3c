/*
 * server/core/luck.h - the luck of a match, drawn by the server and by its seats together.
 *
 * The server commits itself to a key when the match is made. Seats seal shares of their own before
 * they can know it, and open them when nobody can sit down any more; the luck comes from the key
 * and all shares. Whoever chooses last, chooses blindly. Key, shares and seals are hexadecimal
 * texts; docs/protocol.md has the formulas. Nothing here owns memory.
 */
#ifndef REDOUBT_SERVER_LUCK_H
#define REDOUBT_SERVER_LUCK_H

#include <stdbool.h>
#include <stdint.h>

#include "redoubt/game.h"

enum {
    LUCK_KEY_ROOM = 33, /* 128 bits as text, with its 0 */
    LUCK_HASH_ROOM = 65 /* 256 bits likewise */
};

/* What the seats of a match have sealed and opened; "": not. */
struct shares {
    char seal[RD_SEATS_MAX][LUCK_HASH_ROOM];
    char share[RD_SEATS_MAX][LUCK_KEY_ROOM];
};

bool luck_is_seal(const char *text);
bool luck_is_share(const char *text);

/* What is told of the key before anybody may know it. */
void luck_commitment(const char *match, const char *key, char out[LUCK_HASH_ROOM]);
/* Likewise of a share. */
void luck_seal(const char *share, char out[LUCK_HASH_ROOM]);
/* Seats whose shares are sealed and not opened. shares: NULL: none. */
rd_seats luck_missing(const struct shares *shares);
/* Opens one that is missing. False: the seal is of another share. */
bool luck_open(struct shares *shares, rd_seat seat, const char *share);
/* The key and all opened shares in one; without shares the key itself. */
void luck_mix(const char *match, const char *key, const struct shares *shares, uint32_t seats,
              char out[LUCK_KEY_ROOM]);

#endif
