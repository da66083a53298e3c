/*
 * tests/server/world.h - a server core with a network and a disk that are not to be trusted, all
 * from one seed (world.c); or several servers on one database (cluster_world.c). Connections lose
 * what is under way when they break; commands may come twice and in any sequence; the disk may
 * refuse, and may have written all the same; the power may fail.
 */
#ifndef REDOUBT_TESTS_WORLD_H
#define REDOUBT_TESTS_WORLD_H

#include "redoubt/luck.h"
#include "server/core/core.h"
#include "tests/server/letters.h"

struct world {
    struct rd_luck luck;
    struct core *core;
    struct core_effects effects;
    int64_t skew_ms;          /* what the clock on the wall is ahead: somebody sets it */
    int64_t now_ms, timer_ms; /* the core wants to be woken then; 0: not at all */
    uint64_t last_connection;
    /* The disk. A ghost is a batch that was refused but will be found after a power failure. */
    struct core_record *disk;
    uint32_t disk_count, disk_room;
    struct core_batch *writing, *ghost;
    struct core_question **question;
    uint32_t questions, question_room;
    struct core_hash **hash; /* passwords to be hashed */
    uint32_t hashes, hash_room;
    bool hold_hashes;          /* until world_hash */
    bool hold_writes;          /* the disk takes its time */
    bool hold_bots;            /* so do bots */
    struct core_fetch **fetch; /* logs to be read */
    uint32_t fetches, fetch_room;
    uint32_t sleep_after;   /* seconds; from the next start on */
    uint64_t address;       /* of those who connect from now on */
    uint32_t per_origin;    /* likewise, as the next; 0: the usual one */
    uint32_t matches;       /* the limit, from the next start on; 0: the usual one */
    bool together;          /* one of several servers */
    uint64_t asked;         /* the latest news that it asked for */
    bool paced;             /* commands are limited as usual, from the next start on */
    uint32_t stubs, woken;  /* figures */
    uint32_t replay_orders; /* of the latest replay */
    struct letters to_core, to_clients;
    uint32_t refusals_of_disk, restarts; /* figures */
    uint32_t looked; /* events after which the core could have been looked at: sound.h */
    bool faulty;
    bool frozen;             /* no time passes */
    struct cluster *cluster; /* several servers: cluster_world.c */
    char wanted[32];         /* whoever connects wants this match, wherever it is played */
};

void world_open(struct world *world, uint64_t seed);
/* One of several servers, which hears of the others when somebody tells it: world.c alone. */
void world_open_together(struct world *world, uint64_t seed);
void world_close(struct world *world);

/* True in one of `in` cases. */
bool world_chance(struct world *world, int32_t in);
uint32_t world_below(struct world *world, uint32_t limit);
/* Of a server that starts: its limits, and a seed from the world's luck. */
struct core_config world_config(struct world *world);

/* Something that is told to the core, now. */
void world_event(struct world *world, struct core_event event);
uint64_t world_connect(struct world *world);
void world_break(struct world *world, uint64_t connection);
void world_send(struct world *world, uint64_t connection, const char *text);
/* One thing that was under way arrives: a command, a batch, a bot's answer, time. False: nothing
 * was. */
bool world_step(struct world *world);
/* So much time passes; the core is woken when it asked for it, and what follows is done. */
void world_wait(struct world *world, int64_t ms);
/* The next text for this connection, to be freed; NULL: none yet. */
char *world_receive(struct world *world, uint64_t connection);
/* False: it broke, and whoever has it can know. */
bool world_is_open(const struct world *world, uint64_t connection);
/* After all seeds: did every kind of fault happen that it knows? */
bool world_saw_all(void);
/* One hash is done. False: none is to be. */
bool world_hash(struct world *world);
/* A page, when it is there. */
bool world_get(struct world *world, const char *path, struct core_page *page);
/* What is stored of this kind lies the other way round: rows come in any sequence. */
void world_turn_rows(struct world *world, const char *kind);
/* The power fails, and the server starts again. False: it found something wrong on the disk. */
bool world_restart(struct world *world);

#endif
