#include "laws/plan.h"

#include <string.h>

#include "bots/bot.h"
#include "laws/playout.h"

/* So many orders are any, so many a bot's; after that the seat ends its turn as soon as it can. */
enum { FREE_ORDERS = 8, BOT_ORDERS = 20, BOT_ONE_IN = 2 };

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

/* Random orders seldom meet anybody. What a bot wants does: its units attack, follow each other and
 * stand in each other's way. */
static struct rd_action ask_bot(struct trial *trial, const struct rd_bot *bot, const void *state,
                                rd_seat seat, uint32_t legal_count)
{
    struct rd_luck luck = law_luck(trial, 30u + seat);
    struct rd_bot_question question = { .game = trial->game,
                                        .view = trial->view[0],
                                        .seat = seat,
                                        .legal = trial->legal,
                                        .legal_count = legal_count,
                                        .luck = &luck };
    trial->game->observe(state, seat, trial->view[0]);
    return trial->legal[rd_bot_answer(bot, &question)];
}

static const struct rd_bot *draw_bot(const struct trial *trial, struct rd_luck *luck)
{
    return rd_luck_range(luck, 1, BOT_ONE_IN) == 1 ? rd_bot_find(trial->game, "greedy") : NULL;
}

/* The seat's orders, drawn on a copy in which nobody else does anything. False: it did not come to
 * an end of its own, so there is nothing to compare. */
static bool plan_seat(struct trial *trial, rd_seat seat, struct plan *plan)
{
    const struct rd_game *game = trial->game;
    void *copy = trial->spare[0];
    struct rd_luck chooser = law_luck(trial, seat), luck = trial->luck;
    const struct rd_bot *bot = draw_bot(trial, &chooser);
    memcpy(copy, trial->state, game->state_size);
    for (uint32_t i = 0; i < PLAN_MAX; i++) {
        uint32_t legal_count = game->legal(copy, seat, trial->legal, game->legal_max);
        if (legal_count == 0 || legal_count > game->legal_max) {
            return false; /* laws 3 and 4 */
        }
        struct rd_action action = bot != NULL && i < BOT_ORDERS
                                      ? ask_bot(trial, bot, copy, seat, legal_count)
                                      : draw_order(trial, legal_count, i >= FREE_ORDERS, &chooser);
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
