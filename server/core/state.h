/*
 * server/core/state.h - everything the core remembers. Private to server/core.
 */
#ifndef REDOUBT_SERVER_STATE_H
#define REDOUBT_SERVER_STATE_H

#include <jansson.h>

#include "host/field.h"
#include "server/core/core.h"
#include "server/core/hash_map.h"
#include "server/core/match.h"

enum {
    WATCHES_MAX = 16, /* of one connection */
    TAIL_MAX = 64,    /* missed messages that are made again; beyond that a snapshot */
    TAIL_RECORDS = MARK_EVERY * (MARKS + 1), /* of a log that is played for it */
    RANKINGS_MAX = 16,
    PLAYER_SHARE = 4, /* a player with many connections has as much as so many */
    TAIL_COST = 5,    /* as many commands */
    PASSWORD_COST = 10,
    LONG_MESSAGE = 2048, /* so many bytes cost as much as a command besides */
    STRIKES_MAX = 200,   /* commands refused in a row because they came too fast */
    LIST_MAX = 100,
    CHAT_MAX = 500, /* bytes of a line */
    BUSY_MS = 900,  /* a command that waits longer is refused */
    BOTS_MS = 250,  /* while one waits longer, bots wait too */
    RETRY_MS = 1000 /* after the disk refused */
};

struct queued {
    json_t *json;
    int64_t come_ms;
    uint64_t asked; /* it waits for the news that were asked for then; 0: not */
    bool tried;     /* it would be carried out, but something else is under way in its match */
    struct queued *next;
};

/* Which matches of the lobby somebody wants to see. */
enum wanted { WANTED_ANY, WANTED_YES, WANTED_NO };
struct filter {
    const struct rd_game *game; /* NULL: any */
    const char *speed;          /* NULL: any */
    enum wanted free, rated;
};

struct connection {
    uint64_t id;
    bool host;        /* of whoever runs the server */
    uint64_t address; /* 0: this machine */
    uint64_t network; /* likewise, and the same after a restart */
    uint64_t origin;
    struct player *player;         /* NULL before hello */
    uint8_t token_hash[HASH_SIZE]; /* by which it is that player */
    struct queued *first, *last;
    uint32_t queued;
    bool underway; /* its command is on the way to the disk */
    bool waiting;  /* it is in core.waiting */
    uint32_t strikes;
    int64_t bucket, bucket_ms; /* thousandths of commands that it may send, and since when */
    struct match *watched[WATCHES_MAX];
    uint32_t watches;
    bool in_lobby; /* it is in core.lobby */
    struct filter filter;
};

/* A command whose record is on the way to the disk; a bot's order likewise. */
enum op_kind {
    OP_PLAYER,
    OP_GONE, /* a guest who never did anything */
    OP_ACCOUNT,
    OP_CREATE,
    OP_ENTRY,
    OP_REPORT,
    OP_WRONG, /* a wrong password, for other servers to count */
    OP_TIME,
    OP_STUB,   /* what is needed of a match at the next start */
    OP_NOTICE, /* what other servers show of a match */
    OP_SLEEP   /* likewise, and then it sleeps */
};
enum account_kind {
    ACCOUNT_REGISTER,
    ACCOUNT_LOGIN,
    ACCOUNT_PASSWORD,
    ACCOUNT_LOGOUT,
    ACCOUNT_CLAIMED, /* the guest of a connection that logs in */
    ACCOUNT_KEYS,    /* codes, or the second factor */
    ACCOUNT_SESSION, /* another one of the same player ends */
    ACCOUNT_FORGOTTEN,
    ACCOUNT_RATED,
    ACCOUNT_BANNED
};
struct op {
    enum op_kind kind;
    uint64_t connection; /* 0: a bot's, or the clock's */
    char command[COMMAND_ROOM];
    struct player *player; /* who gave the command; OP_PLAYER: the new one */
    enum account_kind account;
    struct player *next;  /* OP_ACCOUNT: what the player becomes, owned */
    char token[48];       /* a new one of the connection, "": none */
    json_t *told;         /* more fields of the answer, owned; NULL: none */
    uint32_t group;       /* of its record */
    char id[CORE_ID_MAX]; /* OP_REPORT, OP_WRONG */
    struct match *match;  /* OP_CREATE: the new one */
    struct entry entry;
};

