/* Where connections come from: what one address has and does, whoever it says it is. The shell says
 * which are the same; each connection of this machine itself is by itself. */
#include <stdlib.h>

#include "server/core/state.h"

enum { FORGET_MS = 600000 };

static const uint64_t own =
    UINT64_C(0x6f776e2d6d616368); /* mixed into the numbers of connections */

uint64_t origin_key(uint64_t address, uint64_t connection)
{
    uint64_t key = address != 0 ? address : (connection + 1) * UINT64_C(0x9e3779b97f4a7c15) ^ own;
    return key + (key == 0);
}

struct origin *origin_of(struct core *core, uint64_t key)
{
    struct origin *origin = hash_map_get(&core->origins, key);
    if (origin == NULL) {
        origin = calloc(1, sizeof *origin);
        RD_ASSERT(origin != NULL);
        origin->key = key;
        hash_map_put(&core->origins, key, origin);
    }
    origin->seen_t = core->time;
    return origin;
}

/* 0: nobody knows any more where it came from. */
void origin_count(struct core *core, uint64_t key, bool live)
{
    if (key != 0) {
        struct origin *origin = origin_of(core, key);
        RD_ASSERT(live || origin->live > 0);
        origin->live += live ? 1 : UINT32_MAX;
    }
}

uint32_t origin_live(const struct core *core, uint64_t key)
{
    const struct origin *origin = key == 0 ? NULL : hash_map_get(&core->origins, key);
    return origin == NULL ? 0 : origin->live;
}

/* Those that have nothing and did nothing for a while. */
void origins_scan(struct core *core)
{
    struct hash_map kept = { NULL, 0, 0 };
    if (core->time - core->origins_t < FORGET_MS) {
        return;
    }
    core->origins_t = core->time;
    for (size_t i = 0; i < core->origins.room; i++) {
        struct origin *origin = core->origins.slot[i].value;
        if (origin == NULL) {
            continue;
        }
        if (origin->live == 0 && origin->hashes == 0 && core->time - origin->seen_t >= FORGET_MS) {
            free(origin);
        } else {
            hash_map_put(&kept, origin->key, origin);
        }
    }
    hash_map_free(&core->origins);
    core->origins = kept;
}

void origins_free(struct core *core)
{
    for (size_t i = 0; i < core->origins.room; i++) {
        free(core->origins.slot[i].value);
    }
    hash_map_free(&core->origins);
}
