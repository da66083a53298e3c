/*
 * bench/load/players.h - bots as clients: two for each match, or one and a bot of the server, who
 * sit down, watch, and order once a second from the view that the server sends them.
 */
#ifndef REDOUBT_LOAD_PLAYERS_H
#define REDOUBT_LOAD_PLAYERS_H

#include "bench/load/histogram.h"
#include "bench/load/line.h"
#include "bots/bot.h"

enum stage { STAGE_HELLO, STAGE_SEAT, STAGE_WATCH, STAGE_PLAY };

struct player {
    struct line line;
    struct crowd *crowd;
    uint32_t number; /* even: makes the match; odd: joins that of the one before */
    enum stage stage;
    uint32_t commands; /* sent so far: their ids */
    bool asked;        /* an answer is awaited */
    bool fresh;        /* the view is that after the latest order */
    bool act;
    bool over;
    uint64_t asked_us, due_us;
    char match[32], secret[32];
    char *view; /* in base64, as it came */
};

struct crowd {
    struct lines lines;
    const struct rd_game *game;
    const struct rd_bot *bot;
    const char *options; /* JSON */
    const char *rival;   /* a bot of the server that everybody plays against; NULL: each other */
    struct player *player;
    uint32_t count; /* of players */
    bool frames;    /* they ask for the steps of turns, as the page does */
    uint64_t every_us;
    struct rd_luck luck;
    void *bytes, *state, *memory; /* memory: the bot's */
    struct rd_action *legal;
    struct histogram acks;
    uint64_t orders, refused, ended, matches_over;
    char last_refusal[256];
    bool counting;
};

/* Connects everybody, a few at a time. False: some could not. */
bool crowd_open(struct crowd *crowd, uint32_t players, int port);
/* Whether all sit at their boards. */
bool crowd_seated(const struct crowd *crowd);
/* Goes on until then (now_us). */
void crowd_play(struct crowd *crowd, uint64_t until_us);
void crowd_close(struct crowd *crowd);

#endif
