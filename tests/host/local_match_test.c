/* Matches of people and bots on one machine: what is told, kept and taken back, in a cellar full of
 * secrets and, against the rules played plainly, in apoca. */
#include "host/local_match.h"

#include <stdlib.h>

#include "check.h"
#include "fog.h"
#include "host/match.h"
#include "host/play.h"
#include "host/replay_record.h"
#include "redoubt/hash.h"

enum { MATCHES = 40 };

static struct rd_action act(uint16_t verb, uint16_t arg)
{
    return (struct rd_action){ verb, { arg } };
}

static struct rd_local_match *cellar(uint64_t seed, const struct rd_bot *bot0,
                                     const struct rd_bot *bot1)
{
    struct rd_setup setup;
    struct fog_state state;
    struct rd_local_plan plan = { .game = &fog_game,
                                  .state = &state,
                                  .luck = rd_luck_from_seed(seed),
                                  .listeners = RD_SEAT_BIT(0) | RD_SEAT_BIT(1),
                                  .bot = { bot0, bot1 } };
    rd_setup_presets(&fog_game, &setup);
    fog_game.init(&state, &setup, &plan.luck);
    return rd_local_open(&plan);
}

static uint16_t give(struct rd_local_match *match, rd_seat seat, uint16_t verb, uint16_t arg)
{
    return rd_local_order(match, seat, act(verb, arg)).code;
}

static uint32_t records(const struct rd_local_match *match)
{
    uint32_t count;
    rd_local_records(match, &count);
    return count;
}

static uint32_t told(struct rd_local_match *match, rd_seat seat)
{
    uint32_t count;
    rd_local_tell(match, seat, &count);
    return count;
}

static struct fog_state now(const struct rd_local_match *match)
{
    return *(const struct fog_state *)rd_local_state(match);
}

/* How many of its orders the seat can take back, one after the other. */
static uint32_t undos(struct rd_local_match *match, rd_seat seat)
{
    uint32_t count = 0;
    while (rd_local_undo(match, seat)) {
        count++;
    }
    return count;
}

static void undo_brings_back_every_byte(void)
{
    struct rd_local_match *match = cellar(1, NULL, NULL);
    struct fog_state before = now(match);
    CHECK_EQ(give(match, 0, FOG_NOTE, 1), RD_OK);
    struct fog_state between = now(match);
    CHECK_EQ(give(match, 0, FOG_NOTE, 2), RD_OK);
    CHECK_EQ(records(match), 2);
    CHECK(rd_local_undo(match, 0));
    struct fog_state one_back = now(match);
    CHECK(memcmp(&one_back, &between, sizeof between) == 0);
    CHECK_EQ(records(match), 1);
    CHECK(rd_local_undo(match, 0));
    struct fog_state two_back = now(match);
    CHECK(memcmp(&two_back, &before, sizeof before) == 0);
    CHECK_EQ(records(match), 0);
    CHECK(!rd_local_undo(match, 0));
    rd_local_close(match);
}

static void dice_and_turns_are_final_with_all_before_them(void)
{
    struct rd_local_match *match = cellar(2, NULL, NULL);
    give(match, 0, FOG_NOTE, 1);
    give(match, 0, FOG_DIG, 0);
    CHECK_EQ(undos(match, 0), 0);
    give(match, 0, FOG_NOTE, 2);
    CHECK_EQ(undos(match, 0), 1);
    give(match, 0, FOG_DONE, 0);
    CHECK(rd_local_undoable(match, 0)); /* sealed: the other one still thinks */
    give(match, 1, FOG_DONE, 0);
    CHECK_EQ(now(match).turn, 1);
    CHECK_EQ(undos(match, 0) + undos(match, 1), 0);
    CHECK_EQ(give(match, 0, RD_VERB_RESIGN, 0), RD_OK);
    CHECK_EQ(undos(match, 0), 0);
    rd_local_close(match);
}