struct request;

struct op_list {
    struct op *op;
    uint32_t count, room;
};

/* A command that waits for a hash. */
enum hashing_kind {
    HASHING_REGISTER,
    HASHING_LOGIN,
    HASHING_OLD,
    HASHING_NEW,
    HASHING_RECOVER, /* the new password */
    HASHING_CONFIRM  /* the password of who is there already */
};
enum confirm { CONFIRM_CODES, CONFIRM_SECOND_ON, CONFIRM_SECOND_OFF, CONFIRM_FORGET };
struct hashing {
    enum hashing_kind kind;
    uint64_t connection, origin, network;
    uint8_t token_hash[HASH_SIZE]; /* of the connection */
    char command[COMMAND_ROOM];
    struct player *player; /* NULL: there is no such account */
    char name[NAME_ROOM];
    char password[CORE_PASSWORD_ROOM]; /* the new one, while the old one is checked */
    bool claims;
    char digits[8]; /* of the second factor */
    uint32_t code;  /* which one recovers the account */
    enum confirm confirm;
    uint64_t version; /* of the player when it began */
};

/* Those that are something; with holes, so that nobody's place changes. */
struct match_list {
    struct match **match;
    uint32_t count, room, holes;
};

/* One address. */
struct origin {
    uint64_t key;
    uint32_t live;   /* matches made there that are open or running */
    uint32_t hashes; /* passwords from there that are being worked on */
    int64_t seen_t;
    int64_t spent_t; /* by when its passwords of late are forgiven */
};

/* Wrong passwords. */
struct guess {
    uint64_t key;
    int64_t since_t;
    uint32_t count;
};

struct waiting_hash {
    uint64_t origin;
    struct core_hash *hash;
};

struct bot_answer {
    struct match *match;
    rd_seat seat;
};

struct core {
    struct core_config config;
    struct core_effects *effects; /* of the event at hand */
    int64_t now_ms, wall_ms;
    uint32_t pressure;       /* see core_event */
    int64_t time, kept_time; /* the server's own, and what is stored of it */
    int64_t timer_ms;        /* when the shell was asked to wake the core */
    struct match **due;      /* a heap: what has a deadline */
    uint32_t due_count, due_room;
    uint64_t secret[2]; /* of the tables */
    uint64_t drawn;     /* random blocks so far */

    struct scratch *scratch;
    uint32_t scratches;

    struct hash_map connections, players, tokens, names, matches, created, tickets, hashing;
    int64_t guests_t;  /* when the core last looked for guests that can go */
    bool logs_unknown; /* some stub doesn't tell whom its log knows: no guest goes */
    uint32_t orphans;  /* players whose owners are not known yet: while loading */
    struct player **player;
    uint32_t player_count, player_room;
    struct match **match; /* the oldest first */
    uint32_t match_count, match_room, broken_count, asleep_count, older_count;
    uint32_t live_count; /* matches that are open or running: what the limit is about */
    uint64_t last_serial;
    struct match_list listed, unused, awake; /* the oldest first; index.c */
    uint32_t waking_count;                   /* matches whose logs are being read */
    struct hash_map origins, skeletons, guesses;
    struct hash_map closed_networks; /* for whose sake they are closed */
    json_t *reports;                 /* the latest, the oldest first; NULL: none */
    int64_t guesses_t;
    struct waiting_hash *hash_queue; /* the oldest first */
    uint32_t hash_count, hash_room, hashes_out;
    int64_t origins_t;            /* when the core last looked for those that can be forgotten */
    int64_t scanned_t;            /* when the core last looked for matches that may sleep */
    char unreadable[CORE_ID_MAX]; /* the match whose first record could not be read */

