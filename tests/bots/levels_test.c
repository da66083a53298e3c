/* The levels of every game: they exist, answer within their memory and budget, answer the same to
 * the same question, and tell why. Under AddressSanitizer memory is exactly what they asked for. */
#include <stdlib.h>
#include <string.h>

#include "bots/apoca_playbooks.h"
#include "bots/bot.h"
#include "bots/list.h"
#include "bots/search.h"
#include "check.h"
#include "games/apoca/apoca.h"

static const char *const levels[] = { "beginner", "casual", "strong", "expert" };

enum {
    POSITIONS = 5,
    APART = 23,     /* random orders between two positions */
    BUDGET = 2000,  /* nodes for a question */
    OVERRUN = 5000, /* a playout that was under way may be finished */
    SEATS = RD_SEATS_MAX
};

/* A game under way between nobodies. */
struct board {
    const struct rd_game *game;
    void *state, *view;
    struct rd_action *legal;
    struct rd_luck luck;
};

static void open_board(struct board *b, const struct rd_game *game, uint64_t seed)
{
    struct rd_setup setup;
    rd_setup_presets(game, &setup);
    b->game = game;
    b->state = calloc(1, game->state_size);
    b->view = calloc(1, game->view_size);
    b->legal = calloc(game->legal_max, sizeof *b->legal);
    b->luck = rd_luck_from_seed(seed);
    RD_ASSERT(b->state != NULL && b->view != NULL && b->legal != NULL);
    game->init(b->state, &setup, &b->luck);
}

static void close_board(struct board *b)
{
    free(b->state);
    free(b->view);
    free(b->legal);
}

static rd_seat first_of(rd_seats seats)
{
    rd_seat seat = 0;
    while (seat < SEATS && (seats & RD_SEAT_BIT(seat)) == 0) {
        seat++;
    }
    return seat;
}

/* False when the game is over. */
static int stir(struct board *b, uint32_t orders)
{
    for (uint32_t i = 0; i < orders; i++) {
        rd_seats seats = b->game->to_act(b->state);
        if (seats == 0) {
            return 0;
        }
        rd_seat seat = first_of(seats);
        uint32_t count = b->game->legal(b->state, seat, b->legal, b->game->legal_max);
        struct rd_bot_question question = {
            .game = b->game, .seat = seat, .legal = b->legal, .legal_count = count, .luck = &b->luck
        };
        uint32_t choice = rd_bot_answer(rd_bot_find(b->game, "random"), &question);
        b->game->apply(b->state, seat, b->legal[choice], &b->luck, NULL);
    }
    return b->game->to_act(b->state) != 0;
}

/* What the bot says here, thinking on memory that holds `rubbish`. */
static uint32_t ask(struct board *b, const struct rd_bot *bot, int rubbish,
                    struct rd_bot_report *report)
{
    rd_seat seat = first_of(b->game->to_act(b->state));
    uint32_t size = rd_bot_memory(bot, b->game);
    void *memory = malloc(size);
    struct rd_luck luck = rd_luck_from_seed(9);
    RD_ASSERT(memory != NULL || size == 0);
    if (size > 0) {
        memset(memory, rubbish, size);
    }
    b->game->observe(b->state, seat, b->view);
    uint32_t count = b->game->legal(b->state, seat, b->legal, b->game->legal_max);
    struct rd_bot_question question = { .game = b->game,
                                        .view = b->view,
                                        .seat = seat,
                                        .legal = b->legal,
                                        .legal_count = count,
                                        .luck = &luck,
                                        .memory = memory,
                                        .nodes = BUDGET,
                                        .report = report };
    uint32_t choice = rd_bot_answer(bot, &question);
    CHECK(choice < count);
    CHECK_EQ(b->game->judge(b->state, seat, b->legal[choice]).code, RD_OK);
    free(memory);
    return choice;
}

static void every_game_has_four_levels(void)
{
    for (uint32_t g = 0; rd_game_at(g) != NULL; g++) {
        for (uint32_t i = 0; i < 4; i++) {
            const struct rd_bot *bot = rd_bot_find(rd_game_at(g), levels[i]);
            CHECK(bot != NULL);
            CHECK(bot == NULL || rd_bot_memory(bot, rd_game_at(g)) <= RD_BOT_MEMORY_MAX);
        }
        CHECK(rd_bot_find(rd_game_at(g), "grandmaster") == NULL);
    }
}

