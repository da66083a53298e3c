/* Ratings: the numbers of the papers, and what rated matches do. */
#include <math.h>
#include <stdlib.h>

#include "server/core/rating.h"
#include "tests/check.h"
#include "tests/server/person.h"

#define CHECK_NEAR(got, want, by) CHECK(fabs((got) - (want)) < (by))

/* ---- the numbers ---- */

/* The worked example of Glickman's paper on Glicko-2. */
static void glicko_gives_the_numbers_of_its_paper(void)
{
    struct glicko self = { 1500, 200, 0.06 };
    struct glicko_game games[] = { { { 1400, 30, 0.06 }, 1 },
                                   { { 1550, 100, 0.06 }, 0 },
                                   { { 1700, 300, 0.06 }, 0 } };
    struct glicko after = glicko_after(self, games, 3);
    CHECK_NEAR(after.rating, 1464.06, 0.02);
    CHECK_NEAR(after.deviation, 151.52, 0.01);
    CHECK_NEAR(after.volatility, 0.05999, 0.00001);
}

/* Worked out apart from this code, with the volatility found by bisection. */
static void glicko_of_single_games(void)
{
    struct glicko_game won = { glicko_fresh, 1 }, lost = { glicko_fresh, 0 },
                       upset = { { 1900, 60, 0.06 }, 1 };
    struct glicko weak = { 1300, 80, 0.06 };
    CHECK_NEAR(glicko_after(glicko_fresh, &won, 1).rating, 1662.3108939, 1e-4);
    CHECK_NEAR(glicko_after(glicko_fresh, &won, 1).deviation, 290.3189637, 1e-4);
    CHECK_NEAR(glicko_after(glicko_fresh, &lost, 1).rating, 1337.6891061, 1e-4);
    CHECK_NEAR(glicko_after(weak, &upset, 1).rating, 1335.3771497, 1e-3);
    CHECK_NEAR(glicko_after(weak, &upset, 1).volatility, 0.0600116344, 1e-6);
    CHECK(glicko_idle(weak, 4).deviation > 80 && glicko_idle(weak, 1e9).deviation == 350);
}

/* Glicko-2 once more, as its paper has it, with the volatility found by bisection. */
static double slope_of(double x, const double at[4]) /* phi^2, delta^2, v, ln(volatility^2) */
{
    double e = exp(x), all = at[0] + at[2] + e;
    return e * (at[1] - all) / (2 * all * all) - (x - at[3]) / 0.25;
}

static struct glicko glicko_by_bisection(struct glicko self, struct glicko_game game)
{
    const double scale = 173.7178, pi = 3.14159265358979323846;
    double mu = (self.rating - 1500) / scale, phi = self.deviation / scale;
    double other = game.opponent.deviation / scale;
    double g = 1 / sqrt(1 + 3 * other * other / (pi * pi));
    double chance = 1 / (1 + exp(-g * (mu - (game.opponent.rating - 1500) / scale)));
    double v = 1 / (g * g * chance * (1 - chance)), delta = v * g * (game.score - chance);
    const double at[4] = { phi * phi, delta * delta, v, 2 * log(self.volatility) };
    double low = -40, high = 20;
    for (uint32_t i = 0; i < 100; i++) {
        double middle = (low + high) / 2;
        *(slope_of(middle, at) > 0 ? &low : &high) = middle;
    }
    double volatility = exp(low / 2);
    double after = 1 / (1 / (phi * phi + volatility * volatility) + 1 / v);
    struct glicko result = { 1500 + scale * (mu + after * g * (game.score - chance)),
                             scale * sqrt(after), volatility };
    return result;
}

static double drawn(struct rd_luck *luck, int32_t from, int32_t to, double unit)
{
    return rd_luck_range(luck, from, to) * unit;
}

