#include "clients/cli/tty.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/list.h"
#include "host/match.h"
#include "host/notation.h"
#include "host/replay.h"
#include "host/reveal.h"

enum { BOT_ORDERS_MAX = RD_MATCH_ORDERS_PRESET };

/* ---- beginning and end -------------------------------------------------------------------- */

void tty_open(struct tty *tty, const struct cli_game *wanted, const struct rd_bot *const *bots)
{
    const struct rd_game *game = wanted->chosen.game;
    tty->wanted = wanted;
    tty->game = game;
    tty->screen = screen_open();
    tty->keyboard = isatty(STDIN_FILENO) == 1;
    tty->asked = TTY_NOBODY;
    for (rd_seat seat = 0; seat < wanted->chosen.setup.seats; seat++) {
        tty->bot[seat] = bots[seat];
        tty->bot_luck[seat] = rd_match_bot_luck(wanted->key, seat);
        tty->people += bots[seat] == NULL;
    }
    tty->undo_states = malloc((size_t)TTY_UNDO_MAX * game->state_size);
    tty->view = malloc(game->view_size);
    tty->scene = calloc(1, sizeof *tty->scene);
    tty->legal = malloc((game->legal_max + 1) * sizeof *tty->legal);
    RD_ASSERT(tty->undo_states != NULL && tty->view != NULL && tty->scene != NULL &&
              tty->legal != NULL);
    rd_play_begin(&tty->play, &wanted->chosen, rd_luck_from_key(wanted->key[0], wanted->key[1]));
}

void tty_close(struct tty *tty)
{
    rd_play_end(&tty->play);
    free(tty->order);
    free(tty->logged);
    free(tty->undo_states);
    free(tty->view);
    free(tty->scene);
    free(tty->legal);
}

bool tty_over(const struct tty *tty)
{
    return tty->game->to_act(tty->play.state) == 0;
}

/* ---- orders -------------------------------------------------------------------------------- */

/* Any seat's order: play it, and keep it and what came of it. */
static struct rd_verdict give(struct tty *tty, rd_seat seat, struct rd_action action)
{
    uint32_t turn = tty->game->turns(tty->play.state).done;
    struct rd_verdict verdict = rd_play_action(&tty->play, seat, action);
    if (verdict.code != RD_OK) {
        return verdict;
    }
    tty->order = rd_grown(tty->order, tty->order_count, &tty->order_room, sizeof *tty->order);
    tty->order[tty->order_count].action = action;
    tty->order[tty->order_count++].seat = seat;
    for (uint32_t i = 0; i < tty->play.log.count; i++) {
        tty->logged =
            rd_grown(tty->logged, tty->logged_count, &tty->logged_room, sizeof *tty->logged);
        tty->logged[tty->logged_count].event = tty->play.log.event[i];
        tty->logged[tty->logged_count++].turn = turn;
    }
    return verdict;
}

static uint8_t *undo_state(const struct tty *tty, uint32_t index)
{
    return tty->undo_states + (size_t)index * tty->game->state_size;
}

static void remember(struct tty *tty)
{
    size_t size = tty->game->state_size;
    if (tty->undo_count == TTY_UNDO_MAX) { /* the oldest can't be taken back any more */
        tty->undo_count--;
        memmove(tty->undo_states, tty->undo_states + size, tty->undo_count * size);
        memmove(tty->undo, tty->undo + 1, tty->undo_count * sizeof tty->undo[0]);
    }
    struct tty_undo undo = { tty->play.luck, tty->order_count, tty->logged_count };
    memcpy(undo_state(tty, tty->undo_count), tty->play.state, size);
    tty->undo[tty->undo_count++] = undo;
}

/* The latest order that can be taken back. Nobody else looks on at this screen. */
static struct rd_given latest_given(const struct tty *tty)
{
    const struct tty_undo *undo = &tty->undo[tty->undo_count - 1];
    struct rd_given given = { .game = tty->game,
                              .seat = tty->order[undo->order_count].seat,
                              .before = undo_state(tty, tty->undo_count - 1),
                              .now = tty->play.state,
                              .dice = undo->luck.drawn != tty->play.luck.drawn };
    return given;
}

