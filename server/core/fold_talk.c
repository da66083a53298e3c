/* Entries of the log that don't touch the board: offers, pauses, chat, the end by agreement. */
#include <stdio.h>
#include <string.h>

#include "server/core/match.h"

const char *const offer_names[OFFERS + 1] = { "draw", "pause", "rematch", NULL };
const char *const ended_names[] = { NULL, "draw", "aborted" };

static void tell(const struct fold *fold, struct news *news, rd_seats viewers)
{
    for (uint32_t viewer = 0; viewer < VIEWERS; viewer++) {
        bool exists = viewer == RD_SPECTATOR || viewer < match_seats(fold->match);
        news->told[viewer] = exists && (viewers & RD_SEAT_BIT(viewer)) != 0;
    }
}

static bool apply_offer(struct fold *fold, const struct entry *entry, struct news *news)
{
    rd_seats people = match_people(fold->match, fold);
    bool host =
        entry->seat == RD_SPECTATOR && entry->what == OFFER_PAUSE; /* needs nobody's consent */
    rd_seats mine = host ? people : match_seats_of(fold->match, fold, entry->player);
    if (entry->what >= OFFERS || mine == 0) {
        return false;
    }
    fold->offered[entry->what] |= mine; /* who has several seats speaks for all of them */
    news->offers = true;
    if ((people & ~fold->offered[entry->what]) != 0 || entry->what == OFFER_REMATCH) {
        return true; /* others must agree; a rematch has an entry of its own */
    }
    fold->offered[entry->what] = 0;
    fold->held = fold->held || host;
    if (entry->what == OFFER_DRAW) {
        fold->ended = ENDED_DRAW;
        news->note = false;
    } else if (!fold->clock.paused) { /* the host may hold what is paused already */
        clocks_pause(&fold->clock, entry->t);
        clocks_pause(&fold->shown, entry->t);
    }
    return true;
}

static bool apply_resume(struct fold *fold, const struct entry *entry)
{
    if (!fold->clock.paused) {
        return false;
    }
    clocks_resume(&fold->clock, entry->t);
    clocks_resume(&fold->shown, entry->t);
    fold->held = false;
    return true;
}

bool fold_hears(const struct fold *fold, uint32_t viewer, rd_seat speaker)
{
    if (speaker == RD_SPECTATOR) {
        return viewer == RD_SPECTATOR || match_over(fold->match, fold);
    }
    return viewer == RD_SPECTATOR || (fold->muted[viewer] & RD_SEAT_BIT(speaker)) == 0;
}

static bool apply_said(const struct fold *fold, const struct entry *entry, struct news *news)
{
    rd_seats hearing = 0;
    for (uint32_t viewer = 0; viewer < VIEWERS; viewer++) {
        if (fold_hears(fold, viewer, entry->seat)) {
            hearing |= RD_SEAT_BIT(viewer);
        }
    }
    tell(fold, news, hearing);
    return entry->text != NULL;
}

static bool apply_mute(struct fold *fold, const struct entry *entry, struct news *news)
{
    if (entry->seat >= RD_SEATS_MAX || entry->who >= RD_SEATS_MAX || entry->who == entry->seat) {
        return false;
    }
    rd_seats *muted = &fold->muted[entry->seat];
    *muted = (rd_seats)(entry->what != 0 ? *muted | RD_SEAT_BIT(entry->who)
                                         : *muted & ~RD_SEAT_BIT(entry->who));
    tell(fold, news, RD_SEAT_BIT(entry->seat));
    return true;
}

static bool apply_rematch(struct fold *fold, const struct entry *entry, struct news *news)
{
    if (entry->text == NULL || strlen(entry->text) >= sizeof fold->rematch) {
        return false;
    }
    snprintf(fold->rematch, sizeof fold->rematch, "%s", entry->text);
    fold->offered[OFFER_REMATCH] = 0;
    news->offers = true;
    return true;
}

bool fold_apply_talk(struct fold *fold, const struct entry *entry, struct news *news)
{
    news->note = true;
    tell(fold, news, RD_ALL_SEATS);
    switch (entry->kind) {
    case ENTRY_OFFER:
        return apply_offer(fold, entry, news);
    case ENTRY_DECLINE:
        news->offers = true;
        fold->offered[entry->what < OFFERS ? entry->what : 0] = 0;
        return entry->what < OFFERS;
    case ENTRY_RESUME:
        return apply_resume(fold, entry);
    case ENTRY_ABORT:
        news->note = false;
        fold->ended = ENDED_ABORTED;
        return true;
    case ENTRY_SAID:
        return apply_said(fold, entry, news);
    case ENTRY_MUTE:
        return apply_mute(fold, entry, news);
    case ENTRY_REMATCH:
        return apply_rematch(fold, entry, news);
    case ENTRY_RATED:
        fold->rated_record = fold->records + 1;
        return entry->text != NULL && match_over(fold->match, fold);
    case ENTRY_CREATED:
    case ENTRY_SEATED:
    case ENTRY_LEFT:
    case ENTRY_ORDER:
    case ENTRY_UNDO:
    case ENTRY_LATE:
    case ENTRY_CLAIM:
        break;
    }
    return false;
}

void fold_end_offers(struct fold *fold, bool turned, struct news *news)
{
    bool over = match_over(fold->match, fold);
    if (over && fold->clock.paused) {
        fold->clock.paused = fold->shown.paused = fold->held = false;
    }
    if ((over || turned) && fold->offered[OFFER_DRAW] != 0) {
        fold->offered[OFFER_DRAW] = 0;
        news->offers = true;
    }
    if (over && fold->offered[OFFER_PAUSE] != 0) {
        fold->offered[OFFER_PAUSE] = 0;
        news->offers = true;
    }
}
