/* How a game ends. R12 */
#include <string.h>

#include "board.h"
#include "events.h"
#include "frames.h"
#include "rules.h"

void fate_over(struct fate_run *run, uint32_t ending)
{
    RD_ASSERT(ending > FATE_PLAYING && ending < FATE_ENDINGS);
    struct fate_state *s = run->s;
    uint32_t winner = fate_ending_winner(ending);
    s->phase = FATE_ENDED;
    s->mode = FATE_MODE_CLASSIC;
    s->banned = 0;
    s->chosen = 0;
    s->ending = (uint8_t)ending;
    s->active = FATE_NONE;
    s->prompt = FATE_NO_CARD;
    s->prompt_unit = FATE_NONE;
    s->roll = 0;
    s->rolled[0] = s->rolled[1] = 0;
    s->depth = 0;
    memset(s->frame, 0, sizeof s->frame);
    fate_settle_numbers(s);
    if (winner < FATE_SEATS) {
        FATE_TELL(run, FATE_E_WON, RD_ALL_SEATS, (int32_t)winner);
    } else {
        FATE_TELL(run, FATE_E_DRAWN, RD_ALL_SEATS, 0);
    }
}

/* R12.3 */
void fate_resign(void *state, rd_seat seat, struct rd_event_log *log)
{
    struct fate_run run = { state, NULL, log, 0, 0, NULL };
    RD_ASSERT(seat < FATE_SEATS && run.s->phase != FATE_ENDED);
    FATE_TELL(&run, FATE_E_CONCEDED, RD_ALL_SEATS, seat);
    fate_over(&run, seat == 0 ? FATE_CONCEDED_1 : FATE_CONCEDED_2);
}

/* HP of the core units: what is left of a side. */
static int32_t strength(const struct fate_state *s, uint32_t seat)
{
    RD_ASSERT(seat < FATE_SEATS);
    int32_t sum = 0;
    for (uint32_t i = 0; i < FATE_CORE; i++) {
        sum += fate_seat_of(i) == seat ? s->unit[i].hp : 0;
    }
    return sum;
}

void fate_outcome(const void *state, struct rd_outcome *outcome)
{
    const struct fate_state *s = state;
    memset(outcome, 0, sizeof *outcome);
    outcome->seats = FATE_SEATS;
    if (s->phase != FATE_ENDED) {
        return;
    }
    uint32_t winner = fate_ending_winner(s->ending);
    RD_ASSERT(s->ending > FATE_PLAYING && s->ending < FATE_ENDINGS);
    outcome->over = 1;
    outcome->ending = s->ending;
    for (uint32_t seat = 0; seat < FATE_SEATS; seat++) {
        outcome->rank[seat] = winner == 1 - seat ? 2 : 1;
        outcome->score[seat] = strength(s, seat);
    }
}

/* A turn is one unit's. What is limited are rounds (R12.4), and those have a counter in the scene.
 */
struct rd_turns fate_turns(const void *state)
{
    const struct fate_state *s = state;
    struct rd_turns turns = { s->turn - 1, 0 };
    turns.done += s->phase == FATE_ENDED;
    return turns;
}
