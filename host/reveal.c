#include "host/reveal.h"

#include <stdlib.h>
#include <string.h>

#include "host/play.h"

/* One world in which the order is given, and what the seat sees there. */
struct world {
    struct rd_play play;
    void *view;
};

static void open_world(struct world *world, const struct rd_game *game, const void *state,
                       uint32_t actions)
{
    rd_play_from(&world->play, game, state, actions);
    world->view = malloc(game->view_size);
    RD_ASSERT(world->view != NULL);
}

static void close_world(struct world *world)
{
    rd_play_end(&world->play);
    free(world->view);
}

struct rd_luck rd_reveal_luck(const uint64_t key[2], uint32_t number)
{
    uint8_t label[8] = { 's', 'e', 'e', 0 };
    for (uint32_t i = 0; i < 4; i++) {
        label[4 + i] = (uint8_t)(number >> (8 * i));
    }
    uint64_t first = rd_siphash(key, label, sizeof label);
    label[3] = 1;
    return rd_luck_from_key(first, rd_siphash(key, label, sizeof label));
}

/* False: refused, or dice were rolled. */
static bool goes_without_dice(struct world *world, rd_seat seat, const struct rd_order *order,
                              struct rd_luck luck)
{
    world->play.luck = luck;
    if (rd_play_order(&world->play, seat, order, NULL).code != RD_OK ||
        world->play.luck.drawn != luck.drawn) {
        return false;
    }
    world->play.game->observe(world->play.state, seat, world->view);
    return true;
}

/* The next event from *at on that the seat sees; NULL: no more. */
static const struct rd_event *next_seen(const struct rd_event_log *log, rd_seat seat, uint32_t *at)
{
    while (*at < log->count) {
        const struct rd_event *event = &log->event[(*at)++];
        if ((event->seen_by & RD_SEAT_BIT(seat)) != 0) {
            return event;
        }
    }
    return NULL;
}

/* Causes are left out: they count events that the seat doesn't see. */
static bool same_event(const struct rd_event *a, const struct rd_event *b)
{
    return a->kind == b->kind && memcmp(a->arg, b->arg, sizeof a->arg) == 0;
}

static bool same_events(const struct rd_event_log *a, const struct rd_event_log *b, rd_seat seat)
{
    for (uint32_t at_a = 0, at_b = 0;;) {
        const struct rd_event *of_a = next_seen(a, seat, &at_a);
        const struct rd_event *of_b = next_seen(b, seat, &at_b);
        if (of_a == NULL || of_b == NULL) {
            return of_a == of_b;
        }
        if (!same_event(of_a, of_b)) {
            return false;
        }
    }
}

static bool looks_alike(const struct world *truth, const struct world *guess, rd_seat seat)
{
    return memcmp(truth->view, guess->view, truth->play.game->view_size) == 0 &&
           same_events(&truth->play.log, &guess->play.log, seat);
}

bool rd_order_reveals(const struct rd_game *game, const void *before, rd_seat seat,
                      const struct rd_order *order, struct rd_luck luck)
{
    struct world truth, guess;
    void *view = malloc(game->view_size);
    RD_ASSERT(view != NULL);
    open_world(&truth, game, before, order->count);
    open_world(&guess, game, before, order->count);
    game->observe(before, seat, view);
    bool reveals = !goes_without_dice(&truth, seat, order, luck);
    for (uint32_t i = 0; i < RD_REVEAL_GUESSES && !reveals; i++) {
        memset(guess.play.state, 0, game->state_size);
        game->guess(view, &luck, guess.play.state);
        reveals =
            !goes_without_dice(&guess, seat, order, luck) || !looks_alike(&truth, &guess, seat);
    }
    close_world(&truth);
    close_world(&guess);
    free(view);
    return reveals;
}

rd_seats rd_others(const struct rd_game *game, rd_seat seat)
{
    uint32_t own = seat <= RD_SPECTATOR ? (uint32_t)RD_SEAT_BIT(seat) : 0;
    own |= game->spectators_see_all ? (uint32_t)RD_SEAT_BIT(RD_SPECTATOR) : 0;
    return (rd_seats)~own;
}

bool rd_order_is_final(const struct rd_given *given)
{
    const struct rd_game *game = given->game;
    return given->dice || game->turns(given->before).done != game->turns(given->now).done ||
           (given->noticed & rd_others(game, given->seat)) != 0;
}

enum rd_undo rd_may_undo(const struct rd_given *given, const struct rd_order *order,
                         struct rd_luck luck)
{
    if (rd_order_is_final(given)) {
        return RD_UNDO_FINAL;
    }
    return rd_order_reveals(given->game, given->before, given->seat, order, luck) ? RD_UNDO_REVEALED
                                                                                  : RD_UNDO_FINE;
}