static void check_position(struct board *b, const struct rd_bot *bot)
{
    struct rd_bot_report one, two;
    uint32_t choice = ask(b, bot, 0x00, &one);
    CHECK_EQ(ask(b, bot, 0xff, &two), choice);
    CHECK_EQ(one.nodes, two.nodes);
    CHECK(one.nodes <= BUDGET + OVERRUN);
    CHECK(one.count <= RD_BOT_LINES);
    CHECK_EQ(one.count, two.count);
    for (uint32_t i = 0; i < one.count; i++) {
        CHECK(one.line[i].estimate >= 0 && one.line[i].estimate <= 1000);
        CHECK(i > 0 || rd_action_compare(one.line[0].action[0], b->legal[choice]) == 0);
        CHECK(memcmp(&one.line[i].action, &two.line[i].action, sizeof one.line[i].action[0]) == 0);
    }
}

static void levels_answer_the_same_within_their_means(void)
{
    uint32_t asked = 0;
    for (uint32_t g = 0; rd_game_at(g) != NULL; g++) {
        for (uint32_t i = 0; i < 4; i++) {
            struct board b;
            open_board(&b, rd_game_at(g), 100 * g + i);
            for (uint32_t n = 0; n < POSITIONS; n++) {
                check_position(&b, rd_bot_find(b.game, levels[i]));
                asked++;
                if (!stir(&b, APART)) {
                    break;
                }
            }
            close_board(&b);
        }
    }
    printf("# %u positions\n", asked);
    CHECK(asked >= 8);
}

/* Whoever asks with more nodes gets more thought. */
static void more_nodes_are_used(void)
{
    const struct rd_game *game = rd_game_find("apoca");
    struct board b;
    struct rd_bot_report report;
    struct rd_luck luck = rd_luck_from_seed(1);
    const struct rd_bot *bot = rd_bot_find(game, "expert");
    open_board(&b, game, 1);
    void *memory = malloc(rd_bot_memory(bot, game));
    game->observe(b.state, 0, b.view);
    uint32_t count = game->legal(b.state, 0, b.legal, game->legal_max);
    struct rd_bot_question question = { .game = game,
                                        .view = b.view,
                                        .legal = b.legal,
                                        .legal_count = count,
                                        .luck = &luck,
                                        .memory = memory,
                                        .nodes = 2000,
                                        .report = &report };
    rd_bot_answer(bot, &question);
    uint32_t few = report.nodes;
    question.nodes = 40000;
    rd_bot_answer(bot, &question);
    CHECK(report.nodes > 4 * few);
    CHECK(report.count >= 1);
    free(memory);
    close_board(&b);
}

/* A bot in each seat; returns the rank of the first. */
static uint32_t rank_of(const struct rd_game *game, const char *first, const char *second,
                        int32_t turns, uint32_t turns_option)
{
    struct board b;
    struct rd_setup setup;
    struct rd_outcome outcome;
    struct rd_luck luck[2] = { rd_luck_from_seed(5), rd_luck_from_seed(6) };
    const struct rd_bot *bot[2] = { rd_bot_find(game, first), rd_bot_find(game, second) };
    uint32_t a = rd_bot_memory(bot[0], game), c = rd_bot_memory(bot[1], game);
    void *memory = malloc((a > c ? a : c) + 1);
    open_board(&b, game, 3);
    rd_setup_presets(game, &setup);
    setup.seats = 2;
    setup.option[turns_option] = turns;
    memset(b.state, 0, game->state_size);
    game->init(b.state, &setup, &b.luck);
    for (rd_seats seats; (seats = game->to_act(b.state)) != 0;) {
        rd_seat seat = first_of(seats);
        uint32_t count = game->legal(b.state, seat, b.legal, game->legal_max);
        game->observe(b.state, seat, b.view);
        struct rd_bot_question question = { .game = game,
                                            .view = b.view,
                                            .seat = seat,
                                            .legal = b.legal,
                                            .legal_count = count,
                                            .luck = &luck[seat],
                                            .memory = memory };
        uint32_t choice = rd_bot_answer(bot[seat], &question);
        game->apply(b.state, seat, b.legal[choice], &b.luck, NULL);
    }
    game->outcome(b.state, &outcome);
    free(memory);
    close_board(&b);
    return outcome.rank[0];
}

