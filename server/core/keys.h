/*
 * server/core/keys.h - what opens an account besides its password: codes for who has lost it, and a
 * second factor. Part of a player, and of its record; guests have none.
 */
#ifndef REDOUBT_SERVER_KEYS_H
#define REDOUBT_SERVER_KEYS_H

#include <jansson.h>

#include "server/core/totp.h"

enum {
    RECOVERY_CODES = 8,
    RECOVERY_ROOM = 20, /* of a code as text: four groups of four signs, with its 0 */
    RECOVERY_HASH = 16  /* bytes */
};

enum second { SECOND_NONE, SECOND_OFFERED, SECOND_ON };

struct account_keys {
    uint8_t recovery[RECOVERY_CODES][RECOVERY_HASH]; /* hashes; each is good once */
    uint32_t recovery_count;
    enum second second; /* offered: shown, and not yet tried */
    uint8_t secret[TOTP_SECRET];
    int64_t used; /* the latest step whose digits were accepted */
};

/* Text as people type it: groups, case and blanks don't matter. False: no such code. */
bool keys_find_code(const struct account_keys *keys, const char *text, uint32_t *index);
void keys_drop_code(struct account_keys *keys, uint32_t index);
/* From 80 random bits for each. codes: the texts, for the owner only. */
json_t *keys_new_codes(struct account_keys *keys, uint8_t random[RECOVERY_CODES][10]);
json_t *keys_to_json(const struct account_keys *keys);
bool keys_from_json(const json_t *json, struct account_keys *keys);

#endif
