/*
 * laws/laws.h - the laws of redoubt/game.h, each as code that can be run on any game.
 *
 * A TRIAL is one random game: everything about it (options, seats, map, dice, orders) follows
 * from the game and one seed. It plays the game step by step and shows each law every position
 * and every step. A law that is broken says so with law_broken(), which ends the trial and leaves
 * a FINDING. What a law draws for its own samples follows from the position alone, so that a
 * finding survives when shrink.c drops steps that don't matter.
 *
 * Trials run in a child process, and their record lies in memory shared with the parent: a crash
 * is a finding like any other, and is shrunk like any other.
 */
#ifndef REDOUBT_LAWS_H
#define REDOUBT_LAWS_H

#include <stdbool.h>

#include "host/codec.h"
#include "host/frames.h"
#include "redoubt/game.h"
#include "redoubt/hash.h"

enum {
    LAW_TABLES,
    LAW_REPLAY,
    LAW_JUDGE,
    LAW_ORDER,
    LAW_PROGRESS,
    LAW_END,
    LAW_SEALING,
    LAW_SECRECY,
    LAW_NOTATION,
    LAW_AUDIT,
    LAW_FLATNESS,
    LAW_HEARSAY,
    LAW_PURITY, /* nothing here: tests/laws/purity.py looks at object files, not at games */
    LAW_FRAMES,
    LAW_COUNT,
    LAW_ALL = 99
};

enum {
    STEPS_MAX = 200000,         /* enough for any game that has a turn limit to end */
    STEPS_WITHOUT_LIMIT = 2000, /* of a game without one, which may go on for ever */
    FRAMES_KEPT = 64,           /* of one order, for laws to look at */
    COSTLY_LISTS = 100000, /* legal orders at once: their games are followed no longer either */
    FINDING_TEXT_MAX = 1000
};

/* One thing that happened: an order, or RD_VERB_RESIGN. */
struct step {
    struct rd_action action;
    uint64_t hash; /* of the state after it */
    rd_seat seat;
    uint8_t zero[7];
};

struct record {
    uint32_t count;
    struct step step[STEPS_MAX];
};

struct finding {
    bool broken;
    bool crashed;
    uint32_t law;   /* also tells which one is at work, for the parent of a crashed trial */
    uint32_t steps; /* how many had been played */
    uint64_t seed;
    char text[FINDING_TEXT_MAX];
};

/* What a trial needs from outside. record and finding lie in shared memory. */
struct trial_order {
    const struct rd_game *game;
    uint64_t seed;  /* of the first trial */
    uint32_t games; /* trials, with successive seeds */
    uint32_t law;   /* LAW_ALL or one of them */
    uint32_t steps; /* that a game is followed at most, 0 = as many as it needs */
    /* Some games last for seventy thousand orders, and their late positions are all alike. Laws
     * look at one position in laws[].one_in at first, at half as many after so many orders, at a
     * third after twice as many; 0: always at one in so many. */
    uint32_t thin;
    /* NULL: play at random. Else these steps, illegal ones skipped, and the laws look only at
     * what they lead to. */
    const struct record *replay;
    bool placed; /* the caller fills the first state: what begins a game again has nothing to do */
    struct record *record;
    struct finding *finding;
};

/* hearing.h. What the listeners of an order could watch. */
struct hearing {
    uint64_t watched[RD_SPECTATOR + 1]; /* by listener; equal = the same things were watched */
    bool broken;
    char text[FINDING_TEXT_MAX]; /* the first event that was told to a wrong seat */
};

struct trial {
    struct trial_order order;
    const struct rd_game *game;
    struct rd_setup setup;
    uint32_t seats;
    uint32_t action_count;
    uint32_t refusals; /* in the game's table, with the unused entry 0 */

    /* Now, and before the last step. */
    void *state, *before;
    struct rd_luck luck, luck_before;
    struct rd_event_log log; /* of the last step */
    struct hearing hearing;  /* of it too */
    uint64_t position_hash;

    /* For the random orders: not the dice of the game. */
    struct rd_luck chooser;
    uint32_t resign_at; /* the step at which a seat gives up, if the game lasts so long */

