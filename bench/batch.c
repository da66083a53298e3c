/* How much a batch does in a second: of its core if it has one only, else of the clock. */
#include <time.h>

#include "bench/side.h"

static double seconds_now(const struct bench_side *side)
{
    struct timespec now;
    bool alone = side->card == NULL && rd_batch_threads(side->here) == 1;
    clock_gettime(alone ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Random play; the two calls are timed apart. */
static bool measure_play(struct bench_side *side, double seconds, struct bench_rates *rates)
{
    double drawing = 0, stepping = 0;
    uint64_t steps = 0;
    do {
        double begin = seconds_now(side);
        if (!bench_side_call(side, BENCH_CALL_SAMPLE, steps)) {
            return false;
        }
        double drawn = seconds_now(side);
        if (!bench_side_call(side, BENCH_CALL_STEP, 0)) {
            return false;
        }
        drawing += drawn - begin;
        stepping += seconds_now(side) - drawn;
        steps++;
    } while (drawing + stepping < seconds);
    rates->per_s[BENCH_CALL_SAMPLE] = (double)steps * side->plan.games / drawing;
    rates->per_s[BENCH_CALL_STEP] = (double)steps * side->plan.games / stepping;
    return true;
}

static bool measure_call(struct bench_side *side, enum bench_call call, double seconds,
                         struct bench_rates *rates)
{
    double begin = seconds_now(side), spent = 0;
    uint64_t calls = 0;
    do {
        if (!bench_side_call(side, call, calls)) {
            return false;
        }
        calls++;
        spent = seconds_now(side) - begin;
    } while (spent < seconds);
    rates->per_s[call] = (double)calls * side->plan.games / spent;
    return true;
}

bool bench_side_measure(struct bench_side *side, double seconds, struct bench_rates *rates)
{
    double share = seconds / (BENCH_CALLS + 1); /* random play goes on longer, to fill the boards */
    bool fine = measure_play(side, 2 * share, rates);
    for (uint32_t call = BENCH_CALL_VERBS; fine && call < BENCH_CALLS; call++) {
        fine = measure_call(side, (enum bench_call)call, share, rates);
    }
    return fine;
}
