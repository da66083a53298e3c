/* Ids, tokens and keys: a keyed hash in counter mode over the seed that the core was given. */
#include <sodium.h>
#include <string.h>

#include "server/core/state.h"

void random_bytes(struct core *core, void *out, size_t size)
{
    uint8_t block[32], *to = out;
    while (size > 0) {
        size_t part = size < sizeof block ? size : sizeof block;
        core->drawn++;
        crypto_generichash(block, sizeof block, (const unsigned char *)&core->drawn,
                           sizeof core->drawn, core->config.seed, CORE_SEED_SIZE);
        memcpy(to, block, part);
        to += part;
        size -= part;
    }
    sodium_memzero(block, sizeof block);
}

void random_id(struct core *core, char letter, char out[CORE_ID_MAX])
{
    static const char signs[] = "abcdefghijkmnpqrstuvwxyz23456789"; /* none looks like another */
    uint8_t bytes[15];
    RD_STATIC_ASSERT(sizeof signs == 33, "five bits a sign");
    random_bytes(core, bytes, sizeof bytes);
    out[0] = letter;
    for (uint32_t i = 0; i < sizeof bytes; i++) {
        out[1 + i] = signs[bytes[i] & 31];
    }
    out[1 + sizeof bytes] = '\0';
}

void token_hash(const char *token, uint8_t out[HASH_SIZE])
{
    crypto_generichash(out, HASH_SIZE, (const unsigned char *)token, strlen(token), NULL, 0);
}

uint64_t token_key(const uint8_t hash[HASH_SIZE])
{
    uint64_t key;
    memcpy(&key, hash, sizeof key);
    return key;
}
