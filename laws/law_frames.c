/*
 * Law 13: whoever asks for frames changes nothing by that, and is shown nothing but views.
 *
 * An order that was played without frames is played again with them. Then its frames are looked at
 * one by one, as every seat sees them. That no frame is told what its view hides is part of law 11,
 * which plays orders in two worlds: frames_tell_the_same().
 */
#include <string.h>

#include "laws/hearing.h"
#include "laws/laws.h"
#include "laws/plan.h"

enum { LOOK_ONE_IN = 4 /* orders that have frames */ };

void law_frames_table(struct trial *trial)
{
    const struct rd_game *game = trial->game;
    bool named =
        game->step_names != NULL && game->step_names[0] == NULL && game->step_names[1] != NULL;
    bool any = game->step_names != NULL || game->frames_max != 0 || game->apply_steps != NULL;
    bool all = named && game->frames_max != 0 && game->apply_steps != NULL;
    if (any && !all) {
        law_broken(trial, "steps need names from index 1, frames_max and apply_steps, all of them");
    }
}

/* ---- the same result ---- */

/* An order as it went without frames. */
struct played {
    const void *before, *after;
    struct step step;
    struct rd_luck luck, luck_after;
    const struct rd_event_log *log;
};

static bool plays_the_same(struct trial *trial, const struct played *played)
{
    const struct rd_game *game = trial->game;
    const struct rd_event_log *log = &trial->heard;
    struct rd_luck luck = played->luck;
    memcpy(trial->spare[0], played->before, game->state_size);
    trial_do_steps(game, trial->spare[0], &played->step, &luck, &trial->heard, &trial->frames);
    if (memcmp(trial->spare[0], played->after, game->state_size) != 0) {
        return !law_broken(trial, "an order leads to another state when frames are asked for");
    }
    if (luck.drawn != played->luck_after.drawn) {
        return !law_broken(trial, "an order draws other luck when frames are asked for");
    }
    if (log->count != played->log->count ||
        memcmp(log->event, played->log->event, log->count * sizeof log->event[0]) != 0) {
        return !law_broken(trial, "an order tells other events when frames are asked for");
    }
    return true;
}

/* ---- well made ---- */

static uint32_t kept(const struct rd_frames *frames)
{
    return frames->count < frames->cap ? frames->count : frames->cap;
}

static bool has_name(const struct rd_game *game, uint32_t step)
{
    uint32_t last = 0;
    while (game->step_names[last + 1] != NULL) {
        last++;
    }
    return step >= 1 && step <= last;
}

static bool frame_is_sound(struct trial *trial, uint32_t index)
{
    const struct rd_frames *frames = &trial->frames;
    const struct rd_frame *frame = &frames->frame[index];
    uint32_t before = index > 0 ? frame[-1].events : 0;
    if (!has_name(trial->game, frame->step)) {
        return !law_broken(trial, "frame %u is of step %u, which has no name", index, frame->step);
    }
    if (frame->events < before || frame->events > trial->heard.count) {
        return !law_broken(trial, "frame %u ends with event %u, after %u and of %u", index,
                           frame->events, before, trial->heard.count);
    }
    if (index > 0 && frame->events == before &&
        memcmp(rd_frame_state(frames, index), rd_frame_state(frames, index - 1),
               frames->state_size) == 0) {
        return !law_broken(trial, "frame %u shows nothing new", index);
    }
    return true;
}

static bool frames_are_sound(struct trial *trial)
{
    if (trial->frames.count > trial->game->frames_max) {
        return !law_broken(trial, "an order has %u frames, more than frames_max = %u",
                           trial->frames.count, trial->game->frames_max);
    }
    for (uint32_t i = 0; i < kept(&trial->frames); i++) {
        if (!frame_is_sound(trial, i)) {
            return false;
        }
    }
    return true;
}

/* ---- as they are seen ---- */

/* Law 7 for a view that nobody will act on. */
static bool hides_the_same(struct trial *trial, rd_seat seat, uint32_t index)
{
    const struct rd_game *game = trial->game;
    struct rd_luck luck = law_luck(trial, index * 8 + seat);
    game->guess(trial->view[0], &luck, trial->spare[0]);
    game->observe(trial->spare[0], seat, trial->view[1]);
    return memcmp(trial->view[0], trial->view[1], game->view_size) == 0 ||
           !law_broken(trial, "seat %u could tell its guess from the truth in frame %u, %s", seat,
                       index, game->step_names[trial->frames.frame[index].step]);
}

/* ---- events and views of a frame belong together ---- */

/* The fact with this role, or NULL. */
static const struct rd_arg *fact(const struct rd_game *game, const struct rd_event *event,
                                 enum rd_role role, int32_t *value)
{
    const struct rd_arg *arg = game->events[event->kind].arg;
    for (uint32_t i = 0; i < RD_EVENT_ARGS_MAX; i++) {
        if (arg[i].role == (uint32_t)role) {
            *value = event->arg[i];
            return &arg[i];
        }
    }
    return NULL;
}

