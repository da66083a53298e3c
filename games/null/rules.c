/* The rules of the heap: beginning, legality, one turn, the end. */
#include "null.h"

#include <string.h>

struct rd_verdict null_check_setup(const struct rd_setup *setup)
{
    return rd_setup_in_range(&null_game, setup);
}

void null_init(void *state, const struct rd_setup *setup, struct rd_luck *luck)
{
    struct null_state *s = state;
    (void)luck; /* R1.1: nothing is drawn */
    memset(s, 0, sizeof *s);
    s->heap = (uint32_t)setup->option[NULL_HEAP];
    RD_ASSERT(s->heap > 0 && s->heap <= NULL_HEAP_MAX);
    s->heap_max = (uint8_t)s->heap;
}

rd_seats null_to_act(const void *state)
{
    const struct null_state *s = state;
    if (s->ending != 0) {
        return 0;
    }
    RD_ASSERT(s->to_move < NULL_SEATS);
    return RD_SEAT_BIT(s->to_move);
}

struct rd_verdict null_judge(const void *state, rd_seat seat, struct rd_action action)
{
    const struct null_state *s = state;
    if (s->ending != 0) {
        return rd_verdict_of(RD_GAME_OVER, 0, 0);
    }
    struct rd_verdict range = rd_action_in_range(null_game.verbs, action);
    if (range.code != RD_OK) {
        return range;
    }
    if (seat != s->to_move) {
        return rd_verdict_of(RD_NOT_YOUR_TURN, 0, 0);
    }
    if (action.arg[0] == 0 || action.arg[0] > s->heap) { /* R2.1 */
        return rd_verdict_of(RD_AGAINST_RULES, NULL_TOO_MANY, 0);
    }
    return rd_verdict_of(RD_OK, 0, 0);
}

uint32_t null_legal(const void *state, rd_seat seat, struct rd_action *out, uint32_t cap)
{
    uint32_t count = 0;
    for (uint32_t stones = 1; stones <= NULL_TAKE_MAX; stones++) {
        struct rd_action action = { NULL_TAKE, { (uint16_t)stones, 0, 0 } };
        if (null_judge(state, seat, action).code == RD_OK) {
            if (count < cap) {
                out[count] = action;
            }
            count++;
        }
    }
    return count;
}

void null_apply(void *state, rd_seat seat, struct rd_action action, struct rd_luck *luck,
                struct rd_event_log *log)
{
    struct null_state *s = state;
    (void)luck;
    RD_ASSERT(null_judge(state, seat, action).code == RD_OK);
    RD_ASSERT(s->heap >= action.arg[0]);
    s->heap -= action.arg[0];
    s->turn++;
    s->to_move = (uint8_t)(1 - seat);
    struct rd_event took = { .kind = NULL_TOOK,
                             .seen_by = RD_ALL_SEATS,
                             .arg = { seat, action.arg[0], (int32_t)s->heap } };
    rd_event_add(log, &took);
    RD_ASSERT(s->turn <= s->heap_max);
    if (s->heap == 0) { /* R3.1 */
        s->ending = NULL_LAST_STONE;
        s->winner = seat;
    }
}

void null_resign(void *state, rd_seat seat, struct rd_event_log *log)
{
    struct null_state *s = state;
    RD_ASSERT(s->ending == 0);
    RD_ASSERT(seat < NULL_SEATS);
    s->ending = NULL_RESIGNED; /* R3.2 */
    s->winner = (uint8_t)(1 - seat);
    struct rd_event gave_up = { .kind = NULL_GAVE_UP, .seen_by = RD_ALL_SEATS, .arg = { seat } };
    rd_event_add(log, &gave_up);
}

void null_outcome(const void *state, struct rd_outcome *outcome)
{
    const struct null_state *s = state;
    memset(outcome, 0, sizeof *outcome);
    outcome->seats = NULL_SEATS;
    if (s->ending != 0) {
        outcome->over = 1;
        outcome->ending = s->ending;
        RD_ASSERT(s->winner < NULL_SEATS);
        outcome->rank[s->winner] = 1;
        outcome->rank[1 - s->winner] = 2;
        outcome->score[s->winner] = 1;
    }
}

struct rd_turns null_turns(const void *state)
{
    const struct null_state *s = state;
    struct rd_turns turns = { s->turn, s->heap_max }; /* at least one stone a turn */
    return turns;
}