    struct connection **lobby; /* those that are told of public matches */
    uint32_t lobby_count, lobby_room;
    struct match **wake_work; /* matches that wake up, the first one next */
    uint32_t wake_work_count, wake_work_room;
    struct match **unrated; /* rated matches that are over, but not rated yet */
    uint32_t unrated_count, unrated_room;
    uint64_t *waiting; /* connections with commands that wait, the longest first */
    uint32_t waiting_count, waiting_room;
    uint64_t busy_count;
    struct bot_answer *answer; /* likewise for bots */
    uint32_t answer_count, answer_room;
    uint64_t last_ticket;

    struct core_batch *batch; /* being gathered; NULL: empty */
    struct op_list gathered, storing;
    uint64_t last_batch;
    uint32_t last_group;
    uint32_t grouped;                /* above 0: what is stored now belongs to the latest group */
    uint64_t news_asked, news_heard; /* questions for news */
    bool others;                     /* other servers play, perhaps */
    struct match **noticed;          /* matches of which others are to hear */
    uint32_t noticed_count, noticed_room;
    char *games; /* the page of all games, owned; NULL: nobody has asked */
    struct ranking {
        char *text; /* owned; NULL: nobody has asked */
        int64_t until_t;
    } ranking[RANKINGS_MAX]; /* by games */
    bool storage_bad;
    int64_t retry_ms; /* 0: nothing to retry */
};

/* ---- older.c ---- */

uint32_t older_version(const struct core_record *record); /* of a beginning; 0: of these rules */
/* A match that can't be played on. NULL: that is not why. */
struct match *older_from_record(const struct core_record *record, const struct core *core);
void older_mark(struct match *match, uint32_t version); /* it sleeps, and will not wake up */
void older_sentence(const struct match *match, char *out, size_t size);

/* ---- guesses.c ---- */

/* May this connection try a password for the name? account: who has it, NULL: nobody. */
bool guess_allowed(struct core *core, const struct connection *from, const char *name,
                   const struct player *account);
/* Likewise for what nobody can guess, so that guesses from elsewhere close nothing. */
bool guess_allowed_here(struct core *core, const struct connection *from, const char *name);
void guess_wrong(struct core *core, uint64_t network, uint64_t origin, const char *name);
void guess_right(struct core *core, const struct hashing *wait, const char *name,
                 struct player *account);
void guess_heard(struct core *core, const struct core_record *record); /* at another server */
void guesses_scan(struct core *core);
/* Is there room for one more hash from there? */
bool hash_place_free(struct core *core, uint64_t origin);
void hash_add(struct core *core, uint64_t origin, struct core_hash *hash); /* takes it */
void hash_done(struct core *core, uint64_t origin);
void hash_queue_free(struct core *core);

/* ---- core.c ---- */

struct scratch *core_scratch(struct core *core, const struct rd_game *game);
struct player *core_player(const struct core *core, const char *id); /* NULL: none */
const struct player *core_player_by_id(const struct core *core, const char *id);
struct match *core_match_by_id(const struct core *core, const char *id);
void core_add_player(struct core *core, struct player *player);
void core_add_match(struct core *core, struct match *match);

/* ---- index.c ---- */

/* The match is new, or its seats or its state have changed: the lists follow. */
void index_match(struct core *core, struct match *match);
bool index_is_listed(const struct match *match); /* a lobby shows it */
const struct player_index *index_of_player(const struct core *core, const struct player *player);
void index_adopt(struct core *core, struct player *guest); /* an account has claimed it */
/* Memory is short: something new is refused with busy. True: answered. */
bool core_is_short(struct core *core, struct request *request);
bool core_is_full(const struct core *core); /* no room for another match */
/* Ends one that nobody has played. False: there is none. */
bool index_make_room(struct core *core);
void index_free(struct core *core);

