/*
 * server/core/match.h - the state of a match follows from its log. Private to server/core.
 *
 *     struct entry        one thing that happened, as the log has it
 *     struct match_state  where the match stands after some entries: seats, state, numbers
 *     struct match        the beginning, the log, and the state after all of it
 *     struct update       what one entry means to each viewer
 *
 * A viewer is a seat or RD_SPECTATOR. Messages that somebody missed are made again by applying the
 * log anew, so they are what they were.
 */
#ifndef REDOUBT_SERVER_MATCH_H
#define REDOUBT_SERVER_MATCH_H

#include <jansson.h>

#include "host/field.h"
#include "host/json_numbers.h"
#include "host/play.h"
#include "host/reveal.h"
#include "host/setup.h"
#include "server/core/clock.h"
#include "server/core/core.h"
#include "server/core/keys.h"
#include "server/core/luck.h"
#include "server/core/rating.h"

enum {
    NAME_ROOM = 41,    /* bytes of a player's name, with its 0 */
    COMMAND_ROOM = 65, /* of a command's id */
    HASH_SIZE = 32,    /* of a token */
    TOKENS_MAX = 8,    /* of one player */
    PLACES_KNOWN = 4,
    VIEWERS = RD_SPECTATOR + 1,
    BOT_ORDERS_MAX = 1000, /* of one seat in a turn; then the turn is ended for it */
    MARK_EVERY = 128,      /* entries of the log */
    MARKS = 3
};

struct player {
    char id[CORE_ID_MAX];
    char name[NAME_ROOM];
    bool account;
    bool program;                         /* nobody sits there: it said so */
    char *password;                       /* its hash, owned; NULL: a guest has none */
    const struct player *owner;           /* the account that has claimed this guest, or NULL */
    uint8_t token[TOKENS_MAX][HASH_SIZE]; /* hashes, the oldest first */
    int64_t token_until[TOKENS_MAX];      /* 0: until somebody ends it */
    int64_t token_made_ms[TOKENS_MAX];    /* 0: nobody knows */
    struct account_keys *keys;            /* owned; NULL: none */
    uint32_t token_count;
    bool banned;                     /* by the host */
    bool muted;                      /* by the host: it may not talk */
    bool moderator;                  /* the host has appointed it */
    uint64_t closed_network;         /* from there come no new guests since it is banned; 0: none */
    bool forgotten;                  /* it wanted to be: nothing is known of who it was */
    char last_command[COMMAND_ROOM]; /* the latest that changed it */
    uint64_t version;                /* changes of its row */
    struct rating *rating;           /* owned, in no sequence */
    uint32_t rating_count, rating_room;
    /* Not stored. */
    struct player_index {
        struct match **match; /* those with a seat of it, once or now; the oldest first */
        uint32_t count, room;
        uint32_t made;      /* open or running ones that it has made */
        uint32_t only_bots; /* of those, without people */
    } index;
    uint32_t place;             /* 1 + index in core.player */
    bool used;                  /* some log knows it */
    bool here, going;           /* guests.c */
    uint64_t network;           /* from which it came last; 0: this machine, or nobody knows */
    int64_t made_ms;            /* since 1970 */
    bool busy;                  /* a change is under way */
    int64_t bucket, bucket_ms;  /* as a connection's, for all of them together */
    char owner_id[CORE_ID_MAX]; /* while loading */
    int64_t spoken_t;           /* by when its talk is forgiven */
    int64_t reports_t;          /* since when it has reported so often */
    uint32_t reports;
    uint64_t place_known[PLACES_KNOWN]; /* origins from which it logged in */
};

/* Somebody's name as it was then: messages must not change with it. */
struct player_card {
    char name[NAME_ROOM];
    bool account;
    int32_t rating, deviation; /* of rated matches; deviation 0: none */
};

enum entry_kind {
    ENTRY_CREATED,
    ENTRY_SEATED,
    ENTRY_LEFT,
    ENTRY_ORDER,
    ENTRY_UNDO,
    ENTRY_LATE,    /* the seat's time is over; without actions a bot stands in */
    ENTRY_OFFER,   /* what */
    ENTRY_DECLINE, /* what */
    ENTRY_RESUME,
    ENTRY_ABORT,
    ENTRY_CLAIM,   /* the seat `who` is made to give up */
    ENTRY_SAID,    /* text */
    ENTRY_MUTE,    /* the seat hears `who` no longer, or (what = 0) again */
    ENTRY_REMATCH, /* text: the id of the new match */
    ENTRY_RATED,   /* text: a list in JSON of how the ratings have changed */
    ENTRY_SHARE    /* text: what the seat adds to the luck */
};

