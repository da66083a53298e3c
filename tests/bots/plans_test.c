/* FATE and Fortress Frontiers: their levels are searches of their own, play whole games by the
 * rules, give reasons, and what they know of the game is true. Memory is exactly what they asked
 * for, under AddressSanitizer. */
#include <stdlib.h>

#include "bots/fate_playbooks.h"
#include "bots/search.h"
#include "check.h"
#include "games/fortress/fortress.h"

static const char *const levels[] = { "beginner", "casual", "strong", "expert" };

enum { QUICK = 300, SEATS = 2 };

struct match {
    const struct rd_game *game;
    void *state, *view, *memory[SEATS];
    struct rd_action *legal;
    const struct rd_bot *bot[SEATS];
    struct rd_luck luck[1 + SEATS];
    uint32_t nodes; /* for a question, 0 = the bots' own */
};

static void open_match(struct match *m, const struct rd_setup *setup, const char *first,
                       const char *second, uint64_t seed)
{
    const struct rd_game *game = m->game;
    const char *const name[SEATS] = { first, second };
    m->state = calloc(1, game->state_size);
    m->view = calloc(1, game->view_size);
    m->legal = calloc(game->legal_max, sizeof *m->legal);
    for (uint32_t i = 0; i < SEATS; i++) {
        m->bot[i] = rd_bot_find(game, name[i]);
        m->memory[i] = malloc(rd_bot_memory(m->bot[i], game) + 1);
    }
    for (uint32_t i = 0; i <= SEATS; i++) {
        m->luck[i] = rd_luck_from_key(seed, i);
    }
    game->init(m->state, setup, &m->luck[0]);
}

static void close_match(struct match *m)
{
    free(m->state);
    free(m->view);
    free(m->legal);
    free(m->memory[0]);
    free(m->memory[1]);
}

/* What whoever acts first is asked. */
static struct rd_bot_question ask(struct match *m, struct rd_bot_report *report)
{
    const struct rd_game *game = m->game;
    rd_seat seat = (game->to_act(m->state) & 1u) != 0 ? 0 : 1;
    uint32_t count = game->legal(m->state, seat, m->legal, game->legal_max);
    game->observe(m->state, seat, m->view);
    struct rd_bot_question question = { .game = game,
                                        .view = m->view,
                                        .seat = seat,
                                        .legal = m->legal,
                                        .legal_count = count,
                                        .luck = &m->luck[1 + seat],
                                        .memory = m->memory[seat],
                                        .nodes = m->nodes,
                                        .report = report };
    return question;
}

/* One order of whoever acts first; false when the game is over. */
static int step(struct match *m, struct rd_bot_report *report)
{
    if (m->game->to_act(m->state) == 0) {
        return 0;
    }
    struct rd_bot_question question = ask(m, report);
    uint32_t choice = rd_bot_answer(m->bot[question.seat], &question);
    CHECK_EQ(m->game->judge(m->state, question.seat, m->legal[choice]).code, RD_OK);
    m->game->apply(m->state, question.seat, m->legal[choice], &m->luck[0], NULL);
    return 1;
}

static void short_setup(const struct rd_game *game, struct rd_setup *setup)
{
    rd_setup_presets(game, setup);
    for (uint32_t i = 0; game->options[i].key != NULL; i++) {
        const char *key = game->options[i].key;
        if (strcmp(key, "rounds") == 0) {
            setup->option[i] = 4;
        } else if (strcmp(key, "turn_limit") == 0) {
            setup->option[i] = 12;
        }
    }
}

static const struct rd_game *game_of(uint32_t index)
{
    return rd_game_find(index == 0 ? "fate" : "fortress");
}

