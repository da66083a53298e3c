/*
 * Law 11: events are well made, not too many, and tell nobody what it may not know.
 *
 * A seat that gives a sealed order is heard by nobody else while others are still to act.
 *
 * A kind of event that the rulebook keeps for some is told to those only: hearing.h.
 *
 * For the rest the game is played in two worlds which a listener could not tell apart before, with
 * the same dice. If its views after it are equal in both, and it could watch the same things on the
 * way there, then nothing that it is entitled to know came out differently, so all that differs
 * between the worlds is still hidden from it: it must have heard the same events. If they differ,
 * hidden facts came into play in the open and the law has nothing to say. That raises no alarm
 * about a battle whose result shows, and does about an event that gives away what the view goes on
 * hiding.
 *
 * The two worlds are, after a step, the truth and the listener's guess before that step; and in a
 * simultaneous phase, the truth with other sealed orders of somebody else.
 */
#include <string.h>

#include "laws/hearing.h"
#include "laws/laws.h"
#include "laws/plan.h"

enum { LISTEN_ONE_IN = 8, CHANGED_PLANS = 6, LEFT_OUT_ONE_IN = 2 };

static uint32_t kind_count(const struct rd_game *game)
{
    uint32_t count = 0;
    while (game->events[count].name != NULL) {
        count++;
    }
    return count;
}

static bool arg_fits(const struct trial *trial, const struct rd_arg *arg, int32_t value)
{
    const struct rd_cells *cells = &trial->game->cells;
    switch (arg->type) {
    case RD_ARG_NONE:
        return value == 0;
    case RD_ARG_CELL:
        return value >= 0 && value < cells->stride * cells->rows;
    case RD_ARG_SEAT:
        return value >= 0 && value < (int32_t)trial->seats;
    case RD_ARG_CHOICE:
        return value >= 0 && (arg->limit == 0 || value < arg->limit);
    case RD_ARG_REFUSAL:
        return value > 0 && value < (int32_t)trial->refusals;
    case RD_ARG_UNIT:
        return value >= 0;
    default:
        return true;
    }
}

static bool event_is_sound(struct trial *trial, uint32_t index)
{
    const struct rd_event *event = &trial->log.event[index];
    if (event->kind >= kind_count(trial->game)) {
        return !law_broken(trial, "event %u has kind %u, which the table doesn't", index,
                           event->kind);
    }
    const struct rd_event_kind *kind = &trial->game->events[event->kind];
    if (event->zero != 0 || event->cause > index) {
        return !law_broken(trial, "event %u, %s: cause %u, zero %u", index, kind->name,
                           event->cause, event->zero);
    }
    for (uint32_t i = 0; i < RD_EVENT_ARGS_MAX; i++) {
        if (!arg_fits(trial, &kind->arg[i], event->arg[i])) {
            return !law_broken(trial, "event %u, %s: argument %u can't be %d", index, kind->name, i,
                               event->arg[i]);
        }
    }
    return true;
}

/* Does nobody but the actor hear of it? */
static bool is_private(struct trial *trial, const struct step *step)
{
    for (uint32_t i = 0; i < trial->log.count; i++) {
        rd_seats others = (rd_seats)(trial->log.event[i].seen_by & ~RD_SEAT_BIT(step->seat));
        others = (rd_seats)(others & (((1u << trial->seats) - 1) | RD_SEAT_BIT(RD_SPECTATOR)));
        if (others != 0) {
            return !law_broken(
                trial, "event %u, %s, tells seats 0x%02x of a sealed order of seat %u", i,
                trial->game->events[trial->log.event[i].kind].name, others, step->seat);
        }
    }
    return true;
}

/* The next event that the listener sees, from *at on; NULL at the end. */
static const struct rd_event *next_heard(const struct rd_event_log *log, rd_seat listener,
                                         uint32_t *at)
{
    while (*at < log->count && *at < log->cap) {
        const struct rd_event *event = &log->event[(*at)++];
        if ((event->seen_by & RD_SEAT_BIT(listener)) != 0) {
            return event;
        }
    }
    return NULL;
}

