/* What an entry of the log does to the clocks: decisions begin and end with it. */
#include "server/core/match.h"

struct mark match_state_mark(const struct match_state *now)
{
    struct mark mark = { match_acting(now->match, now),
                         now->match->chosen.game->turns(now->state).done };
    return mark;
}

/* Bots have no clocks, nor has a seat for which one stands in. */
static rd_seats running(const struct match_state *now, rd_seats acting, rd_seats stand_in)
{
    return (rd_seats)(acting & match_people(now->match, now) & ~stand_in);
}

static void follow_seat(struct match_state *now, rd_seat seat, bool was, bool is, bool again,
                        const struct entry *entry)
{
    const struct clock_terms *terms = &now->match->terms.clock;
    if (!was && is && entry->kind == ENTRY_UNDO && entry->seat == seat) {
        clock_take_up(&now->clock, seat);
        return;
    }
    if (was && (!is || again)) {
        clock_complete(&now->clock, terms, seat, entry->t);
    }
    if (is && (!was || again)) {
        clock_begin(&now->clock, terms, seat, entry->t);
    }
}

void match_state_follow_clocks(struct match_state *now, struct mark before, rd_seats stood_in,
                               const struct entry *entry)
{
    struct mark after = match_state_mark(now);
    bool again = before.turn != after.turn;
    now->stand_in = again ? 0 : now->stand_in & after.acting;
    if (!clock_used(&now->match->terms.clock)) {
        return;
    }
    rd_seats was = running(now, before.acting, stood_in);
    rd_seats is = running(now, after.acting, now->stand_in);
    RD_ASSERT((is & ~after.acting) == 0);
    for (rd_seat seat = 0; seat < RD_SEATS_MAX; seat++) {
        follow_seat(now, seat, (was & RD_SEAT_BIT(seat)) != 0, (is & RD_SEAT_BIT(seat)) != 0, again,
                    entry);
    }
}

/* What others did with their time in a sealed phase comes out with their orders, not before. */
void match_state_show_clocks(struct match_state *now, struct update *update)
{
    now->shown = now->clock;
    for (uint32_t viewer = 0; viewer < VIEWERS; viewer++) {
        update->late[viewer] = now->late;
    }
    now->late = 0;
}