/* The dice that fell stay as they fell when what came after them is taken back. */
static void dice_are_not_rolled_again(void)
{
    for (uint64_t seed = 1; seed <= MATCHES; seed++) {
        struct rd_local_match *match = cellar(seed, NULL, NULL);
        give(match, 0, FOG_NOTE, 1);
        give(match, 0, FOG_DIG, 0);
        struct fog_state rolled = now(match);
        give(match, 0, FOG_NOTE, 2);
        CHECK_EQ(undos(match, 0), 1);
        struct fog_state after = now(match);
        CHECK(memcmp(&rolled, &after, sizeof rolled) == 0);
        rd_local_close(match);
    }
}

/* Nothing is hidden in null, so there only the end of the turn stands in the way. */
static void a_turn_that_is_over_stays(void)
{
    struct rd_chosen chosen = { .game = rd_game_find("null") };
    struct rd_play play;
    rd_setup_presets(chosen.game, &chosen.setup);
    rd_play_begin(&play, &chosen, rd_luck_from_seed(1));
    struct rd_local_plan plan = { .game = chosen.game, .state = play.state, .luck = play.luck };
    struct rd_local_match *match = rd_local_open(&plan);
    CHECK_EQ(chosen.game->turns(rd_local_state(match)).done, 0);
    CHECK_EQ(give(match, 0, 0, 1), RD_OK);
    CHECK_EQ(chosen.game->turns(rd_local_state(match)).done, 1);
    CHECK(!rd_local_undoable(match, 0));
    rd_local_close(match);
    rd_play_end(&play);
}

static void each_takes_back_only_the_latest_and_only_their_own(void)
{
    struct rd_local_match *match = cellar(3, NULL, NULL);
    give(match, 0, FOG_NOTE, 1);
    give(match, 1, FOG_NOTE, 2);
    CHECK(!rd_local_undo(match, 0));
    CHECK(rd_local_undo(match, 1));
    CHECK_EQ(now(match).seat[0].number, 1);
    CHECK(rd_local_undo(match, 0));
    rd_local_close(match);
}

static void a_refused_order_changes_nothing(void)
{
    struct rd_local_match *match = cellar(4, NULL, NULL);
    give(match, 0, FOG_NOTE, 1);
    struct fog_state before = now(match);
    CHECK(give(match, 0, FOG_NOTE, FOG_NUMBERS) != RD_OK);
    CHECK(give(match, RD_SEATS_MAX, FOG_NOTE, 1) != RD_OK);
    struct fog_state after = now(match);
    CHECK(memcmp(&before, &after, sizeof before) == 0);
    CHECK_EQ(records(match), 1);
    CHECK_EQ(undos(match, 0), 1);
    rd_local_close(match);
}

/* Whoever walked has seen a room. What came after the step can be taken back, the step not. */
static uint32_t undone_steps(uint64_t seed, bool ask_at_once)
{
    static const uint16_t verbs[] = { FOG_NOTE, FOG_WALK, FOG_NOTE, FOG_WALK, FOG_NOTE };
    struct rd_local_match *match = cellar(seed, NULL, NULL);
    for (uint32_t i = 0; i < 5; i++) {
        give(match, 0, verbs[i], 0);
        CHECK(!ask_at_once || verbs[i] == FOG_WALK || rd_local_undoable(match, 0));
        (void)(ask_at_once && rd_local_undoable(match, 0));
    }
    struct fog_view view, begin;
    uint32_t first = rd_local_drafts(match, 0, &begin), count = undos(match, 0);
    CHECK_EQ(first, 5 - count);
    fog_game.observe(rd_local_state(match), 0, &view);
    CHECK(memcmp(&view, &begin, sizeof view) == 0);
    CHECK_EQ(records(match), first);
    rd_local_close(match);
    return count;
}

static void a_step_into_the_dark_stays(void)
{
    uint32_t stayed = 0;
    for (uint64_t seed = 1; seed <= MATCHES; seed++) {
        uint32_t count = undone_steps(seed, true);
        CHECK(count == 1 || count == 3 || count == 5);
        CHECK_EQ(undone_steps(seed, false), count); /* as after a saved game is loaded */
        stayed += count == 1;
    }
    CHECK(stayed >= MATCHES * 8 / 10 && stayed < MATCHES);
}