struct rd_verdict tty_give(struct tty *tty, struct rd_action action)
{
    remember(tty);
    struct rd_verdict verdict = give(tty, tty->asked, action);
    if (verdict.code != RD_OK) {
        tty->undo_count--;
        return verdict;
    }
    struct rd_given given = latest_given(tty);
    if (rd_order_is_final(&given)) {
        tty->undo_count = 0;
    }
    return verdict;
}

static enum rd_undo may_undo(const struct tty *tty)
{
    uint32_t number = tty->undo[tty->undo_count - 1].order_count;
    struct rd_given given = latest_given(tty);
    struct rd_order order = { .count = 1, .action = { tty->order[number].action } };
    return rd_may_undo(&given, &order, rd_reveal_luck(tty->wanted->key, number));
}

bool tty_take_back(struct tty *tty, struct rd_action *taken, struct rd_problem *problem)
{
    if (tty->undo_count == 0) {
        return rd_problem_at(problem, NULL, "there is no order of this turn to take back");
    }
    if (may_undo(tty) != RD_UNDO_FINE) {
        return rd_problem_at(problem, NULL,
                             "your latest order may have shown you something that was hidden");
    }
    const struct tty_undo *undo = &tty->undo[--tty->undo_count];
    *taken = tty->order[undo->order_count].action;
    memcpy(tty->play.state, undo_state(tty, tty->undo_count), tty->game->state_size);
    tty->play.luck = undo->luck;
    tty->order_count = undo->order_count;
    tty->logged_count = undo->logged_count;
    if (tty->told[tty->asked] > tty->logged_count) { /* what happens instead is news again */
        tty->told[tty->asked] = tty->logged_count;
    }
    return true;
}

/* Would the position be the same without this order of the turn? */
static bool makes_no_difference(const struct tty *tty, const struct tty_order *order,
                                uint32_t count, uint32_t left_out, void *state)
{
    memcpy(state, undo_state(tty, 0), tty->game->state_size);
    struct rd_luck luck = tty->undo[0].luck;
    for (uint32_t i = 0; i < count; i++) {
        if (i == left_out) {
            continue;
        }
        if (tty->game->judge(state, order[i].seat, order[i].action).code != RD_OK) {
            return false;
        }
        tty->game->apply(state, order[i].seat, order[i].action, &luck, NULL);
    }
    return memcmp(state, tty->play.state, tty->game->state_size) == 0;
}

uint32_t tty_standing_orders(const struct tty *tty, struct rd_action *out, uint32_t cap)
{
    uint32_t standing = 0;
    if (tty->undo_count == 0) {
        return 0;
    }
    const struct tty_order *order = tty->order + tty->undo[0].order_count;
    uint32_t count = tty->order_count - tty->undo[0].order_count;
    void *state = malloc(tty->game->state_size);
    RD_ASSERT(state != NULL);
    for (uint32_t i = 0; i < count && standing < cap; i++) {
        if (!makes_no_difference(tty, order, count, i, state)) {
            out[standing++] = order[i].action;
        }
    }
    free(state);
    return standing;
}

/* ---- bots ----------------------------------------------------------------------------------- */

static uint32_t bot_choice(struct tty *tty, rd_seat seat, uint32_t given)
{
    const struct rd_game *game = tty->game;
    uint32_t count = game->legal(tty->play.state, seat, tty->legal, game->legal_max);
    RD_ASSERT(count > 0 && count <= game->legal_max);
    uint32_t end = rd_order_that_ends(game, tty->legal, count);
    if (given >= BOT_ORDERS_MAX && end < count) {
        return end; /* a bot that never ends its turn */
    }
    game->observe(tty->play.state, seat, tty->view);
    struct rd_bot_question question = { game,       tty->view, seat,
                                        tty->legal, count,     &tty->bot_luck[seat] };
    return rd_match_ask(tty->bot[seat], &question);
}