/* What apoca's heuristics were asked by a search. */
static struct {
    uint32_t first_look; /* turn of the first position that was judged */
    uint32_t changes;    /* turns in which the opponent played by another way than in the last */
    uint32_t turn, playbook;
} asked;

static int32_t note_look(const void *state, rd_seat seat)
{
    (void)seat;
    uint32_t turn = rd_game_find("apoca")->turns(state).done;
    asked.first_look = asked.first_look == 0 ? turn : asked.first_look;
    return 0;
}

static uint32_t note_way(const struct rd_search_position *position, uint32_t playbook,
                         struct rd_action *out, uint32_t cap)
{
    uint32_t turn = position->game->turns(position->state).done;
    if (position->seat == APOCA_BLUE) {
        asked.changes += turn > asked.turn && playbook != asked.playbook;
        asked.turn = turn;
        asked.playbook = playbook;
    }
    return rd_heuristics_apoca.orders(position, playbook, out, cap);
}

/* Rehearses apoca's first order for Red. */
static void rehearse(const struct rd_level *level)
{
    struct board b;
    struct rd_search search;
    struct rd_heuristics heuristics = rd_heuristics_apoca;
    memset(&asked, 0, sizeof asked);
    heuristics.evaluate = note_look;
    heuristics.orders = note_way;
    open_board(&b, rd_game_find("apoca"), 5);
    b.game->observe(b.state, APOCA_RED, b.view);
    uint32_t count = b.game->legal(b.state, APOCA_RED, b.legal, b.game->legal_max);
    void *memory = malloc(rd_search_room(b.game));
    struct rd_bot_question question = { .game = b.game,
                                        .view = b.view,
                                        .legal = b.legal,
                                        .legal_count = count,
                                        .luck = &b.luck,
                                        .memory = memory };
    rd_search_open(&search, &question, &heuristics, level);
    rd_portfolio_choose(&search);
    free(memory);
    close_board(&b);
}

/* Plans for a whole game hardly differ in a short look. */
static void the_longest_look_is_the_first(void)
{
    const struct rd_level level = {
        .nodes = BUDGET, .horizon = 2, .further = 3, .own_playbooks = 2, .other_playbooks = 1
    };
    rehearse(&level);
    CHECK_EQ(asked.first_look, 2 + (RD_SEARCH_HORIZONS - 1) * 3);
}

/* Else a game without luck would be rehearsed the same way again and again. */
static void others_change_plans_if_a_level_expects_errors(void)
{
    struct rd_level level = {
        .nodes = 10 * BUDGET, .horizon = 9, .own_playbooks = 2, .other_playbooks = 6
    };
    rehearse(&level);
    CHECK_EQ(asked.changes, 0);
    level.doubts = 1;
    rehearse(&level);
    CHECK(asked.changes > 50);
    level.nodes = 100; /* no way is met twice */
    rehearse(&level);
    CHECK_EQ(asked.changes, 0);
}

static void a_beginner_beats_random(void)
{
    CHECK_EQ(rank_of(rd_game_find("apoca"), "beginner", "random", 60, 1), 1);
    CHECK_EQ(rank_of(rd_game_find("civ"), "beginner", "random", 60, 2), 1);
    CHECK_EQ(rank_of(rd_game_find("classic"), "beginner", "random", 40, 0), 1);
}

/* Who overlooks enemies would walk through them, and never does. */
static void beginners_play_to_the_end(void)
{
    CHECK(rank_of(rd_game_find("classic"), "beginner", "beginner", 40, 0) > 0);
    CHECK(rank_of(rd_game_find("apoca"), "beginner", "beginner", 60, 1) > 0);
    CHECK(rank_of(rd_game_find("civ"), "beginner", "beginner", 100, 2) > 0);
}