static void drafts_are_those_of_the_seat(void)
{
    struct rd_local_match *match = cellar(5, NULL, NULL);
    struct fog_view view;
    CHECK_EQ(rd_local_drafts(match, 1, &view), 0);
    give(match, 0, FOG_NOTE, 1);
    give(match, 1, FOG_NOTE, 3);
    give(match, 1, FOG_NOTE, 2);
    CHECK_EQ(rd_local_drafts(match, 1, &view), 1);
    CHECK_EQ(view.own.number, 0);
    CHECK_EQ(rd_local_drafts(match, 0, &view), 0);
    CHECK(rd_local_undo(match, 1) && rd_local_undo(match, 1));
    CHECK_EQ(rd_local_drafts(match, 1, &view), 1);
    CHECK_EQ(view.own.number, 0);
    rd_local_close(match);
}

static void events_are_told_once_and_not_after_undo(void)
{
    bool tried = false;
    for (uint64_t seed = 1; seed <= MATCHES && !tried; seed++) {
        struct rd_local_match *match = cellar(seed, NULL, NULL);
        give(match, 1, FOG_LISTEN, 0);
        give(match, 0, FOG_LISTEN, 0);
        CHECK_EQ(told(match, 0), 1);
        CHECK_EQ(told(match, 0), 0);
        give(match, 0, FOG_LISTEN, 0);
        if (rd_local_undo(match, 0)) { /* all guesses heard the same: seldom, but it happens */
            tried = true;
            CHECK_EQ(told(match, 0), 0);
            give(match, 0, FOG_LISTEN, 0);
        }
        CHECK_EQ(told(match, 0), 1);
        CHECK_EQ(told(match, 1), 1); /* it was kept for the one who didn't look */
        rd_local_close(match);
    }
    CHECK(tried);
}

/* ---- bots ----------------------------------------------------------------------------------- */

/* Notes the same number again and again. */
static uint32_t choose_note(const struct rd_bot_question *question)
{
    RD_ASSERT(question->legal[1].verb == FOG_NOTE);
    return 1;
}

static uint32_t choose_last(const struct rd_bot_question *question)
{
    return question->legal_count - 1;
}

static const struct rd_bot restless = { .name = "restless", .choose = choose_note };
static const struct rd_bot lazy = { .name = "lazy", .choose = choose_last };

static void bots_wait_for_people_and_end_their_turns(void)
{
    struct rd_action legal[16];
    const struct rd_local_scratch scratch = { legal, NULL };
    struct rd_local_match *match = cellar(6, NULL, &restless);
    CHECK_EQ(rd_local_people(match), 1);
    CHECK_EQ(rd_local_bot_due(match), RD_SEATS_MAX);
    give(match, 0, FOG_DONE, 0);
    CHECK_EQ(rd_local_people(match), 0);
    CHECK_EQ(rd_local_bot_due(match), 1);
    rd_local_play_bot(match, NULL, &scratch);
    struct fog_view view;
    CHECK(!rd_local_undoable(match, 0)); /* it has answered */
    CHECK_EQ(rd_local_drafts(match, 0, &view), 2);
    uint32_t orders = 1;
    for (; orders < 2000 && rd_local_bot_due(match) == 1; orders++) {
        rd_local_play_bot(match, NULL, &scratch);
    }
    CHECK_EQ(orders, RD_MATCH_ORDERS_PRESET + 1);
    CHECK_EQ(now(match).turn, 1);
    give(match, 0, FOG_DONE, 0);
    rd_local_play_bot(match, &lazy, &scratch); /* in its place */
    CHECK_EQ(now(match).turn, 2);
    rd_local_close(match);
}

/* ---- against the rules played plainly ---- */

struct plain {
    struct rd_play play;
    uint32_t seen; /* events of seat 0 that were compared */
    uint32_t causes;
    uint32_t turns; /* whose end was recorded */
};

