#include "host/match.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "redoubt/hash.h"

/* Orders of a seat beyond its cap that don't end its turn before the seat is given up. */
enum { STUCK_AFTER = 1000, FIRST_NODES = 1000 };
RD_STATIC_ASSERT((RD_MATCH_ORDERS_MAX + STUCK_AFTER + 1) * RD_SEATS_MAX < RD_REPLAY_ORDERS_MAX,
                 "a turn of a match fits into a replay");

struct match {
    const struct rd_match_plan *plan;
    struct rd_match_result *result;
    const struct rd_game *game;
    struct rd_play play;
    struct rd_luck luck[RD_SEATS_MAX]; /* the bots' own */
    uint32_t orders[RD_SEATS_MAX];     /* in this turn */
    uint32_t cap;
    struct rd_action *legal;
    void *view;
    void *memory;               /* what the bots write on, one after the other */
    double speed[RD_SEATS_MAX]; /* nodes a millisecond, 0 = not measured yet */
};

uint32_t rd_match_ask(const struct rd_bot *bot, const struct rd_bot_question *question)
{
    struct rd_bot_question asked = *question;
    asked.memory = malloc(rd_bot_memory(bot, question->game) + 1u);
    RD_ASSERT(asked.memory != NULL);
    uint32_t choice = rd_bot_answer(bot, &asked);
    free(asked.memory);
    return choice;
}

static rd_seat first_seat(rd_seats seats)
{
    rd_seat seat = 0;
    while ((seats & RD_SEAT_BIT(seat)) == 0) {
        seat++;
    }
    return seat;
}

/* A seat at its cap gets the first order that ends its turn, if there is one. */
static bool order_that_ends(const struct match *m, uint32_t count, struct rd_action *action)
{
    uint32_t index = rd_order_that_ends(m->game, m->legal, count);
    if (index < count) {
        *action = m->legal[index];
    }
    return index < count;
}

static struct rd_action ask_player(struct match *m, const struct rd_bot_question *question)
{
    const struct rd_match_player *player = m->plan->player[question->seat];
    struct rd_action action = { RD_VERB_RESIGN, { 0 } };
    int32_t choice = player->choose(player->context, question);
    if (choice == RD_MATCH_RESIGN) {
        return action;
    }
    if (choice == RD_MATCH_PASS) {
        return order_that_ends(m, question->legal_count, &action) ? action : m->legal[0];
    }
    RD_ASSERT(choice >= 0 && (uint32_t)choice < question->legal_count);
    return m->legal[choice];
}

static double milliseconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return 1e3 * (double)time.tv_sec + (double)time.tv_nsec / 1e6;
}

/* A bot counts nodes, so time is turned into as many as it managed before; the first question, and
 * every bot that tells no nodes, is asked with a small budget. */
static uint32_t ask_with_time_limit(struct match *m, struct rd_bot_question *question)
{
    double *speed = &m->speed[question->seat], nodes = *speed * m->plan->think_ms;
    question->nodes = nodes < FIRST_NODES ? FIRST_NODES
                      : nodes > 1e9       ? 1000000000
                                          : (uint32_t)nodes;
    double began = milliseconds();
    uint32_t choice = rd_bot_answer(m->plan->bot[question->seat], question);
    double spent = milliseconds() - began;
    if (question->report->nodes > 0 && spent > 0.01) {
        double measured = question->report->nodes / spent;
        *speed = *speed == 0 ? measured : (3 * *speed + measured) / 4;
    }
    return choice;
}

static struct rd_action ask(struct match *m, rd_seat seat, uint32_t count)
{
    m->game->observe(m->play.state, seat, m->view);
    struct rd_bot_report report;
    struct rd_bot_question question = {
        m->game, m->view, seat, m->legal, count, &m->luck[seat], .memory = m->memory
    };
    if (m->plan->player[seat] != NULL) {
        return ask_player(m, &question);
    }
    question.report = &report;
    uint32_t choice = m->plan->think_ms == 0 ? rd_bot_answer(m->plan->bot[seat], &question)
                                             : ask_with_time_limit(m, &question);
    if (m->plan->on_reasons != NULL) {
        m->plan->on_reasons(m->plan->context, &question, choice);
    }
    return m->legal[choice];
}

