#include "server/core/totp.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK = 64, DIGEST = 20 };

/* ---- SHA-1, which nothing else here uses: an HMAC with it is still sound ---- */

static uint32_t turned(uint32_t word, uint32_t by)
{
    return (word << by) | (word >> (32 - by));
}

static uint32_t chosen(uint32_t round, uint32_t b, uint32_t c, uint32_t d)
{
    return round < 20   ? ((b & c) | (~b & d)) + 0x5a827999U
           : round < 40 ? (b ^ c ^ d) + 0x6ed9eba1U
           : round < 60 ? ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdcU
                        : (b ^ c ^ d) + 0xca62c1d6U;
}

static void add_block(uint32_t h[5], const uint8_t block[BLOCK])
{
    uint32_t w[80], v[5];
    for (size_t i = 0; i < 16; i++) {
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
               (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    }
    for (uint32_t i = 16; i < 80; i++) {
        w[i] = turned(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    }
    memcpy(v, h, sizeof v);
    for (uint32_t i = 0; i < 80; i++) {
        uint32_t next = turned(v[0], 5) + chosen(i, v[1], v[2], v[3]) + v[4] + w[i];
        v[4] = v[3];
        v[3] = v[2];
        v[2] = turned(v[1], 30);
        v[1] = v[0];
        v[0] = next;
    }
    for (uint32_t i = 0; i < 5; i++) {
        h[i] += v[i];
    }
}

/* Of one whole block and less than another one, which is all that an HMAC of a number needs. */
static void sha1(const uint8_t first[BLOCK], const uint8_t *more, uint32_t size,
                 uint8_t out[DIGEST])
{
    uint32_t h[5] = { 0x67452301U, 0xefcdab89U, 0x98badcfeU, 0x10325476U, 0xc3d2e1f0U };
    uint8_t last[BLOCK] = { 0 };
    uint32_t bits = 8 * (BLOCK + size);
    memcpy(last, more, size);
    last[size] = 0x80;
    last[BLOCK - 2] = (uint8_t)(bits >> 8);
    last[BLOCK - 1] = (uint8_t)bits;
    add_block(h, first);
    add_block(h, last);
    for (uint32_t i = 0; i < DIGEST; i++) {
        out[i] = (uint8_t)(h[i / 4] >> (24 - 8 * (i % 4)));
    }
}

static void hmac(const uint8_t secret[TOTP_SECRET], const uint8_t message[8], uint8_t out[DIGEST])
{
    uint8_t pad[BLOCK], inner[DIGEST];
    memset(pad, 0x36, sizeof pad);
    for (uint32_t i = 0; i < TOTP_SECRET; i++) {
        pad[i] ^= secret[i];
    }
    sha1(pad, message, 8, inner);
    for (uint32_t i = 0; i < BLOCK; i++) {
        pad[i] ^= 0x36 ^ 0x5c;
    }
    sha1(pad, inner, DIGEST, out);
}

/* ---- digits ---- */

uint32_t totp_digits(const uint8_t secret[TOTP_SECRET], int64_t step)
{
    uint8_t message[8], mac[DIGEST];
    for (uint32_t i = 0; i < sizeof message; i++) {
        message[i] = (uint8_t)((uint64_t)step >> (56 - 8 * i));
    }
    hmac(secret, message, mac);
    const uint8_t *at = mac + (mac[DIGEST - 1] & 15);
    uint32_t number =
        (uint32_t)(at[0] & 0x7f) << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
    return number % 1000000;
}

void totp_secret_text(const uint8_t secret[TOTP_SECRET], char out[TOTP_ROOM])
{
    static const char signs[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    for (uint32_t i = 0; i + 1 < TOTP_ROOM; i++) { /* five bits each, 160 in all */
        uint32_t bit = 5 * i, two = (uint32_t)secret[bit / 8] << 8;
        two |= bit / 8 + 1 < TOTP_SECRET ? secret[bit / 8 + 1] : 0;
        out[i] = signs[two >> (11 - bit % 8) & 31];
    }
    out[TOTP_ROOM - 1] = '\0';
}

bool totp_accepts(const uint8_t secret[TOTP_SECRET], const char *digits, int64_t wall_ms,
                  int64_t *used)
{
    int64_t now = wall_ms / TOTP_STEP_MS;
    if (strlen(digits) != 6 || strspn(digits, "0123456789") != 6) {
        return false;
    }
    for (int64_t step = now - 1; step <= now + 1; step++) {
        if (step > *used && totp_digits(secret, step) == strtoul(digits, NULL, 10)) {
            *used = step;
            return true;
        }
    }
    return false;
}