static void play_bot(struct tty *tty, rd_seat seat)
{
    uint32_t turn = tty->game->turns(tty->play.state).done, given = 0;
    while ((tty->game->to_act(tty->play.state) & RD_SEAT_BIT(seat)) != 0 &&
           tty->game->turns(tty->play.state).done == turn) {
        uint32_t choice = bot_choice(tty, seat, given++);
        struct rd_verdict verdict = give(tty, seat, tty->legal[choice]);
        RD_ASSERT(verdict.code == RD_OK); /* law 2: it was on the list */
        tty->others_acted = true;
    }
}

/* ---- the loop ---- */

/* People first: in a simultaneous game a bot must not be kept waiting on, and can't see anyway. */
static rd_seat next_seat(const struct tty *tty, rd_seats seats)
{
    rd_seat first_bot = TTY_NOBODY;
    for (rd_seat seat = 0; seat < RD_SEATS_MAX; seat++) {
        if ((seats & RD_SEAT_BIT(seat)) == 0) {
            continue;
        }
        if (tty->bot[seat] == NULL) {
            return seat;
        }
        first_bot = first_bot == TTY_NOBODY ? seat : first_bot;
    }
    return first_bot;
}

static void turn_to(struct tty *tty, rd_seat seat)
{
    uint32_t turn = tty->game->turns(tty->play.state).done;
    if (tty->asked == seat && tty->turn == turn && !tty->others_acted) {
        return;
    }
    tty->others_acted = false;
    if (tty->people > 1 && tty->asked != seat) {
        tty_hand_over(tty, seat);
    }
    tty->asked = seat;
    tty->turn = turn;
    tty->turn_orders = tty->order_count;
    tty_look(tty);
    tty->undo_count = 0;
    tty_show_events(tty, false);
    tty_show_board(tty, NULL, 0);
    tty_show_answers(tty);
}

void tty_run(struct tty *tty)
{
    tty_show_welcome(tty);
    for (rd_seats seats; !tty->leaving && (seats = tty->game->to_act(tty->play.state)) != 0;) {
        rd_seat seat = next_seat(tty, seats);
        if (tty->bot[seat] != NULL) {
            play_bot(tty, seat);
        } else {
            turn_to(tty, seat);
            if (!tty->leaving) {
                tty_ask(tty);
            }
        }
    }
    if (tty_over(tty)) {
        tty_show_end(tty);
        tty_ask_after_end(tty);
    }
}

/* ---- the replay ---- */

static void name_seats(const struct tty *tty, struct rd_replay_start *start)
{
    for (rd_seat seat = 0; seat < tty->wanted->chosen.setup.seats; seat++) {
        bool person = tty->bot[seat] == NULL;
        start->seat[seat].who = person ? RD_REPLAY_PERSON : RD_REPLAY_BOT;
        snprintf(start->seat[seat].name, sizeof start->seat[seat].name, "%s",
                 person ? "keyboard" : tty->bot[seat]->name);
    }
}

static bool write_orders(const struct tty *tty, const struct rd_replay_start *start,
                         struct rd_replay_writer *writer, struct rd_problem *problem)
{
    struct rd_play play;
    bool fine = true;
    rd_replay_start_play(start, &play);
    for (uint32_t i = 0; fine && i < tty->order_count; i++) {
        rd_play_action(&play, tty->order[i].seat, tty->order[i].action);
        fine = rd_replay_record(writer, tty->order[i].seat, tty->order[i].action, play.state);
    }
    fine = rd_replay_finish(writer, play.state, problem);
    rd_play_end(&play);
    return fine;
}

bool tty_save(const struct tty *tty, const char *path, struct rd_problem *problem)
{
    struct rd_replay_start start = { .chosen = &tty->wanted->chosen,
                                     .key = { tty->wanted->key[0], tty->wanted->key[1] } };
    name_seats(tty, &start);
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        return rd_problem_at(problem, path, "can't be written: %s", strerror(errno));
    }
    struct rd_replay_writer *writer = rd_replay_create(file, &start, problem);
    bool fine = writer != NULL && write_orders(tty, &start, writer, problem);
    rd_replay_close(writer);
    if (fclose(file) != 0 && fine) {
        fine = rd_problem_at(problem, path, "can't be written: %s", strerror(errno));
    }
    return fine;
}
