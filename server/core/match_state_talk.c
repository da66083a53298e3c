/* Entries of the log that don't touch the board: offers, pauses, chat, the end by agreement. */
#include <stdio.h>
#include <string.h>

#include "server/core/match.h"

const char *const offer_names[OFFERS + 1] = { "draw", "pause", "rematch", NULL };
const char *const ended_names[] = { NULL, "draw", "aborted" };

static void tell(const struct match_state *now, struct update *update, rd_seats viewers)
{
    for (uint32_t viewer = 0; viewer < VIEWERS; viewer++) {
        bool exists = viewer == RD_SPECTATOR || viewer < match_seats(now->match);
        update->told[viewer] = exists && (viewers & RD_SEAT_BIT(viewer)) != 0;
    }
}

static bool apply_offer(struct match_state *now, const struct entry *entry, struct update *update)
{
    rd_seats people = match_people(now->match, now);
    bool host =
        entry->seat == RD_SPECTATOR && entry->what == OFFER_PAUSE; /* needs nobody's consent */
    rd_seats mine = host ? people : match_seats_of(now->match, now, entry->player);
    if (entry->what >= OFFERS || mine == 0) {
        return false;
    }
    now->offered[entry->what] |= mine; /* who has several seats speaks for all of them */
    update->offers = true;
    if ((people & ~now->offered[entry->what]) != 0 || entry->what == OFFER_REMATCH) {
        return true; /* others must agree; a rematch has an entry of its own */
    }
    now->offered[entry->what] = 0;
    now->held = now->held || host;
    if (entry->what == OFFER_DRAW) {
        now->ended = ENDED_DRAW;
        update->note = false;
    } else if (!now->clock.paused) { /* the host may hold what is paused already */
        clocks_pause(&now->clock, entry->t);
        clocks_pause(&now->shown, entry->t);
    }
    return true;
}

static bool apply_resume(struct match_state *now, const struct entry *entry)
{
    if (!now->clock.paused) {
        return false;
    }
    clocks_resume(&now->clock, entry->t);
    clocks_resume(&now->shown, entry->t);
    now->held = false;
    return true;
}

bool match_state_hears(const struct match_state *now, uint32_t viewer, rd_seat speaker)
{
    if (speaker == RD_SPECTATOR) {
        return viewer == RD_SPECTATOR || match_over(now->match, now);
    }
    return viewer == RD_SPECTATOR || (now->muted[viewer] & RD_SEAT_BIT(speaker)) == 0;
}

static bool apply_said(const struct match_state *now, const struct entry *entry,
                       struct update *update)
{
    rd_seats hearing = 0;
    for (uint32_t viewer = 0; viewer < VIEWERS; viewer++) {
        if (match_state_hears(now, viewer, entry->seat)) {
            hearing |= RD_SEAT_BIT(viewer);
        }
    }
    tell(now, update, hearing);
    return entry->text != NULL;
}

static bool apply_mute(struct match_state *now, const struct entry *entry, struct update *update)
{
    if (entry->seat >= RD_SEATS_MAX || entry->who >= RD_SEATS_MAX || entry->who == entry->seat) {
        return false;
    }
    rd_seats *muted = &now->muted[entry->seat];
    *muted = (rd_seats)(entry->what != 0 ? *muted | RD_SEAT_BIT(entry->who)
                                         : *muted & ~RD_SEAT_BIT(entry->who));
    tell(now, update, RD_SEAT_BIT(entry->seat));
    return true;
}

static bool apply_rematch(struct match_state *now, const struct entry *entry, struct update *update)
{
    if (entry->text == NULL || strlen(entry->text) >= sizeof now->rematch) {
        return false;
    }
    snprintf(now->rematch, sizeof now->rematch, "%s", entry->text);
    now->offered[OFFER_REMATCH] = 0;
    update->offers = true;
    return true;
}

bool match_state_apply_talk(struct match_state *now, const struct entry *entry,
                            struct update *update)
{
    update->note = true;
    tell(now, update, RD_ALL_SEATS);
    switch (entry->kind) {
    case ENTRY_OFFER:
        return apply_offer(now, entry, update);
    case ENTRY_DECLINE:
        update->offers = true;
        now->offered[entry->what < OFFERS ? entry->what : 0] = 0;
        return entry->what < OFFERS;
    case ENTRY_RESUME:
        return apply_resume(now, entry);
    case ENTRY_ABORT:
        update->note = false;
        now->ended = ENDED_ABORTED;
        return true;
    case ENTRY_SAID:
        return apply_said(now, entry, update);
    case ENTRY_MUTE:
        return apply_mute(now, entry, update);
    case ENTRY_REMATCH:
        return apply_rematch(now, entry, update);
    case ENTRY_RATED:
        now->rated_record = now->records + 1;
        return entry->text != NULL && match_over(now->match, now);
    case ENTRY_CREATED:
    case ENTRY_SEATED:
    case ENTRY_LEFT:
    case ENTRY_ORDER:
    case ENTRY_UNDO:
    case ENTRY_LATE:
    case ENTRY_CLAIM:
    case ENTRY_SHARE:
        break;
    }
    return false;
}

void match_state_end_offers(struct match_state *now, bool turned, struct update *update)
{
    bool over = match_over(now->match, now);
    if (over && now->clock.paused) {
        now->clock.paused = now->shown.paused = now->held = false;
    }
    if ((over || turned) && now->offered[OFFER_DRAW] != 0) {
        now->offered[OFFER_DRAW] = 0;
        update->offers = true;
    }
    if (over && now->offered[OFFER_PAUSE] != 0) {
        now->offered[OFFER_PAUSE] = 0;
        update->offers = true;
    }
}