/* ---- origins.c ---- */

uint64_t origin_key(uint64_t address, uint64_t connection);
struct origin *origin_of(struct core *core, uint64_t key);
void origin_count(struct core *core, uint64_t key, bool live);
uint32_t origin_live(const struct core *core, uint64_t key);
void origins_scan(struct core *core);
void origins_free(struct core *core);

/* ---- core.c ---- */

/* Plays an entry of the log again, and compares; takes it. */
bool core_play_entry(struct core *core, struct match *match, struct entry *entry,
                     struct rd_problem *problem);
void core_start_match(struct core *core, struct match *match); /* it is loaded */
void core_reach_time(struct core *core, int64_t time);         /* it was that late already */
void core_note_creation(struct core *core, struct match *match, const char *player,
                        const char *command);
uint64_t core_created_key(const struct core *core, const char *player, const char *command);
void core_send(struct core *core, uint64_t connection, char *text); /* takes the text over */
struct core_effect *core_add_effect(struct core *core, enum core_effect_kind kind);
char *copied(const char *text);

/* random.c: bytes that nobody can foretell; an id is a letter and 15 of 32 signs. */
void random_bytes(struct core *core, void *out, size_t size);
void random_id(struct core *core, char letter, char out[CORE_ID_MAX]);
void token_hash(const char *token, uint8_t out[HASH_SIZE]);
uint64_t token_key(const uint8_t hash[HASH_SIZE]);

/* ---- store.c: from a command to the disk and back ---- */

void core_records_free(struct core_batch *batch); /* what is in it */
/* The record goes into the next batch. Takes body and what op owns. */
void store_op(struct core *core, const struct op *op, const char *kind, char *body);
/* Records from here to there stand or fall together. */
void store_group(struct core *core);
void store_group_end(struct core *core);
void store_flush(struct core *core);
void store_done(struct core *core, const struct core_event *event);
/* The disk refuses: the core's own attempts wait a second. */
void store_retry(struct core *core);
/* The same command of this player is under way. */
bool store_has(const struct core *core, const struct player *player, const char *command);

/* ---- deadlines.c, time.c ---- */

void deadline_set(struct core *core, struct match *match, int64_t t); /* INT64_MAX: none */
struct match *deadline_first(const struct core *core);                /* NULL: none */

void time_advance(struct core *core, int64_t now_ms, int64_t wall_ms);
/* The match has changed: when is it due? */
void time_look(struct core *core, struct match *match);
/* Whatever is due happens, and the timer is set. */
void time_pass(struct core *core);
void time_failed(struct core *core, struct match *match);

/* ---- commands ---- */

struct request {
    struct connection *connection;
    const char *command; /* its id */
    bool early;          /* a refusal need not wait for what is under way: see fresh_match */
    bool tried;          /* and it was found to be no refusal */
    uint64_t asked;      /* see struct queued */
    struct rd_field root;
    struct rd_problem problem;
};

enum step {
    STEP_DONE,     /* answered */
    STEP_UNDERWAY, /* its record is on the way */
    STEP_BLOCKED   /* try again when something was stored */
};

/* commands.c */
void commands_receive(struct core *core, struct connection *connection,
                      const struct core_event *event);
/* Whatever has waited too long is refused. */
void commands_shed(struct core *core);
/* For how long the longest has waited. */
int64_t commands_waited(const struct core *core);
void commands_pump(struct core *core, struct connection *connection);
void commands_pump_all(struct core *core);
/* Answers. fields may be NULL and is taken over. */
enum step answer_fine(struct core *core, uint64_t connection, const char *command, json_t *fields);
enum step answer_refused(struct core *core, uint64_t connection, const char *command,
                         const char *code, const char *why);
enum step refuse(struct core *core, struct request *request, const char *code, const char *format,
                 ...) __attribute__((format(printf, 4, 5)));
