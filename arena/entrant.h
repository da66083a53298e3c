/*
 * arena/entrant.h - whoever takes part in matches, as a word of the command line names it:
 *
 *     greedy                     a built-in bot
 *     cmd:./mybot --fast         a program that speaks the line protocol (docs/bot-protocol.md)
 *     megaminer:python3 agent.py a program behind another door, see doors/doors.h
 *     mine=cmd:./mybot           any of them under a name of its own
 */
#ifndef REDOUBT_ARENA_ENTRANT_H
#define REDOUBT_ARENA_ENTRANT_H

#include "arena/fingerprint.h"
#include "arena/program.h"
#include "host/match.h"

enum { ENTRANT_SPEC_MAX = 1024, ENTRANT_NAME_MAX = RD_REPLAY_NAME_MAX, ENTRANT_FOLDER_MAX = 1024 };

struct door;

struct entrant {
    char spec[ENTRANT_SPEC_MAX]; /* the whole word */
    char name[ENTRANT_NAME_MAX]; /* for tables and replays */
    const struct rd_bot *bot;    /* a built-in one, or NULL */
    const struct door *door;     /* how to talk to the program, or NULL */
    uint32_t command_at;         /* where the command of the program begins in spec */
    /* A program is its command and its files: with other files it is another version. */
    char folder[ENTRANT_FOLDER_MAX]; /* where its files lie, "" = those that the command names */
    char files[FINGERPRINT_TEXT];    /* what they were when it joined, "" = it has none */
    uint32_t version;                /* from 1; those after it have "@2" behind the name */
    bool retired;                    /* has a later version, or was not named again */
};

static inline const char *entrant_command(const struct entrant *entrant)
{
    return entrant->spec + entrant->command_at;
}

/* Fills files with what they are now. */
void entrant_look(struct entrant *entrant);
void entrant_is_version(struct entrant *entrant, uint32_t version);
/* The problem of a false says what is wrong with the folder. */
bool entrant_set_folder(struct entrant *entrant, const char *folder, struct rd_problem *problem);

/* The problem of a false lists what there is for this game. */
bool entrant_read(struct entrant *entrant, const struct rd_game *game, const char *spec,
                  struct rd_problem *problem);

/* "rules=...", what one of these words wants the game to be played by, unless an assignment of
 * that option is among `set`. NULL: nothing. */
const char *entrants_option(const struct rd_game *game, char *const *word, int words,
                            const char *const *set, uint32_t sets);

/* ---- doors: how to talk to programs ---- */

/* What a program may know of its table. */
struct seating {
    const struct rd_chosen *chosen;
    rd_seat seat;
    uint64_t seed; /* for its own dice */
    const struct limits *limits;
    const char *folder; /* of the program's files, or NULL */
    bool sandboxed;
    char (*names)[ENTRANT_NAME_MAX]; /* of all seats; a program may tell its own */
};

struct door {
    const char *prefix; /* "cmd" */
    const char *summary;
    const char *game;   /* id of the only game it is for, NULL = any */
    const char *option; /* "rules=...": what its programs play by, unless told otherwise; or NULL */
    /* Starts the program and says how a match is to ask it; the context is what `close` frees. */
    struct rd_match_player (*open)(const struct seating *seating, const char *command);
    /* The program within the context, for the report. */
    struct program *(*program)(void *context);
    /* The game is over, or was broken off (not over). */
    void (*tell_end)(void *context, const struct rd_outcome *outcome);
    void (*close)(void *context);
};

/* All that there are, NULL at the end: to be called once, before the first entrant is read. */
void entrant_doors(const struct door *const *list);

/* arena/line_bot.c */
extern const struct door door_line;

#endif
