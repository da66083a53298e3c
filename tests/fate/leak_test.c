/*
 * Would the laws notice if FATE told a secret? Each mutant is the game with one thing given away,
 * and the law that forbids it must find it.
 */
#include <string.h>

#include "../check.h"
#include "../laws/run.h"
#include "games/fate/board.h"
#include "games/fate/events.h"
#include "games/fate/mirror.h"
#include "games/fate/refusals.h"
#include "games/fate/rules.h"

enum { GAMES = 400 };

/* ---- views that show too much ---- */

/* The first enemy that is hidden from the seat, or NULL. */
static const struct fate_unit *hidden_from(const struct fate_state *s, rd_seat seat)
{
    for (uint32_t i = 0; i < FATE_UNITS; i++) {
        if (seat < FATE_SEATS && !fate_sees(s, seat, i)) {
            return &s->unit[i];
        }
    }
    return NULL;
}

static void leak(void *view, uint32_t value)
{
    struct fate_view *v = view;
    v->zero[0] = (uint8_t)value;
}

static void observe_shows_cells(const void *state, rd_seat seat, void *view)
{
    const struct fate_unit *u = hidden_from(state, seat);
    fate_observe(state, seat, view);
    leak(view, u == NULL ? 0u : u->at);
}

static void observe_shows_hp(const void *state, rd_seat seat, void *view)
{
    const struct fate_unit *u = hidden_from(state, seat);
    fate_observe(state, seat, view);
    leak(view, u == NULL ? 0u : u->hp);
}

static void observe_shows_timers(const void *state, rd_seat seat, void *view)
{
    const struct fate_unit *u = hidden_from(state, seat);
    fate_observe(state, seat, view);
    leak(view, u == NULL ? 0u : u->timer);
}

static void observe_shows_charges(const void *state, rd_seat seat, void *view)
{
    const struct fate_unit *u = hidden_from(state, seat);
    fate_observe(state, seat, view);
    leak(view, u == NULL ? 0u : u->charge[1]);
}

static void observe_counts_caltrops(const void *state, rd_seat seat, void *view)
{
    const struct fate_state *s = state;
    fate_observe(state, seat, view);
    leak(view, s->token_count);
}

static void observe_shows_the_prompt(const void *state, rd_seat seat, void *view)
{
    const struct fate_state *s = state;
    fate_observe(state, seat, view);
    leak(view, s->prompt == FATE_SOW_CALTROPS ? s->frame[s->depth - 1].to : 0u);
}

static void observe_knows_the_image(const void *state, rd_seat seat, void *view)
{
    const struct fate_state *s = state;
    fate_observe(state, seat, view);
    leak(view, fate_crossed_pairs(s));
}

static void observe_shows_the_roll(const void *state, rd_seat seat, void *view)
{
    const struct fate_state *s = state;
    fate_observe(state, seat, view);
    leak(view, s->roll);
}

static void observe_lets_spectators_see(const void *state, rd_seat seat, void *view)
{
    const struct fate_state *s = state;
    fate_observe(state, seat, view);
    if (seat == RD_SPECTATOR) {
        leak(view, s->unit[FATE_ASSASSIN].hidden ? s->unit[FATE_ASSASSIN].at : 0u);
    }
}

/* ---- events that tell too much ---- */

static void apply_tells_all(void *state, rd_seat seat, struct rd_action action,
                            struct rd_luck *luck, struct rd_event_log *log)
{
    fate_apply(state, seat, action, luck, log);
    for (uint32_t i = 0; log != NULL && i < log->count && i < log->cap; i++) {
        if (log->event[i].kind == FATE_E_MOVED) {
            log->event[i].seen_by = RD_ALL_SEATS;
        }
    }
}

static void apply_tells_of_searches(void *state, rd_seat seat, struct rd_action action,
                                    struct rd_luck *luck, struct rd_event_log *log)
{
    const struct fate_state *s = state;
    fate_apply(state, seat, action, luck, log);
    if (log != NULL && log->count > 0 && action.verb == FATE_V_SEARCH) {
        log->event[0].arg[1] = s->sensed[seat] != 0;
        log->event[0].seen_by = RD_ALL_SEATS;
    }
}

/* ---- orders that tell too much ---- */

static uint32_t is_onto_hidden(const struct fate_state *s, struct rd_action action)
{
    uint32_t other = action.verb == FATE_V_MOVE && s->phase == FATE_BATTLE
                         ? fate_unit_at(s, action.arg[0])
                         : (uint32_t)FATE_NONE;
    return other != FATE_NONE && s->unit[other].hidden;
}

static struct rd_verdict judge_knows_the_hidden(const void *state, rd_seat seat,
                                                struct rd_action action)
{
    struct rd_verdict verdict = fate_judge(state, seat, action);
    return verdict.code == RD_OK && is_onto_hidden(state, action)
               ? rd_verdict_of(RD_AGAINST_RULES, FATE_R_CANT_GO, 0)
               : verdict;
}

static uint32_t legal_knows_the_hidden(const void *state, rd_seat seat, struct rd_action *out,
                                       uint32_t cap)
{
    uint32_t count = fate_legal(state, seat, out, cap);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count && i < cap; i++) {
        if (!is_onto_hidden(state, out[i])) {
            out[kept] = out[i];
            kept++;
        }
    }
    return cap == 0 ? count : kept;
}

/* ---- the trial ---- */

static void must_be_caught(const char *name, uint32_t law, struct rd_game game)
{
    struct trial_order order = { .game = &game,
                                 .seed = 1,
                                 .games = GAMES,
                                 .law = law,
                                 .record = shared_room(sizeof(struct record)),
                                 .finding = shared_room(sizeof(struct finding)) };
    bool caught = run_guarded(&order, true);
    CHECK(caught);
    if (caught) {
        CHECK_EQ(order.finding->law, law);
        printf("# law %u: %s\n", law, order.finding->text);
    }
    check_report(name);
}

static void views(void)
{
    static const struct {
        const char *name;
        void (*observe)(const void *state, rd_seat seat, void *view);
    } leaks[] = {
        { "a view shows where the hidden are", observe_shows_cells },
        { "a view shows HP of the hidden", observe_shows_hp },
        { "a view shows timers of the hidden", observe_shows_timers },
        { "a view shows counters of the hidden", observe_shows_charges },
        { "a view counts caltrops", observe_counts_caltrops },
        { "a view shows a private prompt", observe_shows_the_prompt },
        { "a view knows the image", observe_knows_the_image },
        { "a view shows the other's movement roll", observe_shows_the_roll },
        { "a spectator sees the hidden", observe_lets_spectators_see },
    };
    for (uint32_t i = 0; i < sizeof leaks / sizeof leaks[0]; i++) {
        struct rd_game game = fate_game;
        game.observe = leaks[i].observe;
        must_be_caught(leaks[i].name, LAW_SECRECY, game);
    }
}

int main(void)
{
    views();
    struct rd_game game = fate_game;
    game.step_names = NULL; /* its steps would not tell too much */
    game.frames_max = 0;
    game.apply_steps = NULL;
    game.apply = apply_tells_all;
    must_be_caught("moves of the hidden are told", LAW_HEARSAY, game);
    game.apply = apply_tells_of_searches;
    must_be_caught("searches tell the other what they found", LAW_HEARSAY, game);
    game = fate_game;
    game.judge = judge_knows_the_hidden;
    game.legal = legal_knows_the_hidden;
    must_be_caught("legality tells where the hidden are", LAW_SECRECY, game);
    return check_end();
}
