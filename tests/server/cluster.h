/*
 * tests/server/cluster.h - servers that all play (cluster_world.c), and the model of the database
 * that they share (cluster_database.c).
 */
#ifndef REDOUBT_TESTS_TOGETHER_H
#define REDOUBT_TESTS_TOGETHER_H

#include "tests/server/world.h"

enum { NODES = 3, LEASE_MS = 300, LATE = 16, PARTS = 1024, REFUSED = 64 };

enum node_state { NODE_DOWN, NODE_PLAYS };

/* Where the batch at hand is: on its way, kept or refused with an answer on its way, or nobody
 * knows because the connection broke. */
enum commit { COMMIT_NONE, COMMIT_SENT, COMMIT_KEPT, COMMIT_REFUSED, COMMIT_IN_DOUBT };

struct node {
    enum node_state state;
    struct core *core;
    struct core_effects effects;
    int64_t ahead_ms; /* its steady clock, against the database's */
    int64_t wall_ms;  /* its clock on the wall, likewise */
    int64_t back_ms;  /* down until then, by the database's clock */
    int64_t still_ms; /* stands still until then, likewise */
    int64_t until_ms; /* the lease lasts, by its own clock */
    int64_t timer_ms; /* likewise; 0: none */
    int64_t asked_ms; /* when the batch was sent, likewise */
    uint64_t fence, number;
    struct core_batch *batch;
    uint64_t batch_id;
    uint32_t refused[REFUSED], refused_count; /* groups that are no longer in it */
    enum commit commit;
    uint64_t wanted;        /* the latest question for news */
    uint32_t heard;         /* news up to there */
    struct core_news *news; /* on their way to the core; NULL: none */
    bool news_first;        /* they come before the end of the batch */
    struct core_question **question;
    struct core_hash **hash;
    struct core_fetch **fetch;
    uint32_t questions, question_room, hashes, hash_room, fetches, fetch_room;
};

struct line {
    uint64_t id;
    uint32_t by, to; /* the server that was called, and the one that plays */
    bool open, told; /* told: the core has heard of the end */
};

struct letter_late {
    uint64_t fence, number;
    struct core_batch *batch;
};

/* A lease; fence 0: none. */
struct owner {
    uint64_t fence, number;
    int64_t until_ms;
};

struct home {
    char match[CORE_ID_MAX];
    uint32_t part;
};

/* A row that has changed. */
struct change {
    char kind[16], id[CORE_ID_MAX];
    uint64_t fence;
};

struct cluster {
    struct node node[NODES];
    struct owner owner[NODES]; /* as the database has it */
    uint64_t fences;           /* numbers given out */
    uint64_t part[PARTS];      /* the fence of each */
    uint32_t parts;
    struct home *home;
    uint32_t homes, home_room;
    struct change *change;
    uint32_t changes, change_room;
    int64_t time, time_ms; /* the server's own time, and when it was that late */
    uint32_t shown;        /* whose core is the world's */
    int64_t away_ms;       /* the database is away until then */
    struct letter_late late[LATE];
    uint32_t late_count;
    struct line *line;
    uint32_t lines, line_room;
};

/* Over all seeds. */
struct saw {
    uint64_t kills, pauses, takeovers, overslept, doubts_kept, doubts_lost, late_kept, late_refused,
        old_refused, away_count, cuts, passed_on, stale, raced, news, asked;
};
extern struct saw saw;

/* What a batch comes to; with stale one group of it follows from what was changed since. */
enum answer { ANSWER_KEPT, ANSWER_OLD, ANSWER_STALE };

bool db_is_away(const struct world *world);
struct owner *db_owner(struct cluster *c, uint64_t fence);
uint64_t db_fence(const struct cluster *c, const char *match);
const struct core_record *db_row(const struct world *world, const char *kind, const char *id);
enum answer db_commit(struct world *world, uint64_t fence, uint64_t number,
                      const struct core_batch *batch, uint32_t *stale);
void db_leave_late(struct world *world, const struct node *node);
void db_forget_late(struct cluster *c, uint32_t index);
void db_arrive_late(struct world *world);
void db_end_late(struct cluster *c, uint64_t fence);
int64_t db_time(struct world *world, bool others);
bool db_is_over(const struct world *world, const struct owner *owner);
bool db_claim(struct world *world, struct node *node);
uint32_t db_self(const struct cluster *c, const struct node *node);
bool db_is_own(const struct world *world, const struct node *node, const char *match);
bool db_is_new(const struct world *world, const struct node *node, uint32_t index);
void db_add_taken(const struct world *world, const struct node *node, const struct cluster *before,
                  struct core_batch *taken);

#endif
