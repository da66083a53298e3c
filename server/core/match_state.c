/* What an entry of the log does to a match. */
#include <stdlib.h>
#include <string.h>

#include "host/list.h"
#include "host/patch.h"
#include "redoubt/hash.h"
#include "server/core/match.h"

void scratch_open(struct scratch *scratch, const struct rd_game *game)
{
    struct rd_chosen presets = { .game = game };
    memset(scratch, 0, sizeof *scratch);
    rd_setup_presets(game, &presets.setup);
    scratch->game = game;
    rd_play_begin(&scratch->play, &presets, rd_luck_from_seed(0));
    for (uint32_t viewer = 0; viewer < VIEWERS; viewer++) {
        scratch->view[viewer] = calloc(1, game->view_size);
        RD_ASSERT(scratch->view[viewer] != NULL);
    }
    scratch->legal = calloc(game->legal_max, sizeof *scratch->legal);
    scratch->base = malloc(game->state_size);
    scratch->patch = malloc(rd_patch_max(game->state_size));
    RD_ASSERT(scratch->legal != NULL && scratch->base != NULL && scratch->patch != NULL);
}

const char *scratch_tables(struct scratch *scratch)
{
    if (scratch->tables[0] == '\0') {
        rd_tables_name(scratch->game, scratch->tables);
    }
    return scratch->tables;
}

void scratch_close(struct scratch *scratch)
{
    rd_play_end(&scratch->play);
    for (uint32_t viewer = 0; viewer < VIEWERS; viewer++) {
        free(scratch->view[viewer]);
    }
    free(scratch->legal);
    free(scratch->base);
    free(scratch->patch);
}

static bool is_viewer(const struct rd_game *game, const void *state, uint32_t viewer)
{
    struct rd_outcome outcome;
    game->outcome(state, &outcome);
    return viewer == RD_SPECTATOR || viewer < outcome.seats;
}

static void observe_all(struct scratch *scratch, const void *state)
{
    scratch->viewed = NULL;
    scratch->in_view = 0;
    for (uint32_t viewer = 0; viewer < VIEWERS; viewer++) {
        if (is_viewer(scratch->game, state, viewer)) {
            scratch->game->observe(state, (rd_seat)viewer, scratch->view[viewer]);
            scratch->hash[viewer] = rd_hash(scratch->view[viewer], scratch->game->view_size);
            scratch->in_view |= RD_SEAT_BIT(viewer);
        }
    }
}

/* The views in the scratch memory are those of the match. */
static void keep_views(struct match_state *now, struct scratch *scratch)
{
    memcpy(now->seen, scratch->hash, sizeof now->seen);
    scratch->viewed = now;
    scratch->viewed_records = now->records;
}

const void *bench_view(struct scratch *scratch, const struct match_state *now, rd_seat viewer)
{
    RD_ASSERT(viewer < VIEWERS && now->match->chosen.game == scratch->game);
    if (scratch->viewed != now || scratch->viewed_records != now->records) {
        scratch->viewed = now;
        scratch->viewed_records = now->records;
        scratch->in_view = 0;
    }
    if ((scratch->in_view & RD_SEAT_BIT(viewer)) == 0) {
        scratch->game->observe(now->state, viewer, scratch->view[viewer]);
        scratch->in_view |= RD_SEAT_BIT(viewer);
    }
    return scratch->view[viewer];
}

void match_state_open(struct match_state *now, const struct match *match, struct scratch *scratch)
{
    const struct rd_game *game = match->chosen.game;
    memset(now, 0, sizeof *now);
    now->match = match;
    memcpy(now->holder, match->first, sizeof now->holder);
    clocks_open(&now->clock, &match->terms.clock);
    now->shown = now->clock;
    now->luck = rd_luck_from_key(match->key[0], match->key[1]);
    now->state = calloc(1, game->state_size);
    RD_ASSERT(now->state != NULL);
    game->init(now->state, &match->chosen.setup, &now->luck);
    rd_audit_or_stop(game, now->state);
    now->base_luck = now->luck;
    scratch->play.log.count = 0;
    observe_all(scratch, now->state);
    keep_views(now, scratch);
}

