/* Bots are asked for one order at a time, outside the core. They are given a view. */
#include <stdlib.h>
#include <string.h>

#include "host/list.h"
#include "host/match.h"
#include "redoubt/hash.h"
#include "server/core/state.h"

/* Luck of its own for every question, made from the match's key and what the seat knows: after a
 * restart the bot plays as it would have, and it can't tell how many orders others have sealed. */
static struct rd_luck question_luck(const struct match *match, rd_seat seat, const void *view)
{
    struct rd_luck luck = rd_match_bot_luck(match->key, seat);
    uint64_t label[3] = { rd_hash(view, match->chosen.game->view_size), match->now.given[seat], 0 };
    uint64_t first = rd_siphash(luck.key, label, sizeof label);
    label[2] = 1;
    return rd_luck_from_key(first, rd_siphash(luck.key, label, sizeof label));
}

/* The person at the table, or who made the match. */
static uint64_t share_of(const struct core *core, const struct match *match)
{
    const struct player *whose = match->maker;
    for (uint32_t seat = 0; seat < match_seats(match); seat++) {
        const struct seat_holder *holder = &match->now.holder[seat];
        whose = holder->kind == HOLDER_PERSON ? holder->player : whose;
    }
    return whose == NULL ? 0 : hash_map_key(core->secret, whose->id);
}

/* The legal orders, in scratch memory. */
static uint32_t list_legal(struct core *core, const struct match *match, rd_seat seat)
{
    const struct rd_game *game = match->chosen.game;
    uint32_t count =
        game->legal(match->now.state, seat, core_scratch(core, game)->legal, game->legal_max);
    RD_ASSERT(count > 0 && count <= game->legal_max); /* laws 3 and 4 */
    return count;
}

struct core_question *bots_question(struct core *core, const struct match *match, rd_seat seat,
                                    const struct rd_bot *bot)
{
    const struct rd_game *game = match->chosen.game;
    struct core_question *question = calloc(1, sizeof *question);
    RD_ASSERT(question != NULL && bot != NULL);
    question->bot = bot;
    question->game = game;
    question->share = share_of(core, match);
    question->seat = seat;
    question->legal_count = list_legal(core, match, seat);
    question->view = malloc(game->view_size);
    question->legal = malloc(question->legal_count * sizeof *question->legal);
    RD_ASSERT(question->view != NULL && question->legal != NULL);
    memcpy(question->legal, core_scratch(core, game)->legal,
           question->legal_count * sizeof *question->legal);
    memcpy(question->view, bench_view(core_scratch(core, game), &match->now, seat),
           game->view_size);
    question->luck = question_luck(match, seat, question->view);
    return question;
}

static void ask(struct core *core, struct match *match, rd_seat seat)
{
    RD_ASSERT(seat < RD_SEATS_MAX && match->bot[seat].ticket == 0);
    const struct seat_holder *holder = &match->now.holder[seat];
    struct core_question *question = bots_question(
        core, match, seat, holder->kind == HOLDER_BOT ? holder->bot : match->terms.stand_in);
    question->ticket = ++core->last_ticket;
    match->bot[seat].ticket = question->ticket;
    hash_map_put(&core->tickets, question->ticket, match);
    core_add_effect(core, CORE_ASK_BOT)->question = question;
}

static void keep_answer(struct core *core, struct match *match, rd_seat seat,
                        struct rd_action action)
{
    struct bot_answer answer = { match, seat };
    RD_ASSERT(seat < RD_SEATS_MAX);
    RD_ASSERT(!match->bot[seat].answered);
    match->bot[seat].answered = true;
    match->bot[seat].answer = action;
    core->answer =
        rd_grown(core->answer, core->answer_count, &core->answer_room, sizeof *core->answer);
    core->answer[core->answer_count++] = answer;
}

/* The first order that ends the turn; giving up if there is none. */
static struct rd_action turn_end(struct core *core, const struct rd_game *game, uint32_t count)
{
    const struct rd_action *legal = core_scratch(core, game)->legal;
    struct rd_action action = { RD_VERB_RESIGN, { 0 } };
    for (uint32_t i = 0; i < count && action.verb == RD_VERB_RESIGN; i++) {
        if ((game->verbs[legal[i].verb].flags & RD_VERB_ENDS_TURN) != 0) {
            action = legal[i];
        }
    }
    return action;
}

