#include "arena/rating.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS_MAX = 100 };
static const double z_95 = 1.959964;
static const double elo_per_nat = 173.717792761; /* 400 / ln 10 */

static double chance(double difference)
{
    return 1 / (1 + exp(-difference));
}

static double *numbers(size_t count)
{
    RD_ASSERT(count > 0);
    double *list = calloc(count, sizeof *list);
    RD_ASSERT(list != NULL);
    return list;
}

/* 1, 1/2 or 0 for the seat a against b. */
static double comparison(const struct game *game, uint32_t a, uint32_t b)
{
    return game->rank[a] < game->rank[b] ? 1 : game->rank[a] == game->rank[b] ? 0.5 : 0;
}

/* ---- sums ---- */

/* What is needed to measure the spread from group to group: games of a group follow each other. */
struct group_sums {
    uint32_t group, groups, games; /* of the group that goes on */
    double points;
    double points_2, mixed, games_2; /* sums over the groups before it: p*p, p*n, n*n */
};

static void end_group(struct group_sums *sums)
{
    sums->points_2 += sums->points * sums->points;
    sums->mixed += sums->points * sums->games;
    sums->games_2 += (double)sums->games * sums->games;
    sums->groups += sums->games > 0;
    sums->points = 0;
    sums->games = 0;
}

static void add_to_group(struct group_sums *sums, uint32_t group, double points)
{
    if (sums->group != group) {
        end_group(sums);
        sums->group = group;
    }
    sums->points += points;
    sums->games++;
}

static void add_comparisons(const struct game *game, uint32_t entrants, struct cross *cross,
                            struct group_sums *sums)
{
    for (uint32_t a = 0; a < game->seats; a++) {
        for (uint32_t b = 0; b < game->seats; b++) {
            uint32_t at = game->entrant[a] * entrants + game->entrant[b];
            if (a != b) {
                cross[at].points += comparison(game, a, b);
                cross[at].games++;
                add_to_group(&sums[at], game->group + 1, comparison(game, a, b));
            }
        }
    }
}

/* Wilson's interval, which is honest for few games and for all won; where the groups differ more
 * than single games would, with as many games as would differ so. */
static void set_interval(struct cross *entry, struct group_sums *sums)
{
    end_group(sums);
    double n = entry->games, mean = entry->points / n, g = sums->groups;
    double plain = mean * (1 - mean) / n;
    double spread = sums->points_2 - 2 * mean * sums->mixed + mean * mean * sums->games_2;
    double grouped = g > 1 ? spread / (n * n) * g / (g - 1) : 0;
    n = grouped > plain && plain > 0 ? n * plain / grouped : n;
    double z2 = z_95 * z_95, middle = mean + z2 / (2 * n);
    double half = z_95 * sqrt(mean * (1 - mean) / n + z2 / (4 * n * n));
    entry->low = fmax(0, (middle - half) / (1 + z2 / n));
    entry->high = fmin(1, (middle + half) / (1 + z2 / n));
}

void cross_table(const struct tournament *t, const struct games *games, struct cross *cross)
{
    size_t size = (size_t)t->entrants * t->entrants;
    struct group_sums *sums = calloc(size, sizeof *sums);
    RD_ASSERT(sums != NULL);
    memset(cross, 0, size * sizeof *cross);
    for (uint32_t i = 0; i < games->count; i++) {
        if (games->game[i].done) {
            add_comparisons(&games->game[i], t->entrants, cross, sums);
        }
    }
    for (size_t i = 0; i < size; i++) {
        if (cross[i].games > 0) {
            set_interval(&cross[i], &sums[i]);
        }
    }
    free(sums);
}