enum offer { OFFER_DRAW, OFFER_PAUSE, OFFER_REMATCH, OFFERS };
extern const char *const offer_names[OFFERS + 1];

struct entry {
    enum entry_kind kind;
    rd_seat seat;  /* RD_SPECTATOR: of somebody who watches */
    uint8_t count; /* of actions */
    uint8_t what;  /* enum offer; or on and off; of who sits down: it agrees to be watched */
    rd_seat who;
    struct rd_action action[RD_ORDER_ACTIONS_MAX];
    const struct player *player; /* whose command it was; NULL: a bot's, or the clock's */
    char *command;               /* its id, owned; NULL: a bot's */
    char *note;                  /* owned; NULL: none */
    char *text;               /* owned; NULL: none. Of who makes the match or sits down: its seal */
    struct player_card *card; /* of the player, owned; only who sits down or says something */
    uint64_t hash;            /* of the state after it */
    int64_t at_ms;            /* since 1970 */
    int64_t t;                /* in the server's own time */
    uint32_t told;            /* the number of the update that shows it to its seat */
    uint32_t turn;            /* turns completed after it */
};

enum holder_kind { HOLDER_NONE, HOLDER_PERSON, HOLDER_BOT };

struct seat_holder {
    enum holder_kind kind;
    const struct player *player;
    const struct rd_bot *bot;
    bool invited;            /* only who has the link may sit down */
    bool agreed;             /* others may see, late, what this seat sees: it said so */
    struct player_card card; /* of the player */
};

/* What was agreed on when the match was made. */
struct terms {
    bool is_public, rated;
    struct clock_terms clock;
    const struct rd_bot *stand_in; /* decides when a seat's time is over; NULL: the draft stands */
    int64_t claim_ms;              /* 0: never */
    uint32_t delay;                /* others see everything after so many turns; 0: never */
    bool together;                 /* all are shown the steps of a turn at the same time */
};

/* Which step of the latest turn may be shown: pace.h. Not stored. */
struct pace {
    uint32_t step;                /* row of the table of steps; 0: all of them */
    uint32_t ready[RD_SEATS_MAX]; /* the last step that the seat has seen enough of */
    int64_t until_t;              /* then nobody is waited for any longer */
};

/* An order that stands: all of its actions, or none. */
struct given_order {
    uint32_t record; /* its place in the log */
    rd_seat seat;
    uint8_t count;
    struct rd_action action[RD_ORDER_ACTIONS_MAX];
};

/* How a match can end but by the rules. */
enum ended { ENDED_NOT, ENDED_DRAW, ENDED_ABORTED };
extern const char *const ended_names[];

struct match_state {
    const struct match *match;
    struct seat_holder holder[RD_SEATS_MAX];
    void *state;     /* or, of a mark, */
    uint32_t packed; /* so many bytes of a patch that makes it of zeroes; 0: it is the state */
    struct rd_luck luck;
    struct shares *shares;  /* owned; NULL: nobody has sealed one */
    uint64_t seen[VIEWERS]; /* the hash of what each viewer sees of the state */
    struct given_order *order;
    uint32_t order_count, order_room;
    /* Orders from base_orders on can be taken back: nobody but their seats saw anything of them. */
    uint8_t *base; /* the state before them, as a patch of this one, owned; NULL: it is this one */
    uint32_t base_size;
    struct rd_luck base_luck;
    uint32_t base_orders;
    uint32_t given[RD_SEATS_MAX]; /* orders in this turn */
    uint32_t told[VIEWERS];       /* number of the latest message */
    uint32_t records;             /* entries of the log that it was made from */
    uint32_t moves;               /* those that were orders, or took some back */
    struct clocks clock;
    struct clocks shown;          /* what seats know of each other's clocks */
    rd_seats late;                /* seats that ran out of time since then */
    rd_seats stand_in;            /* a bot makes the rest of their decision */
    rd_seats offered[OFFERS];     /* by whom */
    bool held;                    /* paused by the host: players can't resume it */
    rd_seats muted[RD_SEATS_MAX]; /* whom the seat doesn't hear */
    enum ended ended;
    char rematch[CORE_ID_MAX]; /* the match that followed, or "" */
    uint32_t rated_record;     /* where the log says how the ratings changed; 0: nowhere */
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
    bool numbers; /* events and outcome as numbers of the tables */
    bool behind;  /* sees everything, some turns late */
    bool frames;  /* is shown the steps of an order */
};