/* Of players who are not worlds apart: then there is one root. */
static void glicko_is_what_bisection_finds(void)
{
    struct rd_luck luck = rd_luck_from_seed(20);
    double apart = 0;
    for (uint32_t i = 0; i < 500; i++) {
        struct glicko self = { drawn(&luck, 1250, 1750, 1), drawn(&luck, 20, 350, 1),
                               drawn(&luck, 2, 120, 0.01) };
        struct glicko_game game = { { drawn(&luck, 1250, 1750, 1), drawn(&luck, 20, 350, 1), 0.06 },
                                    drawn(&luck, 0, 2, 0.5) };
        struct glicko is = glicko_after(self, &game, 1), want = glicko_by_bisection(self, game);
        apart = fmax(apart, fabs(is.rating - want.rating));
        apart = fmax(apart, fabs(is.deviation - want.deviation));
        apart = fmax(apart, 1000 * fabs(is.volatility - want.volatility));
    }
    CHECK(apart < 2e-3);
}

/* A match of many changes what Plackett-Luce says, and nothing else. */
static void matches_of_many_go_by_skill(void)
{
    struct rating rating[RD_SEATS_MAX];
    struct skill skill[RD_SEATS_MAX];
    uint8_t rank[RD_SEATS_MAX];
    struct rd_luck luck = rd_luck_from_seed(21);
    for (uint32_t players = 3; players <= RD_SEATS_MAX; players++) {
        for (uint32_t i = 0; i < players; i++) {
            rating[i] = rating_fresh("civ", true);
            rating[i].skill =
                (struct skill){ drawn(&luck, 100, 400, 0.1), drawn(&luck, 10, 80, 0.1) };
            skill[i] = rating[i].skill;
            rank[i] = (uint8_t)rd_luck_range(&luck, 1, (int32_t)players);
        }
        rating_match(rating, rank, players, 7);
        skill_after(skill, rank, players);
        for (uint32_t i = 0; i < players; i++) {
            CHECK_NEAR(rating[i].skill.mu, skill[i].mu, 1e-9);
            CHECK_NEAR(rating[i].skill.sigma, skill[i].sigma, 1e-9);
            CHECK(rating[i].games == 1 && rating[i].at_ms == 7);
            CHECK_NEAR(rating[i].glicko.rating, 1500, 1e-9);
        }
    }
}

static void check_skills(struct skill *player, const uint8_t *rank, uint32_t players,
                         const struct skill *want)
{
    skill_after(player, rank, players);
    for (uint32_t i = 0; i < players; i++) {
        CHECK_NEAR(player[i].mu, want[i].mu, 1e-9);
        CHECK_NEAR(player[i].sigma, want[i].sigma, 1e-9);
    }
}

/* The first two are those of OpenSkill's own tests; all were worked out again apart from this. */
static void plackett_luce_gives_known_numbers(void)
{
    struct skill two[] = { skill_fresh, skill_fresh };
    struct skill three[] = { skill_fresh, skill_fresh, skill_fresh };
    struct skill tie[] = { skill_fresh, skill_fresh, skill_fresh };
    struct skill four[] = { { 30, 4 }, { 25, 8 }, { 20, 6 }, { 27.5, 2.5 } };
    static const struct skill two_after[] = { { 27.63523138347365, 8.065506316323548 },
                                              { 22.36476861652635, 8.065506316323548 } };
    static const struct skill three_after[] = { { 27.868876552746237, 8.204837030780652 },
                                                { 25.717219138186557, 8.057829747583874 },
                                                { 21.413904309067206, 8.057829747583874 } };
    static const struct skill tie_after[] = { { 25.717219138186557, 8.204837030780652 },
                                              { 25.717219138186557, 8.204837030780652 },
                                              { 23.56556172362688, 8.204837030780652 } };
    static const struct skill four_after[] = { { 30.274611316133846, 3.9774230446959877 },
                                               { 28.55486851808038, 7.861747913631209 },
                                               { 18.080990963253488, 5.868409700799686 },
                                               { 27.378736117018253, 2.4951164274311637 } };
    check_skills(two, (const uint8_t[]){ 1, 2 }, 2, two_after);
    check_skills(three, (const uint8_t[]){ 1, 2, 3 }, 3, three_after);
    check_skills(tie, (const uint8_t[]){ 1, 1, 3 }, 3, tie_after);
    check_skills(four, (const uint8_t[]){ 2, 1, 4, 3 }, 4, four_after);
}