/* No greedy bot stands in for them, and every answer fits into what a host has to give. */
static void levels_are_searches(void)
{
    for (uint32_t g = 0; g < 2; g++) {
        CHECK(rd_heuristics_of(game_of(g)) != NULL);
        for (uint32_t i = 0; i < 4; i++) {
            const struct rd_bot *bot = rd_bot_find(game_of(g), levels[i]);
            CHECK(bot != NULL && strcmp(bot->name, levels[i]) == 0);
            CHECK(bot != NULL && rd_bot_memory(bot, game_of(g)) <= RD_BOT_MEMORY_MAX);
        }
    }
}

/* Steps along the line to a cell arrive there after as many as it is apart; others are on none. */
static void fate_notes_tell_lines_and_distances(void)
{
    static struct fate_notes notes;
    fate_take_notes(NULL, &notes);
    for (uint32_t from = 0; from < FATE_CELLS; from++) {
        for (uint32_t to = 0; to < FATE_CELLS; to++) {
            int32_t line = notes.line[from][to], apart = notes.distance_of[from][to];
            int32_t dx = (int32_t)fate_column(to) - (int32_t)fate_column(from);
            int32_t dy = (int32_t)fate_row(to) - (int32_t)fate_row(from);
            CHECK_EQ(apart, abs(dx) > abs(dy) ? abs(dx) : abs(dy));
            CHECK_EQ(line != 0, from != to && (dx == 0 || dy == 0 || abs(dx) == abs(dy)));
            CHECK(line == 0 || (int32_t)from + apart * line == (int32_t)to);
        }
    }
}

/* Whole games, each level against the next, with little thought. */
static void levels_play_by_the_rules(void)
{
    uint32_t orders = 0;
    for (uint32_t g = 0; g < 2; g++) {
        for (uint32_t i = 0; i < 4; i++) {
            struct match m = { .game = game_of(g), .nodes = QUICK };
            struct rd_setup setup;
            short_setup(m.game, &setup);
            open_match(&m, &setup, levels[i], levels[(i + 1) % 4], 7 + i);
            while (step(&m, NULL)) {
                orders++;
            }
            CHECK(m.game->audit(m.state) == NULL);
            close_match(&m);
        }
    }
    printf("# %u orders\n", orders);
    CHECK(orders > 400);
}

/* Heroes have cards and prompts of their own. */
static void fate_is_played_with_heroes(void)
{
    struct match m = { .game = rd_game_find("fate"), .nodes = QUICK };
    struct rd_setup setup;
    short_setup(m.game, &setup);
    for (uint32_t i = 0; m.game->options[i].key != NULL; i++) {
        if (strncmp(m.game->options[i].key, "heroes", 6) == 0) {
            setup.option[i] = 1 + (int32_t)(i % 2);
        }
    }
    open_match(&m, &setup, "strong", "casual", 3);
    while (step(&m, NULL)) {
    }
    CHECK(((const struct fate_state *)m.state)->heroes != 0);
    CHECK(m.game->to_act(m.state) == 0);
    close_match(&m);
}

/* A game twice is the same game: luck and nodes are all there is. */
static void games_repeat(void)
{
    for (uint32_t g = 0; g < 2; g++) {
        struct match m[2] = { { .game = game_of(g), .nodes = QUICK },
                              { .game = game_of(g), .nodes = QUICK } };
        struct rd_setup setup;
        short_setup(m[0].game, &setup);
        for (uint32_t i = 0; i < 2; i++) {
            open_match(&m[i], &setup, "expert", "strong", 11);
            while (step(&m[i], NULL)) {
            }
        }
        CHECK(memcmp(m[0].state, m[1].state, m[0].game->state_size) == 0);
        close_match(&m[0]);
        close_match(&m[1]);
    }
}

