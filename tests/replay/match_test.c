/* The match runner: every seat asks its own bot, with its own view and its own luck. */
#include "check.h"
#include "kit.h"
#include "redoubt/hash.h"

/* ---- a game in which a turn has as many orders as one likes ---- */

/* Two seats act at once; "more" does nothing, "done" ends the turn. With `trap` there is no done.
 */
enum { MORE, DONE };

struct patience {
    uint8_t done[2];
    uint8_t trap, over;
    uint32_t turns;
    uint8_t winner;
    uint8_t zero[7];
};
RD_STATIC_ASSERT(sizeof(struct patience) == 16, "flat, without padding");

static rd_seats patience_to_act(const void *state)
{
    const struct patience *s = state;
    return s->over ? 0 : (rd_seats)((s->done[0] ? 0 : 1) | (s->done[1] ? 0 : 2));
}

static uint32_t patience_legal(const void *state, rd_seat seat, struct rd_action *out, uint32_t cap)
{
    const struct patience *s = state;
    RD_ASSERT(seat < 2 && cap >= 2);
    out[0] = (struct rd_action){ MORE, { 0 } };
    out[1] = (struct rd_action){ DONE, { 0 } };
    return s->trap ? 1 : 2;
}

static struct rd_verdict patience_judge(const void *state, rd_seat seat, struct rd_action action)
{
    const struct patience *s = state;
    bool fine = seat < 2 && !s->over && !s->done[seat] && action.verb <= DONE;
    return rd_verdict_of(fine ? RD_OK : RD_NOT_YOUR_TURN, 0, 0);
}

static void patience_apply(void *state, rd_seat seat, struct rd_action action, struct rd_luck *luck,
                           struct rd_event_log *log)
{
    struct patience *s = state;
    (void)luck, (void)log;
    s->done[seat] = action.verb == DONE;
    if (s->done[0] && s->done[1]) {
        s->done[0] = s->done[1] = 0;
        s->turns++;
        s->over = s->turns == 3;
    }
}

static void patience_resign(void *state, rd_seat seat, struct rd_event_log *log)
{
    struct patience *s = state;
    (void)log;
    s->over = 1;
    s->winner = (uint8_t)(1 - seat);
}

static void patience_outcome(const void *state, struct rd_outcome *outcome)
{
    const struct patience *s = state;
    memset(outcome, 0, sizeof *outcome);
    outcome->seats = 2;
    outcome->over = s->over;
    outcome->ending = s->over;
    outcome->rank[s->winner] = s->over;
    outcome->rank[1 - s->winner] = (uint8_t)(2 * s->over);
}

static struct rd_turns patience_turns(const void *state)
{
    const struct patience *s = state;
    struct rd_turns turns = { s->turns, 3 };
    return turns;
}

static void patience_init(void *state, const struct rd_setup *setup, struct rd_luck *luck)
{
    struct patience *s = state;
    (void)luck;
    memset(s, 0, sizeof *s);
    s->trap = (uint8_t)setup->option[0];
}

static struct rd_verdict patience_check_setup(const struct rd_setup *setup)
{
    (void)setup;
    return rd_verdict_of(RD_OK, 0, 0);
}

static const char *patience_audit(const void *state)
{
    (void)state;
    return NULL;
}

/* A view says only whose it is. */
static void patience_observe(const void *state, rd_seat seat, void *view)
{
    (void)state;
    memset(view, 0, 8);
    *(uint8_t *)view = seat;
}

static const struct rd_option patience_options[] = {
    { "trap", "Trap", "No way out.", 0, 1, 0, NULL }, { 0 }
};
static const struct rd_verb patience_verbs[] = { { "more", "", 0, { { 0 } } },
                                                 { "done", "", RD_VERB_ENDS_TURN, { { 0 } } },
                                                 { 0 } };
static const struct rd_ending patience_endings[] = { { 0 }, { "R1.1", "over" }, { 0 } };

