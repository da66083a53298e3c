/* Making a match, sitting down, and getting up again before it begins. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "redoubt/hash.h"
#include "server/core/state.h"

static const char *const bot_presets[] = { "greedy", "random", NULL };

enum {
    ONLY_BOTS_MAX = 5,    /* matches of one player in which nobody but bots plays */
    ORDERS_MAX = 5000,    /* of one seat in a turn, those that were taken back included */
    FIDGETS = 500,        /* entries of a log by one player that don't move the game on... */
    FIDGETS_PER_TURN = 20 /* ...and so many more for every turn */
};

/* ---- setup ---- */

static bool choose(struct request *request, struct rd_chosen *chosen)
{
    struct rd_field game, field;
    const char *id = NULL;
    const json_t *seats = json_object_get(request->root.json, "seats");
    if (!rd_field_need(&request->root, "game", &game) || !rd_field_text(&game, &id) ||
        !rd_chosen_open(chosen, id, &request->problem)) {
        return false;
    }
    if (json_array_size(seats) >= chosen->game->seats_min &&
        json_array_size(seats) <= chosen->game->seats_max) {
        chosen->setup.seats = (uint8_t)json_array_size(seats);
    }
    if (rd_field_get(&request->root, "options", &field) &&
        !rd_chosen_set_json(chosen, field.json, RD_MAP_FILES_NO, &request->problem)) {
        return false;
    }
    if (rd_field_get(&request->root, "map", &field)) {
        json_t *map = json_pack("{s:O}", "map", field.json);
        bool fine = rd_chosen_set_json(chosen, map, RD_MAP_FILES_NO, &request->problem);
        json_decref(map);
        if (!fine) {
            return false;
        }
    }
    return rd_chosen_check(chosen, &request->problem);
}

/* ---- seats ---- */

static bool read_holder(const struct rd_field *field, const struct rd_game *game,
                        const struct player *me, struct seat_holder *holder)
{
    static const char *const words[] = { "me", "open", "invited", NULL };
    static const char *const keys[] = { "bot", NULL };
    struct rd_field bot;
    uint32_t word = 0;
    const char *name = NULL;
    if (json_is_string(field->json)) {
        if (!rd_field_choice(field, words, &word)) {
            return false;
        }
        holder->kind = word == 0 ? HOLDER_PERSON : HOLDER_NONE;
        holder->player = word == 0 ? me : NULL;
        holder->invited = word == 2;
        return true;
    }
    if (!rd_field_object(field, keys) || !rd_field_need(field, "bot", &bot) ||
        !rd_field_text(&bot, &name)) {
        return false;
    }
    holder->kind = HOLDER_BOT;
    holder->bot = rd_bot_find(game, name);
    return holder->bot != NULL || rd_field_problem(&bot, "the game has no such bot");
}

static void preset_holders(struct match *match, uint32_t seats, const struct rd_game *game,
                           const struct player *me)
{
    const struct rd_bot *bot = NULL;
    for (uint32_t i = 0; bot_presets[i] != NULL && bot == NULL; i++) {
        bot = rd_bot_find(game, bot_presets[i]);
    }
    for (uint32_t seat = 0; seat < seats; seat++) {
        struct seat_holder person = { .kind = HOLDER_PERSON, .player = me };
        struct seat_holder machine = { .kind = bot == NULL ? HOLDER_NONE : HOLDER_BOT, .bot = bot };
        match->first[seat] = seat == 0 ? person : machine;
    }
}

static bool read_holders(struct request *request, const struct rd_chosen *chosen,
                         struct match *match)
{
    struct rd_field list;
    size_t count = 0;
    if (!rd_field_get(&request->root, "seats", &list)) {
        preset_holders(match, chosen->setup.seats, chosen->game, request->connection->player);
        return true;
    }
    if (!rd_field_list(&list, chosen->setup.seats, chosen->setup.seats, &count)) {
        return false;
    }
    for (size_t seat = 0; seat < count; seat++) {
        struct rd_field item = rd_field_item(&list, seat);
        if (!read_holder(&item, chosen->game, request->connection->player, &match->first[seat])) {
            return false;
        }
    }
    return true;
}

