/*
 * arena/tournament.h - what a tournament is: who, in which game, by which format; and its games.
 *
 * Games come in groups: the same map and the same luck, with everybody in every seat once. A table
 * is two or more entrants who play some groups against each other; a round is some tables that can
 * be played at the same time.
 */
#ifndef REDOUBT_ARENA_TOURNAMENT_H
#define REDOUBT_ARENA_TOURNAMENT_H

#include <jansson.h>

#include "arena/game_run.h"

enum {
    ENTRANTS_MAX = 512, /* versions counted */
    SETUPS_MAX = 64,
    GAMES_MAX = 10000000,
    GROUPS_MAX = 1000000 /* at one table */
};

enum format {
    FORMAT_ROUND_ROBIN,
    FORMAT_GAUNTLET,
    FORMAT_SWISS,
    FORMAT_SINGLE, /* elimination */
    FORMAT_DOUBLE,
    FORMAT_LADDER,
    FORMAT_SPRT, /* two entrants until a test decides */
    FORMATS
};
const char *format_name(enum format format);
bool format_from_name(const char *name, enum format *format);

/* Is the new one stronger? The hypotheses are differences in Elo. */
struct sprt_wish {
    double elo[2];
    double alpha, beta;
};

struct tournament {
    struct rd_chosen setup[SETUPS_MAX]; /* one for each map; game, options and seats are the same */
    char map[SETUPS_MAX][64];           /* what was asked for, "" = the preset */
    uint32_t setups;
    struct entrant entrant[ENTRANTS_MAX];
    uint32_t entrants;
    uint64_t key[2];
    enum format format;
    uint32_t rounds;    /* of swiss and ladder */
    bool rounds_preset; /* nobody asked for so many */
    uint32_t groups;    /* at each table in each round */
    struct limits limits;
    struct sprt_wish sprt;
};

/* A game to be played or played. */
struct game {
    uint32_t id; /* from 1 */
    uint32_t round, table;
    uint32_t group;    /* counted over the whole tournament */
    uint32_t rotation; /* of the seats within its group */
    uint16_t setup;
    uint8_t seats;
    bool done;
    bool dropped; /* never to be played: somebody at the table has a later version */
    uint16_t entrant[RD_SEATS_MAX]; /* by seat */
    /* After it was played: */
    bool has_replay;
    uint8_t rank[RD_SEATS_MAX];
    uint8_t end[RD_SEATS_MAX]; /* enum seat_end */
    uint16_t faults[RD_SEATS_MAX];
    bool silent[RD_SEATS_MAX]; /* the program gave no answer at all */
    uint32_t used_ms[RD_SEATS_MAX], cpu_ms[RD_SEATS_MAX], memory_kb[RD_SEATS_MAX]; /* of programs */
    uint16_t ending;
    uint32_t turns, orders;
    uint64_t hash;
    uint32_t cpu_us; /* of the thread that played it */
};

static inline uint32_t tournament_seats(const struct tournament *t)
{
    return t->setup[0].setup.seats;
}

/* The luck of a group. */
void tournament_key(const struct tournament *t, uint32_t group, uint64_t key[2]);

/* What was agreed on, as JSON: the same text means the same tournament. New reference. */
json_t *tournament_to_json(const struct tournament *t);
/* Back from it; what was opened before a problem is closed. */
bool tournament_from_json(struct tournament *t, const json_t *json, struct rd_problem *problem);
void tournament_close(struct tournament *t);

/* 0 .. 1: the part of the others that this seat left behind, ties by half. */
double game_score(const struct game *game, uint32_t seat);

#endif
