/* What an entry of the log does to a match. */
#include <stdlib.h>
#include <string.h>

#include "host/list.h"
#include "redoubt/hash.h"
#include "server/core/match.h"

void bench_open(struct bench *bench, const struct rd_game *game)
{
    struct rd_chosen presets = { .game = game };
    memset(bench, 0, sizeof *bench);
    rd_setup_presets(game, &presets.setup);
    bench->game = game;
    rd_play_begin(&bench->play, &presets, rd_luck_from_seed(0));
    for (uint32_t viewer = 0; viewer < VIEWERS; viewer++) {
        bench->view[viewer] = calloc(1, game->view_size);
        RD_ASSERT(bench->view[viewer] != NULL);
    }
    bench->legal = calloc(game->legal_max, sizeof *bench->legal);
    RD_ASSERT(bench->legal != NULL);
}

void bench_close(struct bench *bench)
{
    rd_play_end(&bench->play);
    for (uint32_t viewer = 0; viewer < VIEWERS; viewer++) {
        free(bench->view[viewer]);
    }
    free(bench->legal);
}

static bool is_viewer(const struct rd_game *game, const void *state, uint32_t viewer)
{
    struct rd_outcome outcome;
    game->outcome(state, &outcome);
    return viewer == RD_SPECTATOR || viewer < outcome.seats;
}

static void observe_all(struct bench *bench, const void *state)
{
    bench->viewed = NULL;
    bench->in_view = 0;
    for (uint32_t viewer = 0; viewer < VIEWERS; viewer++) {
        if (is_viewer(bench->game, state, viewer)) {
            bench->game->observe(state, (rd_seat)viewer, bench->view[viewer]);
            bench->hash[viewer] = rd_hash(bench->view[viewer], bench->game->view_size);
            bench->in_view |= RD_SEAT_BIT(viewer);
        }
    }
}

/* The views on the bench are those of the fold. */
static void keep_views(struct fold *fold, struct bench *bench)
{
    memcpy(fold->seen, bench->hash, sizeof fold->seen);
    bench->viewed = fold;
    bench->viewed_records = fold->records;
}

const void *bench_view(struct bench *bench, const struct fold *fold, rd_seat viewer)
{
    RD_ASSERT(viewer < VIEWERS && fold->match->chosen.game == bench->game);
    if (bench->viewed != fold || bench->viewed_records != fold->records) {
        bench->viewed = fold;
        bench->viewed_records = fold->records;
        bench->in_view = 0;
    }
    if ((bench->in_view & RD_SEAT_BIT(viewer)) == 0) {
        bench->game->observe(fold->state, viewer, bench->view[viewer]);
        bench->in_view |= RD_SEAT_BIT(viewer);
    }
    return bench->view[viewer];
}

void fold_open(struct fold *fold, const struct match *match, struct bench *bench)
{
    const struct rd_game *game = match->chosen.game;
    memset(fold, 0, sizeof *fold);
    fold->match = match;
    memcpy(fold->chair, match->first, sizeof fold->chair);
    clocks_open(&fold->clock, &match->terms.clock);
    fold->shown = fold->clock;
    fold->luck = rd_luck_from_key(match->key[0], match->key[1]);
    fold->state = calloc(1, game->state_size);
    fold->base = calloc(1, game->state_size);
    RD_ASSERT(fold->state != NULL && fold->base != NULL);
    game->init(fold->state, &match->chosen.setup, &fold->luck);
    rd_must_hold(game, fold->state);
    memcpy(fold->base, fold->state, game->state_size);
    fold->base_luck = fold->luck;
    bench->play.log.count = 0;
    observe_all(bench, fold->state);
    keep_views(fold, bench);
}

void fold_close(struct fold *fold)
{
    free(fold->state);
    free(fold->base);
    free(fold->order);
    memset(fold, 0, sizeof *fold);
}

static void *copy_of(const void *bytes, size_t size)
{
    void *copy = malloc(size);
    RD_ASSERT(copy != NULL);
    memcpy(copy, bytes, size);
    return copy;
}

void fold_copy(struct fold *to, const struct fold *from)
{
    const struct rd_game *game = from->match->chosen.game;
    RD_ASSERT(from->base_orders <= from->order_count);
    *to = *from;
    to->state = copy_of(from->state, game->state_size);
    to->base = copy_of(from->base, game->state_size);
    to->order_count = to->order_room = from->order_count - from->base_orders;
    to->base_orders = 0;
    to->order = to->order_count == 0
                    ? NULL
                    : copy_of(from->order + from->base_orders, to->order_count * sizeof *to->order);
}