/* By lot: a shuffle without bias. */
static bool draw_sides(struct core *core, struct request *request, uint32_t seats,
                       struct match *match)
{
    static const char *const words[] = { "chosen", "random", NULL };
    struct rd_field field;
    uint32_t word = 0;
    uint64_t key[2];
    if (rd_field_get(&request->root, "sides", &field) && !rd_field_choice(&field, words, &word)) {
        return false;
    }
    if (word == 0) {
        return true;
    }
    random_bytes(core, key, sizeof key);
    struct rd_luck luck = rd_luck_from_key(key[0], key[1]);
    RD_ASSERT(seats > 0 && seats <= RD_SEATS_MAX);
    for (uint32_t last = seats - 1; last > 0; last--) {
        uint32_t other = (uint32_t)rd_luck_range(&luck, 0, (int32_t)last);
        struct seat_holder holder = match->first[last];
        RD_ASSERT(other <= last);
        match->first[last] = match->first[other];
        match->first[other] = holder;
    }
    return true;
}

/* Rated matches are between people who are known. */
static bool check_rated(struct request *request, const struct match *match, uint32_t seats)
{
    uint32_t people = 0;
    for (uint32_t seat = 0; match->terms.rated && seat < seats; seat++) {
        const struct seat_holder *holder = &match->first[seat];
        if (holder->kind == HOLDER_BOT) {
            return rd_problem_at(&request->problem, "rated", "not with bots at the table");
        }
        if (holder->kind == HOLDER_PERSON && !holder->player->account) {
            return rd_problem_at(&request->problem, "rated", "only for accounts: register first");
        }
        people += holder->kind == HOLDER_PERSON;
    }
    if (match->terms.rated && (seats < 2 || people > 1)) {
        return rd_problem_at(&request->problem, "rated", "takes two or more different players");
    }
    return true;
}

/* What the player has sealed of the luck: docs/protocol.md. *seal stays NULL where there is none.
 */
static bool read_seal(struct request *request, const char **seal)
{
    struct rd_field field;
    if (!rd_field_get(&request->root, "seal", &field)) {
        return true;
    }
    return rd_field_text(&field, seal) &&
           (luck_is_seal(*seal) ||
            rd_field_problem(&field, "must be %d hexadecimal digits", LUCK_HASH_ROOM - 1));
}

/* Only who plays has a share. */
static bool read_makers_seal(struct request *request, const struct match *match, uint32_t seats,
                             const char **seal)
{
    bool sits = false;
    for (uint32_t seat = 0; seat < seats; seat++) {
        sits = sits || match->first[seat].kind == HOLDER_PERSON;
    }
    return read_seal(request, seal) &&
           (*seal == NULL || sits || rd_problem_at(&request->problem, "seal", "you have no seat"));
}

/* Bots alone play without end and without anybody: for those who are known, and few at a time. */
static bool check_bots(const struct core *core, struct request *request, const struct match *match,
                       uint32_t seats)
{
    const struct player *me = request->connection->player;
    for (uint32_t seat = 0; seat < seats; seat++) {
        if (match->first[seat].kind != HOLDER_BOT) {
            return true;
        }
    }
    if (!me->account) {
        return rd_problem_at(&request->problem, "seats",
                             "bots alone play for accounts only: register first, or take a seat");
    }
    return index_of_player(core, me)->only_bots < ONLY_BOTS_MAX ||
           rd_problem_at(&request->problem, "seats",
                         "%d of your matches have nobody but bots: wait until one is over",
                         ONLY_BOTS_MAX);
}

static bool read_match(struct core *core, struct request *request, struct rd_chosen *chosen,
                       struct match *match, const char **seal)
{
    return choose(request, chosen) && read_holders(request, chosen, match) &&
           terms_read(&request->root, chosen->game, &match->terms) &&
           check_rated(request, match, chosen->setup.seats) &&
           check_bots(core, request, match, chosen->setup.seats) &&
           read_makers_seal(request, match, chosen->setup.seats, seal) &&
           draw_sides(core, request, chosen->setup.seats, match);
}

