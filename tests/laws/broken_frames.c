/* Games whose frames are broken on purpose: the law of frames, or that of hearsay, must find each.
 */
#include "broken.h"
#include "duel.h"
#include "laws/laws.h"

/* Paying or scoring is going on. */
static bool is_between_steps(const struct duel_state *s)
{
    return s->open.ending == 0 && duel_game.to_act(s) == 0;
}

static void asking_costs_a_coin(void *state, rd_seat seat, struct rd_action action,
                                struct rd_luck *luck, struct rd_event_log *log,
                                struct rd_frames *frames)
{
    struct duel_state *s = state;
    duel_game.apply_steps(state, seat, action, luck, log, frames);
    s->secret[seat].purse = (uint8_t)(s->secret[seat].purse - (s->secret[seat].purse > 0));
}

static void asking_draws_luck(void *state, rd_seat seat, struct rd_action action,
                              struct rd_luck *luck, struct rd_event_log *log,
                              struct rd_frames *frames)
{
    duel_game.apply_steps(state, seat, action, luck, log, frames);
    for (uint32_t i = 0; i < 64; i++) { /* luck is drawn in blocks */
        rd_luck_range(luck, 1, 1000000);
    }
}

static void asking_is_told(void *state, rd_seat seat, struct rd_action action, struct rd_luck *luck,
                           struct rd_event_log *log, struct rd_frames *frames)
{
    struct rd_event event = { .kind = DUEL_PAID, .seen_by = RD_SEAT_BIT(seat), .arg = { seat } };
    duel_game.apply_steps(state, seat, action, luck, log, frames);
    if (log->count < log->cap) {
        rd_event_add(log, &event);
    }
}

static void frames_end_too_late(void *state, rd_seat seat, struct rd_action action,
                                struct rd_luck *luck, struct rd_event_log *log,
                                struct rd_frames *frames)
{
    duel_game.apply_steps(state, seat, action, luck, log, frames);
    if (frames->count > 0) {
        frames->frame[frames->count - 1].events++;
    }
}

static void frames_go_back(void *state, rd_seat seat, struct rd_action action, struct rd_luck *luck,
                           struct rd_event_log *log, struct rd_frames *frames)
{
    duel_game.apply_steps(state, seat, action, luck, log, frames);
    if (frames->count > 1) {
        frames->frame[1].events = 0;
    }
}

static void frames_say_it_twice(void *state, rd_seat seat, struct rd_action action,
                                struct rd_luck *luck, struct rd_event_log *log,
                                struct rd_frames *frames)
{
    struct duel_state *shown = frames->state;
    duel_game.apply_steps(state, seat, action, luck, log, frames);
    if (frames->count == 2) {
        frames->frame[1].events = frames->frame[0].events;
        shown[1] = shown[0];
    }
}

/* Seat 0 has bid more than three coins: only its owner knows. */
static void steps_tell_a_bid(void *state, rd_seat seat, struct rd_action action,
                             struct rd_luck *luck, struct rd_event_log *log,
                             struct rd_frames *frames)
{
    duel_game.apply_steps(state, seat, action, luck, log, frames);
    const struct duel_state *shown = frames->state;
    if (frames->count > 0) {
        frames->frame[0].step = shown->secret[0].bid > 4 ? DUEL_SCORING : DUEL_PAYING;
    }
}

static void frames_come_by_a_bid(void *state, rd_seat seat, struct rd_action action,
                                 struct rd_luck *luck, struct rd_event_log *log,
                                 struct rd_frames *frames)
{
    duel_game.apply_steps(state, seat, action, luck, log, frames);
    const struct duel_state *shown = frames->state;
    if (frames->count == 2 && shown->secret[0].bid > 4) {
        frames->frame[1].events = frames->frame[0].events; /* it is told with the rest */
    }
}

static void observe_shows_bids_between_steps(const void *state, rd_seat seat, void *view)
{
    const struct duel_state *s = state;
    struct duel_view *v = view;
    duel_game.observe(state, seat, view);
    v->zero[0] = is_between_steps(s) ? s->secret[0].bid : 0;
}

static void observe_leaves_a_byte_between_steps(const void *state, rd_seat seat, void *view)
{
    struct duel_view *v = view;
    uint8_t kept = v->zero[1];
    duel_game.observe(state, seat, view);
    v->zero[1] = is_between_steps(state) ? kept : 0;
}

static void scene_is_lost_between_steps(const void *view, struct rd_scene *scene)
{
    const struct duel_view *v = view;
    duel_game.scene(view, scene);
    scene->counter[0].name = v->own.done;
}

/* Classic, a step behind with what it tells. */
static void frames_tell_of_the_next(void *state, rd_seat seat, struct rd_action action,
                                    struct rd_luck *luck, struct rd_event_log *log,
                                    struct rd_frames *frames)
{
    rd_game_find("classic")->apply_steps(state, seat, action, luck, log, frames);
    for (uint32_t i = 0; i + 1 < frames->count && frames->count <= frames->cap; i++) {
        frames->frame[i].events = frames->frame[i + 1].events;
    }
}

void list_frame_mutants(void)
{
    static const char *const one_step[] = { NULL, "paying", NULL };
    const struct rd_game *duel = &duel_game;
    mutate("steps without room for frames", LAW_FRAMES, 0, duel)->frames_max = 0;
    mutate("a frame too many", LAW_FRAMES, 6, duel)->frames_max = 1;
    mutate("a step without a name", LAW_FRAMES, 6, duel)->step_names = one_step;
    mutate("asking costs a coin", LAW_FRAMES, 1, duel)->apply_steps = asking_costs_a_coin;
    mutate("asking draws luck", LAW_FRAMES, 1, duel)->apply_steps = asking_draws_luck;
    mutate("asking is told", LAW_FRAMES, 1, duel)->apply_steps = asking_is_told;
    mutate("an event after its frame", LAW_FRAMES, 6, duel)->apply_steps = frames_end_too_late;
    mutate("frames that go back", LAW_FRAMES, 6, duel)->apply_steps = frames_go_back;
    mutate("the same frame twice", LAW_FRAMES, 6, duel)->apply_steps = frames_say_it_twice;
    mutate("a frame shows bids", LAW_FRAMES, 6, duel)->observe = observe_shows_bids_between_steps;
    mutate("a frame with a byte unwritten", LAW_FRAMES, 6, duel)->observe =
        observe_leaves_a_byte_between_steps;
    mutate("a frame that can't be drawn", LAW_FRAMES, 6, duel)->scene = scene_is_lost_between_steps;
    mutate("a frame shows bids to who compares", LAW_HEARSAY, 6, duel)->observe =
        observe_shows_bids_between_steps; /* also if guess() copied them */
    mutate("a step tells a bid", LAW_HEARSAY, 6, duel)->apply_steps = steps_tell_a_bid;
    mutate("an event in another frame by a bid", LAW_HEARSAY, 6, duel)->apply_steps =
        frames_come_by_a_bid;
    mutate("events a frame too early", LAW_FRAMES, 40, rd_game_find("classic"))->apply_steps =
        frames_tell_of_the_next;
}
