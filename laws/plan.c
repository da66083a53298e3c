#include "laws/plan.h"

#include <string.h>

#include "laws/playout.h"

/* So many orders are any; after that the seat ends its turn as soon as it can. */
enum { FREE_ORDERS = 8 };

static struct rd_action draw_order(struct trial *trial, uint32_t legal_count, bool hurry,
                                   struct rd_luck *luck)
{
    for (uint32_t i = 0; hurry && i < legal_count; i++) {
        if ((trial->game->verbs[trial->legal[i].verb].flags & RD_VERB_ENDS_TURN) != 0) {
            return trial->legal[i];
        }
    }
    return playout_action(trial->game, trial->legal, legal_count, luck);
}

/* The seat's orders, drawn on a copy in which nobody else does anything. False: it did not come to
 * an end of its own, so there is nothing to compare. */
static bool plan_seat(struct trial *trial, rd_seat seat, struct plan *plan)
{
    const struct rd_game *game = trial->game;
    void *copy = trial->spare[0];
    struct rd_luck chooser = law_luck(trial, seat), luck = trial->luck;
    memcpy(copy, trial->state, game->state_size);
    for (uint32_t i = 0; i < PLAN_MAX; i++) {
        uint32_t legal_count = game->legal(copy, seat, trial->legal, game->legal_max);
        if (legal_count == 0 || legal_count > game->legal_max) {
            return false; /* laws 3 and 4 */
        }
        struct rd_action action = draw_order(trial, legal_count, i >= FREE_ORDERS, &chooser);
        plan->action[seat][i] = action;
        plan->count[seat] = i + 1;
        plan->total++;
        game->apply(copy, seat, action, &luck, NULL);
        if ((game->to_act(copy) & RD_SEAT_BIT(seat)) == 0) {
            return true;
        }
    }
    return false;
}

bool plan_phase(struct trial *trial, struct plan *plan)
{
    rd_seats to_act = trial->game->to_act(trial->state);
    memset(plan, 0, sizeof *plan);
    if (__builtin_popcount(to_act) < 2) {
        return false;
    }
    for (rd_seat seat = 0; seat < trial->seats; seat++) {
        if ((to_act & RD_SEAT_BIT(seat)) != 0 && !plan_seat(trial, seat, plan)) {
            return false;
        }
    }
    return true;
}