/* One world's log against the other's, which is in trial->heard. */
static bool hears_the_same(struct trial *trial, const struct rd_event_log *log, rd_seat listener)
{
    uint32_t at = 0, at_other = 0;
    for (;;) {
        const struct rd_event *one = next_heard(log, listener, &at);
        const struct rd_event *other = next_heard(&trial->heard, listener, &at_other);
        if (one == NULL && other == NULL) {
            return true;
        }
        if (one == NULL || other == NULL || one->kind != other->kind ||
            memcmp(one->arg, other->arg, sizeof one->arg) != 0) {
            const struct rd_event *teller = one != NULL ? one : other;
            return !law_broken(trial,
                               "seat %u learns from an event, %s, what its view doesn't show",
                               listener, trial->game->events[teller->kind].name);
        }
    }
}

/* With frames where there are steps. */
static void do_shown(const struct rd_game *game, void *state, const struct step *step,
                     struct rd_luck *luck, struct rd_event_log *log, struct rd_frames *frames)
{
    frames->count = 0;
    if (game->apply_steps == NULL) {
        trial_do(game, state, step, luck, log);
    } else {
        trial_do_steps(game, state, step, luck, log, frames);
    }
}

static bool listener_learns_nothing(struct trial *trial, const struct step *step, rd_seat listener)
{
    const struct rd_game *game = trial->game;
    void *guess = trial->spare[0];
    struct rd_luck guessing = law_luck(trial, listener), dice = trial->luck_before;
    game->observe(trial->before, listener, trial->view[0]);
    game->guess(trial->view[0], &guessing, guess);
    if (game->judge(guess, step->seat, step->action).code != RD_OK) {
        return true; /* another seat's order that makes no sense in this guess */
    }
    struct hearing hearing;
    memcpy(trial->spare[2], guess, game->state_size);
    hearing_begin(trial, trial->before, guess, &hearing);
    do_shown(game, guess, step, &dice, &trial->heard, &trial->frames);
    hearing_end();
    game->observe(trial->state, listener, trial->view[0]);
    game->observe(guess, listener, trial->view[1]);
    if (memcmp(trial->view[0], trial->view[1], game->view_size) != 0 ||
        hearing.watched[listener] != trial->hearing.watched[listener]) {
        return true;
    }
    const struct rd_shown truth = { game, trial->before, trial->state, &trial->heard_too,
                                    &trial->frames_too };
    const struct rd_shown guessed = { game, trial->spare[2], guess, &trial->heard, &trial->frames };
    return hears_the_same(trial, &trial->log, listener) &&
           frames_tell_the_same(trial, listener, &truth, &guessed);
}

void law_hearsay_step(struct trial *trial, const struct step *step)
{
    if (trial->log.count > trial->game->events_max) {
        law_broken(trial, "one step logged %u events, more than events_max = %u", trial->log.count,
                   trial->game->events_max);
        return;
    }
    for (uint32_t i = 0; i < trial->log.count; i++) {
        if (!event_is_sound(trial, i)) {
            return;
        }
    }
    if (trial->hearing.broken) {
        law_broken(trial, "%s", trial->hearing.text);
        return;
    }
    if (step->action.verb == RD_VERB_RESIGN) {
        return; /* everybody may hear of that at once */
    }
    rd_seats to_act = trial->game->to_act(trial->before);
    bool sealed = (to_act & RD_SEAT_BIT(step->seat)) != 0 && __builtin_popcount(to_act) > 1;
    if (sealed && !is_private(trial, step)) {
        return;
    }
    /* In a shrunk replay this is the only step shown: then always listen. */
    if (trial->order.replay == NULL && trial->position_hash % LISTEN_ONE_IN != 0) {
        return;
    }
    struct rd_luck dice = trial->luck_before;
    memcpy(trial->spare[1], trial->before, trial->game->state_size);
    do_shown(trial->game, trial->spare[1], step, &dice, &trial->heard_too, &trial->frames_too);
    for (rd_seat listener = 0; listener < trial->seats; listener++) {
        if (!listener_learns_nothing(trial, step, listener)) {
            return;
        }
    }
}

/* ---- the same phase with other sealed orders ---------------------------------------------- */

/* One of two worlds: what came of a phase. */
struct world {
    void *state;
    struct rd_event_log *log;
    struct rd_frames *frames;
    struct hearing hearing;
};

static struct rd_shown shown_of(const struct trial *trial, const struct world *world)
{
    struct rd_shown shown = { trial->game, trial->spare[0], world->state, world->log,
                              world->frames };
    return shown;
}