static void count_game(const struct game *game, struct rating *rating)
{
    uint32_t best = 0;
    for (uint32_t seat = 0; seat < game->seats; seat++) {
        best += game->rank[seat] == 1;
    }
    for (uint32_t seat = 0; seat < game->seats; seat++) {
        struct rating *r = &rating[game->entrant[seat]];
        r->games++;
        r->points += game_score(game, seat);
        r->wins += game->rank[seat] == 1 && best == 1;
        r->draws += game->rank[seat] == 1 && best > 1;
        r->losses += game->rank[seat] != 1;
        r->faults += game->faults[seat];
        r->seats_lost += game->end[seat] != SEAT_FINE;
        r->silent += game->silent[seat];
        r->ends[game->end[seat]]++;
        r->used_ms += game->used_ms[seat];
        r->cpu_ms += game->cpu_ms[seat];
        r->memory_kb = game->memory_kb[seat] > r->memory_kb ? game->memory_kb[seat] : r->memory_kb;
    }
}

/* ---- the most likely strengths ---- */

struct fit {
    uint32_t n;
    double *theta;   /* strengths, in nats */
    double *slope;   /* of the log likelihood */
    double *hessian; /* n x n, negated */
    double *inverse;
    double *spread; /* sum over groups of the outer product of their slopes */
    const struct cross *cross;
};

static void slopes(struct fit *fit)
{
    uint32_t n = fit->n;
    memset(fit->hessian, 0, (size_t)n * n * sizeof(double));
    for (uint32_t i = 0; i < n; i++) {
        double p = chance(fit->theta[i]); /* the draw against the average */
        fit->slope[i] = 0.5 - p;
        fit->hessian[i * n + i] += p * (1 - p);
    }
    for (uint32_t a = 0; a < n; a++) {
        for (uint32_t b = 0; b < n; b++) {
            const struct cross *entry = &fit->cross[a * n + b];
            double p = chance(fit->theta[a] - fit->theta[b]);
            fit->slope[a] += entry->points - entry->games * p;
            fit->hessian[a * n + a] += entry->games * p * (1 - p);
            fit->hessian[a * n + b] -= entry->games * p * (1 - p);
        }
    }
}

/* Gauss and Jordan; the matrix is positive definite, so no pivot is 0. */
static void invert(const struct fit *fit)
{
    uint32_t n = fit->n;
    double *m = malloc((size_t)n * n * sizeof *m), *inverse = fit->inverse;
    RD_ASSERT(m != NULL);
    memcpy(m, fit->hessian, (size_t)n * n * sizeof *m);
    for (uint32_t i = 0; i < n * n; i++) {
        inverse[i] = i / n == i % n;
    }
    for (uint32_t pivot = 0; pivot < n; pivot++) {
        double scale = 1 / m[pivot * n + pivot];
        for (uint32_t j = 0; j < n; j++) {
            m[pivot * n + j] *= scale;
            inverse[pivot * n + j] *= scale;
        }
        for (uint32_t row = 0; row < n; row++) {
            double factor = m[row * n + pivot];
            for (uint32_t j = 0; row != pivot && j < n; j++) {
                m[row * n + j] -= factor * m[pivot * n + j];
                inverse[row * n + j] -= factor * inverse[pivot * n + j];
            }
        }
    }
    free(m);
}

/* Newton's way, with steps of at most one nat. */
static void climb(struct fit *fit)
{
    double largest = 1;
    for (uint32_t step = 0; step < STEPS_MAX && largest > 1e-9; step++) {
        largest = 0;
        slopes(fit);
        invert(fit);
        for (uint32_t i = 0; i < fit->n; i++) {
            double change = 0;
            for (uint32_t j = 0; j < fit->n; j++) {
                change += fit->inverse[i * fit->n + j] * fit->slope[j];
            }
            change = fmax(-1, fmin(1, change));
            fit->theta[i] += change;
            largest = fmax(largest, fabs(change));
        }
    }
}

/* ---- how sure ---- */

static void add_slopes(const struct fit *fit, const struct game *game, double *slope)
{
    for (uint32_t a = 0; a < game->seats; a++) {
        for (uint32_t b = 0; b < game->seats; b++) {
            if (a != b) {
                double p = chance(fit->theta[game->entrant[a]] - fit->theta[game->entrant[b]]);
                slope[game->entrant[a]] += comparison(game, a, b) - p;
            }
        }
    }
}

