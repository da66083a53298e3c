/*
 * arena/entrant.h - whoever takes part in matches, as a word of the command line names it:
 *
 *     greedy                     a built-in bot
 *     cmd:./mybot --fast         a program that speaks the line protocol (docs/bot-protocol.md)
 *     megaminer:python3 agent.py a program behind another door, see arena/doors.h
 *     mine=cmd:./mybot           any of them under a name of its own
 */
#ifndef REDOUBT_ARENA_ENTRANT_H
#define REDOUBT_ARENA_ENTRANT_H

#include "arena/program.h"
#include "host/match.h"

enum { ENTRANT_SPEC_MAX = 1024, ENTRANT_NAME_MAX = RD_REPLAY_NAME_MAX };

struct door;

struct entrant {
    char spec[ENTRANT_SPEC_MAX]; /* the whole word */
    char name[ENTRANT_NAME_MAX]; /* for tables and replays */
    const struct rd_bot *bot;    /* a built-in one, or NULL */
    const struct door *door;     /* how to talk to the program, or NULL */
    const char *command;         /* of the program; points into spec */
};

/* The problem of a false lists what there is for this game. */
bool entrant_read(struct entrant *entrant, const struct rd_game *game, const char *spec,
                  struct rd_problem *problem);

/* ---- doors: how to talk to programs ---- */

/* What a program may know of its table. */
struct seating {
    const struct rd_chosen *chosen;
    rd_seat seat;
    uint64_t seed; /* for its own dice */
    const struct limits *limits;
    bool sandboxed;
    char (*names)[ENTRANT_NAME_MAX]; /* of all seats; a program may tell its own */
};

struct door {
    const char *prefix; /* "cmd" */
    const char *summary;
    const char *game; /* id of the only game it is for, NULL = any */
    /* Starts the program and says how a match is to ask it; the context is what `close` frees. */
    struct rd_match_player (*open)(const struct seating *seating, const char *command);
    /* The program within the context, for the report. */
    struct program *(*program)(void *context);
    /* The game is over, or was broken off (not over). */
    void (*bid_farewell)(void *context, const struct rd_outcome *outcome);
    void (*close)(void *context);
};

/* All of them, NULL at the end (doors/doors.c). */
extern const struct door *const doors[];

/* arena/line_bot.c */
extern const struct door door_line;

#endif
