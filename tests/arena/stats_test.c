/* Ratings, the sequential test and the schedules, against what can be worked out by hand. */
#include <math.h>
#include <stdlib.h>

#include "arena/rating.h"
#include "check.h"

/* A tournament with nothing in it but numbers. */
static struct tournament *plan(enum format format, uint32_t entrants, uint32_t seats,
                               uint32_t groups)
{
    struct tournament *t = calloc(1, sizeof *t);
    RD_ASSERT(t != NULL);
    t->format = format;
    t->entrants = entrants;
    t->setups = 1;
    t->setup[0].setup.seats = (uint8_t)seats;
    t->groups = groups;
    t->rounds = 4;
    t->sprt.elo[1] = 20;
    t->sprt.alpha = t->sprt.beta = 0.05;
    return t;
}

/* Whoever was named earlier wins. */
static void play_by_number(struct games *games)
{
    for (uint32_t i = 0; i < games->count; i++) {
        struct game *game = &games->game[i];
        for (uint32_t a = 0; !game->done && a < game->seats; a++) {
            game->rank[a] = 1;
            for (uint32_t b = 0; b < game->seats; b++) {
                game->rank[a] = (uint8_t)(game->rank[a] + (game->entrant[b] < game->entrant[a]));
            }
        }
        game->done = true;
    }
}

static uint32_t play_all(const struct tournament *t, struct games *games)
{
    uint32_t rounds = 0;
    while (rounds < 100 && schedule_next(t, games)) {
        play_by_number(games);
        rounds++;
    }
    return rounds;
}

/* Pairs of games of two entrants; the first of them won `wins` of `count` pairs twice, the others
 * are split. */
static void add_pairs(struct games *games, uint32_t wins, uint32_t count)
{
    for (uint32_t i = 0; i < 2 * count; i++) {
        uint32_t first_wins = i / 2 < wins || i % 2 == 0;
        struct game game = { .id = games->count + 1,
                             .group = i / 2,
                             .rotation = i % 2,
                             .seats = 2,
                             .done = true,
                             .entrant = { (uint16_t)(i % 2), (uint16_t)(1 - i % 2) } };
        uint32_t seat_of_first = i % 2;
        game.rank[seat_of_first] = first_wins ? 1 : 2;
        game.rank[1 - seat_of_first] = first_wins ? 2 : 1;
        games_add(games, &game);
    }
}

static void rating_of_a_known_score(void)
{
    struct tournament *t = plan(FORMAT_ROUND_ROBIN, 2, 2, 1);
    struct games games = { NULL, 0, 0 };
    struct rating rating[ENTRANTS_MAX];
    add_pairs(&games, 500, 1000); /* 1500 of 2000 points: 190.85 Elo */
    ratings_compute(t, &games, rating);
    CHECK(fabs(rating[0].elo - rating[1].elo - 190.85) < 0.5);
    CHECK(fabs(rating[0].elo + rating[1].elo) < 1e-6);
    CHECK_EQ(rating[0].wins, 1500);
    CHECK_EQ(rating[1].losses, 1500);
    /* A pair brings 1 or 2 points, each half of the time: a spread of 1/4 for the mean score of a
     * pair, so 1.96 * 0.25 / sqrt(1000) of score, and 400 / ln 10 / (3/4 * 1/4) Elo for each. Each
     * rating has half of the difference. The model alone would give a larger one. */
    double pairs = 0.5 * 1.96 * 0.25 / sqrt(1000) * 173.7178 / (0.75 * 0.25);
    double model = 0.5 * 1.96 * sqrt(0.75 * 0.25 / 2000) * 173.7178 / (0.75 * 0.25);
    CHECK(fabs(rating[0].margin - fmax(pairs, model)) < 0.05 * model);
    games_free(&games);
    free(t);
}

static void all_games_won_is_finite(void)
{
    struct tournament *t = plan(FORMAT_ROUND_ROBIN, 3, 3, 5);
    struct games games = { NULL, 0, 0 };
    struct rating rating[ENTRANTS_MAX];
    CHECK_EQ(play_all(t, &games), 1);
    CHECK_EQ(games.count, 15);
    ratings_compute(t, &games, rating);
    CHECK(rating[0].elo > rating[1].elo && rating[1].elo > rating[2].elo);
    CHECK(isfinite(rating[0].elo) && rating[0].elo < 2000);
    CHECK(isfinite(rating[0].margin) && rating[0].margin > 50);
    CHECK_EQ(rating[0].wins, 15);
    games_free(&games);
    free(t);
}