    /* Room for laws to work in: nobody may expect to find anything there. Sizes are exact, so
     * that a sanitizer notices the first byte too many. */
    void *map;
    uint8_t *is_option; /* of each byte of a state: it is an option of the setup; see law_audit.c */
    bool options_known; /* that has been found out */
    void *spare[3];     /* states */
    void *view[3];      /* views */
    struct rd_action *legal, *legal_too;
    int8_t *tensor[2];
    uint32_t *packed[2];
    struct rd_scene *scene[2];
    struct rd_event_log heard, heard_too;
    struct rd_frames frames, frames_too; /* of those two; without room if the game has no steps */
};

/* A law shows up at some of these places; NULL where it has nothing to say. */
struct law {
    const char *name;
    uint32_t one_in; /* position() looks at one in so many, chosen by the position itself */
    void (*table)(struct trial *trial);    /* once a trial, before the first step */
    void (*position)(struct trial *trial); /* the first, the last, and a sample between */
    void (*step)(struct trial *trial, const struct step *step); /* after every step */
    void (*whole)(struct trial *trial);                         /* after the last step */
};

extern const struct law laws[LAW_COUNT];

/* law_broken ends what the law is doing by hand: `if (law_broken(...)) return;`. Always true. */
bool law_broken(struct trial *trial, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Luck for samples: follows from the position, the law that is at work and a number. */
struct rd_luck law_luck(const struct trial *trial, uint32_t number);

/* trial.c. Rooms and nothing else, for those who show positions of their own: setup, seats, state
 * and position_hash are theirs to fill, for steps also before, both lucks and the log. */
void trial_prepare(struct trial *trial, const struct trial_order *order);
bool trial_open(struct trial *trial, const struct trial_order *order);
void trial_run(struct trial *trial);
/* How long a game from this state is followed. */
uint32_t trial_steps_max(const struct trial *trial, const void *state);
void trial_close(struct trial *trial);
/* The setup of a seed; map_room has room for a map. Fails where no setup is accepted. */
bool trial_setup(const struct rd_game *game, uint64_t seed, struct rd_setup *setup, void *map_room);
/* The dice of a seed's game, as `--seed` gives them too. */
struct rd_luck trial_luck(uint64_t seed);
/* Do it: apply or resign. */
void trial_do(const struct rd_game *game, void *state, const struct step *step,
              struct rd_luck *luck, struct rd_event_log *log);
/* The same with frames, in a game that has steps. Both are emptied first. */
void trial_do_steps(const struct rd_game *game, void *state, const struct step *step,
                    struct rd_luck *luck, struct rd_event_log *log, struct rd_frames *frames);

/* law_tables.c. Refusals of a game, with the unused entry 0. */
uint32_t refusal_count(const struct rd_game *game);

/* law_*.c: see laws.c for what each looks at. */
/* A line for each place at which a law looks. */
void law_tables(struct trial *trial);
void law_replay(struct trial *trial);
void law_judge(struct trial *trial);
void law_order(struct trial *trial);
void law_progress(struct trial *trial);
void law_end(struct trial *trial);
void law_end_step(struct trial *trial, const struct step *step);
void law_sealing(struct trial *trial);
void law_secrecy(struct trial *trial);
void law_notation_table(struct trial *trial);
void law_notation(struct trial *trial);
void law_audit_step(struct trial *trial, const struct step *step);
void law_audit_garbage(struct trial *trial);
void law_flatness_table(struct trial *trial);
void law_flatness(struct trial *trial);
void law_flatness_moved(struct trial *trial);
void law_hearsay(struct trial *trial);
void law_hearsay_step(struct trial *trial, const struct step *step);
void law_frames_table(struct trial *trial);
void law_frames(struct trial *trial);
void law_frames_step(struct trial *trial, const struct step *step);

/* law_flatness.c: observe() of this state writes all of view[0], and its scene is well made. */
bool view_is_sound(struct trial *trial, const void *state, rd_seat seat);

/* law_frames.c. Two worlds that a seat could not tell apart before: as long as its views are the
 * same in both, what it hears in each frame must be too. */
bool frames_tell_the_same(struct trial *trial, rd_seat listener, const struct rd_shown *one,
                          const struct rd_shown *other);

#endif