static void add_group(const struct fit *fit, const struct game *game, double *slope)
{
    for (uint32_t a = 0; a < game->seats; a++) {
        for (uint32_t b = 0; b < game->seats; b++) {
            uint32_t i = game->entrant[a], j = game->entrant[b];
            fit->spread[i * fit->n + j] += slope[i] * slope[j];
        }
    }
    for (uint32_t a = 0; a < game->seats; a++) {
        slope[game->entrant[a]] = 0;
    }
}

/* The games of a group stand one behind the other. */
static void measure_spread(const struct fit *fit, const struct games *games)
{
    double *slope = numbers(fit->n);
    for (uint32_t i = 0; i < games->count; i++) {
        const struct game *game = &games->game[i];
        if (game->done) {
            add_slopes(fit, game, slope);
        }
        if (i + 1 == games->count || games->game[i + 1].group != game->group) {
            add_group(fit, game, slope);
        }
    }
    free(slope);
}

/* The variance of theta[who] less the average of all: by the model, and by the spread. */
static double variance(const struct fit *fit, uint32_t who)
{
    uint32_t n = fit->n;
    double *row = numbers(n); /* the contrast times the inverse */
    double model = 0, sandwich = 0;
    for (uint32_t j = 0; j < n; j++) {
        for (uint32_t i = 0; i < n; i++) {
            row[j] += ((i == who) - 1.0 / n) * fit->inverse[i * n + j];
        }
        model += row[j] * ((j == who) - 1.0 / n);
    }
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = 0; j < n; j++) {
            sandwich += row[i] * fit->spread[i * n + j] * row[j];
        }
    }
    free(row);
    return fmax(model, sandwich);
}

static void rate(struct fit *fit, const struct games *games, struct rating *rating)
{
    double average = 0;
    climb(fit);
    slopes(fit);
    invert(fit);
    measure_spread(fit, games);
    for (uint32_t i = 0; i < fit->n; i++) {
        average += fit->theta[i] / fit->n;
    }
    for (uint32_t i = 0; i < fit->n; i++) {
        rating[i].elo = elo_per_nat * (fit->theta[i] - average);
        rating[i].margin = elo_per_nat * z_95 * sqrt(variance(fit, i));
    }
}

void ratings_compute(const struct tournament *t, const struct games *games,
                     struct rating rating[ENTRANTS_MAX])
{
    size_t n = t->entrants;
    RD_ASSERT(n > 0);
    struct cross *cross = calloc(n * n, sizeof *cross);
    struct fit fit = { (uint32_t)n,    numbers(n),     numbers(n), numbers(n * n),
                       numbers(n * n), numbers(n * n), cross };
    RD_ASSERT(cross != NULL);
    memset(rating, 0, n * sizeof *rating);
    for (uint32_t i = 0; i < games->count; i++) {
        if (games->game[i].done) {
            count_game(&games->game[i], rating);
        }
    }
    cross_table(t, games, cross);
    rate(&fit, games, rating);
    free(cross);
    free(fit.theta);
    free(fit.slope);
    free(fit.hessian);
    free(fit.inverse);
    free(fit.spread);
}

/* ---- seats and maps ---- */

struct seat_balance balance_of(const struct games *games, uint32_t setup, uint32_t seat)
{
    struct seat_balance balance = { 0, 0, 0 };
    double sum = 0, squares = 0, group_sum = 0;
    uint32_t groups = 0, group_games = 0;
    for (uint32_t i = 0; i < games->count; i++) {
        const struct game *game = &games->game[i];
        if (game->done && game->setup == setup && seat < game->seats) {
            group_sum += game_score(game, seat);
            group_games++;
        }
        if (group_games > 0 && (i + 1 == games->count || games->game[i + 1].group != game->group)) {
            double mean = group_sum / group_games;
            sum += mean;
            squares += mean * mean;
            balance.games += group_games;
            groups++;
            group_sum = 0;
            group_games = 0;
        }
    }
    if (groups > 0) {
        balance.mean = sum / groups;
    }
    if (groups > 1) {
        double spread = (squares - groups * balance.mean * balance.mean) / (groups - 1);
        balance.margin = z_95 * sqrt(fmax(spread, 0) / groups);
    }
    return balance;
}
