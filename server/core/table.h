/*
 * server/core/table.h - a hash table from 64-bit keys to pointers. Private to server.
 *
 * Keys are made by table_key_of under a secret of the core's own, so that nobody outside can choose
 * ids that collide. Two ids with one key are one in 2^64; who needs to be sure compares the id.
 */
#ifndef REDOUBT_SERVER_TABLE_H
#define REDOUBT_SERVER_TABLE_H

#include <stddef.h>
#include <stdint.h>

struct table_slot {
    uint64_t key;
    void *value; /* NULL: free */
};

struct table {
    struct table_slot *slot;
    size_t room, count; /* room is a power of two, or 0 */
};

void *table_get(const struct table *table, uint64_t key); /* NULL: not there */
void table_put(struct table *table, uint64_t key, void *value);
void *table_remove(struct table *table, uint64_t key);
void table_free(struct table *table);

uint64_t table_key_of(const uint64_t secret[2], const char *text);

#endif
