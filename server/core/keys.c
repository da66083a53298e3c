#include "server/core/keys.h"

#include <sodium.h>
#include <string.h>

#include "redoubt/base.h"

enum { SIGNS = 16 }; /* of a code, without what is between its groups */
static const char signs[] = "abcdefghijkmnpqrstuvwxyz23456789"; /* none looks like another */

/* ---- codes ---- */

static void hash_code(const char plain[SIGNS], uint8_t out[RECOVERY_HASH])
{
    static const unsigned char key[] = "redoubt recovery code";
    crypto_generichash(out, RECOVERY_HASH, (const unsigned char *)plain, SIGNS, key,
                       sizeof key - 1);
}

static bool plain_code(const char *text, char plain[SIGNS])
{
    uint32_t count = 0;
    for (; *text != '\0'; text++) {
        char sign = (char)(*text >= 'A' && *text <= 'Z' ? *text + 32 : *text);
        if (sign == '-' || sign == ' ') {
            continue;
        }
        if (count == SIGNS || strchr(signs, sign) == NULL) {
            return false;
        }
        plain[count++] = sign;
    }
    return count == SIGNS;
}

bool keys_find_code(const struct account_keys *keys, const char *text, uint32_t *index)
{
    char plain[SIGNS];
    uint8_t hash[RECOVERY_HASH];
    bool found = false;
    if (keys == NULL || !plain_code(text, plain)) {
        return false;
    }
    hash_code(plain, hash);
    for (uint32_t i = 0; i < keys->recovery_count; i++) {
        if (sodium_memcmp(keys->recovery[i], hash, RECOVERY_HASH) == 0) {
            *index = i;
            found = true;
        }
    }
    return found;
}

void keys_drop_code(struct account_keys *keys, uint32_t index)
{
    RD_ASSERT(index < keys->recovery_count);
    keys->recovery_count--;
    memmove(keys->recovery[index], keys->recovery[index + 1],
            (keys->recovery_count - index) * (size_t)RECOVERY_HASH);
}

/* abcd-efgh-ijkm-npqr */
static void code_text(const char plain[SIGNS], char out[RECOVERY_ROOM])
{
    for (uint32_t i = 0; i < SIGNS; i++) {
        out[i + i / 4] = plain[i];
        if (i % 4 == 3) {
            out[i + i / 4 + 1] = i + 1 == SIGNS ? '\0' : '-';
        }
    }
}

json_t *keys_new_codes(struct account_keys *keys, uint8_t random[RECOVERY_CODES][10])
{
    json_t *list = json_array();
    keys->recovery_count = RECOVERY_CODES;
    for (uint32_t code = 0; code < RECOVERY_CODES; code++) {
        char plain[SIGNS], text[RECOVERY_ROOM];
        for (uint32_t i = 0; i < SIGNS; i++) { /* five bits each */
            uint32_t bit = 5 * i, two = (uint32_t)random[code][bit / 8] << 8;
            two |= bit / 8 + 1 < 10 ? random[code][bit / 8 + 1] : 0;
            plain[i] = signs[two >> (11 - bit % 8) & 31];
        }
        hash_code(plain, keys->recovery[code]);
        code_text(plain, text);
        json_array_append_new(list, json_string(text));
    }
    return list;
}

/* ---- the record ---- */

static json_t *hex_json(const uint8_t *bytes, size_t size)
{
    char text[2 * TOTP_SECRET + 1];
    RD_ASSERT(2 * size < sizeof text);
    sodium_bin2hex(text, sizeof text, bytes, size);
    return json_string(text);
}

json_t *keys_to_json(const struct account_keys *keys)
{
    json_t *codes = json_array();
    for (uint32_t i = 0; i < keys->recovery_count; i++) {
        json_array_append_new(codes, hex_json(keys->recovery[i], RECOVERY_HASH));
    }
    json_t *json = json_pack("{s:o}", "codes", codes);
    if (keys->second != SECOND_NONE) {
        json_object_set_new(json, "second",
                            json_pack("{s:o, s:b, s:I}", "secret",
                                      hex_json(keys->secret, TOTP_SECRET), "on",
                                      keys->second == SECOND_ON, "used", (json_int_t)keys->used));
    }
    return json;
}

static bool read_hex(const json_t *json, uint8_t *out, size_t size)
{
    const char *text = json_string_value(json);
    size_t length = 0;
    return text != NULL &&
           sodium_hex2bin(out, size, text, strlen(text), NULL, &length, NULL) == 0 &&
           length == size;
}

bool keys_from_json(const json_t *json, struct account_keys *keys)
{
    const json_t *codes = json_object_get(json, "codes"), *second = json_object_get(json, "second");
    memset(keys, 0, sizeof *keys);
    if (json_array_size(codes) > RECOVERY_CODES) {
        return false;
    }
    for (size_t i = 0; i < json_array_size(codes); i++) {
        if (!read_hex(json_array_get(codes, i), keys->recovery[i], RECOVERY_HASH)) {
            return false;
        }
        keys->recovery_count++;
    }
    if (second == NULL) {
        return true;
    }
    keys->second = json_is_true(json_object_get(second, "on")) ? SECOND_ON : SECOND_OFFERED;
    keys->used = json_integer_value(json_object_get(second, "used"));
    return read_hex(json_object_get(second, "secret"), keys->secret, TOTP_SECRET);
}
