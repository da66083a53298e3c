#include "server/core/rating.h"

#include <math.h>
#include <stdio.h>

#include "redoubt/base.h"

enum { PERIOD_MS = 7 * 86400 * 1000 }; /* after so long without a match a period has passed */

static const double tau = 0.5, scale = 173.7178, pi = 3.14159265358979323846;
static const double deviation_max = 350;

const struct glicko glicko_fresh = { 1500, 350, 0.06 };
const struct skill skill_fresh = { 25, 25.0 / 3 };

/* ---- Glicko-2 -------------------------------------------------------------------------------- */

/* How much an opponent of this deviation tells. */
static double weight(double phi)
{
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi));
}

static double expected(double mu, double opponent_mu, double opponent_phi)
{
    return 1 / (1 + exp(-weight(opponent_phi) * (mu - opponent_mu)));
}

struct evidence {
    double variance;    /* of the estimate from these games alone */
    double improvement; /* the estimated change */
};

static struct evidence weigh(double mu, const struct glicko_game *game, uint32_t games)
{
    double information = 0, surprise = 0;
    for (uint32_t i = 0; i < games; i++) {
        double opponent = (game[i].opponent.rating - 1500) / scale;
        double phi = game[i].opponent.deviation / scale, g = weight(phi);
        double chance = expected(mu, opponent, phi);
        information += g * g * chance * (1 - chance);
        surprise += g * (game[i].score - chance);
    }
    struct evidence evidence = { 1 / information, surprise / information };
    return evidence;
}

struct volatility_question {
    double phi2, delta2, variance, a;
};

static double slope(const struct volatility_question *q, double x)
{
    double e = exp(x), d = q->phi2 + q->variance + e;
    return e * (q->delta2 - q->phi2 - q->variance - e) / (2 * d * d) - (x - q->a) / (tau * tau);
}

/* The root of slope() by the Illinois method. */
static double new_volatility(double phi, double volatility, struct evidence evidence)
{
    struct volatility_question q = { phi * phi, evidence.improvement * evidence.improvement,
                                     evidence.variance, log(volatility * volatility) };
    double a = q.a, b = a - tau;
    if (q.delta2 > q.phi2 + q.variance) {
        b = log(q.delta2 - q.phi2 - q.variance);
    } else {
        while (slope(&q, b) < 0) {
            b -= tau;
        }
    }
    double fa = slope(&q, a), fb = slope(&q, b);
    for (uint32_t round = 0; round < 100 && fabs(b - a) > 0.000001; round++) {
        double c = a + (a - b) * fa / (fb - fa), fc = slope(&q, c);
        if (fc * fb <= 0) {
            a = b;
            fa = fb;
        } else {
            fa /= 2;
        }
        b = c;
        fb = fc;
    }
    return exp(a / 2);
}

struct glicko glicko_after(struct glicko self, const struct glicko_game *game, uint32_t games)
{
    double mu = (self.rating - 1500) / scale, phi = self.deviation / scale;
    RD_ASSERT(games > 0 && self.deviation > 0);
    struct evidence evidence = weigh(mu, game, games);
    double volatility = new_volatility(phi, self.volatility, evidence);
    double before = phi * phi + volatility * volatility;
    double after = 1 / sqrt(1 / before + 1 / evidence.variance);
    double change = after * after * evidence.improvement / evidence.variance;
    struct glicko result = { 1500 + scale * (mu + change), scale * after, volatility };
    return result;
}

struct glicko glicko_idle(struct glicko self, double periods)
{
    RD_ASSERT(periods >= 0);
    double phi = self.deviation / scale;
    double wider = scale * sqrt(phi * phi + self.volatility * self.volatility * periods);
    self.deviation = wider < deviation_max ? wider : deviation_max;
    return self;
}

/* ---- Plackett-Luce ---- */

static uint32_t sharing(const uint8_t *rank, uint32_t players, uint8_t wanted)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < players; i++) {
        count += rank[i] == wanted;
    }
    return count;
}

