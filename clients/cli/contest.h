/*
 * clients/cli/contest.h - a contest as a folder: one file that people write (contest.conf), and
 * what has become of it (state.json, written whole or not at all).
 *
 *     contest.conf       game, maps, format, limits, entrants
 *     state.json         who takes part, with which versions; how far the contest is
 *     secret.json        seed and maps of the final, for the organiser's eyes; its hash is public
 *     entrants/ada/2     the second version of ada, built, ready to start; build.log beside it
 *     ladder-DIVISION.db, final-DIVISION.db   games (redoubt arena show)
 *     public/            what is shown to everybody
 */
#ifndef REDOUBT_CLI_CONTEST_H
#define REDOUBT_CLI_CONTEST_H

#include <jansson.h>
#include <stdio.h>

#include "arena/entrant.h"
#include "arena/words.h"
#include "arena/workshop.h"

enum {
    CONTEST_PATH = 1024,
    CONTEST_WORD = 256,
    CONTEST_NAME = 33,
    CONTEST_LINES = 64,    /* of set and limit */
    CONTEST_ENTRANTS = 100 /* in the file and by enter */
};

struct contest_entry {
    char name[CONTEST_NAME], team[CONTEST_NAME], division[CONTEST_NAME];
    char path[CONTEST_PATH]; /* from the file */
};

struct contest {
    char folder[CONTEST_PATH]; /* as an absolute path */
    /* contest.conf */
    char title[CONTEST_WORD], game[CONTEST_NAME], maps[CONTEST_WORD], divisions[CONTEST_WORD];
    char format[CONTEST_NAME], pairs[16], final_format[CONTEST_NAME], final_pairs[16];
    char opens[CONTEST_NAME], closes[CONTEST_NAME]; /* told to everybody */
    char sandbox[8], jobs[8], build_seconds[8];
    char most_pairs[8], upload_mb[8], kept_mb[8], versions[8], workers[8]; /* of the site */
    char set[CONTEST_LINES][CONTEST_WORD], limit[CONTEST_LINES][CONTEST_NAME];
    uint32_t sets, limits;
    struct contest_entry entry[CONTEST_ENTRANTS];
    uint32_t entries;
    /* state.json: {"phase":, "commitment":, "entrants":{NAME:{...}}} */
    json_t *state;
    int lock;
};

/* Reads both files; `changing` waits for nobody: a second one is refused. */
bool contest_open(struct contest *contest, const char *folder, bool changing,
                  struct rd_problem *problem);
bool contest_save(const struct contest *contest, struct rd_problem *problem);
void contest_close(struct contest *contest);

bool contest_is_phase(const struct contest *contest, const char *phase);
const char *contest_phase(const struct contest *contest);
/* May somebody be in it? "": in none. */
bool contest_division_is_fine(const struct contest *contest, const char *division,
                              struct rd_problem *problem);
/* The next name of `divisions` after this place; false: there is none. */
bool contest_next_division(const struct contest *contest, const char **at, char out[CONTEST_NAME]);
/* `closes` as seconds since 1970; 0: it names no time. */
int64_t contest_closes(const struct contest *contest);
bool contest_is_due(const struct contest *contest); /* that time has come */
bool contest_folder_is_fine(const char *folder, struct rd_problem *problem);
/* Back from frozen to open. */
bool contest_thaw(struct contest *c, struct rd_problem *problem);
void contest_set_phase(struct contest *contest, const char *phase);

/* contest.conf of a new contest. */
void contest_write_conf(FILE *out, const char *game);

/* DIR/..., into a buffer of CONTEST_PATH. */
const char *contest_path(const struct contest *contest, char out[CONTEST_PATH], const char *format,
                         ...) __attribute__((format(printf, 3, 4)));

/* A word that may be the name of an entrant, a team or a division. */
bool contest_name_is_fine(const char *name, struct rd_problem *problem);