/* ---- trying ---------------------------------------------------------------------------------- */

static void lay_out(struct bench *bench, const void *state, struct rd_luck luck)
{
    memcpy(bench->play.state, state, bench->game->state_size);
    bench->play.luck = luck;
}

struct rd_verdict fold_try_order(const struct fold *fold, struct bench *bench, rd_seat seat,
                                 const struct rd_order *order, uint64_t *hash)
{
    lay_out(bench, fold->state, fold->luck);
    struct rd_verdict verdict = rd_play_order(&bench->play, seat, order, NULL);
    *hash = rd_hash(bench->play.state, bench->game->state_size);
    return verdict;
}

/* The index of the seat's latest order that may be taken back; order_count: none. */
static uint32_t latest_of(const struct fold *fold, rd_seat seat)
{
    for (uint32_t i = fold->order_count; i > fold->base_orders; i--) {
        if (fold->order[i - 1].seat == seat) {
            return i - 1;
        }
    }
    return fold->order_count;
}

static struct rd_order order_of(const struct standing *standing)
{
    struct rd_order order = { .count = standing->count };
    memcpy(order.action, standing->action, sizeof order.action);
    return order;
}

static bool play_standing(struct bench *bench, const struct standing *standing)
{
    struct rd_order order = order_of(standing);
    return rd_play_order(&bench->play, standing->seat, &order, NULL).code == RD_OK;
}

/* What stands before order number `end` but for one order, on the bench. */
static bool play_without(const struct fold *fold, struct bench *bench, uint32_t end,
                         uint32_t left_out)
{
    RD_ASSERT(fold->base_orders <= end && end <= fold->order_count);
    lay_out(bench, fold->base, fold->base_luck);
    for (uint32_t i = fold->base_orders; i < end; i++) {
        if (i != left_out && !play_standing(bench, &fold->order[i])) {
            return false;
        }
    }
    bench->play.log.count = 0; /* nothing of it is new */
    return true;
}

/* Viewers to whom the state on the bench looks different from the fold's. */
static rd_seats look(const struct fold *fold, struct bench *bench)
{
    rd_seats differ = 0;
    observe_all(bench, bench->play.state);
    for (uint32_t viewer = 0; viewer < VIEWERS; viewer++) {
        if ((bench->in_view & RD_SEAT_BIT(viewer)) != 0 &&
            bench->hash[viewer] != fold->seen[viewer]) {
            differ |= RD_SEAT_BIT(viewer);
        }
    }
    return differ;
}

/* What the order showed its seat is worked out from the orders that stand when somebody asks: for
 * most orders nobody does. */
enum rd_undo fold_try_undo(const struct fold *fold, struct bench *bench, rd_seat seat,
                           const uint64_t key[2], uint64_t *hash)
{
    uint32_t latest = latest_of(fold, seat);
    if (latest == fold->order_count || !play_without(fold, bench, fold->order_count, latest)) {
        return RD_UNDO_FINAL;
    }
    struct rd_given given = { .game = bench->game, .seat = seat, .now = fold->state };
    given.noticed = look(fold, bench);
    *hash = rd_hash(bench->play.state, bench->game->state_size);
    struct rd_order order = order_of(&fold->order[latest]);
    bool fine = play_without(fold, bench, latest, latest);
    RD_ASSERT(fine); /* these orders were taken without the later ones */
    given.before = bench->play.state;
    return rd_may_undo(&given, &order, rd_reveal_luck(key, fold->order[latest].record));
}

/* ---- applying -------------------------------------------------------------------------------- */

static bool sees_events(const struct bench *bench, uint32_t viewer)
{
    for (uint32_t i = 0; i < bench->play.log.count; i++) {
        if ((bench->play.log.event[i].seen_by & RD_SEAT_BIT(viewer)) != 0) {
            return true;
        }
    }
    return false;
}

/* The bench has the next state: who notices? */
static void notice(const struct fold *fold, struct bench *bench, struct news *news)
{
    const struct rd_game *game = bench->game;
    rd_seats touched = game->to_act(fold->state) ^ game->to_act(bench->play.state);
    touched |= look(fold, bench);
    for (uint32_t viewer = 0; viewer < VIEWERS; viewer++) {
        news->told[viewer] = is_viewer(game, fold->state, viewer) &&
                             (sees_events(bench, viewer) || (touched & RD_SEAT_BIT(viewer)) != 0);
    }
}