void match_state_close(struct match_state *now)
{
    free(now->state);
    free(now->base);
    free(now->order);
    free(now->shares);
    memset(now, 0, sizeof *now);
}

static void *copy_of(const void *bytes, size_t size)
{
    void *copy = malloc(size);
    RD_ASSERT(copy != NULL);
    memcpy(copy, bytes, size);
    return copy;
}

/* ---- a state in few bytes: most of it is zeroes ---- */

static void *unpacked_state(const struct match_state *mark, size_t size)
{
    void *state = calloc(1, size);
    RD_ASSERT(state != NULL);
    bool fine = rd_patch_apply(state, size, mark->state, mark->packed);
    RD_ASSERT(fine); /* we made it */
    return state;
}

void match_state_pack(struct match_state *mark)
{
    size_t size = mark->match->chosen.game->state_size;
    void *zeroes = calloc(1, size);
    uint8_t *patch = malloc(rd_patch_max(size));
    RD_ASSERT(zeroes != NULL && patch != NULL && mark->packed == 0);
    size_t packed = rd_patch(zeroes, mark->state, size, patch);
    if (packed > 0 && packed < size) {
        free(mark->state);
        mark->state = copy_of(patch, packed);
        mark->packed = (uint32_t)packed;
    }
    free(zeroes);
    free(patch);
}

void match_state_copy(struct match_state *to, const struct match_state *from)
{
    const struct rd_game *game = from->match->chosen.game;
    RD_ASSERT(from->base_orders <= from->order_count);
    *to = *from;
    to->state = from->packed == 0 ? copy_of(from->state, game->state_size)
                                  : unpacked_state(from, game->state_size);
    to->packed = 0;
    to->base = from->base == NULL ? NULL : copy_of(from->base, from->base_size);
    to->shares = from->shares == NULL ? NULL : copy_of(from->shares, sizeof *from->shares);
    to->order_count = to->order_room = from->order_count - from->base_orders;
    to->base_orders = 0;
    to->order = to->order_count == 0
                    ? NULL
                    : copy_of(from->order + from->base_orders, to->order_count * sizeof *to->order);
}

/* ---- trying ---------------------------------------------------------------------------------- */

static void lay_out(struct scratch *scratch, const void *state, struct rd_luck luck)
{
    memcpy(scratch->play.state, state, scratch->game->state_size);
    scratch->play.luck = luck;
}

static void unpack_base(const struct match_state *now, const struct rd_game *game, void *out)
{
    memcpy(out, now->state, game->state_size);
    bool fine =
        now->base == NULL || rd_patch_apply(out, game->state_size, now->base, now->base_size);
    RD_ASSERT(fine); /* we made it */
}

struct rd_verdict match_state_try_order(const struct match_state *now, struct scratch *scratch,
                                        rd_seat seat, const struct rd_order *order, uint64_t *hash)
{
    lay_out(scratch, now->state, now->luck);
    struct rd_verdict verdict = rd_play_order(&scratch->play, seat, order, NULL);
    *hash = rd_hash(scratch->play.state, scratch->game->state_size);
    return verdict;
}

/* The index of the seat's latest order that may be taken back; order_count: none. */
static uint32_t latest_of(const struct match_state *now, rd_seat seat)
{
    for (uint32_t i = now->order_count; i > now->base_orders; i--) {
        if (now->order[i - 1].seat == seat) {
            return i - 1;
        }
    }
    return now->order_count;
}

static struct rd_order order_of(const struct given_order *given)
{
    struct rd_order order = { .count = given->count };
    memcpy(order.action, given->action, sizeof order.action);
    return order;
}

static bool play_given_order(struct scratch *scratch, const struct given_order *given)
{
    struct rd_order order = order_of(given);
    return rd_play_order(&scratch->play, given->seat, &order, NULL).code == RD_OK;
}

