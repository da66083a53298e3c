/* Rated matches that are over change the ratings of their players: one entry of the log and the
 * rows of all players, in one batch. A match whose log has no such entry is still to be rated, also
 * after a restart. */
#include <stdlib.h>
#include <string.h>

#include "host/list.h"
#include "server/core/accounts.h"

static struct rating *find_rating(struct player *player, const char *game, bool many)
{
    for (uint32_t i = 0; i < player->rating_count; i++) {
        if (player->rating[i].many == many && strcmp(player->rating[i].game, game) == 0) {
            return &player->rating[i];
        }
    }
    return NULL;
}

struct rating rating_of(const struct player *player, const char *game, bool many)
{
    for (uint32_t i = 0; i < player->rating_count; i++) {
        if (player->rating[i].many == many && strcmp(player->rating[i].game, game) == 0) {
            return player->rating[i];
        }
    }
    return rating_fresh(game, many);
}

static void set_rating(struct player *player, const struct rating *rating)
{
    struct rating *old = find_rating(player, rating->game, rating->many);
    if (old == NULL) {
        player->rating = rd_grown(player->rating, player->rating_count, &player->rating_room,
                                  sizeof *player->rating);
        old = &player->rating[player->rating_count++];
    }
    *old = *rating;
}

/* ---- which matches ---- */

bool match_begun_by_all(const struct match *match)
{
    rd_seats ordered = 0;
    for (uint32_t i = 0; i < match->log_count; i++) {
        const struct entry *entry = &match->log[i];
        if (entry->kind == ENTRY_ORDER && entry->action[0].verb != RD_VERB_RESIGN) {
            ordered = (rd_seats)(ordered | RD_SEAT_BIT(entry->seat));
        }
    }
    return ordered == RD_SEAT_BIT(match_seats(match)) - 1;
}

static bool is_due(const struct match *match)
{
    return match->terms.rated && !match->broken && match_over(match, &match->now) &&
           match->now.ended != ENDED_ABORTED && match->now.rated_record == 0 &&
           match_bots(match, &match->now) == 0 && !match_open(match, &match->now) &&
           match_begun_by_all(match);
}

void ratings_look(struct core *core, struct match *match)
{
    if (match->to_be_rated || !is_due(match)) {
        return;
    }
    match->to_be_rated = true;
    core->unrated =
        rd_grown(core->unrated, core->unrated_count, &core->unrated_room, sizeof(struct match *));
    RD_ASSERT(core->unrated_count < core->match_count); /* each is there once */
    core->unrated[core->unrated_count++] = match;
}

static bool is_ready(const struct match *match)
{
    bool ready = !match->busy;
    for (uint32_t seat = 0; seat < match_seats(match); seat++) {
        ready = ready && !match->now.holder[seat].player->busy;
    }
    return ready;
}

/* ---- rating one ---- */

static void ranks_of(const struct match *match, uint8_t rank[RD_SEATS_MAX])
{
    struct rd_outcome outcome;
    match->chosen.game->outcome(match->now.state, &outcome);
    for (uint32_t seat = 0; seat < match_seats(match); seat++) {
        rank[seat] = match->now.ended == ENDED_DRAW ? 1 : outcome.rank[seat];
    }
}

static char *changes_text(const struct rating *before, const struct rating *after, uint32_t seats)
{
    json_t *list = json_array();
    for (uint32_t seat = 0; seat < seats; seat++) {
        json_array_append_new(
            list, json_pack("{s:i, s:i, s:i}", "rating", rating_shown(&after[seat]), "deviation",
                            rating_deviation(&after[seat]), "before", rating_shown(&before[seat])));
    }
    char *text = json_dumps(list, JSON_COMPACT);
    json_decref(list);
    RD_ASSERT(text != NULL);
    return text;
}

static void store_rows(struct core *core, const struct match *match, const struct rating *after)
{
    for (uint32_t seat = 0; seat < match_seats(match); seat++) {
        struct player *player = core_player(core, match->now.holder[seat].player->id);
        RD_ASSERT(player != NULL && !player->busy);
        struct op op = player_op(0, "", ACCOUNT_RATED, player);
        set_rating(op.next, &after[seat]);
        store_account(core, &op);
    }
}

static void rate(struct core *core, struct match *match)
{
    struct rating before[RD_SEATS_MAX], after[RD_SEATS_MAX];
    uint8_t rank[RD_SEATS_MAX];
    uint32_t seats = match_seats(match);
    RD_ASSERT(seats > 1 && seats <= RD_SEATS_MAX);
    RD_ASSERT(match->now.rated_record == 0 && !match->busy);
    for (uint32_t seat = 0; seat < seats; seat++) {
        before[seat] = rating_of(match->now.holder[seat].player, match->chosen.game->id, seats > 2);
        after[seat] = before[seat];
    }
    ranks_of(match, rank);
    rating_match(after, rank, seats, core->wall_ms);
    struct op op = { .kind = OP_ENTRY, .match = match, .entry = { .kind = ENTRY_RATED } };
    op.entry.seat = RD_SPECTATOR;
    op.entry.text = changes_text(before, after, seats);
    store_group(core);
    store_rows(core, match, after);
    submit_own(core, &op);
    store_group_end(core);
}

void ratings_pump(struct core *core)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < core->unrated_count; i++) {
        struct match *match = core->unrated[i];
        match->to_be_rated = is_due(match);
        if (match->to_be_rated) {
            core->unrated[kept++] = match;
        }
        if (match->to_be_rated && core->retry_ms == 0 && is_ready(match)) {
            rate(core, match);
        }
    }
    RD_ASSERT(kept <= core->unrated_count);
    core->unrated_count = kept;
}
