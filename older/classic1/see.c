/* What a seat knows (R9.1), and a whole position that it can't tell from the true one. */
#include "classic_internal.h"

#include <string.h>

void classic1_observe(const void *state, rd_seat seat, void *view)
{
    const struct classic1_state *s = state;
    struct classic1_view *v = view;
    RD_ASSERT(seat < CLASSIC_SEATS || seat == RD_SPECTATOR);
    memcpy(&v->open, &s->open, sizeof v->open);
    if (seat < CLASSIC_SEATS) {
        memcpy(&v->own, &s->secret[seat], sizeof v->own);
    } else {
        memset(&v->own, 0, sizeof v->own);
    }
    v->seat = seat;
    memset(v->zero, 0, sizeof v->zero);
}

/* All that is hidden are the orders and purchases of this turn: perhaps there are none yet. */
void classic1_guess(const void *view, struct rd_luck *luck, void *state)
{
    const struct classic1_view *v = view;
    struct classic1_state *s = state;
    (void)luck;
    RD_ASSERT(v->seat < CLASSIC_SEATS);
    memcpy(&s->open, &v->open, sizeof s->open);
    memset(s->secret, 0, sizeof s->secret);
    memcpy(&s->secret[v->seat], &v->own, sizeof v->own);
}
