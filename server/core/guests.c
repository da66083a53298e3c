/* Whoever looks in becomes a guest. Those who never did anything that a log would know of are
 * forgotten after a day: nobody misses them, and they must not fill the server. */
#include <stdlib.h>

#include "server/core/state.h"

enum { SCAN_MS = 3600000, STAY_MS = 86400000, AT_ONCE = 1000 };

void guest_used(struct core *core, const struct player *player)
{
    struct player *found = player == NULL ? NULL : core_player(core, player->id);
    if (found != NULL) {
        found->used = true;
    }
}

static void look_who_is_here(struct core *core)
{
    for (uint32_t i = 0; i < core->player_count; i++) {
        core->player[i]->here = false;
    }
    for (size_t i = 0; i < core->connections.room; i++) {
        const struct connection *connection = core->connections.slot[i].value;
        if (connection != NULL && connection->player != NULL) {
            connection->player->here = true;
        }
    }
}

static bool may_go(const struct core *core, const struct player *player)
{
    return !player->account && !player->used && !player->busy && !player->here && !player->banned &&
           !player->muted && player->owner == NULL && core->wall_ms - player->made_ms > STAY_MS;
}

void guests_scan(struct core *core)
{
    uint32_t count = 0;
    if (core->time - core->guests_t < SCAN_MS || core->retry_ms != 0 || core->logs_unknown ||
        core->others) { /* one of them may know them */
        return;
    }
    core->guests_t = core->time;
    look_who_is_here(core);
    for (uint32_t i = 0; i < core->player_count && count < AT_ONCE; i++) {
        struct player *player = core->player[i];
        if (may_go(core, player)) {
            struct op op = { .kind = OP_GONE, .player = player };
            RD_ASSERT(!player->account && !player->busy);
            player->busy = player->going = true;
            store_op(core, &op, "gone", copied("{}"));
            count++;
        }
    }
}