/* Two or three lines, each another order, each with an estimate and the number of tries. */
static void experts_tell_why(void)
{
    for (uint32_t g = 0; g < 2; g++) {
        struct match m = { .game = game_of(g), .nodes = 1000 };
        struct rd_setup setup;
        uint32_t reasoned = 0;
        short_setup(m.game, &setup);
        open_match(&m, &setup, "expert", "expert", 5);
        for (uint32_t n = 0; n < 60; n++) {
            struct rd_bot_report report;
            if (!step(&m, &report)) {
                break;
            }
            reasoned += report.count >= 2;
            for (uint32_t i = 0; i < report.count; i++) {
                CHECK(report.line[i].tries > 0);
                CHECK(report.line[i].estimate >= 0 && report.line[i].estimate <= 1000);
                CHECK(i == 0 ||
                      rd_action_compare(report.line[i].action[0], report.line[0].action[0]) != 0);
            }
        }
        CHECK(reasoned > 0);
        close_match(&m);
    }
}

/* A unit that lives is worth more than one that does not, and more the healthier it is. */
static void worth_grows_with_health(void)
{
    struct fate_unit unit = { .max = 6, .hp = 6 };
    for (uint32_t class = 0; class < FATE_CLASSES; class ++) {
        CHECK_EQ(fate_worth_of(&unit, class, 0), 0);
        for (uint32_t hp = 1; hp <= 6; hp++) {
            CHECK(fate_worth_of(&unit, class, hp) > fate_worth_of(&unit, class, hp - 1));
        }
    }
}

/* Where the enemy's base was never seen, it is expected where it is: boards are fair. */
static void unseen_base_is_expected_in_its_place(void)
{
    const struct rd_game *game = rd_game_find("fortress");
    const struct rd_heuristics *heuristics = rd_heuristics_of(game);
    struct match m = { .game = game };
    struct rd_setup setup;
    struct fortress_state *guessed = calloc(1, sizeof *guessed);
    short_setup(game, &setup);
    open_match(&m, &setup, "beginner", "beginner", 1);
    const struct fortress_state *s = m.state;
    game->observe(m.state, 0, m.view);
    game->guess(m.view, &m.luck[1], guessed);
    heuristics->expect(guessed, 0, &m.luck[1]);
    uint32_t found = 0;
    for (uint32_t i = 0; i < guessed->side[1].structures; i++) {
        const struct fortress_piece *piece = &guessed->piece[fortress_structure_who(1, i)];
        for (uint32_t k = 0; k < s->side[1].structures && piece->type == FORTRESS_BASE; k++) {
            const struct fortress_piece *truth = &s->piece[fortress_structure_who(1, k)];
            found += truth->type == FORTRESS_BASE && truth->cell == piece->cell;
        }
    }
    CHECK_EQ(found, 1);
    free(guessed);
    close_match(&m);
}

/* Gold and the soldier it buys are worth the same, or whoever compares both would always buy. */
static void purchases_are_worth_their_price(void)
{
    const struct rd_game *game = rd_game_find("fortress");
    const struct rd_heuristics *heuristics = rd_heuristics_of(game);
    struct match m = { .game = game };
    struct rd_setup setup;
    rd_setup_presets(game, &setup);
    open_match(&m, &setup, "beginner", "beginner", 1);
    int32_t bought = 0, gain = 0;
    do {
        struct rd_bot_question q = ask(&m, NULL);
        struct rd_action order = { FORTRESS_BUY, { FORTRESS_SOLDIER, 0, 0 } };
        uint32_t first = rd_bot_lower_bound(&q, order);
        if (q.legal[first].verb == FORTRESS_BUY && q.legal[first].arg[0] == FORTRESS_SOLDIER) {
            int32_t before = heuristics->evaluate(m.state, q.seat);
            game->apply(m.state, q.seat, q.legal[first], &m.luck[0], NULL);
            gain = heuristics->evaluate(m.state, q.seat) - before;
            bought = 1;
        }
    } while (!bought && step(&m, NULL));
    CHECK(bought);
    CHECK(gain >= 0 && gain <= 1); /* a step on the way to the enemy */
    close_match(&m);
}

