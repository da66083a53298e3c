#include "server/core/luck.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

static bool is_hex(const char *text, size_t length)
{
    return strlen(text) == length && strspn(text, "0123456789abcdef") == length;
}

bool luck_is_seal(const char *text)
{
    return is_hex(text, LUCK_HASH_ROOM - 1);
}

bool luck_is_share(const char *text)
{
    return is_hex(text, LUCK_KEY_ROOM - 1);
}

/* BLAKE2b of so many bits as room is for. */
static void hash_text(const char *text, char *out, size_t room)
{
    uint8_t hash[crypto_generichash_BYTES];
    size_t size = (room - 1) / 2;
    RD_ASSERT(size >= crypto_generichash_BYTES_MIN && size <= sizeof hash);
    crypto_generichash(hash, size, (const unsigned char *)text, strlen(text), NULL, 0);
    sodium_bin2hex(out, room, hash, size);
}

void luck_commitment(const char *match, const char *key, char out[LUCK_HASH_ROOM])
{
    char text[128];
    snprintf(text, sizeof text, "redoubt-luck-1:%.40s:%.32s", match, key);
    hash_text(text, out, LUCK_HASH_ROOM);
}

void luck_seal(const char *share, char out[LUCK_HASH_ROOM])
{
    char text[64];
    snprintf(text, sizeof text, "redoubt-share-1:%.32s", share);
    hash_text(text, out, LUCK_HASH_ROOM);
}

rd_seats luck_missing(const struct shares *shares)
{
    rd_seats seats = 0;
    for (uint32_t seat = 0; shares != NULL && seat < RD_SEATS_MAX; seat++) {
        if (shares->seal[seat][0] != '\0' && shares->share[seat][0] == '\0') {
            seats |= RD_SEAT_BIT(seat);
        }
    }
    return seats;
}

bool luck_open(struct shares *shares, rd_seat seat, const char *share)
{
    char seal[LUCK_HASH_ROOM];
    RD_ASSERT(seat < RD_SEATS_MAX);
    if (!luck_is_share(share)) {
        return false;
    }
    luck_seal(share, seal);
    if (strcmp(seal, shares->seal[seat]) != 0) {
        return false;
    }
    memcpy(shares->share[seat], share, LUCK_KEY_ROOM);
    return true;
}

void luck_mix(const char *match, const char *key, const struct shares *shares, uint32_t seats,
              char out[LUCK_KEY_ROOM])
{
    char text[128 + RD_SEATS_MAX * LUCK_KEY_ROOM];
    bool any = false;
    int length = snprintf(text, sizeof text, "redoubt-luck-2:%.40s:%.32s", match, key);
    for (uint32_t seat = 0; shares != NULL && seat < seats && seat < RD_SEATS_MAX; seat++) {
        bool opened = shares->share[seat][0] != '\0';
        any = any || opened;
        length += snprintf(text + length, sizeof text - (size_t)length, ":%s",
                           opened ? shares->share[seat] : "-");
    }
    if (any) {
        hash_text(text, out, LUCK_KEY_ROOM);
    } else {
        snprintf(out, LUCK_KEY_ROOM, "%.32s", key);
    }
}