/* What an event says of a unit: its health, or where it is now. */
struct claim {
    enum rd_role role;
    int32_t unit;       /* as events name it */
    const char *prefix; /* of its name: its token's name begins with that; "" = any */
    int32_t value;
};

/* Of a base without a number nothing is claimed. */
static bool claims(const struct rd_game *game, const struct rd_event *event, enum rd_role role,
                   struct claim *claim)
{
    int32_t seat = 0;
    const struct rd_arg *arg = NULL;
    claim->role = role;
    if (fact(game, event, role, &claim->value) == NULL) {
        return false;
    }
    if (role == RD_ROLE_HEALTH) {
        arg = fact(game, event, RD_ROLE_WHOM, &claim->unit);
        if (arg == NULL && fact(game, event, RD_ROLE_SEAT, &seat) != NULL) {
            return false;
        }
    }
    arg = arg != NULL ? arg : fact(game, event, RD_ROLE_WHO, &claim->unit);
    bool prefixed = arg != NULL && arg->type == RD_ARG_UNIT && arg->choices != NULL;
    claim->prefix = prefixed ? arg->choices[claim->unit >> 16] : "";
    return arg != NULL;
}

static bool has_role(const struct rd_game *game, const struct rd_event *event, enum rd_role role)
{
    int32_t value = 0;
    return fact(game, event, role, &value) != NULL;
}

/* Is anything told later in the frame that makes it another one? */
static bool is_overtaken(const struct trial *trial, const struct claim *claim, uint32_t from,
                         uint32_t end)
{
    const struct rd_game *game = trial->game;
    for (uint32_t i = from; i < end; i++) {
        const struct rd_event *event = &trial->heard.event[i];
        int32_t who = -1, whom = -1;
        fact(game, event, RD_ROLE_WHO, &who);
        fact(game, event, RD_ROLE_WHOM, &whom);
        bool named = who == claim->unit || whom == claim->unit;
        bool place = has_role(game, event, RD_ROLE_TO) || has_role(game, event, RD_ROLE_FROM);
        bool health = has_role(game, event, RD_ROLE_HEALTH) ||
                      has_role(game, event, RD_ROLE_GAIN) || has_role(game, event, RD_ROLE_DAMAGE);
        if (named && (claim->role == RD_ROLE_TO ? place : health)) {
            return true;
        }
    }
    return false;
}

static int32_t cell_of(const struct rd_game *game, const struct rd_scene_cell *cell)
{
    return (cell->y - game->cells.y0) * game->cells.stride + cell->x - game->cells.x0;
}

static bool is_about(const struct rd_game *game, const struct claim *claim,
                     const struct rd_scene_token *token)
{
    return token->unit == (claim->unit & 0xffff) &&
           strncmp(game->token_names[token->kind], claim->prefix, strlen(claim->prefix)) == 0 &&
           (claim->role != RD_ROLE_HEALTH || token->health_max > 0);
}

/* Some token of the unit is so, or none is shown. The dead don't stand about: either they are gone
 * or have come to a second life. Only a base whose fall ends the game may. */
static bool scene_agrees(const struct rd_game *game, const struct rd_scene *scene,
                         const struct claim *claim, bool over)
{
    bool dies = claim->role == RD_ROLE_HEALTH && claim->value <= 0, shown = false;
    for (uint32_t i = 0; i < scene->token_count; i++) {
        const struct rd_scene_token *token = &scene->token[i];
        if (!is_about(game, claim, token)) {
            continue;
        }
        shown = true;
        int32_t seen = claim->role == RD_ROLE_HEALTH ? token->health
                                                     : cell_of(game, &scene->cell[token->cell]);
        if (dies ? token->health > 0 || over : seen == claim->value) {
            return true;
        }
    }
    return !shown;
}

/* scene[0] is what the seat sees at the end of the frame. */
static bool facts_hold(struct trial *trial, rd_seat seat, uint32_t index, bool over)
{
    static const enum rd_role roles[] = { RD_ROLE_HEALTH, RD_ROLE_TO };
    const struct rd_game *game = trial->game;
    const struct rd_frame *frame = &trial->frames.frame[index];
    for (uint32_t i = index > 0 ? frame[-1].events : 0; i < frame->events; i++) {
        const struct rd_event *event = &trial->heard.event[i];
        for (uint32_t r = 0; r < 2 && (event->seen_by & RD_SEAT_BIT(seat)) != 0; r++) {
            struct claim claim;
            if (claims(game, event, roles[r], &claim) &&
                !is_overtaken(trial, &claim, i + 1, frame->events) &&
                !scene_agrees(game, trial->scene[0], &claim, over)) {
                return !law_broken(trial,
                                   "seat %u hears %s, unit %d and %d, and sees something else at "
                                   "the end of frame %u, %s",
                                   seat, game->events[event->kind].name, claim.unit, claim.value,
                                   index, game->step_names[frame->step]);
            }
        }
    }
    return true;
}

static bool seat_may_look(struct trial *trial, rd_seat seat, bool over)
{
    for (uint32_t i = 0; i < kept(&trial->frames); i++) {
        if (!view_is_sound(trial, rd_frame_state(&trial->frames, i), seat) ||
            !facts_hold(trial, seat, i, over) ||
            (seat != RD_SPECTATOR && !hides_the_same(trial, seat, i))) {
            return false;
        }
    }
    return true;
}