static void take_over(struct fold *fold, struct bench *bench)
{
    keep_views(fold, bench);
    memcpy(fold->state, bench->play.state, bench->game->state_size);
    fold->luck = bench->play.luck;
}

static void add_standing(struct fold *fold, const struct standing *given)
{
    RD_ASSERT(given->seat < RD_SEATS_MAX && given->count <= RD_ORDER_ACTIONS_MAX);
    fold->order = rd_grown(fold->order, fold->order_count, &fold->order_room, sizeof *fold->order);
    fold->order[fold->order_count] = *given;
    fold->order[fold->order_count++].record = fold->records + 1; /* records count from 1 */
}

static rd_seats told(const struct news *news)
{
    rd_seats seats = 0;
    for (uint32_t viewer = 0; viewer < VIEWERS; viewer++) {
        if (news->told[viewer]) {
            seats |= RD_SEAT_BIT(viewer);
        }
    }
    return seats;
}

static bool is_final(const struct fold *fold, const struct bench *bench, rd_seat seat,
                     const struct news *news)
{
    struct rd_given given = { .game = bench->game,
                              .seat = seat,
                              .before = fold->state,
                              .now = bench->play.state,
                              .dice = fold->luck.drawn != bench->play.luck.drawn,
                              .noticed = told(news) };
    return rd_order_is_final(&given);
}

static bool apply_standing(struct fold *fold, struct bench *bench, const struct standing *given,
                           struct news *news)
{
    struct rd_order order = order_of(given);
    lay_out(bench, fold->state, fold->luck);
    if (given->seat >= RD_SEATS_MAX ||
        rd_play_order(&bench->play, given->seat, &order, NULL).code != RD_OK) {
        return false;
    }
    notice(fold, bench, news);
    news->told[given->seat] = true;
    bool turned =
        bench->game->turns(fold->state).done != bench->game->turns(bench->play.state).done;
    bool final = is_final(fold, bench, given->seat, news);
    take_over(fold, bench);
    add_standing(fold, given);
    fold->given[given->seat]++;
    if (turned) {
        memset(fold->given, 0, sizeof fold->given);
    }
    if (final) { /* what was seen can't be unseen */
        memcpy(fold->base, fold->state, bench->game->state_size);
        fold->base_luck = fold->luck;
        fold->base_orders = fold->order_count;
    }
    return true;
}

static bool apply_order(struct fold *fold, struct bench *bench, const struct entry *entry,
                        struct news *news)
{
    struct standing given = { .seat = entry->seat, .count = entry->count };
    memcpy(given.action, entry->action, sizeof given.action);
    return apply_standing(fold, bench, &given, news);
}

/* Time is over: what was ordered so far stands, or a bot makes the rest of the decision. */
static bool apply_late(struct fold *fold, struct bench *bench, const struct entry *entry,
                       struct news *news)
{
    if (entry->seat >= RD_SEATS_MAX || (entry->count == 0 && fold->match->terms.stand_in == NULL)) {
        return false;
    }
    if (entry->count > 0 && !apply_order(fold, bench, entry, news)) {
        return false;
    }
    if (entry->count == 0) {
        fold->stand_in |= RD_SEAT_BIT(entry->seat);
    }
    clock_late(&fold->clock, entry->seat);
    fold->late |= RD_SEAT_BIT(entry->seat);
    news->late[entry->seat] = RD_SEAT_BIT(entry->seat);
    news->told[entry->seat] = true;
    return true;
}

static bool apply_claim(struct fold *fold, struct bench *bench, const struct entry *entry,
                        struct news *news)
{
    struct standing given = { .seat = entry->who,
                              .count = 1,
                              .action = { { .verb = RD_VERB_RESIGN } } };
    if (entry->seat >= VIEWERS || !apply_standing(fold, bench, &given, news)) {
        return false;
    }
    news->told[entry->seat] = true;
    return true;
}

static bool apply_undo(struct fold *fold, struct bench *bench, const struct entry *entry,
                       struct news *news)
{
    uint32_t latest = latest_of(fold, entry->seat);
    if (latest == fold->order_count || !play_without(fold, bench, fold->order_count, latest)) {
        return false;
    }
    notice(fold, bench, news);
    RD_ASSERT(entry->seat < VIEWERS);
    news->told[entry->seat] = true;
    news->undone = entry->seat;
    take_over(fold, bench);
    RD_ASSERT(latest >= fold->base_orders && latest < fold->order_count);
    fold->order_count--;
    memmove(fold->order + latest, fold->order + latest + 1,
            (fold->order_count - latest) * sizeof *fold->order);
    return true;
}

