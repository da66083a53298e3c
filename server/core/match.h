/*
 * server/core/match.h - a match is a fold over its log. Private to server/core.
 *
 *     struct entry   one thing that happened, as the log has it
 *     struct fold    where the match stands after some entries: seats, state, numbers of messages
 *     struct match   the beginning, the log, and the fold over all of it
 *     struct news    what one entry means to each viewer
 *
 * A viewer is a seat or RD_SPECTATOR. Messages that somebody missed are made again by folding the
 * log anew, so they are what they were.
 */
#ifndef REDOUBT_SERVER_MATCH_H
#define REDOUBT_SERVER_MATCH_H

#include <jansson.h>

#include "host/play.h"
#include "host/setup.h"
#include "server/core/core.h"

enum {
    NAME_ROOM = 41,    /* bytes of a player's name, with its 0 */
    COMMAND_ROOM = 65, /* of a command's id */
    HASH_SIZE = 32,    /* of a token */
    VIEWERS = RD_SPECTATOR + 1,
    BOT_ORDERS_MAX = 1000 /* of one seat in a turn; then the turn is ended for it */
};

struct player {
    char id[CORE_ID_MAX];
    char name[NAME_ROOM];
    uint8_t token_hash[HASH_SIZE];
};

enum entry_kind { ENTRY_CREATED, ENTRY_SEATED, ENTRY_LEFT, ENTRY_ORDER, ENTRY_UNDO };

struct entry {
    enum entry_kind kind;
    rd_seat seat;
    uint8_t count; /* of actions */
    struct rd_action action[RD_ORDER_ACTIONS_MAX];
    const struct player *player; /* whose command it was; NULL: a bot's */
    char *command;               /* its id, owned; NULL: a bot's */
    char *note;                  /* owned; NULL: none */
    uint64_t hash;               /* of the state after it */
    int64_t at_ms;
    uint32_t told; /* the number of the update that shows it to its seat */
};

enum chair_kind { CHAIR_OPEN, CHAIR_PERSON, CHAIR_BOT };

struct chair {
    enum chair_kind kind;
    const struct player *player;
    const struct rd_bot *bot;
};

/* An order that stands: all of its actions, or none. */
struct standing {
    uint32_t record; /* its place in the log */
    rd_seat seat;
    uint8_t count;
    struct rd_action action[RD_ORDER_ACTIONS_MAX];
};

struct fold {
    struct chair chair[RD_SEATS_MAX];
    void *state;
    struct rd_luck luck;
    struct standing *order;
    uint32_t order_count, order_room;
    /* Orders from base_orders on can be taken back: nobody but their seats saw anything of them. */
    void *base;
    struct rd_luck base_luck;
    uint32_t base_orders;
    uint32_t given[RD_SEATS_MAX]; /* orders in this turn */
    uint32_t told[VIEWERS];       /* number of the latest message */
    uint32_t records;             /* entries of the log that it was made from */
};

struct bot_seat {
    uint64_t ticket; /* of the question that is out, 0 = none */
    bool answered;   /* the answer waits for its turn */
    struct rd_action answer;
};

struct watcher {
    struct connection *connection;
    rd_seat viewer;
    bool json;
};

struct match {
    char id[CORE_ID_MAX];
    char secret[CORE_ID_MAX]; /* who knows it may sit down */
    char commitment[2 * HASH_SIZE + 1];
    struct rd_chosen chosen;
    uint64_t key[2];
    bool is_public;
    struct chair first[RD_SEATS_MAX]; /* at the beginning */
    struct entry *log;
    uint32_t log_count, log_room;
    struct fold now;
    bool busy;   /* a record is under way to the disk */
    bool broken; /* its log doesn't agree with these rules */
    struct bot_seat bot[RD_SEATS_MAX];
    struct watcher *watcher;
    uint32_t watcher_count, watcher_room;
};

/* Memory to work in, one for each game: a play with its event log is large. */
struct bench {
    const struct rd_game *game;
    struct rd_play play;
    void *before[VIEWERS], *after[VIEWERS]; /* views */
    struct rd_action *legal;
};
void bench_open(struct bench *bench, const struct rd_game *game);
void bench_close(struct bench *bench);

/* What an entry means to each viewer. Its events are in bench->play.log. */
struct news {
    bool told[VIEWERS];
    bool seats;     /* who sits where has changed */
    rd_seat undone; /* whose order was taken back, 0xff = nobody's */
};

/* ---- the beginning (match.c) ----------------------------------------------------------------- */

/* Takes chosen over. id and key are set by the caller before. */
void match_begin(struct match *match, struct rd_chosen *chosen, struct bench *bench);
void match_free(struct match *match); /* NULL is fine */

uint32_t match_seats(const struct match *match);
bool match_open(const struct match *match, const struct fold *fold); /* a seat is free */
bool match_over(const struct match *match, const struct fold *fold);
/* "open", "running", "over" */
const char *match_state_name(const struct match *match, const struct fold *fold);
bool match_seat_of(const struct match *match, const struct player *player, rd_seat *seat);
/* The entry of this player's command, or NULL. */
const struct entry *match_find_command(const struct match *match, const struct player *player,
                                       const char *command);
void match_add_entry(struct match *match, const struct entry *entry);

/* ---- the fold (fold.c) -------------------------------------------------------------------------
 */

void fold_open(struct fold *fold, const struct match *match, struct bench *bench);
void fold_close(struct fold *fold);

/* Would the rules take this order now? RD_OK: *hash is the state's afterwards. Nothing changes. */
struct rd_verdict fold_try_order(const struct fold *fold, struct bench *bench, rd_seat seat,
                                 const struct rd_order *order, uint64_t *hash);
enum undo_answer {
    UNDO_FINE,
    UNDO_NOTHING, /* there is no order, or others saw its effect */
    UNDO_REVEALED /* the order showed its seat what had been hidden */
};
/* Likewise. key: the match's. */
enum undo_answer fold_try_undo(const struct fold *fold, struct bench *bench, rd_seat seat,
                               const uint64_t key[2], uint64_t *hash);

/* False, and no change: it doesn't follow from what is there. entry->told is set. */
bool fold_apply(struct fold *fold, struct bench *bench, struct entry *entry, struct news *news);

/* ---- in JSON (records.c, news.c)
 * ------------------------------------------------------------------
 */

struct core; /* knows the players */

char *player_to_body(const struct player *player);
bool player_from_body(const struct core_record *record, struct player *player,
                      struct rd_problem *problem);
char *created_to_body(const struct match *match, const struct entry *entry);
char *entry_to_body(const struct entry *entry);
const char *entry_kind_name(enum entry_kind kind);

typedef const struct player *find_player(const struct core *core, const char *id);
/* New match with id, key, seats; the entry is its first. NULL with a problem. */
struct match *match_from_record(const struct core_record *record, struct core *core,
                                struct entry *entry, struct rd_problem *problem);
bool entry_from_record(const struct core_record *record, const struct core *core,
                       struct entry *entry, struct rd_problem *problem);

/* What the news mean to this viewer, as the text of an update; NULL: nothing. json: with the
 * view in JSON too. */
char *news_update(const struct match *match, const struct fold *fold, struct bench *bench,
                  const struct news *news, struct watcher to);
char *news_snapshot(const struct match *match, struct bench *bench, struct watcher to);
json_t *seats_to_json(const struct match *match, const struct fold *fold);
json_t *turn_to_json(const struct match *match, const struct fold *fold);
json_t *viewer_to_json(rd_seat viewer);
void key_to_text(const uint64_t key[2], char out[33]);

#endif