static void every_seat_once(void)
{
    struct tournament *t = plan(FORMAT_ROUND_ROBIN, 5, 3, 2);
    struct games games = { NULL, 0, 0 };
    uint32_t seat_count[5][3] = { { 0 } };
    play_all(t, &games);
    CHECK_EQ(games.count, 10 * 2 * 3); /* ten choices of three */
    CHECK_EQ(schedule_games(t, &games), games.count);
    for (uint32_t i = 0; i < games.count; i++) {
        CHECK_EQ(games.game[i].id, i + 1);
        for (uint32_t seat = 0; seat < 3; seat++) {
            seat_count[games.game[i].entrant[seat]][seat]++;
        }
    }
    for (uint32_t i = 0; i < 15; i++) {
        CHECK_EQ(seat_count[i / 3][i % 3], 12); /* six choices with this one, two groups each */
    }
    games_free(&games);
    free(t);
}

static void one_against_many(void)
{
    struct tournament *t = plan(FORMAT_GAUNTLET, 6, 2, 1);
    struct games games = { NULL, 0, 0 };
    play_all(t, &games);
    CHECK_EQ(games.count, 10);
    for (uint32_t i = 0; i < games.count; i++) {
        CHECK(games.game[i].entrant[0] == 0 || games.game[i].entrant[1] == 0);
    }
    games_free(&games);
    free(t);
}

static void swiss_pairs_no_two_twice(void)
{
    struct tournament *t = plan(FORMAT_SWISS, 9, 2, 1);
    struct games games = { NULL, 0, 0 };
    uint32_t met[9][9] = { { 0 } }, played[9] = { 0 };
    uint16_t places[ENTRANTS_MAX];
    CHECK_EQ(play_all(t, &games), 4);
    for (uint32_t i = 0; i < games.count; i++) {
        const struct game *game = &games.game[i];
        if (game->rotation == 0) {
            met[game->entrant[0]][game->entrant[1]]++;
            met[game->entrant[1]][game->entrant[0]]++;
            played[game->entrant[0]]++;
            played[game->entrant[1]]++;
        }
    }
    for (uint32_t i = 0; i < 81; i++) {
        CHECK(met[i / 9][i % 9] <= 1);
    }
    for (uint32_t i = 0; i < 9; i++) {
        CHECK(played[i] == 4 || played[i] == 3); /* nobody rests twice */
    }
    schedule_places(t, &games, places);
    CHECK_EQ(places[0], 0);
    games_free(&games);
    free(t);
}

static void eliminations(void)
{
    for (uint32_t entrants = 2; entrants <= 11; entrants++) {
        for (uint32_t lives = 1; lives <= 2; lives++) {
            struct tournament *t = plan(lives == 1 ? FORMAT_SINGLE : FORMAT_DOUBLE, entrants, 2, 1);
            struct games games = { NULL, 0, 0 };
            uint16_t places[ENTRANTS_MAX];
            uint32_t losses[11] = { 0 };
            CHECK(play_all(t, &games) < 100);
            for (uint32_t i = 0; i < games.count; i++) {
                const struct game *game = &games.game[i];
                losses[game->entrant[game->rank[0] == 1]] += game->rotation == 0;
            }
            for (uint32_t i = 1; i < entrants; i++) {
                CHECK_EQ(losses[i], lives); /* everybody but the winner, who never loses here */
            }
            schedule_places(t, &games, places);
            CHECK_EQ(places[0], 0);
            games_free(&games);
            free(t);
        }
    }
}

static void ladder_sorts(void)
{
    struct tournament *t = plan(FORMAT_LADDER, 4, 2, 1);
    struct games games = { NULL, 0, 0 };
    uint16_t places[ENTRANTS_MAX];
    CHECK_EQ(play_all(t, &games), 4);
    schedule_places(t, &games, places);
    for (uint32_t i = 0; i < 4; i++) {
        CHECK_EQ(places[i], i);
    }
    games_free(&games);
    free(t);
}

/* ---- the sequential test ---- */

