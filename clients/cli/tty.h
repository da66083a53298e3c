/*
 * clients/cli/tty.h - a game at the keyboard: one struct, and the files that share it.
 *
 *   tty_session.c  the game under way: orders, undo, bots, replay file
 *   tty_show.c     what the person at the keyboard reads: news, orders, the end
 *   tty_board.c    the position: a board with figures beside it, or sentences
 *   tty_cards.c    what units can do: slots, abilities, who is next
 *   tty_words.c    what can be typed
 *   cmd_play.c     the command line
 *
 * Everything shown to a person comes from the view and the events of the seat in front of the
 * keyboard; the state itself is only handed to the rules.
 */
#ifndef REDOUBT_CLI_TTY_H
#define REDOUBT_CLI_TTY_H

#include "bots/bot.h"
#include "clients/cli/command.h"
#include "clients/cli/screen.h"
#include "host/names.h"
#include "host/notation.h"
#include "host/play.h"

enum { TTY_UNDO_MAX = 256, TTY_NOBODY = 0xff, TTY_KINDS_MAX = 256 };

#define TTY_BOLD   "\033[1m"
#define TTY_DIM    "\033[2m"
#define TTY_NORMAL "\033[0m"

struct tty_order {
    struct rd_action action;
    rd_seat seat;
};

/* Something that happened, and in which turn (turns completed before it). */
struct tty_logged {
    struct rd_event event;
    uint32_t turn;
};

/* The game before an order of the turn under way. The state is in tty.undo_states. */
struct tty_undo {
    struct rd_luck luck;
    uint32_t order_count, logged_count;
};

struct tty {
    const struct cli_game *wanted;
    const struct rd_game *game;
    struct rd_play play;
    struct screen screen;
    bool plain;    /* sentences instead of a board */
    bool keyboard; /* standard input is a terminal */

    const struct rd_bot *bot[RD_SEATS_MAX]; /* NULL: a person */
    struct rd_luck bot_luck[RD_SEATS_MAX];
    uint32_t people;

    struct tty_order *order; /* the whole game */
    uint32_t order_count, order_room;
    struct tty_logged *logged;
    uint32_t logged_count, logged_room;
    uint32_t told[RD_SEATS_MAX]; /* how much of the news each seat has read */

    rd_seat asked;        /* who is at the keyboard, TTY_NOBODY before the first question */
    uint32_t turn;        /* turns completed when that seat was asked first */
    uint32_t turn_orders; /* orders of the game by then */
    uint8_t *undo_states;
    struct tty_undo undo[TTY_UNDO_MAX];
    uint32_t undo_count;

    struct rd_action refused; /* the latest refusal, for "why" */
    struct rd_verdict verdict;
    bool leaving;
    bool others_acted; /* since the person at the keyboard was last shown the position */
    int32_t told_price[TTY_KINDS_MAX][RD_SEATS_MAX + 1]; /* 1 + the price that was told last */
    bool explained[TTY_KINDS_MAX]
                  [RD_SEATS_MAX + 1]; /* kinds and owners of tokens in a legend so far */

    struct rd_names names; /* of whom this seat has seen */
    /* Scratch: of this seat's eyes. */
    void *view;
    struct rd_scene *scene;
    struct rd_action *legal;
    uint32_t legal_count;
};

/* ---- tty_session.c ---- */

/* The wanted game must outlive this. bots: one a seat, NULL for people. */
void tty_open(struct tty *tty, const struct cli_game *wanted, const struct rd_bot *const *bots);
void tty_close(struct tty *tty);

/* Play to the end, or until the person leaves. False: reading failed. */
void tty_run(struct tty *tty);

/* An order of the seat at the keyboard. */
struct rd_verdict tty_give(struct tty *tty, struct rd_action action);
/* Take back the latest order of this turn; false with a reason if there is none to take back. */
bool tty_take_back(struct tty *tty, struct rd_action *taken, struct rd_problem *problem);
/* The orders of this turn that still count: one that was replaced changes nothing, and is left out.
 * Returns how many of them fit into out. */
uint32_t tty_standing_orders(const struct tty *tty, struct rd_action *out, uint32_t cap);
bool tty_save(const struct tty *tty, const char *path, struct rd_problem *problem);
bool tty_over(const struct tty *tty);

/* ---- tty_show.c ---- */

void tty_show_welcome(const struct tty *tty);
/* What the seat at the keyboard has not read yet; with all, everything of the game. */
void tty_show_events(struct tty *tty, bool all);
void tty_show_orders_given(const struct tty *tty);
/* Where all legal orders are of one kind, as when an answer is wanted: which they are. */
void tty_show_answers(struct tty *tty);
/* The verb of all of them, or RD_NO_VERB: there are others, or it has no arguments. */
uint16_t tty_only_verb(struct tty *tty);
/* Legal orders of one verb, or of all with RD_NO_VERB. */
void tty_show_possible(struct tty *tty, uint16_t verb);
/* Those that begin with these arguments. */
void tty_show_beginning(struct tty *tty, uint16_t verb, const uint16_t *arg, uint32_t args);
void tty_show_refusal(const struct tty *tty);
void tty_show_end(struct tty *tty);
/* A line of text, wrapped. */
void tty_say(const struct tty *tty, const char *format, ...) __attribute__((format(printf, 2, 3)));
void tty_clear(const struct tty *tty);
/* The sequence, or "" where there are no colours. */
const char *tty_style(const struct tty *tty, const char *sequence);
const char *tty_seat_name(const struct tty *tty, rd_seat seat, char out[RD_TEXT_MAX]);
/* The same, but "You" and "The bot greedy" where one person plays and seats have numbers only. */
const char *tty_player_name(const struct tty *tty, rd_seat seat, char out[RD_TEXT_MAX]);

/* ---- tty_board.c ---- */

/* cells: board cells to mark, or NULL. The legend comes with every sign that is new. */
void tty_show_board(struct tty *tty, const uint16_t *cells, uint32_t count);
void tty_forget_legend(struct tty *tty);
/* The seat at the keyboard looks: its view and its scene are of now. */
void tty_look(struct tty *tty);
/* A turn as the game counts it: some begin with turn 1. */
uint32_t tty_turn_number(const struct tty *tty, uint32_t done);
/* Everything that stands on the board, a line each. */
void tty_show_units(struct tty *tty);

/* ---- tty_cards.c ---- */

/* Of a scene that is of now: who acts, what it has left, its cards, and who comes next; nothing
 * where the scene does not tell. */
void tty_show_acting(const struct tty *tty);
/* Cards with their sentences, of all units or of those on a cell or of a name. */
void tty_show_cards(struct tty *tty, const char *which);
/* "P1-rider kesh", "soldier 12": how orders name it, and what it is. */
void tty_name_token(const struct tty *tty, const struct rd_scene_token *token, char *out,
                    size_t size);

/* ---- tty_words.c ---- */

/* Read a line and do what it says. */
void tty_ask(struct tty *tty);
/* The keyboard goes to another person: cover what the last one saw. */
void tty_hand_over(struct tty *tty, rd_seat seat);
/* After the end: save it, look at it, leave. */
void tty_ask_after_end(struct tty *tty);

#endif
