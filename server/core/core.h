/*
 * server/core/core.h - the whole server but for sockets, disk, clock and threads.
 *
 * An event goes in, effects come out. The same events in the same sequence give the same effects,
 * byte for byte, so that a server with a faulty network and disk can be tried out from one seed.
 *
 * A command is tried on a copy first. If the rules agree, its record is handed out in CORE_STORE,
 * and only when CORE_STORED comes back is it carried out, answered and told to others: memory never
 * holds what the disk doesn't. See docs/decisions/0012-server-core-and-log.md.
 */
#ifndef REDOUBT_SERVER_CORE_H
#define REDOUBT_SERVER_CORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bots/bot.h"
#include "host/problem.h"
#include "redoubt/game.h"

enum {
    CORE_PROTOCOL = 1,
    CORE_ID_MAX = 32, /* bytes of an id of a match or a player, the final 0 included */
    CORE_SEED_SIZE = 32,
    CORE_PASSWORD_ROOM = 136,
    CORE_HASH_ROOM = 128
};

/* ---- records: what is stored ------------------------------------------------------------- */

/* A record belongs to the log of a match (its place in it is n = 1, 2, ...) or to none (n = 0):
 * then a later one with the same kind and id replaces it. */
struct core_record {
    char id[CORE_ID_MAX]; /* of the match, the player, the report */
    uint32_t n;
    int64_t at_ms;
    char kind[16]; /* "player", "gone" (a player), "time", "report", "stub"; of logs: records.c */
    char *body;    /* JSON, owned */
    uint64_t version; /* of a player's row: the change that this is, counted; 0: nobody counted */
    uint32_t group;   /* those of one group are stored together, or none of them */
};

/* The kind that the shell gives to a record that was damaged on the disk. */
#define CORE_DAMAGED "damaged"

/* All of it is stored, or none. */
struct core_batch {
    uint64_t id;
    struct core_record *record;
    uint32_t count, room;
};
void core_batch_free(struct core_batch *batch); /* NULL is fine */

/* Of several servers: what the others have stored, and what is this one's from now on. */
struct core_news {
    struct core_batch heard; /* the latest rows: "player", "notice", "report", "wrong" */
    struct core_batch taken; /* of each match that it takes over its stub, or its whole log */
    uint64_t asked;          /* everything that was stored before this question is in it */
    bool others;             /* other servers have a lease */
};
void core_news_free(struct core_news *news);                                     /* NULL is fine */
void core_batch_add(struct core_batch *batch, const struct core_record *record); /* a copy */

/* ---- questions to bots --------------------------------------------------------------------- */

/* Everything a bot is given, in memory of its own so that another thread may have it. */
struct core_question {
    uint64_t ticket;
    uint64_t share; /* for whom: who has had much waits behind those who had less */
    const struct rd_bot *bot;
    const struct rd_game *game;
    rd_seat seat;
    struct rd_luck luck; /* the bot's own */
    void *view;
    struct rd_action *legal;
    uint32_t legal_count;
    bool at_home; /* the shell's: it was sent to another machine, and came back */
};
/* Asks the bot: this is what takes time. */
struct rd_action core_question_answer(struct core_question *question);
void core_question_free(struct core_question *question); /* NULL is fine */

/* ---- passwords ---- */

/* To be hashed, or to be checked against a hash: Argon2id, which takes 64 MB and a tenth of a
 * second. */
struct core_hash {
    uint64_t ticket;
    char password[CORE_PASSWORD_ROOM];
    char against[CORE_HASH_ROOM]; /* "": make a new one */
    bool ok;                      /* the answer: it fits, or one was made */
    char made[CORE_HASH_ROOM];
};
/* Works out the answer and wipes the password: this is what takes time. */
void core_hash_work(struct core_hash *hash);
void core_hash_free(struct core_hash *hash); /* NULL is fine */

/* ---- matches that sleep ---- */

/* The log of a match that is to be played on, from the disk. */
struct core_fetch {
    char match[CORE_ID_MAX];
    bool ok;               /* the answer: it could be read */
    struct core_batch log; /* records in their sequence */
};
/* A copy of the record is added to the log. */
void core_fetch_add(struct core_fetch *fetch, const struct core_record *record);
void core_fetch_free(struct core_fetch *fetch); /* NULL is fine */

/* ---- replays ---- */

/* A match that is over, in memory of its own, to be written as a replay. */
struct core_replay_file {
    char match[CORE_ID_MAX];
    struct rd_chosen *chosen; /* owned, as are the next three */
    struct rd_replay_start *start;
    struct json_t *luck;       /* owned: see struct rd_replay_start */
    struct given_order *order; /* server/core/match.h */
    uint32_t orders;
    char *bytes; /* the answer, owned; NULL: it could not be made */
    size_t size;
};
/* Plays it again and writes it: this is what takes time. */
void core_replay_file_make(struct core_replay_file *replay);
void core_replay_file_free(struct core_replay_file *replay); /* NULL is fine */

/* ---- events ---- */

enum core_event_kind {
    CORE_CONNECTED,
    CORE_MESSAGE, /* text, size: one whole message */
    CORE_CLOSED,
    CORE_TICK,
    CORE_STORED,       /* batch, ok */
    CORE_BOT_ANSWERED, /* ticket, action */
    CORE_HASHED,       /* hash */
    CORE_FETCHED,      /* fetch */
    CORE_REPLAY_MADE,  /* replay */
    CORE_NEWS,         /* news */
    CORE_REST          /* the server is about to stop: what makes the next start faster is stored */
};