/* In the order of struct rd_game, which every game fills: so their tables look alike. */
static const struct rd_game patience = {
    .id = "patience",
    .title = "Patience",
    .rules_version = 1,
    .seats_min = 2,
    .seats_max = 2,
    .state_size = sizeof(struct patience),
    .view_size = 8,
    .legal_max = 2,
    .events_max = 1,
    .options = patience_options,
    .verbs = patience_verbs,
    .endings = patience_endings,
    .check_setup = patience_check_setup,
    .init = patience_init,
    .to_act = patience_to_act,
    .legal = patience_legal,
    .judge = patience_judge,
    .apply = patience_apply,
    .resign = patience_resign,
    .observe = patience_observe,
    .outcome = patience_outcome,
    .turns = patience_turns,
    .audit = patience_audit,
};

/* ---- bots ---- */

static uint32_t questions[2];
static int32_t first_draw[2];

static uint32_t note_question(const struct rd_bot_question *q)
{
    CHECK_EQ(*(const uint8_t *)q->view, q->seat);
    if (questions[q->seat]++ == 0) {
        first_draw[q->seat] = rd_luck_range(q->luck, 0, 1000000);
    }
    return q->legal_count;
}

static uint32_t choose_more(const struct rd_bot_question *q)
{
    note_question(q);
    return 0;
}

static uint32_t choose_last(const struct rd_bot_question *q)
{
    return note_question(q) - 1;
}

static const struct rd_bot talker = { "talker", NULL, "Never done.", choose_more };
static const struct rd_bot doer = { "doer", NULL, "Done at once.", choose_last };

static struct rd_match_result play(bool trap, const struct rd_bot *first,
                                   const struct rd_bot *second)
{
    struct rd_chosen chosen = { .game = &patience };
    struct rd_problem problem = { "" };
    struct rd_match_result result;
    rd_setup_presets(&patience, &chosen.setup);
    chosen.setup.option[0] = trap;
    struct rd_replay_start start = kit_start(&chosen, 3);
    struct rd_match_plan plan = { .start = &start, .bot = { first, second }, .orders_cap = 10 };
    memset(questions, 0, sizeof questions);
    CHECK(rd_match_play(&plan, &result, &problem));
    return result;
}

static void a_turn_is_ended_at_the_cap(void)
{
    struct rd_match_result result = play(false, &doer, &talker);
    CHECK_EQ(result.turns, 3);
    CHECK_EQ(result.cut[0], 0);
    CHECK_EQ(result.cut[1], 3);
    CHECK_EQ(result.stuck[1], 0);
    CHECK_EQ(questions[0], 3);
    CHECK_EQ(questions[1], 30);
    CHECK_EQ(result.orders, 3 + 33);
    CHECK(result.outcome.over);
}

static void a_seat_that_cannot_end_resigns(void)
{
    struct rd_match_result result = play(true, &talker, &doer);
    CHECK_EQ(result.stuck[0], 1);
    CHECK_EQ(result.stuck[1], 0);
    CHECK_EQ(result.turns, 0);
    CHECK_EQ(result.outcome.rank[1], 1);
}

static void every_seat_has_its_own_luck(void)
{
    const uint64_t key[2] = { 3, ~UINT64_C(3) };
    struct rd_luck of_first = rd_match_bot_luck(key, 0), of_second = rd_match_bot_luck(key, 1);
    play(false, &doer, &doer);
    CHECK_EQ(first_draw[0], rd_luck_range(&of_first, 0, 1000000));
    CHECK_EQ(first_draw[1], rd_luck_range(&of_second, 0, 1000000));
    CHECK(first_draw[0] != first_draw[1]);
    CHECK(of_first.key[0] != key[0] && of_first.key[1] != key[1]);
}

static void the_result_is_the_last_state(void)
{
    struct rd_match_result result = play(false, &doer, &doer);
    struct patience last = { .over = 1, .turns = 3 };
    CHECK_HEX(result.hash, rd_hash(&last, sizeof last));
}

int main(void)
{
    RUN(a_turn_is_ended_at_the_cap);
    RUN(a_seat_that_cannot_end_resigns);
    RUN(every_seat_has_its_own_luck);
    RUN(the_result_is_the_last_state);
    return check_end();
}