/* The events of one order, as seat 0 is told them, against the log of the rules. */
static void compare_events(struct plain *plain, const struct rd_event *got, uint32_t count)
{
    uint32_t place[4096] = { 0 }, seen = 0;
    const struct rd_event_log *log = &plain->play.log;
    CHECK(log->count < 4096);
    for (uint32_t i = 0; i < log->count && seen <= count; i++) {
        struct rd_event want = log->event[i];
        if ((want.seen_by & RD_SEAT_BIT(0)) == 0) {
            continue;
        }
        want.cause = want.cause == 0 ? 0 : place[want.cause - 1];
        CHECK(seen < count && memcmp(&got[seen], &want, sizeof want) == 0);
        place[i] = ++seen;
        plain->causes += want.cause != 0;
    }
    CHECK_EQ(seen, count);
    plain->seen += seen;
}

static void check_new_records(const struct rd_local_match *match, struct plain *plain,
                              uint32_t *checked)
{
    uint32_t count;
    const uint8_t *record = rd_local_records(match, &count);
    for (; *checked < count; ++*checked) {
        struct rd_replay_item item;
        CHECK(rd_record_load(record + (size_t)RD_RECORD_SIZE * *checked, &item));
        if (item.kind == RD_REPLAY_TURN) {
            plain->turns++;
            CHECK_EQ(item.turn, plain->play.game->turns(plain->play.state).done);
            CHECK_HEX(item.hash, rd_hash(plain->play.state, plain->play.game->state_size));
        } else {
            CHECK_EQ(rd_play_action(&plain->play, item.seat, item.action).code, RD_OK);
        }
    }
}

static void a_game_of_bots_is_told_and_recorded_as_it_went(void)
{
    struct rd_chosen chosen = { .game = rd_game_find("apoca") };
    struct plain plain = { .seen = 0 };
    rd_setup_presets(chosen.game, &chosen.setup);
    rd_play_begin(&plain.play, &chosen, rd_luck_from_seed(7));
    const struct rd_bot *bot = rd_bot_find(chosen.game, "greedy");
    struct rd_local_plan plan = { .game = chosen.game,
                                  .state = plain.play.state,
                                  .luck = plain.play.luck,
                                  .listeners = RD_SEAT_BIT(0),
                                  .bot = { bot, bot, bot, bot, bot, bot, bot } };
    struct rd_local_match *match = rd_local_open(&plan);
    struct rd_action *legal = malloc(chosen.game->legal_max * sizeof *legal);
    void *memory = malloc(RD_BOT_MEMORY_MAX);
    const struct rd_local_scratch scratch = { legal, memory };
    uint32_t checked = 0, count;
    while (rd_local_bot_due(match) < RD_SEATS_MAX) {
        rd_local_play_bot(match, NULL, &scratch);
        check_new_records(match, &plain, &checked);
        const struct rd_event *events = rd_local_tell(match, 0, &count);
        compare_events(&plain, events, count);
    }
    CHECK(plain.seen > 100 && plain.causes > 10 && checked > 50);
    CHECK_EQ(plain.turns, chosen.game->turns(plain.play.state).done);
    CHECK(memcmp(rd_local_state(match), plain.play.state, chosen.game->state_size) == 0);
    CHECK_EQ(rd_local_luck(match)->drawn, plain.play.luck.drawn);
    free(legal);
    free(memory);
    rd_local_close(match);
    rd_play_end(&plain.play);
}

int main(void)
{
    RUN(undo_brings_back_every_byte);
    RUN(dice_and_turns_are_final_with_all_before_them);
    RUN(dice_are_not_rolled_again);
    RUN(a_turn_that_is_over_stays);
    RUN(each_takes_back_only_the_latest_and_only_their_own);
    RUN(a_refused_order_changes_nothing);
    RUN(a_step_into_the_dark_stays);
    RUN(drafts_are_those_of_the_seat);
    RUN(events_are_told_once_and_not_after_undo);
    RUN(bots_wait_for_people_and_end_their_turns);
    RUN(a_game_of_bots_is_told_and_recorded_as_it_went);
    return check_end();
}