/* As many as there can be: who is as good as all others and ends with all others stays where it is.
 */
static void a_full_table_of_equals_stays_alike(void)
{
    struct skill all[RD_SEATS_MAX];
    uint8_t rank[RD_SEATS_MAX];
    for (uint32_t i = 0; i < RD_SEATS_MAX; i++) {
        all[i] = skill_fresh;
        rank[i] = 1;
    }
    skill_after(all, rank, RD_SEATS_MAX);
    for (uint32_t i = 0; i < RD_SEATS_MAX; i++) {
        CHECK(fabs(all[i].mu - skill_fresh.mu) < 1e-9);
        CHECK(all[i].sigma < skill_fresh.sigma);
    }
}

static void both_scales_begin_alike(void)
{
    struct rating two = rating_fresh("x", false), many = rating_fresh("x", true);
    CHECK_EQ(rating_shown(&two), 1500);
    CHECK_EQ(rating_shown(&many), 1500);
    CHECK_EQ(rating_deviation(&two), 350);
    CHECK_EQ(rating_deviation(&many), 350);
}

/* ---- rated matches ---- */

struct pair {
    struct world world;
    struct person ada, bob;
    char match[32];
};

static void sign_up(struct person *person)
{
    CHECK(person_can(person, "\"cmd\":\"register\",\"name\":\"%s\",\"password\":\"12345678\"",
                     person->name));
}

static void begin(struct pair *pair, const char *game)
{
    CHECK(person_can(&pair->ada,
                     "\"cmd\":\"create\",\"game\":\"%s\",\"rated\":true,"
                     "\"public\":true,\"seats\":[\"me\",\"open\"]",
                     game));
    snprintf(pair->match, sizeof pair->match, "%s",
             json_string_value(json_object_get(pair->ada.answer, "match")));
    CHECK(person_can(&pair->ada, "\"cmd\":\"watch\",\"match\":\"%s\"", pair->match));
    CHECK(person_can(&pair->bob, "\"cmd\":\"join\",\"match\":\"%s\"", pair->match));
}

static void open_pair(struct pair *pair, uint64_t seed)
{
    world_open(&pair->world, seed);
    person_open(&pair->ada, &pair->world, "Ada");
    person_open(&pair->bob, &pair->world, "Bob");
    sign_up(&pair->ada);
    sign_up(&pair->bob);
}

static void close_pair(struct pair *pair)
{
    person_close(&pair->ada);
    person_close(&pair->bob);
    world_close(&pair->world);
}

static json_t *page(struct pair *pair, const char *kind, const char *id)
{
    char path[80];
    struct core_page made;
    snprintf(path, sizeof path, "/v1/%s/%s", kind, id);
    CHECK(world_get(&pair->world, path, &made));
    json_t *json = json_loadb(made.bytes, made.size, 0, NULL);
    free(made.bytes);
    return json;
}

static int64_t rated_at(const json_t *list, size_t seat, const char *key)
{
    return json_integer_value(json_object_get(json_array_get(list, seat), key));
}

/* Each gives an order: before that nothing is rated. */
static void both_order(struct pair *pair, const char *order)
{
    const char *format = "\"cmd\":\"order\",\"match\":\"%s\",\"text\":\"%s\"";
    CHECK(person_can(&pair->ada, format, pair->match, order));
    CHECK(person_can(&pair->bob, format, pair->match, order));
}