/* What stands before order number `end` but for one order, in scratch memory. */
static bool play_without(const struct match_state *now, struct scratch *scratch, uint32_t end,
                         uint32_t left_out)
{
    RD_ASSERT(now->base_orders <= end && end <= now->order_count);
    unpack_base(now, scratch->game, scratch->play.state);
    scratch->play.luck = now->base_luck;
    for (uint32_t i = now->base_orders; i < end; i++) {
        if (i != left_out && !play_given_order(scratch, &now->order[i])) {
            return false;
        }
    }
    scratch->play.log.count = 0; /* nothing of it is new */
    return true;
}

/* Viewers to whom the state in the scratch memory looks different from the match's. */
static rd_seats look(const struct match_state *now, struct scratch *scratch)
{
    rd_seats differ = 0;
    observe_all(scratch, scratch->play.state);
    for (uint32_t viewer = 0; viewer < VIEWERS; viewer++) {
        if ((scratch->in_view & RD_SEAT_BIT(viewer)) != 0 &&
            scratch->hash[viewer] != now->seen[viewer]) {
            differ |= RD_SEAT_BIT(viewer);
        }
    }
    return differ;
}

/* What the order showed its seat is worked out from the orders that stand when somebody asks: for
 * most orders nobody does. */
enum rd_undo match_state_try_undo(const struct match_state *now, struct scratch *scratch,
                                  rd_seat seat, const uint64_t key[2], uint64_t *hash)
{
    uint32_t latest = latest_of(now, seat);
    if (latest == now->order_count || !play_without(now, scratch, now->order_count, latest)) {
        return RD_UNDO_FINAL;
    }
    struct rd_given given = { .game = scratch->game, .seat = seat, .now = now->state };
    given.noticed = look(now, scratch);
    *hash = rd_hash(scratch->play.state, scratch->game->state_size);
    struct rd_order order = order_of(&now->order[latest]);
    bool fine = play_without(now, scratch, latest, latest);
    RD_ASSERT(fine); /* these orders were taken without the later ones */
    given.before = scratch->play.state;
    return rd_may_undo(&given, &order, rd_reveal_luck(key, now->order[latest].record));
}

/* ---- applying -------------------------------------------------------------------------------- */

static bool sees_events(const struct scratch *scratch, uint32_t viewer)
{
    for (uint32_t i = 0; i < scratch->play.log.count; i++) {
        if ((scratch->play.log.event[i].seen_by & RD_SEAT_BIT(viewer)) != 0) {
            return true;
        }
    }
    return false;
}

/* The scratch memory has the next state: who notices? */
static void notice(const struct match_state *now, struct scratch *scratch, struct update *update)
{
    const struct rd_game *game = scratch->game;
    rd_seats touched = game->to_act(now->state) ^ game->to_act(scratch->play.state);
    touched |= look(now, scratch);
    for (uint32_t viewer = 0; viewer < VIEWERS; viewer++) {
        update->told[viewer] =
            is_viewer(game, now->state, viewer) &&
            (sees_events(scratch, viewer) || (touched & RD_SEAT_BIT(viewer)) != 0);
    }
}

/* base: the state before the orders that can be taken back; NULL: there are none. */
static void set_base(struct match_state *now, struct scratch *scratch, const void *base)
{
    size_t size =
        base == NULL ? 0 : rd_patch(now->state, base, scratch->game->state_size, scratch->patch);
    free(now->base);
    now->base = size == 0 ? NULL : copy_of(scratch->patch, size);
    now->base_size = (uint32_t)size;
    if (base == NULL) {
        now->base_luck = now->luck;
    }
}

/* final: what was ordered before can't be taken back any more. */
static void take_over(struct match_state *now, struct scratch *scratch, bool final)
{
    keep_views(now, scratch);
    unpack_base(now, scratch->game, scratch->base);
    memcpy(now->state, scratch->play.state, scratch->game->state_size);
    now->luck = scratch->play.luck;
    set_base(now, scratch, final ? NULL : scratch->base);
}

