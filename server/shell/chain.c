#include "server/shell/chain.h"

#include <sodium.h>
#include <string.h>

static void add_text(crypto_generichash_state *state, const char *text)
{
    crypto_generichash_update(state, (const unsigned char *)text, strlen(text) + 1);
}

void chain_add(struct chain *chain, const struct core_record *record)
{
    crypto_generichash_state state;
    unsigned char numbers[12];
    for (uint32_t i = 0; i < 4; i++) {
        numbers[i] = (unsigned char)(record->n >> 8 * i);
    }
    for (uint32_t i = 0; i < 8; i++) {
        numbers[4 + i] = (unsigned char)((uint64_t)record->at_ms >> 8 * i);
    }
    crypto_generichash_init(&state, NULL, 0, CHAIN_SIZE);
    crypto_generichash_update(&state, chain->link, CHAIN_SIZE);
    crypto_generichash_update(&state, numbers, sizeof numbers);
    add_text(&state, record->id);
    add_text(&state, record->kind);
    add_text(&state, record->body);
    crypto_generichash_final(&state, chain->link, CHAIN_SIZE);
}

bool chain_follows(struct chain *chain, const struct core_record *record, const void *link)
{
    if (record->n <= 1) {
        memset(chain, 0, sizeof *chain);
    }
    if (record->n == 0 || link == NULL) {
        return true;
    }
    chain_add(chain, record);
    bool same = memcmp(chain->link, link, CHAIN_SIZE) == 0;
    memcpy(chain->link, link, CHAIN_SIZE);
    return same;
}
