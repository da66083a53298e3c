/* Law 5: the game ends when it says so, and says how. */
#include "laws/laws.h"

static uint32_t ending_count(const struct rd_game *game)
{
    uint32_t count = 1; /* entry 0 is never used */
    while (game->endings[count].reason != NULL) {
        count++;
    }
    return count;
}

/* Nobody's rank leaves a gap: at most one more than the seats that did better. */
static bool ranks_fit(struct trial *trial, const struct rd_outcome *outcome)
{
    for (uint32_t seat = 0; seat <= RD_SEATS_MAX; seat++) {
        uint32_t rank = outcome->rank[seat], better = 0;
        for (uint32_t other = 0; other < trial->seats; other++) {
            better += outcome->rank[other] < rank;
        }
        bool plays = seat < trial->seats && outcome->over;
        if (plays ? rank == 0 || rank > better + 1 : rank != 0) {
            return !law_broken(trial, "rank %u of seat %u (over: %u)", rank, seat, outcome->over);
        }
    }
    return true;
}

void law_end(struct trial *trial)
{
    struct rd_outcome outcome;
    trial->game->outcome(trial->state, &outcome);
    rd_seats to_act = trial->game->to_act(trial->state);
    struct rd_turns turns = trial->game->turns(trial->state);
    if (outcome.over > 1 || (to_act == 0) != (outcome.over == 1)) {
        law_broken(trial, "to_act() is 0x%02x and outcome.over %u", to_act, outcome.over);
    } else if (outcome.seats != trial->seats) {
        law_broken(trial, "outcome of %u seats where %u play", outcome.seats, trial->seats);
    } else if ((outcome.ending != 0) != (outcome.over == 1) ||
               outcome.ending >= ending_count(trial->game)) {
        law_broken(trial, "ending %u of %u (over: %u)", outcome.ending,
                   ending_count(trial->game) - 1, outcome.over);
    } else if (trial->order.record->count == 0 && !trial->order.placed && turns.done != 0) {
        law_broken(trial, "a game begins with %u turns behind it", turns.done);
    } else if (turns.limit != 0 && turns.done > turns.limit) {
        law_broken(trial, "turn %u is past the limit %u", turns.done, turns.limit);
    } else if (turns.limit != 0 && turns.done == turns.limit && !outcome.over) {
        law_broken(trial, "the turn limit %u is reached and play goes on", turns.limit);
    } else {
        ranks_fit(trial, &outcome);
    }
}

void law_end_step(struct trial *trial, const struct step *step)
{
    struct rd_turns before = trial->game->turns(trial->before);
    struct rd_turns after = trial->game->turns(trial->state);
    struct rd_outcome outcome;
    trial->game->outcome(trial->before, &outcome);
    if (after.done < before.done) {
        law_broken(trial, "turns.done went from %u to %u", before.done, after.done);
    } else if (outcome.over) {
        law_broken(trial, "an order was taken after the end");
    } else if (step->action.verb == RD_VERB_RESIGN &&
               (trial->game->to_act(trial->state) & RD_SEAT_BIT(step->seat)) != 0) {
        law_broken(trial, "seat %u resigned and is still to act", step->seat);
    }
}