/* One entrant of the state, made if it is not there. Borrowed. */
json_t *contest_entrant(struct contest *contest, const char *name, bool make);
/* Its latest version that was accepted, 0 for none; 0 too if it has withdrawn or was disabled. */
uint32_t contest_version(const json_t *entrant);

/* contest_entry.c: what was handed in, built and tried; nothing of the contest has changed yet. */
struct contest_built {
    char folder[CONTEST_PATH]; /* where */
    char source[FINGERPRINT_TEXT], door[16];
    char log[WORKSHOP_LOG];
    char why[RD_PROBLEM_MAX]; /* it is no good */
    bool fine;
    bool known;      /* the same was handed in before */
    uint32_t number; /* of the version, when it was taken in */
};
void contest_build(const struct contest *c, const struct contest_entry *entry,
                   struct contest_built *built);
/* Takes it in, if it is good. False with a problem for its author; the state then tells the same.
 */
bool contest_take(struct contest *c, const struct contest_entry *entry, struct contest_built *built,
                  struct rd_problem *problem);
/* Both: builds, tries and takes in what lies at `path`. */
bool contest_enter(struct contest *contest, const struct contest_entry *entry,
                   struct rd_problem *problem);
/* Only looks: nothing is kept. */
bool contest_try(const struct contest *contest, const struct contest_entry *entry,
                 struct rd_problem *problem);
/* The options of the game, and the limits. */
bool contest_setup(const struct contest *contest, struct rd_chosen *chosen, struct limits *limits,
                   struct rd_problem *problem);

/* The words of redoubt arena for the ladder of a division with so many pairs; contest_play.c.
 * False: fewer take part than sit at a table. */
bool contest_ladder_words(const struct contest *c, const char *division, uint32_t pairs,
                          struct words *words);
/* The only one in a division whose final has no games: there was nobody to play against. Or NULL.
 */
const char *contest_alone(const struct contest *c, const char *division);
/* What begins the game of an entrant: NAME=DOOR:COMMAND. */
void contest_spec(const struct contest *c, const char *name, const json_t *entrant,
                  char out[ENTRANT_SPEC_MAX]);
/* contest_play.c: all that is to be played of the ladder or the final of every division. */
bool contest_play(const struct contest *contest, bool final, struct rd_problem *problem);
/* contest_page.c: public/ anew: index.html, results.json, results.csv. */
bool contest_publish(const struct contest *contest, struct rd_problem *problem);
/* The games of a tournament as they are now, published or not. False: there are none. */
bool contest_export(const struct contest *c, bool final, const char *division, bool csv, FILE *out);

/* The divisions there are, each once; "" is that of those who named none. */
uint32_t contest_divisions(const struct contest *contest, char out[CONTEST_ENTRANTS][CONTEST_NAME]);
/* "ladder" or "final", and the division. */
const char *contest_db(const struct contest *contest, bool final, const char *division,
                       char out[CONTEST_PATH]);
/* What is fixed before the games and opened at the end. */
bool contest_make_secret(struct contest *contest, struct rd_problem *problem);
/* The secret, if it still has the hash that was told. New reference. */
json_t *contest_secret(const struct contest *contest, struct rd_problem *problem);

/* contest_tools.c: the languages whose compilers are here, and those that are not, as a sentence.
 */
const char *contest_tools(char out[CONTEST_WORD]);

/* contest_maps.c: those that secret.json names. Can they be played? */
bool contest_maps_try(const struct contest *c, const json_t *secret, struct rd_problem *problem);
/* Writes the hashes of map files into secret.json. */
bool contest_maps_seal(const struct contest *c, json_t *secret, struct rd_problem *problem);
/* Are the files still those? */
bool contest_maps_same(const struct contest *c, json_t *secret, struct rd_problem *problem);
/* Copies of them, and links. */
void contest_maps_publish(const struct contest *c, json_t *secret, FILE *out);

#endif
