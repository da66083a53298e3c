/*
 * tests/server/world_disk.h - what is stored in a world, kept and read as a database does it.
 */
#ifndef REDOUBT_TESTS_WORLD_DISK_H
#define REDOUBT_TESTS_WORLD_DISK_H

#include "tests/server/world.h"

/* The bodies of the batch are taken over. */
void disk_keep(struct world *world, struct core_batch *batch);
bool disk_load(const struct world *world, struct core *core);
/* Fills in the log if fetch->ok. */
void disk_fetch(struct world *world, struct core_fetch *fetch);
/* Not the real thing, which takes 64 MB each time. */
void disk_hash(struct core_hash *hash);
void disk_free(struct world *world);

#endif
