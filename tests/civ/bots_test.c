/* The greedy bot is no pushover: it conquers those who play at random, under both rulesets. The
 * levels are thrifty with armies. */
#include "bots/bot.h"
#include "check.h"
#include "games/civ/civ.h"

enum { LEGAL_ROOM = 16384, ORDERS_MAX = 500 };

static struct civ_state state;
static struct civ_view view;
static struct rd_action legal[LEGAL_ROOM];

static struct rd_action ask(rd_seat seat, const char *name, struct rd_luck *luck, uint32_t given)
{
    uint32_t count = civ_game.legal(&state, seat, legal, LEGAL_ROOM);
    civ_game.observe(&state, seat, &view);
    struct rd_bot_question question = { &civ_game, &view, seat, legal, count, luck };
    return legal[given < ORDERS_MAX ? rd_bot_find(&civ_game, name)->choose(&question) : count - 1];
}

/* The rank of the greedy seat among random ones. */
static uint32_t rank_of_greedy(int32_t rules, rd_seat greedy, uint64_t seed)
{
    struct rd_setup setup;
    struct rd_luck luck = rd_luck_from_seed(seed), bots = rd_luck_from_key(seed, 1);
    struct rd_outcome outcome;
    rd_setup_presets(&civ_game, &setup);
    setup.option[CIV_OPT_RULES] = rules;
    setup.option[CIV_OPT_SIZE] = 12;
    setup.option[CIV_OPT_ROUNDS] = 120;
    setup.option[CIV_OPT_REFEREE] = 1;
    civ_game.init(&state, &setup, &luck);
    uint32_t given = 0;
    for (rd_seats seats; (seats = civ_game.to_act(&state)) != 0;) {
        rd_seat seat = state.common.current;
        struct rd_action action = ask(seat, seat == greedy ? "greedy" : "random", &bots, given);
        given = action.verb == CIV_END_TURN ? 0 : given + 1;
        civ_game.apply(&state, seat, action, &luck, NULL);
    }
    civ_game.outcome(&state, &outcome);
    return outcome.rank[greedy];
}

static void greedy_beats_random(void)
{
    for (int32_t rules = CIV_BOOK; rules <= CIV_FINAL; rules++) {
        uint32_t won = 0;
        for (uint64_t seed = 1; seed <= 8; seed++) {
            won += rank_of_greedy(rules, (rd_seat)(seed % 4), seed) == 1;
        }
        printf("# rules %d: first in %u of 8\n", rules, won);
        CHECK(won >= 7);
    }
}

/* Beside seat 0's rich city stands a foreign army. How many armies does a level build in a turn? It
 * is asked order by order, and has to remember by the orders in its view whom it sent already. */
static uint32_t armies_built(const char *name)
{
    static uint64_t memory[RD_BOT_MEMORY_MAX / 8];
    struct rd_setup setup;
    struct rd_luck luck = rd_luck_from_seed(1), bots = rd_luck_from_key(1, 1);
    uint32_t built = 0;
    rd_setup_presets(&civ_game, &setup);
    setup.option[CIV_OPT_SIZE] = 12;
    civ_game.init(&state, &setup, &luck);
    state.side[0].production = 200;
    state.side[1].army[0] = 1;
    state.side[1].health[0] = CIV_HEALTH;
    state.side[1].armies = 1;
    for (uint32_t given = 0; state.common.current == 0 && given < ORDERS_MAX; given++) {
        uint32_t count = civ_game.legal(&state, 0, legal, LEGAL_ROOM);
        civ_game.observe(&state, 0, &view);
        struct rd_bot_question question = { &civ_game, &view, 0, legal, count, &bots };
        question.memory = memory;
        struct rd_action action = legal[rd_bot_answer(rd_bot_find(&civ_game, name), &question)];
        built += action.verb == CIV_PRODUCE && action.arg[0] == CIV_ARMY;
        civ_game.apply(&state, 0, action, &luck, NULL);
    }
    CHECK(state.common.current == 1);
    CHECK(state.side[1].armies == 0);
    return built;
}

/* One to kill and die, two to kill and live: R11.4. */
static void levels_send_no_more_than_needed(void)
{
    CHECK(armies_built("strong") == 2);
    CHECK(armies_built("expert") == 1);
}

int main(void)
{
    RUN(greedy_beats_random);
    RUN(levels_send_no_more_than_needed);
    return check_end();
}