/* ---- create ---- */

struct player_card card_of(const struct player *player, const struct terms *terms, const char *game,
                           uint32_t seats)
{
    struct player_card card = { .account = player->account };
    snprintf(card.name, sizeof card.name, "%s", player->name);
    if (terms->rated) {
        struct rating rating = rating_of(player, game, seats > 2);
        card.rating = rating_shown(&rating);
        card.deviation = rating_deviation(&rating);
    }
    return card;
}

void store_match(struct core *core, struct op *op, struct rd_chosen *chosen)
{
    struct match *match = op->match;
    random_id(core, 'm', match->id);
    random_bytes(core, match->key, sizeof match->key);
    match->made_ms = core->wall_ms;
    for (uint32_t seat = 0; seat < chosen->setup.seats; seat++) {
        struct seat_holder *holder = &match->first[seat];
        if (holder->kind == HOLDER_PERSON) {
            guest_used(core, holder->player);
            /* Who makes it with a delay has agreed to it. */
            holder->agreed = holder->agreed || (op->player != NULL && match->terms.delay > 0);
            holder->card =
                card_of(holder->player, &match->terms, chosen->game->id, chosen->setup.seats);
        }
    }
    match_begin(match, chosen, core_scratch(core, chosen->game));
    guest_used(core, op->player);
    op->kind = OP_CREATE;
    op->entry.kind = ENTRY_CREATED;
    op->entry.player = op->player;
    op->entry.command = op->player == NULL ? NULL : copied(op->command);
    op->entry.at_ms = core->wall_ms;
    op->entry.t = core->time;
    op->entry.hash = rd_hash(match->now.state, match->chosen.game->state_size);
    store_group(core);
    store_op(core, op, entry_kind_name(ENTRY_CREATED), created_to_body(match, &op->entry));
    notice_first(core, op);
    store_group_end(core);
}

enum step answer_again(struct core *core, struct request *request, struct match *match,
                       const struct entry *entry)
{
    struct op op = { .connection = request->connection->id, .match = match };
    snprintf(op.command, sizeof op.command, "%s", request->command);
    answer_entry(core, &op, entry);
    return STEP_DONE;
}

/* May this one be made here? False: answered. A server that is full ends what nobody plays. */
static bool is_room(struct core *core, struct request *request)
{
    const struct core_limits *limits = &core->config.limits;
    const struct connection *from = request->connection;
    if (index_of_player(core, from->player)->made >= limits->per_player) {
        refuse(core, request, "full",
               "you have made %u matches that are not over: end some of them first",
               limits->per_player);
        return false;
    }
    if (from->address != 0 && origin_live(core, from->origin) >= limits->per_origin) {
        refuse(core, request, "full",
               "from your address %u matches were made that are not over: end some of them first",
               limits->per_origin);
        return false;
    }
    if (core_is_full(core) && !index_make_room(core)) {
        refuse(core, request, "full", "this server has no room for more matches");
        return false;
    }
    return true;
}

enum step command_create(struct core *core, struct request *request)
{
    const struct player *me = request->connection->player;
    struct match *before =
        hash_map_get(&core->created, core_created_key(core, me->id, request->command));
    if (before != NULL) { /* asleep or not */
        struct entry created = { .kind = ENTRY_CREATED };
        return answer_again(core, request, before, &created);
    }
    if (core_is_short(core, request) || !is_room(core, request)) {
        return STEP_DONE;
    }
    struct rd_chosen chosen = { .game = NULL };
    const char *seal = NULL;
    struct match *match = calloc(1, sizeof *match);
    RD_ASSERT(match != NULL);
    if (read_match(core, request, &chosen, match, &seal)) {
        struct op op = { .connection = request->connection->id,
                         .player = request->connection->player,
                         .match = match };
        snprintf(op.command, sizeof op.command, "%s", request->command);
        op.entry.text = seal == NULL ? NULL : copied(seal);
        match->maker = me;
        match->origin = request->connection->origin;
        store_match(core, &op, &chosen);
        return STEP_UNDERWAY;
    }
    rd_chosen_close(&chosen);
    free(match);
    return refuse(core, request, "bad_setup", "%s", request->problem.text);
}

