/* The greedy bots must be worth playing against: they beat the random one everywhere. */
#include "apoca_test.h"
#include "bots/bot.h"
#include "redoubt/hash.h"

enum { LEGAL_MAX = 2048, STEPS_MAX = 100000 };

/* Plays to the end; returns the outcome's rank of the greedy seat. */
static uint32_t rank_of_greedy(const struct rd_game *game, const struct rd_setup *setup,
                               rd_seat greedy_seat, uint64_t seed)
{
    static uint64_t state[8192 / 8], view[8192 / 8];
    static struct rd_action legal[LEGAL_MAX];
    const struct rd_bot *greedy = rd_bot_find(game, "greedy");
    const struct rd_bot *random = rd_bot_find(game, "random");
    struct rd_luck luck = rd_luck_from_seed(seed), bot_luck = rd_luck_from_seed(seed + 1000);
    struct rd_outcome outcome;
    RD_ASSERT(game->state_size <= sizeof state && game->view_size <= sizeof view);
    RD_ASSERT(game->legal_max <= LEGAL_MAX);
    game->init(state, setup, &luck);
    uint32_t steps = 0;
    for (rd_seats to_act; (to_act = game->to_act(state)) != 0 && steps < STEPS_MAX; steps++) {
        rd_seat seat = (to_act & RD_SEAT_BIT(0)) != 0 ? 0 : 1;
        uint32_t count = game->legal(state, seat, legal, LEGAL_MAX);
        game->observe(state, seat, view);
        struct rd_bot_question question = { game, view, seat, legal, count, &bot_luck };
        const struct rd_bot *bot = seat == greedy_seat ? greedy : random;
        uint32_t choice = bot->choose(&question);
        RD_ASSERT(choice < count);
        game->apply(state, seat, legal[choice], &luck, NULL);
    }
    CHECK(steps < STEPS_MAX);
    game->outcome(state, &outcome);
    return outcome.rank[greedy_seat];
}

static void greedy_beats_random_on_every_map(void)
{
    const struct rd_option *maps = &apoca_game.options[APOCA_OPT_MAP];
    uint32_t games = 0, won = 0;
    for (int32_t rules = APOCA_SEED; rules <= APOCA_MEGAMINER; rules++) {
        for (int32_t map = maps->min; map <= maps->max; map++) {
            struct rd_setup setup = test_setup(rules);
            setup.option[APOCA_OPT_MAP] = map;
            setup.option[APOCA_OPT_TURNS] = 60; /* the point is made by then */
            for (rd_seat seat = 0; seat < APOCA_SEATS; seat++) {
                games++;
                won += rank_of_greedy(&apoca_game, &setup, seat, (uint64_t)games) == 1;
            }
        }
    }
    printf("# %u of %u games won\n", won, games);
    CHECK(won * 100 > games * 95);
}

static void greedy_beats_random_at_the_heap(void)
{
    const struct rd_game *game = rd_game_find("null");
    struct rd_setup setup;
    uint32_t won = 0;
    rd_setup_presets(game, &setup);
    for (uint64_t seed = 0; seed < 100; seed++) {
        won += rank_of_greedy(game, &setup, (rd_seat)(seed % 2), seed) == 1;
    }
    printf("# %u of 100 games won\n", won);
    CHECK(won > 95);
}

static struct rd_action order_of(const struct apoca_state *state, rd_seat seat,
                                 struct rd_luck *luck)
{
    static struct rd_action legal[LEGAL_MAX];
    struct apoca_view view;
    uint32_t count = apoca_game.legal(state, seat, legal, LEGAL_MAX);
    apoca_game.observe(state, seat, &view);
    struct rd_bot_question question = { &apoca_game, &view, seat, legal, count, luck };
    return legal[rd_bot_find(&apoca_game, "greedy")->choose(&question)];
}

static struct rd_action order_by(const struct apoca_state *state, uint64_t seed)
{
    struct rd_luck luck = rd_luck_from_seed(seed);
    return order_of(state, APOCA_RED, &luck);
}

/* What greedy orders as Red now. Luck may choose the place and nothing else. */
static struct rd_action next_order(const struct apoca_state *state)
{
    struct rd_action order = order_by(state, 1);
    CHECK_EQ(rd_action_compare(order_by(state, 1), order), 0);
    CHECK_EQ(order_by(state, 2).verb, order.verb);
    CHECK_EQ(order_by(state, 2).arg[0], order.arg[0]);
    return order;
}

/* Some turns of greedy against itself. */
static uint64_t game_by(uint64_t seed)
{
    struct apoca_state state;
    struct rd_problem problem;
    struct rd_luck luck = rd_luck_from_seed(seed);
    CHECK(test_read("{}", APOCA_SEED, &state, &problem));
    while (state.open.turn < 40 && state.open.ending == APOCA_PLAYING) {
        rd_seat seat = state.secret[APOCA_RED].done ? APOCA_BLUE : APOCA_RED;
        apoca_game.apply(&state, seat, order_of(&state, seat, &luck), &luck, NULL);
    }
    return rd_hash(&state, sizeof state);
}

static void luck_decides_among_equals(void)
{
    uint32_t others = 0;
    for (uint64_t seed = 2; seed < 8; seed++) {
        others += game_by(seed) != game_by(1);
    }
    CHECK(others > 0);
    CHECK(game_by(1) == game_by(1));
}

static void greedy_begins_with_a_house(void)
{
    struct apoca_state state;
    struct rd_problem problem;
    struct rd_luck luck = rd_luck_from_seed(1);
    CHECK(test_read("{}", APOCA_SEED, &state, &problem));
    while (!state.secret[APOCA_RED].done) {
        apoca_game.apply(&state, APOCA_RED, next_order(&state), &luck, NULL);
    }
    CHECK_EQ(state.secret[APOCA_RED].tower_verb, APOCA_BUILD);
    CHECK_EQ(state.secret[APOCA_RED].tower_type, APOCA_HOUSE);
}

/* An attacker at the north gate, and the base won't last. */
static void greedy_defends_when_it_must(void)
{
    struct apoca_state state;
    struct rd_problem problem;
    CHECK(test_read("{\"CurrentTurn\":20,\"HealthR\":40,\"RedTeamMoney\":10,"
                    "\"Mercenaries\":[{\"Team\":\"b\",\"x\":2,\"y\":1}]}",
                    APOCA_SEED, &state, &problem));
    struct rd_action order = next_order(&state);
    CHECK_EQ(order.verb, APOCA_HIRE);
    CHECK_EQ(order.arg[0], APOCA_N);
}

static void greedy_keeps_its_money_when_nothing_pays_any_more(void)
{
    struct apoca_state state;
    struct rd_problem problem;
    CHECK(test_read("{\"CurrentTurn\":299}", APOCA_SEED, &state, &problem));
    CHECK_EQ(next_order(&state).verb, APOCA_DONE);
}

int main(void)
{
    RUN(greedy_beats_random_on_every_map);
    RUN(greedy_beats_random_at_the_heap);
    RUN(greedy_begins_with_a_house);
    RUN(luck_decides_among_equals);
    RUN(greedy_defends_when_it_must);
    RUN(greedy_keeps_its_money_when_nothing_pays_any_more);
    return check_end();
}