enum step bad_message(struct core *core, struct request *request); /* as its problem says */
/* The answer to a command that is in the log: always the same. */
void answer_entry(struct core *core, const struct op *op, const struct entry *entry);
/* The match that the command names. NULL: *step says what to do. */
struct match *match_of(struct core *core, struct request *request, enum step *step);
/* Likewise, but the command is a new one, and nothing is under way to the disk; with request->early
 * something may be: what others do must not be heard from how long a refusal takes. */
struct match *fresh_match(struct core *core, struct request *request, enum step *step);
/* Likewise, and the seat is one of the player's. */
struct match *seated_match(struct core *core, struct request *request, rd_seat *seat,
                           enum step *step);
/* False: answered. */
bool has_begun(struct core *core, struct request *request, const struct match *match);
/* Which of the player's seats is meant? False: answered. */
bool own_seat(struct core *core, struct request *request, const struct match *match, rd_seat *seat);
/* A number of a seat of the match. False: answered. */
bool read_seat(struct core *core, struct request *request, const struct match *match,
               const char *key, rd_seat *seat);

/* ---- together.c: one of several servers ---- */

/* Before something is called unknown. True: it waits for what others have stored until now. */
bool news_wait(struct core *core, struct request *request);
void news_heard(struct core *core, struct core_news *news);
/* Others shall hear how it is now. */
void notice_mark(struct core *core, struct match *match);
void notice_first(struct core *core, const struct op *op); /* beside its first record */
void notices_pump(struct core *core);
enum step refuse_elsewhere(struct core *core, struct request *request, const struct match *match);

/* players.c, accounts.c, create.c, watch.c, orders.c */
enum step command_hello(struct core *core, struct request *request);
enum step command_register(struct core *core, struct request *request);
enum step command_login(struct core *core, struct request *request);
enum step command_password(struct core *core, struct request *request);
enum step command_logout(struct core *core, struct request *request);
enum step command_recover(struct core *core, struct request *request);
enum step command_codes(struct core *core, struct request *request);
enum step command_second(struct core *core, struct request *request);
enum step command_sessions(struct core *core, struct request *request);
enum step command_end_session(struct core *core, struct request *request);
enum step command_export(struct core *core, struct request *request);
enum step command_forget(struct core *core, struct request *request);
enum step command_create(struct core *core, struct request *request);
enum step command_join(struct core *core, struct request *request);
enum step command_leave(struct core *core, struct request *request);
enum step command_share(struct core *core, struct request *request);
enum step command_watch(struct core *core, struct request *request);
enum step command_list(struct core *core, struct request *request);
enum step command_order(struct core *core, struct request *request);
enum step command_undo(struct core *core, struct request *request);
enum step command_resign(struct core *core, struct request *request);
enum step command_ready(struct core *core, struct request *request); /* pace.c */
/* agree.c, rematch.c, chat.c */
enum step command_offer(struct core *core, struct request *request);
enum step command_decline(struct core *core, struct request *request);
enum step command_resume(struct core *core, struct request *request);
enum step command_claim(struct core *core, struct request *request);
enum step command_abort(struct core *core, struct request *request);
enum step command_say(struct core *core, struct request *request);
enum step command_mute(struct core *core, struct request *request);
enum step command_report(struct core *core, struct request *request);
/* Everybody has agreed: the new match and the entry that tells of it. */
enum step rematch_make(struct core *core, struct request *request, struct match *old, rd_seat seat);
void welcome(struct core *core, const struct op *op);
bool read_version(struct core *core, struct request *request); /* false: answered */
bool name_fits(const char *name);
enum step refuse_name(struct core *core, struct request *request);
bool name_says_program(const char *name); /* it ends with "(bot)" */
enum step refuse_mark(struct core *core, struct request *request, bool program);
void make_token(struct core *core, char token[48]);