static void likelihoods(void)
{
    const uint32_t even[PAIR_RESULTS] = { 10, 20, 40, 20, 10 };
    const uint32_t better[PAIR_RESULTS] = { 5, 15, 40, 25, 15 };
    const uint32_t worse[PAIR_RESULTS] = { 15, 25, 40, 15, 5 };
    CHECK(fabs(sprt_llr(even, -10, 10)) < 1e-6);
    CHECK(sprt_llr(better, -10, 10) > 0.5);
    CHECK(fabs(sprt_llr(better, -10, 10) + sprt_llr(worse, -10, 10)) < 1e-6);
    /* For many pairs the ratio comes near the normal one: n (s1 - s0) (2 mean - s0 - s1) / (2 var).
     */
    const uint32_t many[PAIR_RESULTS] = { 1000, 2000, 4100, 2100, 1000 };
    double n = 10200, mean = (2000 * 0.25 + 4100 * 0.5 + 2100 * 0.75 + 1000) / n, squares = 0;
    for (uint32_t i = 0; i < PAIR_RESULTS; i++) {
        squares += many[i] / n * (i / 4.0) * (i / 4.0);
    }
    double s0 = 0.5, s1 = 1 / (1 + pow(10, -5 / 400.0));
    double near = n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * (squares - mean * mean));
    CHECK(fabs(sprt_llr(many, 0, 5) - near) < 0.05 * fabs(near) + 0.02);
}

/* Games of an entrant that wins with this chance, in thousandths, until the test ends. */
static enum sprt_verdict simulate(uint64_t seed, int32_t chance)
{
    struct tournament *t = plan(FORMAT_SPRT, 2, 2, 5000);
    struct games games = { NULL, 0, 0 };
    struct rd_luck luck = rd_luck_from_seed(seed);
    struct sprt sprt = { .verdict = SPRT_GOES_ON };
    t->sprt.elo[1] = 60;
    while (sprt.verdict == SPRT_GOES_ON && schedule_next(t, &games)) {
        for (uint32_t i = 0; i < games.count; i++) {
            struct game *game = &games.game[i];
            if (!game->done) {
                bool new_wins = rd_luck_range(&luck, 0, 999) < chance;
                uint32_t seat_of_new = game->entrant[1] == 1;
                game->rank[seat_of_new] = new_wins ? 1 : 2;
                game->rank[1 - seat_of_new] = new_wins ? 2 : 1;
                game->done = true;
            }
        }
        sprt = sprt_look(t, &games);
    }
    games_free(&games);
    free(t);
    return sprt.verdict;
}

static void the_test_is_rarely_wrong(void)
{
    uint32_t accepted_equal = 0, rejected_better = 0, undecided = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        enum sprt_verdict equal = simulate(seed, 500), better = simulate(seed + 1000, 586);
        accepted_equal += equal == SPRT_ACCEPTED; /* 586 of 1000 are 60 Elo */
        rejected_better += better == SPRT_REJECTED;
        undecided += equal == SPRT_GOES_ON || better == SPRT_GOES_ON;
    }
    CHECK(accepted_equal <= 8); /* 3 are expected; 9 or more come once in 500 times */
    CHECK(rejected_better <= 8);
    CHECK_EQ(undecided, 0);
}

static void gaps_are_not_looked_over(void)
{
    struct tournament *t = plan(FORMAT_SPRT, 2, 2, 100);
    struct games games = { NULL, 0, 0 };
    schedule_next(t, &games);
    play_by_number(&games);
    games.game[7].done = false;
    struct sprt sprt = sprt_look(t, &games);
    CHECK_EQ(sprt.groups, 3); /* the fourth pair is not complete */
    CHECK_EQ(sprt.result[0], 3);
    games_free(&games);
    free(t);
}

static void balance(void)
{
    struct games games = { NULL, 0, 0 };
    add_pairs(&games, 0, 10); /* every pair is split: the first seat won both */
    struct seat_balance first = balance_of(&games, 0, 0), none = balance_of(&games, 1, 0);
    CHECK(fabs(first.mean - 1) < 1e-9);
    CHECK(fabs(first.margin) < 1e-9);
    CHECK_EQ(first.games, 20);
    CHECK_EQ(none.games, 0);
    games_free(&games);
}

int main(void)
{
    RUN(rating_of_a_known_score);
    RUN(all_games_won_is_finite);
    RUN(every_seat_once);
    RUN(one_against_many);
    RUN(swiss_pairs_no_two_twice);
    RUN(eliminations);
    RUN(ladder_sorts);
    RUN(likelihoods);
    RUN(the_test_is_rarely_wrong);
    RUN(gaps_are_not_looked_over);
    RUN(balance);
    return check_end();
}
