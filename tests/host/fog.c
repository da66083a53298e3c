#include "fog.h"

#include <stdbool.h>
#include <string.h>

static uint64_t draw_gold(struct rd_luck *luck)
{
    uint64_t gold = 0;
    for (uint32_t room = 0; room < FOG_ROOMS; room++) {
        gold |= (uint64_t)rd_luck_range(luck, 0, 1) << room;
    }
    return gold;
}

/* Rooms that somebody who came this far knows. */
static uint64_t known(uint32_t room)
{
    return (UINT64_C(1) << room) - 1;
}

static struct rd_verdict check_setup(const struct rd_setup *setup)
{
    return rd_setup_in_range(&fog_game, setup);
}

static void init(void *state, const struct rd_setup *setup, struct rd_luck *luck)
{
    struct fog_state *s = state;
    (void)setup;
    memset(s, 0, sizeof *s);
    for (uint32_t seat = 0; seat < FOG_SEATS; seat++) {
        s->seat[seat].gold = draw_gold(luck);
    }
}

static rd_seats to_act(const void *state)
{
    const struct fog_state *s = state;
    rd_seats seats = 0;
    for (uint32_t seat = 0; !s->over && seat < FOG_SEATS; seat++) {
        seats = (rd_seats)(seats | (s->seat[seat].done ? 0 : RD_SEAT_BIT(seat)));
    }
    return seats;
}

static struct rd_verdict judge(const void *state, rd_seat seat, struct rd_action action)
{
    const struct fog_state *s = state;
    struct rd_verdict range = rd_action_in_range(fog_game.verbs, action);
    if (range.code != RD_OK) {
        return range;
    }
    if (seat >= FOG_SEATS || (to_act(s) & RD_SEAT_BIT(seat)) == 0) {
        return rd_verdict_of(RD_NOT_YOUR_TURN, 0, 0);
    }
    bool at_end = action.verb == FOG_WALK && s->seat[seat].room == FOG_ROOMS - 1;
    return rd_verdict_of(at_end ? RD_AGAINST_RULES : RD_OK, 0, 0);
}

static uint32_t legal(const void *state, rd_seat seat, struct rd_action *out, uint32_t cap)
{
    uint32_t count = 0;
    for (uint16_t verb = FOG_WALK; verb <= FOG_DONE; verb++) {
        for (uint16_t number = 0; number < (verb == FOG_NOTE ? FOG_NUMBERS : 1); number++) {
            struct rd_action action = { verb, { number } };
            if (judge(state, seat, action).code == RD_OK && count < cap) {
                out[count++] = action;
            }
        }
    }
    return count;
}

static void listen(const struct fog_own *own, rd_seat seat, struct rd_event_log *log)
{
    struct rd_event heard = { .kind = FOG_HEARD, .seen_by = RD_SEAT_BIT(seat) };
    heard.arg[0] = (int32_t)(own->gold >> own->room & 1);
    rd_event_add(log, &heard);
}

static void end_turn(struct fog_state *s)
{
    if (to_act(s) == 0) {
        s->turn++;
        s->seat[0].done = s->seat[1].done = 0;
    }
}

static void apply(void *state, rd_seat seat, struct rd_action action, struct rd_luck *luck,
                  struct rd_event_log *log)
{
    struct fog_state *s = state;
    struct fog_own *own = &s->seat[seat];
    struct rd_verdict verdict = judge(state, seat, action);
    RD_ASSERT(verdict.code == RD_OK);
    switch (action.verb) {
    case FOG_WALK:
        own->room++;
        break;
    case FOG_NOTE:
        own->number = (uint8_t)action.arg[0];
        break;
    case FOG_LISTEN:
        listen(own, seat, log);
        break;
    case FOG_DIG:
        own->dug = (uint8_t)rd_luck_range(luck, 0, 1);
        break;
    default:
        own->done = 1;
        end_turn(s);
    }
}

static void resign(void *state, rd_seat seat, struct rd_event_log *log)
{
    struct fog_state *s = state;
    (void)log;
    s->over = seat + 1u;
}

static void observe(const void *state, rd_seat seat, void *view)
{
    const struct fog_state *s = state;
    struct fog_view *v = view;
    memset(v, 0, sizeof *v);
    v->turn = s->turn;
    v->over = (uint8_t)s->over;
    v->seat = seat;
    if (seat < FOG_SEATS) {
        v->own = s->seat[seat];
        v->own.gold &= known(v->own.room);
    }
}

static void guess(const void *view, struct rd_luck *luck, void *state)
{
    const struct fog_view *v = view;
    struct fog_state *s = state;
    memset(s, 0, sizeof *s);
    s->turn = v->turn;
    s->over = v->over;
    s->seat[1 - v->seat].gold = draw_gold(luck);
    s->seat[v->seat] = v->own;
    s->seat[v->seat].gold |= draw_gold(luck) & ~known(v->own.room);
}

static void outcome(const void *state, struct rd_outcome *outcome)
{
    const struct fog_state *s = state;
    memset(outcome, 0, sizeof *outcome);
    outcome->seats = FOG_SEATS;
    outcome->over = s->over != 0;
}

static struct rd_turns turns(const void *state)
{
    struct rd_turns turns = { ((const struct fog_state *)state)->turn, 0 };
    return turns;
}

static const char *audit(const void *state)
{
    const struct fog_state *s = state;
    bool inside = s->seat[0].room < FOG_ROOMS && s->seat[1].room < FOG_ROOMS;
    return inside ? NULL : "somebody has left the cellar";
}

static const struct rd_option no_options[] = { { 0 } };
static const struct rd_event_kind no_events[] = { { 0 } };
static const struct rd_refusal no_refusals[] = { { 0 }, { 0 } }; /* the first is never asked for */
static const struct rd_ending no_endings[] = { { 0 }, { 0 } };
static const struct rd_verb verbs[] = {
    { "walk", "Walk into the next room.", 0, { { 0 } } },
    { "note", "Note a number.", 0, { { "number", RD_ARG_AMOUNT, FOG_NUMBERS, NULL } } },
    { "listen", "Listen at the next room.", 0, { { 0 } } },
    { "dig", "Dig for gold.", 0, { { 0 } } },
    { "done", "End your turn.", RD_VERB_ENDS_TURN, { { 0 } } },
    { 0 }
};

/* No client draws it. */
/* In the order of struct rd_game, which every game fills: so their tables look alike. */
const struct rd_game fog_game = {
    .id = "fog",
    .title = "Fog",
    .summary = "A test double.",
    .rules_version = 1,
    .seats_min = FOG_SEATS,
    .seats_max = FOG_SEATS,
    .state_size = sizeof(struct fog_state),
    .view_size = sizeof(struct fog_view),
    .legal_max = 8,
    .events_max = 1,
    .options = no_options,
    .verbs = verbs,
    .events = no_events,
    .refusals = no_refusals,
    .endings = no_endings,
    .check_setup = check_setup,
    .init = init,
    .to_act = to_act,
    .judge = judge,
    .legal = legal,
    .apply = apply,
    .resign = resign,
    .observe = observe,
    .guess = guess,
    .outcome = outcome,
    .turns = turns,
    .audit = audit,
};