/* The tree alone plays the heap of stones without a mistake: greedy knows how to win it. */
static void the_tree_finds_the_winning_heap(void)
{
    const struct rd_game *game = rd_game_find("null");
    CHECK_EQ(rank_of(game, "expert", "greedy", 9, 0), 1);
    CHECK_EQ(rank_of(game, "greedy", "expert", 8, 0), 2);
}

static void sparring_partners_play(void)
{
    static const char *const names[] = { "rush", "turtle", "church", "provoke", "economy" };
    const struct rd_game *game = rd_game_find("apoca");
    for (uint32_t i = 0; i < 5; i++) {
        CHECK_EQ(rank_of(game, names[i], "random", 80, 1), 1);
    }
}

/* A board after its first turn, on which Red or Blue has built one tower. */
static void build_one(struct board *b, rd_seat seat, uint32_t type)
{
    const struct apoca_open *open;
    struct rd_action done = { APOCA_DONE, { 0 } },
                     build = { APOCA_BUILD, { (uint16_t)type, 0, 0 } };
    open_board(b, rd_game_find("apoca"), 1);
    open = &((const struct apoca_state *)b->state)->open;
    for (uint32_t i = 0; i < open->land_count; i++) {
        build.arg[1] = open->land_cell[i];
        if (b->game->judge(b->state, seat, build).code == RD_OK) {
            break;
        }
    }
    b->game->apply(b->state, seat, build, &b->luck, NULL);
    b->game->apply(b->state, 0, done, &b->luck, NULL);
    b->game->apply(b->state, 1, done, &b->luck, NULL);
}

static void apocas_lower_levels_see_less_of_what_a_house_pays(void)
{
    struct board b;
    build_one(&b, 0, APOCA_HOUSE);
    int32_t expert = rd_heuristics_apoca.evaluate(b.state, 0);
    int32_t strong = rd_heuristics_apoca_steady.evaluate(b.state, 0);
    int32_t casual = rd_heuristics_apoca_eager.evaluate(b.state, 0);
    int32_t beginner = rd_heuristics_apoca_hasty.evaluate(b.state, 0);
    CHECK(expert > strong && strong > casual && casual > beginner && beginner > 0);
    CHECK_EQ(rd_heuristics_apoca.evaluate(b.state, 1), -expert);
    close_board(&b);
}

static void apocas_bots_answer_churches_but_do_not_begin(void)
{
    for (rd_seat seat = 0; seat < 2; seat++) {
        struct board b;
        build_one(&b, seat, APOCA_CHURCH);
        int32_t own = rd_heuristics_apoca.evaluate(b.state, seat);
        int32_t other = rd_heuristics_apoca.evaluate(b.state, (rd_seat)(1 - seat));
        CHECK(own < 0); /* it cost more */
        CHECK(other < own);
        close_board(&b);
    }
}

static void a_house_is_in_the_way_where_a_gun_would_see_most(void)
{
    static struct apoca_notes notes;
    struct rd_action done = { APOCA_DONE, { 0 } }, build = { APOCA_BUILD, { APOCA_HOUSE, 0, 0 } };
    struct board b;
    open_board(&b, rd_game_find("apoca"), 1);
    const struct apoca_open *open = &((const struct apoca_state *)b.state)->open;
    struct rd_search_position position = { b.game, b.state, NULL, APOCA_RED, &b.luck };
    apoca_take_notes(&position, &notes);
    uint32_t best = apoca_gun_place(open, &notes, APOCA_RED, APOCA_MINIGUN, 0);
    CHECK_EQ(apoca_house_in_the_way(open, &notes, APOCA_RED, APOCA_MINIGUN, 0), APOCA_NONE);
    build.arg[1] = open->land_cell[best];
    b.game->apply(b.state, APOCA_RED, build, &b.luck, NULL);
    b.game->apply(b.state, APOCA_RED, done, &b.luck, NULL);
    b.game->apply(b.state, APOCA_BLUE, done, &b.luck, NULL);
    apoca_take_notes(&position, &notes); /* as the next question does */
    CHECK(apoca_gun_place(open, &notes, APOCA_RED, APOCA_MINIGUN, 0) != best);
    CHECK_EQ(apoca_house_in_the_way(open, &notes, APOCA_RED, APOCA_MINIGUN, 0), best);
    CHECK_EQ(apoca_house_in_the_way(open, &notes, APOCA_BLUE, APOCA_MINIGUN, 0), APOCA_NONE);
    close_board(&b);
}