static void look_at_frames(struct trial *trial, const void *after)
{
    bool over = trial->game->to_act(after) == 0;
    for (rd_seat seat = 0; seat <= RD_SPECTATOR && trial->frames.count > 0; seat++) {
        if ((seat < trial->seats || seat == RD_SPECTATOR) && !seat_may_look(trial, seat, over)) {
            return;
        }
    }
}

void law_frames_step(struct trial *trial, const struct step *step)
{
    if (trial->game->apply_steps == NULL || step->action.verb == RD_VERB_RESIGN) {
        return;
    }
    const struct played played = { trial->before,      trial->state, *step,
                                   trial->luck_before, trial->luck,  &trial->log };
    if (!plays_the_same(trial, &played) || !frames_are_sound(trial)) {
        return;
    }
    if (trial->order.replay != NULL || trial->position_hash % LOOK_ONE_IN == 0) {
        look_at_frames(trial, trial->state);
    }
}

/* ---- whole phases, with orders of bots among them: chance alone fights too little ---- */

/* Up to the last order, which is played on spare[2] and told in heard_too. */
static bool play_phase(struct trial *trial, const struct plan *plan, struct played *played)
{
    const struct rd_game *game = trial->game;
    void *state = trial->spare[2];
    memcpy(state, trial->state, game->state_size);
    played->luck_after = trial->luck;
    for (rd_seat seat = 0; seat < trial->seats; seat++) {
        for (uint32_t i = 0; i < plan->count[seat]; i++) {
            played->step = (struct step){ .seat = seat, .action = plan->action[seat][i] };
            if (game->judge(state, seat, played->step.action).code != RD_OK) {
                return false;
            }
            played->luck = played->luck_after;
            memcpy(trial->spare[1], state, game->state_size);
            trial_do(game, state, &played->step, &played->luck_after, &trial->heard_too);
        }
    }
    return plan->total > 0;
}

void law_frames(struct trial *trial)
{
    struct plan plan;
    struct played played = { .before = trial->spare[1],
                             .after = trial->spare[2],
                             .log = &trial->heard_too };
    if (trial->game->apply_steps != NULL && plan_phase(trial, &plan) &&
        play_phase(trial, &plan, &played) && plays_the_same(trial, &played) &&
        frames_are_sound(trial)) {
        look_at_frames(trial, trial->spare[2]);
    }
}

/* ---- two worlds ---- */

static const struct rd_event *next_heard(const struct rd_frame_walk *walk, uint32_t *at)
{
    const struct rd_event_log *log = walk->shown.log;
    while (*at < walk->last && *at < log->cap) {
        const struct rd_event *event = &log->event[(*at)++];
        if ((event->seen_by & RD_SEAT_BIT(walk->seat)) != 0) {
            return event;
        }
    }
    return NULL;
}

static bool hears_the_same(const struct rd_frame_walk *a, const struct rd_frame_walk *b)
{
    uint32_t at_a = a->first, at_b = b->first;
    for (;;) {
        const struct rd_event *one = next_heard(a, &at_a), *other = next_heard(b, &at_b);
        if (one == NULL || other == NULL) {
            return one == other;
        }
        if (one->kind != other->kind || memcmp(one->arg, other->arg, sizeof one->arg) != 0) {
            return false;
        }
    }
}

/* What a listener sees, hears or may count in one frame of two worlds. NULL: the same. */
static const char *difference(const struct trial *trial, const struct rd_frame_walk *a,
                              const struct rd_frame_walk *b)
{
    if (memcmp(a->view, b->view, trial->game->view_size) != 0) {
        return "view";
    }
    return a->step != b->step ? "step" : hears_the_same(a, b) ? NULL : "events";
}

bool frames_tell_the_same(struct trial *trial, rd_seat listener, const struct rd_shown *one,
                          const struct rd_shown *other)
{
    struct rd_frame_walk a, b;
    const char *what = NULL;
    bool more = true;
    uint32_t number = 0;
    if (one->frames->count > one->frames->cap || other->frames->count > other->frames->cap) {
        return true;
    }
    rd_frame_walk_begin(&a, one, listener);
    rd_frame_walk_begin(&b, other, listener);
    for (; more && what == NULL; number++) {
        more = rd_frame_walk_next(&a);
        bool more_too = rd_frame_walk_next(&b);
        what = more != more_too ? "number" : more ? difference(trial, &a, &b) : NULL;
    }
    rd_frame_walk_end(&a);
    rd_frame_walk_end(&b);
    /* Who goes by in the fog sees somebody stand there, and nothing is told of it. */
    const struct sight_of_game *sight = told_sight(trial->game);
    bool glimpse = what != NULL && (strcmp(what, "view") == 0 || strcmp(what, "number") == 0) &&
                   sight != NULL && sight->fog;
    return what == NULL || glimpse ||
           !law_broken(trial,
                       "seat %u learns from the %s of frame %u what it is neither told nor shown "
                       "after the order",
                       listener, what, number - 1);
}