static void add_given_order(struct match_state *now, const struct given_order *given)
{
    RD_ASSERT(given->seat < RD_SEATS_MAX && given->count <= RD_ORDER_ACTIONS_MAX);
    now->order = rd_grown(now->order, now->order_count, &now->order_room, sizeof *now->order);
    now->order[now->order_count] = *given;
    now->order[now->order_count++].record = now->records + 1; /* records count from 1 */
}

static rd_seats told(const struct update *update)
{
    rd_seats seats = 0;
    for (uint32_t viewer = 0; viewer < VIEWERS; viewer++) {
        if (update->told[viewer]) {
            seats |= RD_SEAT_BIT(viewer);
        }
    }
    return seats;
}

static bool is_final(const struct match_state *now, const struct scratch *scratch, rd_seat seat,
                     const struct update *update)
{
    struct rd_given given = { .game = scratch->game,
                              .seat = seat,
                              .before = now->state,
                              .now = scratch->play.state,
                              .dice = now->luck.drawn != scratch->play.luck.drawn,
                              .noticed = told(update) };
    return rd_order_is_final(&given);
}

static bool apply_given_order(struct match_state *now, struct scratch *scratch,
                              const struct given_order *given, struct update *update)
{
    struct rd_order order = order_of(given);
    lay_out(scratch, now->state, now->luck);
    if (given->seat >= RD_SEATS_MAX ||
        rd_play_order(&scratch->play, given->seat, &order, NULL).code != RD_OK) {
        return false;
    }
    update->order = true;
    notice(now, scratch, update);
    update->told[given->seat] = true;
    bool turned =
        scratch->game->turns(now->state).done != scratch->game->turns(scratch->play.state).done;
    bool final = is_final(now, scratch, given->seat, update);
    take_over(now, scratch, final);
    add_given_order(now, given);
    now->given[given->seat]++;
    if (turned) {
        memset(now->given, 0, sizeof now->given);
    }
    if (final) { /* what was seen can't be unseen */
        now->base_orders = now->order_count;
    }
    return true;
}

static bool apply_order(struct match_state *now, struct scratch *scratch, const struct entry *entry,
                        struct update *update)
{
    struct given_order given = { .seat = entry->seat, .count = entry->count };
    memcpy(given.action, entry->action, sizeof given.action);
    return apply_given_order(now, scratch, &given, update);
}

/* Time is over: what was ordered so far stands, or a bot makes the rest of the decision. */
static bool apply_late(struct match_state *now, struct scratch *scratch, const struct entry *entry,
                       struct update *update)
{
    if (entry->seat >= RD_SEATS_MAX || (entry->count == 0 && now->match->terms.stand_in == NULL)) {
        return false;
    }
    if (entry->count > 0 && !apply_order(now, scratch, entry, update)) {
        return false;
    }
    if (entry->count == 0) {
        now->stand_in |= RD_SEAT_BIT(entry->seat);
    }
    clock_late(&now->clock, entry->seat);
    now->late |= RD_SEAT_BIT(entry->seat);
    update->late[entry->seat] = RD_SEAT_BIT(entry->seat);
    update->told[entry->seat] = true;
    return true;
}

static bool apply_claim(struct match_state *now, struct scratch *scratch, const struct entry *entry,
                        struct update *update)
{
    struct given_order given = { .seat = entry->who,
                                 .count = 1,
                                 .action = { { .verb = RD_VERB_RESIGN } } };
    if (entry->seat >= VIEWERS || !apply_given_order(now, scratch, &given, update)) {
        return false;
    }
    update->told[entry->seat] = true;
    return true;
}

static bool apply_undo(struct match_state *now, struct scratch *scratch, const struct entry *entry,
                       struct update *update)
{
    uint32_t latest = latest_of(now, entry->seat);
    if (latest == now->order_count || !play_without(now, scratch, now->order_count, latest)) {
        return false;
    }
    notice(now, scratch, update);
    RD_ASSERT(entry->seat < VIEWERS);
    update->told[entry->seat] = true;
    update->undone = entry->seat;
    take_over(now, scratch, false);
    RD_ASSERT(latest >= now->base_orders && latest < now->order_count);
    now->order_count--;
    memmove(now->order + latest, now->order + latest + 1,
            (now->order_count - latest) * sizeof *now->order);
    return true;
}