struct match {
    char id[CORE_ID_MAX];
    char secret[CORE_ID_MAX]; /* who knows it may sit down */
    char commitment[2 * HASH_SIZE + 1];
    struct rd_chosen chosen;
    uint64_t key[2];
    struct terms terms;
    const struct player *maker;             /* NULL: everybody, as with a rematch */
    struct seat_holder first[RD_SEATS_MAX]; /* at the beginning */
    struct entry *log;
    uint32_t log_count, log_room;
    struct match_state now;
    struct match_state
        *mark[MARKS]; /* how it stood before, the latest first: for missed messages */
    struct match_state
        *behind; /* as it was some turns ago, for those who see everything; or NULL */
    bool busy;   /* a record is under way to the disk */
    bool broken; /* its log doesn't agree with these rules */
    struct bot_seat bot[RD_SEATS_MAX];
    struct watcher *watcher;
    uint32_t watcher_count, watcher_room;
    bool to_be_rated; /* it is in core.unrated */
    /* Asleep: the log and the state are on the disk only, but for who holds the seats. */
    bool asleep, waking;
    struct wake_work *wake_work; /* its log is being played again, piece by piece; or NULL */
    bool unreadable;             /* its log could not be read just now */
    int64_t unreadable_t;        /* until then it isn't tried again for a page */
    char *replay;                /* of a match that is over; owned, NULL: not made yet */
    size_t replay_size;
    bool elsewhere;               /* another server has it; here it never wakes up */
    bool notice_due;              /* other servers are to hear how it is now */
    bool replay_asked, no_replay; /* it is being made; it can't be made */
    bool is_over;
    bool counted;   /* in core.live_count, and for its maker and origin */
    bool played;    /* somebody has given an order */
    uint32_t older; /* it is of this older rules_version: see older.c; 0: it is not */
    bool only_bots; /* nobody but bots plays */
    bool leaving;   /* it is being ended to make room */
    uint32_t listed_place, unused_place, awake_place; /* in lists of the core: 1 + index, or 0 */
    uint64_t serial;                                  /* the younger the greater */
    uint64_t origin;       /* where it was made; 0: nobody knows any more */
    uint8_t free_seats;    /* that need no link */
    char *line;            /* of a list, while it sleeps; owned */
    uint32_t stub_records; /* the stub on the disk stands for so many; 0: there is none */
    int64_t touched_t;     /* when somebody last did something with it */
    int64_t made_ms;
    rd_seats here;                /* seats whose players watch */
    int64_t gone_t[RD_SEATS_MAX]; /* since when those of the others don't */
    struct pace pace;
    uint32_t place;            /* among the deadlines, 1 + index; 0: not there */
    int64_t deadline, retry_t; /* in the server's time */
};

/* Memory to work in, one for each game: a play with its event log is large. */
struct scratch {
    const struct rd_game *game;
    char tables[RD_TABLES_TEXT]; /* scratch_tables(); "": nobody has asked */
    struct rd_play play;
    struct rd_action *legal;
    void *base; /* a state, and a patch of two */
    uint8_t *patch;
    /* Views, and their hashes: of this state when it had so many records; NULL: of another state.
     */
    void *view[VIEWERS];
    uint64_t hash[VIEWERS];
    const struct match_state *viewed;
    uint32_t viewed_records;
    rd_seats in_view; /* those that were made */
};
void scratch_open(struct scratch *scratch, const struct rd_game *game);
void scratch_close(struct scratch *scratch);
/* The name of the game's tables. Making it takes as long as an order. */
const char *scratch_tables(struct scratch *scratch);
/* What the viewer sees of the state, made once; good until the scratch memory is used again. */
const void *bench_view(struct scratch *scratch, const struct match_state *now, rd_seat viewer);