static void a_rated_match_changes_ratings_once(void)
{
    struct pair pair;
    open_pair(&pair, 1);
    begin(&pair, "apoca");
    both_order(&pair, "done");
    CHECK(person_can(&pair.bob, "\"cmd\":\"resign\",\"match\":\"%s\"", pair.match));
    person_settle(&pair.ada);
    const json_t *ratings = person_latest(&pair.ada, "ratings");
    CHECK_EQ(rated_at(ratings, 0, "rating"), 1662);
    CHECK_EQ(rated_at(ratings, 1, "rating"), 1338);
    CHECK_EQ(rated_at(ratings, 0, "deviation"), 290);
    CHECK_EQ(rated_at(ratings, 0, "before"), 1500);
    for (uint32_t restarts = 0; restarts < 2; restarts++) {
        json_t *ada = page(&pair, "players", pair.ada.player), *list;
        list = json_object_get(ada, "ratings");
        CHECK_EQ(json_array_size(list), 1);
        CHECK_EQ(rated_at(list, 0, "rating"), 1662);
        CHECK_EQ(rated_at(list, 0, "games"), 1);
        CHECK_EQ(json_array_size(json_object_get(ada, "matches")), 1);
        json_t *match = page(&pair, "matches", pair.match);
        CHECK_EQ(rated_at(json_object_get(match, "ratings"), 1, "rating"), 1338);
        json_decref(match);
        json_decref(ada);
        CHECK(world_restart(&pair.world));
        person_settle(&pair.ada);
    }
    close_pair(&pair);
}

static const char *ranked(const json_t *page, const char *seats, size_t place)
{
    const json_t *line = json_array_get(json_object_get(page, seats), place);
    return json_string_value(json_object_get(line, "name"));
}

static void the_strongest_are_listed(void)
{
    struct pair pair;
    open_pair(&pair, 9);
    begin(&pair, "apoca");
    json_t *list = page(&pair, "rankings", "apoca");
    CHECK_EQ(json_array_size(json_object_get(list, "2")), 0); /* nobody has played yet */
    json_decref(list);
    both_order(&pair, "done");
    CHECK(person_can(&pair.ada, "\"cmd\":\"resign\",\"match\":\"%s\"", pair.match));
    person_settle(&pair.ada);
    list = page(&pair, "rankings", "apoca");
    CHECK_EQ(json_array_size(json_object_get(list, "2")), 0); /* a page may be ten seconds old */
    json_decref(list);
    world_wait(&pair.world, 11000);
    list = page(&pair, "rankings", "apoca");
    const json_t *two = json_object_get(list, "2");
    CHECK_EQ(json_array_size(two), 2);
    CHECK_TEXT(ranked(list, "2", 0), "Bob");
    CHECK_EQ(rated_at(two, 0, "rating"), 1662);
    CHECK_EQ(rated_at(two, 0, "games"), 1);
    CHECK_TEXT(ranked(list, "2", 1), "Ada");
    CHECK_EQ(json_array_size(json_object_get(list, "more")), 0);
    json_decref(list);
    CHECK(person_can(&pair.bob, "\"cmd\":\"forget\",\"password\":\"12345678\""));
    world_wait(&pair.world, 11000);
    list = page(&pair, "rankings", "apoca");
    CHECK_EQ(json_array_size(json_object_get(list, "2")), 1);
    CHECK_TEXT(ranked(list, "2", 0), "Ada");
    json_decref(list);
    list = page(&pair, "rankings", "chess");
    CHECK_TEXT(json_string_value(json_object_get(list, "code")), "no_such_game");
    json_decref(list);
    close_pair(&pair);
}

