/* What a seat knows (R9.2), and a whole position that it can't tell from the true one. */
#include "apoca_internal.h"

#include <string.h>

void apoca_observe(const void *state, rd_seat seat, void *view)
{
    const struct apoca_state *s = state;
    struct apoca_view *v = view;
    RD_ASSERT(seat < APOCA_SEATS || seat == RD_SPECTATOR);
    memcpy(&v->open, &s->open, sizeof v->open);
    if (seat < APOCA_SEATS) {
        v->own = s->secret[seat];
    } else {
        memset(&v->own, 0, sizeof v->own);
    }
    v->seat = seat;
    memset(v->zero, 0, sizeof v->zero);
}

static int32_t is_somebody_on(const struct apoca_open *open, uint32_t path)
{
    for (uint32_t i = 0; i < open->unit_count; i++) {
        if (open->unit[i].path == path) {
            return 1;
        }
    }
    return 0;
}

/* A free start tile lets a mercenary out, so a queue can only wait where somebody stands, or
 * stood until the towers shot. How long it is, nobody else knows; short ones are likelier. */
static void guess_queues(const struct apoca_open *open, rd_seat seat, struct rd_luck *luck,
                         uint16_t queue[APOCA_DIRECTIONS])
{
    RD_ASSERT(seat < APOCA_SEATS);
    for (uint32_t d = 0; d < APOCA_DIRECTIONS; d++) {
        uint32_t start = open->start[seat][d];
        if (start != APOCA_NONE && is_somebody_on(open, start)) {
            int32_t drawn = rd_luck_range(luck, -2, 2);
            queue[d] = (uint16_t)(drawn < 0 ? 0 : drawn);
        }
    }
}

void apoca_guess(const void *view, struct rd_luck *luck, void *state)
{
    const struct apoca_view *v = view;
    struct apoca_state *s = state;
    RD_ASSERT(v->seat < APOCA_SEATS);
    rd_seat other = (rd_seat)(1 - v->seat);
    memcpy(&s->open, &v->open, sizeof s->open);
    memset(s->secret, 0, sizeof s->secret);
    s->secret[v->seat] = v->own;
    RD_ASSERT(other < APOCA_SEATS);
    guess_queues(&v->open, other, luck, s->secret[other].queue); /* and no orders yet */
}