/* ---- what happens to a match ---- */

void submit_own(struct core *core, struct op *op)
{
    struct entry *entry = &op->entry;
    entry->at_ms = core->wall_ms;
    entry->t = core->time;
    if (entry->hash == 0) { /* it doesn't touch the board */
        entry->hash = rd_hash(op->match->now.state, op->match->chosen.game->state_size);
    }
    store_op(core, op, entry_kind_name(entry->kind), entry_to_body(entry));
}

/* Mutes, offers, coming and going, orders that are taken back: without an end to them a log could
 * grow for ever. What ends something is not counted. */
static bool is_undo_loop(enum entry_kind kind)
{
    return kind == ENTRY_SEATED || kind == ENTRY_LEFT || kind == ENTRY_UNDO ||
           kind == ENTRY_OFFER || kind == ENTRY_DECLINE || kind == ENTRY_MUTE;
}

static bool ends_turn(const struct rd_game *game, struct rd_action action)
{
    return action.verb == RD_VERB_RESIGN ||
           (game->verbs[action.verb].flags & RD_VERB_ENDS_TURN) != 0;
}

/* Some rules let a seat change its mind for ever: its turn must be ended some time. */
static bool orders_too_much(const struct match *match, const struct entry *entry)
{
    RD_ASSERT(entry->seat < RD_SEATS_MAX);
    return match->now.given[entry->seat] >= ORDERS_MAX &&
           (entry->count != 1 || !ends_turn(match->chosen.game, entry->action[0]));
}

static bool undoes_too_much(const struct match *match, const struct player *player)
{
    uint32_t count = 0, turns = match->chosen.game->turns(match->now.state).done;
    for (uint32_t i = 0; i < match->log_count; i++) {
        count += is_undo_loop(match->log[i].kind) && player_same(match->log[i].player, player);
    }
    return count >= FIDGETS + FIDGETS_PER_TURN * turns;
}

enum step submit_entry(struct core *core, struct request *request, struct match *match,
                       const struct entry *entry)
{
    if ((is_undo_loop(entry->kind) && undoes_too_much(match, request->connection->player)) ||
        (entry->kind == ENTRY_ORDER && orders_too_much(match, entry))) {
        struct entry dropped = *entry;
        entry_drop(&dropped);
        return refuse(core, request, "full", "that is enough of it for this turn: end it");
    }
    if (match->busy) {
        struct entry dropped = *entry;
        entry_drop(&dropped);
        request->tried = true;
        return STEP_BLOCKED;
    }
    struct op op = { .kind = OP_ENTRY,
                     .connection = request->connection->id,
                     .player = request->connection->player,
                     .match = match,
                     .entry = *entry };
    snprintf(op.command, sizeof op.command, "%s", request->command);
    request->connection->player->used = true;
    op.entry.player = op.player;
    op.entry.command = copied(request->command);
    submit_own(core, &op);
    return STEP_UNDERWAY;
}

struct joining {
    int64_t number; /* of the seat that is wanted, -1: any */
    const char *secret, *seal;
    bool agrees;
};

/* False: answered. */
static bool read_join(struct core *core, struct request *request, const struct match *match,
                      struct joining *wish)
{
    struct rd_field field;
    wish->number = -1;
    bool fine = !rd_field_get(&request->root, "seat", &field) ||
                rd_field_integer(&field, 0, (int64_t)match_seats(match) - 1, &wish->number);
    fine =
        fine &&
        (!rd_field_get(&request->root, "secret", &field) || rd_field_text(&field, &wish->secret)) &&
        read_seal(request, &wish->seal);
    if (fine && rd_field_get(&request->root, "agree", &field)) {
        wish->agrees = json_is_true(field.json);
        fine = json_is_boolean(field.json) || rd_field_problem(&field, "must be true or false");
    }
    if (!fine) {
        bad_message(core, request);
    }
    return fine;
}