/* ---- what seats add to the luck ---- */

/* No seal is fine. */
static bool keep_seal(struct match_state *now, rd_seat seat, const char *seal)
{
    if (seal == NULL) {
        return true;
    }
    if (!luck_is_seal(seal)) {
        return false;
    }
    if (now->shares == NULL) {
        now->shares = calloc(1, sizeof *now->shares);
        RD_ASSERT(now->shares != NULL);
    }
    memcpy(now->shares->seal[seat], seal, LUCK_HASH_ROOM);
    return true;
}

/* The seal of who makes the match is for the first of their seats. */
static bool keep_first_seal(struct match_state *now, const struct entry *entry)
{
    rd_seats mine = entry->text == NULL ? 0 : match_seats_of(now->match, now, entry->player);
    for (rd_seat seat = 0; seat < match_seats(now->match); seat++) {
        if ((mine & RD_SEAT_BIT(seat)) != 0) {
            return keep_seal(now, seat, entry->text);
        }
    }
    return entry->text == NULL;
}

/* What the shares are with this one; NULL: it is not accepted. To be freed. */
static struct shares *with_share(const struct match_state *now, rd_seat seat, const char *share)
{
    if (seat >= RD_SEATS_MAX || share == NULL || match_has_room(now->match, now) ||
        now->order_count != 0 || (luck_missing(now->shares) & RD_SEAT_BIT(seat)) == 0) {
        return NULL;
    }
    struct shares *shares = copy_of(now->shares, sizeof *shares);
    if (!luck_open(shares, seat, share)) {
        free(shares);
        return NULL;
    }
    return shares;
}

/* The beginning by the luck of all, in scratch memory: nobody has ordered anything yet. */
static void begin_anew(const struct match_state *now, struct scratch *scratch,
                       const struct shares *shares)
{
    const struct match *match = now->match;
    uint64_t key[2];
    luck_key_of(match, shares, key);
    scratch->play.luck = rd_luck_from_key(key[0], key[1]);
    memset(scratch->play.state, 0, scratch->game->state_size);
    scratch->game->init(scratch->play.state, &match->chosen.setup, &scratch->play.luck);
    rd_audit_or_stop(scratch->game, scratch->play.state);
}

bool match_state_try_share(const struct match_state *now, struct scratch *scratch, rd_seat seat,
                           const char *share, uint64_t *hash)
{
    struct shares *shares = with_share(now, seat, share);
    if (shares == NULL) {
        return false;
    }
    const void *state = now->state;
    if (luck_missing(shares) == 0) {
        begin_anew(now, scratch, shares);
        state = scratch->play.state;
    }
    *hash = rd_hash(state, scratch->game->state_size);
    free(shares);
    return true;
}

static bool apply_share(struct match_state *now, struct scratch *scratch, const struct entry *entry)
{
    struct shares *shares = with_share(now, entry->seat, entry->text);
    if (shares == NULL) {
        return false;
    }
    *now->shares = *shares;
    free(shares);
    if (luck_missing(now->shares) == 0) {
        begin_anew(now, scratch, now->shares);
        observe_all(scratch, scratch->play.state);
        take_over(now, scratch, true);
    }
    return true;
}

/* ---- who sits where ---- */

static bool apply_seated(struct match_state *now, const struct entry *entry)
{
    if (entry->seat >= RD_SEATS_MAX || now->holder[entry->seat].kind != HOLDER_NONE ||
        entry->player == NULL || entry->card == NULL || !keep_seal(now, entry->seat, entry->text)) {
        return false;
    }
    now->holder[entry->seat].kind = HOLDER_PERSON;
    now->holder[entry->seat].card = *entry->card;
    now->holder[entry->seat].player = entry->player;
    now->holder[entry->seat].agreed = entry->what != 0;
    return true;
}

