/* A match: how it begins, and what is asked about it. */
#include "server/core/match.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "host/list.h"
#include "host/text.h"

void key_to_text(const uint64_t key[2], char out[33])
{
    rd_hex64_print(key[0], out);
    rd_hex64_print(key[1], out + RD_HEX64_TEXT - 1);
}

/* Derived, so that it need not be stored: the key is secret as long as seats are open. */
void match_make_secret(struct match *match)
{
    uint8_t hash[crypto_generichash_BYTES_MIN];
    char text[96], key[33];
    key_to_text(match->key, key);
    snprintf(text, sizeof text, "redoubt-seat-1:%s:%s", match->id, key);
    crypto_generichash(hash, sizeof hash, (const unsigned char *)text, strlen(text), NULL, 0);
    sodium_bin2hex(match->secret, sizeof match->secret, hash, 12);
}

void luck_key_of(const struct match *match, const struct shares *shares, uint64_t key[2])
{
    struct rd_problem ignored = { "" };
    char text[LUCK_KEY_ROOM], mixed[LUCK_KEY_ROOM];
    key_to_text(match->key, text);
    luck_mix(match->id, text, shares, match_seats(match), mixed);
    bool fine = rd_seed_parse(mixed, key, &ignored);
    RD_ASSERT(fine); /* 32 digits */
}

static void make_commitment(struct match *match)
{
    char key[33];
    key_to_text(match->key, key);
    luck_commitment(match->id, key, match->commitment);
}

void match_begin(struct match *match, struct rd_chosen *chosen, struct scratch *scratch)
{
    RD_ASSERT(chosen->setup.seats > 0 && chosen->setup.seats <= RD_SEATS_MAX);
    match->chosen = *chosen;
    memset(chosen, 0, sizeof *chosen);
    match->only_bots = true;
    for (uint32_t seat = 0; seat < match->chosen.setup.seats; seat++) {
        match->only_bots = match->only_bots && match->first[seat].kind == HOLDER_BOT;
    }
    match_make_secret(match);
    make_commitment(match);
    match_state_open(&match->now, match, scratch);
}

static void drop_match_state(struct match_state **now)
{
    if (*now != NULL) {
        match_state_close(*now);
        free(*now);
        *now = NULL;
    }
}

void match_drop_behind(struct match *match)
{
    drop_match_state(&match->behind);
}

void match_keep_mark(struct match *match)
{
    if (match->log_count % MARK_EVERY != 0) {
        return;
    }
    drop_match_state(&match->mark[MARKS - 1]);
    memmove(match->mark + 1, match->mark, (MARKS - 1) * sizeof(struct match_state *));
    match->mark[0] = malloc(sizeof *match->mark[0]);
    RD_ASSERT(match->mark[0] != NULL);
    match_state_copy(match->mark[0], &match->now);
    match_state_pack(match->mark[0]);
}

void match_forget(struct match *match)
{
    for (uint32_t i = 0; i < match->log_count; i++) {
        entry_drop(&match->log[i]);
    }
    free(match->log);
    match->log = NULL;
    match->log_count = match->log_room = 0;
    match_drop_behind(match);
    free(match->replay);
    match->replay = NULL;
    for (uint32_t i = 0; i < MARKS; i++) {
        drop_match_state(&match->mark[i]);
    }
    struct seat_holder holder[RD_SEATS_MAX];
    memcpy(holder, match->now.holder, sizeof holder);
    match_state_close(&match->now);
    memcpy(match->now.holder, holder, sizeof holder);
    free(match->chosen.map);
    match->chosen.map = NULL;
    match->chosen.setup.map = NULL;
}

void match_free(struct match *match)
{
    if (match == NULL) {
        return;
    }
    match_forget(match);
    free(match->watcher);
    free(match->line);
    wake_work_free(match->wake_work);
    rd_chosen_close(&match->chosen);
    free(match);
}

uint32_t match_seats(const struct match *match)
{
    return match->chosen.setup.seats;
}