/* players.c: the rows. */
struct player *player_copy(const struct player *player);
void player_free(struct player *player); /* NULL is fine */
bool player_has_token(const struct player *player, const uint8_t hash[HASH_SIZE]);
void player_add_token(struct player *player, const char *token, int64_t made_ms);
/* It is the only one left, for a while. */
void player_end_token_later(struct player *player, const uint8_t hash[HASH_SIZE], int64_t until);
void player_drop_token(struct player *player, const uint8_t hash[HASH_SIZE]);
/* The player becomes what next is, which is freed. */
void players_replace(struct core *core, struct player *player, struct player *next);
/* All players are loaded: guests find the accounts that claimed them. */
void players_settle(struct core *core);

void players_forget(struct core *core, struct player *player); /* and frees it */
/* Another server has changed it: what is not stored of it stays. Takes next. */
void players_renew(struct core *core, struct player *player, struct player *next);

/* guests.c: those whom no log knows go after a while. */
void guest_used(struct core *core, const struct player *player); /* NULL is fine */
void guests_scan(struct core *core);

/* accounts.c */
struct player *account_by_name(const struct core *core, const char *name); /* NULL: none */
bool name_is_free(const struct core *core, const char *name);
void account_add_name(struct core *core, struct player *player);
void account_drop_name(struct core *core, const char *name, const struct player *player);
/* Whoever came in with a token that has ended leaves, but for this connection. */
void account_close_ended(struct core *core, uint64_t but);
void accounts_hashed(struct core *core, const struct core_hash *hash);
void hashing_free(struct hashing *wait);
/* Others came first: its command is refused. */
void accounts_hash_dropped(struct core *core, uint64_t ticket);
/* op->next goes to the disk; afterwards one of the two is called. */
void store_account(struct core *core, const struct op *op);
void account_stored(struct core *core, struct op *op);
void account_failed(struct core *core, struct player *player, const char *name);
/* The answer to a command that was carried out before. */
enum step answer_again(struct core *core, struct request *request, struct match *match,
                       const struct entry *entry);
enum step submit_entry(struct core *core, struct request *request, struct match *match,
                       const struct entry *entry);
/* The beginning of a match goes to the disk; takes chosen. */
void store_match(struct core *core, struct op *op, struct rd_chosen *chosen);
/* What the server itself adds to a log: op->entry is completed. */
void submit_own(struct core *core, struct op *op);
struct player_card card_of(const struct player *player, const struct terms *terms, const char *game,
                           uint32_t seats);

/* ratings.c */
struct rating rating_of(const struct player *player, const char *game, bool many);
bool match_begun_by_all(const struct match *match);        /* every seat has given an order */
void ratings_look(struct core *core, struct match *match); /* it has changed */
void ratings_pump(struct core *core);

/* pages.c: how it ended, if it has. */
void match_ending(json_t *json, const struct match *match);
json_t *player_ratings(const struct player *player);
/* ranking.c: the strongest players of a game, as JSON; NULL: there is no such game. */
const char *ranking_text(struct core *core, const char *game);

/* replay_file.c */
void replay_file_begin(struct core *core, struct match *match);
void replay_file_done(struct core *core, struct core_replay_file *replay); /* takes the bytes */
void chosen_copy(const struct rd_chosen *from, struct rd_chosen *to);

/* lobby.c */
enum step command_lobby(struct core *core, struct request *request);
json_t *line_of(const struct match *match);                    /* of a list */
uint32_t free_seats(const struct match *match);                /* that need no link */
void lobby_tell(struct core *core, const struct match *match); /* seats or state have changed */
void lobby_stop(struct core *core, struct connection *connection);

