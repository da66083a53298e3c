/* How a game ends: fallen bases, the turn limit, resignation (R8.1 to R8.5). */
#include "classic_internal.h"

#include <string.h>

uint32_t classic1_fallen(const struct classic1_open *open)
{
    int32_t first = classic1_base_health(open, 0) == 0;
    int32_t second = classic1_base_health(open, 1) == 0;
    if (first && second) { /* R8.2 */
        return CLASSIC_BOTH_FELL;
    }
    return first ? CLASSIC_BASE_1_FELL : second ? CLASSIC_BASE_2_FELL : CLASSIC_PLAYING;
}

static int32_t mines_of(const struct classic1_open *open, uint32_t seat)
{
    int32_t count = 0;
    for (uint32_t i = 0; i < CLASSIC_MINES; i++) {
        count += open->mine[i] == seat + 1;
    }
    return count;
}

static int32_t cost_of(const struct classic1_open *open, uint32_t seat)
{
    int32_t cost = 0;
    RD_ASSERT(seat < CLASSIC_SEATS);
    for (uint32_t slot = 1; slot < open->unit_count[seat]; slot++) {
        const struct classic1_unit *unit = &open->unit[seat][slot];
        cost += unit->health > 0 ? classic1_kinds[unit->type].cost : 0;
    }
    return cost;
}

uint32_t classic1_decide_by_limit(const struct classic1_open *open)
{
    const int32_t lead[] = {
        classic1_base_health(open, 0) - classic1_base_health(open, 1),
        mines_of(open, 0) - mines_of(open, 1),
        cost_of(open, 0) - cost_of(open, 1),
    };
    for (uint32_t i = 0; i < sizeof lead / sizeof lead[0]; i++) {
        if (lead[i] != 0) {
            return CLASSIC_BASE_HEALTH_1 + 2 * i + (lead[i] < 0);
        }
    }
    return CLASSIC_TIED;
}

static void tell_end(const struct classic1_open *open, struct rd_event_log *log)
{
    for (int32_t seat = 0; seat < CLASSIC_SEATS; seat++) {
        if (classic1_base_health(open, (uint32_t)seat) == 0) {
            const int32_t arg[RD_EVENT_ARGS_MAX] = { seat };
            classic1_tell(log, CLASSIC_E_BASE_FELL, 0, arg);
        }
    }
    if (open->ending >= CLASSIC_BASE_HEALTH_1 && open->ending <= CLASSIC_COST_2) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)classic1_ending_winner(open->ending),
                                                 (open->ending - CLASSIC_BASE_HEALTH_1) / 2 };
        classic1_tell(log, CLASSIC_E_LIMIT, 0, arg);
    }
    if (open->ending == CLASSIC_TIED) {
        const int32_t none[RD_EVENT_ARGS_MAX] = { 0 };
        classic1_tell(log, CLASSIC_E_DRAW, 0, none);
    }
}

/* R8.5: the position stays as it is; orders and purchases are gone. */
void classic1_end(struct classic1_state *state, uint32_t ending, struct rd_event_log *log)
{
    RD_ASSERT(state->open.ending == CLASSIC_PLAYING);
    RD_ASSERT(ending > CLASSIC_PLAYING);
    RD_ASSERT(ending < CLASSIC_ENDINGS);
    state->open.ending = (uint8_t)ending;
    for (uint32_t seat = 0; seat < CLASSIC_SEATS; seat++) {
        classic1_clear_orders(&state->secret[seat]);
    }
    if (log != NULL) {
        tell_end(&state->open, log);
    }
}

void classic1_resign(void *state, rd_seat seat, struct rd_event_log *log)
{
    struct classic1_state *s = state;
    RD_ASSERT(seat < CLASSIC_SEATS);
    if (log != NULL) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { seat };
        classic1_tell(log, CLASSIC_E_RESIGNED, 0, arg);
    }
    for (uint32_t i = 0; i < CLASSIC_SEATS; i++) { /* what was paid is paid */
        s->open.gold[i] -= s->secret[i].spent;
    }
    classic1_end(s, seat == 0 ? CLASSIC_RESIGNED_1 : CLASSIC_RESIGNED_2, log);
}

void classic1_outcome(const void *state, struct rd_outcome *outcome)
{
    const struct classic1_state *s = state;
    memset(outcome, 0, sizeof *outcome);
    outcome->seats = CLASSIC_SEATS;
    if (s->open.ending == CLASSIC_PLAYING) {
        return;
    }
    uint32_t winner = classic1_ending_winner(s->open.ending);
    outcome->over = 1;
    outcome->ending = s->open.ending;
    for (uint32_t seat = 0; seat < CLASSIC_SEATS; seat++) {
        outcome->rank[seat] = winner == 1 - seat ? 2 : 1;
        outcome->score[seat] = cost_of(&s->open, seat);
    }
}

/* A position may begin past its limit; it is then in its last turn. */
struct rd_turns classic1_turns(const void *state)
{
    const struct classic1_open *open = &((const struct classic1_state *)state)->open;
    int32_t resigned = open->ending == CLASSIC_RESIGNED_1 || open->ending == CLASSIC_RESIGNED_2;
    int32_t executed = open->ending != CLASSIC_PLAYING && !resigned;
    uint32_t turn = open->turn;
    if (open->turn_limit != 0 && turn > open->turn_limit) {
        turn = open->turn_limit;
    }
    struct rd_turns turns = { turn - (executed ? 0u : 1u), open->turn_limit };
    return turns;
}
