/* A sequential test over pairs of games with the same map and luck and the seats changed. What a
 * pair can bring are five results, and how often each occurs is not assumed but taken from what was
 * seen: the likelihoods are those of the most likely frequencies that have the mean which a
 * hypothesis demands. */
#include <math.h>

#include "arena/rating.h"

static double expected(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

/* Infinite for 0 and 1, as what was seen allows any difference then. */
static double elo_of(double score)
{
    return score <= 0 ? -INFINITY : score >= 1 ? INFINITY : -400 * log10(1 / score - 1);
}

/* Frequencies as seen; those never seen are just above 0. */
static void seen(const uint32_t result[PAIR_RESULTS], double p[PAIR_RESULTS])
{
    double total = 0;
    for (uint32_t i = 0; i < PAIR_RESULTS; i++) {
        p[i] = result[i] == 0 ? 1e-3 : result[i];
        total += p[i];
    }
    for (uint32_t i = 0; i < PAIR_RESULTS; i++) {
        p[i] /= total;
    }
}

static double score_of(uint32_t i)
{
    return i / (double)(PAIR_RESULTS - 1);
}

/* The likeliest frequencies with this mean: p / (1 + x (score - mean)) for the x that makes it so.
 */
static void likeliest(const double p[PAIR_RESULTS], double mean, double out[PAIR_RESULTS])
{
    double low = -1 / (1 - mean) + 1e-9, high = 1 / mean - 1e-9, x = 0;
    for (uint32_t step = 0; step < 100; step++) {
        double sum = 0;
        x = (low + high) / 2;
        for (uint32_t i = 0; i < PAIR_RESULTS; i++) {
            double off = score_of(i) - mean;
            sum += p[i] * off / (1 + x * off);
        }
        low = sum > 0 ? x : low;
        high = sum > 0 ? high : x;
    }
    for (uint32_t i = 0; i < PAIR_RESULTS; i++) {
        out[i] = p[i] / (1 + x * (score_of(i) - mean));
    }
}

double sprt_llr(const uint32_t result[PAIR_RESULTS], double elo0, double elo1)
{
    double p[PAIR_RESULTS], p0[PAIR_RESULTS], p1[PAIR_RESULTS], llr = 0;
    seen(result, p);
    likeliest(p, expected(elo0), p0);
    likeliest(p, expected(elo1), p1);
    for (uint32_t i = 0; i < PAIR_RESULTS; i++) {
        llr += result[i] * log(p1[i] / p0[i]);
    }
    return llr;
}

/* Wilson's interval, with the spread that was seen from pair to pair instead of that of a coin, but
 * near 0 and 1, where next to none is seen, with that of a coin: so all pairs won are no proof of
 * an infinite difference, and few pairs give wide bounds. */
static void estimate(struct sprt *sprt)
{
    double mean = 0, squares = 0;
    if (sprt->groups == 0) {
        return;
    }
    for (uint32_t i = 0; i < PAIR_RESULTS; i++) {
        double part = (double)sprt->result[i] / sprt->groups;
        mean += part * score_of(i);
        squares += part * score_of(i) * score_of(i);
    }
    double n = sprt->groups, z = 1.959964;
    double spread = sqrt(fmax(squares - mean * mean, 0) / n + z * z / (4 * n * n));
    double middle = mean + z * z / (2 * n), scale = 1 + z * z / n;
    sprt->elo = elo_of(mean);
    sprt->low = mean <= 0 ? -INFINITY : elo_of((middle - z * spread) / scale);
    sprt->high = mean >= 1 ? INFINITY : elo_of((middle + z * spread) / scale);
}

struct sprt sprt_look(const struct tournament *t, const struct games *games)
{
    const struct sprt_wish *wish = &t->sprt;
    struct sprt sprt = { .lower = log(wish->beta / (1 - wish->alpha)),
                         .upper = log((1 - wish->beta) / wish->alpha) };
    for (uint32_t i = 0; i + 1 < games->count && sprt.verdict == SPRT_GOES_ON; i += 2) {
        const struct game *first = &games->game[i], *second = first + 1;
        if (!first->done || !second->done) {
            break;
        }
        double points =
            game_score(first, first->entrant[1] == 1) + game_score(second, second->entrant[1] == 1);
        sprt.result[(uint32_t)(2 * points + 0.5)]++;
        sprt.groups++;
        sprt.llr = sprt_llr(sprt.result, wish->elo[0], wish->elo[1]);
        sprt.verdict = sprt.llr <= sprt.lower   ? SPRT_REJECTED
                       : sprt.llr >= sprt.upper ? SPRT_ACCEPTED
                                                : SPRT_GOES_ON;
    }
    estimate(&sprt);
    return sprt;
}
