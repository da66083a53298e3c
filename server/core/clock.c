#include "server/core/clock.h"

#include <string.h>

bool clock_used(const struct clock_terms *terms)
{
    return terms->bank_ms > 0 || terms->turn_ms > 0;
}

void clocks_open(struct clocks *clocks, const struct clock_terms *terms)
{
    memset(clocks, 0, sizeof *clocks);
    for (uint32_t seat = 0; seat < RD_SEATS_MAX; seat++) {
        clocks->seat[seat].left = terms->turn_ms > 0 ? terms->turn_ms : terms->bank_ms;
    }
}

void clock_begin(struct clocks *clocks, const struct clock_terms *terms, rd_seat seat, int64_t t)
{
    RD_ASSERT(seat < RD_SEATS_MAX);
    struct seat_clock *clock = &clocks->seat[seat];
    if (terms->turn_ms > 0) {
        clock->left = terms->turn_ms;
    }
    if (clock->late && clock->left < CLOCK_GRACE_MS && terms->turn_ms == 0) {
        clock->left = CLOCK_GRACE_MS;
    }
    clock->since = t;
    clock->runs = true;
}

void clock_complete(struct clocks *clocks, const struct clock_terms *terms, rd_seat seat, int64_t t)
{
    RD_ASSERT(seat < RD_SEATS_MAX);
    struct seat_clock *clock = &clocks->seat[seat];
    clock->before = clock->left;
    clock->left = clock_left(clocks, seat, t) + terms->increment_ms;
    RD_ASSERT(clock->left >= 0);
    clock->runs = false;
}

void clock_take_up(struct clocks *clocks, rd_seat seat)
{
    RD_ASSERT(seat < RD_SEATS_MAX);
    clocks->seat[seat].left = clocks->seat[seat].before;
    clocks->seat[seat].runs = true;
}

void clock_late(struct clocks *clocks, rd_seat seat)
{
    RD_ASSERT(seat < RD_SEATS_MAX);
    clocks->seat[seat].left = 0;
    clocks->seat[seat].late = true;
}

void clocks_pause(struct clocks *clocks, int64_t t)
{
    RD_ASSERT(!clocks->paused);
    clocks->paused = true;
    clocks->paused_at = t;
}

void clocks_resume(struct clocks *clocks, int64_t t)
{
    RD_ASSERT(clocks->paused);
    for (uint32_t seat = 0; seat < RD_SEATS_MAX; seat++) {
        clocks->seat[seat].since += t - clocks->paused_at;
    }
    clocks->paused = false;
}

/* Paused clocks stand at the time of the pause. */
static int64_t spent(const struct clocks *clocks, rd_seat seat, int64_t t)
{
    RD_ASSERT(seat < RD_SEATS_MAX);
    int64_t passed = (clocks->paused ? clocks->paused_at : t) - clocks->seat[seat].since;
    return passed > 0 ? passed : 0;
}

int64_t clock_left(const struct clocks *clocks, rd_seat seat, int64_t t)
{
    RD_ASSERT(seat < RD_SEATS_MAX);
    const struct seat_clock *clock = &clocks->seat[seat];
    int64_t left = clock->left - (clock->runs ? spent(clocks, seat, t) : 0);
    return left > 0 ? left : 0;
}

int64_t clock_left_before(const struct clocks *clocks, rd_seat seat, int64_t t)
{
    RD_ASSERT(seat < RD_SEATS_MAX);
    return clocks->seat[seat].before - spent(clocks, seat, t);
}

int64_t clocks_deadline(const struct clocks *clocks, rd_seat *seat)
{
    int64_t first = INT64_MAX;
    for (rd_seat s = 0; s < RD_SEATS_MAX && !clocks->paused; s++) {
        const struct seat_clock *clock = &clocks->seat[s];
        if (clock->runs && clock->since + clock->left < first) {
            first = clock->since + clock->left;
            *seat = s;
        }
    }
    return first;
}