static bool apply_left(struct match_state *now, const struct entry *entry)
{
    bool any = false;
    for (uint32_t seat = 0; seat < RD_SEATS_MAX; seat++) {
        struct seat_holder *holder = &now->holder[seat];
        if (holder->kind == HOLDER_PERSON && player_same(holder->player, entry->player)) {
            holder->kind = HOLDER_NONE;
            holder->player = NULL;
            holder->agreed = false;
            if (now->shares != NULL) {
                now->shares->seal[seat][0] = '\0';
            }
            any = true;
        }
    }
    return any;
}

/* Everybody is told who sits where. */
static bool seats_changed(const struct match_state *now, const struct scratch *scratch,
                          struct update *update)
{
    update->seats = true;
    for (uint32_t viewer = 0; viewer < VIEWERS; viewer++) {
        update->told[viewer] = is_viewer(scratch->game, now->state, viewer);
    }
    return true;
}

static bool apply_kind(struct match_state *now, struct scratch *scratch, const struct entry *entry,
                       struct update *update)
{
    switch (entry->kind) {
    case ENTRY_CREATED:
        return keep_first_seal(now, entry) && seats_changed(now, scratch, update);
    case ENTRY_SHARE:
        return apply_share(now, scratch, entry) && seats_changed(now, scratch, update);
    case ENTRY_SEATED:
        return apply_seated(now, entry) && seats_changed(now, scratch, update);
    case ENTRY_LEFT:
        return apply_left(now, entry) && seats_changed(now, scratch, update);
    case ENTRY_ORDER:
        return apply_order(now, scratch, entry, update);
    case ENTRY_UNDO:
        return apply_undo(now, scratch, entry, update);
    case ENTRY_LATE:
        return apply_late(now, scratch, entry, update);
    case ENTRY_CLAIM:
        return apply_claim(now, scratch, entry, update);
    case ENTRY_OFFER:
    case ENTRY_DECLINE:
    case ENTRY_RESUME:
    case ENTRY_ABORT:
    case ENTRY_SAID:
    case ENTRY_MUTE:
    case ENTRY_REMATCH:
    case ENTRY_RATED:
        return match_state_apply_talk(now, entry, update);
    }
    return false;
}

/* The end of an entry: clocks, offers, numbers. */
static void settle(struct match_state *now, const struct scratch *scratch, struct mark before,
                   rd_seats stood_in, struct update *update)
{
    const struct entry *entry = update->entry;
    rd_seat mover = entry->kind == ENTRY_CLAIM ? entry->who : entry->seat;
    match_state_follow_clocks(now, before, stood_in, entry);
    if (update->seats || (!update->note && (told(update) & rd_others(scratch->game, mover)) != 0)) {
        match_state_show_clocks(now, update);
    }
    match_state_end_offers(now, before.turn != match_state_mark(now).turn, update);
    RD_ASSERT(now->base_orders <= now->order_count);
    now->records++;
    now->moves += !update->note && !update->seats;
    for (uint32_t viewer = 0; viewer < VIEWERS; viewer++) {
        now->told[viewer] += update->told[viewer];
    }
}

bool match_state_apply(struct match_state *now, struct scratch *scratch, struct entry *entry,
                       struct update *update)
{
    struct mark before = match_state_mark(now);
    rd_seats stood_in = now->stand_in;
    memset(update, 0, sizeof *update);
    update->entry = entry;
    update->undone = 0xff;
    scratch->play.log.count = 0;
    scratch->viewed = NULL;
    if (entry->kind == ENTRY_CREATED) {
        before.acting = 0; /* whoever acts begins to */
    }
    if (!apply_kind(now, scratch, entry, update)) {
        return false;
    }
    settle(now, scratch, before, stood_in, update);
    entry->told = entry->seat < VIEWERS ? now->told[entry->seat] : 0;
    entry->turn = scratch->game->turns(now->state).done;
    scratch->viewed_records =
        now->records; /* what it shows now is in scratch memory, if anything is */
    return true;
}