struct core_event {
    enum core_event_kind kind;
    int64_t now_ms; /* of a clock that nobody sets and that stands still while the machine sleeps */
    uint32_t pressure;   /* memory: 0 fine, 1 near what may be used, 2 take nothing more */
    int64_t wall_ms;     /* since 1970; may jump, and is only written down */
    uint64_t connection; /* chosen by the shell: not 0, never used twice */
    bool host;           /* CORE_CONNECTED: of whoever runs the server */
    uint64_t address;    /* CORE_CONNECTED: the same for those from one place; 0: this machine */
    uint64_t network;    /* likewise, and the same after a restart */
    const char *text;
    size_t size;
    int64_t waited_ms; /* CORE_MESSAGE: so long already, at least */
    uint64_t batch;
    bool ok;
    const uint32_t *refused; /* CORE_STORED: groups of it that were not stored, because another
                                server had changed something before; owned by the sender */
    uint32_t refused_count;
    uint64_t ticket;
    struct rd_action action;
    struct core_hash *hash; /* it and the next three stay the sender's, but for what is in them */
    struct core_fetch *fetch;
    struct core_replay_file *replay;
    struct core_news *news;
};

/* ---- effects ---- */

enum core_effect_kind {
    CORE_SEND,        /* connection, text */
    CORE_CLOSE,       /* connection; text: the reason */
    CORE_STORE,       /* batch: answer with CORE_STORED, sooner or later */
    CORE_ASK_BOT,     /* question: answer with CORE_BOT_ANSWERED, or never */
    CORE_HASH,        /* hash: answer with CORE_HASHED */
    CORE_FETCH,       /* fetch: answer with CORE_FETCHED */
    CORE_MAKE_REPLAY, /* replay: answer with CORE_REPLAY_MADE */
    CORE_SET_TIMER,   /* at_ms: CORE_TICK then */
    CORE_ASK_NEWS,    /* asked: what others have stored until now is wanted soon */
    CORE_TELL_BROKEN  /* text: which record of which match can't be played, for the log */
};

struct core_effect {
    enum core_effect_kind kind;
    uint64_t connection;
    char *text; /* owned by the list, as are the next five: who takes one sets it to NULL */
    struct core_batch *batch;
    struct core_question *question;
    struct core_hash *hash;
    struct core_fetch *fetch;
    struct core_replay_file *replay;
    int64_t at_ms;
    uint64_t asked;
};

struct core_effects {
    struct core_effect *effect;
    uint32_t count, room;
};
/* Frees what nobody took; the list can be used again. */
void core_effects_clear(struct core_effects *effects);
void core_effects_free(struct core_effects *effects);

/* ---- the core ---- */

struct core_limits {
    uint32_t message;     /* bytes */
    uint32_t connections; /* at once */
    uint32_t matches;     /* open or running: all, of one player, made from one address */
    uint32_t per_player, per_origin;
    uint32_t unused_after; /* seconds until one that nobody plays ends */
    uint32_t queue;        /* commands of a connection that wait */
    uint32_t burst;        /* commands at once... */
    uint32_t per_second;   /* ...and on average */
    uint32_t sleep_after;  /* seconds until a match that nobody looks at sleeps */
};
extern const struct core_limits core_limits_preset;

struct core_config {
    struct core_limits limits;
    uint8_t seed[CORE_SEED_SIZE]; /* tokens, ids and keys are made from it: secret and fresh */
    const char *server;           /* "redoubt 1.2.0" */
    bool together;                /* other servers on the same database have matches of their own */
};

struct core;
struct core *core_open(const struct core_config *config);
void core_close(struct core *core); /* NULL is fine */

/* Before the first event: what was stored, players first, then each match's log in its sequence,
 * then notices of matches that other servers have. A false says which record can't be understood or
 * doesn't agree; its match is kept but not played, and loading may go on. */
bool core_load(struct core *core, const struct core_record *record, struct rd_problem *problem);
/* After the last core_load. */
void core_start(struct core *core, int64_t now_ms, int64_t wall_ms, struct core_effects *effects);

/* Effects are appended. */
void core_handle(struct core *core, const struct core_event *event, struct core_effects *effects);

/* ---- pages ---- */

struct core_page {
    int status;           /* 0: it is being made; ask again when events have been handled */
    const char *type;     /* "application/json" */
    const char *filename; /* for a download, or NULL */
    char *bytes;          /* owned by the caller */
    size_t size;
    char filename_room[CORE_ID_MAX + 8];
};
/* GET of a path below /v1/, or /healthz. False: there is no such page. Effects are appended. */
bool core_get(struct core *core, const char *path, struct core_page *page,
              struct core_effects *effects);

/* Another server has it, as far as this one has heard. */
bool core_is_elsewhere(const struct core *core, const char *match);

/* Figures for logs. */
struct core_counts {
    uint32_t connections, players, matches, broken, asleep;
    uint32_t older; /* matches of an older rules_version */
    uint64_t busy;  /* commands that were refused because the server had too much to do */
};
struct core_counts core_count(const struct core *core);

#endif