static bool apply_seated(struct fold *fold, const struct entry *entry)
{
    if (entry->seat >= RD_SEATS_MAX || fold->chair[entry->seat].kind != CHAIR_OPEN ||
        entry->player == NULL || entry->card == NULL) {
        return false;
    }
    fold->chair[entry->seat].kind = CHAIR_PERSON;
    fold->chair[entry->seat].card = *entry->card;
    fold->chair[entry->seat].player = entry->player;
    return true;
}

static bool apply_left(struct fold *fold, const struct entry *entry)
{
    bool any = false;
    for (uint32_t seat = 0; seat < RD_SEATS_MAX; seat++) {
        struct chair *chair = &fold->chair[seat];
        if (chair->kind == CHAIR_PERSON && player_same(chair->player, entry->player)) {
            chair->kind = CHAIR_OPEN;
            chair->player = NULL;
            any = true;
        }
    }
    return any;
}

/* Everybody is told who sits where. */
static bool seats_changed(const struct fold *fold, const struct bench *bench, struct news *news)
{
    news->seats = true;
    for (uint32_t viewer = 0; viewer < VIEWERS; viewer++) {
        news->told[viewer] = is_viewer(bench->game, fold->state, viewer);
    }
    return true;
}

static bool apply_kind(struct fold *fold, struct bench *bench, const struct entry *entry,
                       struct news *news)
{
    switch (entry->kind) {
    case ENTRY_CREATED:
        return seats_changed(fold, bench, news);
    case ENTRY_SEATED:
        return apply_seated(fold, entry) && seats_changed(fold, bench, news);
    case ENTRY_LEFT:
        return apply_left(fold, entry) && seats_changed(fold, bench, news);
    case ENTRY_ORDER:
        return apply_order(fold, bench, entry, news);
    case ENTRY_UNDO:
        return apply_undo(fold, bench, entry, news);
    case ENTRY_LATE:
        return apply_late(fold, bench, entry, news);
    case ENTRY_CLAIM:
        return apply_claim(fold, bench, entry, news);
    case ENTRY_OFFER:
    case ENTRY_DECLINE:
    case ENTRY_RESUME:
    case ENTRY_ABORT:
    case ENTRY_SAID:
    case ENTRY_MUTE:
    case ENTRY_REMATCH:
    case ENTRY_RATED:
        return fold_apply_talk(fold, entry, news);
    }
    return false;
}

/* The end of an entry: clocks, offers, numbers. */
static void settle(struct fold *fold, const struct bench *bench, struct mark before,
                   rd_seats stood_in, struct news *news)
{
    const struct entry *entry = news->entry;
    rd_seat mover = entry->kind == ENTRY_CLAIM ? entry->who : entry->seat;
    fold_follow_clocks(fold, before, stood_in, entry);
    if (news->seats || (!news->note && (told(news) & rd_others(bench->game, mover)) != 0)) {
        fold_show_clocks(fold, news);
    }
    fold_end_offers(fold, before.turn != fold_mark(fold).turn, news);
    RD_ASSERT(fold->base_orders <= fold->order_count);
    fold->records++;
    fold->moves += !news->note && !news->seats;
    for (uint32_t viewer = 0; viewer < VIEWERS; viewer++) {
        fold->told[viewer] += news->told[viewer];
    }
}

bool fold_apply(struct fold *fold, struct bench *bench, struct entry *entry, struct news *news)
{
    struct mark before = fold_mark(fold);
    rd_seats stood_in = fold->stand_in;
    memset(news, 0, sizeof *news);
    news->entry = entry;
    news->undone = 0xff;
    bench->play.log.count = 0;
    bench->viewed = NULL;
    if (entry->kind == ENTRY_CREATED) {
        before.acting = 0; /* whoever acts begins to */
    }
    if (!apply_kind(fold, bench, entry, news)) {
        return false;
    }
    settle(fold, bench, before, stood_in, news);
    entry->told = entry->seat < VIEWERS ? fold->told[entry->seat] : 0;
    entry->turn = bench->game->turns(fold->state).done;
    bench->viewed_records = fold->records; /* what it shows now is on the bench, if anything is */
    return true;
}
