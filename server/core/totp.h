/*
 * server/core/totp.h - the six digits that an authenticator shows: RFC 6238, with HMAC-SHA-1, steps
 * of 30 seconds, as every such program has it. Pure.
 */
#ifndef REDOUBT_SERVER_TOTP_H
#define REDOUBT_SERVER_TOTP_H

#include <stdbool.h>
#include <stdint.h>

enum {
    TOTP_SECRET = 20, /* bytes */
    TOTP_ROOM = 33,   /* of a secret as text: base32, with its 0 */
    TOTP_STEP_MS = 30000
};

uint32_t totp_digits(const uint8_t secret[TOTP_SECRET], int64_t step); /* below 1,000,000 */
void totp_secret_text(const uint8_t secret[TOTP_SECRET], char out[TOTP_ROOM]);
/* Are these the digits of now, of the step before or of the next? Clocks differ. Digits are good
 * once: *used is the latest step that was, and becomes this one. */
bool totp_accepts(const uint8_t secret[TOTP_SECRET], const char *digits, int64_t wall_ms,
                  int64_t *used);

#endif
