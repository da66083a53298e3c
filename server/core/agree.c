/* What players agree on, or may do without the others' agreement: draws, pauses, claims, aborts.
 * Commands have one form: what stands in the way, in the order in which players should hear of it,
 * and then what happens. */
#include "server/core/state.h"

/* False: answered. */
static bool is_under_way(struct core *core, struct request *request, const struct match *match)
{
    if (match_over(match, &match->now)) {
        refuse(core, request, "over", "the match is over");
        return false;
    }
    return has_begun(core, request, match);
}

static bool read_what(struct core *core, struct request *request, uint8_t *what)
{
    struct rd_field field;
    uint32_t word = 0;
    if (!rd_field_need(&request->root, "what", &field) ||
        !rd_field_choice(&field, offer_names, &word)) {
        bad_message(core, request);
        return false;
    }
    *what = (uint8_t)word;
    return true;
}

/* May this be offered now? False: answered. */
static bool may_offer(struct core *core, struct request *request, const struct match *match,
                      uint8_t what)
{
    const struct match_state *now = &match->now;
    if (what != OFFER_REMATCH && !is_under_way(core, request, match)) {
        return false;
    }
    if (what == OFFER_REMATCH && (!match_over(match, now) || match_open(match, now))) {
        refuse(core, request, "over", "a rematch is offered when the match is over");
    } else if (what == OFFER_REMATCH && now->rematch[0] != '\0') {
        refuse(core, request, "over", "there is a rematch already: %s", now->rematch);
    } else if (what == OFFER_DRAW && match_bots(match, now) != 0) {
        refuse(core, request, "not_allowed", "bots don't agree to draws");
    } else if (what == OFFER_PAUSE && now->clock.paused) {
        refuse(core, request, "paused", "the match is paused already");
    } else {
        return true;
    }
    return false;
}

enum step command_offer(struct core *core, struct request *request)
{
    enum step step;
    struct entry entry = { .kind = ENTRY_OFFER };
    struct match *match = seated_match(core, request, &entry.seat, &step);
    if (match == NULL || !read_what(core, request, &entry.what) ||
        !may_offer(core, request, match, entry.what)) {
        return step;
    }
    const struct match_state *now = &match->now;
    rd_seats mine = match_seats_of(match, now, request->connection->player);
    RD_ASSERT(entry.what < OFFERS);
    rd_seats offered = now->offered[entry.what];
    if ((offered & mine) != 0) {
        return refuse(core, request, "not_allowed", "you offer this already");
    }
    if (entry.what == OFFER_REMATCH && (match_people(match, now) & ~(offered | mine)) == 0) {
        return rematch_make(core, request, match, entry.seat);
    }
    return submit_entry(core, request, match, &entry);
}

enum step command_decline(struct core *core, struct request *request)
{
    enum step step;
    struct entry entry = { .kind = ENTRY_DECLINE };
    struct match *match = seated_match(core, request, &entry.seat, &step);
    if (match == NULL || !read_what(core, request, &entry.what)) {
        return step;
    }
    RD_ASSERT(entry.what < OFFERS);
    if (match->now.offered[entry.what] == 0) {
        return refuse(core, request, "not_allowed", "nobody offers that");
    }
    return submit_entry(core, request, match, &entry);
}

enum step command_resume(struct core *core, struct request *request)
{
    enum step step;
    struct entry entry = { .kind = ENTRY_RESUME };
    struct match *match = seated_match(core, request, &entry.seat, &step);
    if (match == NULL) {
        return step;
    }
    if (!match->now.clock.paused) {
        return refuse(core, request, "not_allowed", "the match is not paused");
    }
    if (match->now.held) {
        return refuse(core, request, "paused",
                      "the host of this server has paused the match; only the host can resume it");
    }
    return submit_entry(core, request, match, &entry);
}

/* Until the first turn is completed by a player, and while seats are free by who made it. While a
 * share of the luck is missing everybody who sits may: it may never come. */
enum step command_abort(struct core *core, struct request *request)
{
    enum step step;
    struct match *match = fresh_match(core, request, &step);
    const struct player *me = request->connection->player;
    struct entry entry = { .kind = ENTRY_ABORT, .seat = RD_SPECTATOR };
    if (match == NULL) {
        return step;
    }
    bool seated = match_seat_of(match, me, &entry.seat);
    bool open = match_has_room(match, &match->now);
    if (open ? !player_same(match->log[0].player, me) : !seated) {
        return refuse(core, request, "not_allowed",
                      open ? "only who made the match may end it before it begins"
                           : "you have no seat in this match");
    }
    if (match_over(match, &match->now)) {
        return refuse(core, request, "over", "the match is over");
    }
    if (match->chosen.game->turns(match->now.state).done > 0) {
        return refuse(core, request, "not_allowed",
                      "the first turn is completed: resign, or offer a draw");
    }
    return submit_entry(core, request, match, &entry);
}

/* ---- the opponent is gone ------------------------------------------------------------------ */

static bool may_claim(struct core *core, struct request *request, const struct match *match,
                      rd_seat seat, rd_seat against)
{
    rd_seats acting = match_acting(match, &match->now);
    rd_seats people = match_people(match, &match->now);
    if (match->terms.claim_ms == 0) {
        refuse(core, request, "not_allowed", "nothing may be claimed in this match");
    } else if ((match->here & RD_SEAT_BIT(against)) != 0 ||
               core->time - match->gone_t[against] < match->terms.claim_ms) {
        /* First, as everybody knows it: who still has to decide is sealed until somebody is away */
        refuse(core, request, "not_allowed", "that player has not been away long enough");
    } else if ((acting & RD_SEAT_BIT(seat)) != 0 || match->now.clock.paused ||
               (acting & people & RD_SEAT_BIT(against)) == 0) {
        refuse(core, request, "not_allowed", "nobody waits for that player");
    } else {
        return true;
    }
    return false;
}

enum step command_claim(struct core *core, struct request *request)
{
    enum step step;
    struct entry entry = { .kind = ENTRY_CLAIM };
    struct match *match = seated_match(core, request, &entry.seat, &step);
    struct rd_order order = { .count = 1, .action = { { .verb = RD_VERB_RESIGN } } };
    if (match == NULL || !is_under_way(core, request, match) ||
        !read_seat(core, request, match, "against", &entry.who) ||
        !may_claim(core, request, match, entry.seat, entry.who)) {
        return step;
    }
    struct scratch *scratch = core_scratch(core, match->chosen.game);
    if (match_state_try_order(&match->now, scratch, entry.who, &order, &entry.hash).code != RD_OK) {
        return refuse(core, request, "not_allowed", "that seat can't give up now");
    }
    return submit_entry(core, request, match, &entry);
}