/* All orders in the seats' sequence, the last one logged. False: one of them is not legal here. */
static bool play_phase(struct trial *trial, const struct plan *plan, struct world *world)
{
    const struct rd_game *game = trial->game;
    struct rd_luck dice = trial->luck;
    uint32_t played = 0;
    memcpy(world->state, trial->state, game->state_size);
    for (rd_seat seat = 0; seat < trial->seats; seat++) {
        for (uint32_t i = 0; i < plan->count[seat]; i++) {
            struct step step = { .seat = seat, .action = plan->action[seat][i] };
            if (game->judge(world->state, seat, step.action).code != RD_OK) {
                return false;
            }
            played++;
            hearing_begin(trial, trial->state, world->state, &world->hearing);
            if (played == plan->total) { /* what nobody else could see of it before */
                memcpy(trial->spare[0], world->state, game->state_size);
                do_shown(game, world->state, &step, &dice, world->log, world->frames);
            } else {
                trial_do(game, world->state, &step, &dice, NULL);
            }
            hearing_end();
        }
    }
    return true;
}

static void leave_out(struct plan *plan, rd_seat seat, uint32_t which)
{
    struct rd_action *order = plan->action[seat];
    plan->count[seat]--;
    plan->total--;
    memmove(&order[which], &order[which + 1], (plan->count[seat] - which) * sizeof order[0]);
}

/* One of the seat's orders, not its last, is left out or gets other arguments. False: it has no
 * such order. */
static bool change_plan(struct trial *trial, struct plan *plan, rd_seat seat, struct rd_luck *luck)
{
    if (plan->count[seat] < 2) {
        return false;
    }
    int32_t which = rd_luck_range(luck, 0, (int32_t)plan->count[seat] - 2);
    struct rd_action *action = &plan->action[seat][which];
    if (rd_luck_range(luck, 1, LEFT_OUT_ONE_IN) == 1) {
        leave_out(plan, seat, (uint32_t)which);
        return true;
    }
    uint32_t count = trial->game->legal(trial->state, seat, trial->legal, trial->game->legal_max);
    uint32_t first = 0, end = 0;
    for (uint32_t i = 0; i < count && i < trial->game->legal_max; i++) {
        first += trial->legal[i].verb < action->verb;
        end += trial->legal[i].verb <= action->verb;
    }
    if (first == end) {
        return false;
    }
    *action = trial->legal[rd_luck_range(luck, (int32_t)first, (int32_t)end - 1)];
    return true;
}

/* Spectators who see all may hear all. */
static bool is_listener(const struct trial *trial, rd_seat listener)
{
    return listener < trial->seats ||
           (listener == RD_SPECTATOR && !trial->game->spectators_see_all);
}

static bool nobody_else_learns(struct trial *trial, rd_seat changed, const struct world *one,
                               const struct world *other)
{
    const struct rd_game *game = trial->game;
    for (rd_seat listener = 0; listener <= RD_SPECTATOR; listener++) {
        if (listener == changed || !is_listener(trial, listener) ||
            one->hearing.watched[listener] != other->hearing.watched[listener]) {
            continue;
        }
        game->observe(one->state, listener, trial->view[0]);
        game->observe(other->state, listener, trial->view[1]);
        if (memcmp(trial->view[0], trial->view[1], game->view_size) != 0) {
            continue;
        }
        const struct rd_shown first = shown_of(trial, one), second = shown_of(trial, other);
        if (!hears_the_same(trial, one->log, listener) ||
            !frames_tell_the_same(trial, listener, &first, &second)) {
            return false;
        }
    }
    return true;
}

void law_hearsay(struct trial *trial)
{
    struct rd_luck luck = law_luck(trial, 20);
    struct plan plan;
    struct world first = {
        trial->spare[1], &trial->heard_too, &trial->frames_too, { { 0 }, false, "" }
    };
    struct world second = { trial->spare[2], &trial->heard, &trial->frames, { { 0 }, false, "" } };
    if (!plan_phase(trial, &plan) || !play_phase(trial, &plan, &first)) {
        return;
    }
    if (first.hearing.broken) {
        law_broken(trial, "%s", first.hearing.text);
        return;
    }
    for (uint32_t i = 0; i < CHANGED_PLANS; i++) {
        struct plan other = plan;
        rd_seat seat = (rd_seat)rd_luck_range(&luck, 0, (int32_t)trial->seats - 1);
        if (change_plan(trial, &other, seat, &luck) && play_phase(trial, &other, &second) &&
            !nobody_else_learns(trial, seat, &first, &second)) {
            return;
        }
    }
}