struct rd_action bots_default(struct core *core, const struct match *match, rd_seat seat)
{
    const struct rd_game *game = match->chosen.game;
    struct rd_action action = turn_end(core, game, list_legal(core, match, seat));
    bool endless = match->now.given[seat] >= BOT_ORDERS_MAX;
    return action.verb != RD_VERB_RESIGN || endless ? action : core_scratch(core, game)->legal[0];
}

/* Seats for which a bot decides something now. */
static rd_seats bot_seats(const struct match *match)
{
    rd_seats bots = match_bots(match, &match->now) | match->now.stand_in;
    return match->now.clock.paused ? 0 : bots & match_acting(match, &match->now);
}

bool bots_are_needed(const struct match *match)
{
    return bot_seats(match) != 0;
}

static void ask_seat_if_due(struct core *core, struct match *match, rd_seat seat)
{
    RD_ASSERT(seat < RD_SEATS_MAX);
    const struct bot_seat *bot = &match->bot[seat];
    if (bot->ticket != 0 || bot->answered) {
        return;
    }
    if (match->now.given[seat] < BOT_ORDERS_MAX) {
        ask(core, match, seat);
    } else { /* one that never ends its turn has it ended, or gives up */
        uint32_t count = list_legal(core, match, seat);
        keep_answer(core, match, seat, turn_end(core, match->chosen.game, count));
    }
}

void bots_ask_if_due(struct core *core, struct match *match)
{
    if (match->asleep || match->broken || match->busy || core->retry_ms != 0) {
        return;
    }
    rd_seats seats = bot_seats(match);
    for (rd_seat seat = 0; seat < match_seats(match); seat++) {
        if ((seats & RD_SEAT_BIT(seat)) != 0) {
            ask_seat_if_due(core, match, seat);
        }
    }
}

void bots_ask_all_due(struct core *core)
{
    for (uint32_t i = 0; i < core->awake.count; i++) {
        if (core->awake.match[i] != NULL) {
            bots_ask_if_due(core, core->awake.match[i]);
        }
    }
    bots_pump(core);
}

void bots_answered(struct core *core, uint64_t ticket, struct rd_action action)
{
    struct match *match = hash_map_remove(&core->tickets, ticket);
    for (rd_seat seat = 0; match != NULL && seat < match_seats(match); seat++) {
        if (match->bot[seat].ticket == ticket) {
            match->bot[seat].ticket = 0;
            keep_answer(core, match, seat, action);
        }
    }
    bots_pump(core);
}

/* The answer becomes an order like any other. */
static void give(struct core *core, struct match *match, rd_seat seat)
{
    RD_ASSERT(seat < RD_SEATS_MAX);
    struct rd_order order = { .count = 1, .action = { match->bot[seat].answer } };
    struct op op = { .kind = OP_ENTRY,
                     .match = match,
                     .entry = { .kind = ENTRY_ORDER, .seat = seat, .count = 1 } };
    match->bot[seat].answered = false;
    struct scratch *scratch = core_scratch(core, match->chosen.game);
    if ((bot_seats(match) & RD_SEAT_BIT(seat)) == 0 ||
        match_state_try_order(&match->now, scratch, seat, &order, &op.entry.hash).code != RD_OK) {
        bots_ask_if_due(core, match); /* the match has moved on since the question */
        return;
    }
    op.entry.action[0] = order.action[0];
    submit_own(core, &op);
}

void bots_pump(struct core *core)
{
    uint32_t kept = 0, count = core->answer_count;
    if (commands_waited(core) >= BOTS_MS) {
        return; /* people first */
    }
    for (uint32_t i = 0; i < count; i++) {
        struct bot_answer answer = core->answer[i];
        if (answer.match->busy) {
            core->answer[kept++] = answer;
        } else {
            give(core, answer.match, answer.seat);
        }
    }
    if (count == 0) {
        return;
    }
    RD_ASSERT(kept <= count && count <= core->answer_count);
    /* Giving may have added some behind those that were there. */
    memmove(core->answer + kept, core->answer + count,
            (core->answer_count - count) * sizeof *core->answer);
    core->answer_count -= count - kept;
}

void bots_failed(struct core *core, struct match *match, rd_seat seat)
{
    RD_ASSERT(seat < RD_SEATS_MAX);
    match->bot[seat].answered = false;
    store_retry(core);
}