/* The sum of strengths of everybody who was not better than rank. */
static double rest(const double *strength, const uint8_t *rank, uint32_t players, uint8_t best)
{
    double sum = 0;
    for (uint32_t i = 0; i < players; i++) {
        sum += rank[i] >= best ? strength[i] : 0;
    }
    return sum;
}

void skill_after(struct skill *player, const uint8_t *rank, uint32_t players)
{
    const double beta = 25.0 / 6, kappa = 0.0001;
    double strength[RD_SEATS_MAX], total = 0;
    RD_ASSERT(players <= RD_SEATS_MAX);
    struct skill before[RD_SEATS_MAX];
    for (uint32_t i = 0; i < players; i++) {
        before[i] = player[i];
        total += player[i].sigma * player[i].sigma + beta * beta;
    }
    double c = sqrt(total);
    for (uint32_t i = 0; i < players; i++) {
        strength[i] = exp(before[i].mu / c);
    }
    for (uint32_t i = 0; i < players; i++) {
        double omega = 0, delta = 0, sigma2 = before[i].sigma * before[i].sigma;
        for (uint32_t q = 0; q < players; q++) {
            if (rank[q] <= rank[i]) { /* i was still in the race when q's place was given away */
                double chance = strength[i] / rest(strength, rank, players, rank[q]);
                double share = sharing(rank, players, rank[q]);
                omega += ((q == i) - chance) / share;
                delta += chance * (1 - chance) / share;
            }
        }
        double gamma = sqrt(sigma2) / c;
        double shrink = 1 - gamma * sigma2 / (c * c) * delta;
        player[i].mu = before[i].mu + sigma2 / c * omega;
        player[i].sigma = before[i].sigma * sqrt(shrink > kappa ? shrink : kappa);
    }
}

/* ---- one match ---- */

struct rating rating_fresh(const char *game, bool many)
{
    struct rating rating = { .many = many, .glicko = glicko_fresh, .skill = skill_fresh };
    snprintf(rating.game, sizeof rating.game, "%s", game);
    return rating;
}

static void rate_two(struct rating *rating, const uint8_t *rank, int64_t at_ms)
{
    struct glicko before[2];
    for (uint32_t i = 0; i < 2; i++) {
        int64_t idle = rating[i].games == 0 ? 0 : at_ms - rating[i].at_ms;
        double periods = idle > 0 ? (double)idle / (double)PERIOD_MS : 0;
        before[i] = glicko_idle(rating[i].glicko, periods);
    }
    for (uint32_t i = 0; i < 2; i++) {
        double score = rank[i] == rank[1 - i] ? 0.5 : rank[i] < rank[1 - i] ? 1 : 0;
        struct glicko_game game = { before[1 - i], score };
        rating[i].glicko = glicko_after(before[i], &game, 1);
    }
}

static void rate_many(struct rating *rating, const uint8_t *rank, uint32_t players)
{
    struct skill skill[RD_SEATS_MAX];
    RD_ASSERT(players > 0 && players <= RD_SEATS_MAX);
    for (uint32_t i = 0; i < players; i++) {
        skill[i] = rating[i].skill;
    }
    skill_after(skill, rank, players);
    for (uint32_t i = 0; i < players; i++) {
        rating[i].skill = skill[i];
    }
}

void rating_match(struct rating *rating, const uint8_t *rank, uint32_t players, int64_t at_ms)
{
    if (players == 2) {
        rate_two(rating, rank, at_ms);
    } else {
        rate_many(rating, rank, players);
    }
    for (uint32_t i = 0; i < players; i++) {
        rating[i].at_ms = at_ms;
        rating[i].games++;
    }
}

/* What a fresh skill's deviation is on the other scale. */
static double stretch(void)
{
    return glicko_fresh.deviation / skill_fresh.sigma;
}

int32_t rating_shown(const struct rating *rating)
{
    double shown = rating->many ? 1500 + (rating->skill.mu - skill_fresh.mu) * stretch()
                                : rating->glicko.rating;
    return (int32_t)lround(shown);
}

int32_t rating_deviation(const struct rating *rating)
{
    double shown = rating->many ? rating->skill.sigma * stretch() : rating->glicko.deviation;
    long rounded = lround(shown);
    return rounded < 1 ? 1 : (int32_t)rounded;
}
