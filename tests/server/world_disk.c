#include "tests/server/world_disk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/list.h"

/* As the database does it: of what belongs to no log only the latest is kept, and a stub goes when
 * its log grows. */
static void forget_older(struct world *world, const struct core_record *record)
{
    const char *kind = record->n > 0                       ? "stub"
                       : strcmp(record->kind, "gone") == 0 ? "player"
                                                           : record->kind;
    if (record->n > 0 && world->stubs == 0) {
        return; /* nothing has slept yet */
    }
    for (uint32_t i = world->disk_count; i > 0; i--) {
        struct core_record *old = &world->disk[i - 1];
        if (old->n == 0 && strcmp(old->kind, kind) == 0 && strcmp(old->id, record->id) == 0) {
            free(old->body);
            world->disk_count--;
            memmove(old, old + 1, (world->disk_count - (i - 1)) * sizeof *old);
        }
    }
}

void disk_keep(struct world *world, struct core_batch *batch)
{
    for (uint32_t i = 0; i < batch->count; i++) {
        forget_older(world, &batch->record[i]);
        world->disk =
            rd_grown(world->disk, world->disk_count, &world->disk_room, sizeof *world->disk);
        world->disk[world->disk_count++] = batch->record[i];
        batch->record[i].body = NULL;
        world->stubs += strcmp(batch->record[i].kind, "stub") == 0;
    }
}

static bool has_stub(const struct world *world, const char *match)
{
    for (uint32_t i = 0; i < world->disk_count; i++) {
        const struct core_record *record = &world->disk[i];
        if (strcmp(record->kind, "stub") == 0 && strcmp(record->id, match) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_wanted(const struct world *world, const struct core_record *record, bool logs)
{
    return (record->n > 0) == logs && (!logs || !has_stub(world, record->id));
}

bool disk_load(const struct world *world, struct core *core)
{
    bool fine = true;
    for (uint32_t pass = 0; pass < 3; pass++) { /* players first, then stubs and so on, then logs */
        for (uint32_t i = 0; i < world->disk_count; i++) {
            struct rd_problem problem = { "" };
            bool player = strcmp(world->disk[i].kind, "player") == 0;
            if (player == (pass == 0) && is_wanted(world, &world->disk[i], pass == 2) &&
                !core_load(core, &world->disk[i], &problem)) {
                printf("# %s\n", problem.text);
                fine = false;
            }
        }
    }
    return fine;
}

void disk_fetch(struct world *world, struct core_fetch *fetch)
{
    for (uint32_t i = 0; fetch->ok && i < world->disk_count; i++) {
        if (world->disk[i].n > 0 && strcmp(world->disk[i].id, fetch->match) == 0) {
            core_fetch_add(fetch, &world->disk[i]);
        }
    }
    world->woken += fetch->ok;
}

void disk_hash(struct core_hash *hash)
{
    char made[CORE_HASH_ROOM];
    snprintf(made, sizeof made, "hash of %.100s", hash->password);
    hash->ok = hash->against[0] == '\0' || strcmp(hash->against, made) == 0;
    snprintf(hash->made, sizeof hash->made, "%s", made);
}

void disk_free(struct world *world)
{
    for (uint32_t i = 0; i < world->disk_count; i++) {
        free(world->disk[i].body);
    }
    free(world->disk);
}
