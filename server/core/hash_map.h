/*
 * server/core/hash_map.h - a hash table from 64-bit keys to pointers. Private to server.
 *
 * Keys are made by hash_map_key under a secret of the core's own, so that nobody outside can choose
 * ids that collide. Two ids with one key are one in 2^64; who needs to be sure compares the id.
 */
#ifndef REDOUBT_SERVER_HASH_MAP_H
#define REDOUBT_SERVER_HASH_MAP_H

#include <stddef.h>
#include <stdint.h>

struct hash_map_slot {
    uint64_t key;
    void *value; /* NULL: free */
};

struct hash_map {
    struct hash_map_slot *slot;
    size_t room, count; /* room is a power of two, or 0 */
};

void *hash_map_get(const struct hash_map *table, uint64_t key); /* NULL: not there */
void hash_map_put(struct hash_map *table, uint64_t key, void *value);
void *hash_map_remove(struct hash_map *table, uint64_t key);
void hash_map_free(struct hash_map *table);

uint64_t hash_map_key(const uint64_t secret[2], const char *text);

#endif
