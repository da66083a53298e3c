/* Law 6: who acts at the same time as others neither sees nor is seen before all have acted. */
#include <string.h>

#include "laws/laws.h"
#include "laws/plan.h"

enum { MERGES = 4 /* ways to put the seats' orders in sequence */ };

/* Which seat comes next: the lowest first, the highest first, then any. */
static rd_seat next_in_merge(const struct plan *plan, const uint32_t used[], uint32_t merge,
                             struct rd_luck *luck)
{
    rd_seat with_orders[RD_SEATS_MAX];
    int32_t count = 0;
    for (rd_seat seat = 0; seat < RD_SEATS_MAX; seat++) {
        if (used[seat] < plan->count[seat]) {
            with_orders[count++] = seat;
        }
    }
    RD_ASSERT(count > 0);
    switch (merge) {
    case 0:
        return with_orders[0];
    case 1:
        return with_orders[count - 1];
    default:
        return with_orders[rd_luck_range(luck, 0, count - 1)];
    }
}

static bool others_see_nothing(struct trial *trial, const void *before, const void *after,
                               rd_seat actor)
{
    for (rd_seat seat = 0; seat <= RD_SPECTATOR; seat++) {
        if (seat == actor || (seat >= trial->seats && seat != RD_SPECTATOR)) {
            continue;
        }
        trial->game->observe(before, seat, trial->view[0]);
        trial->game->observe(after, seat, trial->view[1]);
        if (memcmp(trial->view[0], trial->view[1], trial->game->view_size) != 0) {
            return !law_broken(trial,
                               "the view of seat %u changes while seat %u gives a sealed order",
                               seat, actor);
        }
    }
    return true;
}

/* All orders in one sequence, on spare[0]. */
static bool play_merge(struct trial *trial, const struct plan *plan, uint32_t merge)
{
    const struct rd_game *game = trial->game;
    struct rd_luck chooser = law_luck(trial, 50 + merge), luck = trial->luck;
    uint32_t used[RD_SEATS_MAX] = { 0 };
    void *now = trial->spare[0], *before = trial->spare[2];
    memcpy(now, trial->state, game->state_size);
    for (uint32_t i = 0; i < plan->total; i++) {
        rd_seat seat = next_in_merge(plan, used, merge, &chooser);
        struct rd_action action = plan->action[seat][used[seat]++];
        if (game->judge(now, seat, action).code != RD_OK) {
            return !law_broken(
                trial, "an order of seat %u is refused after sealed orders of others", seat);
        }
        memcpy(before, now, game->state_size);
        game->apply(now, seat, action, &luck, NULL);
        if (i + 1 < plan->total && !others_see_nothing(trial, before, now, seat)) {
            return false;
        }
    }
    return true;
}

void law_sealing(struct trial *trial)
{
    struct plan plan;
    if (!plan_phase(trial, &plan)) {
        return;
    }
    for (uint32_t merge = 0; merge < MERGES; merge++) {
        if (!play_merge(trial, &plan, merge)) {
            return;
        }
        if (merge == 0) {
            memcpy(trial->spare[1], trial->spare[0], trial->game->state_size);
        } else if (memcmp(trial->spare[0], trial->spare[1], trial->game->state_size) != 0) {
            law_broken(trial, "the order in which the seats act at the same time matters");
            return;
        }
    }
}
