/* Applies what was recorded, again and again, and times it. */
#include "bench/record.h"

#include <string.h>
#include <time.h>

enum { ROUNDS = 5 };

double bench_cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Every seat's view, and its tensors, as at the beginning of a turn. */
static void look(const struct bench_record *r, enum bench_phase phase)
{
    for (rd_seat seat = 0; seat < r->seats; seat++) {
        uint8_t *view = r->views + (size_t)seat * r->game->view_size;
        r->game->observe(r->state, seat, view);
        if (phase == BENCH_TENSORS) {
            r->game->encode(view, r->tensor);
        }
    }
}

static void play_apply_only(const struct bench_record *r, const struct bench_game *played)
{
    struct rd_luck luck = played->luck;
    const struct bench_order *order = r->order + played->first;
    for (uint32_t i = 0; i < played->count; i++) {
        r->game->apply(r->state, order[i].seat, order[i].action, &luck, NULL);
    }
}

static void ask(struct bench_record *r, rd_seat seat, enum bench_phase phase)
{
    if (bench_has_factors(r) && phase != BENCH_LISTS) {
        rd_legal_factors(r->game, r->state, seat, NULL, &r->factors);
    } else {
        r->game->legal(r->state, seat, r->legal, r->game->legal_max);
    }
}

static void play_with_more(struct bench_record *r, const struct bench_game *played,
                           enum bench_phase phase)
{
    struct rd_luck luck = played->luck;
    const struct bench_order *order = r->order + played->first;
    for (uint32_t i = 0; i < played->count; i++) {
        if (order[i].asks) {
            ask(r, order[i].seat, phase);
        }
        r->game->apply(r->state, order[i].seat, order[i].action, &luck, NULL);
        if (phase >= BENCH_VIEWS && order[i].turn_ended) {
            look(r, phase);
        }
    }
}

/* All recorded games once. */
static void pass(struct bench_record *r, enum bench_phase phase)
{
    for (uint32_t i = 0; i < r->game_count; i++) {
        memcpy(r->state, r->began + (size_t)i * r->game->state_size, r->game->state_size);
        if (phase == BENCH_STEP) {
            play_apply_only(r, &r->played[i]);
        } else {
            play_with_more(r, &r->played[i], phase);
        }
    }
}

/* Passes per second of the best of several rounds. */
static double best_round(struct bench_record *r, enum bench_phase phase, double seconds)
{
    double best = 0;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        double begin = bench_cpu_seconds(), spent = 0;
        uint32_t passes = 0;
        do {
            pass(r, phase);
            passes++;
            spent = bench_cpu_seconds() - begin;
        } while (spent < seconds / ROUNDS);
        best = passes / spent > best ? passes / spent : best;
    }
    return best;
}

static double best_clone(const struct bench_record *r, double seconds)
{
    enum { AT_ONCE = 1000 };
    double best = 0;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        double begin = bench_cpu_seconds(), spent = 0, copies = 0;
        do {
            for (uint32_t i = 0; i < AT_ONCE; i++) {
                memcpy(r->state, r->began, r->game->state_size);
                __asm__ volatile("" ::: "memory"); /* or the compiler would copy only once */
            }
            copies += AT_ONCE;
            spent = bench_cpu_seconds() - begin;
        } while (spent < seconds / ROUNDS);
        best = copies / spent > best ? copies / spent : best;
    }
    return best;
}

static void warm_up(struct bench_record *r, double seconds, struct bench_figures *figures)
{
    double begin = bench_cpu_seconds();
    pass(r, BENCH_STEP);
    figures->first_turns_per_s = (double)r->turns / (bench_cpu_seconds() - begin);
    while (bench_cpu_seconds() - begin < seconds) {
        pass(r, BENCH_TENSORS);
    }
    figures->warm_up_s = bench_cpu_seconds() - begin;
}

struct bench_figures bench_measure(struct bench_record *r, double seconds)
{
    struct bench_figures figures = { .games = r->game_count,
                                     .turns = r->turns,
                                     .orders = r->order_count };
    double share = seconds / (BENCH_PHASES + 2);
    warm_up(r, share, &figures);
    for (uint32_t phase = 0; phase < BENCH_PHASES; phase++) {
        if (phase == BENCH_LISTS && !bench_has_factors(r)) {
            continue;
        }
        double passes = best_round(r, (enum bench_phase)phase, share);
        figures.turns_per_s[phase] = passes * (double)r->turns;
        figures.orders_per_s[phase] = passes * r->order_count;
    }
    figures.clones_per_s = best_clone(r, share);
    return figures;
}
