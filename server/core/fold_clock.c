/* What an entry of the log does to the clocks: decisions begin and end with it. */
#include "server/core/match.h"

struct mark fold_mark(const struct fold *fold)
{
    struct mark mark = { match_acting(fold->match, fold),
                         fold->match->chosen.game->turns(fold->state).done };
    return mark;
}

/* Bots have no clocks, nor has a seat for which one stands in. */
static rd_seats running(const struct fold *fold, rd_seats acting, rd_seats stand_in)
{
    return (rd_seats)(acting & match_people(fold->match, fold) & ~stand_in);
}

static void follow_seat(struct fold *fold, rd_seat seat, bool was, bool is, bool again,
                        const struct entry *entry)
{
    const struct clock_terms *terms = &fold->match->terms.clock;
    if (!was && is && entry->kind == ENTRY_UNDO && entry->seat == seat) {
        clock_take_up(&fold->clock, seat);
        return;
    }
    if (was && (!is || again)) {
        clock_complete(&fold->clock, terms, seat, entry->t);
    }
    if (is && (!was || again)) {
        clock_begin(&fold->clock, terms, seat, entry->t);
    }
}

void fold_follow_clocks(struct fold *fold, struct mark before, rd_seats stood_in,
                        const struct entry *entry)
{
    struct mark after = fold_mark(fold);
    bool again = before.turn != after.turn;
    fold->stand_in = again ? 0 : fold->stand_in & after.acting;
    if (!clock_used(&fold->match->terms.clock)) {
        return;
    }
    rd_seats was = running(fold, before.acting, stood_in);
    rd_seats is = running(fold, after.acting, fold->stand_in);
    RD_ASSERT((is & ~after.acting) == 0);
    for (rd_seat seat = 0; seat < RD_SEATS_MAX; seat++) {
        follow_seat(fold, seat, (was & RD_SEAT_BIT(seat)) != 0, (is & RD_SEAT_BIT(seat)) != 0,
                    again, entry);
    }
}

/* What others did with their time in a sealed phase comes out with their orders, not before. */
void fold_show_clocks(struct fold *fold, struct news *news)
{
    fold->shown = fold->clock;
    for (uint32_t viewer = 0; viewer < VIEWERS; viewer++) {
        news->late[viewer] = fold->late;
    }
    fold->late = 0;
}
