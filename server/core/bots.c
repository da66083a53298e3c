/* Bots are asked for one order at a time, outside the core. They are given a view. */
#include <stdlib.h>
#include <string.h>

#include "host/list.h"
#include "host/match.h"
#include "server/core/state.h"

void core_question_free(struct core_question *question)
{
    if (question != NULL) {
        free(question->view);
        free(question->legal);
        free(question);
    }
}

struct rd_action core_question_answer(struct core_question *question)
{
    struct rd_bot_question asked = { question->game,  question->view,        question->seat,
                                     question->legal, question->legal_count, &question->luck };
    return question->legal[rd_match_ask(question->bot, &asked)];
}

/* Luck of its own for every question, made from the log alone: after a restart the bot plays as it
 * would have. */
static struct rd_luck question_luck(const struct match *match, rd_seat seat)
{
    struct rd_luck luck = rd_match_bot_luck(match->key, seat);
    uint32_t label[2] = { match->log_count, 0 };
    uint64_t first = rd_siphash(luck.key, label, sizeof label);
    label[1] = 1;
    return rd_luck_from_key(first, rd_siphash(luck.key, label, sizeof label));
}

static void ask(struct core *core, struct match *match, rd_seat seat, uint32_t count)
{
    const struct rd_game *game = match->chosen.game;
    struct core_question *question = calloc(1, sizeof *question);
    RD_ASSERT(question != NULL);
    question->ticket = ++core->last_ticket;
    question->bot = match->now.chair[seat].bot;
    question->game = game;
    question->seat = seat;
    question->luck = question_luck(match, seat);
    question->view = malloc(game->view_size);
    question->legal = malloc(count * sizeof *question->legal);
    RD_ASSERT(question->view != NULL && question->legal != NULL);
    game->observe(match->now.state, seat, question->view);
    memcpy(question->legal, core_bench(core, game)->legal, count * sizeof *question->legal);
    question->legal_count = count;
    match->bot[seat].ticket = question->ticket;
    table_put(&core->tickets, question->ticket, match);
    core_add_effect(core, CORE_ASK_BOT)->question = question;
}

static void keep_answer(struct core *core, struct match *match, rd_seat seat,
                        struct rd_action action)
{
    struct bot_answer answer = { match, seat };
    match->bot[seat].answered = true;
    match->bot[seat].answer = action;
    core->answer =
        rd_grown(core->answer, core->answer_count, &core->answer_room, sizeof *core->answer);
    core->answer[core->answer_count++] = answer;
}

/* A bot that never ends its turn has it ended, or gives up. */
static void decide_for(struct core *core, struct match *match, rd_seat seat, uint32_t count)
{
    const struct rd_game *game = match->chosen.game;
    const struct rd_action *legal = core_bench(core, game)->legal;
    struct rd_action action = { RD_VERB_RESIGN, { 0 } };
    for (uint32_t i = 0; i < count && action.verb == RD_VERB_RESIGN; i++) {
        if ((game->verbs[legal[i].verb].flags & RD_VERB_ENDS_TURN) != 0) {
            action = legal[i];
        }
    }
    keep_answer(core, match, seat, action);
}

static void poke_seat(struct core *core, struct match *match, rd_seat seat)
{
    const struct rd_game *game = match->chosen.game;
    const struct bot_seat *bot = &match->bot[seat];
    if (match->now.chair[seat].kind != CHAIR_BOT || bot->ticket != 0 || bot->answered ||
        (game->to_act(match->now.state) & RD_SEAT_BIT(seat)) == 0) {
        return;
    }
    uint32_t count =
        game->legal(match->now.state, seat, core_bench(core, game)->legal, game->legal_max);
    RD_ASSERT(count > 0 && count <= game->legal_max); /* laws 3 and 4 */
    if (match->now.given[seat] < BOT_ORDERS_MAX) {
        ask(core, match, seat, count);
    } else {
        decide_for(core, match, seat, count);
    }
}

void bots_poke(struct core *core, struct match *match)
{
    if (match->broken || match->busy || core->retry_ms != 0 || match_open(match, &match->now)) {
        return;
    }
    for (rd_seat seat = 0; seat < match_seats(match); seat++) {
        poke_seat(core, match, seat);
    }
}

void bots_poke_all(struct core *core)
{
    for (uint32_t i = 0; i < core->match_count; i++) {
        bots_poke(core, core->match[i]);
    }
    bots_pump(core);
}

void bots_answered(struct core *core, uint64_t ticket, struct rd_action action)
{
    struct match *match = table_remove(&core->tickets, ticket);
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
    struct rd_order order = { .count = 1, .action = { match->bot[seat].answer } };
    struct op op = { .kind = OP_ENTRY,
                     .match = match,
                     .entry = { .kind = ENTRY_ORDER, .seat = seat, .count = 1 } };
    match->bot[seat].answered = false;
    struct bench *bench = core_bench(core, match->chosen.game);
    if (fold_try_order(&match->now, bench, seat, &order, &op.entry.hash).code != RD_OK) {
        bots_poke(core, match); /* the match has moved on since the question */
        return;
    }
    op.entry.action[0] = order.action[0];
    op.entry.at_ms = core->now_ms;
    store_op(core, &op, entry_kind_name(ENTRY_ORDER), entry_to_body(&op.entry));
}

void bots_pump(struct core *core)
{
    uint32_t kept = 0, count = core->answer_count;
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
    /* Giving may have added some behind those that were there. */
    memmove(core->answer + kept, core->answer + count,
            (core->answer_count - count) * sizeof *core->answer);
    core->answer_count -= count - kept;
}

void bots_failed(struct core *core, struct match *match, rd_seat seat)
{
    match->bot[seat].answered = false;
    if (core->retry_ms == 0) {
        core->retry_ms = core->now_ms + RETRY_MS;
        core_add_effect(core, CORE_SET_TIMER)->at_ms = core->retry_ms;
    }
}
