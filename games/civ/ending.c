/* How a game ends, and who did how well (R13.1 to R13.7). */
#include "civ_internal.h"

#include <string.h>

uint32_t civ_seats_in_play(const struct civ_state *state)
{
    uint32_t count = 0;
    for (uint32_t seat = 0; seat < CIV_SEATS; seat++) {
        count += state->side[seat].status == CIV_IN_PLAY;
    }
    return count;
}

static uint32_t first_in_play(const struct civ_state *s)
{
    uint32_t seat = 0;
    while (s->side[seat].status != CIV_IN_PLAY) {
        seat++;
    }
    return seat;
}

void civ_finish(struct civ_context *context, uint32_t ending, uint32_t winner)
{
    struct civ_state *s = context->state;
    s->common.ending = (uint8_t)ending;
    s->common.winner = (uint8_t)(winner < CIV_SEATS ? winner + 1 : 0);
    if (context->log == NULL) {
        return;
    }
    if (ending == CIV_LIMIT) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)s->common.round };
        civ_tell(context, CIV_E_LIMIT, RD_ALL_SEATS, arg);
    }
    if (winner < CIV_SEATS) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)winner };
        civ_tell(context, CIV_E_WON, RD_ALL_SEATS, arg);
    }
}

void civ_check_conquest(struct civ_context *context)
{
    /* Whoever acts owns a city, so the one that is left is the actor; alone from the beginning
     * nobody can win, R13.3. */
    if (context->state->common.seats > 1 && civ_seats_in_play(context->state) == 1) {
        civ_finish(context, CIV_CONQUEST, first_in_play(context->state));
    }
}

/* ---- resigning (R13.7) ---- */

/* The seat that had the turn is gone, or still there; somebody is left. */
static void go_on(struct civ_context *context, uint32_t seat)
{
    struct civ_state *s = context->state;
    if (s->common.current == seat) {
        civ_clear_attacks(s);
        s->common.ended++;
        civ_pass_turn(context);
    }
}

void civ_resign(void *state, rd_seat seat, struct rd_event_log *log)
{
    struct civ_state *s = state;
    struct civ_context context;
    RD_ASSERT(seat < s->common.seats);
    RD_ASSERT(s->common.ending == CIV_PLAYING);
    civ_context_begin(&context, s, seat, log);
    struct civ_side *side = &s->side[seat];
    int32_t played = side->status == CIV_IN_PLAY;
    if (played) {
        side->out = s->common.ended;
    }
    side->status = CIV_RESIGNED; /* its pieces stay where they are */
    if (log != NULL) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { seat };
        civ_tell(&context, CIV_E_RESIGNED, RD_ALL_SEATS, arg);
    }
    uint32_t left = civ_seats_in_play(s);
    if (played && left <= 1) {
        civ_clear_attacks(s);
        civ_finish(&context, left == 1 ? CIV_OTHERS_LEFT : CIV_ALL_LEFT,
                   left == 1 ? first_in_play(s) : (uint32_t)CIV_SEATS);
    } else {
        go_on(&context, seat);
    }
}

/* ---- ranking (R13.5) ---- */

static int32_t score_of(const struct civ_side *side)
{
    return 3 * side->cities + side->workers + side->armies;
}

static uint32_t health_of(const struct civ_side *side)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < side->armies; i++) {
        sum += side->health[i];
    }
    return sum;
}

/* What a seat is measured by, the first difference counts. */
enum { CRITERIA = 5 };
struct worth {
    uint32_t of[CRITERIA];
};

static struct worth worth_of(const struct civ_side *side)
{
    struct worth worth = { { 0 } };
    if (side->status == CIV_IN_PLAY) {
        worth.of[0] = 1;
        worth.of[1] = (uint32_t)score_of(side);
        worth.of[2] = side->cities;
        worth.of[3] = health_of(side);
    } else {
        worth.of[4] = side->out; /* who lasted longer is better */
    }
    return worth;
}

static int32_t is_better(const struct worth *a, const struct worth *b)
{
    uint32_t i = 0;
    while (i + 1 < CRITERIA && a->of[i] == b->of[i]) {
        i++;
    }
    RD_ASSERT(i < CRITERIA);
    return a->of[i] > b->of[i];
}

void civ_outcome(const void *state, struct rd_outcome *outcome)
{
    const struct civ_state *s = state;
    struct worth worth[CIV_SEATS];
    memset(outcome, 0, sizeof *outcome);
    outcome->seats = s->common.seats;
    outcome->over = s->common.ending != CIV_PLAYING;
    outcome->ending = s->common.ending;
    if (!outcome->over) {
        return;
    }
    for (uint32_t seat = 0; seat < s->common.seats; seat++) {
        worth[seat] = worth_of(&s->side[seat]);
        outcome->score[seat] = score_of(&s->side[seat]);
    }
    for (uint32_t seat = 0; seat < s->common.seats; seat++) {
        outcome->rank[seat] = 1;
        for (uint32_t other = 0; other < s->common.seats; other++) {
            outcome->rank[seat] =
                (uint8_t)(outcome->rank[seat] + is_better(&worth[other], &worth[seat]));
        }
    }
}

/* A turn is one seat's. With seats out of the game there are fewer than the limit says. */
struct rd_turns civ_turns(const void *state)
{
    const struct civ_state *s = state;
    struct rd_turns turns = { s->common.ended, s->common.round_limit * s->common.seats };
    return turns;
}