static rd_seats holders_of(const struct match *match, const struct match_state *now,
                           enum holder_kind kind)
{
    rd_seats seats = 0;
    for (uint32_t seat = 0; seat < match_seats(match); seat++) {
        if (now->holder[seat].kind == kind) {
            seats |= RD_SEAT_BIT(seat);
        }
    }
    return seats;
}

rd_seats match_people(const struct match *match, const struct match_state *now)
{
    return holders_of(match, now, HOLDER_PERSON);
}

rd_seats match_bots(const struct match *match, const struct match_state *now)
{
    return holders_of(match, now, HOLDER_BOT);
}

rd_seats match_acting(const struct match *match, const struct match_state *now)
{
    bool none = match_open(match, now) || match_over(match, now);
    return none ? 0 : match->chosen.game->to_act(now->state);
}

bool match_has_room(const struct match *match, const struct match_state *now)
{
    return holders_of(match, now, HOLDER_NONE) != 0;
}

bool match_open(const struct match *match, const struct match_state *now)
{
    return match_has_room(match, now) || luck_missing(now->shares) != 0;
}

bool match_over(const struct match *match, const struct match_state *now)
{
    return now->ended != ENDED_NOT || match->chosen.game->to_act(now->state) == 0; /* law 5 */
}

const char *match_state_name(const struct match *match, const struct match_state *now)
{
    if (match_over(match, now)) {
        return "over";
    }
    return match_open(match, now) ? "open" : "running";
}

bool match_shows_eyes(const struct match *match, const struct match_state *now)
{
    bool all = match->terms.delay > 0 && !match->terms.rated;
    for (uint32_t seat = 0; seat < match_seats(match); seat++) {
        const struct seat_holder *holder = &now->holder[seat];
        all = all && (holder->kind != HOLDER_PERSON || holder->agreed);
    }
    return all;
}

static const struct player *root_of(const struct player *player)
{
    while (player != NULL && player->owner != NULL) {
        player = player->owner;
    }
    return player;
}

bool player_same(const struct player *a, const struct player *b)
{
    return a != NULL && root_of(a) == root_of(b);
}

bool player_is_forgotten(const struct player *player)
{
    return player != NULL && root_of(player)->forgotten;
}

const char *player_shown(const struct player *player, const struct player_card *card)
{
    return player_is_forgotten(player) ? FORGOTTEN_NAME : card->name;
}

rd_seats match_seats_of(const struct match *match, const struct match_state *now,
                        const struct player *player)
{
    rd_seats seats = 0;
    for (uint32_t seat = 0; seat < match_seats(match); seat++) {
        const struct seat_holder *holder = &now->holder[seat];
        if (holder->kind == HOLDER_PERSON && player_same(holder->player, player)) {
            seats |= RD_SEAT_BIT(seat);
        }
    }
    return seats;
}

bool match_seat_of(const struct match *match, const struct player *player, rd_seat *seat)
{
    rd_seats mine = match_seats_of(match, &match->now, player);
    for (rd_seat s = 0; mine != 0 && s < match_seats(match); s++) {
        if ((mine & RD_SEAT_BIT(s)) != 0) {
            *seat = s;
            return true;
        }
    }
    return false;
}

const struct entry *match_find_command(const struct match *match, const struct player *player,
                                       const char *command)
{
    for (uint32_t i = match->log_count; i > 0; i--) {
        const struct entry *entry = &match->log[i - 1];
        if (player_same(entry->player, player) && entry->command != NULL &&
            strcmp(entry->command, command) == 0) {
            return entry;
        }
    }
    return NULL;
}

void entry_drop(struct entry *entry)
{
    free(entry->command);
    free(entry->note);
    free(entry->text);
    free(entry->card);
    memset(entry, 0, sizeof *entry);
}

void match_add_entry(struct match *match, const struct entry *entry)
{
    match->log = rd_grown(match->log, match->log_count, &match->log_room, sizeof *match->log);
    match->log[match->log_count++] = *entry;
}