static void only_apocas_expert_knows_that_a_blessed_crowd_wins_nothing(void)
{
    struct board b;
    open_board(&b, rd_game_find("apoca"), 1);
    struct apoca_open *open = &((struct apoca_state *)b.state)->open;
    open->unit_count = 1;
    open->unit[0].traits = apoca_traits(APOCA_MERCENARY, APOCA_RED, APOCA_MOVING);
    open->unit[0].health = 20;
    int32_t plain = rd_heuristics_apoca.evaluate(b.state, APOCA_RED);
    open->unit[0].health = 500;
    CHECK(rd_heuristics_apoca.evaluate(b.state, APOCA_RED) <= plain + APOCA_HIRE_PRICE);
    CHECK(rd_heuristics_apoca_steady.evaluate(b.state, APOCA_RED) > plain + 100);
    close_board(&b);
}

static int32_t is_worth_a_try(const struct board *b, const struct apoca_notes *notes, uint32_t verb,
                              uint32_t cell)
{
    static struct rd_action legal[RD_SEARCH_LEGAL];
    uint32_t index[RD_SEARCH_CHOICES];
    struct rd_luck luck = b->luck;
    struct rd_search_position position = { b->game, b->state, notes, APOCA_RED, &luck };
    uint32_t count = b->game->legal(b->state, APOCA_RED, legal, RD_SEARCH_LEGAL);
    uint32_t picks =
        rd_heuristics_apoca.candidates(&position, legal, count, index, RD_SEARCH_CHOICES);
    for (uint32_t i = 0; i < picks; i++) {
        if (legal[index[i]].verb == verb && legal[index[i]].arg[0] == cell) {
            return 1;
        }
    }
    return 0;
}

static void a_gun_may_go_where_houses_have_no_room(void)
{
    static struct apoca_notes notes;
    struct board b;
    build_one(&b, APOCA_RED, APOCA_CROSSBOW);
    struct apoca_open *open = &((struct apoca_state *)b.state)->open;
    struct rd_search_position position = { b.game, b.state, NULL, APOCA_RED, &b.luck };
    apoca_take_notes(&position, &notes);
    uint32_t gun = apoca_spare_tower(open, &notes, APOCA_RED, APOCA_CROSSBOW);
    CHECK(gun != APOCA_NONE);
    CHECK_EQ(apoca_spare_tower(open, &notes, APOCA_BLUE, APOCA_CROSSBOW), APOCA_NONE);
    CHECK_EQ(apoca_spare_tower(open, &notes, APOCA_RED, APOCA_CHURCH), APOCA_NONE);
    CHECK(!is_worth_a_try(&b, &notes, APOCA_DESTROY, open->land_cell[gun]));
    memset(open->land_built, 0xff, sizeof open->land_built);
    CHECK_EQ(apoca_house_place(open, &notes, APOCA_RED), APOCA_NONE);
    CHECK(is_worth_a_try(&b, &notes, APOCA_DESTROY, open->land_cell[gun]));
    open->turn = (uint16_t)(open->turn_limit - 2); /* no house pays any more */
    CHECK(!is_worth_a_try(&b, &notes, APOCA_DESTROY, open->land_cell[gun]));
    close_board(&b);
}

int main(void)
{
    RUN(every_game_has_four_levels);
    RUN(levels_answer_the_same_within_their_means);
    RUN(more_nodes_are_used);
    RUN(the_longest_look_is_the_first);
    RUN(others_change_plans_if_a_level_expects_errors);
    RUN(a_beginner_beats_random);
    RUN(beginners_play_to_the_end);
    RUN(the_tree_finds_the_winning_heap);
    RUN(sparring_partners_play);
    RUN(apocas_lower_levels_see_less_of_what_a_house_pays);
    RUN(apocas_bots_answer_churches_but_do_not_begin);
    RUN(a_house_is_in_the_way_where_a_gun_would_see_most);
    RUN(only_apocas_expert_knows_that_a_blessed_crowd_wins_nothing);
    RUN(a_gun_may_go_where_houses_have_no_room);
    return check_end();
}