/* watch.c */
/* Before an entry is carried out of which others will be told. */
void watch_ask_frames(struct core *core, const struct match *match, bool behind);
void watch_tell(struct core *core, struct match *match, const struct update *update);
bool watch_has(const struct connection *connection, const struct match *match);
void watch_stop(struct core *core, struct connection *connection, struct match *match);
/* Whoever watches a seat that is no longer theirs stops doing so. */
void watch_check(struct core *core, struct match *match);
void watch_stop_all(struct core *core, struct connection *connection);
/* The connection has become somebody else. */
void watch_recheck(struct core *core, struct connection *connection);

/* presence.c: who is there. After somebody began or ceased to watch. */
void presence_begin(struct core *core, struct match *match);
void presence_look(struct core *core, struct match *match);
/* Absence counts from now on: somebody sat down, or a pause is over. */
void presence_restart(struct core *core, struct match *match);
void presence_send(struct core *core, const struct match *match, uint64_t connection);

/* sleep.c */
void sleep_scan(struct core *core);
void sleep_rest(struct core *core);
void sleep_stored(struct core *core, struct match *match);
void sleep_wake(struct core *core, struct match *match);
void sleep_fetched(struct core *core, struct core_fetch *fetch); /* takes the log */
void sleep_go_on(struct core *core);                             /* waking up, a piece of it */
void sleep_touch(struct core *core, struct match *match);
/* It was another server's until now; takes the log. */
void sleep_adopt(struct core *core, struct match *match, struct core_batch *log);

/* admin.c */
enum step command_admin_list(struct core *core, struct request *request);
enum step command_admin_show(struct core *core, struct request *request);
enum step command_admin_end(struct core *core, struct request *request);
enum step command_admin_pause(struct core *core, struct request *request);
enum step command_admin_resume(struct core *core, struct request *request);
enum step command_admin_ban(struct core *core, struct request *request);
enum step command_admin_unban(struct core *core, struct request *request);
enum step command_admin_mute(struct core *core, struct request *request);
enum step command_admin_unmute(struct core *core, struct request *request);
enum step command_admin_appoint(struct core *core, struct request *request);
enum step command_admin_dismiss(struct core *core, struct request *request);
/* Whoever is banned leaves. */
void admin_ban_stored(struct core *core, const struct player *player);
/* True: banned, and answered. */
bool admin_refuses(struct core *core, struct request *request, const struct player *player);

/* moderate.c: what moderators and the host do about players. */
enum moderation_kind {
    MODERATION_MUTE,
    MODERATION_UNMUTE,
    MODERATION_BAN,
    MODERATION_UNBAN,
    MODERATION_APPOINT,
    MODERATION_DISMISS,
    MODERATIONS
};
struct moderation {
    enum moderation_kind what;
    struct player *player;
    bool address; /* of a ban: nor does a new guest come from there */
    const char *why;
};
enum step moderate(struct core *core, struct request *request, const struct moderation *moderation);
enum step command_reports(struct core *core, struct request *request);
enum step command_sanction(struct core *core, struct request *request);
json_t *report_line(const char *id, int64_t at_ms, const char *body); /* as it is remembered */
bool reports_load(struct core *core, const struct core_record *record);
void report_stored(struct core *core, struct op *op);
void networks_add(struct core *core, struct player *player);
void networks_drop(struct core *core, const struct player *player);
/* True: no guest may come from there, and that was answered. */
bool network_refuses(struct core *core, struct request *request);

/* bots.c */
bool bots_are_needed(const struct match *match); /* one has to decide something */
/* The order that ends the decision of a seat whose time is over. */
/* What a bot would be asked for this seat now, which is to act. Without a ticket. */
struct core_question *bots_question(struct core *core, const struct match *match, rd_seat seat,
                                    const struct rd_bot *bot);
struct rd_action bots_default(struct core *core, const struct match *match, rd_seat seat);
void bots_ask_if_due(struct core *core, struct match *match);
void bots_ask_all_due(struct core *core);
void bots_answered(struct core *core, uint64_t ticket, struct rd_action action);
void bots_pump(struct core *core);
void bots_failed(struct core *core, struct match *match, rd_seat seat);

#endif
