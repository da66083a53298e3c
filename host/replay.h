/*
 * host/replay.h - a finished or running game as a file that can be checked and played again.
 *
 * The file is a short head and then blocks, each compressed and check-summed by itself, so
 * that a file that was cut or damaged can be read up to the last whole block: see
 * docs/replay-format.md. Nothing here trusts the file. Reading needs a bounded amount of memory
 * whatever the file says: one header, one block, one state.
 *
 *     write:  rd_replay_create, rd_replay_record for every order, rd_replay_finish, rd_replay_close
 *     read:   rd_replay_open, rd_replay_next until it gives no more, rd_replay_reader_close
 *     play:   rd_replay_play_begin, rd_replay_play_next ..., rd_replay_play_end
 */
#ifndef REDOUBT_HOST_REPLAY_H
#define REDOUBT_HOST_REPLAY_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "host/notation.h"
#include "host/play.h"
#include "host/problem.h"
#include "host/setup.h"
#include "redoubt/game.h"

enum {
    RD_REPLAY_FORMAT = 1,
    RD_REPLAY_NAME_MAX = 64,      /* bytes of a seat's name, the final 0 included */
    RD_REPLAY_ORDERS_MAX = 65536, /* orders between two ends of a turn */
    RD_REPLAY_JSON_MAX = 1 << 20, /* bytes of the header, and of the end, when unpacked */
    RD_REPLAY_BLOCK_MAX = 1 << 16 /* bytes of a block of orders when unpacked */
};

/* ---- how the game began: what the header holds ---------------------------------------- */

enum rd_replay_who { RD_REPLAY_PERSON, RD_REPLAY_BOT, RD_REPLAY_PROGRAM };

struct rd_replay_seat {
    char name[RD_REPLAY_NAME_MAX]; /* UTF-8 without control characters */
    enum rd_replay_who who;
};

struct rd_replay_start {
    const struct rd_chosen *chosen; /* game, options, map */
    const void *state;              /* where the game began; NULL: at init() of the setup */
    uint64_t key[2];                /* of the luck */
    uint64_t drawn;                 /* counter blocks used up before the beginning */
    struct rd_replay_seat seat[RD_SEATS_MAX];
    const json_t *luck; /* how the key came about, for who wants to check it; NULL: nobody says */
};

/* The game as it was before its first order. rd_play_end it. */
void rd_replay_start_play(const struct rd_replay_start *start, struct rd_play *play);

/* ---- writing --------------------------------------------------------------------------- */

struct rd_replay_writer;

/* Writes the header at once. The file stays the caller's, open for binary writing; NULL with
 * a problem when it can't be written. */
struct rd_replay_writer *rd_replay_create(FILE *file, const struct rd_replay_start *start,
                                          struct rd_problem *problem);

/* An order that was executed (RD_VERB_RESIGN: a resignation), and the state after it, which
 * tells whether a turn ended. False when the file can't be written; it stays false. */
bool rd_replay_record(struct rd_replay_writer *writer, rd_seat seat, struct rd_action action,
                      const void *state_after);

/* Everything so far goes to the file as a whole block: call it after each turn of a game
 * that people wait for. Otherwise blocks are written as they fill. */
bool rd_replay_flush(struct rd_replay_writer *writer);

/* The game is over, or was broken off: the last state. Nothing may be recorded after it. */
bool rd_replay_finish(struct rd_replay_writer *writer, const void *state,
                      struct rd_problem *problem);

/* Frees the writer; what was neither flushed nor finished is lost. NULL is fine. */
void rd_replay_close(struct rd_replay_writer *writer);

/* ---- reading ---------------------------------------------------------------------------- */

enum rd_replay_kind {
    RD_REPLAY_ORDER,   /* seat and action */
    RD_REPLAY_TURN,    /* turn and hash: the state at its end */
    RD_REPLAY_END,     /* the end of a whole file: rd_replay_ending() */
    RD_REPLAY_DAMAGED, /* the rest can't be read; the problem says where and why */
    RD_REPLAY_DIFFERS  /* from rd_replay_play_next only: played again, it goes otherwise */
};

struct rd_replay_item {
    enum rd_replay_kind kind;
    rd_seat seat;
    struct rd_action action;
    uint32_t turn; /* turns completed */
    uint64_t hash;
};

struct rd_replay_reader;

/* Reads the header. NULL with a problem if there is none: not a replay, a newer format, or
 * damaged in its first block. The file stays the caller's. */
struct rd_replay_reader *rd_replay_open(FILE *file, struct rd_problem *problem);

/* The header as JSON. Its fields "game", "rules_version" and "seats" have been checked; the rest
 * only counts for a game that this program knows. */
const json_t *rd_replay_header(const struct rd_replay_reader *reader);

/* What the header means, or NULL if this program can't play it: an unknown game, other rules,
 * options that don't fit. The problem says which. */
const struct rd_replay_start *rd_replay_started(const struct rd_replay_reader *reader,
                                                struct rd_problem *problem);

/* The next order or end of a turn. After RD_REPLAY_END or RD_REPLAY_DAMAGED there is no more.
 * A block is checked as a whole before any of it is given out. */
enum rd_replay_kind rd_replay_next(struct rd_replay_reader *reader, struct rd_replay_item *item,
                                   struct rd_problem *problem);

/* After RD_REPLAY_END: {"turns":..,"orders":..,"hash":..,"outcome":..}. NULL before. */
const json_t *rd_replay_ending(const struct rd_replay_reader *reader);

void rd_replay_reader_close(struct rd_replay_reader *reader); /* NULL is fine */

/* ---- playing again ------------------------------------------------------------------------ */

struct rd_replay_play {
    struct rd_replay_reader *reader;
    struct rd_play play;    /* its log has the events of the last order */
    uint32_t turn;          /* turns completed */
    uint32_t order;         /* orders since then */
    bool turn_due;          /* the game says that a turn ended: the file must say so next */
    char said[RD_TEXT_MAX]; /* the last order as it is written, host/order.h */
};

/* The reader must be fresh. False with a problem if this program can't play it; then there is
 * nothing to end. */
bool rd_replay_play_begin(struct rd_replay_play *play, struct rd_replay_reader *reader,
                          struct rd_problem *problem);

/* One step: an order has been executed (play->play.log has what happened), the end of a turn agrees
 * with the recorded hash, or the whole game ended as recorded. RD_REPLAY_DIFFERS names the
 * first turn that differs or the first order that the rules refuse. */
enum rd_replay_kind rd_replay_play_next(struct rd_replay_play *play, struct rd_replay_item *item,
                                        struct rd_problem *problem);

void rd_replay_play_end(struct rd_replay_play *play);

#endif