static struct rd_action decide(struct match *m, rd_seat seat)
{
    uint32_t count = m->game->legal(m->play.state, seat, m->legal, m->game->legal_max);
    RD_ASSERT(count > 0 && count <= m->game->legal_max); /* laws 3 and 4 */
    struct rd_action action = { RD_VERB_RESIGN, { 0 } };
    if (m->orders[seat] < m->cap) {
        return ask(m, seat, count);
    }
    if (order_that_ends(m, count, &action)) {
        m->result->cut[seat]++;
        return action;
    }
    if (m->orders[seat] < m->cap + STUCK_AFTER) {
        return ask(m, seat, count);
    }
    m->result->stuck[seat] = 1;
    return action;
}

static void tell(const struct match *m)
{
    for (rd_seat seat = 0; seat < m->plan->start->chosen->setup.seats; seat++) {
        const struct rd_match_player *player = m->plan->player[seat];
        if (player != NULL && player->told != NULL) {
            player->told(player->context, &m->play.log);
        }
    }
}

/* One order. True: a turn ended with it. */
static bool step(struct match *m)
{
    rd_seat seat = first_seat(m->game->to_act(m->play.state));
    struct rd_action action = decide(m, seat);
    struct rd_verdict verdict = rd_play_action(&m->play, seat, action);
    RD_ASSERT(verdict.code == RD_OK); /* law 2 */
    m->orders[seat]++;
    m->result->orders++;
    if (m->plan->writer != NULL) {
        rd_replay_record(m->plan->writer, seat, action, m->play.state);
    }
    tell(m);
    uint32_t done = m->game->turns(m->play.state).done;
    bool ended = done != m->result->turns;
    m->result->turns = done;
    return ended;
}

static void play_out(struct match *m)
{
    bool go_on = true;
    while (go_on && m->game->to_act(m->play.state) != 0) {
        if (!step(m)) {
            continue;
        }
        memset(m->orders, 0, sizeof m->orders);
        if (m->plan->on_turn != NULL) {
            go_on = m->plan->on_turn(m->plan->context, m->play.state);
        }
    }
    m->game->outcome(m->play.state, &m->result->outcome);
    m->result->hash = rd_hash(m->play.state, m->game->state_size);
}

static void begin(struct match *m, const struct rd_match_plan *plan)
{
    m->cap = plan->orders_cap != 0 ? plan->orders_cap : RD_MATCH_ORDERS_PRESET;
    RD_ASSERT(m->cap <= RD_MATCH_ORDERS_MAX);
    rd_replay_start_play(plan->start, &m->play);
    m->result->turns = m->game->turns(m->play.state).done;
    for (rd_seat seat = 0; seat < plan->start->chosen->setup.seats; seat++) {
        m->luck[seat] = rd_match_bot_luck(plan->start->key, seat);
        const struct rd_match_player *player = plan->player[seat];
        if (player != NULL && player->meet != NULL) {
            m->game->observe(m->play.state, seat, m->view);
            player->meet(player->context, m->view);
        }
    }
}

/* Enough for each of the bots. */
static uint32_t memory_of(const struct rd_match_plan *plan, const struct rd_game *game)
{
    uint32_t most = 1;
    for (rd_seat seat = 0; seat < plan->start->chosen->setup.seats; seat++) {
        uint32_t size = plan->player[seat] != NULL ? 0 : rd_bot_memory(plan->bot[seat], game);
        most = size > most ? size : most;
    }
    return most;
}

bool rd_match_play(const struct rd_match_plan *plan, struct rd_match_result *result,
                   struct rd_problem *problem)
{
    const struct rd_game *game = plan->start->chosen->game;
    struct match m = { .plan = plan, .result = result, .game = game };
    memset(result, 0, sizeof *result);
    m.legal = malloc(game->legal_max * sizeof m.legal[0]);
    m.view = malloc(game->view_size);
    m.memory = malloc(memory_of(plan, game));
    bool fine = m.legal != NULL && m.view != NULL && m.memory != NULL;
    if (fine) {
        begin(&m, plan);
        play_out(&m);
        fine = plan->writer == NULL || rd_replay_finish(plan->writer, m.play.state, problem);
        rd_play_end(&m.play);
    } else {
        rd_problem_at(problem, NULL, "out of memory");
    }
    free(m.legal);
    free(m.view);
    free(m.memory);
    return fine;
}
