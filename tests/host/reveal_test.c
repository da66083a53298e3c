/* Which orders have shown their seat something, in a cellar full of secrets and where orders are
 * sealed. */
#include "host/reveal.h"

#include "check.h"
#include "fog.h"
#include "host/play.h"

enum { MATCHES = 40 };

static struct rd_order one(uint16_t verb, uint16_t arg)
{
    struct rd_order order = { .count = 1, .action = { { verb, { arg } } } };
    return order;
}

static struct fog_state cellar(uint64_t seed)
{
    struct rd_luck luck = rd_luck_from_seed(seed);
    struct rd_setup setup;
    struct fog_state state;
    rd_setup_presets(&fog_game, &setup);
    fog_game.init(&state, &setup, &luck);
    return state;
}

/* In how many of the matches does it reveal something? */
static uint32_t revealing(struct rd_order order)
{
    uint32_t count = 0;
    for (uint64_t seed = 1; seed <= MATCHES; seed++) {
        struct fog_state state = cellar(seed), before = state;
        const uint64_t key[2] = { seed, ~seed };
        bool first = rd_order_reveals(&fog_game, &state, 0, &order, rd_reveal_luck(key, 3));
        bool again = rd_order_reveals(&fog_game, &state, 0, &order, rd_reveal_luck(key, 3));
        CHECK_EQ(first, again);
        CHECK(memcmp(&state, &before, sizeof state) == 0);
        count += first;
    }
    return count;
}

/* Each guess agrees with the truth half of the time: 1 in 16 matches gets away with it. */
static void a_step_into_the_dark_shows_something(void)
{
    uint32_t count = revealing(one(FOG_WALK, 0));
    CHECK(count >= MATCHES * 8 / 10 && count < MATCHES);
}

static void what_is_only_heard_counts_too(void)
{
    CHECK(revealing(one(FOG_LISTEN, 0)) >= MATCHES * 8 / 10);
}

static void what_one_knows_already_shows_nothing(void)
{
    CHECK_EQ(revealing(one(FOG_NOTE, 2)), 0);
}

static void a_sealed_done_shows_nothing(void)
{
    CHECK_EQ(revealing(one(FOG_DONE, 0)), 0);
}

static void dice_always_count(void)
{
    CHECK_EQ(revealing(one(FOG_DIG, 0)), MATCHES);
}

static void an_order_is_all_of_its_actions(void)
{
    struct rd_order quiet = { .count = 2, .action = { { FOG_NOTE, { 1 } }, { FOG_NOTE, { 2 } } } };
    struct rd_order long_walk = { .count = 5,
                                  .action = { { FOG_NOTE, { 1 } },
                                              { FOG_WALK, { 0 } },
                                              { FOG_WALK, { 0 } },
                                              { FOG_WALK, { 0 } },
                                              { FOG_WALK, { 0 } } } };
    CHECK_EQ(revealing(quiet), 0);
    CHECK(revealing(long_walk) >= MATCHES * 9 / 10);
}

/* Nothing is hidden in null, and apoca's orders are sealed: whatever is legal can be taken back. */
static void open_games_reveal_nothing(const char *id)
{
    struct rd_chosen chosen = { .game = rd_game_find(id) };
    struct rd_action legal[256];
    struct rd_play play;
    rd_setup_presets(chosen.game, &chosen.setup);
    rd_play_begin(&play, &chosen, rd_luck_from_seed(1));
    uint32_t count = chosen.game->legal(play.state, 0, legal, 256);
    CHECK(count > 0);
    for (uint32_t i = 0; i < count && i < 256; i += 7) {
        struct rd_order order = { .count = 1, .action = { legal[i] } };
        CHECK(!rd_order_reveals(chosen.game, play.state, 0, &order, rd_luck_from_seed(i)));
    }
    rd_play_end(&play);
}

static void null_and_apoca_reveal_nothing(void)
{
    open_games_reveal_nothing("null");
    open_games_reveal_nothing("apoca");
}

static void luck_differs_with_key_and_number(void)
{
    const uint64_t key[2] = { 1, 2 }, other[2] = { 1, 3 };
    struct rd_luck luck = rd_reveal_luck(key, 1);
    CHECK(luck.key[0] != key[0] && luck.key[1] != key[1] && luck.key[0] != luck.key[1]);
    CHECK(luck.key[0] != rd_reveal_luck(key, 2).key[0]);
    CHECK(luck.key[0] != rd_reveal_luck(key, 257).key[0]);
    CHECK(luck.key[0] != rd_reveal_luck(other, 1).key[0]);
}

/* What became of an order, and may it be taken back? */
static enum rd_undo answer(enum fog_verb verb, bool dice, rd_seats noticed)
{
    struct fog_state before = cellar(1), now = before;
    struct rd_given given = {
        .game = &fog_game, .before = &before, .now = &now, .dice = dice, .noticed = noticed
    };
    struct rd_order order = one((uint16_t)verb, 0);
    return rd_may_undo(&given, &order, rd_luck_from_seed(1));
}

static void what_others_know_is_final(void)
{
    CHECK_EQ(answer(FOG_NOTE, false, 0), RD_UNDO_FINE);
    CHECK_EQ(answer(FOG_NOTE, false, RD_SEAT_BIT(0)), RD_UNDO_FINE); /* the seat itself */
    CHECK_EQ(answer(FOG_NOTE, false, RD_SEAT_BIT(1)), RD_UNDO_FINAL);
    CHECK_EQ(answer(FOG_NOTE, false, RD_SEAT_BIT(RD_SPECTATOR)), RD_UNDO_FINAL);
    CHECK_EQ(answer(FOG_NOTE, true, 0), RD_UNDO_FINAL);
    CHECK_EQ(answer(FOG_WALK, false, 0), RD_UNDO_REVEALED);
    CHECK_EQ(answer(FOG_WALK, true, 0), RD_UNDO_FINAL);
}

static void a_turn_that_is_over_is_final(void)
{
    struct fog_state before = cellar(1), now = before;
    struct rd_given given = { .game = &fog_game, .before = &before, .now = &now };
    CHECK(!rd_order_is_final(&given));
    now.turn++;
    CHECK(rd_order_is_final(&given));
}

static void spectators_who_see_all_are_let_in_later(void)
{
    struct rd_game open = fog_game;
    open.spectators_see_all = true;
    CHECK_EQ(rd_others(&fog_game, 1), 0xfd);
    CHECK_EQ(rd_others(&open, 1), 0x7d);
    CHECK_EQ(rd_others(&fog_game, RD_SPECTATOR), 0x7f);
}

int main(void)
{
    RUN(a_step_into_the_dark_shows_something);
    RUN(what_is_only_heard_counts_too);
    RUN(what_one_knows_already_shows_nothing);
    RUN(a_sealed_done_shows_nothing);
    RUN(dice_always_count);
    RUN(an_order_is_all_of_its_actions);
    RUN(null_and_apoca_reveal_nothing);
    RUN(luck_differs_with_key_and_number);
    RUN(what_others_know_is_final);
    RUN(a_turn_that_is_over_is_final);
    RUN(spectators_who_see_all_are_let_in_later);
    return check_end();
}