/* What an entry means to each viewer. Its events are in scratch->play.log. */
struct update {
    const struct entry *entry;
    bool told[VIEWERS];
    bool note;      /* nothing on the board has changed */
    bool order;     /* it was carried out, and its frames are there if they were asked for */
    bool seats;     /* who sits where has changed */
    bool offers;    /* what is on offer has changed */
    rd_seat undone; /* whose order was taken back, 0xff = nobody's */
    rd_seats late[VIEWERS];
};

/* ---- the beginning (match.c) ----------------------------------------------------------------- */

/* Takes chosen over. id and key are set by the caller before. */
void match_begin(struct match *match, struct rd_chosen *chosen, struct scratch *scratch);
void match_make_secret(struct match *match); /* from its id and key */
void match_free(struct match *match);        /* NULL is fine */
void match_drop_behind(struct match *match);
/* After every entry: now and then how it stands is kept, in few bytes. */
void match_keep_mark(struct match *match);
void match_forget(struct match *match);           /* all that a sleeping one does without */
struct wake_work;                                 /* sleep.c */
void wake_work_free(struct wake_work *wake_work); /* NULL is fine */

uint32_t match_seats(const struct match *match);
rd_seats match_people(const struct match *match,
                      const struct match_state *now); /* seats of persons */
rd_seats match_bots(const struct match *match, const struct match_state *now);
/* Seats that have to decide something now. */
rd_seats match_acting(const struct match *match, const struct match_state *now);
/* A seat is free. */
bool match_has_room(const struct match *match, const struct match_state *now);
/* It has not begun: a seat is free, or a sealed share of the luck is missing. */
bool match_open(const struct match *match, const struct match_state *now);
bool match_over(const struct match *match, const struct match_state *now);
/* "open", "running", "over" */
const char *match_state_name(const struct match *match, const struct match_state *now);
/* Everybody at the table has agreed that strangers see what seats see, late. Never in rated ones.
 */
bool match_shows_eyes(const struct match *match, const struct match_state *now);
bool match_seat_of(const struct match *match, const struct player *player, rd_seat *seat);
rd_seats match_seats_of(const struct match *match, const struct match_state *now,
                        const struct player *player);
bool player_same(const struct player *a, const struct player *b);
/* In the place of a name, and of all that was said, of who wanted to be forgotten. */
#define FORGOTTEN_NAME "(deleted)"
bool player_is_forgotten(const struct player *player); /* NULL: no */
/* What the player is called by others: as the card has it. */
const char *player_shown(const struct player *player, const struct player_card *card);
/* The entry of this player's command, or NULL. */
const struct entry *match_find_command(const struct match *match, const struct player *player,
                                       const char *command);
void entry_drop(struct entry *entry); /* frees what it owns */
void match_add_entry(struct match *match, const struct entry *entry);

/* ---- the state of a match (match_state.c) ---- */

void match_state_open(struct match_state *now, const struct match *match, struct scratch *scratch);
void match_state_close(struct match_state *now);
/* Another one that goes on from here; of the orders it has those that can be taken back. */
void match_state_copy(struct match_state *to, const struct match_state *from);
/* Of a mark: the copies of it are whole again. */
void match_state_pack(struct match_state *mark);

/* Would the rules take this order now? RD_OK: *hash is the state's afterwards. Nothing changes. */
struct rd_verdict match_state_try_order(const struct match_state *now, struct scratch *scratch,
                                        rd_seat seat, const struct rd_order *order, uint64_t *hash);
/* Likewise. key: the match's. RD_UNDO_FINAL: also when there is no order. */
enum rd_undo match_state_try_undo(const struct match_state *now, struct scratch *scratch,
                                  rd_seat seat, const uint64_t key[2], uint64_t *hash);

/* Would the match accept this share of its luck from the seat now? *hash is the state's afterwards.
 */
bool match_state_try_share(const struct match_state *now, struct scratch *scratch, rd_seat seat,
                           const char *share, uint64_t *hash);

/* False, and no change: it doesn't follow from what is there. entry->told is set. */
bool match_state_apply(struct match_state *now, struct scratch *scratch, struct entry *entry,
                       struct update *update);