static uint32_t foes_near(const struct fortress_state *s, uint32_t seat, uint32_t id)
{
    uint32_t cell = RD_NO_CELL, foes = 0;
    for (uint32_t slot = 0; slot < s->side[seat].units; slot++) {
        const struct fortress_piece *unit = &s->piece[fortress_unit_who(seat, slot)];
        cell = unit->id == id ? unit->cell : cell;
    }
    for (uint32_t who = 0; who < FORTRESS_WHO_MAX && cell != RD_NO_CELL; who++) {
        const struct fortress_piece *foe = &s->piece[who];
        foes += foe->health > 0 && fortress_owner(who) != seat && who < FORTRESS_FIRST_STRUCTURE &&
                fortress_has(&s->know[seat].visible, foe->cell) &&
                fortress_distance(foe->cell, cell) <= 4;
    }
    return foes;
}

/* Where nobody is met no time is spent; what can strike somebody is always worth a try. */
static void orders_worth_a_try_are_of_units_who_meet_somebody(void)
{
    const struct rd_game *game = rd_game_find("fortress");
    const struct rd_heuristics *heuristics = rd_heuristics_of(game);
    struct match m = { .game = game, .nodes = QUICK };
    struct rd_setup setup;
    uint32_t index[RD_SEARCH_CHOICES], peace = 0, fights = 0;
    rd_setup_presets(game, &setup);
    open_match(&m, &setup, "strong", "strong", 1);
    do {
        struct rd_bot_question q = ask(&m, NULL);
        struct rd_search_position position = { game, m.state, NULL, q.seat, &m.luck[1] };
        uint32_t strikes = 0, tried = 0;
        uint32_t count =
            heuristics->candidates(&position, q.legal, q.legal_count, index, RD_SEARCH_CHOICES);
        for (uint32_t i = 0; i < q.legal_count; i++) {
            strikes += q.legal[i].verb == FORTRESS_MELEE;
        }
        for (uint32_t i = 0; i < count; i++) {
            CHECK(index[i] < q.legal_count);
            CHECK(foes_near(m.state, q.seat, q.legal[index[i]].arg[0]) > 0);
            tried += q.legal[index[i]].verb == FORTRESS_MELEE;
        }
        CHECK(tried == strikes || count == RD_SEARCH_CHOICES);
        peace += count == 0;
        fights += count > 0;
    } while (step(&m, NULL) && fights < 300);
    CHECK(peace > 100);
    CHECK_EQ(fights, 300);
    close_match(&m);
}

/* Did the first seat win a game of the usual length? */
static int wins(const char *id, const char *first, const char *second, uint64_t seed)
{
    struct match m = { .game = rd_game_find(id) };
    struct rd_setup setup;
    struct rd_outcome outcome;
    rd_setup_presets(m.game, &setup);
    open_match(&m, &setup, first, second, seed);
    while (step(&m, NULL)) {
    }
    m.game->outcome(m.state, &outcome);
    close_match(&m);
    return outcome.rank[0] == 1 && outcome.rank[1] == 2;
}

static void beginners_beat_random(void)
{
    CHECK(wins("fate", "beginner", "random", 2));
    CHECK(wins("fortress", "beginner", "random", 2));
}

/* Dice decide single games of FATE, not eleven of them. */
static void casual_players_beat_beginners(void)
{
    int won = 0;
    for (uint64_t seed = 0; seed < 11; seed++) {
        won += wins("fate", "casual", "beginner", seed);
    }
    CHECK(won >= 7);
}

int main(void)
{
    RUN(levels_are_searches);
    RUN(fate_notes_tell_lines_and_distances);
    RUN(levels_play_by_the_rules);
    RUN(fate_is_played_with_heroes);
    RUN(games_repeat);
    RUN(experts_tell_why);
    RUN(worth_grows_with_health);
    RUN(unseen_base_is_expected_in_its_place);
    RUN(purchases_are_worth_their_price);
    RUN(orders_worth_a_try_are_of_units_who_meet_somebody);
    RUN(beginners_beat_random);
    RUN(casual_players_beat_beginners);
    return check_end();
}