static void a_power_failure_forgets_no_rating(void)
{
    struct pair pair;
    open_pair(&pair, 2);
    begin(&pair, "null");
    both_order(&pair, "take 1");
    world_send(&pair.world, pair.bob.connection, "{\"cmd\":\"list\",\"id\":\"x\"}");
    char text[128];
    snprintf(text, sizeof text, "{\"cmd\":\"resign\",\"id\":\"y\",\"match\":\"%s\"}", pair.match);
    world_send(&pair.world, pair.bob.connection, text);
    uint32_t before = pair.world.disk_count;
    for (uint32_t steps = 0; steps < 1000 && pair.world.disk_count == before; steps++) {
        world_step(&pair.world);
    }
    CHECK_EQ(pair.world.disk_count, before + 1); /* the match is over, and not rated yet */
    CHECK(world_restart(&pair.world));
    CHECK(pair.world.writing != NULL); /* at once: nobody has to come before */
    for (uint32_t steps = 0; steps < 50; steps++) {
        world_step(&pair.world);
    }
    json_t *ada = page(&pair, "players", pair.ada.player);
    CHECK_EQ(rated_at(json_object_get(ada, "ratings"), 0, "rating"), 1662);
    json_decref(ada);
    close_pair(&pair);
}

static void guests_and_bots_are_not_rated(void)
{
    struct pair pair;
    struct person eve;
    open_pair(&pair, 3);
    person_open(&eve, &pair.world, "Eve");
    CHECK(person_refused(&eve, "bad_setup",
                         "\"cmd\":\"create\",\"game\":\"null\",\"rated\":true,"
                         "\"seats\":[\"me\",\"open\"]"));
    CHECK(person_refused(&pair.ada, "bad_setup",
                         "\"cmd\":\"create\",\"game\":\"null\",\"rated\":true,"
                         "\"seats\":[\"me\",{\"bot\":\"random\"}]"));
    CHECK(person_refused(&pair.ada, "bad_setup",
                         "\"cmd\":\"create\",\"game\":\"null\",\"rated\":true,"
                         "\"seats\":[\"me\",\"me\"]"));
    CHECK(person_can(&pair.ada, "\"cmd\":\"create\",\"game\":\"null\",\"rated\":true,"
                                "\"public\":true,\"seats\":[\"me\",\"open\"]"));
    CHECK(person_refused(&eve, "not_allowed", "\"cmd\":\"join\",\"match\":\"%s\"",
                         json_string_value(json_object_get(pair.ada.answer, "match"))));
    begin(&pair, "null");
    CHECK(person_can(&pair.bob, "\"cmd\":\"abort\",\"match\":\"%s\"", pair.match));
    json_t *ada = page(&pair, "players", pair.ada.player);
    CHECK_EQ(json_array_size(json_object_get(ada, "ratings")), 0);
    json_decref(ada);
    person_close(&eve);
    close_pair(&pair);
}

static void who_gives_up_before_both_have_ordered_loses_nothing(void)
{
    struct pair pair;
    open_pair(&pair, 4);
    begin(&pair, "apoca");
    CHECK(
        person_can(&pair.ada, "\"cmd\":\"order\",\"match\":\"%s\",\"text\":\"done\"", pair.match));
    CHECK(person_can(&pair.bob, "\"cmd\":\"resign\",\"match\":\"%s\"", pair.match));
    person_settle(&pair.ada);
    CHECK_TEXT(json_string_value(person_latest(&pair.ada, "ended")), "aborted");
    json_t *ada = page(&pair, "players", pair.ada.player);
    CHECK_EQ(json_array_size(json_object_get(ada, "ratings")), 0);
    json_decref(ada);
    close_pair(&pair);
}

int main(void)
{
    RUN(glicko_gives_the_numbers_of_its_paper);
    RUN(glicko_of_single_games);
    RUN(glicko_is_what_bisection_finds);
    RUN(matches_of_many_go_by_skill);
    RUN(plackett_luce_gives_known_numbers);
    RUN(a_full_table_of_equals_stays_alike);
    RUN(both_scales_begin_alike);
    RUN(a_rated_match_changes_ratings_once);
    RUN(the_strongest_are_listed);
    RUN(a_power_failure_forgets_no_rating);
    RUN(guests_and_bots_are_not_rated);
    RUN(who_gives_up_before_both_have_ordered_loses_nothing);
    return check_end();
}
