#include "server/core/hash_map.h"

#include <stdlib.h>
#include <string.h>

#include "redoubt/luck.h"

uint64_t hash_map_key(const uint64_t secret[2], const char *text)
{
    return rd_siphash(secret, text, strlen(text));
}

static size_t home_of(const struct hash_map *table, uint64_t key)
{
    return (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 16) & (table->room - 1);
}

/* The slot that has the key, or the free one where it belongs. */
static size_t find(const struct hash_map *table, uint64_t key)
{
    RD_ASSERT(table->count < table->room); /* a free slot ends the search */
    size_t at = home_of(table, key);
    while (table->slot[at].value != NULL && table->slot[at].key != key) {
        at = (at + 1) & (table->room - 1);
    }
    return at;
}

void *hash_map_get(const struct hash_map *table, uint64_t key)
{
    return table->room == 0 ? NULL : table->slot[find(table, key)].value;
}

static void resize(struct hash_map *table, size_t room)
{
    struct hash_map old = *table;
    RD_ASSERT(room > table->count && (room & (room - 1)) == 0);
    table->slot = calloc(room, sizeof *table->slot);
    RD_ASSERT(table->slot != NULL);
    table->room = room;
    for (size_t i = 0; i < old.room; i++) {
        if (old.slot[i].value != NULL) {
            table->slot[find(table, old.slot[i].key)] = old.slot[i];
        }
    }
    free(old.slot);
}

void hash_map_put(struct hash_map *table, uint64_t key, void *value)
{
    RD_ASSERT(value != NULL);
    if (2 * (table->count + 1) > table->room) {
        resize(table, table->room == 0 ? 16 : 2 * table->room);
    }
    size_t at = find(table, key);
    table->count += table->slot[at].value == NULL;
    table->slot[at].key = key;
    table->slot[at].value = value;
    RD_ASSERT(2 * table->count <= table->room);
}

void *hash_map_remove(struct hash_map *table, uint64_t key)
{
    if (table->room == 0) {
        return NULL;
    }
    size_t hole = find(table, key), mask = table->room - 1;
    void *value = table->slot[hole].value;
    if (value == NULL) {
        return NULL;
    }
    RD_ASSERT(table->count > 0);
    table->count--;
    table->slot[hole].value = NULL;
    /* Those behind the hole that would no longer be found move into it. */
    for (size_t at = (hole + 1) & mask; table->slot[at].value != NULL; at = (at + 1) & mask) {
        size_t home = home_of(table, table->slot[at].key);
        if (((at - home) & mask) >= ((at - hole) & mask)) {
            table->slot[hole] = table->slot[at];
            table->slot[at].value = NULL;
            hole = at;
        }
    }
    return value;
}

void hash_map_free(struct hash_map *table)
{
    free(table->slot);
    memset(table, 0, sizeof *table);
}