static bool secret_fits(const char *secret, const struct match *match)
{
    return secret != NULL && strlen(secret) == strlen(match->secret) &&
           sodium_memcmp(secret, match->secret, strlen(secret)) == 0;
}

/* The free seat that is wanted. False: the problem says why there is none. */
static bool wanted_seat(struct request *request, const struct match *match, int64_t number,
                        bool secret, rd_seat *seat)
{
    bool blocked = false;
    for (rd_seat s = 0; s < match_seats(match); s++) {
        const struct seat_holder *holder = &match->now.holder[s];
        bool may = secret || (match->terms.is_public && !holder->invited);
        if (holder->kind == HOLDER_NONE && (number < 0 || number == s)) {
            if (may) {
                *seat = s;
                return true;
            }
            blocked = true;
        }
    }
    return blocked ? rd_problem_at(&request->problem, "secret", "it is not the one of this match")
                   : rd_problem_at(&request->problem, NULL, "this seat is taken");
}

enum step command_join(struct core *core, struct request *request)
{
    enum step step;
    struct match *match = fresh_match(core, request, &step);
    const struct player *me = request->connection->player;
    struct entry entry = { .kind = ENTRY_SEATED };
    struct joining wish = { .number = -1 };
    if (match == NULL || !read_join(core, request, match, &wish)) {
        return step;
    }
    if (match_seat_of(match, me, &entry.seat)) {
        return answer_again(core, request, match, &entry);
    }
    if (match->now.ended != ENDED_NOT) {
        return refuse(core, request, "over", "the match is over");
    }
    if (match->terms.rated && !me->account) {
        return refuse(core, request, "not_allowed", "the match is rated: register or log in first");
    }
    if (!wanted_seat(request, match, wish.number, secret_fits(wish.secret, match), &entry.seat)) {
        return refuse(core, request, "not_allowed", "%s", request->problem.text);
    }
    entry.what = wish.agrees;
    entry.text = wish.seal == NULL ? NULL : copied(wish.seal);
    entry.card = malloc(sizeof *entry.card);
    RD_ASSERT(entry.card != NULL);
    *entry.card = card_of(me, &match->terms, match->chosen.game->id, match_seats(match));
    return submit_entry(core, request, match, &entry);
}

enum step command_leave(struct core *core, struct request *request)
{
    enum step step;
    struct match *match = fresh_match(core, request, &step);
    struct entry entry = { .kind = ENTRY_LEFT };
    if (match == NULL) {
        return step;
    }
    watch_stop(core, request->connection, match);
    if (match_has_room(match, &match->now) && !match_over(match, &match->now) &&
        match_seat_of(match, request->connection->player, &entry.seat)) {
        return submit_entry(core, request, match, &entry);
    }
    return answer_again(core, request, match, &entry);
}

/* ---- what the seats add to the luck ---- */

static bool may_share(struct core *core, struct request *request, const struct match *match,
                      rd_seat seat)
{
    const struct match_state *now = &match->now;
    if (match_over(match, now)) {
        refuse(core, request, "over", "the match is over");
    } else if (match_has_room(match, now)) {
        refuse(core, request, "not_begun", "shares are opened when no seat is free");
    } else if ((luck_missing(now->shares) & RD_SEAT_BIT(seat)) == 0) {
        refuse(core, request, "not_allowed", "this seat has no sealed share to open");
    } else {
        return true;
    }
    return false;
}

enum step command_share(struct core *core, struct request *request)
{
    enum step step;
    struct entry entry = { .kind = ENTRY_SHARE };
    struct rd_field field;
    const char *share = NULL;
    struct match *match = seated_match(core, request, &entry.seat, &step);
    if (match == NULL || !may_share(core, request, match, entry.seat)) {
        return step;
    }
    if (!rd_field_need(&request->root, "share", &field) || !rd_field_text(&field, &share)) {
        return bad_message(core, request);
    }
    if (!match_state_try_share(&match->now, core_scratch(core, match->chosen.game), entry.seat,
                               share, &entry.hash)) {
        return refuse(core, request, "not_allowed", "this is not the share that was sealed");
    }
    entry.text = copied(share);
    return submit_entry(core, request, match, &entry);
}
