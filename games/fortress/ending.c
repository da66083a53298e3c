/* How a game ends: fallen bases, the turn limit, resignation (R16). */
#include "fortress_internal.h"

#include <string.h>

static int32_t base_health(const struct fortress_state *s, uint32_t seat)
{
    return s->piece[fortress_structure_who(seat, fortress_base_slot(s, seat))].health;
}

uint32_t fortress_fallen(const struct fortress_state *s)
{
    int32_t first = base_health(s, 0) == 0;
    int32_t second = base_health(s, 1) == 0;
    if (first && second) {
        return FORTRESS_BOTH_FELL;
    }
    return first ? FORTRESS_BASE_1_FELL : second ? FORTRESS_BASE_2_FELL : FORTRESS_PLAYING;
}

static int32_t mines_of(const struct fortress_state *s, uint32_t seat)
{
    int32_t count = 0;
    for (uint32_t i = 0; i < s->board.mines; i++) {
        count += s->mine_owner[i] == seat + 1;
    }
    return count;
}

static int32_t cost_of(const struct fortress_state *s, uint32_t seat)
{
    int32_t cost = 0;
    for (uint32_t slot = 0; slot < s->side[seat].units; slot++) {
        const struct fortress_piece *unit = &s->piece[fortress_unit_who(seat, slot)];
        cost += unit->health > 0 ? fortress_kinds[unit->type].cost : 0;
    }
    return cost;
}

/* The same walk down a list of leads as in Classic; the structs differ, and rules of two games
 * share no code. */
uint32_t fortress_decide_by_limit(const struct fortress_state *s)
{
    const int32_t lead[] = {
        base_health(s, 0) - base_health(s, 1),
        (int32_t)fortress_standing(s, 0) - (int32_t)fortress_standing(s, 1),
        mines_of(s, 0) - mines_of(s, 1),
        cost_of(s, 0) - cost_of(s, 1),
    };
    for (uint32_t i = 0; i < sizeof lead / sizeof lead[0]; i++) {
        if (lead[i] != 0) {
            return FORTRESS_BY_HEALTH_1 + 2 * i + (lead[i] < 0);
        }
    }
    return FORTRESS_TIED;
}

static void tell(struct rd_event_log *log, uint32_t kind, uint32_t first, uint32_t second)
{
    struct rd_event event = { .kind = (uint16_t)kind, .seen_by = RD_ALL_SEATS };
    event.arg[0] = (int32_t)first;
    event.arg[1] = (int32_t)second;
    rd_event_add(log, &event);
}

static void tell_end(const struct fortress_state *s, struct rd_event_log *log)
{
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        if (base_health(s, seat) == 0) {
            tell(log, FORTRESS_E_BASE_FELL, seat, 0);
        }
    }
    if (s->ending >= FORTRESS_BY_HEALTH_1 && s->ending <= FORTRESS_BY_COST_2) {
        tell(log, FORTRESS_E_LIMIT, fortress_ending_winner(s->ending),
             (s->ending - (uint32_t)FORTRESS_BY_HEALTH_1) / 2);
    }
    if (s->ending == FORTRESS_TIED) {
        tell(log, FORTRESS_E_DRAW, 0, 0);
    }
}

/* R16.4: the position stays as it is; orders and purchases are gone. */
void fortress_clear_orders(struct fortress_state *s)
{
    memset(s->task, 0, sizeof s->task);
    memset(s->plan, 0, sizeof s->plan);
    for (uint32_t i = 0; i < s->ward_count; i++) {
        s->ward[i].ordered = s->ward[i].always = 0;
    }
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        struct fortress_side *side = &s->side[seat];
        memset(&s->piece[fortress_unit_who(seat, side->units)], 0,
               side->bought * sizeof s->piece[0]);
        side->gold -= side->spent;
        side->spent = 0;
        side->priority = 0;
        side->bought = side->done = 0;
    }
    for (uint32_t who = 0; who < FORTRESS_WHO_MAX; who++) {
        s->piece[who].buff = 0;
        s->piece[who].flags = (uint8_t)(s->piece[who].flags & ~FORTRESS_HEALING);
    }
}

void fortress_end(struct fortress_state *s, uint32_t ending, struct rd_event_log *log)
{
    RD_ASSERT(s->ending == FORTRESS_PLAYING);
    RD_ASSERT(ending > FORTRESS_PLAYING);
    RD_ASSERT(ending < FORTRESS_ENDINGS);
    s->ending = (uint8_t)ending;
    fortress_clear_orders(s);
    fortress_look(s, 0);
    fortress_look(s, 1);
    fortress_compact(s);
    tell_end(s, log);
}

void fortress_resign(void *state, rd_seat seat, struct rd_event_log *log)
{
    RD_ASSERT(seat < FORTRESS_SEATS);
    tell(log, FORTRESS_E_RESIGNED, seat, 0);
    fortress_end(state, seat == 0 ? FORTRESS_RESIGNED_1 : FORTRESS_RESIGNED_2, log);
}

void fortress_outcome(const void *state, struct rd_outcome *outcome)
{
    const struct fortress_state *s = state;
    memset(outcome, 0, sizeof *outcome);
    outcome->seats = FORTRESS_SEATS;
    if (s->ending == FORTRESS_PLAYING) {
        return;
    }
    uint32_t winner = fortress_ending_winner(s->ending);
    outcome->over = 1;
    outcome->ending = s->ending;
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        outcome->rank[seat] = winner == 1 - seat ? 2 : 1;
        outcome->score[seat] = cost_of(s, seat);
    }
}

/* A position may begin past its limit; it is then in its last turn. */
struct rd_turns fortress_turns(const void *state)
{
    const struct fortress_state *s = state;
    int32_t resigned = s->ending == FORTRESS_RESIGNED_1 || s->ending == FORTRESS_RESIGNED_2;
    int32_t executed = s->ending != FORTRESS_PLAYING && !resigned;
    uint32_t turn = s->turn;
    if (s->turn_limit != 0 && turn > s->turn_limit) {
        turn = s->turn_limit;
    }
    struct rd_turns turns = { turn - (executed ? 0u : 1u), s->turn_limit };
    return turns;
}