/* Parts of match_state_apply: match_state_clock.c, match_state_talk.c. */
struct mark {
    rd_seats acting;
    uint32_t turn;
};
struct mark match_state_mark(const struct match_state *now);
/* stood_in: now->stand_in before the entry. */
void match_state_follow_clocks(struct match_state *now, struct mark before, rd_seats stood_in,
                               const struct entry *entry);
void match_state_show_clocks(struct match_state *now, struct update *update);
bool match_state_apply_talk(struct match_state *now, const struct entry *entry,
                            struct update *update);
/* Offers that the entry has overtaken. */
void match_state_end_offers(struct match_state *now, bool turned, struct update *update);
/* Is this viewer told what the speaker says? */
bool match_state_hears(const struct match_state *now, uint32_t viewer, rd_seat speaker);

/* ---- in JSON (records.c, update.c, terms.c) ---- */

struct core; /* knows the players */

char *player_to_body(const struct player *player);
bool player_from_body(const struct core_record *record, struct player *player,
                      struct rd_problem *problem);
char *report_to_body(const struct match *match, const struct player *by, rd_seat who,
                     const char *why);
json_t *chat_to_json(const struct match *match, const struct match_state *now, rd_seat viewer);
char *stub_to_body(const struct match *match, const struct entry *created, int64_t time);
/* What another server tells of its match now. */
bool stub_refresh(const struct core_record *record, struct core *core, struct match *match);
/* A match that sleeps. NULL with a problem. */
struct match *stub_from_record(const struct core_record *record, struct core *core,
                               struct rd_problem *problem);
char *time_to_body(int64_t time);
bool time_from_body(const struct core_record *record, int64_t *time, struct rd_problem *problem);
char *created_to_body(const struct match *match, const struct entry *entry);
char *entry_to_body(const struct entry *entry);
const char *entry_kind_name(enum entry_kind kind);

typedef const struct player *find_player(const struct core *core, const char *id);
/* New match with id, key, seats; the entry is its first. NULL with a problem. */
struct match *match_from_record(const struct core_record *record, struct core *core,
                                struct entry *entry, struct rd_problem *problem);
bool entry_from_record(const struct core_record *record, const struct core *core,
                       struct entry *entry, struct rd_problem *problem);

/* What an update means to this viewer, as the text of an update; NULL: nothing. json: with the
 * view in JSON too. */
char *update_text(const struct match *match, const struct match_state *now, struct scratch *scratch,
                  const struct update *update, struct watcher to);
/* The steps of the latest order as this viewer saw them; NULL: the update says as much. */
json_t *frames_to_json(const struct match_state *now, const struct scratch *scratch,
                       struct watcher to);
char *snapshot_text(const struct match *match, const struct match_state *now,
                    struct scratch *scratch, struct watcher to, int64_t t);
void end_to_json(json_t *json, const struct match *match, const struct match_state *now);
/* False: the problem says which field. root has the fields of create, or of a stored beginning. */
bool terms_read(const struct rd_field *root, const struct rd_game *game, struct terms *terms);
json_t *terms_to_json(const struct terms *terms);
json_t *clock_terms_to_json(const struct clock_terms *clock);
const char *terms_speed(const struct terms *terms); /* "live", "days", "none" */
json_t *outcome_to_json(const struct match *match, const struct match_state *now, bool numbers);
json_t *seats_to_json(const struct match *match, const struct match_state *now);
/* What the seats have sealed and opened of the luck; NULL, nothing: nobody has. */
json_t *shares_to_json(const struct match *match, const struct match_state *now);
void luck_to_json(json_t *json, const struct match *match, const struct match_state *now);
/* What strangers will be shown before the end; nothing: nothing. */
void eyes_to_json(json_t *json, const struct match *match, const struct match_state *now);
json_t *seats_list(rd_seats seats); /* [0,2] */
json_t *turn_to_json(const struct match *match, const struct match_state *now);
json_t *viewer_to_json(rd_seat viewer);
void key_to_text(const uint64_t key[2], char out[33]);
/* The luck that comes of the key and these shares. */
void luck_key_of(const struct match *match, const struct shares *shares, uint64_t key[2]);

#endif
